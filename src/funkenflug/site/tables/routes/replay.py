"""Routes: the record, the picture, the replay and the review of a match."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response

from funkenflug.kernel import MOST_SEATS
from funkenflug.site.boards.replay import judged_move, record_for, turning_point_words
from funkenflug.site.boards.responses import (
    ReplayResponse,
    ReviewResponse,
    TerritoryResponse,
    TextResponse,
    TurningPointResponse,
)
from funkenflug.site.infra.dependencies import while_connected
from funkenflug.site.infra.middleware.costs import in_thread
from funkenflug.site.infra.middleware.guard import client_of, enforce_limit
from funkenflug.site.tables.dependencies import TableDep

router = APIRouter(tags=["looking back"])

Ply = Annotated[int, Path(ge=0, le=10**4)]


def _media_type(name: str) -> dict[str, Any]:
    """Return the arguments of a route whose response is not JSON."""
    return {"response_class": Response, "responses": {200: {"content": {name: {}}}}}


@router.get("/api/tables/{id}/record", **_media_type("text/plain"))
async def record(at: TableDep) -> Response:
    """Return the game record (.ff) of a match that is over, or in which nothing is hidden from you."""
    text = await in_thread(record_for, at.live.position, at.viewer)
    name = f"{at.live.position.type.id}-{at.live.table.id}.ff"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/api/tables/{id}/picture.svg", **_media_type("image/svg+xml"))
async def picture(at: TableDep, theme: Annotated[Literal["auto", "light", "dark"], Query()] = "auto") -> Response:
    """Return the board as you may see it."""
    position, seat = at.live.position, at.viewer.seat
    svg = await in_thread(lambda: position.picture(seat).svg(theme))
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


@router.get("/api/tables/{id}/replay/{ply}", responses={200: {"model": ReplayResponse}, 304: {}})
async def replay(request: Request, at: TableDep, ply: Ply) -> Response:
    """Return an earlier position as you could see it then; after the match also the points after every move."""
    body = await while_connected(
        request, at.site.replays.position(at.live.position, at.viewer, at.words, ply, client_of(request))
    )
    headers = {"ETag": body.etag, "Cache-Control": "private, no-cache"}
    if request.headers.get("if-none-match") == body.etag:
        return Response(status_code=304, headers=headers)
    return Response(body.content, media_type="application/json", headers=headers)


@router.get("/api/tables/{id}/replay/{ply}/text", responses={200: {"model": TextResponse}})
async def replay_text(request: Request, at: TableDep, ply: Ply) -> Response:
    """Return an earlier position in words, as you could see it then."""
    text = at.site.replays.text(at.live.position, at.viewer, at.words, ply, client_of(request))
    return Response(await while_connected(request, text), media_type="application/json")


@router.get("/api/tables/{id}/territory/{seat}/{ply}", responses={200: {"model": TerritoryResponse}})
async def territory(
    request: Request, at: TableDep, seat: Annotated[int, Path(ge=0, lt=MOST_SEATS)], ply: Ply
) -> Response:
    """Return what shows on the board where the points of a seat come from, at a ply."""
    territory = at.site.replays.territory(at.live.position, at.viewer, seat, ply, client_of(request))
    return Response(await while_connected(request, territory), media_type="application/json")


@router.get("/api/tables/{id}/review/{ply}", responses={200: {"model": ReviewResponse}})
async def review(request: Request, at: TableDep, ply: Ply) -> Response:
    """Return what the first decision at or after a move was worth, in a match that is over, and the best move."""
    replays, client = at.site.replays, client_of(request)
    decision, following = await while_connected(request, replays.next_decisions(at.live.position, ply, client))
    if decision is None:
        return at.response(ReviewResponse(judged=None, next=None))
    judgement = await while_connected(request, replays.judge(at.live.position, decision, client))
    judged = await in_thread(judged_move, at.live.position, at.viewer, judgement)
    return at.response(ReviewResponse(judged=judged, next=following))


@router.get("/api/tables/{id}/turning-point", responses={200: {"model": TurningPointResponse}})
async def turning_point(request: Request, at: TableDep) -> Response:
    """Return where a solitaire or cooperative match was lost that is over: the last position that could be won."""
    enforce_limit(request, "hints")
    point = await while_connected(request, at.site.replays.turning_point(at.live.position, client_of(request)))
    words = await in_thread(turning_point_words, at.live.position.game, point)
    return at.response(TurningPointResponse(ply=None if point is None else point.ply, words=words))
