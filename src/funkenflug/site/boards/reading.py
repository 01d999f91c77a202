"""The board in words, for players who use the keyboard, read it as lists or ask questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from funkenflug.core.view import View
from funkenflug.core.words import Message
from funkenflug.games.base import GameType, Section
from funkenflug.site.boards.position import Position
from funkenflug.site.boards.responses import SectionWords, TextResponse


def board_text(position: Position, seat: int | None) -> TextResponse:
    """Return the board in words, as a seat may see it."""
    shared = position.shared_view(seat)
    return _response(shared.text, shared.cells, shared.sections)


def view_text(game_type: GameType, view: View) -> TextResponse:
    """Return the board of a view in words."""
    return _response(game_type.board(view), game_type.describe_cells(view), game_type.describe_board(view))


def _response(text: str, cells: Mapping[str, Message], sections: Iterable[Section]) -> TextResponse:
    return TextResponse(
        text=text,
        cells=dict(cells),
        sections=[
            SectionWords(question=section.question, title=section.title, lines=list(section.lines))
            for section in sections
        ],
    )
