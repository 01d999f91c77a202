"""The base class of all games: everything that the library, the command line and the site ask of a game.

A game is a package. Its `__init__.py` derives a class from `GameType` with facts about the game. Its functions are in
up to five rooms, each a module or a package: `rules` (what playing needs), `show` (words and pictures), `teach` (for
people), `learn` (for bots), `solve`. A function that is marked with `@hook` takes the place of the method of
`GameType` that has its name; see `games.hooks`.

A game needs facts about itself, rules, a view and moves as text. Everything else has a default.

Other files of a game are found by their names, all of them optional:

    rules/<language>.md       its rules page, `rules/en.md` at least
    show/drawing.css          the style sheet of its pictures
    show/page.js, page.css    what the table page shows besides the board
    show/home.svg             its picture on the home page
    show/dictionary.txt       typical messages, by which messages to pages are compressed
    teach/lessons/            a course for beginners: `course.toml`, and the words in `<language>.toml`
    teach/puzzles/*.jsonl     its puzzles, which `funkenflug puzzles mine` finds
    learn/weights.npz         what its bots have learned; `funkenflug train` makes it
    learn/network.npz         a trained network
    learn/calibration.json    how the estimates of a search are corrected
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, ClassVar, Protocol, cast

import msgspec
import numpy as np

from funkenflug.core.drawing import Drawing, Fragment, Preview
from funkenflug.core.moves import Move
from funkenflug.core.view import Event, Outcome, Played, View
from funkenflug.core.words import IllegalMove, Message, clipped
from funkenflug.games import plain, positions
from funkenflug.games.hooks import (
    HOOKS,
    LOADED_AT_ONCE,
    Room,
    check_hook,
    declare,
    declare_as,
    module_of,
    nearest,
    rooms_of,
)
from funkenflug.games.hooks import hook as hook
from funkenflug.games.plain import Cell as Cell
from funkenflug.kernel import MOST_SEATS, Array, Arrays, Rules, State, allows, scores
from funkenflug.kernel.solving import Expectation, Solver


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to play: for how many players, and what it is about."""

    id: str
    players: range
    title: str
    summary: str


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that can be switched on."""

    id: str
    modes: tuple[str, ...]
    title: str
    summary: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A part of the deal that has names to choose from."""

    word: str
    """The keyword of `new`: layout, board."""
    title: str
    values: tuple[tuple[str, str], ...]
    """Names and their titles; the first is the default."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Something to reach in a solitaire or cooperative match, with the progress so far."""

    words: Message
    reached: int
    wanted: int
    colours: tuple[str, ...] | None = None
    """The colours that have reached it, if each of them has to."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the board in words: a heading with a list, and the answer to a question that a player types."""

    question: Message
    """The word to type: "regions"."""
    title: Message
    lines: tuple[Message, ...]
    """Empty: there is none."""


@dataclass(frozen=True, slots=True)
class Note:
    """What a coach says to a beginner when something happens for the first time."""

    id: str
    """The subject of the note: a coach says each thing once."""
    words: Message
    cells: tuple[str, ...] = ()
    """The cells it is about, as moves write them."""


@dataclass(frozen=True, slots=True)
class FollowUp:
    """An offer to play this game on what a finished match of another game has left."""

    title: Message
    summary: Message
    deal: Mapping[str, Any]
    """The keywords of `new` that give the deal."""


@dataclass(frozen=True, slots=True)
class PuzzleTask:
    """The theme of a puzzle."""

    theme: str
    """One of the game's `puzzle_themes`."""
    words: Message
    """What to do, in a sentence: "Cut Red off from the water"."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that is settled before the first move."""

    players: int
    mode: str
    options: tuple[str, ...]
    seed: str | None
    """None if the deal was given outright."""
    deal: Any
    """Everything that is dealt and differs from match to match; hashable and comparable."""
    position: str | None = None
    """The position that the match was set up in, as text; None if it begins after the deal."""


class Small(Protocol):
    """A game's `small`."""

    def __call__(self, start: State, **sizes: int) -> State:
        """Return the first position of a match with fewer pieces than `start`."""


