"""What may be asked of the JSON API, with its limits."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from funkenflug.web.tables.events import ClockKind

_JOINER = "\u200d"
"""It makes one picture of several, as in a family."""


def _visible(text: str) -> str:
    """Return a text without what cannot be seen: control characters, and marks that turn the direction of writing."""
    seen = "".join(letter for letter in " ".join(text.split()) if letter.isprintable() or letter == _JOINER)
    return seen.strip()


def _name(text: str) -> str:
    return _visible(text.replace(_JOINER, ""))


def _said(text: str) -> str:
    if not (seen := _visible(text)):
        raise ValueError("nothing can be seen of this")
    return seen


TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{4,32}$")]
SeatNumber = Annotated[int, Path(ge=0, le=3)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=60), AfterValidator(_name)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Token = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
Level = Literal["spark", "ember", "flame", "blaze", "inferno"]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Me(_Asked):
    """A name."""

    name: Name


class Arrival(_Asked):
    """The end of a private link."""

    token: Token


class SeatWish(_Asked):
    """Who shall sit there: me, a friend with a link, another person at this device, or a bot."""

    kind: Literal["me", "friend", "here", "bot"]
    level: Level = "ember"
    name: Name = ""


class NewTable(_Asked):
    """A table as it is wished for."""

    game: Literal["feurio", "vulkan", "feuer-wasser"]
    players: int = Field(ge=1, le=4)
    mode: Literal["competitive", "solitaire", "cooperative"] | None = None
    options: list[Annotated[str, StringConstraints(max_length=20)]] = Field(default=[], max_length=8)
    choices: dict[
        Annotated[str, StringConstraints(max_length=20)], Annotated[str, StringConstraints(max_length=40)]
    ] = Field(default={}, max_length=4)
    forest: Token | None = None
    """A finished match of Feurio! on whose forest Vulkan! is played."""
    seats: list[SeatWish] = Field(min_length=1, max_length=4)
    clock: ClockKind = "none"
    public: bool = False
    fair: bool = False
    """Whether the deal waits for a random value of everybody who sits there; else the site deals at once."""


class Moves(_Asked):
    """Moves of a seat that has seen the event of that number."""

    number: int = Field(ge=0, le=10**6)
    seat: int = Field(ge=0, le=3)
    moves: list[MoveText] = Field(min_length=1, max_length=8)


class Draft(_Asked):
    """Moves that are not sent yet, and one more that is looked at."""

    number: int = Field(ge=0, le=10**6)
    seat: int = Field(ge=0, le=3)
    draft: list[MoveText] = Field(default=[], max_length=8)
    move: MoveText | None = None


class Begun(_Asked):
    """Moves of a turn that are not sent yet."""

    draft: list[MoveText] = Field(default=[], max_length=8)


class Question(_Asked):
    """A move that somebody tried, perhaps after a draft."""

    move: MoveText
    seat: int | None = Field(default=None, ge=0, le=3)
    draft: list[MoveText] = Field(default=[], max_length=8)


class Key(_Asked):
    """The key of an invitation, and a name for the seat."""

    key: Token | None = None
    name: Name = ""


class Value(_Asked):
    """A random value for the deal: 32 hexadecimal digits."""

    value: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]


class BotWish(_Asked):
    """A bot of a level."""

    level: Level = "ember"


class Seen(_Asked):
    """The number of the last event that was seen."""

    number: int = Field(ge=0, le=10**6)


class Answer(_Asked):
    """Yes or no."""

    yes: bool


class Ready(_Asked):
    """The seat whose player is the only one who looks at the screen."""

    seat: int = Field(ge=0, le=3)


class ChatText(_Asked):
    """Something to say; with an id of the speaker's choice it is said once, however often it is sent."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=500), AfterValidator(_said)]
    id: Token | None = None
