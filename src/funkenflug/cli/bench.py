"""`funkenflug bench`: a quick measure of the rules; the folder bench/ has the thorough one."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace

import numpy as np
from rich.console import Console

from funkenflug import kernel
from funkenflug.cli.errors import UsageError
from funkenflug.cli.output import print_json
from funkenflug.core.words import clipped
from funkenflug.games import GAMES
from funkenflug.games.base import GameType
from funkenflug.match.game import new


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="measure only this game")
    parser.add_argument("--seconds", type=float, default=0.5, metavar="S", help="time per line (default: 0.5)")
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")


def run(arguments: Namespace, console: Console) -> None:
    """Measure how many random matches and moves a second the rules play on one core."""
    if arguments.game is not None and arguments.game not in GAMES:
        raise UsageError(f"there is no game {clipped(repr(arguments.game))}; there are {', '.join(GAMES)}")
    if not 0 < arguments.seconds <= 600:
        raise UsageError(f"--seconds must be more than 0 and at most 600, not {arguments.seconds:g}")
    for game_type in GAMES.values():
        if arguments.game not in (None, game_type.id):
            continue
        for players in game_type.modes[0].players:
            matches, moves = _measure(game_type, players, arguments.seconds)
            if arguments.json:
                print_json(
                    {"game": game_type.id, "players": players, "games_per_second": matches, "moves_per_second": moves}
                )
            else:
                console.print(f"{game_type.title:15} {players} players {matches:12,.0f} games/s {moves:14,.0f} moves/s")


def _measure(game_type: GameType, players: int, seconds: float) -> tuple[float, float]:
    """Return matches and moves a second, played from 64 deals in turn."""
    starts = np.empty(64, game_type.rules.STATE)
    for seed in range(len(starts)):
        starts[seed] = game_type.start(new(game_type.id, players=players, seed=seed).setup)
    scratch, rng = starts[:1].copy(), kernel.chance(0)
    kernel.play_many(starts, 1, rng, scratch)  # compile, or load from the cache
    matches, moves, begin = 0, 0, time.perf_counter()
    while (passed := time.perf_counter() - begin) < seconds:
        moves += kernel.play_many(starts, len(starts), rng, scratch)
        matches += len(starts)
    return matches / passed, moves / passed
