"""Shares with confidence intervals, durations as text, and a sequential test."""

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


class SequentialTest:
    """Decides between two success rates after as few trials as the errors allow: a sequential probability ratio test.

    >>> test = SequentialTest(0.5, 0.6)
    >>> for _ in range(20):
    ...     test.add(1.0)
    >>> test.verdict, test.trials
    (True, 20)
    """

    def __init__(self, low: float, high: float, error: float = 0.05) -> None:
        self._low, self._high = low, high
        self._bound = math.log((1 - error) / error)
        self.trials = 0
        self.successes = 0.0

    def add(self, success: float) -> None:
        """Note a trial: 1 for a success, 0 for a failure, or a share of one."""
        self.trials += 1
        self.successes += success

    @property
    def likelihood(self) -> float:
        """The logarithm of the likelihood ratio of the higher rate to the lower one."""
        failures = self.trials - self.successes
        odds = self.successes * math.log(self._high / self._low)
        return odds + failures * math.log((1 - self._high) / (1 - self._low))

    @property
    def verdict(self) -> bool | None:
        """True: the higher rate; False: the lower one; None: not decided yet."""
        return None if abs(self.likelihood) < self._bound else self.likelihood > 0
