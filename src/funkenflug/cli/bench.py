"""A quick measure of the rules; the folder bench/ has the thorough one."""

from __future__ import annotations

import time
from argparse import Namespace

import numpy as np
from rich.console import Console

from funkenflug import kernel
from funkenflug.cli.commands import UsageError, print_json
from funkenflug.game import new
from funkenflug.games import GAMES
from funkenflug.room import Room
from funkenflug.words import clipped


def bench(arguments: Namespace, console: Console) -> None:
    """Measure how many random matches and moves a second the rules play on one core."""
    if arguments.game is not None and arguments.game not in GAMES:
        raise UsageError(f"there is no game {clipped(repr(arguments.game))}; there are {', '.join(GAMES)}")
    if not 0 < arguments.seconds <= 600:
        raise UsageError(f"--seconds is more than 0 and at most 600, not {arguments.seconds:g}")
    for room in GAMES.values():
        if arguments.game not in (None, room.id):
            continue
        for players in room.modes[0].players:
            matches, moves = _measured(room, players, arguments.seconds)
            if arguments.json:
                print_json(
                    {"game": room.id, "players": players, "games_per_second": matches, "moves_per_second": moves}
                )
            else:
                console.print(f"{room.title:15} {players} players {matches:12,.0f} games/s {moves:14,.0f} moves/s")


def _measured(room: Room, players: int, seconds: float) -> tuple[float, float]:
    """Return matches and moves a second, from a few dozen deals in turn."""
    starts = np.empty(64, room.rules.STATE)
    for seed in range(len(starts)):
        starts[seed] = room.start(new(room.id, players=players, seed=seed).setup)
    scratch, rng = starts[:1].copy(), kernel.chance(0)
    kernel.play_many(starts, 1, rng, scratch)  # compiles, or finds what was compiled
    matches, moves, begin = 0, 0, time.perf_counter()
    while (passed := time.perf_counter() - begin) < seconds:
        moves += kernel.play_many(starts, len(starts), rng, scratch)
        matches += len(starts)
    return matches / passed, moves / passed
