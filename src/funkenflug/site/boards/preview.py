"""Previews, explanations and hints: what a player may try out before a move. Nothing hidden is revealed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from funkenflug.core.words import IllegalMove, Message
from funkenflug.match.game import Game, Suggestion
from funkenflug.site.boards.drawings import difference
from funkenflug.site.boards.position import Position, Shown, Viewer, require_same_turn, turn_goes_on
from funkenflug.site.boards.responses import Hint, PreviewResponse
from funkenflug.site.infra.errors import OutOfDate, Refused

if TYPE_CHECKING:
    from funkenflug.site.boards.requests import ExplainRequest, PreviewRequest


def preview(position: Position[Shown], viewer: Viewer, request: PreviewRequest) -> PreviewResponse:
    """Return the drawing after a draft with the preview of a move, and the choices after the draft.

    It is tried out on a copy, in which everything that the seat does not know is made up.
    """
    if request.number < position.table.decided_at:
        raise OutOfDate
    seat, move, game_type = request.seat, request.move, position.type
    game = drafted(position, viewer, seat, request.draft)
    view = game.view(seat)
    try:
        ahead = None if move is None else game.preview(move, seat)
    except IllegalMove as illegal:
        raise Refused(422, illegal.reason) from None
    gain = warning = words = Message("")
    if ahead is not None:
        gain, warning = game_type.gain(view, ahead), game_type.warning(view, ahead)
        words = game_type.tell(ahead.events[0], view.names)  # the first event only: the others may be made up
    drawing = game_type.draw(view, preview=ahead, **game_type.on_pages)
    return PreviewResponse(
        difference=difference(position.shared_view(seat).drawing, drawing),
        choices=game.choice_texts() if move is None else [],
        gain=gain,
        warning=warning,
        words=words,
        task=game_type.task(view),
        goes_on=move is not None and turn_goes_on(game, position.type.read_move(game.state, move)),
    )


def explain(position: Position[Shown], viewer: Viewer, request: ExplainRequest) -> Message:
    """Return why a move is not allowed, or why a cell cannot be chosen."""
    if request.draft and request.seat is not None:
        game = drafted(position, viewer, request.seat, request.draft)
    else:
        game = position.game.determinize(viewer.seat)
    if request.cell is None:
        return game.explain(request.move or "")
    try:
        return game.explain_cell(request.steps, request.cell)
    except IllegalMove as illegal:
        raise Refused(422, illegal.reason) from None


def hints(
    position: Position[Shown], viewer: Viewer, draft: Sequence[str], suggestions: Sequence[Suggestion]
) -> list[Hint]:
    """Return moves that were suggested after a draft as a message."""
    if not suggestions or viewer.seat is None:
        return []
    game, seat, game_type = drafted(position, viewer, viewer.seat, draft), viewer.seat, position.type
    view = game.view(seat)

    def hint(suggestion: Suggestion) -> Hint:
        ahead = game.preview(suggestion.move, seat)
        return Hint(
            move=str(suggestion.move),
            words=game_type.advise(view, ahead),
            gain=game_type.gain(view, ahead),
            warning=game_type.warning(view, ahead),
            chances=suggestion.chances,
            points=suggestion.points,
        )

    return list(map(hint, suggestions))


def drafted(position: Position[Shown], viewer: Viewer, seat: int, draft: Sequence[str]) -> Game:
    """Return the match as a seat may imagine it after a draft; refuse a draft that would reveal something."""
    if seat not in viewer.mine or viewer.cover or viewer.seat != seat:
        raise Refused(403, Message("This is not your seat"))
    if position.table.to_move != seat:
        raise Refused(409, Message("It’s not your turn"))
    game = position.game.determinize(seat)
    for move in draft:
        try:
            game.play(move)
        except IllegalMove as illegal:
            raise Refused(422, illegal.reason) from None
        require_same_turn(position.game, game)
    return game
