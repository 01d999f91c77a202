"""Lists whose copies share their items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Self, TypeVar, overload

T = TypeVar("T")


class SharedList(Sequence[T]):
    """A list that grows at its end. A copy costs nothing: it shares the items until one of both goes its own way.

    A match of a hundred moves is copied a hundred times, and every copy is the one before with a move more.

    >>> first = SharedList("ab")
    >>> second = first.copy()
    >>> second.append("c")
    >>> first.append("x")
    >>> list(first), list(second)
    (['a', 'b', 'x'], ['a', 'b', 'c'])
    """

    __slots__ = ("_items", "_length", "_shares")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        """The items of this list, then perhaps some that only its copies have."""
        self._length = len(self._items)
        self._shares = False

    def copy(self) -> Self:
        """Return a copy that changes independently.

        >>> list(SharedList("ab").copy())
        ['a', 'b']
        """
        copy = type(self).__new__(type(self))
        copy._items, copy._length = self._items, self._length
        copy._shares = self._shares = True
        return copy

    def append(self, item: T) -> None:
        """Add an item.

        >>> letters = SharedList("ab")
        >>> letters.append("c")
        >>> letters[-1]
        'c'
        """
        if len(self._items) == self._length:
            self._items.append(item)
            if len(self._items) == self._length + 1:  # or a copy in another thread was quicker
                self._length += 1
                return
        self._items = [*self._items[: self._length], item]
        self._length += 1
        self._shares = False

    def extend(self, items: Iterable[T]) -> None:
        """Add items.

        >>> letters = SharedList("ab")
        >>> letters.extend("cd")
        >>> list(letters)
        ['a', 'b', 'c', 'd']
        """
        for item in items:
            self.append(item)

    def shorten(self, length: int) -> None:
        """Keep only the first items.

        >>> letters = SharedList("abc")
        >>> letters.shorten(1)
        >>> list(letters)
        ['a']
        """
        if self._shares:
            self._items, self._shares = self._items[: self._length], False
        del self._items[length:]
        self._length = len(self._items)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        if isinstance(place, slice):
            return self._items[slice(*place.indices(self._length))]
        if place < 0:
            place += self._length
        if not 0 <= place < self._length:
            raise IndexError("list index out of range")
        return self._items[place]

    def __repr__(self) -> str:
        return f"SharedList({list(self)!r})"
