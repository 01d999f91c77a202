"""Vulkan! for learners: observations as arrays, and the numbers of the forest as chance events."""

from __future__ import annotations

from typing import Final

import numpy as np

from funkenflug.games.hexes import DIRECTIONS, SPACES, TILES, TURNS, Turn
from funkenflug.games.meaning import (
    CATEGORY,
    CELL,
    COLOUR,
    DIRECTION,
    SEAT,
    Board,
    Fact,
    Meaning,
    Places,
    Q,
    R,
    Symmetry,
    each,
)
from funkenflug.games.vulkan.rules.rules import FLY_MOVES, LEFT_THE_GAME, MOVES, STATE, to_move
from funkenflug.kernel import Array, State, compiled, int64, register

OWNERS: Final = 1
PILE: Final = TILES
OUTCOMES: Final = 6
LONGEST: Final = 1 + 48
"""The volcano, and every load separately."""

_FACTS: Final = 17
PARTS: Final = (
    ("seat", (4,)),  # who observes
    ("to_move", (4,)),
    ("step", (3,)),  # volcano, fly, over
    ("stock", (4, 4)),  # by seat and colour
    # in the order of their cells: present, number, q, r, volcano, free spaces, loads by colour,
    # owner (0: burning, 1 + seat, 5: nobody), free edges by direction
    ("tiles", (TILES, _FACTS)),
)
MEANING: Final = {
    "seat": Meaning((SEAT,)),
    "to_move": Meaning((SEAT,)),
    "stock": Meaning((SEAT, COLOUR)),
    "tiles": Meaning(
        (CELL,),
        (
            Fact("present"),
            Fact("number", CATEGORY, 7),
            Fact("q", Q),
            Fact("r", R),
            Fact("volcano"),
            Fact("free spaces"),
            *each(COLOUR, "loads", 4),
            Fact("owner", SEAT, 6),
            *each(DIRECTION, "free edge", 6),
        ),
    ),
}
BOARD: Final = Board("tiles", "", "number", DIRECTIONS, 15)


@compiled
def observe(state: State, seat: int, out: Array) -> None:
    """See `kernel.observe`."""
    out[seat] = 1
    mover = to_move(state)
    if mover >= 0:
        out[4 + mover] = 1
    out[8 + int64(state.step)] = 1
    for i in range(4):
        for colour in range(4):
            out[11 + 4 * i + colour] = state.stock[i, colour]
    at = 27
    for tile in range(TILES):
        _observe_tile(state, tile, out, at)
        at += _FACTS


@compiled
def _observe_tile(state: State, tile: int, out: Array, at: int) -> None:
    present = state.present >> tile & 1
    out[at] = present
    out[at + 1] = state.number[tile]
    out[at + 2] = state.q[tile]
    out[at + 3] = state.r[tile]
    out[at + 4] = state.volcano == tile
    if state.thirsty >> tile & 1:
        out[at + 5] = SPACES[int64(state.number[tile])] - state.filled[tile]
    for colour in range(4):
        out[at + 6 + colour] = state.loads[colour, tile]
    if not present:
        out[at + 10] = 5 if state.owner[tile] == LEFT_THE_GAME else 1 + state.owner[tile]
    for direction in range(6):
        out[at + 11 + direction] = state.free_edges[tile] >> direction & 1


# The numbers, tile by tile ------------------------------------------------------------------------------------------


@compiled
def due(state: State, dealt: Array) -> int:
    """See `kernel.due`: the forest lies open before the first move."""
    return dealt[0] if dealt[0] < TILES else -1


@compiled
def chances(state: State, place: int, counts: Array) -> None:
    """See `kernel.chances`."""
    for tile in range(place, TILES):
        counts[int64(state.number[tile]) - 1] += 1


@compiled
def settle(state: State, place: int, outcome: int) -> None:
    """See `kernel.settle`."""
    other = place
    while state.number[other] != outcome + 1:
        other += 1
    state.number[other] = state.number[place]
    state.number[place] = outcome + 1


@compiled
def known_deal(state: State, seat: int, dealt: Array, out: Array) -> None:
    """See `kernel.known_deal`."""
    for place in range(dealt[0]):
        out[place] = state.number[place]


# Moves --------------------------------------------------------------------------------------------------------------


def possible(state: State) -> Array:
    """Return the moves that can be legal in a match that starts like this: flights in canonical form (V3)."""
    forward = np.arange(TILES)[:, None] <= np.arange(TILES)
    flights = np.flatnonzero(np.broadcast_to(forward, (4, TILES, TILES)))
    return np.concatenate([np.arange(FLY_MOVES), FLY_MOVES + flights])


def recoloured(image: Array) -> Array:
    """See `kernel.Arrays`: water has a colour."""
    moves = np.arange(MOVES)
    flights = moves[FLY_MOVES:].reshape(4, -1)
    return np.concatenate([moves[:FLY_MOVES], flights[image].ravel()])


def symmetries(state: State) -> list[Symmetry]:
    """See `kernel.Arrays`: the turns and reflections that leave the shape of the forest as it is."""
    q, r = state["q"].astype(int), state["r"].astype(int)
    found = (_turned(turn, q, r) for turn in TURNS[1:])
    return [symmetry for symmetry in found if symmetry is not None]


def _turned(turn: Turn, q: Array, r: Array) -> Symmetry | None:
    """Return a turn of the forest about its middle; None if that changes its shape."""
    (a, b), (c, d) = turn.matrix
    new_q, new_r = a * q + b * r, c * q + d * r
    new_q, new_r = new_q - new_q.min() + q.min(), new_r - new_r.min() + r.min()
    tile_at = {cell: tile for tile, cell in enumerate(zip(q.tolist(), r.tolist(), strict=True))}
    cells = list(zip(new_q.tolist(), new_r.tolist(), strict=True))
    if not tile_at.keys() >= set(cells):
        return None
    tiles = np.array([tile_at[cell] for cell in cells])
    colour, start, end = np.unravel_index(np.arange(MOVES - FLY_MOVES), (4, TILES, TILES))
    ends = np.sort([tiles[start], tiles[end]], axis=0)  # canonical flights go forward (V3)
    forward = np.where(start <= end, ends, ends[::-1])
    flights = np.ravel_multi_index((colour, *forward), (4, TILES, TILES))
    moves = np.concatenate([tiles, FLY_MOVES + flights])
    return Symmetry(moves, {CELL: tiles, DIRECTION: turn.directions})


def places() -> Places:
    """See `kernel.Arrays`: flights take place where they begin and where they end."""
    cells, channels = np.full((MOVES, 2), -1), np.zeros((MOVES, 2), np.int64)
    cells[:FLY_MOVES, 0] = np.arange(TILES)
    colour, start, end = np.unravel_index(np.arange(MOVES - FLY_MOVES), (4, TILES, TILES))
    cells[FLY_MOVES:] = np.stack([start, end], axis=1)
    channels[FLY_MOVES:] = np.stack([1 + colour, 5 + colour], axis=1)
    return Places(cells, channels, 9, 0)


register(__name__, STATE)
