"""Several processes over one PostgreSQL are one site; SQLite is served by one process."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from funkenflug.cli import main
from funkenflug.site.infra.db.cluster import Notification, living_processes
from funkenflug.site.infra.db.engine import InUse, parse_url
from funkenflug.site.infra.db.schema import presences, processes, standings
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.site import Site
from funkenflug.site.tables import storage as tables_storage
from funkenflug.site.tables.events import Entry, MovesPlayed, Said
from funkenflug.site.tables.live import LiveTable
from funkenflug.site.tables.registry import standing_of
from tests.waiting import LONG, wait_until
from tests.web.conftest import in_a_loop, serving
from tests.web.matches import table as fresh_table
from tests.web.people import Person, Screen, hear
from tests.web.test_serve import answer, running

FRIEND = [{"kind": "me"}, {"kind": "friend"}]
HERE = [{"kind": "me"}, {"kind": "here"}]
OTHERS = {"id": "elsewhere", "machine": "another machine", "pid": 1}


class Both(NamedTuple):
    """Two servers of a site."""

    database: str
    first: str
    second: str


@pytest.fixture(scope="module")
def both(postgresql: Callable[[], str]) -> Iterator[Both]:
    database = postgresql()
    with serving(database) as first, serving(database) as second:
        yield Both(database, first, second)


@contextlib.contextmanager
def connected(database: str) -> Iterator[sa.Connection]:
    engine = sa.create_engine(parse_url(database))
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def at(person: Person, url: str) -> Person:
    """Return the same person at another server."""
    other = Person(url)
    other.cookies = person.cookies
    return other


@pytest.fixture
def ann(both: Both) -> Iterator[tuple[Person, Person]]:
    """Ann, with a connection to each of the servers."""
    with contextlib.closing(Person(both.first, "Ann")) as here, contextlib.closing(at(here, both.second)) as there:
        yield here, there


@pytest.fixture
def bob(both: Both) -> Iterator[Person]:
    with contextlib.closing(Person(both.second, "Bob")) as there:
        yield there


def test_a_move_made_at_one_is_seen_at_the_other(ann: tuple[Person, Person], bob: Person) -> None:
    table = ann[0].new_table(seats=FRIEND, public=True)
    bob.do(table, "seats/1")
    with ann[0].watch(table) as anns, bob.watch(table) as bobs:
        screens = Screen(anns), Screen(bobs)
        # who is there is told a little later, and not before a certain move
        wait_until(lambda: all(seat["online"] for who in (ann[0], bob) for seat in who.see(table)["seats"]))
        for place in range(8):
            mover = (ann[0], bob)[bob.see(table)["to_move"]]
            number = mover.play(table, place * 5)["number"]
            for who, screen in zip((ann[0], bob), screens, strict=True):
                assert screen.hear()["number"] == number
                assert screen.shows(who)
        ann[0].do(table, "chat", text="hello")
        assert hear(bobs, "chat")["line"]["text"] == "hello"


def test_what_is_told_while_a_table_is_read_is_not_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def read_while_more_is_told() -> bool:
        storage = Storage(f"sqlite:///{tmp_path / 'site.sqlite'}")
        live = LiveTable(fresh_table())
        live.stale = True

        def entries(*_: Any) -> Future[list[Entry]]:
            live.stale = True  # another process tells of one more event
            done: Future[list[Entry]] = Future()
            done.set_result([])
            return done

        monkeypatch.setattr(tables_storage, "entries", entries)
        site = Site(storage)
        await site.tables._refresh(live)
        await site.stop()
        return live.stale

    assert in_a_loop(read_while_more_is_told)


def test_what_is_told_while_a_table_is_loaded_is_not_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def load_while_more_is_told() -> int:
        storage, here = Storage(f"sqlite:///{tmp_path / 'site.sqlite'}"), fresh_table()
        monkeypatch.setattr(storage.cluster, "shared", True)
        site = Site(storage)
        await asyncio.wrap_future(tables_storage.create(storage, here.id, here.entries[0], standing_of(here)))

        async def tell(*_: str) -> None:
            """Let another process store an event after the events of the table were read."""
            entry = Entry(number=1, at=1.0, event=Said(who="ann", name="Ann", text="hello"))
            await tables_storage.append(storage, here.id, entry, standing_of(here))
            site.tables.receive(Notification(tables={here.id: 1}))

        monkeypatch.setattr(site.precompiler, "wait_for", tell)
        live = await site.tables.get(here.id)
        await site.stop()
        return live.table.number

    assert in_a_loop(load_while_more_is_told) == 1


@contextlib.contextmanager
def asked_of(*relations: str) -> Iterator[list[str]]:
    """Note the questions about tables of the database, of all engines in this process."""
    found: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("SELECT") and any(f"FROM {name}" in statement for name in relations):
            found.append(statement)

    sa.event.listen(sa.engine.Engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        sa.event.remove(sa.engine.Engine, "before_cursor_execute", note)


def test_the_lobby_asks_once_for_all_tables(both: Both, ann: tuple[Person, Person]) -> None:
    tables = [ann[0].new_table(seats=FRIEND, public=True) for _ in range(12)]
    assert len(ann[0].get("/api/tables").json()["mine"]) >= len(tables)
    with asked_of("events") as questions:
        assert len(ann[0].get("/api/tables").json()["mine"]) >= len(tables)
    assert len(questions) == 1


def test_a_process_that_comes_or_goes_makes_the_others_ask_once_for_all_tables(
    postgresql: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(*_: str) -> None:
        """Nothing need be compiled."""

    async def tell_that_something_was_missed() -> list[str]:
        storage = Storage(postgresql())
        site = Site(storage)
        monkeypatch.setattr(site.precompiler, "wait_for", at_once)
        for number in range(20):
            here = fresh_table()
            table = f"table {number}"
            await asyncio.wrap_future(tables_storage.create(storage, table, here.entries[0], standing_of(here)))
            await site.tables.get(table)
        entry = Entry(number=1, at=1.0, event=Said(who="ann", name="Ann", text="hello"))
        await tables_storage.append(storage, "table 7", entry, None)
        with asked_of("events", "presences") as questions:
            site.tables.receive(Notification(missed=True))
            while (await asyncio.wait_for(site.tables.get("table 7", 0), LONG)).table.number < 1:
                await asyncio.sleep(0.01)
        await site.stop()
        return questions

    assert len(in_a_loop(tell_that_something_was_missed)) == 3, "numbers, who is there, and the events of one table"


def test_whoever_asks_the_other_is_told_the_latest(ann: tuple[Person, Person]) -> None:
    table = ann[0].new_table(seats=HERE)
    for ply in range(20):
        ann[ply % 2].play(table)
        assert ann[(ply + 1) % 2].see(table)["plies"] == ply + 1
    ann[0].post("/api/me", json={"name": "Anna"})
    assert ann[1].get("/api/me").json()["name"] == "Anna"


def test_who_is_there_is_known_everywhere(ann: tuple[Person, Person], bob: Person) -> None:
    table = ann[0].new_table(seats=FRIEND, public=True)
    bob.do(table, "seats/1")
    with ann[0].watch(table) as anns:
        with bob.watch(table) as bobs:
            while hear(anns, "presence")["seats"] != [True, True]:
                pass
            while hear(bobs, "presence")["seats"] != [True, True]:
                pass
            assert ann[1].see(table)["seats"][0]["online"]
        while hear(anns, "presence")["seats"] != [True, False]:
            pass


def test_a_screen_is_uncovered_wherever_it_is_said(ann: tuple[Person, Person]) -> None:
    table = ann[0].new_table(seats=HERE, options=["firebreak"])
    with ann[1].watch(table) as connection:
        assert hear(connection, "snapshot")["cover"]
        ann[0].do(table, "ready", seat=0)
        assert not hear(connection, "snapshot")["cover"]


def test_bots_move_once_though_both_servers_watch(both: Both, ann: tuple[Person, Person]) -> None:
    table = ann[0].new_table("vulkan", 3, [{"kind": "me"}, *[{"kind": "bot", "level": "spark"}] * 2])
    with ann[0].watch(table) as here, ann[1].watch(table) as there:
        for turn in range(4):
            ann[turn % 2].wait_for_turn(table)
            ann[turn % 2].play(table)
        ann[0].wait_for_turn(table)
        hear(here, "update")
        hear(there, "update")
    storage = Storage(both.database)
    played = [
        entry.event
        for entry in tables_storage.entries(storage, table).result(60)
        if isinstance(entry.event, MovesPlayed)
    ]
    storage.close()
    assert len(played) == ann[1].see(table)["plies"]


def test_a_bot_whose_process_ends_is_replaced(both: Both, ann: tuple[Person, Person]) -> None:
    table = ann[0].new_table()
    with connected(both.database) as database:
        database.execute(processes.insert().values(OTHERS | {"until": time.time() + 3600}))
        thinks = standings.update().where(standings.c.table_id == table)
        database.execute(thinks.values(thinker="elsewhere", thought=10**6))
    while not (seen := ann[0].see(table))["outcome"] and seen["to_move"] == 0:
        ann[0].play(table)
    elsewhere = ann[0].new_table()  # where a bot moves meanwhile
    while not ann[0].wait_for_turn(elsewhere)["outcome"] and ann[0].see(elsewhere)["plies"] < 12:
        ann[0].play(elsewhere)
    assert ann[1].see(table)["to_move"] == 1, "another process is thinking"
    with connected(both.database) as database:
        database.execute(processes.update().where(processes.c.id == "elsewhere").values(until=0))
    wait_until(lambda: ann[1].see(table)["to_move"] == 0)


@pytest.fixture
def _long_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep everybody alive on a busy machine: these processes do not renew their entries."""
    monkeypatch.setattr("funkenflug.site.infra.db.cluster._LEASE", LONG)


