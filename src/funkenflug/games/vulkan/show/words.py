"""Vulkan! in words: what is to be decided, what the seats have left, what happened, and what decided."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from funkenflug.core.drawing import Preview
from funkenflug.core.view import Event, View
from funkenflug.core.words import Message
from funkenflug.games.base import FollowUp, Goal, hook
from funkenflug.games.feurio.rules.view import FeurioView
from funkenflug.games.hexes import INKS, cell_name, stock_text
from funkenflug.games.vulkan.rules.deal import layout_of
from funkenflug.games.vulkan.rules.view import Extinguished, Flown, Isolated, VolcanoChosen, VulkanOutcome, VulkanView


@hook
def task(view: VulkanView) -> Message:
    """Return what the seat to move decides."""
    assert view.to_move is not None
    name = view.names[view.to_move]
    if view.step == "volcano":
        return Message("{name} chooses the volcano, a tile surrounded on all sides", name=name)
    return Message("{name} flies over a straight row and drops loads of one colour", name=name)


@hook
def holdings(view: VulkanView) -> tuple[Message, ...]:
    """Return for each seat its loads not yet dropped."""
    return tuple(map(_holding, view.stocks, view.colours))


@lru_cache(maxsize=4096)
def _holding(stock: tuple[int, int, int, int], led: tuple[str, ...]) -> Message:
    return Message("{loads} to drop", loads=stock_text(stock, led))


@hook
def tell(event: Event, names: tuple[str, ...]) -> Message:
    """Return what happened."""
    name = names[event.seat]
    match event:
        case VolcanoChosen(cell=cell):
            return Message("{name} chose the tile on {cell} as the volcano", name=name, cell=cell_name(cell))
        case Flown():
            return _tell_flight(event, name)
        case Extinguished(cell=cell, number=number, winner=winner):
            return Message(
                "The {number} on {cell} is put out: {winner} gets it",
                number=number,
                cell=cell_name(cell),
                winner=names[winner],
            )
        case Isolated(cell=cell, number=number, winner=None):
            return Message("The {number} on {cell} is cut off and lost", number=number, cell=cell_name(cell))
        case Isolated(cell=cell, number=number, winner=int(winner)):
            return Message(
                "The {number} on {cell} is cut off: {winner} gets it",
                number=number,
                cell=cell_name(cell),
                winner=names[winner],
            )
        case _:
            raise TypeError(f"no event of Vulkan!: {event!r}")


def _tell_flight(flown: Flown, name: str) -> Message:
    start, end = cell_name(flown.cells[0]), cell_name(flown.cells[-1])
    dropped = loads(len(flown.drops), flown.colour)
    if len(flown.cells) == 1:
        return Message("{name} dropped {loads} on {cell}", name=name, loads=dropped, cell=start)
    return Message(
        "{name} flew from {start} to {end} and dropped {loads}", name=name, start=start, end=end, loads=dropped
    )


def loads(count: int, colour: str) -> Message:
    """Return loads in words, as what somebody drops: in some languages colours have endings."""
    match colour:
        case "green":
            return Message.counted("1 green load", "{count} green loads", count)
        case "blue":
            return Message.counted("1 blue load", "{count} blue loads", count)
        case "yellow":
            return Message.counted("1 yellow load", "{count} yellow loads", count)
        case _:
            return Message.counted("1 red load", "{count} red loads", count)


@hook
def reason(outcome: VulkanOutcome) -> Message:
    """Return what decided, where the points alone do not say it."""
    if outcome.decided_by == "goals":
        return _together(outcome)
    if outcome.decided_by == "loads left":
        return Message("tied on points; fewer loads left on tiles decide")
    if outcome.decided_by == "shared":
        return Message("tied on points and on loads left on tiles")
    return Message("")


def _together(outcome: VulkanOutcome) -> Message:
    if outcome.lost_because is None:
        return Message("all tiles have been collected")
    if outcome.lost_because == "a tile was lost":
        return Message("a tile was lost without a load on it")
    return Message.counted(
        "the water ran out with 1 tile left", "the water ran out with {count} tiles left", outcome.tiles_left
    )


@hook
def goals(view: VulkanView) -> tuple[Goal, ...]:
    """Return what has to be reached in solitaire and together, and how far it is."""
    if view.mode == "competitive":
        return ()
    collected = sum(gone.seat is not None for gone in view.collected)
    return (Goal(Message("Tiles collected"), collected, len(view.layout) - 1),)


@hook
def gain(view: VulkanView, preview: Preview) -> Message:
    """Return the tiles that would go to the seat to move, and their sum."""
    left = [event for event in preview.events if isinstance(event, Extinguished | Isolated)]
    won = [event.number for event in left if event.winner == view.to_move]
    if len(won) > 1:
        return Message("{numbers} = +{points}", numbers=" + ".join(map(str, won)), points=sum(won))
    return Message("+{points}", points=won[0]) if won else Message("")


@hook
def account(outcome: VulkanOutcome, players: int) -> tuple[Message, ...]:
    """Return for each seat the tiles it collected; nothing where points do not count."""
    if not outcome.scores:
        return ()
    return tuple(
        Message("{numbers} = {points}", numbers=" + ".join(map(str, tiles)), points=sum(tiles))
        if tiles
        else Message("no tiles")
        for tiles in outcome.collected
    )


@hook
def follow_up(view: View) -> FollowUp | None:
    """Offer to play on the forest of a finished match of Feurio!."""
    if not isinstance(view, FeurioView) or view.to_move is not None:
        return None
    try:
        layout = layout_of(view)
    except ValueError:
        return None
    return FollowUp(
        Message("Play Vulkan! in this forest"), Message("The same 36 tiles, now with a volcano"), {"layout": layout}
    )


@hook
def legend() -> Message:
    """Return how to read the board in a terminal."""
    return Message(
        "each hex shows its number, an initial for each load, a dot for each free space, and the name of its cell; ## "
        "is the volcano."
    )


@hook
def inks() -> tuple[tuple[str, str], ...]:
    """Return how a terminal colours it."""
    return INKS


@hook
def page_words() -> Mapping[str, str | tuple[str, str]]:
    """Return the texts of the table page."""
    return {
        "deal-layout": "Draw the forest: choose a number, then a cell",
        "take-tile": "Take away",
        "goal-competitive": "Win tiles by putting them out or cutting them off from the volcano. The highest total "
        "of their numbers wins.",
        "goal-solitaire": "Collect all 35 tiles around the volcano before your water runs out, without losing any.",
        "goal-cooperative": "Together, collect all 35 tiles around the volcano before the water runs out, without "
        "losing any.",
        "ask-volcano": "Choose the volcano: a tile surrounded on all sides",
        "ask-fly": "Fly over a straight row of tiles. Where do you start?",
        "then-fly-1": "Where does the flight end?",
        "do-volcano": "Make this the volcano",
        "do-fly": "Fly",
        "typed-volcano": "volcano",
        "typed-fly": "fly",
        "stock-of": "{count} {colour} left",
        "tiles-won": "Tiles won",
        "burning": ("tile burning", "tiles burning"),
    }


@hook
def second_person() -> Mapping[str, tuple[str, ...]]:
    """Return what players without a name are told about themselves."""
    return {
        "{name} chooses the volcano, a tile surrounded on all sides": (
            "You choose the volcano, a tile surrounded on all sides",
        ),
        "{name} flies over a straight row and drops loads of one colour": (
            "You fly over a straight row and drop loads of one colour",
        ),
        "{name} chose the tile on {cell} as the volcano": ("You chose the tile on {cell} as the volcano",),
        "The {number} on {cell} is put out: {winner} gets it": ("The {number} on {cell} is put out: you get it",),
        "The {number} on {cell} is cut off: {winner} gets it": ("The {number} on {cell} is cut off: you get it",),
        "{name} dropped {loads} on {cell}": ("You dropped {loads} on {cell}",),
        "{name} flew from {start} to {end} and dropped {loads}": (
            "You flew from {start} to {end} and dropped {loads}",
        ),
    }
