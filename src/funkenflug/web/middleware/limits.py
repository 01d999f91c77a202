"""How much somebody may ask for: a bucket of tokens each, which fills up again by itself."""

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
    """So many at once, and so many a second on and on."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What one identity may ask for, and ten times that much one address: many may share it.

    The machine itself is an address without limits, for a site behind a proxy is told the addresses of its guests.
    """

    requests: Rate = Rate(1000, 100)
    tables: Rate = Rate(300, 5)
    """New tables."""
    hints: Rate = Rate(20, 1)
    chat: Rate = Rate(8, 0.4)
    links: Rate = Rate(10, 0.05)
    """Links to one's identity, made or tried."""
    messages: Rate = Rate(200, 40)
    """On one connection to a table."""
    connections: int = 64
    """To tables, at a time."""
    body: int = 65536
    """Bytes of a request."""
    seconds_to_send: float = 20.0
    """In which a request must have arrived, or a message have been taken."""


PER_ADDRESS = 10
Kind = Literal["requests", "tables", "hints", "chat", "links", "messages"]


def usual_limits() -> Limits | None:
    """Return the limits of a site where nobody says: none if the environment has FUNKENFLUG_LIMITS=off."""
    return None if os.environ.get("FUNKENFLUG_LIMITS") == "off" else Limits()


class Bucket:
    """Tokens that are taken and come back with time."""

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate, self._tokens, self._at = rate, rate.burst, now

    def take(self, now: float) -> float:
        """Take a token; return 0, or else the seconds until there is one."""
        self._tokens = min(self._rate.burst, self._tokens + (now - self._at) * self._rate.per_second)
        self._at = now
        if self._tokens < 1:
            return (1 - self._tokens) / self._rate.per_second
        self._tokens -= 1
        return 0.0


class Keeper:
    """Who has asked for how much lately. It remembers a fixed number of askers at most, those who came last."""

    def __init__(self, limits: Limits | None, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()
        self._connected: Counter[str] = Counter()

    def wait(self, kind: Kind, identity: str | None, address: str) -> float:
        """Let somebody have one of a kind; return 0, or else the seconds that they have to wait for it."""
        if self.limits is None:
            return 0.0
        rate: Rate = getattr(self.limits, kind)
        waits = [self._take(kind, asker, rate) for asker in ([identity] if identity else [])]
        if not is_own_machine(address):
            shared = Rate(rate.burst * PER_ADDRESS, rate.per_second * PER_ADDRESS)
            waits.append(self._take(kind, address_group(address), shared))
        return max(waits, default=0.0)

    def _take(self, kind: str, asker: str, rate: Rate) -> float:
        now, key = self._clock(), (kind, asker)
        bucket = self._buckets.pop(key, None) or Bucket(rate, now)
        self._buckets[key] = bucket
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket.take(now)

    @contextmanager
    def connected(self, identity: str | None, address: str) -> Iterator[bool]:
        """Count a connection while it lasts; whether it is not one too many."""
        askers = [] if self.limits is None else [(asker, self.limits.connections) for asker in [identity] if asker]
        if self.limits is not None and not is_own_machine(address):
            askers.append((address_group(address), self.limits.connections * PER_ADDRESS))
        fits = all(self._connected[asker] < most for asker, most in askers)
        self._connected.update(asker for asker, _ in askers)
        try:
            yield fits
        finally:
            self._connected.subtract(asker for asker, _ in askers)
            for asker, _ in askers:
                if not self._connected[asker]:
                    del self._connected[asker]

    def remembered(self) -> int:
        """Return how many buckets and counts are kept."""
        return len(self._buckets) + len(self._connected)

    def bucket(self, kind: Kind) -> Bucket | None:
        """Return a bucket of its own, for one connection."""
        return None if self.limits is None else Bucket(getattr(self.limits, kind), self._clock())


def is_own_machine(address: str) -> bool:
    """Whether somebody asks from the machine on which the site runs, or by no network at all.

    >>> is_own_machine("127.0.0.1"), is_own_machine("::1"), is_own_machine("203.0.113.9")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return True


def address_group(address: str) -> str:
    """Return what counts as one address: of IPv6 the first half, for the other half is everybody's own to choose.

    >>> address_group("2001:db8::7:1"), address_group("203.0.113.9")
    ('2001:db8::/64', '203.0.113.9')
    """
    known = ipaddress.ip_address(address)
    if known.version == 6 and known.ipv4_mapped is None:
        return str(ipaddress.ip_network((known, 64), strict=False))
    return address
