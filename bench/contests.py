"""The trained networks against opponents that need no search, in many matches at once, by the number of simulations.

    python -m bench.contests --matches 200

Two players; each network has both seats equally often. A line for each contest is appended to
bench/results/contests.jsonl, with the version that played.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import funkenflug
from funkenflug.arena.plan import code_version
from funkenflug.games import GAMES
from funkenflug.jobs.statistics import share_of
from funkenflug.research.alphazero.contest import contest
from funkenflug.research.network import Network, read_weights, trained_network

RESULTS = Path(__file__).parent / "results" / "contests.jsonl"


def main() -> None:
    """Play the contests and print the points with 95% intervals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200, help="of each contest")
    parser.add_argument("--game", choices=tuple(GAMES), action="append")
    parser.add_argument("--opponent", choices=("random", "spark", "ember"), action="append")
    parser.add_argument("--simulations", type=int, action="append", help="for each move (default: 0 and 64)")
    parser.add_argument("--untrained", action="store_true", help="play with networks that have learnt nothing")
    parser.add_argument("--seed", type=int, default=1000, help="of the deals (default: 1000)")
    parser.add_argument("--results", type=Path, default=RESULTS)
    wanted = parser.parse_args()
    for game in wanted.game or GAMES:
        env = funkenflug.vector(game, wanted.matches, players=2, autoreset=False)
        weights, _ = read_weights(trained_network(game))
        network = Network.fresh(env.encoding) if wanted.untrained else Network(env.encoding, weights)
        for opponent in wanted.opponent or ("random", "ember"):
            for simulations in wanted.simulations or (0, 64):
                points = contest(env, network, opponent, simulations, wanted.seed)
                line = {
                    "version": code_version(),
                    "game": game,
                    "trained": not wanted.untrained,
                    "simulations": simulations,
                    "opponent": opponent,
                    "points": points,
                    "matches": wanted.matches,
                    "seed": wanted.seed,
                }
                with wanted.results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
                share = share_of(points, wanted.matches)
                print(
                    f"{game}, {simulations} simulations against {opponent}: {points:g} of {wanted.matches}, "
                    f"95% interval {share.low:.0%} to {share.high:.0%}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
