"""Hex geometry shared by two games: flat-topped hexes in axial coordinates, r growing downwards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from funkenflug.kernel import Array, compiled, first
from funkenflug.match.view import COLOURS, Hex
from funkenflug.match.words import IllegalMove, Message, both, clipped

DIRECTIONS: Final[tuple[Hex, ...]] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""N, NE, SE, S, SW, NW: clockwise around a hex."""

SPACES: Final = np.array([0, 1, 1, 2, 2, 3, 3], np.int8)
"""Spaces on a tile by its number (F1); a firebreak has number 0."""

TILES: Final = 36
ALL_TILES: Final = (1 << TILES) - 1
ALL_NUMBERS: Final = tuple(number for number in range(1, 7) for _ in range(6))
"""The numbers on the tiles: six of each."""

COLOURS_OF: Final[dict[int, tuple[tuple[int, ...], ...]]] = {
    1: ((0, 1, 2, 3),),
    2: ((0, 1), (2, 3)),
    3: ((0,), (1,), (2,)),
    4: ((0,), (1,), (2,), (3,)),
}
"""The colours that each seat leads, by number of players; the red of three players is neutral."""


@compiled
def leader_of(players: int, colour: int) -> int:
    """Return the seat that leads a colour, -1 if it is neutral."""
    if players == 4:
        return colour
    if players == 3:
        return colour if colour < 3 else -1
    return colour // 2 if players == 2 else 0


@compiled
def connected(neighbours: Array, start: int, within: int) -> int:
    """Return the tiles of `within` that are connected with `start`; all are bit sets."""
    region = start & within
    border = region
    while border != 0:
        around = 0
        while border != 0:
            around |= neighbours[first(border)]
            border &= border - 1
        border = around & within & ~region
        region |= border
    return region


def neighbours(cell: Hex) -> Iterator[Hex]:
    """Yield the six cells around one, clockwise from the north."""
    for dq, dr in DIRECTIONS:
        yield cell[0] + dq, cell[1] + dr


def row_between(start: Hex, end: Hex) -> tuple[Hex, ...]:
    """Return the cells of the straight row between two cells, both included; empty if they are not in one row.

    >>> row_between((0, 0), (2, -2))
    ((0, 0), (1, -1), (2, -2))
    >>> row_between((0, 0), (2, 1))
    ()
    """
    dq, dr = end[0] - start[0], end[1] - start[1]
    steps = max(abs(dq), abs(dr))
    if 0 not in (dq, dr, dq + dr):
        return ()
    return tuple((start[0] + i * dq // max(steps, 1), start[1] + i * dr // max(steps, 1)) for i in range(steps + 1))


def cell_text(cell: Hex) -> str:
    """Return a cell as it is written in moves.

    >>> cell_text((1, -2))
    '1,-2'
    """
    return f"{cell[0]},{cell[1]}"


_CELL = re.compile(r"(-?[1-9][0-9]{0,2}|0),(-?[1-9][0-9]{0,2}|0)")


def read_cell(text: str) -> Hex:
    """Return the cell that a text stands for.

    >>> read_cell("1,-2")
    (1, -2)
    """
    found = _CELL.fullmatch(text)
    if found is None:
        raise IllegalMove(Message("“{text}” is no cell; cells look like 1,-2", text=clipped(text)))
    return int(found[1]), int(found[2])


def stock_text(stock: tuple[int, int, int, int], led: tuple[str, ...]) -> Message:
    """Return the pieces that a seat has left in words, its own and a neutral share.

    >>> stock_text((12, 0, 0, 4), ("green",))
    '12 green and 4 red'
    """
    return both(
        Message("{count} {colour}", count=count, colour=Message(colour))
        for count, colour in zip(stock, COLOURS, strict=True)
        if count > 0 or colour in led
    )


INKS: Final = (
    (r"[/\\_·]+|heat \d+|break|\([1-6]\)", "dim"),
    (r"/\\(?=  )|/##\\", "bold red"),
    *(
        (rf"(?<=   ){number}(?=   )", f"bold {style}")
        for number, style in enumerate(("bright_blue", "cyan", "green", "yellow", "dark_orange", "red"), 1)
    ),
)
"""The colours of a hex board in a terminal: patterns and styles."""


class HexText:
    """A board of hexes as text: three short lines a hex.

    >>> board = HexText()
    >>> board.put((0, 0), "6", "GG.", "0,0")
    >>> print(board.text())
      _______
     /   6   \\
    /   GG.   \\
    \\   0,0   /
     \\_______/
    """

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, str]] = {}
        """By row and column: the letter there."""

    def put(self, cell: Hex, *lines: str, hint: bool = False) -> None:
        """Draw one hex with up to three lines in it; a hint has a dotted outline."""
        q, r = cell
        left, top = 9 * q, 4 * r + 2 * q
        flat, rising, falling = ("· · · ·", "·", "·") if hint else ("_______", "/", "\\")
        outline = (
            (left + 2, top, flat),
            (left + 1, top + 1, rising),
            (left + 9, top + 1, falling),
            (left, top + 2, rising),
            (left + 10, top + 2, falling),
            (left, top + 3, falling),
            (left + 10, top + 3, rising),
            (left + 1, top + 4, falling),
            (left + 9, top + 4, rising),
            (left + 2, top + 4, flat),
        )
        for x, y, text in outline:
            self._write(x, y, text, over=not hint)
        for row, text in enumerate(lines):
            self._write(left + 1, top + 1 + row, text.center(9), over=False)

    def _write(self, x: int, y: int, text: str, over: bool) -> None:
        row = self._rows.setdefault(y, {})
        for column, letter in enumerate(text, x):
            if letter != " " and (over or column not in row):
                row[column] = letter

    def text(self) -> str:
        """Return the whole board."""
        if not self._rows:
            return ""
        left = min(map(min, self._rows.values()))
        return "\n".join(_line(self._rows.get(y, {}), left) for y in range(min(self._rows), max(self._rows) + 1))


def _line(row: dict[int, str], left: int) -> str:
    letters = [" "] * (max(row, default=left) + 1 - left)
    for column, letter in row.items():
        letters[column - left] = letter
    return "".join(letters).rstrip()
