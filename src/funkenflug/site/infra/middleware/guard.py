"""Middleware that checks requests, adds security headers to responses, and counts both."""

from __future__ import annotations

import asyncio
import re
import secrets
import time

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from funkenflug.core.words import Message as Words
from funkenflug.locale.translate import translate as say
from funkenflug.site.infra.errors import Refused, TooManyRequests
from funkenflug.site.infra.middleware.costs import LEFT, Payer, payer
from funkenflug.site.infra.middleware.identity import identify, language_of, person_of
from funkenflug.site.infra.middleware.limits import (
    REQUEST_COST,
    Client,
    Kind,
    Limits,
    RateLimiter,
    address_group,
    is_own_machine,
)
from funkenflug.site.infra.middleware.metrics import Metrics, log_request, request_id, route_of
from funkenflug.site.infra.packets import transport_of

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}
"""For all responses. Pages have a content security policy of their own; pictures contain their style."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_FOR_OPERATORS = frozenset({"/healthz", "/readyz", "/metrics"})
"""Paths that are always answered to the machine itself."""
_FILES = ("/static/", "/words/", "/favicon.ico")
"""What every page of the site needs, and what is in memory anyway."""
_REQUEST_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")


class GuardMiddleware:
    """Refuses requests from other sites, beyond the limits or too large. It counts all requests and what they cost."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it; charge the client for it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        began = time.thread_time()
        identify(scope)
        left = scope.get("extensions", {}).get(LEFT, {}).get("future")
        client = client_of(HTTPConnection(scope))
        paying = Payer(scope["app"].state.limiter, client, left, asyncio.current_task())
        free = scope["path"].startswith(_FILES) and paying.limiter.is_free_file(client)
        if not free:
            paying.charge(time.thread_time() - began)
        payer.set(paying)
        if scope["type"] == "http":
            await paying.metered(self._handle(scope, receive, send, None if free else paying), free)
        else:
            transport_of(scope).payer = paying
            await paying.metered(self.app(scope, receive, send))

    async def _handle(self, scope: Scope, receive: Receive, send: Send, paying: Payer | None) -> None:
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

        metrics: Metrics = scope["app"].state.metrics
        try:
            await check(connection, paying)
            await self.app(scope, await _with_body(scope, receive), send_with_headers)
        except Refused as refused:
            if not isinstance(refused, TooManyRequests):
                metrics.refused.labels(why=str(refused.status)).inc()
            await _answer(connection, refused, send_with_headers)
        finally:
            route = route_of(scope)
            metrics.requests.labels(route=route, method=_method(scope), status=str(status)).inc()
            metrics.seconds.labels(route=route).observe(time.perf_counter() - began)
            log_request(scope, status, began)


def _method(scope: Scope) -> str:
    """Return the method if it is a known one: clients must not be able to add labels to the metrics."""
    return scope["method"] if scope["method"] in ("GET", "HEAD", "POST", "DELETE", "OPTIONS") else "other"


async def check(connection: HTTPConnection, paying: Payer | None) -> None:
    """Refuse requests from other sites and from clients over their limit; delay those who are just above it.

    Refused requests cost as much as others. Without `paying` a request costs nothing.
    """
    if connection.scope["path"] in _FOR_OPERATORS and is_operator(connection):
        return
    if paying is not None:
        paying.charge(REQUEST_COST)
        if missing := await paying.limiter.wait_for_allowance(paying.client):
            connection.app.state.metrics.refused.labels(why="cost").inc()
            raise TooManyRequests(missing)
    if not (names_this_site(connection) if connection.scope.get("method") in _SAFE else same_origin(connection)):
        raise Refused(403, Words("Requests from other sites are not allowed"))
    connection.app.state.site.restrictions.check(person_of(connection), address_of(connection))


def is_operator(connection: HTTPConnection) -> bool:
    """Return whether a request comes from the machine itself, and not from a page that calls it by another name."""
    own = is_own_machine(address_of(connection)) and is_own_machine(_host_of(connection))
    return own and names_this_site(connection)


def names_this_site(connection: HTTPConnection) -> bool:
    """Return whether the `Host` of a request can be this site's.

    A page elsewhere may have its own name resolved to this machine (DNS rebinding). So where only the machine itself
    can connect, requests that no proxy has passed on must call it by a name of its own.
    """
    hosts, server = connection.headers.getlist("host"), connection.scope.get("server")
    if len(hosts) != 1:
        return not hosts and connection.scope.get("http_version") == "1.0"
    direct = server is not None and is_own_machine(server[0]) and "x-forwarded-for" not in connection.headers
    return not direct or is_own_machine(_host_of(connection))


def _host_of(connection: HTTPConnection) -> str:
    """Return the host that a request names, without the port; the address of this machine for its own name."""
    name = re.sub(r":\d+\Z", "", connection.headers.get("host", "localhost")).strip("[]").lower()
    return "127.0.0.1" if name == "localhost" or name.endswith(".localhost") else name


def same_origin(connection: HTTPConnection) -> bool:
    """Return whether a request comes from a page of this site, or from no page at all."""
    headers = connection.headers
    if not names_this_site(connection):
        return False
    if (origin := headers.get("origin")) is not None:
        scheme = "https" if connection.scope["scheme"] in ("https", "wss") else "http"
        return origin == f"{scheme}://{headers.get('host')}"
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")


def enforce_limit(connection: HTTPConnection, kind: Kind) -> None:
    """Count a request of a kind against the rate limit; refuse it if it is over the limit."""
    limiter: RateLimiter = connection.app.state.limiter
    if wait := limiter.wait(kind, client_of(connection)):
        connection.app.state.metrics.refused.labels(why=kind).inc()
        raise TooManyRequests(wait)


def client_of(connection: HTTPConnection) -> Client:
    """Return who pays for a request; newcomers, who came without a cookie, are known by address only."""
    person = person_of(connection) if connection.state.known else None
    return Client(person, address_group(address_of(connection)))


def address_of(connection: HTTPConnection) -> str:
    """Return the address of the client; behind a proxy Uvicorn takes it from the proxy's headers."""
    return connection.client.host if connection.client else ""


async def _with_body(scope: Scope, receive: Receive) -> Receive:
    """Read the body of a request within the limits of size and time; return a `receive` that gives it again."""
    limits: Limits | None = scope["app"].state.limiter.limits
    if limits is None or scope["method"] in _SAFE:
        return receive
    length = Headers(scope=scope).get("content-length", "0")
    if length.isdecimal() and int(length) > limits.body:
        raise _too_large()
    body, more = bytearray(), True  # not bytes: they would be copied for each of many small parts
    try:
        async with asyncio.timeout(limits.seconds_to_send):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Refused(400, Words("Your request arrived incomplete"))
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > limits.body:
                    raise _too_large()
    except TimeoutError:
        raise Refused(408, Words("Your request took too long")) from None
    waiting: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


def _too_large() -> Refused:
    return Refused(413, Words("Your request is too large"))


async def _answer(connection: HTTPConnection, refused: Refused, send: Send) -> None:
    body = msgspec.json.encode({"error": say(refused.words, language_of(connection))})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.lower().encode(), value.encode()) for name, value in refused.headers.items()]
    if refused.status in (408, 413):
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
