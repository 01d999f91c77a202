"""The drawing of a match of Feuer & Wasser. The frame of the board begins at (0, 0); the cards are left of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from funkenflug.core.drawing import Assembly, Drawing, Fragment, Part, Preview, points
from funkenflug.core.view import Event
from funkenflug.games.base import hook
from funkenflug.games.feuer_wasser.rules.view import (
    Domino,
    DominoLaid,
    ElementalPlaced,
    ElementalTamed,
    FeuerWasserView,
    LeaderPlaced,
    StoneLaid,
)
from funkenflug.games.feuer_wasser.show.cards import MARGIN, box, table
from funkenflug.games.feuer_wasser.show.symbols import CELL, crown, halves, leader, ring, signed, symbols, use
from funkenflug.games.pieces import shape, stylesheet

_STYLE: Final = ("games/board.css", "games/feuer_wasser/show/drawing.css")

_COORDINATES: Final = 30
"""Width of the frame on the sides with letters and numbers."""
_RAIL: Final = 14
"""Width of the frame on the other sides."""
_CORNERS: Final = points(*((x * CELL / 2, y * CELL / 2) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))))


@hook
def draw(
    view: FeuerWasserView,
    *,
    preview: Preview | None = None,
    influence: str | None = None,
    cards: bool = True,
    all_hints: bool = False,
) -> Drawing:
    """Draw a match: the board and, with `cards`, what each seat has beside it.

    A viewer with a seat sees their own open tiles enlarged below the board. `preview` adds the effect of a move.
    `influence` names a cell to show the influence of every seat on. The cells that the viewer could take are marked;
    for a spectator those of the seat to move, and with `all_hints` those of every seat, for a page to show one's.
    """
    rows = len(view.board)
    frame = _frame_size(view.board)
    colours = tuple(led[0] for led in view.colours)
    parts = [_board(view.board), *_pieces(view, colours, rows)]
    for seat in range(view.players) if all_hints else (view.to_move if view.seat is None else view.seat,):
        parts.extend(_hints(view, seat, rows))
    if preview is not None:
        parts.extend(_considered(view, preview, colours, rows))
    if influence is not None:
        if f"cell-{influence}" not in parts[0].fragments:
            raise ValueError(f"there is no cell {influence!r} on this board")
        parts.append(Part({"crest": _crest(influence, view.board, colours, _influence_on(influence, view))}))
    if cards:
        parts.extend(table(view, preview, colours, frame))
    return Drawing(
        title=_title(view),
        box=box(frame, view.players, seated=view.seat is not None) if cards else (-MARGIN, -MARGIN, *_framed(frame)),
        fragments=Assembly(parts),
        symbols=symbols(),
        style=stylesheet(*_STYLE),
        cell=_CORNERS,
    )


@hook
def territory(view: FeuerWasserView, seat: int) -> dict[str, Fragment]:
    """Ring the cells with stones of a seat, and thinner those where it has the most influence."""
    rows, colour = len(view.board), view.colours[seat][0]
    taken = {*(stone.cell for stone in view.stones), *view.elementals}
    claimed = [stone.cell for stone in view.stones if stone.seat == seat]
    led = [known.cell for known in view.influence if known.cell not in taken and known.strongest == seat]
    pairs = (*((cell, "claimed") for cell in claimed), *((cell, "led") for cell in led))
    return dict(Assembly(_controlled(cell, rows, colour, kind) for cell, kind in pairs))


@lru_cache(maxsize=2048)
def _controlled(cell: str, rows: int, colour: str, kind: str) -> Part:
    x, y = _centre(cell, rows)
    reach = CELL // 2 - 5
    ring = f'x="{-reach}" y="{-reach}" width="{2 * reach}" height="{2 * reach}" rx="12"'
    shape = f'<g class="fw-{kind} {colour}"><rect class="fw-ring-casing" {ring}/><rect class="fw-ring" {ring}/></g>'
    return Part({f"{kind}-{cell}": Fragment(shape, x, y, cell)})


def _title(view: FeuerWasserView) -> str:
    scores = view.scores or ("",) * view.players
    return "Feuer & Wasser: " + ", ".join(
        f"{name} {score}".strip() for name, score in zip(view.names, scores, strict=True)
    )


# Places


def _frame_size(board: tuple[str, ...]) -> tuple[int, int]:
    sides = _COORDINATES + _RAIL
    return CELL * len(board[0]) + sides, CELL * len(board) + sides


@lru_cache(maxsize=2048)
def _centre(cell: str, rows: int) -> tuple[int, int]:
    column, row = ord(cell[0]) - ord("a"), int(cell[1:])
    return _COORDINATES + CELL * column + CELL // 2, _RAIL + CELL * (rows - row) + CELL // 2


def _framed(frame: tuple[int, int]) -> tuple[int, int]:
    width, height = frame
    return width + 2 * MARGIN, height + 2 * MARGIN


def _element(cell: str, board: tuple[str, ...]) -> str:
    return board[-int(cell[1:])][ord(cell[0]) - ord("a")]


# The board


@lru_cache(maxsize=64)
def _board(board: tuple[str, ...]) -> Part:
    """Return the frame and the cells, without pieces."""
    return Part({"frame": _frame(board), **_cells(board)})


def _frame(board: tuple[str, ...]) -> Fragment:
    columns, rows = len(board[0]), len(board)
    width, height = _frame_size(board)
    letters = "".join(
        f'<text class="numeral fw-coordinate" x="{_COORDINATES + CELL * column + CELL // 2}" y="{height - 10}">'
        f"{chr(ord('a') + column)}</text>"
        for column in range(columns)
    )
    numbers = "".join(
        f'<text class="numeral fw-coordinate" x="15" y="{_centre(f"a{row}", rows)[1] + 5.5:g}">{row}</text>'
        for row in range(1, rows + 1)
    )
    return Fragment(
        f'<g class="fw-over"><rect class="fw-shade" y="5" width="{width}" height="{height}" rx="12"/>'
        f'<rect class="fw-frame" width="{width}" height="{height}" rx="12"/>'
        f'<rect class="fw-gap" x="{_COORDINATES - 3}" y="{_RAIL - 3}" '
        f'width="{CELL * columns + 6}" height="{CELL * rows + 6}" rx="4"/>{letters}{numbers}</g>'
    )


def _cells(board: tuple[str, ...]) -> dict[str, Fragment]:
    rows = len(board)
    names = {"F": "fire", "W": "water"}
    cells = {
        f"{chr(ord('a') + column)}{rows - line}": names[element]
        for line, elements in enumerate(board)
        for column, element in enumerate(elements)
    }
    return {f"cell-{cell}": Fragment(use(cells[cell]), *_centre(cell, rows), cell) for cell in cells}


def _pieces(view: FeuerWasserView, colours: tuple[str, ...], rows: int) -> Iterator[Part]:
    """Yield the pieces on the board, bottom first."""
    covered = {stone.cell for stone in view.stones}
    for domino in view.dominoes:
        open_halves = domino.fire_cell not in covered, domino.water_cell not in covered
        yield _domino(domino, colours[domino.seat], rows, *open_halves)
    for cell in view.elementals:
        yield _elemental(cell, rows)
    for placed in view.leaders:
        yield _leader(colours[placed.seat], placed.cell, rows, placed.lost)
    standing = {*view.elementals, *(placed.cell for placed in view.leaders)}
    for stone in view.stones:
        yield _stones(colours[stone.seat], stone.cell, rows, stone.count, stone.cell in standing)
    if view.moves:
        yield _last_move(view.moves[-1], rows)


@lru_cache(maxsize=8192)
def _domino(domino: Domino, colour: str, rows: int, fire_open: bool, water_open: bool) -> Part:
    fire, water = _centre(domino.fire_cell, rows), _centre(domino.water_cell, rows)
    x, y = (fire[0] + water[0]) / 2, (fire[1] + water[1]) / 2
    shown = domino.fire if fire_open else None, domino.water if water_open else None
    numbers = halves(colour, *shown, fire[0] - x, fire[1] - y)
    plate = use(f"plate-{_direction(fire, water)}")
    shape = f'<g class="fw-over {colour}">{plate}{numbers}{use(f"rivet-{colour}")}</g>'
    return Part({f"domino-{domino.fire_cell}-{domino.water_cell}": Fragment(shape, x, y)})


def _direction(fire: tuple[int, int], water: tuple[int, int]) -> str:
    return "across" if fire[1] == water[1] else "upright"


@lru_cache(maxsize=512)
def _elemental(cell: str, rows: int) -> Part:
    x, y = _centre(cell, rows)
    shape = '<g class="fw-over"><use href="#fw-elemental" transform="scale(.95)"/></g>'
    return Part({f"elemental-{cell}": Fragment(shape, x - 1, y)})


@lru_cache(maxsize=2048)
def _leader(colour: str, cell: str, rows: int, lost: bool) -> Part:
    x, y = _centre(cell, rows)
    state = " fw-lost" if lost else ""
    return Part(
        {f"leader-{colour}": Fragment(f'<g class="fw-over {colour}{state}">{leader(colour, lost=lost)}</g>', x, y)}
    )


@lru_cache(maxsize=4096)
def _stones(colour: str, cell: str, rows: int, count: int, at_feet: bool) -> Part:
    x, y = _centre(cell, rows)
    stones = _stones_here(f"stone-{colour}", count, at_feet)
    return Part({f"stone-{cell}": Fragment(f'<g class="fw-over {colour}">{stones}</g>', x, y)})


def _stones_here(symbol: str, count: int, at_feet: bool) -> str:
    if not at_feet:
        return use(symbol)
    return "".join(f'<use href="#fw-{symbol}" transform="translate({x} 26) scale(.5)"/>' for x in (26, -26)[:count])


@lru_cache(maxsize=2048)
def _last_move(move: str, rows: int) -> Part:
    """Return brackets around the cells at the end of a move, if it names any."""
    cells = [_centre(word, rows) for word in move.split()[1:] if word[0].isalpha()]
    if not cells:
        return Part({})
    reach = CELL // 2 - 3
    first_x, first_y = min(x for x, _ in cells), min(y for _, y in cells)
    left, right = -reach, max(x for x, _ in cells) - first_x + reach
    top, bottom = -reach, max(y for _, y in cells) - first_y + reach
    brackets = "".join(
        f"M{x},{y + 15 * down}V{y}H{x + 15 * inward}"
        for x, inward in ((left, 1), (right, -1))
        for y, down in ((top, 1), (bottom, -1))
    )
    lines = f'<path class="fw-last-casing" d="{brackets}"/><path class="fw-last" d="{brackets}"/>'
    return Part({"last-move": Fragment(f'<g class="fw-over">{lines}</g>', first_x, first_y)})


# Hints and choices


def _hints(view: FeuerWasserView, seat: int | None, rows: int) -> Iterator[Part]:
    """Yield the cells that a seat could take."""
    if seat is None or view.to_move is None:
        return
    tiled = {cell for domino in view.dominoes for cell in (domino.fire_cell, domino.water_cell)}
    led = {placed.cell for placed in view.leaders}
    for cell in view.takeable[seat]:
        yield _hint(seat, cell, rows, "half" if cell in tiled else "piece" if cell in led else "open")
    for cell in view.tameable[seat]:
        yield _hint(seat, cell, rows, "piece")


@lru_cache(maxsize=2048)
def _hint(seat: int, cell: str, rows: int, kind: str) -> Part:
    x, y = _centre(cell, rows)
    return Part(
        {f"take-{seat}-{cell}": Fragment(f'<use class="fw-over of-seat-{seat}" href="#fw-take-{kind}"/>', x, y)}
    )


def _considered(view: FeuerWasserView, preview: Preview, colours: tuple[str, ...], rows: int) -> Iterator[Part]:
    """Yield what the move would add to the board, and how it would change influence."""
    for event in preview.events:
        yield from _ghost(event, colours[event.seat], rows)
    assert isinstance(preview.after, FeuerWasserView)
    yield from _shifts(view, preview.after, colours, rows)


def _ghost(event: Event, colour: str, rows: int) -> Iterator[Part]:
    match event:
        case DominoLaid():
            yield _ghost_domino(event, colour, rows)
        case LeaderPlaced():
            body = f'<use href="#fw-ghost-leader-{colour}"/><g class="fw-ghost-spirit">{crown()}</g>'
            yield _ghost_piece(f"ghost-leader-{colour}", event.cell, rows, colour, body)
        case StoneLaid():
            stones = _stones_here(f"ghost-stone-{colour}", event.count, at_feet=event.leader)
            yield _ghost_piece(f"ghost-stone-{event.cell}", event.cell, rows, colour, stones)
        case ElementalTamed():
            stones = _stones_here(f"ghost-stone-{colour}", event.count, at_feet=True)
            yield _ghost_piece(f"ghost-stone-{event.cell}", event.cell, rows, colour, stones)
        case ElementalPlaced():
            spirit = (
                '<use class="fw-ghost-spirit" href="#fw-elemental" transform="scale(.95)"/><use href="#fw-take-piece"/>'
            )
            yield _ghost_piece(f"ghost-elemental-{event.cell}", event.cell, rows, colour, spirit)


def _ghost_domino(laid: DominoLaid, colour: str, rows: int) -> Part:
    fire, water = _centre(laid.fire_cell, rows), _centre(laid.water_cell, rows)
    x, y = (fire[0] + water[0]) / 2, (fire[1] + water[1]) / 2
    name = f"ghost-domino-{laid.fire_cell}-{laid.water_cell}"
    numbers = halves(colour, laid.fire, laid.water, fire[0] - x, fire[1] - y)
    wide, high = (2 * CELL - 6, CELL - 6) if fire[1] == water[1] else (CELL - 6, 2 * CELL - 6)
    shape = (
        f'<g class="fw-over {colour}">{ring(wide, high, 13)}<use href="#fw-ghost-plate-{_direction(fire, water)}"/>'
        f'<g class="fw-ghost-half">{numbers}{use(f"rivet-{colour}")}</g></g>'
    )
    return Part({name: Fragment(shape, x, y)})


def _ghost_piece(name: str, cell: str, rows: int, colour: str, body: str) -> Part:
    x, y = _centre(cell, rows)
    return Part({name: Fragment(f'<g class="fw-over {colour}">{body}</g>', x, y)})


def _shifts(before: FeuerWasserView, after: FeuerWasserView, colours: tuple[str, ...], rows: int) -> Iterator[Part]:
    nothing = (0,) * before.players
    was = {there.cell: there.by_seat for there in before.influence}
    becomes = {there.cell: there.by_seat for there in after.influence}
    for cell in sorted(was.keys() | becomes.keys()):
        old, new = was.get(cell, nothing), becomes.get(cell, nothing)
        if old != new:
            yield _shift(cell, rows, colours, tuple(n - o for o, n in zip(old, new, strict=True)))


@lru_cache(maxsize=1024)
def _shift(cell: str, rows: int, colours: tuple[str, ...], changes: tuple[int, ...]) -> Part:
    x, y = _centre(cell, rows)
    changed = [(colour, change) for colour, change in zip(colours, changes, strict=True) if change]
    chips = "".join(
        f'<g transform="translate(0 {25 * line})"><rect class="fw-chip" x="-24" y="-11.5" width="48" height="23" '
        f'rx="11.5"/>{shape(colour, -12, 0, 11, "fw-own")}'
        f'<text class="numeral fw-shift" x="7" y="6">{signed(change)}</text></g>'
        for line, (colour, change) in enumerate(changed)
    )
    return Part({f"shift-{cell}": Fragment(f'<g class="fw-over">{chips}</g>', x + 19, y - 31)})


# The crest


class _Field(NamedTuple):
    """The part of a crest that belongs to a seat."""

    left: float
    top: float
    width: float
    height: float
    mark: tuple[float, float]
    number: tuple[float, float]


_CRESTS: Final = {
    2: (_Field(-33, -25, 33, 60, (-17, -10), (-16, 18)), _Field(0, -25, 33, 60, (17, -10), (16, 18))),
    3: tuple(_Field(25 * side - 12.5, -34, 25, 72, (24.5 * side, -13), (24 * side, 13)) for side in (-1, 0, 1)),
    4: (
        _Field(-37, -34, 37, 35, (-28.5, -16), (-12.5, -9)),
        _Field(0, -34, 37, 35, (9, -16), (24.5, -9)),
        _Field(-37, 1, 37, 40, (-27, 11), (-11.5, 19)),
        _Field(0, 1, 37, 40, (8.5, 11), (23.5, 19)),
    ),
}
"""Parted per pale for two seats, tierced for three, quartered for four."""


def _influence_on(cell: str, view: FeuerWasserView) -> tuple[int, ...]:
    there = (influence.by_seat for influence in view.influence if influence.cell == cell)
    return next(there, (0,) * view.players)


@lru_cache(maxsize=1024)
def _crest(cell: str, board: tuple[str, ...], colours: tuple[str, ...], powers: tuple[int, ...]) -> Fragment:
    x, y = _centre(cell, len(board))
    fields = _CRESTS[len(powers)]
    few = len(powers) == 2
    shield = "shield" if few else "wide-shield"
    grounds = "".join(
        f'<rect class="fw-own {colour}" x="{field.left:g}" y="{field.top:g}" width="{field.width:g}" '
        f'height="{field.height:g}"/>'
        for field, colour in zip(fields, colours, strict=True)
    )
    numbers = "".join(map(_power, fields, colours, powers))
    shape = (
        f'<g class="fw-over{"" if few else " fw-many"}">{ring(81, 81, 6)}'
        f'<use href="#fw-{shield}-shade"/><g clip-path="url(#fw-{shield}-clip)">{grounds}'
        f'<path class="fw-crest-seam" d="{_seams(fields)}"/></g><use href="#fw-{shield}-rim"/>{numbers}'
        f"{use(f'badge-{_element(cell, board)}', 0, -27 if few else -34)}</g>"
    )
    return Fragment(shape, x, y)


def _seams(fields: tuple[_Field, ...]) -> str:
    """Return lines along the left and upper edges of all cells; the rim covers the outer ones."""
    return "".join(f"M{f.left:g},{f.top + f.height:g}V{f.top:g}H{f.left + f.width:g}" for f in fields)


def _power(field: _Field, colour: str, power: int) -> str:
    x, y = field.number
    long = " fw-long" if power > 9 else ""
    return (
        f'{shape(colour, *field.mark, 10, "fw-mark")}<text class="numeral fw-power {colour}{long}" x="{x:g}" y="{y:g}">'
        f"{power}</text>"
    )