@pytest.mark.usefixtures("_long_leases")
def test_one_leads_and_when_it_ends_another(postgresql: Callable[[], str]) -> None:
    database = postgresql()
    first, second = Storage(database), Storage(database)
    assert (first.cluster.is_leader, second.cluster.is_leader) == (True, False)
    assert first.clock.up_since == second.clock.up_since
    here = fresh_table(who=("ann", "ember"))
    tables_storage.create(first, "test", here.entries[0], standing_of(here)).result(60)
    assert tables_storage.claim(first, "test", 3).result(60)
    assert tables_storage.claim(first, "test", 3).result(60)
    assert not tables_storage.claim(second, "test", 3).result(60)
    assert tables_storage.claim(second, "test", 4).result(60), "what comes next anybody may decide"
    assert not tables_storage.claim(first, "test", 3).result(60)
    second.close()
    assert tables_storage.claim(first, "test", 4).result(60)
    third = Storage(database)
    assert not third.cluster.is_leader
    first.close()
    third.cluster.listen(lambda notification: None)
    wait_until(lambda: third.cluster.is_leader)
    third.close()


@pytest.mark.usefixtures("_long_leases")
def test_time_counts_from_when_the_whole_site_is_back(postgresql: Callable[[], str]) -> None:
    before, database = time.time(), postgresql()
    first = Storage(database)
    began = first.clock.up_since
    assert began >= before
    second = Storage(database)
    first.close()
    assert second.clock.up_since == began, "somebody was there all the time"
    second.close()
    third = Storage(database)
    assert third.clock.up_since > began
    third.close()


