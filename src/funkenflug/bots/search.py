"""Monte-Carlo tree search for all games, over re-deals of what a seat does not know.

Every simulation re-deals the hidden parts, walks down one tree of moves that all deals share (information-set search),
adds one node and judges it by the learned value, or plays to the end; the model says how often it does which. Where
chance shows something that the next seat decides by, a tile that was drawn, the tree branches by it. Every seat
maximises its own result (max^n). A learned policy says which moves come first (PUCT); without one, a node begins with
the moves that the game's `move_scores` rates best and widens slowly.

All memory is allocated before the first simulation.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from funkenflug.bots.model import NO_MODEL, Model, Ratings, check, judge, load, rate, weights_file
from funkenflug.core.solving import StopSignal
from funkenflug.kernel import (
    MOST_SEATS,
    Array,
    Rules,
    State,
    allows,
    below,
    chance,
    compiled,
    determinize,
    drawn,
    int64,
    legal,
    move_scores,
    play,
    play_out,
    record,
    sample,
    scores,
    shape_reward,
    to_move,
    utilities,
)
from funkenflug.kernel.endgame import proven_moves

NODE: Final = record(
    [
        ("value", np.float64),  # sum of results, as the seat that chose this move sees them
        ("move", np.int64),
        ("visits", np.int32),
        ("chances", np.int32),  # how often it was legal when its parent was visited
        ("first_child", np.int32),
        ("next_sibling", np.int32),
        ("waiting", np.int32),  # the next child to add, best first; they are weighed several at a time
        ("prior", np.float32),  # how likely the policy thinks it to be the best move
        ("children", np.int16),
        ("choices", np.int16),  # legal moves here, in the deal in which they were last weighed; or _NO_OTHERS
        ("proven", np.int16),  # 1: the seat that chose this move wins, -1: it does not, 0: open
        ("unused", np.int16),
    ]
)
KNOWS_ALL: Final = -2
"""Instead of a seat: the search uses what is hidden."""
MOST_NODES: Final = 600_000
_NONE: Final = -1
_NO_OTHERS: Final = -1
"""Instead of a number of choices: there are to be no other children than those that are there or wait."""
_DEEPEST: Final = 512
_AT_A_TIME: Final = 8
"""So many moves wait to be added to a node."""
_FEW: Final = 3
"""Moves of the root that get a share of thinking if that is wanted."""
_UNLIKELY: Final = 8.0
"""Moves that the policy rates lower than the best by this much hardly add to the sum of all."""
_CERTAIN: Final = 100.0
"""A proven result weighs more than any value."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The parameters of a search."""

    exploration: float = 0.7
    widening: float = 2.0
    """A node visited n times has at most widening * n ** growth children."""
    growth: float = 0.35
    playout_candidates: int = 3
    """A playout plays the most promising of this many random moves; 1 plays at random."""
    heuristic: bool = True
    """Whether to use the game's `move_scores` and `shape_reward`."""
    learned: bool = True
    """Whether to use the game's learned value, if it has one."""
    exact: bool = True
    """Whether to look for proofs where the end is near and nothing is hidden."""
    c_puct: float = 1.0
    """How much the policy counts beside the values of moves (PUCT)."""
    fpu_reduction: float = 0.2
    """How much worse than the tried moves an untried one is thought to be."""
    fairness: int = 0
    """One in so many simulations is for the least visited of the best moves: for those who want to compare them."""

    @property
    def numbers(self) -> Numbers:
        """What `simulate` takes; the learned value has its own parameters."""
        shape = (self.exploration, self.widening, self.growth, self.c_puct, self.fpu_reduction)
        return *shape, self.playout_candidates, self.heuristic, self.fairness


DEFAULTS: Final = Settings()
Numbers = tuple[float, float, float, float, float, int, bool, int]


