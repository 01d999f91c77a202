"""Commands for the database of a site: `funkenflug site`, `export`, `import`, `backup` and `migrate`."""

from __future__ import annotations

import contextlib
import ipaddress
import re
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa
from rich.console import Console
from sqlalchemy.engine import Connection, Engine

from funkenflug.cli import command as commands
from funkenflug.cli.command import Argument, UsageError, actions, command, option, sentence
from funkenflug.core.words import counted
from funkenflug.site.infra.db import restrictions
from funkenflug.site.infra.db.engine import (
    InUse,
    Unavailable,
    create_engine,
    database_errors,
    default_database,
    file_of,
    in_transaction,
    parse_url,
    reading_engine,
    server_lock,
)
from funkenflug.site.infra.db.export import ExportError, backup, check_export, export_site, import_site
from funkenflug.site.infra.db.restrictions import Restriction
from funkenflug.site.infra.db.schema import VERSION, Incompatible, tables, version_of
from funkenflug.site.infra.db.upgrade import prepare, require_current
from funkenflug.site.tables.events import Said
from funkenflug.site.tables.storage import read_table, record_of

DATABASE = option(
    "--database",
    metavar="URL",
    help="the database: sqlite:///FILE or postgresql://… (default: SQLite in your data folder)",
)


@contextlib.contextmanager
def usage_errors() -> Iterator[None]:
    """Raise `UsageError` for what may be wrong with a database or an export."""
    try:
        with commands.usage_errors(Incompatible, InUse, ExportError):
            yield
    except ModuleNotFoundError:
        raise UsageError('PostgreSQL support is not installed: pip install "funkenflug[postgresql]"') from None
    except Unavailable as error:
        raise UsageError(f"Cannot reach the database: {error}") from None


@contextlib.contextmanager
def open_database(database: str | None, *, create: bool = False) -> Iterator[Engine]:
    """Open the database of a site; raise `UsageError`, and change nothing, if it is of another version.

    With `create`, one that is empty or missing becomes a site.
    """
    with usage_errors():
        url = (database or default_database()) if create else _existing_site(database)
        file = file_of(parse_url(url))
        if file is None or file.is_file():
            require_current(url, may_be_empty=create)
        engine = create_engine(url)
        if create:
            prepare(engine)
    try:
        yield engine
    finally:
        engine.dispose()


def _existing_site(database: str | None) -> str:
    """Return the URL of a site; raise `UsageError` for an SQLite file that does not exist, which would be created."""
    url = database or default_database()
    with usage_errors():
        parsed = parse_url(url)
    if parsed.get_backend_name() == "sqlite" and not Path(str(parsed.database)).is_file():
        raise UsageError(f"{parsed.database}: no site found")
    return url


@command(option("target", metavar="SITE", help="a new .zip file or a new folder"), DATABASE)
def export_command(arguments: Namespace, console: Console) -> None:
    """Export a site."""
    with usage_errors(), open_database(arguments.database) as engine:
        count = export_site(engine, Path(arguments.target), record_of)
    console.print(f"{counted(count, 'table')} exported to {arguments.target}. It contains every deal: keep it private")


@command(option("source", metavar="SITE", help="the exported file or folder"), DATABASE)
def import_command(arguments: Namespace, console: Console) -> None:
    """Import a site into an empty database."""
    with usage_errors():
        check_export(Path(arguments.source))  # before a database is created
        with open_database(arguments.database, create=True) as engine:
            count = import_site(engine, Path(arguments.source), record_of)
    console.print(f"{counted(count, 'table')} imported from {arguments.source}")


@command(option("target", metavar="FILE", help="a new file"), DATABASE)
def backup_command(arguments: Namespace, console: Console) -> None:
    """Copy a database, also while a site is running."""
    with usage_errors():
        backup(_existing_site(arguments.database), Path(arguments.target))
    console.print(f"Copied to {arguments.target}")


@command(DATABASE)
def migrate_command(arguments: Namespace, console: Console) -> None:
    """Migrate a database, unless a server is using it."""
    url = _existing_site(arguments.database)
    with usage_errors():
        with database_errors(), reading_engine(url) as engine, engine.connect() as connection:
            if version_of(connection) is None:
                raise UsageError("There is no site in this database")
        if parse_url(url).get_backend_name() == "postgresql":
            console.print("PostgreSQL is copied by its own tools: a pg_dump before a migration is wise.")
        migrated = migrate(url)
    console.print(migrated or f"This site is of version {VERSION} already.", soft_wrap=True)


def migrate(url: str) -> str | None:
    """Migrate the database of a site that no server is using, or create it; return what was done, if anything was."""
    engine = create_engine(url)
    with server_lock(engine):
        migrated = prepare(engine)
    engine.dispose()
    return None if migrated is None else str(migrated)


