"""The site: the tables that are looked at, who watches them, and the bots. Nothing here waits on the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import logging
import secrets
import time
import zlib
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import msgspec

from funkenflug.bots.players import Clock, level
from funkenflug.bots.review import Judgement, judge
from funkenflug.bots.search import Stop
from funkenflug.bots.solving import SolverBudget
from funkenflug.games import GAMES
from funkenflug.locale.translate import translate as say
from funkenflug.match.fair import dealt_again
from funkenflug.match.game import Game, Suggestion, new
from funkenflug.match.words import Message
from funkenflug.web.db.cluster import Notification
from funkenflug.web.db.engine import Unavailable
from funkenflug.web.db.storage import Conflict, Standing, Storage
from funkenflug.web.messages.packets import Packet, Post
from funkenflug.web.messages.render import (
    Position,
    Scene,
    Telling,
    Viewer,
    chat_line,
    drafted,
    facts,
    snapshot,
    update,
    viewer_of,
)
from funkenflug.web.messages.responses import Facts, Snapshot, Update
from funkenflug.web.middleware.identity import hashed, invitation, lock_of, table_for
from funkenflug.web.precompile import Warming
from funkenflug.web.tables.events import (
    ClockKind,
    Created,
    Entry,
    GivenUp,
    Happening,
    Place,
    Played,
    Rematch,
    Resumed,
    Said,
    Uncovered,
)
from funkenflug.web.tables.table import Refused, Table

T = TypeVar("T")

_log = logging.getLogger(__name__)

Decision = Callable[[Table], Happening | None]
"""What somebody wants to do: what then happens; None if it has happened already."""

_MOST_WAITING = 200
"""Messages that may wait for a slow connection before it is cut."""
_MOST_LIVE = 5000
_MOST_EVENTS = 5000
"""At a table; then only moves may follow, for everything that has happened is kept."""
_FOLLOWABLE = 0.7
"""Seconds between two moves, so that people can follow the bots."""
_CLOCK_TICK = 0.25
_DAY_TICK = 10.0
_RETRY = 1.0
_PATIENCE = 600.0
"""Seconds that somebody may be away in their turn before the others may let a bot play for them."""
_BOT_THREADS = 2
_LONGEST_WAIT = 1.5
"""Seconds that a bot may wait for others to think, about."""


class Watcher:
    """A connection that is told what happens at a table."""

    def __init__(self, who: str | None, language: str, drawn: bool = True, post: Post | None = None) -> None:
        self.who = who
        self.language = language
        self.drawn = drawn
        """Whether they are shown drawings and texts, or told plain data."""
        self._post = post
        self.messages: asyncio.Queue[Packet | None] = asyncio.Queue()
        self.waiting = 0
        """How many messages have not gone yet."""
        self.position: Position | None = None
        """What they were shown last."""
        self.viewer: Viewer | None = None
        """Through which eyes."""
        self.ended = 1012
        """The code with which the connection is closed: the service takes a break, if nothing else."""

    def tell(self, kind: str, **content: Any) -> None:
        """Put a message for this connection alone on its way."""
        self.send(packed(kind, content))

    def send(self, packet: Packet) -> None:
        """Put a message on its way; a connection that does not keep up is cut."""
        if not self.waiting and self._post is not None and self._post(packet):
            return
        if self.waiting <= _MOST_WAITING:
            self.waiting += 1
            self.messages.put_nowait(packet if self.waiting <= _MOST_WAITING else None)

    def refuse(self, words: Message, **more: Any) -> None:
        """Say why something may not be done."""
        self.tell("refused", error=say(words, self.language), **more)

    def cut(self) -> None:
        """End the connection after what is on its way."""
        self.messages.put_nowait(None)


def packed(kind: str, content: Mapping[str, Any]) -> Packet:
    """Return a message as it is sent."""
    return Packet(msgspec.json.encode({"type": kind, **content}))


class Thinking(msgspec.Struct):
    """A bot at work."""

    decision: int
    """The event it answers."""
    stop: Stop
    task: asyncio.Task[None] | None = None


class LiveTable:
    """A table that somebody looks at or plays at."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.position = Position(table)
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.elsewhere: frozenset[str] = frozenset()
        """Who watches through other processes."""
        self.thinking: Thinking | None = None
        self.moved_at = 0.0
        self.doubtful = False
        """Whether more may be stored than is known here."""
        self._host: str | None = None
        self.last_seen: dict[str, float] = {}
        """By identity: when somebody was last connected who is not now."""

    def patience(self, now: float) -> float | None:
        """Return the seconds until a bot may play for the person to move; None: they are here, or play alone."""
        table = self.table
        who = None if table.to_move is None else table.seats[table.to_move].who
        if who is None or who in self.online() or len(table.people()) < 2:
            return None
        return max(0.0, max(table.turn_began, self.last_seen.get(who, 0.0)) + _PATIENCE - now)

    def away(self, seat: int, now: float) -> bool:
        """Whether a bot may play for the person at a seat."""
        return self.table.to_move == seat and self.patience(now) == 0.0

    def greet(self, identity: str | None) -> None:
        """Learn from the host, when they ask for the table, how to invite somebody: nothing stored tells it."""
        if identity is not None and hashed(identity) == self.table.host:
            self._host = identity

    def links(self) -> dict[int, str]:
        """Return links for the open seats, each good for one person."""
        found: dict[int, str] = {}
        for number, seat in enumerate(self.table.seats):
            if seat.kind == "open" and self._host is not None:
                key = invitation(self._host, self.table.id, number, seat.sittings)
                found |= {number: f"/t/{self.table.id}#seat={number}&key={key}"} if key else {}
        return found

    def online(self) -> frozenset[str]:
        """Return everybody who is connected."""
        return self.here() | self.elsewhere

    def here(self) -> frozenset[str]:
        """Return everybody who is connected to this process."""
        return frozenset(watcher.who for watcher in self.watchers if watcher.who is not None)

    def viewer(self, who: str | None, language: str) -> Viewer:
        """Return how somebody looks at the table now."""
        return viewer_of(self.position, who, self.table.ready.get(who or ""), language)


