"""The JSON API as an application of its own, which is loaded after the first page: FastAPI takes long to import."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import State
from starlette.requests import Request
from starlette.responses import Response

from funkenflug.core.version import __version__
from funkenflug.core.words import Message, clipped, printable
from funkenflug.site.daily import routes as daily
from funkenflug.site.infra import health
from funkenflug.site.infra.error_handlers import error_response
from funkenflug.site.infra.error_pages import ERROR_HANDLERS
from funkenflug.site.infra.responses import ErrorResponse
from funkenflug.site.lessons import routes as lessons
from funkenflug.site.people import routes as people
from funkenflug.site.puzzles import routes as puzzles
from funkenflug.site.studies import routes as studies
from funkenflug.site.tables.routes import coach, play, replay, requests, seats, stream, tables

_ROUTERS = (people, tables, seats, play, requests, replay, studies, puzzles, daily, lessons, coach, stream, health)


def create_api(state: State) -> FastAPI:
    """Return the API of the application with that state."""
    api = FastAPI(
        title="Funkenflug",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,  # pages.py answers it
        redirect_slashes=False,  # the redirect would go to whatever the request calls its Host
        responses={
            status: {"model": ErrorResponse} for status in (400, 403, 404, 408, 409, 410, 413, 422, 429, 503, 507)
        },
        exception_handlers={**ERROR_HANDLERS, RequestValidationError: _handle_invalid},
    )
    api.state = state
    for subject in _ROUTERS:
        api.include_router(subject.router)
    return api


async def _handle_invalid(request: Request, error: Exception) -> Response:
    """Name the fields of a request that are not valid."""
    assert isinstance(error, RequestValidationError)
    where = dict.fromkeys(".".join(str(part) for part in one["loc"][1:]) for one in error.errors()[:3])
    words = Message("Invalid request: {where}", where=clipped(printable(", ".join(where)), 120))
    return error_response(request, words, 422)
