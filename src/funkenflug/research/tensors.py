"""Observations as tensors: a vector for each cell with its neighbours, or planes."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import NamedTuple

import numpy as np

from funkenflug.games.meaning import COUNT, Board, Meaning, Q, R
from funkenflug.kernel import Array


class Tokens(NamedTuple):
    """Positions as vectors for their cells, for networks that pass messages between neighbours."""

    cells: Array
    """(n, cells, facts), float32: categories are one-hot without 0, counts are divided by 4."""
    board: Array
    """(n, numbers), float32: everything that belongs to no cell."""
    beside: Array
    """(n, cells, cells), float32: 1 for neighbours. (1, cells, cells) if they are always the same.

    A game without a description of its board has one cell that says nothing.
    """


class Tensors:
    """Makes tokens and planes of the observations of a kind of match."""

    def __init__(
        self,
        shapes: Mapping[str, tuple[int, ...]],
        parts: Mapping[str, slice],
        meaning: Mapping[str, Meaning],
        board: Board | None,
        first: Array,
    ) -> None:
        self._parts = parts
        self._board = board
        on_board = () if board is None else (board.part, board.beside)
        self._others = [name for name in shapes if name not in on_board]
        if board is None:
            self.plane_names = tuple(f"{name} {i}" for name in self._others for i in range(prod(shapes[name])))
            self.plane_shape = (1, 1)
            return
        self._facts = meaning[board.part].facts
        self._place = {fact.name: place for place, fact in enumerate(self._facts)}
        self._hex = Q in {fact.kind for fact in self._facts}
        facts = first[parts[board.part]].reshape(-1, len(self._facts))
        self.cells: Array = np.arange(len(facts))
        """The cells that have a token; on square boards those that are on the board."""
        if not self._hex:
            self.cells = np.flatnonzero(facts[:, self._place[board.present]])
        self._width = shapes[board.part][1]
        self._squares = None if self._hex else self._square_neighbours()
        self.plane_shape = (board.side, board.side)
        others = (f"{name} {i}" for name in self._others for i in range(prod(shapes[name])))
        self.plane_names = (*self._fact_names(), *filter(None, [board.beside]), *others)

    def _fact_names(self) -> list[str]:
        names = []
        for fact in self._facts:
            if fact.kind in (Q, R):
                continue
            if fact.kind == COUNT:
                names.append(f"{fact.name} {fact.place}" if fact.axis else fact.name)
            else:
                names += [f"{fact.name} = {value}" for value in range(1, fact.values)]
        return names

    # Tokens

    def tokens(self, observations: Array) -> Tokens:
        """Return observations (n, size) as tokens."""
        others = [observations[:, self._parts[name]] for name in self._others]
        board = np.concatenate(others, axis=1, dtype=np.float32)
        board /= 4
        if self._board is None:
            nothing = np.zeros((len(observations), 1, 1), np.float32)
            return Tokens(nothing, board, nothing[:1])
        facts = self._cell_facts(observations)
        columns: list[Array] = [self._counts(facts) / np.float32(4), self._one_hot(facts).astype(np.float32)]
        if self._board.beside:
            around = observations[:, self._parts[self._board.beside]]
            columns.append(around.reshape(len(observations), len(self.cells), -1) / np.float32(4))
        return Tokens(np.concatenate(columns, axis=2), board, self._neighbours(facts))

    def _cell_facts(self, observations: Array) -> Array:
        assert self._board is not None
        facts = observations[:, self._parts[self._board.part]].reshape(len(observations), -1, len(self._facts))
        return facts if self._hex else facts[:, self.cells]

    def _counts(self, facts: Array) -> Array:
        return facts[:, :, [place for place, fact in enumerate(self._facts) if fact.kind == COUNT]]

    def _one_hot(self, facts: Array) -> Array:
        return np.concatenate(
            [
                facts[:, :, place, None] == np.arange(1, fact.values, dtype=np.int8)
                for place, fact in enumerate(self._facts)
                if fact.kind not in (COUNT, Q, R)
            ],
            axis=2,
        )

    def _neighbours(self, facts: Array) -> Array:
        if self._squares is not None:
            return self._squares
        assert self._board is not None
        q, r, there = (facts[:, :, self._place[name]] for name in ("q", "r", self._board.present))
        q, r = np.where(there != 0, q, np.int8(100)), np.where(there != 0, r, np.int8(100))
        dq, dr = q[:, :, None] - q[:, None, :], r[:, :, None] - r[:, None, :]
        # int8 is enough: what overflows is not near
        near = (abs(dq) <= 1) & (abs(dr) <= 1) & (abs(dq + dr) <= 1) & ((dq != 0) | (dr != 0))
        found: Array = near.astype(np.float32)
        return found

    def _square_neighbours(self) -> Array:
        rows, columns = np.divmod(self.cells, self._width)
        distance = abs(rows[:, None] - rows) + abs(columns[:, None] - columns)
        found: Array = (distance == 1).astype(np.float32)[None]
        return found

    # Planes

    def planes(self, observations: Array) -> Array:
        """Return observations (n, size) as planes (n, names, rows, columns), int8."""
        n, (rows, columns) = len(observations), self.plane_shape
        planes = np.zeros((n, len(self.plane_names), rows, columns), np.int8)
        first = 0
        if self._board is not None:
            first = len(self._fact_names())
            facts = self._cell_facts(observations)
            down, right, there = self._where(facts)
            match = np.broadcast_to(np.arange(n)[:, None], down.shape)[there]
            planes[match, :first, down[there], right[there]] = self._plane_facts(facts)[there]
            if self._board.beside:
                self._draw_beside(planes[:, first], observations, down, right)
                first += 1
        others = np.concatenate([observations[:, self._parts[name]] for name in self._others], axis=1)
        planes[:, first:] = others[:, :, None, None]
        return planes

    def _plane_facts(self, facts: Array) -> Array:
        """Return the facts in the order of `_fact_names`."""
        columns = []
        for place, fact in enumerate(self._facts):
            if fact.kind == COUNT:
                columns.append(facts[:, :, place, None])
            elif fact.kind not in (Q, R):
                columns.append((facts[:, :, place, None] == np.arange(1, fact.values)).astype(np.int8))
        return np.concatenate(columns, axis=2)

    def _where(self, facts: Array) -> tuple[Array, Array, Array]:
        """Return row, column, and whether it is within the planes, for each cell: a hex board is put in the middle."""
        assert self._board is not None
        if not self._hex:
            down, right = np.divmod(self.cells, self._width)
            return (*np.broadcast_arrays(down, right, facts[:, :, 0] != -1),)  # type: ignore[return-value]
        there = facts[:, :, self._place[self._board.present]] != 0
        down, right = (_centred(facts[:, :, self._place[name]], there, self._board.side) for name in ("r", "q"))
        inside = (down >= 0) & (down < self._board.side) & (right >= 0) & (right < self._board.side)
        return down, right, there & inside

    def _draw_beside(self, plane: Array, observations: Array, down: Array, right: Array) -> None:
        assert self._board is not None
        around = observations[:, self._parts[self._board.beside]].reshape(len(observations), len(self.cells), -1)
        for direction, (dq, dr) in enumerate(self._board.directions):
            rows, columns = down + dr, right + dq
            inside = (rows >= 0) & (rows < plane.shape[1]) & (columns >= 0) & (columns < plane.shape[2])
            shown = (around[:, :, direction] != 0) & inside
            match = np.broadcast_to(np.arange(len(observations))[:, None], down.shape)[shown]
            plane[match, rows[shown], columns[shown]] = around[:, :, direction][shown]


def _centred(coordinates: Array, there: Array, side: int) -> Array:
    """Return coordinates shifted so that the occupied cells are in the middle of the planes."""
    numbers = coordinates.astype(np.int64)
    low = np.where(there, numbers, 999).min(axis=1, keepdims=True)
    high = np.where(there, numbers, -999).max(axis=1, keepdims=True)
    shifted: Array = numbers - (low + high) // 2 + side // 2
    return shifted