class GameType:
    """One game: facts about it, and what it can do. Instances have no state; `games.register` makes one known."""

    # Facts

    id: ClassVar[str]
    """Its name in addresses, records and commands: lower-case letters, digits and hyphens."""
    title: ClassVar[str]
    """Its name for people."""
    designer: ClassVar[str]
    """Its inventor."""
    year: ClassVar[int]
    """When it was published."""
    summary: ClassVar[str]
    """A summary in a sentence or two."""
    modes: ClassVar[tuple[Mode, ...]]
    """The ways to play it, each a `Mode(id, players, title, summary)`.

    The id is competitive, solitaire or cooperative; `players` is a range.
    """
    options: ClassVar[tuple[Option, ...]] = ()
    """Rules that can be switched on, each an `Option(id, modes, title, summary)`."""
    colours_of: ClassVar[Mapping[int, tuple[tuple[int, ...], ...]]] = {
        players: tuple((seat,) for seat in range(players)) for players in range(1, MOST_SEATS + 1)
    }
    """By number of players: for each seat the colours it leads."""
    deal_words: ClassVar[tuple[str, ...]] = ()
    """The keywords of `new` that give the deal or a part of it outright: deck, layout, …"""
    deal_types: ClassVar[Mapping[str, str]] = {}
    """The types of these keywords as annotations, for editors; names to choose from are added."""
    choices: ClassVar[tuple[Choice, ...]] = ()
    """Parts of the deal that have names to choose from, each a `Choice(word, title, values)`."""
    usual_players: ClassVar[int] = 2
    """The number of players that the rulebook describes, and the default."""
    drafted: ClassVar[bool] = False
    """Whether a turn may have several moves, which are drafted before they are played."""

    # Rules

    rules: ClassVar[Rules]
    """The module with the compiled functions: found in the room `rules`."""
    arrays: ClassVar[Arrays]
    """The module with observations for learners: `learn/arrays.py`, or a default."""
    longest: ClassVar[int] = 500
    """No match has more moves; only the default of `arrays` asks for it."""
    solve: ClassVar[Solver | None] = None
    """The solver of solitaire and cooperative matches, if there is one."""
    expectation: ClassVar[Expectation | None] = None
    """What a seat can expect of its moves in these matches, without knowing the deal; if missing, bots search."""
    small: ClassVar[Small | None] = None
    """Makes a first position small enough for algorithms that visit every position; its keywords say how small."""

    def __init_subclass__(cls) -> None:
        """Check the names in the class, and open the rooms of its package."""
        super().__init_subclass__()
        for name, value in vars(cls).items():
            if not name.startswith("_"):
                _check_name(cls, name, value)
        package = sys.modules[cls.__module__]
        for name in rooms_of(package):
            room = Room(cls, name)
            if name in LOADED_AT_ONCE:
                room.load()
            else:
                room.announce()
        _use_modules(cls)

    # The deal

    @declare("rules")
    def leaves_to_chance(self, words: Mapping[str, Any]) -> bool:
        """Whether these keywords of `new` leave something for the seed to deal."""
        return any(word not in words for word in self.deal_words)

    @declare("rules")
    def deal(self, players: int, seed: str | None, words: Mapping[str, Any]) -> Any:
        """Return the deal; a `ValueError` names what does not fit. Without `deal_words` there is nothing to deal."""
        return None

    @declare("rules")
    def start(self, setup: Setup) -> State:
        """Return the first position."""
        raise NotImplementedError

    @declare("rules")
    def deal_tags(self, setup: Setup) -> dict[str, str]:
        """Return what a record says about the deal besides the seed: a deal given outright, as numbers."""
        if setup.seed is not None or not self.deal_words:
            return {}
        return {self.deal_words[0].title(): " ".join(map(str, setup.deal))}

    @declare("rules")
    def read_deal_tags(self, tags: Mapping[str, str]) -> dict[str, Any]:
        """Return the keywords of `new` for the tags of a record."""
        return {word: _numbers(word, tags[word.title()]) for word in self.deal_words if word.title() in tags}

    @declare("rules")
    def possible_deal(self, view: Any) -> dict[str, Any]:
        """Return the keywords of `new` for a deal that is consistent with a view."""
        return {}

    @declare("rules")
    def deal_of(self, state: State) -> dict[str, Any]:
        """Return the keywords of `new` for the deal of a position."""
        return {}

    # Positions as text

    @declare("rules")
    def position_text(self, state: State, known: int | None) -> str:
        """Return a position as text: equal texts for equal positions, however they came about.

        `known` is None for everything, or what a seat knows (see `known`): then what it does not know must not show.
        """
        return positions.position_text(state, known)

    @declare("rules")
    def read_position(self, setup: Setup, text: str) -> State:
        """Return the position of a text; what is unknown in it is made up. A `ValueError` says why it is impossible."""
        return positions.read_position(self.rules, setup.players, text)

    # Moves

    @declare("rules")
    def move_texts(self, state: State, moves: Iterable[int]) -> list[str]:
        """Return legal moves as text."""
        raise NotImplementedError

    @declare("rules")
    def moves(self, state: State, numbers: Array) -> list[Move] | Array:
        """Return legal moves as `Game.legal_moves` lists them, or an array of them: the texts of `move_texts`."""
        return list(map(Move, self.move_texts(state, numbers.tolist())))

    @declare("rules")
    def parse_move(self, state: State, text: str) -> int | None:
        """Return the number of the move that a text names, legal or not; None if no number stands for it.

        `IllegalMove` if no move is written like this. By default the text of a legal move is looked up.
        """
        moves = np.empty(self.rules.MOST_MOVES, np.int64)
        legal: list[int] = moves[: self.rules.legal(state, moves)].tolist()
        return dict(zip(self.move_texts(state, legal), legal, strict=True)).get(text)

    @declare("rules")
    def canonical(self, state: State, move: int) -> int:
        """Return the move that the rules list for this one, where they list only one of several equal moves."""
        return move

    @declare("rules")
    def explain_refusal(self, state: State, text: str) -> Message | None:
        """Return why a text is no legal move, None if no reason is known. It only explains; `allows` decides."""
        return None

    @declare("rules")
    def explain_cell(self, state: State, steps: Sequence[str], cell: str) -> Message | None:
        """Return why a cell cannot be chosen next, None if no reason is known.

        `steps` have been chosen so far, as `clicks` writes them: "tile:43", "cell:d4". The reason names no other cells
        than these and `cell`.
        """
        return None

    @declare("rules")
    def read_move(self, state: State, text: str) -> int:
        """Return the number of the legal move that a text names; `IllegalMove` says why it is none."""
        if self.rules.to_move(state) < 0:
            raise IllegalMove(Message("the game is over"))
        move = self.parse_move(state, text)
        if move is None or not allows(state, self.canonical(state, move)):
            raise IllegalMove(self.explain_refusal(state, text) or Message("you can’t play this move here"))
        return move

    @declare("rules")
    def name_cell(self, cell: str) -> str:
        """Return what players call a cell that is written as in moves: its name on the board."""
        return cell

    @declare("rules")
    def find_cell(self, name: str) -> str:
        """Return the cell with a name, as it is written in moves; `IllegalMove` if no cell can have it."""
        return name

    @declare("rules")
    def name_move(self, move: str) -> str:
        """Return a move with the names of its cells, for people who look at the board; `parse_move` reads it, too."""
        words = move.split(" ")
        for step in self.clicks.get(words[0], ("",))[0].split(" "):
            what, _, place = step.partition(":")
            if what == "cell" and place.isdigit():
                words[int(place)] = self.name_cell(words[int(place)])
        return " ".join(words)

    @declare("rules")
    def turn_begins(self, state: State) -> bool:
        """Whether the next move is the first of a turn."""
        return True

    def ways(self, move: str) -> list[list[str]]:
        """Return the ways to choose a move step by step, by the patterns in `clicks`."""
        words = move.split(" ")
        ways = self.clicks.get(words[0])
        if not ways:
            return [[f"verb:{move}"]]
        return [[_PLACE.sub(lambda place: words[int(place[0])], step) for step in way.split(" ")] for way in ways]

    clicks: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """By first word of a move: the ways to choose such a move step by step on the page, the usual one first.

    "cell:3 count:1": click the cell that the third word names, then the button for the first; the words are counted
    from 0. A way that takes the cells in another order gives the move with its cells in that order, which the game must
    understand. A step whose value is no number is a fixed button ("verb:look"). A move without a way is one button.
    """

    # What may be known, and what happened

    @declare("rules")
    def view(self, state: State, seat: int | None, **common: Any) -> View:
        """Return what a seat, or a spectator, may know. `common` has the fields that all games share."""
        raise NotImplementedError

    @declare("rules")
    def hidden(self, state: State, seat: int | None) -> int:
        """Return how many things a seat, or a spectator, does not know yet. A move that lowers it reveals something."""
        return 0

    @declare("rules")
    def known(self, state: State, seat: int | None) -> int:
        """Return what a seat, or a spectator, knows of what is hidden, as a bit set of things.

        Those who know the same share one view. By default each seat has a secret of its own.
        """
        return 0 if seat is None else 1 << seat

    @declare("rules")
    def revealed(self, state: State, known: int) -> dict[str, Any]:
        """Return these hidden things as data for a client that follows a match; empty if events tell everything."""
        return {}

    @declare("rules")
    def events(self, before: State, move: int, after: State) -> tuple[Event, ...]:
        """Return what happened between two positions when a move was played."""
        return (Played(seat=int(self.rules.to_move(before)), move=self.move_texts(before, [move])[0]),)

    @declare("rules")
    def event_cells(self, event: Any) -> tuple[str, ...]:
        """Return the cells that an event is about, as drawings name them: its `cell` and its `cells`."""
        cells = (event.cell,) if hasattr(event, "cell") else ()
        return tuple(map(_cell_name, (*cells, *getattr(event, "cells", ()))))

    @declare("rules")
    def outcome(self, state: State) -> Outcome:
        """Return how a match that is over ended."""
        points, values = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
        scores(state, points)
        self.rules.utilities(state, values)
        players = int(state["players"])
        best = max(values[:players])
        if players == 1 or (best != 0 and (values[:players] == best).all()):  # all win or lose together
            return Outcome(scores=(), winners=tuple(range(players)) if best > 0 else ())
        winners = tuple(seat for seat in range(players) if values[seat] == best)
        has_points = hasattr(self.rules, "scores")
        return Outcome(scores=tuple(map(int, points[:players])) if has_points else (), winners=winners)

    @declare("show")
    def follow_up(self, view: View) -> FollowUp | None:
        """Return what this game offers after a finished match of another game, None if it offers nothing."""
        return None

    # Pictures

    @declare("show")
    def cells(self, view: Any) -> Iterable[Cell]:
        """Return the cells of the board, for the default of `draw` and `board`."""
        return ()

    @declare("show")
    def draw(self, view: Any, *, preview: Preview | None = None) -> Drawing:
        """Draw a view. A game may take more keywords, all of them flags: see `draw_flags`."""
        after = None if preview is None else tuple(self.cells(preview.after))
        return plain.draw(self.title, self.style_sheets, view, tuple(self.cells(view)), after)

    @declare("show")
    def territory(self, view: Any, seat: int) -> dict[str, Fragment]:
        """Return outlines and labels that show above the board where the points of a seat come from; may be empty."""
        return {}

    @declare("show")
    def symbols(self) -> str:
        """Return the gradients and symbols that the shapes of its drawings refer to."""
        return ""

    @declare("show")
    def board(self, view: Any) -> str:
        """Return the board as text for a terminal."""
        return plain.board(view, tuple(self.cells(view)))

    @declare("show")
    def legend(self) -> Message:
        """Return how to read that text: "a dot is a free space."; may be empty."""
        return Message("")

    @declare("show")
    def inks(self) -> tuple[tuple[str, str], ...]:
        """Return how a terminal colours that text, besides initials of colours: patterns and styles ("bold red")."""
        return ()

    closing: ClassVar[Mapping[str, Any]] = {}
    """Flags for `draw` when the match is over."""
    on_pages: ClassVar[Mapping[str, Any]] = {}
    """Flags for `draw` on pages, which show themselves what the seats have.

    All who know the same get one drawing. A page shows shapes of the class `of-seat-<seat>` to that seat only, or to
    spectators while it is to move.
    """
    shared_styles: ClassVar[tuple[str, ...]] = ("games/plain.css",)
    """Style sheets in the package that its pictures share with those of other games, as paths."""

    # Words

    @declare("show")
    def task(self, view: Any) -> Message:
        """Return what the seat to move decides: "Green lays a 4 where it burns hottest"."""
        return Message("{name} to move", name=view.names[view.to_move])

    @declare("show")
    def holdings(self, view: Any) -> tuple[Message, ...]:
        """Return for each seat what it has left: "12 green and 12 blue"."""
        return (Message(""),) * int(view.players)

    @declare("show")
    def tell(self, event: Any, names: tuple[str, ...]) -> Message:
        """Return what happened, in words: "Green laid a 4 on n15"."""
        return Message("{name} played {move}", name=names[event.seat], move=event.move)

    @declare("show")
    def reason(self, outcome: Any) -> Message:
        """Return what decided a match; empty if the points say it."""
        return Message("")

    @declare("show")
    def gain(self, view: Any, preview: Preview) -> Message:
        """Return what a move would bring the seat to move: "16 ÷ 2 = 8 (+2)"; may be empty."""
        return Message("")

    @declare("show")
    def advise(self, view: Any, preview: Preview) -> Message:
        """Return a move in the imperative: "Lay the 4 on c4"."""
        return Message("Play {move}", move=str(preview.move))

    @declare("show")
    def warning(self, view: Any, preview: Preview) -> Message:
        """Return what speaks against a move, for the player who is about to play it; mostly empty."""
        return Message("")

    @declare("show")
    def account(self, outcome: Any, players: int) -> tuple[Message, ...]:
        """Return for each seat how its points came about: "23 ÷ 2 = 12"; may be empty."""
        return ()

    @declare("show")
    def describe_cells(self, view: Any) -> dict[str, Message]:
        """Return what there is on each cell of the board: "fire 5, 2 green, 1 space left, 2 free edges"."""
        return {cell.name: plain.describe(cell) for cell in self.cells(view)}

    @declare("show")
    def describe_board(self, view: Any) -> tuple[Section, ...]:
        """Return the board as lists to read or to hear; a player can ask for each."""
        lines = tuple(cell_line(cell, words) for cell, words in self.describe_cells(view).items())
        return (Section(Message("board"), Message("Board"), lines),)

    @declare("show")
    def goals(self, view: Any) -> tuple[Goal, ...]:
        """Return what has to be reached alone or together; empty where points count."""
        return ()

    # Learning

    @declare("teach")
    def coach(self, view: Any) -> Iterable[Note]:
        """Return notes for the beginner whose view this is: what is worth knowing in this position."""
        return ()

    # Puzzles

    @declare("teach")
    def puzzle_themes(self) -> Mapping[str, Message]:
        """Return the titles of the themes of its puzzles, by id, besides those that all games have."""
        return {}

    @declare("teach")
    def puzzle_task(self, view: Any, answer: Preview, tempting: Preview) -> PuzzleTask | None:
        """Return what the answer of a puzzle does and the tempting move does not; None if that has no name."""
        return None

    # The site

    panel: ClassVar[tuple[str, ...]] = ()
    """The fields of a view that the page shows beside the board."""

    @declare("show")
    def page_words(self) -> Mapping[str, str | tuple[str, str]]:
        """Return what the table page says about this game, by id: an English text, or singular and plural for a count.

        `page.js` says them, and the page itself looks for `goal-<mode>`, `ask-<verb>`, `then-<verb>-<cells>`,
        `colour-<verb>`, `do-<verb>`, `verb-<verb>`, `typed-<word>` and the kinds of steps.
        """
        return {}

    @declare("show")
    def second_person(self) -> Mapping[str, tuple[str, ...]]:
        """Return how a page tells messages to the player whom they are about and who has no name, by the template.

        A text lacks the field of that player's name: "{name} lays a stone" becomes "You lay a stone".
        """
        return {}

    has_daily_deal: ClassVar[bool] = False
    """Whether it takes part in the solitaire of the day."""

    # What follows from all that

    @cached_property
    def folder(self) -> Path:
        """The folder with the files of the game."""
        return Path(inspect.getfile(type(self))).parent

    @cached_property
    def style_sheets(self) -> tuple[str, ...]:
        """The style sheets of its pictures in order, as `games.pieces.stylesheet` takes them."""
        own = self.folder / "show" / "drawing.css"
        return ("games/board.css", *self.shared_styles, *((str(own),) if own.is_file() else ()))

    def read_view(self, text: bytes) -> View:
        """Return a view of this game from its JSON."""
        view: View = msgspec.json.decode(text, type=inspect.signature(self.view, eval_str=True).return_annotation)
        return view

    def draw_flags(self) -> tuple[str, ...]:
        """Return the keywords that `draw` takes besides the preview."""
        return tuple(word for word in inspect.signature(self.draw).parameters if word not in ("view", "preview"))

    def mode(self, id: str | None, players: int) -> Mode:
        """Return the mode of that name for that many players; without a name the first that fits."""
        fitting = [mode for mode in self.modes if players in mode.players]
        if not fitting:
            counts = sorted({count for mode in self.modes for count in mode.players})
            bounds = {"game": self.title, "least": counts[0], "most": counts[-1]}
            found = clipped(str(players))
            raise ValueError(Message("{game} is for {least} to {most} players, not {found}", **bounds, found=found))
        for mode in fitting:
            if id is None or mode.id == id:
                return mode
        for mode in self.modes:
            if mode.id == id:
                words = Message.counted(
                    "{mode} is not for 1 player", "{mode} is not for {count} players", players, mode=mode.id
                )
                raise ValueError(words)
        names = ", ".join(mode.id for mode in self.modes)
        wanted = clipped(repr(id))
        raise ValueError(
            Message("{game} has no mode {mode}; it has {modes}", game=self.title, mode=wanted, modes=names)
        )


