"""Bots at tables, and hints."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Sequence
from functools import partial

from funkenflug.bots.analysis import consider
from funkenflug.bots.players import Clock, level, without_search
from funkenflug.bots.review import Outlook, outlook
from funkenflug.core.thinking import Budget, Stop
from funkenflug.core.words import Message
from funkenflug.match.game import Suggestion
from funkenflug.site.boards.preview import drafted
from funkenflug.site.infra.background import RETRY_SECONDS, Background
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.limits import Client
from funkenflug.site.infra.precompile import Precompiler
from funkenflug.site.infra.queues import Queues
from funkenflug.site.tables import storage
from funkenflug.site.tables.events import MovesPlayed
from funkenflug.site.tables.live import LiveTable, Thinking
from funkenflug.site.tables.position import Viewer, seat_to_move
from funkenflug.site.tables.registry import TableRegistry
from funkenflug.site.tables.review import may_be_lost
from funkenflug.site.tables.table import Table

DEFAULT_PACE = 0.7
"""Seconds between two moves, so that people can follow the bots."""
_TABLES_AT_FULL_PACE = 8
"""Tables of one host at which bots move at that pace; at more tables they are slower."""
_MOST_HOSTS = 1000
_HINT_SECONDS = 1.0
_OUTLOOK_SECONDS = 2.0


class Slots:
    """Spreads the moves of bots over time: those at the tables of one host follow each other."""

    def __init__(self, pace: float) -> None:
        self._gap = pace / _TABLES_AT_FULL_PACE
        self._next: dict[str, float] = {}

    def take(self, host: str, now: float) -> float:
        """Return when a bot at a table of this host may move."""
        if len(self._next) > _MOST_HOSTS:
            self._next = {other: slot for other, slot in self._next.items() if slot > now}
        slot = max(now, self._next.get(host, now))
        self._next[host] = slot + self._gap
        return slot


class Bots:
    """Thinks for the bots at the tables of a site."""

    def __init__(
        self,
        storage: Storage,
        tables: TableRegistry,
        precompiler: Precompiler,
        background: Background,
        queues: Queues,
        pace: float,
    ) -> None:
        self._storage = storage
        self._tables = tables
        self._precompiler = precompiler
        self._background = background
        self._queues = queues
        self.pace = pace
        self._slots = Slots(pace)

    # Moves

    def start_turn(self, live: LiveTable) -> None:
        """Start thinking if a bot is to move and somebody needs it; end thinking about an earlier position.

        A bot that has begun finishes its move, even if everybody leaves.
        """
        table, thinking = live.table, live.thinking
        wanted = table.to_move is not None and table.seats[table.to_move].kind == "bot"
        if thinking is not None:
            if thinking.decision == table.decided_at and wanted:
                return
            thinking.end()
            live.thinking = None
        if wanted and live.needs_bots():
            live.thinking = Thinking(table.decided_at)
            self._background.start(self._play_turn(live, live.thinking))

    async def _play_turn(self, live: LiveTable, thinking: Thinking) -> None:
        claim = partial(self._claim, live, thinking)
        while self._storage.cluster.shared and not await self._background.retry(claim):
            await asyncio.sleep(RETRY_SECONDS)  # another process is thinking, but it may end
        seat = live.table.to_move
        if seat is None or thinking is not live.thinking:
            return
        thinking.choosing = asyncio.create_task(self._choose(live, seat))
        move = await thinking.choosing
        now = time.monotonic()
        await asyncio.sleep(max(live.moved_at + self.pace, self._slots.take(live.table.host, now)) - now)

        def play(table: Table) -> MovesPlayed | None:
            if table.decided_at != thinking.decision or table.to_move != seat or thinking is not live.thinking:
                return None
            return MovesPlayed(seat=seat, moves=(move,))

        await self._background.retry(lambda: self._tables.execute(live, play))

    async def _claim(self, live: LiveTable, thinking: Thinking) -> bool:
        """Return whether this process may think; also if nobody needs to think any more."""
        if thinking is not live.thinking:
            return True
        return await asyncio.wrap_future(storage.claim(self._storage, live.table.id, thinking.decision))

    async def _choose(self, live: LiveTable, seat: int) -> str:
        table = live.table
        bot = level(self._level(table, seat), zlib.crc32(table.id.encode()))
        view, moves = live.position.view(seat), table.game.legal_moves()

        def choose(stop: Stop, seconds: float | None) -> str:
            return str(bot.choose(view, moves, Clock(seconds_for_move=seconds, stop=stop)))

        return await self._queues.bots.run(choose, owner=live.address(), is_urgent=live.is_watched)

    def _level(self, table: Table, seat: int) -> str:
        """Return the level that a bot plays at: until the search is compiled, it does not look ahead."""
        name, game = table.seats[seat].level or "", table.game.type.id
        if self._precompiler.is_ready("bots", game):
            return name
        self._precompiler.prefer(game)
        return without_search(name)

    # Help for people

    async def hint(
        self, live: LiveTable, viewer: Viewer, draft: Sequence[str], client: Client
    ) -> tuple[int, list[Suggestion]]:
        """Return the seat of somebody who plays alone or against bots, and up to three good moves after a draft."""
        table, position = live.table, live.position
        if viewer.who is None or not table.plays_alone(viewer.who):
            raise Refused(403, Message("Hints are only available in solitaire and against the computer"))
        seat = seat_to_move(position, viewer)
        await self._precompiler.wait_for("bots", table.game.type.id)

        def suggest(stop: Stop, seconds: float | None) -> list[Suggestion]:
            limit = _HINT_SECONDS if seconds is None else min(_HINT_SECONDS, seconds)
            return consider(drafted(position, seat, draft), Budget(seconds=limit), stop=stop)

        return seat, good_moves(await self._queues.hints.run(suggest, client.address, client.name), seat)

    async def outlook(self, live: LiveTable, viewer: Viewer, client: Client) -> Outlook:
        """Return whether a solitaire or cooperative match can still be won, as far as a player of it can know."""
        table = live.table
        if not viewer.mine or viewer.cover or not may_be_lost(table.game):
            raise Refused(403, Message("Only players of a solitaire or cooperative game can ask this"))
        if table.state == "open":
            raise Refused(409, Message("The game has not started yet"))
        await self._precompiler.wait_for("bots", table.game.type.id)
        game, seat = table.game, viewer.seat

        def look(stop: Stop, seconds: float | None) -> Outlook:
            return outlook(game, seat, _OUTLOOK_SECONDS, stop=stop)

        return await self._queues.hints.run(look, client.address, client.name)


def good_moves(found: Sequence[Suggestion], seat: int) -> list[Suggestion]:
    """Return the moves to show: those that were tried often enough, by the chances that are shown."""
    believed = [suggestion for suggestion in found if 4 * suggestion.visits >= found[0].visits]
    return sorted(believed, key=lambda suggestion: -int(100 * suggestion.chances[seat] + 0.5))[:3]
