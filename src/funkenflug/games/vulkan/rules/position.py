"""Positions of Vulkan! as text.

    1 fly -3,0=4;-3,1=5gb;-2,0=3*;-1,0=2>0;0,0=1>- 12,11,0,0/0,0,12,12

The seat to move (- at the end), the step, the 36 tiles in the order of their cells, and for each seat its loads left:
green, blue, yellow, red. After the number of a tile come the initials of its loads, or * for the volcano, or > with the
seat that won it, >- if it left the game.
"""

from __future__ import annotations

import re
from typing import Final

from funkenflug.core.view import Hex
from funkenflug.core.words import clipped
from funkenflug.games.base import Setup, hook
from funkenflug.games.hexes import SPACES, TILES, cell_name, cell_text, connected, read_cell
from funkenflug.games.positions import fields, read_seat, read_step
from funkenflug.games.stocks import read_stocks, stocks_text
from funkenflug.games.vulkan.rules import rules
from funkenflug.games.vulkan.rules.deal import checked_layout
from funkenflug.games.vulkan.rules.view import cells_of
from funkenflug.kernel import State

_STEPS: Final = {"volcano": rules.VOLCANO, "fly": rules.FLY, "over": rules.OVER}
_NAMES: Final = {step: name for name, step in _STEPS.items()}
_TILE: Final = re.compile(r"([^=]+)=([1-6])(\*|>[0-3-]|[gbyr]*)")
_LETTERS: Final = "gbyr"


@hook
def position_text(state: State, known: int | None) -> str:
    """Return a position as text; nothing is hidden."""
    step = _NAMES[int(state["step"])]
    seat = "-" if step == "over" else str(int(state["seat"]))
    cells, numbers, owners = cells_of(state), state["number"].tolist(), state["owner"].tolist()
    loads = state["loads"].T.tolist()
    present, volcano = int(state["present"]), int(state["volcano"])
    tiles = []
    for tile in range(TILES):
        if tile == volcano:
            what = "*"
        elif present >> tile & 1:
            what = "".join(letter * count for letter, count in zip(_LETTERS, loads[tile], strict=True))
        else:
            what = f">{owners[tile]}" if owners[tile] >= 0 else ">-"
        tiles.append(f"{cell_text(cells[tile])}={numbers[tile]}{what}")
    return f"{seat} {step} {';'.join(tiles)} {stocks_text(state)}"


@hook
def read_position(setup: Setup, text: str) -> State:
    """Return the position of a text; a `ValueError` names what is impossible in it."""
    seat, step, tiles, stocks = fields(text, "the seat to move", "the step", "the tiles", "the loads left")
    read_step(step, _STEPS)
    what = _read_tiles(tiles)
    layout = checked_layout({cell: number for cell, (number, _) in what.items()})
    state = rules.new(setup.players, together=setup.mode != "competitive", layout=layout)
    to_move = read_seat(seat, setup.players, step == "over")
    places = {cell: tile for tile, (cell, _) in enumerate(layout)}
    _choose_volcano(state, [places[cell] for cell, (_, mark) in what.items() if mark == "*"], step)
    if step == "volcano" and any(mark for _, mark in what.values()):
        raise ValueError("before the volcano is chosen, no tile has a load and none is gone")
    for cell in sorted(what):
        _mark(state, places[cell], what[cell][1], setup.players)
    state["stock"] = read_stocks(stocks, setup.players, "loads")
    state["seat"], state["step"] = to_move, _STEPS[step]
    state["lost"] = state["together"] and (state["owner"] == rules.LEFT_THE_GAME).any()
    _check(state)
    return state


def _read_tiles(text: str) -> dict[Hex, tuple[int, str]]:
    found: dict[Hex, tuple[int, str]] = {}
    for word in text.split(";"):
        parts = _TILE.fullmatch(word)
        if parts is None:
            raise ValueError(f"a tile is written like 0,-1=5gb, 0,-1=5* or 0,-1=5>0, not {clipped(word)!r}")
        cell = read_cell(parts[1])
        if cell in found:
            raise ValueError(f"there are two tiles on {cell_name(cell)}")
        found[cell] = int(parts[2]), parts[3]
    return found


def _choose_volcano(state: State, volcanoes: list[int], step: str) -> None:
    if step == "volcano":
        if volcanoes:
            raise ValueError("the volcano is chosen already, so the step is not volcano")
        return
    if len(volcanoes) != 1:
        raise ValueError(f"there is one volcano, not {len(volcanoes)}")
    if state["free_edges"][volcanoes[0]]:
        raise ValueError(f"the volcano must be surrounded on all sides; {_name(state, volcanoes[0])} is not")
    rules.erupt(state, volcanoes[0])


def _mark(state: State, tile: int, what: str, players: int) -> None:
    if what.startswith(">"):
        winner = rules.LEFT_THE_GAME if what == ">-" else int(what[1])
        if winner >= players:
            raise ValueError(f"seat {winner} cannot have won {_name(state, tile)} with {players} players")
        rules.remove(state, tile, winner)
        rules.break_rows(state, tile)
        rules.free_edges_around(state, tile)
    elif what != "*":
        spaces = int(SPACES[state["number"][tile]])
        if len(what) > spaces:
            raise ValueError(f"{len(what)} loads on {_name(state, tile)}, which has room for {spaces}")
        state["loads"][:, tile] = [what.count(letter) for letter in _LETTERS]
        state["filled"][tile] = len(what)
        if len(what) == spaces:
            state["thirsty"] &= ~(1 << tile)


def _check(state: State) -> None:
    present, volcano = int(state["present"]), int(state["volcano"])
    for colour, name in enumerate(("green", "blue", "yellow", "red")):
        total = int(state["loads"][colour].sum()) + int(state["stock"][:, colour].sum())
        if total > 12:
            raise ValueError(f"there are 12 {name} loads, not {total}")
    if state["step"] != rules.VOLCANO:
        for tile in range(TILES):
            out = present & ~int(state["thirsty"]) & int(state["open_side"])
            if tile != volcano and out >> tile & 1:
                raise ValueError(f"{_name(state, tile)} is full and has an open side: it would have gone out")
        cut_off = present & ~int(connected(state["neighbours"], 1 << volcano, present))
        if cut_off:
            tile = (cut_off & -cut_off).bit_length() - 1
            raise ValueError(f"{_name(state, tile)} is cut off from the volcano: it would be gone")
    if state["step"] == rules.FLY and not rules.can_fly(state, int(state["seat"])):
        raise ValueError(f"seat {int(state['seat'])} cannot fly, so it is not to move")


def _name(state: State, tile: int) -> str:
    return cell_name((int(state["q"][tile]), int(state["r"][tile])))
