"""Databases of older versions."""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from funkenflug.site.infra.db import schema
from funkenflug.site.infra.db.engine import parse_url
from funkenflug.site.infra.db.export import ExportError
from funkenflug.site.infra.db.schema import VERSION, Incompatible, metadata
from funkenflug.site.infra.db.storage import Storage
from tests.waiting import LONG
from tests.web.conftest import serving
from tests.web.people import Person
from tests.web.servers import Server
from tests.web.test_serve import answer

SITES = Path(__file__).parent / "sites"
BEFORE_MIGRATIONS = SITES / "before_migrations.sql"
COOKIES = {
    "Ann": "ee6b3f3e66c90de22f272b1c3a0d64eb.0PDY37vxyR7k1GBqKJ4QDrqFJQw",
    "Bob": "c339bde3a8bc1771fbae8fb296edc07e.7uCZYVr_pzP0Nkxddfg03BKpViQ",
}
RUNNING, TIMED, AGAINST_BOT, OPEN, OVER = (
    "qxGLpKcOmR_x",
    "GTPhzxmXaWDK",
    "rsCq2aNFyuVi",
    "KYsRFfQqRV0J",
    "rsl-Lrj8JpDc",
)


@pytest.fixture
def old_site(tmp_path: Path) -> Path:
    """Return a site as it was before there were migrations."""
    file = tmp_path / "site.sqlite"
    with sqlite3.connect(file) as connection:
        connection.executescript(BEFORE_MIGRATIONS.read_text())
    connection.close()
    return file


def differences(database: str) -> list[object]:
    engine = sa.create_engine(parse_url(database))
    with engine.connect() as connection:
        found: list[object] = compare_metadata(
            MigrationContext.configure(connection, opts={"compare_type": True}), metadata
        )
    engine.dispose()
    return found


def test_a_fresh_site_is_what_the_code_expects(database: str) -> None:
    Storage(database).close()
    assert differences(database) == []


def test_an_old_site_becomes_what_the_code_expects(old_site: Path) -> None:
    for _ in range(2):
        Storage(f"sqlite:///{old_site}").close()
        assert differences(f"sqlite:///{old_site}") == []


def test_the_last_migration_is_the_version() -> None:
    settings = Config()
    settings.set_main_option("script_location", str(Path(schema.__file__).parent / "migrations"))
    assert ScriptDirectory.from_config(settings).get_heads() == [VERSION]


def test_a_site_that_is_up_to_date_starts_without_alembic(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Storage(database).close()
    monkeypatch.setitem(sys.modules, "alembic", None)
    Storage(database).close()


def test_matches_of_an_old_site_go_on(old_site: Path) -> None:
    with serving(old_site) as url:
        people = {name: Person(url) for name in COOKIES}
        for name, person in people.items():
            person.cookies["who"] = COOKIES[name]
            assert person.get("/api/me").json()["name"] == name
        ann, bob = people.values()
        assert ann.see(RUNNING)["chat"][0]["text"] == "Your move, Bob – “quick”!"
        for table, plies in ((RUNNING, 9), (TIMED, 5)):
            assert ann.see(table)["plies"] == plies
            mover = (ann, bob)[ann.see(table)["to_move"]]
            assert mover.play(table)["plies"] == plies + 1
        assert ann.wait_for_turn(AGAINST_BOT)["plies"] == 6
        ann.play(AGAINST_BOT)
        assert ann.wait_for_turn(AGAINST_BOT)["plies"] == 8
        ann.do(OPEN, "seats/1")
        assert ann.see(OPEN)["state"] == "running"
        assert ann.see(OVER)["outcome"]
        for person in people.values():
            person.close()


def test_a_site_of_a_newer_version_is_left_alone(old_site: Path) -> None:
    Storage(f"sqlite:///{old_site}").close()
    with sqlite3.connect(old_site) as connection:
        connection.execute("update alembic_version set version_num = '999'")
    connection.close()
    with pytest.raises(Incompatible, match="This site is of version 999"):
        Storage(f"sqlite:///{old_site}")


# Only `serve` and `migrate` change a schema


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "funkenflug", *words], capture_output=True, text=True, timeout=LONG, check=False
    )


