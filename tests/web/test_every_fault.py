"""Whatever operation fails, the site keeps exactly what it acknowledged.

Here several operations fail in each evening, and not all of them in every way. In the long version, `python -m
bench.faults --everywhere`, each fails in an evening of its own.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from funkenflug.site.infra.db import engine
from tests.web.conftest import in_a_loop
from tests.web.every_fault import Plan, cut_everywhere, fail_everywhere, lose_everywhere
from tests.web.faulty_disk import Fault

DISK: list[tuple[Fault, Plan]] = [("before", (60, 0, 4)), ("after", (60, 2, 4)), ("power cut", (90, 0, 10))]


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "plan"), DISK, ids=["before", "after", "power-cut"])
def test_any_write_to_the_disk_fails(fault: Fault, plan: Plan, tmp_path: Path) -> None:
    result = in_a_loop(lambda: fail_everywhere(tmp_path, fault, plan))
    assert result.wrong == []
    assert result.operations > 200
    assert result.repeated >= 3 * (result.evenings - 1)


def test_a_disk_that_is_not_waited_for_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let SQLite answer before a commit is on the disk: then a power cut must lose something."""
    prepare = engine._prepare_sqlite

    def hurry(connection: sqlite3.Connection, record: object) -> None:
        prepare(connection, record)
        connection.execute("PRAGMA synchronous = NORMAL")

    monkeypatch.setattr(engine, "_prepare_sqlite", hurry)
    with pytest.raises(AssertionError, match="There is no such table"):
        in_a_loop(lambda: fail_everywhere(tmp_path, "power cut", (90, 80, 10)))


def test_the_connection_to_postgresql_is_cut_anywhere(postgresql: Callable[[], str]) -> None:
    result = in_a_loop(lambda: cut_everywhere(postgresql(), (80, 3, 16)))
    assert result.wrong == []
    assert result.operations > 300
    assert result.faults >= 3 * (result.evenings - 1)


def test_the_connection_of_a_guest_is_cut_anywhere(tmp_path: Path) -> None:
    result = in_a_loop(lambda: lose_everywhere(tmp_path, (13, 0, 2)))
    assert result.wrong == []
    assert result.repeated >= result.evenings - 1
