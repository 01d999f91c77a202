"""What the matches of `bench.calibration` tell about the games: which seats win, and how often the leader falls.

    python -m bench.seats [--out bench/results/calibration.jsonl] [--version 0.1.0+1f2e3d4c]

All seats are played by the same search, so differences come from the seats. The leader in the middle of a match is the
seat with the best chance, as the search says it, at the last decision of the first half.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.calibration import Played
from funkenflug.arena.plan import code_version
from funkenflug.games import GAMES
from funkenflug.jobs.journal import Journal
from funkenflug.jobs.statistics import share_of


def row(matches: list[Played]) -> str:
    """Return a row of the table: the seats' shares of the victories and points, and the leaders that did not win."""
    one, count = matches[0], len(matches)
    seats = [_share(sum(match.shares[seat] for match in matches), count) for seat in range(one.players)]
    points = [sum(match.scores[seat] for match in matches) / count for seat in range(one.players)]
    fallen = sum(_leader(match) not in _best(match) for match in matches)
    cells = [*seats, *[""] * (4 - one.players), " · ".join(f"{each:.1f}" for each in points), _share(fallen, count)]
    return f"| {GAMES[one.game].title} | {one.players} | {count} | {' | '.join(cells)} |"


def _share(won: float, count: int) -> str:
    share = share_of(won, count)
    return f"{100 * won / count:.1f}% ({100 * share.low:.0f} to {100 * share.high:.0f})"


def _leader(match: Played) -> int:
    chances = match.decisions[max(0, len(match.decisions) // 2 - 1)].chances
    return chances.index(max(chances))


def _best(match: Played) -> list[int]:
    return [seat for seat, share in enumerate(match.shares) if share > 0]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default="bench/results/calibration.jsonl")
    parser.add_argument("--version", default=code_version(), help="use matches of this version (default: %(default)s)")
    wanted = parser.parse_args()
    kinds: dict[tuple[str, int], list[Played]] = {}
    for match in Journal(Path(wanted.out), Played).read():
        if match.version == wanted.version and not match.together and match.decisions:
            kinds.setdefault((match.game, match.players), []).append(match)
    print("| | players | matches | seat 0 | seat 1 | seat 2 | seat 3 | points | the leader of half-time did not win |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for _, matches in sorted(kinds.items()):
        print(row(matches))


if __name__ == "__main__":
    main()
