"""The forest of Vulkan! in words, for players who use the keyboard and a screen reader."""

from __future__ import annotations

from funkenflug.core.words import Message, series
from funkenflug.games.base import Section, cell_line, hook
from funkenflug.games.hexes import cell_name, cell_text, pieces_on, spaces_left
from funkenflug.games.vulkan.rules.view import Tile, VulkanView


@hook
def describe_cells(view: VulkanView) -> dict[str, Message]:
    """Return the tiles and the volcano."""
    volcano = {} if view.volcano is None else {cell_text(view.volcano): Message("the volcano")}
    return {cell_text(tile.cell): _tile(tile) for tile in _in_order(view)} | volcano


@hook
def describe_board(view: VulkanView) -> tuple[Section, ...]:
    """Return the tiles that go out when they are full, the others, the volcano, and what has been won."""
    outer = tuple(_line(tile) for tile in _in_order(view) if tile.open_side)
    inner = tuple(_line(tile) for tile in _in_order(view) if not tile.open_side)
    volcano = () if view.volcano is None else (Message("{cell}", cell=cell_name(view.volcano)),)
    return (
        Section(Message("outer"), Message("Outer tiles, which go out when they are full"), outer),
        Section(Message("inner"), Message("Inner tiles"), inner),
        Section(Message("Volcano"), Message("Volcano"), volcano),
        Section(Message("won"), Message("Tiles won"), tuple(_won(view, seat) for seat in range(view.players))),
    )


def _in_order(view: VulkanView) -> list[Tile]:
    return sorted(view.tiles, key=lambda tile: tile.cell)


def _line(tile: Tile) -> Message:
    return cell_line(cell_name(tile.cell), _tile(tile))


def _tile(tile: Tile) -> Message:
    fire = Message("fire {number}", number=tile.number)
    edge = Message("outer tile") if tile.open_side else Message("inner tile")
    return series([fire, *pieces_on(tile.loads), spaces_left(tile.spaces - sum(tile.loads)), edge])


def _won(view: VulkanView, seat: int) -> Message:
    numbers = [tile.number for tile in view.collected if tile.seat == seat]
    won = Message("{numbers} = {points}", numbers=" + ".join(map(str, numbers)), points=sum(numbers))
    return Message("{name}: {words}", name=view.names[seat], words=won if numbers else Message("no tiles"))
