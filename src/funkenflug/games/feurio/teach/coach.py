"""Feurio! for beginners: what a coach says in their first match."""

from __future__ import annotations

from collections.abc import Iterator

from funkenflug.core.view import Hex
from funkenflug.core.words import Message, either
from funkenflug.games.base import Note, hook
from funkenflug.games.feurio.rules.view import FeurioView, Region, Tile
from funkenflug.games.hexes import cell_name, cell_text, neighbours

_FEW = 3
"""A player with at most this many firefighters is running out."""
_LAST_TILES = 4
_WATER = 2
"""The highest number with water in its picture."""


@hook
def coach(view: FeurioView) -> Iterator[Note]:
    """Yield what is worth knowing in this position, the most urgent first."""
    if view.seat is None or view.goals is not None or view.over:
        return
    own = [region for region in view.regions if region.seat == view.seat]
    tiles = {tile.cell: tile for tile in view.tiles}
    yield from _trouble(own, tiles)
    if view.to_move != view.seat:
        return
    if view.step == "tile":
        yield _hottest(view)
        if view.tiles_left <= _LAST_TILES:
            yield Note("last-tiles", Message("The deck is almost empty. After it, everyone only places firefighters."))
    if view.step == "crew":
        yield from _crews(view, own, tiles)


def _trouble(own: list[Region], tiles: dict[Hex, Tile]) -> Iterator[Note]:
    for region in own:
        lowest = min((tiles[cell] for cell in region.cells), key=lambda tile: tile.number or 0)
        if region.divisor is None:
            words = Message("Your region is shut in: without a free edge it scores nothing. Let it grow to the edge.")
            yield _about("shut-in", words, region.cells)
        elif (lowest.number or 0) < region.divisor:
            words = Message(
                "Your region has lost its water: the {number} has no free edge left, so it is now divided by "
                "{divisor}.",
                number=lowest.number,
                divisor=region.divisor,
            )
            yield _about("water", words, (lowest.cell,))


def _hottest(view: FeurioView) -> Note:
    cells = either(map(cell_name, view.hottest))
    words = Message("It burns hottest at {cells}, with heat {heat}: your tile goes there.", cells=cells, heat=view.heat)
    return _about("hottest", words, view.hottest)


def _crews(view: FeurioView, own: list[Region], tiles: dict[Hex, Tile]) -> Iterator[Note]:
    if not own:
        yield Note("first", Message("A good start: a high number beside a low one that still has free edges."))
    open_tiles = [tile for tile in view.tiles if tile.room > 0]
    for tile in open_tiles:
        beside = {region.cells for region in own for cell in region.cells if cell in neighbours(tile.cell)}
        if len(beside) > 1 and not any(tile.cell in region.cells for region in own):
            words = Message("A firefighter on {cell} would join two of your regions.", cell=cell_name(tile.cell))
            yield _about("join", words, (tile.cell,))
    held = {cell for region in own for cell in region.cells}
    for tile in open_tiles:
        near = tile.cell not in held and any(cell in held for cell in neighbours(tile.cell))
        if near and (tile.number or 0) <= _WATER and not tile.firebreak:
            words = Message(
                "There is water beside your region: place someone on the {number} at {cell} and you divide by "
                "{number}.",
                number=tile.number,
                cell=cell_name(tile.cell),
            )
            yield _about("water-near", words, (tile.cell,))
        elif near and tile.free_edges <= 2:
            words = Message.counted(
                "Only one free edge is left on the {number} at {cell}: soon nobody will fit there.",
                "{count} free edges are left on the {number} at {cell}: soon nobody will fit there.",
                tile.free_edges,
                number=tile.number,
                cell=cell_name(tile.cell),
            )
            yield _about("edges", words, (tile.cell,))
    left = sum(view.stocks[view.seat or 0])
    if 0 < left <= _FEW:
        yield Note("few", Message.counted("This is your last firefighter.", "Only {count} firefighters left.", left))


def _about(id: str, words: Message, cells: tuple[Hex, ...]) -> Note:
    return Note(id, words, tuple(map(cell_text, cells)))
