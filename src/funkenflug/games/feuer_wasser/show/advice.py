"""Feuer & Wasser gives advice: a move in the imperative, and what speaks against it."""

from __future__ import annotations

from funkenflug.core.drawing import Preview
from funkenflug.core.words import Message
from funkenflug.games.base import hook
from funkenflug.games.feuer_wasser.rules.squares import beside
from funkenflug.games.feuer_wasser.rules.view import (
    DominoLaid,
    ElementalPlaced,
    ElementalTamed,
    FeuerWasserView,
    LeaderPlaced,
    StoneLaid,
)


@hook
def advise(view: FeuerWasserView, preview: Preview) -> Message:
    """Return what to do: "Lay fire 4 on d4 and water 3 on d5"."""
    match preview.events[0]:
        case ElementalPlaced(cell=cell):
            return Message("Place an elemental on {cell}", cell=cell)
        case DominoLaid(fire=fire, water=water, fire_cell=fire_cell, water_cell=water_cell):
            return Message(
                "Lay fire {fire} on {fire_cell} and water {water} on {water_cell}",
                fire=fire,
                fire_cell=fire_cell,
                water=water,
                water_cell=water_cell,
            )
        case LeaderPlaced(cell=cell):
            return Message("Place your leader on {cell}", cell=cell)
        case StoneLaid(cell=cell, covered=int(other), leader=True):
            return Message("Capture {name}’s leader on {cell}", name=view.names[other], cell=cell)
        case StoneLaid(cell=cell):
            return Message("Place a stone on {cell}", cell=cell)
        case ElementalTamed(cell=cell):
            return Message("Tame the elemental on {cell}", cell=cell)
        case _:
            return Message("Pass")


@hook
def warning(view: FeuerWasserView, preview: Preview) -> Message:
    """Return which halves of a tile would influence nothing that can still be won."""
    laid = preview.events[0]
    if not isinstance(laid, DominoLaid):
        return Message("")
    fire, water = _reaches(view, laid.fire_cell, "F"), _reaches(view, laid.water_cell, "W")
    if fire and water:
        return Message("")
    if not fire and not water:
        return Message("This tile reaches no cell")
    return Message("The water half reaches no cell") if fire else Message("The fire half reaches no cell")


def _reaches(view: FeuerWasserView, cell: str, element: str) -> bool:
    """Return whether half a tile there has a cell of its element to win beside it, or an elemental to tame."""
    taken = {stone.cell for stone in view.stones}
    own = {leader.cell for leader in view.leaders if leader.seat == view.to_move}
    return any(
        other in view.elementals or (here == element and other not in own)
        for other, here in beside(cell, view.board)
        if other not in taken
    )
