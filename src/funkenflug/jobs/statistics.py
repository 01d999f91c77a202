"""Shares with their intervals, and durations, for people."""

from __future__ import annotations

import math

import msgspec


class Share(msgspec.Struct, frozen=True):
    """A share with its 95% interval."""

    count: float
    """Fractional, because a shared victory counts as a part."""
    share: float
    low: float
    high: float


def share_of(count: float, total: int) -> Share:
    """Return a share with its 95% Wilson interval.

    >>> share_of(0, 300)
    Share(count=0, share=0.0, low=0.0, high=0.0126...)
    """
    share, spread = count / total, 1.96**2 / total
    middle = (share + spread / 2) / (1 + spread)
    half = math.sqrt(share * (1 - share) * spread + spread**2 / 4) / (1 + spread)
    return Share(count, share, max(0.0, middle - half), min(1.0, middle + half))


def duration(seconds: float) -> str:
    """Format a duration.

    >>> duration(0.0042), duration(0.13), duration(16.0053)
    ('4.2 ms', '130 ms', '16.0 s')
    """
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{1000 * seconds:.1f} ms" if seconds < 0.01 else f"{1000 * seconds:.0f} ms"
