"""How many events there may be at a table: all are kept, and nobody may use up what the others need.

Moves, resignations and leaving are always possible, so every match can be played to its end. Chat and sitting down have
budgets of their own that refill, because strangers may do both at a public table. Everything else is left to those who
have a seat.
"""

from __future__ import annotations

from collections.abc import Callable

from funkenflug.core.words import Message
from funkenflug.site.infra.errors import Refused, TooManyRequests
from funkenflug.site.tables.events import Entry, GivenUp, Left, MovesPlayed, Resumed, Said, SatDown, TableEvent
from funkenflug.site.tables.table import Table

_PERIOD = 3600.0
"""Seconds in which a budget refills."""
_CHAT_OF_PLAYER = 300
_CHAT_OF_SPECTATORS = 60
"""For all spectators together."""
_SITTINGS_OF_PERSON = 6
_SITTINGS = 60
"""For everybody together, at a public table."""
_MOST_OTHERS = 5000
"""Events of other kinds, for good."""


def require_room(table: Table, entry: Entry) -> None:
    """Refuse an event if there have been too many of its kind at the table."""
    match entry.event:
        case MovesPlayed() | GivenUp() | Resumed() | Left():
            return
        case Said(seat=None):
            _require(table, entry, _CHAT_OF_SPECTATORS, lambda event: isinstance(event, Said) and event.seat is None)
        case Said(who=who):
            _require(table, entry, _CHAT_OF_PLAYER, lambda event: isinstance(event, Said) and event.who == who)
        case SatDown(who=who, seat=seat) if table.public and table.seats[seat].kept_for != who:
            _require(table, entry, _SITTINGS_OF_PERSON, lambda event: isinstance(event, SatDown) and event.who == who)
            _require(table, entry, _SITTINGS, lambda event: isinstance(event, SatDown))
        case _:
            if table.number >= _MOST_OTHERS and _count_others(table) >= _MOST_OTHERS:
                raise Refused(409, Message("This table has reached its limit. Please start a new one."))


def _require(table: Table, entry: Entry, most: int, counts: Callable[[TableEvent], bool]) -> None:
    """Refuse an entry if the last period already has `most` entries that count."""
    found = 0
    for earlier in reversed(table.entries):
        if earlier.at <= entry.at - _PERIOD:
            return
        found += counts(earlier.event)
        if found == most:
            raise TooManyRequests(earlier.at + _PERIOD - entry.at)


def _count_others(table: Table) -> int:
    budgeted = MovesPlayed | GivenUp | Resumed | Left | Said | SatDown
    return sum(not isinstance(entry.event, budgeted) for entry in table.entries)
