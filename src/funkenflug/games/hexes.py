"""Hex geometry shared by two games: flat-topped hexes in axial coordinates, r growing downwards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from funkenflug.view import Hex

DIRECTIONS: Final[tuple[Hex, ...]] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""N, NE, SE, S, SW, NW: neighbours in this list are neighbours around the hex."""

SPACES: Final = np.array([0, 1, 1, 2, 2, 3, 3], np.int8)
"""Spaces on a tile by its number (F1); a firebreak has number 0."""

TILES: Final = 36


def neighbours(cell: Hex) -> Iterator[Hex]:
    """Yield the six cells around one, clockwise from the north."""
    for dq, dr in DIRECTIONS:
        yield cell[0] + dq, cell[1] + dr


def cell_text(cell: Hex) -> str:
    """Return a cell as it is written in moves.

    >>> cell_text((1, -2))
    '1,-2'
    """
    return f"{cell[0]},{cell[1]}"
