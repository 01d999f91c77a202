"""The themes of Feuer & Wasser's puzzles: what an answer is about."""

from __future__ import annotations

from collections.abc import Mapping

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


@hook
def puzzle_task(view: FeuerWasserView, answer: Preview, tempting: Preview) -> PuzzleTask | None:
    """Return what a puzzle is about."""
    assert isinstance(answer.after, FeuerWasserView)
    assert isinstance(tempting.after, FeuerWasserView)
    match answer.events[0]:
        case StoneLaid(leader=True, covered=int(rival)):
            return PuzzleTask("take-leader", Message("Capture {name}’s leader", name=view.names[rival]))
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


def _stone(view: FeuerWasserView, after: FeuerWasserView) -> PuzzleTask | None:
    assert view.to_move is not None
    if view.step == "last stone":
        return PuzzleTask("last-round", Message("Place your last stone"))
    if _new(view.takeable, after.takeable, view.to_move) or _new(view.tameable, after.tameable, view.to_move):
        return PuzzleTask("two-stones", Message("One stone opens the way for another"))
    if len(view.takeable[view.to_move]) == 1:
        return None  # to speak of a stone would be to name the move
    return PuzzleTask("stone", Message("Place the right stone"))


def _domino(view: FeuerWasserView, after: FeuerWasserView, other: FeuerWasserView) -> PuzzleTask:
    for rival in range(view.players):
        if rival != view.to_move and set(view.takeable[rival]) & set(other.takeable[rival]) - set(
            after.takeable[rival]
        ):
            return PuzzleTask("block", Message("Keep {name} from placing a stone", name=view.names[rival]))
    if _new(view.tameable, after.tameable, view.to_move):
        return PuzzleTask("tame", Message("Prepare to tame an elemental"))
    gained = len(_new(view.takeable, after.takeable, view.to_move))
    if gained > 1:
        return PuzzleTask("fork", Message("Secure two cells for stones at once"))
    if gained == 1:
        return PuzzleTask("prepare", Message("Secure a cell for a stone"))
    return PuzzleTask("influence", Message("Lay the tile where it counts"))


def _new(before: tuple[tuple[str, ...], ...], after: tuple[tuple[str, ...], ...], seat: int | None) -> set[str]:
    assert seat is not None
    return set(after[seat]) - set(before[seat])


@hook
def puzzle_themes() -> Mapping[str, Message]:
    """Return the titles of its themes."""
    return {
        "take-leader": Message("Capture the leader"),
        "tame": Message("Tame"),
        "own-leader": Message("A place for the leader"),
        "last-round": Message("The last round"),
        "two-stones": Message("One stone after the other"),
        "stone": Message("The right stone"),
        "block": Message("Block a rival"),
        "fork": Message("Two cells at once"),
        "prepare": Message("Prepare a stone"),
        "influence": Message("Influence"),
    }
