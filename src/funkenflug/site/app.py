"""The application: what a site consists of, and in which order it is put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Literal

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from funkenflug.site import api
from funkenflug.site.boards import pages as boards
from funkenflug.site.infra import catalogue, static
from funkenflug.site.infra.db.engine import default_database
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.infra.error_pages import ERROR_HANDLERS
from funkenflug.site.infra.middleware.cross_origin import CrossOriginMiddleware
from funkenflug.site.infra.middleware.guard import GuardMiddleware
from funkenflug.site.infra.middleware.identity import IdentityMiddleware
from funkenflug.site.infra.middleware.limits import Limits, RateLimiter, default_limits
from funkenflug.site.infra.middleware.metrics import Metrics, log_as_configured
from funkenflug.site.infra.restrictions import store_usage
from funkenflug.site.lessons import pages as lessons
from funkenflug.site.pages import pages
from funkenflug.site.people import pages as people
from funkenflug.site.puzzles import pages as puzzles
from funkenflug.site.site import Site
from funkenflug.site.studies import pages as studies
from funkenflug.site.tables import pages as tables
from funkenflug.site.words import CATALOGUES

_MIDDLEWARE = (
    Middleware(CrossOriginMiddleware),
    Middleware(GZipMiddleware, minimum_size=1000),
    Middleware(GuardMiddleware),
    Middleware(IdentityMiddleware),
)
_ROUTES = [
    route
    for feature in (pages, people, tables, studies, lessons, puzzles, boards, catalogue, static, api)
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
        log_as_configured()
        storage = await asyncio.to_thread(Storage, database or default_database())
        app.state.site = Site(storage) if pace is None else Site(storage, pace)
        await app.state.site.restrictions.read()
        app.state.site.start()
        background = app.state.site.background
        background.supervise("what people use", lambda: store_usage(storage, app.state.limiter, background))
        if app.state.metrics.folder is not None:
            background.supervise("the metrics of all processes", app.state.metrics.keep_writing)
        yield
        await app.state.site.stop()

    app = Starlette(routes=_ROUTES, middleware=_MIDDLEWARE, exception_handlers=ERROR_HANDLERS, lifespan=lifespan)
    app.state.catalogues = CATALOGUES
    app.state.limiter = RateLimiter(default_limits() if limits == "usual" else limits)
    app.state.metrics = Metrics(lambda: {**app.state.site.counts(), "slowed_total": app.state.limiter.slowed})
    app.state.document = api.document
    app.router.redirect_slashes = False  # the redirect would go to whatever the request calls its Host
    return app
