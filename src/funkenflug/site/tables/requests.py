"""Request bodies of the JSON API."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal, Self

from fastapi import Path
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    StringConstraints,
    model_validator,
)
from pydantic_core import CoreSchema, core_schema

from funkenflug.bots.players import DEFAULT_LEVEL, LEVELS
from funkenflug.core.words import Message
from funkenflug.games import GAMES, list_games
from funkenflug.kernel import MOST_SEATS
from funkenflug.locale.translate import LANGUAGES
from funkenflug.site.infra.errors import Refused
from funkenflug.site.tables.events import ClockKind

_JOINER = "\u200d"
"""Zero width joiner: makes one emoji of several, as in a family."""


def _visible(text: str) -> str:
    """Return a text without control characters and marks that change the direction of writing."""
    seen = "".join(letter for letter in " ".join(text.split()) if letter.isprintable() or letter == _JOINER)
    return seen.strip()


_BLANK = str.maketrans("", "", "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and a symbol that leave an empty space: fillers of Hangul and Khmer, Braille without dots."""


def _name(text: str) -> str:
    """Return a name without invisible letters; refuse one that has no others. Marks alone (Mn …) are not letters."""
    seen = _visible(text.replace(_JOINER, "").translate(_BLANK))
    if text.strip() and not any(unicodedata.category(letter)[0] in "LNPS" for letter in seen):
        raise Refused(422, Message("A name needs at least one visible character"))
    return seen


def _chat_text(text: str) -> str:
    if not (seen := _visible(text)):
        raise ValueError("the text is empty")
    return seen


class _OneOf:
    """Restricts a text to values that are looked up when they are needed: games may be registered at run time.

    In the OpenAPI document they are an `enum` with the mark `x-registered`: another site may have more of them.
    """

    def __init__(self, values: Callable[[], Iterable[str]]) -> None:
        self.values = values

    def check(self, text: str) -> str:
        known = list(self.values())
        if text not in known:
            raise ValueError(f"must be one of {', '.join(known)}")
        return text

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {**handler(schema), "enum": list(self.values()), "x-registered": True}


Language = Annotated[str, _OneOf(lambda: LANGUAGES)]


def _modes() -> Iterable[str]:
    return dict.fromkeys(mode.id for game_type in list_games() for mode in game_type.modes)


TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{4,32}$")]
SeatNumber = Annotated[int, Path(ge=0, le=MOST_SEATS - 1)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=60), AfterValidator(_name)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Token = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
GameId = Annotated[str, _OneOf(lambda: GAMES)]
ModeId = Annotated[str, _OneOf(_modes)]
Level = Annotated[str, _OneOf(lambda: LEVELS)]


class _RequestBody(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NameRequest(_RequestBody):
    """A new name for the player."""

    name: Name


class LinkRequest(_RequestBody):
    """The token of a private link."""

    token: Token


class SeatRequest(_RequestBody):
    """Who gets a seat: me, a friend with a link, another person at this device, or a bot."""

    kind: Literal["me", "friend", "here", "bot"]
    level: Level = DEFAULT_LEVEL
    name: Name = ""


class NewTableRequest(_RequestBody):
    """A table to set up."""

    game: GameId
    players: int = Field(ge=1, le=MOST_SEATS)
    mode: ModeId | None = None
    options: list[Annotated[str, StringConstraints(max_length=20)]] = Field(default=[], max_length=8)
    choices: dict[
        Annotated[str, StringConstraints(max_length=20)], Annotated[str, StringConstraints(max_length=40)]
    ] = Field(default={}, max_length=4)
    after: Token | None = None
    """The id of a finished table: this game goes on from its match."""
    seats: list[SeatRequest] = Field(min_length=1, max_length=MOST_SEATS)
    clock: ClockKind = "none"
    public: bool = False
    fair: bool = False
    """Whether the deal waits for a random value from everybody who sits there; otherwise the site deals at once."""


class MovesRequest(_RequestBody):
    """Moves to play. `number`: the last event that the player has seen."""

    number: int = Field(ge=0, le=10**6)
    seat: int = Field(ge=0, le=MOST_SEATS - 1)
    moves: list[MoveText] = Field(min_length=1, max_length=8)


class AnswerRequest(_RequestBody):
    """An answer to a step of a lesson: a move, a cell or the id of a choice."""

    answer: MoveText


class PreviewRequest(_RequestBody):
    """Drafted moves that are not played yet, and one more to preview."""

    number: int = Field(ge=0, le=10**6)
    seat: int = Field(ge=0, le=MOST_SEATS - 1)
    draft: list[MoveText] = Field(default=[], max_length=8)
    move: MoveText | None = None


class TextRequest(_RequestBody):
    """Drafted moves after which the board is to be told in words."""

    number: int = Field(ge=0, le=10**6)
    seat: int = Field(ge=0, le=MOST_SEATS - 1)
    draft: list[MoveText] = Field(min_length=1, max_length=8)


class HintRequest(_RequestBody):
    """Drafted moves after which a hint is wanted."""

    draft: list[MoveText] = Field(default=[], max_length=8)


class ExplainRequest(_RequestBody):
    """A move that was tried, or a cell that was touched after some steps of a move; perhaps after a draft."""

    move: MoveText | None = None
    steps: list[MoveText] = Field(default=[], max_length=8)
    cell: MoveText | None = None
    seat: int | None = Field(default=None, ge=0, le=MOST_SEATS - 1)
    draft: list[MoveText] = Field(default=[], max_length=8)

    @model_validator(mode="after")
    def _one_question(self) -> Self:
        if (self.move is None) == (self.cell is None):
            raise ValueError("ask about a move or about a cell")
        return self


class SitDownRequest(_RequestBody):
    """The key of an invitation, and a name for the seat."""

    key: Token | None = None
    name: Name = ""


class DealValueRequest(_RequestBody):
    """A random value for a fair deal: 32 hexadecimal digits."""

    value: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]


