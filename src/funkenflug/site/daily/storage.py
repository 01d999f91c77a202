"""The solitaires of the days, and who has tried them, in the database."""

from __future__ import annotations

from concurrent.futures import Future

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from funkenflug.site.infra.db.schema import days, standings
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.tables.storage import tables_of


def keep_day(storage: Storage, day: str, game: str, seed: str) -> Future[None]:
    """Store the solitaire of a day, unless there is one."""

    def work(connection: Connection) -> None:
        if connection.execute(sa.select(days.c.day).where(days.c.day == day)).one_or_none() is None:
            connection.execute(days.insert().values(day=day, game=game, seed=seed))

    return storage.write(work)


def day(storage: Storage, day: str) -> Future[tuple[str, str] | None]:
    """Return game and seed of the solitaire of a day, or None."""
    wanted = sa.select(days.c.game, days.c.seed).where(days.c.day == day)

    def work(connection: Connection) -> tuple[str, str] | None:
        found = connection.execute(wanted).one_or_none()
        return None if found is None else (found.game, found.seed)

    return storage.read(work)


def tries(storage: Storage, day: str) -> Future[tuple[int, int]]:
    """Return how many tables have tried the solitaire of a day, and how many have won it."""
    begun = sa.select(standings.c.won).where(standings.c.day == day, standings.c.begun.is_(True))

    def work(connection: Connection) -> tuple[int, int]:
        results = list(connection.execute(begun).scalars())
        return len(results), results.count(True)

    return storage.read(work)


def day_of(storage: Storage, who: str, day: str) -> Future[str | None]:
    """Return somebody's table for the solitaire of a day, or None."""
    wanted = tables_of(who).where(standings.c.day == day).limit(1)
    return storage.read(lambda connection: connection.execute(wanted).scalar_one_or_none())
