"""Views, events and the outcome of Feurio!."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import msgspec
import numpy as np

from funkenflug.core.view import COLOURS, Event, Hex, Outcome, View
from funkenflug.games.base import hook
from funkenflug.games.feurio.rules import rules
from funkenflug.games.hexes import DIRECTIONS, SPACES, TILES, four, leader_of
from funkenflug.kernel import State, copy_state, depends_on, points_of, winners_of


class Tile(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True, gc=False):
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
    """How many more firefighters may step on it now: the lesser of spaces and free edges, less the crews, or 0."""


class Region(msgspec.Struct, frozen=True, kw_only=True, gc=False, cache_hash=True):
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
    goals: Goals | None = None
    """What has been reached so far; None in competitive matches."""


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


class Goals(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The goals of a solitaire or cooperative match, and which of them are reached."""

    left_in_stock: int
    """Firefighters that are not placed: the goal is 0."""
    in_one_region: tuple[str, ...]
    """The colours whose tiles form exactly one region: the goal is all four."""
    has_water: tuple[str, ...]
    """The colours that have a 1 with a free edge in every region: the goal is all four."""


class FeurioOutcome(Outcome, frozen=True, kw_only=True):
    """How a match of Feurio! ended."""

    regions: tuple[Region, ...]
    decided_by: str
    """The deciding criterion: "points", "best region" (a tie in points), "shared" (a tie in that too) or "goals"."""
    goals: Goals | None
    """None in competitive matches."""


# Reading a position -------------------------------------------------------------------------------------------------

_STEPS = {rules.ARRANGE: "arrange", rules.TILE: "tile", rules.CREW: "crew", rules.OVER: "over"}


@hook
def known(state: State, seat: int | None) -> int:
    """Return the places of the deck that a seat, or a spectator, knows: a bit for each."""
    return int(rules.known(state, -1 if seat is None else seat))


@hook
def revealed(state: State, known: int) -> dict[str, Any]:
    """Return the tiles of the deck that somebody knows: their places, each with its number."""
    return {"deck": {place: number for place, number in enumerate(state["deck"].tolist()) if known >> place & 1}}


@hook
def view(state: State, seat: int | None, **common: Any) -> FeurioView:
    """Return the view of a position that a seat, or a spectator, may have."""
    deck, unseen = _deck(state, known(state, seat))
    laid, every = int(state["laid"]), TILES - deck.count(0)
    step = _STEPS[int(state["step"])]
    heat, cells = (0, ()) if laid in (0, every) else hottest(state)
    return FeurioView(
        seat=seat,
        step=step,
        deck=deck,
        tiles=_turned_up(state) if step == "arrange" else tiles(state, deck),
        drawn=deck[laid] if step == "tile" else None,
        tiles_left=every - laid - (4 if step == "arrange" else step == "tile"),
        unseen=unseen,
        heat=heat,
        hottest=cells,
        stocks=tuple(four(stock) for stock in state["stock"].tolist()[: int(state["players"])]),
        paid=four(state["paid"].tolist()),
        regions=regions(state),
        goals=_goals(state) if state["mode"] == rules.TOGETHER else None,
        scores=points(state),
        **common,
    )


_Deck = tuple[int | None, ...]
_Six = tuple[int, int, int, int, int, int]


@depends_on("deck")
def _deck(state: State, seen: int) -> tuple[_Deck, _Six]:
    """Return the deck as far as it is known, and how many tiles of each number have not been seen."""
    numbers = state["deck"].tolist()
    deck = tuple([number if seen >> place & 1 else None for place, number in enumerate(numbers)])
    one, two, three, four, five, six = [numbers.count(number) - deck.count(number) for number in range(1, 7)]
    return deck, (one, two, three, four, five, six)


def _goals(state: State) -> Goals:
    return Goals(
        left_in_stock=int(state["stock"].sum()),
        in_one_region=tuple(name for i, name in enumerate(COLOURS) if rules.in_one_region(state, i)),
        has_water=tuple(name for i, name in enumerate(COLOURS) if rules.has_water(state, i)),
    )


def tiles(state: State, deck: tuple[int | None, ...]) -> tuple[Tile, ...]:
    """Return the forest, with numbers as far as a viewer knows the deck."""
    laid = int(state["laid"])
    crews = map(tuple, state["crews"][:, :laid].T.tolist())
    numbers, free_edges = state["number"].tolist(), state["free_edges"].tolist()
    return tuple(map(_tile, cells_of(state), numbers, free_edges, crews, deck))


@lru_cache(maxsize=16384)
def _tile(cell: Hex, burning: int, free_edges: int, crews: tuple[int, int, int, int], number: int | None) -> Tile:
    spaces = int(SPACES[burning])
    return Tile(
        cell=cell,
        number=number,
        firebreak=burning == 0,
        spaces=spaces,
        free_edges=free_edges,
        crews=crews,
        room=max(0, min(spaces, free_edges) - sum(crews)),
    )


def _turned_up(state: State) -> tuple[Tile, ...]:
    """Return the first four tiles, not yet arranged, as they would lie in the order of the deck."""
    arranged = copy_state(state)
    rules.play(arranged, rules.ARRANGE_MOVES)
    return tiles(arranged, tuple(state["deck"].tolist()))