class BotRequest(_RequestBody):
    """The level of a bot to seat."""

    level: Level = DEFAULT_LEVEL


class UndoRequest(_RequestBody):
    """The number of the last event that the player has seen."""

    number: int = Field(ge=0, le=10**6)


class UndoAnswerRequest(_RequestBody):
    """Whether the player agrees to an undo."""

    yes: bool


class ReadyRequest(_RequestBody):
    """The seat whose player alone looks at the screen."""

    seat: int = Field(ge=0, le=MOST_SEATS - 1)


class ChatRequest(_RequestBody):
    """A chat message. With an `id` it is posted once, however often it is sent."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=500), AfterValidator(_chat_text)]
    id: Token | None = None


Record = Annotated[str, StringConstraints(min_length=1, max_length=40_000)]
Seed = Annotated[str, StringConstraints(min_length=1, max_length=128)]


class RecordRequest(_RequestBody):
    """A record to study."""

    record: Record


class PuzzleTryRequest(_RequestBody):
    """A move that is tried at a puzzle."""

    move: MoveText


class StudySetupRequest(_RequestBody):
    """A match to study. `deal`: parts of the deal, as the tags of a record have them, by their words.

    `moves`: those to begin with; the first that is not legal and all after it are left out.
    """

    game: GameId
    players: int | None = Field(default=None, ge=1, le=MOST_SEATS)
    mode: ModeId | None = None
    options: list[Annotated[str, StringConstraints(max_length=20)]] = Field(default=[], max_length=8)
    seed: Seed | None = None
    names: list[Annotated[str, StringConstraints(max_length=60)]] | None = Field(default=None, max_length=MOST_SEATS)
    deal: dict[Annotated[str, StringConstraints(max_length=20)], Annotated[str, StringConstraints(max_length=2000)]] = (
        Field(default={}, max_length=4)
    )
    moves: list[MoveText] = Field(default=[], max_length=600)


class StudyPositionRequest(RecordRequest):
    """A position: the moves of the record, and those of a path. `since`: the plies whose events are known.

    `looking`: the seat whose view is shown; without it, the one to move.
    """

    path: list[MoveText] = Field(default=[], max_length=600)
    looking: int | None = Field(default=None, ge=0, le=MOST_SEATS - 1)
    since: int | None = Field(default=None, ge=0, le=1000)


class StudyDraftRequest(StudyPositionRequest):
    """Drafted moves at a position of a study, and one more to preview."""

    draft: list[MoveText] = Field(default=[], max_length=8)
    move: MoveText | None = None


class StudyExplainRequest(StudyPositionRequest):
    """A move that was tried at a position of a study, or a cell that was touched after some steps of a move."""

    draft: list[MoveText] = Field(default=[], max_length=8)
    move: MoveText | None = None
    steps: list[MoveText] = Field(default=[], max_length=8)
    cell: MoveText | None = None


class ThinkRequest(StudyPositionRequest):
    """A position of a study to think about. `round`: how often it was thought about before."""

    round: int = Field(default=0, ge=0, le=1000)


class StudyPictureRequest(StudyPositionRequest):
    """A picture of a position of a study, or of all moves that led to it."""

    theme: Literal["auto", "light", "dark"] = "auto"


class RedealRequest(StudyPositionRequest):
    """A position of a study whose parts that the seat to move does not know are redealt."""

    seed: Seed


class StudyTerritoryRequest(StudyPositionRequest):
    """A seat whose points are to be shown on the board of a study."""

    seat: int = Field(ge=0, le=MOST_SEATS - 1)


class StudyNodeRequest(_RequestBody):
    """A move of a study. `parent`: the index of the move before it; -1: the beginning."""

    parent: int = Field(ge=-1, le=2000)
    move: MoveText
    nag: Literal["", "!", "?", "!!", "??", "!?", "?!"] = ""
    comment: Annotated[str, StringConstraints(max_length=2000)] = ""


class StudyRecordRequest(RecordRequest):
    """A study to write as a record: a record with the deal, and the tree of moves."""

    comment: Annotated[str, StringConstraints(max_length=2000)] = ""
    nodes: list[StudyNodeRequest] = Field(default=[], max_length=2000)
