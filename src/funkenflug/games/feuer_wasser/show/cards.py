"""The surroundings of the board of Feuer & Wasser: a card for each seat, and a tray with the viewer's open tiles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from typing import Final
from unicodedata import east_asian_width

from funkenflug.core.drawing import Fragment, Part, Preview
from funkenflug.games.feuer_wasser.rules.view import DominoLaid, FeuerWasserView
from funkenflug.games.feuer_wasser.show.symbols import CELL, DOMINO, halves, leader, ring, signed, use
from funkenflug.games.pieces import emblem, shape

Tile = tuple[int, int]
"""The fire and the water number of an influence tile."""
Place = tuple[float, float, float]
"""The centre of a tile, and its scale."""

MARGIN: Final = 20
_GAP: Final = 12
_WIDTH: Final = 226
_LEFT: Final = -24 - _WIDTH
_TILE_ROW: Final = 44
_TRAY_HEIGHT: Final = 124
_OPEN_TILES: Final = 3
_STONES_IN_A_ROW: Final = 10


def box(frame: tuple[int, int], players: int, seated: bool) -> tuple[float, float, float, float]:
    """Return the view box of a framed board, the cards left of it, and the tray of a viewer with a seat."""
    width, height = frame
    if seated:
        height += _GAP + _TRAY_HEIGHT
    cards = players * (_height(with_tiles=True) + _GAP) - _GAP - (_TILE_ROW if seated else 0)
    left = _LEFT - MARGIN
    return left, -MARGIN, width + MARGIN - left, max(height, cards) + 2 * MARGIN


def table(
    view: FeuerWasserView, preview: Preview | None, colours: tuple[str, ...], frame: tuple[int, int]
) -> Iterator[Part]:
    """Yield the cards and the open tiles; a preview marks its tile and shows its gain."""
    laid = [0] * view.players
    for stone in view.stones:
        laid[stone.seat] += stone.count
    played = {leader.seat for leader in view.leaders}
    top = 0
    for seat, colour in enumerate(colours):
        own = seat == view.seat
        yield Part(
            {
                f"card-{seat}": _card(
                    colour,
                    top,
                    view.names[seat],
                    view.scores[seat] if view.scores else None,
                    (view.stones_left[seat], laid[seat]),
                    view.face_down[seat],
                    view.unseen[seat],
                    None if own else len(view.open_tiles[seat]),
                    seat not in played,
                    seat == view.to_move,
                )
            }
        )
        if own:
            yield Part({"tray": _tray(frame, len(view.open_tiles[seat]))})
        places = _tray_places(frame) if own else _card_places(top)
        yield from _open_tiles(seat, colour, view.open_tiles[seat], places, preview)
        bottom = top + _height(with_tiles=not own)
        if preview is not None and (gain := _gain(view, preview, seat)):
            yield Part({f"gain-{seat}": _gained(gain, bottom)})
        top = bottom + _GAP


# Cards


def _height(with_tiles: bool) -> int:
    return 134 + (_TILE_ROW if with_tiles else 0)


@lru_cache(maxsize=1024)
def _card(
    colour: str,
    top: int,
    name: str,
    score: int | None,
    stones: tuple[int, int],
    face_down: int,
    unseen: tuple[Tile, ...],
    open_tiles: int | None,
    leader_in_hand: bool,
    to_move: bool,
) -> Fragment:
    """Return the card of a seat, with its stones left and laid; `open_tiles` is None if they are in the tray."""
    height = _height(open_tiles is not None)
    empty = _card_places(0)[open_tiles:] if open_tiles is not None else ()
    slots = "".join(_slot((x - _LEFT, y, scale)) for x, y, scale in empty)
    shape = (
        f'<g class="fw-over {colour}">'
        f'<rect class="card{" turn" if to_move else ""}" width="{_WIDTH}" height="{height}" rx="14"/>'
        f"{emblem(colour, 26, 27, 22)}{_name(name)}{_score(score)}{_pips(colour, *stones)}{slots}"
        f"{_pile(colour, face_down, height - 22)}{_leader_in_hand(colour, height - 24) if leader_in_hand else ''}"
        f"{_still_to_come(unseen, height - 42)}</g>"
    )
    return Fragment(shape, _LEFT, top)


def _name(name: str) -> str:
    widths = [2 if east_asian_width(letter) in "WF" else 1 for letter in name]
    if sum(widths) > 16:
        kept = next(count for count in range(len(widths), 0, -1) if sum(widths[:count]) <= 15)
        name = name[:kept].rstrip() + "…"
    long = " fw-long" if sum(widths) > 12 else ""
    return f'<text class="fw-name{long}" x="48" y="33">{escape(name)}</text>'


def _score(score: int | None) -> str:
    if score is None:
        return ""
    return f'<text class="numeral fw-score" x="210" y="37">{str(score).replace("-", "−")}</text>'


def _pips(colour: str, left: int, laid: int) -> str:
    places = ((23 + 20 * (n % _STONES_IN_A_ROW), 61 + 20 * (n // _STONES_IN_A_ROW)) for n in range(left + laid))
    return "".join(use(f"pip-{colour}" if n < left else "gone", *place) for n, place in enumerate(places))


def _pile(colour: str, count: int, y: int) -> str:
    """Return a small pile of face-down tiles with their number."""
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
    return f'<g transform="translate(112 {y}) scale(.42)">{leader(colour)}</g>'


def _still_to_come(unseen: tuple[Tile, ...], y: int) -> str:
    """Return a chart of the face-down tiles: fire increases to the right, water downwards."""
    left = "".join(_grain(tile, y, 4) for tile in unseen)
    every = ((fire, water) for fire in range(1, 5) for water in range(1, 5))
    gone = "".join(_grain(tile, y, 1) for tile in every if tile not in unseen)
    return (
        f'<path class="fw-fire-scale" d="M168,{y + 4}h42v-5z"/><path class="fw-water-scale" d="M165,{y + 6}v28h-5z"/>'
        f'<path class="fw-seen" d="{gone}"/><path class="fw-unseen" d="{left}"/>'
    )


def _grain(tile: Tile, y: int, half: int) -> str:
    fire, water = tile
    return f"M{162.5 + 10.5 * fire - half:g},{y + 2.5 + 7 * water:g}h{2 * half}"


def _gain(view: FeuerWasserView, preview: Preview, seat: int) -> int:
    if not view.scores or not preview.after.scores:
        return 0
    return preview.after.scores[seat] - view.scores[seat]


def _gained(gain: int, bottom: int) -> Fragment:
    return Fragment(f'<text class="numeral fw-gain">{signed(gain)}</text>', _LEFT + 152, bottom - 16)


# Open tiles


@lru_cache(maxsize=256)
def _card_places(top: int) -> tuple[Place, ...]:
    return tuple((_LEFT + 42 + 71 * slot, top + 117, 0.4) for slot in range(_OPEN_TILES))


@lru_cache(maxsize=64)
def _tray_places(frame: tuple[int, int]) -> tuple[Place, ...]:
    width, height = frame
    pitch = min(240, (width - 20) / _OPEN_TILES)
    scale = min(1.2, (pitch - 20) / DOMINO[0])
    middle = height + _GAP + _TRAY_HEIGHT / 2
    return tuple((width / 2 + pitch * (slot - 1), middle, scale) for slot in range(_OPEN_TILES))


@lru_cache(maxsize=256)
def _tray(frame: tuple[int, int], tiles: int) -> Fragment:
    width, height = frame
    slots = "".join(map(_slot, _tray_places(frame)[tiles:]))
    return Fragment(
        f'<g class="fw-over"><rect class="fw-tray" y="{height + _GAP}" width="{width}" '
        f'height="{_TRAY_HEIGHT}" rx="14"/>{slots}</g>'
    )


def _slot(place: Place) -> str:
    x, y, scale = place
    width, height = scale * DOMINO[0], scale * DOMINO[1]
    corner = f'x="{x - width / 2:g}" y="{y - height / 2:g}" rx="{13 * scale:g}"'
    return f'<rect class="fw-slot" {corner} width="{width:g}" height="{height:g}"/>'


def _open_tiles(
    seat: int, colour: str, tiles: tuple[Tile, ...], places: tuple[Place, ...], preview: Preview | None
) -> Iterator[Part]:
    chosen = _chosen(preview)
    for tile, place in zip(tiles, places, strict=False):
        yield _open_tile(seat, colour, tile, place)
        if chosen == (seat, tile):
            yield Part({"selection": _selection(place)})


def _chosen(preview: Preview | None) -> tuple[int, Tile] | None:
    events = preview.events if preview else ()
    laid = ((event.seat, (event.fire, event.water)) for event in events if isinstance(event, DominoLaid))
    return next(laid, None)


@lru_cache(maxsize=4096)
def _open_tile(seat: int, colour: str, tile: Tile, place: Place) -> Part:
    x, y, scale = place
    faces = f"{use('plate-across')}{halves(colour, *tile, -CELL / 2, 0)}{use(f'rivet-{colour}')}"
    shape = f'<g class="{colour}" data-tile="{tile[0]}{tile[1]}"><g transform="scale({scale:g})">{faces}</g></g>'
    return Part({f"open-{seat}-{tile[0]}{tile[1]}": Fragment(shape, x, y)})


def _selection(place: Place) -> Fragment:
    (width, height), (x, y, scale) = DOMINO, place
    marked = f'<g transform="scale({scale:g})">{ring(width + 8, height + 8, 17)}</g>'
    return Fragment(f'<g class="fw-over">{marked}</g>', x, y)
