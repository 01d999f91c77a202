"""Positions of Feuer & Wasser as text.

    0 action FWFW…/WFWF… *c3;b!e5;b.d4;g43d4d5;y:c3 12.21.43+34.11…/… -

The seat to move (- at the end), the step, the board (rows from the top), what lies on it in alphabetical order, for
each seat its open tiles and after + its tiles face down in the order in which they are turned up, and in and after the
last round the seat that took the last regular turn. g43d4d5 is a tile of green with its 4 of fire on d4 and its 3 of
water on d5; b!e5 is blue's leader, *c3 an elemental, b.d4 a stone, y:c3 two stones. The step is elemental, action,
last, over:stones (all stones are laid), over:full (the board is full) or over:stuck (nobody could act). If the order of
the tiles face down is not known, they follow ~ in order of size.
"""

from __future__ import annotations

import re
from typing import Final

from funkenflug.core.words import clipped
from funkenflug.games.base import Setup, hook
from funkenflug.games.feuer_wasser.rules import rules
from funkenflug.games.feuer_wasser.rules.deal import all_tiles, checked_board, checked_piles
from funkenflug.games.feuer_wasser.rules.squares import cell_text, read_cell
from funkenflug.games.feuer_wasser.rules.view import board_of, cells_of, tile_pair
from funkenflug.games.positions import fields, read_number, read_seat, read_step
from funkenflug.kernel import Array, State

_STEPS: Final = {
    "elemental": (rules.ELEMENTAL, rules.RUNNING),
    "action": (rules.ACTION, rules.RUNNING),
    "last": (rules.LAST_STONE, rules.RUNNING),
    "over:stones": (rules.OVER, rules.ALL_STONES_LAID),
    "over:full": (rules.OVER, rules.BOARD_FULL),
    "over:stuck": (rules.OVER, rules.NOBODY_COULD_ACT),
}
_NAMES: Final = {step: name for name, step in _STEPS.items()}
_SEATS: Final = "gbyr"
_THING: Final = re.compile(
    r"\*(?P<spirit>[a-l]\d+)|(?P<seat>[gbyr])(?:(?P<tile>[1-4][1-4])(?P<fire>[a-l]\d+)(?P<water>[a-l]\d+)"
    r"|!(?P<leader>[a-l]\d+)|(?P<stones>[.:])(?P<cell>[a-l]\d+))"
)


@hook
def position_text(state: State, known: int | None) -> str:
    """Return a position as text; nobody knows the order of the tiles that are face down."""
    step = _NAMES[int(state["step"]), int(state["ended"])]
    over, running = step.startswith("over"), step in ("elemental", "action")
    seat = "-" if over else str(int(state["seat"]))
    last = "-" if running else str(int(state["last_regular"]))
    piles = "/".join(_pile_text(state, owner, known) for owner in range(int(state["players"])))
    return f"{seat} {step} {'/'.join(board_of(state))} {';'.join(sorted(_things(state))) or '-'} {piles} {last}"


def _things(state: State) -> list[str]:
    found = []
    for cell in cells_of(state):
        on, name = int(state["on"][cell]), cell_text(cell)
        if on == rules.SPIRIT:
            found.append(f"*{name}")
        elif on == rules.LEADER:
            found.append(f"{_SEATS[state['owner'][cell]]}!{name}")
        elif on == rules.FIRE:
            other = int(state["beside"][cell, state["other_half"][cell]])
            numbers = f"{state['number'][cell]}{state['number'][other]}"
            found.append(f"{_SEATS[state['owner'][cell]]}{numbers}{name}{cell_text(other)}")
        if state["stone_of"][cell] >= 0:
            found.append(f"{_SEATS[state['stone_of'][cell]]}{'.:'[int(state['stones_on'][cell]) - 1]}{name}")
    return found


def _pile_text(state: State, owner: int, known: int | None) -> str:
    opened = int(state["open_tiles"][owner])
    down = state["pile"][owner, int(state["turned_up"][owner]) : int(state["tiles"])].tolist()
    shown = [code for code in range(rules.TILES) if opened >> code & 1]
    order = "+" if known is None else "~"
    return f"{_codes_text(shown)}{order}{_codes_text(down if known is None else sorted(down))}"