def can_watch(person: Person, table: str) -> bool:
    """Connect as a page does that has lost its connection; return whether it works."""
    with contextlib.suppress(InvalidHandshake, ConnectionClosed, OSError), person.watch(table) as viewer:
        return bool(hear(viewer, "snapshot"))
    return False


@pytest.mark.slow
def test_the_viewers_of_a_table_share_a_worker_and_one_that_is_killed_is_replaced(
    tmp_path: Path, postgresql: Callable[[], str]
) -> None:
    database = postgresql()

    def workers() -> set[int]:
        with connected(database) as connection:
            return set(connection.execute(sa.select(processes.c.pid)).scalars())

    def workers_at(table: str) -> set[int]:
        there = sa.select(processes.c.pid).join(presences, presences.c.process_id == processes.c.id)
        with connected(database) as connection:
            return set(connection.execute(there.where(presences.c.table_id == table)).scalars())

    command = ("serve", "--no-browser", "--workers", "2", "--database", database)
    deaths = r"worker \d .* ended with code -9.* does not respond: killed.* ended with code -9.*"
    with (
        running(tmp_path, *command, complaints=deaths) as url,
        contextlib.closing(Person(url)) as ann,
        contextlib.ExitStack() as stack,
    ):
        answer(f"{url}/api/me")
        wait_until(lambda: len(workers()) == 2)
        tables: dict[int, str] = {}
        while len(tables) < 2:
            id = ann.new_table(public=True)
            tables[zlib.crc32(id.encode()) % 2] = id
        for id in tables.values():
            for _ in range(3):
                hear(stack.enter_context(ann.watch(id)), "snapshot")
        wait_until(lambda: all(workers_at(id) for id in tables.values()))
        (first,), (second,) = (workers_at(id) for id in tables.values())
        assert first != second
        told = requests_in(ann.get("/metrics").text)
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: can_watch(ann, tables[0]))
        wait_until(lambda: len(workers()) == 2 and first not in workers())
        assert answer(f"{url}/api/me").status_code == 200
        os.kill(second, signal.SIGSTOP)
        wait_until(lambda: len(workers()) == 2 and second not in workers())
        wait_until(lambda: can_watch(ann, tables[1]))
        wait_until(lambda: "funkenflug_workers_ended_total 2.0" in ann.get("/metrics").text)
        asked = [told] + [requests_in(ann.get("/metrics").text) for _ in range(6)]
        assert asked == sorted(asked), "whichever process answers, it counts for all, and for those that were killed"
        assert asked[-1] > told


