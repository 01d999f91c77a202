"""The replay buffer: what the learner remembers of the matches that it has played against itself."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from funkenflug.kernel import Array
from funkenflug.research.encoding import Encoding

_BEST = 32
"""How many of the most likely actions of a position the buffer remembers."""


class Samples(NamedTuple):
    """Positions as the seat to move saw them, and what was learned there; everything is canonical."""

    observations: Array
    """(n, size), int8"""
    scores: Array
    """(n, players), float32"""
    masks: Array
    """(n, actions / 8), uint8: legal actions as bits"""
    best: Array
    """(n, 32), int32: the most likely actions of the improved policy …"""
    shares: Array
    """(n, 32), float32: … and their probabilities, with sum 1"""
    values: Array
    """(n, players), float32: how the match ended, and what the search had expected"""

    def part(self, rows: Array) -> Samples:
        """Return some of them."""
        return Samples(*(array[rows] for array in self))


def best_of(policies: Array) -> tuple[Array, Array]:
    """Return the most likely actions of policies, and their probabilities."""
    count = min(_BEST, policies.shape[1])
    best = np.argpartition(-policies, count - 1, axis=1)[:, :count]
    shares = np.take_along_axis(policies, best, axis=1)
    shares = shares / shares.sum(axis=1, keepdims=True)
    short = _BEST - count
    return np.pad(best, ((0, 0), (0, short))).astype(np.int32), np.pad(shares, ((0, 0), (0, short)))


class ReplayBuffer:
    """The latest positions; older ones are overwritten."""

    def __init__(self, encoding: Encoding, size: int) -> None:
        self._kept = Samples(
            np.zeros((size, encoding.size), np.int8),
            np.zeros((size, encoding.players), np.float32),
            np.zeros((size, (encoding.actions + 7) // 8), np.uint8),
            np.zeros((size, _BEST), np.int32),
            np.zeros((size, _BEST), np.float32),
            np.zeros((size, encoding.players), np.float32),
        )
        self.added = 0

    def __len__(self) -> int:
        return min(self.added, len(self._kept.values))

    def add(self, samples: Samples) -> None:
        """Remember positions."""
        rows = (self.added + np.arange(len(samples.values))) % len(self._kept.values)
        for kept, new in zip(self._kept, samples, strict=True):
            kept[rows] = new
        self.added += len(rows)

    def draw(self, count: int, rng: np.random.Generator) -> Samples:
        """Return random positions."""
        return self._kept.part(rng.integers(len(self), size=count))
