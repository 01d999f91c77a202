"""Vulkan! as text: moves, and why a move is not allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import product
from typing import Any, Final

import numpy as np

from funkenflug.core.moves import Move
from funkenflug.core.view import COLOURS, Hex
from funkenflug.core.words import IllegalMove, Message, clipped, read_colour
from funkenflug.games.base import hook
from funkenflug.games.hexes import TILES, cell_name, cell_text, leader_of, read_cell, row_between
from funkenflug.games.vulkan.rules import rules
from funkenflug.games.vulkan.rules.view import cells_of
from funkenflug.kernel import Array, State, compiled, int64

_VOLCANO = re.compile(r"volcano (\S+)")
_FLY = re.compile(r"fly (\S+) (\S+) (\S+)")


@hook
def move_texts(state: State, moves: Iterable[int]) -> list[str]:
    """Return moves as text; they stay the same throughout a match."""
    cells = list(map(cell_text, cells_of(state)))
    return [_move_text(cells, move) for move in moves]


@hook
def moves(state: State, numbers: Array) -> list[Move] | Array:
    """Return legal moves."""
    places = _places(state.tobytes()[_LAYOUT])
    if places is None:
        return [Move(text) for text in move_texts(state, numbers.tolist())]
    found: Array = _moves_around()[places[numbers]]
    return found


def _move_text(cells: list[str], move: int) -> str:
    if move < rules.FLY_MOVES:
        return f"volcano {cells[move - rules.VOLCANO_MOVES]}"
    colour, first, last = rules.flight_of(move)
    return f"fly {COLOURS[colour]} {cells[first]} {cells[last]}"


_FIELDS: Any = rules.STATE.fields
_LAYOUT: Final = slice(_FIELDS["q"][1], _FIELDS["r"][1] + TILES)
"""Where a record has the coordinates of the tiles: first q, then r."""
_SPAN: Final = 16
_CELLS: Final = _SPAN * _SPAN
_ROWS: Final = ((0, 1), (1, 0), (1, -1))


@cache
def _moves_around() -> Array:
    """Return the moves on the cells from -8,-8 to 7,7: flights by colour, cell, row and length, then volcanoes.

    Most layouts lie around 0,0, so these moves are made once for all of them.
    """
    cells = {(q, r): cell_text((q - 8, r - 8)) for q in range(_SPAN) for r in range(_SPAN)}
    found = np.empty(_CELLS * (4 * 3 * _SPAN + 1), object)
    flights = product(COLOURS, cells, _ROWS, range(_SPAN))
    for place, (colour, (q, r), (dq, dr), length) in enumerate(flights):
        if last := cells.get((q + length * dq, r + length * dr)):
            found[place] = Move(f"fly {colour} {cells[q, r]} {last}")
    found[-_CELLS:] = [Move(f"volcano {cell}") for cell in cells.values()]
    return found


@lru_cache(maxsize=256)
def _places(layout: bytes) -> Array | None:
    """Return the place of each move of a layout among those around 0,0, -1 if it is in no row; None if some are far."""
    q, r = np.frombuffer(layout, np.int8).reshape(2, TILES)
    places = np.full(rules.MOVES, -1)
    return places if _find_places(q, r, places) else None


@compiled
def _find_places(q: Array, r: Array, places: Array) -> bool:
    for tile in range(TILES):
        if min(q[tile], r[tile]) < -8 or max(q[tile], r[tile]) >= _SPAN - 8:
            return False
        cell = int64(q[tile] + 8) * _SPAN + r[tile] + 8
        places[rules.VOLCANO_MOVES + tile] = _CELLS * 4 * 3 * _SPAN + cell
        for last in range(tile, TILES):
            dq = int64(q[last] - q[tile])
            dr = int64(r[last] - r[tile])
            row = 0 if dq == 0 else 1 if dr == 0 else 2
            length = dr if row == 0 else dq
            if length < 0 or (row == 2 and dr != -dq):
                continue
            flight = (cell * 3 + row) * _SPAN + length
            for colour in range(4):
                places[rules.FLY_MOVES + (colour * TILES + tile) * TILES + last] = colour * _CELLS * 3 * _SPAN + flight
    return True


@hook
def parse_move(state: State, text: str) -> int | None:
    """Return the number of the move that a text names, in canonical form (V3), legal or not; None if it has none."""
    cells = cells_of(state)
    match _parts(text):
        case ["volcano", cell] if cell in cells:
            return rules.VOLCANO_MOVES + cells.index(cell)
        case ["fly", colour, start, end] if start in cells and end in cells:
            move = rules.canonical_flight(state, colour, cells.index(start), cells.index(end))
            return int(move) if move >= 0 else None
    return None


def _parts(text: str) -> list[Any]:
    """Return the kind of a move and its parts; `IllegalMove` if no move is written like this."""
    if found := _VOLCANO.fullmatch(text):
        return ["volcano", read_cell(found[1])]
    if found := _FLY.fullmatch(text):
        return ["fly", read_colour(found[1]), read_cell(found[2]), read_cell(found[3])]
    raise IllegalMove(
        Message("“{text}” is not a move in Vulkan!; moves are written like fly green m13 o13", text=clipped(text))
    )


# Why a move is not allowed ------------------------------------------------------------------------------------------


@hook
def explain_refusal(state: State, text: str) -> Message | None:
    """Return why a text is no legal move; None if there is no reason."""
    match _parts(text):
        case ["volcano", cell]:
            return no_volcano(state, cell)
        case ["fly", colour, start, end]:
            return _no_flight(state, colour, start, end)
    return None


def no_volcano(state: State, cell: Hex) -> Message | None:
    """Return why a tile cannot become the volcano; None if it can."""
    if state["step"] != rules.VOLCANO:
        return Message("the volcano has already been chosen")
    if reason := no_tile(state, cell):
        return reason
    if state["free_edges"][cells_of(state).index(cell)]:
        return Message("the volcano must be surrounded on all sides; {cell} has free edges", cell=cell_name(cell))
    return None


def no_tile(state: State, cell: Hex) -> Message | None:
    """Return that no tile is on a cell; None if there is one."""
    cells = cells_of(state)
    if cell in cells and int(state["present"]) >> cells.index(cell) & 1:
        return None
    return Message("there is no tile on {cell}", cell=cell_name(cell))


def _no_flight(state: State, colour: int, start: Hex, end: Hex) -> Message | None:
    if state["step"] != rules.FLY:
        return Message("choose the volcano first")
    if reason := _no_load(state, colour):
        return reason
    row = row_between(start, end)
    if not row:
        return Message("{start} and {end} are not in a straight row", start=cell_name(start), end=cell_name(end))
    if len(row) > TILES:
        return Message("no row is that long")
    for cell in row:
        if reason := _in_the_way(state, cell):
            return reason
    cells, thirsty = cells_of(state), int(state["thirsty"])
    if not any(thirsty >> cells.index(cell) & 1 for cell in row):
        return Message("no tile in this row has a free space: you must drop at least one load")
    return None


_NONE_LEFT = (
    Message("no green loads left"),
    Message("no blue loads left"),
    Message("no yellow loads left"),
    Message("no red loads left"),
)
"""By colour, in full: in some languages colours have endings."""


def _no_load(state: State, colour: int) -> Message | None:
    seat = int(state["seat"])
    if leader_of(int(state["players"]), colour) not in (-1, seat):
        return Message("{colour} is not yours", colour=Message(COLOURS[colour]))
    if state["stock"][seat, colour] == 0:
        return _NONE_LEFT[colour]
    return None


def _in_the_way(state: State, cell: Hex) -> Message | None:
    if reason := no_tile(state, cell):
        return reason
    if cells_of(state).index(cell) == state["volcano"]:
        return Message("the volcano on {cell} is in the way", cell=cell_name(cell))
    return None
