"""The door of a site: whatever comes in is looked at here first, and whatever goes out is given its headers."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from funkenflug.locale.translate import translate as say
from funkenflug.match.words import Message as Words
from funkenflug.web.middleware.identity import language_of, who_asks
from funkenflug.web.middleware.limits import Keeper, Kind, Limits
from funkenflug.web.middleware.metrics import Meter, request_id, route_of, tell
from funkenflug.web.tables.table import Refused

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}
"""For everything; pages have a policy of their own, and a picture brings its colours along."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_REQUEST_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Doors:
    """Middleware that refuses what another site sends, what is too much or too large, and counts what comes in."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500
        connection = HTTPConnection(scope)
        given = connection.headers.get("x-request-id", "")
        name = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        request_id.set(name)

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-ID"] = name
                for header, value in _HEADERS.items():
                    headers.setdefault(header, value)
            await send(message)

        meter: Meter = scope["app"].state.meter
        try:
            check(connection)
            await self.app(scope, await _with_body(scope, receive), send_with_headers)
        except Refused as refused:
            meter.refused.labels(why=str(refused.status)).inc()
            await _answer(connection, refused, send_with_headers)
        finally:
            route = route_of(scope)
            meter.requests.labels(route=route, method=_method(scope), status=str(status)).inc()
            meter.seconds.labels(route=route).observe(time.perf_counter() - began)
            tell(scope, status, began)


def _method(scope: Scope) -> str:
    """Return the method if it is one: what is counted must not grow with what people make up."""
    return scope["method"] if scope["method"] in ("GET", "HEAD", "POST", "DELETE", "OPTIONS") else "other"


def check(connection: HTTPConnection) -> None:
    """Refuse what comes from another site, and what is too much."""
    if connection.scope.get("method") not in _SAFE and not same_origin(connection.headers):
        raise Refused(403, Words("This came from another site"))
    spend(connection, "requests")


def same_origin(headers: Headers) -> bool:
    """Whether a page of this site asks, or no page at all."""
    origin = headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc == headers.get("host")
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")


def spend(connection: HTTPConnection, kind: Kind) -> None:
    """Take one of a kind from what somebody may have, or refuse it for the moment."""
    keeper: Keeper = connection.app.state.keeper
    wait = keeper.wait(kind, who_known(connection), address_of(connection))
    if wait:
        raise TooMuch(wait)


def who_known(connection: HTTPConnection) -> str | None:
    """Return who asks, if they came with a cookie: newcomers are told apart by their addresses only."""
    return who_asks(connection) if connection.state.known else None


def address_of(connection: HTTPConnection) -> str:
    """Return from where somebody asks; behind a proxy Uvicorn has put in what that told."""
    return connection.client.host if connection.client else ""


class TooMuch(Refused):
    """Somebody has to wait for so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(429, Words("That was very much at once. Wait a moment"))
        self.headers = {"Retry-After": str(int(seconds) + 1)}


async def _with_body(scope: Scope, receive: Receive) -> Receive:
    """Read the body of a request, no more than is allowed and not for ever; return where it can be read again."""
    limits: Limits | None = scope["app"].state.keeper.limits
    if limits is None or scope["method"] in _SAFE:
        return receive
    length = Headers(scope=scope).get("content-length", "0")
    if length.isdecimal() and int(length) > limits.body:
        raise _too_large()
    body, more = b"", True
    try:
        async with asyncio.timeout(limits.seconds_to_send):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Refused(400, Words("This did not arrive whole"))
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > limits.body:
                    raise _too_large()
    except TimeoutError:
        raise Refused(408, Words("This took too long to arrive")) from None
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


def _too_large() -> Refused:
    return Refused(413, Words("This is too large"))


async def _answer(connection: HTTPConnection, refused: Refused, send: Send) -> None:
    body = msgspec.json.encode({"error": say(refused.words, language_of(connection))})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.lower().encode(), value.encode()) for name, value in refused.headers.items()]
    if refused.status in (408, 413):
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