def content(file: Path) -> list[str]:
    """Return everything in a database, as its own statements."""
    with contextlib.closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
        return list(connection.iterdump())


def set_version(file: Path, version: str) -> None:
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("update alembic_version set version_num = ?", (version,))


READING = (
    "list",
    "heavy",
    f"people {RUNNING}",
    f"close {RUNNING}",
    f"reopen {RUNNING}",
    "ban 203.0.113.7",
    "unban ::1",
)


@pytest.mark.slow
@pytest.mark.parametrize("version", ["1", "999"])
def test_other_commands_leave_another_schema_alone(version: str, old_site: Path, tmp_path: Path) -> None:
    if version == "999":
        Storage(f"sqlite:///{old_site}").close()
        set_version(old_site, version)
    before = hashlib.sha256(old_site.read_bytes()).digest()
    current = tmp_path / "current.sqlite"
    Storage(f"sqlite:///{current}").close()
    assert command("export", str(tmp_path / "empty.zip"), "--database", f"sqlite:///{current}").returncode == 0
    commands = [["site", *words.split()] for words in READING]
    commands += [["export", str(tmp_path / "moved.zip")], ["import", str(tmp_path / "empty.zip")]]
    for words in commands:
        done = command(*words, "--database", f"sqlite:///{old_site}")
        assert done.returncode == 2, words
        assert f"This site is of version {version}" in done.stderr, words
        assert f"version {VERSION}" in done.stderr, words
        assert ("funkenflug migrate" in done.stderr) == (version == "1"), words
        assert hashlib.sha256(old_site.read_bytes()).digest() == before, words
    assert not (tmp_path / "moved.zip").exists()
    assert command("backup", str(tmp_path / "copy.sqlite"), "--database", f"sqlite:///{old_site}").returncode == 0
    assert content(tmp_path / "copy.sqlite") == content(old_site)


def copy_of(site: Path) -> Path:
    (copy,) = site.parent.glob("*.version-1.sqlite")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    return copy


def test_migrate_keeps_a_copy(old_site: Path) -> None:
    before, address = content(old_site), f"sqlite:///{old_site}"
    done = command("migrate", "--database", address)
    assert done.returncode == 0
    assert content(copy_of(old_site)) == before
    assert " ".join(done.stdout.split()) == (
        f"Migrated from version 1 to version {VERSION}. The old database was copied to {copy_of(old_site)} first."
    )
    assert differences(address) == []
    again = command("migrate", "--database", address)
    assert (again.returncode, again.stdout) == (0, f"This site is of version {VERSION} already.\n")
    assert command("site", "list", "--database", address).returncode == 0
    copy_of(old_site)


def test_serve_keeps_a_copy(old_site: Path) -> None:
    before = content(old_site)
    server = Server(f"sqlite:///{old_site}")
    try:
        answer(f"{server.url}/api/me")
        busy = command("migrate", "--database", f"sqlite:///{old_site}")
        assert busy.returncode == 2
        assert "Another Funkenflug server is using" in busy.stderr
    finally:
        server.kill()
    assert content(copy_of(old_site)) == before


