"""Arrays with a number for each seat: points and utilities."""

from __future__ import annotations

import math

from funkenflug.kernel.compiling import compiled
from funkenflug.kernel.records import Array


@compiled
def fill(values: Array, players: int, value: float) -> None:
    """Give every seat the same value. (A slice assignment takes far longer to compile.)"""
    for seat in range(players):
        values[seat] = value


@compiled
def award(ranks: Array, players: int) -> None:
    """Turn numbers that rank the seats into utilities: the winners share 1, and the sum is 0."""
    best = ranks[0]
    for seat in range(1, players):
        best = max(best, ranks[seat])
    winners = 0
    for seat in range(players):
        winners += ranks[seat] == best
    for seat in range(players):
        share = 1.0 / winners if ranks[seat] == best else 0.0
        ranks[seat] = (players * share - 1.0) / (players - 1)


@compiled
def lead(points: Array, players: int, seat: int) -> float:
    """Return the lead of a seat over the best other one; negative if it is behind."""
    best = -1e9
    for other in range(players):
        if other != seat:
            best = max(best, points[other])
    return float(points[seat] - best)


@compiled
def shape_by_lead(points: Array, values: Array, players: int, scale: float) -> None:
    """Make values three quarters who won and one quarter by how much; a lead of `scale` points is a good one."""
    for seat in range(players):
        values[seat] = 0.75 * values[seat] + 0.25 * math.tanh(lead(points, players, seat) / scale)
