"""Limits for connections, before a request reaches the application: how many, how large, and how slow.

An address that has too many connections gets no more. When a process has as many as its open files allow, the one that
has been silent longest is closed for a new one. Requests must arrive, and responses be taken, within a time.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from collections import Counter
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Literal, NoReturn

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from funkenflug.site.infra.middleware.costs import LEFT
from funkenflug.site.infra.middleware.limits import Client, RateLimiter, address_group
from funkenflug.site.infra.workers import Workers

_RESERVED_FILES = 256
"""Open files that are left to the database, logs, bots and everything else."""
_USUAL_FILES = 1024
_SWEEP_SECONDS = 1.0
_ACCEPT_COST = 0.0002
"""Seconds of processor time that a connection costs."""

_log = logging.getLogger("funkenflug.http")
_log.setLevel(logging.ERROR)  # whoever sends nonsense must not fill the log; it is counted

Reason = Literal["address", "total", "silent", "slow", "large", "invalid", "frames"]
"""Why a connection was closed: too many of its address, too many in all, silent when others needed its place, too slow,
too large a request, no HTTP, too many or wrong frames on a WebSocket."""


def raise_file_limit() -> int:
    """Raise the limit of open files as far as this process may, and return it."""
    try:
        import resource
    except ImportError:  # Windows
        return _USUAL_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    except (ValueError, OSError):  # macOS names a hard limit that it does not grant
        pass
    return 2**20 if soft == resource.RLIM_INFINITY else soft


def connections_for(files: int, most: int) -> int:
    """Return how many connections may be open at a time if the process may open `files` files, at most `most`.

    >>> connections_for(1024, 16_384), connections_for(1_048_576, 16_384), connections_for(256, 16_384)
    (768, 16384, 128)
    """
    return min(most, max(files - _RESERVED_FILES, files // 2))


class Connections:
    """The connections of a process.

    `trusted` are the addresses and networks of proxies as Uvicorn's `forwarded_allow_ips` has them: their clients are
    limited one by one, when their requests have been read. `report` is told why a connection was closed.
    """

    def __init__(self, limiter: RateLimiter, trusted: str, report: Callable[[Reason], None]) -> None:
        self.limits = limits = None if limiter.limits is None else limiter.limits.tcp
        self._limiter = limiter
        self.report = report
        self._by_address: Counter[str] = Counter()
        self._total = 0
        self._most = 0 if limits is None else connections_for(raise_file_limit(), limits.total)
        self._waiting: dict[HttpProtocol, float] = {}
        """Connections whose client has to send or take something, and since when; the one that waits longest first."""
        self._sweeping: asyncio.TimerHandle | None = None
        self._is_trusted = lru_cache(4096)(partial(is_listed, listed=trusted))

    def open(self, address: str) -> Reason | None:
        """Count a new connection, or return why there is no room for it."""
        if self.limits is not None:
            most = min(self.limits.per_address, self._most // 2)
            if self._by_address[address_group(address)] >= most and not self._is_trusted(address):
                return "address"
            if self._total >= self._most and not self._close_longest_waiting():
                return "total"
        self._by_address[address_group(address)] += 1
        self._total += 1
        return None

    def close(self, address: str) -> None:
        """Forget a closed connection."""
        group = address_group(address)
        self._total -= 1
        self._by_address[group] -= 1
        if not self._by_address[group]:
            del self._by_address[group]

    def charge(self, address: str, seconds: float) -> None:
        """Charge an address for what was read before it is known who asks. Proxies do not pay for their clients."""
        if self.limits is not None and not self._is_trusted(address):
            self._limiter.charge(Client(None, address_group(address)), seconds)

    def seconds_to_rest(self, address: str) -> float:
        """Return how long a connection of an address that is in debt is not read."""
        return 0.0 if self._is_trusted(address) else self._limiter.seconds_to_wait(Client(None, address_group(address)))

    def _close_longest_waiting(self) -> bool:
        longest = next(iter(self._waiting), None)
        if longest is not None:
            longest.give_up("silent")
        return longest is not None

    def wait_for(self, connection: HttpProtocol) -> None:
        """Give the client of a connection until the time limit, from now on."""
        self._waiting.pop(connection, None)  # so that it becomes the last
        self._waiting[connection] = time.monotonic()
        if self._sweeping is None and self.limits is not None:
            self._sweeping = asyncio.get_running_loop().call_later(_SWEEP_SECONDS, self._sweep)

    def wait_no_more(self, connection: HttpProtocol) -> None:
        """Stop the time of a connection: the server has to act, or it is closed."""
        self._waiting.pop(connection, None)

    def _sweep(self) -> None:
        """Close connections whose time is up; look again as long as there are any to wait for."""
        assert self.limits is not None
        latest = time.monotonic() - self.limits.seconds
        for connection, since in list(self._waiting.items()):
            if since > latest:
                break
            connection.give_up("slow")
        self._sweeping = None
        if self._waiting:
            self._sweeping = asyncio.get_running_loop().call_later(_SWEEP_SECONDS, self._sweep)


def is_listed(address: str, listed: str) -> bool:
    """Return whether an address is in a list of addresses and networks.

    >>> [is_listed(address, "127.0.0.1, 10.0.0.0/8") for address in ("127.0.0.1", "10.1.2.3", "127.0.0.2", "")]
    [True, True, False, False]
    >>> is_listed("203.0.113.9", "*")
    True
    """
    names = [name.strip() for name in listed.split(",")]
    if "*" in names:
        return True
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(known in network for network in map(_network, names) if network is not None)


def _network(name: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(name)
    except ValueError:  # the name of a host, or of a Unix socket
        return None


class TooLarge(Exception):
    """Ends the parsing of a request that is too large."""


class UpgradedProtocol(asyncio.Protocol):
    """A protocol to which an `HttpProtocol` hands a connection over."""

    on_lost: Callable[[], None] = staticmethod(lambda: None)
    """To be called when the connection is lost."""
    report: Callable[[Reason], None] = staticmethod(lambda reason: None)
    """To be told why the connection is closed."""


class HttpProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP protocol, within the limits of `Connections`."""

    def __init__(self, connections: Connections, workers: Workers | None, **settings: Any) -> None:
        super().__init__(**settings)
        self.logger = _log
        self._all = connections
        self._address = ""
        self._rest: asyncio.TimerHandle | None = None
        """Ends the time in which nothing is read, because the address is in debt."""
        self._workers = workers
        self._release: Callable[[], None] | None = None
        """Counts the connection no more; None: it is not counted."""
        self._left: asyncio.Future[None] = self.loop.create_future()
        """Done when the connection is lost."""
        self._in_head = self._in_request = False
        self._received = self._head = 0
        """Bytes of the present request, and of its head as far as it was read."""
        self._reason: Reason = "invalid"
        """Why the parser may stop."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, unless there are too many connections."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        if (reason := self._all.open(self._address)) is not None:
            self.give_up(reason)
            return
        self._release = partial(self._all.close, self._address)
        self._all.wait_for(self)
        self._all.charge(self._address, _ACCEPT_COST)
        self.loop.call_soon(self._rest_if_in_debt)  # the transport begins to read after this

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        if not self._left.done():
            self._left.set_result(None)
        self._end()
        super().connection_lost(exc)

    def give_up(self, reason: Reason) -> None:
        """Close the connection at once."""
        self._all.report(reason)
        self._end()
        self.transport.abort()

    def _end(self) -> None:
        self._all.wait_no_more(self)
        if self._rest is not None:
            self._rest.cancel()
        if self._release is not None:
            self._release()
            self._release = None

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol, or to another process."""
        self._all.wait_no_more(self)
        if self._workers is not None and self._workers.hand_over(self._file(), self.url, self._request_head()):
            self.transport.abort()
            return
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, UpgradedProtocol)
        assert self._release is not None
        protocol.on_lost, self._release = self._release, None
        protocol.report = self._all.report
        self.parser = None  # type: ignore[assignment]  # it refers to this protocol, which nobody needs any more

    def _file(self) -> int:
        file: int = self.transport.get_extra_info("socket").fileno()
        return file

    def _request_head(self) -> bytes:
        headers = b"".join(name + b": " + value + b"\r\n" for name, value in self.headers)
        return b"GET " + self.url + b" HTTP/1.1\r\n" + headers + b"\r\n"

    def _rest_if_in_debt(self) -> None:
        """Read nothing for a while if the address is in debt: it would have to be refused."""
        if (seconds := self._all.seconds_to_rest(self._address)) and not self.transport.is_closing():
            self.transport.pause_reading()
            self._rest = self.loop.call_later(seconds, self._read_on)

    def _read_on(self) -> None:
        self._rest = None
        if not self.flow.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    # Too large

    def data_received(self, data: bytes) -> None:
        """Take a part of a request; its address pays for the parsing."""
        self._received = self._received + len(data) if self._in_request else len(data)
        began = time.thread_time()
        super().data_received(data)
        self._all.charge(self._address, time.thread_time() - began)
        limits = self._all.limits
        if limits is None or not self._in_request or self.transport.is_closing():
            return
        if self._received > (limits.head if self._in_head else limits.request):
            self.give_up("large")

    def on_url(self, url: bytes) -> None:
        """Take a part of the request line."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header."""
        self._count(len(name) + len(value))
        super().on_header(name, value)

    def _count(self, size: int) -> None:
        """Count bytes of the head."""
        self._head += size
        limits = self._all.limits
        if limits is not None and (self._head > limits.head or len(self.headers) >= limits.headers):
            self._too_large()

    def _too_large(self) -> NoReturn:
        """End the parsing; Uvicorn answers 400."""
        self._reason = "large"
        raise TooLarge

    def send_400_response(self, msg: str) -> None:
        """Answer a request that the parser does not take, and close the connection."""
        self._all.report(self._reason)
        super().send_400_response(msg)

    # Too slow

    def on_message_begin(self) -> None:
        """Begin a request."""
        super().on_message_begin()
        self.scope["extensions"] = {LEFT: {"future": self._left}}
        self._in_head, self._in_request, self._head = True, True, 0

    def on_headers_complete(self) -> None:
        """Wait for the body. A client that sends more requests than it awaits answers is not served."""
        if self._all.limits is not None and len(self.pipeline) >= self._all.limits.pipelined:
            self._too_large()
        self._in_head = False
        self._all.wait_for(self)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop the clock: the application may take its time."""
        super().on_message_complete()
        self._in_request = False
        self._all.wait_no_more(self)

    def on_response_complete(self) -> None:
        """Wait for the next request, and for the client to take the response."""
        super().on_response_complete()
        if self.cycle.response_complete:
            self._all.wait_for(self)
            self._rest_if_in_debt()

    def pause_writing(self) -> None:
        """Wait for the client to take the response."""
        super().pause_writing()
        self._all.wait_for(self)

    def resume_writing(self) -> None:
        """Go on writing."""
        super().resume_writing()
        if not self._in_request and not self.cycle.response_complete:
            self._all.wait_no_more(self)
