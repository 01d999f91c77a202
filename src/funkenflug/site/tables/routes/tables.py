"""Routes: the games, the lists of tables, and new tables."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from funkenflug.site.infra.dependencies import IdentityDep, LanguageDep, PersonDep
from funkenflug.site.infra.endpoints import Router
from funkenflug.site.infra.error_handlers import json_response
from funkenflug.site.infra.middleware.guard import enforce_limit
from funkenflug.site.tables import lobby, setup
from funkenflug.site.tables.dependencies import SiteDep
from funkenflug.site.tables.requests import NewTableRequest
from funkenflug.site.tables.responses import GameDescription, TableLink, TableLists

router = Router("tables")


@router.get("/api/games", list[GameDescription])
async def list_games(language: LanguageDep) -> Response:
    """Return what each game says about itself."""
    return json_response(lobby.describe_games(language))


@router.get("/api/tables", TableLists)
async def list_tables(site: SiteDep, person: PersonDep, language: LanguageDep) -> Response:
    """Return your running tables, those you finished last, open ones to join, and tables to watch."""
    return json_response(await lobby.list_tables(site.storage, site.tables, person, language))


@router.post("/api/tables", TableLink, status=201)
async def create_table(request: Request, site: SiteDep, identity: IdentityDep, body: NewTableRequest) -> Response:
    """Set up a table."""
    enforce_limit(request, "tables")
    live = await setup.create_table(site.tables, site.people, identity, body)
    return json_response(table_link(live.table.id), 201)


def table_link(id: str) -> TableLink:
    """Return the id and the address of a table."""
    return TableLink(id=id, url=f"/t/{id}")
