"""What is sent, as types: they make the document of the API."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from funkenflug.web.tables.events import ClockKind, SeatKind

Box = tuple[float, float, float, float]


class Refusal(TypedDict):
    """Why something may not be done, in words that a player understands."""

    error: str


class LateRefusal(Refusal):
    """The table has gone on; it is sent along if that is why."""

    snapshot: NotRequired[Snapshot]


class Picture(TypedDict):
    """A drawing: its fragments in order, and the symbols they refer to."""

    box: Box
    fragments: list[tuple[str, str]]
    symbols: str


class Difference(TypedDict):
    """What changes between two drawings. `order`: all ids in drawing order; null if it stays as it was."""

    box: Box
    order: list[str] | None
    set: dict[str, str]
    gone: list[str]


class Choice(TypedDict):
    """A legal move, and how it is chosen step by step; there may be several ways to one move."""

    move: str
    path: tuple[str, ...]


class ShownSeat(TypedDict):
    """A seat and who sits there. `invite`: the link for an open seat, for the host only.

    `kept`: it is the viewer's, a bot has played for them while they were away.
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


class ShownClock(TypedDict):
    """The seconds that each seat had left when the turn began, and how many have gone by since."""

    kind: ClockKind
    left: NotRequired[list[float | None]]
    running: NotRequired[bool]
    elapsed: NotRequired[float]


class LogLine(TypedDict):
    """Something that happened, in words. `cells`: where it happened. `undone`: it was taken back."""

    number: int
    seat: int | None
    text: str
    cells: list[str]
    undone: bool


class ShownGoal(TypedDict):
    """What has to be reached, and how far it is. `colours`: those that have reached it, if every colour has to."""

    text: str
    reached: int
    wanted: int
    colours: tuple[str, ...] | None


class ChatLine(TypedDict):
    """Something that was said, and when (seconds since 1970)."""

    number: int
    seat: int | None
    name: str
    text: str
    at: int


class Can(TypedDict):
    """What the viewer may do now. `undo_asks`: the others will be asked."""

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
    forest: bool


class UndoWish(TypedDict):
    """A seat asks to take back a move. `asked`: the viewer has to answer."""

    seat: int
    asked: bool


class Wishes(TypedDict):
    """What others wish: to take back a move; to play again, at that table."""

    undo: UndoWish | None
    rematch: str | None


class Changing(TypedDict):
    """What may be different after every event."""

    number: int
    state: Literal["open", "running", "over"]
    plies: int
    mine: tuple[int, ...]
    looking: int | None
    cover: bool
    to_move: int | None
    patience: float | None
    """Seconds until a bot may play for the person to move, who is away."""
    clock: ShownClock
    seats: list[ShownSeat]
    task: str
    board_text: str
    panel: dict[str, Any]
    goals: list[ShownGoal]
    log: list[LogLine]
    choices: list[Choice]
    draftable: bool
    can: Can
    wishes: Wishes
    outcome: dict[str, Any] | None


class Fairness(TypedDict):
    """How the deal comes about. `kind`: from all values together, by the site alone, or given. `wanted`: the viewer's
    value is waited for. `values`: those of the seats, once it is dealt. `secret` and `seed` are told after the end.
    """

    kind: Literal["together", "site", "given"]
    seal: str | None
    wanted: bool
    values: list[str | None]
    secret: NotRequired[str]
    seed: NotRequired[str]


class Snapshot(Changing):
    """Everything that a viewer is shown of a table."""

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
    fair: Fairness


class Update(Changing):
    """What has changed since an event; `log` has the lines from the first that is new, or newly taken back."""

    difference: Difference
    events: list[Any]
    fair: NotRequired[Fairness]
    """Before the first move and after the last."""


class Plain(TypedDict):
    """What everybody is told of a table as plain data."""

    number: int
    state: Literal["open", "running", "over"]
    plies: int
    to_move: int | None
    clock: ShownClock
    outcome: dict[str, Any] | None


class Facts(Plain):
    """A table as plain data. `view`: what the viewer's seat may know, as `Game.view` has it; null before the deal.

    `choices`: the legal moves, for who is to move.
    """

    choices: list[str]
    id: str
    game: str
    mine: tuple[int, ...]
    looking: int | None
    cover: bool
    view: Any


class Look(TypedDict):
    """What a draft looks like: nothing of it has happened."""

    difference: Difference
    choices: list[Choice]
    gain: str
    words: str
    task: str
    goes_on: bool
    """Whether the turn goes on after the move and nothing is revealed by it: then it may be drafted."""


class Replayed(TypedDict):
    """An earlier position of a match that is over, and the points after every move."""

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


class Judged(TypedDict):
    """A decision: the chance of the seat after its move, and after the best one, which is told in words, too.

    `mark`: ?! if the move cost a tenth of a victory, ? if a fifth, ?? if three tenths.
    """

    ply: int
    seat: int
    move: str
    chance: float
    best: str
    best_chance: float
    mark: Literal["", "?!", "?", "??"]
    words: str


class Reviewed(TypedDict):
    """The first decision from a move on, if there is one, and after how many moves the next one was made."""

    judged: Judged | None
    next: int | None


class TableLink(TypedDict):
    """Where a table is."""

    id: str
    url: str
