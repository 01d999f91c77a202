"""Search shipped puzzles again, after each legal move apart.

    python -m bench.puzzles [--game vulkan] [--simulations 20000] [puzzle ...]

`python -m tests.oracle.puzzles` proves what is small enough; this is for the rest. Every legal move is searched a
little, every answer and every move that comes near one is searched with two seeds. A puzzle fails if a refused move
comes within ten points of an accepted one, or if the accepted ones are that far apart.
"""

from __future__ import annotations

import argparse
from statistics import mean

from funkenflug.games import GAMES
from funkenflug.match.game import Game
from funkenflug.puzzles.puzzle import Puzzle, shipped

_GLANCE = 500
"""Simulations that show which moves are worth a long look."""
_NEAR = 0.35
_CLOSE = 0.1
_AT_LEAST = 3


def chance_after(game: Game, move: str, simulations: int, seed: int) -> float:
    """Return the chance to win of the seat to move, after a move."""
    assert game.to_move is not None
    return game.suggest(None, simulations=simulations, seed=seed, root_moves=[move])[0].chances[game.to_move]


def fault(puzzle: Puzzle, simulations: int) -> str:
    """Return what is wrong with a puzzle; nothing if nothing was found."""
    game = puzzle.position()

    def deep(move: str) -> float:
        return mean(chance_after(game, move, simulations, seed) for seed in (1, 2))

    accepted = [deep(move) for move in puzzle.answers]
    if max(accepted) - min(accepted) > _CLOSE:
        return f"accepted moves from {min(accepted):.0%} to {max(accepted):.0%}"
    refused = [str(move) for move in game.legal_moves() if move not in puzzle.answers]
    glances = {move: chance_after(game, move, _GLANCE, 1) for move in refused}
    for place, move in enumerate(sorted(refused, key=lambda move: -glances[move])):
        if place < _AT_LEAST or move == puzzle.tempting or glances[move] > min(accepted) - _NEAR:
            found = deep(move)
            if found >= min(accepted) - _CLOSE:
                return f"{move}: {found:.0%} against {min(accepted):.0%}"
    return ""


def main() -> None:
    """Print what fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--simulations", type=int, default=20_000)
    parser.add_argument("puzzle", nargs="*", help="the ids of puzzles; without any, all of matches")
    chosen = parser.parse_args()
    for game_id in chosen.game or GAMES:
        asked = [one for one in shipped(game_id) if one.mode == "competitive"]
        asked = [one for one in asked if not chosen.puzzle or one.id in chosen.puzzle]
        faults = 0
        for puzzle in asked:
            if found := fault(puzzle, chosen.simulations):
                faults += 1
                print(f"{game_id}/{puzzle.id}: {found}", flush=True)
        print(f"{game_id}: {faults} of {len(asked)} fail")


if __name__ == "__main__":
    main()
