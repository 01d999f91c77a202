"""Routes: read a table, play moves, and ask for help."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from funkenflug.site.boards.preview import hints
from funkenflug.site.infra.dependencies import while_connected
from funkenflug.site.infra.endpoints import Router
from funkenflug.site.infra.error_handlers import json_response
from funkenflug.site.infra.middleware.costs import in_thread
from funkenflug.site.infra.middleware.guard import client_of, enforce_limit
from funkenflug.site.infra.responses import Acknowledgement
from funkenflug.site.tables import commands
from funkenflug.site.tables.dependencies import TableDep
from funkenflug.site.tables.requests import HintRequest, MovesRequest
from funkenflug.site.tables.responses import HintResponse, OutlookResponse, Snapshot
from funkenflug.site.tables.review import outlook_words

router = Router("play")


@router.get("/api/tables/{id}", Snapshot)
async def read_table(at: TableDep) -> Response:
    """Return everything that you may see of a table."""
    return at.snapshot()


@router.get("/api/tables/{id}/view")
async def read_view(at: TableDep) -> Response:
    """Return what your seat may know as plain data, the result of `Game.view`: what a bot decides with.

    Before the deal this is null.
    """
    dealt = at.live.table.dealt_at >= 0
    return json_response(at.live.position.view(at.viewer.seat) if dealt else None)


@router.post("/api/tables/{id}/moves", Acknowledgement)
async def play(at: TableDep, body: MovesRequest) -> Response:
    """Play moves. Repeating a request changes nothing; one for an earlier position is refused (409)."""
    return await at.execute(lambda table: commands.play(table, at.person, body.number, body.seat, body.moves))


@router.post("/api/tables/{id}/hint", HintResponse)
async def hint(request: Request, at: TableDep, body: HintRequest | None = None) -> Response:
    """Return the best moves, perhaps after a draft, and the chances after them; in solitaire and against bots."""
    enforce_limit(request, "hints")
    draft, position = body.draft if body else [], at.live.position
    seat, found = await while_connected(request, at.site.bots.hint(at.live, at.viewer, draft, client_of(request)))
    moves = await in_thread(hints, position, seat, draft, found)
    return at.response(HintResponse(number=position.table.number, moves=moves))


@router.post("/api/tables/{id}/outlook", OutlookResponse)
async def outlook(request: Request, at: TableDep) -> Response:
    """Return whether a solitaire or cooperative match can still be won, as far as you can know."""
    enforce_limit(request, "hints")
    number = at.live.table.number
    found = await while_connected(request, at.site.bots.outlook(at.live, at.viewer, client_of(request)))
    return at.response(OutlookResponse(number=number, words=outlook_words(found)))
