"""Routes: undo, resign, rematch and chat."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from funkenflug.core.words import Message
from funkenflug.site.infra.dependencies import IdentityDep
from funkenflug.site.infra.endpoints import Router
from funkenflug.site.infra.error_handlers import json_response
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.guard import enforce_limit
from funkenflug.site.infra.responses import Acknowledgement
from funkenflug.site.tables import commands, setup
from funkenflug.site.tables.dependencies import TableDep
from funkenflug.site.tables.requests import ChatRequest, UndoAnswerRequest, UndoRequest
from funkenflug.site.tables.responses import TableLink
from funkenflug.site.tables.routes.tables import table_link

router = Router("play")


@router.post("/api/tables/{id}/undo", Acknowledgement)
async def undo(at: TableDep, body: UndoRequest) -> Response:
    """Take back your last move, or ask the others for their consent."""
    return await at.execute(lambda table: commands.undo(table, at.person, body.number))


@router.post("/api/tables/{id}/undo/answer", Acknowledgement)
async def answer_undo(at: TableDep, body: UndoAnswerRequest) -> Response:
    """Agree to an undo, or decline it."""
    return await at.execute(
        lambda table: commands.answer_undo(table, at.person, body.yes),
        commands.complete_undo,
    )


@router.post("/api/tables/{id}/resign", Acknowledgement)
async def resign(at: TableDep) -> Response:
    """Resign: the other player wins, or a bot plays on for you if there are more than two players."""
    return await at.execute(lambda table: commands.resign(table, at.person))


@router.post("/api/tables/{id}/rematch", TableLink)
async def rematch(request: Request, at: TableDep, identity: IdentityDep) -> Response:
    """Return the table where the same people play again."""
    enforce_limit(request, "tables")
    return json_response(table_link(await setup.create_rematch(at.site.tables, at.live, identity)))


@router.post("/api/tables/{id}/chat", Acknowledgement)
async def chat(request: Request, at: TableDep, body: ChatRequest) -> Response:
    """Post a chat message at the table."""
    enforce_limit(request, "chat")
    if at.site.restrictions.has("mute", at.person):
        raise Refused(403, Message("You can no longer chat on this site"))
    name = await at.site.people.name_of(at.person)
    return await at.execute(lambda table: commands.chat(table, at.person, name, body.text, body.id))
