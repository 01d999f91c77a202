"""Search with a network in the loop, in many matches at once.

Every simulation goes down the tree of each match, and the leaves of all matches are evaluated by one call of the
network. It may be written with torch, jax or anything else that takes arrays:

>>> import funkenflug, numpy as np
>>> def evaluate(look):  # a network that knows nothing
...     return np.zeros(look.masks.shape), np.zeros(look.scores.shape)
>>> env = funkenflug.vector("vulkan", 8, players=2, layout="hexagon")
>>> seen = env.reset(seed=7)
>>> found = BatchedSearch(env.encoding, simulations=12)(env.states, evaluate, seed=1)
>>> found.visits.shape, found.visits.sum(axis=1).tolist(), bool(seen.masks[np.arange(8), found.actions].all())
((8, 2700), [12, 12, 12, 12, 12, 12, 12, 12], True)

The root chooses as Gumbel AlphaZero does (Danihelka et al., 2022): a few moves are drawn from the policy, and
sequential halving finds the best of them, so that even 8 simulations improve a policy. Below the root it is PUCT. Each
simulation redeals what the seat to move does not know, so the search knows no more than the seat.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from funkenflug.kernel import (
    MOST_SEATS,
    Array,
    State,
    allows,
    below,
    chance,
    compiled,
    determinize,
    legal,
    play,
    to_move,
    utilities,
)
from funkenflug.research.encoding import Encoding, Look

Evaluate = Callable[[Look], tuple[Any, Any]]
"""A network: canonical positions -> logits (n, actions) and values (n, players), both canonical.

