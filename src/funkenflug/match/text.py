"""A match as text for a terminal: the board, the seats, and the task or the outcome."""

from __future__ import annotations

from funkenflug.core.view import Outcome, View
from funkenflug.core.words import Message, both
from funkenflug.games.base import GameType


def table_text(game_type: GameType, view: View, outcome: Outcome | None) -> str:
    """Return everything that a seat or a spectator sees."""
    last = game_type.task(view) if outcome is None else outcome_text(game_type, outcome, view.names, view.mode)
    return "\n".join((game_type.board(view), "", *seat_lines(game_type, view), "", last))


def seat_lines(game_type: GameType, view: View) -> list[str]:
    """Return a line for each seat: whether it is to move, its name, its points and its pieces."""
    names = [f"{name} (you)" if seat == view.seat else name for seat, name in enumerate(view.names)]
    points: list[str] = [*map(points_text, view.scores)] or [""] * view.players
    columns = zip(_aligned(names), _aligned(points), game_type.holdings(view), strict=True)
    marks = [">" if seat == view.to_move else " " for seat in range(view.players)]
    return ["  ".join(filter(None, (mark, *row))).rstrip() for mark, row in zip(marks, columns, strict=True)]


def _aligned(cells: list[str]) -> list[str]:
    return [cell.ljust(max(map(len, cells))) for cell in cells]


def points_text(points: int) -> Message:
    """Format a number of points."""
    return Message.counted("1 point", "{count} points", points)


def outcome_text(game_type: GameType, outcome: Outcome, names: tuple[str, ...], mode: str) -> Message:
    """Describe who won, with how many points, and what decided."""
    result = _result(outcome, names, mode)
    reason = game_type.reason(outcome)
    return Message("{result}: {reason}", result=result, reason=reason) if reason else result


def _result(outcome: Outcome, names: tuple[str, ...], mode: str) -> Message:
    if mode != "competitive":
        return Message("The game is won") if outcome.winners else Message("The game is lost")
    winners = both(names[seat] for seat in outcome.winners)
    if not outcome.scores:
        if len(outcome.winners) == len(names):
            return Message("The game is drawn")
        return Message("{winner} wins", winner=winners)
    points = points_text(outcome.scores[outcome.winners[0]])
    if len(outcome.winners) > 1:
        return Message("{winners} share the victory with {points}", winners=winners, points=points)
    return Message("{winner} wins with {points}", winner=winners, points=points)
