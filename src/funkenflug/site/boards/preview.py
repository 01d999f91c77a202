"""Previews, explanations and hints: what a player may try out before a move. Nothing hidden is revealed."""

from __future__ import annotations

from collections.abc import Sequence

from funkenflug.core.drawing import Preview
from funkenflug.core.words import IllegalMove, Message
from funkenflug.match.game import Game, Suggestion
from funkenflug.site.boards.drawings import difference
from funkenflug.site.boards.position import Position, require_same_turn, turn_goes_on
from funkenflug.site.boards.responses import Hint, PreviewResponse
from funkenflug.site.infra.errors import Refused


def preview(position: Position, seat: int, draft: Sequence[str], move: str | None) -> PreviewResponse:
    """Return the drawing after a draft with the preview of a move, and the choices after the draft.

    It is tried out on a copy, in which everything that the seat does not know is made up.
    """
    game, game_type = drafted(position, seat, draft), position.type
    view = game.view(seat)
    try:
        ahead = None if move is None else _effect(game, move, seat)
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


def explain(game: Game, move: str | None, steps: Sequence[str], cell: str | None) -> Message:
    """Return why a move is not allowed, or why a cell cannot be chosen after some steps of a move."""
    if cell is None:
        return game.explain(move or "")
    try:
        return game.explain_cell(steps, cell)
    except IllegalMove as illegal:
        raise Refused(422, illegal.reason) from None


def hints(position: Position, seat: int, draft: Sequence[str], suggestions: Sequence[Suggestion]) -> list[Hint]:
    """Return moves that were suggested after a draft as a message."""
    if not suggestions:
        return []
    game, game_type = drafted(position, seat, draft), position.type
    view = game.view(seat)

    def hint(suggestion: Suggestion) -> Hint:
        ahead = _effect(game, suggestion.move, seat)
        return Hint(
            move=str(suggestion.move),
            words=game_type.advise(view, ahead),
            gain=game_type.gain(view, ahead),
            warning=game_type.warning(view, ahead),
            chances=suggestion.chances,
            points=suggestion.points,
        )

    return list(map(hint, suggestions))


def drafted(position: Position, seat: int, draft: Sequence[str]) -> Game:
    """Return the match as a seat may imagine it after a draft; refuse a draft that would reveal something."""
    if position.game.to_move != seat:
        raise Refused(409, Message("It’s not your turn"))
    game = position.possible(seat).copy()
    for move in draft:
        try:
            game.play(move)
        except IllegalMove as illegal:
            raise Refused(422, illegal.reason) from None
        require_same_turn(position.game, game)
    return game


def _effect(game: Game, move: str, seat: int) -> Preview:
    """Return the effect of a move in a match that has nothing but what the seat may know."""
    after = game.copy()
    events = tuple(after.play(move))
    return Preview(move, events, after.view(seat))