def _codes_text(codes: list[int]) -> str:
    return ".".join(f"{fire}{water}" for fire, water in map(tile_pair, codes))


@hook
def read_position(setup: Setup, text: str) -> State:
    """Return the position of a text; what is unknown in it is made up. A `ValueError` names what is impossible."""
    seat, step, board, things, piles, last = fields(
        text, "the seat to move", "the step", "the board", "what lies on it", "the tiles", "the last regular seat"
    )
    read_step(step, _STEPS)
    to_move = read_seat(seat, setup.players, step.startswith("over"))
    found = [_read_thing(word) for word in ([] if things == "-" else things.split(";"))]
    laid: list[list[tuple[int, int]]] = [[] for _ in range(setup.players)]
    for thing in found:
        if thing["seat"] and _SEATS.index(thing["seat"]) >= setup.players:
            raise ValueError(f"there is no {thing['seat']} with {setup.players} players")
        if thing["tile"]:
            laid[_SEATS.index(thing["seat"])].append((int(thing["tile"][0]), int(thing["tile"][1])))
    opened, whole = _read_piles(piles, laid, setup.players)
    state = rules.new(setup.players, checked_board(board.split("/")), checked_piles(whole, setup.players))
    for kind in ("spirit", "tile", "leader", "stones"):
        for thing in found:
            if thing[kind]:
                _place(state, thing)
    _turn_up(state, laid, opened, step)
    state["seat"], (state["step"], state["ended"]) = to_move, _STEPS[step]
    if step in ("elemental", "action"):
        if last != "-":
            raise ValueError(f"the last regular seat is - before the last round, not {clipped(last)!r}")
        state["last_regular"] = (to_move - 1) % setup.players if step == "action" else 0
    else:
        state["last_regular"] = read_number(last, 0, setup.players - 1, "the last regular seat")
    _note_all(state)
    _check(state, step)
    return state


def _read_thing(word: str) -> dict[str, str]:
    parts = _THING.fullmatch(word)
    if parts is None:
        raise ValueError(
            f"what lies on the board is written like g43d4d5, b!e5, *c3, b.d4 or y:c3, not {clipped(word)!r}"
        )
    return {name: part or "" for name, part in parts.groupdict().items()}


def _read_piles(
    text: str, laid: list[list[tuple[int, int]]], players: int
) -> tuple[list[list[tuple[int, int]]], list[list[tuple[int, int]]]]:
    """Return the open tiles of each seat, and its whole pile: what is laid, what is open, what is face down."""
    piles = text.split("/")
    if len(piles) != players:
        raise ValueError(f"there are tiles for {len(piles)} seats, and {players} players")
    opened, whole = [], []
    for seat, pile in enumerate(piles):
        parts = re.split("[+~]", pile)
        if len(parts) != 2:
            raise ValueError(f"the tiles of a seat are written like 12.21.43+34.11, not {clipped(pile)!r}")
        shown, down = (_read_tiles(part) for part in parts)
        opened.append(shown)
        whole.append([*laid[seat], *shown, *down])
    return opened, whole


def _read_tiles(text: str) -> list[tuple[int, int]]:
    tiles = []
    for word in text.split(".") if text else ():
        if not re.fullmatch("[1-4][1-4]", word):
            raise ValueError(f"a tile must be two digits from 1 to 4, not {clipped(word)!r}")
        tiles.append((int(word[0]), int(word[1])))
    return tiles


def _place(state: State, thing: dict[str, str]) -> None:
    if thing["seat"]:
        state["seat"] = _SEATS.index(thing["seat"])
    if thing["spirit"]:
        cell = _empty(state, thing["spirit"])
        if state["spirits_placed"] == rules.ELEMENTALS or not _has_room(state["spirit_room"], cell):
            raise ValueError(f"there can be no elemental on {thing['spirit']}")
        rules.place_elemental(state, cell)
    elif thing["tile"]:
        _place_tile(state, thing)
    elif thing["leader"]:
        cell = _empty(state, thing["leader"])
        if state["leader"][int(state["seat"])] != rules.NOWHERE or not _has_room(state["leader_room"], cell):
            raise ValueError(f"there can be no leader on {thing['leader']}")
        rules.place_leader(state, cell)
    else:
        _place_stones(state, thing)


