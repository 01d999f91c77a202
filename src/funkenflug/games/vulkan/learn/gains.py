"""What a flight of Vulkan! wins at once, found without playing it: for the learned value and policy."""

from __future__ import annotations

from typing import Final

import numpy as np

from funkenflug.games.hexes import SPACES, TILES, connected
from funkenflug.games.vulkan.rules.rules import TWO_IN_A_ROW, majority
from funkenflug.kernel import State, compiled, first, int64

_ONE_PIECE: Final = np.array([bin(m & ~(m << 1 | m >> 5)).count("1") < 2 for m in range(64)])
"""For each set of neighbours whether they are joined around a tile: then nothing is cut off when it goes."""


@compiled
def nearly_full(state: State, tiles: int) -> int:
    """Return those of some tiles that have one free space."""
    found = 0
    tiles &= state.thirsty
    while tiles != 0:
        tile = first(tiles)
        tiles &= tiles - 1
        found |= int64(SPACES[int64(state.number[tile])] - state.filled[tile] == 1) << tile
    return found


@compiled
def gain_of(state: State, seat: int, colour: int, tiles: int, filled: int) -> float:
    """Return the points that a seat wins at once by loads on these tiles, less those that others win.

    `filled` are the tiles that the loads fill.
    """
    return _gain(state, seat, colour, tiles, filled, filled & state.open_side)


@compiled
def gain_without(state: State, seat: int, tile: int) -> float:
    """Return what a seat would win if it could put out a tile that holds parts of the forest together, else 0."""
    around = 0
    for direction in range(6):
        other = int64(state.beside[tile, direction])
        around |= int64(other < TILES and state.present >> other & 1 == 1) << direction
    return 0.0 if _ONE_PIECE[around] else _gain(state, seat, -1, 0, 0, 1 << tile)


@compiled
def _gain(state: State, seat: int, colour: int, tiles: int, filled: int, out: int) -> float:
    """Return what a seat wins when tiles go out, after loads on some tiles."""
    full = (state.present & ~state.thirsty) | filled
    left = state.present
    volcano = 1 << int64(state.volcano)
    whole = True
    gain = 0.0
    while out != 0:
        tile = first(out)
        this = 1 << tile
        out &= ~this
        left &= ~this
        gain += _worth(state, seat, tile, colour if tiles & this else -1)
        around = 0
        for direction in range(6):
            other = int64(state.beside[tile, direction])
            if other < TILES and left >> other & 1:
                around |= 1 << direction
                if (full & ~volcano) >> other & 1 and _opens(state, other, left):
                    out |= 1 << other
        whole &= _ONE_PIECE[around]
    if not whole:
        cut_off = left & ~connected(state.neighbours, volcano, left)
        while cut_off != 0:
            tile = first(cut_off)
            cut_off &= cut_off - 1
            gain += _worth(state, seat, tile, colour if tiles >> tile & 1 else -1)
    return gain


@compiled
def _opens(state: State, tile: int, left: int) -> bool:
    """Whether a tile has two adjacent free edges when only these tiles are left."""
    edges = 0
    for direction in range(6):
        other = int64(state.beside[tile, direction])
        edges |= int64(other >= TILES or left >> other & 1 == 0) << direction
    return bool(TWO_IN_A_ROW[edges])


@compiled
def _worth(state: State, seat: int, tile: int, colour: int) -> float:
    """Return the points of a tile that goes out, after a load of a colour (-1: without); negative for another seat."""
    most, winner = majority(state, tile, colour)
    if most == 0:
        return 0.0
    number = float(state.number[tile])
    return number if winner < 0 or winner == seat else -number / (int64(state.players) - 1)
