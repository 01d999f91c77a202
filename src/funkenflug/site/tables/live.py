"""A table in memory: its present state, who is connected, and whether a bot is thinking."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import msgspec

from funkenflug.site.infra.db.storage import Standing
from funkenflug.site.infra.middleware.identity import hashed
from funkenflug.site.tables import commands
from funkenflug.site.tables.invitations import invitation
from funkenflug.site.tables.position import TablePosition, Viewer
from funkenflug.site.tables.table import Table

if TYPE_CHECKING:
    from funkenflug.site.tables.broadcast import Connection

_VISIT_SECONDS = 120.0
"""How long bots play on after a request for the table, if nobody is connected."""


class Thinking(msgspec.Struct):
    """A bot that is choosing a move."""

    decision: int
    """The number of the event that it answers."""
    choosing: asyncio.Task[str] | None = None
    """The choice of the move, while it waits in the queue or is computed."""

    def end(self) -> None:
        """Stop choosing: nobody needs the move any more."""
        if self.choosing is not None:
            self.choosing.cancel()


class LiveTable:
    """A table in memory."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.position = TablePosition(table)
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.elsewhere: frozenset[str] = frozenset()
        """People who are connected to other processes."""
        self.thinking: Thinking | None = None
        self.moved_at = 0.0
        self.stale = False
        """Whether the database may have events that are missing here."""
        self.standing: Standing | None = None
        """What the database has for lists of tables; None: not known, so it is written with the next event."""
        self.last_seen: dict[str, float] = {}
        """By person: when they disconnected."""
        self.visited_at = -_VISIT_SECONDS
        """When somebody last asked for the table, on the monotonic clock."""
        self.lost = 0.0
        """What the service clock had lost when the last event was added: what it lost later is not yet given back."""
        self._host: str | None = None

    def viewer(self, who: str | None) -> Viewer:
        """Return how somebody sees the table now."""
        return self.position.viewer(who)

    # Presence

    def here(self) -> frozenset[str]:
        """Return everybody who is connected to this process."""
        return frozenset(connection.who for connection in self.connections if connection.who is not None)

    def online(self) -> frozenset[str]:
        """Return everybody who is connected."""
        return self.here() | self.elsewhere

    def is_watched(self) -> bool:
        """Return whether anybody is connected."""
        return bool(self.connections or self.elsewhere)

    def address(self) -> str:
        """Return the address of somebody who is connected, best of a player; "" if nobody is.

        Bots of one address share their time, so many tables or identities make nobody else's bots weaker.
        """
        people = self.table.people()
        found = [(one.who not in people, one.address) for one in self.connections]
        return min(found, default=(False, ""))[1]

    def needs_bots(self) -> bool:
        """Return whether bots play on: somebody is connected or was here lately, or a person's clock may run."""
        if self.is_watched() or time.monotonic() < self.visited_at + _VISIT_SECONDS:
            return True
        return self.table.clock != "none" and bool(self.table.people())

    def seconds_until_bot(self, now: float) -> float | None:
        """Return the seconds until a bot may play for the person to move; None if they are here, or play alone.

        Before a fair deal: until the host may open the first seat again whose player has not given a value.
        """
        table = self.table
        if guests := commands.late_guests(table):
            return max(0.0, min(table.seats[seat].since for seat in guests) + commands.AWAY_SECONDS - now)
        who = None if table.to_move is None else table.seats[table.to_move].who
        if who is None or who in self.online() or len(table.people()) < 2:
            return None
        return max(0.0, max(table.turn_began, self.last_seen.get(who, 0.0)) + commands.AWAY_SECONDS - now)

    def away(self, seat: int, now: float) -> bool:
        """Return whether a bot may play for the person at a seat."""
        return self.table.to_move == seat and self.seconds_until_bot(now) == 0.0

    # Invitations

    def recognise_host(self, identity: str | None) -> None:
        """Remember the identity of the host, which is not stored: the keys of invitations are made from it."""
        if identity is not None and hashed(identity) == self.table.host:
            self._host = identity

    def invitations(self) -> dict[int, str]:
        """Return a link for each open seat, valid for one person."""
        found: dict[int, str] = {}
        for number, seat in enumerate(self.table.seats):
            if seat.kind == "open" and self._host is not None:
                key = invitation(self._host, self.table.id, number, seat.sittings)
                found |= {number: f"/t/{self.table.id}#seat={number}&key={key}"} if key else {}
        return found
