"""Response bodies and messages of tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

from funkenflug.site.boards.responses import BoardSeat, Difference, GoalState, Hint, LogLine, OutcomeState, Picture
from funkenflug.site.infra.responses import Words
from funkenflug.site.tables.events import ClockKind, SeatKind


class SeatState(BoardSeat):
    """A seat and who sits there. `invite`: the link for an open seat, sent to the host only.

    `kept`: the seat is the viewer's; a bot plays for them while they are away.
    """

    kind: SeatKind
    level: str | None
    online: bool
    mine: bool
    kept: bool
    invite: str | None


class ClockState(TypedDict):
    """`left`: seconds that each seat had left when the turn began. `elapsed`: seconds since then."""

    kind: ClockKind
    left: NotRequired[list[float | None]]
    running: NotRequired[bool]
    elapsed: NotRequired[float]


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
    outcome: OutcomeState | None
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
    outcome: NotRequired[OutcomeState | None]
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


class CoachNote(TypedDict):
    """What a coach says; pages say each id once."""

    id: str
    words: Words
    cells: list[str]


class CoachResponse(TypedDict):
    """What a coach could say in a position, the most urgent first."""

    notes: list[CoachNote]


class HintResponse(TypedDict):
    """The best moves, the best first. `number`: the last event of the table."""

    number: int
    moves: list[Hint]


class OutlookResponse(TypedDict):
    """Whether a match can still be won. `number`: the last event of the table."""

    number: int
    words: Words


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
