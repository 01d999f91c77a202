"""The board of Feurio! as text for a terminal."""

from __future__ import annotations

from funkenflug.games.base import hook
from funkenflug.games.feurio.rules.view import FeurioView, Tile
from funkenflug.games.hexes import HexText, cell_name

_LETTERS = "GBYR"


@hook
def board(view: FeurioView) -> str:
    """Return the forest as text: number, firefighters by initial, a dot for each further one that fits, the cell."""
    picture = HexText()
    for tile in view.tiles:
        picture.put(tile.cell, *_tile_lines(tile))
    if view.step == "tile":
        for cell in view.hottest:
            picture.put(cell, "", f"heat {view.heat}", cell_name(cell), hint=True)
    return picture.text()


def _tile_lines(tile: Tile) -> tuple[str, str, str]:
    if tile.firebreak:
        return ("break" if tile.number is None else f"({tile.number})"), "", cell_name(tile.cell)
    crews = "".join(letter * count for letter, count in zip(_LETTERS, tile.crews, strict=True))
    return str(tile.number), crews + "." * tile.room, cell_name(tile.cell)