def requests_in(text: str) -> float:
    """Return how many requests were answered, as metrics tell."""
    return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith("funkenflug_requests_total{"))


def test_machines_with_one_host_name_are_told_apart(postgresql: Callable[[], str]) -> None:
    """A copy of this machine, with its host name, has a process whose number nobody has here."""
    database = postgresql()
    with contextlib.closing(Storage(database)), connected(database) as connection:
        own = connection.execute(sa.select(processes.c.machine)).scalar_one()
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        assert boot in own
        copy = {"id": "copy", "machine": own.replace(boot, boot[::-1]), "pid": 2**22 + 1, "until": time.time() + LONG}
        connection.execute(processes.insert().values(copy))
        assert "copy" in living_processes(connection)
        connection.execute(processes.update().where(processes.c.id == "copy").values(machine=own))
        assert "copy" not in living_processes(connection), "here such a process has ended"


# SQLite is served by one process


def test_several_processes_need_postgresql(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "site.sqlite"
    assert main(["serve", "--no-browser", "--port", "0", "--workers", "2", "--database", f"sqlite:///{database}"]) == 2
    assert capsys.readouterr().err == (
        "funkenflug: --workers above 1 needs PostgreSQL: only one process can serve an SQLite database\n"
    )
    assert not database.exists()


_SERVER = (
    "import sys; from funkenflug.site.infra.db.storage import Storage; "
    "Storage(sys.argv[1]); print(1, flush=True); input()"
)


def test_a_second_server_on_an_sqlite_database_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, link = tmp_path / "site.sqlite", tmp_path / "link.sqlite"
    link.symlink_to(file)
    first = subprocess.Popen(
        [sys.executable, "-c", _SERVER, f"sqlite:///{file}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with first:
        assert first.stdout is not None
        first.stdout.readline()
        for name in (file, link):
            assert main(["serve", "--no-browser", "--port", "0", "--database", f"sqlite:///{name}"]) == 2
            assert capsys.readouterr().err == f"funkenflug: Another Funkenflug server is using {name}\n"
            with pytest.raises(InUse):
                Storage(f"sqlite:///{name}")
        assert main(["backup", str(tmp_path / "copy.sqlite"), "--database", f"sqlite:///{file}"]) == 0
        assert main(["export", str(tmp_path / "site.zip"), "--database", f"sqlite:///{file}"]) == 0
        first.kill()
    Storage(f"sqlite:///{file}").close()  # the lock has ended with the process