# Moderating ---------------------------------------------------------------------------------------------------------

_PERSON = re.compile("[0-9a-f]{40}")
_MOST_HEAVY = 20
_NARROW = {4: 16, 6: 32}
"""By version of IP: the shortest prefix of a network that is banned without --yes."""
_YES = option("--yes", action="store_true", help="ban a wide network too, such as 10.0.0.0/8")


def _action(summary: str, *arguments: Argument) -> tuple[str, str, tuple[Argument, ...]]:
    return summary, sentence(summary), (*arguments, DATABASE)


def _subject(metavar: str) -> Argument:
    return option("subject", metavar=metavar)


@command(
    actions(
        people=_action("list the people at a table", _subject("TABLE")),
        heavy=_action("list who used most processor time in the last ten minutes"),
        list=_action("list all restrictions"),
        mute=_action("ban a person from the chat", _subject("PERSON")),
        unmute=_action("allow a person to chat again", _subject("PERSON")),
        ban=_action("refuse all requests of a person, an address or a network", _subject("PERSON|ADDRESS"), _YES),
        unban=_action("lift a ban", _subject("PERSON|ADDRESS")),
        close=_action("close a table: nobody can see it or continue it", _subject("TABLE")),
        reopen=_action("reopen a closed table", _subject("TABLE")),
    )
)
def site_command(arguments: Namespace, console: Console) -> None:
    """Look after a site, also while it is running. It follows within seconds."""
    with usage_errors(), open_database(arguments.database) as engine:
        if arguments.action in _LISTS:
            with database_errors(), engine.connect() as connection:
                for line in _LISTS[arguments.action](connection, arguments):
                    console.print(line)
            return
        if arguments.action == "close":
            _require_table(engine, arguments.subject)
        elif arguments.action == "ban" and not arguments.yes:
            _require_narrow(arguments.subject)
        _restrict(engine, arguments.action, arguments.subject)
        console.print("Done. A running site applies this within seconds.")


def _require_table(engine: Engine, id: str) -> None:
    with database_errors(), engine.connect() as connection:
        if connection.execute(sa.select(tables.c.id).where(tables.c.id == id)).first() is None:
            raise UsageError(f"there is no table {id}")


def _require_narrow(subject: str) -> None:
    """Refuse to ban a network so wide that it may well be a mistake."""
    with contextlib.suppress(ValueError):  # not an address
        network = ipaddress.ip_network(subject, strict=False)
        if network.prefixlen < _NARROW[network.version]:
            raise UsageError(f"{network} has {network.num_addresses:,} addresses: to ban all of them, add --yes")


def _list_people(connection: Connection, arguments: Namespace) -> list[str]:
    table = read_table(connection, arguments.subject)
    if table is None:
        raise UsageError(f"there is no table {arguments.subject}")
    said = [entry.event for entry in table.entries if isinstance(entry.event, Said)]
    known = {seat.who: seat.name for seat in table.seats} | {one.who: one.name for one in said}
    return [f"{who}  {name}" for who, name in known.items() if who]


def _list_heavy(connection: Connection, _: Namespace) -> list[str]:
    heaviest = restrictions.heaviest(connection, _MOST_HEAVY)
    return [f"{used.seconds:8.1f} s  {used.kind:7}  {used.subject}" for used in heaviest]


def _list_restrictions(connection: Connection, _: Namespace) -> list[str]:
    words = {"mute": "muted", "person": "banned", "address": "banned", "table": "closed"}
    return [f"{words[kind]}  {subject}" for kind, subject in sorted(restrictions.read(connection)) if kind in words]


_LISTS = {"people": _list_people, "heavy": _list_heavy, "list": _list_restrictions}


def _restrict(engine: Engine, action: str, subject: str) -> None:
    wanted = _restriction(action.removeprefix("un").replace("reopen", "close"), subject)
    if action in ("mute", "ban", "close"):
        in_transaction(engine, lambda connection: restrictions.add(connection, wanted))
    elif not in_transaction(engine, lambda connection: restrictions.remove(connection, wanted)):
        raise UsageError(f"{subject} has no such restriction; see funkenflug site list")


def _restriction(action: str, subject: str) -> Restriction:
    if action == "close":
        return Restriction("table", subject)
    if _PERSON.fullmatch(subject):
        return Restriction("mute" if action == "mute" else "person", subject)
    if action == "ban":
        with contextlib.suppress(ValueError):
            return Restriction("address", str(ipaddress.ip_network(subject, strict=False)))
    expected = "a person has 40 digits, see funkenflug site people"
    raise UsageError(f"“{subject}” is neither a person nor an address; {expected}")
