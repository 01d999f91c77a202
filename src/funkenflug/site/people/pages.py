"""Pages: where a private link leads to."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from funkenflug.site.infra.pages import page


async def _arrive(request: Request) -> Response:
    return page(request, "arrive.html")


ROUTES = (Route("/me", _arrive),)