class Tree:
    """The memory of a search, of a fixed size; it can be used for many positions."""

    def __init__(self, rules: Rules, nodes: int = MOST_NODES, model: Model = NO_MODEL) -> None:
        self.model = model
        self.nodes = np.zeros(nodes, NODE)
        self.used = np.zeros(1, np.int64)
        self.state = np.zeros(1, rules.STATE)
        self.scratch = np.zeros(1, rules.STATE)
        self.moves = np.zeros(rules.MOST_MOVES, np.int64)
        self.weights = np.zeros(rules.MOST_MOVES)
        self.tried = np.zeros(rules.MOVES, np.int64)
        self.path = np.zeros((_DEEPEST, 2), np.int64)
        self.values = np.zeros(MOST_SEATS)
        self.points = np.zeros(MOST_SEATS)
        self.seen = np.zeros(len(model.first), np.float32)
        self.hidden = np.zeros(len(model.bias), np.float32)
        self.shortlist = np.zeros(_AT_A_TIME, np.int64)
        self.ratings = Ratings(rules).memory
        self.results = np.zeros((rules.MOST_MOVES, 2, MOST_SEATS))
        """For each child of the root, in the order of creation: sums of utilities and of points."""

    @property
    def memory(self) -> tuple[Any, ...]:
        """All arrays, in the order of the parameters of `simulate`."""
        board = (self.nodes, self.used, self.state, self.scratch, self.moves, self.weights, self.tried, self.path)
        judged = (self.values, self.points, self.seen, self.hidden)
        return *board, *judged, self.shortlist, self.results, self.ratings

    def clear(self) -> None:
        """Forget the last position."""
        self.nodes[0] = (0.0, 0, 0, 0, _NONE, _NONE, _NONE, 0.0, 0, 0, 0, 0)
        self.used[0] = 1
        self.results[:] = 0.0

    def restrict(self, moves: Sequence[int]) -> None:
        """Let only these moves be tried at the root."""
        nodes = range(1, 1 + len(moves))
        for node, move in zip(nodes, moves, strict=True):
            following = node + 1 if node + 1 in nodes else _NONE
            self.nodes[node] = (0.0, move, 0, 0, _NONE, following, _NONE, 1 / len(moves), 0, 0, 0, 0)
        self.nodes[0]["waiting"], self.nodes[0]["choices"] = 1, _NO_OTHERS
        self.used[0] = nodes.stop


@compiled(nogil=True)
def simulate(
    root: Array,
    seat: int,
    known: bool,
    simulations: int,
    rng: Array,
    settings: Numbers,
    model: Model,
    nodes: Array,
    used: Array,
    state: Array,
    scratch: Array,
    moves: Array,
    weights: Array,
    tried: Array,
    path: Array,
    values: Array,
    points: Array,
    seen: Array,
    hidden: Array,
    shortlist: Array,
    results: Array,
    ratings: tuple[Array, Array, Array, Array],
) -> None:
    """Run simulations from a position, as the given seat knows it; if nothing is hidden, results are proven."""
    exploration, widening, growth, c_puct, fpu_reduction, playout_candidates, heuristic, fairness = settings
    first, bias, second, scale, policy, playouts = model
    learned = len(second) > 0
    guided = len(policy) > 0
    here = state[0]
    for _ in range(simulations):
        state[0] = root[0]
        if not known:
            determinize(here, seat, rng)
        node = int64(0)
        depth = 0
        while True:
            mover = to_move(here)
            if mover < 0 or depth == _DEEPEST:
                break
            child = _NONE
            added = False
            room = used[0] + _AT_A_TIME <= len(nodes)
            if guided:
                if depth == 0 and fairness > 0 and nodes[0].visits % fairness == 0:
                    child = _choose_neglected(nodes, here)
                if child == _NONE:
                    child = _choose_by_policy(
                        nodes,
                        used,
                        node,
                        here,
                        known,
                        room,
                        rng,
                        c_puct,
                        fpu_reduction,
                        policy,
                        moves,
                        weights,
                        tried,
                        shortlist,
                        ratings,
                    )
                    added = child != _NONE and nodes[child].visits == 0
            else:
                most = widening * (nodes[node].visits + 1) ** growth
                if nodes[node].children < most and room:
                    child = _add_child(
                        nodes, used, node, here, known, rng, heuristic, moves, weights, tried, shortlist, scratch
                    )
                    added = child != _NONE
                if child == _NONE and depth == 0 and fairness > 0 and nodes[0].visits % fairness == 0:
                    child = _choose_neglected(nodes, here)
                if child == _NONE:
                    child = _choose_child(nodes, node, here, exploration)
                    if child != _NONE and nodes[child].proven < 0 and room:
                        other = _add_child(
                            nodes, used, node, here, known, rng, heuristic, moves, weights, tried, shortlist, scratch
                        )
                        if other != _NONE:
                            child = other
                            added = True
            if child == _NONE:
                break
            play(here, nodes[child].move)
            path[depth, 0] = child
            path[depth, 1] = mover
            depth += 1
            node = child
            if added:
                break
            if not known and drawn(here) > 0:
                node = _find_draw(nodes, used, node, drawn(here))
                if node == _NONE:
                    break
        if known and depth > 0 and to_move(here) < 0:
            utilities(here, values)
            _prove(nodes, path, depth, int64(here.players), values)
        if not learned or below(rng, 1000) < 1000 * playouts:
            while to_move(here) >= 0:
                play_one(here, rng, playout_candidates if heuristic else 1, moves, weights, scratch)
        if to_move(here) < 0:
            utilities(here, values)
            scores(here, points)
        else:
            judge(here, first, bias, second, scale, scratch, seen, hidden, values, points)
        _note_result(here, heuristic, nodes, path, depth, values, points, results)


