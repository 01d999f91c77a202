"""The board of Feuer & Wasser as a picture. The frame of the board begins at (0, 0); the cards stand left of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from typing import Final, NamedTuple
from unicodedata import east_asian_width

from funkenflug.drawing import Drawing, Preview
from funkenflug.drawing.pieces import emblem, shape, stylesheet
from funkenflug.games.feuer_wasser.symbols import CELL, symbols
from funkenflug.games.feuer_wasser.view import (
    Domino,
    DominoLaid,
    ElementalPlaced,
    ElementalTamed,
    FeuerWasserView,
    LeaderPlaced,
    StoneLaid,
)
from funkenflug.view import Event

Fragment = tuple[str, str]
"""An id and the element that bears it."""

_STYLE: Final = ("drawing/board.css", "games/feuer_wasser/drawing.css")

_COORDINATES: Final = 30
"""How wide the frame is where the letters and numbers stand."""
_RAIL: Final = 14
"""How wide it is elsewhere."""

_MARGIN: Final = 20
_CARD_WIDTH: Final = 226
_CARD_LEFT: Final = -24 - _CARD_WIDTH
_CARD_GAP: Final = 12
_TILE_ROW: Final = 44
_TRAY_HEIGHT: Final = 124
_OPEN_TILES: Final = 3
_STONES_IN_A_ROW: Final = 10
_DOMINO: Final = (162, 74)


def draw(view: FeuerWasserView, *, preview: Preview | None = None, influence: str | None = None) -> Drawing:
    """Return the picture of a match: the board, and beside it a card for each seat.

    Whoever has a seat sees the own open tiles large beneath the board. `preview` adds what a move would do,
    `influence` names a cell that shows how much of it every seat has there.
    """
    columns, rows = len(view.board[0]), len(view.board)
    colours = tuple(led[0] for led in view.colours)
    fragments = {"frame": _frame(columns, rows)}
    fragments.update(_cells(view.board))
    fragments.update(_pieces(view, colours, rows))
    fragments.update(_hints(view, rows))
    if preview is not None:
        fragments.update(_considered(view, preview, colours, rows))
    if influence is not None:
        if f"cell-{influence}" not in fragments:
            raise ValueError(f"there is no cell {influence!r} on this board")
        fragments["crest"] = _crest(influence, view.board, colours, _influence_on(influence, view))
    fragments.update(_table(view, preview, colours))
    return Drawing(
        title=_title(view),
        box=_box(columns, rows, view.players, view.seat is not None),
        fragments=fragments,
        symbols=symbols(),
        style=stylesheet(*_STYLE),
    )


def _title(view: FeuerWasserView) -> str:
    scores = view.scores or ("",) * view.players
    return "Feuer & Wasser: " + ", ".join(
        f"{name} {score}".strip() for name, score in zip(view.names, scores, strict=True)
    )


# Places


def _frame_size(columns: int, rows: int) -> tuple[int, int]:
    sides = _COORDINATES + _RAIL
    return CELL * columns + sides, CELL * rows + sides


def _box(columns: int, rows: int, players: int, seated: bool) -> tuple[float, float, float, float]:
    width, height = _frame_size(columns, rows)
    if seated:
        height += _CARD_GAP + _TRAY_HEIGHT
    cards = players * (_card_height(with_tiles=True) + _CARD_GAP) - _CARD_GAP - (_TILE_ROW if seated else 0)
    height = max(height, cards)
    left = _CARD_LEFT - _MARGIN
    return left, -_MARGIN, width + _MARGIN - left, height + 2 * _MARGIN


@lru_cache(maxsize=2048)
def _centre(cell: str, rows: int) -> tuple[int, int]:
    column, row = ord(cell[0]) - ord("a"), int(cell[1:])
    return _COORDINATES + CELL * column + CELL // 2, _RAIL + CELL * (rows - row) + CELL // 2


def _element(cell: str, board: tuple[str, ...]) -> str:
    return board[-int(cell[1:])][ord(cell[0]) - ord("a")]


def _use(symbol: str, x: float, y: float) -> str:
    return f'<use href="#fw-{symbol}" x="{x:g}" y="{y:g}"/>'


# The board


@lru_cache(maxsize=64)
def _frame(columns: int, rows: int) -> str:
    width, height = _frame_size(columns, rows)
    letters = "".join(
        f'<text class="numeral fw-coordinate" x="{_COORDINATES + CELL * column + CELL // 2}" y="{height - 10}">'
        f"{chr(ord('a') + column)}</text>"
        for column in range(columns)
    )
    numbers = "".join(
        f'<text class="numeral fw-coordinate" x="15" y="{_centre(f"a{row}", rows)[1] + 5.5:g}">{row}</text>'
        for row in range(1, rows + 1)
    )
    return (
        f'<g id="frame" class="fw-over"><rect class="fw-shade" y="5" width="{width}" height="{height}" rx="12"/>'
        f'<rect class="fw-frame" width="{width}" height="{height}" rx="12"/>'
        f'<rect class="fw-gap" x="{_COORDINATES - 3}" y="{_RAIL - 3}" '
        f'width="{CELL * columns + 6}" height="{CELL * rows + 6}" rx="4"/>{letters}{numbers}</g>'
    )


@lru_cache(maxsize=64)
def _cells(board: tuple[str, ...]) -> tuple[Fragment, ...]:
    rows = len(board)
    names = {"F": "fire", "W": "water"}
    return tuple(
        _cell(f"{chr(ord('a') + column)}{rows - line}", names[element], rows)
        for line, elements in enumerate(board)
        for column, element in enumerate(elements)
    )


def _cell(cell: str, element: str, rows: int) -> Fragment:
    x, y = _centre(cell, rows)
    return f"cell-{cell}", f'<use id="cell-{cell}" data-cell="{cell}" href="#fw-{element}" x="{x}" y="{y}"/>'


def _pieces(view: FeuerWasserView, colours: tuple[str, ...], rows: int) -> Iterator[Fragment]:
    """Yield what lies on the board, from the bottom up."""
    covered = {stone.cell for stone in view.stones}
    for domino in view.dominoes:
        halves = domino.fire_cell not in covered, domino.water_cell not in covered
        yield _domino(domino, colours[domino.seat], rows, *halves)
    for cell in view.elementals:
        yield _elemental(cell, rows)
    for leader in view.leaders:
        yield _leader(colours[leader.seat], leader.cell, rows, leader.lost)
    standing = {*view.elementals, *(leader.cell for leader in view.leaders)}
    for stone in view.stones:
        yield _stones(colours[stone.seat], stone.cell, rows, stone.count, stone.cell in standing)
    if view.moves and (last := _last_move(view.moves[-1], rows)):
        yield "last-move", last


@lru_cache(maxsize=8192)
def _domino(domino: Domino, colour: str, rows: int, fire_open: bool, water_open: bool) -> Fragment:
    name = f"domino-{domino.fire_cell}-{domino.water_cell}"
    fire, water = _centre(domino.fire_cell, rows), _centre(domino.water_cell, rows)
    x, y = (fire[0] + water[0]) / 2, (fire[1] + water[1]) / 2
    shown = domino.fire if fire_open else None, domino.water if water_open else None
    halves = _halves(colour, *shown, fire[0] - x, fire[1] - y)
    plate = _use(f"plate-{_direction(fire, water)}", 0, 0)
    return name, (
        f'<g id="{name}" class="fw-over {colour}" transform="translate({x:g} {y:g})">'
        f"{plate}{halves}{_use(f'rivet-{colour}', 0, 0)}</g>"
    )


def _direction(fire: tuple[int, int], water: tuple[int, int]) -> str:
    return "across" if fire[1] == water[1] else "upright"


def _halves(colour: str, fire: int | None, water: int | None, x: float, y: float) -> str:
    """Return the numbers of a tile around its seam: fire at (x, y), water opposite; none where a stone lies."""
    return "".join(
        _use(f"{element}-{colour}", side * x, side * y) + f'<text class="numeral fw-on-{element}" x="{side * x:g}" '
        f'y="{side * y + (15 if colour == "yellow" else 11.5):g}">{number}</text>'
        for element, number, side in (("fire", fire, 1), ("water", water, -1))
        if number is not None
    )


@lru_cache(maxsize=512)
def _elemental(cell: str, rows: int) -> Fragment:
    x, y = _centre(cell, rows)
    return f"elemental-{cell}", (
        f'<g id="elemental-{cell}" class="fw-over" transform="translate({x - 1} {y}) scale(.95)">'
        f'<use href="#fw-elemental"/></g>'
    )


@lru_cache(maxsize=2048)
def _leader(colour: str, cell: str, rows: int, lost: bool) -> Fragment:
    x, y = _centre(cell, rows)
    state = " fw-lost" if lost else ""
    return f"leader-{colour}", (
        f'<g id="leader-{colour}" class="fw-over {colour}{state}" transform="translate({x} {y})">'
        f"{_use(f'leader-{colour}', 0, 0)}{_crown(lost)}</g>"
    )


def _crown(lost: bool) -> str:
    """Return a leader's crown: on the head, or slipped from it."""
    place = "translate(9 -7) rotate(28)" if lost else "translate(0 -9)"
    return f'<use href="#fw-crown" transform="{place}"/>'


