"""What may be known of a match of Feurio!, what happens in it and how it ends."""

from __future__ import annotations

import msgspec

from funkenflug.view import Event, Hex, View


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """A tile of the forest."""

    cell: Hex
    number: int | None
    """None: a firebreak whose number the viewer may not know."""
    firebreak: bool
    spaces: int
    """Spaces for firefighters; 0 on a firebreak."""
    free_edges: int
    crews: tuple[int, int, int, int]
    """Firefighters on it: green, blue, yellow, red."""
    room: int
    """How many more firefighters may step on it now: the lesser of spaces and free edges, less the crews, never below 0."""


class Region(msgspec.Struct, frozen=True, kw_only=True):
    """Connected tiles held by one colour: `total` divided by `divisor`, rounded, is `points`."""

    seat: int | None
    """None: the neutral colour, which scores for nobody."""
    colour: str
    cells: tuple[Hex, ...]
    total: int
    divisor: int | None
    """The smallest number with a free edge; None: shut in on all sides, worth nothing."""
    points: int


class FeurioView(View, frozen=True, kw_only=True):
    """What a seat or a spectator may know of a match of Feurio!."""

    step: str
    """What the seat to move decides: "arrange", "tile" or "crew"; "over" at the end."""
    deck: tuple[int | None, ...]
    """The 36 numbers in the order in which they are drawn, as far as the viewer knows them."""
    tiles: tuple[Tile, ...]
    """The forest, in the order in which it was laid."""
    drawn: int | None
    """The tile in the hand of the seat to move, if there is one and the viewer may see it."""
    tiles_left: int
    """Tiles face down in the deck, the one in the hand not among them."""
    unseen: tuple[int, int, int, int, int, int]
    """How many tiles of each number 1-6 the viewer has not seen (in the deck, or laid face down by others)."""
    heat: int
    """The heat of the hottest cells."""
    hottest: tuple[Hex, ...]
    """Where the next tile must be laid; empty when none is left to lay."""
    stocks: tuple[tuple[int, int, int, int], ...]
    """For each seat its firefighters not yet placed: green, blue, yellow, red (a neutral share included)."""
    paid: tuple[int, int, int, int]
    """Firefighters that paid for firebreaks."""
    regions: tuple[Region, ...]
    """Every region with its points if the match ended now."""


class Arranged(Event, frozen=True, kw_only=True):
    """The last seat laid the first four tiles: the numbers on 0,0, 1,-1, 0,-1 and 1,0."""

    numbers: tuple[int, int, int, int]


class TileLaid(Event, frozen=True, kw_only=True):
    """The fire spread: a tile was laid face up."""

    cell: Hex
    number: int
    heat: int


class FirebreakLaid(Event, frozen=True, kw_only=True):
    """A tile was laid face down, for the price of a firefighter of that colour."""

    cell: Hex
    colour: str


class CrewPlaced(Event, frozen=True, kw_only=True):
    """Firefighters stepped on a tile (`number` is the tile's)."""

    cell: Hex
    number: int
    colour: str
    count: int


class Passed(Event, frozen=True, kw_only=True):
    """Nobody was sent out."""
