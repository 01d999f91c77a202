"""The meaning of the numbers in an observation; canonical observations, symmetries, tokens and planes follow from it.

A game's `arrays.py` says for each part of its observations what its axes are, and for the last axis of some parts what
each number is. It also gives the symmetries of its board and where on the board an action takes place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from funkenflug.kernel import Array

SEAT, COLOUR, CELL, DIRECTION, CODE = "seat", "colour", "cell", "direction", "code"
"""Axes, and kinds of facts, that a change of seats or a symmetry permutes."""
Q, R = "q", "r"
"""Kinds of facts: coordinates on a hex board."""
ELEMENT = "element"
"""A kind of fact: 1 and 2 change places if a symmetry exchanges the elements."""
COUNT, CATEGORY = "count", "category"
"""Other kinds of facts: numbers as they are, and numbers that name something."""


class Fact(NamedTuple):
    """A number of the last axis of a part."""

    name: str
    kind: str = COUNT
    values: int = 0
    """The number of values of a category, 0 included; facts of the kinds SEAT and DIRECTION are 1 + the index, or 0."""
    axis: str = ""
    """Facts of one name for all colours, seats or directions: the axis …"""
    place: int = 0
    """… and the index on it."""


def each(axis: str, name: str, size: int) -> tuple[Fact, ...]:
    """Return a fact for each index of an axis."""
    return tuple(Fact(name, axis=axis, place=place) for place in range(size))


class Meaning(NamedTuple):
    """The meaning of a part."""

    axes: tuple[str, ...]
    facts: tuple[Fact, ...] = ()
    """If not empty, the part has one more axis: these."""


class Symmetry(NamedTuple):
    """A symmetry of a board: where everything goes."""

    moves: Array
    """The image of each move."""
    axes: Mapping[str, Array]
    """By axis: the image of each index."""
    values: Mapping[str, Array] = {}
    """By kind of fact: the image of each value."""
    turn: tuple[tuple[int, int], tuple[int, int]] = ((1, 0), (0, 1))
    """The matrix that turns coordinates (q, r) where cells have no fixed index."""


class Places(NamedTuple):
    """Where actions take place, for a policy with a number for each cell and channel.

    The logit of an action is the sum of the numbers at its one or two cells; cell -1 is none. Actions without a cell
    have a channel of the whole board.
    """

    cells: Array
    """(moves, 2)"""
    channels: Array
    """(moves, 2): of its cells; if it has none, of the board, in the first column."""
    cell_channels: int
    board_channels: int


class Board(NamedTuple):
    """The part of an observation that has the cells of the board, and how they lie."""

    part: str
    """Its name: (cells, facts), or (rows, columns, facts)."""
    beside: str
    """The name of a part (cells, directions) about the empty cells in these directions, or "" if there is none."""
    present: str
    """The fact that a cell is there, not 0."""
    directions: tuple[tuple[int, int], ...]
    """As (columns, rows): on hex boards as (q, r)."""
    side: int
    """The rows and columns of its planes."""
