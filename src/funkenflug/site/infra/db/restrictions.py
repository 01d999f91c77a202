"""What is forbidden on a site, and who uses much of it: rows that the command line and all processes share."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Literal, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from funkenflug.site.infra.db.schema import restrictions, usage

Kind = Literal["mute", "person", "address", "table", "ended"]
"""A muted person; a banned person or network; a closed table; an identity that was ended by its owner."""
USAGE_SECONDS = 600.0
"""How long it is remembered what somebody used."""


class Restriction(NamedTuple):
    """Something that is forbidden to somebody. `subject`: a person, a network or the id of a table."""

    kind: Kind
    subject: str


class Usage(NamedTuple):
    """The processor time that a person or an address has used in the last minutes."""

    kind: str
    subject: str
    seconds: float


def read(connection: Connection) -> frozenset[Restriction]:
    """Return all restrictions."""
    rows = connection.execute(sa.select(restrictions.c.kind, restrictions.c.subject))
    return frozenset(Restriction(row.kind, row.subject) for row in rows)


def add(connection: Connection, restriction: Restriction) -> None:
    """Add a restriction, if it is not there already."""
    if restriction not in read(connection):
        connection.execute(restrictions.insert().values(**restriction._asdict(), since=time.time()))


def remove(connection: Connection, restriction: Restriction) -> bool:
    """Remove a restriction; return whether it was there."""
    same = (restrictions.c.kind == restriction.kind) & (restrictions.c.subject == restriction.subject)
    return connection.execute(restrictions.delete().where(same)).rowcount > 0


def add_usage(connection: Connection, process: str, used: Iterable[Usage]) -> None:
    """Store what people and addresses have used at a process, and forget what is long ago."""
    now = time.time()
    connection.execute(usage.delete().where(usage.c.at < now - USAGE_SECONDS))
    rows = [{**one._asdict(), "process_id": process, "at": now} for one in used]
    if rows:
        connection.execute(usage.insert(), rows)


def heaviest(connection: Connection, most: int) -> list[Usage]:
    """Return who has used most in the last minutes."""
    total = sa.func.sum(usage.c.seconds)
    wanted = (
        sa.select(usage.c.kind, usage.c.subject, total)
        .where(usage.c.at >= time.time() - USAGE_SECONDS)
        .group_by(usage.c.kind, usage.c.subject)
        .order_by(total.desc())
        .limit(most)
    )
    return [Usage(*row) for row in connection.execute(wanted)]
