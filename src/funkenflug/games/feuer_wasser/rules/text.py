"""Feuer & Wasser as text: moves, and why a move is not allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from funkenflug.core.moves import Move
from funkenflug.core.view import COLOURS
from funkenflug.core.words import IllegalMove, Message, both, clipped
from funkenflug.games.base import hook
from funkenflug.games.feuer_wasser.rules import rules
from funkenflug.games.feuer_wasser.rules.squares import cell_text, read_cell
from funkenflug.games.feuer_wasser.rules.view import tile_pair
from funkenflug.kernel import Array, State

_TILE = re.compile(r"tile ([1-4])([1-4]) (\S+) (\S+)")
_ON_A_CELL = re.compile(r"(elemental|leader|stone|tame) (\S+)")


@hook
def move_texts(state: State, moves: Iterable[int]) -> list[str]:
    """Return legal moves as text; they are the same in every match."""
    return list(map(_move_text, moves))


@hook
def moves(state: State, numbers: Array) -> Array:
    """Return legal moves."""
    return _all_moves().take(numbers)


@cache
def _all_moves() -> Array:
    """Return every move by its number; those that leave the board are never legal."""
    found = np.empty(rules.MOVES, object)
    found[:] = [Move(_move_text(move)) for move in range(rules.MOVES)]
    return found


def _move_text(move: int) -> str:
    if move == rules.PASS:
        return "pass"
    if move < rules.TILE_MOVES:
        return f"elemental {cell_text(move - rules.ELEMENTAL_MOVES)}"
    if move < rules.LEADER_MOVES:
        code, fire, direction = rules.tile_of(move)
        numbers, water = tile_pair(code), (fire + (rules.SIDE, 1, -rules.SIDE, -1)[direction]) % rules.CELLS
        return f"tile {numbers[0]}{numbers[1]} {cell_text(fire)} {cell_text(water)}"
    if move < rules.STONE_MOVES:
        return f"leader {cell_text(move - rules.LEADER_MOVES)}"
    if move < rules.TAME_MOVES:
        return f"stone {cell_text(move - rules.STONE_MOVES)}"
    return f"tame {cell_text(move - rules.TAME_MOVES)}"


@hook
def parse_move(state: State, text: str) -> int | None:
    """Return the number of the move that a text names, legal or not; None if no number stands for it."""
    match _parts(text):
        case ["pass"]:
            return rules.PASS
        case ["tile", code, fire, water]:
            beside: list[int] = state["beside"][fire].tolist()
            return rules.TILE_MOVES + (code * rules.CELLS + fire) * 4 + beside.index(water) if water in beside else None
        case [kind, cell]:
            return _FIRST_MOVE_OF[kind] + int(cell)
    return None


_FIRST_MOVE_OF = {
    "elemental": rules.ELEMENTAL_MOVES,
    "leader": rules.LEADER_MOVES,
    "stone": rules.STONE_MOVES,
    "tame": rules.TAME_MOVES,
}


def _parts(text: str) -> list[Any]:
    """Return the kind of a move and its parts; `IllegalMove` if no move is written like this."""
    if text == "pass":
        return ["pass"]
    if found := _TILE.fullmatch(text):
        return ["tile", 4 * (int(found[1]) - 1) + int(found[2]) - 1, read_cell(found[3]), read_cell(found[4])]
    if found := _ON_A_CELL.fullmatch(text):
        return [found[1], read_cell(found[2])]
    raise IllegalMove(
        Message(
            "“{text}” is not a move in Feuer & Wasser; moves are written like tile 43 d4 d5 or stone e5",
            text=clipped(text),
        )
    )


# Why a move is not allowed ------------------------------------------------------------------------------------------


@hook
def explain_refusal(state: State, text: str) -> Message | None:
    """Return why a text is no legal move; None if there is no reason."""
    match _parts(text):
        case ["pass"] if state["step"] != rules.LAST_STONE:
            return Message("you can pass only in the last round")
        case ["tile", code, fire, water]:
            return _no_action(state) or off_board(state, fire, water) or _no_tile(state, code, fire, water)
        case ["elemental", cell]:
            return off_board(state, cell) or _no_elemental(state, cell)
        case ["leader", cell]:
            return off_board(state, cell) or _no_action(state) or _no_leader(state, cell)
        case ["stone", cell]:
            return off_board(state, cell) or _no_stone(state, cell)
        case ["tame", cell]:
            return off_board(state, cell) or _no_action(state) or _no_taming(state, cell)
    return None


def off_board(state: State, *cells: int) -> Message | None:
    """Return which of these cells is not on the board; None if all are."""
    for cell in cells:
        if state["element"][cell] == 0:
            return Message("{cell} is not on this board", cell=cell_text(cell))
    return None


def _no_action(state: State) -> Message | None:
    if state["step"] == rules.ELEMENTAL:
        return Message("place the three elementals first")
    if state["step"] == rules.LAST_STONE:
        return Message("in the last round you can only place a stone or pass")
    return None


def not_empty(state: State, cell: int) -> Message | None:
    """Return that something is on a cell; None if it is empty."""
    if state["on"][cell] != rules.EMPTY or state["stone_of"][cell] >= 0:
        return Message("{cell} is not empty", cell=cell_text(cell))
    return None


def around(state: State, cell: int) -> list[int]:
    """Return the cells beside a cell."""
    return [other for other in state["beside"][cell].tolist() if other != rules.NOWHERE]


def _no_elemental(state: State, cell: int) -> Message | None:
    if state["step"] != rules.ELEMENTAL:
        return Message("all three elementals have been placed")
    row, column = divmod(cell, rules.SIDE)
    for spirit in state["spirits"][: int(state["spirits_placed"])].tolist():
        if abs(spirit // rules.SIDE - row) <= 1 and abs(spirit % rules.SIDE - column) <= 1:
            return Message("too close to the elemental on {cell}", cell=cell_text(spirit))
    if len(around(state, cell)) < 4:
        return Message("{cell} is on the edge of the board", cell=cell_text(cell))
    return None


def _no_tile(state: State, code: int, fire: int, water: int) -> Message | None:
    open_tiles = int(state["open_tiles"][int(state["seat"])])
    if not open_tiles:
        return Message("you have no tiles left")
    if not open_tiles >> code & 1:
        pairs = (tile_pair(other) for other in range(rules.TILES) if open_tiles >> other & 1)
        return Message("your open tiles are {tiles}", tiles=both(f"{fire}{water}" for fire, water in pairs))
    if reason := not_empty(state, fire) or not_empty(state, water):
        return reason
    return apart(fire, water) if water not in around(state, fire) else None


def apart(fire: int, water: int) -> Message:
    """Return that two cells are not next to each other."""
    return Message("{first} and {second} are not next to each other", first=cell_text(fire), second=cell_text(water))


def _no_leader(state: State, cell: int) -> Message | None:
    seat = int(state["seat"])
    if state["leader_lost"][seat]:
        return Message("your leader is lost for the rest of the game")
    if state["leader"][seat] != rules.NOWHERE:
        return Message("your leader is already on {cell}", cell=cell_text(int(state["leader"][seat])))
    if reason := not_empty(state, cell):
        return reason
    beside = around(state, cell)
    if len(beside) == 2:
        return Message("a leader can’t stand in a corner")
    for other in beside:
        if state["on"][other] == rules.SPIRIT:
            return Message("too close to the elemental on {cell}", cell=cell_text(other))
    return None


def _no_stone(state: State, cell: int) -> Message | None:
    if state["step"] == rules.ELEMENTAL:
        return _no_action(state)
    seat = int(state["seat"])
    if state["on"][cell] == rules.SPIRIT:
        return Message("there is an elemental on {cell}; you can only tame it", cell=cell_text(cell))
    if state["stone_of"][cell] >= 0:
        return Message("there is already a stone on {cell}", cell=cell_text(cell))
    if state["on"][cell] == rules.LEADER and state["owner"][cell] == seat:
        return Message("your own leader is on {cell}", cell=cell_text(cell))
    if reason := _not_surrounded(state, cell):
        return reason
    return not_strongest(state, cell, seat) if rules.strongest(state, cell) != seat else None


def _not_surrounded(state: State, cell: int) -> Message | None:
    for other in around(state, cell):
        if not not_empty(state, other):
            return Message(
                "{cell} is not surrounded yet: {other} is empty", cell=cell_text(cell), other=cell_text(other)
            )
    return None


def not_strongest(state: State, cell: int, seat: int) -> Message:
    """Return who has more influence on a cell than a seat."""
    influence = state["influence"][: int(state["players"]), cell].tolist()
    rival = max((other for other in range(len(influence)) if other != seat), key=lambda other: influence[other])
    if influence[rival] == 0:
        return Message("nobody has influence on {cell}", cell=cell_text(cell))
    return Message(
        "influence on {cell}: {colour} has {theirs}, you have {own}",
        cell=cell_text(cell),
        colour=Message(COLOURS[rival]),
        theirs=influence[rival],
        own=influence[seat],
    )


def _no_taming(state: State, cell: int) -> Message | None:
    seat = int(state["seat"])
    if state["on"][cell] != rules.SPIRIT:
        return Message("there is no elemental on {cell}", cell=cell_text(cell))
    if state["stone_of"][cell] >= 0:
        return Message("this elemental has already been tamed")
    if not rules.leader_safe(state, seat):
        return Message("you need a leader on the board to tame an elemental")
    return _not_surrounded(state, cell) or not_gentlest(state, cell, seat)


def not_gentlest(state: State, cell: int, seat: int) -> Message | None:
    """Return why a seat cannot tame the elemental on a cell; None if it can."""
    sums = [int(rules.closeness(state, other, cell)) for other in range(int(state["players"]))]
    if sums[seat] == 0:
        return Message("you have no influence next to {cell}", cell=cell_text(cell))
    for other, total in enumerate(sums):
        if other != seat and 1 <= total <= sums[seat]:
            return Message(
                "the lowest influence tames it: {colour} has {theirs}, you have {own}",
                colour=Message(COLOURS[other]),
                theirs=total,
                own=sums[seat],
            )
    return None
