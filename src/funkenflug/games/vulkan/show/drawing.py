"""The drawing of a match of Vulkan!: the forest around the volcano, and beside it what each seat has."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from math import atan2, cos, degrees, radians, sin
from operator import attrgetter

from funkenflug.core.drawing import Assembly, Drawing, Fragment, Part, Preview, coordinate
from funkenflug.core.view import COLOURS, Hex
from funkenflug.games import forest as woods
from funkenflug.games.base import hook
from funkenflug.games.forest import Layers, Point, name, on
from funkenflug.games.hexes import cell_text, read_cell, row_between
from funkenflug.games.pieces import mark, stylesheet
from funkenflug.games.scenery import NUMBERS, RADIUS, hexagon, scenery
from funkenflug.games.vulkan.rules.view import Extinguished, Flown, Isolated, Tile, VulkanView
from funkenflug.games.vulkan.show.art import VULKAN
from funkenflug.games.vulkan.show.cards import CARD_GAP, CARD_WIDTH, Card, card_shape

AIRSPACE = 64
"""Margin around the forest, so that a plane in front of any tile fits in."""


@hook
def draw(view: VulkanView, *, preview: Preview | None = None, cards: bool = True, names: bool = False) -> Drawing:
    """Draw the forest, the extinguished tiles and, with `cards`, what each seat has.

    A `preview` adds a flight: its row, its loads, the tiles it would extinguish and their winners; or the volcano. With
    `names`, every cell shows its name.
    """
    flight = _flight(preview)
    standing = frozenset((*(tile.cell for tile in view.tiles), *((view.volcano,) if view.volcano else ())))
    tiles = [_layers(tile, _free_edges(tile.cell, standing) if tile.open_side else ()) for tile in view.tiles]
    tiles.sort(key=attrgetter("depth"))
    parts = [
        *[_gap(cell) for cell, _ in view.layout if cell not in standing],
        *[layers.ground for layers in tiles],
        *([_volcano(view.volcano)] if view.volcano else _ghost_volcano(preview)),
        *[_out(cell, number) for cell, number, _ in flight.rewards],
        _last_flight(view.moves[-1:]),
        *([_row_outline(flight.cells)] if flight.cells else ()),
        *[layers.pieces for layers in tiles],
        *([_ghosts(view, flight, standing)] if flight.cells else ()),
        *[layers.badge for layers in tiles],
        *[_chip(cell, view.colours[winner] if winner is not None else ()) for cell, _, winner in flight.rewards],
        *(map(woods.cell_label, sorted(standing)) if names else ()),
    ]
    left, top, width, height = _airspace(view.layout)
    if cards:
        beside, bottom = _cards(view, flight, left - CARD_WIDTH, top + 22)
        parts.append(beside)
        left, width = left - CARD_WIDTH - 22, width + CARD_WIDTH + 22
        height = max(height, round(bottom + 22 - top, 1))
    return Drawing(
        title=woods.title("Vulkan!", view),
        box=(left, top, width, height),
        fragments=Assembly(parts),
        symbols=symbols(),
        style=stylesheet("games/board.css", "games/forest.css", "games/vulkan/show/drawing.css"),
        cell=hexagon(RADIUS),
    )


@lru_cache(maxsize=1024)
def _airspace(layout: tuple[tuple[Hex, int], ...]) -> woods.Box:
    return woods.bounds((cell for cell, _ in layout), margin=AIRSPACE)


@hook
def territory(view: VulkanView, seat: int) -> dict[str, Fragment]:
    """Show the tiles that a seat has won where they lay."""
    colour = view.colours[seat][0]
    own = (tile for tile in view.collected if tile.seat == seat)
    return {name("won", tile.cell): _won(tile.cell, tile.number, colour) for tile in own}


@lru_cache(maxsize=1024)
def _won(cell: Hex, number: int, colour: str) -> Fragment:
    path = woods.contour((woods.ORIGIN,), 6)
    shape = (
        f'<g class="won-tile {colour}"><g class="faded">{woods.land(cell, number)}</g><g class="region {colour}">'
        f'<path class="region-casing" d="{path}"/><path class="region-line" d="{path}"/></g>'
        f'<g class="badge">{woods.badge_face(number)}</g></g>'
    )
    return on(cell, shape)


@hook
@cache
def symbols() -> str:
    """Return what shapes refer to."""
    return scenery() + VULKAN


@dataclass(frozen=True, slots=True)
class _Flight:
    """A previewed flight; without cells there is none."""

    colour: str = ""
    cells: tuple[Hex, ...] = ()
    drops: tuple[Hex, ...] = ()
    rewards: tuple[tuple[Hex, int, int | None], ...] = ()
    """Tiles that would leave the forest: cell, number and winner."""


_NO_FLIGHT = _Flight()


def _flight(preview: Preview | None) -> _Flight:
    if preview is None:
        return _NO_FLIGHT
    flown = next((event for event in preview.events if isinstance(event, Flown)), None)
    if flown is None:
        return _NO_FLIGHT
    rewards = tuple(
        (event.cell, event.number, event.winner)
        for event in preview.events
        if isinstance(event, Extinguished | Isolated)
    )
    turned = preview.move.endswith(f" {cell_text(flown.cells[0])}")  # given from the other end
    return _Flight(flown.colour, flown.cells[::-1] if turned else flown.cells, flown.drops, rewards)


@lru_cache(maxsize=1024)
def _gap(cell: Hex) -> Part:
    return Part({name("gap", cell): on(cell, f'<polygon class="gap" points="{hexagon(58)}"/>')})


def _free_edges(cell: Hex, standing: frozenset[Hex]) -> tuple[int, ...]:
    """Return the edges of a cell without a neighbour."""
    return tuple([edge for edge, beyond in enumerate(woods.neighbours(cell)) if beyond not in standing])


@lru_cache(maxsize=8192)
def _layers(tile: Tile, open_edges: tuple[int, ...]) -> Layers:
    cell, taken = tile.cell, sum(tile.loads)
    ground = woods.tile(cell, tile.number, tile.spaces, taken, tile.spaces - taken, open_edges)
    loads = _loads(cell, tile.spaces, tile.loads)
    return Layers(woods.top_down(cell), ground, loads, woods.badge(cell, tile.number))


@lru_cache(maxsize=256)
def _volcano(cell: Hex) -> Part:
    return Part({"volcano": on(cell, '<g class="volcano"><use href="#ff-volcano-art"/></g>')})


def _ghost_volcano(preview: Preview | None) -> list[Part]:
    """Return the volcano where a previewed move would put it."""
    after = None if preview is None else preview.after
    if not isinstance(after, VulkanView) or after.volcano is None:
        return []
    return [Part({"ghost-volcano": on(after.volcano, '<g class="volcano ghost"><use href="#ff-volcano-art"/></g>')})]


@lru_cache(maxsize=16384)
def _loads(cell: Hex, spaces: int, loads: tuple[int, int, int, int]) -> Part:
    """Return the water loads on a tile. Each has its own id, so that a page can animate a new one."""
    drops: dict[str, Fragment] = {}
    for colour, count in zip(COLOURS, loads, strict=True):
        for nth in range(count):
            place = woods.slot(cell, spaces, len(drops))
            drops[name("load", cell, colour, nth)] = _load("load", colour, place)
    return Part(drops)


def _ghosts(view: VulkanView, flight: _Flight, standing: frozenset[Hex]) -> Part:
    """Return the loads that a previewed flight would drop, its course, and the plane."""
    heading = _heading(flight.cells, standing)
    ghosts = {
        name("ghost-load", tile.cell): _load(
            "load ghost", flight.colour, woods.slot(tile.cell, tile.spaces, sum(tile.loads))
        )
        for tile in view.tiles
        if tile.cell in flight.drops
    }
    plane = _plane(flight.cells[0], heading, flight.colour)
    return Part({**ghosts, "course": _course(flight.cells, heading), "plane": plane})


def _load(kind: str, colour: str, place: Point) -> Fragment:
    x, y = place
    return Fragment(f'<g class="{kind} {colour}"><use href="#ff-drop"/>{mark(colour, 0, -8.6, 9.8)}</g>', x, y + 5)


@lru_cache(maxsize=1024)
def _out(cell: Hex, number: int) -> Part:
    """Return the mist over a tile that would be extinguished, with grey flames."""
    shape = (
        f'<g class="out"><polygon class="mist" points="{hexagon(60)}"/>'
        f'<use href="#ff-flames-{number}"/><use href="#ff-smoke"/>'
        f'<polygon class="out-edge" points="{hexagon(55)}"/></g>'
    )
    return Part({name("out", cell): on(cell, shape)})


@lru_cache(maxsize=1024)
def _chip(cell: Hex, colours: tuple[str, ...]) -> Part:
    """Return the winner of a tile, beside its badge; a crossed grey chip means nobody."""
    faces = [
        f'<g class="{colour}"><circle class="chip-ground" cx="{25 + 13 * index}" cy="{-43 + 8 * index}" r="9.6"/>'
        f"{mark(colour, 25 + 13 * index, -43 + 8 * index, 8.8)}</g>"
        for index, colour in reversed(tuple(enumerate(colours[:2])))
    ]
    nobody = '<circle class="chip-nobody" cx="25" cy="-43" r="9.6"/><path class="chip-stroke" d="M21,-43h8"/>'
    return Part({name("chip", cell): on(cell, f'<g class="chip">{"".join(faces) or nobody}</g>')})


@lru_cache(maxsize=1024)
def _last_flight(moves: tuple[str, ...]) -> Part:
    match moves[0].split() if moves else ():
        case ["fly", colour, first, last]:
            start, end = sorted((read_cell(first), read_cell(last)))
            path = woods.contour(woods.moved(row_between(start, end), start), 4.4)
            lines = f'<path class="last-casing" d="{path}"/><path class="last-line" d="{path}"/>'
            shape = f'<g class="last-flight {colour}">{lines}</g>'
            return Part({"last-flight": Fragment(shape, *woods.centre(start))})
    return Part({})


@lru_cache(maxsize=1024)
def _row_outline(cells: tuple[Hex, ...]) -> Part:
    start = min(cells)
    path = woods.contour(woods.moved(cells, start), -0.6)
    lines = "".join(f'<path class="{layer}" d="{path}"/>' for layer in ("row-casing", "row-light", "row-ink"))
    return Part({"flight": Fragment(f'<g class="flight">{lines}</g>', *woods.centre(start))})


def _heading(cells: tuple[Hex, ...], standing: frozenset[Hex]) -> float:
    """Return the direction of a flight in degrees; over a single tile, the plane comes from an empty cell."""
    if len(cells) == 1:
        edges = (edge for edge in (2, 3, 1, 4, 0, 5) if woods.neighbour(cells[0], edge) not in standing)
        return 60 * next(edges, 2) + 210.0
    (from_x, from_y), (to_x, to_y) = woods.centre(cells[0]), woods.centre(cells[-1])
    return degrees(atan2(to_y - from_y, to_x - from_x))


@lru_cache(maxsize=1024)
def _course(cells: tuple[Hex, ...], heading: float) -> Fragment:
    """Return an arrowhead on each edge that a flight crosses."""
    heads = []
    for before, after in pairwise(woods.moved(cells, cells[0])):
        (from_x, from_y), (to_x, to_y) = woods.centre(before), woods.centre(after)
        x, y = coordinate((from_x + to_x) / 2), coordinate((from_y + to_y) / 2)
        heads.append(f'<use href="#ff-arrowhead" transform="translate({x} {y}) rotate({coordinate(heading)})"/>')
    return Fragment(f'<g class="course">{"".join(heads)}</g>', *woods.centre(cells[0]))


@lru_cache(maxsize=1024)
def _plane(first: Hex, heading: float, colour: str) -> Fragment:
    """Return the plane in front of its first tile, with the emblem of its loads upright on both wings."""
    turn = radians(heading)
    x, y = woods.centre(first)
    x, y = x - 82 * cos(turn), y - 82 * sin(turn)
    wings = ((-side * sin(turn), side * cos(turn)) for side in (-25, 25))
    roundels = "".join(
        f'<circle class="chip-ground" cx="{coordinate(across)}" cy="{coordinate(down)}" r="6.4"/>'
        f"{mark(colour, across, down, 6.2)}"
        for across, down in wings
    )
    course = f"rotate({coordinate(heading)})"
    shape = (
        f'<g class="plane {colour}"><use href="#ff-plane-shade" transform="translate(7 12) {course}"/>'
        f'<use href="#ff-plane-art" transform="{course}"/>{roundels}</g>'
    )
    return Fragment(shape, x, y)


def _cards(view: VulkanView, flight: _Flight, left: float, top: float) -> tuple[Part, float]:
    """Return the cards of all seats, top down, and where they end."""
    led = {colour for colours in view.colours for colour in colours}
    neutral = tuple(colour for colour in COLOURS if colour not in led)
    won = [(tile.seat, tile.number) for tile in view.collected]
    hoped = [(winner, number) for _, number, winner in flight.rewards]
    fragments: dict[str, Fragment] = {}
    for seat, who in enumerate(view.names):
        card = Card(
            name=who,
            colours=view.colours[seat],
            neutral=neutral,
            score=view.scores[seat] if view.scores else None,
            stock=view.stocks[seat],
            won=tuple(won.count((seat, number)) for number in NUMBERS),
            hoped=tuple(hoped.count((seat, number)) for number in NUMBERS),
            spent=tuple(len(flight.drops) if colour == flight.colour else 0 for colour in COLOURS)
            if seat == view.to_move
            else (0, 0, 0, 0),
            turn=seat == view.to_move,
        )
        fragments[f"seat-{seat}"] = Fragment(card_shape(card), left, top)
        top += card.height + CARD_GAP
    return Part(fragments), top - CARD_GAP
