"""Request bodies of boards."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from funkenflug.site.infra.requests import Draft, EventNumber, MoveText, RequestBody, SeatNumber

Record = Annotated[str, Meta(min_length=1, max_length=40_000)]
TableId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{4,32}$(?!\n)")]
Ply = Annotated[int, Meta(ge=0, le=10**4)]


class TableBoard(RequestBody, tag_field="kind", tag="table"):
    """The board of a table, as the client may see it, at a ply or now.

    `number`: the last event that the client has seen; what it tries is refused if the table has gone on.
    """

    id: TableId
    number: EventNumber | None = None
    ply: Ply | None = None


class RecordPath(RequestBody):
    """A record, and moves after it.

    `looking`: the seat whose view is shown; without it, the one to move.
    """

    record: Record
    path: Annotated[list[MoveText], Meta(max_length=600)] = field(default_factory=list)
    looking: SeatNumber | None = None


class RecordBoard(RecordPath, tag_field="kind", tag="record"):
    """The board after the moves of a record, or the first `ply` of them, and those of a path."""

    ply: Ply | None = None


class BoardRequest(RequestBody):
    """A board to look at."""

    board: TableBoard | RecordBoard


class PositionRequest(BoardRequest):
    """A position. `since`: the plies whose events are known; those of the later moves of a record are told."""

    since: Annotated[int, Meta(ge=0, le=1000)] | None = None


class PreviewRequest(BoardRequest):
    """Drafted moves that are not played yet, and one more to preview."""

    draft: Draft = field(default_factory=list)
    move: MoveText | None = None


class TextRequest(BoardRequest):
    """Drafted moves after which the board is to be told in words."""

    draft: Draft = field(default_factory=list)


class ExplainRequest(BoardRequest):
    """A move that was tried, or a cell that was touched after some steps of a move; perhaps after a draft."""

    draft: Draft = field(default_factory=list)
    move: MoveText | None = None
    steps: Draft = field(default_factory=list)
    cell: MoveText | None = None

    def __post_init__(self) -> None:
        """Refuse two questions, and none."""
        if (self.move is None) == (self.cell is None):
            raise ValueError("field `move`: ask about a move or about a cell")


class TerritoryRequest(BoardRequest):
    """A seat whose points are to be shown on the board."""

    seat: SeatNumber
