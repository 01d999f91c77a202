"""Routes for operators: health, readiness and metrics."""

from __future__ import annotations

import asyncio
import os
from typing import Annotated

import sqlalchemy as sa
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from funkenflug.site.infra.connections import is_listed
from funkenflug.site.infra.db.engine import Unavailable
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.infra.dependencies import part
from funkenflug.site.infra.endpoints import Router
from funkenflug.site.infra.error_handlers import json_response
from funkenflug.site.infra.middleware.guard import address_of, is_operator
from funkenflug.site.infra.precompile import Precompiler

router = Router()

StorageDep = Annotated[Storage, part("storage")]
PrecompilerDep = Annotated[Precompiler, part("precompiler")]

_DATABASE_TIMEOUT = 2.0


@router.get("/healthz")
async def health() -> Response:
    """Confirm that this process answers."""
    return json_response({"status": "ok"})


@router.get("/readyz")
async def readiness(storage: StorageDep, precompiler: PrecompilerDep) -> Response:
    """Return whether this process can serve players: the database answers, the last write was stored, and the rules
    are compiled."""
    try:
        async with asyncio.timeout(_DATABASE_TIMEOUT):
            await asyncio.wrap_future(storage.read(lambda connection: connection.execute(sa.select(1))))
        database = True
    except (Unavailable, TimeoutError):
        database = False
    saving = not storage.clock.stopped
    facts = {"database": database, "saving": saving, "rules": precompiler.is_ready("rules")}
    return json_response(facts, 200 if all(facts.values()) else 503)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Return metrics for Prometheus, to this machine and to the addresses that the environment names."""
    address = address_of(request)
    if not is_operator(request) and not is_listed(address, os.environ.get("FUNKENFLUG_METRICS_FROM", "")):
        raise HTTPException(404)
    return Response(request.app.state.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
