"""The WebSocket of a table: a snapshot first, then every change. Players may also play over it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

import msgspec
from starlette.websockets import WebSocket

from funkenflug.core.words import Message
from funkenflug.site.infra.db.engine import Unavailable
from funkenflug.site.infra.dictionary import Dictionary, dictionary_of
from funkenflug.site.infra.endpoints import Router
from funkenflug.site.infra.error_handlers import error_response, handle_unavailable, log_unavailable, not_stored
from funkenflug.site.infra.errors import Refused, TooManyRequests
from funkenflug.site.infra.middleware.costs import Payer, payer
from funkenflug.site.infra.middleware.guard import address_of, client_of, same_origin
from funkenflug.site.infra.middleware.identity import language_of, person_of
from funkenflug.site.infra.middleware.limits import RateLimiter
from funkenflug.site.infra.packets import PacketTransport, transport_of
from funkenflug.site.tables import commands
from funkenflug.site.tables.broadcast import Connection
from funkenflug.site.tables.dependencies import TableSite
from funkenflug.site.tables.live import LiveTable
from funkenflug.site.tables.requests import MovesRequest

router = Router()

_LARGEST_MESSAGE = 4096
_POLICY_VIOLATION = 1008
_NOT_FOUND = 4404


@router.websocket("/api/tables/{id}/events")
async def events(socket: WebSocket) -> None:
    """Send a snapshot first, then every change: with drawings, or as plain data with `?as=data`.

    `?packed=NAME`: the client has the dictionary of that name.
    """
    site: TableSite = socket.app.state.site
    limiter: RateLimiter = socket.app.state.limiter
    paying = payer.get()
    assert paying is not None  # the middleware sets it
    with ExitStack() as counted:
        try:
            _check(socket, counted.enter_context(limiter.connected(client_of(socket))))
        except Refused as refused:
            socket.app.state.metrics.refused.labels(why=f"websocket {refused.status}").inc()
            await socket.send_denial_response(error_response(socket, refused.words, refused.status))
            return
        await paying.pay_for_message()
        try:
            live = await site.tables.get(socket.path_params["id"])
        except Refused as refused:
            await socket.accept()  # a page cannot read the code of a connection that is not accepted
            await socket.close(_NOT_FOUND, str(refused.words))
            return
        except Unavailable as error:
            await socket.send_denial_response(await handle_unavailable(socket, error))
            return
        await socket.accept()
        site.tables.visit(live)
        live.recognise_host(socket.state.identity)
        drawn = socket.query_params.get("as") != "data"
        transport = transport_of(socket.scope)
        transport.send_timeout = limiter.limits.seconds_to_send if limiter.limits else None
        transport.dictionary = _dictionary(live, socket.query_params.get("packed"))
        connection = Connection(person_of(socket), language_of(socket), drawn, transport)
        transport.on_writable = partial(_catch_up, site, live, connection)
        check = partial(site.restrictions.check, person_of(socket), address_of(socket))
        transport.session = paying.metered(_serve(transport, site, live, connection, paying, check, counted.pop_all()))


def _dictionary(live: LiveTable, name: str | None) -> Dictionary | None:
    """Return the dictionary with which messages of a table are packed, if the client has it."""
    dictionary = dictionary_of(live.table.game.type)
    return dictionary if dictionary is not None and dictionary.name == name else None


def _check(socket: WebSocket, fits: bool) -> None:
    """Refuse connections from pages of other sites, and more than the limits allow."""
    if not same_origin(socket):
        raise Refused(403, Message("Requests from other sites are not allowed"))
    socket.app.state.site.restrictions.check(person_of(socket), address_of(socket))
    if not fits:
        raise TooManyRequests(1)


async def _serve(
    transport: PacketTransport,
    site: TableSite,
    live: LiveTable,
    connection: Connection,
    paying: Payer,
    check: Callable[[], None],
    counted: ExitStack,
) -> None:
    """Answer messages until either side closes the connection, or `check` refuses to go on."""
    with counted:
        site.broadcast.connect(live, connection)
        try:
            await paying.pay_for_message()
            while (message := await transport.receive())["type"] != "websocket.disconnect":
                check()
                await _answer(site, live, connection, message.get("text"))
                await paying.pay_for_message()
        except Refused:
            connection.close(_POLICY_VIOLATION)
        finally:
            site.broadcast.disconnect(live, connection)


def _catch_up(site: TableSite, live: LiveTable, connection: Connection) -> None:
    """Send the table to a connection that has read too slowly, instead of what was left out."""
    if connection.behind:
        site.broadcast.send_snapshot(live, connection)


class _Ping(msgspec.Struct, tag_field="type", tag="ping"):
    """Asks for a pong."""


class _Play(MovesRequest, tag_field="type", tag="play"):
    """Plays moves."""


_decode = msgspec.json.Decoder(_Ping | _Play).decode


async def _answer(site: TableSite, live: LiveTable, connection: Connection, text: str | None) -> None:
    """Answer a ping, or play moves and acknowledge them. An invalid message closes the connection."""
    try:
        if text is None or len(text) > _LARGEST_MESSAGE:
            raise ValueError("a message is a short text")
        message = _decode(text)
    except (ValueError, RecursionError):
        connection.close(_POLICY_VIOLATION)
        return
    if isinstance(message, _Ping):
        connection.answer("pong")
        return
    who, number, seat, moves = connection.who or "", message.number, message.seat, message.moves
    connection.answering = True
    try:
        await site.tables.execute(live, lambda table: commands.play(table, who, number, seat, moves))
        connection.answer("done", number=live.table.number)
    except Refused as refused:
        connection.refuse(refused.words)
    except Unavailable as error:
        log_unavailable(error)
        connection.refuse(not_stored(error))
