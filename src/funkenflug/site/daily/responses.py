"""Response bodies about the solitaire of the day."""

from __future__ import annotations

from typing import Literal, TypedDict


class PublishedDeal(TypedDict):
    """The solitaire of an earlier day, with the seed of its deal."""

    day: str
    game: str
    seed: str


class DailySolitaire(TypedDict):
    """Today's solitaire. `table`, `ended`: the viewer's table and how it ended.

    `seal`: the SHA-256 of the seed, which is published the day after; `before`: that of yesterday.
    """

    day: str
    ready: Literal[True]
    tried: int
    won: int
    table: str | None
    ended: Literal["won", "lost"] | None
    game: str
    title: str
    goal: str
    seal: str
    before: PublishedDeal | None


class PendingSolitaire(TypedDict):
    """Today's solitaire while the site still looks for a deal that can be won."""

    day: str
    ready: Literal[False]
