"""Waiting for a condition: the one way for all tests, with time-outs that suit a busy machine."""

from __future__ import annotations

import time
from collections.abc import Callable

LONG = 240.0
"""Seconds that anything may take, even while the machine compiles the games and does much else."""


def wait_until(condition: Callable[[], object], seconds: float = LONG) -> None:
    """Wait until `condition()` is true; fail if it is not within `seconds`."""
    assert holds_within(condition, seconds), f"waited for {seconds:.0f} s in vain"


def holds_within(condition: Callable[[], object], seconds: float) -> bool:
    """Return whether `condition()` becomes true within `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() >= end:
            return bool(condition())
        time.sleep(0.02)
    return True
