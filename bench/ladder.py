"""The levels on one scale: each against its neighbours, and ratings from all these matches.

    python -m bench.ladder [--game vulkan] [--pairs flame:ember,blaze:flame] [--matches 20] [--scale 1]

Two players; every deal is played from both seats. Levels that search think as long as they do in play, times `--scale`,
but by the processor time of each of their threads: other work on the machine does not matter. Every match is a line of
`--out`; the same command continues where it was, and prints all matches of this version, of all scales apart.
"""

from __future__ import annotations

import argparse
import time
from itertools import groupby
from pathlib import Path

import msgspec

from bench import processor_time
from bench.beginner import Beginner
from funkenflug.arena.contestants import scaled_level
from funkenflug.arena.match import MatchResult
from funkenflug.arena.plan import code_version
from funkenflug.arena.ratings import ratings
from funkenflug.bots.matches import TimeSpent, play_duel
from funkenflug.bots.players import Player
from funkenflug.games import GAMES
from funkenflug.jobs.journal import Journal
from funkenflug.jobs.statistics import share_of

BEGINNER = "beginner"
NAMES = ("spark", BEGINNER, "ember", "flame", "blaze", "inferno")
PAIRS = "beginner:spark,ember:spark,ember:beginner,flame:ember,blaze:flame,inferno:blaze"


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A match of two levels."""

    version: str
    game: str
    scale: float
    result: MatchResult

    @property
    def key(self) -> tuple[str, str, float, tuple[str, ...], int]:
        """What it is found by."""
        return self.version, self.game, self.scale, tuple(sorted(self.result.seating)), self.result.index


def play(game_id: str, pair: tuple[str, str], index: int, scale: float) -> Match:
    """Play a match; the first of the pair has seat 0 in even ones and seat 1 in odd ones."""
    one, other = (_player(name, 2 * index + side, scale) for side, name in enumerate(pair))
    spent = TimeSpent(2, time.process_time)
    game, _ = play_duel(game_id, 2, index, one, other, deals="ladder", spent=spent)
    outcome = game.outcome()
    assert outcome is not None
    result = MatchResult(
        index=index,
        deal=index // 2,
        seating=pair if index % 2 == 0 else pair[::-1],
        winners=outcome.winners,
        scores=outcome.scores,
        places=tuple(1 if seat in outcome.winners else 2 for seat in range(2)),
        moves=len(game.moves),
        decisions=tuple(spent.decisions),
        seconds=tuple(round(each, 2) for each in spent.seconds),
        forfeit=None,
        record="",
    )
    return Match(version=code_version(), game=game_id, scale=scale, result=result)


def _player(name: str, seed: int, scale: float) -> Player:
    return Beginner(seed) if name == BEGINNER else scaled_level(name, seed, scale, None)


def show(matches: list[Match]) -> None:
    """Print who beats whom, and the ratings."""
    results = [match.result for match in matches]
    print(f"\n{GAMES[matches[0].game].title}, {matches[0].version}, scale {matches[0].scale:g}")
    for one, other in (pair.split(":") for pair in PAIRS.split(",")):
        met = [result for result in results if set(result.seating) == {one, other}]
        if met:
            won = sum((result.seating.index(one) in result.winners) / len(result.winners) for result in met)
            share = share_of(won, len(met))
            print(f"{one} beats {other}: {share.share:.1%} of {len(met)} ({share.low:.0%} to {share.high:.0%})")
    names = [name for name in NAMES if any(name in result.seating for result in results)]
    # every pair has its own deals
    apart = [msgspec.structs.replace(each, deal=each.deal + 10_000 * _pair_number(each)) for each in results]
    for name, rating in zip(names, ratings(apart, names), strict=True):
        print(f"{name:<9}{rating.value:+7.0f}  ({rating.interval})")


def _pair_number(result: MatchResult) -> int:
    one, other = sorted(map(NAMES.index, result.seating))
    return one * len(NAMES) + other


def main() -> None:
    """Play the missing matches and print all results."""
    processor_time.of_each_thread()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=tuple(GAMES), action="append")
    parser.add_argument("--pairs", default=PAIRS)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--out", type=Path, default=Path("bench/results/ladder.jsonl"))
    wanted = parser.parse_args()
    journal = Journal(wanted.out, Match)
    done = {match.key for match in journal.resume()}
    for index in range(wanted.matches):
        for pair in wanted.pairs.split(","):
            one, other = pair.split(":")
            for game_id in wanted.game or GAMES:
                if (code_version(), game_id, wanted.scale, tuple(sorted((one, other))), index) not in done:
                    journal.append(play(game_id, (one, other), index, wanted.scale))
    played = [match for match in journal.read() if match.version == code_version()]
    for _, kind in groupby(sorted(played, key=_kind), _kind):
        show(list(kind))


def _kind(match: Match) -> tuple[str, float]:
    return match.game, match.scale


if __name__ == "__main__":
    main()
