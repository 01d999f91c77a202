"""Request bodies of studies."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from funkenflug.kernel import MOST_SEATS
from funkenflug.site.infra.requests import GameId, ModeId, MoveText, RequestBody

Record = Annotated[str, StringConstraints(min_length=1, max_length=40_000)]
Seed = Annotated[str, StringConstraints(min_length=1, max_length=128)]


class RecordRequest(RequestBody):
    """A record to study."""

    record: Record


class StudySetupRequest(RequestBody):
    """A match to study. `deal`: parts of the deal, as the tags of a record have them, by their words.

    `moves`: those to begin with; the first that is not legal and all after it are left out.
    """

    game: GameId
    players: int | None = Field(default=None, ge=1, le=MOST_SEATS)
    mode: ModeId | None = None
    options: list[Annotated[str, StringConstraints(max_length=20)]] = Field(default=[], max_length=8)
    seed: Seed | None = None
    names: list[Annotated[str, StringConstraints(max_length=60)]] | None = Field(default=None, max_length=MOST_SEATS)
    deal: dict[Annotated[str, StringConstraints(max_length=20)], Annotated[str, StringConstraints(max_length=2000)]] = (
        Field(default={}, max_length=4)
    )
    moves: list[MoveText] = Field(default=[], max_length=600)


class StudyPositionRequest(RecordRequest):
    """A position: the moves of the record, and those of a path. `since`: the plies whose events are known.

    `looking`: the seat whose view is shown; without it, the one to move.
    """

    path: list[MoveText] = Field(default=[], max_length=600)
    looking: int | None = Field(default=None, ge=0, le=MOST_SEATS - 1)
    since: int | None = Field(default=None, ge=0, le=1000)


class StudyDraftRequest(StudyPositionRequest):
    """Drafted moves at a position of a study, and one more to preview."""

    draft: list[MoveText] = Field(default=[], max_length=8)
    move: MoveText | None = None


class StudyExplainRequest(StudyPositionRequest):
    """A move that was tried at a position of a study, or a cell that was touched after some steps of a move."""

    draft: list[MoveText] = Field(default=[], max_length=8)
    move: MoveText | None = None
    steps: list[MoveText] = Field(default=[], max_length=8)
    cell: MoveText | None = None


class ThinkRequest(StudyPositionRequest):
    """A position of a study to think about. `round`: how often it was thought about before."""

    round: int = Field(default=0, ge=0, le=1000)


class StudyPictureRequest(StudyPositionRequest):
    """A picture of a position of a study, or of all moves that led to it."""

    theme: Literal["auto", "light", "dark"] = "auto"


class RedealRequest(StudyPositionRequest):
    """A position of a study whose parts that the seat to move does not know are redealt."""

    seed: Seed


class StudyTerritoryRequest(StudyPositionRequest):
    """A seat whose points are to be shown on the board of a study."""

    seat: int = Field(ge=0, le=MOST_SEATS - 1)


class StudyNodeRequest(RequestBody):
    """A move of a study. `parent`: the index of the move before it; -1: the beginning."""

    parent: int = Field(ge=-1, le=2000)
    move: MoveText
    nag: Literal["", "!", "?", "!!", "??", "!?", "?!"] = ""
    comment: Annotated[str, StringConstraints(max_length=2000)] = ""


class StudyRecordRequest(RecordRequest):
    """A study to write as a record: a record with the deal, and the tree of moves."""

    comment: Annotated[str, StringConstraints(max_length=2000)] = ""
    nodes: list[StudyNodeRequest] = Field(default=[], max_length=2000)
