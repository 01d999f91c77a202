"""Have the games compiled when a site starts for the first time: in processes of their own, so that nothing else waits.

    python -m funkenflug.web.precompile feurio

compiles a game into the folder where compiled code is kept, and says each part when it is there.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from funkenflug.bots.players import Clock, SearchPlayer, level
from funkenflug.bots.search import Budget, Stop
from funkenflug.games import GAMES
from funkenflug.kernel import cache_folder
from funkenflug.match.game import new

Run = Callable[[Callable[[], None]], Awaitable[None]]
"""Do something in a thread."""


class Warming:
    """Which games can be played without a pause: first the rules of each, then its bots."""

    def __init__(self, run: Run, stop: Stop) -> None:
        self._ready = {(game, part): asyncio.Event() for game in GAMES for part in _PARTS}
        self._run = run
        self._stop = stop
        self._wanted = ""
        """The game that somebody waits for."""
        self._begun: dict[str, asyncio.Task[None]] = {}

    def is_ready(self, part: str, *games: str) -> bool:
        """Whether that part of these games, or of all, is there."""
        return all(self._ready[game, part].is_set() for game in games or GAMES)

    async def wait_for(self, part: str, game: str) -> None:
        """Wait for a part of a game, which comes before all others from now on."""
        if not self._ready[game, part].is_set() and self._wanted != game:
            self._wanted = game
            for other, task in self._begun.items():
                if other != game:
                    task.cancel()
        await self._ready[game, part].wait()

    async def wait_for_all(self) -> None:
        """Wait for everything."""
        for ready in self._ready.values():
            await ready.wait()

    async def go(self) -> None:
        """Have all games ready: all at once, or first the one that somebody waits for."""
        while missing := [game for game in GAMES if not self.is_ready("bots", game)]:
            now = [self._wanted] if self._wanted in missing else missing
            self._begun = {game: asyncio.create_task(self._warm(game)) for game in now}
            for error in await asyncio.gather(*self._begun.values(), return_exceptions=True):
                if isinstance(error, Exception):  # not that it was called off
                    raise error

    async def _warm(self, game: str) -> None:
        if not _mark(game).exists():
            await self._compile(game)
        for part in _PARTS:
            await self._take(game, part)

    async def _compile(self, game: str) -> None:
        """Let another process compile a game, and take each part as soon as it is there."""
        command = (sys.executable, "-m", __name__, game)
        process = await asyncio.create_subprocess_exec(
            *command,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for this process, which ends the others
        )
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                await self._take(game, line.decode().strip())
        except BaseException:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            raise
        finally:
            await process.wait()

    async def _take(self, game: str, part: str) -> None:
        """Have a part ready in this process too: read, if it is compiled already."""
        if not self._ready[game, part].is_set():
            await self._run(lambda: _PARTS[part](game, self._stop))
            self._ready[game, part].set()


def _use_rules(id: str, stop: Stop) -> None:
    """Use the rules and the pictures of a game a little."""
    for mode in GAMES[id].modes:
        game = new(id, players=mode.players[-1], mode=mode.id, seed=0)
        for _ in range(8):
            if stop.wanted:
                return
            game.play(game.legal_moves()[0])
        game.draw(game.to_move)


def _use_bots(id: str, stop: Stop) -> None:
    """Let the bots of a game move once."""
    game = new(id, players=2, seed=0)
    for bot in (SearchPlayer(Budget(simulations=8)), level("ember")):
        if stop.wanted:
            return
        assert game.to_move is not None
        game.play(bot.choose(game.view(game.to_move), game.legal_moves(), Clock()))


_PARTS = {"rules": _use_rules, "bots": _use_bots}


def _mark(game: str) -> Path:
    """Return the file that says that a game was compiled."""
    return cache_folder() / f"{game}.ready"


def main(game: str) -> None:
    """Compile a game, and say so."""
    for part, use in _PARTS.items():
        use(game, Stop())
        print(part, flush=True)
    _mark(game).touch()


if __name__ == "__main__":
    main(sys.argv[1])
