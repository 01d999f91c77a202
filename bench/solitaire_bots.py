"""Measure how many solitaire deals bots win, who do not know the deal: the same deals as `funkenflug solve --sweep`.

    python -m bench.solitaire_bots [--game vulkan] [--players 1] [--deals 30] [--scale 0.1] [--levels ember,flame,blaze]

`--scale` multiplies the thinking time of the levels. `--simulations` counts so many simulations or attempts instead of
a second of it, so that the results do not depend on the machine.
"""

from __future__ import annotations

import argparse
import time

import funkenflug
from funkenflug.arena.contestants import scaled_level
from funkenflug.bots.players import Clock
from funkenflug.games import GAMES, find_game
from funkenflug.jobs.statistics import share_of
from funkenflug.jobs.sweep import mode_to_solve


def wins(game_id: str, players: int, level: str, seed: int, scale: float, simulations: int | None) -> bool:
    """Return whether bots win the solitaire or cooperative match of a seed."""
    mode = mode_to_solve(find_game(game_id), players).id
    game = funkenflug.new(game_id, players=players, mode=mode, seed=seed)
    bots = [scaled_level(level, seed, scale, simulations) for _ in range(players)]
    while (seat := game.to_move) is not None:
        game.play(bots[seat].choose(game.view(seat), game.legal_moves(), Clock()))
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
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--simulations", type=int)
    wanted = parser.parse_args()
    for game_id in wanted.game or solitaires:
        for level in wanted.levels.split(","):
            begin = time.perf_counter()
            won = sum(
                wins(game_id, wanted.players, level, seed, wanted.scale, wanted.simulations)
                for seed in range(1, wanted.deals + 1)
            )
            share = share_of(won, wanted.deals)
            print(
                f"{game_id:<8}{level:<8}{share.count:>4} of {wanted.deals} ({share.low:.1%} to {share.high:.1%}), "
                f"{wanted.players} players, scale {wanted.scale:g}, simulations {wanted.simulations}, "
                f"{time.perf_counter() - begin:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
