"""What people have learned: the steps of lessons that they have passed."""

from __future__ import annotations

import asyncio

from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.lessons import storage


class Progress:
    """The progress of all people of a site."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def of(self, who: str) -> dict[str, set[str]]:
        """Return the steps of lessons that a person has passed, by game."""
        steps: dict[str, set[str]] = {}
        for game, step in await asyncio.wrap_future(storage.learned_by(self._storage, who)):
            steps.setdefault(game, set()).add(step)
        return steps

    async def keep(self, who: str, game: str, step: str) -> None:
        """Keep that a person has passed a step of a lesson."""
        await asyncio.wrap_future(storage.keep_learned(self._storage, who, game, step))
