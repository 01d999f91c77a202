"""People: their names, and links that move an identity to another device."""

from __future__ import annotations

import asyncio
import secrets
import time

from funkenflug.core.words import Message
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.identity import hashed, sealed

_LINK_SECONDS = 3600.0


class People:
    """The people of a site."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def name_of(self, who: str) -> str:
        """Return a person's name; empty if they never set one."""
        return await asyncio.wrap_future(self._storage.name_of(who)) or ""

    async def rename(self, who: str, name: str) -> None:
        """Set a person's name."""
        await asyncio.wrap_future(self._storage.rename(who, name))

    async def learned_by(self, who: str) -> dict[str, set[str]]:
        """Return the steps of lessons that a person has passed, by game."""
        steps: dict[str, set[str]] = {}
        for game, step in await asyncio.wrap_future(self._storage.learned_by(who)):
            steps.setdefault(game, set()).add(step)
        return steps

    async def learn(self, who: str, game: str, step: str) -> None:
        """Keep that a person has passed a step of a lesson."""
        await asyncio.wrap_future(self._storage.keep_learned(who, game, step))

    async def create_link(self, identity: str) -> str:
        """Return the token of a new link to an identity. Only who has the token can read the identity."""
        token, now = secrets.token_urlsafe(24), time.time()
        kept = self._storage.keep_link(hashed(token), sealed(identity, token), now, now + _LINK_SECONDS)
        await asyncio.wrap_future(kept)
        return token

    async def use_link(self, token: str) -> str:
        """Return the identity of a link, once."""
        found = await asyncio.wrap_future(self._storage.use_link(hashed(token), time.time()))
        if found is None:
            raise Refused(404, Message("This link has been used or has expired"))
        return sealed(found, token)
