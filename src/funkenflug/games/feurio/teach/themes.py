"""The themes of Feurio!'s puzzles: what an answer is about."""

from __future__ import annotations

from collections.abc import Mapping

from funkenflug.core.drawing import Preview
from funkenflug.core.view import COLOURS
from funkenflug.core.words import Message
from funkenflug.games.base import PuzzleTask, hook
from funkenflug.games.feurio.rules.view import CrewPlaced, FeurioView, FirebreakLaid, Region, TileLaid
from funkenflug.games.hexes import neighbours

_MOST_LEFT = 4
"""With at most this many firefighters of a colour left, they are nearly used up."""


@hook
def puzzle_task(view: FeurioView, answer: Preview, tempting: Preview) -> PuzzleTask | None:
    """Return what a puzzle is about."""
    after, other = answer.after, tempting.after
    assert isinstance(after, FeurioView)
    assert isinstance(other, FeurioView)
    assert view.to_move is not None
    match answer.events[0]:
        case TileLaid() | FirebreakLaid() as laid:
            return _spread(view, after, other, laid, view.to_move)
        case CrewPlaced() as placed:
            return _crew(view, after, placed, view.to_move)
        case _:
            return None


def _spread(
    view: FeurioView, after: FeurioView, other: FeurioView, laid: TileLaid | FirebreakLaid, seat: int
) -> PuzzleTask:
    harmed = max((rival for rival in range(view.players) if rival != seat), key=lambda rival: _lost(view, after, rival))
    if _lost(view, after, harmed) >= 2 and _lost(view, after, harmed) > _lost(view, other, harmed):
        name = view.names[harmed]
        if _shut_in(after, harmed) > _shut_in(view, harmed):
            return PuzzleTask("shut-in", Message("Shut in one of {name}’s regions", name=name))
        return PuzzleTask("cut-off", Message("Cut {name} off from the water", name=name))
    if _lost(view, other, seat) > _lost(view, after, seat):
        return PuzzleTask("save", Message("Keep the fire away from your regions"))
    if isinstance(laid, FirebreakLaid):
        return PuzzleTask("firebreak", Message("Steer the fire, whatever it costs"))
    if view.tiles_left == 0:
        return PuzzleTask("last-tile", Message("The last tile is yours: lay it well"))
    return PuzzleTask("steer", Message("Steer the fire to where it helps you"))


def _crew(view: FeurioView, after: FeurioView, placed: CrewPlaced, seat: int) -> PuzzleTask:
    own = [region for region in view.regions if region.seat == seat and region.colour == placed.colour]
    around = set(neighbours(placed.cell))
    touched = [region for region in own if around & set(region.cells)]
    if len(touched) > 1:
        return PuzzleTask("join", Message("Join your regions"))
    joined = _region_at(after, placed)
    if touched and joined is not None and (joined.divisor or 99) < (touched[0].divisor or 99):
        return PuzzleTask("water", Message("Lead your firefighters to the water"))
    rival = None if touched and placed.count == 1 else _blocked(view, after, placed, seat)
    if rival is not None and after.scores[seat] - view.scores[seat] <= 2:
        return PuzzleTask("block", Message("Take the space that {name} needs", name=view.names[rival]))
    if view.stocks[seat][COLOURS.index(placed.colour)] <= _MOST_LEFT:
        return PuzzleTask("last-crew", Message("Few firefighters are left: place them well"))
    return PuzzleTask("points", Message("Place your firefighters where they count most"))


def _region_at(view: FeurioView, placed: CrewPlaced) -> Region | None:
    found = (region for region in view.regions if region.colour == placed.colour and placed.cell in region.cells)
    return next(found, None)


def _blocked(view: FeurioView, after: FeurioView, placed: CrewPlaced, seat: int) -> int | None:
    """Return the rival beside whose region a crew has filled a tile, the one with most points there."""
    if any(tile.cell == placed.cell and tile.room for tile in after.tiles):
        return None
    around = set(neighbours(placed.cell))
    beside = [
        region
        for region in view.regions
        if region.seat not in (None, seat) and placed.cell not in region.cells and around & set(region.cells)
    ]
    return max(beside, key=lambda region: region.points).seat if beside else None


def _lost(view: FeurioView, after: FeurioView, seat: int) -> int:
    return view.scores[seat] - after.scores[seat]


def _shut_in(view: FeurioView, seat: int) -> int:
    return sum(region.seat == seat and region.divisor is None for region in view.regions)


@hook
def puzzle_themes() -> Mapping[str, Message]:
    """Return the titles of its themes."""
    return {
        "cut-off": Message("Cut off from water"),
        "shut-in": Message("Shut in"),
        "save": Message("Save a region"),
        "last-tile": Message("The last tile"),
        "steer": Message("Steer the fire"),
        "firebreak": Message("Firebreak"),
        "join": Message("Join regions"),
        "water": Message("Reach the water"),
        "block": Message("Block a rival"),
        "last-crew": Message("The last of a colour"),
        "points": Message("Where it counts"),
    }
