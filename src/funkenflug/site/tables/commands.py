"""Commands: who may do what at a table. Each returns the event to store, or None if it has been stored already.

Decisions that the rules of the games leave to a site:

- A match is dealt and begins when every seat is taken; a fair deal waits until everybody there has given a value. The
  host may open the seat of a guest again who has not given one for ten minutes.
- In a competitive match nobody plays against a person whose seat they have held since the deal, and nobody but the host
  takes a second seat.
- A player who resigns or runs out of time loses a match of two, and a solitaire. With more players, and where all play
  together, a bot of the default level takes the seat. A player who ran out of time may return.
- The others may let a bot play for somebody who is away in their turn for ten minutes. They get the seat back when they
  return, and count as a person meanwhile: no hints, and no undo that they would have to agree to.
- A move may be taken back freely as long as nobody else has acted and nobody has learned anything since. Otherwise the
  other people at the table have to agree; bots always do. The solitaire of the day has no undo.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from typing import Literal

from funkenflug.bots.players import LEVELS
from funkenflug.core.words import Message
from funkenflug.site.infra.errors import OutOfDate, Refused
from funkenflug.site.tables.events import (
    BotSeated,
    GivenUp,
    Left,
    MovesPlayed,
    Place,
    Rematch,
    Resumed,
    Said,
    SatDown,
    TableEvent,
    TakenBack,
    Uncovered,
    UndoAnswered,
    UndoAsked,
    ValueGiven,
)
from funkenflug.site.tables.invitations import opens
from funkenflug.site.tables.table import Seat, Table

Command = Callable[[Table], TableEvent | None]
"""Decides what happens at a table; None if it has happened already."""

AWAY_SECONDS = 600.0
"""How long the others wait for somebody who is away in their turn, and the host for a guest before the deal."""

_NOTABLE_LOSS = 1.0
"""Seconds that are given back."""


# Moves


def play(table: Table, who: str, number: int, seat: int, moves: Sequence[str]) -> MovesPlayed | None:
    """Play moves as somebody who has seen the event of that number."""
    _require_own_seat(table, who, seat)
    played = MovesPlayed(seat=seat, moves=tuple(map(str, moves)))
    if _first_decision_after(table, number) == played:
        return None
    _require_running(table)
    _require_present(table, number)
    if table.to_move != seat:
        raise Refused(409, Message("It’s {name}’s turn", name=table.game.names[table.to_move or 0]))
    table.try_moves(played)
    return played


def _first_decision_after(table: Table, number: int) -> TableEvent | None:
    later = (entry.event for entry in table.entries[max(number, 0) + 1 :])
    return next((event for event in later if isinstance(event, MovesPlayed | TakenBack | GivenUp)), None)


def resign(table: Table, who: str) -> GivenUp:
    """Resign with the seat to move, or else with the first of one's seats."""
    _require_some_seat(table, who)
    _require_running(table)
    mine = table.seats_of(who)
    return GivenUp(seat=table.to_move if table.to_move in mine and table.to_move is not None else mine[0])


def check_clock(table: Table, now: float) -> GivenUp | None:
    """Return the event by which the seat to move loses on time, if its time is up."""
    deadline = table.deadline()
    if deadline is None or now < deadline or table.to_move is None:
        return None
    return GivenUp(seat=table.to_move, time_up=True)


def resume(table: Table, lost: float) -> Resumed | None:
    """Give a running clock the time back that the site has `lost` since the last event."""
    return Resumed(seconds=lost) if abs(lost) >= _NOTABLE_LOSS and table.deadline() is not None else None


# Seats


def sit_down(table: Table, who: str, seat: int, name: str, key: str | None = None) -> SatDown | None:
    """Take a seat, perhaps with the key of an invitation."""
    _require_seat_number(table, seat)
    if table.seats[seat].who == who:
        return None
    own = table.seats[seat].kept_for == who
    if not own and (table.seats[seat].kind != "open" or table.seats[seat].kept_for is not None):
        raise Refused(409, Message("This seat is taken"))
    if table.state == "over":
        raise Refused(409, Message("The game is over"))
    if not (own or _is_invited(table, seat, key)):
        if not (table.public or who == table.host):
            raise Refused(403, Message("This seat is reserved for a friend with the invite link"))
        if who in table.removed:
            raise Refused(403, Message("Your seat was given away. Ask the host for a new link."))
    _require_no_insight(table, who, seat)
    return SatDown(seat=seat, who=who, name=name)


