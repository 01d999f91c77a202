"""Request bodies of studies."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from funkenflug.kernel import MOST_SEATS
from funkenflug.site.boards.requests import Record, RecordPath
from funkenflug.site.infra.requests import GameId, ModeId, MoveText, RequestBody, Word

Seed = Annotated[str, Meta(min_length=1, max_length=128)]


class RecordRequest(RequestBody):
    """A record to study."""

    record: Record


class StudySetupRequest(RequestBody):
    """A match to study. `deal`: parts of the deal, as the tags of a record have them, by their words.

    `moves`: those to begin with; the first that is not legal and all after it are left out.
    """

    game: GameId
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None = None
    mode: ModeId | None = None
    options: Annotated[list[Word], Meta(max_length=8)] = field(default_factory=list)
    seed: Seed | None = None
    names: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(max_length=MOST_SEATS)] | None = None
    deal: Annotated[dict[Word, Annotated[str, Meta(max_length=2000)]], Meta(max_length=4)] = field(default_factory=dict)
    moves: Annotated[list[MoveText], Meta(max_length=600)] = field(default_factory=list)


class ThinkRequest(RecordPath):
    """A position of a study to think about. `round`: how often it was thought about before."""

    round: Annotated[int, Meta(ge=0, le=1000)] = 0


class StudyPictureRequest(RecordPath):
    """A picture of a position of a study, or of all moves that led to it."""

    theme: Literal["auto", "light", "dark"] = "auto"


class RedealRequest(RecordPath, kw_only=True):
    """A position of a study whose parts that the seat to move does not know are redealt."""

    seed: Seed


class StudyNodeRequest(RequestBody):
    """A move of a study. `parent`: the index of the move before it; -1: the beginning."""

    parent: Annotated[int, Meta(ge=-1, le=2000)]
    move: MoveText
    nag: Literal["", "!", "?", "!!", "??", "!?", "?!"] = ""
    comment: Annotated[str, Meta(max_length=2000)] = ""


class StudyRecordRequest(RecordRequest):
    """A study to write as a record: a record with the deal, and the tree of moves."""

    comment: Annotated[str, Meta(max_length=2000)] = ""
    nodes: Annotated[list[StudyNodeRequest], Meta(max_length=2000)] = field(default_factory=list)
