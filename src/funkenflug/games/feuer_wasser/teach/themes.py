"""The themes of Feuer & Wasser's puzzles: what an answer is about."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from funkenflug.core.drawing import Preview
from funkenflug.core.words import Message
from funkenflug.games.base import PuzzleTask, hook
from funkenflug.games.feuer_wasser.rules.view import (
    DominoLaid,
    ElementalTamed,
    FeuerWasserView,
    LastRound,
    LeaderPlaced,
    StoneLaid,
)

_PUZZLE_THEMES: Mapping[str, Message] = MappingProxyType(
    {
        "take-leader": Message("Take the leader"),
        "tame": Message("Tame"),
        "own-leader": Message("A place for the leader"),
        "last-round": Message("The last round"),
        "two-stones": Message("One stone after the other"),
        "stone": Message("The right stone"),
        "block": Message("Block a rival"),
        "fork": Message("Two places at once"),
        "prepare": Message("Prepare a stone"),
        "influence": Message("Influence"),
    }
)


@hook
def puzzle_task(view: FeuerWasserView, answer: Preview, tempting: Preview) -> PuzzleTask | None:
    """Return what a puzzle is about."""
    assert isinstance(answer.after, FeuerWasserView)
    assert isinstance(tempting.after, FeuerWasserView)
    match answer.events[0]:
        case StoneLaid(leader=True, covered=int(rival)):
            return PuzzleTask("take-leader", Message("Take {name}’s leader", name=view.names[rival]))
        case ElementalTamed():
            return PuzzleTask("tame", Message("Tame an elemental"))
        case LeaderPlaced():
            return PuzzleTask("own-leader", Message("Find the right moment for your leader"))
        case StoneLaid() | DominoLaid() if any(isinstance(event, LastRound) for event in answer.events):
            return PuzzleTask("last-round", Message("Start the last round at the right moment"))
        case StoneLaid():
            return _stone(view, answer.after)
        case DominoLaid():
            return _domino(view, answer.after, tempting.after)
        case _:
            return None


def _stone(view: FeuerWasserView, after: FeuerWasserView) -> PuzzleTask:
    if view.step == "last stone":
        return PuzzleTask("last-round", Message("Lay your last stone"))
    if _new(view.takeable, after.takeable, view.to_move) or _new(view.tameable, after.tameable, view.to_move):
        return PuzzleTask("two-stones", Message("One stone opens the way for another"))
    return PuzzleTask("stone", Message("Lay the right stone"))


def _domino(view: FeuerWasserView, after: FeuerWasserView, other: FeuerWasserView) -> PuzzleTask:
    for rival in range(view.players):
        if rival != view.to_move and set(view.takeable[rival]) & set(other.takeable[rival]) - set(
            after.takeable[rival]
        ):
            return PuzzleTask("block", Message("Keep {name} from placing a stone", name=view.names[rival]))
    if _new(view.tameable, after.tameable, view.to_move):
        return PuzzleTask("tame", Message("Make an elemental tame enough for you"))
    gained = len(_new(view.takeable, after.takeable, view.to_move))
    if gained > 1:
        return PuzzleTask("fork", Message("Win two places for stones at once"))
    if gained == 1:
        return PuzzleTask("prepare", Message("Win a place for a stone"))
    return PuzzleTask("influence", Message("Lay the tile where it counts"))


def _new(before: tuple[tuple[str, ...], ...], after: tuple[tuple[str, ...], ...], seat: int | None) -> set[str]:
    assert seat is not None
    return set(after[seat]) - set(before[seat])


@hook
def puzzle_themes() -> Mapping[str, Message]:
    """Return the titles of its themes."""
    return _PUZZLE_THEMES