@compiled
def _find_draw(nodes: Array, used: Array, node: int, what: int) -> int:
    """Return the node for what chance has shown after a move, a new one if need be; _NONE if there is no room."""
    child = nodes[node].first_child
    while child != _NONE and nodes[child].move != what:
        child = nodes[child].next_sibling
    if child == _NONE and used[0] < len(nodes):
        child = _new_node(nodes, used, what)
        nodes[child].next_sibling = nodes[node].first_child
        nodes[node].first_child = child
    if child != _NONE:
        nodes[child].visits += 1
    return child


@compiled
def _new_node(nodes: Array, used: Array, move: int) -> int:
    new = used[0]
    used[0] = new + 1
    nodes[new].value = 0.0
    nodes[new].move = move
    nodes[new].visits = 0
    nodes[new].chances = 0
    nodes[new].first_child = _NONE
    nodes[new].next_sibling = _NONE
    nodes[new].waiting = _NONE
    nodes[new].prior = 0.0
    nodes[new].children = 0
    nodes[new].choices = 0
    nodes[new].proven = 0
    return int64(new)


@compiled
def _choose_by_policy(
    nodes: Array,
    used: Array,
    node: int,
    state: State,
    known: bool,
    room: bool,
    rng: Array,
    c_puct: float,
    fpu_reduction: float,
    policy: Array,
    moves: Array,
    weights: Array,
    tried: Array,
    shortlist: Array,
    ratings: tuple[Array, Array, Array, Array],
) -> int:
    """Return the best move that is legal in this deal by value and policy (PUCT), new ones among them."""
    count = visits = 0
    total = explored = 0.0
    child = nodes[node].first_child
    while child != _NONE:
        if known or allows(state, nodes[child].move):
            moves[count] = child
            count += 1
            visits += nodes[child].visits
            total += nodes[child].value
            explored += nodes[child].prior
        child = nodes[child].next_sibling
    spread = c_puct * math.sqrt(visits + 1.0)
    best = _NONE
    highest = -1e30
    for i in range(count):
        child = moves[i]
        merit = nodes[child].value / nodes[child].visits + spread * nodes[child].prior / (1 + nodes[child].visits)
        merit += _CERTAIN * nodes[child].proven
        if merit > highest:
            highest = merit
            best = child
    new = _find_waiting(nodes, node, state)
    all_tried = nodes[node].choices == _NO_OTHERS or 0 < nodes[node].choices <= count
    if new == _NONE and room and not all_tried and (highest < -0.5 * _CERTAIN or count * count <= 4 * visits):
        _rate_children(nodes, used, node, state, rng, policy, moves, weights, tried, shortlist, ratings)
        new = _find_waiting(nodes, node, state)
    if new != _NONE:
        merit = (
            (total / visits if visits > 0 else 0.0) - fpu_reduction * math.sqrt(explored) + spread * nodes[new].prior
        )
        if merit > highest:
            best = _take_waiting(nodes, node, new)
    return best


