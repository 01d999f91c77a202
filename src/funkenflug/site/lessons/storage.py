"""The steps of lessons that people have passed, in the database."""

from __future__ import annotations

from concurrent.futures import Future

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from funkenflug.site.infra.db.schema import learned
from funkenflug.site.infra.db.storage import Storage


def keep_learned(storage: Storage, who: str, game: str, step: str) -> Future[None]:
    """Store that somebody has passed a step of a lesson."""
    row = {"who": who, "game": game, "step": step}

    def work(connection: Connection) -> None:
        known = sa.select(learned.c.step).filter_by(**row)
        if connection.execute(known).first() is None:
            connection.execute(learned.insert().values(row))

    return storage.write(work)


def learned_by(storage: Storage, who: str) -> Future[list[tuple[str, str]]]:
    """Return the steps of lessons that somebody has passed, each with its game."""
    wanted = sa.select(learned.c.game, learned.c.step).where(learned.c.who == who)
    return storage.read(lambda connection: [(row.game, row.step) for row in connection.execute(wanted)])
