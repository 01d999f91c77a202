"""Views, events and the outcome of Vulkan!."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from funkenflug.core.view import COLOURS, Event, Hex, Outcome, View
from funkenflug.games.base import hook
from funkenflug.games.hexes import SPACES, TILES, four, row_between
from funkenflug.games.vulkan.rules import rules
from funkenflug.kernel import State, depends_on, points_of, winners_of


class Tile(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True, gc=False):
    """A tile still burning."""

    cell: Hex
    number: int
    spaces: int
    loads: tuple[int, int, int, int]
    """Water loads on it: green, blue, yellow, red."""
    open_side: bool
    """Whether two adjacent edges are free: filled up, it goes out."""


class Collected(msgspec.Struct, frozen=True, kw_only=True, gc=False):
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


class VulkanOutcome(Outcome, frozen=True, kw_only=True):
    """How a match of Vulkan! ended."""

    collected: tuple[tuple[int, ...], ...]
    """For each seat the numbers of the tiles it won, in the order in which it won them."""
    loads_left: tuple[int, ...]
    """For each seat the loads of its own colours on the remaining tiles: they break a tie."""
    tiles_left: int
    """Tiles still burning, the volcano not among them."""
    decided_by: str
    """The deciding criterion: "points", "loads left" (a tie in points), "shared" (a tie in that too) or "goals"."""
    lost_because: str | None
    """Solitaire and cooperative: "a tile was lost", "loads ran out", or None if won; None in competitive matches."""


# Reading a position -------------------------------------------------------------------------------------------------

_STEPS = {rules.VOLCANO: "volcano", rules.FLY: "fly", rules.OVER: "over"}


@hook
def view(state: State, seat: int | None, **common: Any) -> VulkanView:
    """Return the view of a position; everybody knows everything."""
    cells = cells_of(state)
    volcano = int(state["volcano"])
    return VulkanView(
        seat=seat,
        step=_STEPS[int(state["step"])],
        volcano=cells[volcano] if volcano < TILES else None,
        layout=_layout(state),
        tiles=_tiles(state),
        collected=_all_collected(state),
        stocks=tuple(four(stock) for stock in state["stock"].tolist()[: int(state["players"])]),
        scores=points(state),
        **common,
    )


@depends_on("q", "r")
def cells_of(state: State) -> tuple[Hex, ...]:
    """Return the cells of the layout in the order of its tiles."""
    return tuple(zip(state["q"].tolist(), state["r"].tolist(), strict=True))


@depends_on("q", "r", "number")
def _layout(state: State) -> tuple[tuple[Hex, int], ...]:
    return tuple(zip(cells_of(state), state["number"].tolist(), strict=True))


@depends_on("q", "r", "number", "present", "open_side", "volcano", "loads")
def _tiles(state: State) -> tuple[Tile, ...]:
    open_side = int(state["open_side"])
    there = int(state["present"]) & ~(1 << int(state["volcano"]))
    facts = zip(_layout(state), state["loads"].T.tolist(), strict=True)
    return tuple(
        [
            _tile(cell, number, tuple(loads), open_side >> tile & 1 == 1)
            for tile, ((cell, number), loads) in enumerate(facts)
            if there >> tile & 1
        ]
    )


@lru_cache(maxsize=16384)
def _tile(cell: Hex, number: int, loads: tuple[int, int, int, int], open_side: bool) -> Tile:
    return Tile(cell=cell, number=number, spaces=int(SPACES[number]), loads=loads, open_side=open_side)


def gone_tiles(state: State) -> list[int]:
    """Return the tiles that are gone, in the order in which they went."""
    gone: list[int] = state["gone"][: int(state["gone_tiles"])].tolist()
    return gone


@depends_on("q", "r", "number", "owner", "gone", "gone_tiles")
def _all_collected(state: State) -> tuple[Collected, ...]:
    return tuple([_collected(state, tile) for tile in gone_tiles(state)])


def _collected(state: State, tile: int) -> Collected:
    owner = int(state["owner"][tile])
    return Collected(
        cell=(int(state["q"][tile]), int(state["r"][tile])),
        number=int(state["number"][tile]),
        seat=None if owner < 0 else owner,
    )


def points(state: State) -> tuple[int, ...]:
    """Return the points of each seat so far; empty where all win or lose together."""
    return () if state["together"] else points_of(state)


@hook
def known(state: State, seat: int | None) -> int:
    """Return 0 for everybody: nothing is hidden."""
    return 0


# What happened ------------------------------------------------------------------------------------------------------


@hook
def events(before: State, move: int, after: State) -> tuple[Event, ...]:
    """Return what happened when a move was played, in order."""
    seat = int(before["seat"])
    cells = cells_of(before)
    if move < rules.FLY_MOVES:
        return (VolcanoChosen(seat=seat, cell=cells[move - rules.VOLCANO_MOVES]),)
    colour, first, last = rules.flight_of(move)
    drops = rules.dropped_on(before, first, last)
    flown = Flown(
        seat=seat,
        colour=COLOURS[colour],
        cells=row_between(cells[first], cells[last]),
        drops=tuple(cell for tile, cell in enumerate(cells) if drops >> tile & 1),
    )
    return flown, *(_left(after, seat, tile) for tile in gone_tiles(after)[int(before["gone_tiles"]) :])


def _left(state: State, seat: int, tile: int) -> Extinguished | Isolated:
    gone = _collected(state, tile)
    if gone.seat is not None and not int(state["isolated"]) >> tile & 1:
        return Extinguished(seat=seat, cell=gone.cell, number=gone.number, winner=gone.seat)
    return Isolated(seat=seat, cell=gone.cell, number=gone.number, winner=gone.seat)


@hook
def outcome(state: State) -> VulkanOutcome:
    """Return how a finished match ended."""
    players = int(state["players"])
    scores = points(state)
    loads_left = tuple(int(rules.loads_left(state, seat)) for seat in range(players))
    won = [_collected(state, tile) for tile in gone_tiles(state)]
    facts: dict[str, Any] = {
        "scores": scores,
        "winners": winners_of(state),
        "collected": tuple(tuple(tile.number for tile in won if tile.seat == seat) for seat in range(players)),
        "loads_left": loads_left,
        "tiles_left": TILES - 1 - len(won),
    }
    if state["together"]:
        lost_because = None if facts["winners"] else "a tile was lost" if state["lost"] else "loads ran out"
        return VulkanOutcome(decided_by="goals", lost_because=lost_because, **facts)
    tied = scores.count(max(scores)) > 1
    decided_by = "points" if not tied else "loads left" if len(facts["winners"]) == 1 else "shared"
    return VulkanOutcome(decided_by=decided_by, lost_because=None, **facts)
