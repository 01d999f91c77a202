"""What routes depend on: the site, the person who asks, their language, and the table of the path."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Query, Request, Response
from starlette.requests import HTTPConnection

from funkenflug.core.words import Message
from funkenflug.site.boards.position import Viewer
from funkenflug.site.infra.error_handlers import json_response
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.identity import language_of, person_of
from funkenflug.site.site import Site
from funkenflug.site.tables.commands import Command
from funkenflug.site.tables.live import LiveTable
from funkenflug.site.tables.requests import Language, TableId
from funkenflug.site.tables.responses import Acknowledgement

T = TypeVar("T")


async def get_site(connection: HTTPConnection) -> Site:
    """Return the site."""
    site: Site = connection.app.state.site
    return site


async def get_identity(request: Request) -> str:
    """Return the secret identity of the client; it is never stored."""
    identity: str = request.state.identity
    return identity


async def get_person(request: Request) -> str:
    """Return the stored id of the client: the hash of their identity."""
    person = person_of(request)
    assert person is not None  # the middleware gives everybody an identity
    return person


async def get_language(connection: HTTPConnection) -> str:
    """Return the language of the response."""
    return language_of(connection)


SiteDep = Annotated[Site, Depends(get_site)]
IdentityDep = Annotated[str, Depends(get_identity)]
PersonDep = Annotated[str, Depends(get_person)]
LanguageDep = Annotated[str, Depends(get_language)]


@dataclass(frozen=True, slots=True)
class TableContext:
    """A table, with the site and the person who asks."""

    site: Site
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


WordsIn = Annotated[Language | None, Query(description="A language: texts are rendered in it, not sent as `Words`.")]


async def get_table(
    request: Request, id: TableId, site: SiteDep, person: PersonDep, words: WordsIn = None
) -> TableContext:
    """Return the table of the path."""
    live = await site.tables.get(id)
    site.tables.visit(live)
    live.recognise_host(request.state.identity)
    return TableContext(site, live, person, words)


TableDep = Annotated[TableContext, Depends(get_table)]


# Heavy work


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of some work; cancel it at once if the client disconnects."""
    task, gone = asyncio.create_task(work), asyncio.create_task(_disconnect(request))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Refused(400, Message("Your request arrived incomplete"))  # nobody reads it
        return task.result()
    finally:
        task.cancel()
        gone.cancel()


async def _disconnect(request: Request) -> None:
    """Wait until the client disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
