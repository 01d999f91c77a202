"""Square cells as in chess: a column letter from the left and a row number from the bottom."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from funkenflug.core.words import IllegalMove, Message, clipped
from funkenflug.games.feuer_wasser.rules.rules import SIDE

_CELL = re.compile(r"([a-l])([1-9]|1[0-2])")
_TEXTS = tuple(f"{'abcdefghijkl'[cell % SIDE]}{cell // SIDE + 1}" for cell in range(SIDE * SIDE))


def cell_text(cell: int) -> str:
    """Return a cell as it is written in moves.

    >>> cell_text(0), cell_text(3 * 12 + 4)
    ('a1', 'e4')
    """
    return _TEXTS[cell]


def read_cell(text: str) -> int:
    """Return the cell that a text stands for.

    >>> read_cell("a1"), read_cell("e4")
    (0, 40)
    """
    found = _CELL.fullmatch(text)
    if found is None:
        raise IllegalMove(Message("“{text}” is not a cell; cells are written like d4", text=clipped(text)))
    return (int(found[2]) - 1) * SIDE + ord(found[1]) - ord("a")


def beside(cell: str, board: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the cells beside one on a board, whose top row comes first, each with its element.

    >>> sorted(beside("a1", ("FW", "WF")))
    [('a2', 'F'), ('b1', 'F')]
    """
    row, column = divmod(read_cell(cell), SIDE)
    for up, right in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        if 0 <= row + up < len(board) and 0 <= column + right < len(board[0]):
            yield cell_text((row + up) * SIDE + column + right), board[-1 - row - up][column + right]
