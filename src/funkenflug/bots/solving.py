"""The interface of a game's solver. It knows the whole deal and tells whether it can be won."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from funkenflug.games.base import Setup

Verdict = Literal["won", "cannot be won", "open"]


@dataclass(frozen=True, slots=True)
class SolverBudget:
    """The limits of a solver: steps (reproducible with a seed), seconds, or both. None is no limit."""

    seconds: float | None = None
    steps: int | None = None


class StopSignal(Protocol):
    """Lets another thread stop a solver."""

    @property
    def wanted(self) -> bool:
        """Whether to stop."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What a solver found out about a deal."""

    verdict: Verdict
    moves: tuple[str, ...] | None
    """A winning line from the first move to the last, if the verdict is "won"."""
    seconds: float
    tries: int
    """The number of steps; the game defines what a step is."""
    reason: str
    """In words: how it was won, why it cannot be won, or what is open."""


class Solver(Protocol):
    """A game's solver. It calls `progress` with the part of the budget that is spent, from 0 to 1."""

    def __call__(
        self,
        setup: Setup,
        budget: SolverBudget,
        seed: int = 0,
        progress: Callable[[float], None] | None = None,
        stop: StopSignal | None = None,
    ) -> Solution:
        """Return a winning line, a proof that there is none, or that the budget was too small."""
