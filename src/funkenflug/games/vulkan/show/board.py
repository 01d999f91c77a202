"""The board of Vulkan! as text for a terminal."""

from __future__ import annotations

from funkenflug.games.base import hook
from funkenflug.games.hexes import HexText, cell_name
from funkenflug.games.vulkan.rules.view import VulkanView

_LETTERS = "GBYR"


@hook
def board(view: VulkanView) -> str:
    """Return the forest as text: number, loads by initial, a dot for each free space, and the cell."""
    picture = HexText()
    for tile in view.tiles:
        loads = "".join(letter * count for letter, count in zip(_LETTERS, tile.loads, strict=True))
        picture.put(tile.cell, str(tile.number), loads + "." * (tile.spaces - len(loads)), cell_name(tile.cell))
    if view.volcano is not None:
        picture.put(view.volcano, "/\\", "/##\\", cell_name(view.volcano))
    return picture.text()
