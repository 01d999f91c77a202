"""Positions as NumPy records."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import numpy as np

P = ParamSpec("P")
T = TypeVar("T")

State = Any
"""A position: one record (`numpy.void`) of a game's `STATE` type."""
Array = np.ndarray[Any, np.dtype[Any]]
MOST_SEATS = 4

int64: Callable[[Any], int] = cast(Any, np.int64)
"""Widen a small field of a record before arithmetic, which could overflow it, or before using it as an index."""


class Record(np.void):  # type: ignore[misc]  # the stubs say that it is final, but NumPy derives from it, too
    """A record whose fields are attributes, in compiled code and in plain Python.

    `numpy.record` has them too, but looks everything up in Python, and describes all its fields whenever Numba asks for
    its memory: that takes longer than most functions of the rules.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if self.dtype.names is None or name not in self.dtype.names:
            raise AttributeError(f"a record of this type has no field {name}")
        return self[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    @property
    def data(self) -> Any:
        """The memory of the record: the array that has only this one, or a description."""
        array = _base_of(self)
        return _memory_of(self) if array is None or array.size != 1 else array


_base_of = np.void.base.__get__
_memory_of = np.void.data.__get__


def record(fields: list[tuple[Any, ...]]) -> np.dtype[np.void]:
    """Return a type of records."""
    return np.dtype((Record, np.dtype(fields, align=True)))


def copy_state(state: State) -> State:
    """Return a copy of a position. NumPy's own copy goes field by field and is ten times slower."""
    return np.ndarray(1, state.dtype, bytearray(state.tobytes()))[0]


def depends_on(*fields: str) -> Callable[[Callable[Concatenate[State, P], T]], Callable[Concatenate[State, P], T]]:
    """Decorate a function of a position that reads only these fields of it, and perhaps further hashable arguments.

    What it returned is kept, and returned again as long as the bytes of these fields are the same: most moves leave
    most of a position as it was. Nobody may change the result.
    """

    def decorate(function: Callable[Concatenate[State, P], T]) -> Callable[Concatenate[State, P], T]:
        kept: dict[Any, T] = {}
        older: dict[Any, T] = {}

        @wraps(function)
        def remembering(state: State, /, *args: P.args, **kwargs: P.kwargs) -> T:
            nonlocal kept, older
            content = state.tobytes()
            key = (*[content[span] for span in _spans(state.dtype, fields)], *args)
            try:
                return kept[key]
            except KeyError:
                found = older[key] if key in older else function(state, *args, **kwargs)
            if len(kept) >= _MOST_KEPT:  # what is not asked for again until this happens once more is forgotten
                kept, older = {}, kept
            kept[key] = found
            return found

        return remembering

    return decorate


_MOST_KEPT = 512
"""Results of one function, and as many older ones: some for each table that a busy site plays at; some take 15 kB."""


@cache
def _spans(kind: np.dtype[np.void], fields: tuple[str, ...]) -> tuple[slice, ...]:
    """Return where the bytes of fields are in a record; fields that follow one another are one span."""
    assert kind.fields is not None
    spans: list[slice] = []
    for field, offset in sorted((kind.fields[name][:2] for name in fields), key=lambda found: found[1]):
        adjacent = bool(spans) and spans[-1].stop == offset
        spans.append(slice(spans.pop().start if adjacent else offset, offset + field.itemsize))
    return tuple(spans)
