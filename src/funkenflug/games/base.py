"""A game type: everything that `Game`, the record, the command line and the web ask of it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, get_type_hints

import msgspec

from funkenflug.bots.solving import Solver
from funkenflug.drawing import Drawing, Preview
from funkenflug.kernel import Arrays, Rules, State
from funkenflug.match.view import Event, Outcome, View
from funkenflug.match.words import Message, counted


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to play: for whom, and in a word what it is about."""

    id: str
    players: range
    title: str
    summary: str


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that may be switched on."""

    id: str
    modes: tuple[str, ...]
    title: str
    summary: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A part of the deal that has names to choose from."""

    word: str
    """The word of `new`: layout, board."""
    title: str
    values: tuple[tuple[str, str], ...]
    """Names and their titles; the first is the usual one."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Something that has to be reached where nobody plays against each other, and how far it is."""

    words: Message
    reached: int
    wanted: int
    colours: tuple[str, ...] | None = None
    """The colours that have reached it, where every one of them has to."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that is settled before the first move."""

    players: int
    mode: str
    options: tuple[str, ...]
    seed: str | None
    """None: the deal was given outright."""
    deal: Any
    """What the game dealt: hashable, comparable, and all that differs from match to match."""


def _everything(state: State, seat: int | None) -> int:
    return 0


def _no_goals(view: Any) -> tuple[Goal, ...]:
    return ()


def _nothing(state: State, known: int) -> dict[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class GameType:
    """One game: what it says about itself, and the functions its files provide."""

    id: str
    title: str
    designer: str
    year: int
    summary: str
    modes: tuple[Mode, ...]
    options: tuple[Option, ...]
    colours_of: Mapping[int, tuple[tuple[int, ...], ...]]
    """By number of players: for each seat the colours it leads."""
    deal_words: tuple[str, ...]
    """The words of `new` that give the deal or a part of it outright: deck, layout, …"""

    choices: tuple[Choice, ...]

    rules: Rules
    arrays: Arrays
    leaves_to_chance: Callable[[Mapping[str, Any]], bool]
    """Whether such words leave something for the seed to deal."""
    deal: Callable[[int, str | None, Mapping[str, Any]], Any]
    """players, seed, words -> the deal; ValueError names what does not fit."""
    start: Callable[[Setup], State]
    deal_tags: Callable[[Setup], dict[str, str]]
    """What a record says of the deal besides the seed."""
    read_deal_tags: Callable[[Mapping[str, str]], dict[str, Any]]
    """From the tags of a record back to words for `new`."""
    imagine: Callable[[Any], dict[str, Any]]
    """A view -> words for `new` that give a deal consistent with it."""
    move_texts: Callable[[State, Iterable[int]], list[str]]
    read_move: Callable[[State, str], int]
    """The number of a move from its text; `IllegalMove` says why not."""
    turn_begins: Callable[[State], bool]
    """Whether the next move is the first of a turn."""
    view: Callable[..., View]
    events: Callable[[State, int, State], tuple[Event, ...]]
    """What happened between two positions when that move was played."""
    outcome: Callable[[State], Outcome]
    draw: Callable[..., Drawing]
    board: Callable[[Any], str]
    """A view as text for a terminal."""
    legend: Message
    """How to read that text."""
    inks: tuple[tuple[str, str], ...]
    """How a terminal colours that text, besides the initials of colours: patterns, each with a style ("bold red")."""
    task: Callable[[Any], Message]
    """A view -> what the seat to move decides, with its name: "Green lays a 4 where it burns hottest"."""
    holdings: Callable[[Any], tuple[Message, ...]]
    """A view -> for each seat what it has left: "12 green and 12 blue"."""
    tell: Callable[[Any, tuple[str, ...]], Message]
    """An event and the names of the seats -> what happened: "Green laid a 4 on 1,-2"."""
    reason: Callable[[Any], Message]
    """An outcome -> what decided; empty where the points alone say it."""
    clicks: Callable[[str], tuple[tuple[str, ...], ...]]
    """A move's text -> the ways to choose it step by step on a page, the usual one first: ("cell:0,0", "count:2")."""
    gain: Callable[[Any, Preview], Message]
    """A view and a preview -> what the move would bring the seat to move: "16 ÷ 2 = 8 (+2)"; may be empty."""
    account: Callable[[Any, int], tuple[Message, ...]]
    """An outcome and the number of players -> for each seat how its points came about: "23 ÷ 2 = 12"; may be empty."""
    hidden: Callable[[State, int | None], int]
    """How many things a seat, or a spectator, does not know yet: a move that makes it less has revealed something."""
    panel: tuple[str, ...]
    """The fields of a view that are shown beside the board."""
    closing: Mapping[str, bool]
    """What is wished of `draw` when the match is over."""
    on_pages: Mapping[str, bool]
    """What is wished of `draw` where the page itself shows what the seats have."""
    goals: Callable[[Any], tuple[Goal, ...]] = _no_goals
    """A view -> what has to be reached alone or together, and how far it is; nothing where points are counted."""
    drafted: bool = False
    """Whether a turn may have several moves, which are drafted before they are played."""
    own_hints: bool = False
    """Whether each seat is shown hints of its own on the board, besides what it knows."""
    known: Callable[[State, int | None], int] = _everything
    """How much of what is hidden a seat, or a spectator, knows: those who know the same have the same view."""
    told: Callable[[State, int], dict[str, Any]] = _nothing
    """What a part of that says, as data; nothing if events tell everything."""
    solve: Solver | None = None
    """The solver of the game's solitaire and cooperative matches, if there is one."""

    def read_view(self, text: bytes) -> View:
        """Return a view of this game from its JSON."""
        view: View = msgspec.json.decode(text, type=get_type_hints(self.view)["return"])
        return view

    def wishes(self) -> tuple[str, ...]:
        """Return what may be wished of `draw` besides a preview."""
        return tuple(word for word in inspect.get_annotations(self.draw) if word not in ("view", "preview", "return"))

    def mode(self, id: str | None, players: int) -> Mode:
        """Return the mode of that name for that many players; without a name the first that fits."""
        fitting = [mode for mode in self.modes if players in mode.players]
        if not fitting:
            counts = sorted({count for mode in self.modes for count in mode.players})
            raise ValueError(f"{self.title} is for {counts[0]} to {counts[-1]} players, not {players}")
        for mode in fitting:
            if id is None or mode.id == id:
                return mode
        for mode in self.modes:
            if mode.id == id:
                raise ValueError(f"{mode.id} is not for {counted(players, 'player')}")
        names = ", ".join(mode.id for mode in self.modes)
        raise ValueError(f"{self.title} has no mode {id!r}; it has {names}")
