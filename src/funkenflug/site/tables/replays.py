"""Looking back at matches: positions and judged decisions. What is known of a finished match is kept for a while."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from funkenflug.bots.review import Judgement, TurningPoint, decisions, judge, turning_point
from funkenflug.core.thinking import Stop
from funkenflug.core.words import Message
from funkenflug.match.game import Game
from funkenflug.site.boards.position import Position
from funkenflug.site.infra.cache import Cache
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.costs import payer
from funkenflug.site.infra.middleware.limits import Client
from funkenflug.site.infra.precompile import Precompiler
from funkenflug.site.infra.queues import Queues
from funkenflug.site.tables.position import TablePosition, require_over
from funkenflug.site.tables.review import may_be_lost, score_lines

T = TypeVar("T")

_MOST_POSITIONS = 256
_MOST_MATCHES = 256
_REVIEW_SECONDS = 0.4
"""For each decision."""
_SOLVER_SECONDS = 1.0
"""For each of the few positions that are solved to find where a match was lost."""


@dataclass(frozen=True, eq=False, slots=True)
class Overview:
    """What all replays and reviews of a match need."""

    game: Game
    score_lines: list[list[int]]
    decisions: list[int]
    judgements: dict[int, Judgement]
    """By ply: decisions that were judged without haste."""


class Replays:
    """The replays and reviews of a site."""

    def __init__(self, precompiler: Precompiler, queues: Queues) -> None:
        self._precompiler = precompiler
        self._queues = queues
        self._overviews: Cache[str, Overview] = Cache(_MOST_MATCHES)
        self._positions: Cache[tuple[str, int, int], Position] = Cache(_MOST_POSITIONS)

    async def at_ply(self, position: TablePosition, ply: int, client: Client) -> Position:
        """Return an earlier position of a match."""
        key = position.table.id, position.number, ply
        known = self._positions.get(key)
        if known is not None:
            return known
        return self._positions.keep(key, await self._run(lambda: position.at_ply(ply), client))

    async def score_lines(self, position: TablePosition, client: Client) -> list[list[int]]:
        """Return the points of every seat after every move of a match that is over."""
        return (await self._overview(position, client)).score_lines

    async def next_decisions(self, position: TablePosition, ply: int, client: Client) -> tuple[int | None, int | None]:
        """Return the plies of the first two decisions of a finished match, at or after a ply."""
        overview = await self._overview(position, client)
        first, second, *_ = (*(at for at in overview.decisions if at >= ply), None, None)
        return first, second

    async def judge(self, position: TablePosition, ply: int, client: Client) -> Judgement:
        """Return what a decision of a finished match was worth."""
        overview = await self._overview(position, client)
        if ply in overview.judgements:
            return overview.judgements[ply]
        await self._precompiler.wait_for("bots", overview.game.type.id)

        def work(stop: Stop, seconds: float | None) -> Judgement:
            limit = _REVIEW_SECONDS if seconds is None else min(_REVIEW_SECONDS, seconds)
            judgement = judge(overview.game, ply, limit, stop=stop)
            if limit == _REVIEW_SECONDS and not stop.wanted:
                overview.judgements[ply] = judgement
            return judgement

        return await self._queues.reviews.run(work, client.address, client.name)

    async def turning_point(self, position: TablePosition, client: Client) -> TurningPoint | None:
        """Return where a finished solitaire or cooperative match was lost."""
        game = (await self._overview(position, client)).game
        if not may_be_lost(game):
            raise Refused(404, Message("Only a solitaire or cooperative game can be lost by all"))
        await self._precompiler.wait_for("bots", game.type.id)

        def work(stop: Stop, seconds: float | None) -> TurningPoint | None:
            return turning_point(game, _SOLVER_SECONDS, stop=stop)

        return await self._queues.reviews.run(work, client.address, client.name)

    async def _overview(self, position: TablePosition, client: Client) -> Overview:
        require_over(position)
        game = position.game
        known = self._overviews.get(position.table.id)
        if known is not None and known.game is game:
            return known

        def work() -> Overview:
            return Overview(game, score_lines(game), decisions(game), {})

        return self._overviews.keep(position.table.id, await self._run(work, client))

    async def _run(self, work: Callable[[], T], client: Client) -> T:
        """Run something in the queue and charge the client for it."""

        def measured(stop: Stop, seconds: float | None) -> tuple[T, float]:
            began = time.thread_time()
            return work(), time.thread_time() - began

        result, spent = await self._queues.replays.run(measured, client.address)
        if (paying := payer.get()) is not None:
            paying.charge(spent)
        return result
