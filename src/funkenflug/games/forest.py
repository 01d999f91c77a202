"""Drawings of hexagonal forests: the geometry of cells, tiles, regions and their labels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from math import cos, inf, radians, sin, sqrt
from typing import Final, NamedTuple

from funkenflug.core.drawing import Fragment, Part, coordinate, points
from funkenflug.core.view import Hex, View
from funkenflug.games import hexes
from funkenflug.games.hexes import cell_name, cell_text
from funkenflug.games.pieces import emblem
from funkenflug.games.scenery import RADIUS, WOODS, hexagon

Point = tuple[float, float]
Box = tuple[float, float, float, float]

COLUMN: Final = 1.5 * RADIUS
ROW: Final = sqrt(3) * RADIUS
APOTHEM: Final = ROW / 2

DIRECTIONS: Final[tuple[Hex, ...]] = hexes.DIRECTIONS[2:] + hexes.DIRECTIONS[:2]
"""The six edges of a cell, clockwise from the lower right: at 30, 90 ... 330 degrees."""

SLOTS: Final[dict[int, tuple[Point, ...]]] = {
    0: (),
    1: ((0, 28),),
    2: ((-14, 30), (14, 30)),
    3: ((-24, 28), (0, 33), (24, 28)),
}
"""By number of spaces: where pieces stand on the tile."""

ORIGIN: Final[Hex] = (0, 0)

MARGIN: Final = 26
LEAST_SIDE: Final = 7.6 * RADIUS
"""The smallest view, so that a single tile does not fill the screen."""


@cache
def centre(cell: Hex) -> Point:
    """Return the centre of a cell on the screen."""
    q, r = cell
    return COLUMN * q, ROW * (r + q / 2)


def cell_at(x: float, y: float) -> Hex:
    """Return the cell at a point of the screen."""
    q = x / COLUMN
    r = y / ROW - q / 2
    nearest_q, nearest_r, nearest_s = round(q), round(r), round(-q - r)
    off_q, off_r, off_s = abs(nearest_q - q), abs(nearest_r - r), abs(nearest_s + q + r)
    if off_q > off_r and off_q > off_s:
        nearest_q = -nearest_r - nearest_s
    elif off_r > off_s:
        nearest_r = -nearest_q - nearest_s
    return nearest_q, nearest_r


@cache
def neighbours(cell: Hex) -> tuple[Hex, ...]:
    """Return the neighbours in all directions of `DIRECTIONS`."""
    return tuple(neighbour(cell, direction) for direction in range(6))


def neighbour(cell: Hex, direction: int) -> Hex:
    """Return the neighbour in a direction of `DIRECTIONS`."""
    step_q, step_r = DIRECTIONS[direction]
    return cell[0] + step_q, cell[1] + step_r


def name(kind: str, cell: Hex, *more: object) -> str:
    """Return the id of a fragment on a cell.

    >>> name("tile", (1, -2)), name("crew", (0, 3), "blue", 1)
    ('tile-1--2', 'crew-0-3-blue-1')
    """
    return "-".join(map(str, (kind, *cell, *more)))


def on(cell: Hex, shape: str) -> Fragment:
    """Return a shape on a cell that the page lets players choose."""
    return Fragment(shape, *centre(cell), cell_text(cell))


def title(game: str, view: View) -> str:
    """Return the title of a drawing: the game, and the seats with their points."""
    seats = [f"{who} {points}" for who, points in zip(view.names, view.scores, strict=False)] or view.names
    return f"{game} {', '.join(seats)}"


def slot(cell: Hex, spaces: int, index: int) -> Point:
    """Return the position of a piece on a tile with `spaces` spaces."""
    x, y = centre(cell)
    right, down = SLOTS[spaces][index]
    return x + right, y + down


@cache
def top_down(cell: Hex) -> tuple[float, float]:
    """Return a sort key that draws the cells behind first, so that shadows fall on them."""
    x, y = centre(cell)
    return y, x


@lru_cache(maxsize=4096)
def cell_label(cell: Hex) -> Part:
    """Return the name of a cell, inside its lower edge."""
    x, y = centre(cell)
    return Part({name("name", cell): Fragment(f'<text class="cell-name">{cell_name(cell)}</text>', x, y + APOTHEM - 5)})


class Layers(NamedTuple):
    """The fragments of a tile by layer: the pieces of all tiles lie above all grounds, and the badges above them."""

    depth: Point
    """Its place in the order of `top_down`."""
    ground: Part
    pieces: Part
    badge: Part


@lru_cache(maxsize=16384)
def tile(
    cell: Hex,
    number: int,
    spaces: int,
    taken: int,
    room: int,
    open_edges: tuple[int, ...] = (),
    veiled: bool = False,
) -> Part:
    """Return a tile without its pieces and its badge.

    The first `room` free spaces are dashed ovals; spaces that can no longer be used are faint dots.
    """
    shape = (
        f'<g class="tile number-{number}">'
        f"{land(cell, number)}{_spaces(spaces, taken, room)}{_open(open_edges)}{VEIL if veiled else ''}</g>"
    )
    return Part({name("tile", cell): on(cell, shape)})


def land(cell: Hex, number: int) -> str:
    """Return the ground of a tile with its firs, water and flames."""
    q, r = cell
    wood = (q + 2 * r) % (WOODS // 2) + (WOODS // 2 if (q + r) % 2 else 0)
    return f'<use href="#ff-ground-{number}"/><use href="#ff-wood-{wood}"/><use href="#ff-fire-{number}"/>'


@cache
def _spaces(spaces: int, taken: int, room: int) -> str:
    ovals = []
    for index, (x, y) in enumerate(SLOTS[spaces]):
        if index >= taken + room:
            ovals.append(f'<use href="#ff-closed" x="{x:g}" y="{y:g}"/>')
        elif index >= taken:
            ovals.append(f'<use href="#ff-space" x="{x:g}" y="{y:g}"/>')
    return "".join(ovals)


@cache
def _open(edges: tuple[int, ...]) -> str:
    """Return a light line along the free edges, through which a fire can be extinguished."""
    lines = "".join(f"M{_polar(56.6, 60 * edge + 4)}L{_polar(56.6, 60 * edge + 56)}" for edge in sorted(edges))
    return f'<path class="open" d="{lines}"/>' if edges else ""


def _polar(length: float, angle: float) -> str:
    turn = radians(angle)
    return f"{coordinate(length * cos(turn))},{coordinate(length * sin(turn))}"


VEIL: Final = f'<polygon class="veil" points="{hexagon(60.5)}"/>'


@lru_cache(maxsize=4096)
def badge(cell: Hex, number: int, kind: str = "badge") -> Part:
    """Return the badge with the number of a tile; `kind` lists its classes."""
    return Part({name("badge", cell): on(cell, f'<g class="{kind}">{badge_face(number)}</g>')})


def badge_face(number: int) -> str:
    """Return the pill and numeral of a badge, for a group of class `badge` on a cell."""
    return f'<rect x="-13" y="-53" width="26" height="20.4" rx="10.2"/><text class="numeral" y="-36.6">{number}</text>'


@lru_cache(maxsize=1024)
def spot(cell: Hex, heat: int) -> Part:
    """Return a cell where the next tile may be laid, with its heat."""
    shift = 4 + 6 * len(str(heat))
    shape = (
        f'<g class="spot"><polygon points="{hexagon(57)}"/>'
        f'<use href="#ff-flame" transform="translate({-shift} 9) scale(.62)"/>'
        f'<text class="numeral" x="11" y="8.5">{heat}</text></g>'
    )
    return Part({name("spot", cell): on(cell, shape)})


@lru_cache(maxsize=1024)
def selection(cell: Hex) -> Fragment:
    """Return the ring around the previewed tile."""
    path = contour((ORIGIN,), -1.6)
    return Fragment(f'<g class="ring"><path class="casing" d="{path}"/><path d="{path}"/></g>', *centre(cell))


@lru_cache(maxsize=1024)
def last_ring(cell: Hex) -> Fragment:
    """Return the mark of a tile that the last turn changed."""
    return Fragment(f'<path class="last" d="{contour((ORIGIN,), 4.2)}"/>', *centre(cell))


def moved(cells: Iterable[Hex], start: Hex) -> tuple[Hex, ...]:
    """Return cells as they lie around `start`, for shapes that are the same wherever they start."""
    q, r = start
    return tuple((cell[0] - q, cell[1] - r) for cell in cells)


@lru_cache(maxsize=4096)
def contour(cells: tuple[Hex, ...], inset: float, trim: float = 9) -> str:
    """Return the outline of connected cells as path data, `inset` from their edges, with rounded corners."""
    return "".join(_rounded(_inset(loop, inset), trim) for loop in _loops(frozenset(cells)))


def _loops(cells: frozenset[Hex]) -> list[list[Point]]:
    """Return the outlines of cells, corner by corner, with the cells always on the same side.

    Corners are in units of half a radius and an apothem, so they are integers.
    """
    corners = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
    onward: dict[Hex, Hex] = {}
    for cell in sorted(cells):
        x, y = 3 * cell[0], 2 * cell[1] + cell[0]
        for edge in range(6):
            if neighbour(cell, edge) not in cells:
                (from_x, from_y), (to_x, to_y) = corners[edge], corners[(edge + 1) % 6]
                onward[x + from_x, y + from_y] = (x + to_x, y + to_y)
    loops = []
    while onward:
        start = corner = next(iter(onward))
        loop = []
        while True:
            loop.append((corner[0] * RADIUS / 2, corner[1] * APOTHEM))
            corner = onward.pop(corner)
            if corner == start:
                break
        loops.append(loop)
    return loops


def _inset(loop: list[Point], distance: float) -> list[Point]:
    moved = []
    for index, (x, y) in enumerate(loop):
        before, after = loop[index - 1], loop[(index + 1) % len(loop)]
        first, second = _inward(before, (x, y)), _inward((x, y), after)
        # Corners of a honeycomb turn by 60 degrees one way or the other, so the two normals add up to sqrt(3).
        moved.append((x + (first[0] + second[0]) * distance / 1.5, y + (first[1] + second[1]) * distance / 1.5))
    return moved


def _inward(start: Point, end: Point) -> Point:
    return (start[1] - end[1]) / RADIUS, (end[0] - start[0]) / RADIUS


def _rounded(loop: list[Point], trim: float) -> str:
    """Return the path data of a loop, in relative steps: they repeat from tile to tile, which compresses well."""
    parts = []
    leave = loop[0]
    for index, corner in enumerate(loop):
        enter = _toward(corner, loop[index - 1], trim)
        parts.append(f"l{_step(leave, enter)}" if index else f"M{points(enter)}")
        leave = _toward(corner, loop[(index + 1) % len(loop)], trim)
        parts.append(f"q{_step(enter, corner)} {_step(enter, leave)}")
    return "".join(parts) + "z"


def _toward(start: Point, end: Point, distance: float) -> Point:
    across, down = end[0] - start[0], end[1] - start[1]
    share = distance / sqrt(across * across + down * down)
    return start[0] + share * across, start[1] + share * down


def _step(start: Point, end: Point) -> str:
    """Format a relative step to a hundredth, so that errors do not add up to anything that is seen."""
    return ",".join(f"{round(after - before, 2) + 0.0:g}" for before, after in zip(start, end, strict=True))


@dataclass(frozen=True, slots=True)
class Outline:
    """A region to outline and label."""

    colour: str
    cells: tuple[Hex, ...]
    sum: str
    """Its division, up to the equals sign."""
    points: str
    gain: str
    """What the previewed move adds; empty if there is none."""
    shut_in: bool
    labelled: bool

    @property
    def place(self) -> str:
        """The identity of the region."""
        return name(self.colour, min(self.cells))

    @property
    def wide(self) -> float:
        """The width of the label in the widest of our fonts."""
        gain = 6 + _width(self.gain, 18) if self.gain else 0
        return _LABEL_TEXT + _width(f"{self.sum} ", 16.5) + _width(self.points, 21.8) + gain + 12


LABEL_HEIGHT: Final = 30
_LABEL_TEXT: Final = 30
"""Where the text of a label begins, behind the emblem."""


def _width(text: str, size: float) -> float:
    """Return the width of a text in DejaVu Serif; bold is as wide as a size larger by 9%."""
    return size * sum(0.32 if sign == " " else 0.64 if sign.isdigit() else 0.84 for sign in text)


@lru_cache(maxsize=1024)
def lanes(outlines: tuple[Outline, ...]) -> tuple[int, ...]:
    """Return a lane for each outline, from the edge inwards, so that regions sharing a tile run side by side."""
    chosen: list[int] = []
    for index, outline in enumerate(outlines):
        cells = set(outline.cells)
        taken = {chosen[other] for other in range(index) if cells.intersection(outlines[other].cells)}
        chosen.append(next(lane for lane in range(len(outlines)) if lane not in taken))
    return tuple(chosen)


@lru_cache(maxsize=4096)
def outline_part(outline: Outline, lane: int) -> Part:
    """Return the outline of a region in its colour; dotted if the region is enclosed."""
    start = min(outline.cells)
    path = contour(moved(outline.cells, start), 4.4 + 6.4 * lane)
    kind = "region shut-in" if outline.shut_in else "region"
    shape = (
        f'<g class="{kind} {outline.colour}">'
        f'<path class="region-shade" d="{path}"/><path class="region-casing" d="{path}"/>'
        f'<path class="region-line" d="{path}"/></g>'
    )
    return Part({f"region-{outline.place}": Fragment(shape, *centre(start))})


@lru_cache(maxsize=4096)
def label_part(outline: Outline, place: Point) -> Part:
    """Return the label of a region around a place: emblem, division and points."""
    wide = outline.wide
    left = -wide / 2
    gain = f'<tspan class="gain" dx="6">{outline.gain}</tspan>' if outline.gain else ""
    shape = (
        f'<g class="label">'
        f'<rect class="pill" x="{coordinate(left)}" y="{coordinate(-LABEL_HEIGHT / 2)}" width="{coordinate(wide)}" '
        f'height="{LABEL_HEIGHT}" rx="{LABEL_HEIGHT / 2:g}"/>{emblem(outline.colour, left + 18, 0, 12.5)}'
        f'<text x="{coordinate((_LABEL_TEXT - 12) / 2)}" y="5.6">{outline.sum} '
        f'<tspan class="points">{outline.points}</tspan>{gain}</text></g>'
    )
    return Part({f"label-{outline.place}": Fragment(shape, *place)})


@lru_cache(maxsize=512)
def label_places(outlines: tuple[Outline, ...], forest: frozenset[Hex]) -> tuple[Point, ...]:
    """Place the labels beside a free edge of their region, without overlaps if possible."""
    places: list[Point] = []
    taken: list[Box] = []
    for outline in outlines:
        candidates = _label_candidates(outline, forest)
        best = inf, 0
        # the nearest first: most of the others are too far away to be better, whatever is around them
        for number in sorted(range(len(candidates)), key=lambda number: candidates[number][2]):
            x, y, distance = candidates[number]
            if (distance, number) > best:
                continue
            box = _around(x, y, outline.wide)
            crowding = distance + _overlap(box, taken) / 4
            if (crowding, number) < best:
                best = min(best, (crowding + 14 * _covered(box, forest), number))
        x, y, _ = candidates[best[1]]
        place = x, y
        places.append(place)
        taken.append(_around(*place, outline.wide))
    return tuple(places)


def _label_candidates(outline: Outline, forest: frozenset[Hex]) -> list[tuple[float, float, float]]:
    """Return candidate centres of a label, each with its distance from the region."""
    found = []
    for cell in outline.cells:
        x, y = centre(cell)
        for edge in range(6):
            if neighbour(cell, edge) in forest:
                continue
            turn = radians(60 * edge + 30)
            reach = APOTHEM + abs(cos(turn)) * outline.wide / 2 + abs(sin(turn)) * LABEL_HEIGHT / 2
            for gap in (-3, 6, 18, 34, 56, 90):
                found.append((x + (reach + gap) * cos(turn), y + (reach + gap) * sin(turn), abs(gap - 6.0)))
    return found or [(*_below_flames(cell), 0.0) for cell in outline.cells]


def _below_flames(cell: Hex) -> Point:
    x, y = centre(cell)
    return x, y - 8


def _overlap(box: Box, taken: list[Box]) -> float:
    """Return the area of a label that others cover, or nearly."""
    left, top, right, bottom = box
    return sum(
        max(0.0, min(right, other[2]) - max(left, other[0]) + 6)
        * max(0.0, min(bottom, other[3]) - max(top, other[1]) + 6)
        for other in taken
    )


def _covered(box: Box, forest: frozenset[Hex]) -> int:
    """Return how many of 21 points of a label are on tiles."""
    left, top, right, bottom = box
    return sum(
        cell_at(left + (right - left) * column / 6, top + (bottom - top) * row / 2) in forest
        for column in range(7)
        for row in range(3)
    )


def _around(x: float, y: float, wide: float) -> Box:
    return x - wide / 2, y - LABEL_HEIGHT / 2, x + wide / 2, y + LABEL_HEIGHT / 2


def bounds(cells: Iterable[Hex], boxes: Iterable[Box] = (), margin: float = MARGIN) -> Box:
    """Return the view box that shows these cells and boxes with a margin."""
    across, down = zip(*map(centre, cells), strict=True)
    forest = min(across) - RADIUS, min(down) - APOTHEM, max(across) + RADIUS, max(down) + APOTHEM
    lefts, tops, rights, bottoms = zip(forest, *boxes, strict=True)
    left, top = min(lefts) - margin, min(tops) - margin
    width, height = max(rights) + margin - left, max(bottoms) + margin - top
    left -= max(0.0, LEAST_SIDE - width) / 2
    top -= max(0.0, LEAST_SIDE - height) / 2
    return round(left, 1), round(top, 1), round(max(width, LEAST_SIDE), 1), round(max(height, LEAST_SIDE), 1)


def label_boxes(outlines: tuple[Outline, ...], places: tuple[Point, ...]) -> list[Box]:
    """Return the boxes of the labels."""
    return [_around(x, y, outline.wide) for outline, (x, y) in zip(outlines, places, strict=True)]
