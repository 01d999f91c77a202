"""Feurio! as text: moves, and why a move is not allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from funkenflug.core.moves import Move
from funkenflug.core.view import COLOURS, Hex
from funkenflug.core.words import IllegalMove, Message, both, clipped, read_colour
from funkenflug.games.base import hook
from funkenflug.games.feurio.rules import rules
from funkenflug.games.feurio.rules.view import cells_of, edge_cells, hottest
from funkenflug.games.hexes import DIRECTIONS, SPACES, TILES, cell_name, leader_of, read_cell
from funkenflug.kernel import Array, State

_ARRANGE = re.compile(r"arrange ([1-6]) ([1-6]) ([1-6]) ([1-6])")
_TILE = re.compile(r"tile (\S+)")
_BREAK = re.compile(r"break (\S+) (\S+)")
_CREW = re.compile(r"crew (0|[1-9][0-9]{0,2}) (\S+) (\S+)")


@hook
def move_texts(state: State, moves: Iterable[int]) -> list[str]:
    """Return legal moves as text."""
    return list(map(str, _moves(state, moves)))


@hook
def moves(state: State, numbers: Array) -> list[Move]:
    """Return legal moves."""
    return _moves(state, numbers.tolist())


def _moves(state: State, numbers: Iterable[int]) -> list[Move]:
    columns, rows = state["q"].tolist(), state["r"].tolist()
    return [_move(state, number, columns, rows) for number in numbers]


def _move(state: State, number: int, columns: list[int], rows: list[int]) -> Move:
    if number >= rules.CREW_MOVES:  # not `crew_of`: a call into compiled code is slower, and there are many moves
        pieces, tile = divmod(number - rules.CREW_MOVES, TILES)
        return _written(_CREWS[pieces], columns[tile], rows[tile], "")
    if number == rules.PASS:
        return _PASS
    if number < rules.TILE_MOVES:
        order = rules.ORDERS[number - rules.ARRANGE_MOVES]
        return Move("arrange " + " ".join(map(str, state["deck"][order].tolist())))
    colour, anchor = divmod(number - rules.TILE_MOVES, 6 * TILES)
    (dq, dr), tile = DIRECTIONS[anchor % 6], anchor // 6
    before, after = ("break ", f" {COLOURS[colour - 1]}") if colour else ("tile ", "")
    return _written(before, columns[tile] + dq, rows[tile] + dr, after)


@lru_cache(maxsize=16384)
def _written(before: str, q: int, r: int, after: str) -> Move:
    return Move(f"{before}{q},{r}{after}")


_PASS = Move("pass")
_CREWS = tuple(f"crew {count} {colour} " for count in (1, 2, 3) for colour in COLOURS)


@hook
def parse_move(state: State, text: str) -> int | None:
    """Return the number of the move that a text names, legal or not; None if no number stands for it here."""
    match _parts(text):
        case ["pass"]:
            return rules.PASS
        case ["arrange", numbers]:
            turned_up = state["deck"][:4].tolist()
            orders = ([turned_up[place] for place in places] for places in rules.ORDERS.tolist())
            return next((rules.ARRANGE_MOVES + order for order, laid in enumerate(orders) if laid == numbers), None)
        case ["tile", cell]:
            anchor = _anchor_of(state, cell)
            return None if anchor is None else rules.TILE_MOVES + anchor
        case ["break", cell, colour]:
            anchor = _anchor_of(state, cell)
            return None if anchor is None else rules.BREAK_MOVES + colour * 6 * TILES + anchor
        case ["crew", count, colour, cell]:
            tile = tile_at(state, cell)
            numbered = 1 <= count <= 3 and tile is not None
            return rules.CREW_MOVES + ((count - 1) * 4 + colour) * TILES + tile if numbered else None
    return None


def _parts(text: str) -> list[Any]:
    """Return the kind of a move and its parts; `IllegalMove` if no move is written like this."""
    if text == "pass":
        return ["pass"]
    if found := _ARRANGE.fullmatch(text):
        return ["arrange", [int(number) for number in found.groups()]]
    if found := _TILE.fullmatch(text):
        return ["tile", read_cell(found[1])]
    if found := _BREAK.fullmatch(text):
        return ["break", read_cell(found[1]), read_colour(found[2])]
    if found := _CREW.fullmatch(text):
        return ["crew", int(found[1]), read_colour(found[2]), read_cell(found[3])]
    raise IllegalMove(
        Message(
            "“{text}” is not a move in Feurio!; moves are written like tile n15, crew 2 green m13 or pass",
            text=clipped(text),
        )
    )


def _anchor_of(state: State, cell: Hex) -> int | None:
    anchor, _ = edge_cells(state).get(cell, (None, 0))
    return anchor


def tile_at(state: State, cell: Hex) -> int | None:
    """Return the tile on a cell; None if there is none."""
    return next((tile for tile, there in enumerate(cells_of(state)) if there == cell), None)


@hook
def canonical(state: State, move: int) -> int:
    """Return the move that the rules list for this one: an arrangement may be written in any order."""
    return int(rules.canonical(state, move))


# Why a move is not allowed ------------------------------------------------------------------------------------------


@hook
def explain_refusal(state: State, text: str) -> Message | None:
    """Return why a text is no legal move; None if there is no reason."""
    match _parts(text):
        case ["pass"]:
            return _wrong_step(state, rules.CREW)
        case ["arrange", numbers]:
            return _wrong_step(state, rules.ARRANGE) or _not_turned_up(state, numbers)
        case ["tile", cell]:
            return _wrong_step(state, rules.TILE) or _not_hottest(state, cell)
        case ["break", cell, colour]:
            return _no_firebreak(state, cell, colour)
        case ["crew", count, colour, cell]:
            return _no_crew(state, count, colour, cell)
    return None


def _wrong_step(state: State, step: int) -> Message | None:
    now = int(state["step"])
    if now == step:
        return None
    if now == rules.ARRANGE:
        return Message("arrange the four tiles first")
    if now == rules.TILE:
        return Message("lay the tile first")
    if step == rules.ARRANGE:
        return Message("tiles are arranged only before the first turn of a four-player game")
    if state["laid"] == TILES and not state["spread"]:
        return Message("all tiles have been laid")
    return Message("you have laid your tile; now you may place firefighters")


def _not_turned_up(state: State, numbers: list[int]) -> Message | None:
    turned_up = state["deck"][:4].tolist()
    if sorted(numbers) == sorted(turned_up):
        return None
    return Message("the tiles to arrange are {tiles}", tiles=both(map(str, turned_up)))


def _not_hottest(state: State, cell: Hex) -> Message | None:
    cells = edge_cells(state)
    if cell not in cells:
        if tile_at(state, cell) is not None:
            return Message("there is already a tile on {cell}", cell=cell_name(cell))
        return Message("{cell} does not touch the forest", cell=cell_name(cell))
    _, heat = cells[cell]
    most, there = hottest(state)
    if heat == most:
        return None
    return Message("heat {heat} here; {most} at {cells}", heat=heat, most=most, cells=both(map(cell_name, there)))


def _no_firebreak(state: State, cell: Hex, colour: int) -> Message | None:
    if not state["firebreak"]:
        return Message("this game is played without firebreaks")
    if reason := _wrong_step(state, rules.TILE) or _not_hottest(state, cell):
        return reason
    if leader_of(int(state["players"]), colour) < 0:
        return Message("a neutral firefighter can’t pay for a firebreak")
    return _too_few(state, colour, 1)


_NONE_LEFT = (
    Message("no green firefighters left"),
    Message("no blue firefighters left"),
    Message("no yellow firefighters left"),
    Message("no red firefighters left"),
)
"""By colour, in full: in some languages colours have endings."""


def _too_few(state: State, colour: int, count: int) -> Message | None:
    seat = int(state["seat"])
    if leader_of(int(state["players"]), colour) not in (-1, seat):
        return Message("{colour} is not yours", colour=Message(COLOURS[colour]))
    stock = int(state["stock"][seat, colour])
    if stock == 0:
        return _NONE_LEFT[colour]
    if count > stock:
        return Message("only {stock} {colour} left", stock=stock, colour=Message(COLOURS[colour]))
    return None


def _no_crew(state: State, count: int, colour: int, cell: Hex) -> Message | None:
    if reason := _wrong_step(state, rules.CREW):
        return reason
    if not 1 <= count <= 3:
        return Message("you can place 1 to 3 firefighters in a turn, not {count}", count=count)
    if reason := _too_few(state, colour, count):
        return reason
    tile = tile_at(state, cell)
    if tile is None:
        return Message("there is no tile on {cell}", cell=cell_name(cell))
    if state["number"][tile] == 0:
        return Message("nobody can stand on a firebreak")
    return no_room(state, tile) if count > rules.room_on(state, tile) else None


def no_room(state: State, tile: int) -> Message:
    """Return why no more firefighters fit on a tile."""
    spaces, free = int(SPACES[state["number"][tile]]), int(state["free_edges"][tile])
    crowd, room = int(state["crowd"][tile]), int(rules.room_on(state, tile))
    if free == 0:
        return Message("this tile has no free edges left")
    if free < spaces:
        limit = Message.counted("one free edge", "{count} free edges", free)
    else:
        limit = Message.counted("one space", "{count} spaces", spaces)
    if crowd == 0:
        return Message("{limit}: at most {room}", limit=limit, room=room)
    if room == 0:
        return Message("{limit}, {crowd} already there: full", limit=limit, crowd=crowd)
    return Message("{limit}, {crowd} already there: at most {room} more", limit=limit, crowd=crowd, room=room)