def test_a_copy_that_cannot_be_written_leaves_the_site_as_it_was(
    old_site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ExportError("no room")

    before = content(old_site)
    monkeypatch.setattr("funkenflug.site.infra.db.upgrade.backup", fails)
    with pytest.raises(ExportError):
        Storage(f"sqlite:///{old_site}")
    assert content(old_site) == before


def test_a_database_without_a_site_gets_none(tmp_path: Path) -> None:
    (tmp_path / "empty.sqlite").touch()
    for words in (["site", "list"], ["export", str(tmp_path / "moved.zip")], ["migrate"]):
        done = command(*words, "--database", f"sqlite:///{tmp_path / 'empty.sqlite'}")
        assert (done.returncode, "no site" in done.stderr) == (2, True), words
    assert (tmp_path / "empty.sqlite").read_bytes() == b""


def make_old(database: str) -> None:
    """Turn a site in PostgreSQL back into one of version 6."""
    Storage(database).close()
    engine = sa.create_engine(parse_url(database))
    with engine.begin() as connection:
        connection.execute(sa.text("alter table standings drop column begun, add column plies integer not null"))
        connection.execute(sa.text("update alembic_version set version_num = '6'"))
    engine.dispose()


def test_an_old_version_that_is_running_on_postgresql_is_not_cut_off(postgresql: Callable[[], str]) -> None:
    database = postgresql()
    make_old(database)
    engine = sa.create_engine(parse_url(database))
    other = {"id": "old", "machine": "elsewhere", "pid": 1, "until": time.time() + 3600}
    with engine.begin() as connection:
        connection.execute(schema.processes.insert().values(other))
    for words in (["migrate"], ["serve", "--no-browser", "--port", "0"]):
        refused = command(*words, "--database", database)
        assert refused.returncode == 2, words
        assert "1 process of an older version is serving this site" in " ".join(refused.stderr.split()), words
    assert "version 6" in command("site", "list", "--database", database).stderr
    with engine.begin() as connection:
        connection.execute(schema.processes.delete())
    engine.dispose()
    done = command("migrate", "--database", database)
    assert (done.returncode, "pg_dump" in done.stdout) == (0, True)
    assert differences(database) == []


def test_the_first_process_migrates_postgresql(postgresql: Callable[[], str]) -> None:
    database = postgresql()
    make_old(database)
    Storage(database).close()
    assert differences(database) == []


# A site as commit 0e3f343 left it: 24 tables of every game, mode and number of players, and what each person saw


SEEN: dict[str, Any] = json.loads((SITES / "0e3f343.json").read_text())


@pytest.fixture(scope="module")
def last_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Person]]:
    """Serve that site, and return its people."""
    file = tmp_path_factory.mktemp("site") / "site.sqlite"
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.executescript((SITES / "0e3f343.sql").read_text())
    with serving(file) as url:
        people = {name: Person(url) for name in SEEN["cookies"]}
        for name, person in people.items():
            person.cookies["who"] = SEEN["cookies"][name]
        yield people
        for person in people.values():
            person.close()


def facts(seen: dict[str, Any]) -> dict[str, Any]:
    """Return what must not depend on the version."""
    choices = "\n".join(sorted(seen["choices"]))
    return {key: seen[key] for key in ("plies", "to_move", "mode", "options", "mine", "looking")} | {
        "choices": hashlib.sha256(choices.encode()).hexdigest()[:16] if choices else "",
        "scores": [seat["score"] for seat in seen["seats"]],
        "names": [seat["name"] for seat in seen["seats"]],
        "chat": [line["text"] for line in seen["chat"]],
        "winners": seen["outcome"] and seen["outcome"]["winners"],
    }


@pytest.mark.parametrize("table", SEEN["tables"])
def test_everybody_sees_their_table_as_before_and_plays_on(table: str, last_site: dict[str, Person]) -> None:
    id = SEEN["tables"][table]
    assert {name: facts(person.see(id)) for name, person in last_site.items()} == SEEN["seen"][table]
    movers = [person for person in last_site.values() if person.see(id)["choices"]]
    if table == "against a bot":
        (ann,) = movers
        ann.play(id)
        assert ann.wait_for_turn(id)["plies"] > SEEN["seen"][table]["Ann"]["plies"] + 1
    elif SEEN["seen"][table]["Ann"]["to_move"] is not None and table != "open":
        (mover,) = movers
        assert mover.play(id)["plies"] == SEEN["seen"][table]["Ann"]["plies"] + 1
    if table in SEEN["records"]:
        assert last_site["Ann"].get(f"/api/tables/{id}/record").text == SEEN["records"][table]


def test_what_was_learned_and_solved_is_kept(last_site: dict[str, Person]) -> None:
    ann = last_site["Ann"]
    assert sum(step["passed"] for step in ann.get("/api/lessons/feurio").json()["steps"]) == 3
    assert ann.get("/api/puzzles").json()["standing"]["tried"] == 1
