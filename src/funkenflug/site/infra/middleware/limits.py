"""Limits for each person and each address: what their requests cost, and how often they may ask for scarce things.

Every request and every message on a WebSocket is paid for with the processor time that it took, from one allowance of
the person and one of the address, whatever the route and however many connections they have.
"""

from __future__ import annotations

import asyncio
import ipaddress
import os
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Literal, NamedTuple

from funkenflug.site.infra.errors import Busy
from funkenflug.site.infra.middleware.shares import LoopShares

_MOST_BUCKETS = 20_000
REQUEST_COST = 0.001
"""Seconds that a request or a message costs in any case, for what is not measured: parsing, writing, storing."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How much at once, and how much per second in the long run."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The limits of TCP connections, and of requests on their way."""

    total: int = 16_384
    """Connections of a process at a time; never more than its open files allow."""
    per_address: int = 640
    """Never more than half of all. Trusted proxies may have more: their clients are limited one by one."""
    headers: int = 100
    head: int = 16_384
    """Bytes of the request line and all headers."""
    request: int = 262_144
    """Bytes of a whole request, with its body as it is transferred."""
    pipelined: int = 8
    """Requests that may wait for the answer to an earlier one on the same connection."""
    seconds: float = 20.0
    """For the head of a request to arrive, for its body, and for the client to take some of the response."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one person, and of an address, which many may share."""

    cost: Rate = Rate(3.0, 0.2)
    """Seconds of processor time for the requests of a person."""
    address_cost: Rate = Rate(10.0, 0.4)
    """The same for all requests of an address."""
    loop: Rate = Rate(0.03, 0.2)
    """Seconds of the event loop for an address. Whoever uses more takes turns with others who do."""
    files: Rate = Rate(20_000, 200)
    """Static files for an address; further ones cost as much as other requests."""
    seconds_to_wait: float = 5.0
    """How long a request may wait until it can be paid for; then it is refused."""
    waiting: int = 64
    """How many requests of an address may wait at a time, to be paid for or for work in a thread."""
    tables: Rate = Rate(300, 5)
    """New tables."""
    hints: Rate = Rate(20, 1)
    chat: Rate = Rate(8, 0.4)
    links: Rate = Rate(10, 0.05)
    """Links to an identity, created or tried."""
    connections: int = 64
    """WebSocket connections at a time."""
    per_address: int = 10
    """How many times as many tables, hints, messages, links and connections an address may have."""
    body: int = 65536
    """Bytes of a request body."""
    seconds_to_send: float = 15.0
    """Time for the body of a request to arrive, or for a client to take a message."""
    tcp: ConnectionLimits = ConnectionLimits()


Kind = Literal["tables", "hints", "chat", "links"]


def default_limits() -> Limits | None:
    """Return the default limits; None if the environment has FUNKENFLUG_LIMITS=off."""
    return None if os.environ.get("FUNKENFLUG_LIMITS") == "off" else Limits()


class Client(NamedTuple):
    """Who pays for a request: a person, unless they came without a cookie, and an address."""

    person: str | None
    address: str
    """The address group."""

    @property
    def name(self) -> str:
        """The person, or the address if they are not known."""
        return self.person or self.address


class Bucket:
    """A token bucket, which may be overdrawn: what is owed has to be earned, however long it takes."""

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate, self._tokens, self._at = rate, rate.burst, now

    def wait(self, now: float, tokens: float = 0.0) -> float:
        """Return the seconds until this many tokens are available."""
        self._tokens = min(self._rate.burst, self._tokens + (now - self._at) * self._rate.per_second)
        self._at = now
        return max(0.0, (tokens - self._tokens) / self._rate.per_second)

    def charge(self, tokens: float) -> None:
        """Take tokens, even if there are none."""
        self._tokens -= tokens

    def take(self, now: float) -> float:
        """Take a token and return 0, or return the seconds until there is one."""
        wait = self.wait(now, 1.0)
        if not wait:
            self.charge(1.0)
        return wait


