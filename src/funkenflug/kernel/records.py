"""Positions as NumPy records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

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
    return np.frombuffer(bytearray(state.tobytes()), state.dtype)[0]
