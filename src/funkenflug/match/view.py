"""What may be known of a match, as plain data: views and events. Each game adds its own."""

from __future__ import annotations

from typing import Final

import msgspec

COLOURS: Final = ("green", "blue", "yellow", "red")
"""The four colours in seat order."""

Hex = tuple[int, int]
"""A hex cell as axial (q, r)."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat, or a spectator (`seat` is None), may know of a match."""

    game: str
    players: int
    mode: str
    options: tuple[str, ...]
    names: tuple[str, ...]
    colours: tuple[tuple[str, ...], ...]
    """For each seat the colours it leads; a neutral colour is nobody's."""
    seat: int | None
    to_move: int | None
    moves: tuple[str, ...]
    """All moves so far, in their text form."""
    scores: tuple[int, ...]
    """For each seat its points if the match ended now; empty in solitaire and cooperative matches."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.to_move is None


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """One thing that happened in a move, as everybody may know it."""

    seat: int
    """Whose move made it happen."""


class Played(Event, frozen=True, kw_only=True):
    """A move was played: the event of games that have no events of their own."""

    move: str


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a match ended. Each game adds what led to it."""

    scores: tuple[int, ...]
    """For each seat its points; empty in solitaire and cooperative matches."""
    winners: tuple[int, ...]
    """The seats that won: all of them or none where everybody wins or loses together."""
