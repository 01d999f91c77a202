"""The solitaire of the day: one deal for everybody, which the solver has shown to be winnable."""

from __future__ import annotations

import asyncio
import datetime
import secrets
from functools import partial

from funkenflug.core.thinking import Budget, Stop
from funkenflug.core.words import Message
from funkenflug.games import GAMES, list_games
from funkenflug.locale.translate import translate as say
from funkenflug.match.fair import seal
from funkenflug.match.game import new
from funkenflug.site.daily import storage
from funkenflug.site.daily.responses import DailySolitaire, PendingSolitaire, PublishedDeal
from funkenflug.site.infra.background import Background
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.identity import hashed
from funkenflug.site.infra.precompile import Precompiler
from funkenflug.site.infra.queues import Queues
from funkenflug.site.people.people import People
from funkenflug.site.tables.events import Place
from funkenflug.site.tables.registry import TableRegistry
from funkenflug.site.tables.setup import derived_id

_TICK_SECONDS = 10.0
_MOST_DEALS = 100
_SECONDS_A_DEAL = 20.0


class Daily:
    """Finds the solitaires of today and tomorrow, and lets people play them."""

    def __init__(
        self,
        storage: Storage,
        tables: TableRegistry,
        people: People,
        precompiler: Precompiler,
        background: Background,
        queues: Queues,
    ) -> None:
        self._storage = storage
        self._tables = tables
        self._people = people
        self._precompiler = precompiler
        self._background = background
        self._queues = queues

    async def find_deals(self) -> None:
        """Have deals for today and tomorrow, forever. One process of a site does it for all."""
        await self._precompiler.wait_for_all()
        while True:
            today = datetime.date.today()
            for day in (today, today + datetime.timedelta(days=1)):
                if self._storage.cluster.is_leader:
                    await self._background.retry(partial(self._find_deal, day))
            await asyncio.sleep(_TICK_SECONDS)

    async def _find_deal(self, day: datetime.date) -> None:
        if await asyncio.wrap_future(storage.day(self._storage, day.isoformat())) is not None:
            return
        game = game_of_day(day)
        if game is None:
            return
        seed = await self._queues.solving.run(lambda stop, _: winnable_seed(game, day, stop), owner="")
        if seed is not None:
            await asyncio.wrap_future(storage.keep_day(self._storage, day.isoformat(), game, seed))

    async def describe(self, who: str, language: str) -> DailySolitaire | PendingSolitaire:
        """Return today's solitaire: which game, how many tried and won it, a person's table and how it ended."""
        today = datetime.date.today()
        day = today.isoformat()
        deal = await asyncio.wrap_future(storage.day(self._storage, day))
        if deal is None:
            return PendingSolitaire(day=day, ready=False)
        game_type = GAMES[deal[0]]
        tried, won = await asyncio.wrap_future(storage.tries(self._storage, day))
        table = await asyncio.wrap_future(storage.day_of(self._storage, who, day))
        live = await self._tables.find(table) if table else None
        winners = live.table.winners if live else None
        return DailySolitaire(
            day=day,
            ready=True,
            tried=tried,
            won=won,
            table=table,
            ended=None if winners is None else "won" if winners else "lost",
            game=game_type.id,
            title=game_type.title,
            goal=say(game_type.mode("solitaire", 1).summary, language),
            seal=seal(deal[1]),
            before=await self._before(today),
        )

    async def _before(self, today: datetime.date) -> PublishedDeal | None:
        """Return yesterday's deal, whose seal everybody could see."""
        day = (today - datetime.timedelta(days=1)).isoformat()
        deal = await asyncio.wrap_future(storage.day(self._storage, day))
        return None if deal is None else PublishedDeal(day=day, game=deal[0], seed=deal[1])

    async def play(self, identity: str) -> str:
        """Return somebody's table for today's solitaire."""
        who, today = hashed(identity), datetime.date.today().isoformat()
        known = await asyncio.wrap_future(storage.day_of(self._storage, who, today))
        if known is not None:
            return known
        deal = await asyncio.wrap_future(storage.day(self._storage, today))
        if deal is None:
            raise Refused(409, Message("Today’s solitaire is still being prepared"))
        game = await asyncio.to_thread(new, deal[0], players=1, mode="solitaire", seed=deal[1])
        name = await self._people.name_of(who) or game.names[0]
        places = [Place(kind="person", name=name, who=who)]
        live = await self._tables.create(identity, game, places, day=today, id=derived_id("day", today, who))
        return live.table.id


def game_of_day(day: datetime.date) -> str | None:
    """Return which game has the solitaire of a day: those with a daily deal take turns."""
    games = [game_type.id for game_type in list_games() if game_type.has_daily_deal]
    return games[day.toordinal() % len(games)] if games else None


def winnable_seed(game: str, day: datetime.date, stop: Stop) -> str | None:
    """Return a deal for a day that the solver wins, which nobody can guess; None without a solver or time."""
    solve = GAMES[game].solve
    if solve is None:
        return None
    for _ in range(_MOST_DEALS):
        seed = f"daily-{day.isoformat()}-{secrets.token_hex(16)}"
        dealt = new(game, players=1, mode="solitaire", seed=seed).state
        if solve(dealt, Budget(seconds=_SECONDS_A_DEAL), stop=stop).verdict == "won":
            return seed
        if stop.wanted:
            return None
    return None
