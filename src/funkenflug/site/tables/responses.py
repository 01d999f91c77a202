"""Response bodies and messages of the JSON API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired

from typing_extensions import TypeAliasType, TypedDict

from funkenflug.site.tables.events import ClockKind, SeatKind

Box = tuple[float, float, float, float]

_WORDS = {
    "title": "Words",
    "description": "A string is shown as it is. An array has the English text with its fields, the values of the "
    "fields (numbers or Words), and the English plural, if there is one: `count` chooses.",
    "anyOf": [{"type": "string"}, {"type": "array", "minItems": 1, "maxItems": 3, "items": {}}],
    "x-words": True,
}


class _WordsSchema:
    """Tells Pydantic the schema, without importing it: it takes long, and the first page does not need it."""

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> dict[str, Any]:
        return dict(_WORDS)


Words = Annotated[str, _WordsSchema()]
"""A text for a page to translate: in Python a `Message` or a plain text, see `words.py` for how it is sent."""


class ErrorResponse(TypedDict):
    """Why a request was refused, in words that a player understands."""

    error: str


class Acknowledgement(TypedDict):
    """A command is stored. `number`: the last event of the table; the stream tells what happened."""

    number: int


Placed = TypeAliasType("Placed", tuple[str, str, float, float, str])
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


class SeatState(TypedDict):
    """A seat and who sits there. `invite`: the link for an open seat, sent to the host only.

    `kept`: the seat is the viewer's; a bot plays for them while they are away.
    """

    seat: int
    name: Words
    kind: SeatKind
    level: str | None
    colours: tuple[str, ...]
    online: bool
    score: int | None
    holdings: Words
    to_move: bool
    mine: bool
    kept: bool
    invite: str | None


class ClockState(TypedDict):
    """`left`: seconds that each seat had left when the turn began. `elapsed`: seconds since then."""

    kind: ClockKind
    left: NotRequired[list[float | None]]
    running: NotRequired[bool]
    elapsed: NotRequired[float]


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


class ChatLine(TypedDict):
    """A chat message. `at`: when, in seconds since 1970."""

    number: int
    seat: int | None
    name: Words
    text: str
    at: int


class Can(TypedDict):
    """What the viewer may do now. `undo_asks`: an undo needs the consent of the others.

    `open`: the seats of guests that the viewer, the host, may open again when their `patience` is over.
    """

    undo: bool
    undo_asks: bool
    resign: bool
    hint: bool
    outlook: bool
    rematch: bool
    bot: bool
    chat: bool
    leave: bool
    record: bool
    replay: bool
    open: list[int]


class PendingUndo(TypedDict):
    """A seat asks to take back a move. `asked`: the viewer has to answer."""

    seat: int
    asked: bool


class PendingRequests(TypedDict):
    """What the other players ask for. `rematch`: the id of the new table."""

    undo: PendingUndo | None
    rematch: str | None


class FollowUpOffer(TypedDict):
    """A game that can go on from this finished match."""

    game: str
    title: Words
    summary: Words


class Outcome(TypedDict):
    """How a match ended: what all games have in common. A game may add fields of its own."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    words: Words
    lines: tuple[Words, ...]


Outcome.__pydantic_config__ = {"extra": "allow"}  # type: ignore[attr-defined]


class FairDeal(TypedDict):
    """How the deal is made. `kind`: from the values of all players, by the site alone, or given. `wanted`: the table
    waits for the viewer's value. `values`: one for each seat, after the deal. `secret`, `seed`: after the end only.
    """

    kind: Literal["together", "site", "given"]
    seal: str | None
    wanted: bool
    values: list[str | None]
    secret: NotRequired[str]
    seed: NotRequired[str]


class MatchState(TypedDict):
    """What any event may change, the same for everybody who knows the same."""

    number: int
    state: Literal["open", "running", "over"]
    plies: int
    to_move: int | None
    patience: float | None
    """Seconds until a bot may play for the person to move, if they are away.

    Before a fair deal: until the host may open the seat of a guest who has not given a value."""
    clock: ClockState
    task: Words
    panel: dict[str, Any]
    goals: list[GoalState]
    log: list[LogLine]
    outcome: Outcome | None
    follow_ups: list[FollowUpOffer]


class OwnState(TypedDict):
    """What is one viewer's own: their seats, the seat they see for, and what they may do."""

    mine: tuple[int, ...]
    looking: int | None
    cover: bool
    choices: list[str]
    """The legal moves, if the viewer is to move."""
    draftable: bool
    can: Can


