"""Many matches at once, for learners: n matches in one array of records, stepped by one call.

>>> env = vector("feurio", 3, players=2)
>>> seen = env.reset(seed=7)
>>> seen.observations.shape, seen.masks.shape, seen.to_move.tolist()
((3, 693), (3, 649), [0, 0, 0])
>>> seen = env.step(env.random_actions())
>>> seen.rewards.shape, seen.terminations.tolist()
((3, 2), [False, False, False])

`Encoding` defines the numbering of actions and the layout of observations, for all adapters.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

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
from funkenflug.match.deal import random_seed, seed_text
from funkenflug.match.game import Game, new

_REFUSED: Final = -2


class Encoding:
    """The numbering of actions and the layout of observations of a kind of match.

    >>> encoding = Encoding(new("vulkan", players=2, layout="hexagon", seed=7))
    >>> encoding.actions, encoding.size, encoding.parts["stock"]
    (2700, 639, slice(11, 27, None))
    """

    def __init__(self, game: Game) -> None:
        self._start = game
        self.type = game.type
        self.players = game.players
        self.move_of: Array = self.type.arrays.possible(game.state)
        """The move of each action, as the rules number it."""
        self.action_of = np.full(self.type.rules.MOVES, -1, np.int32)
        """The action of each move; -1 if the move is never legal in this kind of match."""
        self.action_of[self.move_of] = np.arange(len(self.move_of), dtype=np.int32)
        self.shapes = dict(self.type.arrays.PARTS)
        """The shapes of the parts of an observation, by name."""
        ends = np.cumsum([0, *map(prod, self.shapes.values())]).tolist()
        self.parts = {name: slice(*span) for name, span in zip(self.shapes, pairwise(ends), strict=True)}
        """The positions of the parts in an observation."""
        self.size: int = ends[-1]
        self._moves = np.zeros(self.type.rules.MOST_MOVES, np.int64)

    @property
    def actions(self) -> int:
        """The number of actions."""
        return len(self.move_of)

    def split(self, observation: Array) -> dict[str, Array]:
        """Return the parts of an observation, or of an array of them, by name and in their shapes."""
        return {
            name: observation[..., span].reshape(*observation.shape[:-1], *self.shapes[name])
            for name, span in self.parts.items()
        }

    def observe(self, positions: Array, seat: int) -> Array:
        """Return the observation of a seat in the first position."""
        out = np.zeros(self.size, np.int8)
        _observe(positions, seat, out)
        return out

    def play(self, positions: Array, action: int) -> int:
        """Play an action in the first position; return the next seat to move, -1 if the match is over."""
        seat = _play(positions, self.move_of[action]) if 0 <= action < self.actions else _REFUSED
        if seat == _REFUSED:
            raise ValueError(f"action {action} is not legal")
        return seat

    def text(self, state: State, action: int | np.integer[Any]) -> str:
        """Return the text of a legal action, which `Game.play` accepts.

        >>> env = vector("feurio", 3, players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)
        >>> seen = env.reset()
        >>> [env.encoding.text(env.states[0], action) for action in np.flatnonzero(seen.masks[0])]
        ['tile 1,-1', 'tile 0,1']
        """
        if not (0 <= action < self.actions and allows(state, self.move_of[action])):
            raise ValueError(f"action {action} is not legal")
        return self.type.move_texts(state, [int(self.move_of[action])])[0]

    def board(self, state: State, seat: int | None = None) -> str:
        """Return a position as text, as a seat or a spectator may know it."""
        match = self._start.copy()
        match._state = state
        match._position_changed()
        return match.text(seat)

    def utilities(self, positions: Array) -> list[float]:
        """Return the result of each seat in the first position, which must be over."""
        values = np.zeros(MOST_SEATS)
        _utilities(positions, values)
        worth: list[float] = values[: self.players].tolist()
        return worth

    def legal_actions(self, positions: Array) -> Array:
        """Return the legal actions in the first position, in order."""
        return np.sort(self.action_of[self._moves[: _legal(positions, self._moves)]])

    def mask(self, positions: Array) -> Array:
        """Return the mask of legal actions in the first position, 1 or 0."""
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
    """What n matches look like after a step. When a match has ended, all but its result is of the next match."""

    observations: Array
    """(n, size), int8: the observation of the seat to move."""
    masks: Array
    """(n, actions), bool: its legal actions."""
    to_move: Array
    """(n,), int8: the seat to move."""
    rewards: Array
    """(n, players), float32: zeros until a match ends; then 1 for the winner, with sum 0."""
    terminations: Array
    """(n,), bool: whether this step ended the match."""


class Vector:
    """n matches of one kind; created by `vector`.

    The next deal follows immediately when a match ends: the step that ends it returns its rewards with the observation
    of the new match. The seed decides all chance.
    """

    def __init__(self, games: list[Game], n: int, seed: int | str | None = None) -> None:
        self.n = n
        self._start = games[0]
        self.encoding = Encoding(self._start)
        self.players = self.encoding.players
        rules, arrays = self.encoding.type.rules, self.encoding.type.arrays
        self.states: Array = np.zeros(n, rules.STATE)
        """The positions. They can be copied and put back (`env.states[:] = kept`)."""
        self._deals = np.array([game.state for game in games], rules.STATE)
        self._places = 0 if self._start.setup.seed is None else arrays.OWNERS * arrays.PILE
        self._counts = np.zeros(arrays.OUTCOMES, np.int64)
        self._moves = np.zeros(rules.MOST_MOVES, np.int64)
        self._values = np.zeros(MOST_SEATS)
        self._played = np.zeros((n, arrays.LONGEST), np.int32)
        self._plies = np.zeros(n, np.int64)
        self._seen = self.empty()
        self._begun = False
        self._seed(random_seed() if seed is None else seed)

    def _seed(self, seed: int | str) -> None:
        self._dealing, self._choosing = (chance(f"{seed_text(seed)}/{what}") for what in ("deals", "choices"))

    def empty(self) -> Seen:
        """Return arrays for `out`."""
        return Seen(
            np.zeros((self.n, self.encoding.size), np.int8),
            np.zeros((self.n, self.encoding.actions), bool),
            np.zeros(self.n, np.int8),
            np.zeros((self.n, self.players), np.float32),
            np.zeros(self.n, bool),
        )

    def reset(self, seed: int | str | None = None, out: Seen | None = None) -> Seen:
        """Deal all matches; without a seed, chance continues where it was."""
        seen = self._checked(out)
        if seed is not None:
            self._seed(seed)
        seen.rewards[:] = 0
        seen.terminations[:] = False
        _deal_all(self.states, self._deals, self._places, self._counts, self._dealing, self._plies)
        self._begun = True
        self._look(seen)
        return seen

    def step(self, actions: Array, out: Seen | None = None) -> Seen:
        """Play one action in each match. An illegal one raises a `ValueError`, and nothing is played.

        Without `out`, the arrays of the previous step are overwritten.
        """
        self._must_have_begun()
        seen = self._checked(out)
        chosen = self._chosen(actions)
        refused = _refused(self.states, chosen, self.encoding.move_of)
        if refused >= 0:
            raise ValueError(f"action {chosen[refused]} is not legal in game {refused}")
        _play_all(
            self.states,
            chosen,
            self.encoding.move_of,
            self._deals,
            self._places,
            self._counts,
            self._dealing,
            self._values,
            seen.rewards,
            seen.terminations,
            self._played,
            self._plies,
        )
        self._look(seen)
        return seen

    def _look(self, seen: Seen) -> None:
        _look_at_all(self.states, self.encoding.action_of, self._moves, seen.observations, seen.masks, seen.to_move)

    def random_actions(self) -> Array:
        """Return a random legal action for each match, all equally likely."""
        self._must_have_begun()
        actions = np.empty(self.n, np.int64)
        _sample_all(self.states, self.encoding.action_of, self._choosing, actions)
        return actions

    def game(self, i: int) -> Game:
        """Return match i as a `Game`, for its text, pictures, views and record.

        >>> env = vector("vulkan", 2, players=2, layout="hexagon", seed=7)
        >>> seen = env.step(env.reset().masks.argmax(axis=1))
        >>> env.game(1).moves
        (Move('volcano -2,0'),)
        """
        self._must_have_begun()
        state, game_type = self.states[i], self.encoding.type
        game = new(
            game_type.id,
            players=self.players,
            mode=self._start.mode,
            options=self._start.options,
            names=self._start.names,
            **game_type.arrays.deal_of(state),
        )
        for move in self._played[i, : self._plies[i]].tolist():
            if allows(game.state, move):
                game.play(game_type.move_texts(game.state, [move])[0])
        if game.state.tobytes() != state.tobytes():
            raise ValueError(f"the moves of game {i} are not known: its position was set")
        return game

    # Compiled code does not check its arguments, so they are checked here

    def _must_have_begun(self) -> None:
        if not self._begun:
            raise ValueError("reset first: nothing has been dealt yet")

    def _checked(self, out: Seen | None) -> Seen:
        if self.states.shape != (self.n,) or self.states.dtype != self._deals.dtype:
            raise ValueError(
                f"states must be {self.n} positions of {self.encoding.type.title}; write them into the array"
            )
        if out is None:
            return self._seen
        if not isinstance(out, Seen):
            raise ValueError(f"out must be what empty() returns, not {type(out).__name__}")
        for name, ours, theirs in zip(Seen._fields, self._seen, out, strict=True):
            if not isinstance(theirs, np.ndarray) or theirs.shape != ours.shape or theirs.dtype != ours.dtype:
                raise ValueError(f"the {name} of out must be an array of {ours.dtype} {ours.shape}: use empty()")
            if not (theirs.flags.c_contiguous and theirs.flags.writeable):
                raise ValueError(f"the {name} of out must be contiguous and writeable: use empty()")
        return out

    def _chosen(self, actions: Any) -> Array:
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be {self.n} whole numbers, one per game, not an array of {chosen.dtype} {chosen.shape}"
            )
        return chosen.astype(np.int64)


_MOST_DEALS = 256


def vector(
    game_id: str,
    n: int,
    *,
    players: int,
    options: Iterable[str] = (),
    seed: int | str | None = None,
    **words: Any,
) -> Vector:
    """Return n matches to be stepped together; the arguments are those of `new`, and `reset` starts from the seed.

    A deal given in full is the deal of all matches. What is not shuffled here (the cells of a random layout) is taken
    in turn from up to 256 deals.
    """
    if n < 1:
        raise ValueError(f"there must be at least one game to step, not {n}")
    options = (options,) if isinstance(options, str) else tuple(options)
    first = new(game_id, players=players, options=options, seed=0, **words)
    others = range(1, 1 if first.setup.seed is None else min(n, _MOST_DEALS))
    games = [first, *(new(game_id, players=players, options=options, seed=i, **words) for i in others)]
    return Vector(games, n, seed)


# Compiled -----------------------------------------------------------------------------------------------------------


@compiled
def _deal(state: State, places: int, counts: Array, rng: Array) -> None:
    """Shuffle the deal of a first position."""
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
def _deal_all(states: Array, deals: Array, places: int, counts: Array, rng: Array, plies: Array) -> None:
    for i in range(len(states)):
        plies[i] = 0
        states[i] = deals[i % len(deals)]
        _deal(states[i], places, counts, rng)


@compiled
def _refused(states: Array, actions: Array, move_of: Array) -> int:
    """Return the first match whose action is illegal, -1 if there is none."""
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
    played: Array,
    plies: Array,
) -> None:
    players = rewards.shape[1]
    for i in range(len(states)):
        move = move_of[actions[i]]
        played[i, plies[i] % played.shape[1]] = move
        plies[i] += 1
        play(states[i], move)
        over = to_move(states[i]) < 0
        terminations[i] = over
        for seat in range(players):
            rewards[i, seat] = 0.0
        if over:
            utilities(states[i], values)
            for seat in range(players):
                rewards[i, seat] = values[seat]
            plies[i] = 0
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
