"""Measure the speed of the rules on one core, next to OpenSpiel's C++ MCTS in the same run.

    pip install -e ".[research]" && python -m bench.kernel [--json]

Rounds alternate between the games and the yardstick, and medians are compared, because machines are shared and noisy.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

import funkenflug
from bench.yardstick import GAMES as YARDSTICKS
from bench.yardstick import simulations_a_second
from funkenflug import kernel

_ROUNDS = 9
_STARTS = 256
# the players of each game, and its target as a multiple of the yardstick on hex(board_size=11)
_BARS = {"feurio": (4, 10), "vulkan": (4, 4), "feuer-wasser": (2, 3)}


def starts(game_id: str, players: int) -> kernel.Array:
    """Return first positions of many deals."""
    return np.array(
        [funkenflug.new(game_id, players=players, seed=seed)._state for seed in range(_STARTS)],
        funkenflug.new(game_id, players=players).type.rules.STATE,
    )


def random_games(positions: kernel.Array, seconds: float = 0.5) -> tuple[float, float]:
    """Return games and moves a second of uniformly random play, including the outcome of every game."""
    rng, scratch = kernel.chance(1), positions[:1].copy()
    games = moves = 0
    begin = time.perf_counter()
    while (passed := time.perf_counter() - begin) < seconds:
        moves += kernel.play_many(positions, 2000, rng, scratch)
        games += 2000
    return games / passed, moves / passed


def python_moves(game_id: str, players: int, seconds: float = 0.5) -> float:
    """Return moves a second of random play through `Game`."""
    chance = random.Random(1)
    _play_through_game(game_id, players, chance)
    moves = 0
    begin = time.perf_counter()
    while (passed := time.perf_counter() - begin) < seconds:
        moves += _play_through_game(game_id, players, chance)
    return moves / passed


def _play_through_game(game_id: str, players: int, chance: random.Random) -> int:
    game = funkenflug.new(game_id, players=players, seed=chance.randrange(2**32))
    while not game.over:
        game.play(chance.choice(game.legal_moves()))
    return len(game.moves)


@kernel.compiled
def _copy_many(positions: kernel.Array, scratch: kernel.Array, count: int) -> None:
    for i in range(count):
        scratch[i & 63] = positions[i & 63]


def copy_cost(positions: kernel.Array) -> float:
    """Return nanoseconds to copy a position."""
    scratch = positions.copy()
    _copy_many(positions, scratch, 1)
    begin = time.perf_counter()
    _copy_many(positions, scratch, 1_000_000)
    return (time.perf_counter() - begin) * 1000


_FIRST_MOVE = "import funkenflug; g = funkenflug.new({game!r}, players={players}, seed=1); g.play(g.legal_moves()[0])"


def start_times(game_id: str, players: int) -> dict[str, float]:
    """Return the seconds from the start of Python to the first move, with an empty cache and from the cache."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"NUMBA_CACHE_DIR": folder}
        program = _FIRST_MOVE.format(game=game_id, players=players)
        times = {"numpy and numba alone": _seconds("import numpy, numba", environment)}
        times["cold"] = _seconds(program, environment)
        times["from cache"] = _seconds(program, environment)
    return times


def _seconds(program: str, environment: dict[str, str]) -> float:
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)
    return time.perf_counter() - begin


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    as_json = parser.parse_args().json
    positions = {game: starts(game, players) for game, (players, _) in _BARS.items()}
    for game in _BARS:
        random_games(positions[game], 0.01)
    speeds: dict[str, list[tuple[float, float]]] = {game: [] for game in _BARS}
    yardsticks: dict[str, list[float]] = {name: [] for name in YARDSTICKS}
    for _ in range(_ROUNDS):
        for game in _BARS:
            speeds[game].append(random_games(positions[game]))
        for name in YARDSTICKS:
            yardsticks[name].append(simulations_a_second(name))
    measured_yardsticks = {name: statistics.median(found) for name, found in yardsticks.items()}
    hex_speed = measured_yardsticks[YARDSTICKS[0]]
    report: dict[str, object] = {"OpenSpiel MCTS simulations a second": measured_yardsticks}
    for game, (players, bar) in _BARS.items():
        games_a_second = statistics.median(found[0] for found in speeds[game])
        report[game] = {
            "players": players,
            "random games a second": games_a_second,
            "moves a second": statistics.median(found[1] for found in speeds[game]),
            "ratio to hex": games_a_second / hex_speed,
            "bar": bar,
            "moves a second through Game": python_moves(game, players),
            "nanoseconds a copy": copy_cost(positions[game]),
            "bytes a position": positions[game].itemsize,
            "seconds to the first move": start_times(game, players),
        }
    print(json.dumps(report, indent=2) if as_json else _table(report))


def _table(report: dict[str, object]) -> str:
    lines = []
    for title, facts in report.items():
        lines.append(title)
        assert isinstance(facts, dict)
        for fact, value in facts.items():
            values = value.items() if isinstance(value, dict) else [("", value)]
            lines += [f"  {fact} {detail}".rstrip().ljust(52) + f"{number:>14,.2f}" for detail, number in values]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