class Snapshot(MatchState, OwnState):
    """Everything that a viewer sees of a table. `clicks`: how to choose a move on the page, see `GameType.clicks`."""

    id: str
    game: str
    title: str
    mode: str
    options: tuple[str, ...]
    players: int
    public: bool
    day: str | None
    seats: list[SeatState]
    wishes: PendingRequests
    drawing: Picture
    clicks: dict[str, tuple[str, ...]]
    chat: list[ChatLine]
    fair: FairDeal


class Update(TypedDict):
    """What moves have changed, the same for everybody who knows the same. What is missing stays as it was.

    `panel`: the parts that have changed. `log`: the new lines.
    """

    number: int
    state: Literal["running", "over"]
    plies: int
    to_move: int | None
    patience: NotRequired[float]
    """Missing: nobody is waited for."""
    clock: NotRequired[ClockState]
    task: Words
    scores: tuple[int, ...]
    holdings: NotRequired[Mapping[int, Words]]
    """By seat."""
    panel: dict[str, Any]
    goals: NotRequired[list[GoalState]]
    log: list[LogLine]
    events: list[Any]
    difference: Difference
    outcome: NotRequired[Outcome | None]
    follow_ups: NotRequired[list[FollowUpOffer]]
    fair: NotRequired[FairDeal]


class Own(TypedDict):
    """What has changed of `OwnState`, and within `can`. It is sent before the update of that number."""

    number: int
    mine: NotRequired[tuple[int, ...]]
    looking: NotRequired[int | None]
    cover: NotRequired[bool]
    choices: NotRequired[list[str]]
    draftable: NotRequired[bool]
    can: NotRequired[dict[str, bool | list[int]]]


class DataState(TypedDict):
    """The state of a table as plain data, the same for every viewer."""

    number: int
    state: Literal["open", "running", "over"]
    plies: int
    to_move: int | None
    clock: ClockState
    outcome: dict[str, Any] | None


class DataSnapshot(DataState):
    """A table as plain data. `view`: the result of `Game.view` for the viewer's seat; null before the deal.

    `choices`: the legal moves, for the player to move.
    """

    choices: list[str]
    id: str
    game: str
    mine: tuple[int, ...]
    looking: int | None
    cover: bool
    view: Any


class SectionWords(TypedDict):
    """A part of the board in words, and the word that asks for it."""

    question: Words
    title: Words
    lines: list[Words]


class TextResponse(TypedDict):
    """The board in words. `number`: the last event of the table; `text`: the board drawn with characters, for
    terminals; `cells`: what is on each, as moves name it.
    """

    number: int
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


class ProgressResponse(TypedDict):
    """How many steps of a course somebody has passed."""

    game: str
    passed: int
    steps: int


class LessonChoice(TypedDict):
    """A choice in a step of a lesson."""

    id: str
    words: str


class LessonStep(TypedDict):
    """A step of a lesson, with its words in the language of the response."""

    id: str
    task: Literal["move", "cell", "choice"]
    """What there is to do: play a move, point at a cell, or choose."""
    record: str
    """The position, as a record."""
    seat: int
    """The seat of the learner."""
    rings: list[str]
    """The cells that the text is about."""
    ring_names: list[str]
    """What players call these cells."""
    text: str
    why: str
    choices: list[LessonChoice]
    shown: str
    """The answer to show."""
    passed: bool


class CourseResponse(TypedDict):
    """The lessons of a game."""

    game: str
    steps: list[LessonStep]


class VerdictResponse(TypedDict):
    """Whether an answer is right, and what is to be said to it."""

    right: bool
    words: str
    move: str | None
    """The move as the rules write it, if it is a legal one."""


class CoachNote(TypedDict):
    """What a coach says; pages say each id once."""

    id: str
    words: Words
    cells: list[str]


class CoachResponse(TypedDict):
    """What a coach could say in a position, the most urgent first."""

    notes: list[CoachNote]


class Hint(TypedDict):
    """A suggested move, what it says and brings, and the expected chances and points of every seat after it."""

    move: str
    words: Words
    gain: Words
    warning: Words
    chances: tuple[float, ...]
    points: tuple[float, ...]


class HintResponse(TypedDict):
    """The best moves, the best first. `number`: the last event of the table."""

    number: int
    moves: list[Hint]


class OutlookResponse(TypedDict):
    """Whether a match can still be won. `number`: the last event of the table."""

    number: int
    words: Words


class TurningPointResponse(TypedDict):
    """Where a match was lost. `ply`: the number of moves after which it could be won for the last time, if ever."""

    ply: int | None
    words: Words


class ReplayResponse(TypedDict):
    """An earlier position of a match; `score_lines`: the points after every move, empty until the match is over."""

    id: str
    ply: int
    plies: int
    moves: list[str]
    turn_beginnings: tuple[bool, ...]
    drawing: Picture
    board_text: str
    task: Words
    to_move: int | None
    scores: tuple[int, ...]
    holdings: tuple[Words, ...]
    panel: dict[str, Any]
    score_lines: list[list[int]]


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


