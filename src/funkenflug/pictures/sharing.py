"""Pictures to share: a board with names and scores, and a whole match as an animation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape
from typing import NamedTuple

from funkenflug.core.drawing import Drawing, Fragment, Theme, coordinate
from funkenflug.games.pieces import emblem

_LINE = 46.0
_EMBLEM = 22.0
_LONGEST_NAME = 16
_STYLE = (
    ".caption-name {font: 600 20px/1 var(--sans, system-ui, sans-serif); fill: var(--ink);}"
    ".caption-score {font: 700 24px/1 var(--serif, Georgia, serif); fill: var(--ink); text-anchor: end;}"
    ".caption-line {stroke: var(--ink); opacity: .2;}"
)


class CaptionedSeat(NamedTuple):
    """A seat as a picture shows it."""

    colours: tuple[str, ...]
    name: str
    score: int | None
    won: bool


def with_seats(drawing: Drawing, seats: Sequence[CaptionedSeat]) -> Drawing:
    """Return a drawing with the names and scores of the seats below the board, two in a line."""
    left, top, width, height = drawing.box
    columns = min(len(seats), 2 if width < 1100 else 4)
    lines = -(-len(seats) // columns)
    fragments = dict(drawing.fragments)
    bottom = top + height
    fragments["caption-line"] = Fragment(
        f'<path class="caption-line" d="M0,0H{coordinate(width - 40)}"/>', left + 20, bottom
    )
    for place, seat in enumerate(seats):
        wide = (width - 40) / columns
        x, y = left + 20 + place % columns * wide, bottom + _LINE * (place // columns + 0.5) + 6
        fragments[f"caption-{place}"] = Fragment(_seat(seat, wide), x, y)
    box = (left, top, width, height + _LINE * lines + 20)
    return replace(drawing, fragments=fragments, box=box, style=drawing.style + _STYLE)


def _seat(seat: CaptionedSeat, width: float) -> str:
    emblems = "".join(
        emblem(colour, _EMBLEM * (place + 0.6), 0, _EMBLEM * 0.8) for place, colour in enumerate(seat.colours)
    )
    name = seat.name if len(seat.name) <= _LONGEST_NAME else f"{seat.name[: _LONGEST_NAME - 1]}…"
    start = coordinate(_EMBLEM * (len(seat.colours) + 0.7))
    words = f'<text class="caption-name" x="{start}" y="7">{escape(name)}{" ★" if seat.won else ""}</text>'
    score = "" if seat.score is None else str(seat.score).replace("-", "−")
    return f'<g>{emblems}{words}<text class="caption-score" x="{coordinate(width - 24)}" y="8">{score}</text></g>'


def film(drawings: Sequence[Drawing], seconds: float = 0.8, rest: int = 4, theme: Theme = "auto") -> str:
    """Return drawings as one animated SVG document that loops.

    Each fragment is in the document once, with the times at which it is shown. The last drawing stays `rest` times as
    long as the others.
    """
    frames = len(drawings)
    total = frames - 1 + rest
    shown: dict[tuple[str, Fragment], list[int]] = {}
    order = _merged_order(drawings)
    for number, drawing in enumerate(drawings):
        for id, fragment in drawing.fragments.items():
            shown.setdefault((id, fragment), []).append(number)
    variants: dict[str, list[tuple[Fragment, list[int]]]] = {}
    for (id, fragment), numbers in shown.items():
        variants.setdefault(id, []).append((fragment, numbers))
    fragments = {}
    for id in order:
        for place, (fragment, numbers) in enumerate(variants[id]):
            name = f"{id}-{place}" if place else id
            fragments[name] = _timed(fragment, numbers, frames, total, total * seconds)
    boxes = [drawing.box for drawing in drawings]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    whole = replace(drawings[-1], fragments=fragments, box=(left, top, right - left, bottom - top))
    return whole.svg(theme)


def _merged_order(drawings: Iterable[Drawing]) -> list[str]:
    """Return the ids of all fragments; each drawing has its own in this order, as far as they agree."""
    order: list[str] = []
    for drawing in drawings:
        place = 0
        known = {id: index for index, id in enumerate(order)}
        fresh: list[tuple[int, str]] = []
        for id in drawing.fragments:
            if id in known:
                place = max(place, known[id] + 1)
            else:
                fresh.append((place, id))
        for offset, (index, id) in enumerate(fresh):
            order.insert(index + offset, id)
    return order


def _timed(fragment: Fragment, numbers: list[int], frames: int, total: int, seconds: float) -> Fragment:
    """Return a fragment that is shown in these frames only."""
    if len(numbers) == frames:
        return fragment
    shown = set(numbers)
    changes = [0, *(number for number in range(1, frames) if (number in shown) != (number - 1 in shown))]
    times = ";".join(f"{change / total:.5g}" for change in changes)
    values = ";".join("visible" if change in shown else "hidden" for change in changes)
    animate = (
        f'<animate attributeName="visibility" values="{values}" keyTimes="{times}" dur="{seconds:.3g}s" '
        'calcMode="discrete" repeatCount="indefinite"/>'
    )
    return fragment._replace(shape=f"<g>{fragment.shape}{animate}</g>")
