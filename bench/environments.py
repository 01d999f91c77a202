"""Steps a second of our environments and of well-known others, on one core, with random legal play.

    pip install -e ".[research]" pygame catanatron && python -m bench.environments [--json]

A step observes, lists the legal actions, chooses one at random and plays it. Vulkan! uses the hexagon, because making a
random forest takes longer than playing on it. Times are processor times; rounds alternate and medians are compared,
because machines are shared and noisy. Packages that are not installed are skipped.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import pyspiel

import funkenflug
from funkenflug.games import GAMES
from funkenflug.research.pettingzoo import TurnEnv, env

_AT_ONCE = 1024
_BETWEEN_LOOKS = 1024
_ROUND = 0.7
_HEX = "OpenSpiel hex(board_size=11), from Python"
_CONNECT_FOUR = "PettingZoo connect_four_v3"

_WORDS: dict[str, dict[str, Any]] = {"feurio": {}, "vulkan": {"layout": "hexagon"}, "feuer-wasser": {}}

Speed = tuple[float, float]
"""Steps and matches a second."""


def for_a_while(step: Callable[[], int], at_once: int = 1) -> Speed:
    """Step for the duration of a round; `step` returns the number of matches that it ended."""
    steps = ended = 0
    start = time.process_time()
    while (took := time.process_time() - start) < _ROUND:
        for _ in range(_BETWEEN_LOOKS // at_once):  # reading the clock takes time, too
            ended += step()
        steps += _BETWEEN_LOOKS
    return steps / took, ended / took


def vectorised(game: str) -> Callable[[], Speed]:
    """Return a measurement of `funkenflug.vector`."""
    games = funkenflug.vector(game, _AT_ONCE, players=2, **_WORDS[game])
    games.reset(seed=7)

    def step() -> int:
        return int(games.step(games.random_actions()).terminations.sum())

    step()
    return partial(for_a_while, step, _AT_ONCE)


def petting(match: Any) -> Callable[[], Speed]:
    """Return a measurement of a PettingZoo environment."""
    rng = np.random.default_rng(7)
    match.reset(seed=7)

    def step() -> int:
        observation, _, over, _, _ = match.last()
        if over:
            match.reset()
            return 1
        legal = np.flatnonzero(observation["action_mask"])
        match.step(int(legal[rng.integers(len(legal))]))
        return 0

    step()
    return partial(for_a_while, step)


def spiel_hex() -> Callable[[], Speed]:
    """Return a measurement of OpenSpiel's hex, driven from Python."""
    game, rng = pyspiel.load_game("hex(board_size=11)"), np.random.default_rng(7)
    states = [game.new_initial_state()]

    def step() -> int:
        state = states[0]
        if state.is_terminal():
            states[0] = game.new_initial_state()
            return 1
        state.observation_tensor()
        legal = state.legal_actions()
        state.apply_action(legal[rng.integers(len(legal))])
        return 0

    return partial(for_a_while, step)


def catanatron() -> Callable[[], Speed]:
    """Return a measurement of Catanatron: whole matches of four random players."""
    catan = import_module("catanatron")
    colours = (catan.Color.RED, catan.Color.BLUE, catan.Color.WHITE, catan.Color.ORANGE)

    def play() -> Speed:
        games = 0
        start = time.process_time()
        while time.process_time() - start < _ROUND:
            catan.Game([catan.RandomPlayer(colour) for colour in colours]).play()
            games += 1
        return float("nan"), games / (time.process_time() - start)

    return play


def contestants() -> dict[str, Callable[[], Speed]]:
    """Return the measurements of all that is installed, by name."""
    found: dict[str, Callable[[], Speed]] = {}
    for game in GAMES:
        found[f"vector {game}"] = vectorised(game)
        found[f"PettingZoo {game}"] = petting(env(game, players=2, **_WORDS[game]))
        found[f"PettingZoo {game}, without wrappers"] = petting(TurnEnv(game, players=2, **_WORDS[game]))
    for name, make in {
        _CONNECT_FOUR: lambda: petting(import_module("pettingzoo.classic.connect_four_v3").env()),
        _HEX: spiel_hex,
        "Catanatron, four random players": catanatron,
    }.items():
        try:
            found[name] = make()
        except ImportError as missing:
            print(f"{name}: skipped ({missing})")
    return found


def main() -> None:
    """Measure in rounds and print medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=9)
    wanted = parser.parse_args()
    measure = contestants()
    rounds = [{name: run() for name, run in measure.items()} for _ in range(wanted.rounds)]
    report = {}
    for name in measure:
        steps, matches = (statistics.median(found[name][which] for found in rounds) for which in (0, 1))
        report[name] = {"steps a second": steps, "matches a second": matches}
    if wanted.json:
        print(json.dumps(report, indent=2))
        return
    yardstick = report.get(_CONNECT_FOUR, {}).get("steps a second", float("nan"))
    print(f"{'':44}{'steps a second':>16}{'x connect four':>18}{'matches a second':>18}")
    for name, speed in report.items():
        steps, matches = speed.values()
        speeds = "" if math.isnan(steps) else f"{steps:,.0f}{steps / yardstick:17.2f}x"
        print(f"{name:44}{speeds:>34}{matches:18,.1f}")


if __name__ == "__main__":
    main()
