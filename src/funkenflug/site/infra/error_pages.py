"""Exception handlers of the application: an error is JSON from the API, otherwise a page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from funkenflug.locale.translate import translate as say
from funkenflug.site.infra.db.engine import Unavailable
from funkenflug.site.infra.error_handlers import handle_http_error, handle_refused, handle_unavailable
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.identity import language_of
from funkenflug.site.infra.pages import page, words_in


async def _on_error(api: Any, request: Request, error: Exception) -> Response:
    """Return an error: as JSON from the API, otherwise as a page."""
    status = error.status_code if isinstance(error, HTTPException) else getattr(error, "status", 500)
    if request.url.path.startswith("/api/"):
        if api is None:
            words = say("Something went wrong. The error has been logged.", language_of(request))
            return Response(f'{{"error": "{words}"}}', 500, media_type="application/json")
        answer: Response = await api(request, error)
        return answer
    translated = words_in(language_of(request))
    if status == 404:
        title, words = (
            translated("Nothing’s burning here"),
            translated("This page or table doesn’t exist, or no longer does."),
        )
    else:
        title = translated("That didn’t work")
        words = translated("Something went wrong. The error has been logged.")
    if isinstance(error, Refused):
        words = say(error.words, language_of(request))
    if isinstance(error, Unavailable):
        status, words = 503, translated("The site can’t load its tables right now. Please try again soon.")
    return page(request, "error.html", status, title=title, words=words)


ERROR_HANDLERS: Mapping[Any, Any] = {
    HTTPException: partial(_on_error, handle_http_error),
    Refused: partial(_on_error, handle_refused),
    Unavailable: partial(_on_error, handle_unavailable),
    Exception: partial(_on_error, None),
}
"""What turns exceptions into responses, for pages and the API."""
