"""The plain picture and the plain text of a board, for games that do not draw themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Any

import msgspec

from funkenflug.core.drawing import Drawing, Fragment
from funkenflug.core.view import View
from funkenflug.core.words import Message, series
from funkenflug.games.pieces import emblem, stylesheet

_SIDE = 88
"""The side of a cell: the page marks cells of this size."""
_GAP = 4
_MARGIN = 26


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a rectangular board, with what lies on it."""

    name: str
    """As moves name it: c4."""
    column: int
    row: int
    """From the top."""
    text: str = ""
    """The contents."""
    colour: str | None = None
    """Whose it is."""


def draw(
    title: str, style_sheets: tuple[str, ...], view: View, cells: Sequence[Cell], after: Sequence[Cell] | None = None
) -> Drawing:
    """Draw the cells; a view without cells is drawn as a list of its facts.

    With `after`, the cells after a move that is being considered, those that would change are marked.
    """
    changed = {later.name: later.colour for now, later in zip(cells, after or cells, strict=True) if now != later}
    fragments = {f"cell-{cell.name}": _square(cell, cell.name in changed, changed.get(cell.name)) for cell in cells}
    fragments = fragments or _lines(board(view, cells).splitlines())
    columns = 1 + max((cell.column for cell in cells), default=5)
    rows = 1 + max((cell.row for cell in cells), default=len(fragments) // 4)
    step = _SIDE + _GAP
    return Drawing(
        title=f"{title} {', '.join(view.names)}",
        box=(-_MARGIN, -_MARGIN, columns * step - _GAP + 2 * _MARGIN, rows * step - _GAP + 2 * _MARGIN),
        fragments=fragments,
        symbols="",
        style=stylesheet(*style_sheets),
    )


@lru_cache(maxsize=4096)
def _square(cell: Cell, changes: bool, new_colour: str | None) -> Fragment:
    half = _SIDE / 2
    colour = cell.colour or new_colour
    kind = f"plain-cell {colour or 'empty'}{' changes' if changes else ''}"
    whose = emblem(colour, 0, 0, 40) if colour else ""
    text = f'<text class="plain-text" y="9">{escape(cell.text)}</text>' if cell.text else ""
    shape = (
        f'<g class="{kind}"><rect class="plain-ground" x="{-half:g}" y="{-half:g}" width="{_SIDE}" height="{_SIDE}" '
        f'rx="8"/><text class="plain-name" x="{7 - half:g}" y="{17 - half:g}">{cell.name}</text>{whose}{text}</g>'
    )
    return Fragment(shape, cell.column * (_SIDE + _GAP) + half, cell.row * (_SIDE + _GAP) + half, cell.name)


def _lines(lines: Sequence[str]) -> dict[str, Fragment]:
    return {
        f"line-{row}": Fragment(f'<text class="plain-fact">{escape(line)}</text>', 0, 22 * row + 16)
        for row, line in enumerate(lines)
    }


def board(view: View, cells: Sequence[Cell]) -> str:
    """Return the cells as text, each as what lies on it or as its name; without cells a list of the view's facts."""
    if not cells:
        return "\n".join(f"{name}: {_fact(value)}" for name, value in _own_facts(view).items())
    shown = {(cell.row, cell.column): _label(cell) for cell in cells}
    width = max(map(len, shown.values()))
    rows = range(1 + max(row for row, _ in shown))
    columns = range(1 + max(column for _, column in shown))
    lines = ("  ".join(shown.get((row, column), "").center(width) for column in columns) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def _label(cell: Cell) -> str:
    whose = cell.colour[0].upper() if cell.colour else ""
    return f"[{whose}{cell.text}]" if whose or cell.text else cell.name


def describe(cell: Cell) -> Message:
    """Return what lies on a cell in words.

    >>> describe(Cell("c4", 2, 0, "5", "green"))
    '5, green'
    """
    parts = [cell.text] if cell.text else []
    if cell.colour:
        parts.append(Message(cell.colour))
    return series(parts) if parts else Message("blank")


def _own_facts(view: View) -> dict[str, Any]:
    common = set(View.__struct_fields__)
    return {name: value for name, value in msgspec.to_builtins(view).items() if name not in common}


def _fact(value: Any) -> str:
    return " ".join(map(_fact, value)) if isinstance(value, list | tuple) else str(value)