class StudyPosition(Snapshot):
    """A position of a study: a table at which the viewer plays all seats. `events`: of the moves that were asked for.

    `players_of`, `turn_beginnings`: for each move the seat, and whether it began a turn.
    """

    events: list[Any]
    players_of: list[int]
    turn_beginnings: tuple[bool, ...]


class StudyNode(TypedDict):
    """A move of a study. `parent`: the index of the move before it; -1: the beginning.

    Of the moves with the same parent, the first continues the main line.
    """

    parent: int
    move: str
    seat: int
    begins_turn: bool
    nag: str
    comment: str


class StudyTree(TypedDict):
    """A study. `record`: the deal; `comment`: what is said before the first move."""

    game: str
    record: str
    comment: str
    nodes: list[StudyNode]


class Thought(Hint):
    """A move that the computer has considered. `visits`: in how many simulations."""

    visits: int


class Thoughts(TypedDict):
    """What the computer thinks of a position, the best move first. `seconds`: how long it has thought."""

    moves: list[Thought]
    simulations: int
    seconds: float


class StudyDeal(TypedDict):
    """The whole deal of a study, as the tags of a record have it, by its words."""

    players: int
    mode: str
    options: tuple[str, ...]
    names: tuple[str, ...]
    deal: dict[str, str]


class WhatIf(TypedDict):
    """A copy of a running match, in which what the viewer does not know is made up. `engine`: do they play alone?"""

    tree: StudyTree
    engine: bool


class TableLink(TypedDict):
    """The id and the address of a table."""

    id: str
    url: str


class ModeDescription(TypedDict):
    """A way to play. `players`: how many can play like this."""

    id: str
    players: list[int]
    title: str
    summary: str


class OptionDescription(TypedDict):
    """A rule that can be switched on. `modes`: where it can be used."""

    id: str
    modes: tuple[str, ...]
    title: str
    summary: str


class ChoiceValue(TypedDict):
    """A named value of a choice."""

    id: str
    title: str


class ChoiceDescription(TypedDict):
    """A part of the deal that can be chosen; the first value is the default."""

    word: str
    title: str
    values: list[ChoiceValue]


class GameDescription(TypedDict):
    """A game and the ways to play it. `colours_of`: the numbers of the colours of each seat, by number of players."""

    id: str
    title: str
    designer: str
    year: int
    summary: str
    modes: list[ModeDescription]
    options: list[OptionDescription]
    choices: list[ChoiceDescription]
    colours_of: dict[str, tuple[tuple[int, ...], ...]]
    usual_players: int
    levels: list[str]


class ListedSeat(TypedDict):
    """A seat of a table in a list."""

    name: str
    kind: SeatKind
    level: str | None
    colours: tuple[str, ...]


class ListedTable(TableLink):
    """A table in a list. `winners`: null while it is running. `changed`: the last event, in seconds since 1970."""

    game: str
    title: str
    mode: str
    options: tuple[str, ...]
    state: Literal["open", "running", "over"]
    day: str | None
    clock: ClockKind
    plies: int
    seats: list[ListedSeat]
    to_move: int | None
    mine: tuple[int, ...]
    my_turn: bool
    task: str
    winners: tuple[int, ...] | None
    scores: tuple[int, ...]
    changed: int


class TableLists(TypedDict):
    """The viewer's running and finished tables, and public tables to join or watch."""

    mine: list[ListedTable]
    finished: list[ListedTable]
    open: list[ListedTable]
    running: list[ListedTable]


class DailySolitaire(TypedDict):
    """Today's solitaire. `table`, `ended`: the viewer's table and how it ended."""

    day: str
    ready: Literal[True]
    tried: int
    won: int
    table: str | None
    ended: Literal["won", "lost"] | None
    game: str
    title: str
    goal: str


class PendingSolitaire(TypedDict):
    """Today's solitaire while the site still looks for a deal that can be won."""

    day: str
    ready: Literal[False]


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
    """How a try ended: `words` about the move, and what it brings at once. `change`: of the viewer's rating."""

    solved: bool
    words: Words
    brings: list[Words]
    change: int
    standing: PuzzleStanding
    solution: PuzzleSolution | None


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


class NameResponse(TypedDict):
    """The player's name; empty until they set one."""

    name: str


class ProfileResponse(NameResponse):
    """The player's name and the language of the site's responses to them."""

    language: str


class PrivateLink(TypedDict):
    """The address that moves an identity to another device. `qr_code`: the whole address as a QR code, in SVG."""

    url: str
    qr_code: str