def _require_no_insight(table: Table, who: str, seat: int) -> None:
    """Refuse players who have already seen another seat's hidden tiles."""
    if table.game.mode != "competitive":
        return
    if table.dealt_at < 0 and table.seats_of(who) and who != table.host:
        raise Refused(409, Message("You already have a seat in this game"))
    seen = table.held.get(who, frozenset())
    others = {number for number, one in enumerate(table.seats) if {one.who, one.kept_for} - {None, who}}
    if seen and (seat not in seen or seen & others):
        raise Refused(409, Message("You already know what is hidden at another seat in this game"))
    still_there = (table.people() | table.replaced_people()) - {who}
    if any(seat in table.held.get(other, ()) for other in still_there):
        raise Refused(
            409, Message("Someone else knows what is hidden at this seat. Only they or the computer can take it.")
        )


def _is_invited(table: Table, seat: int, key: str | None) -> bool:
    if key is None or seat >= len(table.locks):
        return False
    return opens(key, table.locks[seat], table.seats[seat].sittings)


def leave(table: Table, who: str, seat: int) -> Left:
    """Leave a seat."""
    _require_own_seat(table, who, seat)
    if table.state == "over":
        raise Refused(409, Message("The game is over"))
    return Left(seat=seat)


def open_seat(table: Table, who: str, seat: int, now: float) -> Left:
    """Open the seat of a guest for whom the deal has waited long enough."""
    _require_seat_number(table, seat)
    if who != table.host:
        raise Refused(403, Message("Only the host can do this"))
    if seat not in late_guests(table):
        raise Refused(409, Message("The game is not waiting for this seat"))
    if (left := table.seats[seat].since + AWAY_SECONDS - now) > 0:
        minutes = math.ceil(left / 60)
        raise Refused(409, Message.counted("Wait another minute", "Wait another {count} minutes", minutes))
    return Left(seat=seat, removed=True)


def late_guests(table: Table) -> list[int]:
    """Return the seats of guests for whose value a fair deal waits."""
    return [seat for seat in table.seats_without_value() if table.seats[seat].who != table.host]


def seat_bot(table: Table, who: str, seat: int, level: str, away: bool = False) -> BotSeated:
    """Give a bot an open seat, or the seat of somebody who is away."""
    _require_seat_number(table, seat)
    _require_some_seat(table, who)
    if level not in LEVELS:
        raise Refused(422, Message("There is no level “{level}”", level=level))
    free = table.seats[seat].kind == "open" or (away and table.seats[seat].who not in (None, who))
    if not free or table.state == "over":
        raise Refused(409, Message("This seat is taken"))
    return BotSeated(seat=seat, level=level)


def give_value(table: Table, who: str, value: str) -> ValueGiven | None:
    """Give one's value for a fair deal."""
    _require_some_seat(table, who)
    if table.values.get(who) == value:
        return None
    if table.secret is None:
        raise Refused(409, Message("In this game, only the site shuffles"))
    if table.dealt_at >= 0:
        raise Refused(409, Message("The tiles have already been dealt"))
    if who in table.values:
        raise Refused(409, Message("You have already sent a different value"))
    return ValueGiven(who=who, value=value)


def uncover(table: Table, who: str, seat: int) -> Uncovered | None:
    """Show the screen of a shared device to one of its seats."""
    _require_own_seat(table, who, seat)
    return None if table.ready.get(who) == seat else Uncovered(seat=seat, who=who)


# Undo


def undo(table: Table, who: str, number: int) -> TakenBack | UndoAsked:
    """Take back one's last move, or ask the others for it."""
    _require_some_seat(table, who)
    mine = table.seats_of(who)
    seat, ply = _last_move_of(table, mine)
    _require_running(table)
    _require_present(table, number)
    if _is_free_to_undo(table, ply, mine):
        return TakenBack(seat=seat, ply=ply)
    if table.day is not None:
        raise Refused(409, Message("You can’t undo moves in the daily solitaire"))
    if table.replaced_people():
        raise Refused(409, Message("A player who is away would have to agree"))
    if table.people() == {who}:
        return TakenBack(seat=seat, ply=ply)
    if table.undo_proposal is not None:
        raise Refused(409, Message("Someone has already asked to undo a move"))
    return UndoAsked(seat=seat, ply=ply)


