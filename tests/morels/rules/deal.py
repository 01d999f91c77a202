"""Where the morels of a match grow."""

from collections.abc import Mapping
from typing import Any

from funkenflug.core.seeds import Chance
from funkenflug.games.base import Setup, hook
from funkenflug.kernel import State
from tests.morels.rules import rules
from tests.morels.rules.view import MorelsView


@hook
def deal(players: int, seed: str | None, words: Mapping[str, Any]) -> tuple[int, ...]:
    if seed is not None:
        return tuple(Chance(seed, "wood").shuffled(rules.VALUES))
    values = tuple(words["values"])
    if sorted(values) != sorted(rules.VALUES):
        raise ValueError(f"the values of a wood are {rules.VALUES} in any order, not {values}")
    return values


@hook
def start(setup: Setup) -> State:
    return rules.new(setup.players, setup.deal)


@hook
def possible_deal(view: MorelsView) -> dict[str, Any]:
    unseen = list(rules.VALUES)
    for value in filter(None, view.values):  # none is 0
        unseen.remove(value)
    return {"values": [unseen.pop() if value is None else value for value in view.values]}


@hook
def deal_of(state: State) -> dict[str, Any]:
    return {"values": state["value"].tolist()}
