"""Measure simulations a second of the search on one core, next to OpenSpiel's C++ MCTS in the same run.

pip install -e ".[research]" && python -m bench.search
"""

from __future__ import annotations

import argparse
import statistics
import threading
import time

import funkenflug
from bench.yardstick import GAMES as YARDSTICKS
from bench.yardstick import simulations_a_second
from funkenflug.bots.search import Settings, search
from funkenflug.core.thinking import Budget, Stop
from funkenflug.games import GAMES
from funkenflug.kernel import chance, sample

_ROUNDS = 5
_MIDDLE = {"feurio": 35, "vulkan": 9, "feuer-wasser": 16}


def position(game_id: str, moves: int) -> funkenflug.Game:
    """Return a two-player match after this many random moves."""
    game = funkenflug.new(game_id, players=2, seed="bench")
    rng = chance(1)
    for _ in range(moves):
        number = sample(game.state, rng)
        game.play(game.type.move_texts(game.state, [number])[0])
    return game


def speed(game: funkenflug.Game, heuristic: bool, seconds: float = 0.5, threads: int = 1) -> float:
    """Return simulations a second from a position."""
    assert game.to_move is not None
    begin = time.perf_counter()
    settings, budget = Settings(heuristic=heuristic), Budget(seconds=seconds)
    found = search(game.type.rules, game.state, game.to_move, budget, seed=1, threads=threads, settings=settings)
    return sum(candidate.visits for candidate in found) / (time.perf_counter() - begin)


def time_to_stop(game: funkenflug.Game) -> float:
    """Return the milliseconds from the stop signal of another thread to the end of a search."""
    stop, wished = Stop(), 0.0

    def wish() -> None:
        nonlocal wished
        wished = time.perf_counter()
        stop.now()

    assert game.to_move is not None
    timer = threading.Timer(0.1, wish)
    timer.start()
    search(game.type.rules, game.state, game.to_move, Budget(seconds=10), seed=1, stop=stop)
    return 1000 * (time.perf_counter() - wished)


def main() -> None:
    """Measure and print."""
    kinds = [
        (game_id, where, heuristic)
        for game_id in GAMES
        for where in ("opening", "middle")
        for heuristic in (True, False)
    ]
    positions = {
        (game_id, where): position(game_id, 0 if where == "opening" else _MIDDLE[game_id])
        for game_id, where, _ in kinds
    }
    for game_id, where, heuristic in kinds:
        speed(positions[game_id, where], heuristic, 0.01)
    ours: dict[tuple[str, str, bool], list[float]] = {kind: [] for kind in kinds}
    theirs: dict[str, list[float]] = {name: [] for name in YARDSTICKS}
    for _ in range(_ROUNDS):
        for game_id, where, heuristic in kinds:
            ours[game_id, where, heuristic].append(speed(positions[game_id, where], heuristic))
        for name in YARDSTICKS:
            theirs[name].append(simulations_a_second(name))
    yardstick = statistics.median(theirs[YARDSTICKS[0]])
    for name in YARDSTICKS:
        print(f"OpenSpiel MCTSBot, {name:<34}{statistics.median(theirs[name]):>10,.0f} a second")
    for (game_id, where, heuristic), found in ours.items():
        name = f"{game_id}, {where}, {'with' if heuristic else 'without'} the heuristic"
        print(
            f"{name:<53}{statistics.median(found):>10,.0f} a second, {statistics.median(found) / yardstick:.1f} x hex"
        )
    for game_id in GAMES:
        game = positions[game_id, "middle"]
        together = statistics.median(
            speed(game, True, threads=2) / speed(game, True, threads=1) for _ in range(_ROUNDS)
        )
        slowest = max(time_to_stop(game) for _ in range(20))
        print(f"{game_id}: two threads {together:.2f} x one; stopped by another thread within {slowest:.1f} ms (of 20)")


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    main()
