"""The tree of a search, and a simulation: compiled for each game, over arrays that are allocated before.

See `bots.search`, which runs it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from funkenflug.bots.model import NO_MODEL, Model, PartScores, evaluate, part_scores, policy_logits
from funkenflug.kernel import (
    MOST_SEATS,
    Array,
    Rules,
    State,
    allows,
    below,
    compiled,
    determinize,
    int64,
    legal,
    move_scores,
    play,
    record,
    revealed,
    sample,
    scores,
    shape_reward,
    to_move,
    utilities,
)

NODE: Final = record(
    [
        ("value", np.float64),  # sum of results, as the seat that chose this move sees them
        ("move", np.int64),
        ("visits", np.int32),
        ("chances", np.int32),  # how often it was legal when its parent was visited
        ("first_child", np.int32),
        ("next_sibling", np.int32),
        ("waiting", np.int32),  # the next child to add, best first; they are scored several at a time
        ("prior", np.float32),  # how likely the policy thinks it to be the best move
        ("children", np.int16),
        ("choices", np.int16),  # legal moves here, in the deal in which they were last scored; or _NO_OTHERS
        ("proven", np.int16),  # 1: the seat that chose this move wins, -1: it does not, 0: open
        ("unused", np.int16),
    ]
)
NONE: Final = -1
_NO_OTHERS: Final = -1
"""Instead of a number of choices: no children may be added but those that wait."""
_DEEPEST: Final = 512
_AT_A_TIME: Final = 8
"""How many moves wait to be added to a node."""
_FEW: Final = 3
"""How many moves of the root share the simulations of `forced_root_share`."""
_UNLIKELY: Final = 8.0
"""Moves with logits lower than the best by this much hardly add to the sum of all."""
_CERTAIN: Final = 100.0
"""A proven result counts more than any value."""


class SearchRoot(NamedTuple):
    """What is searched: an array of one record, the seat that thinks, and whether it knows everything."""

    root: Array
    seat: int
    known: bool


class Parameters(NamedTuple):
    """The `Settings` of a search, as compiled code reads them."""

    c_puct: float
    fpu_reduction: float
    forced_root_share: float
    playout_candidates: int
    heuristic: bool
    exploration: float
    widening: float
    growth: float


class Growth(NamedTuple):
    """The arrays by which nodes get children."""

    used: Array
    """How many nodes are used."""
    moves: Array
    scores: Array
    tried: Array
    shortlist: Array
    scratch: Array


class Memory(NamedTuple):
    """The arrays of a search."""

    nodes: Array
    growth: Growth
    parts: PartScores
    state: Array
    path: Array
    values: Array
    points: Array
    seen: Array
    hidden: Array
    results: Array
    """For each child of the root, in the order of creation: sums of utilities and of points."""


class Tree:
    """The memory of a search, of a fixed size; it can be used for many positions."""

    def __init__(self, rules: Rules, nodes: int, model: Model = NO_MODEL) -> None:
        self.model = model
        self.memory = Memory(
            nodes=np.zeros(nodes, NODE),
            growth=Growth(
                used=np.zeros(1, np.int64),
                moves=np.zeros(rules.MOST_MOVES, np.int64),
                scores=np.zeros(rules.MOST_MOVES),
                tried=np.zeros(rules.MOVES, np.int64),
                shortlist=np.zeros(_AT_A_TIME, np.int64),
                scratch=np.zeros(1, rules.STATE),
            ),
            parts=part_scores(rules),
            state=np.zeros(1, rules.STATE),
            path=np.zeros((_DEEPEST, 2), np.int64),
            values=np.zeros(MOST_SEATS),
            points=np.zeros(MOST_SEATS),
            seen=np.zeros(len(model.first), np.float32),
            hidden=np.zeros(len(model.bias), np.float32),
            results=np.zeros((rules.MOST_MOVES, 2, MOST_SEATS)),
        )

    def clear(self) -> None:
        """Forget the last position."""
        self.memory.nodes[0] = (0.0, 0, 0, 0, NONE, NONE, NONE, 0.0, 0, 0, 0, 0)
        self.memory.growth.used[0] = 1
        self.memory.results[:] = 0.0

    def restrict(self, moves: Sequence[int]) -> None:
        """Allow only these moves at the root."""
        nodes, places = self.memory.nodes, range(1, 1 + len(moves))
        for node, move in zip(places, moves, strict=True):
            following = node + 1 if node + 1 in places else NONE
            nodes[node] = (0.0, move, 0, 0, NONE, following, NONE, 1 / len(moves), 0, 0, 0, 0)
        nodes[0]["waiting"], nodes[0]["choices"] = 1, _NO_OTHERS
        self.memory.growth.used[0] = places.stop


@compiled(nogil=True)
def simulate(
    position: SearchRoot, simulations: int, rng: Array, parameters: Parameters, model: Model, memory: Memory
) -> None:
    """Run simulations from a position, as the given seat knows it; if nothing is hidden, results are proven."""
    root, seat, known = position
    nodes, growth, parts, state, path, values, points, seen, hidden, results = memory
    moves, merits, scratch = growth.moves, growth.scores, growth.scratch
    policy, learned = model.policy, len(model.second) > 0
    candidates = parameters.playout_candidates if parameters.heuristic else 1
    here = state[0]
    for _ in range(simulations):
        state[0] = root[0]
        if not known:
            determinize(here, seat, rng)
        depth = _descend(here, known, rng, parameters, policy, parts, nodes, path, growth)
        if known and depth > 0 and to_move(here) < 0:
            utilities(here, values)
            _prove(nodes, path, depth, int64(here.players), values)
        if not learned or below(rng, 1000) < 1000 * model.playouts:
            _play_out(here, rng, candidates, moves, merits, scratch)
        if to_move(here) < 0:
            utilities(here, values)
            scores(here, points)
        else:
            evaluate(here, model, scratch, seen, hidden, values, points)
        _note_result(here, parameters.heuristic, nodes, path, depth, values, points, results)


@compiled(inline=True)
def _descend(
    state: State,
    known: bool,
    rng: Array,
    parameters: Parameters,
    policy: Array,
    parts: PartScores,
    nodes: Array,
    path: Array,
    growth: Growth,
) -> int:
    """Play from the root to a new node, or to the end; write the path, and return its length."""
    used, moves = growth.used, growth.moves
    node = int64(0)
    depth = 0
    while depth < _DEEPEST:
        mover = to_move(state)
        if mover < 0:
            break
        room = used[0] + _AT_A_TIME <= len(nodes)
        if len(policy) > 0:
            child, narrow = _choose_by_policy(nodes, node, state, known, room, parameters, moves)
            if narrow:
                _add_by_policy(nodes, node, state, rng, policy, parts, growth)
                child, _ = _choose_by_policy(nodes, node, state, known, False, parameters, moves)
        else:
            child = NONE
            if room and _is_narrow(nodes[node], parameters):
                child = _add_child(nodes, node, state, known, rng, parameters.heuristic, growth)
            if child == NONE and node == 0 and _is_forced(nodes[0].visits, parameters.forced_root_share):
                child = _choose_neglected(nodes, state)
            if child == NONE:
                child = _choose_child(nodes, node, state, parameters.exploration)
                if child != NONE and nodes[child].proven < 0 and room:
                    other = _add_child(nodes, node, state, known, rng, parameters.heuristic, growth)
                    child = child if other == NONE else other
        if child == NONE:
            break
        play(state, nodes[child].move)
        path[depth, 0] = child
        path[depth, 1] = mover
        depth += 1
        node = child
        if nodes[child].visits == 0:
            break
        if not known and revealed(state) > 0:
            node = _find_revealed(nodes, used, node, revealed(state))
            if node == NONE:
                break
    return depth


@compiled
def _find_revealed(nodes: Array, used: Array, node: int, what: int) -> int:
    """Return the node for what chance has revealed after a move, a new one if need be; NONE if there is no room."""
    child = nodes[node].first_child
    while child != NONE and nodes[child].move != what:
        child = nodes[child].next_sibling
    if child == NONE and used[0] < len(nodes):
        child = _new_node(nodes, used, what)
        nodes[child].next_sibling = nodes[node].first_child
        nodes[node].first_child = child
    if child != NONE:
        nodes[child].visits += 1
    return child


# Choosing -------------------------------------------------------------------------------------------------------------


@compiled
def _choose_by_policy(
    nodes: Array, node: int, state: State, known: bool, room: bool, parameters: Parameters, children: Array
) -> tuple[int, bool]:
    """Return the best move that is legal in this deal by value and policy (PUCT), or that others should be added."""
    if node == 0 and _is_forced(nodes[0].visits, parameters.forced_root_share):
        forced = _choose_neglected(nodes, state)
        if forced != NONE:
            return forced, False
    count, visits, total, explored = _list_children(nodes, node, state, known, children)
    spread = parameters.c_puct * math.sqrt(visits + 1.0)
    best, highest = _best_by_policy(nodes, children, count, spread)
    new = _find_waiting(nodes, node, state)
    if new == NONE:
        all_tried = nodes[node].choices == _NO_OTHERS or 0 < nodes[node].choices <= count
        few = highest < -0.5 * _CERTAIN or count * count <= 4 * visits
        return best, room and few and not all_tried
    mean = total / visits if visits > 0 else 0.0
    merit = mean - parameters.fpu_reduction * math.sqrt(explored) + spread * nodes[new].prior
    return _take_waiting(nodes, node, new) if merit > highest else best, False


@compiled
def _is_forced(visits: int, share: float) -> bool:
    """Whether the next simulation is one of the forced share."""
    return math.floor(visits * share) > math.floor((visits - 1) * share)


@compiled
def _list_children(
    nodes: Array, node: int, state: State, known: bool, children: Array
) -> tuple[int, int, float, float]:
    """Write the children that are legal in this deal; return how many, and the sums of visits, values and priors."""
    count = visits = 0
    total = explored = 0.0
    child = nodes[node].first_child
    while child != NONE:
        if known or allows(state, nodes[child].move):
            children[count] = child
            count += 1
            visits += nodes[child].visits
            total += nodes[child].value
            explored += nodes[child].prior
        child = nodes[child].next_sibling
    return count, visits, total, explored


@compiled
def _best_by_policy(nodes: Array, children: Array, count: int, spread: float) -> tuple[int, float]:
    best = int64(NONE)
    highest = -1e30
    for i in range(count):
        child = children[i]
        merit = nodes[child].value / nodes[child].visits + spread * nodes[child].prior / (1 + nodes[child].visits)
        merit += _CERTAIN * nodes[child].proven
        if merit > highest:
            highest = merit
            best = child
    return best, highest


@compiled
def _is_narrow(node: State, parameters: Parameters) -> bool:
    return node.children < parameters.widening * (node.visits + 1) ** parameters.growth


@compiled
def _add_child(nodes: Array, node: int, state: State, known: bool, rng: Array, heuristic: bool, growth: Growth) -> int:
    """Add the most promising legal move that has no node yet; return it, or NONE if all have one."""
    new = _find_waiting(nodes, node, state)
    if new == NONE:
        if nodes[node].choices == _NO_OTHERS:
            return NONE
        if known and nodes[node].choices > 0 and nodes[node].children == nodes[node].choices:
            return NONE
        _add_by_score(nodes, node, state, rng, heuristic, growth)
        new = _find_waiting(nodes, node, state)
    return NONE if new == NONE else _take_waiting(nodes, node, new)


@compiled
def _choose_child(nodes: Array, node: int, state: State, exploration: float) -> int:
    """Return the best child that is legal in this deal by value and exploration (UCB1), NONE if there is none."""
    best = NONE
    highest = -1e30
    child = nodes[node].first_child
    while child != NONE:
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
    """Return the least visited of the few best moves of the root, NONE if none of them is legal in this deal."""
    best = NONE
    child = nodes[0].first_child
    while child != NONE:
        if nodes[child].visits > 0 and (best == NONE or nodes[child].visits < nodes[best].visits):
            mean = nodes[child].value / nodes[child].visits
            better = 0
            other = nodes[0].first_child
            while other != NONE:
                better += nodes[other].visits > 0 and nodes[other].value / nodes[other].visits > mean
                other = nodes[other].next_sibling
            if better < _FEW and allows(state, nodes[child].move):
                best = child
        child = nodes[child].next_sibling
    return best


# Adding nodes ---------------------------------------------------------------------------------------------------------


@compiled
def _add_by_policy(
    nodes: Array, node: int, state: State, rng: Array, policy: Array, parts: PartScores, growth: Growth
) -> None:
    """Append the legal moves that the policy likes best and that have no node yet to those that wait."""
    moves, logits, used = growth.moves, growth.scores, growth.used
    count = legal(state, moves)
    nodes[node].choices = count
    policy_logits(state, moves, count, policy, parts, logits)
    highest = logits[0]
    for i in range(1, count):
        highest = max(highest, logits[i])
    total = 0.0
    for i in range(count):
        if logits[i] > highest - _UNLIKELY:
            total += math.exp(logits[i] - highest)
    last = used[0]
    _append_best(nodes, node, rng, count, growth)
    for new in range(last, used[0]):
        nodes[new].prior = math.exp(nodes[new].value - highest) / total
        nodes[new].value = 0.0


@compiled(inline=True)
def _add_by_score(nodes: Array, node: int, state: State, rng: Array, heuristic: bool, growth: Growth) -> None:
    """Append the most promising legal moves that have no node yet to those that wait."""
    moves, merits, used = growth.moves, growth.scores, growth.used
    count = legal(state, moves)
    nodes[node].choices = count
    if heuristic:
        move_scores(state, moves, count, merits, growth.scratch)
    for i in range(count):  # equals in a random order
        merits[i] = (merits[i] if heuristic else 0.0) + 1e-6 * below(rng, 1000)
    last = used[0]
    _append_best(nodes, node, rng, count, growth)
    for new in range(last, used[0]):
        nodes[new].value = 0.0


@compiled(inline=True)
def _append_best(nodes: Array, node: int, rng: Array, count: int, growth: Growth) -> None:
    """Make nodes of the best listed moves that have none, with their scores as values; append them to those waiting."""
    moves, merits, used, shortlist = growth.moves, growth.scores, growth.used, growth.shortlist
    kept = _shortlist_untried(nodes, node, rng, count, growth)
    last = nodes[node].waiting
    while last != NONE and nodes[last].next_sibling != NONE:
        last = nodes[last].next_sibling
    for k in range(kept):
        new = _new_node(nodes, used, moves[shortlist[k]])
        nodes[new].value = merits[shortlist[k]]
        if last == NONE:
            nodes[node].waiting = new
        else:
            nodes[last].next_sibling = new
        last = new


@compiled(inline=True)
def _shortlist_untried(nodes: Array, node: int, rng: Array, count: int, growth: Growth) -> int:
    """Write the places of the best listed moves that have no node, the best first; return how many there are."""
    moves, merits, tried, shortlist = growth.moves, growth.scores, growth.tried, growth.shortlist
    _mark(nodes, nodes[node].first_child, tried, 1)
    _mark(nodes, nodes[node].waiting, tried, 1)
    start = below(rng, count)
    kept = 0
    for k in range(count):
        i = start + k if start + k < count else start + k - count
        if tried[moves[i]] != 0 or (kept == _AT_A_TIME and merits[i] <= merits[shortlist[kept - 1]]):
            continue
        place = min(kept, _AT_A_TIME - 1)
        while place > 0 and merits[shortlist[place - 1]] < merits[i]:
            shortlist[place] = shortlist[place - 1]
            place -= 1
        shortlist[place] = i
        kept = min(kept + 1, _AT_A_TIME)
    _mark(nodes, nodes[node].first_child, tried, 0)
    _mark(nodes, nodes[node].waiting, tried, 0)
    return kept


@compiled
def _find_waiting(nodes: Array, node: int, state: State) -> int:
    """Return the best waiting move that is legal in this deal, NONE if there is none."""
    child = nodes[node].waiting
    while child != NONE and not allows(state, nodes[child].move):
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
def _mark(nodes: Array, child: int, tried: Array, value: int) -> None:
    while child != NONE:
        tried[nodes[child].move] = value
        child = nodes[child].next_sibling


@compiled
def _new_node(nodes: Array, used: Array, move: int) -> int:
    new = used[0]
    used[0] = new + 1
    nodes[new].value = 0.0
    nodes[new].move = move
    nodes[new].visits = 0
    nodes[new].chances = 0
    nodes[new].first_child = NONE
    nodes[new].next_sibling = NONE
    nodes[new].waiting = NONE
    nodes[new].prior = 0.0
    nodes[new].children = 0
    nodes[new].choices = 0
    nodes[new].proven = 0
    return int64(new)


# Results --------------------------------------------------------------------------------------------------------------


@compiled
def _play_out(state: State, rng: Array, candidates: int, moves: Array, merits: Array, scratch: Array) -> None:
    while to_move(state) >= 0:
        play_one(state, rng, candidates, moves, merits, scratch)


@compiled(inline=True)
def play_one(state: State, rng: Array, candidates: int, moves: Array, merits: Array, scratch: Array) -> None:
    """Play a move of a playout: the most promising of a few random ones."""
    if candidates <= 1:
        play(state, sample(state, rng))
        return
    for i in range(candidates):
        moves[i] = sample(state, rng)
    move_scores(state, moves, candidates, merits, scratch)
    best = 0
    for i in range(1, candidates):
        if merits[i] > merits[best]:
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


# Proofs ---------------------------------------------------------------------------------------------------------------


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
    while child != NONE:
        if nodes[child].proven >= 0:
            return False
        child = nodes[child].next_sibling
    return True
