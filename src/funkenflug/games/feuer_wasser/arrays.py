"""Feuer & Wasser for learners: observations as arrays, and the piles as chance events."""

from __future__ import annotations

import sys
from typing import Any, Final, cast

import numpy as np

from funkenflug.games.feuer_wasser.rules import (
    CELLS,
    ELEMENTAL_MOVES,
    FIRE,
    LEADER,
    LEADER_MOVES,
    MOVES,
    NOWHERE,
    SIDE,
    STATE,
    STONE_MOVES,
    TAME_MOVES,
    TILE_MOVES,
    TILES,
    WATER,
    to_move,
)
from funkenflug.games.feuer_wasser.view import board_of, tile_pair
from funkenflug.kernel import MOST_SEATS, Array, Arrays, State, compiled, int64, register

OWNERS: Final = MOST_SEATS
PILE: Final = TILES
OUTCOMES: Final = TILES
LONGEST: Final = 3 + MOST_SEATS * (TILES + 1 + 20 + 1)
"""Elementals, then everybody's tiles, leader and stones, and the last round."""

_FACTS: Final = 11
PARTS: Final = (
    ("seat", (4,)),  # who observes
    ("to_move", (4,)),
    ("step", (4,)),  # elemental, action, last stone, over
    ("last_regular", (4,)),  # who took the last regular turn so far
    ("stones", (4,)),  # left
    ("leader", (4,)),  # 0: not yet placed, 1: on the board, -1: lost
    ("open", (4, TILES)),  # by seat and tile: whether it lies open
    ("face_down", (4, TILES)),  # … or is still face down
    # row by row from the lower left, for each cell: element (0: off the board, 1: fire, 2: water), what is on it
    # (1: fire half, 2: water half, 3: leader, 4: elemental), 1 + whose, number, 1 + direction to the other half,
    # 1 + whose stone, stones, influence by seat
    ("cells", (SIDE, SIDE, _FACTS)),
)


@compiled
def observe(state: State, seat: int, out: Array) -> None:
    """See `kernel.observe`."""
    out[seat] = 1
    mover = to_move(state)
    if mover >= 0:
        out[4 + mover] = 1
    out[8 + int64(state.step)] = 1
    out[12 + int64(state.last_regular)] = 1
    for owner in range(int64(state.players)):
        out[16 + owner] = state.stones[owner]
        if state.leader[owner] != NOWHERE:
            out[20 + owner] = -1 if state.leader_lost[owner] else 1
        for code in range(TILES):
            out[24 + TILES * owner + code] = state.open_tiles[owner] >> code & 1
        for place in range(int64(state.turned_up[owner]), int64(state.tiles)):
            out[24 + TILES * (4 + owner) + int64(state.pile[owner, place])] = 1
    at = 24 + 8 * TILES
    for cell in range(CELLS):
        if state.element[cell] != 0:
            _observe_cell(state, cell, out, at)
        at += _FACTS


@compiled
def _observe_cell(state: State, cell: int, out: Array, at: int) -> None:
    on = state.on[cell]
    out[at] = state.element[cell]
    out[at + 1] = on
    half = on in (FIRE, WATER)
    if half or on == LEADER:
        out[at + 2] = 1 + state.owner[cell]
    if half:
        out[at + 3] = state.number[cell]
        out[at + 4] = 1 + state.other_half[cell]
    out[at + 5] = 1 + state.stone_of[cell]
    out[at + 6] = state.stones_on[cell]
    for seat in range(int64(state.players)):
        out[at + 7 + seat] = state.influence[seat, cell]


# The piles, tile by tile --------------------------------------------------------------------------------------------


@compiled
def due(state: State, dealt: Array) -> int:
    """See `kernel.due`."""
    for owner in range(int64(state.players)):
        if dealt[owner] < state.turned_up[owner]:
            return TILES * owner + dealt[owner]
    return -1


@compiled
def chances(state: State, place: int, counts: Array) -> None:
    """See `kernel.chances`."""
    owner = place // TILES
    if owner < state.players:
        for i in range(place % TILES, int64(state.tiles)):
            counts[int64(state.pile[owner, i])] = 1


@compiled
def settle(state: State, place: int, outcome: int) -> None:
    """See `kernel.settle`."""
    owner = place // TILES
    this = place % TILES
    other = this
    while state.pile[owner, other] != outcome:
        other += 1
    was = state.pile[owner, this]
    state.pile[owner, other] = was
    state.pile[owner, this] = outcome
    if this < state.turned_up[owner] <= other:
        state.open_tiles[owner] ^= 1 << int64(was) | 1 << outcome


@compiled
def known_deal(state: State, seat: int, dealt: Array, out: Array) -> None:
    """See `kernel.known_deal`."""
    for owner in range(int64(state.players)):
        for i in range(dealt[owner]):
            out[TILES * owner + i] = 1 + state.pile[owner, i]


def deal_of(state: State) -> dict[str, Any]:
    """Return the board and the piles of a match as arguments of `new`."""
    piles = state["pile"][: int(state["players"]), : int(state["tiles"])].tolist()
    return {"board": board_of(state), "piles": [list(map(tile_pair, pile)) for pile in piles]}


# Moves --------------------------------------------------------------------------------------------------------------


def possible(state: State) -> Array:
    """Return the moves that can ever be legal in a match on this board with these tiles."""
    cells = state["element"] > 0
    may = np.zeros(MOVES, bool)
    may[:ELEMENTAL_MOVES] = True
    inner = state["spirit_room"][:, None] >> np.arange(SIDE) & 1 > 0
    may[ELEMENTAL_MOVES:TILE_MOVES] = may[TAME_MOVES:] = inner.ravel()
    may[LEADER_MOVES:STONE_MOVES] = (state["leader_room"][:, None] >> np.arange(SIDE) & 1 > 0).ravel()
    may[STONE_MOVES:TAME_MOVES] = cells
    codes = np.isin(np.arange(TILES), state["pile"][0, : int(state["tiles"])])
    pairs = state["beside"] != NOWHERE
    may[TILE_MOVES:LEADER_MOVES] = (codes[:, None, None] & pairs).ravel()
    return np.flatnonzero(may)


register(cast(Arrays, sys.modules[__name__]), STATE)
