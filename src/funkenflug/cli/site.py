"""`funkenflug site`: look after a site, also while it is running."""

from __future__ import annotations

import contextlib
import ipaddress
import re
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from rich.console import Console

from funkenflug.cli.database import add_database_option, open_database, usage_errors
from funkenflug.cli.errors import UsageError

if TYPE_CHECKING:
    from sqlalchemy.engine import Engine

    from funkenflug.site.infra.db.restrictions import Restriction

_PERSON = re.compile("[0-9a-f]{40}")
_MOST_HEAVY = 20
_NARROW = {4: 16, 6: 32}
"""By version of IP: the shortest prefix of a network that is banned without --yes."""

_ACTIONS = {
    "people": ("TABLE", "list the people at a table"),
    "heavy": (None, "list who used most processor time in the last ten minutes"),
    "list": (None, "list all restrictions"),
    "mute": ("PERSON", "ban a person from the chat"),
    "unmute": ("PERSON", "allow a person to chat again"),
    "ban": ("PERSON or ADDRESS", "refuse all requests of a person, an address or a network"),
    "unban": ("PERSON or ADDRESS", "lift a ban"),
    "close": ("TABLE", "close a table: nobody can see it or continue it"),
    "reopen": ("TABLE", "reopen a closed table"),
}


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    actions = parser.add_subparsers(metavar="ACTION", required=True, dest="action")
    for name, (subject, summary) in _ACTIONS.items():
        action = actions.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        if subject is not None:
            action.add_argument("subject", metavar=subject.replace(" or ", "|"))
        if name == "ban":
            action.add_argument("--yes", action="store_true", help="ban a wide network too, such as 10.0.0.0/8")
        add_database_option(action)


def run(arguments: Namespace, console: Console) -> None:
    """Do it. A running site follows within seconds."""
    with usage_errors(), open_database(arguments.database) as engine:
        if arguments.action == "people":
            _list_people(engine, arguments.subject, console)
        elif arguments.action == "heavy":
            _list_heavy(engine, console)
        elif arguments.action == "list":
            _list_restrictions(engine, console)
        else:
            if arguments.action == "close":
                _require_table(engine, arguments.subject)
            elif arguments.action == "ban" and not arguments.yes:
                _require_narrow(arguments.subject)
            _restrict(engine, arguments.action, arguments.subject, console)


def _require_table(engine: Engine, id: str) -> None:
    import sqlalchemy as sa

    from funkenflug.site.infra.db.engine import database_errors
    from funkenflug.site.infra.db.schema import tables

    with database_errors(), engine.connect() as connection:
        if connection.execute(sa.select(tables.c.id).where(tables.c.id == id)).first() is None:
            raise UsageError(f"there is no table {id}")


def _require_narrow(subject: str) -> None:
    """Refuse to ban a network so wide that it may well be a mistake."""
    with contextlib.suppress(ValueError):  # not an address
        network = ipaddress.ip_network(subject, strict=False)
        if network.prefixlen < _NARROW[network.version]:
            raise UsageError(f"{network} has {network.num_addresses:,} addresses: to ban all of them, add --yes")


def _list_people(engine: Engine, id: str, console: Console) -> None:
    from funkenflug.site.infra.db.engine import database_errors
    from funkenflug.site.tables.events import Said
    from funkenflug.site.tables.storage import read_table

    with database_errors(), engine.connect() as connection:
        table = read_table(connection, id)
    if table is None:
        raise UsageError(f"there is no table {id}")
    said = [entry.event for entry in table.entries if isinstance(entry.event, Said)]
    known = {seat.who: seat.name for seat in table.seats} | {one.who: one.name for one in said}
    for who, name in known.items():
        if who:
            console.print(f"{who}  {name}")


def _list_heavy(engine: Engine, console: Console) -> None:
    from funkenflug.site.infra.db.engine import database_errors
    from funkenflug.site.infra.db.restrictions import heaviest

    with database_errors(), engine.connect() as connection:
        for used in heaviest(connection, _MOST_HEAVY):
            console.print(f"{used.seconds:8.1f} s  {used.kind:7}  {used.subject}")


def _list_restrictions(engine: Engine, console: Console) -> None:
    from funkenflug.site.infra.db.engine import database_errors
    from funkenflug.site.infra.db.restrictions import read

    words = {"mute": "muted", "person": "banned", "address": "banned", "table": "closed"}
    with database_errors(), engine.connect() as connection:
        for kind, subject in sorted(read(connection)):
            if kind in words:
                console.print(f"{words[kind]}  {subject}")


def _restrict(engine: Engine, action: str, subject: str, console: Console) -> None:
    from funkenflug.site.infra.db import restrictions
    from funkenflug.site.infra.db.engine import in_transaction

    wanted = _restriction(action.removeprefix("un").replace("reopen", "close"), subject)
    if action in ("mute", "ban", "close"):
        in_transaction(engine, lambda connection: restrictions.add(connection, wanted))
    elif not in_transaction(engine, lambda connection: restrictions.remove(connection, wanted)):
        raise UsageError(f"{subject} has no such restriction; see funkenflug site list")
    console.print("Done. A running site applies this within seconds.")


def _restriction(action: str, subject: str) -> Restriction:
    from funkenflug.site.infra.db.restrictions import Restriction

    if action == "close":
        return Restriction("table", subject)
    if _PERSON.fullmatch(subject):
        return Restriction("mute" if action == "mute" else "person", subject)
    if action == "ban":
        try:
            return Restriction("address", str(ipaddress.ip_network(subject, strict=False)))
        except ValueError:
            pass
    expected = "a person has 40 digits, see funkenflug site people"
    raise UsageError(f"“{subject}” is neither a person nor an address; {expected}")
