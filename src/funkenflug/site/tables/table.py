"""The state of a table, computed from its events. No input, no output, no waiting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import ne
from typing import Any, Literal, Self

from funkenflug.bots.players import DEFAULT_LEVEL
from funkenflug.core.names import bot_name
from funkenflug.core.shared_list import SharedList
from funkenflug.core.view import Event
from funkenflug.core.words import IllegalMove, Message
from funkenflug.games import GAMES
from funkenflug.match import fair
from funkenflug.match.game import Game, new
from funkenflug.match.record import load
from funkenflug.match.replay import at_ply
from funkenflug.site.boards.position import require_same_turn
from funkenflug.site.infra.errors import Refused
from funkenflug.site.tables.events import (
    BotSeated,
    ClockKind,
    Created,
    Entry,
    GivenUp,
    Left,
    MovesPlayed,
    Rematch,
    Resumed,
    Said,
    SatDown,
    SeatKind,
    TableEvent,
    TakenBack,
    Uncovered,
    UndoAnswered,
    UndoAsked,
    ValueGiven,
)

CLOCKS: dict[ClockKind, float | None] = {"none": None, "5 minutes": 300.0, "a day a move": 86400.0}

_SECONDS_AFTER_RETURN = 60.0
"""How long somebody has at least who comes back to a seat at which a bot played for them."""


@dataclass(slots=True)
class Seat:
    """A seat and who sits there."""

    kind: SeatKind
    name: str
    who: str | None
    level: str | None
    sittings: int = 0
    """How often somebody has sat down: an invitation is valid for one sitting."""
    seconds_left: float | None = None
    kept_for: str | None = None
    """The person for whom a bot plays until they come back, or who is to take an open seat of a rematch."""
    since: float = 0.0
    """When somebody sat down."""

    def copy(self) -> Seat:
        """Return a copy; several times faster than `dataclasses.replace`."""
        return Seat(
            self.kind, self.name, self.who, self.level, self.sittings, self.seconds_left, self.kept_for, self.since
        )


@dataclass(frozen=True)
class Line:
    """A line of the log: a note, or an event of the game with the names that the seats had then."""

    number: int
    seat: int | None
    note: Message | None = None
    event: Event | None = None
    game: str = ""
    names: tuple[str, ...] = ()
    ply: int = -1
    """How many moves had been played before, if it belongs to a move."""
    undone_at: int = -1
    """The number of the event that took it back; -1: it stands."""

    @cached_property
    def words(self) -> Message:
        """The text, made when somebody reads it."""
        return GAMES[self.game].tell(self.event, self.names) if self.note is None else self.note


def _shortened(log: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines of all moves that stand, and the last of the others: every viewer is sent the whole log."""
    spare = sum(line.ply < 0 or line.undone_at >= 0 for line in log) - _MOST_NOTES
    for line in log:
        if line.ply >= 0 and line.undone_at < 0:
            yield line
        elif spare > 0:
            spare -= 1
        else:
            yield line


