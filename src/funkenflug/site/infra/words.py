"""Texts in messages: as `Words`, which a page puts into its language, or rendered for clients without a catalogue."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from funkenflug.core.names import seat_name
from funkenflug.core.words import Message
from funkenflug.locale.translate import translate


def wire(message: Any) -> str | int | list[Any]:
    """Return a message as `Words`: its template, its values, and the template for other numbers than 1.

    Values that are messages stay: the encoder calls this function for them, too, and for numbers of NumPy.

    >>> wire(Message("{name} placed {count} {colour}", name="Green", count=2, colour=Message("red")))
    ['{name} placed {count} {colour}', {'name': 'Green', 'count': 2, 'colour': 'red'}]
    >>> encode(Message.counted("1 point", "{count} points", 2))
    b'["1 point",{"count":2},"{count} points"]'
    """
    if not isinstance(message, Message):
        if hasattr(message, "__index__"):
            return int(message)
        raise NotImplementedError(f"{type(message).__name__} cannot be sent")
    if not message.template:
        return ""
    if not message.values:
        return [message.template]
    values = {name: _value(value) for name, value in message.values.items()}
    return [message.template, values] if message.plural is None else [message.template, values, message.plural]


def _value(value: Any) -> Any:
    """Return a value that JSON has: a text, a message or an integer. Anything else is formatted here."""
    if isinstance(value, str):
        return seat_name(value)
    return int(value) if hasattr(value, "__index__") and not isinstance(value, bool) else str(value)


def read(words: Any) -> str:
    """Return the message, or the plain text, that was sent as `Words`.

    >>> read(["{name} to move", {"name": ["Green"]}])
    'Green to move'
    """
    if isinstance(words, str):
        return words
    template, *more = words
    given = more[0] if more else {}
    values: dict[str, Any] = {name: value if isinstance(value, int) else read(value) for name, value in given.items()}
    if len(more) < 2:
        return Message(template, **values)
    return Message.counted(template, more[1], **values)


_encoder = msgspec.json.Encoder(enc_hook=wire)


@cache
def _rendering_encoder(language: str) -> msgspec.json.Encoder:
    return msgspec.json.Encoder(enc_hook=lambda message: translate(message, language))


def encode(content: Any, language: str | None = None) -> bytes:
    """Return a message as JSON: its texts as `Words`, or rendered in a language."""
    return (_encoder if language is None else _rendering_encoder(language)).encode(content)
