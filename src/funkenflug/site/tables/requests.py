"""Request bodies of tables."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from funkenflug.bots.players import DEFAULT_LEVEL
from funkenflug.kernel import MOST_SEATS
from funkenflug.site.infra.requests import (
    Draft,
    EventNumber,
    GameId,
    Level,
    ModeId,
    MoveText,
    Name,
    RequestBody,
    SeatNumber,
    Token,
    Word,
    visible,
)
from funkenflug.site.tables.events import ClockKind


def _chat_text(text: str) -> str:
    if not (seen := visible(text)):
        raise ValueError("the text is empty")
    return seen


class SeatRequest(RequestBody):
    """Who gets a seat: me, a friend with a link, another person at this device, or a bot."""

    kind: Literal["me", "friend", "here", "bot"]
    level: Level = DEFAULT_LEVEL
    name: Name = ""


class NewTableRequest(RequestBody, kw_only=True):
    """A table to set up."""

    game: GameId
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    mode: ModeId | None = None
    options: Annotated[list[Word], Meta(max_length=8)] = field(default_factory=list)
    choices: Annotated[dict[Word, Annotated[str, Meta(max_length=40)]], Meta(max_length=4)] = field(
        default_factory=dict
    )
    after: Token | None = None
    """The id of a finished table: this game goes on from its match."""
    seats: Annotated[list[SeatRequest], Meta(min_length=1, max_length=MOST_SEATS)]
    clock: ClockKind = "none"
    public: bool = False
    fair: bool = False
    """Whether the deal waits for a random value from everybody who sits there; otherwise the site deals at once."""


class MovesRequest(RequestBody):
    """Moves to play. `number`: the last event that the player has seen."""

    number: EventNumber
    seat: SeatNumber
    moves: Annotated[list[MoveText], Meta(min_length=1, max_length=8)]


class HintRequest(RequestBody):
    """Drafted moves after which a hint is wanted."""

    draft: Draft = field(default_factory=list)


class SitDownRequest(RequestBody):
    """The key of an invitation, and a name for the seat."""

    key: Token | None = None
    name: Name = ""


class DealValueRequest(RequestBody):
    """A random value for a fair deal: 32 hexadecimal digits."""

    value: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")]


class BotRequest(RequestBody):
    """The level of a bot to seat."""

    level: Level = DEFAULT_LEVEL


class UndoRequest(RequestBody):
    """The number of the last event that the player has seen."""

    number: EventNumber


class UndoAnswerRequest(RequestBody):
    """Whether the player agrees to an undo."""

    yes: bool


class ReadyRequest(RequestBody):
    """The seat whose player alone looks at the screen."""

    seat: SeatNumber


class ChatRequest(RequestBody):
    """A chat message. With an `id` it is posted once, however often it is sent."""

    text: Annotated[str, Meta(min_length=1, max_length=500, extra={"check": _chat_text})]
    id: Token | None = None