@lru_cache(maxsize=4096)
def _stones(colour: str, cell: str, rows: int, count: int, at_feet: bool) -> Fragment:
    x, y = _centre(cell, rows)
    return f"stone-{cell}", (
        f'<g id="stone-{cell}" class="fw-over {colour}" transform="translate({x} {y})">'
        f"{_stones_here(f'stone-{colour}', count, at_feet)}</g>"
    )


def _stones_here(symbol: str, count: int, at_feet: bool) -> str:
    if not at_feet:
        return _use(symbol, 0, 0)
    return "".join(f'<use href="#fw-{symbol}" transform="translate({x} 26) scale(.5)"/>' for x in (26, -26)[:count])


@lru_cache(maxsize=2048)
def _last_move(move: str, rows: int) -> str:
    """Return brackets around the cells that the text of a move ends with; nothing if it names none."""
    cells = [_centre(word, rows) for word in move.split()[1:] if word[0].isalpha()]
    if not cells:
        return ""
    reach = CELL // 2 - 3
    left, right = min(x for x, _ in cells) - reach, max(x for x, _ in cells) + reach
    top, bottom = min(y for _, y in cells) - reach, max(y for _, y in cells) + reach
    brackets = "".join(
        f"M{x},{y + 15 * down}V{y}H{x + 15 * inward}"
        for x, inward in ((left, 1), (right, -1))
        for y, down in ((top, 1), (bottom, -1))
    )
    return (
        f'<g id="last-move" class="fw-over"><path class="fw-last-casing" d="{brackets}"/>'
        f'<path class="fw-last" d="{brackets}"/></g>'
    )


