"""Morels in words and pictures."""

from collections.abc import Mapping

from funkenflug.core.words import Message
from funkenflug.games.base import Cell, hook
from tests.morels.rules import rules
from tests.morels.rules.text import NAMES
from tests.morels.rules.view import MorelsView


@hook
def cells(view: MorelsView) -> list[Cell]:
    texts = ["" if value is None else str(value) for value in view.values]
    colours = [None if picker is None else view.colours[picker][0] for picker in view.pickers]
    places = [divmod(cell, rules.SIDE) for cell in range(rules.CELLS)]
    return [Cell(NAMES[i], column, row, texts[i], colours[i]) for i, (row, column) in enumerate(places)]


@hook
def legend() -> Message:
    return Message("a covered cell shows its name; [G4] is a 4 that green has picked, [4] one that you have seen.")


@hook
def task(view: MorelsView) -> Message:
    return Message("{name} picks a cell, or looks under the leaves", name=view.names[view.to_move or 0])


@hook
def holdings(view: MorelsView) -> tuple[Message, ...]:
    return tuple(Message.counted("1 look left", "{count} looks left", looks) for looks in view.looks)


@hook
def second_person() -> Mapping[str, tuple[str, ...]]:
    return {"{name} picks a cell, or looks under the leaves": ("You pick a cell, or look under the leaves",)}


@hook
def page_words() -> Mapping[str, str]:
    return {
        "goal-competitive": "Pick morels, and leave the false ones to others. The player with the most points wins.",
        "verb-look": "Look",
        "do-look": "Look under the leaves",
        "do-pick": "Pick it",
    }
