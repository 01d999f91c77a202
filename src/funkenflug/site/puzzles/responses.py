"""Response bodies and messages of puzzles."""

from __future__ import annotations

from typing import Literal, TypedDict

from funkenflug.site.boards.responses import BoardPosition
from funkenflug.site.infra.responses import Words


class PuzzleLink(TypedDict):
    """The address of a puzzle."""

    url: str


class PuzzleStanding(TypedDict):
    """How well somebody solves puzzles. Only the first try at each puzzle counts."""

    rating: int
    uncertain: bool
    """Whether there were too few tries to tell."""
    tried: int
    solved: int
    streak: int
    """Puzzles solved one after another."""
    days: int
    """Days one after another on which they solved the puzzle of the day, up to today or yesterday."""


class PuzzlePosition(TypedDict):
    """A puzzle. `record`: the match so far, what the seat does not know is made up."""

    game: str
    id: str
    record: str
    seat: int
    task: Words
    rating: int
    first_try: Literal["solved", "failed"] | None
    """How the viewer's first try ended."""
    is_of_today: bool
    standing: PuzzleStanding
    position: BoardPosition


class PuzzleLine(TypedDict):
    """A move at a puzzle, and what comes of it."""

    words: Words
    """The move in the imperative."""
    moves: list[str]
    """The move, and what follows it when all play well."""
    chance: int
    """The chance to win after the move, in per cent."""
    points: list[float]
    """The points that each seat can expect after it; empty in solitaire."""
    scores: list[int]
    """The points of each seat after all these moves; empty in solitaire."""


class PuzzleSolution(TypedDict):
    """The answer to a puzzle. `record`: the match so far as it was played."""

    record: str
    answer: PuzzleLine
    tempting: PuzzleLine


class PuzzleTryResponse(TypedDict):
    """How a try ended: `words` about the move, and what it brings at once. `change`: of the viewer's rating.

    `position`: after a move that does not solve the puzzle.
    """

    solved: bool
    words: Words
    brings: list[Words]
    change: int
    standing: PuzzleStanding
    solution: PuzzleSolution | None
    position: BoardPosition | None


class PuzzleTheme(TypedDict):
    """A theme of a game's puzzles."""

    id: str
    title: str
    puzzles: int


class PuzzlesOfGame(TypedDict):
    """The puzzles of a game."""

    game: str
    title: str
    puzzles: int
    themes: list[PuzzleTheme]


class PuzzleOfToday(TypedDict):
    """The puzzle of the day."""

    day: str
    game: str
    title: str
    task: Words
    url: str
    first_try: Literal["solved", "failed"] | None


class PuzzlesResponse(TypedDict):
    """All puzzles by game and theme, the one of the day, and how well the viewer solves them."""

    games: list[PuzzlesOfGame]
    today: PuzzleOfToday | None
    standing: PuzzleStanding
