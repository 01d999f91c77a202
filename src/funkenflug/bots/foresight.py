"""Solitaire and cooperative matches: what the game itself can tell a seat, in the form of a search's results."""

from __future__ import annotations

from funkenflug.bots.search import Budget, Candidate
from funkenflug.bots.solving import SolverBudget, StopSignal
from funkenflug.games.base import GameType
from funkenflug.kernel import State


def foreseen(
    game_type: GameType,
    mode: str,
    state: State,
    seat: int,
    budget: Budget,
    *,
    seed: int,
    stop: StopSignal | None = None,
) -> list[Candidate]:
    """Return the moves worth considering, the best first; none if the search has to find them.

    >>> import funkenflug
    >>> game = funkenflug.new("vulkan", players=1, seed=7)
    >>> best, *_ = foreseen(game.type, game.mode, game.state, 0, Budget(seconds=5), seed=0)
    >>> game.type.move_texts(game.state, [best.move]), best.utilities
    (['volcano 2,1'], (1.0,))
    """
    if mode == "competitive" or game_type.foresee is None:
        return []
    limits = SolverBudget(seconds=budget.seconds, steps=budget.simulations)
    players = int(state["players"])
    return [
        Candidate(
            move=found.move,
            visits=found.tries,
            value=2 * found.chance - 1,
            utilities=(2 * found.chance - 1,) * players,
            points=(0.0,) * players,
        )
        for found in game_type.foresee(state, seat, limits, seed, stop)
    ]
