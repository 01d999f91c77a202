"""Databases of older versions."""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from funkenflug.site.infra.db import schema
from funkenflug.site.infra.db.engine import parse_url
from funkenflug.site.infra.db.schema import VERSION, Incompatible, metadata
from funkenflug.site.infra.db.storage import Storage
from tests.web.conftest import serving
from tests.web.people import Person

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