@compiled
def _add_child(
    nodes: Array,
    used: Array,
    node: int,
    state: State,
    known: bool,
    rng: Array,
    heuristic: bool,
    moves: Array,
    weights: Array,
    tried: Array,
    shortlist: Array,
    scratch: Array,
) -> int:
    """Add the most promising legal move that has no node yet; return it, or _NONE if all have one."""
    new = _find_waiting(nodes, node, state)
    if new == _NONE:
        if nodes[node].choices == _NO_OTHERS:
            return _NONE
        if known and nodes[node].choices > 0 and nodes[node].children == nodes[node].choices:
            return _NONE
        _weigh_children(nodes, used, node, state, rng, heuristic, moves, weights, tried, shortlist, scratch)
        new = _find_waiting(nodes, node, state)
    return _NONE if new == _NONE else _take_waiting(nodes, node, new)


@compiled
def _find_waiting(nodes: Array, node: int, state: State) -> int:
    """Return the best waiting move that is legal in this deal, _NONE if there is none."""
    child = nodes[node].waiting
    while child != _NONE and not allows(state, nodes[child].move):
        child = nodes[child].next_sibling
    return child


@compiled
def _take_waiting(nodes: Array, node: int, child: int) -> int:
    """Make a waiting move a child, and return it."""
    before = nodes[node].waiting
    if before == child:
        nodes[node].waiting = nodes[child].next_sibling
    else:
        while nodes[before].next_sibling != child:
            before = nodes[before].next_sibling
        nodes[before].next_sibling = nodes[child].next_sibling
    nodes[child].next_sibling = nodes[node].first_child
    nodes[node].first_child = child
    nodes[node].children += 1
    return child


@compiled
def _rate_children(
    nodes: Array,
    used: Array,
    node: int,
    state: State,
    rng: Array,
    policy: Array,
    moves: Array,
    weights: Array,
    tried: Array,
    shortlist: Array,
    ratings: tuple[Array, Array, Array, Array],
) -> None:
    """Let the legal moves that the policy likes best and that have no node yet wait to be added."""
    worth, rated, parts, traits = ratings
    count = legal(state, moves)
    nodes[node].choices = count
    rate(state, moves, count, policy, worth, rated, parts, traits, weights)
    highest = weights[0]
    for i in range(1, count):
        highest = max(highest, weights[i])
    total = 0.0
    for i in range(count):
        if weights[i] > highest - _UNLIKELY:
            total += math.exp(weights[i] - highest)
    last = used[0]
    _let_wait(nodes, used, node, rng, count, moves, weights, tried, shortlist)
    for new in range(last, used[0]):
        nodes[new].prior = math.exp(nodes[new].value - highest) / total
        nodes[new].value = 0.0


@compiled
def _weigh_children(
    nodes: Array,
    used: Array,
    node: int,
    state: State,
    rng: Array,
    heuristic: bool,
    moves: Array,
    weights: Array,
    tried: Array,
    shortlist: Array,
    scratch: Array,
) -> None:
    """Let the most promising legal moves that have no node yet wait to be added."""
    count = legal(state, moves)
    nodes[node].choices = count
    if heuristic:
        move_scores(state, moves, count, weights, scratch)
    for i in range(count):  # equals in a random order
        weights[i] = (weights[i] if heuristic else 0.0) + 1e-6 * below(rng, 1000)
    last = used[0]
    _let_wait(nodes, used, node, rng, count, moves, weights, tried, shortlist)
    for new in range(last, used[0]):
        nodes[new].value = 0.0


