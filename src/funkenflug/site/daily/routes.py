"""Routes: the solitaire of the day."""

from __future__ import annotations

from typing import Annotated

from starlette.requests import Request
from starlette.responses import Response

from funkenflug.site.daily.daily import Daily
from funkenflug.site.daily.responses import DailySolitaire, PendingSolitaire
from funkenflug.site.infra.dependencies import IdentityDep, LanguageDep, PersonDep, part
from funkenflug.site.infra.endpoints import Router
from funkenflug.site.infra.error_handlers import json_response
from funkenflug.site.infra.middleware.guard import enforce_limit
from funkenflug.site.tables.responses import TableLink
from funkenflug.site.tables.routes.tables import table_link

router = Router("daily solitaire")

DailyDep = Annotated[Daily, part("daily")]


@router.get("/api/daily", (DailySolitaire, PendingSolitaire))
async def today(daily: DailyDep, person: PersonDep, language: LanguageDep) -> Response:
    """Return today's solitaire: which game, how many tried and won it, your table and how it ended."""
    return json_response(await daily.describe(person, language))


@router.post("/api/daily", TableLink, status=201)
async def play_today(request: Request, daily: DailyDep, identity: IdentityDep) -> Response:
    """Return your table for today's solitaire."""
    enforce_limit(request, "tables")
    return json_response(table_link(await daily.play(identity)), 201)
