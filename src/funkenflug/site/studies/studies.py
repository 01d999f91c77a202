"""Positions of studies: tables in memory at which one person plays all seats. Nothing is stored.

The browser has the study. Every request brings the record with the deal, and the moves that lead to the position.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from funkenflug.core.thinking import Stop
from funkenflug.core.words import IllegalMove, Message, clipped
from funkenflug.match.game import Game, Suggestion
from funkenflug.match.record import RecordError, load
from funkenflug.match.replay import at_ply
from funkenflug.match.study import Study, load_study
from funkenflug.site.boards.position import Position, Viewer
from funkenflug.site.infra.cache import Cache
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.costs import in_thread
from funkenflug.site.infra.middleware.limits import Client
from funkenflug.site.infra.precompile import Precompiler
from funkenflug.site.infra.queues import Queues
from funkenflug.site.tables.events import Created, Entry, Place, Played
from funkenflug.site.tables.table import Table

_WHO = "study"
"""Stands for the person who plays all seats."""
_MOST_POSITIONS = 64
_SHORTEST_THOUGHT = 0.5
_LONGEST_THOUGHT = 4.0
"""Seconds of the first search, and of later ones, which are deeper."""

Key = tuple[str, tuple[str, ...]]


class Studies:
    """Makes positions, and keeps those that were asked for last: the next request is about one of them."""

    def __init__(self, precompiler: Precompiler, queues: Queues) -> None:
        self._precompiler = precompiler
        self._queues = queues
        self._positions: Cache[Key, Position[Table]] = Cache(_MOST_POSITIONS)

    async def position(self, record: str, path: Sequence[str]) -> Position[Table]:
        """Return the position after the moves of a record and of a path."""
        key = record, tuple(path)
        known = self._positions.get(key)
        if known is not None:
            return known
        before = self._positions.get((record, key[1][:-1])) if path else None
        return self._positions.keep(key, await in_thread(_after, before, record, key[1]))

    async def think(self, position: Position[Table], round: int, client: Client) -> tuple[list[Suggestion], float]:
        """Return what a search finds in a position, and its seconds. Every round is another search."""
        await self._precompiler.wait_for("bots", position.type.id)
        wanted = min(_SHORTEST_THOUGHT * (round + 1), _LONGEST_THOUGHT)

        def search(stop: Stop, seconds: float | None) -> tuple[list[Suggestion], float]:
            began = time.perf_counter()
            found = position.game.suggest(wanted if seconds is None else min(wanted, seconds), seed=round, stop=stop)
            return found, time.perf_counter() - began

        return await self._queues.hints.run(search, client.address)  # the last search may not have ended yet


def _after(before: Position[Table] | None, record: str, path: tuple[str, ...]) -> Position[Table]:
    if before is not None:
        table = before.table.copy()
        _play(table, path[-1])
        return Position(table)
    game = read(record)
    table = table_of(game)
    for move in path:
        _play(table, move)
    return Position(table)


def table_of(game: Game) -> Table:
    """Return a table at which a match has been played so far, and one person has all seats."""
    start = at_ply(game, 0)
    start.comments = {}
    places = tuple(Place(kind="person", name=name, who=_WHO) for name in game.names)
    created = Created(game=game.type.id, record=start.record(), places=places, host=_WHO)
    table = Table(_WHO, [Entry(number=0, at=0.0, event=created)])
    for move in game.moves:
        _play(table, move)
    return table


def _play(table: Table, move: str) -> None:
    """Play a move at a table; refuse one that is not allowed."""
    seat = table.to_move
    if seat is None:
        raise Refused(422, Message("The game is over"))
    played = Played(seat=seat, moves=(move,))
    table.try_moves(played)
    table.add(Entry(number=table.number + 1, at=0.0, event=played))


def viewer_at(position: Position[Table], looking: int | None = None) -> Viewer:
    """Return how the position is seen: by a seat, by the one to move, or by the one that moved last."""
    table = position.table
    last = table.players_of[-1] if table.players_of else 0
    seat = last if table.to_move is None else table.to_move
    if looking is not None and looking < position.game.players:
        seat = looking
    return Viewer(_WHO, tuple(range(position.game.players)), seat, False)


def read(record: str) -> Game:
    """Return the match of a record that somebody has sent."""
    try:
        return load(record)
    except RecordError as error:
        raise unreadable(error) from None


def read_study(record: str) -> Study:
    """Return the study of a record that somebody has sent."""
    try:
        return load_study(record)
    except RecordError as error:
        raise unreadable(error) from None


def unreadable(error: RecordError) -> Refused:
    """Return why a record cannot be studied."""
    reason = shortened(error.reason)
    return Refused(422, Message("Line {line} of the record can’t be read: {reason}", line=error.line, reason=reason))


def shortened(reason: str) -> str:
    """Return a reason of a length that can be shown; a message is short, and stays translatable."""
    return reason if isinstance(reason, Message) else clipped(reason, 200)


def grow(study: Study, nodes: Sequence[tuple[int, str, str, str]]) -> None:
    """Add moves to a study: for each the index of the one before it (-1: the beginning), its text, nag and comment."""
    grown = [study.root]
    for parent, move, nag, comment in nodes:
        if parent + 1 >= len(grown):
            raise Refused(422, Message("This study contains moves that can’t follow each other"))
        try:
            node = grown[parent + 1].add(move)
        except IllegalMove as illegal:
            raise Refused(422, illegal.reason) from None
        node.nag, node.comment = nag, comment
        grown.append(node)
