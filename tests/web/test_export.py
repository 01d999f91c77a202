"""A whole site as files."""

from __future__ import annotations

import sqlite3
import stat
import threading
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

import funkenflug
from funkenflug.cli import main
from funkenflug.site.daily import storage as daily_storage
from funkenflug.site.infra.db.engine import parse_url
from funkenflug.site.infra.db.schema import facts, metadata, presences, processes
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.people import storage as people_storage
from funkenflug.site.tables import storage as tables_storage
from funkenflug.site.tables.events import Entry, Said
from funkenflug.site.tables.registry import standing_of
from tests.web.conftest import in_a_loop
from tests.web.matches import TestTable, table


def inhabit(database: str) -> None:
    """Play some matches at a fresh site."""
    storage = Storage(database)
    for number, game in enumerate(("feurio", "vulkan", "feuer-wasser")):
        here = table(game, clock="5 minutes", public=True)
        here.play_on(9)
        here.do(Said(who="ann", name="Ann", text="a\u2028b\x85“c”\r\n"))
        keep(storage, f"table-{number}", here)
    people_storage.rename(storage, "ann", "Ann").result(60)
    daily_storage.keep_day(storage, "2026-11-15", "feurio", "daily").result(60)
    people_storage.keep_link(storage, "token", "sealed", now=0, until=10**10).result(60)
    storage.close()


def keep(storage: Storage, id: str, here: TestTable) -> None:
    tables_storage.create(storage, id, here.entries[0], standing_of(here)).result(60)
    for entry in here.entries[1:]:
        in_a_loop(partial(tables_storage.append, storage, id, entry, standing_of(here)))


def content(database: str) -> dict[str, list[tuple[object, ...]]]:
    """Return everything that belongs to a site."""
    engine = sa.create_engine(parse_url(database))
    with engine.connect() as connection:
        found = {
            kind.name: sorted(map(tuple, connection.execute(sa.select(kind)).all()), key=repr)
            for kind in metadata.sorted_tables
            if kind not in (facts, processes, presences)
        }
    engine.dispose()
    return found


@pytest.mark.parametrize("name", ["moved.zip", "moved"])
def test_a_site_moves_wholly(
    database: str, name: str, tmp_path: Path, postgresql: Callable[[], str], capsys: pytest.CaptureFixture[str]
) -> None:
    inhabit(database)
    moved = tmp_path / name
    there = postgresql() if database.startswith("sqlite") else f"sqlite:///{tmp_path / 'there.sqlite'}"
    assert main(["export", str(moved), "--database", database]) == 0
    assert stat.S_IMODE(moved.stat().st_mode) & 0o077 == 0, "it tells every deal"
    assert main(["import", str(moved), "--database", there]) == 0
    assert "3 tables imported" in capsys.readouterr().out
    assert content(there) == content(database)
    storage = Storage(there)
    assert people_storage.name_of(storage, "ann").result(60) == "Ann"
    storage.close()


def test_records_of_a_moved_site_can_be_read_by_anybody(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'site.sqlite'}"
    inhabit(database)
    assert main(["export", str(tmp_path / "moved"), "--database", database]) == 0
    for file in (tmp_path / "moved" / "tables").glob("*.ff"):
        assert len(funkenflug.load(file.read_text()).moves) == 9


def test_nothing_is_ever_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path / 'site.sqlite'}"
    inhabit(database)
    before = content(database)
    for name in ("there.zip", "there"):
        (tmp_path / name).write_text("precious")
        for command in ("export", "backup"):
            assert main([command, str(tmp_path / name), "--database", database]) == 2
            assert "File exists" in capsys.readouterr().err
        assert (tmp_path / name).read_text() == "precious"
    assert main(["export", str(tmp_path / "moved.zip"), "--database", database]) == 0
    assert main(["import", str(tmp_path / "moved.zip"), "--database", database]) == 2
    assert "there is a site in this database already" in capsys.readouterr().err
    assert content(database) == before


def test_what_cannot_be_moved_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path / 'site.sqlite'}"
    empty = f"sqlite:///{tmp_path / 'empty.sqlite'}"

    def told(*arguments: str) -> str:
        assert main(arguments) == 2
        return capsys.readouterr().err

    assert "no site found" in told("export", str(tmp_path / "moved"), "--database", database)
    assert "no site found" in told("backup", str(tmp_path / "copy"), "--database", database)
    assert not (tmp_path / "site.sqlite").exists()
    assert "pg_dump" in told("backup", str(tmp_path / "copy"), "--database", "postgresql://localhost/site")
    assert "not in mysql" in told("export", str(tmp_path / "moved"), "--database", "mysql://localhost/site")
    assert "No such file" in told("import", str(tmp_path / "nothing"), "--database", empty)
    (tmp_path / "text").write_text("hello")
    assert "neither a folder nor a zip file" in told("import", str(tmp_path / "text"), "--database", empty)
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as other:
        other.writestr("hello", "hello")
    assert "is not a site of Funkenflug" in told("import", str(tmp_path / "other.zip"), "--database", empty)
    assert not (tmp_path / "empty.sqlite").exists()


def test_half_a_site_is_not_imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path / 'site.sqlite'}"
    empty = f"sqlite:///{tmp_path / 'empty.sqlite'}"
    inhabit(database)
    moved = tmp_path / "moved"
    assert main(["export", str(moved), "--database", database]) == 0
    events_file = moved / "tables" / "table-2.jsonl"
    whole = events_file.read_text().split("\n")
    for damaged in ("\n".join(whole[:5]), "\n".join([*whole[:3], *whole[4:]]), '{"number": 0}', ""):
        events_file.write_text(damaged)
        assert main(["import", str(moved), "--database", empty]) == 2
        assert capsys.readouterr().err
        assert not any(content(empty).values())
    events_file.write_text("\n".join(whole))
    assert main(["import", str(moved), "--database", empty]) == 0
    assert content(empty) == content(database)


def test_a_running_site_is_copied(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'site.sqlite'}"
    inhabit(database)
    storage, end, here = Storage(database), threading.Event(), table()
    keep(storage, "busy", here)
    written: list[Entry] = []

    def write() -> None:
        while not end.is_set():
            entry = Entry(number=len(written) + 1, at=1.0, event=Said(who="ann", name="Ann", text="hello"))
            in_a_loop(partial(tables_storage.append, storage, "busy", entry, standing_of(here), False))
            written.append(entry)

    writing = threading.Thread(target=write)
    writing.start()
    while len(written) < 10:
        assert writing.is_alive()
        writing.join(0.01)
    before = len(written)
    assert main(["backup", str(tmp_path / "copy.sqlite"), "--database", database]) == 0
    end.set()
    writing.join()
    storage.close()
    with sqlite3.connect(tmp_path / "copy.sqlite") as copy:
        count = copy.execute("select count(*) from events where table_id = 'busy'").fetchone()[0]
    copy.close()
    assert before <= count - 1 <= len(written), "everything that was there when it began"
    again = Storage(f"sqlite:///{tmp_path / 'copy.sqlite'}")
    assert len(tables_storage.entries(again, "busy").result(60)) == count
    again.close()
