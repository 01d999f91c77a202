"""Moves, and what they made happen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, overload

from funkenflug.core.view import Event

_ways: dict[str, Mapping[str, tuple[str, ...]]] = {}
"""The patterns of the moves of each game; see `GameType.clicks`."""


def declare_ways(game: str, ways: Mapping[str, tuple[str, ...]]) -> None:
    """Tell what the words of the moves of a game are."""
    _ways[game] = ways


def forget_ways(game: str) -> None:
    """Undo `declare_ways`."""
    _ways.pop(game, None)


class Move(str):
    """A move in its text form, with its parts.

    >>> move = Move("crew 2 green 1,0")
    >>> move
    Move('crew 2 green 1,0')
    >>> move.kind, move.pieces, move.colour, move.cell
    ('crew', 2, 'green', '1,0')
    >>> Move("fly green 0,0 2,0").cells, Move("tile 43 d4 d5").tile
    (('0,0', '2,0'), '43')
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    @property
    def kind(self) -> str:
        """The first word: tile, crew, fly, …"""
        return self.partition(" ")[0]

    @property
    def parts(self) -> dict[str, tuple[str, ...]]:
        """The other words by what they are, as the games declare it: cell, colour, tile, count.

        >>> Move("crew 2 green 1,0").parts
        {'cell': ('1,0',), 'colour': ('green',), 'count': ('2',)}
        """
        words = self.split(" ")
        for ways in _ways.values():
            for way in ways.get(words[0], ())[:1]:
                places = [
                    (what, int(place))
                    for what, _, place in (step.partition(":") for step in way.split(" "))
                    if place.isdigit()
                ]
                if len(places) == len(words) - 1:
                    found: dict[str, tuple[str, ...]] = {}
                    for what, place in places:
                        found[what] = (*found.get(what, ()), words[place])
                    return found
        return {}

    def _part(self, what: str) -> tuple[str, ...]:
        parts = self.parts
        if what not in parts:
            raise AttributeError(f"the move {str(self)!r} has no {what}; it has {', '.join(('kind', *parts))}")
        return parts[what]

    @property
    def cell(self) -> str:
        """The cell, the first if there are several, as moves write it."""
        return self._part("cell")[0]

    @property
    def cells(self) -> tuple[str, ...]:
        """All cells."""
        return self._part("cell")

    @property
    def colour(self) -> str:
        """The colour of the pieces."""
        return self._part("colour")[0]

    @property
    def tile(self) -> str:
        """The tile, the first if there are several."""
        return self._part("tile")[0]

    @property
    def tiles(self) -> tuple[str, ...]:
        """All tiles."""
        return self._part("tile")

    @property
    def pieces(self) -> int:
        """How many pieces are placed."""
        return int(self._part("count")[0])


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
