"""Response bodies that every part of the API has, and texts in them."""

from __future__ import annotations

from typing import Annotated, TypedDict, TypeVar

import msgspec

T = TypeVar("T", bound=type)

WORDS = {
    "title": "Words",
    "description": "A string is shown as it is. An array has the English text with its fields, the values of the "
    "fields (numbers or Words), and the English plural, if there is one: `count` chooses.",
    "anyOf": [{"type": "string"}, {"type": "array", "minItems": 1, "maxItems": 3, "items": {}}],
    "x-words": True,
}

Words = Annotated[str, msgspec.Meta(extra_json_schema={"x-words": True})]
"""A text for a page to translate: in Python a `Message` or a plain text, see `words.py` for how it is sent."""

OPEN_ENDED: set[str] = set()
"""The names of responses that may have more fields than are declared."""


def open_ended(response: T) -> T:
    """Declare that a response may have more fields."""
    OPEN_ENDED.add(response.__name__)
    return response


class ErrorResponse(TypedDict):
    """Why a request was refused, in words that a player understands."""

    error: str


class Acknowledgement(TypedDict):
    """A command is stored. `number`: the last event of the table; the stream tells what happened."""

    number: int
