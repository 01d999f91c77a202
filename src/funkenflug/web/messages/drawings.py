"""Drawings as messages: whole, or as the difference to another one."""

from __future__ import annotations

from funkenflug.drawing import Drawing
from funkenflug.web.messages.responses import Difference, Picture


def difference(before: Drawing, after: Drawing) -> Difference:
    """Return what to change in one drawing to get another."""
    old, new = before.fragments, after.fragments
    ids = list(new)
    return Difference(
        box=after.box,
        order=None if list(old) == ids else ids,
        set={id: fragment for id, fragment in new.items() if old.get(id) != fragment},
        gone=[id for id in old if id not in new],
    )


def picture(drawing: Drawing) -> Picture:
    """Return a drawing as a message."""
    fragments = list(drawing.fragments.items())
    return Picture(box=drawing.box, fragments=fragments, symbols=drawing.symbols, cell=drawing.cell)
