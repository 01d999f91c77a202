"""Measure how many solitaire deals bots win, who do not know the deal: the same deals as `funkenflug solve --sweep`.

    python -m bench.solitaire_bots [--game vulkan] [--deals 30] [--scale 0.1] [--levels ember,flame,blaze]

`--scale` multiplies the thinking time of the levels.
"""

from __future__ import annotations

import argparse
import time

import funkenflug
from funkenflug.arena.contestants import scaled_level
from funkenflug.bots.players import Clock
from funkenflug.games import GAMES
from funkenflug.jobs.statistics import share_of


def wins(game_id: str, level: str, seed: int, scale: float) -> bool:
    """Return whether a bot wins the solitaire of a seed."""
    game = funkenflug.new(game_id, players=1, seed=seed)
    bot = scaled_level(level, seed, scale, simulations=None)
    while not game.over:
        game.play(bot.choose(game.view(0), game.legal_moves(), Clock()))
    outcome = game.outcome()
    assert outcome is not None
    return bool(outcome.winners)


def main() -> None:
    """Play all deals and print the shares."""
    solitaires = [game_type.id for game_type in GAMES.values() if any(1 in mode.players for mode in game_type.modes)]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=solitaires, action="append")
    parser.add_argument("--deals", type=int, default=30)
    parser.add_argument("--scale", type=float, default=0.1)
    parser.add_argument("--levels", default="ember,flame,blaze")
    wanted = parser.parse_args()
    for game_id in wanted.game or solitaires:
        for level in wanted.levels.split(","):
            begin = time.perf_counter()
            won = sum(wins(game_id, level, seed, wanted.scale) for seed in range(1, wanted.deals + 1))
            share = share_of(won, wanted.deals)
            print(
                f"{game_id:<8}{level:<8}{share.count:>4} of {wanted.deals} ({share.low:.1%} to {share.high:.1%}), "
                f"scale {wanted.scale:g}, {time.perf_counter() - begin:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
