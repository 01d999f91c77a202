"""A position of a table, and who sees it how."""

from __future__ import annotations

import datetime
from collections.abc import Collection
from typing import NamedTuple

import msgspec

from funkenflug.core.words import Message
from funkenflug.site.boards.position import Position
from funkenflug.site.infra.errors import Refused
from funkenflug.site.tables.table import Table


class Viewer(NamedTuple):
    """Somebody who sees a table."""

    who: str | None
    mine: tuple[int, ...]
    seat: int | None
    """The seat whose view they see; None: a spectator's."""
    cover: bool
    """Whether the next player at a shared device has to confirm that nobody else is looking."""


class TablePosition(Position):
    """A table between two events."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.game, table.players_of, table.dealt_at >= 0, table.number)
        self.table = table

    def differs(self, seats: Collection[int]) -> bool:
        """Return whether one of these seats sees something that another does not."""
        views = [self.view(seat) for seat in {self.game.known(seat): seat for seat in seats}.values()]
        first = msgspec.structs.replace(views[0], seat=None)
        return any(msgspec.structs.replace(view, seat=None) != first for view in views[1:])

    def viewer(self, who: str | None) -> Viewer:
        """Return how somebody sees the table."""
        table = self.table
        mine = table.seats_of(who)
        if len(mine) < 2:
            return Viewer(who, mine, mine[0] if mine else None, False)
        ready = table.ready.get(who or "")
        if ready not in mine:
            ready = None
        if table.state == "over" or not self.differs(mine):
            seat = table.to_move if table.to_move in mine else ready
            return Viewer(who, mine, mine[0] if seat is None else seat, False)
        if table.to_move in mine and ready != table.to_move:
            return Viewer(who, mine, None, True)
        return Viewer(who, mine, ready, False)


def chooses(position: TablePosition, viewer: Viewer) -> bool:
    """Return whether the viewer is to move, and may see the choices."""
    return viewer.seat is not None and not viewer.cover and position.table.to_move == viewer.seat


def seat_to_move(position: TablePosition, viewer: Viewer) -> int:
    """Return the seat that the viewer may try moves for; refuse if they are not to move."""
    if viewer.seat is None or viewer.cover:
        raise Refused(403, Message("This is not your seat"))
    if position.table.to_move != viewer.seat:
        raise Refused(409, Message("It’s not your turn"))
    return viewer.seat


def may_have_record(position: TablePosition, viewer: Viewer) -> bool:
    """Return whether the viewer may know the whole deal, which the record contains."""
    if not position.is_dealt:
        return False
    if position.table.state == "over":
        return position.table.day != datetime.date.today().isoformat()  # others may still play the same deal
    alone = viewer.who is not None and position.table.plays_alone(viewer.who)
    return alone and position.game.hidden(viewer.seat) == 0


def require_over(position: TablePosition) -> None:
    """Refuse to look back at a match that is not over."""
    if position.table.state != "over":
        raise Refused(403, Message("The game is not over yet"))
