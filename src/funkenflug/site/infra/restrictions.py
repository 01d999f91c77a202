"""What is forbidden on a site: read every few seconds from the database, where the command line writes it."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable
from functools import partial

from funkenflug.core.words import Message
from funkenflug.site.infra.background import Background
from funkenflug.site.infra.db.restrictions import Kind, Restriction, Usage
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.limits import RateLimiter

_PERIOD = 2.0
"""Seconds after which a new restriction is known everywhere."""
_USAGE_PERIOD = 10.0
_NOTABLE = 0.1
"""Seconds of processor time in a period that are worth storing."""


class Restrictions:
    """The restrictions of a site."""

    def __init__(self, storage: Storage, background: Background) -> None:
        self._storage, self._background = storage, background
        self._all: frozenset[Restriction] = frozenset()
        self._networks: list[ipaddress.IPv4Network | ipaddress.IPv6Network] = []
        self.on_change: Callable[[], None] = lambda: None

    async def watch(self) -> None:
        """Read the restrictions again and again."""
        while True:
            await asyncio.sleep(_PERIOD)
            await self._background.retry(self.read)

    async def read(self) -> None:
        """Read the restrictions."""
        found = await asyncio.wrap_future(self._storage.restrictions())
        if found != self._all:
            self._all = found
            self._networks = [ipaddress.ip_network(one.subject) for one in found if one.kind == "address"]
            self.on_change()

    async def add(self, kind: Kind, subject: str) -> None:
        """Add a restriction, which is in force at once here and soon everywhere."""
        await asyncio.wrap_future(self._storage.restrict(Restriction(kind, subject)))
        await self.read()

    def has(self, kind: Kind, subject: str) -> bool:
        """Return whether there is such a restriction."""
        return Restriction(kind, subject) in self._all

    def excludes(self, person: str | None) -> bool:
        """Return whether a person is banned, or has ended this identity."""
        return person is not None and (self.has("person", person) or self.has("ended", person))

    def check(self, person: str | None, address: str) -> None:
        """Refuse a banned person or address."""
        if (person is not None and self.has("person", person)) or self._bans(address):
            raise Refused(403, Message("You can no longer use this site"))

    def _bans(self, address: str) -> bool:
        if not self._networks:
            return False
        try:
            known = ipaddress.ip_address(address)
        except ValueError:
            return False
        if isinstance(known, ipaddress.IPv6Address) and known.ipv4_mapped is not None:
            known = known.ipv4_mapped
        return any(known in network for network in self._networks)


async def store_usage(storage: Storage, limiter: RateLimiter, background: Background) -> None:
    """Store again and again who has used much, for `funkenflug site heavy`."""
    while True:
        await asyncio.sleep(_USAGE_PERIOD)
        used = [Usage(*key, seconds) for key, seconds in limiter.take_usage().items() if seconds >= _NOTABLE]
        if used:
            await background.retry(partial(_store, storage, used))


async def _store(storage: Storage, used: list[Usage]) -> None:
    await asyncio.wrap_future(storage.keep_usage(used))
