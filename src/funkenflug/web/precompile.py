"""Load the compiled games in the background; compile them first, in processes of their own, if they never were.

Until a game is ready its rules run as plain Python, which is fast enough for tables but not for a search.

    python -m funkenflug.web.precompile GAME

compiles a game into the cache of compiled code, and prints the name of each part when it is done.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from funkenflug.bots import endgame
from funkenflug.bots.players import DEFAULT_LEVEL, Clock, SearchPlayer, level
from funkenflug.bots.search import Budget, Stop
from funkenflug.games import GAMES
from funkenflug.kernel import cache_folder, compiled_in_background, compiling_here
from funkenflug.match.game import new

Run = Callable[[Callable[[], None]], Awaitable[None]]
"""Runs a function in a thread."""


class Precompiler:
    """Compiles first the rules of each game, then its bots, and knows what is ready."""

    def __init__(self, run: Run, stop: Stop) -> None:
        self._ready = {(game, part): asyncio.Event() for game in GAMES for part in _PARTS}
        self._run = run
        self._stop = stop
        self._wanted: list[str] = []
        """The games that somebody needs, in order."""
        self._begun: dict[str, asyncio.Task[None]] = {}

    def is_ready(self, part: str, *games: str) -> bool:
        """Return whether a part of these games, or of all games, is ready."""
        return all(self._ready[game, part].is_set() for game in games or GAMES)

    async def wait_for(self, part: str, game: str) -> None:
        """Wait for a part of a game, which is prepared before those that nobody needs."""
        if not self.is_ready(part, game):
            self.prefer(game)
        await self._ready[game, part].wait()

    def prefer(self, game: str) -> None:
        """Prepare a game before those that nobody needs."""
        if game in self._wanted:
            return
        self._wanted.append(game)
        for other, task in self._begun.items():
            if other not in self._next():
                task.cancel()

    def _next(self) -> list[str]:
        """Return which games to prepare now: the one that somebody has needed longest, or else all."""
        missing = [game for game in GAMES if not self.is_ready("bots", game)]
        return [game for game in self._wanted if game in missing][:1] or missing

    async def wait_for_all(self) -> None:
        """Wait for all parts of all games."""
        for ready in self._ready.values():
            await ready.wait()

    async def use_plain_python(self) -> None:
        """Let the rules run as plain Python where they are not ready, until all are. `run` may fail meanwhile."""
        with compiled_in_background():
            await self.wait_for_all()

    async def run(self) -> None:
        """Prepare all games."""
        while games := self._next():
            self._begun = {game: asyncio.create_task(self._prepare(game)) for game in games}
            for error in await asyncio.gather(*self._begun.values(), return_exceptions=True):
                if isinstance(error, Exception):  # and not a cancellation
                    raise error

    async def _prepare(self, game: str) -> None:
        if not _marker(game).exists():
            await self._compile(game)
        for part in _PARTS:
            await self._load(game, part)

    async def _compile(self, game: str) -> None:
        """Compile a game in another process, and load each part as soon as it is ready."""
        command = (sys.executable, "-m", __name__, game)
        process = await asyncio.create_subprocess_exec(
            *command,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C goes to this process only, which ends the others
        )
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                await self._load(game, line.decode().strip())
        except BaseException:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            raise
        finally:
            await process.wait()

    async def _load(self, game: str, part: str) -> None:
        """Load a part into this process, from the cache if it is compiled already."""
        if not self._ready[game, part].is_set():
            await self._run(lambda: _use(part, game, self._stop))
            self._ready[game, part].set()


def _use(part: str, game: str, stop: Stop) -> None:
    """Use a part of a game, so that it is compiled or loaded."""
    with compiling_here():
        _PARTS[part](game, stop)


def _use_rules(id: str, stop: Stop) -> None:
    """Play and draw a few moves of each mode."""
    for mode in GAMES[id].modes:
        game = new(id, players=mode.players[-1], mode=mode.id, seed=0)
        for _ in range(8):
            if stop.wanted:
                return
            game.play(game.legal_moves()[0])
        game.draw(game.to_move)


def _use_bots(id: str, stop: Stop) -> None:
    """Let the bots of a game choose a move, in a competitive match and in one of the others."""
    others = [mode for mode in GAMES[id].modes if mode.id != "competitive"]
    for mode in (GAMES[id].modes[0], *others[:1]):
        game = new(id, players=mode.players[-1], mode=mode.id, seed=0)
        for bot in (SearchPlayer(Budget(simulations=8)), level(DEFAULT_LEVEL), SearchPlayer(Budget(simulations=8))):
            if stop.wanted:
                return
            assert game.to_move is not None
            game.play(bot.choose(game.view(game.to_move), game.legal_moves(), Clock()))
    endgame.prepare(game.type.rules, game.state)


_PARTS = {"rules": _use_rules, "bots": _use_bots}
_NICENESS = 5
"""Compiling leaves the processor to the site, which plays meanwhile."""


def _marker(game: str) -> Path:
    """Return the file that marks a game as compiled."""
    return cache_folder() / f"{game}.ready"


def main(game: str) -> None:
    """Compile a game, and print the name of each part when it is done."""
    for part in _PARTS:
        _use(part, game, Stop())
        print(part, flush=True)
    _marker(game).touch()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    main(sys.argv[1])
