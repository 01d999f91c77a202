"""A position of a table: views, drawings and choices, made once for everybody who may see them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

import msgspec

from funkenflug.core.drawing import Drawing
from funkenflug.core.view import View
from funkenflug.core.words import Message
from funkenflug.games import follow_ups
from funkenflug.games.base import FollowUp, GameType, Goal, Section
from funkenflug.match.game import Game
from funkenflug.site.infra.errors import Refused


class Shown(Protocol):
    """What a position needs to know of a table, or of what stands for one."""

    id: str
    game: Game
    dealt_at: int
    """The number of the event that dealt the match; -1 before."""
    decided_at: int
    """The number of the event that made the present decision."""

    @property
    def number(self) -> int:
        """The number of the last event."""

    @property
    def state(self) -> Literal["open", "running", "over"]:
        """Whether the table waits for players, is being played, or is over."""

    @property
    def to_move(self) -> int | None:
        """The seat to move; None before the beginning and after the end."""

    def seats_of(self, who: str | None) -> tuple[int, ...]:
        """Return the seats of a person."""

    def plays_alone(self, who: str) -> bool:
        """Return whether a person has one seat, and all others are bots that play for nobody."""


T = TypeVar("T", bound=Shown, covariant=True)


class Viewer(NamedTuple):
    """Somebody who sees a table."""

    who: str | None
    mine: tuple[int, ...]
    seat: int | None
    """The seat whose view they see; None: a spectator's."""
    cover: bool
    """Whether the next player at a shared device has to confirm that nobody else is looking."""


class SharedView:
    """What everybody sees who knows the same, each part made when it is first needed."""

    def __init__(self, position: Position[Shown], seat: int | None) -> None:
        # not the position, which keeps this: together they would stay in memory until the next garbage collection
        self.number = position.table.number
        """The last event at the table."""
        self._type = position.type
        self._is_dealt = position.is_dealt
        self._closing = position.closing()
        self.view = msgspec.structs.replace(position.view(seat), seat=None)

    @cached_property
    def text(self) -> str:
        """The board drawn with characters; empty before the deal."""
        return self._type.board(self.view) if self._is_dealt else ""

    @cached_property
    def cells(self) -> dict[str, Message]:
        """The cells of the board in words; none before the deal."""
        return self._type.describe_cells(self.view) if self._is_dealt else {}

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The board in words; nothing before the deal."""
        return self._type.describe_board(self.view) if self._is_dealt else ()

    @cached_property
    def task(self) -> Message:
        """What the seat to move has to decide."""
        return self._type.task(self.view)

    @cached_property
    def holdings(self) -> tuple[Message, ...]:
        """For each seat the pieces it has left."""
        return self._type.holdings(self.view)

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """The goals and their progress."""
        return self._type.goals(self.view)

    @cached_property
    def panel(self) -> dict[str, Any]:
        """What is shown beside the board."""
        return panel(self._type, self.view)

    @cached_property
    def drawing(self) -> Drawing:
        """The drawing for a page, with the final account if the match is over; empty before the deal."""
        drawing = self._type.draw(self.view, **self._closing, **self._type.on_pages)
        return drawing if self._is_dealt else replace(drawing, fragments={})


class Position(Generic[T]):
    """A table between two events."""

    def __init__(self, table: T) -> None:
        self.table = table
        self.game = table.game
        self.type: GameType = table.game.type
        self._shared_views: dict[int, SharedView] = {}
        self._draftable: bool | None = None

    def view(self, seat: int | None) -> View:
        """Return what a seat, or a spectator, may know."""
        return self.game.view(seat)

    def shared_view(self, seat: int | None) -> SharedView:
        """Return what is the same for everybody who knows the same as a seat, or a spectator."""
        known = self.game.known(seat)
        if known not in self._shared_views:
            self._shared_views[known] = SharedView(self, seat)
        return self._shared_views[known]

    def picture(self, seat: int | None) -> Drawing:
        """Return the drawing for a file, with the pieces of the seats; empty before the deal."""
        drawing = self.type.draw(self.view(seat), **self.closing())
        return drawing if self.is_dealt else replace(drawing, fragments={})

    @property
    def is_dealt(self) -> bool:
        """Whether the match has begun; on a table with a fair deal it may not have."""
        return self.table.dealt_at >= 0

    def closing(self) -> Mapping[str, Any]:
        """Return flags for `draw`, if the match is over."""
        return self.type.closing if self.game.over else {}

    def draftable(self) -> bool:
        """Return whether some move continues the turn and reveals nothing."""
        if self._draftable is None:
            choices = self.game.choices() if self.type.drafted else {}
            verbs = {text.partition(" ")[0]: move for text, move in choices.items()}
            self._draftable = any(turn_goes_on(self.game, move) for move in verbs.values())
        return self._draftable

    @cached_property
    def follow_ups(self) -> dict[str, FollowUp]:
        """By game: the offers to go on from this match, if it is over."""
        return follow_ups(self.game.view()) if self.game.over else {}

    def differs(self, seats: Collection[int]) -> bool:
        """Return whether one of these seats sees something that another does not."""
        views = [self.view(seat) for seat in {self.game.known(seat): seat for seat in seats}.values()]
        first = msgspec.structs.replace(views[0], seat=None)
        return any(msgspec.structs.replace(view, seat=None) != first for view in views[1:])


def viewer_of(position: Position[Shown], who: str | None, ready: int | None) -> Viewer:
    """Return how somebody sees a table; `ready` is the seat that played or confirmed last at their device."""
    table = position.table
    mine = table.seats_of(who)
    if len(mine) < 2:
        return Viewer(who, mine, mine[0] if mine else None, False)
    if ready not in mine:
        ready = None
    if table.state == "over" or not position.differs(mine):
        seat = table.to_move if table.to_move in mine else ready
        return Viewer(who, mine, mine[0] if seat is None else seat, False)
    if table.to_move in mine and ready != table.to_move:
        return Viewer(who, mine, None, True)
    return Viewer(who, mine, ready, False)


def chooses(position: Position[Shown], viewer: Viewer) -> bool:
    """Return whether the viewer is to move, and may see the choices."""
    return viewer.seat is not None and not viewer.cover and position.table.to_move == viewer.seat


def panel(game_type: GameType, view: View) -> dict[str, Any]:
    """Return what is shown beside the board."""
    return {name: getattr(view, name) for name in game_type.panel}


def turn_goes_on(game: Game, move: int) -> bool:
    """Return whether the turn continues after a legal move that reveals nothing. Alone, one turn follows another."""
    seat, state, game_type = game.to_move, game.state, game.type
    game_type.rules.play(state, move)
    if game_type.rules.to_move(state) != seat or game_type.turn_begins(state):
        return False
    return game_type.hidden(state, seat) == game.hidden(seat)


def require_same_turn(before: Game, after: Game) -> None:
    """Refuse to go on after moves that ended the turn or revealed something.

    The reply to another move could leak what was revealed, so ignore that move.
    """
    seat = before.to_move
    if after.to_move != seat or after.hidden(seat) != before.hidden(seat):
        raise Refused(409, Message("Send your move to see what comes next"))


def may_have_record(position: Position[Shown], viewer: Viewer) -> bool:
    """Return whether the viewer may know the whole deal, which the record contains."""
    if not position.is_dealt:
        return False
    if position.table.state == "over":
        return True
    alone = viewer.who is not None and position.table.plays_alone(viewer.who)
    return alone and position.game.hidden(viewer.seat) == 0