_PLACE = re.compile(r"\d+$")


declare_as("solve", "solve", Solver.__call__)
declare_as("expectation", "solve", Expectation.__call__)
declare_as("small", "learn", Small.__call__)


def _check_name(cls: type[GameType], name: str, value: object) -> None:
    """Raise a `TypeError` if a game's class has something that nobody asks for."""
    where = f"{cls.__module__}.{cls.__name__}.{name}"
    known = {word for word in (*dir(GameType), *GameType.__annotations__) if not word.startswith("_")}
    if name not in known:
        raise TypeError(f"{where}: GameType has no `{name}`{nearest(name, known)}")
    if name in HOOKS and callable(value):
        bound = value.__func__ if isinstance(value, staticmethod) else partial(value, None)
        check_hook(name, bound, where)


def _use_modules(cls: type[GameType]) -> None:
    """Find the modules with the compiled functions."""
    rules, arrays = (module_of(cls.__module__, *place) for place in (("rules", "rules"), ("learn", "arrays")))
    if rules is not None and hasattr(rules, "STATE"):
        cls.rules = cast(Rules, rules)
    if arrays is not None and hasattr(arrays, "PARTS"):
        cls.arrays = cast(Arrays, arrays)


def cell_line(name: str, words: Message) -> Message:
    """Return a cell as a line of a list: "n15: fire 5, 2 green"."""
    return Message("{cell}: {words}", cell=name, words=words)


def _numbers(word: str, text: str) -> list[int]:
    try:
        return [int(number) for number in text.split()]
    except ValueError:
        raise ValueError(f"{word} is a row of whole numbers") from None


@lru_cache(maxsize=4096)
def _cell_name(cell: str | tuple[int, ...]) -> str:
    return cell if isinstance(cell, str) else ",".join(map(str, cell))
