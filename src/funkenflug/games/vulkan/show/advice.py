"""Vulkan! gives advice: a move in the imperative, and what speaks against it."""

from __future__ import annotations

from funkenflug.core.drawing import Preview
from funkenflug.core.words import Message, both
from funkenflug.games.base import hook
from funkenflug.games.hexes import cell_name
from funkenflug.games.vulkan.rules.view import Extinguished, Flown, Isolated, VolcanoChosen, VulkanView
from funkenflug.games.vulkan.show.words import loads


@hook
def advise(view: VulkanView, preview: Preview) -> Message:
    """Return what to do: "Fly from c4 to f4 and drop 3 green loads"."""
    match preview.events[0]:
        case VolcanoChosen(cell=cell):
            return Message("Make {cell} the volcano", cell=cell_name(cell))
        case Flown(cells=(cell,), colour=colour):
            number = dict(view.layout)[cell]
            return Message(
                "Drop {loads} on the {number} at {cell}",
                loads=loads(1, colour),
                number=number,
                cell=cell_name(cell),
            )
        case Flown(cells=cells, drops=drops, colour=colour):
            return Message(
                "Fly from {start} to {end} and drop {loads}",
                start=cell_name(cells[0]),
                end=cell_name(cells[-1]),
                loads=loads(len(drops), colour),
            )
        case event:
            raise TypeError(f"no move of Vulkan!: {event!r}")


@hook
def warning(view: VulkanView, preview: Preview) -> Message:
    """Return the tiles that a flight would give to others; alone and together, those that it would lose."""
    gone = [event for event in preview.events if isinstance(event, Extinguished | Isolated)]
    if view.mode != "competitive":
        lost = [str(event.number) for event in gone if event.winner is None]
        return Message("The game is lost: no load on the {numbers}", numbers=both(lost)) if lost else Message("")
    given = {seat: [str(event.number) for event in gone if event.winner == seat] for seat in range(view.players)}
    gifts = [
        Message("{name} the {numbers}", name=view.names[seat], numbers=both(numbers))
        for seat, numbers in given.items()
        if numbers and seat != view.to_move
    ]
    return Message("Gives {gifts}", gifts=both(gifts)) if gifts else Message("")
