"""Nothing that was acknowledged is lost, whatever breaks. The long version is `python -m bench.faults`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError
from websockets.exceptions import InvalidStatus

from tests.web.conftest import serving
from tests.web.faults import cut_connections, run
from tests.web.people import Person, hear
from tests.web.servers import PostgreSQL, Server
from tests.web.test_serve import answer

HERE = [{"kind": "me"}, {"kind": "here"}]


@pytest.mark.slow
def test_postgresql_is_killed_while_tables_are_played_and_nothing_is_lost(postgresql_server: PostgreSQL) -> None:
    database = postgresql_server.new_database()
    report = run(
        database, servers=2, tables=32, seconds=600, most_faults=2, moves_between=60, seed=19, own=postgresql_server
    )
    assert report.wrong == []
    assert report.faults["crash"] > 0
    assert report.moves > 50


@pytest.mark.slow
@pytest.mark.parametrize(("database", "servers"), [("sqlite", 1), ("postgresql", 2)], indirect=["database"])
def test_servers_are_killed_and_nothing_is_lost(database: str, servers: int) -> None:
    report = run(database, servers=servers, tables=64, seconds=200, most_faults=2, moves_between=60, seed=3)
    assert report.wrong == []
    assert report.faults == {"kill": 1, "fill" if servers == 1 else "cut": 1}
    assert report.moves > 50


def test_a_full_disk_is_told_and_when_there_is_room_it_goes_on(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'site.sqlite'}")
    try:
        answer(f"{server.url}/api/me")
        with contextlib.closing(Person(server.url, "Ann")) as ann:
            table = ann.new_table(seats=HERE)
            ann.play(table)
            seen = ann.see(table)
            move = {"number": seen["number"], "seat": seen["to_move"], "moves": [seen["choices"][0]]}
            with server.full_disk():
                for _ in range(3):
                    assert ann.refused(507, table, "moves", **move) == ("Not saved: the site has run out of space.")
                    assert ann.see(table)["plies"] == 1, "and what was kept can be seen"
            assert ann.do(table, "moves", **move)["plies"] == 2
            server.kill()
            server.start()
            answer(f"{server.url}/api/me")
            assert ann.see(table)["plies"] == 2
    finally:
        server.kill()


def test_a_full_disk_of_postgresql_is_told_too(postgresql: Callable[[], str], person_at: Callable[..., Person]) -> None:
    database = postgresql()
    with serving(database) as url, psycopg.connect(database, autocommit=True) as server:
        ann = person_at(url, "Ann")
        table = ann.new_table(seats=HERE)
        move = {"number": 0, "seat": 0, "moves": [ann.see(table)["choices"][0]]}
        server.execute(
            "create function no_room() returns trigger language plpgsql as"
            " $$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$"
        )
        server.execute("create trigger full_disk before insert on events execute function no_room()")
        assert "run out of space" in ann.refused(507, table, "moves", **move)
        server.execute("drop trigger full_disk on events")
        assert ann.do(table, "moves", **move)["plies"] == 1


def test_postgresql_is_killed_and_the_site_goes_on_when_it_is_back(
    postgresql_server: PostgreSQL, person_at: Callable[..., Person]
) -> None:
    database = postgresql_server.new_database()
    with serving(database) as first, serving(database) as second:
        ann, stranger = person_at(first, "Ann"), person_at(second)
        table = ann.new_table(seats=HERE)
        ann.play(table)
        seen = ann.see(table)
        move = {"number": seen["number"], "seat": seen["to_move"], "moves": [seen["choices"][0]]}
        with stranger.watch(table) as watching:
            hear(watching, "snapshot")
            postgresql_server.kill()
            try:
                assert ann.refused(503, table, "moves", **move) in (
                    "Not saved. Please try again.",
                    "The site can’t load its tables right now. Please try again soon.",
                )
                page = stranger.get(f"/t/{table}")
                assert (page.status_code, page.headers["content-type"]) == (503, "text/html; charset=utf-8")
                assert "The site can’t load its tables right now" in page.text
                with pytest.raises(InvalidStatus) as denied:
                    stranger.watch(table)
                assert denied.value.response.status_code == 503
                assert stranger.get("/").status_code == 200, "what needs no table is there"
                assert (stranger.get("/healthz").status_code, stranger.get("/readyz").status_code) == (200, 503)
            finally:
                postgresql_server.start()
            assert ann.see(table)["plies"] == 1, "what was acknowledged is there"
            assert ann.do(table, "moves", **move)["plies"] == 2
            while hear(watching, "update")["plies"] < 2:
                pass
        with stranger.watch(table) as again:
            assert hear(again, "snapshot")["plies"] == 2


@pytest.mark.slow
def test_broken_connections_are_mended(postgresql: Callable[[], str]) -> None:
    database = postgresql()
    with serving(database) as first, serving(database) as second, contextlib.ExitStack() as stack:
        ann = stack.enter_context(contextlib.closing(Person(first, "Ann")))
        there = stack.enter_context(contextlib.closing(Person(second)))
        there.cookies = ann.cookies
        table = ann.new_table(seats=HERE)
        watching = stack.enter_context(there.watch(table))
        hear(watching, "snapshot")
        for plies in (1, 2, 3):
            cut_connections(database)
            seen = ann.see(table)
            assert ann.play(table)["plies"] == plies
            update = hear(watching, "update")
            while update["plies"] < plies:
                update = hear(watching, "update")
            assert seen["plies"] == plies - 1


def test_a_commit_whose_answer_is_lost_is_not_done_twice(
    database: str, person_at: Callable[..., Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(database) as url:
        ann = person_at(url, "Ann")
        table = ann.new_table(seats=HERE)
        move = {"number": 0, "seat": 0, "moves": [ann.see(table)["choices"][0]]}
        with monkeypatch.context() as broken:
            commit = sa.Connection.commit

            def lose_the_answer(self: sa.Connection) -> None:
                commit(self)
                raise OperationalError("commit", {}, Exception("connection lost"), connection_invalidated=True)

            broken.setattr(sa.Connection, "commit", lose_the_answer)
            assert "may not have been saved" in ann.refused(503, table, "moves", **move)
        assert ann.see(table)["plies"] == 1, "it was kept, and whoever looks is told"
        assert ann.do(table, "moves", **move)["plies"] == 1, "the same request again changes nothing"
