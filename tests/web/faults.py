"""Break a site at random while many tables are played, and check that nothing is lost.

Players remember what the site acknowledged. Servers are killed (kill -9) and started again, connections to PostgreSQL
are cut, SQLite's disk is full for a while, and a PostgreSQL of our own is killed with all its processes. In the end
every acknowledged move must be in the database, in order and exactly once, and every table must be what the library
makes of its record.
"""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
import sqlalchemy as sa

import funkenflug
from funkenflug.site.infra.db.engine import parse_url
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.tables import storage as tables_storage
from funkenflug.site.tables.events import MovesPlayed
from funkenflug.site.tables.table import Table
from tests.waiting import holds_within
from tests.web.servers import PostgreSQL, Server

HERE = [{"kind": "me"}, {"kind": "here"}]
AGAINST_A_BOT = [{"kind": "me"}, {"kind": "bot", "level": "spark"}]


@dataclass
class Match:
    """A table as its player knows it."""

    id: str
    number: int = 0
    seat: int = 0
    choices: list[str] = field(default_factory=list)
    over: bool = False
    acknowledged: list[tuple[int, list[str]]] = field(default_factory=list)
    unanswered: tuple[int, list[str]] | None = None
    my_seats: tuple[int, ...] = (0, 1)


class Player(threading.Thread):
    """Somebody who plays at many tables and repeats each request until it is answered."""

    def __init__(self, servers: list[Server], tables: int, seed: int, end: threading.Event) -> None:
        super().__init__()
        self.chance = random.Random(seed)
        self.servers, self.end = servers, end
        self.client = httpx.Client(timeout=10)
        self.wanted = tables
        self.matches: list[Match] = []
        self.wrong: list[str] = []
        self.answers: Counter[int] = Counter()

    def ask(self, method: str, path: str, json: Any = None) -> httpx.Response | None:
        """Ask one of the servers until it answers; return None if the end came first."""
        while not self.end.is_set():
            with contextlib.suppress(httpx.TransportError):
                answer = self.client.request(method, self.chance.choice(self.servers).url + path, json=json)
                self.answers[answer.status_code] += 1
                if answer.status_code < 500:
                    return answer
            self.end.wait(0.1)
        return None

    def run(self) -> None:
        try:
            while not self.end.is_set():
                running = [match for match in self.matches if not match.over]
                if len(running) < self.wanted:
                    self.sit_down()
                else:
                    self.act(self.chance.choice(running))
        except Exception as error:
            self.wrong.append(repr(error))
        finally:
            self.client.close()

    def sit_down(self) -> None:
        seats = self.chance.choice((HERE, HERE, AGAINST_A_BOT))
        wish = {"game": self.chance.choice(("feurio", "vulkan", "feuer-wasser")), "players": 2, "seats": seats}
        answer = self.ask("POST", "/api/tables", wish)
        if answer is not None and self.expect(answer, 201):
            match = Match(answer.json()["id"], my_seats=(0, 1) if seats is HERE else (0,))
            self.matches.append(match)

    def act(self, match: Match) -> None:
        if not match.choices:
            answer = self.ask("GET", f"/api/tables/{match.id}")
            if answer is not None and self.expect(answer, 200):
                self.learn(match, answer.json())
            return
        moves = [self.chance.choice(match.choices)]
        match.unanswered = (match.seat, moves)
        asked = {"number": match.number, "seat": match.seat, "moves": moves}
        answer = self.ask("POST", f"/api/tables/{match.id}/moves", asked)
        if answer is not None and self.expect(answer, 200):
            match.acknowledged.append(match.unanswered)
            match.unanswered = None
            match.choices = []  # what happened is read next

    def learn(self, match: Match, seen: dict[str, Any]) -> None:
        match.number, match.over = seen["number"], bool(seen["outcome"])
        match.choices = list(seen["choices"])
        match.seat = seen["to_move"] or 0

    def expect(self, answer: httpx.Response, status: int) -> bool:
        if answer.status_code != status:
            self.wrong.append(f"{answer.status_code} instead of {status}: {answer.text[:200]}")
        return answer.status_code == status


