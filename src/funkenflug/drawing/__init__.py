"""Drawings: an ordered mapping from stable ids to SVG fragments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Literal, get_args

from funkenflug.match.view import Event, View
from funkenflug.match.words import clipped, either

Theme = Literal["auto", "light", "dark"]


@dataclass(frozen=True, slots=True)
class Preview:
    """A move that is previewed: its events, and the view afterwards."""

    move: str
    events: tuple[Event, ...]
    after: View


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board as SVG. Each fragment is one element with its id as attribute; all colours come from the style sheet."""

    title: str
    box: tuple[float, float, float, float]
    """The view box: left, top, width and height."""
    fragments: Mapping[str, str]
    """In drawing order, bottom first."""
    symbols: str
    """Gradients and symbols that fragments refer to."""
    style: str
    cell: str = "-44,-44 44,-44 44,44 -44,44"
    """The corners of a cell around its centre, as the text of a `points` attribute: pages outline cells with them."""

    def svg(self, theme: Theme = "auto") -> str:
        """Return a self-contained SVG document; the theme `auto` follows the reader's system."""
        if theme not in get_args(Theme):
            raise ValueError(f"a theme is {either(get_args(Theme))}, not {clipped(repr(theme))}")
        left, top, width, height = self.box
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="funkenflug {theme}" role="img" '
            f'viewBox="{left:g} {top:g} {width:g} {height:g}" width="{width:g}" height="{height:g}">'
            f"<title>{escape(self.title)}</title><style>{self.style}</style><defs>{self.symbols}</defs>"
            f'<rect class="felt" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"/>'
            f"{''.join(self.fragments.values())}</svg>"
        )
