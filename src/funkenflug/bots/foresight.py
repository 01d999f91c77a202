"""Thinking about a position: by what the game itself can tell in solitaire and cooperative matches, or by search."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from funkenflug.bots.search import Budget, Candidate, Settings, search
from funkenflug.core.solving import SolverBudget, StopSignal
from funkenflug.games.base import GameType
from funkenflug.kernel import State

COMPARING: Final = Settings(fairness=4)
"""A quarter of the search is for the least visited of the best moves."""


def considered(
    game_type: GameType,
    mode: str,
    state: State,
    seat: int,
    budget: Budget,
    *,
    seed: int,
    threads: int = 1,
    stop: StopSignal | None = None,
    root_moves: Sequence[int] = (),
    settings: Settings = COMPARING,
) -> list[Candidate]:
    """Return the moves worth considering, the best first, by default for somebody who wants to compare them.

    If there are `root_moves`, only these are considered.
    """
    begin = time.perf_counter()
    found = foreseen(game_type, mode, state, seat, budget, seed=seed, stop=stop, root_moves=root_moves)
    return found or search(
        game_type.rules,
        state,
        seat,
        budget.after(time.perf_counter() - begin),
        seed=seed,
        threads=threads,
        settings=settings,
        stop=stop,
        root_moves=root_moves,
    )


def foreseen(
    game_type: GameType,
    mode: str,
    state: State,
    seat: int,
    budget: Budget,
    *,
    seed: int,
    stop: StopSignal | None = None,
    root_moves: Sequence[int] = (),
) -> list[Candidate]:
    """Return the moves worth considering, the best first; none if the search has to find them.

    >>> import funkenflug
    >>> game = funkenflug.new("vulkan", players=1, seed=7)
    >>> best, *_ = foreseen(game.type, game.mode, game.state, 0, Budget(seconds=5), seed=0)
    >>> game.type.move_texts(game.state, [best.move]), best.utilities
    (['volcano 2,1'], (1.0,))
    """
    if mode == "competitive" or game_type.expectation is None:
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
        for found in game_type.expectation(state, seat, limits, seed, stop, root_moves)
    ]