@compiled
def _let_wait(
    nodes: Array,
    used: Array,
    node: int,
    rng: Array,
    count: int,
    moves: Array,
    weights: Array,
    tried: Array,
    shortlist: Array,
) -> None:
    """Make nodes of the best moves that have none yet, their weights as values, and append them to those that wait."""
    _mark(nodes, nodes[node].first_child, tried, 1)
    _mark(nodes, nodes[node].waiting, tried, 1)
    start = below(rng, count)
    kept = 0
    for k in range(count):
        i = start + k if start + k < count else start + k - count
        if tried[moves[i]] != 0 or (kept == _AT_A_TIME and weights[i] <= weights[shortlist[kept - 1]]):
            continue
        place = min(kept, _AT_A_TIME - 1)
        while place > 0 and weights[shortlist[place - 1]] < weights[i]:
            shortlist[place] = shortlist[place - 1]
            place -= 1
        shortlist[place] = i
        kept = min(kept + 1, _AT_A_TIME)
    _mark(nodes, nodes[node].first_child, tried, 0)
    _mark(nodes, nodes[node].waiting, tried, 0)
    last = nodes[node].waiting
    while last != _NONE and nodes[last].next_sibling != _NONE:
        last = nodes[last].next_sibling
    for k in range(kept):
        new = _new_node(nodes, used, moves[shortlist[k]])
        nodes[new].value = weights[shortlist[k]]
        if last == _NONE:
            nodes[node].waiting = new
        else:
            nodes[last].next_sibling = new
        last = new


@compiled
def _mark(nodes: Array, child: int, tried: Array, value: int) -> None:
    while child != _NONE:
        tried[nodes[child].move] = value
        child = nodes[child].next_sibling


@compiled
def _choose_child(nodes: Array, node: int, state: State, exploration: float) -> int:
    """Return the best child that is legal in this deal by value and exploration, _NONE if there is none."""
    best = _NONE
    highest = -1e30
    child = nodes[node].first_child
    while child != _NONE:
        if allows(state, nodes[child].move):
            nodes[child].chances += 1
            visits = nodes[child].visits + 1e-3
            merit = nodes[child].value / visits + exploration * math.sqrt(math.log(nodes[child].chances + 1.0) / visits)
            merit += _CERTAIN * nodes[child].proven
            if merit > highest:
                highest = merit
                best = child
        child = nodes[child].next_sibling
    return best


@compiled
def _choose_neglected(nodes: Array, state: State) -> int:
    """Return the least visited of the few best moves of the root, _NONE if none of them is legal in this deal."""
    best = _NONE
    child = nodes[0].first_child
    while child != _NONE:
        if nodes[child].visits > 0 and (best == _NONE or nodes[child].visits < nodes[best].visits):
            mean = nodes[child].value / nodes[child].visits
            better = 0
            other = nodes[0].first_child
            while other != _NONE:
                better += nodes[other].visits > 0 and nodes[other].value / nodes[other].visits > mean
                other = nodes[other].next_sibling
            if better < _FEW and allows(state, nodes[child].move):
                best = child
        child = nodes[child].next_sibling
    return best


@compiled
def _prove(nodes: Array, path: Array, depth: int, players: int, values: Array) -> None:
    """Note what the end of a match proves about the moves that led to it, where nothing is hidden.

    A move that wins decides the position before it. A position is lost when all its moves are.
    """
    last = path[depth - 1, 1]
    lowest = values[0]
    shared = True
    for seat in range(1, players):
        shared &= values[seat] == values[0]
        lowest = min(lowest, values[seat])
    together = shared and values[0] != 0.0
    if values[last] == 1.0:
        result = 1
    elif values[last] == -1.0 or (players > 2 and not together and values[last] == lowest and values[last] < 0.0):
        result = -1
    else:
        return
    for i in range(depth - 1, -1, -1):
        nodes[path[i, 0]].proven = result
        if i == 0 and result > 0:
            nodes[0].proven = 1
        before = path[i - 1, 0] if i > 0 else int64(0)
        if result < 0 and not _all_lost(nodes, before):
            return
        if i > 0 and path[i - 1, 1] != path[i, 1] and not together:
            if result < 0 and players > 2:
                return
            result = -result


