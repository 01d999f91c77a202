"""Hex geometry shared by two games: flat-topped hexes in axial coordinates, r growing downwards."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from funkenflug.core.view import COLOURS, Hex
from funkenflug.core.words import IllegalMove, Message, both, clipped
from funkenflug.kernel import Array, State, compiled, first

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


def first_stocks(players: int) -> Array:
    """Return the pieces of four seats and colours before the first turn: 12 of a led colour, 4 of the neutral one."""
    stocks = np.zeros((4, 4), np.int8)
    for seat, colours in enumerate(COLOURS_OF[players]):
        stocks[seat, list(colours)] = 12
        if players == 3:
            stocks[seat, 3] = 4
    return stocks


def four(counts: Iterable[int]) -> tuple[int, int, int, int]:
    """Return a count for each colour."""
    green, blue, yellow, red = counts
    return green, blue, yellow, red


class Turn(NamedTuple):
    """A turn of the board about its first cell, or a reflection."""

    matrix: tuple[tuple[int, int], tuple[int, int]]
    """Where (q, r) goes: (matrix[0] · (q, r), matrix[1] · (q, r))."""
    directions: Array
    """The image of each direction."""


def _turn(steps: int, mirrored: bool) -> Turn:
    image = np.array([(steps - d if mirrored else steps + d) % 6 for d in range(6)])
    # the images of the coordinate vectors (1, 0) and (0, 1)
    (a, c), (b, d) = DIRECTIONS[image[DIRECTIONS.index((1, 0))]], DIRECTIONS[image[DIRECTIONS.index((0, 1))]]
    return Turn(((a, b), (c, d)), image)


TURNS: Final = tuple(_turn(steps, mirrored) for mirrored in (False, True) for steps in range(6))
"""The twelve symmetries of a hex; the first one leaves everything where it is."""


@compiled
def leader_of(players: int, colour: int) -> int:
    """Return the seat that leads a colour, -1 if it is neutral."""
    if players == 4:
        return colour
    if players == 3:
        return colour if colour < 3 else -1
    return colour // 2 if players == 2 else 0


@compiled
def pieces_left(state: State, seat: int) -> int:
    """Return how many pieces of any colour a seat has left."""
    left = 0
    for colour in range(4):
        left += state.stock[seat, colour]
    return left


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


@compiled
def tiles_beside(neighbours: Array, tiles: int) -> int:
    """Return the tiles next to some, and those of them that are next to each other; all are bit sets."""
    around = 0
    while tiles != 0:
        around |= neighbours[first(tiles)]
        tiles &= tiles - 1
    return around


def neighbours(cell: Hex) -> Iterator[Hex]:
    """Yield the six cells around one, clockwise from the north."""
    for dq, dr in DIRECTIONS:
        yield cell[0] + dq, cell[1] + dr


def reached_from(start: Hex, cells: Collection[Hex]) -> set[Hex]:
    """Return a cell and those of some cells that are connected with it."""
    reached, border = {start}, [start]
    while border:
        found = [cell for cell in neighbours(border.pop()) if cell in cells and cell not in reached]
        reached.update(found)
        border += found
    return reached


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


@lru_cache(maxsize=4096)
def cell_text(cell: Hex) -> str:
    """Return a cell as it is written in moves.

    >>> cell_text((1, -2))
    '1,-2'
    """
    return f"{cell[0]},{cell[1]}"


_CELL = re.compile(r"(-?[1-9][0-9]{0,2}|0),(-?[1-9][0-9]{0,2}|0)")
_NAME = re.compile(r"([a-z])(\1{0,2})(-?[1-9][0-9]{0,2}|0)")


def cell_name(cell: Hex) -> str:
    """Return the name of a cell, for people: a letter for its column, and a number.

    The first tile lies on m13. Northwards the number grows, southeastwards the letter, northeastwards both; so cells
    of a straight row share the letter, the number, or the difference of the two. After z come aa, bb, …; before a come
    zz, yy, …; before 1 come 0, -1, …. No forest grows more than 35 columns from its first tile; cells far beyond that
    are named as in moves.

    >>> cell_name((0, 0)), cell_name((0, -1)), cell_name((1, 0)), cell_name((14, 0)), cell_name((-13, 13))
    ('m13', 'm14', 'n13', 'aa13', 'zz0')
    >>> cell_name((38, 2)), cell_name((99, 99))
    ('yyy11', '99,99')
    """
    q, r = cell
    return f"{_column(q)}{_FIRST_ROW - r}" if abs(q) < _COLUMNS else cell_text(cell)


def _column(q: int) -> str:
    """Return the letter of a column. It is doubled beyond 13 columns, tripled beyond 26, …"""
    letter = chr(ord("a") + (q + _FIRST_COLUMN) % 26)
    return letter * (1 + max((q - 1) // 13, -q // 13))


_FIRST_COLUMN: Final = 12
_COLUMNS: Final = 39
"""Columns nearer than this to the first one are named by at most three letters."""
_FIRST_ROW: Final = 13


def parse_cell_name(name: str) -> Hex | None:
    """Return the cell with this name; None if no cell has it.

    >>> parse_cell_name("m13"), parse_cell_name("zz0"), parse_cell_name("1,-2")
    ((0, 0), (-13, 13), None)
    """
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    column, reach = found[1] + found[2], 13 * len(found[1] + found[2])
    q = next(q for q in range(1 - reach, 1 + reach) if _column(q) == column)
    return q, _FIRST_ROW - int(found[3])


def read_cell(text: str) -> Hex:
    """Return the cell that a text stands for, as moves write it or by its name.

    >>> read_cell("1,-2"), read_cell("n15")
    ((1, -2), (1, -2))
    """
    if found := _CELL.fullmatch(text):
        return int(found[1]), int(found[2])
    cell = parse_cell_name(text)
    if cell is None:
        raise IllegalMove(Message("“{text}” is not a cell; cells are written like n15", text=clipped(text)))
    return cell


def name_cell(cell: str) -> str:
    """Return the name of a cell that is written as in moves.

    >>> name_cell("1,-2")
    'n15'
    """
    return cell_name(read_cell(cell))


def find_cell(name: str) -> str:
    """Return the cell with a name as it is written in moves.

    >>> find_cell("n15")
    '1,-2'
    """
    return cell_text(read_cell(name))


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


def pieces_on(counts: tuple[int, int, int, int]) -> list[Message]:
    """Return the pieces on a tile in words, a part for each colour.

    >>> pieces_on((2, 0, 0, 1))
    ['2 green', '1 red']
    """
    return [
        Message("{count} {colour}", count=count, colour=Message(colour))
        for count, colour in zip(counts, COLOURS, strict=True)
        if count
    ]


def spaces_left(count: int) -> Message:
    """Return how many pieces still fit on a tile, in words."""
    return Message.counted("1 space left", "{count} spaces left", count) if count else Message("full")


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
