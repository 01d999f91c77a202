"""Translatable messages: English text that remembers its template and values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from funkenflug.core.view import COLOURS


class Message(str):
    """A text in English with its template and values.

    >>> Message("heat {here} here; {hottest} at {cells}", here=7, hottest=10, cells="2,-1")
    'heat 7 here; 10 at 2,-1'
    """

    __slots__ = ("plural", "template", "values")

    template: str
    plural: str | None
    """The template for other numbers than 1, if the message has a `count`."""
    values: dict[str, Any]

    def __new__(cls, template: str, **values: Any) -> Message:
        """Fill the template; a value may be a message itself."""
        message = super().__new__(cls, template.format(**values))
        message.template, message.plural, message.values = template, None, values
        return message

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, str]]:
        """Return what a copy begins with, for pickle: a text may have braces of its own."""
        return ("{text}",), {"text": str(self)}

    @classmethod
    def counted(cls, singular: str, plural: str, count: int, **values: Any) -> Message:
        """Fill the template that fits the number; each language has its own plural rule.

        >>> Message.counted("one free edge", "{count} free edges", 2)
        '2 free edges'
        """
        message = cls(singular if count == 1 else plural, count=count, **values)
        message.template, message.plural = singular, plural
        return message


def both(items: Iterable[str]) -> Message:
    """Join with commas and a final "and".

    >>> both(["2,-1", "0,1"])
    '2,-1 and 0,1'
    """
    *others, last = items
    if not others:
        return _message(last)
    return Message("{others} and {last}", others=series(others), last=last)


def either(items: Iterable[str]) -> Message:
    """Join with commas and a final "or".

    >>> either(["2,-1", "0,1"])
    '2,-1 or 0,1'
    """
    *others, last = items
    if not others:
        return _message(last)
    return Message("{others} or {last}", others=series(others), last=last)


def _message(text: str) -> Message:
    return text if isinstance(text, Message) else Message("{text}", text=text)


def series(items: Sequence[str]) -> Message:
    """Join with commas; items stay translatable.

    >>> series(["fire 5", "2 green", "1 space left"])
    'fire 5, 2 green, 1 space left'
    """
    *others, last = items
    return Message("{before}, {item}", before=series(others), item=last) if others else _message(last)


def listed(items: Iterable[str]) -> Message:
    """Join remarks with semicolons.

    >>> listed(["4 are left", "not connected to water: red"])
    '4 are left; not connected to water: red'
    """
    joined = Message("")
    for item in items:
        joined = Message("{before}; {item}", before=joined, item=item) if joined else _message(item)
    return joined


def counted(count: int, noun: str) -> str:
    """Format a count for an error or the command line.

    >>> counted(1, "name"), counted(2, "name"), counted(2, "match")
    ('1 name', '2 names', '2 matches')
    """
    plural = f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{count} {noun if count == 1 else plural}"


def clipped(text: str, most: int = 40) -> str:
    """Shorten a text to be quoted in an error."""
    return text if len(text) <= most else text[:most] + "…"


def printable(text: str) -> str:
    """Replace everything in a text that could leave its line of a terminal.

    >>> printable("tile\\t0,0\\x1b[2J")
    'tile 0,0�[2J'
    """
    return "".join(letter if letter.isprintable() else "�" for letter in " ".join(text.split()))


class IllegalMove(ValueError):
    """An illegal move; the message is the reason, for a player.

    >>> import funkenflug
    >>> try:
    ...     funkenflug.new("vulkan", players=2, layout="hexagon", seed=7).play("volcano 3,3")
    ... except IllegalMove as illegal:
    ...     print(illegal)
    there is no tile on p10
    """

    reason: Message

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


def reason_of(error: ValueError) -> str:
    """Return why something is not valid: if the error has a message, that one, which can be translated."""
    reason = error.reason if isinstance(error, IllegalMove) else next(iter(error.args), None)
    return reason if isinstance(reason, Message) else str(error)


def read_colour(text: str) -> int:
    """Return the index of a colour."""
    if text not in COLOURS:
        raise IllegalMove(Message("“{colour}” is not a colour; use green, blue, yellow or red", colour=clipped(text)))
    return COLOURS.index(text)
