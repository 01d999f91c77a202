"""Bots at tables, hints and reviews: everything that searches. It runs in a few threads of its own."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from funkenflug.bots.players import Clock, level
from funkenflug.bots.review import Judgement, judge
from funkenflug.bots.search import Stop
from funkenflug.match.game import Suggestion
from funkenflug.match.words import Message
from funkenflug.web.db.storage import Storage
from funkenflug.web.errors import Refused
from funkenflug.web.messages.position import Viewer
from funkenflug.web.messages.preview import drafted
from funkenflug.web.precompile import Precompiler
from funkenflug.web.tables.background import RETRY_SECONDS, Background
from funkenflug.web.tables.events import Played
from funkenflug.web.tables.live import LiveTable, Thinking
from funkenflug.web.tables.registry import TableRegistry
from funkenflug.web.tables.table import Table

DEFAULT_PACE = 0.7
"""Seconds between two moves, so that people can follow the bots."""
_THREADS = 2
_LONGEST_WAIT = 1.5
"""About how many seconds a bot may wait for others to think."""
_HINT_SECONDS = 1.0
_REVIEW_SECONDS = 0.2
"""For each of the up to three searches that judge a decision."""


class Bots:
    """Thinks for the bots at the tables of a site."""

    def __init__(
        self, storage: Storage, tables: TableRegistry, precompiler: Precompiler, background: Background, pace: float
    ) -> None:
        self._storage = storage
        self._tables = tables
        self._precompiler = precompiler
        self._background = background
        self.pace = pace
        self._threads = ThreadPoolExecutor(_THREADS, "bot")
        self._thinking = 0

    def counts(self) -> dict[str, float]:
        """Return how many bots are thinking, and how many wait for a thread."""
        return {
            "bots_thinking": min(self._thinking, _THREADS),
            "bots_waiting": max(0, self._thinking - _THREADS),
        }

    def stop(self) -> None:
        """Tell all bots to stop thinking."""
        for live in self._tables.live_tables():
            if live.thinking is not None:
                live.thinking.stop.now()

    def close(self) -> None:
        """Wait for the threads to end."""
        self._threads.shutdown(cancel_futures=True)

    # Moves

    def start_turn(self, live: LiveTable) -> None:
        """Start thinking if a bot is to move; stop a bot that thinks about an earlier position."""
        table, thinking = live.table, live.thinking
        wanted = table.to_move is not None and table.seats[table.to_move].kind == "bot"
        if thinking is not None:
            if thinking.decision == table.decided_at and wanted:
                return
            thinking.stop.now()
            live.thinking = None
        if not wanted:
            return
        live.thinking = Thinking(table.decided_at, Stop())
        live.thinking.task = self._background.start(self._play_turn(live, live.thinking))

    async def _play_turn(self, live: LiveTable, thinking: Thinking) -> None:
        await self._precompiler.wait_for("bots", live.table.game.type.id)
        claim = partial(self._claim, live, thinking)
        while self._storage.cluster.shared and not await self._background.retry(claim):
            await asyncio.sleep(RETRY_SECONDS)  # another process is thinking, but it may end
        seat = live.table.to_move
        if seat is None or thinking is not live.thinking:
            return
        move = await self._choose(live, seat, thinking.stop)
        await asyncio.sleep(live.moved_at + self.pace - time.monotonic())

        def play(table: Table) -> Played | None:
            if table.decided_at != thinking.decision or table.to_move != seat or thinking is not live.thinking:
                return None
            return Played(seat=seat, moves=(move,))

        await self._background.retry(lambda: self._tables.execute(live, play))

    async def _claim(self, live: LiveTable, thinking: Thinking) -> bool:
        """Return whether this process may think; also if nobody needs to think any more."""
        if thinking is not live.thinking:
            return True
        return await asyncio.wrap_future(self._storage.claim(live.table.id, thinking.decision))

    async def _choose(self, live: LiveTable, seat: int, stop: Stop) -> str:
        table = live.table
        bot = level(table.seats[seat].level or "", zlib.crc32(table.id.encode()))
        view, moves = live.position.view(seat), table.game.legal_moves()
        self._thinking += 1
        clock = Clock(seconds_for_move=self._seconds_for_move(), stop=stop)
        try:
            loop = asyncio.get_running_loop()
            return str(await loop.run_in_executor(self._threads, lambda: bot.choose(view, moves, clock)))
        finally:
            self._thinking -= 1

    def _seconds_for_move(self) -> float | None:
        """Return the thinking time; if many bots think at once, less for each, so that no table waits long."""
        if self._thinking <= _THREADS:
            return None
        return _LONGEST_WAIT * _THREADS / self._thinking

    # Help for people

    async def hint(self, live: LiveTable, viewer: Viewer, draft: Sequence[str]) -> list[Suggestion]:
        """Return up to three good moves after a draft, for somebody who plays alone or against bots."""
        table, position = live.table, live.position
        if viewer.who is None or not table.plays_alone(viewer.who):
            raise Refused(403, Message("Hints are for solitaire and for games against bots"))
        seat = table.to_move
        if seat is None or table.seats[seat].who != viewer.who:
            raise Refused(409, Message("It is not your turn"))
        await self._precompiler.wait_for("bots", table.game.type.id)
        found = await asyncio.get_running_loop().run_in_executor(
            self._threads, lambda: drafted(position, viewer, seat, draft).suggest(_HINT_SECONDS)
        )
        return good_moves(found, seat)

    async def review(self, live: LiveTable, ply: int) -> Judgement:
        """Return what a decision of a finished match was worth."""
        game = live.table.game
        await self._precompiler.wait_for("bots", game.type.id)
        return await asyncio.get_running_loop().run_in_executor(self._threads, judge, game, ply, _REVIEW_SECONDS)


def good_moves(found: Sequence[Suggestion], seat: int) -> list[Suggestion]:
    """Return the moves to show: those that were tried often enough, by the chances that are shown."""
    believed = [suggestion for suggestion in found if 4 * suggestion.visits >= found[0].visits]
    return sorted(believed, key=lambda suggestion: -int(100 * suggestion.chances[seat] + 0.5))[:3]
