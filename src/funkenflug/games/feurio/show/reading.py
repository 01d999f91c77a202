"""The forest of Feurio! in words, for players who use the keyboard and a screen reader."""

from __future__ import annotations

from collections.abc import Iterable

from funkenflug.core.view import Hex
from funkenflug.core.words import Message, both, series
from funkenflug.games.base import Section, cell_line, hook
from funkenflug.games.feurio.rules.view import FeurioView, Region, Tile
from funkenflug.games.feurio.show.words import division
from funkenflug.games.hexes import cell_name, cell_text, neighbours, pieces_on, spaces_left


@hook
def describe_cells(view: FeurioView) -> dict[str, Message]:
    """Return the tiles and the hottest cells."""
    return {cell_text(cell): words for cell, words in (_tiles(view) | _hottest(view)).items()}


@hook
def describe_board(view: FeurioView) -> tuple[Section, ...]:
    """Return where the next tile may go, the regions with their points, the tiles, and what is still to come."""
    return (
        Section(Message("hottest"), Message("Hottest cells"), _lines(_hottest(view))),
        Section(Message("regions"), Message("Regions"), tuple(_region(view, region) for region in view.regions)),
        Section(Message("forest"), Message("Forest"), _lines(_tiles(view))),
        Section(Message("deck"), Message("Still in the deck"), tuple(_unseen(view))),
    )


def _lines(cells: dict[Hex, Message]) -> tuple[Message, ...]:
    return tuple(cell_line(cell_name(cell), words) for cell, words in cells.items())


def _tiles(view: FeurioView) -> dict[Hex, Message]:
    return {tile.cell: _tile(tile) for tile in sorted(view.tiles, key=lambda tile: tile.cell)}


def _hottest(view: FeurioView) -> dict[Hex, Message]:
    tiles = {tile.cell: tile for tile in view.tiles}
    return {cell: _hot(view.heat, cell, tiles) for cell in view.hottest}


def _tile(tile: Tile) -> Message:
    count = tile.free_edges
    edges = Message.counted("one free edge", "{count} free edges", count) if count else Message("no free edge")
    if tile.firebreak:
        number = [] if tile.number is None else [Message("a {number} face down", number=tile.number)]
        return series([Message("firebreak"), *number, edges])
    fire = Message("fire {number}", number=tile.number)
    return series([fire, *pieces_on(tile.crews), spaces_left(tile.spaces - sum(tile.crews)), edges])


def _hot(heat: int, cell: Hex, tiles: dict[Hex, Tile]) -> Message:
    beside = [tiles[there] for there in neighbours(cell) if there in tiles]
    numbers = both(Message("firebreak") if tile.firebreak else str(tile.number) for tile in beside)
    return Message("empty, heat {heat}, next to {numbers}", heat=heat, numbers=numbers)


def _region(view: FeurioView, region: Region) -> Message:
    numbers = {tile.cell: tile.number for tile in view.tiles}
    tiles = both(Message("{number} on {cell}", number=numbers[cell], cell=cell_name(cell)) for cell in region.cells)
    colour = Message(region.colour)
    if region.seat is None:
        neutral = Message("{name}, {colour}", name=Message("neutral"), colour=colour)
        return Message("{owner}: {tiles}", owner=neutral, tiles=tiles)
    owner: str = view.names[region.seat]
    if len(view.colours[region.seat]) > 1:
        owner = Message("{name}, {colour}", name=owner, colour=colour)
    return Message("{owner}: {points}, with {tiles}", owner=owner, points=division(region), tiles=tiles)


def _unseen(view: FeurioView) -> Iterable[Message]:
    for number, count in enumerate(view.unseen, 1):
        if count:
            yield Message("{count} × {number}", count=count, number=number)
