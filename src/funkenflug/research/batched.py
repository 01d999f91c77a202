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
simulation deals anew what the seat to move does not know, so the search knows no more than the seat.
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
_VISITS: Final = 50.0
"""The weight of values against logits grows with the visits, from this."""


class Found(NamedTuple):
    """What a search found in n positions; actions are those of the encoding, not canonical."""

    actions: Array
    """(n,): the best actions; 0 if the match is over."""
    visits: Array
    """(n, actions), int32: how often each action was tried."""
    policies: Array
    """(n, actions), float32: the improved policy, a target for learning."""
    values: Array
    """(n, players), float32: the mean value for each seat, in absolute order."""


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
        scale: float = 1.0,
    ) -> None:
        if simulations < 1:
            raise ValueError(f"a search has at least one simulation, not {simulations}")
        if considered is None:
            considered = min(max(4, simulations // 8), 16)
        elif considered < 2:
            raise ValueError(f"a search compares at least two moves, not {considered}")
        self.encoding = encoding
        self.simulations = simulations
        self.exploration = 1.5
        self.scale = scale
        self._width = width
        self._considered = considered
        self._plan = np.array([_visits_to_come(moves, simulations) for moves in range(considered + 1)])

    def __call__(self, states: Array, evaluate: Evaluate, *, seed: int, explore: bool = True) -> Found:
        """Search from each position. With `explore`, moves are drawn from the policy, otherwise it takes the best."""
        roots = self.encoding._positions(states)
        n, rules = len(roots), self.encoding.type.rules
        rng = chance(seed)
        tree = self._plant(n)
        leaves = np.zeros(n, rules.STATE)
        path, depth, leaf = (np.zeros(shape, np.int32) for shape in ((n, self.simulations + 1), n, n))
        moves, values = np.zeros(rules.MOST_MOVES, np.int64), np.zeros(MOST_SEATS)
        for simulation in range(self.simulations + 1):
            considered = self._plan[:, max(simulation - 1, 0)].copy()
            _descend(roots, leaves, considered, rng, self.exploration, self.scale, path, depth, leaf, *tree)
            look = self.encoding.look(leaves, canonical=True)
            logits, worth = self._evaluated(evaluate, look)
            numbering = self.encoding.action_of, self.encoding.images, look.seats
            trail = path, depth, leaf
            _expand(leaves, logits, *numbering, moves, leaf, self._width, rng, explore, *tree)
            _back_up(leaves, worth, look.seats, values, *trail, *tree)
        return self._found(roots, tree)

    def _plant(self, n: int) -> tuple[Array, ...]:
        nodes = self.simulations + 2
        edges = self.encoding.type.rules.MOST_MOVES + self.simulations * self._width
        return (
            np.zeros((n, nodes), np.int32),  # visits
            np.zeros((n, nodes, MOST_SEATS), np.float32),  # sum of values by seat
            np.full((n, nodes), _NONE, np.int32),  # first edge
            np.zeros((n, nodes), np.int32),  # number of edges
            np.zeros((n, edges), np.int32),  # move
            np.zeros((n, edges), np.float32),  # logit; at the root with noise
            np.zeros((n, edges), np.float32),  # prior
            np.full((n, edges), _NONE, np.int32),  # child
            np.tile(np.array([1, 0], np.int32), (n, 1)),  # nodes and edges in use
        )

    def _evaluated(self, evaluate: Evaluate, look: Look) -> tuple[Array, Array]:
        logits, values = (np.ascontiguousarray(np.asarray(result), np.float32) for result in evaluate(look))
        for name, result, wanted in (("logits", logits, look.masks.shape), ("values", values, look.scores.shape)):
            if result.shape != wanted:
                raise ValueError(f"the network must return {name} {wanted}, not {result.shape}")
        if not (np.isfinite(logits[look.masks]).all() and np.isfinite(values).all()):
            raise ValueError("the network returned numbers that are not finite")
        return logits, values

    def _found(self, roots: Array, tree: tuple[Array, ...]) -> Found:
        n, actions = len(roots), self.encoding.actions
        found = Found(
            np.zeros(n, np.int64),
            np.zeros((n, actions), np.int32),
            np.zeros((n, actions), np.float32),
            np.zeros((n, self.encoding.players), np.float32),
        )
        _harvest(roots, self.encoding.action_of, self.scale, *found, *tree)
        return found


def _visits_to_come(moves: int, simulations: int) -> list[int]:
    """Return for each simulation how often the move that it tries has been tried: sequential halving of so many moves.

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
    exploration: float,
    scale: float,
    path: Array,
    depth: Array,
    leaf: Array,
    visits: Array,
    values: Array,
    first: Array,
    edges: Array,
    moves: Array,
    logits: Array,
    priors: Array,
    children: Array,
    used: Array,
) -> None:
    """Go down from each root to a node without edges, or to the end of the match."""
    for i in range(len(roots)):
        leaves[i] = roots[i]
        mover = to_move(leaves[i])
        if mover >= 0:
            determinize(leaves[i], mover, rng)
        node = 0
        steps = 0
        while first[i, node] != _NONE:
            mover = to_move(leaves[i])
            if mover < 0:
                break
            if node == 0:
                edge = _choose_at_root(i, mover, plan, scale, visits, values, first, edges, logits, children)
            else:
                edge = _choose_below(
                    i, node, mover, leaves[i], exploration, visits, values, first, edges, moves, priors, children
                )
            if edge == _NONE:
                break
            play(leaves[i], moves[i, edge])
            if children[i, edge] == _NONE:
                children[i, edge] = used[i, 0]
                used[i, 0] += 1
            node = children[i, edge]
            path[i, steps] = node
            steps += 1
        depth[i] = steps
        leaf[i] = node


@compiled
def _weight(most: int, scale: float) -> float:
    """Return the weight of a value between -1 and 1 in logits."""
    return (_VISITS + most) * scale * 0.5


@compiled
def _most_visits(i: int, visits: Array, edges: Array, children: Array) -> int:
    most = 0
    for edge in range(edges[i, 0]):
        if children[i, edge] != _NONE:
            most = max(most, visits[i, children[i, edge]])
    return most


@compiled
def _choose_at_root(
    i: int,
    mover: int,
    plan: Array,
    scale: float,
    visits: Array,
    values: Array,
    first: Array,
    edges: Array,
    logits: Array,
    children: Array,
) -> int:
    """Return the best edge of those that sequential halving considers next."""
    wanted = plan[min(edges[i, 0], len(plan) - 1)]
    weight = _weight(_most_visits(i, visits, edges, children), scale)
    best = _NONE
    highest = -1e30
    for edge in range(edges[i, 0]):
        child = children[i, edge]
        tried = 0 if child == _NONE else visits[i, child]
        merit = logits[i, edge]
        if tried > 0:
            merit += weight * values[i, child, mover] / tried
        if tried != wanted:
            merit -= 1e20 * abs(tried - wanted)
        if merit > highest:
            highest = merit
            best = edge
    return best


@compiled
def _choose_below(
    i: int,
    node: int,
    mover: int,
    state: State,
    exploration: float,
    visits: Array,
    values: Array,
    first: Array,
    edges: Array,
    moves: Array,
    priors: Array,
    children: Array,
) -> int:
    """Return the best edge by value and prior that is legal in this deal, _NONE if there is none."""
    best = _NONE
    highest = -1e30
    so_far = values[i, node, mover] / max(visits[i, node], 1)
    spread = exploration * math.sqrt(visits[i, node])
    for edge in range(first[i, node], first[i, node] + edges[i, node]):
        if not allows(state, moves[i, edge]):
            continue
        child = children[i, edge]
        tried = 0 if child == _NONE else visits[i, child]
        merit = so_far if tried == 0 else values[i, child, mover] / tried
        merit += spread * priors[i, edge] / (1 + tried)
        if merit > highest:
            highest = merit
            best = edge
    return best


@compiled(nogil=True)
def _expand(
    leaves: Array,
    scores: Array,
    action_of: Array,
    images: Array,
    seats: Array,
    legal_moves: Array,
    leaf: Array,
    width: int,
    rng: Array,
    explore: bool,
    visits: Array,
    values: Array,
    first: Array,
    edges: Array,
    moves: Array,
    logits: Array,
    priors: Array,
    children: Array,
    used: Array,
) -> None:
    """Give the leaves edges: all moves at the root, the most promising ones elsewhere."""
    for i in range(len(leaves)):
        node = leaf[i]
        if first[i, node] != _NONE or to_move(leaves[i]) < 0:
            continue
        seat = seats[i]
        count = legal(leaves[i], legal_moves)
        start = used[i, 1]
        room = count if node == 0 else min(count, width)
        kept = 0
        for k in range(count):
            score = scores[i, images[seat, action_of[legal_moves[k]]]]
            if kept == room and score <= logits[i, start + kept - 1]:
                continue
            place = kept if kept < room else kept - 1
            if room < count:  # keep them in order, the best first
                while place > 0 and logits[i, start + place - 1] < score:
                    logits[i, start + place] = logits[i, start + place - 1]
                    moves[i, start + place] = moves[i, start + place - 1]
                    place -= 1
            logits[i, start + place] = score
            moves[i, start + place] = legal_moves[k]
            kept = min(kept + 1, room)
        highest = logits[i, start]
        for edge in range(start, start + kept):
            highest = max(highest, logits[i, edge])
        total = 0.0
        for edge in range(start, start + kept):
            priors[i, edge] = math.exp(logits[i, edge] - highest)
            total += priors[i, edge]
            children[i, edge] = _NONE
        for edge in range(start, start + kept):
            priors[i, edge] /= total
            logits[i, edge] -= highest + math.log(total)
            if node == 0 and explore:
                chosen = (below(rng, 1 << 30) + 0.5) / (1 << 30)
                logits[i, edge] -= math.log(-math.log(chosen))
        first[i, node] = start
        edges[i, node] = kept
        used[i, 1] = start + kept


@compiled(nogil=True)
def _back_up(
    leaves: Array,
    worth: Array,
    seats: Array,
    result: Array,
    path: Array,
    depth: Array,
    leaf: Array,
    visits: Array,
    values: Array,
    first: Array,
    edges: Array,
    moves: Array,
    logits: Array,
    priors: Array,
    children: Array,
    used: Array,
) -> None:
    players = worth.shape[1]
    for i in range(len(leaves)):
        if to_move(leaves[i]) < 0:
            utilities(leaves[i], result)
        else:
            for k in range(players):
                result[(seats[i] + k) % players] = worth[i, k]
        visits[i, 0] += 1
        for seat in range(players):
            values[i, 0, seat] += result[seat]
        for step in range(depth[i]):
            node = path[i, step]
            visits[i, node] += 1
            for seat in range(players):
                values[i, node, seat] += result[seat]


@compiled(nogil=True)
def _harvest(
    roots: Array,
    action_of: Array,
    scale: float,
    actions: Array,
    tries: Array,
    policies: Array,
    worth: Array,
    visits: Array,
    values: Array,
    first: Array,
    edges: Array,
    moves: Array,
    logits: Array,
    priors: Array,
    children: Array,
    used: Array,
) -> None:
    for i in range(len(roots)):
        for seat in range(worth.shape[1]):
            worth[i, seat] = values[i, 0, seat] / max(visits[i, 0], 1)
        mover = to_move(roots[i])
        if mover < 0:
            continue
        most = _most_visits(i, visits, edges, children)
        weight = _weight(most, scale)
        guess = _value_of_the_untried(i, mover, worth[i, mover], visits, values, edges, priors, children)
        highest = best_merit = -1e30
        for edge in range(edges[i, 0]):
            child = children[i, edge]
            tried = 0 if child == _NONE else visits[i, child]
            value = guess if tried == 0 else values[i, child, mover] / tried
            action = action_of[moves[i, edge]]
            tries[i, action] = tried
            policies[i, action] = math.log(priors[i, edge] + 1e-9) + weight * value
            highest = max(highest, policies[i, action])
            if tried == most and logits[i, edge] + weight * value > best_merit:
                best_merit = logits[i, edge] + weight * value
                actions[i] = action
        total = 0.0
        for edge in range(edges[i, 0]):
            action = action_of[moves[i, edge]]
            policies[i, action] = math.exp(policies[i, action] - highest)
            total += policies[i, action]
        for edge in range(edges[i, 0]):
            policies[i, action_of[moves[i, edge]]] /= total


@compiled
def _value_of_the_untried(
    i: int, mover: int, mean: float, visits: Array, values: Array, edges: Array, priors: Array, children: Array
) -> float:
    """Return the value that moves without a visit are given: that of the position and of the tried ones, weighted."""
    weight = 1e-9
    total = 0.0
    tried = 0
    for edge in range(edges[i, 0]):
        child = children[i, edge]
        if child != _NONE and visits[i, child] > 0:
            weight += priors[i, edge]
            total += priors[i, edge] * values[i, child, mover] / visits[i, child]
            tried += visits[i, child]
    return (mean + tried * total / weight) / (1 + tried)
