"""Compare the chances that `suggest` reports for its first three moves with a search of the position after each.

    python -m bench.candidates [--game vulkan] [--positions 40] [--simulations 1000]

The positions are from matches of two by feel, at random moments. Both searches have the same number of simulations, so
the one after the move looks at it much longer.
"""

from __future__ import annotations

import argparse
from statistics import mean, median

import funkenflug
from funkenflug.bots.review import chance_after
from funkenflug.games import GAMES
from funkenflug.kernel import below, chance, choose_heaviest
from funkenflug.match.game import Game

_MOVES = 3


def positions(game_id: str, count: int) -> list[Game]:
    """Return positions with a decision."""
    found: list[Game] = []
    seed = 0
    while len(found) < count:
        seed += 1
        rng = chance(seed)
        game = funkenflug.new(game_id, players=2, mode="competitive", seed=seed)
        line = []
        while not game.over:
            line.append(game.copy())
            number = choose_heaviest(game.state, game.type.rules, rng, 3)
            game.play(game.type.move_texts(game.state, [number])[0])
        chosen = line[below(rng, len(line))]
        if len(chosen.choices()) >= _MOVES:
            found.append(chosen)
    return found


def main() -> None:
    """Print for each place how far the two searches are apart."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(GAMES), action="append")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--simulations", type=int, default=1000)
    wanted = parser.parse_args()
    print("| game | place | share of the visits | said less searched, mean | distance, mean | largest |")
    print("|---|---:|---:|---:|---:|---:|")
    for game_id in wanted.game or GAMES:
        gaps: list[list[float]] = [[] for _ in range(_MOVES)]
        visits: list[list[float]] = [[] for _ in range(_MOVES)]
        for game in positions(game_id, wanted.positions):
            seat = game.to_move or 0
            suggested = game.suggest(None, simulations=wanted.simulations)
            for place, each in enumerate(suggested[:_MOVES]):
                searched = chance_after(game, each.move, seat, {"seconds": None, "simulations": wanted.simulations})
                gaps[place].append(100 * (each.chances[seat] - searched))
                visits[place].append(100 * each.visits / wanted.simulations)
        for place, found in enumerate(gaps):
            distances = [abs(gap) for gap in found]
            print(
                f"| {GAMES[game_id].title} | {place + 1} | {median(visits[place]):.0f}% | {mean(found):+.1f} | "
                f"{mean(distances):.1f} | {max(distances):.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
