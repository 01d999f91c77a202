"""The yardstick: simulations a second of OpenSpiel's C++ MCTS on one core."""

from __future__ import annotations

import time

import pyspiel

GAMES = ("hex(board_size=11)", "havannah(board_size=6)")
_SIMULATIONS = 2000


def simulations_a_second(game_name: str) -> float:
    """Measure one search of MCTSBot from the opening, with random rollouts."""
    game = pyspiel.load_game(game_name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 42)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, _SIMULATIONS, 1000, False, 42, False)
    state = game.new_initial_state()
    start = time.perf_counter()
    bot.step(state)
    return _SIMULATIONS / (time.perf_counter() - start)
