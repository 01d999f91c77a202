"""Drawings: an ordered mapping from stable ids to SVG fragments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Literal, NamedTuple, get_args

from funkenflug.drawing.pieces import coordinate
from funkenflug.match.view import Event, View
from funkenflug.match.words import clipped, either

Theme = Literal["auto", "light", "dark"]

_TAG = re.compile(r"<\w+")


@dataclass(frozen=True, slots=True)
class Preview:
    """A move that is previewed: its events, and the view afterwards."""

    move: str
    """As it was given: a flight may be written from either end."""
    events: tuple[Event, ...]
    after: View


class Fragment(NamedTuple):
    """A piece of a drawing: a shape in a place. What looks the same in several places has the same shape there.

    >>> Fragment('<circle class="stone" r="9"/>', 88, 44.04, "c4").svg("stone-c4")
    '<circle id="stone-c4" data-cell="c4" transform="translate(88 44)" class="stone" r="9"/>'
    """

    shape: str
    """One SVG element around (0, 0), without `id` and `transform`; all colours come from the style sheet."""
    x: float = 0
    y: float = 0
    cell: str = ""
    """The cell it is on, as moves name it; empty for none. Pages let players choose it."""

    def svg(self, id: str) -> str:
        """Return the element with its id, in its place."""
        cell = f' data-cell="{self.cell}"' if self.cell else ""
        place = f' transform="translate({coordinate(self.x)} {coordinate(self.y)})"'
        return _TAG.sub(rf'\g<0> id="{id}"{cell}{place}', self.shape, count=1)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board as SVG."""

    title: str
    box: tuple[float, float, float, float]
    """The view box: left, top, width and height."""
    fragments: Mapping[str, Fragment]
    """In drawing order, bottom first."""
    symbols: str
    """Gradients and symbols that shapes refer to."""
    style: str
    cell: str = "-44,-44 44,-44 44,44 -44,44"
    """The corners of a cell around its centre, as the text of a `points` attribute: pages outline cells with them."""

    def svg(self, theme: Theme = "auto", size: float | None = None) -> str:
        """Return a self-contained SVG document; the theme `auto` follows the reader's system.

        `size` is the length of its longer side in pixels.
        """
        if theme not in get_args(Theme):
            raise ValueError(f"a theme must be {either(get_args(Theme))}, not {clipped(repr(theme))}")
        left, top, width, height = self.box
        if size is not None and (isinstance(size, bool) or not isinstance(size, int | float) or not 0 < size < 1e5):
            raise ValueError(f"a size must be a number of pixels, not {clipped(repr(size))}")
        scale = 1.0 if size is None else size / max(width, height)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="funkenflug {theme}" role="img" '
            f'viewBox="{left:g} {top:g} {width:g} {height:g}" width="{width * scale:g}" height="{height * scale:g}">'
            f"<title>{escape(self.title)}</title><style>{self.style}</style><defs>{self.symbols}</defs>"
            f'<rect class="felt" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"/>'
            f"{''.join(fragment.svg(id) for id, fragment in self.fragments.items())}</svg>"
        )

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook."""
        return self.svg()
