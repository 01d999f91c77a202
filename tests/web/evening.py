"""A short evening at a site, whose guests remember what the site acknowledged.

They set up a table, sit down, give their values for a fair deal, play, talk, take back a move, leave and come back,
resign and play again. A request that fails is repeated, as a page repeats it. Meanwhile somebody plays at another
table. In the end the database must hold exactly what was acknowledged.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from typing import Any, NamedTuple, Protocol

import httpx
import sqlalchemy as sa
from starlette.applications import Starlette

import funkenflug
from funkenflug.site.infra.db.engine import create_engine
from funkenflug.site.infra.db.schema import tables
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.tables import storage as tables_storage
from funkenflug.site.tables.events import MovesPlayed, Said, SatDown
from funkenflug.site.tables.table import Table
from tests.waiting import LONG

COOKIES = {"Ann": "a" * 32, "Bob": "b" * 32, "Cid": "c" * 32}
_MOST_ATTEMPTS = 40
_FAILED = (503, 507)
"""What a site answers that could not store something."""


class Answer(NamedTuple):
    """What a site answered; status 0: the connection broke."""

    status: int
    body: Any


class Site(Protocol):
    """Something that answers requests."""

    async def ask(self, who: str, method: str, path: str, body: Any) -> Answer: ...


class Evening:
    """An evening of three guests at a site."""

    def __init__(
        self,
        site: Site,
        after_failure: Callable[[], Awaitable[None]] | None = None,
        created: Callable[[str], object] = lambda _: None,
    ) -> None:
        self._site = site
        self._created = created
        self._after_failure = after_failure
        self.failures = 0
        self.created_in_doubt = 0
        """Tables that may have been created without an acknowledgement."""
        self.kept: dict[str, list[str]] = {}
        """By table: the events that were acknowledged, in their order."""
        self._elsewhere = ""

    async def spend(self) -> None:
        """Spend the evening."""
        await self.insist("Cid", "POST", "/api/me", {"name": "Cid"})
        self._elsewhere = await self.create("Cid", [{"kind": "me"}, {"kind": "here"}])
        await self.insist("Ann", "POST", "/api/me", {"name": "Ann"})
        table = await self.create("Ann", [{"kind": "me"}, {"kind": "friend"}], public=True, fair=True)
        await self.do("Bob", table, "SatDown Bob", "POST", "seats/1", {"name": "Bob"})
        for who, digit in (("Ann", "1"), ("Bob", "2")):
            await self.do(who, table, "ValueGiven", "POST", "value", {"value": digit * 32})
        await self.do("Ann", table, "Said hello", "POST", "chat", {"text": "hello", "id": "an-id-of-its-own"})
        await self.play("Ann", table)
        number = (await self.see("Ann", table))["number"]
        undone = self.state_is(table, lambda seen: seen["plies"] == 0)
        await self.do("Ann", table, "TakenBack", "POST", "undo", {"number": number}, undone)
        for _ in range(3):
            seen = await self.see("Ann", table)
            await self.play(("Ann", "Bob")[seen["to_move"]], table)
            await self.play("Cid", self._elsewhere)
        left = self.state_is(table, lambda seen: seen["seats"][1]["kind"] == "open")
        await self.do("Bob", table, "Left", "DELETE", "seats/1", None, left)
        key = (await self.see("Ann", table))["seats"][1]["invite"].partition("key=")[2]
        await self.do("Bob", table, "SatDown Bob", "POST", "seats/1", {"name": "Bob", "key": key})
        over = self.state_is(table, lambda seen: seen["state"] == "over")
        await self.do("Bob", table, "GivenUp", "POST", "resign", None, over)
        again = await self.do("Ann", table, "Rematch", "POST", "rematch")
        assert await self.insist("Bob", "POST", f"/api/tables/{table}/rematch") == again, "they meet at one table"
        self.kept[again["id"]] = ["Created"]
        await self.do("Bob", again["id"], "ValueGiven", "POST", "value", {"value": "3" * 32})

    async def create(self, who: str, seats: list[dict[str, str]], **wishes: Any) -> str:
        """Set up a table. It has no number before it exists, so a repeated request may leave a table unused."""
        before = self.failures
        answer = await self.insist(who, "POST", "/api/tables", _FEURIO | {"seats": seats} | wishes)
        self.created_in_doubt += self.failures - before
        id: str = answer["id"]
        self.kept[id] = ["Created"]
        self._created(id)
        return id

    async def play(self, who: str, table: str) -> None:
        """Play the first move that is offered."""
        seen = await self.see(who, table)
        seat, move = seen["to_move"], seen["choices"][0]
        asked = {"number": seen["number"], "seat": seat, "moves": [move]}
        await self.do(who, table, f"MovesPlayed {seat} {move}", "POST", "moves", asked)

    async def do(
        self,
        who: str,
        table: str,
        event: str,
        method: str,
        path: str,
        body: Any = None,
        done: Callable[[], Awaitable[bool]] | None = None,
    ) -> Any:
        """Do something at a table, and remember it."""
        answer = await self.insist(who, method, f"/api/tables/{table}/{path}", body, done)
        self.kept[table].append(event)
        return answer

    async def see(self, who: str, table: str) -> Any:
        """Return what somebody sees of a table."""
        return await self.insist(who, "GET", f"/api/tables/{table}")

    def state_is(self, table: str, wanted: Callable[[Any], bool]) -> Callable[[], Awaitable[bool]]:
        """Return a question whether a table is in a state."""

        async def ask() -> bool:
            return wanted(await self.see("Ann", table))

        return ask

    async def insist(
        self, who: str, method: str, path: str, body: Any = None, done: Callable[[], Awaitable[bool]] | None = None
    ) -> Any:
        """Send a request until it is acknowledged. What cannot be repeated is looked for, once it has failed."""
        for attempt in range(_MOST_ATTEMPTS):
            answer = await self._site.ask(who, method, path, body)
            if 200 <= answer.status < 300:
                return answer.body
            if attempt and answer.status in (403, 409) and done is not None:
                assert await done(), answer
                return None
            assert answer.status in (0, *_FAILED), answer
            self.failures += 1
            if self._after_failure is not None:
                await self._after_failure()
            if self._elsewhere in self.kept and not path.startswith(f"/api/tables/{self._elsewhere}"):
                await self.play("Cid", self._elsewhere)
        raise AssertionError(f"{method} {path} failed {_MOST_ATTEMPTS} times")

    # In the end

    def wrong(self, database: str, before: Collection[str] = ()) -> list[str]:
        """Return in words what a database holds other than these tables and what was acknowledged."""
        with contextlib.closing(Storage(database)) as storage:
            found = [words for id, kept in self.kept.items() for words in _differences(storage, id, kept)]
        unused = len(table_ids(database) - self.kept.keys() - set(before))
        return [*found, *([f"{unused} tables that nobody asked for"] if unused > self.created_in_doubt else [])]


def table_ids(database: str) -> frozenset[str]:
    """Return the ids of all tables in a database."""
    engine = create_engine(database)
    with engine.connect() as connection:
        ids = frozenset(connection.execute(sa.select(tables.c.id)).scalars())
    engine.dispose()
    return ids


_FEURIO = {"game": "feurio", "players": 2}


def _differences(storage: Storage, id: str, kept: list[str]) -> list[str]:
    entries = tables_storage.entries(storage, id).result(LONG)
    stored = [_words(entry.event) for entry in entries]
    if stored != kept:
        lost, more = Counter(kept) - Counter(stored), Counter(stored) - Counter(kept)
        return [f"{id}: lost {dict(lost)}, more than acknowledged {dict(more)}, or in another order: {stored}"]
    game = Table(id, entries).game
    return [] if funkenflug.load(game.record()) == game else [f"{id}: the record tells another match"]


def _words(event: Any) -> str:
    kind = type(event).__name__
    if isinstance(event, MovesPlayed):
        return " ".join((kind, str(event.seat), *event.moves))
    if isinstance(event, SatDown):
        return f"{kind} {event.name}"
    return f"{kind} {event.text}" if isinstance(event, Said) else kind


class Client:
    """A site, through a client."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client

    async def ask(self, who: str, method: str, path: str, body: Any) -> Answer:
        """Send a request."""
        headers = {"cookie": f"who={COOKIES[who]}; language=en"}
        try:
            answer = await self._client.request(method, path, json=body, headers=headers)
        except httpx.TransportError:
            return Answer(0, None)
        return Answer(answer.status_code, answer.json())


class Application(Client):
    """A site without a server: requests go to the application itself, which can be started again."""

    def __init__(self, app: Starlette) -> None:
        transport = httpx.ASGITransport(app)
        super().__init__(httpx.AsyncClient(transport=transport, base_url="http://site.example", timeout=LONG))
        self._app = app
        self._running = contextlib.AsyncExitStack()

    async def start(self) -> None:
        """Start the site."""
        await self._running.enter_async_context(self._app.router.lifespan_context(self._app))

    async def stop(self) -> None:
        """Stop the site."""
        await self._running.aclose()


@contextlib.asynccontextmanager
async def running(app: Starlette) -> AsyncIterator[Application]:
    """Run a site."""
    site = Application(app)
    await site.start()
    try:
        yield site
    finally:
        await site.stop()
