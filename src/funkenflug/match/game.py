"""One match from set-up to outcome."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import msgspec
import numpy as np

from funkenflug.core.drawing import Drawing, Preview, Theme
from funkenflug.core.moves import Events
from funkenflug.core.moves import Move as Move
from funkenflug.core.overlay import Arrow, with_overlay
from funkenflug.core.seeds import as_int, random_seed, seed_text
from funkenflug.core.thinking import Budget, Evaluation, Stop
from funkenflug.core.view import COLOURS, Outcome, View
from funkenflug.core.words import IllegalMove, Message, both, clipped, counted
from funkenflug.games import find_game
from funkenflug.games.base import GameType, Setup
from funkenflug.kernel import Array, State, advance, chance, copy_state, specialised
from funkenflug.kernel import determinize as determinize_state
from funkenflug.kernel.solving import Solution
from funkenflug.match.history import History, replayed
from funkenflug.match.position import position, start, write_position
from funkenflug.match.text import table_text

_LONGEST_NAME = 60
_LONGEST_MOVE = 100
_NO_MOVES = np.empty(0, np.int64)
_NOT_PICKLED = {"_advance", "_list_legal", "_numbers", "_legal", "_choices", "_views", "_outcome"}


if TYPE_CHECKING:
    Suggestion: TypeAlias = Evaluation[str]
else:
    Suggestion = Evaluation


_provided: dict[str, Callable[..., list[Suggestion]]] = {}
"""Features that higher packages add to a match."""


def provide_suggestions(suggest: Callable[..., list[Suggestion]]) -> None:
    """Tell how `Game.suggest` finds moves. A match knows no bots."""
    _provided["suggest"] = suggest


class Game:
    """A match: its position, its moves, and what each seat may know.

    >>> game = new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)
    >>> game.to_move, game.legal_moves()
    (0, [Move('tile 1,-1'), Move('tile 0,1')])
    >>> game.play("tile 0,1")
    (TileLaid(seat=0, cell=(0, 1), number=4, heat=11),)
    >>> game.play("crew 3 green 0,0")
    (CrewPlaced(seat=0, cell=(0, 0), number=6, colour='green', count=3),)
    >>> game.moves
    (Move('tile 0,1'), Move('crew 3 green 0,0'))
    """

    def __init__(self, game_type: GameType, setup: Setup, names: tuple[str, ...], date: datetime.date) -> None:
        """Call `new` or `load` instead."""
        self.type = game_type
        self.setup = setup
        self.names = names
        self.date = date
        self.tags: dict[str, str] = {}
        """Other tags of the record, which are kept but not interpreted."""
        self.comments: dict[int, str] = {}
        """Remarks of the record, by the number of moves before them."""
        self.clocks: dict[int, float] = {}
        """The seconds that a clock showed after a move, by the number of moves; the clock is that of its seat."""
        self._state: State = start(game_type, setup)
        self._history = History()
        self._find_machine_code()
        self._position_changed()

    # The position

    @property
    def players(self) -> int:
        """The number of seats.

        >>> new("feurio", players=3, seed=7).players
        3
        """
        return self.setup.players

    @property
    def mode(self) -> str:
        """Competitive, solitaire or cooperative.

        >>> new("feurio", players=1, seed=7).mode
        'solitaire'
        """
        return self.setup.mode

    @property
    def options(self) -> tuple[str, ...]:
        """The options that are switched on.

        >>> new("feurio", players=2, options=["firebreak"], seed=7).options
        ('firebreak',)
        """
        return self.setup.options

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves so far, in canonical form.

        >>> game = new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)
        >>> for move in ("tile 0,1", "crew 3 green 0,0"):
        ...     _ = game.play(move)
        >>> game.moves
        (Move('tile 0,1'), Move('crew 3 green 0,0'))
        """
        return self._history.moves

    def moves_after(self, ply: int) -> tuple[Move, ...]:
        """Return the moves that followed the first `ply` ones.

        >>> game = new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)
        >>> for move in ("tile 0,1", "crew 3 green 0,0"):
        ...     _ = game.play(move)
        >>> game.moves_after(1)
        (Move('crew 3 green 0,0'),)
        """
        return self._history.moves_after(ply)

    @property
    def numbers(self) -> tuple[int, ...]:
        """All moves so far, as the rules number them.

        >>> game = new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)
        >>> for move in ("tile 0,1", "crew 3 green 0,0"):
        ...     _ = game.play(move)
        >>> game.numbers
        (28, 1393)
        """
        return self._history.numbers

    @property
    def state(self) -> State:
        """A copy of the kernel's record of the position. It contains hidden information; give players a `view`.

        >>> int(new("feurio", players=2, seed=7).state["players"])
        2
        """
        return copy_state(self._state)

    def position(self) -> str:
        """Return the position as one line of text, which `funkenflug.position` reads.

        Equal positions have equal texts, however they came about, so the text is also a key. It knows everything, the
        order of a deck too: show players a `view`, or `seen_position`.

        >>> new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6).position()
        'feurio 2 competitive - 0 tile 0,0=6;1,0=5 12,12,0,0/0,0,12,12 0 4654654654654654321321321321321321'
        """
        return write_position(self.type, self.setup, self._state)

    def seen_position(self, seat: int | None = None) -> str:
        """Return the position as text as far as a seat, or a spectator, knows it.

        What it does not know is a question mark, or made up in games without a text of their own.

        >>> new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6).seen_position(1)
        'feurio 2 competitive - 0 tile 0,0=6;1,0=5 12,12,0,0/0,0,12,12 0 4?????????????????????????????????'
        """
        seat = self._checked_seat(seat)
        if "position_text" in vars(type(self.type)):
            return write_position(self.type, self.setup, self._state, self.known(seat))
        guess = copy_state(self._state)
        determinize_state(guess, -1 if seat is None else seat, chance(0))
        return write_position(self.type, self.setup, guess)

    @property
    def turn_beginnings(self) -> tuple[bool, ...]:
        """Whether each move began a turn.

        >>> game = new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)
        >>> for move in ("tile 0,1", "crew 3 green 0,0"):
        ...     _ = game.play(move)
        >>> game.turn_beginnings
        (True, False)
        """
        return self._history.begins

    @property
    def to_move(self) -> int | None:
        """The seat that decides next; None when the match is over.

        >>> new("feurio", players=4, seed=7).to_move
        3
        """
        return self._to_move

    def _position_changed(self, seat: int | None = None) -> None:
        """Clear what was cached for the previous position. The seat that decides next may be known already."""
        if seat is None:
            seat = self.type.rules.to_move(self._state)
        self._to_move = None if seat < 0 else int(seat)  # uncompiled rules return numbers of NumPy
        self._numbers: Array | None = None
        self._legal: list[Move] | None = None
        self._choices: list[str] | None = None
        self._forget_views()

    def _find_machine_code(self) -> None:
        self._advance = specialised(advance, self._state, 0)
        self._list_legal = specialised(self.type.rules.legal, self._state, _NO_MOVES)

    def _forget_views(self) -> None:
        self._views: dict[Any, View] | None = None
        self._outcome: Outcome | None = None

    @property
    def over(self) -> bool:
        """Whether the match is over.

        >>> new("feurio", players=2, seed=7).over
        False
        """
        return self.to_move is None

    def legal_moves(self) -> list[Move]:
        """Return the legal moves, each distinct choice once.

        >>> new("feurio", players=1, deck=[1, 2, 3, 4, 5, 6] * 6).legal_moves()[:2]
        [Move('tile 0,-1'), Move('tile 1,-1')]
        """
        return self._legal_moves().copy()

    def choices(self) -> dict[str, int]:
        """Return the legal moves as plain texts, each with its number in the rules.

        >>> new("feurio", players=1, deck=[1, 2, 3, 4, 5, 6] * 6).choices()
        {'tile 0,-1': 25, 'tile 1,-1': 26, 'tile 1,0': 27, 'tile 0,1': 28, 'tile -1,1': 29, 'tile -1,0': 30}
        """
        return dict(zip(self.choice_texts(), self._legal_numbers().tolist(), strict=True))

    def choice_texts(self) -> list[str]:
        """Return the legal moves as plain texts; do not change the list, it is kept until the next move.

        >>> new("feurio", players=1, deck=[1, 2, 3, 4, 5, 6] * 6).choice_texts()[:2]
        ['tile 0,-1', 'tile 1,-1']
        """
        if self._choices is None:
            self._choices = list(map(str, self._legal_moves()))
        return self._choices

    def _legal_moves(self) -> list[Move]:
        if self._legal is None:
            moves = self.type.moves(self._state, self._legal_numbers())
            self._legal = moves if isinstance(moves, list) else moves.tolist()
        return self._legal

    def _legal_numbers(self) -> Array:
        if self._numbers is None:
            numbers = np.empty(self.type.rules.MOST_MOVES, np.int64)
            self._numbers = numbers[: self._list_legal(self._state, numbers)]
        return self._numbers

    # Playing

    def play(self, move: str) -> Events:
        """Play a move, given as a `Move` or as its text, and return its events.

        The events are like a tuple; they are made when you look at them.

        >>> new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6).play("tile 2,0")
        Traceback (most recent call last):
        funkenflug.core.words.IllegalMove: heat 5 here; 11 at m12 and n14
        """
        number, text = self._find(move)
        before = self._state
        after = copy_state(before)
        seat = self._advance(after, number)
        self._history.push(before, number, text, self.type.turn_begins(before))
        self._state = after
        self._position_changed(seat)
        return Events(self.type.events, before, number, after)

    def number_of(self, move: str) -> int:
        """Return the number of a legal move in the rules; `IllegalMove` if it is none.

        >>> new("feurio", players=1, deck=[1, 2, 3, 4, 5, 6] * 6).number_of("tile 0,-1")
        25
        """
        return self._find(move)[0]

    def _find(self, move: str) -> tuple[int, Move]:
        """Return the number of a legal move and its canonical text."""
        if self._legal is not None and isinstance(move, str):
            try:
                place = self._legal.index(move)  # type: ignore[arg-type]  # a text equals the move
            except ValueError:
                pass  # it may be written in another way
            else:
                return int(self._legal_numbers()[place]), self._legal[place]
        number = self._read(move)
        return number, self.type.moves(self._state, np.array([number]))[0]

    def _read(self, move: str) -> int:
        if not isinstance(move, str):
            raise IllegalMove(Message("a move must be text, not {kind}", kind=type(move).__name__))
        if len(move) > _LONGEST_MOVE:
            raise IllegalMove(Message("“{text}” is too long to be a move", text=clipped(move)))
        return self.type.read_move(self._state, move)

    def explain(self, move: str) -> Message:
        """Return why a move is illegal, or that it is allowed.

        >>> new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6).explain("tile 0,-1")
        'heat 6 here; 11 at m12 and n14'
        """
        try:
            self._read(move)
        except IllegalMove as illegal:
            return illegal.reason
        return Message("this move is legal")

    def explain_cell(self, steps: Sequence[str], cell: str) -> Message:
        """Return why a cell cannot be chosen next, when these steps of a move have been chosen.

        Steps are written as in `GameType.clicks`. The reason names no other cells than the chosen ones and `cell`.

        >>> new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6).explain_cell([], "0,0")
        'there is already a tile on m13'
        """
        given = list(steps)
        ways = [way for move in self.choices() for way in self.type.ways(move) if way[: len(given)] == given]
        if not ways:
            raise IllegalMove(Message("no move begins like this"))
        name = self.type.name_cell(cell)
        if any(way[len(given) : len(given) + 1] == [f"cell:{cell}"] for way in ways):
            return Message("{cell} can be chosen", cell=clipped(name))
        reason = self.type.explain_cell(self._state, given, cell)
        return reason or Message("{cell} can’t be chosen now", cell=clipped(name))

    def undo(self) -> Move:
        """Take back the last move and return it.

        >>> game = new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)
        >>> for move in ("tile 0,1", "crew 3 green 0,0"):
        ...     _ = game.play(move)
        >>> game.undo(), game.moves
        (Move('crew 3 green 0,0'), (Move('tile 0,1'),))
        """
        if not self._history:
            raise IndexError("there is no move to take back")
        self.comments.pop(len(self._history), None)
        self.clocks.pop(len(self._history), None)
        self._state, taken_back = self._history.pop(self.type.rules.play)
        self._position_changed()
        return taken_back

    def suggest(
        self,
        seconds: float | None = 1.0,
        *,
        simulations: int | None = None,
        seed: int = 0,
        threads: int = 1,
        stop: Stop | None = None,
        root_moves: Sequence[str] = (),
    ) -> list[Suggestion]:
        """Return the moves worth considering, best first. The search knows only what the seat to move knows.

        With `simulations` (and `seconds=None`), the same seed gives the same answer. `stop` ends the search early.
        If there are `root_moves`, it considers only these.

        >>> game = new("vulkan", players=2, layout="hexagon", seed=7)
        >>> best = game.suggest(None, simulations=50)[0]
        >>> best.move in game.legal_moves(), round(sum(best.chances), 6)
        (True, 1.0)
        """
        check_limits(seconds, simulations, threads)
        if "suggest" not in _provided:
            raise RuntimeError("there are no bots here: import funkenflug")
        return _provided["suggest"](
            self, seconds, simulations=simulations, seed=seed, threads=threads, stop=stop, root_moves=root_moves
        )

    def solve(self, seconds: float = 60.0, *, seed: int = 0, from_start: bool = False) -> Solution:
        """Return whether a solitaire or cooperative match can still be won, and how. The solver knows the whole deal.

        With `from_start` it ignores the moves that were played.

        >>> game = new("vulkan", players=1, seed=7)
        >>> solution = game.solve()
        >>> solution.verdict, solution.moves[0]
        ('won', 'volcano 2,1')
        >>> while not game.over:
        ...     _ = game.play(game.legal_moves()[0])
        >>> game.solve().verdict, game.solve(from_start=True).verdict
        ('cannot be won', 'won')
        """
        check_limits(seconds, None, 1)
        if self.type.solve is None or self.mode == "competitive":
            raise ValueError(
                f"there is nothing to solve in a {self.mode} match of {self.type.title}: there is always a winner"
            )
        state = copy_state(self._history.first(self._state)) if from_start else self.state
        return self.type.solve(state, Budget(seconds=seconds), seed)

    def copy(self) -> Self:
        """Return an independent copy of the match.

        >>> game = new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)
        >>> copy = game.copy()
        >>> _ = copy.play("tile 0,1")
        >>> len(copy.moves), len(game.moves)
        (1, 0)
        """
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._state = copy_state(self._state)
        other._forget_views()  # the copy may be determinized
        other._history = self._history.copy()
        other.tags = self.tags.copy()
        other.comments = self.comments.copy()
        other.clocks = self.clocks.copy()
        return other

    __copy__ = copy

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for pickling: the game type by its id, without caches."""
        kept = {name: value for name, value in self.__dict__.items() if name not in _NOT_PICKLED}
        return kept | {"type": self.type.id}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept | {"type": find_game(kept["type"])})
        self._find_machine_code()
        self._position_changed()

    def __eq__(self, other: object) -> bool:
        """Whether both matches are in the same position of the same game, however they came to it.

        Moves, names, date and remarks do not matter. A match changes, so it cannot be in a set or be the key of a
        dictionary; its `position()` can.

        >>> one, two = (new("vulkan", players=2, layout="hexagon", seed=7) for _ in range(2))
        >>> for move in ("volcano 0,0", "fly green 0,-3 0,-3", "fly yellow 0,3 0,3", "fly blue 1,1 1,1"):
        ...     _ = one.play(move)
        >>> for move in ("volcano 0,0", "fly blue 1,1 1,1", "fly yellow 0,3 0,3", "fly green 0,-3 0,-3"):
        ...     _ = two.play(move)
        >>> one == two, one.moves == two.moves, len({one.position(), two.position()})
        (True, False, 1)
        """
        if not isinstance(other, Game):
            return NotImplemented
        if self._kind() == other._kind() and self._state.tobytes() == other._state.tobytes():
            return True
        return self.position() == other.position()

    __hash__ = None  # type: ignore[assignment]  # a match changes

    def _kind(self) -> tuple[Any, ...]:
        return self.type.id, self.setup.players, self.setup.mode, self.setup.options

    # Views and pictures

    def view(self, seat: int | None = None) -> View:
        """Return what a seat, or a spectator (None), may know.

        >>> view = new("feurio", players=2, seed=7).view(0)
        >>> view.seat, view.to_move, view.scores
        (0, 0, (0, 0))
        """
        seat = self._checked_seat(seat)
        key = self.known(seat), self.names
        if self._views is None:
            self._views = {}
        if key not in self._views:
            self._views[key] = self.type.view(
                self._state,
                seat,
                game=self.type.id,
                players=self.players,
                mode=self.mode,
                options=self.options,
                names=self.names,
                colours=_colour_names(self.type.colours_of[self.players]),
                to_move=self.to_move,
                moves=tuple(map(str, self.moves)),
                position=None if self.setup.position is None else self.seen_position(seat),
            )
        view = self._views[key]
        return view if view.seat == seat else msgspec.structs.replace(view, seat=seat)

    def _checked_seat(self, seat: int | None) -> int | None:
        if seat is None or (type(seat) is int and 0 <= seat < self.players):
            return seat
        number = as_int(seat)
        if number is None or not 0 <= number < self.players:
            seats = f"a seat must be 0 to {self.players - 1}" if self.players > 1 else "the seat is 0"
            raise ValueError(f"{seats}, or None for a spectator, not {clipped(repr(seat))}")
        return number

    def hidden(self, seat: int | None = None) -> int:
        """Return the number of things that a seat does not know; a move that reduces it reveals something.

        Here the secrets are 33 tiles, and the firebreak of the other seat.

        >>> game = new("feurio", players=2, options=["firebreak"], seed=7)
        >>> game.hidden(0), game.hidden()
        (33, 34)
        """
        return self.type.hidden(self._state, self._checked_seat(seat))

    def all_hidden(self) -> tuple[int, ...]:
        """Return `hidden` for a spectator and for each seat.

        >>> new("feurio", players=2, options=["firebreak"], seed=7).all_hidden()
        (34, 33, 34)
        """
        return tuple(self.type.hidden(self._state, viewer) for viewer in (None, *range(self.players)))

    def known(self, seat: int | None = None) -> int:
        """Return which hidden things a seat knows, as a bit set. Seats with equal sets have the same view.

        >>> bin(new("feurio", players=2, seed=7).known(0))
        '0b111'
        """
        return self.type.known(self._state, self._checked_seat(seat))

    def revealed(self, known: int) -> dict[str, Any]:
        """Return the hidden things of a bit set as data, for a viewer to whom they were revealed.

        >>> game = new("feurio", players=2, seed=7)
        >>> game.revealed(game.known(0))
        {'deck': {0: 1, 1: 6, 2: 4}}
        """
        return self.type.revealed(self._state, known) if known else {}

    def outcome(self) -> Outcome | None:
        """Return the outcome; None until the match is over.

        >>> game = new("vulkan", players=2, layout="hexagon", seed=7)
        >>> game.outcome()
        >>> while not game.over:
        ...     _ = game.play(game.legal_moves()[0])
        >>> game.outcome().scores, game.outcome().winners
        ((18, 24), (1,))
        """
        if self._outcome is None and self.over:
            self._outcome = self.type.outcome(self._state)
        return self._outcome

    def draw(
        self,
        seat: int | None = None,
        *,
        preview: str | None = None,
        arrows: Iterable[Arrow | tuple[str, str]] = (),
        marks: Iterable[str] | Mapping[str, str | None] = (),
        **flags: Any,
    ) -> Drawing:
        """Return the board as a drawing for a seat; see `svg`.

        >>> drawing = new("feurio", players=2, seed=7).draw()
        >>> drawing.svg().startswith("<svg")
        True
        """
        words = "preview", "arrows", "marks", *self.type.draw_flags()
        for word in flags.keys() - words:
            raise ValueError(f"a picture of {self.type.title} takes {both(words)}, not {word}")
        shown = None if preview is None else self.preview(preview, seat)
        return with_overlay(self.type.draw(self.view(seat), preview=shown, **flags), arrows, marks, self._cell)

    def _cell(self, name: str) -> str:
        try:
            return self.type.find_cell(name)
        except IllegalMove:
            return ""

    def preview(self, move: str, seat: int | None = None) -> Preview:
        """Return the effect of a move, as far as a seat can know it; hidden things that it would reveal are made up.

        >>> game = new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)
        >>> game.preview("tile 0,1", 0).events
        (TileLaid(seat=0, cell=(0, 1), number=4, heat=11),)
        """
        guess = self.determinize(seat)
        events = tuple(guess.play(move))
        return Preview(move, events, guess.view(seat))

    def determinize(self, seat: int | None = None, *, seed: int | str | None = None) -> Game:
        """Return a copy in which what a seat does not know is made up, by chance if there is a seed.

        What is tried out there reveals nothing.

        >>> game = new("feurio", players=3, seed=7)
        >>> game.determinize(1).view(1) == game.view(1)
        True
        >>> game.determinize(1, seed=1).setup.deal == game.determinize(1, seed=2).setup.deal
        False
        """
        if seed is not None:
            return self._dealt_by_chance(self._checked_seat(seat), seed)
        if self.setup.position is not None:
            return position(self.seen_position(seat), names=self.names)
        copy = _possible_start(self.view(seat))
        copy._history = self._history.beginning_with(copy._state)
        copy._state = replayed(copy._state, self.numbers, self.type.rules.play)
        copy._position_changed()
        return copy

    def _dealt_by_chance(self, seat: int | None, seed: int | str) -> Game:
        state = self.state
        determinize_state(state, -1 if seat is None else seat, chance(seed))
        if self.setup.position is None:
            words, options = self.type.deal_of(state), self.options
            copy = new(
                self.type.id, players=self.players, mode=self.mode, options=options, names=self.names, seed=0, **words
            )
        else:
            copy = position(write_position(self.type, self.setup, self._first_with_deal_of(state)), names=self.names)
        copy.date, copy.tags = self.date, self.tags.copy()
        for move in self.moves:
            copy.play(move)
        return copy

    def _first_with_deal_of(self, state: State) -> State:
        """Return the first position with the deal of another state. No move changes the fields that hold the deal."""
        first = copy_state(self._history.first(self._state))
        for field in self._state.dtype.names:
            if state[field].tobytes() != self._state[field].tobytes():
                first[field] = state[field]
        return first

    def svg(
        self,
        seat: int | None = None,
        *,
        preview: str | None = None,
        arrows: Iterable[Arrow | tuple[str, str]] = (),
        marks: Iterable[str] | Mapping[str, str | None] = (),
        theme: Theme = "auto",
        size: float | None = None,
        colours: Mapping[str, str] | None = None,
        **flags: Any,
    ) -> str:
        """Return the board as SVG, as a seat may know it.

        - `preview` shows the effect of a move.
        - `arrows` are pairs of cells, or `Arrow(tail, head, colour)`. `marks` are cells, or cells with their colours:
          `{"n15": "red"}`. Cells are given by their names or as in moves.
        - `theme` is light, dark, or auto for that of the reader's system. `size` is the length of the longer side in
          pixels. `colours` replaces colours of the theme: `{"felt": "white", "green": "#00aa66"}`; their names are in
          `draw().colour_names`.
        - The other flags depend on the game: `regions` and `names` (Feurio!), `cards` and `names` (Vulkan!),
          `influence` and `cards` (Feuer & Wasser).

        >>> game = new("vulkan", players=2, layout="hexagon", seed=7)
        >>> picture = game.svg(size=400, arrows=[("m13", "o13")], marks={"m15": "red"})
        >>> picture.count("overlay arrow"), picture.count("overlay cell-mark red")
        (1, 1)
        """
        drawing = self.draw(seat, preview=preview, arrows=arrows, marks=marks, **flags)
        return drawing.svg(theme, size, colours)

    def _repr_svg_(self) -> str:
        return self.svg()

    def text(self, seat: int | None = None) -> str:
        """Return the board, the seats and the task as text, as a seat may know them.

        >>> print(new("feurio", players=1, deck=[6, 5, 4, 3, 2, 1] * 6).text().splitlines()[-1])
        Green lays a 5 where it burns hottest: heat 6 at l13, l12, m14, m12, n14 and n13; 34 tiles left
        """
        return table_text(self.type, self.view(seat), self.outcome())

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        players, moves = counted(self.players, "player"), counted(len(self._history), "move")
        return f"<{self.type.title} {self.mode}, {players}, {moves}>"

    def record(self) -> str:
        """Return the game record, which `load` reads.

        >>> game = new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)
        >>> for move in ("tile 0,1", "crew 3 green 0,0"):
        ...     _ = game.play(move)
        >>> print(game.record().splitlines()[-1])
        1. tile 0,1 + crew 3 green 0,0
        """
        from funkenflug.match.record import write

        return write(self)


def new(
    game_id: str,
    *,
    players: int,
    mode: str | None = None,
    options: Iterable[str] = (),
    seed: int | str | None = None,
    names: Iterable[str] | None = None,
    **deal: Any,
) -> Game:
    """Set up a match. Invalid arguments raise a `ValueError`.

    The seed decides the deal; without one, a fresh seed is drawn. The deal can also be given by arguments of the game:
    `deck` (Feurio!), `layout` (Vulkan!), `board` and `piles` (Feuer & Wasser).

    >>> game = new("feurio", players=4, options=["firebreak"], seed=7)
    >>> game.to_move, game.mode, game.names
    (3, 'competitive', ('Green', 'Blue', 'Yellow', 'Red'))
    """
    game_type = find_game(game_id)
    count = as_int(players)
    if count is None:
        raise ValueError(f"players must be a whole number, not {clipped(repr(players))}")
    chosen = game_type.mode(mode, count)
    words = {word: value for word, value in deal.items() if value is not None}
    for word in deal:
        if word not in game_type.deal_words:
            raise ValueError(f"{game_type.title} takes {' and '.join(game_type.deal_words)}, not {word}")
    source = seed_text(random_seed() if seed is None else seed) if game_type.leaves_to_chance(words) else None
    setup = Setup(
        players=count,
        mode=chosen.id,
        options=checked_options(game_type, chosen.id, options),
        seed=source,
        deal=game_type.deal(count, source, words),
    )
    return Game(game_type, setup, checked_names(game_type, names, count), datetime.date.today())


def determinize(view: View, *, seed: int | str | None = None) -> Game:
    """Return a match that is consistent with a view; what the view does not contain is made up: see `Game.determinize`.

    If the match was set up in a position, this one is set up in the position of the view, without moves before it.

    >>> game = new("feurio", players=3, options=["firebreak"], seed=7)
    >>> determinize(game.view(1)).view(1) == game.view(1)
    True
    """
    if view.position is not None:
        game = position(view.position, names=view.names)
    else:
        game = _possible_start(view)
        for move in view.moves:
            game.play(move)
    return game if seed is None else game.determinize(view.seat, seed=seed)


def _possible_start(view: View) -> Game:
    words = find_game(view.game).possible_deal(view)
    return new(view.game, players=view.players, mode=view.mode, options=view.options, names=view.names, seed=0, **words)


@cache
def _colour_names(led: tuple[tuple[int, ...], ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(COLOURS[colour] for colour in colours) for colours in led)


def check_limits(seconds: float | None, simulations: int | None, threads: int) -> None:
    """Raise a `ValueError` if a search would not end, or if a limit is no number."""
    if seconds is None and simulations is None:
        raise ValueError("a search needs an end: give seconds, or simulations")
    if seconds is not None and (
        isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < math.inf
    ):
        raise ValueError(f"seconds must be a number above 0, not {clipped(repr(seconds))}")
    for name, number in (("simulations", simulations), ("threads", threads)):
        if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 1):
            raise ValueError(f"{name} must be a whole number, at least 1, not {clipped(repr(number))}")


def checked_options(game_type: GameType, mode: str, options: Iterable[str]) -> tuple[str, ...]:
    """Check options, and return them in the game's order."""
    try:
        wanted = set((options,) if isinstance(options, str) else options)
    except TypeError:
        raise ValueError(f"options must be names of options, not {clipped(repr(options))}") from None
    known = {option.id: option for option in game_type.options}
    for option in wanted:
        if option not in known:
            words = Message(
                "{game} has no option {option}; it has {options}",
                game=game_type.title,
                option=clipped(repr(option)),
                options=", ".join(known) or Message("none"),
            )
            raise ValueError(words)
        if mode not in known[option].modes:
            raise ValueError(Message("the option {option} is not for {mode} games", option=option, mode=mode))
    return tuple(option for option in known if option in wanted)


def checked_names(game_type: GameType, names: Iterable[str] | None, players: int) -> tuple[str, ...]:
    """Check names, one for each seat; without them, return the colours."""
    if names is None:
        return tuple(COLOURS[led[0]].title() for led in game_type.colours_of[players])
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise ValueError(f"names must be a list with a name for each seat, not {clipped(repr(names))}")
    given = tuple(names)
    if len(given) != players:
        raise ValueError(wrong_count(len(given), players))
    for name in given:
        checked_name(name)
    return given


def wrong_count(names: int, players: int) -> Message:
    """Return that there are too many names, or too few."""
    given = Message.counted("1 name", "{count} names", names)
    return Message(
        "{names} for {players}", names=given, players=Message.counted("1 player", "{count} players", players)
    )


def checked_name(name: str) -> None:
    """Raise a `ValueError` if a text cannot be the name of a seat."""
    if (
        not isinstance(name, str)
        or not 1 <= len(name) <= _LONGEST_NAME
        or not name.isprintable()
        or name != name.strip()
    ):
        words = Message(
            "a name must be one line of 1 to {most} printable characters, not {name}",
            most=_LONGEST_NAME,
            name=clipped(repr(name)),
        )
        raise ValueError(words)
