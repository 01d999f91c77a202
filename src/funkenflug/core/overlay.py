"""Arrows and marks that somebody adds to the picture of a board."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from funkenflug.core.drawing import Drawing, Fragment, points
from funkenflug.core.view import COLOURS
from funkenflug.core.words import clipped, either

_STYLE = (
    ".funkenflug .overlay {--own-line: var(--hint); stroke-linejoin: round;}"
    + "".join(f".funkenflug .overlay.{colour} {{--own-line: var(--own);}}" for colour in COLOURS)
    + ".funkenflug .cell-mark {fill: var(--own-line); fill-opacity: .3; stroke: var(--own-line); stroke-width: 5;}"
    ".funkenflug .arrow {fill: var(--own-line); fill-opacity: .85; stroke: var(--coal); stroke-opacity: .5;}"
)
_SHAFT, _WIDTH, _LENGTH = 6.0, 17.0, 30.0
"""Half the width of the shaft and of the head of an arrow, and the length of the head."""
_SHORTER = 8.0
"""An arrow ends this far before the middle of its cell."""


class Arrow(NamedTuple):
    """An arrow from one cell to another. Cells are given as in moves or by their names.

    >>> import funkenflug
    >>> game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7)
    >>> game.svg(arrows=[Arrow("m13", "o13", "red")]).count("overlay arrow red")
    1
    """

    tail: str
    head: str
    colour: str | None = None
    """Green, blue, yellow or red; None for the colour of hints."""


def with_overlay(
    drawing: Drawing,
    arrows: Iterable[Arrow | tuple[str, str]],
    marks: Iterable[str] | Mapping[str, str | None],
    find_cell: Callable[[str], str],
) -> Drawing:
    """Return a drawing with marks on cells, and arrows above them; a `ValueError` names a cell that it does not have.

    `marks` are cells, or cells with their colours. `find_cell` turns the name of a cell into how moves write it.
    """
    middles = {part.cell: (part.x, part.y) for part in drawing.fragments.values() if part.cell}

    def middle(cell: str) -> tuple[float, float]:
        found = find_cell(cell) if isinstance(cell, str) else ""
        if found not in middles:
            raise ValueError(f"there is no cell {clipped(repr(cell))} in this picture")
        return middles[found]

    fragments = dict(drawing.fragments)
    coloured = marks if isinstance(marks, Mapping) else dict.fromkeys(_cells(marks))
    for number, (cell, colour) in enumerate(coloured.items()):
        shape = f'<polygon class="{_classes("cell-mark", colour)}" points="{drawing.cell}"/>'
        fragments[f"overlay-mark-{number}"] = Fragment(shape, *middle(cell))
    for number, given in enumerate(arrows):
        arrow = _checked(given)
        fragments[f"overlay-arrow-{number}"] = _drawn(arrow, middle(arrow.tail), middle(arrow.head))
    if len(fragments) == len(drawing.fragments):
        return drawing
    return replace(drawing, fragments=fragments, style=drawing.style + _STYLE)


def _cells(marks: Iterable[str]) -> Iterable[str]:
    if isinstance(marks, str):
        raise ValueError(f"marks must be a list of cells, not {clipped(repr(marks))}")
    return marks


def _checked(given: Arrow | tuple[str, ...]) -> Arrow:
    if isinstance(given, str) or not isinstance(given, tuple | list) or not 2 <= len(given) <= 3:
        raise ValueError(f"an arrow must be a pair of cells, not {clipped(repr(given))}")
    arrow = Arrow(*given)
    if arrow.tail == arrow.head:
        raise ValueError(f"an arrow leads from one cell to another, not from {clipped(repr(arrow.tail))} to itself")
    return arrow


def _classes(kind: str, colour: str | None) -> str:
    if colour is None:
        return f"overlay {kind}"
    if colour not in COLOURS:
        raise ValueError(f"a colour must be {either(COLOURS)}, not {clipped(repr(colour))}")
    return f"overlay {kind} {colour}"


def _drawn(arrow: Arrow, tail: tuple[float, float], head: tuple[float, float]) -> Fragment:
    across, down = head[0] - tail[0], head[1] - tail[1]
    length = math.hypot(across, down) or 1.0  # two names of the same cell
    along = across / length, down / length

    def corner(far: float, aside: float) -> tuple[float, float]:
        return along[0] * far - along[1] * aside, along[1] * far + along[0] * aside

    tip, neck = length - _SHORTER, length - _SHORTER - _LENGTH
    left = corner(0, _SHAFT), corner(neck, _SHAFT), corner(neck, _WIDTH)
    right = corner(neck, -_WIDTH), corner(neck, -_SHAFT), corner(0, -_SHAFT)
    outline = points(*left, corner(tip, 0), *right)
    return Fragment(f'<polygon class="{_classes("arrow", arrow.colour)}" points="{outline}"/>', *tail)
