"""Request bodies of puzzles."""

from __future__ import annotations

from funkenflug.site.infra.requests import MoveText, RequestBody


class PuzzleTryRequest(RequestBody):
    """A move that is tried at a puzzle."""

    move: MoveText
