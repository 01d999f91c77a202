"""Response bodies and messages of the JSON API."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from funkenflug.web.tables.events import ClockKind, SeatKind

Box = tuple[float, float, float, float]


class ErrorResponse(TypedDict):
    """Why a request was refused, in words that a player understands."""

    error: str


class ConflictResponse(ErrorResponse):
    """A request that conflicts with the state of the table. `snapshot`: the present state, if the request was late."""

    snapshot: NotRequired[Snapshot]


class Picture(TypedDict):
    """A drawing: its fragments in drawing order, and the symbols they refer to. `cell`: the corners of a cell."""

    box: Box
    fragments: list[tuple[str, str]]
    symbols: str
    cell: str


class Difference(TypedDict):
    """The difference between two drawings. `order`: all ids in drawing order; null if the order is unchanged."""

    box: Box
    order: list[str] | None
    set: dict[str, str]
    gone: list[str]


class Choice(TypedDict):
    """A legal move, and how to choose it step by step; there may be several ways to choose a move."""

    move: str
    path: tuple[str, ...]


class SeatState(TypedDict):
    """A seat and who sits there. `invite`: the link for an open seat, sent to the host only.

    `kept`: the seat is the viewer's; a bot plays for them while they are away.
    """

    seat: int
    name: str
    kind: SeatKind
    level: str | None
    colours: tuple[str, ...]
    online: bool
    score: int | None
    holdings: str
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
    """A line of the log. `cells`: where it happened. `undone`: the move was taken back."""

    number: int
    seat: int | None
    text: str
    cells: list[str]
    undone: bool


class GoalState(TypedDict):
    """A goal and its progress. `colours`: the colours that have reached it, if every colour has to."""

    text: str
    reached: int
    wanted: int
    colours: tuple[str, ...] | None


class ChatLine(TypedDict):
    """A chat message. `at`: when, in seconds since 1970."""

    number: int
    seat: int | None
    name: str
    text: str
    at: int


class Can(TypedDict):
    """What the viewer may do now. `undo_asks`: an undo needs the consent of the others."""

    undo: bool
    undo_asks: bool
    resign: bool
    hint: bool
    rematch: bool
    bot: bool
    chat: bool
    leave: bool
    record: bool
    replay: bool


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
    title: str
    summary: str


class TableState(TypedDict):
    """The part of a table that any event may change."""

    number: int
    state: Literal["open", "running", "over"]
    plies: int
    mine: tuple[int, ...]
    looking: int | None
    cover: bool
    to_move: int | None
    patience: float | None
    """Seconds until a bot may play for the person to move, if they are away."""
    clock: ClockState
    seats: list[SeatState]
    task: str
    board_text: str
    panel: dict[str, Any]
    goals: list[GoalState]
    log: list[LogLine]
    choices: list[Choice]
    draftable: bool
    can: Can
    wishes: PendingRequests
    outcome: dict[str, Any] | None
    follow_ups: list[FollowUpOffer]


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


class Snapshot(TableState):
    """Everything that a viewer sees of a table."""

    id: str
    game: str
    title: str
    mode: str
    options: tuple[str, ...]
    players: int
    public: bool
    day: str | None
    drawing: Picture
    legend: str
    chat: list[ChatLine]
    fair: FairDeal


class Update(TableState):
    """What has changed since an event. `log`: the lines from the first one that is new or newly taken back."""

    difference: Difference
    events: list[Any]
    fair: NotRequired[FairDeal]
    """Sent before the first move and after the last."""


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


class PreviewResponse(TypedDict):
    """The preview of a draft that is not played yet."""

    difference: Difference
    choices: list[Choice]
    gain: str
    words: str
    task: str
    goes_on: bool
    """Whether the turn continues after the move and the move reveals nothing: then it may be drafted."""


class ReplayResponse(TypedDict):
    """An earlier position of a finished match, and the points after every move."""

    id: str
    ply: int
    plies: int
    moves: list[str]
    turn_beginnings: tuple[bool, ...]
    drawing: Picture
    board_text: str
    task: str
    scores: tuple[int, ...]
    holdings: list[str]
    panel: dict[str, Any]
    score_lines: list[list[int]]


class JudgedMove(TypedDict):
    """A judged decision: the chances after the move that was played and after the best one (`words` describes it).

    `mark`: ?! if the move cost 10 percent of a victory, ? if 20 percent, ?? if 30 percent.
    """

    ply: int
    seat: int
    move: str
    chance: float
    best: str
    best_chance: float
    mark: Literal["", "?!", "?", "??"]
    words: str


class ReviewResponse(TypedDict):
    """The first decision at or after a move, if there is one. `next`: the number of moves before the next decision."""

    judged: JudgedMove | None
    next: int | None


class TableLink(TypedDict):
    """The id and the address of a table."""

    id: str
    url: str
