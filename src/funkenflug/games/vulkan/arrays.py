"""Vulkan! for learners: observations as arrays, and the numbers of the forest as chance events."""

from __future__ import annotations

import sys
from typing import Any, Final, cast

import numpy as np

from funkenflug.games.hexes import SPACES, TILES
from funkenflug.games.vulkan.rules import FLY_MOVES, LEFT_THE_GAME, STATE, to_move
from funkenflug.kernel import Array, Arrays, State, compiled, int64, register

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


def deal_of(state: State) -> dict[str, Any]:
    """Return the forest of a match as arguments of `new`."""
    cells = zip(state["q"].tolist(), state["r"].tolist(), strict=True)
    return {"layout": dict(zip(cells, state["number"].tolist(), strict=True))}


# Moves --------------------------------------------------------------------------------------------------------------


def possible(state: State) -> Array:
    """Return the moves that can be legal in a match that starts like this: flights in canonical form (V3)."""
    forward = np.arange(TILES)[:, None] <= np.arange(TILES)
    flights = np.flatnonzero(np.broadcast_to(forward, (4, TILES, TILES)))
    return np.concatenate([np.arange(FLY_MOVES), FLY_MOVES + flights])


register(cast(Arrays, sys.modules[__name__]), STATE)
