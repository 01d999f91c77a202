"""The shapes of Feuer & Wasser, each centred on (0, 0) for cells of size `CELL`, and what they are combined to."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from funkenflug.core.view import COLOURS
from funkenflug.games.base import hook
from funkenflug.games.pieces import shape

CELL: Final = 88
DOMINO: Final = (162, 74)

_DIAGONALS: Final = ((-1, -1), (-1, 1), (1, -1), (1, 1))

_FLAME: Final = (
    "M0,23C-16,22.5-22,10-15,-3.5C-13,3-10,4.5-8,1.5C-10,-9-5,-18 3.5,-26.5"
    "C4.5,-15.5 19,-8 17.5,8.5C16.5,18 10,23 0,23z"
)
_CURL: Final = "c3,-9 13,-13 18,-5c-4,-3-9,0-8,4c1,4 8,5 14,1"

_GROUNDS: Final = {
    "green": "M-27,0a27,27 0 1 1 54,0a27,27 0 1 1-54,0z",
    "blue": "M-25,-25h50v50h-50z",
    "yellow": "M0,-33Q20,-8 32,24.5Q0,27-32,24.5Q-20,-8 0,-33z",
    "red": "M0,-32L32,0L0,32L-32,0z",
}
"""The background of a number: the shape of its owner."""

_BODY: Final = "M-23,34q0,-17.8 12.8,-25.5a14.3,14.3 0 1 1 20.4,0q12.8,7.7 12.8,25.5q-23,7.6-46,0z"
_SHIELD: Final = "M-33,-21q0,-4 4,-4h58q4,0 4,4v27c0,14-19,23-33,28c-14,-5-33,-14-33,-28z"
_WIDE_SHIELD: Final = "M-37,-29q0,-5 5,-5h64q5,0 5,5v34c0,17-21,27-37,32.5c-16,-5.5-37,-15.5-37,-32.5z"

_FIRE_HORN: Final = (
    "M0,17C-15,17-27,9-26.5,-5C-26,-13-20.5,-17-23,-29C-16.5,-27-12.5,-22-12,-16C-13,-25-10,-33-1,-41"
    "C-1,-33 5,-30 9,-23L12,0L6,12z"
)
_WATER_HORN: Final = (
    "M0,17C15,17 28,9 28,-5C28,-19 19,-29 7.5,-29C1,-29-3.2,-24.5-2,-19C1,-22.6 6.4,-22.4 8.2,-18"
    "C10,-13.6 5.6,-10 2,-7.6C-3.4,-4-5.4,1-2.6,5.4C0,9.4 5,10.6 4.4,14C3.6,16 2,17 0,17z"
)
_FIRE_SASH: Final = "M-27,3C-20,15 18,17 35,-3C33,16 12,25-4,23.5C-17,22-25,14-27,3z"
_WATER_SASH: Final = "M21,15.5C12,24.5-14,26.5-31,10.5C-27,26-8,32.5 4,31C13,29.6 20,24 21,15.5z"
_FIRE_TAIL: Final = "M-15,26C-8,31.5 8,31.5 22,21.5C19,33 8,38-3,41C0,37-12,35-15,26z"


def use(symbol: str, x: float = 0, y: float = 0) -> str:
    """Return a copy of a symbol at (x, y)."""
    return f'<use href="#fw-{symbol}"{_at(x, y)}/>'


def _at(x: float, y: float) -> str:
    """Return the attributes of a place, as far as they are not 0."""
    return (f' x="{x:g}"' if x else "") + (f' y="{y:g}"' if y else "")


def halves(colour: str, fire: int | None, water: int | None, x: float, y: float) -> str:
    """Return the numbers of a tile: fire at (x, y), water on the other side of its seam; None under a stone.

    Each is a group around its centre, which a page turns back where it shows the board with a quarter turn.
    """
    drop = 15 if colour == "yellow" else 11.5
    return "".join(
        f'<g class="half" transform="translate({side * x:g} {side * y:g})">{use(f"{element}-{colour}")}'
        f'<text class="numeral fw-on-{element}" y="{drop:g}">{number}</text></g>'
        for element, number, side in (("fire", fire, 1), ("water", water, -1))
        if number is not None
    )


def leader(colour: str, *, lost: bool = False) -> str:
    """Return a leader, with its crown on or off."""
    return use(f"leader-{colour}") + crown(lost=lost)


def crown(*, lost: bool = False) -> str:
    """Return the crown of a leader."""
    place = "translate(9 -7) rotate(28)" if lost else "translate(0 -9)"
    return f'<use href="#fw-crown" transform="{place}"/>'


def ring(width: float, height: float, radius: float) -> str:
    """Return the mark of a chosen cell."""
    place = f'x="{-width / 2:g}" y="{-height / 2:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'
    return f'<rect class="fw-selection-casing" {place}/><rect class="fw-selection" {place}/>'


def signed(number: int) -> str:
    """Format a change with its sign."""
    return f"{number:+d}".replace("-", "−")


def _path(kind: str, d: str) -> str:
    return f'<path class="{kind}" d="{d}"/>'


def _circle(kind: str, r: float, y: float = 0, x: float = 0) -> str:
    return f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{r:g}"/>'


def _ellipse(kind: str, x: float, y: float, rx: float, ry: float) -> str:
    return f'<ellipse class="{kind}" cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry:g}"/>'


def _box(kind: str, width: float, height: float, radius: float, y: float = 0) -> str:
    corner = f'x="{-width / 2:g}" y="{y - height / 2:g}"'
    return f'<rect class="{kind}" {corner} width="{width:g}" height="{height:g}" rx="{radius:g}"/>'


def _curls(rows: Iterable[tuple[float, Iterable[float]]]) -> str:
    return "".join(f"M{x:g},{y:g}{_CURL}" for y, starts in rows for x in starts)


def _corner(x: int, y: int) -> str:
    """Return the path around the corner of a cell, from its upper or lower edge."""
    return f"H{38 * x}Q{42 * x},{42 * y} {42 * x},{38 * y}z"


def _fire_cell() -> str:
    corners = "".join(f"M{42 * x},{25 * y}L{25 * x},{42 * y}{_corner(x, y)}" for x, y in _DIAGONALS)
    flame = "M0,29C-19,28-25,12-17,-3C-15,5-11,7-8,3C-11,-10-6,-22 4,-31C5,-18 22,-8 20,11C19,22 11,29 0,29z"
    heart = "M0,26C-10,25-13,16-9,8C-7,12-5,12-4,9C-5,2-1,-5 4,-10C5,-2 13,4 12,14C11,21 6,26 0,26z"
    core = "M1,24C-4,23-5,17 1,9C7,16 6,23 1,24z"
    sparks = ((-27, -12, 2.6), (25, -18, 2.6), (-22, -25, 1.8), (29, 4, 1.9), (-30, 10, 1.9), (14, -30, 1.6))
    embers = "".join(f"M{x},{y - 1.5 * r:g}l{r},{1.5 * r:g}l-{r},{1.5 * r:g}l-{r},-{1.5 * r:g}z" for x, y, r in sparks)
    lit = _path("fw-fire-lit", corners + flame + embers)
    return f'<g id="fw-fire">{_box("fw-fire", 84, 84, 4)}{lit}{_path("fw-fire", heart)}{_path("fw-fire-lit", core)}</g>'


def _water_cell() -> str:
    corners = "".join(
        f"M{42 * x},{26 * y}A16,16 0 0 {int(x != y)} {26 * x},{42 * y}{_corner(x, y)}" for x, y in _DIAGONALS
    )
    waves = _curls(((-15, (-37, -13, 11)), (3, (-25, -1)), (21, (-37, -13, 11))))
    return (
        f'<g id="fw-water">{_box("fw-water", 84, 84, 4)}{_path("fw-water-lit", corners)}{_path("fw-waves", waves)}</g>'
    )


def _medallions(colour: str) -> str:
    ground = _GROUNDS[colour]
    clip = f'<clipPath id="fw-clip-{colour}"><path d="{ground}"/></clipPath>'
    waves = _curls(((15, (-42, -18, 6)), (25, (-30, -6, 18))))
    rim = _path("fw-rim", ground)
    drawn = {"fire": ("fw-ember", "fw-flame", _FLAME), "water": ("fw-deep-water", "fw-surf", waves)}
    lowered = ' transform="translate(0 4)"' if colour == "yellow" else ""
    return clip + "".join(
        f'<g id="fw-{element}-{colour}">{_path(below, ground)}<g clip-path="url(#fw-clip-{colour})">'
        f'<path class="{above}" d="{d}"{lowered}/></g>{rim}</g>'
        for element, (below, above, d) in drawn.items()
    )


def _rivet(colour: str) -> str:
    return f'<g id="fw-rivet-{colour}">{_circle("fw-rivet", 8.8)}{shape(colour, 0, 0, 9.2, "fw-own-deep")}</g>'


def _stone(colour: str) -> str:
    gloss = _path("fw-gloss", "M-19.1,-2.3A19.3,19.3 0 0 1-2.3,-19.1")
    return (
        f'<g id="fw-stone-{colour}">{_circle("fw-shade", 30.5, 3.5)}{_circle("fw-coal", 30.5)}'
        f"{_circle('fw-stone-rim', 29)}{_circle('fw-own', 23.2)}{gloss}{shape(colour, 0, 0, 22, 'fw-mark')}</g>"
        f'<g id="fw-ghost-stone-{colour}">{_circle("fw-ghost-piece", 28)}{shape(colour, 0, 0, 22, "fw-own-deep")}</g>'
        f'<g id="fw-pip-{colour}">{_circle("fw-pip", 7.2)}{shape(colour, 0, 0, 6.4, "fw-mark")}</g>'
    )


def _leaders(colour: str) -> str:
    shade = _ellipse("fw-shade", 0, 35, 26, 8)
    body = _path("fw-body-casing", _BODY) + _path("fw-body", _BODY) + _path("fw-gloss", "M-15.5,24q1.5,-6 6,-9.5")
    return (
        f'<g id="fw-leader-{colour}">{shade}{body}{shape(colour, 0, 20, 16.5, "fw-mark")}</g>'
        f'<g id="fw-ghost-leader-{colour}">{_path("fw-ghost-piece", _BODY)}'
        f"{shape(colour, 0, 20, 16.5, 'fw-own-deep')}</g>"
    )


def _plate(direction: str, width: float, height: float) -> str:
    return (
        f'<g id="fw-plate-{direction}">{_box("fw-shade", width, height, 13, 3)}{_box("fw-plate", width, height, 13)}'
        f"{_box('fw-inlay', width - 4.8, height - 4.8, 11)}</g>"
        f'<g id="fw-ghost-plate-{direction}">{_box("fw-ghost-plate", width, height, 13)}</g>'
    )


def _crown() -> str:
    points = "M-14.7,0L-17.1,-15.1L-8,-7.8L0,-18.4L8,-7.8L17.1,-15.1L14.7,0Q0,4.1-14.7,0z"
    pearls = "".join(_circle("fw-pearl", 3.1, y, x) for x, y in ((-17.1, -15.5), (0, -19.2), (17.1, -15.5)))
    return f'<g id="fw-crown">{_path("fw-gold", points)}{pearls}</g>'


def _elemental() -> str:
    halo = _FIRE_HORN + _WATER_HORN + _FIRE_SASH + _WATER_SASH + _FIRE_TAIL
    light = "M-8,13C-16,11-20.5,4-19.5,-4C-19,-9-17,-12-17.5,-18C-13,-14-12,-9-9.5,-8C-8.5,-14-8.5,-22-2,-30"
    light += "C-1,-27 0,-26 0,-23.5C-5,-21-5,-16.5-2,-13C-2.5,-10.5-8.5,-7-8.5,0C-8.5,5-3,8-2,13z"
    eyes = "".join(
        _ellipse("fw-eye", 13 * side + 0.5, 0, 4.7, 5.8) + _circle("fw-coal", 2.7, 1.1, 12 * side + 0.5)
        for side in (-1, 1)
    )
    return "".join(
        (
            '<g id="fw-elemental">',
            _ellipse("fw-shade", 0, 38, 15, 4.2),
            _path("fw-halo", halo),
            _path("fw-blaze", _FIRE_TAIL),
            _path("fw-stream", _WATER_SASH),
            _path("fw-blaze-light", "M-6,32.4C2,35 9,33 15,28.4"),
            _path("fw-stream-light", "M-22,21.5C-14,28 4,29 15,22.5"),
            _path("fw-blaze", _FIRE_HORN),
            _path("fw-heart", light),
            _path("fw-stream", _WATER_HORN),
            _path("fw-foam", "M3,-24C11,-27.4 20.5,-20 23,-10"),
            _path("fw-stream-light", "M11,-16C12,-12 8,-8.6 4.6,-6C2,-4 0,-2 .4,1"),
            _path("fw-blaze", _FIRE_SASH),
            _path("fw-blaze-light", "M-20,13.5C-9,21 16,20 28,8.5"),
            eyes,
            "</g>",
        )
    )


def _shields() -> str:
    return "".join(
        f'<clipPath id="fw-{name}-clip"><path d="{d}"/></clipPath>'
        f'<path id="fw-{name}-shade" class="fw-shade" d="{d}" transform="translate(0 3)"/>'
        f'<g id="fw-{name}-rim">{_path("fw-crest-casing", d)}{_path("fw-crest-rim", d)}</g>'
        for name, d in (("shield", _SHIELD), ("wide-shield", _WIDE_SHIELD))
    )


def _element_badges() -> str:
    disc = _circle("fw-rivet", 11.5)
    drop = "M0,-8.1c1.3,3.7 5.6,6.1 5.6,10.7a5.6,5.6 0 0 1-11.2,0c0,-4.6 4.3,-7 5.6,-10.7z"
    flame = "M0,7c-5,-.6-6.4,-5.6-3.4,-9c.2,2.2 1.4,2.4 1.9,1.2c0,-3-.2,-5.2 1.7,-7.4"
    flame += "c.2,3.6 6.2,6.8 4.6,11.8c-1,2.2-2.4,3.3-4.8,3.4z"
    core = "M0,6.4c-2.6,-.3-3,-3.3 0,-6.9c3,3.6 2.6,6.6 0,6.9z"
    return (
        f'<g id="fw-badge-W">{disc}{_path("fw-stream", drop)}</g>'
        f'<g id="fw-badge-F">{disc}{_path("fw-blaze", flame)}{_path("fw-heart", core)}</g>'
    )


def _takeable() -> str:
    return (
        f'<g id="fw-take-open">{_box("fw-take", 66, 66, 11)}</g>'
        f'<g id="fw-take-half">{_box("fw-take-casing", 69.2, 69.2, 11)}{_box("fw-take-on", 69.2, 69.2, 11)}</g>'
        f'<g id="fw-take-piece">{_box("fw-take", 80, 80, 8)}</g>'
    )


@hook
@cache
def symbols() -> str:
    """Return all gradients, clips and symbols of the game, for `defs`."""
    return "".join(
        (
            _fire_cell(),
            _water_cell(),
            *(_medallions(colour) + _rivet(colour) + _stone(colour) + _leaders(colour) for colour in COLOURS),
            _plate("across", *DOMINO),
            _plate("upright", *reversed(DOMINO)),
            _crown(),
            _elemental(),
            _shields(),
            _element_badges(),
            _takeable(),
            f'<g id="fw-gone">{_path("fw-hollow", "M-7.2,0a7.2,7.2 0 1 1 14.4,0a7.2,7.2 0 1 1-14.4,0z")}</g>',
        )
    )
