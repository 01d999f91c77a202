"""Bit sets of up to 63 members.

They are int64: signed and unsigned numbers do not mix well in Numba.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.extending import intrinsic, overload

from funkenflug.kernel.compiling import compiled


def size(members: int) -> int:
    """Return the number of members."""
    return int(members).bit_count()


def first(members: int) -> int:
    """Return the lowest member of a set that is not empty."""
    return (int(members) & -int(members)).bit_length() - 1


@intrinsic
def _population_count(typing_context: Any, members: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing_zeros(typing_context: Any, members: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


@overload(size, strict=False)
def _size(members: Any) -> Any:
    return lambda members: _population_count(members)  # type: ignore[call-arg]


@overload(first, strict=False)
def _first(members: Any) -> Any:
    return lambda members: _trailing_zeros(members)  # type: ignore[call-arg]


@compiled
def nth(members: int, n: int) -> int:
    """Return the n-th lowest member, counted from 0."""
    # A binary search without branches: the processor could not predict them.
    place = 0
    for half in (32, 16, 8, 4, 2, 1):
        low = size(members & ((1 << half) - 1))
        beyond = n >= low
        n -= low * beyond
        place += half * beyond
        members >>= half * beyond
    return place