# Hints and choices


def _hints(view: FeuerWasserView, rows: int) -> Iterator[Fragment]:
    """Yield the cells that the viewer, or for a spectator the seat to move, could take."""
    seat = view.to_move if view.seat is None else view.seat
    if seat is None or view.to_move is None:
        return
    halves = {cell for domino in view.dominoes for cell in (domino.fire_cell, domino.water_cell)}
    leaders = {leader.cell for leader in view.leaders}
    for cell in view.takeable[seat]:
        yield _hint(cell, rows, "half" if cell in halves else "piece" if cell in leaders else "open")
    for cell in view.tameable[seat]:
        yield _hint(cell, rows, "piece")


@lru_cache(maxsize=2048)
def _hint(cell: str, rows: int, kind: str) -> Fragment:
    x, y = _centre(cell, rows)
    return f"take-{cell}", f'<use id="take-{cell}" class="fw-over" href="#fw-take-{kind}" x="{x}" y="{y}"/>'


def _considered(view: FeuerWasserView, preview: Preview, colours: tuple[str, ...], rows: int) -> Iterator[Fragment]:
    """Yield what the move would put on the board, and how influence would shift."""
    for event in preview.events:
        yield from _ghost(event, colours[event.seat], rows)
    assert isinstance(preview.after, FeuerWasserView)
    yield from _shifts(view, preview.after, colours, rows)


def _ghost(event: Event, colour: str, rows: int) -> Iterator[Fragment]:
    match event:
        case DominoLaid():
            yield _ghost_domino(event, colour, rows)
        case LeaderPlaced():
            body = f'<use href="#fw-ghost-leader-{colour}"/><g class="fw-ghost-spirit">{_crown(lost=False)}</g>'
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


