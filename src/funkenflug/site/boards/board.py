"""A board as a message: a position as a seat may see it, of a table, a study, a lesson or a puzzle."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from funkenflug.core.names import seat_name
from funkenflug.core.words import Message
from funkenflug.games.base import Goal
from funkenflug.match.text import outcome_text
from funkenflug.site.boards.drawings import picture, placed, shapes
from funkenflug.site.boards.position import Position, SharedView
from funkenflug.site.boards.reading import board_text
from funkenflug.site.boards.records import RecordPosition
from funkenflug.site.boards.responses import (
    BoardPosition,
    BoardSeat,
    GoalState,
    OutcomeState,
    TerritoryResponse,
)
from funkenflug.site.infra.errors import Refused


def board_position(position: Position, seat: int | None) -> BoardPosition:
    """Return a position as a seat, or a spectator, may see it."""
    game, game_type, shared = position.game, position.type, position.shared_view(seat)
    return BoardPosition(
        game=game_type.id,
        title=game_type.title,
        mode=game.mode,
        options=game.options,
        players=game.players,
        state="over" if game.over else "running",
        ply=len(game.moves),
        moves=list(map(str, game.moves)),
        players_of=list(position.players_of),
        turn_beginnings=game.turn_beginnings,
        to_move=game.to_move,
        looking=seat,
        task=closing_words(position) if game.over else shared.task,
        panel=shared.panel,
        goals=list(map(goal_state, shared.goals)),
        outcome=outcome(position) if game.over else None,
        seats=[board_seat(shared, number, game.to_move) for number in range(game.players)],
        drawing=picture(shared.drawing),
        text=board_text(position, seat),
        clicks=dict(game_type.clicks),
        choices=[],
        draftable=False,
        log=[],
        events=[],
    )


def record_position(position: RecordPosition, looking: int | None = None, since: int | None = None) -> BoardPosition:
    """Return a position of a record, which the viewer may play on, with the events since a ply."""
    seat = position.seat(looking)
    board = board_position(position, seat)
    board["log"] = position.log()
    if since is not None:
        board["events"] = position.events_since(since)
    if position.game.to_move == seat:
        board["choices"], board["draftable"] = position.game.choice_texts(), position.draftable()
    return board


def board_seat(shared: SharedView, seat: int, to_move: int | None) -> BoardSeat:
    """Return a seat of a match."""
    view = shared.view
    return BoardSeat(
        seat=seat,
        name=seat_name(view.names[seat]),
        colours=view.colours[seat],
        score=view.scores[seat] if view.scores else None,
        holdings=shared.holdings[seat],
        to_move=to_move == seat,
    )


def goal_state(goal: Goal) -> GoalState:
    """Return a goal and its progress."""
    return GoalState(text=goal.words, reached=goal.reached, wanted=goal.wanted, colours=goal.colours)


def closing_words(position: Position) -> Message:
    """Return who won a match that was played to its end."""
    game = position.game
    ended = game.outcome()
    assert ended is not None
    return outcome_text(position.type, ended, game.names, game.mode)


def outcome(position: Position) -> OutcomeState:
    """Return how a match ended that was played to its end, in words and numbers."""
    ended = position.game.outcome()
    assert ended is not None
    lines = position.type.account(ended, position.game.players)
    words: dict[str, Any] = {"words": closing_words(position), "lines": lines}
    return cast(OutcomeState, msgspec.to_builtins(ended) | words)


def territory(position: Position, viewing: int | None, seat: int) -> TerritoryResponse:
    """Return what shows on the board where the points of a seat come from."""
    if seat >= position.game.players:
        raise Refused(404, Message("There is no such seat"))
    drawn = position.type.territory(position.view(viewing), seat)
    return TerritoryResponse(fragments=placed(drawn), shapes=shapes(drawn))
