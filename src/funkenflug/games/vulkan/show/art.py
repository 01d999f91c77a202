"""Symbols of Vulkan! besides the forest: the volcano, water loads, smoke and the plane."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from funkenflug.games.scenery import hexagon


def _lava_flames(*angles: int) -> str:
    """Return flames on the lake of lava around the cone."""
    return "".join(
        f'<use href="#ff-flame" transform="translate({side * 48 * cos(radians(angle)):.1f} '
        f'{16 + 31 * sin(radians(angle)):.1f}) scale({0.62 * side:.2f} .62)"/>'
        for angle in angles
        for side in (1, -1)
    )


def _stream(path: str, width: float) -> str:
    layers = (("ff-lava-rim", width), ("ff-lava-side", width - 2), ("ff-lava", width - 4.6))
    return "".join(f'<path class="{layer}" stroke-width="{wide:g}" d="{path}"/>' for layer, wide in layers)


_DROP = "M0,-29.6c2.4,7 10.6,11.7 10.6,20.4a10.6,10.6 0 0 1 -21.2,0c0,-8.7 8.2,-13.4 10.6,-20.4z"
_DROP_SMALL = "M0,-14.6c1.2,3.5 5.4,5.9 5.4,10.3a5.4,5.4 0 0 1 -10.8,0c0,-4.4 4.2,-6.8 5.4,-10.3z"

_LOADS = (
    f'<g id="ff-drop"><ellipse class="ff-drop-foot" cy="0" rx="13" ry="5"/><path class="ff-drop-casing" d="{_DROP}"/>'
    f'<path class="ff-drop" d="{_DROP}"/><path class="ff-gloss" d="M-7,-10.8q.9,-4.6 4,-7.9"/></g>'
    f'<path id="ff-drop-small" class="ff-drop-small" d="{_DROP_SMALL}"/>'
)

_VOLCANO = (
    '<radialGradient id="ff-night" cx=".5" cy=".5" r=".7"><stop class="night-lit"/>'
    '<stop class="night-middle" offset=".55"/><stop class="night-rim" offset="1"/></radialGradient>'
    '<linearGradient id="ff-cone"><stop class="cone-lit"/><stop class="cone-middle" offset=".5"/>'
    '<stop class="cone-shade" offset="1"/></linearGradient>'
    f'<g id="ff-volcano-art"><polygon class="ff-shadow" points="{hexagon(60.4)}" transform="translate(0 2.6)"/>'
    f'<polygon class="ff-edge" fill="url(#ff-night)" points="{hexagon(60.5)}"/>'
    f'<polygon class="ff-ember-rim" points="{hexagon(57.6)}"/><g clip-path="url(#ff-tile-clip)">'
    '<path class="ff-ash" d="M-24,-64a13,13 0 0 1 14,13a11,11 0 0 0 4,14a9,9 0 0 0 14,-2a12,12 0 0 0 14,-26z"/>'
    '<ellipse class="ff-lake" cy="11" rx="48" ry="31"/><ellipse class="ff-lake-rim" cy="11" rx="48" ry="31"/>'
    '<circle fill="url(#ff-glow)" cy="-24" r="32"/>'
    f"{_lava_flames(-75, -45, -15)}"
    '<path class="ff-cone" fill="url(#ff-cone)" '
    'd="M-13,-25C-17,-8 -25,8 -38,22C-24,37 24,37 38,22C25,8 17,-8 13,-25z"/>'
    '<path class="ff-crack" d="M-10,-14C-14,4 -20,14 -26,26M10,-12C14,4 22,16 28,24M3,-2C4,10 5,20 6,31"/>'
    f"{_stream('M-5,-23C-8,-9 -3,-3 -8,8S-14,22 -12,31', 7)}{_stream('M6,-23C8,-13 4,-7 9,3S18,12 17,18', 6)}"
    '<ellipse class="ff-crater" cy="-25" rx="13.4" ry="5.4"/>'
    '<ellipse class="ff-crater-heart" cy="-24.4" rx="9.8" ry="3.4"/>'
    '<path class="ff-spark" d="M-8,-35h0M-2,-41h0M5,-36h0M11,-42h0M-13,-43h0M2,-47h0"/>'
    f"{_lava_flames(15, 45, 75)}</g></g>"
)

_SMOKE = (
    '<path id="ff-smoke" class="ff-smoke" '
    'd="M-22,-20q-5,-5 0,-10t0,-10M3,-22q-5,-4 0,-8t0,-6M24,-20q5,-5 0,-10t0,-10"/>'
)

_WING = "M9,-6L10.5,-38Q10.5,-43 5,-43L-2,-43Q-6,-43 -6,-39L-7,-6L-7,6L-6,39Q-6,43 -2,43L5,43Q10.5,43 10.5,38L9,6z"
_TAIL = (
    "M-29,-2L-30.5,-16Q-31,-18 -33,-18L-37,-18Q-39,-18 -39,-16L-38.4,-2L-38.4,2L-39,16Q-39,18 -37,18L-33,18"
    "Q-31,18 -30.5,16L-29,2z"
)
_HULL = "M37,0C35.5,-5.6 26,-8.6 14,-8.4C-3,-8 -22,-4.4 -38,-2.6L-38,2.6C-22,4.4 -3,8 14,8.4C26,8.6 35.5,5.6 37,0z"

_PLANE = (
    f'<path id="ff-plane-shade" class="ff-plane-shade" d="{_WING}{_TAIL}{_HULL}"/>'
    '<g id="ff-plane-art"><path class="ff-float" d="M-3.5,-35a9.5,2.9 0 1 0 19,0a9.5,2.9 0 1 0 -19,0z'
    'M-3.5,35a9.5,2.9 0 1 0 19,0a9.5,2.9 0 1 0 -19,0z"/>'
    f'<path class="ff-plane" d="{_WING}"/><path class="ff-flap" d="M-3.4,-41V41"/>'
    '<path class="ff-wingtip" d="M-5.4,-38.5Q-5.4,-42 -2,-42L5,-42Q9.6,-42 9.6,-38L9.5,-36L-5.5,-36z'
    'M-5.4,38.5Q-5.4,42 -2,42L5,42Q9.6,42 9.6,38L9.5,36L-5.5,36z"/>'
    f'<path class="ff-plane" d="{_TAIL}"/><path class="ff-plane" d="{_HULL}"/>'
    '<path class="ff-plane-belly" d="M36,1C33,6 26,7.9 14,7.7C-3,7.3 -22,4 -37.5,2L-37.5,.8z"/>'
    '<path class="ff-fin" d="M-41,0L-22,0"/>'
    '<path class="ff-propeller" d="M20.5,-25.5v20M20.5,5.5v20"/>'
    '<path class="ff-plane" d="M-2.4,-19.2h17.8a3.6,3.7 0 0 1 0,7.4h-17.8a3.6,3.7 0 0 1 0,-7.4z'
    'M-2.4,11.8h17.8a3.6,3.7 0 0 1 0,7.4h-17.8a3.6,3.7 0 0 1 0,-7.4z"/>'
    '<path class="ff-cockpit" d="M21,-5.6Q27.5,-4.6 29,0Q27.5,4.6 21,5.6Q23.4,0 21,-5.6z"/></g>'
    '<path id="ff-arrowhead" class="ff-arrowhead" d="M9.6,0L-7,-8.4L-3.8,0L-7,8.4z"/>'
)

VULKAN: Final = _LOADS + _VOLCANO + _SMOKE + _PLANE
"""For the `defs` of a drawing, after the scenery."""
