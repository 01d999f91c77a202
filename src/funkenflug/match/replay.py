"""Replay a match: the events of each move, and the position afterwards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from funkenflug.core.view import Event
from funkenflug.match.game import Game, Move


class ReplayedMove(NamedTuple):
    """One move of a match."""

    seat: int
    move: Move
    events: tuple[Event, ...]
    after: Game
    """The match after the move."""


def at_ply(game: Game, ply: int) -> Game:
    """Return a match after its first `ply` moves."""
    earlier = game.copy()
    while len(earlier.moves) > ply:
        earlier.undo()
    return earlier


def steps(game: Game) -> list[ReplayedMove]:
    """Return the steps of a match.

    >>> import funkenflug
    >>> game = funkenflug.new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)
    >>> _ = game.play("tile 0,1")
    >>> steps(game)[0].events
    (TileLaid(seat=0, cell=(0, 1), number=4, heat=11),)
    """
    position = at_ply(game, 0)
    taken = []
    for move in game.moves:
        seat = position.to_move
        assert seat is not None
        events = tuple(position.play(move))
        taken.append(ReplayedMove(seat, move, events, position.copy()))
    return taken


def describe_events(game: Game, events: Iterable[Event]) -> str:
    """Describe the events, one line for each."""
    return "\n".join(game.type.tell(event, game.names) for event in events)
