"""The server: Uvicorn, with a WebSocket protocol that can send one framed message to many connections.

Uvicorn hands a connection over to `WebSocketProtocol` (its `ws` setting) when a client asks for a WebSocket. The
protocol runs the application as ASGI describes, on top of the Sans-I/O API of `websockets`, but for one thing: messages
are sent as packets, through an ASGI extension that writes them straight to the transport.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
import zlib
from collections.abc import Awaitable, Callable
from functools import partial
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import unquote

import uvicorn
from starlette.types import Message, Scope
from websockets.datastructures import Headers
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from funkenflug.site.infra.connections import Connections, HttpProtocol, UpgradedProtocol
from funkenflug.site.infra.dictionary import Dictionary
from funkenflug.site.infra.middleware.costs import Payer
from funkenflug.site.infra.middleware.limits import Bucket, Rate
from funkenflug.site.infra.packets import EXTENSION, Packet
from funkenflug.site.infra.workers import Workers

_log = logging.getLogger("uvicorn.error")

_MAX_MESSAGE = 65536
_MOST_UNREAD = 8
"""Messages that the application has not taken yet; then no more are read."""
_SLICE = 1024
"""Bytes that are read in a turn of the event loop: at most 170 frames, which take about a millisecond."""
_CONTROL_FRAMES = Rate(100, 10)
"""Pings and pongs of a connection. Clients send a few a minute."""
_MOST_FRAGMENTS = 128
"""Frames of a message. Clients send one."""
_CLOSE_TIMEOUT = 10.0
"""Seconds that the other side has to close the connection after we did."""


def server_config(app: Any, workers: Workers | None = None, **settings: Any) -> uvicorn.Config:
    """Return how Uvicorn serves a site, within its limits, alone or beside other processes."""
    if workers is not None:
        app.state.metrics.folder = workers.folder
    config = uvicorn.Config(app, ws=WebSocketProtocol, ws_max_size=_MAX_MESSAGE, access_log=False, **settings)
    trusted = config.forwarded_allow_ips or ""
    connections = Connections(
        app.state.limiter,
        trusted if isinstance(trusted, str) else ",".join(trusted),
        lambda reason: app.state.metrics.refused.labels(why=f"connection {reason}").inc(),
    )
    config.http = cast(Any, partial(HttpProtocol, connections, workers))
    return config


def take_over(server: uvicorn.Server, connection: socket.socket, head: bytes) -> None:
    """Serve a connection that another process has accepted, and whose request it has read as far as the head."""
    if server.should_exit:
        with contextlib.suppress(OSError), connection:
            connection.send(_STOPPING)
        return

    async def begin() -> None:
        create = partial(
            cast(Any, server.config.http_protocol_class),
            config=server.config,
            server_state=server.server_state,
            app_state=server.lifespan.state,
        )
        try:
            transport, protocol = await loop.connect_accepted_socket(create, connection)
        except OSError:  # the client has gone
            connection.close()
            return
        if not transport.is_closing():
            protocol.data_received(head)

    loop = asyncio.get_running_loop()
    task = loop.create_task(begin())
    server.server_state.tasks.add(task)
    task.add_done_callback(server.server_state.tasks.discard)


_STOPPING = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Disconnected(ConnectionError):
    """The application sends on a connection that is closed."""


class WebSocketProtocol(UpgradedProtocol):
    """One WebSocket connection."""

    def __init__(self, config: uvicorn.Config, server_state: Any, app_state: dict[str, Any]) -> None:
        self._config, self._server, self._app_state = config, server_state, app_state
        self._loop = asyncio.get_running_loop()
        # without context takeover a connection need not keep a compressor, which was most of its memory
        deflate = ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)
        extensions = [deflate] if config.ws_per_message_deflate else []
        self._protocol = ServerProtocol(extensions=extensions, max_size=config.ws_max_size, logger=_log)
        self._messages: list[Message] = []
        """What was received, and not yet taken by the application."""
        self._taker: asyncio.Future[None] | None = None
        """Waits for the next message."""
        self._received = bytearray()
        """What has arrived, and is not yet parsed."""
        self._next_slice: asyncio.Handle | None = None
        """Reads on; until then nothing is taken from the transport."""
        self.payer: Payer | None = None
        self._unpaid = 0.0
        """Seconds that the handshake took, before it was known who pays."""
        self._fragments: list[Frame] = []
        self._control_frames = Bucket(_CONTROL_FRAMES, self._loop.time())
        self._handshake: Response | None = None
        """The response that accepts the connection, until the application has decided."""
        self._denial: Message | None = None
        """The beginning of the response by which the application denies the connection."""
        self._compresses = False
        self._unwritten = b""
        """Frames that are written with the next one."""
        self.writable = True
        self.on_writable: Callable[[], None] = _do_nothing
        self.send_timeout: float | None = None
        self.dictionary: Dictionary | None = None
        self.session: Awaitable[None] | None = None
        self._reading = True
        self._disconnected = False
        self._heard = True
        """Whether anything was received since the last ping."""
        self._ping_timer: asyncio.TimerHandle | None = None
        self._close_timer: asyncio.TimerHandle | None = None
        self._slow_timer: asyncio.TimerHandle | None = None

    # The transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's has another base class
        self._server.connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        """Tell the application."""
        self.on_lost()
        self._server.connections.discard(self)
        for timer in (self._ping_timer, self._close_timer, self._slow_timer, self._next_slice):
            if timer is not None:
                timer.cancel()
        self._received.clear()
        self._protocol.receive_eof()
        self._disconnect()
        self.on_writable = _do_nothing  # it refers to the application, which refers to this

    def pause_writing(self) -> None:
        """Stop reading, too: answers would pile up. Close the connection if it takes too long."""
        self.writable = False
        self._control_reading()
        if self.send_timeout is not None:
            self._slow_timer = self._loop.call_later(self.send_timeout, self._transport.abort)

    def resume_writing(self) -> None:
        """Send and read again."""
        self.writable = True
        if self._slow_timer is not None:
            self._slow_timer.cancel()
        self._control_reading()
        self.on_writable()

    def _control_reading(self) -> None:
        """Read while both sides keep up with what they have received; after closing, to receive the answer.

        What has arrived comes first. Before a connection is accepted its client has nothing to say.
        """
        keeps_up = self.writable and len(self._messages) < _MOST_UNREAD
        wanted = self._disconnected or (keeps_up and self._handshake is None)
        if wanted and self._received and self._next_slice is None:
            self._next_slice = self._loop.call_later(self._seconds_to_wait(), self._read_slice)
        wanted = wanted and self._next_slice is None
        if wanted != self._reading and not self._transport.is_closing():
            self._reading = wanted
            self._transport.resume_reading() if wanted else self._transport.pause_reading()

    def _flush(self) -> None:
        """Write what the protocol has to send, after what was sent before; an empty item is the end of the stream."""
        if self._unwritten and not self._transport.is_closing():
            self._transport.write(self._unwritten)
            self._unwritten = b""
        data = self._protocol.data_to_send()
        if self._transport.is_closing():
            return
        if written := b"".join(data):
            self._transport.write(written)
        if data and not data[-1]:
            self._transport.close()
        if self._protocol.close_expected() and self._close_timer is None:
            self._close_timer = self._loop.call_later(_CLOSE_TIMEOUT, self._transport.abort)

    def _disconnect(self) -> None:
        """Tell the application, once, that the connection is closed."""
        if not self._disconnected:
            self._disconnected = True
            received = self._protocol.close_rcvd
            code, reason = (CloseCode.ABNORMAL_CLOSURE, "") if received is None else (received.code, received.reason)
            self._put({"type": "websocket.disconnect", "code": int(code), "reason": reason})

    def shutdown(self) -> None:
        """Close the connection because the server stops; Uvicorn calls this."""
        if self._protocol.state is State.CONNECTING:
            self._respond(HTTPStatus.SERVICE_UNAVAILABLE)
        else:
            self.close(CloseCode.SERVICE_RESTART)
        self._transport.close()

    # Receiving

    def data_received(self, data: bytes) -> None:
        """Read in slices, so that no connection keeps the others waiting."""
        self._heard = True
        self._received += data
        if self._next_slice is None and not self._seconds_to_wait():
            self._read_slice()
        else:
            self._control_reading()

    def _seconds_to_wait(self) -> float:
        """Return how long a client that is in debt has to wait until more is read."""
        return 0.0 if self.payer is None else self.payer.limiter.seconds_to_wait(self.payer.client)

    def _read_slice(self) -> None:
        """Read some of what has arrived, and have the client pay for it."""
        self._next_slice = None
        began = time.thread_time()
        data = bytes(self._received[:_SLICE])
        del self._received[:_SLICE]
        self._parse(data)
        self._unpaid += time.thread_time() - began
        if self.payer is not None:
            self.payer.charge(self._unpaid)
            self._unpaid = 0.0
        self._control_reading()

    def _parse(self, data: bytes) -> None:
        """Answer what the protocol answers itself, and pass the rest on to the application."""
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Request):
                self._open(event)
            elif isinstance(event, Frame) and not self._receive_frame(event):
                break
        self._flush()
        if self._protocol.state in (State.CLOSING, State.CLOSED):
            self._disconnect()

    def _open(self, request: Request) -> None:
        response = self._protocol.accept(request)
        if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self._protocol.send_response(response)
            return
        self._handshake = response
        # what is compressed for all needs the largest window
        windows = [one.local_max_window_bits for one in self._protocol.extensions if isinstance(one, PerMessageDeflate)]
        self._compresses = windows == [zlib.MAX_WBITS]
        self._put({"type": "websocket.connect"})
        task = self._loop.create_task(self._run(self._scope(request)))
        self._server.tasks.add(task)
        task.add_done_callback(self._server.tasks.discard)

    def _scope(self, request: Request) -> Scope:
        path, _, query = request.path.partition("?")
        prefix = self._config.root_path
        return {
            "type": "websocket",
            "asgi": {"version": self._config.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws" if self._transport.get_extra_info("sslcontext") is None else "wss",
            "server": self._address("sockname"),
            "client": self._address("peername"),
            "root_path": prefix,
            "path": prefix + unquote(path),
            "raw_path": (prefix + path).encode("ascii"),
            "query_string": query.encode("ascii"),
            "headers": [
                (name.encode("latin-1"), value.encode("latin-1")) for name, value in request.headers.raw_items()
            ],
            "subprotocols": [],
            "state": self._app_state.copy(),
            "extensions": {"websocket.http.response": {}, EXTENSION: {"transport": self}},
        }

    def _address(self, name: str) -> tuple[str, int] | None:
        found = self._transport.get_extra_info(name)
        return (str(found[0]), int(found[1])) if isinstance(found, tuple) else None

    def _receive_frame(self, frame: Frame) -> bool:
        """Take a frame; return False if that ends the connection."""
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            return not self._control_frames.take(self._loop.time()) or self._fail(CloseCode.POLICY_VIOLATION)
        self._fragments.append(frame)
        if not frame.fin:
            return len(self._fragments) < _MOST_FRAGMENTS or self._fail(CloseCode.MESSAGE_TOO_BIG)
        data = b"".join(one.data for one in self._fragments)
        is_text = self._fragments[0].opcode is Opcode.TEXT
        self._fragments.clear()
        if self._disconnected:
            return True
        try:
            self._put({"type": "websocket.receive"} | ({"text": data.decode()} if is_text else {"bytes": data}))
        except UnicodeDecodeError:
            return self._fail(CloseCode.INVALID_DATA)
        return True

    def _fail(self, code: CloseCode) -> bool:
        """End the connection because of what it has sent; return False."""
        self._fragments.clear()
        self._received.clear()
        self._protocol.fail(code)
        self.report("frames")
        return False

    # The application

    async def _run(self, scope: Scope) -> None:
        code = CloseCode.NORMAL_CLOSURE
        try:
            await self._config.loaded_app(scope, self.receive, self._send)
            if self.session is not None:
                session, self.session = self.session, None
                del scope  # with it goes what the application kept for the handshake
                await session
        except Disconnected:
            pass
        except Exception:
            _log.exception("the application failed on a WebSocket")
            code = CloseCode.INTERNAL_ERROR
        if self._protocol.state is State.CONNECTING:
            self._respond(HTTPStatus.INTERNAL_SERVER_ERROR)
        elif self._protocol.state is State.OPEN:
            self.close(code)

    async def receive(self) -> Message:
        """Return the next message, as ASGI describes it."""
        while not self._messages:
            self._taker = self._loop.create_future()
            await self._taker
        message = self._messages.pop(0)
        if not self._reading:
            self._control_reading()
        return message

    def _put(self, message: Message) -> None:
        self._messages.append(message)
        if self._taker is not None and not self._taker.done():
            self._taker.set_result(None)

    async def _send(self, message: Message) -> None:
        if self._disconnected or self._transport.is_closing():
            raise Disconnected
        match message["type"]:
            case "websocket.accept":
                self._accept(message)
            case "websocket.close" if self._protocol.state is State.CONNECTING:
                self._respond(HTTPStatus.FORBIDDEN)
            case "websocket.close":
                self.close(message.get("code", CloseCode.NORMAL_CLOSURE), message.get("reason") or "")
            case "websocket.http.response.start":
                self._denial = message
            case "websocket.http.response.body":
                assert self._denial is not None
                headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in self._denial["headers"]]
                self._respond(HTTPStatus(self._denial["status"]), headers, message["body"])

    def _accept(self, message: Message) -> None:
        assert self._handshake is not None
        for name, value in message.get("headers", ()):
            self._handshake.headers[name.decode("latin-1")] = value.decode("latin-1")
        self._protocol.send_response(self._handshake)
        self._handshake = None
        self._flush()
        self._control_reading()
        if self._config.ws_ping_interval:
            self._ping_timer = self._loop.call_later(self._config.ws_ping_interval, self._ping)

    def _respond(self, status: HTTPStatus, headers: list[tuple[str, str]] | None = None, body: bytes = b"") -> None:
        """Deny the connection with an HTTP response."""
        if not self._transport.is_closing():
            response = Response(status, status.phrase, Headers(headers or [("Content-Length", "0")]), body)
            response.headers["Connection"] = "close"
            self._protocol.send_response(response)
            self._flush()

    def close(self, code: int, reason: str = "") -> None:
        """Send a close frame; the other side answers, or else the connection ends after a while."""
        if self._protocol.state is State.OPEN:
            self._protocol.send_close(code, reason)
            self._flush()
        self._messages.clear()  # nobody answers them any more
        self._disconnect()
        self._control_reading()

    def _ping(self) -> None:
        """Ping the other side; if it has not answered the last ping, close the connection."""
        if self._protocol.state is not State.OPEN:
            return
        if not self._heard and not self._messages and self._next_slice is None:
            self._protocol.fail(CloseCode.INTERNAL_ERROR, "keepalive ping timeout")
            self._flush()
            self._disconnect()
            return
        self._heard = False
        self._protocol.send_ping(b"")
        self._flush()
        self._ping_timer = self._loop.call_later(self._config.ws_ping_interval or 0.0, self._ping)

    def send_packet(self, packet: Packet, more: bool = False) -> None:
        """Send a packet, also if the other side does not keep up; do nothing if the connection is closed."""
        if self._protocol.state is not State.OPEN or self._transport.is_closing():
            return
        if self.dictionary is not None:
            frame = packet.packed(self.dictionary)
        else:
            frame = packet.compressed() if self._compresses else packet.plain()
        if more:
            self._unwritten += frame
        elif self._unwritten:
            self._transport.write(self._unwritten + frame)
            self._unwritten = b""
        else:
            self._transport.write(frame)


def _do_nothing() -> None:
    """Nobody has asked to be called."""
