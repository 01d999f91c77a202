"""Shared by bots and solvers: budgets, stopping, and evaluations of moves."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

MoveT = TypeVar("MoveT", str, int)


class Evaluation(msgspec.Struct, Generic[MoveT], frozen=True, kw_only=True, omit_defaults=True):
    """A move worth considering, with its expected result.

    >>> import funkenflug
    >>> game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7)
    >>> best = game.suggest(simulations=50)[0]
    >>> best.move in game.choices(), len(best.chances)
    (True, 2)
    """

    move: MoveT
    """Its text; inside the bots the number that the rules give it."""
    visits: int
    """The number of visits in the search: the more, the surer the estimate."""
    chances: tuple[float, ...]
    """The chance to win of each seat, from 0 to 1; a shared victory is divided."""
    points: tuple[float, ...]
    """The expected points of each seat; 0 in solitaire and cooperative matches."""
    value: float = 0.0
    """The mean result for the seat to move, from -1 to 1, points included; a search compares moves by it."""
    proven: int = 0
    """1: the move wins if all play on as well as possible; -1: it does not win; 0: neither is proven."""
    exact: bool = False
    """Whether `chances` are what all seats get if they play on as well as possible, and not an estimate."""


def chance_together(move: int, visits: int, chance: float, players: int) -> Evaluation[int]:
    """Return the evaluation of a move in a match that all win or lose together."""
    points = (0.0,) * players
    return Evaluation(move=move, visits=visits, chances=(chance,) * players, points=points, value=2 * chance - 1)


def chance_of(utility: Any, players: int, *, together: bool = False) -> Any:
    """Convert a utility, or an array of utilities, to chances to win.

    >>> chance_of(1.0, 2), chance_of(0.0, 4), chance_of(0.5, 4, together=True)
    (1.0, 0.25, 0.75)
    """
    return (utility + 1) / 2 if together else (utility * (players - 1) + 1) / players


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of a search or a solver: simulations (reproducible with a seed), seconds, or both. None is no limit.

    A solver counts its steps as simulations.
    """

    simulations: int | None = None
    seconds: float | None = None

    def after(self, spent: float, most: float = math.inf) -> Budget:
        """Return the rest of the budget after some seconds, with at most this many simulations.

        >>> Budget(seconds=3.0).after(1.0), Budget(simulations=500).after(1.0, most=200)
        (Budget(simulations=None, seconds=2.0), Budget(simulations=200, seconds=None))
        """
        simulations = most if self.simulations is None else min(most, self.simulations)
        return Budget(
            None if simulations == math.inf else int(simulations),
            None if self.seconds is None else max(0.0, self.seconds - spent),
        )

    def spent(self, seconds: float, simulations: int) -> float:
        """Return the share of the budget spent after some seconds and simulations, from 0 to 1.

        >>> Budget(simulations=100, seconds=3.0).spent(1.5, 20), Budget(simulations=0).spent(0.0, 0)
        (0.5, 1.0)
        """
        pairs = ((seconds, self.seconds), (simulations, self.simulations))
        return max(min(1.0, done / whole) if whole else float(whole is not None) for done, whole in pairs)

    def divided(self, parts: int) -> Budget:
        """Return one of several equal parts.

        >>> Budget(simulations=100, seconds=3.0).divided(2)
        Budget(simulations=50, seconds=1.5)
        """
        return Budget(
            None if self.simulations is None else self.simulations // parts,
            None if self.seconds is None else self.seconds / parts,
        )


class Stop:
    """Lets another thread stop a search; it then returns what it has found."""

    def __init__(self) -> None:
        self._wanted = False

    @property
    def wanted(self) -> bool:
        """Whether to stop."""
        return self._wanted

    def now(self) -> None:
        """Stop as soon as possible."""
        self._wanted = True
