"""Names of people, and links to their identities, in the database."""

from __future__ import annotations

from concurrent.futures import Future

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from funkenflug.site.infra.db.schema import links, people
from funkenflug.site.infra.db.storage import Storage


def rename(storage: Storage, who: str, name: str) -> Future[None]:
    """Store somebody's name."""

    def work(connection: Connection) -> None:
        if connection.execute(people.update().where(people.c.who == who).values(name=name)).rowcount == 0:
            connection.execute(people.insert().values(who=who, name=name))

    return storage.write(work)


def name_of(storage: Storage, who: str) -> Future[str | None]:
    """Return somebody's name, or None."""
    wanted = sa.select(people.c.name).where(people.c.who == who)
    return storage.read(lambda connection: connection.execute(wanted).scalar_one_or_none())


def keep_link(storage: Storage, token: str, sealed: str, now: float, until: float) -> Future[None]:
    """Store a link to an identity, and delete expired ones."""

    def work(connection: Connection) -> None:
        connection.execute(links.delete().where(links.c.until < now))
        connection.execute(links.insert().values(token=token, sealed=sealed, until=until))

    return storage.write(work)


def use_link(storage: Storage, token: str, now: float) -> Future[str | None]:
    """Delete a link and return the identity it holds; None if it was used or has expired."""

    def work(connection: Connection) -> str | None:
        found = connection.execute(sa.select(links).where(links.c.token == token)).one_or_none()
        gone = connection.execute(links.delete().where(links.c.token == token)).rowcount
        return None if found is None or not gone or found.until < now else str(found.sealed)

    return storage.write(work)
