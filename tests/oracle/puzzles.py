"""The shipped puzzles of matches before the judge in `outcomes`.

`python -m tests.oracle.puzzles --budget 40000` judges all of them, prints which fail and counts the rest.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import funkenflug
from funkenflug.match.game import Game, new
from tests.oracle.outcomes import Verdict, judge, shares

FOLDERS = {
    "feurio": "feurio",
    "vulkan": "vulkan",
    "feuer-wasser": "feuer_wasser",
}
_GAMES = Path(funkenflug.__file__).parent / "games"


def read(game_id: str) -> Iterator[dict[str, Any]]:
    """Yield the puzzles of a game's matches, as the files have them."""
    for path in sorted((_GAMES / FOLDERS[game_id] / "teach" / "puzzles").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            puzzle = json.loads(line)
            if puzzle.get("mode", "competitive") == "competitive":
                yield puzzle


def position_of(puzzle: dict[str, Any]) -> Game:
    """Return the match at the moment of a puzzle."""
    game = new(puzzle["game"], players=puzzle["players"], options=puzzle.get("options", ()), seed=puzzle["seed"])
    for move in puzzle["moves"]:
        game.play(move)
    return game


def judged(puzzle: dict[str, Any], budget: int) -> Verdict:
    """Return whether a puzzle accepts exactly the best moves, as far as `budget` moves show."""
    asked = (*puzzle["answers"], puzzle["tempting"])
    return judge(shares(position_of(puzzle), budget, asked), puzzle["answers"])


def main() -> None:
    """Print the verdict about all shipped puzzles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--budget", type=int, default=40_000, help="the moves that may be played for each puzzle")
    parser.add_argument("--game", choices=FOLDERS, action="append")
    chosen = parser.parse_args()
    for game_id in chosen.game or FOLDERS:
        counts: Counter[str] = Counter()
        for puzzle in read(game_id):
            fair, why = judged(puzzle, chosen.budget)
            counts[why if fair is None else "fair" if fair else "unfair"] += 1
            if fair is False:
                print(f"{game_id}/{puzzle['id']}: {why}", flush=True)
        print(f"{game_id}: {counts.total()} shipped,", ", ".join(f"{count} {what}" for what, count in counts.items()))


if __name__ == "__main__":
    main()
