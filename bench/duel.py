"""Two configurations of the search against each other, from all seats, with equal simulations or equal time.

    python -m bench.duel feuer-wasser heuristic=False "" --games 60 --simulations 1000
    python -m bench.duel feurio determinised=12 "" --seconds 0.05
    python -m bench.duel vulkan weights=train/vulkan/weights.npz "" --players 3 --seconds 0.06

A configuration is a list of `search.Settings` (`c_puct=1.5,fpu_reduction=0`; empty: the defaults). `simulations=N` and
`seconds=T` give one side its own budget; seconds are of processor time. `weights=FILE` takes other learned weights.
`determinised=N` treats hidden information differently: it searches N deals, each as if it were known, and adds up the
visits. With more than two players one seat has the first configuration and the others have the second.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

from bench import processor_time
from funkenflug.bots.matches import play_duel
from funkenflug.bots.model import load
from funkenflug.bots.players import Clock, Player, SearchPlayer, seed_for
from funkenflug.bots.search import KNOWS_ALL, Settings, search
from funkenflug.core.thinking import Budget
from funkenflug.core.view import View
from funkenflug.games import GAMES
from funkenflug.jobs.statistics import share_of
from funkenflug.match.game import Move, determinize


class ManyTrees(Player):
    """Searches several deals, each as if it were known, and adds up the visits."""

    def __init__(self, deals: int, budget: Budget, seed: int, settings: Settings) -> None:
        self._deals, self._budget, self._seed, self._settings = deals, budget.divided(deals), seed, settings

    def choose(self, view: View, legal_moves: Sequence[Move], clock: Clock) -> str:
        """Return the move with the most visits."""
        visits: Counter[int] = Counter()
        seed = seed_for(view, self._seed)
        for deal in range(self._deals):
            known = determinize(view, seed=f"{seed}/{deal}")
            rules, state = known.type.rules, known.state
            for found in search(rules, state, KNOWS_ALL, self._budget, seed=seed + deal, settings=self._settings):
                visits[found.move] += found.visits
        best = max(visits, key=lambda move: (visits[move], -move))
        return known.type.move_texts(state, [best])[0]


@dataclass(frozen=True)
class Configuration:
    """How one side searches."""

    settings: Settings
    budget: Budget
    determinised: int = 0

    def player(self, seed: int) -> Player:
        """Return a player that searches in this way."""
        if self.determinised:
            return ManyTrees(self.determinised, self.budget, seed, self.settings)
        return SearchPlayer(self.budget, seed=seed, settings=self.settings)


def configuration(text: str, default: Budget) -> Configuration:
    """Parse a configuration."""
    kinds = {field.name: type(getattr(Settings(), field.name)) for field in fields(Settings)}
    settings: dict[str, Any] = {}
    budget, determinised = default, 0
    for part in filter(None, text.split(",")):
        name, value = part.split("=")
        if name == "determinised":
            determinised = int(value)
        elif name == "weights":
            if not Path(value).is_file():
                sys.exit(f"there is no file {value}")
            settings["models"] = load(Path(value))
        elif name == "simulations":
            budget = Budget(simulations=int(value))
        elif name == "seconds":
            budget = Budget(seconds=float(value))
        else:
            settings[name] = value == "True" if kinds[name] is bool else kinds[name](value)
    return Configuration(Settings(**settings), budget, determinised)


def play(number: int, game_id: str, players: int, one: Configuration, other: Configuration) -> float:
    """Play a match and return the first side's share of the victory; every deal is played from all seats."""
    return play_duel(game_id, players, number, one.player(10 * number), other.player(10 * number + 1), deals="duel")[1]


def main() -> None:
    """Play the matches and print intermediate and final results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=tuple(GAMES))
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--simulations", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--jobs", type=int, default=2)
    wanted = parser.parse_args()
    budget = Budget(wanted.simulations, wanted.seconds if wanted.simulations is None else None)
    if budget == Budget():
        budget = Budget(simulations=1000)
    one, other = (configuration(each, budget) for each in (wanted.one, wanted.other))
    match = partial(play, game_id=wanted.game, players=wanted.players, one=one, other=other)
    wins = 0.0
    with ProcessPoolExecutor(wanted.jobs, initializer=processor_time.of_the_process) as pool:
        for games, share in enumerate(pool.map(match, range(wanted.games)), start=1):
            wins += share
            if games % 10 == 0 or games == wanted.games:
                print(
                    f"{wanted.game}: {wanted.one or 'default'} against {wanted.other or 'default'}, {budget}: "
                    f"{wins / games:.1%} of {games}",
                    flush=True,
                )
    result = share_of(wins, wanted.games)
    print(f"95 % interval {result.low:.1%} to {result.high:.1%}")


if __name__ == "__main__":
    main()
