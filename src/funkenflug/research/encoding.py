"""The numbering of actions and the layout of observations of a kind of match, for all adapters."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from funkenflug.games.meaning import COLOUR, SEAT, Places, Symmetry
from funkenflug.kernel import (
    MOST_SEATS,
    Array,
    State,
    allows,
    compiled,
    legal,
    observe,
    play,
    scores,
    to_move,
    utilities,
)
from funkenflug.match.game import Game
from funkenflug.research.tensors import Tensors, Tokens
from funkenflug.research.transformation import Transformation, moved, seats_from

_REFUSED: Final = -2


class Look(NamedTuple):
    """What positions look like to a seat of each."""

    observations: Array
    """(n, size), int8."""
    masks: Array
    """(n, actions), bool: the legal actions of the seat to move."""
    to_move: Array
    """(n,), int8: the seat to move, -1 if the match is over."""
    seats: Array
    """(n,), int8: the seat that looks."""
    scores: Array
    """(n, players), float32: the points if the match ended now; 0 where all win or lose together."""


class Encoding:
    """The numbering of actions and the layout of observations of a kind of match.

    >>> import funkenflug
    >>> encoding = Encoding(funkenflug.new("vulkan", players=2, layout="hexagon", seed=7))
    >>> encoding.actions, encoding.size, encoding.parts["stock"]
    (2700, 639, slice(11, 27, None))
    """

    def __init__(self, game: Game) -> None:
        self.start = game
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

        >>> import funkenflug
        >>> env = funkenflug.vector("feurio", 3, players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)
        >>> seen = env.reset()
        >>> [env.encoding.text(env.states[0], action) for action in np.flatnonzero(seen.masks[0])]
        ['tile 1,-1', 'tile 0,1']
        """
        if not (0 <= action < self.actions and allows(state, self.move_of[action])):
            raise ValueError(f"action {action} is not legal")
        return self.type.move_texts(state, [int(self.move_of[action])])[0]

    def board(self, state: State, seat: int | None = None) -> str:
        """Return a position as text, as a seat or a spectator may know it."""
        match = self.start.copy()
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

    # Many positions at once

    def look(self, states: Array, seats: Any = None, *, canonical: bool = False) -> Look:
        """Return what positions look like, by default to the seat to move (to the first seat if the match is over).

        With `canonical`, each looks as if the seat that looks were the first one: seats and colours are counted from
        it, in observations, in the actions of masks, and in scores. Such positions can be compared, and one network can
        play all seats. `canonical_actions` converts actions.

        >>> import funkenflug
        >>> env = funkenflug.vector("vulkan", 2, players=2, layout="hexagon")
        >>> seen = env.reset(seed=7)
        >>> look = env.encoding.look(env.states, canonical=True)
        >>> look.to_move.tolist(), env.encoding.split(look.observations)["to_move"].tolist()
        ([1, 1], [[1, 0, 0, 0], [1, 0, 0, 0]])
        """
        positions = self._positions(states)
        n = len(positions)
        wanted = np.full(n, -1, np.int8) if seats is None else self._seats(seats, n)
        look = Look(
            np.zeros((n, self.size), np.int8),
            np.zeros((n, self.actions), bool),
            np.zeros(n, np.int8),
            wanted,
            np.zeros((n, self.players), np.float32),
        )
        _look_at(positions, self.action_of, self._moves, np.zeros(MOST_SEATS), *look)
        return self.canonical(look) if canonical else look

    def canonical(self, look: Look) -> Look:
        """Return what positions look like if the seat that looks is the first one."""
        observations, masks = look.observations.copy(), look.masks.copy()
        for seat, view in enumerate(self.views):
            rows = np.flatnonzero(look.seats == seat)
            if len(rows) and not view.changes_nothing:
                observations[rows] = view.observations(look.observations[rows])
                masks[rows] = view.policies(look.masks[rows])
        points = moved(look.scores, look.seats, self.players)
        return look._replace(observations=observations, masks=masks, scores=points)

    def canonical_actions(self, actions: Array, seats: Any) -> Array:
        """Return each action as numbered by a seat that sees itself as the first."""
        images: Array = self.images[np.asarray(seats), np.asarray(actions)]
        return images

    def real_actions(self, actions: Array, seats: Any) -> Array:
        """Return the actions that seats mean by canonical ones."""
        originals: Array = self._originals[np.asarray(seats), np.asarray(actions)]
        return originals

    @cached_property
    def views(self) -> tuple[Transformation, ...]:
        """For each seat: the transformation that makes it the first one."""
        return tuple(self._view_of(seat) for seat in range(self.players))

    def _view_of(self, seat: int) -> Transformation:
        arrays = self.type.arrays
        seats, colours = seats_from(seat, self.players, self.type.colours_of[self.players])
        if not arrays.MEANING:
            seats = colours = np.arange(MOST_SEATS)
        moves = arrays.recoloured(colours)
        return self._transformation(Symmetry(moves, {SEAT: seats, COLOUR: colours}))

    @cached_property
    def symmetries(self) -> tuple[Transformation, ...]:
        """The symmetries of the board, the identity first: a position turned by one of them is worth the same.

        They are those of the first deal, so in Vulkan! use a layout that all deals share.

        >>> import funkenflug
        >>> [len(funkenflug.vector(game, 1, players=2).encoding.symmetries) for game in ("feurio", "feuer-wasser")]
        [12, 4]
        """
        identity = Symmetry(np.arange(self.type.rules.MOVES), {})
        return tuple(map(self._transformation, [identity, *self.type.arrays.symmetries(self.start.state)]))

    def _transformation(self, symmetry: Symmetry) -> Transformation:
        return Transformation(
            self.shapes, self.type.arrays.MEANING, symmetry, self.action_of[symmetry.moves[self.move_of]]
        )

    @cached_property
    def images(self) -> Array:
        """(players, actions): the canonical actions of each seat."""
        return np.array([view.actions for view in self.views])

    @cached_property
    def _originals(self) -> Array:
        return np.argsort(self.images, axis=1)

    # For networks

    @cached_property
    def tensors(self) -> Tensors:
        """What makes tokens and planes of observations."""
        first = self.observe(np.array([self.start.state], self.type.rules.STATE), 0)
        return Tensors(self.shapes, self.parts, self.type.arrays.MEANING, self.type.arrays.BOARD, first)

    def tokens(self, observations: Array) -> Tokens:
        """Return observations (n, size) as a vector for each cell, with the neighbours of each cell."""
        return self.tensors.tokens(observations)

    def planes(self, observations: Array) -> Array:
        """Return observations (n, size) as planes (n, channels, rows, columns), int8.

        Hex boards are in axial coordinates, r by row and q by column, in the middle of the planes: the six neighbours
        of a cell are six of its eight neighbours on the plane. `tensors.plane_names` names the channels; what belongs
        to no cell fills a plane.

        >>> import funkenflug
        >>> env = funkenflug.vector("feuer-wasser", 2, players=2)
        >>> env.encoding.planes(env.reset(seed=7).observations).shape
        (2, 179, 12, 12)
        """
        return self.tensors.planes(observations)

    @cached_property
    def places(self) -> Places:
        """Where the actions take place: a policy can have a number for each cell and channel instead of each action."""
        every: Places = self.type.arrays.places()
        cells = every.cells[self.move_of]
        if hasattr(self.tensors, "cells"):
            index = np.full(max(cells.max(), self.tensors.cells.max()) + 2, -1)
            index[self.tensors.cells] = np.arange(len(self.tensors.cells))
            cells = index[cells]
        return every._replace(cells=cells, channels=every.channels[self.move_of])

    # Compiled code does not check its arguments, so they are checked here

    def _positions(self, states: Any) -> Array:
        positions = np.atleast_1d(np.asarray(states))
        if positions.ndim != 1 or positions.dtype != self.type.rules.STATE:
            raise ValueError(f"states must be an array of positions of {self.type.title}")
        return np.ascontiguousarray(positions)

    def _seats(self, seats: Any, n: int) -> Array:
        given = np.asarray(seats)
        if given.dtype.kind not in "iu" or given.shape not in ((), (n,)):
            raise ValueError(f"seats must be one seat, or {n} of them, not {seats!r}")
        if ((given < 0) | (given >= self.players)).any():
            raise ValueError(f"seats go from 0 to {self.players - 1}")
        return np.ascontiguousarray(np.broadcast_to(given, n), np.int8)


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


@compiled
def _look_at(
    states: Array,
    action_of: Array,
    moves: Array,
    values: Array,
    observations: Array,
    masks: Array,
    movers: Array,
    seats: Array,
    points: Array,
) -> None:
    for i in range(len(states)):
        mover = to_move(states[i])
        movers[i] = mover
        if seats[i] < 0:
            seats[i] = max(mover, 0)
        observe(states[i], int(seats[i]), observations[i])
        scores(states[i], values)
        for seat in range(points.shape[1]):
            points[i, seat] = values[seat]
        if mover >= 0:
            for k in range(legal(states[i], moves)):
                masks[i, action_of[moves[k]]] = True
