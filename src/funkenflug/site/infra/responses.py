"""Response bodies that every part of the API has, and texts in them."""

from __future__ import annotations

from typing import Annotated, Any

from typing_extensions import TypedDict

_WORDS = {
    "title": "Words",
    "description": "A string is shown as it is. An array has the English text with its fields, the values of the "
    "fields (numbers or Words), and the English plural, if there is one: `count` chooses.",
    "anyOf": [{"type": "string"}, {"type": "array", "minItems": 1, "maxItems": 3, "items": {}}],
    "x-words": True,
}


class _WordsSchema:
    """Tells Pydantic the schema, without importing it: it takes long, and the first page does not need it."""

    def __get_pydantic_json_schema__(self, core_schema: Any, handler: Any) -> dict[str, Any]:
        return dict(_WORDS)


Words = Annotated[str, _WordsSchema()]
"""A text for a page to translate: in Python a `Message` or a plain text, see `words.py` for how it is sent."""


class ErrorResponse(TypedDict):
    """Why a request was refused, in words that a player understands."""

    error: str


class Acknowledgement(TypedDict):
    """A command is stored. `number`: the last event of the table; the stream tells what happened."""

    number: int
