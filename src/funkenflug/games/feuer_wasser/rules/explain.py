"""Why a cell cannot be chosen in Feuer & Wasser."""

from __future__ import annotations

from collections.abc import Sequence

from funkenflug.core.words import Message
from funkenflug.games.base import hook
from funkenflug.games.feuer_wasser.rules import rules
from funkenflug.games.feuer_wasser.rules.squares import cell_text, read_cell
from funkenflug.games.feuer_wasser.rules.text import apart, around, not_empty, not_gentlest, not_strongest, off_board
from funkenflug.kernel import State


@hook
def explain_cell(state: State, steps: Sequence[str], cell: str) -> Message | None:
    """Return why a cell cannot be chosen after these steps; None if no reason is known."""
    place = read_cell(cell)
    if reason := off_board(state, place):
        return reason
    if state["step"] == rules.ELEMENTAL:
        return _no_elemental(state, place)
    match [step.split(":") for step in steps]:
        case [["tile", _]]:
            alone = Message("no cell beside {cell} is empty, so no tile fits", cell=cell_text(place))
            return not_empty(state, place) or alone
        case [["tile", _], ["cell", fire]]:
            return not_empty(state, place) or apart(read_cell(fire), place)
        case [["verb", "leader"]]:
            return not_empty(state, place) or _no_leader(state, place)
    return _no_stone(state, place)


def _no_elemental(state: State, cell: int) -> Message:
    if len(around(state, cell)) < 4:
        return Message("{cell} is on the edge of the board", cell=cell_text(cell))
    return Message("{cell} is too close to another elemental", cell=cell_text(cell))


def _no_leader(state: State, cell: int) -> Message:
    if len(around(state, cell)) == 2:
        return Message("a leader can’t stand in a corner")
    return Message("{cell} is too close to an elemental", cell=cell_text(cell))


def _no_stone(state: State, cell: int) -> Message | None:
    """Return why a cell can be neither taken nor tamed before anything else is chosen."""
    seat, name = int(state["seat"]), cell_text(cell)
    if state["stone_of"][cell] >= 0:
        return Message("there is already a stone on {cell}", cell=name)
    if state["on"][cell] == rules.LEADER and state["owner"][cell] == seat:
        return Message("your own leader is on {cell}", cell=name)
    if state["on"][cell] == rules.EMPTY and (reason := _nothing_chosen(state, seat, cell)):
        return reason
    empty = sum(not_empty(state, other) is None for other in around(state, cell))
    if empty:
        return Message.counted(
            "{cell} is not surrounded: one cell beside it is empty",
            "{cell} is not surrounded: {count} cells beside it are empty",
            empty,
            cell=name,
        )
    if state["on"][cell] != rules.SPIRIT:
        return not_strongest(state, cell, seat)
    if state["step"] == rules.LAST_STONE:
        return Message("in the last round you can only place a stone or pass")
    if not rules.leader_safe(state, seat):
        return Message("you need a leader on the board to tame an elemental")
    return not_gentlest(state, cell, seat)


def _nothing_chosen(state: State, seat: int, cell: int) -> Message | None:
    """Return what to choose before an empty cell; None if no piece could go there."""
    if state["step"] == rules.LAST_STONE:
        return None
    leader = state["leader"][seat] == rules.NOWHERE and not state["leader_lost"][seat]
    if state["open_tiles"][seat] and any(not_empty(state, other) is None for other in around(state, cell)):
        if leader:
            return Message("first choose a tile or your leader, then {cell}", cell=cell_text(cell))
        return Message("first choose a tile, then {cell}", cell=cell_text(cell))
    return Message("first choose your leader, then {cell}", cell=cell_text(cell)) if leader else None
