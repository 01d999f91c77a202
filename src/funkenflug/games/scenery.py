"""The scenery of a forest, defined once and used by every tile: grounds, firs, ponds and flames.

Everything is centred on (0, 0) and has the size of a tile. Colours come from the style sheet through custom properties,
so that the same flames are orange on one tile and grey on another. Ids start with `ff-`, because a drawing may be
embedded in a page with ids of its own.
"""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin
from typing import Final

from funkenflug.core.drawing import coordinate, points

RADIUS: Final = 62
"""From the centre of a cell to its corners."""

NUMBERS: Final = range(1, 7)
WOODS: Final = 6
"""Number of different rows of firs; the second half mirrors the first."""
_SPACES: Final = (
    '<ellipse id="ff-space" class="ff-space" rx="10" ry="6.8"/>',
    '<ellipse id="ff-closed" class="ff-closed" rx="7" ry="4.6"/>',
)
"""A space for a piece, and one that can no longer be used."""

FLAMES: Final = {
    1: ((0, 1),),
    2: ((-15, 2), (15, 2)),
    3: ((0, -3), (-22, 4), (22, 4)),
    4: ((-10, -2), (10, -2), (-30, 6), (30, 6)),
    5: ((0, -4), (-18, -1), (18, -1), (-35, 8), (35, 8)),
    6: ((-7.8, -5), (7.8, -5), (-23.4, -1), (23.4, -1), (-38, 8), (38, 8)),
}
"""Positions of the flames of each number, back to front."""


@cache
def hexagon(size: float) -> str:
    """Return the corners of a flat-topped hexagon around (0, 0) as a `points` attribute."""
    return points(*((size * cos(radians(60 * turn)), size * sin(radians(60 * turn))) for turn in range(6)))


