"""Figures for people: shares with their intervals, and times in words that suit them."""

from __future__ import annotations

import math

import msgspec


class Share(msgspec.Struct, frozen=True):
    """How many of all, and the 95 % interval of what that says at large."""

    count: float
    """A shared victory is a part of one."""
    share: float
    low: float
    high: float


def share_of(count: float, total: int) -> Share:
    """Return a share with the 95 % interval of Wilson.

    >>> share_of(0, 300)
    Share(count=0, share=0.0, low=0.0, high=0.0126...)
    """
    share, spread = count / total, 1.96**2 / total
    middle = (share + spread / 2) / (1 + spread)
    half = math.sqrt(share * (1 - share) * spread + spread**2 / 4) / (1 + spread)
    return Share(count, share, max(0.0, middle - half), min(1.0, middle + half))


def duration(seconds: float) -> str:
    """Return a time in words that suit it.

    >>> duration(0.0042), duration(0.13), duration(16.0053)
    ('4.2 ms', '130 ms', '16.0 s')
    """
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{1000 * seconds:.1f} ms" if seconds < 0.01 else f"{1000 * seconds:.0f} ms"
