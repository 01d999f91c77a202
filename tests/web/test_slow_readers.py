"""What is written to connections, and when; those that do not read it are bounded, and closed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import uvicorn
from starlette.types import Message

from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.infra.dictionary import Dictionary
from funkenflug.site.infra.middleware.costs import Payer
from funkenflug.site.infra.packets import Packet
from funkenflug.site.infra.server import WebSocketProtocol
from funkenflug.site.site import Site
from funkenflug.site.tables import commands
from funkenflug.site.tables import storage as tables_storage
from funkenflug.site.tables.broadcast import Connection
from funkenflug.site.tables.registry import standing_of
from tests.waiting import LONG
from tests.web.conftest import in_a_loop
from tests.web.matches import table


class Receiver:
    """A connection that takes what it is sent, or not."""

    payer: Payer | None = None
    writable = True
    on_writable: Callable[[], None] = staticmethod(lambda: None)
    send_timeout: float | None = None
    dictionary: Dictionary | None = None
    session: Awaitable[None] | None = None

    def __init__(self) -> None:
        self.received: list[dict[str, Any]] = []
        self.writes = 0

    async def receive(self) -> Message:
        return {"type": "websocket.disconnect"}

    def send_packet(self, packet: Packet, more: bool = False) -> None:
        self.received.append(json.loads(packet.text))
        self.writes += not more

    def close(self, code: int) -> None:
        """The site closes it in the end."""


def test_who_reads_too_slowly_gets_one_snapshot_instead_of_what_was_left_out(tmp_path: Path) -> None:
    slow, quick = Receiver(), Receiver()

    async def play() -> None:
        site = Site(Storage(f"sqlite:///{tmp_path / 'site.sqlite'}"))
        here = table()
        live = site.tables._enter(here)
        await asyncio.wrap_future(tables_storage.create(site.storage, here.id, here.entries[0], standing_of(here)))
        connections = [Connection(None, "en", False, receiver) for receiver in (slow, quick)]
        for connection in connections:
            site.broadcast.connect(live, connection)
        slow.received.clear()
        slow.writable = False
        for text in ("one", "two", "three"):
            await site.tables.execute(live, partial(commands.chat, who="ann", name="Ann", text=text))
        site.broadcast.send_updates(live)
        assert slow.received == []
        assert [connection.behind for connection in connections] == [True, False]
        slow.writable = True
        site.broadcast.send_snapshot(live, connections[0])
        assert not connections[0].behind
        await site.stop()

    in_a_loop(play)
    assert [(message["type"], message["number"]) for message in slow.received] == [("snapshot", 3)]
    assert [message["type"] for message in quick.received].count("chat") == 3


def test_what_a_move_tells_a_player_is_written_at_once(tmp_path: Path) -> None:
    player = Receiver()

    async def play() -> None:
        site = Site(Storage(f"sqlite:///{tmp_path / 'site.sqlite'}"))
        here = table()
        live = site.tables._enter(here)
        await asyncio.wrap_future(tables_storage.create(site.storage, here.id, here.entries[0], standing_of(here)))
        seat = here.to_move or 0
        connection = Connection(here.seats[seat].who, "en", True, player)
        site.broadcast.connect(live, connection)
        player.received.clear()
        player.writes = 0
        connection.answering = True
        move = next(iter(here.game.choices()))
        who = connection.who or ""
        await site.tables.execute(live, lambda table: commands.play(table, who, 0, seat, [move]))
        connection.answer("done", number=1)
        await site.stop()

    in_a_loop(play)
    assert [message["type"] for message in player.received] == ["own", "update", "done"]
    assert player.writes == 1
    assert "mine" not in player.received[0], "only what has changed"


class Line(asyncio.Transport):
    """A transport whose other side takes nothing."""

    aborted = False

    def abort(self) -> None:
        self.aborted = True

    def is_closing(self) -> bool:
        return self.aborted

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


def test_who_does_not_listen_is_let_go() -> None:
    async def wait() -> None:
        async def app(*_: Any) -> None:
            pass

        protocol = WebSocketProtocol(uvicorn.Config(app), SimpleNamespace(connections=set(), tasks=set()), {})
        slow, patient = Line(), Line()
        for line, seconds in ((patient, LONG), (slow, 0.01)):
            protocol.connection_made(line)
            protocol.send_timeout = seconds
            protocol.pause_writing()
            if line is patient:
                protocol.resume_writing()
        while not slow.aborted:
            await asyncio.sleep(0)
        assert not patient.aborted

    in_a_loop(wait)