def _ghost_domino(laid: DominoLaid, colour: str, rows: int) -> Fragment:
    fire, water = _centre(laid.fire_cell, rows), _centre(laid.water_cell, rows)
    x, y = (fire[0] + water[0]) / 2, (fire[1] + water[1]) / 2
    name = f"ghost-domino-{laid.fire_cell}-{laid.water_cell}"
    halves = _halves(colour, laid.fire, laid.water, fire[0] - x, fire[1] - y)
    return name, (
        f'<g id="{name}" class="fw-over {colour}" transform="translate({x:g} {y:g})">'
        f'<use href="#fw-ghost-plate-{_direction(fire, water)}"/>'
        f'<g class="fw-ghost-half">{halves}{_use(f"rivet-{colour}", 0, 0)}</g></g>'
    )


def _ghost_piece(name: str, cell: str, rows: int, colour: str, body: str) -> Fragment:
    x, y = _centre(cell, rows)
    return name, f'<g id="{name}" class="fw-over {colour}" transform="translate({x} {y})">{body}</g>'


def _shifts(before: FeuerWasserView, after: FeuerWasserView, colours: tuple[str, ...], rows: int) -> Iterator[Fragment]:
    nothing = (0,) * before.players
    was = {there.cell: there.by_seat for there in before.influence}
    becomes = {there.cell: there.by_seat for there in after.influence}
    for cell in sorted(was.keys() | becomes.keys()):
        old, new = was.get(cell, nothing), becomes.get(cell, nothing)
        if old != new:
            yield _shift(cell, rows, colours, tuple(n - o for o, n in zip(old, new, strict=True)))


@lru_cache(maxsize=1024)
def _shift(cell: str, rows: int, colours: tuple[str, ...], changes: tuple[int, ...]) -> Fragment:
    x, y = _centre(cell, rows)
    changed = [(colour, change) for colour, change in zip(colours, changes, strict=True) if change]
    chips = "".join(
        f'<g transform="translate(0 {25 * line})"><rect class="fw-chip" x="-24" y="-11.5" width="48" height="23" '
        f'rx="11.5"/>{shape(colour, -12, 0, 11, "fw-own")}'
        f'<text class="numeral fw-shift" x="7" y="6">{_signed(change)}</text></g>'
        for line, (colour, change) in enumerate(changed)
    )
    return f"shift-{cell}", f'<g id="shift-{cell}" class="fw-over" transform="translate({x + 19} {y - 31})">{chips}</g>'


def _signed(change: int) -> str:
    return f"{change:+d}".replace("-", "−")


# The crest


class _Field(NamedTuple):
    """A seat's part of a crest."""

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
        _Field(-37, -34, 37, 35, (-28, -16), (-12.5, -9)),
        _Field(0, -34, 37, 35, (12, -16), (27, -9)),
        _Field(-37, 1, 37, 40, (-26.5, 11), (-11.5, 19)),
        _Field(0, 1, 37, 40, (10.5, 11), (25, 19)),
    ),
}
"""Parted per pale for two seats, tierced for three, quartered for four."""


def _influence_on(cell: str, view: FeuerWasserView) -> tuple[int, ...]:
    there = (influence.by_seat for influence in view.influence if influence.cell == cell)
    return next(there, (0,) * view.players)


@lru_cache(maxsize=1024)
def _crest(cell: str, board: tuple[str, ...], colours: tuple[str, ...], powers: tuple[int, ...]) -> str:
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
    return (
        f'<g id="crest" class="fw-over{"" if few else " fw-many"}" transform="translate({x} {y})">{_ring(82, 82, 6)}'
        f'<use href="#fw-{shield}-shade"/><g clip-path="url(#fw-{shield}-clip)">{grounds}'
        f'<path class="fw-crest-seam" d="{_seams(fields)}"/></g><use href="#fw-{shield}-rim"/>{numbers}'
        f"{_use(f'badge-{_element(cell, board)}', 0, -27 if few else -34)}</g>"
    )


def _seams(fields: tuple[_Field, ...]) -> str:
    """Return the lines along the left and upper edges of all fields; the rim hides the outer ones."""
    return "".join(f"M{f.left:g},{f.top + f.height:g}V{f.top:g}H{f.left + f.width:g}" for f in fields)


