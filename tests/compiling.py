"""Compile all that the tests use of a game: `python -m tests.compiling feurio`."""

from __future__ import annotations

import sys

import funkenflug
from funkenflug.bots import prepare
from funkenflug.core.thinking import Budget
from funkenflug.games import find_game


def compile_for_tests(game_id: str) -> None:
    """Compile a game into the cache, so that the processes of the tests only have to read it."""
    prepare.use_all(game_id)
    matches = funkenflug.vector(game_id, 2, players=2)
    matches.reset(seed=1)
    matches.step(matches.random_actions())
    if (solve := find_game(game_id).solve) is not None:
        solve(funkenflug.new(game_id, players=1, mode="solitaire", seed=1).state, Budget(simulations=500))


if __name__ == "__main__":
    compile_for_tests(sys.argv[1])
