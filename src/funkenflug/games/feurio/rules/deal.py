"""Setting up Feurio!: the order of the deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from funkenflug.core.seeds import Chance, as_int
from funkenflug.core.words import Message, clipped
from funkenflug.games.base import Setup, hook
from funkenflug.games.feurio.rules import rules
from funkenflug.games.feurio.rules.view import FeurioView
from funkenflug.games.hexes import ALL_NUMBERS, TILES
from funkenflug.kernel import State

Deck = tuple[int, ...]


@hook
def deal(players: int, seed: str | None, words: Mapping[str, Any]) -> Deck:
    """Return the deck in draw order: as given, or shuffled by the seed."""
    if seed is None:
        return checked_deck(words["deck"])
    return tuple(Chance(seed, "deck").shuffled(ALL_NUMBERS))


def checked_deck(deck: Any) -> Deck:
    """Return a given deck; a `ValueError` says why it is not six of each number from 1 to 6."""
    try:
        given = tuple(deck)
    except TypeError:
        raise ValueError(f"a deck must be a list of {TILES} numbers, not {clipped(repr(deck))}") from None
    if len(given) != TILES:
        raise ValueError(Message("a deck has {tiles} tiles, this one has {found}", tiles=TILES, found=len(given)))
    numbers = tuple(_checked_number(number) for number in given)
    for number in range(1, 7):
        if (found := numbers.count(number)) != 6:
            words = Message(
                "a deck has six tiles of each number, this one has {found} of {number}", found=found, number=number
            )
            raise ValueError(words)
    return numbers


def _no_number(found: object) -> Message:
    return Message("a tile must have a number from 1 to 6, not {found}", found=clipped(repr(found)))


def _checked_number(number: Any) -> int:
    found = as_int(number)
    if found not in ALL_NUMBERS:
        raise ValueError(_no_number(number))
    return found


@hook
def start(setup: Setup) -> State:
    """Return the first position."""
    return rules.new(
        setup.players,
        together=setup.mode != "competitive",
        firebreak="firebreak" in setup.options,
        hotter="hotter" in setup.options,
        deck=setup.deal,
    )


@hook
def read_deal_tags(tags: Mapping[str, str]) -> dict[str, Any]:
    """Return the deck that a record gives."""
    if "Deck" not in tags:
        return {}
    numbers = tags["Deck"].split()
    for number in numbers:
        if number not in ("1", "2", "3", "4", "5", "6"):
            raise ValueError(_no_number(number))
    return {"deck": [int(number) for number in numbers]}


@hook
def possible_deal(view: FeurioView) -> dict[str, Any]:
    """Return a deck that is consistent with a view: unknown places are filled in order of number."""
    unseen = [number for number, count in enumerate(view.unseen, 1) for _ in range(count)]
    return {"deck": [unseen.pop() if number is None else number for number in view.deck]}


@hook
def deal_of(state: State) -> dict[str, Any]:
    """Return the deck of a match as arguments of `new`."""
    return {"deck": state["deck"].tolist()}
