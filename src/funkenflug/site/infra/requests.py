"""What the request bodies of the JSON API are made of."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from typing import Annotated, Any, get_args, get_type_hints

import msgspec

from funkenflug.bots.players import LEVELS
from funkenflug.core.words import Message
from funkenflug.games import GAMES, list_games
from funkenflug.kernel import MOST_SEATS
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


REGISTERED: dict[str, Callable[[], Iterable[str]]] = {}
"""By kind: the values of `one_of`."""


def one_of(kind: str, values: Callable[[], Iterable[str]]) -> msgspec.Meta:
    """Restrict a text to values that are looked up when they are needed: games may be registered at run time.

    In the OpenAPI document they are an `enum` with the mark `x-registered`: another site may have more of them.
    """
    REGISTERED[kind] = values

    def check(text: str) -> str:
        if text not in (known := list(values())):
            raise ValueError(f"must be one of {', '.join(known)}")
        return text

    return msgspec.Meta(extra={"check": check}, extra_json_schema={"x-registered": kind})


def _modes() -> Iterable[str]:
    return dict.fromkeys(mode.id for game_type in list_games() for mode in game_type.modes)


Language = Annotated[str, one_of("languages", lambda: LANGUAGES)]
Name = Annotated[str, msgspec.Meta(max_length=60, extra={"check": _name})]
MoveText = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Word = Annotated[str, msgspec.Meta(max_length=20)]
Token = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{8,64}$(?!\n)")]
GameId = Annotated[str, one_of("games", lambda: GAMES)]
ModeId = Annotated[str, one_of("modes", _modes)]
Level = Annotated[str, one_of("levels", lambda: LEVELS)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS - 1)]
EventNumber = Annotated[int, msgspec.Meta(ge=0, le=10**6)]
Draft = Annotated[list[MoveText], msgspec.Meta(max_length=8)]


class RequestBody(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request, or a part of it. Fields that nobody knows are refused."""

    def __post_init__(self) -> None:
        """Check the fields that have a check of their own; it may return another value."""
        for name, check in _checks(type(self)):
            if (value := getattr(self, name)) is not None:
                try:
                    setattr(self, name, check(value))
                except ValueError as error:
                    raise ValueError(f"field `{name}`: {error}") from None


@cache
def _checks(kind: type[RequestBody]) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    """Return the checks of fields, each with the name of its field."""
    return tuple(
        (name, mark.extra["check"])
        for name, hint in get_type_hints(kind, include_extras=True).items()
        for part in (hint, *get_args(hint))
        for mark in getattr(part, "__metadata__", ())
        if isinstance(mark, msgspec.Meta) and mark.extra
    )
