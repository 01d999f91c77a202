"""Feuer & Wasser for learners: observations as arrays, and the piles as chance events."""

from __future__ import annotations

from typing import Final

import numpy as np

from funkenflug.games.feuer_wasser.rules import rules
from funkenflug.games.meaning import (
    CATEGORY,
    CELL,
    CODE,
    DIRECTION,
    ELEMENT,
    SEAT,
    Board,
    Fact,
    Meaning,
    Places,
    Symmetry,
    each,
)
from funkenflug.kernel import MOST_SEATS, Array, State, compiled, int64, register

OWNERS: Final = MOST_SEATS
PILE: Final = rules.TILES
OUTCOMES: Final = rules.TILES
LONGEST: Final = 3 + MOST_SEATS * (rules.TILES + 1 + 20 + 1)
"""Elementals, then everybody's tiles, leader and stones, and the last round."""

_FACTS: Final = 11
PARTS: Final = (
    ("seat", (4,)),  # who observes
    ("to_move", (4,)),
    ("step", (4,)),  # elemental, action, last stone, over
    ("last_regular", (4,)),  # who took the last regular turn so far
    ("stones", (4,)),  # left
    ("leader", (4,)),  # 0: not yet placed, 1: on the board, -1: lost
    ("open", (4, rules.TILES)),  # by seat and tile: whether it lies open
    ("face_down", (4, rules.TILES)),  # … or is still face down
    # row by row from the lower left, for each cell: element (0: off the board, 1: fire, 2: water), what is on it
    # (1: fire half, 2: water half, 3: leader, 4: elemental), 1 + whose, number, 1 + direction to the other half,
    # 1 + whose stone, stones, influence by seat
    ("cells", (rules.SIDE, rules.SIDE, _FACTS)),
)
MEANING: Final = {
    **{name: Meaning((SEAT,)) for name in ("seat", "to_move", "last_regular", "stones", "leader")},
    "open": Meaning((SEAT, CODE)),
    "face_down": Meaning((SEAT, CODE)),
    "cells": Meaning(
        (CELL,),
        (
            Fact("element", ELEMENT, 3),
            Fact("on it", ELEMENT, 5),
            Fact("owner", SEAT, 5),
            Fact("number", CATEGORY, 5),
            Fact("other half", DIRECTION, 5),
            Fact("stone of", SEAT, 5),
            Fact("stones"),
            *each(SEAT, "influence", 4),
        ),
    ),
}
BOARD: Final = Board("cells", "", "element", ((0, 1), (1, 0), (0, -1), (-1, 0)), rules.SIDE)


@compiled
def observe(state: State, seat: int, out: Array) -> None:
    """See `kernel.observe`."""
    out[seat] = 1
    mover = rules.to_move(state)
    if mover >= 0:
        out[4 + mover] = 1
    out[8 + int64(state.step)] = 1
    out[12 + int64(state.last_regular)] = 1
    for owner in range(int64(state.players)):
        out[16 + owner] = state.stones[owner]
        if state.leader[owner] != rules.NOWHERE:
            out[20 + owner] = -1 if state.leader_lost[owner] else 1
        for code in range(rules.TILES):
            out[24 + rules.TILES * owner + code] = state.open_tiles[owner] >> code & 1
        for place in range(int64(state.turned_up[owner]), int64(state.tiles)):
            out[24 + rules.TILES * (4 + owner) + int64(state.pile[owner, place])] = 1
    at = 24 + 8 * rules.TILES
    for cell in range(rules.CELLS):
        if state.element[cell] != 0:
            _observe_cell(state, cell, out, at)
        at += _FACTS


@compiled
def _observe_cell(state: State, cell: int, out: Array, at: int) -> None:
    on = state.on[cell]
    out[at] = state.element[cell]
    out[at + 1] = on
    half = on in (rules.FIRE, rules.WATER)
    if half or on == rules.LEADER:
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
            return rules.TILES * owner + dealt[owner]
    return -1


@compiled
def chances(state: State, place: int, counts: Array) -> None:
    """See `kernel.chances`."""
    owner = place // rules.TILES
    if owner < state.players:
        for i in range(place % rules.TILES, int64(state.tiles)):
            counts[int64(state.pile[owner, i])] = 1


@compiled
def settle(state: State, place: int, outcome: int) -> None:
    """See `kernel.settle`."""
    owner = place // rules.TILES
    this = place % rules.TILES
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
            out[rules.TILES * owner + i] = 1 + state.pile[owner, i]


# Moves --------------------------------------------------------------------------------------------------------------


