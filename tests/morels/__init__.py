"""Morels: a small game that is not part of the package. Pick morels in a burnt wood, and mind the false ones."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, cast

from funkenflug.core.seeds import Chance
from funkenflug.core.words import Message
from funkenflug.games.base import GameType, Mode, Setup
from funkenflug.kernel import Rules, State
from tests.morels import rules, text, view


class Morels(GameType, files=(text, view)):
    id = "morels"
    title = "Morels"
    designer = "The Funkenflug engineers"
    year = 2026
    summary = "Morels grow where the forest burnt. Look under the leaves, and pick the good ones."
    modes = (Mode("competitive", range(2, 5), "Competitive", "The player with the most points wins."),)
    deal_words = ("values",)
    longest = rules.PICKS + 4 * rules.LOOKS
    clicks = MappingProxyType({"pick": ("cell:1",), "look": ("verb:look cell:1",)})
    rules = cast(Rules, rules)
    legend = Message("a covered cell shows its name; [G4] is a 4 that green has picked, [4] one that you have seen.")
    panel = ("looks",)
    page_words = MappingProxyType(
        {
            "goal-competitive": Message(
                "Pick morels, and leave the false ones to others. The player with the most points wins."
            ),
            "verb-look": Message("Look"),
            "do-look": Message("Look under the leaves"),
            "do-pick": Message("Pick it"),
        }
    )

    def deal(self, players: int, seed: str | None, words: Mapping[str, Any]) -> tuple[int, ...]:
        if seed is not None:
            return tuple(Chance(seed, "wood").shuffled(rules.VALUES))
        values = tuple(words["values"])
        if sorted(values) != sorted(rules.VALUES):
            raise ValueError(f"the values of a wood are {rules.VALUES} in any order, not {values}")
        return values

    def start(self, setup: Setup) -> State:
        return rules.new(setup.players, setup.deal)

    def possible_deal(self, view: Any) -> dict[str, Any]:
        unseen = list(rules.VALUES)
        for value in filter(None, view.values):  # none is 0
            unseen.remove(value)
        return {"values": [unseen.pop() if value is None else value for value in view.values]}

    def deal_of(self, state: State) -> dict[str, Any]:
        return {"values": state["value"].tolist()}

    def task(self, view: Any) -> Message:
        return Message("{name} picks a cell, or looks under the leaves", name=view.names[view.to_move])

    def holdings(self, view: Any) -> tuple[Message, ...]:
        return tuple(Message.counted("1 look left", "{count} looks left", looks) for looks in view.looks)
