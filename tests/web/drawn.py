"""The messages that pages receive while a random match is played, without a server."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterator
from types import SimpleNamespace
from typing import Any

from starlette.types import Message

import funkenflug
from funkenflug.site.infra.db.service import ServiceClock
from funkenflug.site.infra.dictionary import Dictionary
from funkenflug.site.infra.middleware.costs import Payer
from funkenflug.site.infra.packets import Packet
from funkenflug.site.tables.broadcast import Broadcast, Connection
from funkenflug.site.tables.events import Created, Entry, MovesPlayed, Place
from funkenflug.site.tables.live import LiveTable
from funkenflug.site.tables.position import TablePosition
from funkenflug.site.tables.table import Table

_PEOPLE = {"Mara": "a" * 40, "Jonas": "b" * 40}


class _Page:
    """A connection that keeps what it is sent."""

    writable = True
    on_writable: Callable[[], None] = staticmethod(lambda: None)
    send_timeout: float | None = None
    dictionary: Dictionary | None = None
    session: Awaitable[None] | None = None
    payer: Payer | None = None

    def __init__(self) -> None:
        self.packets: list[Packet] = []

    async def receive(self) -> Message:
        return {"type": "websocket.disconnect"}

    def send_packet(self, packet: Packet, more: bool = False) -> None:
        self.packets.append(packet)

    def close(self, code: int) -> None:
        """Nobody does."""

    def take(self) -> list[Packet]:
        """Return what has come since the last time."""
        taken, self.packets = self.packets, []
        return taken


def messages_of(game: str, seed: int) -> Iterator[list[list[Packet]]]:
    """Play a match of two at random; yield what the players and a spectator receive, first the snapshots."""
    chance = random.Random(seed)
    match = funkenflug.new(game, players=2, seed=seed)
    people = tuple(Place(kind="person", name=name, who=who) for name, who in _PEOPLE.items())
    created = Created(game=game, record=match.record(), places=people, host=people[0].who or "", public=True)
    live = LiveTable(Table("table", [Entry(number=0, at=0.0, event=created)]))
    storage: Any = SimpleNamespace(cluster=SimpleNamespace(shared=False), clock=ServiceClock())
    broadcast = Broadcast(storage, background=storage)
    pages = [_Page() for _ in range(3)]
    for page, who in zip(pages, (*_PEOPLE.values(), None), strict=True):
        broadcast.connect(live, Connection(who, "en", True, page))
    yield [page.take() for page in pages]
    while (seat := live.table.to_move) is not None:
        move = chance.choice(list(live.table.game.choices()))
        live.table = live.table.copy()
        number = live.table.number + 1
        live.table.add(Entry(number=number, at=float(number), event=MovesPlayed(seat=seat, moves=(move,))))
        live.position = TablePosition(live.table)
        broadcast.send_updates(live)
        yield [page.take() for page in pages]
