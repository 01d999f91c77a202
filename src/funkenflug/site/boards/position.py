"""A position of a match: views, drawings and choices, made once for everybody who may see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import msgspec

from funkenflug.core.drawing import Drawing
from funkenflug.core.view import View
from funkenflug.core.words import Message
from funkenflug.games import follow_ups
from funkenflug.games.base import FollowUp, GameType, Goal, Section
from funkenflug.match.game import Game
from funkenflug.match.replay import at_ply
from funkenflug.site.infra.errors import Refused


class SharedView:
    """What everybody sees who knows the same, each part made when it is first needed."""

    def __init__(self, position: Position, seat: int | None) -> None:
        # not the position, which keeps this: together they would stay in memory until the next garbage collection
        self.number = position.number
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


class Position:
    """A match between two moves. Tables have one, and so have records with moves after them."""

    def __init__(
        self, game: Game, players_of: Sequence[int] = (), is_dealt: bool = True, number: int | None = None
    ) -> None:
        self.game = game
        self.type: GameType = game.type
        self.players_of = players_of
        """For each move the seat that played it."""
        self.is_dealt = is_dealt
        """Whether the match has begun; on a table with a fair deal it may not have."""
        self.number = len(game.moves) if number is None else number
        """The last event at the table; without one, the number of moves."""
        self._shared_views: dict[int, SharedView] = {}
        self._possible: dict[int | None, Game] = {}
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

    def possible(self, seat: int | None) -> Game:
        """Return the match as a seat may imagine it: what it does not know is made up, once. To be copied to play."""
        if seat not in self._possible:
            self._possible[seat] = self.game.determinize(seat)
        return self._possible[seat]

    def at_ply(self, ply: int) -> Position:
        """Return the position after the first moves; refuse before the deal, and after the last move."""
        if not self.is_dealt:
            raise Refused(403, Message("The game has not started yet"))
        plies = len(self.game.moves)
        if ply > plies:
            raise Refused(404, Message.counted("This game has only 1 move", "This game has only {count} moves", plies))
        return self if ply == plies else Position(at_ply(self.game, ply), self.players_of[:ply])

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
