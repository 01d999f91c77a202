"""What routes depend on: parts of the site, the person who asks, and their language."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar

from starlette.requests import HTTPConnection, Request

from funkenflug.core.words import Message
from funkenflug.site.infra.endpoints import Depends
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.identity import language_of, person_of

T = TypeVar("T")


def part(name: str) -> Any:
    """Return the dependency on a part of the site, such as its puzzles."""

    async def get(connection: HTTPConnection) -> Any:
        return getattr(connection.app.state.site, name)

    return Depends(get)


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


IdentityDep = Annotated[str, Depends(get_identity)]
PersonDep = Annotated[str, Depends(get_person)]
LanguageDep = Annotated[str, Depends(get_language)]


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of some heavy work; cancel it at once if the client disconnects."""
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