@compiled
def _all_lost(nodes: Array, node: int) -> bool:
    if nodes[node].choices == 0 or nodes[node].children < nodes[node].choices:
        return False
    child = nodes[node].first_child
    while child != _NONE:
        if nodes[child].proven >= 0:
            return False
        child = nodes[child].next_sibling
    return True


@compiled
def play_one(state: State, rng: Array, playout_candidates: int, moves: Array, weights: Array, scratch: Array) -> None:
    """Play a move of a playout."""
    if playout_candidates <= 1:
        play(state, sample(state, rng))
        return
    for i in range(playout_candidates):
        moves[i] = sample(state, rng)
    move_scores(state, moves, playout_candidates, weights, scratch)
    best = 0
    for i in range(1, playout_candidates):
        if weights[i] > weights[best]:
            best = i
    play(state, moves[best])


@compiled
def _note_result(
    state: State, heuristic: bool, nodes: Array, path: Array, depth: int, values: Array, points: Array, results: Array
) -> None:
    nodes[0].visits += 1
    if depth > 0:
        _note_at_root(nodes, path[0, 0], values, points, results)
    if heuristic:
        shape_reward(state, points, values)
    for i in range(depth):
        nodes[path[i, 0]].visits += 1
        nodes[path[i, 0]].value += values[path[i, 1]]


@compiled
def _note_at_root(nodes: Array, chosen: int, values: Array, points: Array, results: Array) -> None:
    place = nodes[0].children - 1
    child = nodes[0].first_child
    while child != chosen:
        child = nodes[child].next_sibling
        place -= 1
    for seat in range(MOST_SEATS):
        results[place, 0, seat] += values[seat]
        results[place, 1, seat] += points[seat]


# Running it ---------------------------------------------------------------------------------------------------------

_CHUNK_SECONDS = 0.005
"""How often the search checks whether to stop."""
_POSITIONS_FOR_A_SIMULATION = 4
_POSITIONS_FOR_A_SECOND = 200_000
_SHARE_OF_PROOFS = 0.3
"""How much an exact search of the end may cost: positions, and a share of the time."""
_WHEN_WON = 200
"""Simulations of a position with a move that wins."""
_DEALS_COMPARED = 24
"""If so many deals do not differ, nothing is hidden."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that was tried, with its expected results."""

    move: int
    visits: int
    value: float
    """The mean result for the seat to move, from -1 to 1; moves are compared by it."""
    utilities: tuple[float, ...]
    """The mean utility of each seat: 1 is a sure win."""
    points: tuple[float, ...]
    """The mean points of each seat at the end."""
    proven: int = 0
    """1: the move wins, whatever the others do; -1: it does not win; 0: neither is proven."""


_DOUBT = 1.0
"""How far the mean of a few results is from the truth, times the root of their number."""
_PRIOR_VISITS = 4
"""A move begins with the mean of all moves, as if it had been visited so often: one playout that is won says little."""