def may_undo(table: Table, who: str | None) -> Literal["freely", "ask", False]:
    """Return whether somebody may take back a move, or ask for it."""
    if who is None or table.undo_proposal is not None:
        return False
    try:
        event = undo(table, who, table.number)
    except Refused:
        return False
    return "freely" if isinstance(event, TakenBack) else "ask"


def _last_move_of(table: Table, mine: Collection[int]) -> tuple[int, int]:
    """Return the seat and the ply of the last move of these seats."""
    for ply in range(len(table.players_of) - 1, -1, -1):
        if table.players_of[ply] in mine:
            return table.players_of[ply], ply
    raise Refused(409, Message("You have no move to undo"))


def _is_free_to_undo(table: Table, ply: int, mine: Collection[int]) -> bool:
    """Return whether nobody but these seats has acted since then, and nobody has learned anything."""
    return not any(table.revealing[ply:]) and set(table.players_of[ply:]).issubset(mine)


def answer_undo(table: Table, who: str, yes: bool) -> UndoAnswered:
    """Agree to an undo or decline it."""
    if table.undo_proposal is None or who not in table.undo_proposal.asked:
        raise Refused(409, Message("There is no request to answer"))
    return UndoAnswered(who=who, yes=yes)


def complete_undo(table: Table) -> TakenBack | None:
    """Take the moves back once everybody has agreed."""
    proposal = table.undo_proposal
    return None if proposal is None or proposal.asked else TakenBack(seat=proposal.seat, ply=proposal.ply)


# Chat and rematch


def chat(table: Table, who: str, name: str, text: str, id: str | None = None) -> Said | None:
    """Post a chat message, as spectators may at public tables."""
    posted = (entry.event for entry in table.entries)
    if id is not None and any(isinstance(event, Said) and (event.who, event.id) == (who, id) for event in posted):
        return None
    mine = table.seats_of(who)
    if not mine and not table.public:
        raise Refused(403, Message("Only players can chat at this table"))
    seat = mine[0] if mine else None
    return Said(who=who, name=name if seat is None else table.seats[seat].name, text=text, seat=seat, id=id)


def rematch(table: Table, who: str, new_table: str) -> Rematch | None:
    """Announce the table of a rematch."""
    return None if table.rematch else Rematch(seat=table.seats_of(who)[0], table=new_table)


def _place_again(seat: Seat, asks: bool) -> Place:
    """Return a seat of a rematch; `asks`: a person takes it only by sitting down, since a clock begins to run."""
    kind = "open" if seat.kind == "person" and asks else seat.kind
    return Place(kind=kind, name=seat.name, who=seat.who, level=seat.level)


def rematch_places(table: Table, who: str) -> list[Place]:
    """Return the seats of a rematch that somebody asks for: another player begins."""
    _require_some_seat(table, who)
    if table.state != "over":
        raise Refused(409, Message("The game is not over yet"))
    if table.day is not None:
        raise Refused(409, Message("There is only one daily solitaire"))
    places = [_place_again(seat, asks=table.clock != "none" and seat.who != who) for seat in table.seats]
    return places[1:] + places[:1] if table.game.mode == "competitive" else places


# Checks


def _require_seat_number(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise Refused(404, Message("There is no such seat"))


def _require_own_seat(table: Table, who: str, seat: int) -> None:
    _require_seat_number(table, seat)
    if table.seats[seat].who != who:
        raise Refused(403, Message("This is not your seat"))


def _require_some_seat(table: Table, who: str) -> None:
    if not table.seats_of(who):
        raise Refused(403, Message("You don’t have a seat at this table"))


def _require_running(table: Table) -> None:
    if table.state == "over":
        raise Refused(409, Message("The game is over"))
    if table.state == "open":
        raise Refused(409, Message("The game starts when everyone is at the table"))


def _require_present(table: Table, number: int) -> None:
    if number < table.decided_at:
        raise OutOfDate
    if number > table.number:
        raise Refused(422, Message("There is no event {number} yet", number=number))
