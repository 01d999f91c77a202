"""Rate limits: a token bucket for each person and each address."""

from __future__ import annotations

import ipaddress
import os
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

_MOST_BUCKETS = 20_000


@dataclass(frozen=True, slots=True)
class Rate:
    """How many requests at once, and how many per second in the long run."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one person. An address, which many may share, has ten times as much.

    The machine itself has no limits: a site behind a proxy gets the addresses of its clients from the proxy.
    """

    requests: Rate = Rate(1000, 100)
    tables: Rate = Rate(300, 5)
    """New tables."""
    hints: Rate = Rate(20, 1)
    chat: Rate = Rate(8, 0.4)
    links: Rate = Rate(10, 0.05)
    """Links to an identity, created or tried."""
    messages: Rate = Rate(200, 40)
    """On one WebSocket connection."""
    connections: int = 64
    """WebSocket connections at a time."""
    body: int = 65536
    """Bytes of a request body."""
    seconds_to_send: float = 20.0
    """Time for a request to arrive, or for a client to take a message."""


PER_ADDRESS = 10
Kind = Literal["requests", "tables", "hints", "chat", "links", "messages"]


def default_limits() -> Limits | None:
    """Return the default limits; None if the environment has FUNKENFLUG_LIMITS=off."""
    return None if os.environ.get("FUNKENFLUG_LIMITS") == "off" else Limits()


class Bucket:
    """A token bucket."""

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate, self._tokens, self._at = rate, rate.burst, now

    def take(self, now: float) -> float:
        """Take a token and return 0, or return the seconds until there is one."""
        self._tokens = min(self._rate.burst, self._tokens + (now - self._at) * self._rate.per_second)
        self._at = now
        if self._tokens < 1:
            return (1 - self._tokens) / self._rate.per_second
        self._tokens -= 1
        return 0.0


class RateLimiter:
    """Counts requests and connections. It remembers a fixed number of clients, those that came last."""

    def __init__(self, limits: Limits | None, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()
        self._connected: Counter[str] = Counter()

    def wait(self, kind: Kind, identity: str | None, address: str) -> float:
        """Count a request of a kind and return 0, or return the seconds to wait until it is allowed."""
        if self.limits is None:
            return 0.0
        rate: Rate = getattr(self.limits, kind)
        waits = [self._take(kind, client, rate) for client in ([identity] if identity else [])]
        if not is_own_machine(address):
            shared = Rate(rate.burst * PER_ADDRESS, rate.per_second * PER_ADDRESS)
            waits.append(self._take(kind, address_group(address), shared))
        return max(waits, default=0.0)

    def _take(self, kind: str, client: str, rate: Rate) -> float:
        now, key = self._clock(), (kind, client)
        bucket = self._buckets.pop(key, None) or Bucket(rate, now)
        self._buckets[key] = bucket
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket.take(now)

    @contextmanager
    def connected(self, identity: str | None, address: str) -> Iterator[bool]:
        """Count a connection while it lasts; yield whether it is within the limits."""
        clients = [] if self.limits is None else [(client, self.limits.connections) for client in [identity] if client]
        if self.limits is not None and not is_own_machine(address):
            clients.append((address_group(address), self.limits.connections * PER_ADDRESS))
        fits = all(self._connected[client] < most for client, most in clients)
        self._connected.update(client for client, _ in clients)
        try:
            yield fits
        finally:
            self._connected.subtract(client for client, _ in clients)
            for client, _ in clients:
                if not self._connected[client]:
                    del self._connected[client]

    def remembered(self) -> int:
        """Return how many buckets and counters are in memory."""
        return len(self._buckets) + len(self._connected)

    def bucket(self, kind: Kind) -> Bucket | None:
        """Return a new bucket, for one connection."""
        return None if self.limits is None else Bucket(getattr(self.limits, kind), self._clock())


def is_own_machine(address: str) -> bool:
    """Return whether an address is the machine on which the site runs, or no network address.

    >>> is_own_machine("127.0.0.1"), is_own_machine("::1"), is_own_machine("203.0.113.9")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return True


def address_group(address: str) -> str:
    """Return what counts as one address: of IPv6 the first half, because clients choose the other half.

    >>> address_group("2001:db8::7:1"), address_group("203.0.113.9")
    ('2001:db8::/64', '203.0.113.9')
    """
    known = ipaddress.ip_address(address)
    if known.version == 6 and known.ipv4_mapped is None:
        return str(ipaddress.ip_network((known, 64), strict=False))
    return address
