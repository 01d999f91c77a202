"""The board in words, for players who use the keyboard, read it as lists or ask questions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from funkenflug.core.view import View
from funkenflug.core.words import Message
from funkenflug.games.base import Section
from funkenflug.site.boards.position import Position, Shown, Viewer
from funkenflug.site.boards.preview import drafted
from funkenflug.site.boards.replay import earlier
from funkenflug.site.boards.responses import SectionWords, TextResponse
from funkenflug.site.infra.errors import OutOfDate

if TYPE_CHECKING:
    from funkenflug.site.boards.requests import TextRequest  # FastAPI is loaded after the first page


def board_text(position: Position[Shown], viewer: Viewer) -> TextResponse:
    """Return the board in words."""
    shared = position.shared_view(viewer.seat)
    return _response(position, shared.text, shared.cells, shared.sections)


def drafted_text(position: Position[Shown], viewer: Viewer, request: TextRequest) -> TextResponse:
    """Return the board after a draft in words."""
    if request.number < position.table.decided_at:
        raise OutOfDate
    return _view_text(position, drafted(position, viewer, request.seat, request.draft).view(request.seat))


def earlier_text(position: Position[Shown], viewer: Viewer, ply: int) -> TextResponse:
    """Return the board at a ply in words, as the viewer could see it then."""
    return _view_text(position, earlier(position, ply).view(viewer.seat))


def _view_text(position: Position[Shown], view: View) -> TextResponse:
    game_type = position.type
    return _response(position, game_type.board(view), game_type.describe_cells(view), game_type.describe_board(view))


def _response(
    position: Position[Shown], text: str, cells: dict[str, Message], sections: Iterable[Section]
) -> TextResponse:
    return TextResponse(
        number=position.table.number,
        text=text,
        cells=dict(cells),
        sections=[
            SectionWords(question=section.question, title=section.title, lines=list(section.lines))
            for section in sections
        ],
    )
