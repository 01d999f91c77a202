"""People: their names, and links that move an identity to another device."""

from __future__ import annotations

import asyncio
import secrets
import time

from funkenflug.core.words import Message
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.identity import hashed, sealed
from funkenflug.site.people import storage

_LINK_SECONDS = 3600.0


class People:
    """The people of a site."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def name_of(self, who: str) -> str:
        """Return a person's name; empty if they never set one."""
        return await asyncio.wrap_future(storage.name_of(self._storage, who)) or ""

    async def rename(self, who: str, name: str) -> None:
        """Set a person's name."""
        await asyncio.wrap_future(storage.rename(self._storage, who, name))

    async def create_link(self, identity: str) -> str:
        """Return the token of a new link to an identity. Only who has the token can read the identity."""
        token, now = secrets.token_urlsafe(24), time.time()
        kept = storage.keep_link(self._storage, hashed(token), sealed(identity, token), now, now + _LINK_SECONDS)
        await asyncio.wrap_future(kept)
        return token

    async def use_link(self, token: str) -> str:
        """Return the identity of a link, once."""
        found = await asyncio.wrap_future(storage.use_link(self._storage, hashed(token), time.time()))
        if found is None:
            raise Refused(404, Message("This link has been used or has expired"))
        return sealed(found, token)
