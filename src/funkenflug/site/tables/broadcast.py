"""Send what happens at a table to everybody who is connected, and keep track of who is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Mapping
from typing import Any

from funkenflug.core.words import Message
from funkenflug.locale.translate import translate as say
from funkenflug.site.boards.position import SharedView
from funkenflug.site.infra.background import Background
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.infra.packets import Packet, PacketTransport
from funkenflug.site.infra.words import encode
from funkenflug.site.tables import data, snapshot, storage
from funkenflug.site.tables.events import MovesPlayed, Said
from funkenflug.site.tables.live import LiveTable
from funkenflug.site.tables.position import TablePosition, Viewer
from funkenflug.site.tables.responses import Snapshot, Update
from funkenflug.site.tables.snapshot import LiveState
from funkenflug.site.tables.table import Table

_SERVICE_RESTART = 1012
_TOLD = (MovesPlayed, Said)
"""Events that an update tells of, or a message of their own."""


class Connection:
    """A connection that follows a table."""

    __slots__ = (
        "_transport",
        "answering",
        "behind",
        "drawn",
        "language",
        "own",
        "position",
        "shapes",
        "shown",
        "viewer",
        "who",
    )

    def __init__(self, who: str | None, language: str, drawn: bool, transport: PacketTransport) -> None:
        self.who = who
        self.language = language
        self.drawn = drawn
        """Whether it gets drawings and texts, or plain data."""
        self._transport = transport
        self.answering = False
        """Whether a message of the other side is about to be answered: what is sent meanwhile goes with the answer."""
        self.behind = False
        """Whether something was left out because the other side reads too slowly; it gets a snapshot later."""
        self.position: TablePosition | None = None
        """The position that was sent last."""
        self.viewer: Viewer | None = None
        """The viewer for whom it was made."""
        self.shown: SharedView | None = None
        """What was drawn last."""
        self.own: Mapping[str, Any] = {}
        """The viewer's own part of the state, as it was last sent."""
        self.shapes: frozenset[str] = frozenset()
        """The names of the shapes that were sent."""

    @property
    def address(self) -> str:
        """The address of the other side."""
        return "" if self._transport.payer is None else self._transport.payer.client.address

    def keeps_up(self) -> bool:
        """Return whether the other side takes what it is sent; if not, it will need a snapshot."""
        self.behind = not self._transport.writable
        return not self.behind

    def send(self, packet: Packet, more: bool = False) -> None:
        """Send a packet; `more`: another one follows at once."""
        self._transport.send_packet(packet, more or self.answering)

    def send_message(self, kind: str, **content: Any) -> None:
        """Send a message to this connection alone."""
        self.send(encode_message(kind, content))

    def answer(self, kind: str, **content: Any) -> None:
        """Answer a message of the other side."""
        self.answering = False
        self.send_message(kind, **content)

    def refuse(self, words: Message) -> None:
        """Say why a request was refused."""
        self.answer("refused", error=say(words, self.language))

    def close(self, code: int = _SERVICE_RESTART) -> None:
        """Close the connection after what was sent."""
        self._transport.close(code)


def encode_message(kind: str, content: Mapping[str, Any]) -> Packet:
    """Return a message as it is sent."""
    return Packet(encode({"type": kind, **content}))


