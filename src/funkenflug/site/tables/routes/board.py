"""Routes: every board that somebody looks at, of a table or of a record. Nothing is changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from funkenflug.match.game import Game
from funkenflug.site.boards import board as boards
from funkenflug.site.boards import preview, reading
from funkenflug.site.boards.position import Position
from funkenflug.site.boards.records import RecordPosition
from funkenflug.site.boards.requests import (
    ExplainRequest,
    PositionRequest,
    PreviewRequest,
    RecordBoard,
    TableBoard,
    TerritoryRequest,
    TextRequest,
)
from funkenflug.site.boards.responses import (
    BoardPosition,
    ExplainResponse,
    PreviewResponse,
    TerritoryResponse,
    TextResponse,
)
from funkenflug.site.infra.dependencies import get_person, while_connected
from funkenflug.site.infra.endpoints import Router
from funkenflug.site.infra.error_handlers import json_response
from funkenflug.site.infra.errors import OutOfDate
from funkenflug.site.infra.middleware.costs import in_thread
from funkenflug.site.infra.middleware.cross_origin import PREFLIGHT
from funkenflug.site.infra.middleware.guard import client_of
from funkenflug.site.tables.dependencies import SiteDep, TableSite, WordsIn, get_table
from funkenflug.site.tables.position import TablePosition, Viewer, seat_to_move

router = Router("boards")


class Sight(NamedTuple):
    """A position, and how somebody sees it."""

    position: Position
    seat: int | None
    """The seat whose view is shown; None: a spectator's."""
    mover: Callable[[], int]
    """Returns the seat for which moves may be tried, or refuses."""
    words: str | None

    def response(self, content: Any) -> Response:
        """Return a JSON response."""
        return json_response(content, language=self.words)

    def imagined(self, draft: list[str]) -> Game:
        """Return the match as the viewer may imagine it, perhaps after a draft."""
        return preview.drafted(self.position, self.mover(), draft) if draft else self.position.possible(self.seat)


async def _see(request: Request, site: TableSite, board: TableBoard | RecordBoard, words: str | None) -> Sight:
    """Return the board that a request is about."""
    if isinstance(board, RecordBoard):
        record = await site.records.position(board.record, board.path, board.ply)
        seat = record.seat(board.looking)
        return Sight(record, seat, lambda: seat, words)
    at = await get_table(request, board.id, site, await get_person(request), words)
    now, viewer = at.live.position, at.viewer
    position: Position = now
    if board.ply is not None:
        position = await while_connected(request, site.replays.at_ply(now, board.ply, client_of(request)))
    return Sight(position, viewer.seat, partial(_mover, now, viewer, board), words)


def _mover(position: TablePosition, viewer: Viewer, board: TableBoard) -> int:
    if board.ply is not None or (board.number is not None and board.number < position.table.decided_at):
        raise OutOfDate
    return seat_to_move(position, viewer)


@router.options("/api/board/{what}")
async def preflight(request: Request) -> Response:
    """Tell a page of another origin that it may ask for boards."""
    return Response(status_code=204, headers=PREFLIGHT)


@router.post("/api/board/position", BoardPosition)
async def position(request: Request, site: SiteDep, body: PositionRequest, words: WordsIn = None) -> Response:
    """Return a position, as you may see it."""
    sight = await _see(request, site, body.board, words)
    if isinstance(sight.position, RecordPosition):
        return sight.response(await in_thread(boards.record_position, sight.position, sight.seat, body.since))
    return sight.response(await in_thread(boards.board_position, sight.position, sight.seat))


@router.post("/api/board/preview", PreviewResponse)
async def look_ahead(request: Request, site: SiteDep, body: PreviewRequest, words: WordsIn = None) -> Response:
    """Return the drawing after a draft with the preview of a move, and the choices after the draft."""
    sight = await _see(request, site, body.board, words)
    mover = sight.mover()
    return sight.response(await in_thread(preview.preview, sight.position, mover, body.draft, body.move))


@router.post("/api/board/explain", ExplainResponse)
async def explain(request: Request, site: SiteDep, body: ExplainRequest, words: WordsIn = None) -> Response:
    """Return why a move is not allowed, or why a cell cannot be chosen after some steps of a move."""
    sight = await _see(request, site, body.board, words)

    def work() -> ExplainResponse:
        why = preview.explain(sight.imagined(body.draft), body.move, body.steps, body.cell)
        return ExplainResponse(words=why)

    return sight.response(await in_thread(work))


@router.post("/api/board/text", TextResponse)
async def read_text(request: Request, site: SiteDep, body: TextRequest, words: WordsIn = None) -> Response:
    """Return the board in words: each cell, and lists of what is where. Nobody else sees a draft."""
    sight = await _see(request, site, body.board, words)
    if not body.draft:
        return sight.response(await in_thread(reading.board_text, sight.position, sight.seat))
    drafted = await in_thread(sight.imagined, body.draft)
    return sight.response(await in_thread(reading.view_text, drafted.type, drafted.view(sight.seat)))


@router.post("/api/board/territory", TerritoryResponse)
async def territory(request: Request, site: SiteDep, body: TerritoryRequest, words: WordsIn = None) -> Response:
    """Return what shows on the board where the points of a seat come from."""
    sight = await _see(request, site, body.board, words)
    return sight.response(await in_thread(boards.territory, sight.position, sight.seat, body.seat))
