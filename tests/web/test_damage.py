"""One table whose stored events are damaged, or one background task that fails, stops nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import pkgutil
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from funkenflug.site.app import create_app
from funkenflug.site.infra.background import Background
from funkenflug.site.infra.db.engine import parse_url
from funkenflug.site.infra.db.schema import events, standings
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.tables.registry import TableRegistry
from tests.waiting import wait_until
from tests.web.conftest import in_a_loop, serving, serving_app
from tests.web.people import Person, hear

HERE = [{"kind": "me"}, {"kind": "here"}]
FRIEND = [{"kind": "me"}, {"kind": "friend"}]
DAMAGE = {
    "broken JSON": '{"type": "Played", "seat"',
    "an unknown kind": '{"type": "Danced", "seat": 0}',
    "an illegal move": '{"type": "Played", "seat": 0, "moves": ["nowhere"]}',
    "no such seat": '{"type": "Left", "seat": 7}',
}


@contextlib.contextmanager
def connected(database: str) -> Iterator[sa.Connection]:
    engine = sa.create_engine(parse_url(database))
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def store(database: str, table: str, number: int, data: str) -> None:
    """Write an event past the site."""
    with connected(database) as connection:
        connection.execute(events.delete().where(events.c.table_id == table, events.c.number == number))
        connection.execute(events.insert().values(table_id=table, number=number, data=data, at=0.0))


def let_check_clocks(database: str, *tables: str) -> None:
    """Let the site look at the clocks of tables."""
    with connected(database) as connection:
        connection.execute(standings.update().where(standings.c.table_id.in_(tables)).values(deadline=1.0))


def metric(person: Person, name: str) -> float:
    lines = person.get("/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"funkenflug_{name} "))


def listed(person: Person) -> set[str]:
    answer = person.get("/api/tables")
    assert answer.status_code == 200, answer.text
    return {table["id"] for tables in answer.json().values() for table in tables}


def test_a_damaged_table_is_set_aside_and_all_others_go_on(
    database: str, person_at: Callable[..., Person], caplog: pytest.LogCaptureFixture
) -> None:
    with serving(database) as url:
        ann = person_at(url, "Ann")
        damaged = {ann.new_table(seats=FRIEND, public=True): data for data in DAMAGE.values()}
        sound = ann.new_table(seats=FRIEND, public=True)
    for table, data in damaged.items():
        store(database, table, 1, data)
    with serving(database) as url, caplog.at_level(logging.ERROR, "funkenflug"):
        again, bob = person_at(url), person_at(url, "Bob")
        again.cookies = ann.cookies
        for person in (again, bob, again):
            assert listed(person) == {sound}
        for table in damaged:
            answer = again.get(f"/api/tables/{table}")
            assert (answer.status_code, answer.json()) == (410, {"error": "This table is damaged and can’t be opened"})
            page = bob.get(f"/t/{table}", headers={"Accept-Language": "de"})
            assert page.status_code == 410
            assert "Dieser Tisch ist beschädigt und lässt sich nicht öffnen" in page.text
        assert again.see(sound)["number"] >= 0
        assert metric(again, "tables_set_aside") == len(DAMAGE)
    names = {hashlib.sha256(table.encode()).hexdigest()[:8] for table in damaged}
    told = sorted(record.getMessage() for record in caplog.records)
    assert told == sorted(f"table {name} cannot be read: set aside" for name in names)
    assert not any(table in caplog.text for table in damaged)


def test_a_table_that_is_damaged_while_it_is_played_is_set_aside(
    postgresql: Callable[[], str], person_at: Callable[..., Person]
) -> None:
    database = postgresql()
    with serving(database) as url:
        ann = person_at(url, "Ann")
        damaged, sound = (ann.new_table(seats=HERE) for _ in range(2))
        with ann.watch(damaged) as connection:
            store(database, damaged, 1, DAMAGE["broken JSON"])
            assert ann.get(f"/api/tables/{damaged}").status_code == 410
            with pytest.raises(ConnectionClosed):
                hear(connection, "nothing more")
        assert listed(ann) == {sound}
        ann.play(sound)


def test_clocks_run_out_beside_tables_that_fail(
    database: str,
    person_at: Callable[..., Person],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """One table is damaged, and one fails in another way: the clock of the third still runs out."""
    app = create_app(database, 0.02)
    get = TableRegistry.get
    failing = ""

    async def fail_for_one(self: TableRegistry, id: str) -> object:
        if id == failing:
            raise RuntimeError("this table fails")
        return await get(self, id)

    monkeypatch.setattr(TableRegistry, "get", fail_for_one)
    with serving_app(app) as url:
        ann = person_at(url, "Ann")
        tables = [ann.new_table(seats=HERE, clock="5 minutes") for _ in range(3)]
        damaged, failing, sound = tables
        asyncio.run_coroutine_threadsafe(forget(app.state.site.tables, damaged), app.state.loop).result()
        store(database, damaged, 1, DAMAGE["broken JSON"])
        age(app.state.site.tables, sound)
        let_check_clocks(database, *tables)
        wait_until(lambda: ann.see(sound)["outcome"])
        wait_until(lambda: metric(ann, "tables_set_aside") == 1 and metric(ann, "background_failures_total") >= 1)
    told = {record.getMessage() for record in caplog.records if record.name.endswith("background")}
    assert told == {"the clock of a table failed"}


async def forget(tables: TableRegistry, id: str) -> None:
    """Drop a table from memory, as the site does when it holds too many."""
    del tables._tables[id]


def age(tables: TableRegistry, id: str) -> None:
    """Let the turn at a table have begun ten minutes ago."""
    tables._tables[id].table.turn_began -= 600


def test_a_background_task_that_fails_is_started_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pauses = []

    async def note(seconds: float) -> None:
        pauses.append(seconds)
        await asyncio.sleep(0)

    # for this module alone: other sites of the tests sleep in this process, too
    patched = SimpleNamespace(**(vars(asyncio) | {"sleep": note}))
    monkeypatch.setattr("funkenflug.site.infra.background.asyncio", patched)

    async def watch() -> int:
        background, works = Background(), asyncio.Event()

        async def work() -> None:
            if background.failures < 8:
                raise OSError("too many open files")
            works.set()
            await asyncio.Event().wait()

        background.supervise("the work", work)
        await works.wait()
        await background.stop()
        background.close()
        return background.failures

    assert in_a_loop(watch) == 8
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60]
    assert [record.getMessage() for record in caplog.records] == ["the work failed"] * 8


@pytest.mark.slow
@pytest.mark.parametrize("query", ["funkenflug.site.tables.clocks.due", "funkenflug.site.daily.storage.day"])
def test_the_clocks_and_the_solitaire_of_the_day_go_on_after_a_failure(
    query: str, database: str, person_at: Callable[..., Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`due` is asked by the clocks, `day` by the search for the solitaire of the day."""
    ask, asked = pkgutil.resolve_name(query), []

    class OwnStorage(Storage):
        """The storage of this site: others of the tests run in this process, too."""

    def fail_at_first(storage: Storage, *values: Any) -> Any:
        if isinstance(storage, OwnStorage):
            asked.append(values)
            if len(asked) == 1:
                raise OSError("too many open files")
        return ask(storage, *values)

    monkeypatch.setattr(query, fail_at_first)
    monkeypatch.setattr("funkenflug.site.app.Storage", OwnStorage)
    with serving(database) as url:
        wait_until(lambda: len(asked) > 1)
        assert metric(person_at(url), "background_failures_total") == 1
