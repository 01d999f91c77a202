"""What routes depend on: the site, the person who asks, their language, and the table of the path."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Protocol

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from funkenflug.site.boards.records import Records
from funkenflug.site.boards.requests import TableId
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.infra.dependencies import PersonDep
from funkenflug.site.infra.endpoints import Depends
from funkenflug.site.infra.error_handlers import json_response
from funkenflug.site.infra.requests import Language
from funkenflug.site.infra.responses import Acknowledgement
from funkenflug.site.infra.restrictions import Restrictions
from funkenflug.site.people.people import People
from funkenflug.site.tables.bots import Bots
from funkenflug.site.tables.broadcast import Broadcast
from funkenflug.site.tables.commands import Command
from funkenflug.site.tables.live import LiveTable
from funkenflug.site.tables.position import Viewer
from funkenflug.site.tables.registry import TableRegistry
from funkenflug.site.tables.replays import Replays


class TableSite(Protocol):
    """The parts of the site that tables need."""

    storage: Storage
    tables: TableRegistry
    broadcast: Broadcast
    bots: Bots
    replays: Replays
    records: Records
    people: People
    restrictions: Restrictions


async def get_site(connection: HTTPConnection) -> TableSite:
    """Return the site."""
    site: TableSite = connection.app.state.site
    return site


SiteDep = Annotated[TableSite, Depends(get_site)]


@dataclass(frozen=True, slots=True)
class TableContext:
    """A table, with the site and the person who asks."""

    site: TableSite
    live: LiveTable
    person: str
    words: str | None
    """The language in which texts are rendered; None: they are sent as `Words`."""

    @property
    def viewer(self) -> Viewer:
        """How the person sees the table."""
        return self.live.viewer(self.person)

    def response(self, content: Any) -> Response:
        """Return a JSON response."""
        return json_response(content, language=self.words)

    def snapshot(self) -> Response:
        """Return the table as the person sees it."""
        return self.response(self.site.broadcast.snapshot(self.live, self.viewer))

    async def execute(self, *commands: Command) -> Response:
        """Execute commands, and acknowledge them: what happened is told by the stream."""
        for command in commands:
            await self.site.tables.execute(self.live, command)
        return json_response(Acknowledgement(number=self.live.table.number))


WordsIn = Language | None
"""A language: texts are rendered in it, not sent as `Words`."""


async def get_table(
    request: Request, id: TableId, site: SiteDep, person: PersonDep, words: WordsIn = None
) -> TableContext:
    """Return the table of the path."""
    live = await site.tables.get(id)
    site.tables.visit(live)
    live.recognise_host(request.state.identity)
    return TableContext(site, live, person, words)


TableDep = Annotated[TableContext, Depends(get_table)]
