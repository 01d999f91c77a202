"""Bradley-Terry ratings, computed from the order in which contestants finished."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import permutations

import msgspec
import numpy as np

from funkenflug.arena.match import MatchResult
from funkenflug.jobs.statistics import share_of
from funkenflug.kernel import Array

_ELO = 400 / math.log(10)
_RESAMPLES = 400
_DRAW = 0.5
"""One draw is added for every pair that met, to keep the ratings finite."""
_LINK = 0.005
"""Much less for the other pairs: it only links those who never met, even through others."""
_PRECISION = 1e-9
_MOST_STEPS = 100


class Rating(msgspec.Struct, frozen=True):
    """Strength on the Elo scale with mean 0, and its 95% interval.

    A lead of 100 points means finishing ahead in 64 of 100 matches. The interval of a contestant that always finished
    first has no upper end, and that of one that always finished last no lower end. Before a second deal there may be
    neither.

    >>> Rating(50.0, 20.0, 80.0).interval, Rating(300.0, low=143.2).interval, Rating(0.0).interval
    ('+20 to +80', '> +143', '')
    """

    value: float
    low: float | None = None
    high: float | None = None

    @property
    def interval(self) -> str:
        """The interval as text; empty if there is none."""
        if self.low is None:
            return "" if self.high is None else f"< {self.high:+.0f}"
        return f"> {self.low:+.0f}" if self.high is None else f"{self.low:+.0f} to {self.high:+.0f}"


def ratings(matches: Iterable[MatchResult], names: Sequence[str]) -> list[Rating]:
    """Return the rating of each name.

    The intervals are bootstrapped over deals, because matches of one deal are not independent.
    """
    wins = count_wins(matches, names)
    if not len(wins):
        return [Rating(0.0) for _ in names]
    total = wins.sum(axis=0)
    prior = np.where(total + total.T > 0, _DRAW, _LINK) * (1 - np.eye(len(names)))
    draws = np.random.default_rng(0).multinomial(len(wins), np.full(len(wins), 1 / len(wins)), _RESAMPLES)
    drawn = np.stack([_strengths(prior + np.tensordot(draw, wins, 1)) for draw in draws])
    low, high = np.percentile(drawn, (2.5, 97.5), axis=0)
    values = _strengths(prior + total).round(1) + 0.0  # avoid -0
    found = []
    for i, value in enumerate(values):
        won, lost = wins[:, i].any(axis=1), wins[:, :, i].any(axis=1)
        if won.any() != lost.any():
            bound = _bound(int(won.sum() + lost.sum()), len(names))
            found.append(Rating(float(value), low=bound) if won.any() else Rating(float(value), high=-bound))
        elif won.any() and len(wins) > 1:
            found.append(Rating(float(value), round(float(low[i]), 1), round(float(high[i]), 1)))
        else:
            found.append(Rating(float(value)))
    return found


def superiority(matches: Iterable[MatchResult], one: str, other: str) -> float | None:
    """Return how likely it is that one contestant is stronger than another; None if they never met.

    A deal counts for the contestant that finished ahead in more of its matches; ties are ignored. The prior is
    uniform.
    """
    wins = count_wins(matches, (one, other))
    if not wins.any():
        return None
    won, lost = int((wins[:, 0, 1] > wins[:, 1, 0]).sum()), int((wins[:, 0, 1] < wins[:, 1, 0]).sum())
    count = won + lost + 1
    ways = (math.lgamma(count + 1) - math.lgamma(k + 1) - math.lgamma(count - k + 1) for k in range(won + 1))
    return round(min(1.0, math.fsum(math.exp(way - count * math.log(2)) for way in ways)), 6)


def _bound(deals: int, names: int) -> float:
    """Return a lower bound for the rating of a contestant that always finished ahead.

    Wilson's bound of its share of deals is turned into a lead over the mean of the others, and that into a rating,
    because all ratings have the mean 0. The bound is cautious: to be ahead of all is to be ahead of the strongest.
    """
    low = share_of(deals, deals).low
    return round(_ELO * math.log(low / (1 - low)) * (names - 1) / names, 1)


def count_wins(matches: Iterable[MatchResult], names: Sequence[str]) -> Array:
    """Count, for each deal, how often each name finished ahead of each other."""
    deals: dict[int, Array] = {}
    for match in matches:
        deals.setdefault(match.deal, np.zeros((len(names), len(names))))
        _count(match, names, deals[match.deal])
    return np.stack(list(deals.values())) if deals else np.zeros((0, len(names), len(names)))


def _count(match: MatchResult, names: Sequence[str], wins: Array) -> None:
    """Add the wins of a match; a shared place is half a win for each, except after a forfeit."""
    for (one, place), (other, behind) in permutations(zip(match.seating, match.places, strict=False), 2):
        if (
            one != other
            and one in names
            and other in names
            and (place < behind or (place == behind and match.forfeit is None))
        ):
            wins[names.index(one), names.index(other)] += 1.0 if place < behind else 0.5


def _strengths(wins: Array) -> Array:
    """Return the strengths that make the observed wins most likely, by Newton's method.

    Minorise-maximise needs thousands of steps where two groups are linked by `_LINK` alone; Newton needs a dozen.
    """
    met = wins + wins.T
    strengths = np.zeros(len(wins))
    for _ in range(_MOST_STEPS):
        expected = 1 / (1 + np.exp(strengths - strengths[:, None]))
        gradient = (wins - met * expected).sum(axis=1)
        weights = met * expected * (1 - expected)
        # only differences matter, so the curvature has no inverse; adding 1 everywhere also keeps the mean at 0
        curvature = np.diag(weights.sum(axis=1)) - weights + 1
        step = np.linalg.solve(curvature, gradient)
        longest = np.abs(step).max()
        strengths += step / max(1.0, longest)  # a longer step could overshoot
        if longest < _PRECISION:
            break
    centred: Array = _ELO * strengths
    return centred