_LONG_LOG = 300
_MOST_NOTES = 100
"""Lines of a long log that do not tell of moves that stand."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Moves that were tried out, and the match after them."""

    played: MovesPlayed
    game: Game
    events: tuple[tuple[Event, ...], ...]
    """The events of each move."""
    revealing: tuple[bool, ...]
    """For each move whether somebody learned something from it."""


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat message."""

    number: int
    seat: int | None
    name: str
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class UndoProposal:
    """A proposal to take moves back, and who has not agreed yet."""

    seat: int
    ply: int
    asked: frozenset[str]


class Table:
    """A table after its events."""

    def __init__(self, id: str, entries: Iterable[Entry]) -> None:
        self.id = id
        self.entries = SharedList[Entry]()
        self.log = SharedList[Line]()
        self.chat = SharedList[Chat]()
        self.undo_proposal: UndoProposal | None = None
        self.forfeit: GivenUp | None = None
        self.rematch: str | None = None
        self.players_of = SharedList[int]()
        """For each move the seat that played it."""
        self.revealing = SharedList[bool]()
        """For each move whether somebody learned something from it."""
        self.decided_at = 0
        """The number of the last event that changed the decision to make: a command that has not seen it is late."""
        self.turn_began = 0.0
        self._standing: Literal["open", "running", "over"] | None = None
        """The state after the last event; None while an event is being applied."""
        self._trial: Trial | None = None
        """The moves that were tried out last, so that they need not be computed again when they are played."""
        self.locks: tuple[str, ...] = ()
        self.secret: str | None = None
        self.values: dict[str, str] = {}
        """By person: their value for a fair deal."""
        self.dealt_at = -1
        """The number of the event that dealt the match; -1: it is not dealt yet, and `game` has a stand-in deal."""
        self._covered: Game | None = None
        """The match before the deal: nothing of it may be shown."""
        self.held: dict[str, frozenset[int]] = {}
        """By person: the seats that they have held since the deal."""
        self.removed: frozenset[str] = frozenset()
        """Everybody whose seat the host opened again, because the deal waited for them."""
        self.ready: dict[str, int] = {}
        """By person: the seat that looks at their screen, if they hold several."""
        for entry in entries:
            self.add(entry)

    def copy(self) -> Self:
        """Return a copy that changes independently. They share the match, which is never changed."""
        copy = type(self).__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy.seats = [seat.copy() for seat in self.seats]
        copy.entries, copy.log, copy.chat = self.entries.copy(), self.log.copy(), self.chat.copy()
        copy.players_of, copy.revealing = self.players_of.copy(), self.revealing.copy()
        copy.ready, copy.values = self.ready.copy(), self.values.copy()
        return copy

    # State

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.entries) - 1

    @property
    def state(self) -> Literal["open", "running", "over"]:
        """Whether the table waits for players, is being played, or is over."""
        if self._standing is not None:
            return self._standing
        if self.forfeit is not None or self.game.over:
            return "over"
        return "open" if self.dealt_at < 0 or "open" in [seat.kind for seat in self.seats] else "running"

    @property
    def to_move(self) -> int | None:
        """The seat to move; None before the beginning and after the end."""
        return self.game.to_move if self.state == "running" else None

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that have won; None while the match is running."""
        if self.forfeit is not None:
            return tuple(seat for seat in range(self.game.players) if seat != self.forfeit.seat)
        outcome = self.game.outcome()
        return None if outcome is None else outcome.winners

    def seats_of(self, who: str | None) -> tuple[int, ...]:
        """Return the seats of a person."""
        if who is None:
            return ()
        return tuple(number for number, seat in enumerate(self.seats) if seat.who == who)

    def people(self) -> frozenset[str]:
        """Return everybody who has a seat."""
        return frozenset(seat.who for seat in self.seats if seat.who is not None)

    def awaited(self) -> list[int]:
        """Return the seats that the match waits for: open ones, and those whose player has not given a value yet."""
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.kind == "open" or number in self.seats_without_value()
        ]

    def seats_without_value(self) -> list[int]:
        """Return the seats whose players have not given their value for a fair deal yet."""
        if self.secret is None or self.dealt_at >= 0:
            return []
        return [
            number for number, seat in enumerate(self.seats) if seat.who is not None and seat.who not in self.values
        ]

    def replaced_people(self) -> frozenset[str]:
        """Return everybody for whom a bot plays until they come back."""
        return frozenset(seat.kept_for for seat in self.seats if seat.kept_for is not None)

    def plays_alone(self, who: str) -> bool:
        """Return whether a person has one seat, and all others are bots that play for nobody."""
        others = [seat for seat in self.seats if seat.who != who]
        return len(others) == len(self.seats) - 1 and all(seat.kind == "bot" and not seat.kept_for for seat in others)

    def deadline(self) -> float | None:
        """Return when the seat to move runs out of time, if a person's clock is running."""
        if self.to_move is None or self.clock == "none" or self.seats[self.to_move].kind != "person":
            return None
        left = self.seats[self.to_move].seconds_left
        return None if left is None else self.turn_began + left

    # Events

    def add(self, entry: Entry) -> None:
        """Apply the next event."""
        if entry.number != len(self.entries):
            raise ValueError(f"event {entry.number} does not follow {len(self.entries) - 1}")
        self.entries.append(entry)
        self._standing = None
        _APPLY[type(entry.event)](self, entry.event, entry)
        self._standing = self.state

    def _apply_created(self, event: Created, entry: Entry) -> None:
        self.game = load(event.record)
        self.given = event.day is not None or self.game.setup.seed is None
        self.clock, self.public, self.day, self.host = event.clock, event.public, event.day, event.host
        self.seats = [
            Seat(
                place.kind,
                place.name,
                None if place.kind == "open" else place.who,
                place.level,
                seconds_left=CLOCKS[event.clock],
                kept_for=place.who if place.kind == "open" else None,
                since=entry.at,
            )
            for place in event.places
        ]
        self._update_names()
        self.turn_began = entry.at
        self.locks, self.secret = event.locks, event.secret
        self._covered = self.game
        self._deal_if_ready(entry)
        if self.dealt_at < 0:
            self.game = stand_in(self.game)

    def _apply_value_given(self, event: ValueGiven, entry: Entry) -> None:
        self.values[event.who] = event.value
        self._deal_if_ready(entry)

    def _apply_sat_down(self, event: SatDown, entry: Entry) -> None:
        seat = self.seats[event.seat]
        if seat.kept_for == event.who and seat.seconds_left is not None:
            seat.seconds_left = max(seat.seconds_left, _SECONDS_AFTER_RETURN)
        seat.kind, seat.who, seat.level, seat.name = "person", event.who, None, event.name or seat.name
        seat.kept_for, seat.since = None, entry.at
        seat.sittings += 1
        self._update_names()
        self._log(entry, event.seat, Message("{name} sat down", name=seat.name))
        self._seats_changed(entry)

    def _apply_left(self, event: Left, entry: Entry) -> None:
        seat = self.seats[event.seat]
        if event.removed and seat.who is not None:
            self._log(entry, event.seat, Message("{name} did not show up", name=seat.name))
            self.removed |= {seat.who}
        else:
            self._log(entry, event.seat, Message("{name} left", name=seat.name))
        seat.kind, seat.who = "open", None
        self.values = {who: value for who, value in self.values.items() if who in self.people()}
        self._charge_clock(entry.at)
        self._seats_changed(entry)

    def _apply_bot_seated(self, event: BotSeated, entry: Entry) -> None:
        away = self.seats[event.seat].who
        self._charge_clock(entry.at)
        self._seat_bot(event.seat, event.level)
        self.seats[event.seat].kept_for = away
        self._log(entry, event.seat, Message("{name} sat down", name=self.seats[event.seat].name))
        self._seats_changed(entry)

    def _apply_played(self, event: MovesPlayed, entry: Entry) -> None:
        self._charge_clock(entry.at)
        self.ready[self.seats[event.seat].who or ""] = event.seat
        trial = self._trial if self._trial is not None and self._trial.played is event else self._try(event)
        self.game = trial.game
        id, names = self.game.type.id, self.game.names
        for ply, events in enumerate(trial.events, len(self.players_of)):
            self.log.extend(Line(entry.number, event.seat, None, happened, id, names, ply) for happened in events)
        self.players_of.extend([event.seat] * len(event.moves))
        self.revealing.extend(trial.revealing)
        self._decision_changed(entry)

    def _apply_undo_asked(self, event: UndoAsked, entry: Entry) -> None:
        asked = self.people() - {self.seats[event.seat].who or ""}
        self.undo_proposal = UndoProposal(event.seat, event.ply, asked)
        self._log(entry, event.seat, Message("{name} asked to undo a move", name=self.seats[event.seat].name))

    def _apply_undo_answered(self, event: UndoAnswered, entry: Entry) -> None:
        assert self.undo_proposal is not None
        if event.yes:
            self.undo_proposal = replace(self.undo_proposal, asked=self.undo_proposal.asked - {event.who})
        else:
            self.undo_proposal = None
            self._log(entry, None, Message("The move stands"))

    def _apply_taken_back(self, event: TakenBack, entry: Entry) -> None:
        self._charge_clock(entry.at)
        self.game = at_ply(self.game, event.ply)
        self.players_of.shorten(event.ply)
        self.revealing.shorten(event.ply)
        self.log = SharedList(
            replace(line, undone_at=entry.number) if line.ply >= event.ply and line.undone_at < 0 else line
            for line in self.log
        )
        self._log(entry, event.seat, Message("{name} undid a move", name=self.seats[event.seat].name))
        self._decision_changed(entry)

    def _apply_given_up(self, event: GivenUp, entry: Entry) -> None:
        name = self.seats[event.seat].name
        self._log(entry, event.seat, resignation_text(name, event.time_up))
        self._charge_clock(entry.at)
        if self._is_replaced_by_bot():
            away = self.seats[event.seat].who
            self._seat_bot(event.seat, DEFAULT_LEVEL)
            if event.time_up:
                self.seats[event.seat].kept_for = away
            self._log(entry, event.seat, Message("{bot} plays for {name}", bot=self.seats[event.seat].name, name=name))
        else:
            self.forfeit = event
            self.game = self.game.copy()
            self.game.tags["Termination"] = str(resignation_text(name, event.time_up))
        self._decision_changed(entry)

    def _apply_uncovered(self, event: Uncovered, entry: Entry) -> None:
        self.ready[event.who] = event.seat

    def _apply_resumed(self, event: Resumed, entry: Entry) -> None:
        self.turn_began = entry.at if event.seconds is None else self.turn_began + event.seconds

    def _apply_said(self, event: Said, entry: Entry) -> None:
        self.chat.append(Chat(entry.number, event.seat, event.name, event.text, entry.at))

    def _apply_rematch(self, event: Rematch, entry: Entry) -> None:
        self.rematch = event.table
        self._log(entry, event.seat, Message("{name} started a rematch", name=self.seats[event.seat].name))

    def try_moves(self, played: MovesPlayed) -> None:
        """Play moves of one turn in a copy of the match, or refuse. The result is kept for when they are applied."""
        self._trial = self._try(played, one_turn=True)

    def _try(self, played: MovesPlayed, one_turn: bool = False) -> Trial:
        """Play moves in a copy of the match. Stored moves may go beyond one turn: they were allowed to once."""
        game = self.game.copy()
        events: list[tuple[Event, ...]] = []
        hidden = [self.game.all_hidden()]
        for move in played.moves:
            if one_turn and events:
                require_same_turn(self.game, game)
            try:
                events.append(tuple(game.play(move)))
            except IllegalMove as illegal:
                raise Refused(422, illegal.reason) from None
            hidden.append(game.all_hidden())
        return Trial(played, game, tuple(events), tuple(map(ne, hidden, hidden[1:])))

    def _log(self, entry: Entry, seat: int | None, words: Message) -> None:
        self.log.append(Line(entry.number, seat, words))
        if len(self.log) > _LONG_LOG:
            self.log = SharedList(_shortened(self.log))

    def _update_names(self) -> None:
        self.game = self.game.copy()
        self.game.names = tuple(seat.name for seat in self.seats)

    def _deal_if_ready(self, entry: Entry) -> None:
        """Deal once the match waits for nobody any more: until then nobody can know the deal."""
        if self.dealt_at >= 0 or self.awaited():
            return
        assert self._covered is not None
        self.game, self._covered = self._covered, None
        if self.secret is not None:
            self.game = fair.dealt(self.game, self.secret, [self.values.get(seat.who or "", "") for seat in self.seats])
        self._update_names()
        self.dealt_at = entry.number
        self._decision_changed(entry)
        self._remember_holders()

    def _remember_holders(self) -> None:
        """Remember who has come to know what the seats know."""
        for who in self.people() if self.dealt_at >= 0 else ():
            self.held = self.held | {who: self.held.get(who, frozenset()).union(self.seats_of(who))}

    def _seats_changed(self, entry: Entry) -> None:
        self.undo_proposal = None
        self._deal_if_ready(entry)
        self._remember_holders()
        if self.state == "running":
            self.turn_began = entry.at

    def _decision_changed(self, entry: Entry) -> None:
        self.decided_at = entry.number
        self.turn_began = entry.at
        self.undo_proposal = None

    def _charge_clock(self, now: float) -> None:
        """Charge the seat to move for the time since its turn began."""
        if self.clock != "5 minutes" or self.to_move is None:
            return
        seat = self.seats[self.to_move]
        assert seat.seconds_left is not None
        seat.seconds_left = max(0.0, seat.seconds_left - max(0.0, now - self.turn_began))

    def _seat_bot(self, number: int, level: str) -> None:
        seat = self.seats[number]
        others = [other.name for other in self.seats if other is not seat]
        seat.kind, seat.who, seat.level, seat.name = "bot", None, level, bot_name(level, others)
        self._update_names()

    def _is_replaced_by_bot(self) -> bool:
        """Return whether a bot replaces a player who resigns; otherwise the match is lost."""
        if self.game.players == 1:
            return False
        return self.game.players > 2 or self.game.mode != "competitive"


def stand_in(game: Game) -> Game:
    """Return a match that looks like another one before its deal, and tells nothing of it."""
    other = new(game.type.id, players=game.players, mode=game.mode, options=game.options, seed=0)
    other.names, other.date = game.names, game.date
    return other


def resignation_text(name: str, time_up: bool) -> Message:
    """Return the text for a player who resigned or ran out of time."""
    return Message("{name}’s time is up", name=name) if time_up else Message("{name} resigned", name=name)


_APPLY: dict[type[TableEvent], Callable[[Table, Any, Entry], None]] = {
    Created: Table._apply_created,
    ValueGiven: Table._apply_value_given,
    SatDown: Table._apply_sat_down,
    Left: Table._apply_left,
    BotSeated: Table._apply_bot_seated,
    MovesPlayed: Table._apply_played,
    UndoAsked: Table._apply_undo_asked,
    UndoAnswered: Table._apply_undo_answered,
    TakenBack: Table._apply_taken_back,
    GivenUp: Table._apply_given_up,
    Uncovered: Table._apply_uncovered,
    Resumed: Table._apply_resumed,
    Said: Table._apply_said,
    Rematch: Table._apply_rematch,
}
"""By kind of event: how it changes a table."""
