"""Tables in the database: their events, and lists of tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from funkenflug.site.infra.db.cluster import StoredEvent
from funkenflug.site.infra.db.schema import events, holders, presences, standings
from funkenflug.site.infra.db.storage import Standing, Storage
from funkenflug.site.infra.errors import Unreadable
from funkenflug.site.tables.events import Entry, decode_event, encode_event
from funkenflug.site.tables.table import Table


def create(storage: Storage, table: str, entry: Entry, standing: Standing) -> Future[bool]:
    """Store a new table with its first event; return False, and change nothing, if the id is taken."""
    return storage.create(_stored(table, entry), standing)


async def append(
    storage: Storage, table: str, entry: Entry, standing: Standing | None, seats_changed: bool = True
) -> None:
    """Append an event to a table, and return when it is stored; raise `Conflict` if the number is taken.

    `standing`: None if the one that is stored still holds.
    """
    await storage.append(_stored(table, entry), standing, seats_changed)


def _stored(table: str, entry: Entry) -> StoredEvent:
    return StoredEvent(table, entry.number, entry.at, encode_event(entry.event))


def entry_of(stored: StoredEvent) -> Entry:
    """Return an event that was stored; raise `Unreadable` if it is none."""
    try:
        return Entry(number=stored.number, at=stored.at, event=decode_event(stored.data))
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as error:
        raise Unreadable from error


def entries(storage: Storage, table: str, after: int = -1) -> Future[list[Entry]]:
    """Return the events of a table with numbers greater than `after`; the future may raise `Unreadable`."""
    wanted = _events_of(table).where(events.c.number > after)
    return storage.read(lambda connection: [entry_of(StoredEvent(*row)) for row in connection.execute(wanted)])


def newest(storage: Storage, tables: Collection[str]) -> Future[dict[str, int]]:
    """Return the numbers of the last events of tables."""
    return storage.read(lambda connection: _newest(connection, tables))


def _newest(connection: Connection, tables: Collection[str]) -> dict[str, int]:
    last = sa.select(events.c.table_id, sa.func.max(events.c.number)).group_by(events.c.table_id)
    rows = connection.execute(last.where(events.c.table_id.in_(tables)))
    return {row.table_id: row[1] for row in rows}


def _events_of(table: str) -> sa.Select[Any]:
    of_event = (events.c.table_id, events.c.number, events.c.at, events.c.data)
    return sa.select(*of_event).where(events.c.table_id == table).order_by(events.c.number)


def read_table(connection: Connection, id: str) -> Table | None:
    """Return a table, or None if there is none with that id."""
    stored = [StoredEvent(*row) for row in connection.execute(_events_of(id))]
    return _table(id, stored) if stored else None


def record_of(id: str, stored: Sequence[StoredEvent]) -> str:
    """Return the record of the match at a table, from its stored events."""
    if not stored:
        raise ValueError(f"the table {id} has no events")
    return _table(id, stored).game.record()


def _table(id: str, stored: Sequence[StoredEvent]) -> Table:
    return Table(id, [Entry(number=one.number, at=one.at, event=decode_event(one.data)) for one in stored])


class Lists(NamedTuple):
    """The ids of the tables that a lobby lists, the last changed first."""

    mine: list[str]
    """Somebody's tables that are not over."""
    finished: list[str]
    open: list[str]
    running: list[str]
    """Public tables of others."""
    newest: dict[str, int]
    """By table: the number of its last event."""


def lists(storage: Storage, who: str, most: int, most_finished: int) -> Future[Lists]:
    """Return all tables that somebody sees in the lobby, in one transaction."""
    over, last_changed = standings.c.state == "over", standings.c.changed.desc()

    def work(connection: Connection) -> Lists:
        def ids(wanted: sa.Select[Any], most: int = most) -> list[str]:
            return list(connection.execute(wanted.order_by(last_changed).limit(most)).scalars())

        def public(state: str) -> list[str]:
            listed = sa.select(standings.c.table_id).where(standings.c.public.is_(True), standings.c.state == state)
            return [id for id in ids(listed) if id not in mine]

        mine, finished = ids(tables_of(who).where(~over)), ids(tables_of(who).where(over), most_finished)
        waiting, running = public("open"), public("running")
        found = [*mine, *finished, *waiting, *running]
        return Lists(mine, finished, waiting, running, _newest(connection, found))

    return storage.read(work)


def due(storage: Storage, now: float) -> Future[list[str]]:
    """Return the tables where a clock has run out."""
    wanted = sa.select(standings.c.table_id).where(standings.c.deadline <= now)
    return storage.read(lambda connection: list(connection.execute(wanted).scalars()))


def claim(storage: Storage, table: str, number: int) -> Future[bool]:
    """Claim a bot's move after the event with that number; return False if another living process has."""
    mine, kept = storage.cluster.process_id, standings.c

    def work(connection: Connection) -> bool:
        free = sa.or_(
            kept.thinker.is_(None),
            kept.thinker == mine,
            kept.thought < number,
            kept.thinker.not_in(storage.cluster.living(connection)),
        )
        claimed = standings.update().where(kept.table_id == table, free).values(thinker=mine, thought=number)
        return connection.execute(claimed).rowcount == 1

    return storage.write(work)


def keep_presence(storage: Storage, table: str, who: Collection[str]) -> Future[None]:
    """Store who is connected to a table through this process."""
    mine = {"table_id": table, "process_id": storage.cluster.process_id}
    people = msgspec.json.encode(sorted(who)).decode()

    def work(connection: Connection) -> None:
        connection.execute(presences.delete().filter_by(**mine))
        connection.execute(presences.insert().values(mine | {"people": people}))

    return storage.write(work, table)


def presences_of(storage: Storage, tables: Collection[str]) -> Future[dict[str, dict[bool, frozenset[str]]]]:
    """Return, by table, who is connected to it: through this process (True), and through others (False)."""
    wanted = sa.select(presences).where(presences.c.table_id.in_(tables))

    def work(connection: Connection) -> dict[str, dict[bool, frozenset[str]]]:
        found: dict[str, dict[bool, frozenset[str]]] = {}
        for row in connection.execute(wanted):
            people, own = msgspec.json.decode(row.people, type=list[str]), row.process_id == storage.cluster.process_id
            table = found.setdefault(row.table_id, {})
            table[own] = table.get(own, frozenset()) | frozenset(people)
        return found

    return storage.read(work)


def tables_of(who: str) -> sa.Select[Any]:
    """Select the tables where somebody has a seat."""
    return (
        sa.select(standings.c.table_id)
        .join(holders, holders.c.table_id == standings.c.table_id)
        .where(holders.c.who == who)
    )
