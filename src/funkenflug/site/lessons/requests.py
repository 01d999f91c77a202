"""Request bodies of lessons."""

from __future__ import annotations

from funkenflug.site.infra.requests import MoveText, RequestBody


class AnswerRequest(RequestBody):
    """An answer to a step of a lesson: a move, a cell or the id of a choice."""

    answer: MoveText