class RateLimiter:
    """Counts costs, requests and connections. It remembers a fixed number of clients, those that came last."""

    def __init__(self, limits: Limits | None, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.slowed = 0
        """How many requests and messages had to wait."""
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()
        self._used: defaultdict[tuple[str, str], float] = defaultdict(float)
        self._connected: Counter[str] = Counter()
        self._waiting: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Lock] = {}
        self._queued: Counter[str] = Counter()
        """How much heavy work of each address is running or waiting for its turn."""
        self._shares = LoopShares(lambda address: self._share(address).wait(self._clock()))
        self._greedy_thread = asyncio.Lock()
        """Held by the heavy work of addresses that have used more of the loop than their share."""

    # Costs

    def charge(self, client: Client, seconds: float) -> None:
        """Charge a client for processor time."""
        for bucket in self._allowances(client):
            bucket.charge(seconds)
        self._used["address", client.address] += seconds
        if client.person is not None:
            self._used["person", client.person] += seconds

    def take_usage(self) -> dict[tuple[str, str], float]:
        """Return the processor time of each person and address since the last call."""
        used, self._used = self._used, defaultdict(float)
        return used

    def seconds_in_debt(self, client: Client) -> float:
        """Return the seconds until a client has something left to pay with."""
        return max((bucket.wait(self._clock()) for bucket in self._allowances(client)), default=0.0)

    def seconds_to_wait(self, client: Client) -> float:
        """Return how long a client in debt has to wait until more is read of it, at most as long as for a request."""
        return 0.0 if self.limits is None else min(self.seconds_in_debt(client), self.limits.seconds_to_wait)

    def _allowances(self, client: Client) -> list[Bucket]:
        if self.limits is None:
            return []
        address = self._bucket("cost of an address", client.address, self.limits.address_cost)
        return [address] if client.person is None else [address, self._bucket("cost", client.person, self.limits.cost)]

    async def wait_for_allowance(self, client: Client) -> float:
        """Wait until a client can pay, within the limits; return 0, or the seconds that are still missing."""
        missing = self.seconds_in_debt(client)
        if self.limits is None or not missing or self._waiting[client.address] >= self.limits.waiting:
            return missing
        self.slowed += 1
        self._waiting[client.address] += 1
        try:
            await asyncio.sleep(min(missing, self.limits.seconds_to_wait))
        finally:
            self._waiting[client.address] -= 1
            if not self._waiting[client.address]:
                del self._waiting[client.address]
        return max(0.0, missing - self.limits.seconds_to_wait)

    @asynccontextmanager
    async def turn(self, client: Client) -> AsyncIterator[None]:
        """Wait for the heavy work of the same address: it does one thing at a time, and only so much may wait."""
        if self.limits is not None and self._queued[client.address] > self.limits.waiting:
            raise Busy
        lock = self._turns.setdefault(client.address, asyncio.Lock())
        self._queued[client.address] += 1
        try:
            async with lock, self._greedy_thread if self._is_greedy(client) else nullcontext():
                yield
        finally:
            self._queued[client.address] -= 1
            if not self._queued[client.address]:
                del self._queued[client.address], self._turns[client.address]

    # The event loop

    def turn_of_loop(self, client: Client) -> asyncio.Future[None] | None:
        """Return what a step of a client has to wait for; None if it may run."""
        return self._shares.turn(client.address, client.name) if self._is_greedy(client) else None

    def charge_loop(self, client: Client, seconds: float) -> None:
        """Note what a step of a client took."""
        if self.limits is not None:
            if self._is_greedy(client):
                self._shares.spend(seconds)
            self._share(client.address).charge(seconds)

    def _is_greedy(self, client: Client) -> bool:
        """Return whether an address has used more of the loop than its share."""
        return self.limits is not None and self._share(client.address).wait(self._clock()) > 0

    def _share(self, address: str) -> Bucket:
        assert self.limits is not None
        return self._bucket("loop", address, self.limits.loop)

    # Scarce things

    def is_free_file(self, client: Client) -> bool:
        """Count a static file; return whether it costs nothing."""
        return self.limits is None or not self._bucket("files", client.address, self.limits.files).take(self._clock())

    def wait(self, kind: Kind, client: Client) -> float:
        """Count a request of a kind and return 0, or return the seconds to wait until it is allowed."""
        if self.limits is None:
            return 0.0
        rate: Rate = getattr(self.limits, kind)
        shared = Rate(rate.burst * self.limits.per_address, rate.per_second * self.limits.per_address)
        buckets = [self._bucket(f"{kind} of an address", client.address, shared)]
        if client.person is not None:
            buckets.append(self._bucket(kind, client.person, rate))
        return max(bucket.take(self._clock()) for bucket in buckets)

    def _bucket(self, kind: str, name: str, rate: Rate) -> Bucket:
        key = (kind, name)
        bucket = self._buckets.pop(key, None) or Bucket(rate, self._clock())
        self._buckets[key] = bucket
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket

    # Connections

    @contextmanager
    def connected(self, client: Client) -> Iterator[bool]:
        """Count a connection while it lasts; yield whether it is within the limits."""
        most = {} if self.limits is None else {client.address: self.limits.connections * self.limits.per_address}
        if self.limits is not None and client.person is not None:
            most[client.person] = self.limits.connections
        fits = all(self._connected[name] < count for name, count in most.items())
        self._connected.update(most.keys())
        try:
            yield fits
        finally:
            self._connected.subtract(most.keys())
            for name in most:
                if not self._connected[name]:
                    del self._connected[name]

    def remembered(self) -> int:
        """Return how many buckets and counters are in memory."""
        return len(self._buckets) + len(self._connected) + len(self._waiting) + len(self._turns)


def is_own_machine(address: str) -> bool:
    """Return whether an address is the machine on which the site runs.

    >>> is_own_machine("127.0.0.1"), is_own_machine("::1"), is_own_machine("203.0.113.9"), is_own_machine("somewhere")
    (True, True, False, False)
    """
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def address_group(address: str) -> str:
    """Return what counts as one address: of IPv6 the first half, because clients choose the other half.

    >>> address_group("2001:db8::7:1"), address_group("203.0.113.9"), address_group("::ffff:203.0.113.9")
    ('2001:db8::/64', '203.0.113.9', '203.0.113.9')
    >>> address_group("somewhere")
    'unknown'
    """
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(known, ipaddress.IPv4Address):
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known.packed[:8] + bytes(8), 64)))
