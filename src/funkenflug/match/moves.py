"""Moves, and what they made happen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from funkenflug.match.view import Event


class Move(str):
    """A move in its text form.

    >>> Move("tile 2,-1")
    Move('tile 2,-1')
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"


class Events(Sequence[Event]):
    """The events of a move, in order: like a tuple, but made when somebody looks at them.

    >>> import funkenflug
    >>> events = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7).play("volcano 0,0")
    >>> events
    (VolcanoChosen(seat=1, cell=(0, 0)),)
    >>> events == (events[0],)
    True
    """

    __slots__ = ("_arguments", "_events", "_make")

    def __init__(self, make: Callable[..., tuple[Event, ...]], *arguments: Any) -> None:
        self._make, self._arguments = make, arguments
        self._events: tuple[Event, ...] | None = None

    def _made(self) -> tuple[Event, ...]:
        if self._events is None:
            self._events = self._make(*self._arguments)
            self._arguments = ()
        return self._events

    @overload
    def __getitem__(self, place: int) -> Event: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Event, ...]: ...
    def __getitem__(self, place: int | slice) -> Event | tuple[Event, ...]:
        return self._made()[place]

    def __len__(self) -> int:
        return len(self._made())

    def __iter__(self) -> Iterator[Event]:
        return iter(self._made())

    def __add__(self, others: Sequence[Event]) -> tuple[Event, ...]:
        return (*self, *others)

    def __radd__(self, others: Sequence[Event]) -> tuple[Event, ...]:
        return (*others, *self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Events | tuple):
            return NotImplemented
        return self._made() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._made())

    def __repr__(self) -> str:
        return repr(self._made())

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self._made(),)
