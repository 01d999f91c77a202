"""Results between random moves, levels, OpenSpiel's bots and the trained networks, at stated budgets.

    python -m bench.standings --matches 10

Two players; every deal is played from both seats. Results are appended to bench/results/standings.jsonl with the
version that played them; matches of this version that are already there are not played again.
"""

from __future__ import annotations

import argparse
import itertools
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import msgspec
from rich.progress import track

from funkenflug.arena.plan import code_version
from funkenflug.bots.matches import play_duel
from funkenflug.bots.players import Player, SearchPlayer, level
from funkenflug.core.thinking import Budget
from funkenflug.games import GAMES
from funkenflug.jobs.journal import Journal
from funkenflug.jobs.statistics import share_of
from funkenflug.research.network import NetworkPlayer
from funkenflug.research.openspiel import player

RESULTS = Path(__file__).parent / "results" / "standings.jsonl"
CONTESTANTS: dict[str, Callable[[int], Player]] = {
    "random": lambda seed: level("random", seed),
    "ember": lambda seed: level("ember", seed),
    "network at first sight": lambda seed: NetworkPlayer(simulations=0, seed=seed),
    "network, 64 simulations": lambda seed: NetworkPlayer(simulations=64, seed=seed),
    "flame's search, 1,000 simulations": lambda seed: SearchPlayer(Budget(simulations=1000), seed=seed),
    "OpenSpiel mcts, 20 simulations": lambda seed: player("mcts:20", seed),
    "OpenSpiel ismcts, 20 simulations": lambda seed: player("ismcts:20", seed),
}


class Match(msgspec.Struct, frozen=True):
    """The result of one match."""

    version: str
    game: str
    first: str
    second: str
    number: int
    share: float
    """The first contestant's share of the victory."""

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """The identity of the match."""
        return self.version, self.game, self.first, self.second, self.number


def play(version: str, game_id: str, first: str, second: str, number: int) -> Match:
    """Play one match; the first contestant has seat 0 in even ones and seat 1 in odd ones."""
    one, other = (CONTESTANTS[name](number) for name in (first, second))
    _, share = play_duel(game_id, 2, number, one, other, deals="standings")
    return Match(version, game_id, first, second, number, share)


def table(version: str, game: str, matches: list[Match]) -> str:
    """Return the results of a game: a row for each contestant, and its share of all victories with a 95% interval."""
    names = list(CONTESTANTS)
    shares: dict[tuple[str, str], list[float]] = defaultdict(list)
    for match in matches:
        if (match.version, match.game) == (version, game):
            shares[match.first, match.second].append(match.share)
            shares[match.second, match.first].append(1 - match.share)
    lines = [
        f"{game}, version {version}",
        "",
        f"| | {' | '.join(f'{number}' for number in range(1, 1 + len(names)))} | all | 95% interval |",
        "|---" * (len(names) + 3) + "|",
    ]
    for number, name in enumerate(names, 1):
        cells = [f"{sum(shares[name, other]):g}" if shares[name, other] else "" for other in names]
        everything = [share for other in names for share in shares[name, other]]
        if everything:
            won = share_of(sum(everything), len(everything))
            interval = f"{won.low:.0%} to {won.high:.0%}"
            lines.append(f"| {number} {name} | {' | '.join(cells)} | {won.count:g} of {len(everything)} | {interval} |")
    return "\n".join(lines)


def main() -> None:
    """Play the missing matches and print all results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=10, help="of each pairing")
    parser.add_argument("--game", choices=tuple(GAMES), action="append")
    parser.add_argument("--contestant", choices=tuple(CONTESTANTS), action="append", help="only their pairings")
    parser.add_argument("--results", type=Path, default=RESULTS)
    wanted = parser.parse_args()
    journal = Journal(wanted.results, Match)
    done = {match.key for match in journal.resume()}
    version = code_version()
    chosen = set(wanted.contestant or CONTESTANTS)
    pairings = [pair[::-1] for pair in itertools.combinations(CONTESTANTS, 2) if chosen & {*pair}]
    # pairings alternate, so that partial results cover all of them
    rounds = [
        (version, game, *pairing, number)
        for number in range(wanted.matches)
        for pairing in pairings
        for game in wanted.game or tuple(GAMES)
    ]
    for key in track([key for key in rounds if key not in done], "playing"):
        journal.append(play(*key))
    for game in wanted.game or tuple(GAMES):
        print(table(version, game, journal.read()), end="\n\n")


if __name__ == "__main__":
    main()
