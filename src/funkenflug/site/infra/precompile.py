"""Load the compiled games in the background; compile them first, in processes of their own, if they never were.

Until a game is ready its rules run as plain Python, which is fast enough for tables but not for a search.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable

from funkenflug.bots import prepare
from funkenflug.core.thinking import Stop
from funkenflug.games import GAMES
from funkenflug.kernel import compiled_in_background

Run = Callable[[Callable[[], None]], Awaitable[None]]
"""Runs a function in a thread."""


class Precompiler:
    """Compiles first the rules of each game, then its bots, and knows what is ready."""

    def __init__(self, run: Run, stop: Stop) -> None:
        self._ready = {(game, part): asyncio.Event() for game in GAMES for part in prepare.PARTS}
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
        """Run rules that are not compiled yet as plain Python, until all are. `run` may fail meanwhile."""
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
        if not prepare.marker(game).exists():
            await self._compile(game)
        for part in prepare.PARTS:
            await self._load(game, part)

    async def _compile(self, game: str) -> None:
        """Compile a game in another process, and load each part as soon as it is ready."""
        command = (sys.executable, "-m", prepare.__name__, game)
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
            await self._run(lambda: prepare.use(part, game, self._stop))
            self._ready[game, part].set()
