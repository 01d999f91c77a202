"""Drawings as messages: whole, or as the difference to another one. A shape is named by its content."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Mapping, Set
from functools import lru_cache
from hashlib import blake2b
from itertools import filterfalse
from typing import Any, cast

from funkenflug.core.drawing import Assembly, Drawing, Fragment, Part
from funkenflug.site.boards.responses import Difference, Picture, Placed

_Runs = dict[str, dict[str, Fragment]]
"""Fragments that follow one another, by the id of the fragment before them; empty: they are the first."""


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
    """Return how to make one drawing from another, with the shapes of all fragments that changed.

    Nobody looks into a part that both have, so it takes as long as what has changed is large.
    """
    old, new = _assembly(before), _assembly(after)
    added, gone = new.unordered - old.unordered, old.unordered - new.unordered
    runs, previous = _runs(new, added), _runs(old, gone)
    was = {id: fragment for run in previous.values() for id, fragment in run.items()}
    becomes = {id: fragment for run in runs.values() for id, fragment in run.items()}
    staying = was
    in_order = list(filterfalse(added.__contains__, new.parts)) == list(filterfalse(gone.__contains__, old.parts))
    if not in_order or _common(runs, was) != _common(previous, becomes):
        runs, was, becomes, staying = {"": dict(new)}, dict(old), dict(new), {}
    reshaped: dict[str, str] = {}
    inserted: dict[str, list[Placed]] = {}
    shapes: dict[str, str] = {}
    for anchor, run in runs.items():
        for id, fragment in run.items():
            there = staying.get(id)
            if there != fragment:
                name = shape_name(fragment.shape)
                shapes[name] = fragment.shape
                if there is None or there[1:] != fragment[1:]:
                    inserted.setdefault(anchor, []).append(_placed(id, fragment))
                    continue
                reshaped[id] = name
            anchor = id
    removed = [id for id in was if id not in becomes]
    changes: dict[str, Any] = {"removed": removed, "reshaped": reshaped, "inserted": inserted, "shapes": shapes}
    if after.box != before.box:
        changes["box"] = after.box
    return cast(Difference, {name: change for name, change in changes.items() if change})


def _assembly(drawing: Drawing) -> Assembly:
    fragments = drawing.fragments
    return fragments if isinstance(fragments, Assembly) else Assembly([Part(dict(fragments))])


def _runs(assembly: Assembly, wanted: Set[Part]) -> _Runs:
    """Return the fragments of some parts, by the id of the last fragment before them that is not in one of these."""
    runs: _Runs = {}
    parts, anchor, after = assembly.parts, "", -1
    for place in [place for place, part in enumerate(parts) if part in wanted]:
        if place > after + 1:
            anchor = next(reversed(parts[place - 1].fragments))
        runs.setdefault(anchor, {}).update(parts[place].fragments)
        after = place
    return runs


def _common(runs: _Runs, others: Mapping[str, Fragment]) -> list[tuple[str, str]]:
    """Return the fragments of runs that others have too, each with what comes before its run."""
    return [(anchor, id) for anchor, run in runs.items() for id in run if id in others]


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
