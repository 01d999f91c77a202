"""Routes: the solitaire of the day."""

from __future__ import annotations

from fastapi import APIRouter, Response

from funkenflug.site.infra.error_handlers import json_response
from funkenflug.site.tables.dependencies import IdentityDep, LanguageDep, PersonDep, SiteDep
from funkenflug.site.tables.responses import DailySolitaire, PendingSolitaire, TableLink
from funkenflug.site.tables.routes.tables import table_link

router = APIRouter(tags=["daily solitaire"])


@router.get("/api/daily", responses={200: {"model": DailySolitaire | PendingSolitaire}})
async def today(site: SiteDep, person: PersonDep, language: LanguageDep) -> Response:
    """Return today's solitaire: which game, how many tried and won it, your table and how it ended."""
    return json_response(await site.daily.describe(person, language))


@router.post("/api/daily", status_code=201, responses={201: {"model": TableLink}})
async def play_today(site: SiteDep, identity: IdentityDep) -> Response:
    """Return your table for today's solitaire."""
    return json_response(table_link(await site.daily.play(identity)), 201)
