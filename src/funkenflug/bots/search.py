"""Monte-Carlo tree search for all games, over re-deals of what a seat does not know.

Every simulation re-deals the hidden parts, walks down one tree of moves that all deals share (information-set search),
adds one node and plays to the end. Every seat maximises its own result (max^n). A node with many moves begins with the
ones that the game's `weigh` rates best and widens slowly.

All memory is allocated before the first simulation.
"""

from __future__ import annotations

import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from funkenflug.bots.solving import StopSignal
from funkenflug.kernel import (
    MOST_SEATS,
    Array,
    Rules,
    State,
    allows,
    below,
    chance,
    compiled,
    int64,
    legal,
    play,
    record,
    redeal,
    sample,
    scores,
    temper,
    to_move,
    utilities,
    weigh,
)

NODE: Final = record(
    [
        ("value", np.float64),  # sum of results, as the seat that chose this move sees them
        ("move", np.int64),
        ("visits", np.int32),
        ("chances", np.int32),  # how often it was legal when its parent was visited
        ("first_child", np.int32),
        ("next_sibling", np.int32),
        ("children", np.int32),
    ]
)
KNOWS_ALL: Final = -2
"""Instead of a seat: the search uses what is hidden."""
_NONE: Final = -1
_DEEPEST: Final = 512


@dataclass(frozen=True, slots=True)
class Settings:
    """The parameters of a search."""

    exploration: float = 0.7
    widening: float = 2.0
    """A node visited n times has at most widening * n ** growth children."""
    growth: float = 0.35
    tasting: int = 3
    """A playout plays the most promising of this many random moves; 1 plays at random."""
    heuristic: bool = True
    """Whether to use the game's `weigh` and `temper`."""


class Tree:
    """The memory of a search, of a fixed size; it can be used for many positions."""

    def __init__(self, rules: Rules, nodes: int = 200_000) -> None:
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
        self.results = np.zeros((rules.MOST_MOVES, 2, MOST_SEATS))
        """For each child of the root, in the order of creation: sums of utilities and of points."""

    @property
    def memory(self) -> tuple[Array, ...]:
        """All arrays, in the order of the parameters of `simulate`."""
        board = (self.nodes, self.used, self.state, self.scratch, self.moves, self.weights, self.tried, self.path)
        return *board, self.values, self.points, self.results

    def clear(self) -> None:
        """Forget the last position."""
        self.nodes[0] = (0.0, 0, 0, 0, _NONE, _NONE, 0)
        self.used[0] = 1
        self.results[:] = 0.0


@compiled
def simulate(
    root: Array,
    seat: int,
    simulations: int,
    rng: Array,
    settings: tuple[float, float, float, int, bool],
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
    results: Array,
) -> None:
    """Run simulations from a position, as the given seat knows it."""
    exploration, widening, growth, tasting, heuristic = settings
    here = state[0]
    for _ in range(simulations):
        state[0] = root[0]
        if seat != KNOWS_ALL:
            redeal(here, seat, rng)
        node = int64(0)
        depth = 0
        while True:
            mover = to_move(here)
            if mover < 0 or depth == _DEEPEST:
                break
            child = _NONE
            added = False
            most = widening * (nodes[node].visits + 1) ** growth
            if nodes[node].children < most and used[0] < len(nodes):
                child = _add_child(nodes, used, node, here, rng, heuristic, moves, weights, tried, scratch)
                added = child != _NONE
            if child == _NONE:
                child = _choose_child(nodes, node, here, exploration)
            if child == _NONE:
                break
            play(here, nodes[child].move)
            path[depth, 0] = child
            path[depth, 1] = mover
            depth += 1
            node = child
            if added:
                break
        _play_to_the_end(here, rng, tasting if heuristic else 1, moves, weights, scratch)
        _note_result(here, heuristic, nodes, path, depth, values, points, results)


