"""Ratings from who finished ahead of whom: the Bradley-Terry model, fitted by choix."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import permutations

import msgspec
import numpy as np

from funkenflug.arena.match import MatchResult
from funkenflug.kernel import Array

_ELO = 400 / math.log(10)
_RESAMPLES = 400


class Rating(msgspec.Struct, frozen=True):
    """Strength on the Elo scale with mean 0, and its 95% interval.

    A lead of 100 points means finishing ahead in 64 of 100 matches. A contestant that always finished first or always
    last has no interval, because its strength has no bound.
    """

    value: float
    low: float | None = None
    high: float | None = None


def ratings(matches: Iterable[MatchResult], names: Sequence[str]) -> list[Rating]:
    """Return the rating of each name.

    The intervals are bootstrapped over deals, because matches of one deal are not independent.
    """
    deals: dict[int, Array] = {}
    for match in matches:
        deals.setdefault(match.deal, np.zeros((len(names), len(names))))
        _count(match, names, deals[match.deal])
    if not deals:
        return [Rating(0.0) for _ in names]
    wins = np.stack(list(deals.values()))
    total = wins.sum(axis=0)
    draws = np.random.default_rng(0).multinomial(len(wins), np.full(len(wins), 1 / len(wins)), _RESAMPLES)
    drawn = np.stack([_strengths(np.tensordot(draw, wins, 1)) for draw in draws])
    low, high = np.percentile(drawn, (2.5, 97.5), axis=0)
    values = _strengths(total).round(1) + 0.0  # avoid -0
    seen = total.any(axis=0) & total.any(axis=1) & (len(wins) > 1)
    return [
        Rating(float(value), round(float(low[i]), 1), round(float(high[i]), 1)) if seen[i] else Rating(float(value))
        for i, value in enumerate(values)
    ]


def _count(match: MatchResult, names: Sequence[str], wins: Array) -> None:
    """Add who finished ahead of whom; a shared place is half a win for each, except after a forfeit."""
    for (one, place), (other, behind) in permutations(zip(match.seating, match.places, strict=False), 2):
        if one != other and (place < behind or (place == behind and match.loss is None)):
            wins[names.index(one), names.index(other)] += 1.0 if place < behind else 0.5


def _strengths(wins: Array) -> Array:
    """Return strengths, with one draw added for every pair to keep them finite."""
    import choix  # imports SciPy, which is slow

    strengths: Array = choix.ilsr_pairwise_dense(wins + 0.5 * (1 - np.eye(len(wins))), max_iter=1000)
    centred: Array = _ELO * (strengths - strengths.mean())
    return centred
