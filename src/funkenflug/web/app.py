"""The application: what a site consists of, and in which order it is put together."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from typing import Literal

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from funkenflug import __version__
from funkenflug.web.db.engine import Unavailable, default_database
from funkenflug.web.db.storage import Storage
from funkenflug.web.errors import Refused
from funkenflug.web.messages.responses import ErrorResponse
from funkenflug.web.middleware.guard import GuardMiddleware
from funkenflug.web.middleware.identity import IdentityMiddleware
from funkenflug.web.middleware.limits import Limits, RateLimiter, default_limits
from funkenflug.web.middleware.metrics import Metrics, log_to_stderr
from funkenflug.web.restrictions import store_usage
from funkenflug.web.routes import daily, health, pages, people, play, replay, requests, seats, stream, tables
from funkenflug.web.routes.errors import handle_http_error, handle_invalid, handle_refused, handle_unavailable
from funkenflug.web.tables.site import Site

_ROUTERS = (people, tables, seats, play, requests, replay, daily, stream, health)


def create_app(
    database: str | None = None,
    pace: float | None = None,
    limits: Limits | Literal["usual"] | None = "usual",
) -> FastAPI:
    """Return the site over a database.

    `pace` is the shortest time between two moves of bots, in seconds. `limits` are the rate limits; None switches them
    off.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        if (style := os.environ.get("FUNKENFLUG_LOG")) in ("text", "json"):
            log_to_stderr(style)
        storage = await asyncio.to_thread(Storage, database or default_database())
        app.state.site = Site(storage) if pace is None else Site(storage, pace)
        await app.state.site.restrictions.read()
        app.state.site.start(first_chore=app.openapi)  # it builds the routes, too
        background = app.state.site.background
        background.supervise("what people use", lambda: store_usage(storage, app.state.limiter, background))
        yield
        await app.state.site.stop()

    app = FastAPI(
        title="Funkenflug",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,  # pages.py answers it
        redirect_slashes=False,  # the redirect would go to whatever the request calls its Host
        responses={
            status: {"model": ErrorResponse} for status in (400, 403, 404, 408, 409, 410, 413, 422, 429, 503, 507)
        },
    )
    app.state.limiter = RateLimiter(default_limits() if limits == "usual" else limits)
    app.state.metrics = Metrics(lambda: {**app.state.site.counts(), "slowed_total": app.state.limiter.slowed})
    app.add_middleware(GuardMiddleware)
    app.add_middleware(IdentityMiddleware)
    app.add_exception_handler(Refused, handle_refused)
    app.add_exception_handler(RequestValidationError, handle_invalid)
    app.add_exception_handler(HTTPException, handle_http_error)
    app.add_exception_handler(Unavailable, handle_unavailable)
    pages.mount(app)  # first: FastAPI builds the other routes when a request comes to them
    for subject in _ROUTERS:
        app.include_router(subject.router)
    return app
