"""What may be known of a match of Feuer & Wasser, what happens in it and how it ends."""

from __future__ import annotations

import msgspec

from funkenflug.view import Event, View


class Domino(msgspec.Struct, frozen=True, kw_only=True):
    """An influence tile on the board."""

    seat: int
    fire: int
    water: int
    fire_cell: str
    water_cell: str


class Stone(msgspec.Struct, frozen=True, kw_only=True):
    """An ownership stone, or two, on a cell."""

    seat: int
    cell: str
    count: int


class Leader(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's leader on the board; `lost` when another seat's stones lie on it."""

    seat: int
    cell: str
    lost: bool


class Influence(msgspec.Struct, frozen=True, kw_only=True):
    """The influence of every seat on a cell, in the cell's element."""

    cell: str
    by_seat: tuple[int, ...]


class FeuerWasserView(View, frozen=True, kw_only=True):
    """What a seat or a spectator may know of a match of Feuer & Wasser."""

    step: str
    """What the seat to move decides: "elemental", "action" or "last stone"; "over" at the end."""
    board: tuple[str, ...]
    """The elements, a string of F and W for each row, the top row first."""
    elementals: tuple[str, ...]
    dominoes: tuple[Domino, ...]
    """In the order in which they were laid."""
    leaders: tuple[Leader, ...]
    stones: tuple[Stone, ...]
    """In the order in which they were laid; those on an elemental or a leader are there too."""
    open_tiles: tuple[tuple[tuple[int, int], ...], ...]
    """For each seat its open tiles as (fire, water)."""
    face_down: tuple[int, ...]
    """For each seat how many of its tiles are face down."""
    unseen: tuple[tuple[tuple[int, int], ...], ...]
    """For each seat the tiles that are still face down, sorted: everybody can work them out."""
    stones_left: tuple[int, ...]
    influence: tuple[Influence, ...]
    """Cells where somebody has influence."""
    takeable: tuple[tuple[str, ...], ...]
    """For each seat the cells on which it could lay a stone now, were it its turn."""
    tameable: tuple[tuple[str, ...], ...]
    """For each seat the elementals it could tame now, were it its turn."""


class ElementalPlaced(Event, frozen=True, kw_only=True):
    """An elemental was placed."""

    cell: str


class TilesTurned(Event, frozen=True, kw_only=True):
    """Tiles of `owner` were turned up."""

    owner: int
    tiles: tuple[tuple[int, int], ...]


class DominoLaid(Event, frozen=True, kw_only=True):
    """An influence tile was laid."""

    fire: int
    water: int
    fire_cell: str
    water_cell: str


class LeaderPlaced(Event, frozen=True, kw_only=True):
    """A leader took its place."""

    cell: str


class StoneLaid(Event, frozen=True, kw_only=True):
    """One stone or two were laid on a cell, over `covered`'s leader or half a tile, if there was one."""

    cell: str
    count: int
    covered: int | None
    leader: bool


class ElementalTamed(Event, frozen=True, kw_only=True):
    """An elemental was tamed."""

    cell: str
    count: int


class Passed(Event, frozen=True, kw_only=True):
    """No stone was laid in the last round."""


class Skipped(Event, frozen=True, kw_only=True):
    """`skipped` could not act."""

    skipped: int


class LastRound(Event, frozen=True, kw_only=True):
    """No two adjacent cells are empty any more: `seat` had its last turn, the others may lay one more stone."""
