"""Routes: the solitaire of the day."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response

from funkenflug.site.daily.daily import Daily
from funkenflug.site.daily.responses import DailySolitaire, PendingSolitaire
from funkenflug.site.infra.dependencies import IdentityDep, LanguageDep, PersonDep, part
from funkenflug.site.infra.error_handlers import json_response
from funkenflug.site.tables.responses import TableLink
from funkenflug.site.tables.routes.tables import table_link

router = APIRouter(tags=["daily solitaire"])

DailyDep = Annotated[Daily, part("daily")]


@router.get("/api/daily", responses={200: {"model": DailySolitaire | PendingSolitaire}})
async def today(daily: DailyDep, person: PersonDep, language: LanguageDep) -> Response:
    """Return today's solitaire: which game, how many tried and won it, your table and how it ended."""
    return json_response(await daily.describe(person, language))


@router.post("/api/daily", status_code=201, responses={201: {"model": TableLink}})
async def play_today(daily: DailyDep, identity: IdentityDep) -> Response:
    """Return your table for today's solitaire."""
    return json_response(table_link(await daily.play(identity)), 201)
