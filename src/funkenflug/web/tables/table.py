"""A table: from its events to the present, and what may be done there by whom. No input, no output, no waiting.

Decisions that the rules of the games leave to a site:

- A match begins when every seat is taken. A fair deal is made then, once everybody there has given a value.
- Who resigns, or whose time is up, loses a match of two, and a solitaire. With more players, and where all play
  together, a bot of the level ember takes the seat.
- For somebody who is away in their turn for ten minutes the others may let a bot play; who comes back takes the seat
  again.
- A move may be taken back freely as long as nobody else has acted and nobody has come to know anything since. Otherwise
  the other people at the table have to agree; bots always do. The solitaire of the day goes only forwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, singledispatchmethod
from typing import Literal

from funkenflug.bots.players import LEVELS
from funkenflug.games import GAMES
from funkenflug.match import fair
from funkenflug.match.game import Game
from funkenflug.match.record import load
from funkenflug.match.replay import at_ply
from funkenflug.match.view import Event
from funkenflug.match.words import IllegalMove, Message
from funkenflug.web.tables.events import (
    BotSeated,
    ClockKind,
    Created,
    Entry,
    GivenUp,
    Happening,
    Left,
    Place,
    Played,
    Rematch,
    Resumed,
    Said,
    SatDown,
    SeatKind,
    TakenBack,
    Uncovered,
    UndoAnswered,
    UndoAsked,
    ValueGiven,
)

STAND_IN = "ember"
"""The level of a bot that takes the seat of somebody who gave up."""

CLOCKS: dict[ClockKind, float | None] = {"none": None, "5 minutes": 300.0, "a day a move": 86400.0}


class Refused(Exception):
    """Something that may not be done; the words say why, the status is HTTP's."""

    def __init__(self, status: int, words: Message) -> None:
        super().__init__(words)
        self.status = status
        self.words = words
        self.headers: dict[str, str] = {}


class Late(Refused):
    """The table has gone on since the asker last looked."""

    def __init__(self) -> None:
        super().__init__(409, Message("Something has happened at the table meanwhile"))


@dataclass(slots=True)
class Seat:
    """Who sits there."""

    kind: SeatKind
    name: str
    who: str | None
    level: str | None
    sittings: int = 0
    """How often somebody has sat down: an invitation is good for one of them."""
    seconds_left: float | None = None
    kept_for: str | None = None
    """Whose seat it is when they come back: a bot plays for them meanwhile."""

    def twin(self) -> Seat:
        """Return the same once more."""
        return Seat(self.kind, self.name, self.who, self.level, self.sittings, self.seconds_left, self.kept_for)


@dataclass(frozen=True)
class Line:
    """A line of the log: a note, or an event of a game with the names that the seats had then."""

    number: int
    seat: int | None
    note: Message | None = None
    event: Event | None = None
    game: str = ""
    names: tuple[str, ...] = ()
    ply: int = -1
    """How many moves had been played before, if it tells of a move."""
    undone_at: int = -1
    """The number of the event that took it back."""

    @cached_property
    def words(self) -> Message:
        """What it says: made when somebody reads it."""
        return GAMES[self.game].tell(self.event, self.names) if self.note is None else self.note


@dataclass(frozen=True, slots=True)
class Trial:
    """Moves that were tried out, and how the match stands after them."""

    what: Played
    game: Game
    events: tuple[tuple[Event, ...], ...]
    """What each of them made happen."""


@dataclass(frozen=True, slots=True)
class Chat:
    """Something that was said."""

    number: int
    seat: int | None
    name: str
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class Wish:
    """A wish to take moves back, and who has to agree yet."""

    seat: int
    ply: int
    asked: frozenset[str]


