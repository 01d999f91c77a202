"""The WebSocket of a table: a snapshot first, then every change. Players may also play and preview moves over it."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from funkenflug.match.words import Message
from funkenflug.web.db.engine import Unavailable
from funkenflug.web.errors import OutOfDate, Refused, TooManyRequests
from funkenflug.web.messages.packets import post_of
from funkenflug.web.messages.requests import MovesRequest, PreviewRequest
from funkenflug.web.middleware.guard import client_of, same_origin
from funkenflug.web.middleware.identity import language_of, person_of
from funkenflug.web.middleware.limits import RateLimiter
from funkenflug.web.routes.dependencies import SiteDep
from funkenflug.web.routes.errors import error_response, handle_unavailable, log_unavailable, not_stored
from funkenflug.web.routes.play import play_moves, preview_moves
from funkenflug.web.tables.broadcast import Connection
from funkenflug.web.tables.live import LiveTable
from funkenflug.web.tables.site import Site

router = APIRouter()

_LARGEST_MESSAGE = 4096
_POLICY_VIOLATION = 1008
_NOT_FOUND = 4404


@router.websocket("/api/tables/{id}/events")
async def events(socket: WebSocket, id: str, site: SiteDep) -> None:
    """Send a snapshot first, then every change: with drawings, or as plain data with `?as=data`."""
    limiter: RateLimiter = socket.app.state.limiter
    with limiter.connected(client_of(socket)) as fits:
        try:
            _check(socket, fits)
        except Refused as refused:
            socket.app.state.metrics.refused.labels(why=f"websocket {refused.status}").inc()
            await socket.send_denial_response(error_response(socket, refused.words, refused.status))
            return
        try:
            live = await site.tables.get(id)
        except Refused as refused:
            await socket.accept()  # a page cannot read the code of a connection that is not accepted
            await socket.close(_NOT_FOUND, str(refused.words))
            return
        except Unavailable as error:
            await socket.send_denial_response(await handle_unavailable(socket, error))
            return
        await socket.accept()
        live.recognise_host(socket.state.identity)
        drawn = socket.query_params.get("as") != "data"
        connection = Connection(person_of(socket), language_of(socket), drawn, post_of(socket.scope))
        await _serve(socket, site, live, connection, limiter)


def _check(socket: WebSocket, fits: bool) -> None:
    """Refuse connections from pages of other sites, and more than the limits allow."""
    if not same_origin(socket.headers):
        raise Refused(403, Message("This came from another site"))
    if not fits:
        raise TooManyRequests(1)


async def _serve(socket: WebSocket, site: Site, live: LiveTable, connection: Connection, limiter: RateLimiter) -> None:
    """Send what happens and answer messages until either side closes the connection."""
    site.broadcast.connect(live, connection)
    timeout = limiter.limits.seconds_to_send if limiter.limits else None
    sending = asyncio.create_task(send_all(socket, connection, timeout))
    try:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await _answer(site, live, connection, message.get("text"))
    except WebSocketDisconnect:
        connection.close()
        await asyncio.wait([sending], timeout=timeout)
    finally:
        site.broadcast.disconnect(live, connection)
        sending.cancel()


async def send_all(socket: WebSocket, connection: Connection, timeout: float | None) -> None:
    """Send queued messages; give up on a connection that is gone, or takes nothing until the timeout."""
    try:
        while (message := await connection.messages.get()) is not None:
            async with asyncio.timeout(timeout):
                await socket.send_text(message.text.decode())
            connection.waiting -= 1
        await socket.close(connection.close_code)
    except (TimeoutError, WebSocketDisconnect, RuntimeError):
        return


async def _answer(site: Site, live: LiveTable, connection: Connection, text: str | None) -> None:
    """Answer a message: a ping, a preview or moves. An invalid message closes the connection.

    Moves are answered by the update that everybody gets; moves that were played already by a snapshot.
    """
    kind = None
    try:
        if text is None or len(text) > _LARGEST_MESSAGE:
            raise ValueError("a message is a short text")
        content = msgspec.json.decode(text, type=dict[str, Any])
        kind = content.pop("type", None)
        if kind == "ping":
            connection.send_message("pong")
        elif kind == "look":
            draft = PreviewRequest.model_validate(content)
            preview = await preview_moves(live, live.viewer(connection.who), draft)
            connection.send_message("look", **draft.model_dump(), **preview)
        elif kind == "play":
            if not await play_moves(site, live, connection.who or "", MovesRequest.model_validate(content)):
                site.broadcast.send_snapshot(live, connection)
        else:
            raise ValueError(f"no message is of the type {kind!r}")
    except Refused as refused:
        late = kind == "play" and isinstance(refused, OutOfDate)
        connection.send_refusal(
            refused.words, **{"snapshot": site.broadcast.snapshot_for(live, connection)} if late else {}
        )
    except Unavailable as error:
        log_unavailable(error)
        connection.send_refusal(not_stored(error))
    except (ValueError, msgspec.MsgspecError, RecursionError):
        connection.close_code = _POLICY_VIOLATION
        raise WebSocketDisconnect(_POLICY_VIOLATION) from None
