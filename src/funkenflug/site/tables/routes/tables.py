"""Routes: the games, the lists of tables, and new tables."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from funkenflug.site.infra.dependencies import IdentityDep, LanguageDep, PersonDep
from funkenflug.site.infra.error_handlers import json_response
from funkenflug.site.infra.middleware.guard import enforce_limit
from funkenflug.site.tables import lobby, setup
from funkenflug.site.tables.dependencies import SiteDep
from funkenflug.site.tables.requests import NewTableRequest
from funkenflug.site.tables.responses import GameDescription, TableLink, TableLists

router = APIRouter(tags=["tables"])


@router.get("/api/games", responses={200: {"model": list[GameDescription]}})
async def list_games(language: LanguageDep) -> Response:
    """Return what each game says about itself."""
    return json_response(lobby.describe_games(language))


@router.get("/api/tables", responses={200: {"model": TableLists}})
async def list_tables(site: SiteDep, person: PersonDep, language: LanguageDep) -> Response:
    """Return your running tables, those you finished last, open ones to join, and tables to watch."""
    return json_response(await lobby.list_tables(site.storage, site.tables, person, language))


@router.post("/api/tables", status_code=201, responses={201: {"model": TableLink}})
async def create_table(request: Request, site: SiteDep, identity: IdentityDep, body: NewTableRequest) -> Response:
    """Set up a table."""
    enforce_limit(request, "tables")
    live = await setup.create_table(site.tables, site.people, identity, body)
    return json_response(table_link(live.table.id), 201)


def table_link(id: str) -> TableLink:
    """Return the id and the address of a table."""
    return TableLink(id=id, url=f"/t/{id}")
