"""The base class of all games: everything that the library, the command line and the site ask of a game.

A game is a folder, with the same files in each: `rules.py` (the rules), `instinct.py` (heuristics for bots), `text.py`
(moves as text), `view.py` (what may be known, what happened), `deal.py` (the set-up), `words.py`, `advice.py`,
`drawing.py`, `arrays.py` (for learners), `small.py` (a small variant), `solver.py`, `themes.py` (of puzzles). Its
`__init__.py` derives a class from `GameType` and names the files; a function in them that has the name of a method of
`GameType` takes its place:

    class Vulkan(GameType, files=(deal, view, text, words, drawing, solver)):
        id = "vulkan"
        …

A game needs facts about itself, rules, a view and moves as text. Everything else has a default.

The site finds more files in the folder by their names, all of them optional:

    page.js, page.css     what the table page shows besides the board
    drawing.css           the style sheet of its pictures
    home.svg              its picture on the home page
    puzzles/*.jsonl       its puzzles, which `funkenflug puzzles mine` finds
    calibration.json      how the estimates of a search are corrected
    dictionary.txt        typical messages, by which messages to pages are compressed
    rules/<language>.md   its rules page, `rules/en.md` at least
    lessons/              a course for beginners: `course.toml`, and the words in `<language>.toml`
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import msgspec
import numpy as np

from funkenflug.core.drawing import Drawing, Fragment, Preview
from funkenflug.core.moves import Move
from funkenflug.core.solving import Foresight, Solver
from funkenflug.core.view import Event, Outcome, Played, View
from funkenflug.core.words import IllegalMove, Message, clipped
from funkenflug.games import plain, positions
from funkenflug.games.plain import Cell as Cell
from funkenflug.kernel import MOST_SEATS, Array, Arrays, Rules, State, allows


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
    """What it is about: a coach says each thing once."""
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
    """What a puzzle is about."""

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
    """What the game dealt: hashable, comparable, and all that differs from match to match."""
    position: str | None = None
    """The position that the match was set up in, as text; None if it begins after the deal."""


class GameType:
    """One game: facts about it, and what it can do. Instances have no state; `games.register` makes one known."""

    # Facts

    id: ClassVar[str]
    title: ClassVar[str]
    designer: ClassVar[str]
    year: ClassVar[int]
    summary: ClassVar[str]
    modes: ClassVar[tuple[Mode, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    colours_of: ClassVar[Mapping[int, tuple[tuple[int, ...], ...]]] = {
        players: tuple((seat,) for seat in range(players)) for players in range(1, MOST_SEATS + 1)
    }
    """By number of players: for each seat the colours it leads."""
    deal_words: ClassVar[tuple[str, ...]] = ()
    """The keywords of `new` that give the deal or a part of it outright: deck, layout, …"""
    deal_types: ClassVar[Mapping[str, str]] = {}
    """The types of these keywords as annotations, for editors; names to choose from are added."""
    choices: ClassVar[tuple[Choice, ...]] = ()
    usual_players: ClassVar[int] = 2
    """The number of players that the rulebook describes, and the default."""
    drafted: ClassVar[bool] = False
    """Whether a turn may have several moves, which are drafted before they are played."""

    # Rules

    rules: ClassVar[Rules]
    arrays: ClassVar[Arrays]
    """The game as learners see it; `register` sets a default."""
    longest: ClassVar[int] = 500
    """No match has more moves; only the default of `arrays` asks for it."""
    solve: ClassVar[Solver | None] = None
    """The solver of solitaire and cooperative matches, if there is one."""
    foresee: ClassVar[Foresight | None] = None
    """What a seat can expect of its moves in these matches, without knowing the deal; if missing, bots search."""
    small: ClassVar[Callable[..., State] | None] = None
    """Makes a first position small enough for algorithms that visit every position; its keywords say how small."""

    def __init_subclass__(cls, files: Iterable[ModuleType] = ()) -> None:
        """Replace methods by the functions of the same names in these files."""
        super().__init_subclass__()
        for file in files:
            for name, function in inspect.getmembers(file, callable):  # functions with a cache, too
                if getattr(function, "__module__", "") == file.__name__ and hasattr(GameType, name):
                    _check_parameters(name, function)
                    setattr(cls, name, staticmethod(function))

    # The deal

    def leaves_to_chance(self, words: Mapping[str, Any]) -> bool:
        """Whether these keywords of `new` leave something for the seed to deal."""
        return any(word not in words for word in self.deal_words)

    def deal(self, players: int, seed: str | None, words: Mapping[str, Any]) -> Any:
        """Return the deal; a `ValueError` names what does not fit. Without `deal_words` there is nothing to deal."""
        return None

    def start(self, setup: Setup) -> State:
        """Return the first position."""
        raise NotImplementedError

    def deal_tags(self, setup: Setup) -> dict[str, str]:
        """Return what a record says about the deal besides the seed: a deal given outright, as numbers."""
        if setup.seed is not None or not self.deal_words:
            return {}
        return {self.deal_words[0].title(): " ".join(map(str, setup.deal))}

    def read_deal_tags(self, tags: Mapping[str, str]) -> dict[str, Any]:
        """Return the keywords of `new` for the tags of a record."""
        return {word: _numbers(word, tags[word.title()]) for word in self.deal_words if word.title() in tags}

    def possible_deal(self, view: Any) -> dict[str, Any]:
        """Return the keywords of `new` for a deal that is consistent with a view."""
        return {}

    def deal_of(self, state: State) -> dict[str, Any]:
        """Return the keywords of `new` for the deal of a position."""
        return {}

    # Positions as text

    def position_text(self, state: State, known: int | None) -> str:
        """Return a position as text: equal texts for equal positions, however they came about.

        `known` is None for everything, or what a seat knows (see `known`): then what it does not know must not show.
        """
        return positions.position_text(state, known)

    def read_position(self, setup: Setup, text: str) -> State:
        """Return the position of a text; what is unknown in it is made up. A `ValueError` says why it is impossible."""
        return positions.read_position(self.rules, setup.players, text)

    # Moves

    def move_texts(self, state: State, moves: Iterable[int]) -> list[str]:
        """Return legal moves as text."""
        raise NotImplementedError

    def moves(self, state: State, numbers: Array) -> list[Move] | Array:
        """Return legal moves as `Game.legal_moves` lists them, or an array of them: the texts of `move_texts`."""
        return list(map(Move, self.move_texts(state, numbers.tolist())))

    def parse_move(self, state: State, text: str) -> int | None:
        """Return the number of the move that a text names, legal or not; None if no number stands for it.

        `IllegalMove` if no move is written like this. By default the text of a legal move is looked up.
        """
        moves = np.empty(self.rules.MOST_MOVES, np.int64)
        legal: list[int] = moves[: self.rules.legal(state, moves)].tolist()
        return dict(zip(self.move_texts(state, legal), legal, strict=True)).get(text)

    def canonical(self, state: State, move: int) -> int:
        """Return the move that the rules list for this one, where they list only one of several equal moves."""
        return move

    def explain_refusal(self, state: State, text: str) -> Message | None:
        """Return why a text is no legal move, None if no reason is known. It only explains; `allows` decides."""
        return None

    def explain_cell(self, state: State, steps: Sequence[str], cell: str) -> Message | None:
        """Return why a cell cannot be chosen next, None if no reason is known.

        `steps` have been chosen so far, as `clicks` writes them: "tile:43", "cell:d4". The reason names no other cells
        than these and `cell`.
        """
        return None

    def read_move(self, state: State, text: str) -> int:
        """Return the number of the legal move that a text names; `IllegalMove` says why it is none."""
        if self.rules.to_move(state) < 0:
            raise IllegalMove(Message("the game is over"))
        move = self.parse_move(state, text)
        if move is None or not allows(state, self.canonical(state, move)):
            raise IllegalMove(self.explain_refusal(state, text) or Message("you can’t play this move here"))
        return move

    def name_cell(self, cell: str) -> str:
        """Return what players call a cell that is written as in moves: its name on the board."""
        return cell

    def find_cell(self, name: str) -> str:
        """Return the cell with a name, as it is written in moves; `IllegalMove` if no cell can have it."""
        return name

    def name_move(self, move: str) -> str:
        """Return a move with the names of its cells, for people who look at the board; `parse_move` reads it, too."""
        words = move.split(" ")
        for step in self.clicks.get(words[0], ("",))[0].split(" "):
            what, _, place = step.partition(":")
            if what == "cell" and place.isdigit():
                words[int(place)] = self.name_cell(words[int(place)])
        return " ".join(words)

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

    def view(self, state: State, seat: int | None, **common: Any) -> View:
        """Return what a seat, or a spectator, may know. `common` has the fields that all games share."""
        raise NotImplementedError

    def hidden(self, state: State, seat: int | None) -> int:
        """Return how many things a seat, or a spectator, does not know yet. A move that lowers it reveals something."""
        return 0

    def known(self, state: State, seat: int | None) -> int:
        """Return what a seat, or a spectator, knows of what is hidden, as a bit set of things.

        Those who know the same share one view. By default each seat has a secret of its own.
        """
        return 0 if seat is None else 1 << seat

    def revealed(self, state: State, known: int) -> dict[str, Any]:
        """Return these hidden things as data for a client that follows a match; empty if events tell everything."""
        return {}

    def events(self, before: State, move: int, after: State) -> tuple[Event, ...]:
        """Return what happened between two positions when a move was played."""
        return (Played(seat=int(self.rules.to_move(before)), move=self.move_texts(before, [move])[0]),)

    def event_cells(self, event: Any) -> tuple[str, ...]:
        """Return the cells that an event is about, as drawings name them: its `cell` and its `cells`."""
        cells = (event.cell,) if hasattr(event, "cell") else ()
        return tuple(map(_cell_name, (*cells, *getattr(event, "cells", ()))))

    def outcome(self, state: State) -> Outcome:
        """Return how a match that is over ended."""
        points, values = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
        self.rules.scores(state, points)
        self.rules.utilities(state, values)
        players = int(state["players"])
        best = max(values[:players])
        if players == 1 or (best != 0 and (values[:players] == best).all()):  # all win or lose together
            return Outcome(scores=(), winners=tuple(range(players)) if best > 0 else ())
        winners = tuple(seat for seat in range(players) if values[seat] == best)
        return Outcome(scores=tuple(map(int, points[:players])), winners=winners)

    def follow_up(self, view: View) -> FollowUp | None:
        """Return what this game offers after a finished match of another game, None if it offers nothing."""
        return None

    # Pictures

    def cells(self, view: Any) -> Iterable[Cell]:
        """Return the cells of the board, for the default of `draw` and `board`."""
        return ()

    def draw(self, view: Any, *, preview: Preview | None = None) -> Drawing:
        """Draw a view. A game may take more keywords, all of them flags: see `draw_flags`."""
        after = None if preview is None else tuple(self.cells(preview.after))
        return plain.draw(self.title, self.style_sheets, view, tuple(self.cells(view)), after)

    def territory(self, view: Any, seat: int) -> dict[str, Fragment]:
        """Return outlines and labels that show above the board where the points of a seat come from; may be empty."""
        return {}

    def symbols(self) -> str:
        """Return the gradients and symbols that the shapes of its drawings refer to."""
        return ""

    def board(self, view: Any) -> str:
        """Return the board as text for a terminal."""
        return plain.board(view, tuple(self.cells(view)))

    legend: ClassVar[Message] = Message("")
    """How to read that text."""
    inks: ClassVar[tuple[tuple[str, str], ...]] = ()
    """How a terminal colours that text, besides the initials of colours: patterns, each with a style ("bold red")."""
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

    def task(self, view: Any) -> Message:
        """Return what the seat to move decides: "Green lays a 4 where it burns hottest"."""
        return Message("{name} to move", name=view.names[view.to_move])

    def holdings(self, view: Any) -> tuple[Message, ...]:
        """Return for each seat what it has left: "12 green and 12 blue"."""
        return (Message(""),) * int(view.players)

    def tell(self, event: Any, names: tuple[str, ...]) -> Message:
        """Return what happened, in words: "Green laid a 4 on n15"."""
        return Message("{name} played {move}", name=names[event.seat], move=event.move)

    def reason(self, outcome: Any) -> Message:
        """Return what decided a match; empty if the points say it."""
        return Message("")

    def gain(self, view: Any, preview: Preview) -> Message:
        """Return what a move would bring the seat to move: "16 ÷ 2 = 8 (+2)"; may be empty."""
        return Message("")

    def advise(self, view: Any, preview: Preview) -> Message:
        """Return a move in the imperative: "Lay the 4 on c4"."""
        return Message("Play {move}", move=str(preview.move))

    def warning(self, view: Any, preview: Preview) -> Message:
        """Return what speaks against a move, for the player who is about to play it; mostly empty."""
        return Message("")

    def account(self, outcome: Any, players: int) -> tuple[Message, ...]:
        """Return for each seat how its points came about: "23 ÷ 2 = 12"; may be empty."""
        return ()

    def describe_cells(self, view: Any) -> dict[str, Message]:
        """Return what there is on each cell of the board: "fire 5, 2 green, 1 space left, 2 free edges"."""
        return {cell.name: plain.describe(cell) for cell in self.cells(view)}

    def describe_board(self, view: Any) -> tuple[Section, ...]:
        """Return the board as lists to read or to hear; a player can ask for each."""
        lines = tuple(cell_line(cell, words) for cell, words in self.describe_cells(view).items())
        return (Section(Message("board"), Message("Board"), lines),)

    def goals(self, view: Any) -> tuple[Goal, ...]:
        """Return what has to be reached alone or together; empty where points count."""
        return ()

    # Learning

    def coach(self, view: Any) -> Iterable[Note]:
        """Return notes for the beginner whose view this is: what is worth knowing in this position."""
        return ()

    # Puzzles

    puzzle_themes: ClassVar[Mapping[str, Message]] = {}
    """The titles of the themes of its puzzles, by id, besides those that all games have."""

    def puzzle_task(self, view: Any, answer: Preview, tempting: Preview) -> PuzzleTask | None:
        """Return what the answer of a puzzle does and the tempting move does not; None if that has no name."""
        return None

    # The site

    panel: ClassVar[tuple[str, ...]] = ()
    """The fields of a view that the page shows beside the board."""
    page_words: ClassVar[Mapping[str, str | tuple[str, str]]] = {}
    """What the table page says about this game, by id: an English text, or singular and plural for a `{count}`.

    `page.js` says them, and the page itself looks for the ids that site/boards/scripts/game.js lists.
    """
    second_person: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """How a page tells messages to the player whom they are about and who has no name, by the template.

    A text lacks the field of that player's name. A message without such a text gets "you" instead of the name.
    """
    has_daily_deal: ClassVar[bool] = False
    """Whether it takes part in the solitaire of the day."""

    # What follows from all that

    @cached_property
    def folder(self) -> Path:
        """The folder with the files of the game."""
        return Path(inspect.getfile(type(self))).parent

    @cached_property
    def style_sheets(self) -> tuple[str, ...]:
        """The style sheets of its pictures in order, as `drawing.pieces.stylesheet` takes them."""
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


def _check_parameters(name: str, function: Callable[..., Any]) -> None:
    """Raise a `TypeError` if a function cannot take the place of the method of that name."""
    expected = _parameters(getattr(GameType, name))
    if expected and _parameters(function) != expected[1:]:
        raise TypeError(f"{function.__module__}.{name} takes {', '.join(expected[1:])}: it is a method of GameType")


def _parameters(function: Any) -> list[str]:
    """Return the names of the positional parameters."""
    if not callable(function):
        return []
    kinds = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return [name for name, parameter in inspect.signature(function).parameters.items() if parameter.kind is kinds]


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
