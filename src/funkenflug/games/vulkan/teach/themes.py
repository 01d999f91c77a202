"""The themes of Vulkan!'s puzzles: what an answer is about."""

from __future__ import annotations

from collections.abc import Mapping

from funkenflug.core.drawing import Preview
from funkenflug.core.view import COLOURS
from funkenflug.core.words import Message
from funkenflug.games.base import PuzzleTask, hook
from funkenflug.games.vulkan.rules.view import Extinguished, Flown, Isolated, VulkanView

_CHAIN = 3
"""A chain reaction: at least this many tiles leave at once."""


@hook
def puzzle_task(view: VulkanView, answer: Preview, tempting: Preview) -> PuzzleTask | None:
    """Return what a puzzle is about."""
    flown = answer.events[0]
    if not isinstance(flown, Flown):
        return None
    won, other = _won(view, answer), _won(view, tempting)
    if any(isinstance(tile, Isolated) for tile in won):
        return PuzzleTask("isolate", Message("Cut tiles off from the volcano"))
    if len(won) >= _CHAIN:
        return PuzzleTask("chain", Message("Start a chain reaction"))
    if any(_tied(view, flown, tile) for tile in won):
        return PuzzleTask("tie", Message("Win a tile on which you have no majority"))
    if won:
        return PuzzleTask("put-out", Message("Put out the right tile"))
    if other:
        return PuzzleTask("patience", Message("A tile is there for the taking. Is it worth it?"))
    assert isinstance(answer.after, VulkanView)
    assert view.to_move is not None
    if answer.after.stocks[view.to_move][COLOURS.index(flown.colour)] == 0:
        return PuzzleTask("empty-stock", Message("Your water runs low: use it well"))
    return PuzzleTask("prepare", Message("Prepare your next flight, not your rival’s"))


def _won(view: VulkanView, preview: Preview) -> list[Extinguished | Isolated]:
    left = [event for event in preview.events if isinstance(event, Extinguished | Isolated)]
    return [event for event in left if event.winner == view.to_move]


def _tied(view: VulkanView, flown: Flown, won: Extinguished | Isolated) -> bool:
    """Return whether a tile was won by the tie on it."""
    loads = next(list(tile.loads) for tile in view.tiles if tile.cell == won.cell)
    loads[COLOURS.index(flown.colour)] += won.cell in flown.drops
    return loads.count(max(loads)) > 1


@hook
def puzzle_themes() -> Mapping[str, Message]:
    """Return the titles of its themes."""
    return {
        "isolate": Message("Cut off from the volcano"),
        "chain": Message("Chain reaction"),
        "tie": Message("Win on a tie"),
        "put-out": Message("Put it out"),
        "patience": Message("Resist the quick gain"),
        "empty-stock": Message("Empty a stock"),
        "prepare": Message("Prepare"),
    }