def _power(field: _Field, colour: str, power: int) -> str:
    x, y = field.number
    long = " fw-long" if power > 9 else ""
    return (
        f'{shape(colour, *field.mark, 10, "fw-mark")}<text class="numeral fw-power {colour}{long}" x="{x:g}" y="{y:g}">'
        f"{power}</text>"
    )


def _ring(width: float, height: float, radius: float) -> str:
    place = f'x="{-width / 2:g}" y="{-height / 2:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'
    return f'<rect class="fw-selection-casing" {place}/><rect class="fw-selection" {place}/>'


# Cards and open tiles


def _table(view: FeuerWasserView, preview: Preview | None, colours: tuple[str, ...]) -> Iterator[Fragment]:
    """Yield the cards, the open tiles on them and the tray of the viewer."""
    frame = _frame_size(len(view.board[0]), len(view.board))
    chosen = _chosen_tile(preview)
    laid = [0] * view.players
    for stone in view.stones:
        laid[stone.seat] += stone.count
    led = {leader.seat for leader in view.leaders}
    top = 0
    for seat, colour in enumerate(colours):
        tiles = view.open_tiles[seat]
        own = seat == view.seat
        yield (
            f"card-{seat}",
            _card(
                seat,
                colour,
                top,
                view.names[seat],
                view.scores[seat] if view.scores else None,
                view.stones_left[seat],
                laid[seat],
                view.face_down[seat],
                None if own else len(tiles),
                seat not in led,
                seat == view.to_move,
            ),
        )
        if own:
            yield "tray", _tray(*frame, len(tiles))
        places = _tray_places(*frame) if own else _card_places(top)
        for tile, place in zip(tiles, places, strict=False):
            yield _open_tile(seat, colour, tile, *place)
            if chosen == (seat, tile):
                yield "selection", _selection(*place)
        if preview is not None and (gain := _gain(view, preview, seat)):
            baseline = top + _card_height(not own) - 16
            yield (
                f"gain-{seat}",
                (
                    f'<text id="gain-{seat}" class="numeral fw-gain" x="{_CARD_LEFT + 210}" y="{baseline}">'
                    f"{_signed(gain)}</text>"
                ),
            )
        top += _card_height(not own) + _CARD_GAP


def _card_height(with_tiles: bool) -> int:
    return 134 + (_TILE_ROW if with_tiles else 0)


def _gain(view: FeuerWasserView, preview: Preview, seat: int) -> int:
    if not view.scores or not preview.after.scores:
        return 0
    return preview.after.scores[seat] - view.scores[seat]


def _chosen_tile(preview: Preview | None) -> tuple[int, tuple[int, int]] | None:
    events = preview.events if preview else ()
    laid = ((event.seat, (event.fire, event.water)) for event in events if isinstance(event, DominoLaid))
    return next(laid, None)


@lru_cache(maxsize=1024)
def _card(
    seat: int,
    colour: str,
    top: int,
    name: str,
    score: int | None,
    stones_left: int,
    stones_laid: int,
    face_down: int,
    open_tiles: int | None,
    leader_in_hand: bool,
    to_move: bool,
) -> str:
    """Return a seat's card; `open_tiles` is None if they lie in the tray."""
    height = _card_height(open_tiles is not None)
    slots = (
        ""
        if open_tiles is None
        else "".join(_slot(x - _CARD_LEFT, y, scale) for x, y, scale in _card_places(0)[open_tiles:])
    )
    return (
        f'<g id="card-{seat}" class="fw-over {colour}" transform="translate({_CARD_LEFT} {top})">'
        f'<rect class="card{" turn" if to_move else ""}" width="{_CARD_WIDTH}" height="{height}" rx="14"/>'
        f"{emblem(colour, 26, 27, 22)}{_name(name)}{_score(score)}{_pips(colour, stones_left, stones_laid)}{slots}"
        f"{_face_down(colour, face_down, height - 22)}{_leader_in_hand(colour, height - 22) if leader_in_hand else ''}"
        f"</g>"
    )


