"""Pictures: a drawing is an ordered mapping from a stable id to an SVG fragment."""

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
    """A move that is being considered: what would happen, and what would be seen afterwards."""

    move: str
    events: tuple[Event, ...]
    after: View


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board as a picture. Each fragment is one element with that id; colours come from the style sheet alone."""

    title: str
    box: tuple[float, float, float, float]
    """Left, top, width and height of what is shown."""
    fragments: Mapping[str, str]
    """In drawing order: what comes later lies on top."""
    symbols: str
    """Gradients and symbols that fragments refer to."""
    style: str

    def svg(self, theme: Theme = "auto") -> str:
        """Return the picture as an SVG document that needs nothing else; `auto` follows the reader's light or dark."""
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
