"""The interface of a game's solver. It knows the whole deal and tells whether a position can be won."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from funkenflug.core.thinking import Budget, Evaluation, Stop
from funkenflug.kernel.records import State

Verdict = Literal["won", "cannot be won", "open"]


@dataclass(frozen=True, slots=True)
class Solution:
    """What a solver found out about a position.

    >>> import funkenflug
    >>> solution = funkenflug.new("vulkan", players=1, seed=7).solve()
    >>> solution.verdict, solution.moves[0]
    ('won', 'volcano 2,1')
    """

    verdict: Verdict
    moves: tuple[str, ...] | None
    """A winning line from the position to the end, if the verdict is "won"."""
    seconds: float
    tries: int
    """The number of steps; the game defines what a step is."""
    reason: str
    """In words: how it was won, why it cannot be won, or what is open."""


def solution_of_ended(won: bool) -> Solution:
    """Return the solution of a match that is over.

    >>> solution_of_ended(False).verdict
    'cannot be won'
    """
    if won:
        return Solution("won", (), 0.0, 0, "the match is won")
    return Solution("cannot be won", None, 0.0, 0, "the match is lost")


_STEPS_BETWEEN_NEWS: Final = 256


class Spending:
    """How much of a budget is spent, by the clock and by steps.

    >>> spending = Spending(Budget(simulations=2))
    >>> spending.lasts(), spending.part(), spending.lasts(), spending.lasts(), spending.steps
    (True, 0.5, True, False, 2)
    """

    def __init__(
        self, budget: Budget, stop: Stop | None = None, progress: Callable[[float], None] | None = None
    ) -> None:
        self._budget, self._stop, self._progress = budget, stop, progress
        self._begin = time.perf_counter()
        self.steps = 0

    @property
    def seconds(self) -> float:
        """The seconds since the beginning."""
        return time.perf_counter() - self._begin

    def part(self) -> float:
        """Return which part of the budget is spent, from 0 to 1; all of it if somebody wants to stop."""
        if self._stop is not None and self._stop.wanted:
            return 1.0
        return self._budget.spent(self.seconds, self.steps)

    def lasts(self) -> bool:
        """Count a step if the budget allows it, and return whether it does. Tell the progress from time to time."""
        part = self.part()
        if part >= 1:
            return False
        if self._progress is not None and self.steps % _STEPS_BETWEEN_NEWS == 0:
            self._progress(part)
        self.steps += 1
        return True


class Solver(Protocol):
    """A game's solver. It calls `progress` with the part of the budget that is spent, from 0 to 1."""

    def __call__(
        self,
        state: State,
        budget: Budget,
        seed: int = 0,
        progress: Callable[[float], None] | None = None,
        stop: Stop | None = None,
    ) -> Solution:
        """Return a winning line, a proof that there is none, or that the budget was too small."""


class Expectation(Protocol):
    """What a game can tell a seat of a solitaire or cooperative match that does not know the whole deal."""

    def __call__(
        self,
        state: State,
        seat: int,
        budget: Budget,
        seed: int = 0,
        stop: Stop | None = None,
        root_moves: Sequence[int] = (),
    ) -> list[Evaluation[int]]:
        """Return the moves worth considering, the best first; none if a search should find them.

        Only what the seat knows may matter: everything else is determinized. If there are `root_moves`, only these are
        considered.
        """
