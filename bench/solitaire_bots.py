"""Measure how many deals bots win without knowing them: the same deals as `funkenflug solve --sweep`.

    python -m bench.solitaire_bots [--game vulkan] [--players 1] [--deals 30] [--levels flame,blaze] --simulations 9000

`--simulations` replaces each second of thinking by this many attempts of Feurio! or steps of Vulkan!'s solver, so that
results do not depend on the machine; without it the levels think as long as they do. Every match is a line of `--out`;
the same command continues where it was. The time is processor time.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import msgspec

import funkenflug
from funkenflug.arena.contestants import scaled_level
from funkenflug.arena.plan import code_version
from funkenflug.arena.sweep import mode_to_solve
from funkenflug.bots.matches import play_match
from funkenflug.games import GAMES, find_game
from funkenflug.jobs.journal import Journal
from funkenflug.jobs.statistics import share_of


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of comparable matches."""

    game: str
    players: int
    level: str
    simulations: int | None
    version: str


class Deal(msgspec.Struct, frozen=True, kw_only=True):
    """A match that was played."""

    kind: Kind
    seed: int
    won: bool
    seconds: float


def play(kind: Kind, seed: int) -> Deal:
    """Play the solitaire or cooperative match of a seed."""
    mode = mode_to_solve(find_game(kind.game), kind.players).id
    game = funkenflug.new(kind.game, players=kind.players, mode=mode, seed=seed)
    bots = [scaled_level(kind.level, seed, 1.0, kind.simulations) for _ in range(kind.players)]
    begin = time.process_time()
    play_match(game, bots)
    outcome = game.outcome()
    assert outcome is not None
    return Deal(kind=kind, seed=seed, won=bool(outcome.winners), seconds=round(time.process_time() - begin, 2))


def row(deals: list[Deal]) -> str:
    """Return a row of the table."""
    kind = deals[0].kind
    share = share_of(sum(deal.won for deal in deals), len(deals))
    lost = ", ".join(str(deal.seed) for deal in deals if not deal.won)
    seconds = sum(deal.seconds for deal in deals) / len(deals)
    return (
        f"| {GAMES[kind.game].title} | {kind.players} | {kind.level} | {kind.simulations or 'time'} | {kind.version} | "
        f"{share.count} of {len(deals)} ({share.low:.1%} to {share.high:.1%}) | {lost or '–'} | {seconds:.1f} s |"
    )


def main() -> None:
    """Play the deals that are missing and print the table."""
    solitaires = [game_type.id for game_type in GAMES.values() if any(1 in mode.players for mode in game_type.modes)]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=solitaires, action="append")
    parser.add_argument("--deals", type=int, default=30)
    parser.add_argument("--levels", default="flame,blaze")
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--simulations", type=int)
    parser.add_argument("--out", default="bench/results/solitaire-bots.jsonl")
    wanted = parser.parse_args()
    kinds = [
        Kind(game=game, players=players, level=level, simulations=wanted.simulations, version=code_version())
        for game in wanted.game or solitaires
        for level in wanted.levels.split(",")
        for players in wanted.players or (1, 2, 3, 4)
    ]
    journal = Journal(Path(wanted.out), Deal)
    done = {(deal.kind, deal.seed) for deal in journal.resume()}
    for seed in range(1, wanted.deals + 1):
        for kind in kinds:
            if (kind, seed) not in done:
                journal.append(play(kind, seed))
    print("| game | players | level | simulations a second | version | won | lost seeds | a match |")
    print("|---|---:|---|---:|---|---:|---|---:|")
    played = journal.read()
    for kind in kinds:
        if deals := [deal for deal in played if deal.kind == kind]:
            print(row(deals))


if __name__ == "__main__":
    main()
