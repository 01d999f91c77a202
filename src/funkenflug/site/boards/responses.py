"""Response bodies and messages of boards."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from funkenflug.site.infra.responses import Words, open_ended

Box = tuple[float, float, float, float]
Placed = tuple[str, str, float, float, str]
"""A fragment of a drawing: its id, the name of its shape, its place (x, y), and its cell; empty if it has none."""
Shapes = dict[str, str]
"""SVG elements by their names. A name stands for the same shape everywhere and always."""


class Picture(TypedDict):
    """A drawing: its fragments in drawing order, and their shapes. `cell`: the corners of a cell."""

    box: Box
    fragments: list[Placed]
    shapes: Shapes
    cell: str


class Difference(TypedDict):
    """How to make a drawing from another one. What is missing is empty, or stays as it was.

    First the fragments in `removed` go. Those in `reshaped` get another shape and stay where they are. Those in
    `inserted` follow, in their order, the fragment whose id they are listed under, or come first if that is empty;
    one that was in the drawing before leaves its place. `shapes`: the new shapes.
    """

    box: NotRequired[Box]
    removed: NotRequired[list[str]]
    reshaped: NotRequired[dict[str, str]]
    inserted: NotRequired[dict[str, list[Placed]]]
    shapes: NotRequired[Shapes]


class SectionWords(TypedDict):
    """A part of the board in words, and the word that asks for it."""

    question: Words
    title: Words
    lines: list[Words]


class TextResponse(TypedDict):
    """The board in words. `text`: the board drawn with characters, for terminals; `cells`: what is on each, as moves
    name it.
    """

    text: str
    cells: dict[str, Words]
    sections: list[SectionWords]


class PreviewResponse(TypedDict):
    """The preview of a draft that is not played yet."""

    difference: Difference
    choices: list[str]
    gain: Words
    warning: Words
    words: Words
    task: Words
    goes_on: bool
    """Whether the turn continues after the move and the move reveals nothing: then it may be drafted."""


class ExplainResponse(TypedDict):
    """Why a move is not allowed."""

    words: Words


class Hint(TypedDict):
    """A suggested move, what it says and brings, and the expected chances and points of every seat after it."""

    move: str
    words: Words
    gain: Words
    warning: Words
    chances: tuple[float, ...]
    points: tuple[float, ...]


class TurningPointResponse(TypedDict):
    """Where a match was lost. `ply`: the number of moves after which it could be won for the last time, if ever."""

    ply: int | None
    words: Words


class BoardSeat(TypedDict):
    """A seat of a match, its points, and the pieces that it has left."""

    seat: int
    name: Words
    colours: tuple[str, ...]
    score: int | None
    holdings: Words
    to_move: bool


class LogLine(TypedDict):
    """A line of the log. `cells`: where it happened. `undone`: the move was taken back.

    `ply`: the number of moves before the one that it tells of, if it does.
    """

    number: int
    seat: int | None
    text: Words
    cells: list[str]
    ply: NotRequired[int]
    undone: NotRequired[bool]


class GoalState(TypedDict):
    """A goal and its progress. `colours`: the colours that have reached it, if every colour has to."""

    text: Words
    reached: int
    wanted: int
    colours: tuple[str, ...] | None


@open_ended
class OutcomeState(TypedDict):
    """How a match ended: what all games have in common. A game may add fields of its own."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    words: Words
    lines: tuple[Words, ...]


class BoardPosition(TypedDict):
    """A position as one may see it: of a table, or of a record and moves after it.

    `players_of`, `turn_beginnings`: for each move the seat, and whether it began a turn. `looking`: the seat whose view
    it is. `clicks`: how to choose a move, see `GameType.clicks`. `choices`, `draftable`, `log`: of a record; those of a
    table are in its snapshot. `events`: of the moves that were asked for.
    """

    game: str
    title: str
    mode: str
    options: tuple[str, ...]
    players: int
    state: Literal["running", "over"]
    ply: int
    moves: list[str]
    players_of: list[int]
    turn_beginnings: tuple[bool, ...]
    to_move: int | None
    looking: int | None
    task: Words
    panel: dict[str, Any]
    goals: list[GoalState]
    outcome: OutcomeState | None
    seats: list[BoardSeat]
    drawing: Picture
    text: TextResponse
    clicks: dict[str, tuple[str, ...]]
    choices: list[str]
    draftable: bool
    log: list[LogLine]
    events: list[Any]


class TerritoryResponse(TypedDict):
    """What shows on the board where the points of a seat come from: fragments, and their shapes by name."""

    fragments: list[Placed]
    shapes: dict[str, str]


class ComparedMove(TypedDict):
    """A move of a judged decision, and how it changes the drawing of the replay there. `gain`: what it brings."""

    words: Words
    gain: Words
    cells: list[str]
    difference: Difference


class JudgedMove(TypedDict):
    """A judged decision: the chances after the move that was played and after the best one.

    `mark`: ?! if the move cost 10 percent of a victory, ? if 20 percent, ?? if 30 percent. `words`: the best move.
    `compared`: with a mark, the move that was played and the best one. `reason`: why, if the numbers say it.
    """

    ply: int
    seat: int
    move: str
    chance: float
    best: str
    best_chance: float
    mark: Literal["", "?!", "?", "??"]
    words: Words
    reason: Words
    compared: NotRequired[tuple[ComparedMove, ComparedMove]]


class ReviewResponse(TypedDict):
    """The first decision at or after a move, if there is one. `next`: the number of moves before the next decision."""

    judged: JudgedMove | None
    next: int | None