@depends_on("q", "r", "laid")
def cells_of(state: State) -> tuple[Hex, ...]:
    """Return the cells of the forest in the order of its tiles."""
    laid = int(state["laid"])
    return tuple(zip(state["q"][:laid].tolist(), state["r"][:laid].tolist(), strict=True))


def cell_at(state: State, anchor: int) -> Hex:
    """Return the empty cell that an anchor stands for."""
    return beyond(cells_of(state), anchor)


def edge_cells(state: State) -> dict[Hex, tuple[int, int]]:
    """Return the empty cells that touch the forest, each with its anchor and its heat."""
    count = int(state["edge_cells"])
    anchors, ranks = state["edge_anchor"][:count].tolist(), state["edge_rank"][:count].tolist()
    laid, found = cells_of(state), {}
    for anchor, rank in zip(anchors, ranks, strict=True):
        found[beyond(laid, anchor)] = anchor, rank // 256 - 1
    return found


@depends_on("q", "r", "laid", "edge_cells", "edge_rank", "edge_anchor")
def hottest(state: State) -> tuple[int, tuple[Hex, ...]]:
    """Return the greatest heat and the cells that have it."""
    count, laid = int(state["edge_cells"]), cells_of(state)
    heats = state["edge_rank"][:count] // 256
    most = int(heats.max())
    return most - 1, tuple(
        sorted([beyond(laid, anchor) for anchor in state["edge_anchor"][:count][heats == most].tolist()])
    )


def beyond(laid: tuple[Hex, ...], anchor: int) -> Hex:
    """Return the empty cell that an anchor stands for, in a forest with these cells."""
    (q, r), (dq, dr) = laid[anchor // 6], DIRECTIONS[anchor % 6]
    return q + dq, r + dr


def regions(state: State) -> tuple[Region, ...]:
    """Return every region, the most valuable of each colour first."""
    found = np.empty(rules.MOST_REGIONS, rules.REGION)
    count = rules.regions(state, found)
    ordered = sorted(found[:count].tolist(), key=lambda region: (region[0], -region[4], region[1]))
    cells, leaders = cells_of(state), _leaders(int(state["players"]))
    return tuple(
        [
            Region(
                seat=leaders[colour],
                colour=COLOURS[colour],
                cells=_cells_in(tiles, cells),
                total=total,
                divisor=divisor or None,
                points=0 if leaders[colour] is None else points,
            )
            for colour, tiles, total, divisor, points in ordered
        ]
    )


@lru_cache(maxsize=4096)
def _cells_in(tiles: int, cells: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Return the cells of a set of tiles, sorted."""
    return tuple(sorted([cell for tile, cell in enumerate(cells) if tiles >> tile & 1]))


@cache
def _leaders(players: int) -> tuple[int | None, ...]:
    """Return for each colour the seat that leads it, None if it is neutral."""
    seats = (leader_of(players, colour) for colour in range(len(COLOURS)))
    return tuple(None if seat < 0 else seat for seat in seats)


def points(state: State) -> tuple[int, ...]:
    """Return the points of each seat so far; empty where all win or lose together."""
    return () if state["mode"] == rules.TOGETHER else points_of(state)


@hook
def turn_begins(state: State) -> bool:
    """Whether the next move is the first of a turn: all but the crew after a tile."""
    return not state["spread"]


@hook
def hidden(state: State, seat: int | None) -> int:
    """Return how many tiles of the deck a seat, or a spectator, does not know."""
    return TILES - known(state, seat).bit_count()


# What happened ------------------------------------------------------------------------------------------------------


@hook
def events(before: State, move: int, after: State) -> tuple[Event, ...]:
    """Return what happened when a move was played, as everybody may know it."""
    seat = int(before["seat"])
    if move == rules.PASS:
        return (Passed(seat=seat),)
    if move < rules.TILE_MOVES:
        order = rules.ORDERS[move - rules.ARRANGE_MOVES]
        return (Arranged(seat=seat, numbers=four(before["deck"][order].tolist())),)
    if move < rules.BREAK_MOVES:
        cell = cell_at(before, move - rules.TILE_MOVES)
        number = int(after["number"][int(before["laid"])])
        return (TileLaid(seat=seat, cell=cell, number=number, heat=rules.highest_heat(before)),)
    if move < rules.CREW_MOVES:
        colour, anchor = divmod(move - rules.BREAK_MOVES, 6 * TILES)
        return (FirebreakLaid(seat=seat, cell=cell_at(before, anchor), colour=COLOURS[colour]),)
    count, colour, tile = rules.crew_of(move)
    cell = int(before["q"][tile]), int(before["r"][tile])
    number = int(before["number"][tile])
    return (CrewPlaced(seat=seat, cell=cell, number=number, colour=COLOURS[colour], count=count),)


@hook
def outcome(state: State) -> FeurioOutcome:
    """Return how a finished match ended."""
    scores, winners = points(state), winners_of(state)
    together = state["mode"] == rules.TOGETHER
    tied = scores.count(max(scores, default=0)) > 1
    return FeurioOutcome(
        scores=scores,
        winners=winners,
        regions=regions(state),
        decided_by="goals" if together else "points" if not tied else "best region" if len(winners) == 1 else "shared",
        goals=_goals(state) if together else None,
    )
