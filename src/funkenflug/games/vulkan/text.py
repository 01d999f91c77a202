"""Vulkan! in words: moves as text and back, why a move is not allowed, and the board for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from funkenflug.games.hexes import TILES, HexText, cell_text, leader_of, read_cell, row_between
from funkenflug.games.vulkan import rules
from funkenflug.games.vulkan.view import VulkanView, cells_of
from funkenflug.kernel import State
from funkenflug.match.view import COLOURS, Hex
from funkenflug.match.words import IllegalMove, Message, clipped, read_colour

_VOLCANO = re.compile(r"volcano (\S+)")
_FLY = re.compile(r"fly (\S+) (\S+) (\S+)")


def move_texts(state: State, moves: Iterable[int]) -> list[str]:
    """Return legal moves as texts: they stay the same throughout a match."""
    texts = _texts(tuple(cells_of(state)))
    return [texts[move] for move in moves]


class _Texts(dict[int, str]):
    """The moves of a layout by their numbers, as far as they were asked for."""

    def __init__(self, layout: tuple[Hex, ...]) -> None:
        self._tiles = [cell_text(cell) for cell in layout]

    def __missing__(self, move: int) -> str:
        if move < rules.FLY_MOVES:
            text = f"volcano {self._tiles[move - rules.VOLCANO_MOVES]}"
        else:
            colour, first, last = rules.flight_of(move)
            text = f"fly {COLOURS[colour]} {self._tiles[first]} {self._tiles[last]}"
        self[move] = text
        return text


@lru_cache(maxsize=256)
def _texts(layout: tuple[Hex, ...]) -> _Texts:
    return _Texts(layout)


def read_move(state: State, text: str) -> int:
    """Return the number of the move that a text stands for, in canonical form (V3); `IllegalMove` says why none."""
    if state["step"] == rules.OVER:
        raise IllegalMove(Message("the match is over"))
    if found := _VOLCANO.fullmatch(text):
        return _read_volcano(state, read_cell(found[1]))
    if found := _FLY.fullmatch(text):
        return _read_flight(state, read_colour(found[1]), read_cell(found[2]), read_cell(found[3]))
    raise IllegalMove(Message("“{text}” is no move of Vulkan!; moves look like fly green 0,0 2,0", text=clipped(text)))


def _read_volcano(state: State, cell: Hex) -> int:
    if state["step"] != rules.VOLCANO:
        raise IllegalMove(Message("the volcano is chosen already"))
    tile = _tile_at(state, cell)
    free = int(state["free_edges"][tile]).bit_count()
    if free > 0:
        raise IllegalMove(
            Message("the volcano must be shut in on all sides; {cell} has free edges", cell=cell_text(cell))
        )
    return rules.VOLCANO_MOVES + tile


def _tile_at(state: State, cell: Hex) -> int:
    cells = cells_of(state)
    if cell not in cells or not int(state["present"]) >> cells.index(cell) & 1:
        raise IllegalMove(Message("there is no tile on {cell}", cell=cell_text(cell)))
    return cells.index(cell)


def _read_flight(state: State, colour: int, start: Hex, end: Hex) -> int:
    if state["step"] != rules.FLY:
        raise IllegalMove(Message("first the volcano has to be chosen"))
    stock = _stock(state, colour)
    row = row_between(start, end)
    if not row:
        raise IllegalMove(
            Message("{start} and {end} are not in one straight row", start=cell_text(start), end=cell_text(end))
        )
    if len(row) > TILES:
        raise IllegalMove(
            Message("no row is as long as from {start} to {end}", start=cell_text(start), end=cell_text(end))
        )
    tiles = [_flown_over(state, cell) for cell in row]
    thirsty = int(state["thirsty"])
    drops = [tile for tile in tiles if thirsty >> tile & 1][:stock]
    if not drops:
        raise IllegalMove(Message("no tile of this row has a free space: a load must be dropped"))
    return rules.FLY_MOVES + (colour * TILES + min(drops)) * TILES + max(drops)


def _stock(state: State, colour: int) -> int:
    seat = int(state["seat"])
    if leader_of(int(state["players"]), colour) not in (-1, seat):
        raise IllegalMove(Message("{colour} is not yours", colour=Message(COLOURS[colour])))
    stock = int(state["stock"][seat, colour])
    if stock == 0:
        raise IllegalMove(Message("no {colour} load is left", colour=Message(COLOURS[colour])))
    return stock


def _flown_over(state: State, cell: Hex) -> int:
    tile = _tile_at(state, cell)
    if tile == state["volcano"]:
        raise IllegalMove(Message("the volcano on {cell} is in the way", cell=cell_text(cell)))
    return tile


def clicks(move: str) -> tuple[tuple[str, ...], ...]:
    """Return how a move is chosen step by step: a flight from either end, a single tile by two clicks on it."""
    match move.split():
        case ["fly", colour, first, last] if first != last:
            return tuple((f"cell:{a}", f"cell:{b}", f"colour:{colour}") for a, b in ((first, last), (last, first)))
        case ["fly", colour, cell, _]:
            return ((f"cell:{cell}", f"cell:{cell}", f"colour:{colour}"),)
        case _:
            return ((f"cell:{move.removeprefix('volcano ')}",),)


# The board in a terminal --------------------------------------------------------------------------------------------

_LETTERS = "GBYR"


def board(view: VulkanView) -> str:
    """Return the forest as text: number, loads by initial, a dot for each free space, and the cell."""
    picture = HexText()
    for tile in view.tiles:
        loads = "".join(letter * count for letter, count in zip(_LETTERS, tile.loads, strict=True))
        picture.put(tile.cell, str(tile.number), loads + "." * (tile.spaces - len(loads)), cell_text(tile.cell))
    if view.volcano is not None:
        picture.put(view.volcano, "/\\", "/##\\", cell_text(view.volcano))
    return picture.text()