def best_first(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return candidates by what is proven, then by value less its uncertainty."""
    candidates = list(candidates)
    visits = sum(each.visits for each in candidates)
    mean = sum(each.visits * each.value for each in candidates) / max(1, visits)

    def merit(each: Candidate) -> tuple[int, float, int]:
        value = (each.visits * each.value + _PRIOR_VISITS * mean) / (each.visits + _PRIOR_VISITS)
        return each.proven, value - _DOUBT / math.sqrt(each.visits + 1), -each.move

    return sorted(candidates, key=merit, reverse=True)


class Stop:
    """A `StopSignal` for another thread to give."""

    def __init__(self) -> None:
        self.wanted = False

    def now(self) -> None:
        """Stop as soon as possible; the results so far count."""
        self.wanted = True


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of a search: simulations (reproducible with a seed), seconds, or both. None is no limit."""

    simulations: int | None = None
    seconds: float | None = None

    def after(self, spent: float, *, won: bool = False) -> Budget:
        """Return what is left after some seconds; a few simulations, for the points, if the match is won."""
        most = _WHEN_WON if won else math.inf
        simulations = most if self.simulations is None else min(most, self.simulations)
        return Budget(
            None if simulations == math.inf else int(simulations),
            None if self.seconds is None else max(0.0, self.seconds - spent),
        )


def search(
    rules: Rules,
    state: State,
    seat: int,
    budget: Budget,
    *,
    seed: int,
    threads: int = 1,
    settings: Settings = DEFAULTS,
    stop: StopSignal | None = None,
    nodes: int = MOST_NODES,
    models: Mapping[int, Model] | None = None,
    root_moves: Sequence[int] = (),
) -> list[Candidate]:
    """Return the moves that were tried, best first: by what is proven, then by value and how sure it is.

    Each thread grows its own tree from its own seed; the results at the roots are added up. `models` are used instead
    of the game's own. If there are `root_moves`, only these are tried.
    """
    position = _Position(np.array([state], rules.STATE), seat, _is_known(rules, state, seat))
    together = _is_together(rules, state)
    begin = time.perf_counter()
    proven = _prove_end(rules, state, together, budget, stop) if position.known and settings.exact else {}
    model = NO_MODEL if together or not settings.heuristic else _model_for(rules, state, settings, models)
    trees = [Tree(rules, nodes, model) for _ in range(threads)]
    spent = min(time.perf_counter() - begin, _SHARE_OF_PROOFS * (budget.seconds or math.inf))  # the rest was compiling
    if root_moves:
        proven = {move: result for move, result in proven.items() if move in root_moves}
    left = budget.after(spent, won=max(proven.values(), default=0) > 0)
    run = partial(_grow, position=position, budget=left, settings=settings, stop=stop)
    if threads == 1:
        run(trees[0], root_moves, seed=seed)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda i: run(trees[i], root_moves, seed=seed + 7919 * i), range(threads)))
    players = int(state["players"])
    found = _merged([_root_moves(tree, players) for tree in trees], players)
    tried = {candidate.move for candidate in found}
    if missing := [move for move, result in proven.items() if result > 0 and move not in tried]:
        run(trees[0], missing, seed=seed)
        found += _merged([_root_moves(trees[0], players)], players)
    return _with_proofs(found, proven, int(to_move(state)), together)


class _Position(NamedTuple):
    """What is searched: one record, the seat that thinks, and whether it knows everything."""

    root: Array
    seat: int
    known: bool


def _is_known(rules: Rules, state: State, seat: int) -> bool:
    """Whether nothing is hidden from a seat."""
    if seat == KNOWS_ALL:
        return True
    rng = chance("what is hidden")
    deal = np.array([state], rules.STATE)
    for _ in range(_DEALS_COMPARED):
        determinize(deal[0], seat, rng)
        if deal.tobytes() != state.tobytes():
            return False
    return True


def _is_together(rules: Rules, state: State) -> bool:
    """Whether all win or lose together: only then do the utilities not sum up to 0."""
    end = np.array([state], rules.STATE)
    values = np.zeros(MOST_SEATS)
    play_out(end[0], chance("the end"), values)
    return abs(float(values.sum())) > 0.5


def _model_for(rules: Rules, state: State, settings: Settings, models: Mapping[int, Model] | None) -> Model:
    """Return the learned value of a game, if it has one for that many players."""
    if not settings.learned:
        return NO_MODEL
    found = load(weights_file(rules)) if models is None else models
    model = found.get(int(state["players"]), NO_MODEL)
    check(model, rules)
    return model