class Site:
    """All tables, over a storage."""

    def __init__(self, storage: Storage, pace: float = _FOLLOWABLE) -> None:
        self.storage = storage
        self.pace = pace
        self.cluster = storage.cluster
        self._lives: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._bots = ThreadPoolExecutor(_BOT_THREADS, "bot")
        self._thinkers = 0
        self.moves = 0
        """Turns that were played since the start."""
        self._chores = ThreadPoolExecutor(1, "chore")
        self._tasks: set[asyncio.Task[Any]] = set()
        self._end = Stop()
        self.warming = Warming(self._chore, self._end)

    def start(self) -> None:
        """Begin to warm up, to watch the clocks and to look for the solitaire of the day."""
        for chore in (self.warming.go(), self._watch_clocks(), self._find_days()):
            self._background(chore)
        loop = asyncio.get_running_loop()

        def tell(news: Notification) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended: nobody listens any more
                loop.call_soon_threadsafe(self._hear, news)

        self.cluster.listen(tell)

    async def stop(self) -> None:
        """Tell the connections, end the bots' thinking and write what is waiting."""
        self._end.now()
        for live in self._lives.values():
            if live.thinking is not None:
                live.thinking.stop.now()
            for watcher in live.watchers:
                watcher.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._shut_down)

    def _shut_down(self) -> None:
        self._bots.shutdown(cancel_futures=True)
        self._chores.shutdown(wait=False, cancel_futures=True)  # a compiler cannot be interrupted
        self.storage.close()

    async def _chore(self, deed: Callable[[], T]) -> T:
        """Do something in a thread, behind all that was to be done there before."""
        return await asyncio.get_running_loop().run_in_executor(self._chores, deed)

    def _background(self, chore: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(chore)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.error("a background task failed", exc_info=task.exception())

    async def _insist(self, deed: Callable[[], Awaitable[T]]) -> T:
        """Do something, again and again until the database works."""
        while True:
            try:
                return await deed()
            except Unavailable as error:
                _log.error("the database does not work; trying again: %s", error)
                await asyncio.sleep(_RETRY)

    def counts(self) -> dict[str, float]:
        """Return how much is going on in this process."""
        return {
            "tables": len(self._lives),
            "connections": sum(len(live.watchers) for live in self._lives.values()),
            "moves_total": self.moves,
            "bots_thinking": min(self._thinkers, _BOT_THREADS),
            "bots_waiting": max(0, self._thinkers - _BOT_THREADS),
        }

    # People

    async def name_of(self, who: str) -> str:
        """Return somebody's name; empty if they never gave one."""
        return await asyncio.wrap_future(self.storage.name_of(who)) or ""

    async def rename(self, who: str, name: str) -> None:
        """Give somebody a name."""
        await asyncio.wrap_future(self.storage.rename(who, name))

    # Tables

    async def create(
        self,
        identity: str,
        game: Game,
        places: list[Place],
        clock: ClockKind = "none",
        public: bool = False,
        day: str | None = None,
        fairly: bool = False,
        id: str | None = None,
    ) -> LiveTable:
        """Set up a table with a match that has not begun; if there is one of that id already, return it.

        `fairly`: it is dealt when everybody has given a value.
        """
        await self.warming.wait_for("rules", game.type.id)
        id = id or secrets.token_urlsafe(9)
        secret = secrets.token_hex(32) if fairly and game.setup.seed is not None else None
        what = Created(
            game=game.type.id,
            record=game.record(),
            places=tuple(places),
            host=hashed(identity),
            locks=tuple(lock_of(identity, id, seat) for seat in range(game.players)),
            clock=clock,
            public=public,
            day=day,
            secret=secret,
        )
        entry = Entry(number=0, at=time.time(), what=what)
        table = await asyncio.to_thread(Table, id, [entry])
        fresh = await asyncio.wrap_future(self.storage.create(id, entry, standing_of(table)))
        return self._enter(table) if fresh else await self.live(id)

    async def live(self, id: str) -> LiveTable:
        """Return a table, loaded from its events if need be."""
        live = self._lives.get(id)
        if live is not None:
            if self.cluster.shared and await asyncio.wrap_future(self.storage.newest(id)) > live.table.number:
                live.doubtful = True
            if live.doubtful:
                await self._make_sure(live)
            return live
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
        try:
            return await asyncio.shield(self._loading[id])
        finally:
            self._loading.pop(id, None)

    async def _load(self, id: str) -> LiveTable:
        entries = await asyncio.wrap_future(self.storage.entries(id))
        if not entries:
            raise Refused(404, Message("There is no such table"))
        first = entries[0].what
        assert isinstance(first, Created)
        await self.warming.wait_for("rules", first.game)
        live = self._enter(await asyncio.to_thread(Table, id, entries))
        await self.act(live, self._resumed)
        if self.cluster.shared:
            await self._look_elsewhere(live)
        return live

    def _resumed(self, table: Table) -> Resumed | None:
        """Return that the site is back, if it was away while somebody's time was running."""
        away = table.deadline() is not None and table.entries[-1].at < self.cluster.up_since
        return Resumed() if away else None

    def _enter(self, table: Table) -> LiveTable:
        if (known := self._lives.get(table.id)) is not None:
            known.doubtful = True  # somebody else was quicker
            return known
        if len(self._lives) >= _MOST_LIVE:
            idle = (id for id, live in self._lives.items() if not live.watchers and live.thinking is None)
            self._lives.pop(next(idle, ""), None)
        live = self._lives[table.id] = LiveTable(table)
        self._nudge_bot(live)
        return live

    async def act(self, live: LiveTable, decide: Decision) -> bool:
        """Let something happen at a table: decided, stored, then shown. False if it had happened already."""
        async with live.lock:
            while True:
                if live.doubtful:
                    await self._catch_up(live)
                what = decide(live.table)
                if what is None:
                    return False
                if live.table.number >= _MOST_EVENTS and not isinstance(what, Played | GivenUp):
                    raise Refused(409, Message("Too much has happened at this table"))
                entry = Entry(number=live.table.number + 1, at=time.time(), what=what)
                table = live.table.copy()
                table.add(entry)
                seats_changed = not isinstance(what, Played) and table.people() != live.table.people()
                kept = self.storage.append(table.id, entry, standing_of(table), seats_changed)
                try:
                    await asyncio.wrap_future(kept)
                except BaseException as interruption:
                    live.doubtful = True
                    if isinstance(interruption, Conflict):
                        continue
                    raise
                self._show(live, table)
                return True

    async def _make_sure(self, live: LiveTable) -> None:
        """Know all that is stored of a table, if there is doubt."""
        async with live.lock:
            if live.doubtful:
                await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> None:
        """Read what another process has written, or what was kept though nobody could say so."""
        live.doubtful = False  # before reading: what is told meanwhile makes it doubtful again
        try:
            news = await asyncio.wrap_future(self.storage.entries(live.table.id, live.table.number))
        except BaseException:
            live.doubtful = True
            raise
        if news:
            table = live.table.copy()
            for entry in news:
                table.add(entry)
            self._show(live, table)

    def _show(self, live: LiveTable, table: Table) -> None:
        """Make a table the present one, and tell everybody who watches."""
        happened = [entry.what for entry in table.entries[live.table.number + 1 :]]
        live.table = table
        if all(isinstance(what, Said) for what in happened):
            live.position.table = table
            self._send_chat(live, len(happened))
            return
        live.position = Position(table)
        if all(isinstance(what, Uncovered) for what in happened):
            for watcher in live.watchers:
                if any(isinstance(what, Uncovered) and what.who == watcher.who for what in happened):
                    self.show_all(live, watcher)
            return
        if played := sum(isinstance(what, Played) for what in happened):
            live.moved_at = time.monotonic()
            self.moves += played
        self._send_updates(live)
        self._nudge_bot(live)

    # Other processes

    def _hear(self, news: Notification) -> None:
        """Learn what other processes have written, where somebody here looks on; others look when they are asked."""
        if self._end.wanted:
            return  # nobody is told any more, and nothing can be read
        for id, number in news.tables.items():
            live = self._lives.get(id)
            if live is not None and number > live.table.number:
                live.doubtful = True
                self._background(self._insist(partial(self._make_sure, live)))
        for id in news.presences:
            if id in self._lives:
                self._background(self._insist(partial(self._look_elsewhere, self._lives[id])))
        if news.missed:
            for live in self._lives.values():
                live.doubtful = True
                self._background(self._insist(partial(self._make_sure, live)))
                self._background(self._insist(partial(self._look_elsewhere, live)))
                if live.watchers:
                    self._keep_presence(live)

    async def _look_elsewhere(self, live: LiveTable) -> None:
        """Learn who watches a table through other processes."""
        who = await asyncio.wrap_future(self.storage.presence_elsewhere(live.table.id))
        if who != live.elsewhere:
            live.last_seen.update(dict.fromkeys(live.elsewhere - who, time.time()))
            live.elsewhere = who
            self._send_presence(live)

    def _keep_presence(self, live: LiveTable) -> None:
        """Let other processes know who watches a table through this one."""
        if self.cluster.shared:

            async def keep() -> None:
                await asyncio.wrap_future(self.storage.keep_presence(live.table.id, live.here()))

            self._background(self._insist(keep))

    # What is sent

    def scene(self, live: LiveTable) -> Scene:
        """Return what may be shown of a table."""
        table = live.table
        now, warming = time.time(), not self.warming.is_ready("bots", table.game.type.id)
        return Scene(live.position, live.online(), warming, now, live.links(), live.patience(now))

    def snapshot(self, live: LiveTable, who: str | None, language: str) -> Snapshot:
        """Return everything that somebody is shown of a table."""
        return snapshot(self.scene(live), live.viewer(who, language))

    def watch(self, live: LiveTable, watcher: Watcher) -> None:
        """Show somebody the table, and from now on what happens there."""
        live.watchers.add(watcher)
        self.show_all(live, watcher)
        self._send_presence(live)
        self._keep_presence(live)

    def leave(self, live: LiveTable, watcher: Watcher) -> None:
        """Tell somebody no more."""
        live.watchers.discard(watcher)
        if watcher.who is not None and watcher.who in live.table.people():
            live.last_seen[watcher.who] = time.time()
        self._send_presence(live)
        self._keep_presence(live)

    def everything(self, live: LiveTable, watcher: Watcher) -> Snapshot | Facts:
        """Return the whole table as it is shown to a connection."""
        viewer = live.viewer(watcher.who, watcher.language)
        return snapshot(self.scene(live), viewer) if watcher.drawn else facts(live.position, viewer, time.time())

    def show_all(self, live: LiveTable, watcher: Watcher) -> None:
        """Send the whole picture."""
        watcher.position, watcher.viewer = live.position, live.viewer(watcher.who, watcher.language)
        watcher.tell("snapshot", **self.everything(live, watcher))

    def _send_updates(self, live: LiveTable) -> None:
        """Tell every watcher what is new; those who may know the same share one message."""
        self._send_drawings(live, [watcher for watcher in live.watchers if watcher.drawn])
        tellings: dict[Position, Telling | None] = {}
        for watcher in live.watchers:
            if watcher.drawn:
                continue
            viewer, before = live.viewer(watcher.who, watcher.language), watcher.position
            assert before is not None
            if before not in tellings:
                played = only_played(before.table, live.table)
                tellings[before] = Telling(before, live.position, time.time()) if played else None
            telling = tellings[before]
            if telling is None or viewer != watcher.viewer:
                self.show_all(live, watcher)
            else:
                watcher.position = live.position
                watcher.send(telling.to(viewer))

    def _send_drawings(self, live: LiveTable, watchers: list[Watcher]) -> None:
        if not watchers:
            return
        scene = self.scene(live)
        known = {live.table.host, *live.table.people(), *live.table.expected()}
        made: dict[Any, Packet] = {}
        for watcher in watchers:
            viewer = live.viewer(watcher.who, watcher.language)
            assert watcher.position is not None
            assert watcher.viewer is not None
            named = viewer.who if viewer.who in known else None
            shown = watcher.position.drawing(watcher.viewer.eyes)
            key = (named, viewer.eyes, viewer.cover, viewer.language, watcher.position, id(shown))
            if key not in made:
                made[key] = packed("update", update(scene, viewer, watcher.position.table.number, shown))
            watcher.position, watcher.viewer = live.position, viewer
            watcher.send(made[key])

    def _send_chat(self, live: LiveTable, count: int) -> None:
        for line in live.table.chat[-count:]:
            packets = {
                language: packed("chat", {"number": line.number, "line": chat_line(line, language)})
                for language in {watcher.language for watcher in live.watchers}
            }
            for watcher in live.watchers:
                watcher.send(packets[watcher.language])

    def _send_presence(self, live: LiveTable) -> None:
        online = live.online()
        seats = [seat.kind == "bot" or seat.who in online for seat in live.table.seats]
        patience = live.patience(time.time())
        packet = packed("presence", {"seats": seats, "patience": patience})
        for watcher in live.watchers:
            watcher.send(packet)

    # What people do

    async def play(self, live: LiveTable, who: str, language: str, number: int, seat: int, moves: list[str]) -> Update:
        """Play moves, and return what has changed since the event of that number."""
        before = live.position
        if not await self.act(live, lambda table: table.play(who, number, seat, moves)):
            before = Position(live.table.since(number))
        return update(self.scene(live), live.viewer(who, language), number, before.drawing(seat))

    async def answer_undo(self, live: LiveTable, who: str, yes: bool) -> None:
        """Say yes or no to a wish to take moves back, and take them back if all agree."""
        await self.act(live, lambda table: table.answer_undo(who, yes))
        await self.act(live, lambda table: table.granted_undo())

    async def rematch(self, live: LiveTable, identity: str) -> str:
        """Return the table of the rematch: who asks first sets it up, the others follow."""
        who = hashed(identity)
        places = live.table.again(who)
        if live.table.rematch is None:
            game = await asyncio.to_thread(dealt_again, live.table.game)
            fairly, id = live.table.secret is not None, table_for("rematch", live.table.id)
            fresh = await self.create(identity, game, places, live.table.clock, live.table.public, None, fairly, id)
            seat = live.table.seats_of(who)[0]
            await self.act(live, lambda table: None if table.rematch else Rematch(seat=seat, table=fresh.table.id))
        assert live.table.rematch is not None
        return live.table.rematch

    async def hint(self, live: LiveTable, who: str, language: str, draft: Sequence[str]) -> list[Suggestion]:
        """Return up to three good moves after a draft for somebody who plays alone or against bots."""
        table = live.table
        if not table.alone(who):
            raise Refused(403, Message("Hints are for solitaire and for games against bots"))
        if table.to_move is None or table.seats[table.to_move].who != who:
            raise Refused(409, Message("It is not your turn"))
        await self.warming.wait_for("bots", table.game.type.id)
        position, viewer, seat = live.position, live.viewer(who, language), table.to_move
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(
            self._bots, lambda: drafted(position, viewer, seat, draft).suggest(_HINT_SECONDS)
        )
        return good_moves(found, seat)

    async def review(self, live: LiveTable, ply: int) -> Judgement:
        """Return what a decision of a match that is over was worth."""
        game = live.table.game
        await self.warming.wait_for("bots", game.type.id)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._bots, judge, game, ply, _REVIEW_SECONDS)

    # Bots

    def _nudge_bot(self, live: LiveTable) -> None:
        """Let a bot think if it is its turn; one that answers an earlier position stops."""
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
        live.thinking.task = self._background(self._bot_turn(live, live.thinking))

    async def _bot_turn(self, live: LiveTable, thinking: Thinking) -> None:
        await self.warming.wait_for("bots", live.table.game.type.id)
        while self.cluster.shared and not await self._insist(partial(self._claim, live, thinking)):
            await asyncio.sleep(_RETRY)  # another process thinks: it may end
        table = live.table
        seat = table.to_move
        if seat is None or thinking is not live.thinking:
            return
        bot = level(table.seats[seat].level or "", zlib.crc32(table.id.encode()))
        view, moves = live.position.view(seat), table.game.legal_moves()
        self._thinkers += 1
        clock = Clock(seconds_for_move=self._share(), stop=thinking.stop)
        loop = asyncio.get_running_loop()
        try:
            move = await loop.run_in_executor(self._bots, lambda: bot.choose(view, moves, clock))
        finally:
            self._thinkers -= 1
        await asyncio.sleep(live.moved_at + self.pace - time.monotonic())

        def decide(now: Table) -> Happening | None:
            if now.decided_at != thinking.decision or now.to_move != seat or thinking is not live.thinking:
                return None
            return Played(seat=seat, moves=(str(move),))

        await self._insist(lambda: self.act(live, decide))

    async def _claim(self, live: LiveTable, thinking: Thinking) -> bool:
        """Return whether this process shall think, or nobody need any more."""
        if thinking is not live.thinking:
            return True
        return await asyncio.wrap_future(self.storage.claim(live.table.id, thinking.decision))

    def _share(self) -> float | None:
        """Return the time a bot has if many think at once: each for a shorter while, so that no table waits long."""
        if self._thinkers <= _BOT_THREADS:
            return None
        return _LONGEST_WAIT * _BOT_THREADS / self._thinkers

    # Clocks

    async def _watch_clocks(self) -> None:
        while True:
            await asyncio.sleep(_CLOCK_TICK)
            if self.cluster.is_leader:
                for id in await self._insist(lambda: asyncio.wrap_future(self.storage.due(time.time()))):
                    await self._insist(partial(self._flag, id))

    async def _flag(self, id: str) -> None:
        await self.act(await self.live(id), lambda table: table.flag(time.time()))

    # The solitaire of the day

    async def _find_days(self) -> None:
        await self.warming.wait_for_all()
        while True:
            today = datetime.date.today()
            for day in (today, today + datetime.timedelta(days=1)):
                if self.cluster.is_leader:
                    await self._insist(partial(self._find_day, day))
            await asyncio.sleep(_DAY_TICK)

    async def _find_day(self, day: datetime.date) -> None:
        """Keep a deal for a day that the solver has shown to be winnable."""
        if await asyncio.wrap_future(self.storage.day(day.isoformat())) is not None:
            return
        game = game_of_day(day)
        seed = await self._chore(lambda: winnable_seed(game, day, self._end))
        if seed is not None:
            await asyncio.wrap_future(self.storage.keep_day(day.isoformat(), game, seed))

    async def play_day(self, identity: str) -> str:
        """Return somebody's table for today's solitaire."""
        who = hashed(identity)
        today = datetime.date.today().isoformat()
        known = await asyncio.wrap_future(self.storage.day_of(who, today))
        if known is not None:
            return known
        deal = await asyncio.wrap_future(self.storage.day(today))
        if deal is None:
            raise Refused(409, Message("Today's solitaire is still being checked"))
        game, seed = deal
        name = await self.name_of(who)
        fresh = await asyncio.to_thread(new, game, players=1, mode="solitaire", seed=seed)
        places = [Place(kind="person", name=name or fresh.names[0], who=who)]
        return (await self.create(identity, fresh, places, day=today, id=table_for("day", today, who))).table.id