Canonical means that the seat to move is the first one: see `Encoding.look`. Values are between -1 and 1.
"""

_NONE: Final = -1
_C_VISIT: Final = 50.0
"""The weight of values against logits grows with the visits, from this."""


class SearchResult(NamedTuple):
    """What a search found in n positions; actions are those of the encoding, not canonical."""

    actions: Array
    """(n,): the best actions; 0 if the match is over."""
    visits: Array
    """(n, actions), int32: how often each action was tried."""
    policies: Array
    """(n, actions), float32: the improved policy, a target for learning."""
    values: Array
    """(n, players), float32: the mean value for each seat, in absolute order."""


class _Tree(NamedTuple):
    """The trees of n positions."""

    visits: Array
    """(n, nodes)"""
    values: Array
    """(n, nodes, seats): sums"""
    first: Array
    """(n, nodes): the first edge"""
    edges: Array
    """(n, nodes): the number of edges"""
    moves: Array
    """(n, edges)"""
    logits: Array
    """(n, edges): at the root with noise"""
    priors: Array
    """(n, edges)"""
    children: Array
    """(n, edges)"""
    used: Array
    """(n, 2): nodes and edges in use"""


class _Trail(NamedTuple):
    """How a simulation went down."""

    path: Array
    depth: Array
    leaf: Array


class _Numbering(NamedTuple):
    """From moves to the canonical actions of the seats to move."""

    action_of: Array
    images: Array
    seats: Array


class BatchedSearch:
    """A search of `simulations` evaluations for each position.

    `considered` is the number of moves that the root compares: by default one for each eight simulations, from 4 to 16.
    With more of them, chance decides which seems best. `width` is the number of moves that other nodes have, the most
    promising ones.
    """

    def __init__(
        self,
        encoding: Encoding,
        simulations: int = 32,
        *,
        considered: int | None = None,
        width: int = 48,
        c_scale: float = 1.0,
    ) -> None:
        if simulations < 1:
            raise ValueError(f"a search has at least one simulation, not {simulations}")
        if considered is None:
            considered = min(max(4, simulations // 8), 16)
        elif considered < 2:
            raise ValueError(f"a search compares at least two moves, not {considered}")
        self.encoding = encoding
        self.simulations = simulations
        self.c_puct = 1.5
        self.c_scale = c_scale
        self._width = width
        self._considered = considered
        self._plan = np.array([_visits_to_come(moves, simulations) for moves in range(considered + 1)])

    def __call__(self, states: Array, evaluate: Evaluate, *, seed: int, explore: bool = True) -> SearchResult:
        """Search from each position. With `explore`, moves are drawn from the policy, otherwise it takes the best."""
        roots = self.encoding._positions(states)
        n, rules = len(roots), self.encoding.type.rules
        rng = chance(seed)
        tree, trail = (
            self._plant(n),
            _Trail(*(np.zeros(shape, np.int32) for shape in ((n, self.simulations + 1), n, n))),
        )
        leaves = np.zeros(n, rules.STATE)
        moves, values = np.zeros(rules.MOST_MOVES, np.int64), np.zeros(MOST_SEATS)
        for simulation in range(self.simulations + 1):
            considered = self._plan[:, max(simulation - 1, 0)].copy()
            _descend(roots, leaves, considered, rng, self.c_puct, self.c_scale, trail, tree)
            look = self.encoding.look(leaves, canonical=True)
            logits, worth = self._evaluated(evaluate, look)
            numbering = _Numbering(self.encoding.action_of, self.encoding.images, look.seats)
            _expand(leaves, logits, numbering, moves, trail.leaf, self._width, rng, explore, tree)
            _back_up(leaves, worth, look.seats, values, trail, tree)
        return self._found(roots, tree)

    def _plant(self, n: int) -> _Tree:
        nodes = self.simulations + 2
        edges = self.encoding.type.rules.MOST_MOVES + self.simulations * self._width
        return _Tree(
            visits=np.zeros((n, nodes), np.int32),
            values=np.zeros((n, nodes, MOST_SEATS), np.float32),
            first=np.full((n, nodes), _NONE, np.int32),
            edges=np.zeros((n, nodes), np.int32),
            moves=np.zeros((n, edges), np.int32),
            logits=np.zeros((n, edges), np.float32),
            priors=np.zeros((n, edges), np.float32),
            children=np.full((n, edges), _NONE, np.int32),
            used=np.tile(np.array([1, 0], np.int32), (n, 1)),
        )

    def _evaluated(self, evaluate: Evaluate, look: Look) -> tuple[Array, Array]:
        logits, values = (np.ascontiguousarray(np.asarray(result), np.float32) for result in evaluate(look))
        for name, result, wanted in (("logits", logits, look.masks.shape), ("values", values, look.scores.shape)):
            if result.shape != wanted:
                raise ValueError(f"the network must return {name} {wanted}, not {result.shape}")
        if not (np.isfinite(logits[look.masks]).all() and np.isfinite(values).all()):
            raise ValueError("the network returned numbers that are not finite")
        return logits, values

    def _found(self, roots: Array, tree: _Tree) -> SearchResult:
        n, actions = len(roots), self.encoding.actions
        found = SearchResult(
            np.zeros(n, np.int64),
            np.zeros((n, actions), np.int32),
            np.zeros((n, actions), np.float32),
            np.zeros((n, self.encoding.players), np.float32),
        )
        _harvest(roots, self.encoding.action_of, self.c_scale, found, tree)
        return found


def _visits_to_come(moves: int, simulations: int) -> list[int]:
    """Return the visits that the move of each simulation has had before: sequential halving of this many moves.

    >>> _visits_to_come(4, 12)
    [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    """
    if moves <= 1:
        return list(range(simulations))
    visits, left = [0] * moves, moves
    plan: list[int] = []
    while len(plan) < simulations:
        for _ in range(max(1, simulations // (math.ceil(math.log2(moves)) * left))):
            plan += visits[:left]
            visits[:left] = [seen + 1 for seen in visits[:left]]
        left = max(2, left // 2)
    return plan[:simulations]


# Compiled -----------------------------------------------------------------------------------------------------------


@compiled(nogil=True)
def _descend(
    roots: Array,
    leaves: Array,
    plan: Array,
    rng: Array,
    c_puct: float,
    c_scale: float,
    trail: _Trail,
    tree: _Tree,
) -> None:
    """Go down from each root to a node without edges, or to the end of the match."""
    for i in range(len(roots)):
        leaves[i] = roots[i]
        mover = to_move(leaves[i])
        if mover >= 0:
            determinize(leaves[i], mover, rng)
        node = 0
        steps = 0
        while tree.first[i, node] != _NONE:
            mover = to_move(leaves[i])
            if mover < 0:
                break
            if node == 0:
                edge = _choose_at_root(i, mover, plan, c_scale, tree)
            else:
                edge = _choose_below(i, node, mover, leaves[i], c_puct, tree)
            if edge == _NONE:
                break
            play(leaves[i], tree.moves[i, edge])
            if tree.children[i, edge] == _NONE:
                tree.children[i, edge] = tree.used[i, 0]
                tree.used[i, 0] += 1
            node = tree.children[i, edge]
            trail.path[i, steps] = node
            steps += 1
        trail.depth[i] = steps
        trail.leaf[i] = node


@compiled
def _weight(most: int, c_scale: float) -> float:
    """Return the weight of a value between -1 and 1 in logits."""
    return (_C_VISIT + most) * c_scale * 0.5


@compiled(inline=True)
def _visits_of(i: int, edge: int, children: Array, visits: Array) -> int:
    child = children[i, edge]
    return 0 if child == _NONE else visits[i, child]


@compiled
def _most_visits(i: int, tree: _Tree) -> int:
    children, visits = tree.children, tree.visits
    most = 0
    for edge in range(tree.edges[i, 0]):
        most = max(most, _visits_of(i, edge, children, visits))
    return most


@compiled
def _choose_at_root(i: int, mover: int, plan: Array, c_scale: float, tree: _Tree) -> int:
    """Return the best edge of those that sequential halving considers next."""
    children, visits, values, logits = tree.children, tree.visits, tree.values, tree.logits
    wanted = plan[min(tree.edges[i, 0], len(plan) - 1)]
    weight = _weight(_most_visits(i, tree), c_scale)
    best = _NONE
    highest = -1e30
    for edge in range(tree.edges[i, 0]):
        tried = _visits_of(i, edge, children, visits)
        merit = logits[i, edge]
        if tried > 0:
            merit += weight * values[i, children[i, edge], mover] / tried
        if tried != wanted:
            merit -= 1e20 * abs(tried - wanted)
        if merit > highest:
            highest = merit
            best = edge
    return best


@compiled
def _choose_below(i: int, node: int, mover: int, state: State, c_puct: float, tree: _Tree) -> int:
    """Return the best edge by value and prior that is legal in this deal, _NONE if there is none."""
    children, visits, values, priors = tree.children, tree.visits, tree.values, tree.priors
    moves = tree.moves
    best = _NONE
    highest = -1e30
    so_far = values[i, node, mover] / max(visits[i, node], 1)
    spread = c_puct * math.sqrt(visits[i, node])
    for edge in range(tree.first[i, node], tree.first[i, node] + tree.edges[i, node]):
        if not allows(state, moves[i, edge]):
            continue
        tried = _visits_of(i, edge, children, visits)
        merit = so_far if tried == 0 else values[i, children[i, edge], mover] / tried
        merit += spread * priors[i, edge] / (1 + tried)
        if merit > highest:
            highest = merit
            best = edge
    return best


@compiled(nogil=True)
def _expand(
    leaves: Array,
    scores: Array,
    numbering: _Numbering,
    legal_moves: Array,
    leaf: Array,
    width: int,
    rng: Array,
    explore: bool,
    tree: _Tree,
) -> None:
    """Give the leaves edges: all moves at the root, the most promising ones elsewhere."""
    for i in range(len(leaves)):
        node = leaf[i]
        if tree.first[i, node] != _NONE or to_move(leaves[i]) < 0:
            continue
        count = legal(leaves[i], legal_moves)
        start = tree.used[i, 1]
        kept = _keep_best(i, scores, numbering, legal_moves[:count], count if node == 0 else min(count, width), tree)
        _normalise(i, start, start + kept, tree)
        if node == 0 and explore:
            for edge in range(start, start + kept):
                chosen = (below(rng, 1 << 30) + 0.5) / (1 << 30)
                tree.logits[i, edge] -= math.log(-math.log(chosen))
        tree.first[i, node] = start
        tree.edges[i, node] = kept
        tree.used[i, 1] = start + kept


@compiled
def _keep_best(i: int, scores: Array, numbering: _Numbering, moves: Array, room: int, tree: _Tree) -> int:
    """Write edges for the moves with the best scores; return how many there are."""
    images, action_of = numbering.images[numbering.seats[i]], numbering.action_of
    start, logits = tree.used[i, 1], tree.logits
    kept = 0
    for k in range(len(moves)):
        score = scores[i, images[action_of[moves[k]]]]
        if kept == room and score <= logits[i, start + kept - 1]:
            continue
        place = kept if kept < room else kept - 1
        if room < len(moves):  # keep them in order, the best first
            while place > 0 and logits[i, start + place - 1] < score:
                logits[i, start + place] = logits[i, start + place - 1]
                tree.moves[i, start + place] = tree.moves[i, start + place - 1]
                place -= 1
        logits[i, start + place] = score
        tree.moves[i, start + place] = moves[k]
        kept = min(kept + 1, room)
    return kept


@compiled
def _normalise(i: int, start: int, end: int, tree: _Tree) -> None:
    """Turn the logits of new edges into logarithms of priors."""
    highest = tree.logits[i, start]
    for edge in range(start, end):
        highest = max(highest, tree.logits[i, edge])
    total = 0.0
    for edge in range(start, end):
        tree.priors[i, edge] = math.exp(tree.logits[i, edge] - highest)
        total += tree.priors[i, edge]
        tree.children[i, edge] = _NONE
    for edge in range(start, end):
        tree.priors[i, edge] /= total
        tree.logits[i, edge] -= highest + math.log(total)


@compiled(nogil=True)
def _back_up(leaves: Array, worth: Array, seats: Array, result: Array, trail: _Trail, tree: _Tree) -> None:
    players = worth.shape[1]
    for i in range(len(leaves)):
        if to_move(leaves[i]) < 0:
            utilities(leaves[i], result)
        else:
            for k in range(players):
                result[(seats[i] + k) % players] = worth[i, k]
        _add_result(i, 0, players, result, tree)
        for step in range(trail.depth[i]):
            _add_result(i, trail.path[i, step], players, result, tree)


@compiled
def _add_result(i: int, node: int, players: int, result: Array, tree: _Tree) -> None:
    tree.visits[i, node] += 1
    for seat in range(players):
        tree.values[i, node, seat] += result[seat]


@compiled(nogil=True)
def _harvest(roots: Array, action_of: Array, c_scale: float, found: SearchResult, tree: _Tree) -> None:
    policies, children, visits = found.policies, tree.children, tree.visits
    for i in range(len(roots)):
        for seat in range(found.values.shape[1]):
            found.values[i, seat] = tree.values[i, 0, seat] / max(tree.visits[i, 0], 1)
        mover = to_move(roots[i])
        if mover < 0:
            continue
        most = _most_visits(i, tree)
        weight = _weight(most, c_scale)
        guess = _value_of_the_untried(i, mover, found.values[i, mover], tree)
        highest = best_merit = -1e30
        for edge in range(tree.edges[i, 0]):
            tried = _visits_of(i, edge, children, visits)
            value = guess if tried == 0 else tree.values[i, tree.children[i, edge], mover] / tried
            action = action_of[tree.moves[i, edge]]
            found.visits[i, action] = tried
            policies[i, action] = math.log(tree.priors[i, edge] + 1e-9) + weight * value
            highest = max(highest, policies[i, action])
            if tried == most and tree.logits[i, edge] + weight * value > best_merit:
                best_merit = tree.logits[i, edge] + weight * value
                found.actions[i] = action
        total = 0.0
        for edge in range(tree.edges[i, 0]):
            action = action_of[tree.moves[i, edge]]
            policies[i, action] = math.exp(policies[i, action] - highest)
            total += policies[i, action]
        for edge in range(tree.edges[i, 0]):
            policies[i, action_of[tree.moves[i, edge]]] /= total


@compiled
def _value_of_the_untried(i: int, mover: int, mean: float, tree: _Tree) -> float:
    """Return the value that moves without a visit are given: that of the position and of the tried ones, weighted."""
    children, visits = tree.children, tree.visits
    weight = 1e-9
    total = 0.0
    tried = 0
    for edge in range(tree.edges[i, 0]):
        times = _visits_of(i, edge, children, visits)
        if times > 0:
            weight += tree.priors[i, edge]
            total += tree.priors[i, edge] * tree.values[i, children[i, edge], mover] / times
            tried += times
    return (mean + tried * total / weight) / (1 + tried)
