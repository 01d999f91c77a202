"""Feuer & Wasser for beginners: what a coach says in their first match."""

from __future__ import annotations

from collections.abc import Iterator

from funkenflug.core.words import Message
from funkenflug.games.base import Note, hook
from funkenflug.games.feuer_wasser.rules.view import FeuerWasserView

_LEADER_WAITS = 12
"""Remind a player of a leader who is still off the board after this many moves."""
_FEW = 3
"""A player with at most this many stones is running out."""


@hook
def coach(view: FeuerWasserView) -> Iterator[Note]:
    """Yield what is worth knowing in this position, the most urgent first."""
    if view.seat is None or view.over or view.to_move != view.seat:
        return
    if view.step == "elemental":
        yield Note("elemental", Message("Whoever tames an elemental later places two stones at once."))
    if view.step == "last stone":
        yield Note("last", Message("The last round: you may place one more stone."))
    if view.step == "action":
        yield from _actions(view, view.seat)


def _actions(view: FeuerWasserView, seat: int) -> Iterator[Note]:
    yield from _leader_in_danger(view, seat)
    for cell in view.tameable[seat]:
        words = Message("Your numbers beside {cell} are the lowest: you can tame the elemental now.", cell=cell)
        yield Note("tame", words, (cell,))
    for cell in view.takeable[seat]:
        words = Message("{cell} is surrounded, and you have the most influence on it: you can claim it.", cell=cell)
        yield Note("take", words, (cell,))
    for cell in sorted({cell for other, cells in enumerate(view.takeable) if other != seat for cell in cells}):
        if any(cell in (domino.fire_cell, domino.water_cell) for domino in view.dominoes if domino.seat == seat):
            words = Message("A rival could claim {cell}. Your number there would no longer count.", cell=cell)
            yield Note("covered", words, (cell,))
    if not any(domino.seat == seat for domino in view.dominoes):
        yield Note(
            "first", Message("A fire number reaches most cells from a water cell, a water number from a fire cell.")
        )
    yield from _contested(view, seat)
    if len(view.moves) >= _LEADER_WAITS and not any(leader.seat == seat for leader in view.leaders):
        words = Message("Your leader is not on the board yet. At the end that would cost you two points.")
        yield Note("leader", words)
    if 0 < view.stones_left[seat] <= _FEW:
        words = Message.counted(
            "One more stone, and you win at once.", "{count} more stones, and you win at once.", view.stones_left[seat]
        )
        yield Note("stones", words)


def _leader_in_danger(view: FeuerWasserView, seat: int) -> Iterator[Note]:
    for leader in view.leaders:
        rivals = [other for other, cells in enumerate(view.takeable) if other != seat and leader.cell in cells]
        if leader.seat == seat and not leader.lost and rivals:
            words = Message(
                "{name} could capture your leader on {cell} next. Change the influence there.",
                name=view.names[rivals[0]],
                cell=leader.cell,
            )
            yield Note("danger", words, (leader.cell,))


def _contested(view: FeuerWasserView, seat: int) -> Iterator[Note]:
    stones = {stone.cell for stone in view.stones}
    for influence in view.influence:
        most = max(influence.by_seat)
        if influence.cell not in stones and most == influence.by_seat[seat] and influence.by_seat.count(most) > 1:
            words = Message("You are tied on {cell}: a tie is not enough to claim it.", cell=influence.cell)
            yield Note("tied", words, (influence.cell,))
