"""Routes: the record, the picture, the points and the review of a match."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from funkenflug.core.drawing import Theme
from funkenflug.site.boards.requests import Ply
from funkenflug.site.boards.responses import ReviewResponse, TurningPointResponse
from funkenflug.site.infra.dependencies import while_connected
from funkenflug.site.infra.endpoints import Router
from funkenflug.site.infra.middleware.costs import in_thread
from funkenflug.site.infra.middleware.guard import client_of, enforce_limit
from funkenflug.site.tables.dependencies import TableDep
from funkenflug.site.tables.review import judged_move, record_for, turning_point_words

router = Router("looking back")


@router.get("/api/tables/{id}/record", media_type="text/plain")
async def record(at: TableDep) -> Response:
    """Return the game record (.ff) of a match that is over, or in which nothing is hidden from you."""
    text = await in_thread(record_for, at.live.position, at.viewer)
    name = f"{at.live.position.type.id}-{at.live.table.id}.ff"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/api/tables/{id}/picture.svg", media_type="image/svg+xml")
async def picture(at: TableDep, theme: Theme = "auto") -> Response:
    """Return the board as you may see it."""
    position, seat = at.live.position, at.viewer.seat
    svg = await in_thread(lambda: position.picture(seat).svg(theme))
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


@router.get("/api/tables/{id}/score-lines", list[list[int]])
async def score_lines(request: Request, at: TableDep) -> Response:
    """Return the points of every seat after every move of a match that is over."""
    return at.response(
        await while_connected(request, at.site.replays.score_lines(at.live.position, client_of(request)))
    )


@router.get("/api/tables/{id}/review/{ply}", ReviewResponse)
async def review(request: Request, at: TableDep, ply: Ply) -> Response:
    """Return what the first decision at or after a move was worth, in a match that is over, and the best move."""
    replays, client = at.site.replays, client_of(request)
    decision, following = await while_connected(request, replays.next_decisions(at.live.position, ply, client))
    if decision is None:
        return at.response(ReviewResponse(judged=None, next=None))
    judgement = await while_connected(request, replays.judge(at.live.position, decision, client))
    judged = await in_thread(judged_move, at.live.position, at.viewer, judgement)
    return at.response(ReviewResponse(judged=judged, next=following))


@router.get("/api/tables/{id}/turning-point", TurningPointResponse)
async def turning_point(request: Request, at: TableDep) -> Response:
    """Return where a solitaire or cooperative match was lost that is over: the last position that could be won."""
    enforce_limit(request, "hints")
    point = await while_connected(request, at.site.replays.turning_point(at.live.position, client_of(request)))
    words = await in_thread(turning_point_words, at.live.position.game, point)
    return at.response(TurningPointResponse(ply=None if point is None else point.ply, words=words))
