"""Check the results of solitaire sweeps, and print the table of docs/lab/solitaire-deals.md.

    funkenflug solve --game vulkan --sweep 300 --out bench/results/solitaire-vulkan.jsonl
    python -m bench.solitaire [FILE …]

Without files it takes those of bench/results/. `docs/make_pictures.py` draws the plot of docs/lab/solitaire-deals.md.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import funkenflug
from funkenflug.arena.sweep import Result, final_results, mode_to_solve, summarise
from funkenflug.games import find_game
from funkenflug.jobs.journal import Journal
from funkenflug.jobs.statistics import duration

RESULTS = Path(__file__).parent / "results"
Found = dict[tuple[str, int], list[Result]]
"""The results of sweeps, sorted by seed, by game and number of players."""


def found(paths: list[Path]) -> Found:
    """Return the latest result for every deal in these files."""
    results = [result for path in paths for result in Journal(path, Result).read()]
    kinds = sorted({(result.game, result.players) for result in results})
    return {
        (game_id, players): [result for _, result in sorted(final_results(results, game_id, players, 0).items())]
        for game_id, players in kinds
    }


def check(result: Result) -> None:
    """Play the winning line of a deal, if it has one."""
    if result.verdict == "won":
        assert result.moves is not None
        mode = mode_to_solve(find_game(result.game), result.players).id
        game = funkenflug.new(result.game, players=result.players, mode=mode, seed=result.seed)
        for move in result.moves:
            game.play(move)
        outcome = game.outcome()
        if outcome is None or not outcome.winners:
            raise SystemExit(f"the line of {result.game}, {result.players} players, seed {result.seed} does not win")


def table(results: Found) -> str:
    """Return the results as a Markdown table."""
    lines = [
        "| | deals | won | cannot be won | open | median | 90 % within | longest |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for (game_id, players), of_game in results.items():
        summary = summarise(of_game)
        shares = (f"{s.count} ({s.low:.1%} to {s.high:.1%})" for s in summary.verdicts.values())
        seconds = (summary.median_seconds, summary.ninety_percent_seconds, summary.longest_seconds)
        name = find_game(game_id).title if players == 1 else f"{find_game(game_id).title}, {players} players"
        cells = (name, str(summary.deals), *shares, *map(duration, seconds))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Check the lines and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, default=sorted(RESULTS.glob("solitaire-*.jsonl")))
    files: list[Path] = parser.parse_args().files
    results = found(files)
    for of_game in results.values():
        for result in of_game:
            check(result)
    print(table(results))


if __name__ == "__main__":
    main()
