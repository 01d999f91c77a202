"""Compare the chances that `suggest` reports for its first three moves with a search of the position after each.

    python -m bench.candidates [--game vulkan] [--positions 40] [--players 2] [--simulations 1000]

The positions are random moments of matches played by the heuristics. All searches have the same number of simulations,
so those after a move look at it much longer. What the seat does not know is determinized three times before the move.
"""

from __future__ import annotations

import argparse
import math
from statistics import mean, median, stdev

import numpy as np

import funkenflug
from funkenflug.bots.calibration import calibrated
from funkenflug.bots.foresight import considered
from funkenflug.core.thinking import Budget, chance_of
from funkenflug.games import GAMES
from funkenflug.jobs.statistics import share_of
from funkenflug.kernel import MOST_SEATS, Array, below, chance, choose_best_scored, determinize
from funkenflug.match.game import Game

_MOVES = 3
_DEALS = 3
_FAR = 10
"""Percentage points that somebody would notice."""


def positions(game_id: str, players: int, count: int) -> list[Game]:
    """Return positions with a decision."""
    found: list[Game] = []
    seed = 0
    while len(found) < count:
        seed += 1
        rng = chance(seed)
        game = funkenflug.new(game_id, players=players, mode="competitive", seed=seed)
        line = []
        while not game.over:
            line.append(game.copy())
            number = choose_best_scored(game.state, game.type.rules, rng, 3)
            game.play(game.type.move_texts(game.state, [number])[0])
        chosen = line[below(rng, len(line))]
        if len(chosen.choices()) >= _MOVES:
            found.append(chosen)
    return found


def searched(game: Game, move: int, seat: int, budget: Budget) -> float:
    """Return the chance of a seat after a move, by searches of the position after it."""
    rules = game.type.rules
    rng = chance(f"{game.position()} {move}")
    found = []
    for deal in range(_DEALS):
        after = np.array([game.state], rules.STATE)
        determinize(after[0], seat, rng)
        rules.play(after[0], move)
        found.append(_best_chance(game, after[0], budget, deal)[seat])
    return mean(found)


def _best_chance(game: Game, state: Array, budget: Budget, seed: int) -> tuple[float, ...]:
    rules, mode = game.type.rules, game.mode
    mover = int(rules.to_move(state))
    if mover < 0:
        values = np.zeros(MOST_SEATS)
        rules.utilities(state, values)
        return tuple(chance_of(values[: game.players], game.players).tolist())
    return calibrated(rules, mode, state, considered(game.type, mode, state, mover, budget, seed=seed))[0].chances


def row(title: str, place: int, gaps: list[float], visits: list[float]) -> str:
    """Return a row of the table."""
    near = share_of(sum(abs(gap) <= _FAR for gap in gaps), len(gaps))
    spread = 1.96 * stdev(gaps) / math.sqrt(len(gaps))
    return (
        f"| {title} | {place} | {median(visits):.0f}% | {mean(gaps):+.1f} ({mean(gaps) - spread:+.1f} to "
        f"{mean(gaps) + spread:+.1f}) | {mean(map(abs, gaps)):.1f} | {100 * near.share:.0f}% ({100 * near.low:.0f} to "
        f"{100 * near.high:.0f}) | {max(map(abs, gaps)):.0f} |"
    )


def main() -> None:
    """Print the difference between the two searches for each place."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(GAMES), action="append")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--simulations", type=int, default=1000)
    wanted = parser.parse_args()
    budget = Budget(simulations=wanted.simulations)
    print("| game | place | share of the visits | said less searched | distance | within 10 points | largest |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for game_id in wanted.game or GAMES:
        gaps: list[list[float]] = [[] for _ in range(_MOVES)]
        visits: list[list[float]] = [[] for _ in range(_MOVES)]
        for game in positions(game_id, wanted.players, wanted.positions):
            seat = int(game.type.rules.to_move(game.state))
            found = considered(game.type, game.mode, game.state, seat, budget, seed=0)
            for place, each in enumerate(calibrated(game.type.rules, game.mode, game.state, found)[:_MOVES]):
                gaps[place].append(100 * (each.chances[seat] - searched(game, each.move, seat, budget)))
                visits[place].append(100 * each.visits / wanted.simulations)
        for place in range(_MOVES):
            if len(gaps[place]) > 1:
                print(row(GAMES[game_id].title, place + 1, gaps[place], visits[place]), flush=True)


if __name__ == "__main__":
    main()
