"""What the request bodies of the JSON API are made of."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    StringConstraints,
)
from pydantic_core import CoreSchema, core_schema

from funkenflug.bots.players import LEVELS
from funkenflug.core.words import Message
from funkenflug.games import GAMES, list_games
from funkenflug.locale.translate import LANGUAGES
from funkenflug.site.infra.errors import Refused

_JOINER = "\u200d"
"""Zero width joiner: makes one emoji of several, as in a family."""


def visible(text: str) -> str:
    """Return a text without control characters and marks that change the direction of writing."""
    seen = "".join(letter for letter in " ".join(text.split()) if letter.isprintable() or letter == _JOINER)
    return seen.strip()


_BLANK = str.maketrans("", "", "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and a symbol that leave an empty space: fillers of Hangul and Khmer, Braille without dots."""


def _name(text: str) -> str:
    """Return a name without invisible letters; refuse one that has no others. Marks alone (Mn …) are not letters."""
    seen = visible(text.replace(_JOINER, "").translate(_BLANK))
    if text.strip() and not any(unicodedata.category(letter)[0] in "LNPS" for letter in seen):
        raise Refused(422, Message("A name needs at least one visible character"))
    return seen


class OneOf:
    """Restricts a text to values that are looked up when they are needed: games may be registered at run time.

    In the OpenAPI document they are an `enum` with the mark `x-registered`: another site may have more of them.
    """

    def __init__(self, values: Callable[[], Iterable[str]]) -> None:
        self.values = values

    def check(self, text: str) -> str:
        """Return a text that is one of the values; refuse another one."""
        known = list(self.values())
        if text not in known:
            raise ValueError(f"must be one of {', '.join(known)}")
        return text

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {**handler(schema), "enum": list(self.values()), "x-registered": True}


Language = Annotated[str, OneOf(lambda: LANGUAGES)]


def _modes() -> Iterable[str]:
    return dict.fromkeys(mode.id for game_type in list_games() for mode in game_type.modes)


Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=60), AfterValidator(_name)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Token = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
GameId = Annotated[str, OneOf(lambda: GAMES)]
ModeId = Annotated[str, OneOf(_modes)]
Level = Annotated[str, OneOf(lambda: LEVELS)]


class RequestBody(BaseModel):
    """The body of a request. Fields that nobody knows are refused."""

    model_config = ConfigDict(extra="forbid")
