"""Positions of Feurio! as text.

    0 tile 0,0=6;0,1=4gg;1,-1=x3/1;1,0=5b 10,11,0,0/0,0,12,11 0 4654…

The seat to move (- at the end), the step, the tiles of the forest in the order of their cells, for each seat its
firefighters left (green, blue, yellow, red), the consecutive passes with all tiles laid, and the deck in the order in
which it is drawn. After the number of a tile come the initials of its firefighters; x3/1 is a firebreak: a 3 laid face
down by seat 1. The step is arrange, tile, crew (the tile of this turn is laid), last (all tiles are laid) or over. What
a viewer does not know is a question mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from funkenflug.core.view import COLOURS, Hex
from funkenflug.core.words import clipped
from funkenflug.games.base import Setup, hook
from funkenflug.games.feurio.rules import rules
from funkenflug.games.hexes import (
    ALL_NUMBERS,
    ALL_TILES,
    SPACES,
    TILES,
    cell_name,
    cell_text,
    connected,
    read_cell,
)
from funkenflug.games.positions import UNKNOWN, fields, read_number, read_seat, read_step
from funkenflug.games.stocks import read_stocks, stocks_text
from funkenflug.kernel import State

_STEPS: Final = ("arrange", "tile", "crew", "last", "over")
_TILE: Final = re.compile(r"([^=]+)=(?:([1-6])([gbyr]*)|x([1-6?])/([0-3]))")
_LETTERS: Final = "gbyr"


class _Tile(NamedTuple):
    cell: Hex
    number: str
    crews: str = ""
    layer: int = -1
    """Who laid a firebreak, -1 for a tile that is not one."""


@hook
def position_text(state: State, known: int | None) -> str:
    """Return a position as text, as far as the places of the deck are known."""
    known = ALL_TILES if known is None else known
    step = _step(state)
    seat = "-" if step == "over" else str(int(state["seat"]))
    laid = int(state["laid"])
    deck = [str(number) if known >> place & 1 else UNKNOWN for place, number in enumerate(state["deck"].tolist())]
    tiles = ";".join(sorted_tiles(state, deck[:laid])) or "-"
    return f"{seat} {step} {tiles} {stocks_text(state)} {int(state['passes'])} {''.join(deck[laid:]) or '-'}"


def _step(state: State) -> str:
    step = int(state["step"])
    if step == rules.CREW:
        return "crew" if state["spread"] else "last"
    return {rules.ARRANGE: "arrange", rules.TILE: "tile", rules.OVER: "over"}[step]


def sorted_tiles(state: State, deck: Iterable[str]) -> list[str]:
    """Return the tiles as text in the order of their cells."""
    cells = zip(state["q"].tolist(), state["r"].tolist(), strict=True)
    facts = zip(cells, deck, state["number"].tolist(), state["layer"].tolist(), state["crews"].T.tolist(), strict=False)
    found = []
    for cell, number, burning, layer, crews in facts:
        crew = "".join(letter * count for letter, count in zip(_LETTERS, crews, strict=True))
        found.append((cell, f"{cell_text(cell)}={number}{crew}" if burning else f"{cell_text(cell)}=x{number}/{layer}"))
    return [text for _, text in sorted(found)]


@hook
def read_position(setup: Setup, text: str) -> State:
    """Return the position of a text; what is unknown in it is made up. A `ValueError` names what is impossible."""
    seat, step, forest, stocks, passes, deck = fields(
        text, "the seat to move", "the step", "the tiles", "the firefighters left", "the passes", "the deck"
    )
    read_step(step, _STEPS)
    tiles = sorted(_read_tiles(forest))
    numbers = _numbers(tiles, "" if deck == "-" else deck)
    state = rules.new(
        4,  # with four players no tile is laid at the start
        together=setup.mode != "competitive",
        firebreak="firebreak" in setup.options,
        hotter="hotter" in setup.options,
        deck=tuple(numbers),
    )
    to_move = read_seat(seat, setup.players, step == "over")
    _check_forest(tiles, setup, step)
    state["players"] = setup.players
    _lay(state, tiles)
    state["stock"] = read_stocks(stocks, setup.players, "firefighters")
    state["passes"] = read_number(passes, 0, setup.players, "the passes")
    state["seat"], state["spread"] = to_move, step == "crew"
    steps = {"arrange": rules.ARRANGE, "tile": rules.TILE, "over": rules.OVER}
    state["step"] = steps.get(step, rules.CREW)
    _check_people(state, tiles, step)
    return state


def _read_tiles(text: str) -> list[_Tile]:
    found: dict[Hex, _Tile] = {}
    for word in [] if text == "-" else text.split(";"):
        parts = _TILE.fullmatch(word)
        if parts is None:
            raise ValueError(f"a tile is written like 0,-1=5gb, a firebreak like 0,-1=x3/1, not {clipped(word)!r}")
        cell = read_cell(parts[1])
        if cell in found:
            raise ValueError(f"there are two tiles on {cell_name(cell)}")
        if parts[2]:
            found[cell] = _Tile(cell, parts[2], parts[3])
        else:
            found[cell] = _Tile(cell, parts[4], "", int(parts[5]))
    return list(found.values())


def _numbers(tiles: list[_Tile], deck: str) -> list[int]:
    """Return the whole deck, the tiles of the forest first; unknown numbers are filled in from the greatest."""
    given = [tile.number for tile in tiles] + list(deck)
    if len(given) != TILES:
        raise ValueError(f"forest and deck together have {TILES} tiles, here they have {len(given)}")
    unseen = list(map(str, ALL_NUMBERS))
    for number in given:
        if number == UNKNOWN:
            continue
        if number not in unseen:
            if number in "123456":
                raise ValueError(f"there are six tiles of each number, here are more of {number}")
            raise ValueError(f"a tile must have a number from 1 to 6, not {clipped(number)!r}")
        unseen.remove(number)
    return [int(unseen.pop() if number == UNKNOWN else number) for number in given]


def _check_forest(tiles: list[_Tile], setup: Setup, step: str) -> None:
    cells = {tile.cell for tile in tiles}
    first = rules.FIRST_CELLS[setup.players]
    if step == "arrange":
        if setup.players != 4 or tiles:
            raise ValueError("tiles are arranged only before the first turn of a four-player game")
        return
    for cell in first:
        if cell not in cells:
            raise ValueError(f"with {setup.players} players there is a tile on {cell_name(cell)}")
    if (step == "last") > (len(tiles) == TILES) or (step == "tile" and len(tiles) == TILES):
        raise ValueError(f"the step cannot be {step} with {len(tiles)} tiles laid")
    for tile in tiles:
        if tile.layer >= 0 and "firebreak" not in setup.options:
            raise ValueError(f"there is a firebreak on {cell_name(tile.cell)}, but the option firebreak is off")
        if tile.layer >= setup.players or (tile.layer >= 0 and tile.cell in first):
            raise ValueError(f"seat {tile.layer} cannot have laid a firebreak on {cell_name(tile.cell)}")
        if max(map(abs, tile.cell)) > TILES:
            raise ValueError(f"{cell_name(tile.cell)} is too far away")


def _lay(state: State, tiles: list[_Tile]) -> None:
    """Lay these tiles, whose numbers are the first of the deck, with the firefighters on them."""
    for place, tile in enumerate(tiles):
        q, r = tile.cell
        state["layer"][place] = tile.layer
        burning = int(state["deck"][place]) if tile.layer < 0 else 0
        rules.lay_tile(state, place, q, r, q % rules.SPAN * rules.SPAN + r % rules.SPAN, burning)
    state["laid"] = len(tiles)
    for place, tile in enumerate(tiles):
        counts = [tile.crews.count(letter) for letter in _LETTERS]
        if sum(counts) > SPACES[state["number"][place]]:
            spaces = int(SPACES[state["number"][place]])
            raise ValueError(f"{sum(counts)} firefighters on {cell_name(tile.cell)}, which has room for {spaces}")
        state["crews"][:, place] = counts
        state["crowd"][place] = sum(counts)
        for colour, count in enumerate(counts):
            state["held"][colour] |= (count > 0) << place
        room = int(rules.room_on(state, place))
        for n in range(3):
            state["room"][n] &= ~((n >= room) << place)


def _check_people(state: State, tiles: list[_Tile], step: str) -> None:
    for colour, name in enumerate(COLOURS):
        paid = 12 - int(state["crews"][colour].sum()) - int(state["stock"][:, colour].sum())
        if paid < 0:
            raise ValueError(f"there are 12 {name} firefighters, not {12 - paid}")
        state["paid"][colour] = paid
    firebreaks = sum(tile.layer >= 0 for tile in tiles)
    if int(state["paid"].sum()) != firebreaks:
        missing = int(state["paid"].sum())
        raise ValueError(f"{missing} firefighters are neither on a tile nor left, and {firebreaks} paid for firebreaks")
    if tiles:
        everywhere = (1 << len(tiles)) - 1
        apart = everywhere & ~int(connected(state["neighbours"], 1, everywhere))
        if apart:
            lone = tiles[(apart & -apart).bit_length() - 1].cell
            raise ValueError(f"the tile on {cell_name(lone)} is not connected to the one on {cell_name(tiles[0].cell)}")
    if step != "last" and step != "over" and state["passes"]:
        raise ValueError("passes are counted only when all tiles are laid")
