"""The application: what a site consists of, and in which order it is put together."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Literal

from starlette.applications import Starlette
from starlette.datastructures import State
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

from funkenflug.site.infra import catalogue, static
from funkenflug.site.infra.db.engine import default_database
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.infra.error_pages import ERROR_HANDLERS
from funkenflug.site.infra.middleware.guard import GuardMiddleware
from funkenflug.site.infra.middleware.identity import IdentityMiddleware
from funkenflug.site.infra.middleware.limits import Limits, RateLimiter, default_limits
from funkenflug.site.infra.middleware.metrics import Metrics, log_to_stderr
from funkenflug.site.infra.restrictions import store_usage
from funkenflug.site.lessons import pages as lessons
from funkenflug.site.pages import pages
from funkenflug.site.people import pages as people
from funkenflug.site.puzzles import pages as puzzles
from funkenflug.site.site import Site
from funkenflug.site.studies import pages as studies
from funkenflug.site.tables import pages as tables
from funkenflug.site.words import CATALOGUES

if TYPE_CHECKING:
    from fastapi import FastAPI

_MIDDLEWARE = (
    Middleware(GZipMiddleware, minimum_size=1000),
    Middleware(GuardMiddleware),
    Middleware(IdentityMiddleware),
)
_PAGES = [
    route
    for feature in (pages, people, tables, studies, lessons, puzzles, catalogue, static)
    for route in feature.ROUTES
]


def create_app(
    database: str | None = None,
    pace: float | None = None,
    limits: Limits | Literal["usual"] | None = "usual",
) -> Starlette:
    """Return the site over a database.

    `pace` is the shortest time between two moves of bots, in seconds. `limits` are the rate limits; None switches them
    off.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if (style := os.environ.get("FUNKENFLUG_LOG")) in ("text", "json"):
            log_to_stderr(style)
        storage = await asyncio.to_thread(Storage, database or default_database())
        app.state.site = Site(storage) if pace is None else Site(storage, pace)
        await app.state.site.restrictions.read()
        app.state.site.start(first_chore=app.state.api.document)
        background = app.state.site.background
        background.supervise("what people use", lambda: store_usage(storage, app.state.limiter, background))
        yield
        await app.state.site.stop()

    app = Starlette(routes=_PAGES, middleware=_MIDDLEWARE, exception_handlers=ERROR_HANDLERS, lifespan=lifespan)
    app.state.catalogues = CATALOGUES
    app.state.limiter = RateLimiter(default_limits() if limits == "usual" else limits)
    app.state.metrics = Metrics(lambda: {**app.state.site.counts(), "slowed_total": app.state.limiter.slowed})
    app.state.api = app.router.default = LazyApi(app.state)
    app.router.redirect_slashes = False  # the redirect would go to whatever the request calls its Host
    return app


class LazyApi:
    """The JSON API, loaded when it is first needed. It answers whatever is not a page."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._lock = threading.Lock()
        self._api: FastAPI | None = None

    def _load(self) -> FastAPI:
        with self._lock:
            if self._api is None:
                from funkenflug.site.api import create_api

                self._api = create_api(self._state)
            return self._api

    def document(self) -> dict[str, Any]:
        """Return the OpenAPI document. Making it builds the routes, too."""
        return self._load().openapi()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if self._api is None:
            await asyncio.to_thread(self._load)
        assert self._api is not None
        await self._api(scope, receive, send)
