"""Bit sets of up to 63 members.

They are int64: signed and unsigned numbers do not mix well in Numba.
"""

from __future__ import annotations

from funkenflug.kernel.compiling import compiled


def size(members: int) -> int:
    """Return the number of members."""
    return int(members).bit_count()


def first(members: int) -> int:
    """Return the lowest member of a set that is not empty."""
    return (int(members) & -int(members)).bit_length() - 1


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
