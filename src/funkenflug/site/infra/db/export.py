"""Export, import and backup of a whole site.

An export is a directory, or a zip file of it: `site.json` describes it, `rows/` has the rows of all tables but the
events, one JSON object a line, and `tables/` has the events and the game record of each table. An import reads the
events, and checks that the records agree with them.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from funkenflug.site.infra.db.cluster import StoredEvent
from funkenflug.site.infra.db.engine import Collision, database_errors, in_transaction, parse_url
from funkenflug.site.infra.db.schema import VERSION, events, facts, metadata, presences, processes, tables, usage

_FORMAT = "a site of Funkenflug"
_OF_PROCESSES = (facts, processes, presences, usage)
"""What is stored about the processes that serve a site, not about the site."""
_BATCH = 500


class ExportError(Exception):
    """A site cannot be exported, imported or copied; the message says why."""


class _About(msgspec.Struct):
    """The content of `site.json`."""

    format: str
    version: str
    tables: int


class _Line(msgspec.Struct):
    """An event as a line of a file."""

    number: int
    at: float
    what: msgspec.Raw


WriteFile = Callable[[str, str], None]
"""Writes a file of an export: name and text."""
RecordOf = Callable[[str, Sequence[StoredEvent]], str]
"""Returns the record of the match at a table: its id, and its events."""


# Export -------------------------------------------------------------------------------------------------------------


def export_site(engine: Engine, target: Path, record_of: RecordOf) -> int:
    """Write a consistent copy of a site to a new zip file or directory; return the number of tables."""
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with database_errors(), engine.connect() as connection, _new_export(target) as write:
        ids = connection.execute(sa.select(tables.c.id).order_by(tables.c.created)).scalars().all()
        write("site.json", msgspec.json.encode(_About(_FORMAT, VERSION, len(ids))).decode())
        for kind in _kinds():
            write(f"rows/{kind.name}.jsonl", "".join(_lines(connection, kind)))
        for id in ids:
            lines = _events(connection, id)
            write(f"tables/{id}.jsonl", "".join(msgspec.json.encode(line).decode() + "\n" for line in lines))
            write(f"tables/{id}.ff", record_of(id, _stored(id, lines)))
    return len(ids)


def _kinds() -> list[sa.Table]:
    """Return the database tables besides the events, ordered so that foreign keys hold."""
    return [kind for kind in metadata.sorted_tables if kind not in (events, *_OF_PROCESSES)]


def _lines(connection: Connection, kind: sa.Table) -> Iterator[str]:
    for row in connection.execute(sa.select(kind)).mappings():
        yield msgspec.json.encode(dict(row)).decode() + "\n"


def _events(connection: Connection, id: str) -> list[_Line]:
    wanted = sa.select(events).where(events.c.table_id == id).order_by(events.c.number)
    return [_Line(row.number, row.at, msgspec.Raw(row.data.encode())) for row in connection.execute(wanted)]


def _stored(id: str, lines: list[_Line]) -> list[StoredEvent]:
    return [StoredEvent(id, line.number, line.at, bytes(line.what).decode()) for line in lines]


@contextlib.contextmanager
def _new_export(target: Path) -> Iterator[WriteFile]:
    """Create a zip file or directory that only its owner can read; delete it after an error."""
    if target.suffix == ".zip":
        with open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            try:
                with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                    yield archive.writestr
            except BaseException:
                target.unlink()
                raise
        return
    target.mkdir(mode=0o700)
    try:
        for folder in ("rows", "tables"):
            (target / folder).mkdir()
        yield lambda name, text: _write_new(target / name, text)
    except BaseException:
        shutil.rmtree(target)
        raise


def _write_new(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8", newline="") as file:
        file.write(text)


# Import -------------------------------------------------------------------------------------------------------------


def check_export(source: Path) -> None:
    """Raise `ExportError` if `source` is not an export of this version."""
    _about(_root(source), source)


def import_site(engine: Engine, source: Path, record_of: RecordOf) -> int:
    """Import a site into an empty database, completely or not at all; return the number of tables."""
    root = _root(source)
    about = _about(root, source)

    def work(connection: Connection) -> None:
        if any(connection.execute(sa.select(kind).limit(1)).first() is not None for kind in _kinds()):
            raise ExportError("there is a site in this database already")
        for kind in _kinds():
            lines = _read(root / "rows" / f"{kind.name}.jsonl")
            _insert(connection, kind, [msgspec.json.decode(line) for line in lines])
        for id in connection.execute(sa.select(tables.c.id)).scalars().all():
            _import_events(connection, root, id, record_of)

    try:
        in_transaction(engine, work)
    except (OSError, KeyError, ValueError, msgspec.MsgspecError, Collision) as error:
        raise ExportError(f"{source}: the export is not complete: {error}") from error
    return about.tables


def _root(source: Path) -> Any:
    """Return the root of an export: a path on disk or in a zip file."""
    if source.is_dir():
        return source
    try:
        return zipfile.Path(source)
    except zipfile.BadZipFile:
        raise ExportError(f"{source} is neither a folder nor a zip file") from None


def _about(root: Any, source: Path) -> _About:
    try:
        about = msgspec.json.decode((root / "site.json").read_text(encoding="utf-8"), type=_About)
    except (OSError, KeyError, msgspec.MsgspecError):
        raise ExportError(f"{source} is not {_FORMAT}") from None
    if about.format != _FORMAT:
        raise ExportError(f"{source} is not {_FORMAT}")
    if about.version != VERSION:
        raise ExportError(
            f"{source} was exported in version {about.version}; this Funkenflug has {VERSION}: export it with this one"
        )
    return about


def _import_events(connection: Connection, root: Any, id: str, record_of: RecordOf) -> None:
    lines = [msgspec.json.decode(line, type=_Line) for line in _read(root / "tables" / f"{id}.jsonl")]
    if record_of(id, _stored(id, lines)) != (root / "tables" / f"{id}.ff").read_text(encoding="utf-8"):
        raise ExportError(f"the events of the table {id} do not agree with its record")
    _insert(connection, events, [_row(id, line) for line in lines])


def _read(file: Any) -> list[str]:
    text: str = file.read_text(encoding="utf-8")
    return [line for line in text.split("\n") if line]  # chat may contain other line separators


def _row(id: str, line: _Line) -> Mapping[str, Any]:
    return {"table_id": id, "number": line.number, "at": line.at, "data": bytes(line.what).decode()}


def _insert(connection: Connection, kind: sa.Table, rows: list[Mapping[str, Any]]) -> None:
    for start in range(0, len(rows), _BATCH):
        connection.execute(kind.insert(), rows[start : start + _BATCH])


# Backup -------------------------------------------------------------------------------------------------------------


def backup(database: str, target: Path) -> None:
    """Copy an SQLite site, which may be running, into a new file."""
    source = parse_url(database)
    if source.get_backend_name() != "sqlite":
        raise ExportError("PostgreSQL is copied by its own tools: pg_dump, or pg_basebackup")
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with (
            contextlib.closing(sqlite3.connect(str(source.database))) as running,
            contextlib.closing(sqlite3.connect(target)) as copy,
        ):
            running.backup(copy)
            copy.execute("pragma journal_mode = delete")  # so that the copy is one file
            found = copy.execute("pragma quick_check").fetchone()[0]
            if found != "ok":
                raise ExportError(f"the database is damaged: {found}")
    except sqlite3.Error as error:
        target.unlink()
        raise ExportError(f"{target} could not be written: {error}") from None
    except BaseException:
        target.unlink()
        raise
