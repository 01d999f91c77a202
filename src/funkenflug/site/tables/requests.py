"""Request bodies of tables."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path
from pydantic import AfterValidator, Field, StringConstraints

from funkenflug.bots.players import DEFAULT_LEVEL
from funkenflug.kernel import MOST_SEATS
from funkenflug.site.infra.requests import GameId, Level, ModeId, MoveText, Name, RequestBody, Token, visible
from funkenflug.site.tables.events import ClockKind


def _chat_text(text: str) -> str:
    if not (seen := visible(text)):
        raise ValueError("the text is empty")
    return seen


TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{4,32}$")]
SeatNumber = Annotated[int, Path(ge=0, le=MOST_SEATS - 1)]


class SeatRequest(RequestBody):
    """Who gets a seat: me, a friend with a link, another person at this device, or a bot."""

    kind: Literal["me", "friend", "here", "bot"]
    level: Level = DEFAULT_LEVEL
    name: Name = ""


class NewTableRequest(RequestBody):
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


class MovesRequest(RequestBody):
    """Moves to play. `number`: the last event that the player has seen."""

    number: int = Field(ge=0, le=10**6)
    seat: int = Field(ge=0, le=MOST_SEATS - 1)
    moves: list[MoveText] = Field(min_length=1, max_length=8)


class HintRequest(RequestBody):
    """Drafted moves after which a hint is wanted."""

    draft: list[MoveText] = Field(default=[], max_length=8)


class SitDownRequest(RequestBody):
    """The key of an invitation, and a name for the seat."""

    key: Token | None = None
    name: Name = ""


class DealValueRequest(RequestBody):
    """A random value for a fair deal: 32 hexadecimal digits."""

    value: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]


class BotRequest(RequestBody):
    """The level of a bot to seat."""

    level: Level = DEFAULT_LEVEL


class UndoRequest(RequestBody):
    """The number of the last event that the player has seen."""

    number: int = Field(ge=0, le=10**6)


class UndoAnswerRequest(RequestBody):
    """Whether the player agrees to an undo."""

    yes: bool


class ReadyRequest(RequestBody):
    """The seat whose player alone looks at the screen."""

    seat: int = Field(ge=0, le=MOST_SEATS - 1)


class ChatRequest(RequestBody):
    """A chat message. With an `id` it is posted once, however often it is sent."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=500), AfterValidator(_chat_text)]
    id: Token | None = None
