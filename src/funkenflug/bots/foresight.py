"""Thinking about a position: by what the game itself can tell in solitaire and cooperative matches, or by search."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from funkenflug.bots.search import Settings, search
from funkenflug.core.thinking import Budget, Evaluation, Stop
from funkenflug.games.base import GameType
from funkenflug.kernel import State

COMPARING: Final = Settings(forced_root_share=0.25)
"""For somebody who wants to compare the best moves."""


def considered(
    game_type: GameType,
    mode: str,
    state: State,
    seat: int,
    budget: Budget,
    *,
    seed: int,
    threads: int = 1,
    stop: Stop | None = None,
    root_moves: Sequence[int] = (),
    settings: Settings = COMPARING,
) -> list[Evaluation[int]]:
    """Return the moves worth considering, the best first, by default for somebody who wants to compare them.

    If there are `root_moves`, only these are considered.

    >>> import funkenflug
    >>> game = funkenflug.new("vulkan", players=1, seed=7)
    >>> best, *_ = considered(game.type, game.mode, game.state, 0, Budget(seconds=5), seed=0)
    >>> game.type.move_texts(game.state, [best.move]), best.chances
    (['volcano 2,1'], (1.0,))
    """
    begin = time.perf_counter()
    if mode != "competitive" and game_type.expectation is not None:
        if found := game_type.expectation(state, seat, budget, seed, stop, root_moves):
            return found
        budget = budget.after(time.perf_counter() - begin)
    return search(
        game_type.rules,
        state,
        seat,
        budget,
        seed=seed,
        threads=threads,
        settings=settings,
        stop=stop,
        root_moves=root_moves,
    )
