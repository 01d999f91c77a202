"""Feurio! for learners: observations as arrays, and the deck as chance events."""

from __future__ import annotations

import sys
from typing import Any, Final, cast

import numpy as np

from funkenflug.games.feurio.rules import (
    ARRANGE,
    ARRANGE_MOVES,
    BREAK_MOVES,
    CREW_MOVES,
    MOVES,
    OVER,
    STATE,
    TILE,
    TILE_MOVES,
    known,
    lay_first,
    room_on,
    to_move,
)
from funkenflug.games.hexes import TILES, leader_of
from funkenflug.kernel import Array, Arrays, State, compiled, int64, register

OWNERS: Final = 1
PILE: Final = TILES
OUTCOMES: Final = 6
LONGEST: Final = 1 + 2 * TILES + 4 * 48 + 4
"""Arrange, lay all tiles with a crew each, place the rest one by one while the others pass, then all pass."""

_FACTS: Final = 12
PARTS: Final = (
    ("seat", (4,)),  # who observes
    ("to_move", (4,)),
    ("step", (4,)),  # arrange, tile, crew, over
    ("drawn", (6,)),  # the number of the tile in the hand, if the seat may see it
    ("unseen", (6,)),  # tiles of each number that the seat has not seen
    ("stock", (4, 4)),  # by seat and colour
    ("paid", (4,)),
    ("passes", (1,)),
    # in the order in which they were laid: laid, number (0: not known), firebreak, q, r, free edges, free spaces,
    # firefighters by colour, 1 + the seat that laid it
    ("tiles", (TILES, _FACTS)),
    ("heat", (TILES, 6)),  # 1 + the heat of the empty cell that moves address by this tile and direction
)


@compiled
def observe(state: State, seat: int, out: Array) -> None:
    """See `kernel.observe`."""
    seen = known(state, seat)
    laid = int64(state.laid)
    out[seat] = 1
    mover = to_move(state)
    if mover >= 0:
        out[4 + mover] = 1
    out[8 + int64(state.step)] = 1
    if state.step == TILE and seen >> laid & 1:
        out[11 + int64(state.deck[laid])] = 1
    for tile in range(TILES):
        if seen >> tile & 1 == 0:
            out[17 + int64(state.deck[tile])] += 1
    for i in range(4):
        for colour in range(4):
            out[24 + 4 * i + colour] = state.stock[i, colour]
        out[40 + i] = state.paid[i]
    out[44] = state.passes
    at = 45
    for tile in range(TILES):
        if tile < laid:
            _observe_tile(state, tile, out, at)
        if seen >> tile & 1 and (tile < laid or state.step == ARRANGE):
            out[at + 1] = state.deck[tile]
        at += _FACTS
    if state.step != OVER:
        for i in range(int64(state.edge_cells)):
            out[at + int64(state.edge_anchor[i])] = state.edge_rank[i] // 256


@compiled
def _observe_tile(state: State, tile: int, out: Array, at: int) -> None:
    out[at] = 1
    out[at + 2] = state.number[tile] == 0
    out[at + 3] = state.q[tile]
    out[at + 4] = state.r[tile]
    out[at + 5] = state.free_edges[tile]
    out[at + 6] = room_on(state, tile)
    for colour in range(4):
        out[at + 7 + colour] = state.crews[colour, tile]
    out[at + 11] = 1 + state.layer[tile]


# The deck, tile by tile ---------------------------------------------------------------------------------------------


@compiled
def due(state: State, dealt: Array) -> int:
    """See `kernel.due`."""
    laid = int64(state.laid)
    needed = 4 if state.step == ARRANGE else laid + 1 if state.step == TILE else laid
    return dealt[0] if dealt[0] < needed else -1


@compiled
def chances(state: State, place: int, counts: Array) -> None:
    """See `kernel.chances`."""
    for tile in range(place, TILES):
        counts[int64(state.deck[tile]) - 1] += 1


@compiled
def settle(state: State, place: int, outcome: int) -> None:
    """See `kernel.settle`."""
    other = place
    while state.deck[other] != outcome + 1:
        other += 1
    state.deck[other] = state.deck[place]
    state.deck[place] = outcome + 1
    if place < state.laid:
        _lay_first_anew(state)


@compiled
def _lay_first_anew(state: State) -> None:
    for tile in range(TILES):
        state.neighbours[tile] = 0
    for i in range(4):
        state.room[i] = 0
    for number in range(7):
        state.of_number[number] = 0
    state.open = 0
    for i in range(len(state.edge_cell)):
        state.edge_cell[i] = 0
        state.edge_rank[i] = 0
        state.edge_anchor[i] = 0
    state.edge_cells = 0
    for cell in range(len(state.site)):
        state.site[cell] = 0
    lay_first(state, 0)


@compiled
def known_deal(state: State, seat: int, dealt: Array, out: Array) -> None:
    """See `kernel.known_deal`."""
    seen = known(state, seat)
    for place in range(dealt[0]):
        if seen >> place & 1:
            out[place] = state.deck[place]


def deal_of(state: State) -> dict[str, Any]:
    """Return the deck of a match as arguments of `new`."""
    return {"deck": state["deck"].tolist()}


# Moves --------------------------------------------------------------------------------------------------------------


def possible(state: State) -> Array:
    """Return the moves that can be legal in a match that starts like this."""
    players = int(state["players"])
    may = np.ones(MOVES, bool)
    if players < 4:
        may[ARRANGE_MOVES:TILE_MOVES] = False
    paying = may[BREAK_MOVES:CREW_MOVES].reshape(4, -1)
    for colour in range(4):
        paying[colour] = state["firebreak"] and leader_of(players, colour) >= 0
    return np.flatnonzero(may)


register(cast(Arrays, sys.modules[__name__]), STATE)