def _prove_end(rules: Rules, state: State, together: bool, budget: Budget, stop: StopSignal | None) -> dict[int, int]:
    """Return the moves that an exact search of the end proves in its share of the budget: 1 wins, -1 loses."""
    limits = []
    if budget.simulations is not None:
        limits.append(_POSITIONS_FOR_A_SIMULATION * budget.simulations)
    if budget.seconds is not None:
        limits.append(int(_POSITIONS_FOR_A_SECOND * budget.seconds))
    end = time.perf_counter() + _SHARE_OF_PROOFS * (budget.seconds or math.inf)

    def stopped() -> bool:
        return time.perf_counter() > end or (stop is not None and stop.wanted)

    seat = int(to_move(state))
    return proven_moves(rules, state, seat, together=together, limit=min(limits, default=0), stopped=stopped)


def _with_proofs(found: list[Candidate], proven: dict[int, int], seat: int, together: bool) -> list[Candidate]:
    """Return the candidates, best first, with what was proven about them."""
    known = (replace(each, proven=proven.get(each.move, each.proven)) for each in found)
    return best_first(_certain(candidate, seat, len(candidate.utilities), together) for candidate in known)


def _certain(candidate: Candidate, seat: int, players: int, together: bool) -> Candidate:
    """Return a candidate with the utilities that a proof gives it."""
    if candidate.proven == 0 or (candidate.proven < 0 and players > 2 and not together):
        return candidate
    result = float(candidate.proven)
    others = result if together or players == 1 else -result / (players - 1)
    utilities = tuple(result if each == seat else others for each in range(players))
    return replace(candidate, utilities=utilities)


def _grow(
    tree: Tree,
    root_moves: Sequence[int],
    position: _Position,
    budget: Budget,
    settings: Settings,
    stop: StopSignal | None,
    seed: int,
) -> None:
    tree.clear()
    if root_moves:
        tree.restrict(root_moves)
    rng = chance(seed)
    done, chunk = 0, 16
    simulate(*position, 0, rng, settings.numbers, tree.model, *tree.memory)  # compiling is no thinking
    begin = time.perf_counter()
    while done == 0 or not (stop is not None and stop.wanted):  # there is always a result
        if budget.simulations is not None:
            chunk = min(chunk, budget.simulations - done)
        if chunk <= 0:
            break
        started = time.perf_counter()
        simulate(*position, chunk, rng, settings.numbers, tree.model, *tree.memory)
        done += chunk
        if tree.nodes[0]["proven"] > 0:
            break  # what is won needs no more thought
        now = time.perf_counter()
        if budget.seconds is not None and now - begin >= budget.seconds:
            break
        chunk = max(1, min(2 * chunk, int(chunk * _CHUNK_SECONDS / max(now - started, 1e-6))))


def _root_moves(tree: Tree, players: int) -> dict[int, Candidate]:
    found = {}
    child = int(tree.nodes[0]["first_child"])
    place = int(tree.nodes[0]["children"]) - 1
    while child != _NONE:
        node = tree.nodes[child]
        found[int(node["move"])] = Candidate(
            int(node["move"]),
            int(node["visits"]),
            float(node["value"]),
            tuple(tree.results[place, 0, :players].tolist()),
            tuple(tree.results[place, 1, :players].tolist()),
            int(node["proven"]),
        )
        child, place = int(node["next_sibling"]), place - 1
    return found


def _merged(roots: list[dict[int, Candidate]], players: int) -> list[Candidate]:
    merged = []
    for move in sorted({move for root in roots for move in root}):
        parts = [root[move] for root in roots if move in root]
        visits = sum(part.visits for part in parts)
        weight = 1 / max(visits, 1)
        merged.append(
            Candidate(
                move,
                visits,
                weight * sum(part.value for part in parts),
                tuple(weight * sum(part.utilities[seat] for part in parts) for seat in range(players)),
                tuple(weight * sum(part.points[seat] for part in parts) for seat in range(players)),
                next((part.proven for part in parts if part.proven), 0),
            )
        )
    return merged
