"""Our search against OpenSpiel's MCTSBot and ISMCTSBot, which play the same games through our adapter.

    python -m bench.against_openspiel --seconds 1                # equal time for a move, one core each
    python -m bench.against_openspiel --seconds 1 --handicap 10  # a tenth of the time for our search
    python -m bench.against_openspiel --simulations 200          # equal number of simulations

Two players; every deal is played from both seats. Results are appended to bench/results/against-openspiel.jsonl, and
matches that are already there are not played again. OpenSpiel's rollouts run through Python, ours are compiled: equal
time compares what a researcher gets, equal simulations compare the searches.
"""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path

import msgspec
from rich.progress import track

import funkenflug
from funkenflug.arena.plan import code_version
from funkenflug.bots.matches import play_duel
from funkenflug.bots.players import Clock, SearchPlayer
from funkenflug.core.thinking import Budget
from funkenflug.games import GAMES
from funkenflug.jobs.journal import Journal
from funkenflug.jobs.statistics import share_of
from funkenflug.research.openspiel import player

RESULTS = Path(__file__).parent / "results" / "against-openspiel.jsonl"
_BOTS = ("mcts", "ismcts")
_WARMING_UP = 20


class Match(msgspec.Struct, frozen=True):
    """The result of one match."""

    game: str
    bot: str
    budget: str
    """The budget of both for a move, or ours and theirs: "0.1s:1s"."""
    number: int
    share: float
    """Our share of the victory."""
    moves: int
    version: str = "not noted"
    """The `code_version` that played; the oldest results do not have it."""

    @property
    def key(self) -> tuple[str, str, str, int]:
        """The identity of the match."""
        return self.game, self.bot, self.budget, self.number


def play(game_id: str, bot: str, budget: str, number: int) -> Match:
    """Play one match; our search has seat 0 in even ones and seat 1 in odd ones."""
    for_us, for_them = budget.split(":") if ":" in budget else (budget, budget)
    thinking = Budget(seconds=float(for_us[:-1])) if for_us.endswith("s") else Budget(simulations=int(for_us))
    ours, theirs = SearchPlayer(thinking, seed=number), player(f"{bot}:{for_them}", number)
    game, share = play_duel(game_id, 2, number, ours, theirs, deals="against OpenSpiel")
    return Match(game_id, bot, budget, number, share, len(game.moves), code_version())


def warm_up(game_id: str) -> None:
    """Compile everything before the measurement."""
    game = funkenflug.new(game_id, players=2, seed=0)
    assert game.to_move is not None
    view, moves = game.view(game.to_move), game.legal_moves()
    for each in (SearchPlayer(Budget(simulations=_WARMING_UP)), *(player(f"{bot}:{_WARMING_UP}") for bot in _BOTS)):
        each.choose(view, moves, Clock())


def table(matches: list[Match]) -> str:
    """Return our share of victories for each game, bot and budget."""
    lines = []
    ordered = sorted(matches, key=lambda match: (match.budget, match.game, match.bot))
    for (budget, game, bot), cell in itertools.groupby(ordered, lambda match: (match.budget, match.game, match.bot)):
        shares = [match.share for match in cell]
        won = share_of(sum(shares), len(shares))
        lines.append(
            f"{budget:>7} {game:<14}{bot:<8}{won.count:5g} of {len(shares):3} = {won.share:6.1%}"
            f"  ({won.low:.1%} to {won.high:.1%})"
        )
    return "\n".join(lines)


def main() -> None:
    """Play the missing matches and print all results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--simulations", type=int)
    parser.add_argument("--handicap", type=float, default=1.0, help="divides the budget of our search")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--game", choices=tuple(GAMES), action="append")
    parser.add_argument("--bot", choices=_BOTS, action="append")
    parser.add_argument("--results", type=Path, default=RESULTS)
    wanted = parser.parse_args()
    budgets = [f"{wanted.seconds:g}s"] if wanted.seconds else []
    budgets += [str(wanted.simulations)] if wanted.simulations else []
    if wanted.handicap != 1:
        less = [f"{wanted.seconds / wanted.handicap:g}s"] if wanted.seconds else []
        less += [f"{wanted.simulations / wanted.handicap:.0f}"] if wanted.simulations else []
        budgets = [f"{ours}:{theirs}" for ours, theirs in zip(less, budgets, strict=True)]
    journal = Journal(wanted.results, Match)
    done = {match.key for match in journal.resume()}
    games, bots = wanted.game or tuple(GAMES), wanted.bot or _BOTS
    # pairings alternate, so that partial results cover all of them
    rounds = [(g, b, budget, n) for n in range(wanted.games) for budget in budgets for g in games for b in bots]
    missing = [key for key in rounds if key not in done]
    if missing:
        for game_id in games:
            warm_up(game_id)
    for key in track(missing, "playing"):
        journal.append(play(*key))
    print(table(journal.read()))


if __name__ == "__main__":
    main()
