"""Request bodies of boards."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from funkenflug.kernel import MOST_SEATS
from funkenflug.site.infra.requests import MoveText, RequestBody


class PreviewRequest(RequestBody):
    """Drafted moves that are not played yet, and one more to preview."""

    number: int = Field(ge=0, le=10**6)
    seat: int = Field(ge=0, le=MOST_SEATS - 1)
    draft: list[MoveText] = Field(default=[], max_length=8)
    move: MoveText | None = None


class TextRequest(RequestBody):
    """Drafted moves after which the board is to be told in words."""

    number: int = Field(ge=0, le=10**6)
    seat: int = Field(ge=0, le=MOST_SEATS - 1)
    draft: list[MoveText] = Field(min_length=1, max_length=8)


class ExplainRequest(RequestBody):
    """A move that was tried, or a cell that was touched after some steps of a move; perhaps after a draft."""

    move: MoveText | None = None
    steps: list[MoveText] = Field(default=[], max_length=8)
    cell: MoveText | None = None
    seat: int | None = Field(default=None, ge=0, le=MOST_SEATS - 1)
    draft: list[MoveText] = Field(default=[], max_length=8)

    @model_validator(mode="after")
    def _one_question(self) -> Self:
        if (self.move is None) == (self.cell is None):
            raise ValueError("ask about a move or about a cell")
        return self
