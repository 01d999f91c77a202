"""What a solver of won-or-lost deals answers. It knows the whole deal: it is no player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from funkenflug.games.base import Setup

Verdict = Literal["won", "cannot be won", "open"]


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to try: so many steps (the same seed gives the same answer), so many seconds, or what ends first."""

    seconds: float | None = None
    steps: int | None = None


class Stop(Protocol):
    """Whoever holds this can end the solving at once, from another thread."""

    @property
    def wanted(self) -> bool:
        """Whether to stop."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of a deal."""

    verdict: Verdict
    moves: tuple[str, ...] | None
    """A winning line from the first move to the last, if the verdict is "won"."""
    seconds: float
    tries: int
    """The steps that were needed; what a step is depends on the game."""
    reason: str
    """In words: how it was won, why it cannot be won, or what is left open."""


class Solver(Protocol):
    """A game's solver. `progress` is told now and then which part of the budget is spent, from 0 to 1."""

    def __call__(
        self,
        setup: Setup,
        budget: Budget,
        seed: int = 0,
        progress: Callable[[float], None] | None = None,
        stop: Stop | None = None,
    ) -> Solution:
        """Return a winning line, or a proof that there is none, or that the budget was too small."""