class Table:
    """A table as it stands after its events."""

    def __init__(self, id: str, entries: Iterable[Entry]) -> None:
        self.id = id
        self.entries: list[Entry] = []
        self.log: list[Line] = []
        self.chat: list[Chat] = []
        self.wish: Wish | None = None
        self.forfeit: GivenUp | None = None
        self.rematch: str | None = None
        self.players_of: list[int] = []
        """For each move the seat that played it."""
        self.decided_at = 0
        """The number of the last event that changed what is to be decided: who has not seen it is late."""
        self.turn_began = 0.0
        self._standing: Literal["open", "running", "over"] | None = None
        """The state after the last event; None while it is being added."""
        self._trial: Trial | None = None
        """What was tried out last: it is not played a second time if it then happens."""
        self._unknown: dict[int, tuple[int, ...]] = {}
        """By number of moves: how much was hidden then, as far as somebody has asked."""
        self.locks: tuple[str, ...] = ()
        self.secret: str | None = None
        self.values: dict[str, str] = {}
        """By identity: what they gave for the deal."""
        self.dealt_at = -1
        """The number of the event with which the match was dealt; -1: not yet, and `game` has another deal."""
        self.ready: dict[str, int] = {}
        """By identity: the seat that looks at their device, if several are held there."""
        for entry in entries:
            self.add(entry)

    def copy(self) -> Table:
        """Return a table of its own that stands where this one does; the match is shared, for it is never changed."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.seats = [seat.twin() for seat in self.seats]
        twin.entries, twin.log, twin.chat = self.entries.copy(), self.log.copy(), self.chat.copy()
        twin.players_of, twin.ready = self.players_of.copy(), self.ready.copy()
        twin.values, twin._unknown = self.values.copy(), self._unknown.copy()
        return twin

    # Where it stands

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.entries) - 1

    @property
    def state(self) -> Literal["open", "running", "over"]:
        """Whether it waits for people, is being played, or has ended."""
        if self._standing is not None:
            return self._standing
        if self.forfeit is not None or self.game.over:
            return "over"
        return "open" if self.dealt_at < 0 or "open" in [seat.kind for seat in self.seats] else "running"

    @property
    def to_move(self) -> int | None:
        """The seat that decides next; None before the beginning and after the end."""
        return self.game.to_move if self.state == "running" else None

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that have won; None while the match goes on."""
        if self.forfeit is not None:
            return tuple(seat for seat in range(self.game.players) if seat != self.forfeit.seat)
        outcome = self.game.outcome()
        return None if outcome is None else outcome.winners

    def seats_of(self, who: str | None) -> tuple[int, ...]:
        """Return the seats that somebody holds."""
        if who is None:
            return ()
        return tuple(number for number, seat in enumerate(self.seats) if seat.who == who)

    def people(self) -> frozenset[str]:
        """Return everybody who holds a seat."""
        return frozenset(seat.who for seat in self.seats if seat.who is not None)

    def awaited(self) -> list[int]:
        """Return the seats for which the match waits: nobody sits there, or whoever does has given no value yet."""
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.kind == "open" or (self.dealt_at < 0 and seat.who is not None and seat.who not in self.values)
        ]

    def expected(self) -> frozenset[str]:
        """Return everybody for whom a bot plays until they come back."""
        return frozenset(seat.kept_for for seat in self.seats if seat.kept_for is not None)

    def alone(self, who: str) -> bool:
        """Whether somebody plays against bots only, or a solitaire: at one seat, and nobody else is there."""
        others = [seat for seat in self.seats if seat.who != who]
        return len(others) == len(self.seats) - 1 and all(seat.kind == "bot" for seat in others)

    def deadline(self) -> float | None:
        """Return when the time of the seat to move is up, if a person's clock is running."""
        if self.to_move is None or self.clock == "none" or self.seats[self.to_move].kind != "person":
            return None
        left = self.seats[self.to_move].seconds_left
        return None if left is None else self.turn_began + left

    def since(self, number: int) -> Table:
        """Return the table as it stood after the event of that number."""
        return Table(self.id, self.entries[: number + 1])

    # What happened

    def add(self, entry: Entry) -> None:
        """Let something happen that has been decided and stored."""
        if entry.number != len(self.entries):
            raise ValueError(f"event {entry.number} does not follow {len(self.entries) - 1}")
        self.entries.append(entry)
        self._standing = None
        Table.__dict__["_happen"].dispatcher.dispatch(type(entry.what))(self, entry.what, entry)  # thrice as fast
        self._standing = self.state

    @singledispatchmethod
    def _happen(self, what: Happening, entry: Entry) -> None:
        raise TypeError(f"no happening of a table: {what!r}")

    @_happen.register
    def _(self, what: Created, entry: Entry) -> None:
        self.game = load(what.record)
        self.clock, self.public, self.day, self.host = what.clock, what.public, what.day, what.host
        self.seats = [
            Seat(place.kind, place.name, place.who, place.level, seconds_left=CLOCKS[what.clock])
            for place in what.places
        ]
        self._renamed()
        self.turn_began = entry.at
        self.locks, self.secret = what.locks, what.secret
        if what.secret is None:
            self.dealt_at = entry.number
            return
        sealed = Message("The secret for the deal is sealed: {seal}…", seal=fair.seal(what.secret)[:16])
        self._note(entry, None, sealed)  # before anything else: everybody sees what was promised
        self._deal(entry)

    @_happen.register
    def _(self, what: ValueGiven, entry: Entry) -> None:
        self.values[what.who] = what.value
        self._deal(entry)

    @_happen.register
    def _(self, what: SatDown, entry: Entry) -> None:
        seat = self.seats[what.seat]
        seat.kind, seat.who, seat.level, seat.name = "person", what.who, None, what.name or seat.name
        seat.kept_for = None
        seat.sittings += 1
        self._renamed()
        self._note(entry, what.seat, Message("{name} sat down", name=seat.name))
        self._seats_changed(entry)

    @_happen.register
    def _(self, what: Left, entry: Entry) -> None:
        seat = self.seats[what.seat]
        self._note(entry, what.seat, Message("{name} left", name=seat.name))
        seat.kind, seat.who = "open", None
        self.values = {who: value for who, value in self.values.items() if who in self.people()}
        self._spend(entry.at)
        self._seats_changed(entry)

    @_happen.register
    def _(self, what: BotSeated, entry: Entry) -> None:
        away = self.seats[what.seat].who
        self._spend(entry.at)
        self._seat_bot(what.seat, what.level)
        self.seats[what.seat].kept_for = away
        self._note(entry, what.seat, Message("{name} sat down", name=self.seats[what.seat].name))
        self._seats_changed(entry)

    @_happen.register
    def _(self, what: Played, entry: Entry) -> None:
        self._spend(entry.at)
        self.ready[self.seats[what.seat].who or ""] = what.seat
        trial = self._trial if self._trial is not None and self._trial.what is what else self._try(what)
        self.game = trial.game
        id, names = self.game.type.id, self.game.names
        for ply, events in enumerate(trial.events, len(self.players_of)):
            self.log.extend(Line(entry.number, what.seat, None, event, id, names, ply) for event in events)
        self.players_of.extend([what.seat] * len(what.moves))
        self._decided(entry)

    @_happen.register
    def _(self, what: UndoAsked, entry: Entry) -> None:
        self.wish = Wish(what.seat, what.ply, self.people() - {self.seats[what.seat].who or ""})
        self._note(entry, what.seat, Message("{name} asks to take back a move", name=self.seats[what.seat].name))

    @_happen.register
    def _(self, what: UndoAnswered, entry: Entry) -> None:
        assert self.wish is not None
        if what.yes:
            self.wish = Wish(self.wish.seat, self.wish.ply, self.wish.asked - {what.who})
        else:
            self.wish = None
            self._note(entry, None, Message("The move stands"))

    @_happen.register
    def _(self, what: TakenBack, entry: Entry) -> None:
        self._spend(entry.at)
        self.game = at_ply(self.game, what.ply)
        del self.players_of[what.ply :]
        self.log = [
            replace(line, undone_at=entry.number) if line.ply >= what.ply and line.undone_at < 0 else line
            for line in self.log
        ]
        self._unknown = {ply: unknown for ply, unknown in self._unknown.items() if ply <= what.ply}
        self._note(entry, what.seat, Message("{name} took back a move", name=self.seats[what.seat].name))
        self._decided(entry)

    @_happen.register
    def _(self, what: GivenUp, entry: Entry) -> None:
        name = self.seats[what.seat].name
        self._note(entry, what.seat, given_up(name, what.time_up))
        self._spend(entry.at)
        if self._gives_way(what.seat):
            self._seat_bot(what.seat, STAND_IN)
        else:
            self.forfeit = what
            self.game = self.game.copy()
            self.game.tags["Termination"] = str(given_up(name, what.time_up))
        self._decided(entry)

    @_happen.register
    def _(self, what: Uncovered, entry: Entry) -> None:
        self.ready[what.who] = what.seat

    @_happen.register
    def _(self, what: Resumed, entry: Entry) -> None:
        self.turn_began = entry.at

    @_happen.register
    def _(self, what: Said, entry: Entry) -> None:
        self.chat.append(Chat(entry.number, what.seat, what.name, what.text, entry.at))

    @_happen.register
    def _(self, what: Rematch, entry: Entry) -> None:
        self.rematch = what.table
        self._note(entry, what.seat, Message("{name} plays again", name=self.seats[what.seat].name))

    def _note(self, entry: Entry, seat: int | None, words: Message) -> None:
        self.log.append(Line(entry.number, seat, words))

    def _renamed(self) -> None:
        self.game = self.game.copy()
        self.game.names = tuple(seat.name for seat in self.seats)

    def _deal(self, entry: Entry) -> None:
        """Deal as soon as nobody is waited for any more."""
        if self.dealt_at >= 0 or self.awaited():
            return
        assert self.secret is not None
        self.game = fair.dealt(self.game, self.secret, [self.values.get(seat.who or "", "") for seat in self.seats])
        self.dealt_at = entry.number
        self._note(entry, None, Message("The match is dealt"))
        self._decided(entry)

    def _seats_changed(self, entry: Entry) -> None:
        self.wish = None
        self._deal(entry)
        if self.state == "running":
            self.turn_began = entry.at

    def _decided(self, entry: Entry) -> None:
        self.decided_at = entry.number
        self.turn_began = entry.at
        self.wish = None

    def _spend(self, now: float) -> None:
        """Let the seat to move pay for the time since its turn began."""
        if self.clock != "5 minutes" or self.to_move is None:
            return
        seat = self.seats[self.to_move]
        assert seat.seconds_left is not None
        seat.seconds_left = max(0.0, seat.seconds_left - max(0.0, now - self.turn_began))

    def _seat_bot(self, number: int, level: str) -> None:
        seat = self.seats[number]
        others = [other.name for other in self.seats if other is not seat]
        seat.kind, seat.who, seat.level, seat.name = "bot", None, level, bot_name(level, others)
        self._renamed()

    def _gives_way(self, seat: int) -> bool:
        """Whether a bot goes on for somebody who gives up, instead of the match being lost."""
        if self.game.players == 1:
            return False
        return self.game.players > 2 or self.game.mode != "competitive"

    # What may be done

    def play(self, who: str, number: int, seat: int, moves: Sequence[str]) -> Played | None:
        """Return the moves as they may happen; None: they have happened already, this is the same request again."""
        self._require_seat(who, seat)
        played = Played(seat=seat, moves=tuple(map(str, moves)))
        if self._first_decision_after(number) == played:
            return None
        self._require_running()
        self._require_present(number)
        if self.to_move != seat:
            raise Refused(409, Message("It is the turn of {name}", name=self.game.names[self.to_move or 0]))
        self._trial = self._try(played)
        return played

    def _try(self, what: Played) -> Trial:
        """Play moves in another match that stands where this one does."""
        game = self.game.copy()
        events: list[tuple[Event, ...]] = []
        for move in what.moves:
            if game.to_move != what.seat:
                raise Refused(422, Message("“{move}” comes too early: it is not your turn then", move=move))
            try:
                events.append(tuple(game.play(move)))
            except IllegalMove as illegal:
                raise Refused(422, illegal.reason) from None
        return Trial(what, game, tuple(events))

    def _first_decision_after(self, number: int) -> Happening | None:
        later = (entry.what for entry in self.entries[max(number, 0) + 1 :])
        return next((what for what in later if isinstance(what, Played | TakenBack | GivenUp)), None)

    def sit(self, who: str, seat: int, name: str, invited: bool) -> SatDown | None:
        """Return that somebody sits down; None: they sit there already."""
        self._require_number(seat)
        if self.seats[seat].who == who:
            return None
        own = self.seats[seat].kept_for == who
        if self.seats[seat].kind != "open" and not own:
            raise Refused(409, Message("This seat is taken"))
        if self.state == "over":
            raise Refused(409, Message("The match is over"))
        if not (invited or self.public or own or who == self.host):
            raise Refused(403, Message("This seat is kept for a friend with the link"))
        return SatDown(seat=seat, who=who, name=name)

    def give_value(self, who: str, value: str) -> ValueGiven | None:
        """Return that somebody gives their part of the deal; None: they have given the same already."""
        self._require_some_seat(who)
        if self.values.get(who) == value:
            return None
        if self.dealt_at >= 0:
            raise Refused(409, Message("The match is dealt already"))
        if who in self.values:
            raise Refused(409, Message("You have given another value before"))
        return ValueGiven(who=who, value=value)

    def leave(self, who: str, seat: int) -> Left:
        """Return that somebody leaves a seat."""
        self._require_seat(who, seat)
        if self.state == "over":
            raise Refused(409, Message("The match is over"))
        return Left(seat=seat)

    def seat_bot(self, who: str, seat: int, level: str, away: bool = False) -> BotSeated:
        """Return that a bot takes an open seat, or plays for somebody who is away."""
        self._require_number(seat)
        self._require_some_seat(who)
        if level not in LEVELS:
            raise Refused(422, Message("There is no level “{level}”", level=level))
        free = self.seats[seat].kind == "open" or (away and self.seats[seat].who not in (None, who))
        if not free or self.state == "over":
            raise Refused(409, Message("This seat is taken"))
        return BotSeated(seat=seat, level=level)

    def uncover(self, who: str, seat: int) -> Uncovered | None:
        """Return that the screen of a device is for one of the seats held there; None: it is already."""
        self._require_seat(who, seat)
        return None if self.ready.get(who) == seat else Uncovered(seat=seat, who=who)

    def undo(self, who: str, number: int) -> TakenBack | UndoAsked:
        """Return that the last move of somebody is taken back, or that the others are asked."""
        seat, ply = self._last_move_of(who)
        self._require_running()
        self._require_present(number)
        if self._freely(seat, ply, who):
            return TakenBack(seat=seat, ply=ply)
        if self.day is not None:
            raise Refused(409, Message("The solitaire of the day goes only forwards"))
        if self.people() == {who}:
            return TakenBack(seat=seat, ply=ply)
        if self.wish is not None:
            raise Refused(409, Message("This has been asked already"))
        return UndoAsked(seat=seat, ply=ply)

    def may_undo(self, who: str | None) -> Literal["freely", "ask", False]:
        """Return whether somebody may take back a move, or ask for it."""
        if who is None or self.wish is not None:
            return False
        try:
            what = self.undo(who, self.number)
        except Refused:
            return False
        return "freely" if isinstance(what, TakenBack) else "ask"

    def _last_move_of(self, who: str) -> tuple[int, int]:
        """Return the seat and the place of the last move that somebody played."""
        self._require_some_seat(who)
        mine = self.seats_of(who)
        for ply in range(len(self.players_of) - 1, -1, -1):
            if self.players_of[ply] in mine:
                return self.players_of[ply], ply
        raise Refused(409, Message("There is no move of yours to take back"))

    def _freely(self, seat: int, ply: int, who: str) -> bool:
        """Whether nobody else has acted since then, and nobody has come to know anything."""
        mine = self.seats_of(who)
        if any(player not in mine for player in self.players_of[ply:]):
            return False
        return self._hidden(ply) == self._hidden(len(self.players_of))

    def _hidden(self, ply: int) -> tuple[int, ...]:
        """Return for a spectator and for each seat how many things they did not know after that many moves."""
        if ply not in self._unknown:
            game = self.game if ply == len(self.players_of) else at_ply(self.game, ply)
            self._unknown[ply] = tuple(game.hidden(viewer) for viewer in (None, *range(game.players)))
        return self._unknown[ply]

    def answer_undo(self, who: str, yes: bool) -> UndoAnswered:
        """Return the answer of somebody who was asked."""
        if self.wish is None or who not in self.wish.asked:
            raise Refused(409, Message("Nobody has asked you"))
        return UndoAnswered(who=who, yes=yes)

    def granted_undo(self) -> TakenBack | None:
        """Return that moves are taken back now that everybody has agreed."""
        if self.wish is None or self.wish.asked:
            return None
        return TakenBack(seat=self.wish.seat, ply=self.wish.ply)

    def resign(self, who: str) -> GivenUp:
        """Return that somebody gives up the seat to move, or else their first."""
        self._require_some_seat(who)
        self._require_running()
        mine = self.seats_of(who)
        return GivenUp(seat=self.to_move if self.to_move in mine and self.to_move is not None else mine[0])

    def flag(self, now: float) -> GivenUp | None:
        """Return that the time of the seat to move is up, if it is."""
        deadline = self.deadline()
        if deadline is None or now < deadline or self.to_move is None:
            return None
        return GivenUp(seat=self.to_move, time_up=True)

    def say(self, who: str, name: str, text: str, id: str | None = None) -> Said | None:
        """Return that somebody says something, as spectators may at public tables; None: it was said already."""
        said = (entry.what for entry in self.entries)
        if id is not None and any(isinstance(what, Said) and (what.who, what.id) == (who, id) for what in said):
            return None
        mine = self.seats_of(who)
        if not mine and not self.public:
            raise Refused(403, Message("Only the players talk at this table"))
        seat = mine[0] if mine else None
        return Said(who=who, name=name if seat is None else self.seats[seat].name, text=text, seat=seat, id=id)

    def again(self, who: str) -> list[Place]:
        """Return the seats of a rematch: another one begins."""
        self._require_some_seat(who)
        if self.state != "over":
            raise Refused(409, Message("The match is not over yet"))
        if self.day is not None:
            raise Refused(409, Message("There is one solitaire a day"))
        places = [Place(kind=seat.kind, name=seat.name, who=seat.who, level=seat.level) for seat in self.seats]
        return places[1:] + places[:1] if self.game.mode == "competitive" else places

    def _require_number(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise Refused(404, Message("There is no such seat"))

    def _require_seat(self, who: str, seat: int) -> None:
        self._require_number(seat)
        if self.seats[seat].who != who:
            raise Refused(403, Message("This is not your seat"))

    def _require_some_seat(self, who: str) -> None:
        if not self.seats_of(who):
            raise Refused(403, Message("You have no seat at this table"))

    def _require_running(self) -> None:
        if self.state == "over":
            raise Refused(409, Message("The match is over"))
        if self.state == "open":
            raise Refused(409, Message("The match begins when everybody has come to the table"))

    def _require_present(self, number: int) -> None:
        if number < self.decided_at:
            raise Late
        if number > self.number:
            raise Refused(422, Message("Nothing of the number {number} has happened yet", number=number))


def bot_name(level: str, others: Sequence[str]) -> str:
    """Return a name for a bot that nobody else at the table has.

    >>> bot_name("blaze", ["Mara", "Blaze"])
    'Blaze 2'
    """
    names: list[str] = [level.title(), *(f"{level.title()} {count}" for count in range(2, 6))]
    return next(name for name in names if name not in others)


def given_up(name: str, time_up: bool) -> Message:
    """Return in words that somebody gave up, or had no time left."""
    return Message("The time of {name} is up", name=name) if time_up else Message("{name} resigned", name=name)
