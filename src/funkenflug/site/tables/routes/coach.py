"""Routes: what a coach says at a table."""

from __future__ import annotations

from starlette.responses import Response

from funkenflug.site.infra.endpoints import Router
from funkenflug.site.infra.error_handlers import json_response
from funkenflug.site.infra.middleware.costs import in_thread
from funkenflug.site.tables.dependencies import TableDep
from funkenflug.site.tables.responses import CoachNote, CoachResponse

router = Router("lessons")


@router.get("/api/tables/{id}/coach", CoachResponse)
async def coach(at: TableDep) -> Response:
    """Return what a coach would say to you in this position. There is no coach against other people."""
    table, seat = at.live.table, at.viewer.seat
    if seat is None or table.game.over or not table.plays_alone(at.person):
        return json_response(CoachResponse(notes=[]))
    notes = await in_thread(lambda: list(table.game.type.coach(table.game.view(seat))))
    said = [CoachNote(id=note.id, words=note.words, cells=list(note.cells)) for note in notes]
    return at.response(CoachResponse(notes=said))
