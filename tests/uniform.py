"""Whether chance is fair."""

from collections.abc import Mapping
from math import sqrt
from typing import Any


def assert_uniform(counts: Mapping[Any, int], outcomes: int) -> None:
    """Each of this many outcomes came up, and all about equally often: the chi-square test, at one in a million."""
    assert len(counts) == outcomes
    if outcomes > 1:
        expected = sum(counts.values()) / outcomes
        deviation = sum((count - expected) ** 2 / expected for count in counts.values())
        freedom = outcomes - 1
        spread = 2 / (9 * freedom)  # the quantile as Wilson and Hilferty estimate it
        assert deviation < freedom * (1 - spread + 4.75 * sqrt(spread)) ** 3
