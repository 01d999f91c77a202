"""Routes: read a table, play moves, preview them, and ask for help."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from funkenflug.site.boards import preview, reading
from funkenflug.site.boards.replay import outlook_words
from funkenflug.site.boards.requests import ExplainRequest, PreviewRequest, TextRequest
from funkenflug.site.boards.responses import ExplainResponse, PreviewResponse, TextResponse
from funkenflug.site.infra.dependencies import while_connected
from funkenflug.site.infra.error_handlers import json_response
from funkenflug.site.infra.middleware.costs import in_thread
from funkenflug.site.infra.middleware.guard import client_of, enforce_limit
from funkenflug.site.infra.responses import Acknowledgement
from funkenflug.site.tables import commands
from funkenflug.site.tables.dependencies import TableDep
from funkenflug.site.tables.requests import HintRequest, MovesRequest
from funkenflug.site.tables.responses import HintResponse, OutlookResponse, Snapshot

router = APIRouter(tags=["play"])


@router.get("/api/tables/{id}", responses={200: {"model": Snapshot}})
async def read_table(at: TableDep) -> Response:
    """Return everything that you may see of a table."""
    return at.snapshot()


@router.get("/api/tables/{id}/text", responses={200: {"model": TextResponse}})
async def read_text(at: TableDep) -> Response:
    """Return the board in words, as you may see it: each cell, and lists of what is where."""
    return at.response(reading.board_text(at.live.position, at.viewer))


@router.post("/api/tables/{id}/text", responses={200: {"model": TextResponse}})
async def read_drafted_text(at: TableDep, body: TextRequest) -> Response:
    """Return the board in words after a draft of yours, which nobody else sees."""
    return at.response(await in_thread(reading.drafted_text, at.live.position, at.viewer, body))


@router.get("/api/tables/{id}/view")
async def read_view(at: TableDep) -> Response:
    """Return what your seat may know as plain data, the result of `Game.view`: what a bot decides with.

    Before the deal this is null.
    """
    dealt = at.live.table.dealt_at >= 0
    return json_response(at.live.position.view(at.viewer.seat) if dealt else None)


@router.post("/api/tables/{id}/moves", responses={200: {"model": Acknowledgement}})
async def play(at: TableDep, body: MovesRequest) -> Response:
    """Play moves. Repeating a request changes nothing; one for an earlier position is refused (409)."""
    return await at.execute(lambda table: commands.play(table, at.person, body.number, body.seat, body.moves))


@router.post("/api/tables/{id}/look", responses={200: {"model": PreviewResponse}})
async def look_ahead(at: TableDep, body: PreviewRequest) -> Response:
    """Return the drawing after a draft with the preview of a move, and the choices after the draft."""
    return at.response(await in_thread(preview.preview, at.live.position, at.viewer, body))


@router.post("/api/tables/{id}/explain", responses={200: {"model": ExplainResponse}})
async def explain(at: TableDep, body: ExplainRequest) -> Response:
    """Return why a move is not allowed, or why a cell cannot be chosen after some steps of a move."""
    words = await in_thread(preview.explain, at.live.position, at.viewer, body)
    return at.response(ExplainResponse(words=words))


@router.post("/api/tables/{id}/hint", responses={200: {"model": HintResponse}})
async def hint(request: Request, at: TableDep, body: HintRequest | None = None) -> Response:
    """Return the best moves, perhaps after a draft, and the chances after them; in solitaire and against bots."""
    enforce_limit(request, "hints")
    draft, position = body.draft if body else (), at.live.position
    found = await while_connected(request, at.site.bots.hint(at.live, at.viewer, draft, client_of(request)))
    moves = await in_thread(preview.hints, position, at.viewer, draft, found)
    return at.response(HintResponse(number=position.table.number, moves=moves))


@router.post("/api/tables/{id}/outlook", responses={200: {"model": OutlookResponse}})
async def outlook(request: Request, at: TableDep) -> Response:
    """Return whether a solitaire or cooperative match can still be won, as far as you can know."""
    enforce_limit(request, "hints")
    number = at.live.table.number
    found = await while_connected(request, at.site.bots.outlook(at.live, at.viewer, client_of(request)))
    return at.response(OutlookResponse(number=number, words=outlook_words(found)))
