"""Measure what a volcano in the middle or at the edge is worth in Vulkan!.

    python -m bench.volcano [--layout hexagon] [--players 2] [--matches 200] [--simulations 200]

In odd matches the last seat chooses the volcano, as always. In even ones it is drawn from the tiles that can be one.
Then the same search plays all seats. Volcanoes are told apart by their distance from the shore: 1 is next to a tile at
the edge.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import funkenflug
from bench.calibration import Played, play
from funkenflug.arena.plan import code_version
from funkenflug.jobs.journal import Journal
from funkenflug.jobs.statistics import share_of
from funkenflug.kernel import State, below, chance
from funkenflug.match.game import Game

CHOSEN, DRAWN = "chosen", "drawn"


def from_the_shore(state: State, tile: int) -> int:
    """Return the distance of a tile from the nearest tile with a free edge."""
    tiles = range(len(state["neighbours"]))
    reached, distance = {tile}, 0
    while not any(state["free_edges"][each] for each in reached):
        reached |= {each for each in tiles if any(int(state["neighbours"][each]) >> other & 1 for other in reached)}
        distance += 1
    return distance


def table(matches: Sequence[Played]) -> None:
    """Print the share of victories of each seat for each distance."""
    by_distance: dict[int, list[Played]] = {}
    for match in matches:
        state = start(match.players, match.seed, match.options[1]).state
        by_distance.setdefault(from_the_shore(state, match.moves[0]), []).append(match)
    for distance, found in sorted(by_distance.items()):
        count = len(found)
        cells = []
        for seat in range(found[0].players):
            won = share_of(sum(match.shares[seat] for match in found), count)
            cells.append(f"{100 * won.share:.0f}% ({100 * won.low:.0f} to {100 * won.high:.0f})")
        points = " · ".join(f"{np.mean([match.scores[seat] for match in found]):.1f}" for seat in range(len(cells)))
        print(f"| {distance} | {count} | {' | '.join(cells)} | {points} | {_moves(found):.0f} |")


def _moves(matches: Sequence[Played]) -> float:
    return sum(len(match.moves) for match in matches) / len(matches)


def start(players: int, seed: int, layout: str) -> Game:
    """Return a match before the volcano is chosen."""
    return funkenflug.new("vulkan", players=players, mode="competitive", seed=seed, layout=layout)


def drawn_volcano(game: Game, seed: int) -> int:
    """Return a move that chooses a random volcano."""
    legal = np.empty(game.type.rules.MOST_MOVES, np.int64)
    return int(legal[below(chance(f"volcano {seed}"), game.type.rules.legal(game.state, legal))])


def main() -> None:
    """Play the matches that are missing and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layout", choices=("random", "hexagon", "parallelogram"), default="hexagon")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--out", default="bench/results/volcano.jsonl")
    wanted = parser.parse_args()
    journal = Journal(Path(wanted.out), Played)
    players, layout, thinking = wanted.players, wanted.layout, str(wanted.simulations)
    done: dict[tuple[str, int], Played] = {}
    for match in journal.resume():
        alike = (match.version, match.players, match.options[1], match.thinking)
        if alike == (code_version(), players, layout, thinking):
            done[match.options[0], match.seed] = match
    for seed in range(1, wanted.matches + 1):
        how = CHOSEN if seed % 2 else DRAWN
        if (how, seed) not in done:
            opening = [drawn_volcano(start(players, seed, layout), seed)] if how == DRAWN else []
            kind = ("vulkan", "competitive", players)
            done[how, seed] = play(kind, seed, thinking, opening=opening, remarks=(how, layout), layout=layout)
            journal.append(done[how, seed])
    head = " | ".join(f"seat {seat}" for seat in range(players))
    for how in (CHOSEN, DRAWN):
        print(f"\n| {how}, distance from the shore | matches | {head} | points | moves |\n{'|---:' * (players + 4)}|")
        table([match for (each, _), match in done.items() if each == how])


if __name__ == "__main__":
    main()
