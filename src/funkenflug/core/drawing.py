"""Drawings: an ordered mapping from stable ids to SVG fragments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from typing import Literal, NamedTuple, get_args

from funkenflug.core.view import COLOURS, Event, View
from funkenflug.core.words import clipped, either

Theme = Literal["auto", "light", "dark"]

_TAG = re.compile(r"<\w+")
_ID = re.compile(r' id="[\w-]+')
_REFERENCE = re.compile(r'(?:url\(|href=")#[\w-]+')
_ROOT = re.compile(r"\.funkenflug \{([^}]*)\}")
_VARIABLE = re.compile(r"--([\w-]+):")
_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}|[a-zA-Z]+|[a-z]+\([\w%., /+-]*\)")


def coordinate(value: float) -> str:
    """Format a length for SVG, to a tenth, without unnecessary digits.

    >>> coordinate(12.0), coordinate(-0.04), coordinate(3.1416)
    ('12', '0', '3.1')
    """
    return f"{round(value, 1) + 0.0:g}"


def points(*corners: tuple[float, float]) -> str:
    """Format corners as a `points` attribute."""
    return " ".join(f"{coordinate(x)},{coordinate(y)}" for x, y in corners)


@dataclass(frozen=True, slots=True)
class Preview:
    """A move that is previewed: its events, and the view afterwards."""

    move: str
    """As it was given: a flight may be written from either end."""
    events: tuple[Event, ...]
    after: View


class Fragment(NamedTuple):
    """A piece of a drawing: a shape in a place. Pieces that look alike share a shape.

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


class Part:
    """Fragments that are drawn one after another, by their ids. It is made once, never changed, and equals only itself.

    >>> part = Part({"stone-c4": Fragment('<circle class="stone" r="9"/>', 88, 44, "c4")})
    >>> dict(Assembly([part, Part({})])) == part.fragments
    True
    """

    __slots__ = ("fragments",)

    def __init__(self, fragments: dict[str, Fragment]) -> None:
        self.fragments = fragments


class Assembly(Mapping[str, Fragment]):
    """The fragments of several parts, in order. They are merged on the first lookup.

    Comparing two drawings can skip a part that both share.
    """

    __slots__ = ("_merged", "parts", "unordered")

    def __init__(self, parts: Iterable[Part]) -> None:
        self.parts = [part for part in parts if part.fragments]
        self.unordered = frozenset(self.parts)
        self._merged: dict[str, Fragment] | None = None

    def _fragments(self) -> dict[str, Fragment]:
        if self._merged is None:
            self._merged = {id: fragment for part in self.parts for id, fragment in part.fragments.items()}
        return self._merged

    def __getitem__(self, id: str) -> Fragment:
        return self._fragments()[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fragments())

    def __len__(self) -> int:
        return len(self._fragments())


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board as SVG."""

    title: str
    box: tuple[float, float, float, float]
    """The view box: left, top, width and height."""
    fragments: Mapping[str, Fragment]
    """In drawing order, bottom first. An `Assembly` tells pages what changed without comparing them all."""
    symbols: str
    """Gradients and symbols that shapes refer to."""
    style: str
    cell: str = "-44,-44 44,-44 44,44 -44,44"
    """The corners of a cell around its centre, as the text of a `points` attribute: pages outline cells with them."""

    def svg(self, theme: Theme = "auto", size: float | None = None, colours: Mapping[str, str] | None = None) -> str:
        """Return a self-contained SVG document; the theme `auto` follows the reader's system.

        `size` is the length of its longer side in pixels. `colours` replaces colours of the style sheet by name (see
        `colour_names`). Several pictures on one page keep their own themes and colours.
        """
        if theme not in get_args(Theme):
            raise ValueError(f"a theme must be {either(get_args(Theme))}, not {clipped(repr(theme))}")
        left, top, width, height = self.box
        if size is not None and (isinstance(size, bool) or not isinstance(size, int | float) or not 0 < size < 1e5):
            raise ValueError(f"a size must be a number of pixels, not {clipped(repr(size))}")
        scale = 1.0 if size is None else size / max(width, height)
        palette = self._palette(colours or {})
        scope: str = "" if theme == "auto" else theme
        if palette:
            scope = f"palette-{sha256(f'{theme} {palette}'.encode()).hexdigest()[:8]}"
        inside = (
            f'<rect class="felt" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"/>'
            f"{''.join(fragment.svg(id) for id, fragment in self.fragments.items())}"
        )
        style, symbols, inside = _within(scope, self.style, self.symbols, inside)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="funkenflug {theme}{f" {scope}" if palette else ""}" '
            f'role="img" viewBox="{left:g} {top:g} {width:g} {height:g}" '
            f'width="{width * scale:g}" height="{height * scale:g}">'
            f"<title>{escape(self.title)}</title><style>{style}{palette.replace('.scope', f'.{scope}')}</style>"
            f"<defs>{symbols}</defs>{inside}</svg>"
        )

    @property
    def colour_names(self) -> tuple[str, ...]:
        """The names that `colours` of `svg` may have: the four colours of the seats, and those of the style sheet."""
        variables = set(_VARIABLE.findall(" ".join(_ROOT.findall(self.style))))
        return (*COLOURS, *sorted(variables - {"serif", "sans"}))

    def _palette(self, colours: Mapping[str, str]) -> str:
        """Return style rules that replace colours, of the class `scope`; they outweigh those of every theme."""
        rules = []
        for name, colour in sorted(colours.items()):
            if name not in self.colour_names:
                raise ValueError(
                    f"this picture has no colour {clipped(repr(name))}; it has {', '.join(self.colour_names)}"
                )
            if not isinstance(colour, str) or len(colour) > 60 or not _COLOUR.fullmatch(colour):
                raise ValueError(
                    f"{name} must be a colour as CSS writes it, such as #f26b21, not {clipped(repr(colour))}"
                )
            if name in COLOURS:
                rules.append(f".funkenflug.scope .{name}.{name} {{--own: {colour};--own-line: {colour};}}")
            else:
                rules.append(f".funkenflug.scope.scope.scope {{--{name}: {colour};}}")
        return "".join(rules)

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook."""
        return self.svg()


def _within(scope: str, style: str, symbols: str, inside: str) -> tuple[str, str, str]:
    """Limit a picture to a scope, which is a class of its root: style rules and ids that others on its page cannot see.

    A gradient takes its colours from its own picture, so other pictures must not refer to it.
    """
    if not scope:
        return style, symbols, inside
    renamed = [_REFERENCE.sub(rf"\g<0>-{scope}", part) for part in (style, symbols, inside)]
    return (
        renamed[0].replace(".funkenflug", f".funkenflug.{scope}"),
        _ID.sub(rf"\g<0>-{scope}", renamed[1]),
        renamed[2],
    )