@cache
def scenery() -> str:
    """Return the symbols and gradients that tiles use, for the `defs` of a drawing."""
    parts = [
        '<radialGradient id="ff-felt-light" cx=".5" cy=".46" r=".72">'
        '<stop class="felt-lit"/><stop class="felt-rim" offset="1"/></radialGradient>',
        f'<clipPath id="ff-tile-clip"><polygon points="{hexagon(59.6)}"/></clipPath>',
        '<radialGradient id="ff-glow"><stop class="glow-heart"/>'
        '<stop class="glow-middle" offset=".55"/><stop class="glow-rim" offset="1"/></radialGradient>',
        '<radialGradient id="ff-water" cx=".5" cy=".35" r=".7">'
        '<stop class="water-lit"/><stop class="water-deep" offset="1"/></radialGradient>',
        _flame(),
    ]
    parts += (ground(f"ground-{number}") for number in NUMBERS)
    parts += (_wood(variant) for variant in range(WOODS // 2))
    parts += (_mirrored(variant) for variant in range(WOODS // 2))
    parts += _SPACES
    parts += (_flames(number) for number in NUMBERS)
    parts += (_fire(number) for number in NUMBERS)
    return "".join(parts)


@cache
def ground(name: str) -> str:
    """Return an empty tile and its gradient."""
    return (
        f'<radialGradient id="ff-{name}-light" cx=".5" cy=".36" r=".78">'
        f'<stop class="{name} lit"/><stop class="{name} shade" offset="1"/></radialGradient>'
        f'<g id="ff-{name}"><polygon class="ff-shadow-soft" points="{hexagon(60.6)}" transform="translate(0 3.4)"/>'
        f'<polygon class="ff-shadow" points="{hexagon(60.4)}" transform="translate(0 2)"/>'
        f'<polygon class="ff-edge" fill="url(#ff-{name}-light)" points="{hexagon(60.5)}"/></g>'
    )


def _fir(x: float, foot: float, height: float) -> str:
    half = 0.38 * height
    top = foot - 1.2 * height
    return (
        f"M{coordinate(x)},{coordinate(top)}"
        f"l{coordinate(0.29 * height)},{coordinate(0.46 * height)}h{coordinate(-0.1 * height)}"
        f"l{coordinate(half - 0.19 * height)},{coordinate(0.5 * height)}h{coordinate(0.05 * height - half)}"
        f"v{coordinate(0.2 * height)}h{coordinate(-0.1 * height)}v{coordinate(-0.2 * height)}"
        f"h{coordinate(0.05 * height - half)}"
        f"l{coordinate(half - 0.19 * height)},{coordinate(-0.5 * height)}h{coordinate(-0.1 * height)}z"
    )


def _fir_row(count: int, seed: int, foot: float, least: float, most: float) -> str:
    firs = []
    for index in range(count):
        chance = (seed * 37 + index * 61) % 100 / 100
        x = -58 + 116 * index / (count - 1) + 7 * ((seed * 53 + index * 29) % 100 / 100 - 0.5)
        arch = foot - 8 * (1 - (x / 60) ** 2)
        firs.append(_fir(x, arch, least + (most - least) * chance))
    return "".join(firs)


def _wood(variant: int) -> str:
    far = _fir_row(11, 2 * variant + 1, -15, 10, 14)
    near = _fir_row(8, 2 * variant + 2, -9, 16, 22)
    return (
        f'<g id="ff-wood-{variant}" clip-path="url(#ff-tile-clip)">'
        f'<path class="ff-fir-far" d="{far}"/><path class="ff-fir" d="{near}"/></g>'
    )


def _mirrored(variant: int) -> str:
    return f'<use id="ff-wood-{variant + WOODS // 2}" href="#ff-wood-{variant}" transform="scale(-1 1)"/>'


def _flame() -> str:
    """Return a flame with its foot at (0, 0), 29 high."""
    outside = (
        "M0,0c-9.9,-1.2 -11.8,-10.6 -5.2,-16.9c.5,4.2 2.6,4.7 3.5,2.4c0,-5.9 -.5,-9.9 3.4,-14.1"
        "c.5,7 11.8,12.9 7.7,22.3c-1.9,4 -4.7,6.1 -9.4,6.3z"
    )
    heart = "M0,-.6c-5.2,-.6 -5.8,-6.5 .3,-13.6c5.8,7.1 5.2,12.9 -.3,13.6z"
    return f'<g id="ff-flame"><path class="ff-flame" d="{outside}"/><path class="ff-flame-heart" d="{heart}"/></g>'


def _flames(number: int) -> str:
    size = 0.76 + 0.042 * number
    flames = "".join(
        f'<use href="#ff-flame" transform="translate({x} {y}) scale({-size if x > 0 else size:.2f} {size:.2f})"/>'
        for x, y in FLAMES[number]
    )
    return f'<g id="ff-flames-{number}">{flames}</g>'


def _fire(number: int) -> str:
    """Return the scenery of a number: landscape, water on 1 and 2, and as many flames as the number."""
    hill = '<path class="ff-hill" d="M-64,-8q32,-13 64,-10.5t64,10.5v70h-128z"/>'
    if number <= 2:
        land = _pond(38, 15.6) if number == 1 else _pond(29, 12)
    else:
        wide, high = 34 + 2.6 * number, 15 + 1.7 * number
        land = (
            f'<ellipse class="ff-glow" fill="url(#ff-glow)" cy="-5" rx="{wide:g}" ry="{high:g}"/>'
            '<ellipse class="ff-clearing" cy="34" rx="44" ry="17"/>'
        )
    return (
        f'<g id="ff-fire-{number}"><g clip-path="url(#ff-tile-clip)">{hill}{land}<use href="#ff-flames-{number}"/></g>'
        f'<polygon class="ff-rim" points="{hexagon(57.8)}"/></g>'
    )


def _pond(wide: float, high: float) -> str:
    return (
        f'<ellipse class="ff-shore" cy="25" rx="{wide + 5:g}" ry="{high + 2.9:g}"/>'
        f'<ellipse class="ff-pond" fill="url(#ff-water)" cy="25.5" rx="{wide:g}" ry="{high:g}"/>'
        f'<path class="ff-wave" d="{_wave(-0.68 * wide, 19, 0.38 * wide)}{_wave(0.12 * wide, 36, 0.26 * wide)}"/>'
    )


def _wave(x: float, y: float, length: float) -> str:
    step = coordinate(length)
    return f"M{coordinate(x)},{coordinate(y)}q{coordinate(length / 2)},-3 {step},0t{step},0"
