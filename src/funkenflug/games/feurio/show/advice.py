"""Feurio! gives advice: a move in the imperative, and what speaks against it."""

from __future__ import annotations

from funkenflug.core.drawing import Preview
from funkenflug.core.words import Message, both
from funkenflug.games.base import hook
from funkenflug.games.feurio.rules.view import Arranged, CrewPlaced, FeurioView, FirebreakLaid, Region, TileLaid
from funkenflug.games.feurio.show.words import crew
from funkenflug.games.hexes import cell_name

_LEAST_DRY = 3
"""The lowest number without water in its picture."""


@hook
def advise(view: FeurioView, preview: Preview) -> Message:
    """Return what to do: "Lay the 4 on c4"."""
    match preview.events[0]:
        case Arranged(numbers=(one, other, _, _)):
            return Message("Put {one} and {other} in the middle", one=one, other=other)
        case TileLaid(cell=cell, number=number):
            return Message("Lay the {number} on {cell}", number=number, cell=cell_name(cell))
        case FirebreakLaid(cell=cell, colour=colour):
            paid = crew(1, colour)
            return Message("Lay a firebreak on {cell}, paid for with {crew}", cell=cell_name(cell), crew=paid)
        case CrewPlaced(cell=cell, number=number, colour=colour, count=count):
            return Message(
                "Place {crew} on the {number} at {cell}",
                crew=crew(count, colour),
                number=number,
                cell=cell_name(cell),
            )
        case _:
            return Message("Place nobody")


@hook
def warning(view: FeurioView, preview: Preview) -> Message:
    """Return what a move would cost: a region shut in, points, or a crew without water."""
    after = preview.after
    assert isinstance(after, FeurioView)
    if view.to_move is None:
        return Message("")
    if view.goals is not None and after.goals is not None:
        dry = [Message(colour) for colour in view.goals.has_water if colour not in after.goals.has_water]
        return Message("Cuts {colours} off from water", colours=both(dry)) if dry else Message("")
    shut_in = [region for region in _own(after, view.to_move) if region.divisor is None]
    if len(shut_in) > sum(region.divisor is None for region in _own(view, view.to_move)):
        return Message("Shuts in one of your regions: it will score nothing")
    lost = view.scores[view.to_move] - after.scores[view.to_move]
    if lost > 0:
        return Message.counted("Costs you 1 point", "Costs you {count} points", lost)
    return _dry_crew(after, preview, view.to_move)


def _own(view: FeurioView, seat: int) -> list[Region]:
    return [region for region in view.regions if region.seat == seat]


def _dry_crew(after: FeurioView, preview: Preview, seat: int) -> Message:
    """Return that the region of a crew has no water: nothing low with a free edge to divide by."""
    placed = preview.events[0]
    if isinstance(placed, CrewPlaced):
        for region in _own(after, seat):
            if region.colour == placed.colour and placed.cell in region.cells and (region.divisor or 0) >= _LEAST_DRY:
                return Message("No water: this region will be divided by {divisor}", divisor=region.divisor)
    return Message("")
