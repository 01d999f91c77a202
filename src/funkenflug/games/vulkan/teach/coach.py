"""Vulkan! for beginners: what a coach says in their first match."""

from __future__ import annotations

from collections.abc import Iterator

from funkenflug.core.view import COLOURS
from funkenflug.core.words import Message
from funkenflug.games.base import Note, hook
from funkenflug.games.hexes import cell_name, cell_text, reached_from
from funkenflug.games.vulkan.rules.view import Tile, VulkanView

_FEW = 3
"""A player with at most this many loads is running out."""


@hook
def coach(view: VulkanView) -> Iterator[Note]:
    """Yield what is worth knowing in this position, the most urgent first."""
    if view.seat is None or not view.scores or view.over or view.step != "fly":
        return
    yield from _collected(view, view.seat)
    if view.to_move != view.seat:
        return
    if not any(sum(tile.loads) for tile in view.tiles):
        words = Message("Fly where tiles lie at the edge: only there can fires be put out.")
        yield Note("first", words)
    yield from _missing(view, view.seat)
    yield from _bridges(view)
    for tile in view.tiles:
        if sum(tile.loads) == tile.spaces and not tile.open_side:
            words = Message(
                "The {number} on {cell} is full, but lacks two free edges side by side. It goes out when a tile "
                "beside it is gone.",
                number=tile.number,
                cell=cell_name(tile.cell),
            )
            yield Note("full", words, (cell_text(tile.cell),))
    left = sum(view.stocks[view.seat])
    if 0 < left <= _FEW:
        yield Note("few", Message.counted("This is your last load.", "Only {count} loads left.", left))


def _collected(view: VulkanView, seat: int) -> Iterator[Note]:
    for tile in view.collected:
        if tile.seat == seat:
            yield Note("won", Message("You have won a tile: its number counts as points."))
        elif tile.seat is None:
            words = Message("A {number} without a load was cut off: nobody gets it.", number=tile.number)
            yield Note("lost", words)


def _missing(view: VulkanView, seat: int) -> Iterator[Note]:
    """Yield the tiles that one more load of the seat puts out, and who gets them."""
    for tile in view.tiles:
        if not tile.open_side or sum(tile.loads) != tile.spaces - 1:
            continue
        colours = [COLOURS.index(colour) for colour in view.colours[seat] if view.stocks[seat][COLOURS.index(colour)]]
        if any(_wins(tile, colour) for colour in colours):
            words = Message(
                "One load is missing on the {number} at {cell}: fly over it, and it is yours.",
                number=tile.number,
                cell=cell_name(tile.cell),
            )
            yield Note("missing", words, (cell_text(tile.cell),))


def _wins(tile: Tile, colour: int) -> bool:
    """Whether the flyer gets a tile with one more load of a colour: by majority, or by a tie."""
    loads = [count + (index == colour) for index, count in enumerate(tile.loads)]
    return loads[colour] == max(loads) or loads.count(max(loads)) > 1


def _bridges(view: VulkanView) -> Iterator[Note]:
    """Yield the tiles that hold others to the volcano."""
    assert view.volcano is not None, "the step is fly"
    cells = {tile.cell for tile in view.tiles}
    for tile in view.tiles:
        held = len(cells) - len(reached_from(view.volcano, cells - {tile.cell}))
        if held > 0:
            words = Message.counted(
                "Only the {number} on {cell} connects another tile to the volcano. If it goes, that one is cut off.",
                "Only the {number} on {cell} connects {count} other tiles to the volcano. If it goes, they are cut "
                "off.",
                held,
                number=tile.number,
                cell=cell_name(tile.cell),
            )
            yield Note("bridge", words, (cell_text(tile.cell),))
