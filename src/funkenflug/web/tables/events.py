"""What happens at a table, as it is stored: plain data that never changes once it is written."""

from __future__ import annotations

from typing import Literal

import msgspec

ClockKind = Literal["none", "5 minutes", "a day a move"]
SeatKind = Literal["person", "bot", "open"]


class Happening(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """One thing that happened at a table."""


class Place(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat as it was set up."""

    kind: SeatKind
    name: str
    who: str | None = None
    """Whose it is: the hash of an identity."""
    level: str | None = None
    """The level of a bot."""


class Created(Happening, frozen=True, kw_only=True):
    """Somebody set up a table."""

    game: str
    record: str
    """The match before its first move."""
    places: tuple[Place, ...]
    host: str
    clock: ClockKind = "none"
    public: bool = False
    day: str | None = None
    """The date whose solitaire this is."""
    locks: tuple[str, ...] = ()
    """For each seat what the keys of the host's invitations fit."""
    secret: str | None = None
    """The site's part of a fair deal, which is made when everybody has given theirs; None: the record has the deal."""


class SatDown(Happening, frozen=True, kw_only=True):
    """Somebody took an open seat."""

    seat: int
    who: str
    name: str


class ValueGiven(Happening, frozen=True, kw_only=True):
    """Somebody gave their part of a fair deal."""

    who: str
    value: str


class Left(Happening, frozen=True, kw_only=True):
    """Somebody left a seat: it is open again."""

    seat: int


class BotSeated(Happening, frozen=True, kw_only=True):
    """A bot took an open seat."""

    seat: int
    level: str


class Played(Happening, frozen=True, kw_only=True):
    """A seat played moves, one after another."""

    seat: int
    moves: tuple[str, ...]


class UndoAsked(Happening, frozen=True, kw_only=True):
    """A seat wishes to go back to the position after so many moves."""

    seat: int
    ply: int


class UndoAnswered(Happening, frozen=True, kw_only=True):
    """Somebody said yes or no to such a wish."""

    who: str
    yes: bool


class TakenBack(Happening, frozen=True, kw_only=True):
    """The match went back to the position after so many moves."""

    seat: int
    ply: int


class GivenUp(Happening, frozen=True, kw_only=True):
    """A seat resigned, or its time was up."""

    seat: int
    time_up: bool = False


class Uncovered(Happening, frozen=True, kw_only=True):
    """Somebody who holds several seats says that only the player of this one looks at their device."""

    seat: int
    who: str


class Resumed(Happening, frozen=True, kw_only=True):
    """The site was away and is back: the time until now does not count."""


class Said(Happening, frozen=True, kw_only=True):
    """Somebody said something."""

    who: str
    name: str
    text: str
    seat: int | None = None
    id: str | None = None
    """What the speaker calls it, so that saying it again changes nothing."""


class Rematch(Happening, frozen=True, kw_only=True):
    """The same people play again at another table."""

    seat: int
    table: str


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A happening with its place in the list and its time (seconds since 1970)."""

    number: int
    at: float
    what: Happening


AnyHappening = (
    Created
    | SatDown
    | ValueGiven
    | Left
    | BotSeated
    | Played
    | UndoAsked
    | UndoAnswered
    | TakenBack
    | GivenUp
    | Uncovered
    | Resumed
    | Said
    | Rematch
)
_decoder = msgspec.json.Decoder(AnyHappening)


def written(what: Happening) -> str:
    """Return a happening as text."""
    return msgspec.json.encode(what).decode()


def read(text: str) -> Happening:
    """Return the happening that a text stands for."""
    what: Happening = _decoder.decode(text)
    return what
