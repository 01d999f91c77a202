"""The drawing of a match of Feurio!."""

from __future__ import annotations

from functools import cache, lru_cache
from operator import attrgetter

from funkenflug.core.drawing import Assembly, Drawing, Fragment, Part, Preview
from funkenflug.core.view import COLOURS, Hex
from funkenflug.games import forest as woods
from funkenflug.games.base import hook
from funkenflug.games.feurio.rules.view import CrewPlaced, FeurioView, FirebreakLaid, Region, Tile, TileLaid
from funkenflug.games.forest import Layers, Outline, name, on
from funkenflug.games.hexes import read_cell
from funkenflug.games.pieces import mark, stylesheet
from funkenflug.games.scenery import RADIUS, ground, hexagon, scenery


@hook
def draw(view: FeurioView, *, preview: Preview | None = None, regions: bool = False, names: bool = False) -> Drawing:
    """Draw the forest as a seat may see it.

    A `preview` adds the effect of a move as ghosts, with the value of the regions afterwards. With `regions`, every
    region is outlined and labelled with its division, and tiles that nobody holds are dimmed. With `names`, every
    cell shows its name.
    """
    held = frozenset(cell for region in view.regions for cell in region.cells) if regions else None
    outlines = _outlines(view, preview, regions)
    spots = view.hottest if view.step == "tile" else ()
    forest = frozenset([*[tile.cell for tile in view.tiles], *spots])
    labelled = tuple(outline for outline in outlines if outline.labelled)
    places = woods.label_places(labelled, forest)

    tiles = [_layers(tile, held is not None and tile.cell not in held) for tile in view.tiles]
    tiles.sort(key=attrgetter("depth"))
    parts = (
        *[layers.ground for layers in tiles],
        *[woods.spot(cell, view.heat) for cell in spots],
        *([_laid(view, preview)] if preview else ()),
        _last_turn(view.moves[-2:]),
        *map(woods.outline_part, outlines, woods.lanes(outlines)),
        *[layers.pieces for layers in tiles],
        *([_sent(view, preview)] if preview else ()),
        *[layers.badge for layers in tiles],
        *(map(woods.cell_label, sorted(forest)) if names else ()),
        *map(woods.label_part, labelled, places),
    )
    return Drawing(
        title=woods.title("Feurio!", view),
        box=_box(forest, labelled, places),
        fragments=Assembly(parts),
        symbols=symbols(),
        style=stylesheet("games/board.css", "games/forest.css", "games/feurio/show/drawing.css"),
        cell=hexagon(RADIUS),
    )


@lru_cache(maxsize=1024)
def _box(forest: frozenset[Hex], labelled: tuple[Outline, ...], places: tuple[woods.Point, ...]) -> woods.Box:
    return woods.bounds(forest, woods.label_boxes(labelled, places))


@hook
def territory(view: FeurioView, seat: int) -> dict[str, Fragment]:
    """Outline the regions of a seat, with their divisions."""
    own = tuple(_outline(region, "", view.goals is None) for region in view.regions if region.seat == seat)
    labelled = tuple(outline for outline in own if outline.labelled)
    places = woods.label_places(labelled, frozenset(tile.cell for tile in view.tiles))
    return dict(Assembly((*map(woods.outline_part, own, woods.lanes(own)), *map(woods.label_part, labelled, places))))


@lru_cache(maxsize=8192)
def _layers(tile: Tile, veiled: bool) -> Layers:
    crews = _crews(tile.cell, tile.spaces, tile.crews)
    return Layers(woods.top_down(tile.cell), _ground(tile, veiled), crews, _badge(tile, veiled))


def _badge(tile: Tile, veiled: bool) -> Part:
    if tile.number is None:
        return Part({})
    kind = "badge secret" if tile.firebreak else "badge veiled" if veiled else "badge"
    return woods.badge(tile.cell, tile.number, kind)


def _ground(tile: Tile, veiled: bool) -> Part:
    if tile.firebreak or tile.number is None:
        veil = woods.VEIL if veiled else ""
        shape = f'<g class="tile firebreak"><use href="#ff-firebreak"/>{veil}</g>'
        return Part({name("tile", tile.cell): on(tile.cell, shape)})
    return woods.tile(tile.cell, tile.number, tile.spaces, sum(tile.crews), tile.room, veiled=veiled)


@lru_cache(maxsize=16384)
def _crews(cell: Hex, spaces: int, crews: tuple[int, int, int, int]) -> Part:
    """Return the firefighters on a tile. Each has its own id, so that a page can animate a new one."""
    pieces: dict[str, Fragment] = {}
    for colour, count in zip(COLOURS, crews, strict=True):
        for nth in range(count):
            place = woods.slot(cell, spaces, len(pieces))
            pieces[name("crew", cell, colour, nth)] = _crew("crew", colour, *place)
    return Part(pieces)


def _crew(kind: str, colour: str, x: float, y: float) -> Fragment:
    shape = f'<g class="{kind} {colour}"><use href="#ff-crew"/>{mark(colour, 0, -7.2, 9.2)}</g>'
    return Fragment(shape, x, y + 4)


def _laid(view: FeurioView, preview: Preview) -> Part:
    for event in preview.events:
        if isinstance(event, TileLaid):
            return Part({"ghost-tile": _ghost_tile(event.cell, view.drawn)})
        if isinstance(event, FirebreakLaid):
            return Part({"ghost-tile": _ghost(event.cell, "firebreak", '<use href="#ff-firebreak"/>')})
    return Part({})


