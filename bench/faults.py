"""Break a site at random while hundreds of tables are played, and look whether anything is lost.

    python -m bench.faults --minutes 5 --servers 2 --database postgresql://…
    python -m bench.faults --minutes 5 --postgresql

Players keep what was acknowledged to them. Servers are killed (kill -9) and started again, PostgreSQL's connections are
cut, SQLite's disk is full for a while; a PostgreSQL of our own is killed too, with all its processes. In the end every
acknowledged move has to be in the database, in order, exactly once, and every table has to be what the library makes of
its record.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
import sqlalchemy as sa

import funkenflug
from funkenflug.web.db.engine import parse_url
from funkenflug.web.db.storage import Storage
from funkenflug.web.tables.events import Played
from funkenflug.web.tables.table import Table

HERE = [{"kind": "me"}, {"kind": "here"}]
AGAINST_A_BOT = [{"kind": "me"}, {"kind": "bot", "level": "spark"}]
_ROOM = 8192
"""Bytes of a file that can be written while the disk is full."""


class Server:
    """A process of the site, at a port of its own."""

    def __init__(self, database: str) -> None:
        self.database = database
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        arguments = ["serve", "--no-browser", "--port", str(self.port), "--database", self.database]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "funkenflug", *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"FUNKENFLUG_LIMITS": "off"},
        )

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(90)

    def leave_room(self, size: int) -> None:
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    @contextlib.contextmanager
    def full_disk(self) -> Iterator[None]:
        """Let no file grow beyond a few pages."""
        self.leave_room(_ROOM)
        try:
            yield
        finally:
            with contextlib.suppress(ProcessLookupError):
                self.leave_room(resource.RLIM_INFINITY)


class PostgreSQL:
    """A PostgreSQL of our own: it can be killed, and started again over the same files at the same address."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about a folder that is not set
            from pgserver.postgres_server import get_server, pg_ctl  # type: ignore[attr-defined]
        # not in pytest's folder: as root another user runs it, and the name of its socket must be short
        self.folder = Path(tempfile.mkdtemp(prefix="ff-"))
        self._server = get_server(self.folder)
        self._pg_ctl = pg_ctl
        self._databases = 0

    def new_database(self) -> str:
        """Return the address of an empty database."""
        self._databases += 1
        name = f"site{self._databases}"
        self.execute(f"create database {name}")
        uri: str = self._server.get_uri(name)
        return uri

    def execute(self, *statements: str) -> None:
        engine = sa.create_engine(parse_url(self._server.get_uri()), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            for statement in statements:
                connection.execute(sa.text(statement))
        engine.dispose()

    def kill(self) -> None:
        """End all its processes at once (kill -9): it can put nothing in order."""
        first = psutil.Process(self._server.get_pid())
        everybody = [first, *first.children(recursive=True)]
        for process in everybody:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(everybody, timeout=60)

    def start(self) -> None:
        """Start it again, and wait until it has put in order what it finds."""
        socket = self._server.get_postmaster_info().socket_dir
        settings = ["-o", '-h ""', "-o", f"-k {socket}", "-l", str(self._server.log)]
        self._control("-t", "120", *settings, "start")
        self._server.ensure_postgres_running()  # and knows the new process

    def close(self) -> None:
        """End it; what it holds is not wanted any more, so nothing need be written first."""
        self._control("-m", "immediate", "stop")
        self._server.cleanup()
        shutil.rmtree(self.folder)

    def _control(self, *words: str) -> None:
        self._pg_ctl(["-w", *words], pgdata=self._server.pgdata, user=self._server.system_user)


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
    """Somebody who plays at many tables, and asks again until there is an answer."""

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
        """Ask one of the servers until it answers; None if the end came first."""
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
            self.learn(match, answer.json())

    def learn(self, match: Match, seen: dict[str, Any]) -> None:
        match.number, match.over = seen["number"], bool(seen["outcome"])
        match.choices = [choice["move"] for choice in seen["choices"]]
        match.seat = seen["to_move"] or 0

    def expect(self, answer: httpx.Response, status: int) -> bool:
        if answer.status_code != status:
            self.wrong.append(f"{answer.status_code} instead of {status}: {answer.text[:200]}")
        return answer.status_code == status


def cut_connections(database: str) -> None:
    """End every connection to a PostgreSQL but the one that asks for it."""
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
    """Do something to a server, or to its database, that must not lose anything."""
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
        wait_until(lambda: refused() > before + 10, 5.0)
        own.start()
    elif fault == "cut":
        cut_connections(server.database)
    else:
        before = refused()
        with server.full_disk():
            wait_until(lambda: refused() > before + 10, 5.0)
    return fault


def wait_until(condition: Callable[[], bool], seconds: float) -> None:
    """Wait for something, but not for longer than that."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)


def lost(database: str, matches: list[Match]) -> list[str]:
    """Return what is wrong with the tables in a database, in words."""
    storage = Storage(database)
    wrong = []
    try:
        for match in matches:
            entries = storage.entries(match.id).result(60)
            table = Table(match.id, entries)  # which refuses numbers that do not follow each other, and illegal moves
            played = [entry.what for entry in entries if isinstance(entry.what, Played)]
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
    """Play, disturb after some more moves again and again, then look what is there; `own`: it may be killed too."""
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
            wait_until(lambda enough=enough: moves() >= enough, stop - time.monotonic())  # type: ignore[misc]
            faults[disturb(chance.choice(site), chance, refused, own)] += 1
            tell(f"{moves()} moves at {len(matches())} tables; {dict(faults)}")
        enough = moves() + 50
        wait_until(lambda: moves() >= enough, seconds)  # it goes on
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


def main() -> int:
    parser = argparse.ArgumentParser(description="Break a site at random and look whether anything is lost.")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", help="an empty one (default: SQLite in a folder of its own)")
    parser.add_argument("--postgresql", action="store_true", help="start a PostgreSQL, and kill it now and then")
    asked = parser.parse_args()
    with contextlib.ExitStack() as stack:
        own = stack.enter_context(contextlib.closing(PostgreSQL())) if asked.postgresql else None
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        usual = f"sqlite:///{folder / 'site.sqlite'}" if own is None else own.new_database()
        report = run(
            asked.database or usual,
            servers=asked.servers,
            tables=asked.tables,
            seconds=60 * asked.minutes,
            seed=asked.seed,
            own=own,
            tell=lambda words: print(words, flush=True),
        )
    print(f"{report.moves} moves acknowledged at {report.tables} tables, {dict(report.faults)}, {dict(report.answers)}")
    print(*(report.wrong or ["nothing lost"]), sep="\n")
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
