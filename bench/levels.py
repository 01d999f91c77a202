"""The ladder of levels: each against the one below it, seats swapped, and flame against random.

    python -m bench.levels [--game feurio] [--games 200] [--scale 0.1] [--jobs 2] [--pairs inferno:blaze,blaze:flame]

`--scale` shortens everybody's thinking time by the same factor. `--rate` counts time in simulations, so many to the
second and thread: on a machine with other work to do, nobody is cheated of theirs.
"""

from __future__ import annotations

import argparse
import itertools
import math
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import funkenflug
from funkenflug.games import GAMES
from funkenflug.players import LEVELS, RANDOM, Clock, Player, SearchPlayer, level
from funkenflug.search import Budget

_LADDER = [f"{above}:{below}" for below, above in itertools.pairwise(LEVELS)]


def scaled(name: str, seed: int, scale: float, rate: int | None) -> Player:
    """Return the bot of a level with less time, or with the simulations that the time is worth."""
    bot = level(name, seed)
    if not isinstance(bot, SearchPlayer) or bot.budget.seconds is None:
        return bot
    seconds = bot.budget.seconds * scale
    budget = Budget(seconds=seconds) if rate is None else Budget(simulations=int(seconds * rate))
    return SearchPlayer(budget, bot.threads, seed)


def play(number: int, game_id: str, players: int, above: str, below: str, scale: float, rate: int | None) -> float:
    """Play one match, the stronger level in one seat, the weaker in all others; return the share of the win."""
    game = funkenflug.new(game_id, players=players, seed=f"ladder {number // players}")
    hero = number % players
    bots = [scaled(above if seat == hero else below, number * 10 + seat, scale, rate) for seat in range(players)]
    while (seat := game.to_move) is not None:
        game.play(bots[seat].choose(game.view(seat), game.legal_moves(), Clock()))
    outcome = game.outcome()
    assert outcome is not None
    return 1 / len(outcome.winners) if hero in outcome.winners else 0.0


def interval(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of Wilson for a share."""
    share, z = wins / games, 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def results(matches: Iterator[float]) -> tuple[float, int]:
    """Return wins and games."""
    shares = list(matches)
    return sum(shares), len(shares)


def main() -> None:
    """Play the ladder and print it as it grows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=tuple(GAMES), action="append")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--scale", type=float, default=0.1)
    parser.add_argument("--rate", type=int, help="simulations to the second")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--pairs", default=",".join([*_LADDER, f"flame:{RANDOM}"]))
    wanted = parser.parse_args()
    for game_id in wanted.game or GAMES:
        for pair in wanted.pairs.split(","):
            above, below = pair.split(":")
            begin = time.perf_counter()
            match = partial(play, game_id=game_id, players=wanted.players, above=above, below=below)
            match = partial(match, scale=wanted.scale, rate=wanted.rate)
            with ProcessPoolExecutor(wanted.jobs) as pool:
                wins, games = results(pool.map(match, range(wanted.games)))
            low, high = interval(wins, games)
            print(
                f"{game_id:<14}{wanted.players} players  {above:>8} against {below:<8}{wins / games:7.1%}"
                f"  ({low:.1%} to {high:.1%}) of {games}, scale {wanted.scale:g}, {time.perf_counter() - begin:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