@lru_cache(maxsize=1024)
def _ghost_tile(cell: Hex, number: int | None) -> Fragment:
    if number is None:
        return _ghost(cell, "back", '<use href="#ff-back"/>')
    numeral = f'<g class="badge">{woods.badge_face(number)}</g>'
    return _ghost(cell, f"number-{number}", woods.land(cell, number), numeral)


def _ghost(cell: Hex, kind: str, content: str, numeral: str = "") -> Fragment:
    outline = hexagon(60.5)
    shape = (
        f'<g class="ghost {kind}"><polygon class="felt-patch" points="{outline}"/>'
        f'<g class="faded">{content}</g><polygon class="ghost-edge" points="{outline}"/>{numeral}</g>'
    )
    return on(cell, shape)


def _sent(view: FeurioView, preview: Preview) -> Part:
    """Return the firefighters that a move would place, on the next spaces of their tile."""
    for event in preview.events:
        if isinstance(event, CrewPlaced):
            tile = next(tile for tile in view.tiles if tile.cell == event.cell)
            pieces = {"selection": woods.selection(event.cell)}
            for nth in range(event.count):
                x, y = woods.slot(event.cell, tile.spaces, sum(tile.crews) + nth)
                pieces[f"ghost-crew-{nth}"] = _crew("crew ghost", event.colour, x, y)
            return Part(pieces)
    return Part({})


@lru_cache(maxsize=1024)
def _last_turn(moves: tuple[str, ...]) -> Part:
    """Return marks for the tile and the firefighters of the last turn, derived from its one or two moves."""
    marks: dict[str, Fragment] = {}
    for move in reversed(moves):
        match move.split():
            case ["tile", where] | ["break", where, _]:
                marks["last-tile"] = woods.last_ring(read_cell(where))
                return Part(marks)
            case ["crew", _, _, where] if not marks:
                ellipse = '<ellipse class="last" cy="30" rx="37" ry="15"/>'
                marks["last-crew"] = Fragment(ellipse, *woods.centre(read_cell(where)))
    return Part(marks)


def _outlines(view: FeurioView, preview: Preview | None, regions: bool) -> tuple[Outline, ...]:
    counts = view.goals is None  # alone and together, points count for nothing
    if preview is None:
        return tuple(_outline(region, "", counts) for region in view.regions) if regions else ()
    if not isinstance(preview.after, FeurioView):
        raise TypeError(f"a preview of Feurio! needs a FeurioView, not {type(preview.after).__name__}")
    before = frozenset(view.regions)
    outlines = []
    for region in preview.after.regions:
        changed = region not in before
        if regions or changed:
            outlines.append(_outline(region, _gain(region, view.regions) if changed else "", counts))
    return tuple(outlines)


def _gain(region: Region, before: tuple[Region, ...]) -> str:
    cells = set(region.cells)
    gain = region.points - sum(
        old.points for old in before if old.colour == region.colour and cells.intersection(old.cells)
    )
    return f"{gain:+d}".replace("-", "−")


@lru_cache(maxsize=4096)
def _outline(region: Region, gain: str, counts: bool) -> Outline:
    return Outline(
        colour=region.colour,
        cells=region.cells,
        sum=f"{region.total} ÷ {region.divisor or '–'} =",
        points=str(region.points),
        gain=gain,
        shut_in=region.divisor is None,
        labelled=counts and region.seat is not None,
    )


@hook
@cache
def symbols() -> str:
    """Return what shapes refer to."""
    return scenery() + _CREW + ground("ground-break") + _FIREBREAK + ground("ground-back") + _BACK


_CREW = (
    '<g id="ff-crew"><ellipse class="ff-foot" cy=".8" rx="12.4" ry="4.2"/>'
    '<path class="ff-body" d="M-11.2,0q0,-8.7 6.2,-12.4a7,7 0 1 1 10,0q6.2,3.7 6.2,12.4q-11.2,3.7 -22.4,0z"/></g>'
)

_FIREBREAK = (
    '<g id="ff-firebreak"><use href="#ff-ground-break"/><use href="#ff-wood-1"/><g clip-path="url(#ff-tile-clip)">'
    '<path class="ff-earth" d="M-64,-8q32,-13 64,-10.5t64,10.5v70h-128z"/>'
    '<path class="ff-trench-rim" d="M-64,12C-34,-2 26,20 64,4V32C30,46 -30,24 -64,38z"/>'
    '<path class="ff-trench" d="M-64,16C-34,3 26,25 64,9V28C30,41 -30,19 -64,33z"/>'
    '<path class="ff-furrow" d="M-52,19l5,7M-36,14l6,8M-19,14l7,9M-1,17l7,9M17,18l7,9M35,15l7,9M50,11l6,8"/></g>'
    '<path class="ff-stump" d="M-35,-9v7q6,4 12,0v-7zM27,-6v6q5,3.4 10,0v-6z"/>'
    '<ellipse class="ff-stump-top" cx="-29" cy="-9" rx="6" ry="3.2"/>'
    '<ellipse class="ff-stump-top" cx="32" cy="-6" rx="5" ry="2.7"/>'
    '<path class="ff-shovel" d="M-9,22L9,-26"/><path class="ff-shovel-grip" d="M5,-28l9,3.4"/>'
    '<path class="ff-shovel-blade" d="M-12.4,16.6l8.2,3q-1.8,11.4 -9,14.6q-3.8,-7 .8,-17.6z"/>'
    f'<polygon class="ff-rim" points="{hexagon(57.8)}"/></g>'
)

_BACK = (
    f'<g id="ff-back"><use href="#ff-ground-back"/><polygon class="ff-rim" points="{hexagon(52)}"/>'
    '<use href="#ff-flame" transform="translate(0 20) scale(1.5)"/></g>'
)
