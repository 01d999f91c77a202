"""Feuer & Wasser in words: moves as text and back, why a move is not allowed, and the board for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from funkenflug.games.feuer_wasser import rules
from funkenflug.games.feuer_wasser.squares import cell_text, read_cell
from funkenflug.games.feuer_wasser.view import FeuerWasserView, tile_pair
from funkenflug.kernel import State
from funkenflug.match.view import COLOURS
from funkenflug.match.words import IllegalMove, Message, both, clipped

_TILE = re.compile(r"tile ([1-4])([1-4]) (\S+) (\S+)")
_ON_A_CELL = re.compile(r"(elemental|leader|stone|tame) (\S+)")


def move_texts(state: State, moves: Iterable[int]) -> list[str]:
    """Return legal moves as texts: they are the same in every match."""
    return [_move_text(move) for move in moves]


@cache
def _move_text(move: int) -> str:
    if move == rules.PASS:
        return "pass"
    if move < rules.TILE_MOVES:
        return f"elemental {cell_text(move - rules.ELEMENTAL_MOVES)}"
    if move < rules.LEADER_MOVES:
        code, fire, direction = rules.tile_of(move)
        numbers, water = tile_pair(code), fire + (rules.SIDE, 1, -rules.SIDE, -1)[direction]
        return f"tile {numbers[0]}{numbers[1]} {cell_text(fire)} {cell_text(water)}"
    if move < rules.STONE_MOVES:
        return f"leader {cell_text(move - rules.LEADER_MOVES)}"
    if move < rules.TAME_MOVES:
        return f"stone {cell_text(move - rules.STONE_MOVES)}"
    return f"tame {cell_text(move - rules.TAME_MOVES)}"


def read_move(state: State, text: str) -> int:
    """Return the number of the move that a text stands for; `IllegalMove` says why it is none."""
    if state["step"] == rules.OVER:
        raise IllegalMove(Message("the match is over"))
    if text == "pass":
        return _read_pass(state)
    if found := _TILE.fullmatch(text):
        return _read_tile(state, 4 * (int(found[1]) - 1) + int(found[2]) - 1, found[3], found[4])
    if found := _ON_A_CELL.fullmatch(text):
        readers = {"elemental": _read_elemental, "leader": _read_leader, "stone": _read_stone, "tame": _read_tame}
        return readers[found[1]](state, _cell_on(state, found[2]))
    raise IllegalMove(
        Message("“{text}” is no move of Feuer & Wasser; moves look like tile 43 d4 d5 or stone e5", text=clipped(text))
    )


def _cell_on(state: State, text: str) -> int:
    cell = read_cell(text)
    if state["element"][cell] == 0:
        raise IllegalMove(Message("{cell} is not on this board", cell=text))
    return cell


def _require_action(state: State) -> None:
    if state["step"] == rules.ELEMENTAL:
        raise IllegalMove(Message("first the three elementals have to be placed"))
    if state["step"] == rules.LAST_STONE:
        raise IllegalMove(Message("in the last round only a stone may be laid, or pass"))


def _read_pass(state: State) -> int:
    if state["step"] != rules.LAST_STONE:
        raise IllegalMove(Message("passing is only allowed in the last round"))
    return rules.PASS


def _require_empty(state: State, cell: int) -> None:
    if state["on"][cell] != rules.EMPTY or state["stone_of"][cell] >= 0:
        raise IllegalMove(Message("{cell} is not empty", cell=cell_text(cell)))


def _around(state: State, cell: int) -> list[int]:
    return [other for other in state["beside"][cell].tolist() if other != rules.NOWHERE]


def _read_elemental(state: State, cell: int) -> int:
    if state["step"] != rules.ELEMENTAL:
        raise IllegalMove(Message("all three elementals are placed"))
    row, column = divmod(cell, rules.SIDE)
    for spirit in state["spirits"][: int(state["spirits_placed"])].tolist():
        if abs(spirit // rules.SIDE - row) <= 1 and abs(spirit % rules.SIDE - column) <= 1:
            raise IllegalMove(Message("there is an elemental on {cell}: too near", cell=cell_text(spirit)))
    if len(_around(state, cell)) < 4:
        raise IllegalMove(Message("{cell} is on the edge of the board", cell=cell_text(cell)))
    return rules.ELEMENTAL_MOVES + cell


def _read_tile(state: State, code: int, fire_text: str, water_text: str) -> int:
    _require_action(state)
    fire, water = _cell_on(state, fire_text), _cell_on(state, water_text)
    open_tiles = int(state["open_tiles"][int(state["seat"])])
    if not open_tiles >> code & 1:
        pairs = [tile_pair(other) for other in range(rules.TILES) if open_tiles >> other & 1]
        if not pairs:
            raise IllegalMove(Message("no tile is left"))
        raise IllegalMove(Message("the open tiles are {tiles}", tiles=both(f"{fire}{water}" for fire, water in pairs)))
    for cell in (fire, water):
        _require_empty(state, cell)
    beside: list[int] = state["beside"][fire].tolist()
    if water not in beside:
        raise IllegalMove(
            Message("{first} and {second} are not next to each other", first=fire_text, second=water_text)
        )
    return rules.TILE_MOVES + (code * rules.CELLS + fire) * 4 + beside.index(water)


def _read_leader(state: State, cell: int) -> int:
    _require_action(state)
    seat = int(state["seat"])
    if state["leader_lost"][seat]:
        raise IllegalMove(Message("the leader is lost for the rest of the match"))
    if state["leader"][seat] != rules.NOWHERE:
        raise IllegalMove(Message("the leader is on {cell} already", cell=cell_text(int(state["leader"][seat]))))
    _require_empty(state, cell)
    around = _around(state, cell)
    if len(around) == 2:
        raise IllegalMove(Message("no leader stands in a corner"))
    for other in around:
        if state["on"][other] == rules.SPIRIT:
            raise IllegalMove(Message("there is an elemental on {cell}: too near", cell=cell_text(other)))
    return rules.LEADER_MOVES + cell


def _read_stone(state: State, cell: int) -> int:
    if state["step"] == rules.ELEMENTAL:
        _require_action(state)
    seat = int(state["seat"])
    if state["on"][cell] == rules.SPIRIT:
        raise IllegalMove(Message("there is an elemental on {cell}: it can only be tamed", cell=cell_text(cell)))
    if state["stone_of"][cell] >= 0:
        raise IllegalMove(Message("there is a stone on {cell} already", cell=cell_text(cell)))
    if state["on"][cell] == rules.LEADER and state["owner"][cell] == seat:
        raise IllegalMove(Message("your own leader stands on {cell}", cell=cell_text(cell)))
    _require_surrounded(state, cell)
    if rules.strongest(state, cell) != seat:
        raise IllegalMove(_why_not_strongest(state, cell, seat))
    return rules.STONE_MOVES + cell


def _require_surrounded(state: State, cell: int) -> None:
    for other in _around(state, cell):
        if state["on"][other] == rules.EMPTY and state["stone_of"][other] < 0:
            raise IllegalMove(
                Message("{cell} is not surrounded yet: {other} is empty", cell=cell_text(cell), other=cell_text(other))
            )


def _why_not_strongest(state: State, cell: int, seat: int) -> Message:
    influence = state["influence"][: int(state["players"]), cell].tolist()
    own = influence[seat]
    rival = max((other for other in range(len(influence)) if other != seat), key=lambda other: influence[other])
    if influence[rival] == 0:
        return Message("nobody has influence on {cell}", cell=cell_text(cell))
    return Message(
        "influence on {cell}: {colour} has {theirs}, you have {own}",
        cell=cell_text(cell),
        colour=Message(COLOURS[rival]),
        theirs=influence[rival],
        own=own,
    )


def _read_tame(state: State, cell: int) -> int:
    _require_action(state)
    seat = int(state["seat"])
    if state["on"][cell] != rules.SPIRIT:
        raise IllegalMove(Message("there is no elemental on {cell}", cell=cell_text(cell)))
    if state["stone_of"][cell] >= 0:
        raise IllegalMove(Message("this elemental is tamed already"))
    if not rules.leader_safe(state, seat):
        raise IllegalMove(Message("without a leader on the board no elemental can be tamed"))
    _require_surrounded(state, cell)
    sums = [int(rules.closeness(state, other, cell)) for other in range(int(state["players"]))]
    if sums[seat] == 0:
        raise IllegalMove(Message("you have no number next to {cell}", cell=cell_text(cell)))
    for other, total in enumerate(sums):
        if other != seat and 1 <= total <= sums[seat]:
            raise IllegalMove(
                Message(
                    "the gentlest tames: {colour} has {theirs}, you have {own}",
                    colour=Message(COLOURS[other]),
                    theirs=total,
                    own=sums[seat],
                )
            )
    return rules.TAME_MOVES + cell


def clicks(move: str) -> tuple[tuple[str, ...], ...]:
    """Return how a move is chosen step by step: a domino and its cells; a stone or an elemental by its cell alone."""
    match move.split():
        case ["tile", numbers, fire, water]:
            return ((f"tile:{numbers}", f"cell:{fire}", f"cell:{water}"),)
        case ["leader", cell]:
            return (("verb:leader", f"cell:{cell}"),)
        case ["elemental" | "stone" | "tame", cell]:
            return ((f"cell:{cell}",),)
        case _:
            return ((f"verb:{move}",),)


# The board in a terminal --------------------------------------------------------------------------------------------

_LETTERS = "GBYR"


def board(view: FeuerWasserView) -> str:
    """Return the board as text.

    Empty cells show their element (f fire, w water), a half its owner, element and number (Gf4), a stone its owner in
    brackets, a leader an exclamation mark, an elemental an asterisk.
    """
    shown = _shown(view)
    columns = "abcdefghijkl"[: len(view.board[0])]
    lines = []
    for number, row in zip(range(len(view.board), 0, -1), view.board, strict=True):
        cells = [shown.get(f"{column}{number}", element.lower()) for column, element in zip(columns, row, strict=True)]
        lines.append(f"{number:>2} " + " ".join(cell.center(5) for cell in cells).rstrip())
    lines.append("   " + " ".join(column.center(5) for column in columns).rstrip())
    return "\n".join(lines)


def _shown(view: FeuerWasserView) -> dict[str, str]:
    shown = dict.fromkeys(view.elementals, "*")
    for domino in view.dominoes:
        shown[domino.fire_cell] = f"{_LETTERS[domino.seat]}f{domino.fire}"
        shown[domino.water_cell] = f"{_LETTERS[domino.seat]}w{domino.water}"
    for leader in view.leaders:
        shown[leader.cell] = f"{_LETTERS[leader.seat]}!"
    for stone in view.stones:
        under = shown.get(stone.cell, "")
        kept = under if under.endswith(("*", "!")) else ""
        shown[stone.cell] = f"{kept}[{_LETTERS[stone.seat] * stone.count}]"
    return shown
