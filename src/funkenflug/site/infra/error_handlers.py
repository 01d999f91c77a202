"""Exception handlers: every error becomes a JSON response in the language of the request."""

from __future__ import annotations

import logging
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from funkenflug.core.words import Message
from funkenflug.locale.translate import translate as say
from funkenflug.site.infra.db.engine import Unavailable
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.identity import language_of
from funkenflug.site.infra.words import encode

_log = logging.getLogger(__name__)


def json_response(content: Any, status: int = 200, language: str | None = None) -> Response:
    """Return a JSON response; with a language its texts are rendered."""
    return Response(encode(content, language), status, media_type="application/json")


def error_response(connection: HTTPConnection, words: Message, status: int) -> Response:
    """Return an error in the language of the request."""
    return json_response({"error": say(words, language_of(connection))}, status)


async def handle_refused(request: Request, error: Exception) -> Response:
    """Say why a request was refused."""
    assert isinstance(error, Refused)
    response = error_response(request, error.words, error.status)
    response.headers.update(error.headers)
    return response


async def handle_http_error(request: Request, error: Exception) -> Response:
    """Answer an error of the framework, such as an unknown path."""
    assert isinstance(error, HTTPException)
    words = Message("There is nothing here") if error.status_code == 404 else Message("That’s not possible here")
    response = error_response(request, words, error.status_code)
    response.headers.update(error.headers or {})
    return response


async def handle_unavailable(connection: HTTPConnection, error: Exception) -> Response:
    """Answer that the database fails, and whether the command was stored."""
    assert isinstance(error, Unavailable)
    log_unavailable(error)
    reads = connection.scope.get("method", "GET") == "GET" and not error.unsure and not error.full
    words = Message("The site can’t load its tables right now. Please try again soon.")
    return error_response(connection, words if reads else not_stored(error), 507 if error.full else 503)


def log_unavailable(error: Unavailable) -> None:
    """Log a failure of the database."""
    _log.error("the database does not work", exc_info=error)


def not_stored(error: Unavailable) -> Message:
    """Return why a command was not stored."""
    if error.unsure:
        return Message("This may not have been saved. Check the table before you try again.")
    if error.full:
        return Message("Not saved: the site has run out of space.")
    return Message("Not saved. Please try again.")
