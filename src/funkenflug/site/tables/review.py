"""Looking back at a match: its record, judged decisions, and where it was lost."""

from __future__ import annotations

from funkenflug.bots.review import Judgement, Outlook, TurningPoint
from funkenflug.core.drawing import Drawing, Preview
from funkenflug.core.view import View
from funkenflug.core.words import Message
from funkenflug.games.base import GameType
from funkenflug.match.game import Game
from funkenflug.match.replay import at_ply, steps
from funkenflug.site.boards.drawings import difference
from funkenflug.site.boards.responses import ComparedMove, JudgedMove
from funkenflug.site.infra.errors import Refused
from funkenflug.site.tables.position import TablePosition, Viewer, may_have_record


def record_for(position: TablePosition, viewer: Viewer) -> str:
    """Return the game record, if the viewer may know all of it."""
    if not may_have_record(position, viewer):
        raise Refused(403, Message("The record reveals the whole deal. You can download it after the game."))
    return position.game.record()


def judged_move(position: TablePosition, viewer: Viewer, judgement: Judgement) -> JudgedMove:
    """Return a judged decision as a message."""
    game, game_type, seat = at_ply(position.game, judgement.ply), position.type, judgement.seat
    view = game.view(seat)
    played, best = game.preview(judgement.move, seat), game.preview(judgement.best, seat)
    judged = JudgedMove(
        ply=judgement.ply,
        seat=seat,
        move=judgement.move,
        chance=judgement.chance,
        best=judgement.best,
        best_chance=judgement.best_chance,
        mark=judgement.mark,
        words=game_type.advise(view, best),
        reason=_reason(game_type, view, played, best),
    )
    if judgement.mark:
        shown = game_type.draw(game.view(viewer.seat), **game_type.on_pages)
        judged["compared"] = (
            _compared_move(game_type, shown, view, played),
            _compared_move(game_type, shown, view, best),
        )
    return judged


def _reason(game_type: GameType, view: View, played: Preview, best: Preview) -> Message:
    """Return why another move was better than the one that was played, if the numbers say it."""
    against = game_type.warning(view, played)
    if against and not game_type.warning(view, best):
        return against
    if view.scores and view.to_move is not None:
        more = best.after.scores[view.to_move] - played.after.scores[view.to_move]
        if more > 0:
            return Message.counted("Scores 1 more point right away", "Scores {count} more points right away", more)
    return Message("")


def _compared_move(game_type: GameType, shown: Drawing, view: View, preview: Preview) -> ComparedMove:
    """Return a move of a judged decision, as a change of the drawing that is shown."""
    return ComparedMove(
        words=game_type.advise(view, preview),
        gain=game_type.gain(view, preview),
        cells=list(game_type.event_cells(preview.events[0])),
        difference=difference(shown, game_type.draw(view, preview=preview, **game_type.on_pages)),
    )


def may_be_lost(game: Game) -> bool:
    """Return whether all win or all lose, and a solver can tell which."""
    return game.mode != "competitive" and game.type.solve is not None


def outlook_words(outlook: Outlook) -> Message:
    """Return whether a match can still be won."""
    if outlook.chance is not None:
        percent = max(1, min(99, round(100 * outlook.chance)))
        if outlook.verdict == "won":
            return Message("This can still be won. The chance is about {percent}%.", percent=percent)
        return Message("This is almost impossible to win now.")
    if outlook.verdict == "won":
        return Message("This can still be won.")
    if outlook.verdict == "cannot be won":
        return Message("This can no longer be won.")
    return Message("It is not clear whether this can still be won.")


def turning_point_words(game: Game, point: TurningPoint | None) -> Message:
    """Return where a match was lost."""
    if point is None:
        return Message("No way to win this deal was found.")
    if point.ply == len(game.moves):
        return Message("This could still have been won at the end.")
    number = point.ply + 1
    if not point.certain:
        return Message("Move {number} seems to have lost the game: no way to win was found after it.", number=number)
    if at_ply(game, point.ply).hidden(None):
        return Message(
            "Move {number} lost the game. Until then it could still have been won by someone who knew what was hidden.",
            number=number,
        )
    return Message("Move {number} lost the game. Until then it could still have been won.", number=number)


def score_lines(game: Game) -> list[list[int]]:
    """Return the points of every seat after every move of a match."""
    return [list(after.view(None).scores) for after in (at_ply(game, 0), *(step.after for step in steps(game)))]
