"""Shared by the drawings of all games: the emblems of the four colours, and the style sheets."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files

from funkenflug.core.drawing import coordinate, points


@lru_cache(maxsize=8192)
def shape(colour: str, x: float, y: float, size: float, kind: str) -> str:
    """Return the shape of a colour around (x, y) as one element of class `kind`.

    Green is a circle of diameter `size`, blue a square, yellow a triangle, red a diamond, all of similar weight.
    """
    half = size / 2
    classes = f'class="{kind} {colour}"'
    if colour == "green":
        return f'<circle {classes} cx="{coordinate(x)}" cy="{coordinate(y)}" r="{coordinate(half)}"/>'
    if colour == "blue":
        edge = 0.89 * half
        left, top, side = coordinate(x - edge), coordinate(y - edge), coordinate(2 * edge)
        return f'<rect {classes} x="{left}" y="{top}" width="{side}" height="{side}"/>'
    if colour == "yellow":
        base, wide = y + 0.85 * half, 1.21 * half
        corners = points((x, y - 1.24 * half), (x + wide, base), (x - wide, base))
    else:
        wide, high = 1.12 * half, 1.3 * half
        corners = points((x, y - high), (x + wide, y), (x, y + high), (x - wide, y))
    return f'<polygon {classes} points="{corners}"/>'


def emblem(colour: str, x: float, y: float, size: float) -> str:
    """Return the emblem of a colour for texts and cards: filled and outlined."""
    return shape(colour, x, y, size, "emblem")


def mark(colour: str, x: float, y: float, size: float) -> str:
    """Return the shape of a colour as printed on a piece of that colour: light, or dark on yellow."""
    return shape(colour, x, y, size, "mark")


@cache
def stylesheet(*names: str) -> str:
    """Return style sheets of the package, joined, without comments and indentation.

    A name is a path in the package, or an absolute path: `stylesheet("games/board.css", "games/forest.css")`.
    """
    package = files("funkenflug")
    return "".join(_compact(package.joinpath(name).read_text(encoding="utf-8")) for name in names)


def _compact(css: str) -> str:
    while "/*" in css:
        before, _, rest = css.partition("/*")
        css = before + rest.partition("*/")[2]
    return "".join(line.strip() for line in css.splitlines())
