"""Names of the levels, and of seats that nobody has named: these are translated."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from funkenflug.core.view import COLOURS
from funkenflug.core.words import Message

LEVEL_NAMES: MappingProxyType[str, Message] = MappingProxyType(
    {
        "spark": Message("Spark"),
        "ember": Message("Ember"),
        "flame": Message("Flame"),
        "blaze": Message("Blaze"),
        "inferno": Message("Inferno"),
    }
)
"""The names of the levels by their ids."""

_MOST_ALIKE = 5
"""More bots of a level than a table may have."""


def bot_name(level: str, others: Sequence[str]) -> str:
    """Return a name for a bot that is not taken at the table.

    >>> bot_name("blaze", ["Mara", "Blaze"])
    'Blaze 2'
    """
    name = LEVEL_NAMES[level]
    return next(str(name) for name in (name, *_numbered(name)) if name not in others)


def _numbered(name: Message) -> list[Message]:
    return [Message("{name} {number}", name=name, number=number) for number in range(2, _MOST_ALIKE + 1)]


def seat_name(name: str) -> str:
    """Return the name of a seat, as a message if nobody has chosen it: the colour, or the level of a bot.

    >>> seat_name("Blaze 2").values["number"], seat_name("Mara")
    (2, 'Mara')
    """
    return _GIVEN.get(name, name)


_GIVEN = {
    str(name): name
    for name in (
        *(Message(colour.title()) for colour in COLOURS),
        *LEVEL_NAMES.values(),
        *(numbered for name in LEVEL_NAMES.values() for numbered in _numbered(name)),
    )
}
