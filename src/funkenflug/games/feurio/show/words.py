"""Feurio! in words: what is to be decided, what the seats have left, what happened, and what decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from funkenflug.core.drawing import Preview
from funkenflug.core.view import COLOURS, Event
from funkenflug.core.words import Message, both, listed
from funkenflug.games.base import Goal, hook
from funkenflug.games.feurio.rules.view import (
    Arranged,
    CrewPlaced,
    FeurioOutcome,
    FeurioView,
    FirebreakLaid,
    Goals,
    Region,
    TileLaid,
)
from funkenflug.games.hexes import INKS, cell_name, stock_text


@hook
def task(view: FeurioView) -> Message:
    """Return what the seat to move decides."""
    assert view.to_move is not None
    name = view.names[view.to_move]
    if view.step == "arrange":
        tiles = both(str(tile.number) for tile in view.tiles)
        return Message("{name} arranges {tiles}: the first two go in the middle", name=name, tiles=tiles)
    if view.step == "tile":
        choice = _tile_task(view, name)
    else:
        choice = Message("{name} may place 1 to 3 firefighters of one colour on a tile, or pass", name=name)
    return Message("{choice}; {deck}", choice=choice, deck=_deck_left(view.tiles_left))


def _tile_task(view: FeurioView, name: str) -> Message:
    cells = both(map(cell_name, view.hottest))
    drawn = Message("a secret tile") if view.drawn is None else Message("a {number}", number=view.drawn)
    return Message(
        "{name} lays {drawn} where it burns hottest: heat {heat} at {cells}",
        name=name,
        drawn=drawn,
        heat=view.heat,
        cells=cells,
    )


def _deck_left(tiles: int) -> Message:
    if tiles == 0:
        return Message("no tiles left")
    return Message.counted("1 tile left", "{count} tiles left", tiles)


@hook
def holdings(view: FeurioView) -> tuple[Message, ...]:
    """Return for each seat its firefighters not yet placed."""
    return tuple(map(_holding, view.stocks, view.colours))


@lru_cache(maxsize=4096)
def _holding(stock: tuple[int, int, int, int], led: tuple[str, ...]) -> Message:
    return Message("{crews} to place", crews=stock_text(stock, led))


@hook
def tell(event: Event, names: tuple[str, ...]) -> Message:
    """Return what happened."""
    name = names[event.seat]
    match event:
        case Arranged(numbers=(one, other, _, _)):
            return Message("{name} put {one} and {other} in the middle", name=name, one=one, other=other)
        case TileLaid(cell=cell, number=number, heat=heat):
            laid = cell_name(cell)
            return Message(
                "{name} laid a {number} on {cell} (heat {heat})", name=name, number=number, cell=laid, heat=heat
            )
        case FirebreakLaid(cell=cell, colour=colour):
            return Message(
                "{name} spent {crew} on a firebreak at {cell}", name=name, crew=crew(1, colour), cell=cell_name(cell)
            )
        case CrewPlaced(cell=cell, number=number, colour=colour, count=count):
            return Message(
                "{name} placed {crew} on the {number} at {cell}",
                name=name,
                crew=crew(count, colour),
                number=number,
                cell=cell_name(cell),
            )
        case _:
            return Message("{name} passed", name=name)


def crew(count: int, colour: str) -> Message:
    """Return firefighters in words, as what somebody places or spends: in some languages colours have endings."""
    match colour:
        case "green":
            return Message.counted("1 green firefighter", "{count} green firefighters", count)
        case "blue":
            return Message.counted("1 blue firefighter", "{count} blue firefighters", count)
        case "yellow":
            return Message.counted("1 yellow firefighter", "{count} yellow firefighters", count)
        case _:
            return Message.counted("1 red firefighter", "{count} red firefighters", count)


@hook
def reason(outcome: FeurioOutcome) -> Message:
    """Return what decided, where the points alone do not say it."""
    if outcome.goals is not None:
        return listed(_missed(outcome.goals)) or Message("all 48 firefighters are placed, in four regions with water")
    if outcome.decided_by == "best region":
        return Message("tied on points; the most valuable region decides")
    if outcome.decided_by == "shared":
        return Message("tied on points and on their most valuable region")
    return Message("")


@hook
def goals(view: FeurioView) -> tuple[Goal, ...]:
    """Return what has to be reached in solitaire and together, and how far it is."""
    if view.goals is None:
        return ()
    joined, watered = view.goals.in_one_region, view.goals.has_water
    return (
        Goal(Message("Firefighters placed"), _CREWS - view.goals.left_in_stock, _CREWS),
        Goal(Message("Each colour in one region"), len(joined), len(COLOURS), joined),
        Goal(Message("With water: a 1 with a free edge"), len(watered), len(COLOURS), watered),
    )


_CREWS = 48


def _missed(goals: Goals) -> Iterator[Message]:
    if goals.left_in_stock:
        yield Message.counted(
            "1 firefighter was not placed", "{count} firefighters were not placed", goals.left_in_stock
        )
    scattered = [Message(colour) for colour in COLOURS if colour not in goals.in_one_region]
    if scattered:
        yield Message("not in one region: {colours}", colours=both(scattered))
    dry = [Message(colour) for colour in COLOURS if colour not in goals.has_water]
    if dry:
        yield Message("not connected to water: {colours}", colours=both(dry))


@hook
def gain(view: FeurioView, preview: Preview) -> Message:
    """Return what the regions that a move changes would be worth to the seat to move, where points count."""
    assert isinstance(preview.after, FeurioView)
    if view.goals is not None:
        return Message("")
    before = frozenset(view.regions)
    changed = [region for region in preview.after.regions if region.seat == view.to_move and region not in before]
    lost = sum(region.points for region in view.regions if region.seat == view.to_move)
    change = sum(region.points for region in preview.after.regions if region.seat == view.to_move) - lost
    if not changed:
        return Message("")
    sums = both(map(division, changed))
    return Message("{sums} ({change})", sums=sums, change=f"{change:+d}".replace("-", "−")) if view.scores else sums


def division(region: Region) -> Message:
    """Return how the points of a region come about."""
    if region.divisor is None:
        return Message("{total}, shut in = 0", total=region.total)
    return Message("{total} ÷ {divisor} = {points}", total=region.total, divisor=region.divisor, points=region.points)


@hook
def account(outcome: FeurioOutcome, players: int) -> tuple[Message, ...]:
    """Return for each seat the divisions of its regions; nothing where points do not count."""
    if outcome.goals is not None:
        return ()
    held = [[region for region in outcome.regions if region.seat == seat] for seat in range(players)]
    return tuple(listed(map(division, regions)) for regions in held)


@hook
def legend() -> Message:
    """Return how to read the board in a terminal."""
    return Message(
        "each hex shows its number, an initial for each firefighter, a dot for each one that can still be added, and "
        "the name of its cell."
    )


@hook
def inks() -> tuple[tuple[str, str], ...]:
    """Return how a terminal colours it."""
    return INKS


@hook
def page_words() -> Mapping[str, str | tuple[str, str]]:
    """Return the texts of the table page."""
    return {
        "deal-deck": "The deck, in the order in which its tiles are drawn",
        "goal-competitive": "Hold large connected areas. Each scores the sum of its numbers divided by the lowest "
        "number that still has a free edge, rounded up. The player with the most points wins.",
        "goal-competitive-hotter": "Hold large connected areas. Each scores the sum of its numbers divided by the "
        "lowest number that still has a free edge, rounded down. The player with the most points wins.",
        "goal-solitaire": "Place all 48 firefighters so that each colour forms a single region that includes a 1 "
        "with a free edge.",
        "goal-cooperative": "Together, place all 48 firefighters so that each colour forms a single region that "
        "includes a 1 with a free edge.",
        "ask-arrange": "Arrange the first four tiles",
        "ask-tile": "Lay the {number} where it burns hottest",
        "ask-crew": "Place 1 to 3 firefighters on a tile",
        "ask-pass": "No firefighters can be placed",
        "colour-break": "Who pays for the firebreak?",
        "then-break-0": "Where does the firebreak go?",
        "do-arrange": "Arrange them",
        "do-tile": "Lay it here",
        "do-crew": ("Place 1 firefighter", "Place {count} firefighters"),
        "do-break": "Lay the firebreak",
        "verb-break": "Firebreak",
        "verb-pass": "Place nobody",
        "typed-arrange": "arrange",
        "typed-tile": "tile, lay",
        "typed-crew": "crew, place",
        "typed-break": "break, firebreak",
        "tile": "Tile {tile}",
        "arranged": "Choose the tiles in order: two for the middle, then two for the tips",
        "stock-of": "{count} {colour} left",
        "still": "Still in the deck",
        "tile-in-hand": "Tile to lay: {number}",
        "tiles-left": ("tile left", "tiles left"),
    }


@hook
def second_person() -> Mapping[str, tuple[str, ...]]:
    """Return what players without a name are told about themselves."""
    return {
        "{name} arranges {tiles}: the first two go in the middle": (
            "You arrange {tiles}: the first two go in the middle",
        ),
        "{name} lays {drawn} where it burns hottest: heat {heat} at {cells}": (
            "You lay {drawn} where it burns hottest: heat {heat} at {cells}",
        ),
        "{name} may place 1 to 3 firefighters of one colour on a tile, or pass": (
            "You may place 1 to 3 firefighters of one colour on a tile, or pass",
        ),
        "{name} put {one} and {other} in the middle": ("You put {one} and {other} in the middle",),
        "{name} laid a {number} on {cell} (heat {heat})": ("You laid a {number} on {cell} (heat {heat})",),
        "{name} spent {crew} on a firebreak at {cell}": ("You spent {crew} on a firebreak at {cell}",),
        "{name} placed {crew} on the {number} at {cell}": ("You placed {crew} on the {number} at {cell}",),
        "{name} passed": ("You passed",),
    }