def _has_room(cells: Array, cell: int) -> bool:
    return bool(cells[cell // rules.SIDE] >> cell % rules.SIDE & 1)


def _cell(state: State, name: str) -> int:
    cell = read_cell(name)
    if state["element"][cell] == 0:
        raise ValueError(f"{name} is not on this board")
    return cell


def _empty(state: State, name: str) -> int:
    cell = _cell(state, name)
    if state["on"][cell] != rules.EMPTY:
        raise ValueError(f"two things lie on {name}")
    return cell


def _place_tile(state: State, thing: dict[str, str]) -> None:
    fire, water = _empty(state, thing["fire"]), _empty(state, thing["water"])
    beside = state["beside"][fire].tolist()
    if water not in beside:
        raise ValueError(f"{thing['fire']} and {thing['water']} are not next to each other")
    direction = beside.index(water)
    rules.lay_half(state, fire, rules.FIRE, int(thing["tile"][0]), direction)
    rules.lay_half(state, water, rules.WATER, int(thing["tile"][1]), (direction + 2) % 4)
    rules.spread_influence(state, fire, 1)
    rules.spread_influence(state, water, 1)


def _place_stones(state: State, thing: dict[str, str]) -> None:
    cell, count = _cell(state, thing["cell"]), ".:".index(thing["stones"]) + 1
    on, seat = int(state["on"][cell]), int(state["seat"])
    if state["stone_of"][cell] >= 0:
        raise ValueError(f"there are stones on {thing['cell']} twice")
    if on == rules.LEADER and int(state["owner"][cell]) == seat:
        raise ValueError(f"a seat takes no cell of its own leader: {thing['cell']}")
    if count == 2 and on not in (rules.LEADER, rules.SPIRIT):
        raise ValueError(f"two stones lie only on a leader or an elemental, not on {thing['cell']}")
    if int(state["stones"][seat]) < count:
        raise ValueError(f"seat {seat} has more than {int(state['stones_at_start'])} stones on the board")
    if on == rules.LEADER:
        state["leader_lost"][int(state["owner"][cell])] = 1
    elif on == rules.EMPTY:
        rules.occupy(state, cell)
    elif on != rules.SPIRIT:
        rules.spread_influence(state, cell, -1)
    rules.lay_stones(state, cell, count)


def _turn_up(state: State, laid: list[list[tuple[int, int]]], opened: list[list[tuple[int, int]]], step: str) -> None:
    if (step == "elemental") != (int(state["spirits_placed"]) < rules.ELEMENTALS):
        raise ValueError(f"the step cannot be {step} with {int(state['spirits_placed'])} elementals on the board")
    for seat, (down, shown) in enumerate(zip(laid, opened, strict=True)):
        left = len(all_tiles(int(state["players"]))) - len(down)
        expected = 0 if step == "elemental" else min(rules.OPEN, left)
        if len(shown) != expected or (step == "elemental" and down):
            raise ValueError(f"seat {seat} must have {expected} open tiles, not {len(shown)}")
        state["open_tiles"][seat] = sum(1 << 4 * (fire - 1) + water - 1 for fire, water in shown)
        state["turned_up"][seat] = len(down) + len(shown)


def _note_all(state: State) -> None:
    if state["step"] == rules.ELEMENTAL:
        return
    for cell in cells_of(state):
        rules.note_takeable(state, cell)


def _check(state: State, step: str) -> None:
    if step == "elemental" and any(_things(state)[int(state["spirits_placed"]) :]):
        raise ValueError("before the three elementals are placed, nothing else lies on the board")
    seat = int(state["seat"])
    if step == "action" and not (state["pairs"] > 0 and rules.can_act(state, seat)):
        raise ValueError(f"seat {seat} cannot act, so it is not to move")
    if step == "last" and not rules.count_stones(state, seat):
        raise ValueError(f"seat {seat} cannot place a stone, so it is not to move")
    if step in ("action", "last", "over:full", "over:stuck") and (state["stones"][: int(state["players"])] == 0).any():
        raise ValueError("a seat has placed all its stones, so the match is over: write over:stones")
