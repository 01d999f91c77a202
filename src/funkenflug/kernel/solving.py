"""The interface of a game's solver. It knows the whole deal and tells whether a position can be won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

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

        Only what the seat knows may matter: everything else is redealt. If there are `root_moves`, only these are
        considered.
        """
