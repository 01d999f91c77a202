"""Attack a site from one address, and measure the effect on players at other tables.

    python -m bench.abuse --seconds 10

Everything stays on this machine: the attacks come from 127.0.0.2, as fast as the limits of the site let them, in a
process that leaves the processor to the others. Four people play at tables of their own, and a fifth against a bot.
The goals: the p99 of their moves stays below three times its value before the attack, and the median time of the bot
below twice. Each attack has a new site, so that none profits from the limits that another has used up.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from multiprocessing.queues import Queue
from pathlib import Path
from typing import NamedTuple

from bench.load.ours import Server, started
from tests.web.abuse import ATTACKS, Attacker, Player
from tests.web.servers import keep_solitaires

_GAMES = ("vulkan", "feurio", "feuer-wasser", "vulkan")
_PAUSE = 0.15
"""Seconds between two moves of a player."""
_BOT = "blaze"
_WARM_UP = 3.0
_MOST_FOR_MOVES, _MOST_FOR_BOTS = 3.0, 2.0


class Felt(NamedTuple):
    """The delays of the players, in seconds."""

    moves: list[float]
    bot_moves: list[float]

    @property
    def median(self) -> float:
        """The median delay of a move."""
        return statistics.median(self.moves) if self.moves else float("inf")

    @property
    def p99(self) -> float:
        """The delay that one move in a hundred exceeds."""
        return sorted(self.moves)[int(0.99 * len(self.moves))] if self.moves else float("inf")

    @property
    def bot(self) -> float:
        """The median time of a bot for a move."""
        return statistics.median(self.bot_moves) if self.bot_moves else float("inf")


async def measure(url: str, seconds: float) -> Felt:
    """Let players play for a while, and return their delays after warming up."""
    players = [Player(url, game, _PAUSE) for game in _GAMES]
    opponent = Player(url, "vulkan", _PAUSE, _BOT)
    tasks = [asyncio.ensure_future(one.play()) for one in (*players, opponent)]
    await asyncio.sleep(_WARM_UP)
    before = [len(one.moves) for one in players], len(opponent.bot_moves)
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    for error in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(error, Exception):
            print(f"  a player gave up: {error!r}", file=sys.stderr)
    moves = [delay for one, count in zip(players, before[0], strict=True) for delay in one.moves[count:]]
    return Felt(moves, opponent.bot_moves[before[1] :])


def attack(name: str, url: str, answers: Queue[Counter[str]], seconds: float) -> None:
    """Attack a site for a while, in a process of its own."""
    os.nice(10)
    attacker = Attacker(url)

    async def run() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await ATTACKS[name](attacker)

    try:
        asyncio.run(run())
    finally:
        answers.put(attacker.answers)


@contextlib.contextmanager
def site() -> Iterator[Server]:
    """Run a site with its usual limits."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'site.sqlite'}"
        keep_solitaires(database)
        with started(database, environment={"FUNKENFLUG_LIMITS": "on"}) as server:
            server.settle()
            yield server


class Result(NamedTuple):
    """What became of an attack."""

    idle: Felt
    """The delays before the attack."""
    felt: Felt
    answers: Counter[str]
    growth: float
    """The megabytes that the site grew by."""

    @property
    def moves(self) -> float:
        """How many times as long moves took."""
        return self.felt.p99 / self.idle.p99

    @property
    def bots(self) -> float:
        """How many times as long bots took."""
        return self.felt.bot / self.idle.bot


def under_attack(name: str, seconds: float) -> Result:
    """Measure without an attack, then with it."""
    with site() as server:
        idle = asyncio.run(measure(server.url, seconds))
        before = server.memory()
        context = multiprocessing.get_context("spawn")
        answers: Queue[Counter[str]] = context.Queue()
        process = context.Process(target=attack, args=(name, server.url, answers, seconds + _WARM_UP + 2))
        process.start()
        felt = asyncio.run(measure(server.url, seconds))
        counts = answers.get(timeout=120)
        process.join()
        return Result(idle, felt, counts, (server.memory() - before) / 1024)


def main() -> None:
    """Run the attacks, and print their effect."""
    parser = argparse.ArgumentParser(prog="python -m bench.abuse", description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=15.0, help="for each measurement")
    parser.add_argument("--attack", action="append", choices=list(ATTACKS), help="only this one; may be repeated")
    chosen = parser.parse_args()
    print("| attack | p50 before | p50 | p99 before | p99 | times | bot before | bot | times | MB | answers |")
    print("|---|---|---|---|---|---|---|---|---|---|---|", flush=True)
    missed = []
    for name in chosen.attack or ATTACKS:
        result = under_attack(name, chosen.seconds)
        if result.moves >= _MOST_FOR_MOVES or result.bots >= _MOST_FOR_BOTS:
            missed.append(name)
        print(f"| {' | '.join((name, *_row(result)))} |", flush=True)
    print(f"missed: {', '.join(missed)}" if missed else "all goals reached")
    sys.exit(bool(missed))


def _row(result: Result) -> Iterator[str]:
    """Yield the figures of a result as text."""
    idle, felt = result.idle, result.felt
    yield from (f"{1000 * delay:.0f} ms" for delay in (idle.median, felt.median, idle.p99, felt.p99))
    yield f"{result.moves:.1f}"
    yield from (f"{delay:.2f} s" for delay in (idle.bot, felt.bot))
    yield from (f"{result.bots:.1f}", f"{result.growth:+.0f}")
    yield ", ".join(f"{count} {status}" for status, count in sorted(result.answers.items()))


if __name__ == "__main__":
    main()
