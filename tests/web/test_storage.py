"""What is kept, and what is not."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from funkenflug.site.daily import storage as daily_storage
from funkenflug.site.infra.db.engine import Collision, parse_url
from funkenflug.site.infra.db.schema import metadata, usage
from funkenflug.site.infra.db.storage import Conflict, Standing, Storage
from funkenflug.site.infra.middleware.identity import hashed, sealed
from funkenflug.site.people import storage as people_storage
from funkenflug.site.tables import commands
from funkenflug.site.tables import storage as tables_storage
from funkenflug.site.tables.events import Entry, Said
from funkenflug.site.tables.registry import standing_of
from tests.web.conftest import in_a_loop
from tests.web.matches import TestTable, table

AGES = 10**10


@pytest.fixture
def storage(database: str) -> Iterator[Storage]:
    opened = Storage(database)
    yield opened
    opened.close()


def kept(storage: Storage, id: str = "test", here: TestTable | None = None) -> TestTable:
    """Keep a table with all its events."""
    here = here or table()
    tables_storage.create(storage, id, here.entries[0], standing_of(here)).result(60)
    for entry in here.entries[1:]:
        in_a_loop(partial(tables_storage.append, storage, id, entry, standing_of(here)))
    return here


def said(number: int, text: str = "hello") -> Entry:
    return Entry(number=number, at=1.0, event=Said(who="ann", name="Ann", text=text))


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")
def test_only_the_owner_can_read_the_database(tmp_path: Path) -> None:
    file = tmp_path / "site.sqlite"
    for _ in range(2):
        with contextlib.closing(Storage(f"sqlite:///{file}")) as storage:
            kept(storage, f"test{time.monotonic_ns()}")
            files = [one for one in tmp_path.iterdir() if ".lock" not in one.name]
            assert {one.suffix for one in files} == {".sqlite", ".sqlite-wal", ".sqlite-shm"}
            assert all(one.stat().st_mode & 0o777 == 0o600 for one in files)
        file.chmod(0o644)  # as older versions left it


def test_events_come_back_as_they_were_also_after_closing(database: str) -> None:
    storage, here = Storage(database), table()
    here.play_on(9)
    kept(storage, here=here)
    assert tables_storage.entries(storage, "test").result(60) == list(here.entries)
    assert tables_storage.entries(storage, "test", 7).result(60) == here.entries[8:]
    storage.close()
    again = Storage(database)
    assert tables_storage.entries(again, "test").result(60) == list(here.entries)
    again.close()


def test_of_two_events_of_one_number_one_is_kept(storage: Storage) -> None:
    here = kept(storage)

    async def append() -> list[BaseException | None]:
        entries = (said(1, "first"), said(1, "second"), said(2))
        appended = (tables_storage.append(storage, "test", entry, standing_of(here)) for entry in entries)
        return await asyncio.gather(*appended, return_exceptions=True)

    first, second, other = in_a_loop(append)
    assert first is other is None
    assert isinstance(second, Conflict)
    assert [entry.event for entry in tables_storage.entries(storage, "test").result(60)[1:]] == [
        said(1, "first").event,
        said(2).event,
    ]


def test_what_collides_every_time_is_given_up(storage: Storage) -> None:
    """The clock stands still, so a second report has the time of the first."""
    row = {"process_id": "one", "kind": "person", "subject": "ann", "at": 1.0, "seconds": 2.0}

    def write() -> None:
        storage.write(lambda connection: connection.execute(usage.insert().values(row))).result(60)

    write()
    with pytest.raises(Collision):
        write()
    assert kept(storage).entries, "others can write"


def test_many_writers_at_once_lose_nothing(storage: Storage) -> None:
    standing = standing_of(kept(storage))
    won: list[int] = []

    def write() -> None:
        for number in range(1, 60):
            try:
                in_a_loop(partial(tables_storage.append, storage, "test", said(number), standing))
                won.append(number)
            except Conflict:
                pass

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == list(range(1, 60)), "every number exactly once"
    assert len(tables_storage.entries(storage, "test").result(60)) == 60


def test_an_acknowledged_event_is_there_for_others(storage: Storage, database: str) -> None:
    kept(storage)
    in_a_loop(partial(tables_storage.append, storage, "test", said(1), standing_of(table())))
    engine = sa.create_engine(parse_url(database))
    with engine.connect() as other:
        assert other.execute(sa.text("select number from events order by number")).scalars().all() == [0, 1]
        if engine.name == "sqlite":
            assert other.execute(sa.text("pragma journal_mode")).scalar_one() == "wal"
    engine.dispose()


def test_lists_follow_the_events(storage: Storage) -> None:
    waiting = kept(storage, "waiting", table(who=("ann", ""), public=True))
    kept(storage, "private", table(who=("ann", "")))
    running = kept(storage, "running", table("vulkan", public=True, clock="5 minutes"))
    assert tables_storage.lists(storage, "", 10, 10).result(60).open == ["waiting"]
    assert tables_storage.lists(storage, "", 10, 10).result(60).running == ["running"]
    assert set(tables_storage.lists(storage, "ann", 10, 10).result(60).mine) == {"waiting", "private", "running"}
    assert tables_storage.lists(storage, "bob", 10, 10).result(60).mine == ["running"]

    waiting.do(commands.sit_down(waiting, "bob", 1, "Bob"))
    in_a_loop(partial(tables_storage.append, storage, "waiting", waiting.entries[-1], standing_of(waiting)))
    assert tables_storage.lists(storage, "", 10, 10).result(60).open == []
    assert set(tables_storage.lists(storage, "bob", 10, 10).result(60).mine) == {"waiting", "running"}
    waiting.do(commands.leave(waiting, "bob", 1))
    in_a_loop(partial(tables_storage.append, storage, "waiting", waiting.entries[-1], standing_of(waiting)))
    assert tables_storage.lists(storage, "bob", 10, 10).result(60).mine == ["running"]

    running.do(commands.resign(running, "ann"))
    in_a_loop(partial(tables_storage.append, storage, "running", running.entries[-1], standing_of(running)))
    assert tables_storage.lists(storage, "bob", 10, 10).result(60).mine == []
    found = tables_storage.lists(storage, "bob", 10, 10).result(60)
    assert found.finished == ["running"]
    assert found.newest == {"running": running.number, "waiting": waiting.number}


def test_an_event_that_changes_nothing_in_the_lists_is_stored_alone(storage: Storage) -> None:
    here = kept(storage)
    in_a_loop(partial(tables_storage.append, storage, "test", said(1), None))
    assert [entry.number for entry in tables_storage.entries(storage, "test").result(60)] == [0, 1]
    assert tables_storage.lists(storage, "ann", 10, 10).result(60).mine == ["test"]
    with pytest.raises(Conflict):
        in_a_loop(partial(tables_storage.append, storage, "test", said(1), None))
    in_a_loop(partial(tables_storage.append, storage, "test", said(2), standing_of(here)))
    assert [entry.number for entry in tables_storage.entries(storage, "test").result(60)] == [0, 1, 2]


def test_the_solitaire_of_a_day_counts_who_tried_and_won(storage: Storage) -> None:
    def keep(id: str, who: str, plies: int, won: bool | None) -> None:
        standing = Standing(
            state="running" if won is None else "over",
            public=False,
            deadline=None,
            day="2026-11-15",
            won=won,
            begun=plies > 0,
            changed=0.0,
            holders=frozenset({who}),
        )
        tables_storage.create(storage, id, table().entries[0], standing).result(60)

    assert daily_storage.day(storage, "2026-11-15").result(60) is None
    daily_storage.keep_day(storage, "2026-11-15", "feurio", "daily-2026-11-15-2").result(60)
    daily_storage.keep_day(storage, "2026-11-15", "feurio", "daily-2026-11-15-3").result(60)
    assert daily_storage.day(storage, "2026-11-15").result(60) == ("feurio", "daily-2026-11-15-2"), "the first stays"
    keep("looked", "ann", 0, None)
    keep("tried", "bob", 3, None)
    keep("lost", "cid", 70, False)
    keep("won", "dan", 70, True)
    assert daily_storage.tries(storage, "2026-11-15").result(60) == (3, 1)
    assert daily_storage.day_of(storage, "bob", "2026-11-15").result(60) == "tried"
    assert daily_storage.day_of(storage, "bob", "2026-11-16").result(60) is None


def test_a_link_is_used_once_and_in_time(storage: Storage) -> None:
    people_storage.keep_link(storage, "token", "sealed", now=0, until=AGES).result(60)
    people_storage.keep_link(storage, "old", "sealed", now=0, until=5).result(60)
    assert people_storage.use_link(storage, "token", now=1).result(60) == "sealed"
    assert people_storage.use_link(storage, "token", now=1).result(60) is None
    assert people_storage.use_link(storage, "old", now=6).result(60) is None


def test_secrets_are_stored_hashed_or_sealed(storage: Storage, database: str) -> None:
    identity, token = "00112233445566778899aabbccddeeff", "a-token-of-a-link"
    hidden = sealed(identity, token)
    assert sealed(hidden, token) == identity
    people_storage.keep_link(storage, hashed(token), hidden, now=0, until=AGES).result(60)
    people_storage.rename(storage, hashed(identity), "Ann").result(60)
    assert people_storage.name_of(storage, hashed(identity)).result(60) == "Ann"
    engine = sa.create_engine(parse_url(database))
    with engine.connect() as connection:
        content = str([connection.execute(sa.select(columns)).all() for columns in metadata.sorted_tables])
    engine.dispose()
    assert "Ann" in content
    assert identity not in content
    assert token not in content


@pytest.mark.parametrize("wrong", ["site.sqlite", "mysql://localhost/site", "sqlite//site"])
def test_an_address_that_is_none_is_said_so(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"SQLite or PostgreSQL|address of a database"):
        parse_url(wrong)


def test_many_processes_may_start_at_once(postgresql: Callable[[], str]) -> None:
    database = postgresql()
    opened: list[Storage] = []
    threads = [threading.Thread(target=lambda: opened.append(Storage(database))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 4
    for storage in opened:
        storage.close()


def test_a_process_waits_while_another_makes_the_file(tmp_path: Path) -> None:
    file = tmp_path / "site.sqlite"
    opened: list[Storage] = []
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as maker:
        maker.execute("begin immediate")
        maker.execute("create table another (word)")
        thread = threading.Thread(target=lambda: opened.append(Storage(f"sqlite:///{file}")))
        thread.start()
        thread.join(0.2)
        maker.execute("commit")
        thread.join()
    assert len(opened) == 1
    opened[0].close()
