"""What may be known of a match of Vulkan!, what happens in it and how it ends."""

from __future__ import annotations

import msgspec

from funkenflug.view import Event, Hex, View


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """A tile still burning."""

    cell: Hex
    number: int
    spaces: int
    loads: tuple[int, int, int, int]
    """Water loads on it: green, blue, yellow, red."""
    open_side: bool
    """Whether two adjacent edges are free: filled up, it goes out."""


class Collected(msgspec.Struct, frozen=True, kw_only=True):
    """A tile that left the forest."""

    cell: Hex
    number: int
    seat: int | None
    """Who won it; None: it left the game."""


class VulkanView(View, frozen=True, kw_only=True):
    """What everybody may know of a match of Vulkan!: everything."""

    step: str
    """What the seat to move decides: "volcano" or "fly"; "over" at the end."""
    volcano: Hex | None
    layout: tuple[tuple[Hex, int], ...]
    """The 36 cells with their numbers as they were laid."""
    tiles: tuple[Tile, ...]
    """The tiles still there, the volcano not among them once it is chosen."""
    collected: tuple[Collected, ...]
    """The tiles that are gone, in the order in which they went."""
    stocks: tuple[tuple[int, int, int, int], ...]
    """For each seat its loads not yet dropped: green, blue, yellow, red (a neutral share included)."""


class VolcanoChosen(Event, frozen=True, kw_only=True):
    """A tile shut in on all sides became the volcano."""

    cell: Hex


class Flown(Event, frozen=True, kw_only=True):
    """A plane flew from the first to the last cell over these cells; `drops` are those that received a load."""

    colour: str
    cells: tuple[Hex, ...]
    drops: tuple[Hex, ...]


class Extinguished(Event, frozen=True, kw_only=True):
    """A full tile with two adjacent free edges went out and was won by `winner`."""

    cell: Hex
    number: int
    winner: int


class Isolated(Event, frozen=True, kw_only=True):
    """A tile was cut off from the volcano; `winner` None: it carried no load and left the game."""

    cell: Hex
    number: int
    winner: int | None
