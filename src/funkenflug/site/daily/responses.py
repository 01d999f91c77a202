"""Response bodies about the solitaire of the day."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict


class DailySolitaire(TypedDict):
    """Today's solitaire. `table`, `ended`: the viewer's table and how it ended."""

    day: str
    ready: Literal[True]
    tried: int
    won: int
    table: str | None
    ended: Literal["won", "lost"] | None
    game: str
    title: str
    goal: str


class PendingSolitaire(TypedDict):
    """Today's solitaire while the site still looks for a deal that can be won."""

    day: str
    ready: Literal[False]