def _name(name: str) -> str:
    wide = [2 if east_asian_width(letter) in "WF" else 1 for letter in name]
    if sum(wide) > 16:
        kept = next(count for count in range(len(wide), 0, -1) if sum(wide[:count]) <= 15)
        name = name[:kept].rstrip() + "…"
    long = " fw-long" if sum(wide) > 12 else ""
    return f'<text class="fw-name{long}" x="48" y="33">{escape(name)}</text>'


def _score(score: int | None) -> str:
    if score is None:
        return ""
    return f'<text class="numeral fw-score" x="210" y="37">{str(score).replace("-", "−")}</text>'


def _pips(colour: str, left: int, laid: int) -> str:
    return "".join(
        _use(
            f"pip-{colour}" if stone < left else "gone",
            23 + 20 * (stone % _STONES_IN_A_ROW),
            61 + 20 * (stone // _STONES_IN_A_ROW),
        )
        for stone in range(left + laid)
    )


def _face_down(colour: str, count: int, y: int) -> str:
    """Return a small pile of tiles with their backs up, and how many there are."""
    layers = min(count, 3)
    pile = "".join(
        f'<rect class="fw-back" x="{16 + 3 * layer}" y="{y - 7 - 3 * layer}" width="36" height="18" rx="4"/>'
        for layer in range(layers)
    )
    if layers:
        pile += shape(colour, 31 + 3 * layers, y + 5 - 3 * layers, 8, "fw-back-mark")
    else:
        pile = f'<rect class="fw-slot" x="16" y="{y - 8}" width="36" height="18" rx="4"/>'
    return f'{pile}<text class="numeral fw-count" x="68" y="{y + 6}">{count}</text>'


def _leader_in_hand(colour: str, y: int) -> str:
    return f'<g transform="translate(110 {y - 2}) scale(.42)">{_use(f"leader-{colour}", 0, 0)}{_crown(lost=False)}</g>'


@lru_cache(maxsize=256)
def _card_places(top: int) -> tuple[tuple[float, float, float], ...]:
    """Return where a card's open tiles lie: the middle of each, and its scale."""
    return tuple((_CARD_LEFT + 42 + 71 * slot, top + 117, 0.4) for slot in range(_OPEN_TILES))


@lru_cache(maxsize=64)
def _tray_places(width: int, height: int) -> tuple[tuple[float, float, float], ...]:
    pitch = min(240, (width - 20) / _OPEN_TILES)
    scale = min(1.2, (pitch - 20) / _DOMINO[0])
    middle = height + _CARD_GAP + _TRAY_HEIGHT / 2
    return tuple((width / 2 + pitch * (slot - 1), middle, scale) for slot in range(_OPEN_TILES))


@lru_cache(maxsize=64)
def _tray(width: int, height: int, tiles: int) -> str:
    slots = "".join(_slot(*place) for place in _tray_places(width, height)[tiles:])
    return (
        f'<g id="tray" class="fw-over"><rect class="fw-tray" y="{height + _CARD_GAP}" width="{width}" '
        f'height="{_TRAY_HEIGHT}" rx="14"/>{slots}</g>'
    )


def _slot(x: float, y: float, scale: float) -> str:
    width, height = scale * _DOMINO[0], scale * _DOMINO[1]
    place = f'x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width:g}" height="{height:g}"'
    return f'<rect class="fw-slot" {place} rx="{13 * scale:g}"/>'


@lru_cache(maxsize=4096)
def _open_tile(seat: int, colour: str, tile: tuple[int, int], x: float, y: float, scale: float) -> Fragment:
    fire, water = tile
    name = f"open-{seat}-{fire}{water}"
    return name, (
        f'<g id="{name}" class="{colour}" data-tile="{fire}{water}" '
        f'transform="translate({x:g} {y:g}) scale({scale:g})">'
        f"{_use('plate-across', 0, 0)}{_halves(colour, fire, water, -CELL / 2, 0)}{_use(f'rivet-{colour}', 0, 0)}</g>"
    )


def _selection(x: float, y: float, scale: float) -> str:
    width, height = _DOMINO
    ring = _ring(width + 12, height + 12, 18)
    return f'<g id="selection" class="fw-over" transform="translate({x:g} {y:g}) scale({scale:g})">{ring}</g>'