def possible(state: State) -> Array:
    """Return the moves that can ever be legal in a match on this board with these tiles."""
    cells = state["element"] > 0
    may = np.zeros(rules.MOVES, bool)
    may[: rules.ELEMENTAL_MOVES] = True
    inner = state["spirit_room"][:, None] >> np.arange(rules.SIDE) & 1 > 0
    may[rules.ELEMENTAL_MOVES : rules.TILE_MOVES] = may[rules.TAME_MOVES :] = inner.ravel()
    may[rules.LEADER_MOVES : rules.STONE_MOVES] = (
        state["leader_room"][:, None] >> np.arange(rules.SIDE) & 1 > 0
    ).ravel()
    may[rules.STONE_MOVES : rules.TAME_MOVES] = cells
    codes = np.isin(np.arange(rules.TILES), state["pile"][0, : int(state["tiles"])])
    pairs = state["beside"] != rules.NOWHERE
    may[rules.TILE_MOVES : rules.LEADER_MOVES] = (codes[:, None, None] & pairs).ravel()
    return np.flatnonzero(may)


def recoloured(image: Array) -> Array:
    """See `kernel.Arrays`: no move names a colour."""
    return np.arange(rules.MOVES)


def symmetries(state: State) -> list[Symmetry]:
    """See `kernel.Arrays`: the turns and reflections of the board that keep all elements, or exchange all of them."""
    elements = state["element"].reshape(rules.SIDE, rules.SIDE)[: int(state["rows"]), : int(state["columns"])]
    found = []
    for turns in range(4):
        for mirrored in (False, True):
            if not (turns or mirrored) or (turns % 2 and elements.shape[0] != elements.shape[1]):
                continue
            turned = _turned(elements, turns, mirrored)
            if (turned == elements).all():
                found.append(_symmetry(elements.shape, turns, mirrored, exchanged=False))
            elif (turned == 3 - elements).all():
                found.append(_symmetry(elements.shape, turns, mirrored, exchanged=True))
    return found


def _turned(board: Array, turns: int, mirrored: bool) -> Array:
    return np.rot90(board[:, ::-1] if mirrored else board, turns)


def _symmetry(shape: tuple[int, ...], turns: int, mirrored: bool, exchanged: bool) -> Symmetry:
    rows, columns = shape
    origin = np.arange(rules.CELLS).reshape(rules.SIDE, rules.SIDE)[:rows, :columns]
    cells = np.arange(rules.CELLS)
    cells[_turned(origin, turns, mirrored).ravel()] = origin.ravel()
    # rows count upwards, so that rot90 turns clockwise: up becomes right
    sides = np.array([(-d if mirrored else d) % 4 for d in range(4)])
    directions = (sides + turns) % 4
    square = np.arange(rules.TILES).reshape(4, 4)
    codes = (square.T if exchanged else square).ravel()
    moves = np.arange(rules.MOVES)
    for first in (rules.ELEMENTAL_MOVES, rules.LEADER_MOVES, rules.STONE_MOVES, rules.TAME_MOVES):
        moves[first : first + rules.CELLS] = first + cells
    code, cell, direction = _tile_moves()
    fire, onward = cells[cell], directions[direction]
    if exchanged:  # what was the water half is the fire half
        fire, onward = fire + np.array([rules.SIDE, 1, -rules.SIDE, -1])[onward], (onward + 2) % 4
        fire = np.where((fire >= 0) & (fire < rules.CELLS), fire, cell)  # beyond the edge: no such move is ever legal
    moves[rules.TILE_MOVES : rules.LEADER_MOVES] = rules.TILE_MOVES + (codes[code] * rules.CELLS + fire) * 4 + onward
    values = {ELEMENT: np.array([0, 2, 1, 3, 4])} if exchanged else {}
    return Symmetry(moves, {CELL: cells, DIRECTION: directions, CODE: codes}, values)


def _tile_moves() -> tuple[Array, ...]:
    """Return for each move that lays a tile its code, the cell of its fire half, and the direction to the other."""
    moves = np.arange(rules.LEADER_MOVES - rules.TILE_MOVES)
    return np.unravel_index(moves, (rules.TILES, rules.CELLS, 4))


def places() -> Places:
    """See `kernel.Arrays`: a tile is laid where its fire half lies."""
    cells, channels = np.full((rules.MOVES, 2), -1), np.zeros((rules.MOVES, 2), np.int64)
    code, cell, direction = _tile_moves()
    cells[rules.TILE_MOVES : rules.LEADER_MOVES, 0] = cell
    channels[rules.TILE_MOVES : rules.LEADER_MOVES, 0] = 4 * code + direction
    for place, first in enumerate((rules.ELEMENTAL_MOVES, rules.LEADER_MOVES, rules.STONE_MOVES, rules.TAME_MOVES)):
        cells[first : first + rules.CELLS, 0] = np.arange(rules.CELLS)
        channels[first : first + rules.CELLS, 0] = 4 * rules.TILES + place
    return Places(cells, channels, 4 * rules.TILES + 4, 1)


register(__name__, rules.STATE)