@compiled
def _add_child(
    nodes: Array,
    used: Array,
    node: int,
    state: State,
    rng: Array,
    heuristic: bool,
    moves: Array,
    weights: Array,
    tried: Array,
    scratch: Array,
) -> int:
    """Add the most promising legal move that has no node yet; return it, or _NONE if all have one."""
    count = legal(state, moves)
    if count <= nodes[node].children:
        known = 0
        child = nodes[node].first_child
        while child != _NONE:
            known += allows(state, nodes[child].move)
            child = nodes[child].next_sibling
        if known == count:
            return _NONE
    child = nodes[node].first_child
    while child != _NONE:
        tried[nodes[child].move] = 1
        child = nodes[child].next_sibling
    if heuristic:
        weigh(state, moves, count, weights, scratch)
    best = _NONE
    equals = 0
    for i in range(count):
        if tried[moves[i]] == 0:
            if best == _NONE or (heuristic and weights[i] > weights[best]):
                best = i
                equals = 1
            elif not heuristic or weights[i] == weights[best]:
                equals += 1
                if below(rng, equals) == 0:
                    best = i
    child = nodes[node].first_child
    while child != _NONE:
        tried[nodes[child].move] = 0
        child = nodes[child].next_sibling
    if best == _NONE:
        return _NONE
    new = used[0]
    used[0] = new + 1
    nodes[new].value = 0.0
    nodes[new].move = moves[best]
    nodes[new].visits = 0
    nodes[new].chances = 0
    nodes[new].first_child = _NONE
    nodes[new].children = 0
    nodes[new].next_sibling = nodes[node].first_child
    nodes[node].first_child = new
    nodes[node].children += 1
    return new


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
            if merit > highest:
                highest = merit
                best = child
        child = nodes[child].next_sibling
    return best


@compiled
def _play_to_the_end(state: State, rng: Array, tasting: int, moves: Array, weights: Array, scratch: Array) -> None:
    while to_move(state) >= 0:
        if tasting <= 1:
            play(state, sample(state, rng))
        else:
            for i in range(tasting):
                moves[i] = sample(state, rng)
            weigh(state, moves, tasting, weights, scratch)
            best = 0
            for i in range(1, tasting):
                if weights[i] > weights[best]:
                    best = i
            play(state, moves[best])


@compiled
def _note_result(
    state: State, heuristic: bool, nodes: Array, path: Array, depth: int, values: Array, points: Array, results: Array
) -> None:
    utilities(state, values)
    scores(state, points)
    nodes[0].visits += 1
    if depth > 0:
        _note_at_root(nodes, path[0, 0], values, points, results)
    if heuristic:
        temper(state, points, values)
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


def search(
    rules: Rules,
    state: State,
    seat: int,
    budget: Budget,
    *,
    seed: int,
    threads: int = 1,
    settings: Settings = Settings(),  # noqa: B008  (it is frozen)
    stop: StopSignal | None = None,
    nodes: int = 200_000,
) -> list[Candidate]:
    """Return the moves that were tried, the most visited first.

    Each thread grows its own tree from its own seed; the results at the roots are added up.
    """
    trees = [Tree(rules, nodes) for _ in range(threads)]
    run = partial(_grow, root=np.array([state], rules.STATE), seat=seat, budget=budget, settings=settings, stop=stop)
    if threads == 1:
        run(trees[0], seed=seed)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda i: run(trees[i], seed=seed + 7919 * i), range(threads)))
    players = int(state["players"])
    return _merged([_root_moves(tree, players) for tree in trees], players)


def _grow(
    tree: Tree, root: Array, seat: int, budget: Budget, settings: Settings, stop: StopSignal | None, seed: int
) -> None:
    tree.clear()
    rng = chance(seed)
    chosen = (settings.exploration, settings.widening, settings.growth, settings.tasting, settings.heuristic)
    done, chunk = 0, 16
    begin = time.perf_counter()
    while done == 0 or not (stop is not None and stop.wanted):  # there is always a result
        if budget.simulations is not None:
            chunk = min(chunk, budget.simulations - done)
        if chunk <= 0:
            break
        started = time.perf_counter()
        simulate(root, seat, chunk, rng, chosen, *tree.memory)
        done += chunk
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
            )
        )
    return sorted(merged, key=lambda candidate: (-candidate.visits, -candidate.value, candidate.move))
