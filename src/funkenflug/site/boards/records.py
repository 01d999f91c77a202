"""Positions of records: of a study, a lesson or a puzzle. Nothing is stored.

The browser has the study. Every request brings the record with the deal, and the moves that lead to the position.
"""

from __future__ import annotations

from collections.abc import Sequence

from funkenflug.core.view import Event
from funkenflug.core.words import IllegalMove, Message, clipped
from funkenflug.match.game import Game
from funkenflug.match.record import RecordError, load
from funkenflug.match.replay import at_ply, steps
from funkenflug.site.boards.position import Position
from funkenflug.site.boards.responses import LogLine
from funkenflug.site.infra.cache import Cache
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.costs import in_thread

_MOST_POSITIONS = 64


class RecordPosition(Position):
    """A position of a record, with what has happened until then."""

    def __init__(self, game: Game, players_of: Sequence[int], events_of: Sequence[tuple[Event, ...]]) -> None:
        super().__init__(game, players_of)
        self._events_of = events_of
        """For each move what it made happen."""

    @classmethod
    def of(cls, game: Game) -> RecordPosition:
        """Return the position of a match."""
        taken = steps(game)
        return cls(game, [step.seat for step in taken], [step.events for step in taken])

    def after(self, move: str) -> RecordPosition:
        """Return the position after a move; refuse one that is not allowed."""
        game, seat = self.game.copy(), self.game.to_move
        if seat is None:
            raise Refused(422, Message("The game is over"))
        try:
            events = tuple(game.play(move))
        except IllegalMove as illegal:
            raise Refused(422, illegal.reason) from None
        return RecordPosition(game, [*self.players_of, seat], [*self._events_of, events])

    def events_since(self, ply: int) -> list[Event]:
        """Return what the moves after a ply made happen."""
        return [event for events in self._events_of[ply:] for event in events]

    def log(self) -> list[LogLine]:
        """Return what has happened in words."""
        game_type, names = self.type, self.game.names
        return [
            LogLine(
                number=ply + 1,
                seat=seat,
                text=game_type.tell(event, names),
                cells=list(game_type.event_cells(event)),
                ply=ply,
            )
            for ply, (seat, events) in enumerate(zip(self.players_of, self._events_of, strict=True))
            for event in events
        ]

    def seat(self, looking: int | None = None) -> int:
        """Return whose view is shown: that of a seat, of the one to move, or of the one that moved last."""
        if looking is not None and looking < self.game.players:
            return looking
        if self.game.to_move is not None:
            return self.game.to_move
        return self.players_of[-1] if self.players_of else 0


class Records:
    """Makes positions, and keeps those that were asked for last: the next request is about one of them."""

    def __init__(self) -> None:
        self._positions: Cache[tuple[str, int | None, tuple[str, ...]], RecordPosition] = Cache(_MOST_POSITIONS)

    async def position(self, record: str, path: Sequence[str], ply: int | None = None) -> RecordPosition:
        """Return the position after the moves of a record, or the first `ply` of them, and of a path."""
        key = record, ply, tuple(path)
        known = self._positions.get(key)
        if known is not None:
            return known
        before = self._positions.get((record, ply, key[2][:-1])) if path else None
        return self._positions.keep(key, await in_thread(_after, before, *key))


def _after(before: RecordPosition | None, record: str, ply: int | None, path: tuple[str, ...]) -> RecordPosition:
    if before is not None:
        return before.after(path[-1])
    game = read(record)
    position = RecordPosition.of(game if ply is None else at_ply(game, min(ply, len(game.moves))))
    for move in path:
        position = position.after(move)
    return position


def read(record: str) -> Game:
    """Return the match of a record that somebody has sent."""
    try:
        return load(record)
    except RecordError as error:
        raise unreadable(error) from None


def unreadable(error: RecordError) -> Refused:
    """Return why a record cannot be read."""
    reason = shortened(error.reason)
    return Refused(422, Message("Line {line} of the record can’t be read: {reason}", line=error.line, reason=reason))


def shortened(reason: str) -> str:
    """Return a reason of a length that can be shown; a message is short, and stays translatable."""
    return reason if isinstance(reason, Message) else clipped(reason, 200)
