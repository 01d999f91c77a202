"""Events of a table, as they are stored: tags, which are mostly the names of classes, and fields are the format."""

from __future__ import annotations

from typing import Literal

import msgspec

ClockKind = Literal["none", "5 minutes", "a day a move"]
SeatKind = Literal["person", "bot", "open"]


class TableEvent(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True, gc=False):
    """An event of a table."""


class Place(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat as it was set up."""

    kind: SeatKind
    name: str
    who: str | None = None
    """The person who sits there, or for whom an open seat is kept: the hash of an identity."""
    level: str | None = None
    """The level of a bot."""


class Created(TableEvent, frozen=True, kw_only=True):
    """Somebody set up a table."""

    game: str
    record: str
    """The match before its first move."""
    places: tuple[Place, ...]
    host: str
    clock: ClockKind = "none"
    public: bool = False
    day: str | None = None
    """The date, if this is the solitaire of a day."""
    locks: tuple[str, ...] = ()
    """For each seat the lock that the keys of the host's invitations open."""
    secret: str | None = None
    """The site's part of a fair deal, made when every player has given theirs; None: the record has the deal."""


class SatDown(TableEvent, frozen=True, kw_only=True):
    """Somebody took an open seat."""

    seat: int
    who: str
    name: str


class ValueGiven(TableEvent, frozen=True, kw_only=True):
    """Somebody gave their part of a fair deal."""

    who: str
    value: str


class Left(TableEvent, frozen=True, kw_only=True):
    """Somebody left a seat: it is open again."""

    seat: int
    removed: bool = False
    """Whether the host opened it, because the deal waited for its player."""


class BotSeated(TableEvent, frozen=True, kw_only=True):
    """A bot took an open seat."""

    seat: int
    level: str


class MovesPlayed(TableEvent, frozen=True, kw_only=True, tag="Played"):
    """A seat played moves, one after another."""

    seat: int
    moves: tuple[str, ...]


class UndoAsked(TableEvent, frozen=True, kw_only=True):
    """A seat asked to go back to the position after `ply` moves."""

    seat: int
    ply: int


class UndoAnswered(TableEvent, frozen=True, kw_only=True):
    """Somebody agreed to an undo or declined it."""

    who: str
    yes: bool


class TakenBack(TableEvent, frozen=True, kw_only=True):
    """The match went back to the position after `ply` moves."""

    seat: int
    ply: int


class GivenUp(TableEvent, frozen=True, kw_only=True):
    """A seat resigned, or ran out of time."""

    seat: int
    time_up: bool = False


class Uncovered(TableEvent, frozen=True, kw_only=True):
    """Somebody with several seats confirmed that only the player of this one looks at the screen."""

    seat: int
    who: str


class Resumed(TableEvent, frozen=True, kw_only=True):
    """The site is back after a break that does not count."""

    seconds: float | None = None
    """How long the break was; negative if the wall clock was set back. None: since the turn began."""


class Said(TableEvent, frozen=True, kw_only=True):
    """Somebody posted a chat message."""

    who: str
    name: str
    text: str
    seat: int | None = None
    id: str | None = None
    """An id given by the client, so that a repeated request changes nothing."""


class Rematch(TableEvent, frozen=True, kw_only=True):
    """The same people play again at another table."""

    seat: int
    table: str


class Entry(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An event with its number and its time (seconds since 1970)."""

    number: int
    at: float
    event: TableEvent


AnyTableEvent = (
    Created
    | SatDown
    | ValueGiven
    | Left
    | BotSeated
    | MovesPlayed
    | UndoAsked
    | UndoAnswered
    | TakenBack
    | GivenUp
    | Uncovered
    | Resumed
    | Said
    | Rematch
)
_decoder = msgspec.json.Decoder(AnyTableEvent)


def encode_event(event: TableEvent) -> str:
    """Return an event as JSON."""
    return msgspec.json.encode(event).decode()


def decode_event(text: str) -> TableEvent:
    """Return the event of a JSON text."""
    event: TableEvent = _decoder.decode(text)
    return event
