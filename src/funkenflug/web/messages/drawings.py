"""Drawings as messages: whole, or as the difference to another one. A shape is named by its content."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any, cast

from funkenflug.drawing import Drawing, Fragment
from funkenflug.web.messages.responses import Difference, Picture, Placed


def picture(drawing: Drawing) -> Picture:
    """Return a drawing as a message, with all its shapes."""
    return Picture(
        box=drawing.box, fragments=placed(drawing.fragments), shapes=shapes(drawing.fragments), cell=drawing.cell
    )


def placed(fragments: Mapping[str, Fragment]) -> list[Placed]:
    """Return fragments as a message, without their shapes."""
    return [_placed(id, fragment) for id, fragment in fragments.items()]


def shapes(fragments: Mapping[str, Fragment]) -> dict[str, str]:
    """Return the shapes of fragments by their names."""
    return {shape_name(fragment.shape): fragment.shape for fragment in fragments.values()}


def difference(before: Drawing, after: Drawing) -> Difference:
    """Return how to make one drawing from another, with the shapes of all fragments that changed."""
    old, new = before.fragments, after.fragments
    reshaped: dict[str, str] = {}
    inserted: dict[str, list[Placed]] = {}
    shapes: dict[str, str] = {}
    staying = old if _in_order(old, new) else {}
    anchor = ""
    for id, fragment in new.items():
        was = staying.get(id)
        if was is fragment or was == fragment:
            anchor = id
            continue
        name = shape_name(fragment.shape)
        shapes[name] = fragment.shape
        if was is not None and was[1:] == fragment[1:]:
            reshaped[id] = name
            anchor = id
        else:
            inserted.setdefault(anchor, []).append(_placed(id, fragment))
    removed = [id for id in old if id not in new]
    changes: dict[str, Any] = {"removed": removed, "reshaped": reshaped, "inserted": inserted, "shapes": shapes}
    if after.box != before.box:
        changes["box"] = after.box
    return cast(Difference, {name: change for name, change in changes.items() if change})


def _in_order(old: Mapping[str, Fragment], new: Mapping[str, Fragment]) -> bool:
    """Return whether the fragments of both drawings come in the same order in both."""
    return list(filter(new.__contains__, old)) == list(filter(old.__contains__, new))


@lru_cache(maxsize=16384)
def shape_name(shape: str) -> str:
    """Return the name of a shape: a short hash of its text."""
    return urlsafe_b64encode(blake2b(shape.encode(), digest_size=6).digest()).decode()


@lru_cache(maxsize=16384)
def _placed(id: str, fragment: Fragment) -> Placed:
    return id, shape_name(fragment.shape), _length(fragment.x), _length(fragment.y), fragment.cell


def _length(value: float) -> float:
    """Round a length to a tenth; without decimals if it has none."""
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded
