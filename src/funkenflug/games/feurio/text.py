"""Feurio! in words: moves as text and back, why a move is not allowed, and the board for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable

from funkenflug.games.feurio import rules
from funkenflug.games.feurio.view import FeurioView, Tile, cell_at, cells_of, edge_cells, hottest
from funkenflug.games.hexes import SPACES, TILES, HexText, cell_text, leader_of, read_cell
from funkenflug.kernel import State
from funkenflug.match.view import COLOURS, Hex
from funkenflug.match.words import IllegalMove, Message, both, clipped, read_colour

_ARRANGE = re.compile(r"arrange ([1-6]) ([1-6]) ([1-6]) ([1-6])")
_TILE = re.compile(r"tile (\S+)")
_BREAK = re.compile(r"break (\S+) (\S+)")
_CREW = re.compile(r"crew (0|[1-9][0-9]{0,2}) (\S+) (\S+)")


def move_texts(state: State, moves: Iterable[int]) -> list[str]:
    """Return legal moves as texts."""
    tiles = [cell_text(cell) for cell in cells_of(state)]
    return [_move_text(state, move, tiles) for move in moves]


def _move_text(state: State, move: int, tiles: list[str]) -> str:
    if move == rules.PASS:
        return "pass"
    if move < rules.TILE_MOVES:
        order = rules.ORDERS[move - rules.ARRANGE_MOVES]
        return "arrange " + " ".join(map(str, state["deck"][order].tolist()))
    if move < rules.BREAK_MOVES:
        return f"tile {cell_text(cell_at(state, move - rules.TILE_MOVES))}"
    if move < rules.CREW_MOVES:
        colour, anchor = divmod(move - rules.BREAK_MOVES, 6 * TILES)
        return f"break {cell_text(cell_at(state, anchor))} {COLOURS[colour]}"
    crew = move - rules.CREW_MOVES  # not by `crew_of`: to call into the kernel takes longer, and there are many
    return f"crew {crew // (4 * TILES) + 1} {COLOURS[crew // TILES % 4]} {tiles[crew % TILES]}"


def read_move(state: State, text: str) -> int:
    """Return the number of the move that a text stands for; `IllegalMove` says why it is none."""
    if state["step"] == rules.OVER:
        raise IllegalMove(Message("the match is over"))
    if text == "pass":
        return _read_pass(state)
    if found := _ARRANGE.fullmatch(text):
        return _read_arrange(state, [int(number) for number in found.groups()])
    if found := _TILE.fullmatch(text):
        return _read_tile(state, read_cell(found[1]))
    if found := _BREAK.fullmatch(text):
        return _read_break(state, read_cell(found[1]), read_colour(found[2]))
    if found := _CREW.fullmatch(text):
        return _read_crew(state, int(found[1]), read_colour(found[2]), read_cell(found[3]))
    raise IllegalMove(
        Message(
            "“{text}” is no move of Feurio!; moves look like tile 1,-2 or crew 2 green 0,0 or pass", text=clipped(text)
        )
    )


def _require_step(state: State, step: int) -> None:
    now = int(state["step"])
    if now == step:
        return
    if now == rules.ARRANGE:
        raise IllegalMove(Message("first the four tiles have to be arranged"))
    if now == rules.TILE:
        raise IllegalMove(Message("first the tile has to be laid"))
    if step == rules.ARRANGE:
        raise IllegalMove(Message("only the first four tiles of four players are arranged, before the first turn"))
    if state["laid"] == TILES and not state["spread"]:
        raise IllegalMove(Message("all tiles are laid"))
    raise IllegalMove(Message("the tile of this turn is laid; now firefighters may be placed"))


def _read_pass(state: State) -> int:
    _require_step(state, rules.CREW)
    return rules.PASS


def _read_arrange(state: State, numbers: list[int]) -> int:
    _require_step(state, rules.ARRANGE)
    turned_up = state["deck"][:4].tolist()
    for order, places in enumerate(rules.ORDERS.tolist()):
        if [turned_up[place] for place in places] == numbers:
            return rules.ARRANGE_MOVES + order
    raise IllegalMove(Message("the tiles turned up are {tiles}", tiles=both(map(str, turned_up))))


def _read_hottest(state: State, cell: Hex) -> int:
    """Return the anchor of a cell where it burns hottest."""
    _require_step(state, rules.TILE)
    cells = edge_cells(state)
    if cell not in cells:
        if _tile_at(state, cell) is not None:
            raise IllegalMove(Message("there is a tile on {cell} already", cell=cell_text(cell)))
        raise IllegalMove(Message("{cell} does not touch the forest", cell=cell_text(cell)))
    anchor, heat = cells[cell]
    most, there = hottest(state)
    if heat < most:
        raise IllegalMove(
            Message("heat {heat} here; {most} at {cells}", heat=heat, most=most, cells=both(map(cell_text, there)))
        )
    return anchor


def _tile_at(state: State, cell: Hex) -> int | None:
    return next((tile for tile, there in enumerate(cells_of(state)) if there == cell), None)


def _read_tile(state: State, cell: Hex) -> int:
    return rules.TILE_MOVES + _read_hottest(state, cell)


def _read_break(state: State, cell: Hex, colour: int) -> int:
    if not state["firebreak"]:
        raise IllegalMove(Message("this match is played without firebreaks"))
    anchor = _read_hottest(state, cell)
    if leader_of(int(state["players"]), colour) < 0:
        raise IllegalMove(Message("a neutral firefighter cannot pay for a firebreak"))
    _require_stock(state, colour, 1)
    return rules.BREAK_MOVES + colour * 6 * TILES + anchor


def _require_stock(state: State, colour: int, count: int) -> None:
    seat = int(state["seat"])
    if leader_of(int(state["players"]), colour) not in (-1, seat):
        raise IllegalMove(Message("{colour} is not yours", colour=Message(COLOURS[colour])))
    stock = int(state["stock"][seat, colour])
    if stock == 0:
        raise IllegalMove(Message("no {colour} firefighter is left", colour=Message(COLOURS[colour])))
    if count > stock:
        raise IllegalMove(Message("only {stock} {colour} left", stock=stock, colour=Message(COLOURS[colour])))


def _read_crew(state: State, count: int, colour: int, cell: Hex) -> int:
    _require_step(state, rules.CREW)
    if not 1 <= count <= 3:
        raise IllegalMove(Message("1 to 3 firefighters are placed in a turn, not {count}", count=count))
    _require_stock(state, colour, count)
    tile = _tile_at(state, cell)
    if tile is None:
        raise IllegalMove(Message("there is no tile on {cell}", cell=cell_text(cell)))
    if state["number"][tile] == 0:
        raise IllegalMove(Message("nobody steps on a firebreak"))
    if count > rules.room_on(state, tile):
        raise IllegalMove(_why_no_room(state, tile))
    return rules.CREW_MOVES + ((count - 1) * 4 + colour) * TILES + tile


def _why_no_room(state: State, tile: int) -> Message:
    spaces, free = int(SPACES[state["number"][tile]]), int(state["free_edges"][tile])
    crowd, room = int(state["crowd"][tile]), int(rules.room_on(state, tile))
    if free == 0:
        return Message("no free edge is left on this tile")
    if free < spaces:
        limit = Message.counted("one free edge", "{count} free edges", free)
    else:
        limit = Message.counted("one space", "{count} spaces", spaces)
    if crowd == 0:
        return Message("{limit}: at most {room}", limit=limit, room=room)
    if room == 0:
        return Message("{limit}, {crowd} there already: full", limit=limit, crowd=crowd)
    return Message("{limit}, {crowd} there already: at most {room} more", limit=limit, crowd=crowd, room=room)


def clicks(move: str) -> tuple[tuple[str, ...], ...]:
    """Return how a move is chosen step by step: where, which colour, how many."""
    match move.split():
        case ["arrange", *numbers]:
            return (tuple(f"tile:{number}" for number in numbers),)
        case ["tile", cell]:
            return ((f"cell:{cell}",),)
        case ["break", cell, colour]:
            return (("verb:break", f"cell:{cell}", f"colour:{colour}"),)
        case ["crew", count, colour, cell]:
            return ((f"cell:{cell}", f"colour:{colour}", f"count:{count}"),)
        case _:
            return ((f"verb:{move}",),)


# The board in a terminal --------------------------------------------------------------------------------------------

_LETTERS = "GBYR"


def board(view: FeurioView) -> str:
    """Return the forest as text: number, firefighters by initial, a dot for each one more that may come, the cell."""
    picture = HexText()
    for tile in view.tiles:
        picture.put(tile.cell, *_tile_lines(tile))
    if view.step == "tile":
        for cell in view.hottest:
            picture.put(cell, "", f"heat {view.heat}", cell_text(cell), hint=True)
    return picture.text()


def _tile_lines(tile: Tile) -> tuple[str, str, str]:
    if tile.firebreak:
        return ("break" if tile.number is None else f"({tile.number})"), "", cell_text(tile.cell)
    crews = "".join(letter * count for letter, count in zip(_LETTERS, tile.crews, strict=True))
    return str(tile.number), crews + "." * tile.room, cell_text(tile.cell)