class Broadcast:
    """Sends messages to the connections of live tables."""

    def __init__(self, storage: Storage, background: Background) -> None:
        self._storage = storage
        self._background = background
        self._clock = storage.clock

    # Connections

    def connect(self, live: LiveTable, connection: Connection) -> None:
        """Send a snapshot to a new connection, and from now on every change."""
        live.connections.add(connection)
        self.send_snapshot(live, connection)
        self._presence_changed(live)

    def disconnect(self, live: LiveTable, connection: Connection) -> None:
        """Send nothing more to a connection."""
        live.connections.discard(connection)
        live.visited_at = time.monotonic()
        if connection.who is not None and connection.who in live.table.people():
            live.last_seen[connection.who] = time.time()
        self._presence_changed(live)

    def _presence_changed(self, live: LiveTable) -> None:
        self._send_presence(live)
        self.store_presence(live)

    def _send_presence(self, live: LiveTable) -> None:
        online = live.online()
        seats = [seat.kind == "bot" or seat.who in online for seat in live.table.seats]
        content = {"seats": seats, "patience": live.seconds_until_bot(time.time())}
        self._send_to_all(live, encode_message("presence", content))

    def store_presence(self, live: LiveTable) -> None:
        """Tell other processes who is connected to this one."""
        if self._storage.cluster.shared:

            async def store() -> None:
                await asyncio.wrap_future(storage.keep_presence(self._storage, live.table.id, live.here()))

            self._background.start_retrying(store)

    async def read_presence(self, *tables: LiveTable) -> None:
        """Read who is connected to other processes; tell them again who is connected to this one, if they forgot."""
        ids = [live.table.id for live in tables]
        found = await asyncio.wrap_future(storage.presences_of(self._storage, ids))
        for live in tables:
            known = found.get(live.table.id, {})
            self._show_presence(live, known.get(False, frozenset()))
            if live.connections and True not in known:
                self.store_presence(live)

    def _show_presence(self, live: LiveTable, who: frozenset[str]) -> None:
        if who != live.elsewhere:
            live.last_seen.update(dict.fromkeys(live.elsewhere - who, time.time()))
            live.elsewhere = who
            self._send_presence(live)

    # The whole table

    def state(self, live: LiveTable) -> LiveState:
        """Return a position with everything else that may be shown of a table."""
        patience = live.seconds_until_bot(time.time())
        return LiveState(live.position, live.online(), self._time_at(live), live.invitations(), patience)

    def _time_at(self, live: LiveTable) -> float:
        """Return the time by which the clocks of a table go: it stands still while nothing can be stored."""
        lost = self._clock.lost() - live.lost
        return self._clock.now() - lost

    def snapshot(self, live: LiveTable, viewer: Viewer) -> Snapshot:
        """Return everything that a viewer sees of a table."""
        return snapshot.snapshot(self.state(live), viewer)

    def send_snapshot(self, live: LiveTable, connection: Connection) -> None:
        """Send the whole table, without the shapes that it has, or later if the other side does not keep up."""
        if not connection.keeps_up():
            return
        connection.position, connection.viewer = live.position, live.viewer(connection.who)
        if not connection.drawn:
            connection.send_message("snapshot", **data.snapshot(live.position, connection.viewer, self._time_at(live)))
            return
        whole = self.snapshot(live, connection.viewer)
        shapes = whole["drawing"]["shapes"]
        whole["drawing"]["shapes"] = {name: shape for name, shape in shapes.items() if name not in connection.shapes}
        connection.shown = live.position.shared_view(connection.viewer.seat)
        connection.own = snapshot.own_state(live.position, connection.viewer)
        connection.shapes = connection.shapes.union(shapes)
        connection.send_message("snapshot", **whole)
        if self._clock.stopped:
            connection.send_message("saving", works=False)

    def send_saving(self, live: LiveTable, works: bool) -> None:
        """Tell the pages of a table whether moves can be stored, so that they stop the clocks."""
        message = encode_message("saving", {"works": works})
        for connection in live.connections:
            if connection.drawn and connection.keeps_up():
                connection.send(message)

    def send_snapshots(self, live: LiveTable, people: Collection[str]) -> None:
        """Send the whole table to these people."""
        for connection in live.connections:
            if connection.who in people:
                self.send_snapshot(live, connection)

    # Changes

    def send_updates(self, live: LiveTable) -> None:
        """Send every connection what has changed; viewers who may know the same share one message."""
        by_position: dict[TablePosition | None, list[Connection]] = {}
        for connection in live.connections:
            if connection.keeps_up():
                by_position.setdefault(connection.position, []).append(connection)
        for before, connections in by_position.items():
            if before is None or not only_played(before.table, live.table):
                for connection in connections:
                    self.send_snapshot(live, connection)
                continue
            if drawn := [connection for connection in connections if connection.drawn]:
                self._send_drawings(live, drawn)
            if others := [connection for connection in connections if not connection.drawn]:
                self._send_data(live, before, others)

    def _send_drawings(self, live: LiveTable, connections: list[Connection]) -> None:
        groups: dict[tuple[SharedView, SharedView], list[Connection]] = {}
        for connection in connections:
            connection.viewer = viewer = _viewer_after_moves(live, connection)
            self._send_own(live, connection, viewer)
            assert connection.shown is not None
            groups.setdefault((connection.shown, live.position.shared_view(viewer.seat)), []).append(connection)
        state = self.state(live)
        for (before, now), group in groups.items():
            _send_to_group(snapshot.update(state, before, now), live.position, now, group)

    def _send_own(self, live: LiveTable, connection: Connection, viewer: Viewer) -> None:
        """Send what has changed of the viewer's own: before the update, so that the page shows both at once."""
        if viewer.mine or live.table.state == "over":
            before, connection.own = connection.own, snapshot.own_state(live.position, viewer)
            if changed := _changed(before, connection.own):
                if "can" in changed:  # most of it stays as it was
                    changed["can"] = _changed(before["can"], connection.own["can"])
                connection.send(encode_message("own", {"number": live.table.number, **changed}), more=True)

    def _send_data(self, live: LiveTable, before: TablePosition, connections: list[Connection]) -> None:
        update = data.DataUpdate(before, live.position, self._time_at(live))
        for connection in connections:
            viewer = _viewer_after_moves(live, connection)
            if viewer != connection.viewer:
                self.send_snapshot(live, connection)
            else:
                connection.position = live.position
                connection.send(update.packet_for(viewer))

    def send_chat(self, live: LiveTable, count: int) -> None:
        """Send the last chat messages of a table."""
        for line in live.table.chat[-count:]:
            message = {"number": line.number, "line": snapshot.chat_line(line)}
            self._send_to_all(live, encode_message("chat", message))

    def _send_to_all(self, live: LiveTable, packet: Packet) -> None:
        for connection in live.connections:
            if connection.keeps_up():
                connection.send(packet)


def _send_to_group(update: Update, position: TablePosition, now: SharedView, group: list[Connection]) -> None:
    """Send an update to connections that saw the same, with the shapes that one of them lacks."""
    shapes = update["difference"].pop("shapes", {})
    ledgers = {connection.shapes for connection in group}
    lacking = {name: shape for name, shape in shapes.items() if any(name not in ledger for ledger in ledgers)}
    if lacking:
        update["difference"]["shapes"] = lacking
    packet = encode_message("update", update)
    extended = {ledger: ledger.union(shapes) if lacking else ledger for ledger in ledgers}
    for connection in group:
        connection.position, connection.shown = position, now
        connection.shapes = extended[connection.shapes]
        connection.send(packet)


def _changed(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in now.items() if value != before[name]}


def _viewer_after_moves(live: LiveTable, connection: Connection) -> Viewer:
    """Return how somebody sees the table: moves change that only for people with several seats."""
    viewer = connection.viewer
    return live.viewer(connection.who) if viewer is None or len(viewer.mine) > 1 else viewer


def only_played(before: Table, now: Table) -> bool:
    """Return whether an update tells all: only moves and chat messages have happened, and nobody's wish has ended."""
    if before.undo_proposal is not None:
        return False
    return all(isinstance(entry.event, _TOLD) for entry in now.entries[before.number + 1 :])
