"""Play matches of equal bots: which seats win, how often the leader loses, and what options change.

    python -m bench.seats [--game feurio] [--options hotter] [--players 2] [--matches 200] [--simulations 200]

All seats are played by the same search, so differences come from the seats. The leader at half-time is the seat with
the best chance, as the search says it, at the last decision of the first half. The matches are those of
`bench.calibration`, in the same file (`--out`); those that are missing are played.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.calibration import Kind, Played, play
from funkenflug.arena.plan import code_version
from funkenflug.games import GAMES
from funkenflug.jobs.journal import Journal
from funkenflug.jobs.statistics import share_of


def row(matches: list[Played]) -> str:
    """Return a row of the table: the seats' shares of the victories and points, and the leaders that did not win."""
    one, count = matches[0], len(matches)
    seats = [_share(sum(match.shares[seat] for match in matches), count) for seat in range(one.players)]
    points = [sum(match.scores[seat] for match in matches) / count for seat in range(one.players)]
    fallen = sum(match.shares[_leader(match)] == 0 for match in matches)
    moves = [len(match.moves) for match in matches]
    length = f"{sum(moves) / count:.0f} ({min(moves)} to {max(moves)})"
    average = " · ".join(f"{each:.1f}" for each in points)
    cells = [*seats, *[""] * (4 - one.players), average, length, _share(fallen, count)]
    options = f" ({', '.join(one.options)})" if one.options else ""
    return f"| {GAMES[one.game].title}{options} | {one.players} | {count} | {' | '.join(cells)} |"


def _share(won: float, count: int) -> str:
    share = share_of(won, count)
    return f"{100 * won / count:.1f}% ({100 * share.low:.0f} to {100 * share.high:.0f})"


def _leader(match: Played) -> int:
    chances = match.decisions[max(0, len(match.decisions) // 2 - 1)].chances
    return chances.index(max(chances))


def main() -> None:
    """Play the matches that are missing and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(GAMES), action="append")
    parser.add_argument("--options", type=lambda text: tuple(text.split(",")), default=())
    parser.add_argument("--players", type=int, choices=(2, 3, 4), action="append")
    parser.add_argument("--matches", type=int, default=0)
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--out", default="bench/results/calibration.jsonl")
    parser.add_argument("--version", default=code_version(), help="use matches of this version (default: %(default)s)")
    wanted = parser.parse_args()
    journal = Journal(Path(wanted.out), Played)
    kinds: dict[Kind, dict[int, Played]] = {
        (game_id, "competitive", players): {}
        for game_id in wanted.game or GAMES
        for players in wanted.players or (2, 3, 4)
    }
    for match in journal.resume():
        alike = (match.version, match.thinking, match.options)
        if alike == (wanted.version, str(wanted.simulations), wanted.options) and match.kind in kinds:
            kinds[match.kind][match.seed] = match
    for seed in range(1, wanted.matches + 1):
        for kind, matches in kinds.items():
            if seed not in matches:
                matches[seed] = play(kind, seed, str(wanted.simulations), wanted.options)
                journal.append(matches[seed])
    print("| | players | matches | seat 0 | seat 1 | seat 2 | seat 3 | points | moves | the leader did not win |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for matches in kinds.values():
        if matches:
            print(row(list(matches.values())))


if __name__ == "__main__":
    main()