_HINT_SECONDS = 1.0
_REVIEW_SECONDS = 0.2
"""For each of the up to three searches that judge a decision."""


def good_moves(found: Sequence[Suggestion], seat: int) -> list[Suggestion]:
    """Return the moves to show: tried often enough to be believed, and in the order of the chances that are shown."""
    believed = [suggestion for suggestion in found if 4 * suggestion.visits >= found[0].visits]
    return sorted(believed, key=lambda suggestion: -int(100 * suggestion.chances[seat] + 0.5))[:3]


def only_played(before: Table, now: Table) -> bool:
    """Whether nothing but moves, and perhaps talk, has happened between two moments of a table."""
    return all(isinstance(entry.what, Played | Said) for entry in now.entries[before.number + 1 :])


def standing_of(table: Table) -> Standing:
    """Return what lists ask of a table."""
    over = table.state == "over"
    return Standing(
        state=table.state,
        public=table.public,
        deadline=table.deadline(),
        day=table.day,
        won=bool(table.winners) if over else None,
        plies=len(table.players_of),
        holders=table.people() | table.expected(),
    )


def game_of_day(day: datetime.date) -> str:
    """Return whose solitaire it is: Feurio! and Vulkan! in turn."""
    return ("feurio", "vulkan")[day.toordinal() % 2]


def winnable_seed(game: str, day: datetime.date, stop: Stop) -> str | None:
    """Return the first deal of a day that the solver wins; None if there is no solver, or no time."""
    solve = GAMES[game].solve
    if solve is None:
        return None
    for attempt in range(_MOST_DEALS):
        seed = f"daily-{day.isoformat()}-{attempt}"
        setup = new(game, players=1, mode="solitaire", seed=seed).setup
        if solve(setup, SolverBudget(seconds=_SECONDS_A_DEAL), stop=stop).verdict == "won":
            return seed
        if stop.wanted:
            return None
    return None


_MOST_DEALS = 100
_SECONDS_A_DEAL = 20.0