def cut_connections(database: str) -> None:
    """End every connection to a PostgreSQL database except this one."""
    engine = sa.create_engine(parse_url(database))
    with engine.connect() as connection:
        connection.execute(
            sa.text(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where datname = current_database() and pid != pg_backend_pid()"
            )
        )
    engine.dispose()


def disturb(server: Server, chance: random.Random, refused: Callable[[], int], own: PostgreSQL | None) -> str:
    """Break a server or its database in a way that must not lose anything; return what was done."""
    postgresql = server.database.startswith("postgres")
    faults = ["kill", "kill", "cut" if postgresql else "fill"]
    fault = chance.choice(faults if own is None else [*faults, "crash", "crash"])
    if fault == "kill":
        server.kill()
        server.start()
    elif fault == "crash":
        assert own is not None
        before = refused()
        own.kill()
        holds_within(lambda: refused() > before + 10, 5.0)
        own.start()
    elif fault == "cut":
        cut_connections(server.database)
    else:
        before = refused()
        with server.full_disk():
            holds_within(lambda: refused() > before + 10, 5.0)
    return fault


def lost(database: str, matches: list[Match]) -> list[str]:
    """Return what is wrong with the tables in a database, in words."""
    storage = Storage(database)
    wrong = []
    try:
        for match in matches:
            entries = tables_storage.entries(storage, match.id).result(60)
            table = Table(match.id, entries)  # which refuses numbers that do not follow each other, and illegal moves
            played = [entry.event for entry in entries if isinstance(entry.event, MovesPlayed)]
            mine = [(what.seat, list(what.moves)) for what in played if what.seat in match.my_seats]
            expected = [match.acknowledged]
            if match.unanswered is not None:
                expected.append([*match.acknowledged, match.unanswered])
            if mine not in expected:
                wrong.append(f"{match.id}: {len(match.acknowledged)} acknowledged, {len(mine)} kept, or in other order")
            if [move for what in played for move in what.moves] != [str(move) for move in table.game.moves]:
                wrong.append(f"{match.id}: the events are not the match")
            if funkenflug.load(table.game.record()) != table.game:
                wrong.append(f"{match.id}: the record tells another match")
    finally:
        storage.close()
    return wrong


@dataclass
class Report:
    """What happened."""

    tables: int
    moves: int
    faults: Counter[str]
    answers: Counter[int]
    wrong: list[str]


def run(
    database: str,
    *,
    servers: int,
    tables: int,
    seconds: float,
    most_faults: int | None = None,
    moves_between: int = 400,
    seed: int = 1,
    players: int = 8,
    own: PostgreSQL | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Report:
    """Play, break something after some more moves again and again, then check; `own` may be killed too."""
    chance, end = random.Random(seed), threading.Event()
    site = [Server(database) for _ in range(servers)]
    crowd = [Player(site, tables // players, seed * 1000 + number, end) for number in range(players)]
    faults: Counter[str] = Counter()

    def matches() -> list[Match]:
        return [match for player in crowd for match in list(player.matches)]

    def moves() -> int:
        return sum(len(match.acknowledged) for match in matches())

    def refused() -> int:
        return sum(player.answers[503] + player.answers[507] for player in crowd)

    try:
        for player in crowd:
            player.start()
        stop = time.monotonic() + seconds
        while time.monotonic() < stop and (most_faults is None or faults.total() < most_faults):
            enough = moves() + chance.randint(1, moves_between)
            holds_within(lambda enough=enough: moves() >= enough, stop - time.monotonic())  # type: ignore[misc]
            faults[disturb(chance.choice(site), chance, refused, own)] += 1
            tell(f"{moves()} moves at {len(matches())} tables; {dict(faults)}")
        enough = moves() + 50
        holds_within(lambda: moves() >= enough, seconds)  # it goes on
    finally:
        end.set()
        for player in crowd:
            player.join()
        for server in site:
            server.kill()
    return Report(
        tables=len(matches()),
        moves=moves(),
        faults=faults,
        answers=sum((player.answers for player in crowd), Counter()),
        wrong=[words for player in crowd for words in player.wrong] + lost(database, matches()),
    )
