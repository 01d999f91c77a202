"""Many games at once, for learners: n matches in one array of records, stepped by one call.

>>> env = vector("feurio", 3, players=2)
>>> seen = env.reset(seed=7)
>>> seen.observations.shape, seen.masks.shape, seen.to_move.tolist()
((3, 693), (3, 649), [0, 0, 0])
>>> seen = env.step(env.random_actions())
>>> seen.rewards.shape, seen.terminations.tolist()
((3, 2), [False, False, False])

The numbering of actions and the layout of observations are those of `Encoding`, for all adapters the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from funkenflug.game import Game, new
from funkenflug.kernel import (
    MOST_SEATS,
    Array,
    State,
    allows,
    below,
    chance,
    chances,
    compiled,
    legal,
    observe,
    play,
    sample,
    settle,
    to_move,
    utilities,
)

_REFUSED: Final = -2


class Encoding:
    """A kind of match as numbers: which action is which move, and where in an observation what is found.

    >>> encoding = Encoding(new("vulkan", players=2, layout="hexagon", seed=7))
    >>> encoding.actions, encoding.size, encoding.parts["stock"]
    (2700, 639, slice(11, 27, None))
    """

    def __init__(self, game: Game) -> None:
        self.room = game.room
        self.players = game.players
        self.move_of: Array = self.room.arrays.possible(game.state)
        """For each action the move that the rules know it by."""
        self.action_of = np.full(self.room.rules.MOVES, -1, np.int32)
        """For each move its action, -1 if it can never be legal in such a match."""
        self.action_of[self.move_of] = np.arange(len(self.move_of), dtype=np.int32)
        self.shapes = dict(self.room.arrays.PARTS)
        """The parts of an observation, by name, and their shapes."""
        ends = np.cumsum([0, *map(prod, self.shapes.values())]).tolist()
        self.parts = {name: slice(*span) for name, span in zip(self.shapes, pairwise(ends), strict=True)}
        """Where in an observation they are."""
        self.size: int = ends[-1]
        self._moves = np.zeros(self.room.rules.MOST_MOVES, np.int64)

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return len(self.move_of)

    def split(self, observation: Array) -> dict[str, Array]:
        """Return the parts of an observation, or of an array of them, by name and in their shapes."""
        return {
            name: observation[..., span].reshape(*observation.shape[:-1], *self.shapes[name])
            for name, span in self.parts.items()
        }

    def observe(self, positions: Array, seat: int) -> Array:
        """Return what a seat may know of the first of the positions."""
        out = np.zeros(self.size, np.int8)
        _observe(positions, seat, out)
        return out

    def play(self, positions: Array, action: int) -> int:
        """Play an action in the first of the positions; return the seat that is to move then, -1 if it is over."""
        seat = _play(positions, self.move_of[action]) if 0 <= action < self.actions else _REFUSED
        if seat == _REFUSED:
            raise ValueError(f"action {action} is not legal")
        return seat

    def utilities(self, positions: Array) -> list[float]:
        """Return for each seat what the first of the positions, which must be over, is worth."""
        values = np.zeros(MOST_SEATS)
        _utilities(positions, values)
        worth: list[float] = values[: self.players].tolist()
        return worth

    def legal_actions(self, positions: Array) -> Array:
        """Return the legal actions of the first of the positions, in order."""
        return np.sort(self.action_of[self._moves[: _legal(positions, self._moves)]])

    def mask(self, positions: Array) -> Array:
        """Return for each action whether it is legal in the first of the positions, 1 or 0."""
        mask = np.zeros(self.actions, np.int8)
        mask[self.action_of[self._moves[: _legal(positions, self._moves)]]] = 1
        return mask


@compiled
def _observe(positions: Array, seat: int, out: Array) -> None:
    observe(positions[0], seat, out)


@compiled
def _legal(positions: Array, moves: Array) -> int:
    return legal(positions[0], moves)


@compiled
def _play(positions: Array, move: int) -> int:
    if not allows(positions[0], move):
        return _REFUSED
    play(positions[0], move)
    return to_move(positions[0])


@compiled
def _utilities(positions: Array, values: Array) -> None:
    utilities(positions[0], values)


class Seen(NamedTuple):
    """What n games look like after a step. After the end of a match, all but the result is of the next one."""

    observations: Array
    """(n, size), int8: what the seat to move may know."""
    masks: Array
    """(n, actions), bool: which actions it may choose."""
    to_move: Array
    """(n,), int8: the seat to move."""
    rewards: Array
    """(n, players), float32: zeros, and when a match has ended 1 for its winner, so that all add up to 0."""
    terminations: Array
    """(n,), bool: whether a match has ended by this step."""


class Vector:
    """n matches of one kind, in `states`; use `vector` to make them.

    A match that ends is followed by the next deal at once: the step that ends it returns its rewards with the
    observation of the new match. All chance follows from the seed of `reset`.
    """

    def __init__(self, games: list[Game], n: int) -> None:
        self.n = n
        self.encoding = Encoding(games[0])
        self.players = self.encoding.players
        rules, arrays = self.encoding.room.rules, self.encoding.room.arrays
        self.states: Array = np.zeros(n, rules.STATE)
        self._deals = np.array([game.state for game in games], rules.STATE)
        self._places = arrays.OWNERS * arrays.PILE
        self._counts = np.zeros(arrays.OUTCOMES, np.int64)
        self._moves = np.zeros(rules.MOST_MOVES, np.int64)
        self._values = np.zeros(MOST_SEATS)
        self._seen = self.empty()
        self._dealing = chance(0)
        self._choosing = chance(0)

    def empty(self) -> Seen:
        """Return arrays for `out`."""
        return Seen(
            np.zeros((self.n, self.encoding.size), np.int8),
            np.zeros((self.n, self.encoding.actions), bool),
            np.zeros(self.n, np.int8),
            np.zeros((self.n, self.players), np.float32),
            np.zeros(self.n, bool),
        )

    def reset(self, seed: int, out: Seen | None = None) -> Seen:
        """Deal all matches anew."""
        self._dealing, self._choosing = chance(seed), chance(seed + 1)
        seen = self._seen if out is None else out
        seen.rewards[:] = 0
        seen.terminations[:] = False
        _deal_all(self.states, self._deals, self._places, self._counts, self._dealing)
        self._look(seen)
        return seen

    def step(self, actions: Array, out: Seen | None = None) -> Seen:
        """Play one action in each match. An illegal one is a `ValueError`, and nothing is played.

        Without `out` the arrays of the last step are written again.
        """
        seen = self._seen if out is None else out
        refused = _refused(self.states, actions, self.encoding.move_of)
        if refused >= 0:
            raise ValueError(f"action {actions[refused]} is not legal in game {refused}")
        _play_all(
            self.states,
            actions,
            self.encoding.move_of,
            self._deals,
            self._places,
            self._counts,
            self._dealing,
            self._values,
            seen.rewards,
            seen.terminations,
        )
        self._look(seen)
        return seen

    def _look(self, seen: Seen) -> None:
        _look_at_all(self.states, self.encoding.action_of, self._moves, seen.observations, seen.masks, seen.to_move)

    def random_actions(self) -> Array:
        """Return a legal action for each match, each with the same probability."""
        actions = np.empty(self.n, np.int64)
        _sample_all(self.states, self.encoding.action_of, self._choosing, actions)
        return actions


_MOST_DEALS = 256


def vector(game_id: str, n: int, *, players: int, options: Iterable[str] = (), **words: Any) -> Vector:
    """Return n matches to be stepped together; the words are those of `new`, but for the seed, which `reset` takes.

    What a seed does not shuffle here (the cells of a random layout) is taken in turn from up to 256 deals.
    """
    if n < 1:
        raise ValueError(f"there must be a game to step, not {n}")
    options = (options,) if isinstance(options, str) else tuple(options)
    first = new(game_id, players=players, options=options, seed=0, **words)
    others = range(1, 1 if first.setup.seed is None else min(n, _MOST_DEALS))
    return Vector([first, *(new(game_id, players=players, options=options, seed=i, **words) for i in others)], n)


# Compiled -----------------------------------------------------------------------------------------------------------


@compiled
def _deal(state: State, places: int, counts: Array, rng: Array) -> None:
    """Deal a first position anew."""
    for place in range(places):
        for outcome in range(len(counts)):
            counts[outcome] = 0
        chances(state, place, counts)
        total = 0
        for outcome in range(len(counts)):
            total += counts[outcome]
        if total > 0:
            pick = below(rng, total)
            outcome = 0
            while pick >= counts[outcome]:
                pick -= counts[outcome]
                outcome += 1
            settle(state, place, outcome)


@compiled
def _deal_all(states: Array, deals: Array, places: int, counts: Array, rng: Array) -> None:
    for i in range(len(states)):
        states[i] = deals[i % len(deals)]
        _deal(states[i], places, counts, rng)


@compiled
def _refused(states: Array, actions: Array, move_of: Array) -> int:
    """Return the first game in which its action is not legal, -1 if there is none."""
    for i in range(len(states)):
        action = actions[i]
        if not (0 <= action < len(move_of) and allows(states[i], move_of[action])):
            return i
    return -1


@compiled
def _play_all(
    states: Array,
    actions: Array,
    move_of: Array,
    deals: Array,
    places: int,
    counts: Array,
    rng: Array,
    values: Array,
    rewards: Array,
    terminations: Array,
) -> None:
    players = rewards.shape[1]
    for i in range(len(states)):
        play(states[i], move_of[actions[i]])
        over = to_move(states[i]) < 0
        terminations[i] = over
        for seat in range(players):
            rewards[i, seat] = 0.0
        if over:
            utilities(states[i], values)
            for seat in range(players):
                rewards[i, seat] = values[seat]
            states[i] = deals[i % len(deals)]
            _deal(states[i], places, counts, rng)


@compiled
def _look_at_all(
    states: Array, action_of: Array, moves: Array, observations: Array, masks: Array, movers: Array
) -> None:
    observations[:] = 0
    masks[:] = False
    for i in range(len(states)):
        mover = to_move(states[i])
        movers[i] = mover
        observe(states[i], mover, observations[i])
        for k in range(legal(states[i], moves)):
            masks[i, action_of[moves[k]]] = True


@compiled
def _sample_all(states: Array, action_of: Array, rng: Array, actions: Array) -> None:
    for i in range(len(states)):
        actions[i] = action_of[sample(states[i], rng)]
