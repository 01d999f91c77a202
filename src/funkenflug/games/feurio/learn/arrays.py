"""Feurio! for learners: observations as arrays, and the deck as chance events."""

from __future__ import annotations

from typing import Final

import numpy as np

from funkenflug.games.feurio.rules import rules
from funkenflug.games.hexes import DIRECTIONS, TILES, TURNS, Turn, leader_of
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
from funkenflug.kernel import Array, State, compiled, int64, register

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
MEANING: Final = {
    "seat": Meaning((SEAT,)),
    "to_move": Meaning((SEAT,)),
    "stock": Meaning((SEAT, COLOUR)),
    "paid": Meaning((COLOUR,)),
    "tiles": Meaning(
        (CELL,),
        (
            Fact("laid"),
            Fact("number", CATEGORY, 7),
            Fact("firebreak"),
            Fact("q", Q),
            Fact("r", R),
            Fact("free edges"),
            Fact("free spaces"),
            *each(COLOUR, "firefighters", 4),
            Fact("laid by", SEAT, 5),
        ),
    ),
    "heat": Meaning((CELL, DIRECTION)),
}
BOARD: Final = Board("tiles", "heat", "laid", DIRECTIONS, 21)


@compiled
def observe(state: State, seat: int, out: Array) -> None:
    """See `kernel.observe`."""
    seen = rules.known(state, seat)
    laid = int64(state.laid)
    out[seat] = 1
    mover = rules.to_move(state)
    if mover >= 0:
        out[4 + mover] = 1
    out[8 + int64(state.step)] = 1
    if state.step == rules.TILE and seen >> laid & 1:
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
        if seen >> tile & 1 and (tile < laid or state.step == rules.ARRANGE):
            out[at + 1] = state.deck[tile]
        at += _FACTS
    if state.step != rules.OVER:
        for i in range(int64(state.edge_cells)):
            out[at + int64(state.edge_anchor[i])] = state.edge_rank[i] // 256


@compiled
def _observe_tile(state: State, tile: int, out: Array, at: int) -> None:
    out[at] = 1
    out[at + 2] = state.number[tile] == 0
    out[at + 3] = state.q[tile]
    out[at + 4] = state.r[tile]
    out[at + 5] = state.free_edges[tile]
    out[at + 6] = rules.room_on(state, tile)
    for colour in range(4):
        out[at + 7 + colour] = state.crews[colour, tile]
    out[at + 11] = 1 + state.layer[tile]


# The deck, tile by tile ---------------------------------------------------------------------------------------------


@compiled
def due(state: State, dealt: Array) -> int:
    """See `kernel.due`."""
    laid = int64(state.laid)
    needed = 4 if state.step == rules.ARRANGE else laid + 1 if state.step == rules.TILE else laid
    return dealt[0] if dealt[0] < needed else -1


@compiled
def chances(state: State, place: int, counts: Array) -> None:
    """See `kernel.chances`."""
    for tile in range(place, TILES):
        if state.deck[tile] > 0:
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
    rules.lay_first(state, 0)


@compiled
def known_deal(state: State, seat: int, dealt: Array, out: Array) -> None:
    """See `kernel.known_deal`."""
    seen = rules.known(state, seat)
    for place in range(dealt[0]):
        if seen >> place & 1:
            out[place] = state.deck[place]


# Moves --------------------------------------------------------------------------------------------------------------


def possible(state: State) -> Array:
    """Return the moves that can be legal in a match that starts like this."""
    players = int(state["players"])
    may = np.ones(rules.MOVES, bool)
    if players < 4:
        may[rules.ARRANGE_MOVES : rules.TILE_MOVES] = False
    paying = may[rules.BREAK_MOVES : rules.CREW_MOVES].reshape(4, -1)
    for colour in range(4):
        paying[colour] = state["firebreak"] and leader_of(players, colour) >= 0
    return np.flatnonzero(may)


def recoloured(image: Array) -> Array:
    """See `kernel.Arrays`: firebreaks are paid in a colour, and crews have one."""
    moves = np.arange(rules.MOVES)
    breaks = moves[rules.BREAK_MOVES : rules.CREW_MOVES].reshape(4, -1)
    crews = moves[rules.CREW_MOVES :].reshape(3, 4, -1)
    result = moves.copy()
    result[rules.BREAK_MOVES : rules.CREW_MOVES] = breaks[image].ravel()
    result[rules.CREW_MOVES :] = crews[:, image].ravel()
    return result


def symmetries(state: State) -> list[Symmetry]:
    """See `kernel.Arrays`: a forest can be turned and mirrored, whatever its shape.

    The first tiles of four players are not turned, as they are not on the board when they are arranged.
    """
    return [_turned(turn) for turn in TURNS[1:]]


def _turned(turn: Turn) -> Symmetry:
    moves = np.arange(rules.MOVES)
    anchors = moves[rules.TILE_MOVES : rules.CREW_MOVES].reshape(-1, 6)
    moves[rules.TILE_MOVES : rules.CREW_MOVES] = anchors[:, turn.directions].ravel()
    return Symmetry(moves, {DIRECTION: turn.directions}, turn=turn.matrix)


def places() -> Places:
    """See `kernel.Arrays`: moves that lay a tile take place on the tile beside it."""
    cells, channels = np.full((rules.MOVES, 2), -1), np.zeros((rules.MOVES, 2), np.int64)
    channels[: rules.TILE_MOVES, 0] = np.arange(rules.TILE_MOVES)
    anchors = np.arange(rules.CREW_MOVES - rules.TILE_MOVES)
    cells[rules.TILE_MOVES : rules.CREW_MOVES, 0] = anchors // 6 % TILES
    channels[rules.TILE_MOVES : rules.CREW_MOVES, 0] = anchors // (6 * TILES) * 6 + anchors % 6
    crews = np.arange(rules.MOVES - rules.CREW_MOVES)
    cells[rules.CREW_MOVES :, 0] = crews % TILES
    channels[rules.CREW_MOVES :, 0] = 30 + crews // TILES
    return Places(cells, channels, 42, rules.TILE_MOVES)


register(__name__, rules.STATE)
