"""Snapshots and updates as plain data, for programs that need no drawings and no words."""

from __future__ import annotations

import msgspec

from funkenflug.core.view import Event
from funkenflug.site.infra.packets import Packet
from funkenflug.site.tables.outcome import result
from funkenflug.site.tables.position import TablePosition, Viewer, chooses
from funkenflug.site.tables.responses import ClockState, DataSnapshot, DataState
from funkenflug.site.tables.table import Line, Table


def snapshot(position: TablePosition, viewer: Viewer, now: float) -> DataSnapshot:
    """Return everything that a viewer may know of a table."""
    return DataSnapshot(
        **_state(position, now),
        choices=position.game.choice_texts() if chooses(position, viewer) else [],
        id=position.table.id,
        game=position.type.id,
        mine=viewer.mine,
        looking=viewer.seat,
        cover=viewer.cover,
        view=position.view(viewer.seat) if position.table.dealt_at >= 0 else None,
    )


class DataUpdate:
    """Moves that were played since a position. Viewers who learn the same from them share one message."""

    def __init__(self, before: TablePosition, position: TablePosition, now: float) -> None:
        self._before, self._position = before, position
        table, ply = position.table, len(before.table.players_of)
        moves = map(str, position.game.moves_after(ply))
        self._content = {
            "type": "update",
            **_state(position, now),
            "played": list(zip(table.players_of[ply:], moves, strict=True)),
            "events": events_since(table, before.table.number),
        }
        self._packets: dict[tuple[int, bool], Packet] = {}
        self._by_viewer: dict[tuple[int | None, bool], Packet] = {}

    def packet_for(self, viewer: Viewer) -> Packet:
        """Return the message for a viewer, with what they have learned and may choose."""
        key = viewer.seat, viewer.cover
        packet = self._by_viewer.get(key)
        if packet is None:
            packet = self._by_viewer[key] = self._packet(viewer)
        return packet

    def _packet(self, viewer: Viewer) -> Packet:
        position, seat = self._position, viewer.seat
        new = position.game.known(seat) & ~self._before.game.known(seat)
        key = new, chooses(position, viewer)
        if key not in self._packets:
            choices = position.game.choice_texts() if key[1] else []
            content = self._content | {"choices": choices, "revealed": position.game.revealed(new)}
            self._packets[key] = Packet(msgspec.json.encode(content))
        return self._packets[key]


def _state(position: TablePosition, now: float) -> DataState:
    table = position.table
    state = table.state
    return DataState(
        number=table.number,
        state=state,
        plies=len(table.players_of),
        to_move=position.game.to_move if state == "running" else None,
        clock=clock_state(table, now),
        outcome=result(position) if state == "over" else None,
    )


def events_since(table: Table, since: int) -> list[Event]:
    """Return the events of the game since an event of the table."""
    return [line.event for line in lines_since(table, since) if line.event is not None and line.undone_at < 0]


def lines_since(table: Table, since: int) -> list[Line]:
    """Return the new lines of the log since an event of the table."""
    first = len(table.log)
    while first and table.log[first - 1].number > since:
        first -= 1
    return table.log[first:]


def clock_state(table: Table, now: float) -> ClockState:
    """Return the clocks of the seats."""
    if table.clock == "none":
        return ClockState(kind=table.clock)
    running = table.deadline() is not None
    return ClockState(
        kind=table.clock,
        left=[seat.seconds_left for seat in table.seats],
        running=running,
        elapsed=round(max(0.0, now - table.turn_began), 1) if running else 0.0,
    )
