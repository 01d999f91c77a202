"""Studies: what the computer thinks of a position, and a tree of moves as a study."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from funkenflug.bots.analysis import consider
from funkenflug.core.drawing import Theme
from funkenflug.core.thinking import Budget, Stop
from funkenflug.core.words import IllegalMove, Message
from funkenflug.match.game import Suggestion
from funkenflug.match.record import RecordError
from funkenflug.match.study import Study, load_study
from funkenflug.pictures.captions import moving_picture
from funkenflug.site.boards.position import Position
from funkenflug.site.boards.records import unreadable
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.limits import Client
from funkenflug.site.infra.precompile import Precompiler
from funkenflug.site.infra.queues import Queues

_SHORTEST_THOUGHT = 0.5
_LONGEST_THOUGHT = 4.0
"""Seconds of the first search, and of later ones, which are deeper."""


class Studies:
    """Thinks about positions."""

    def __init__(self, precompiler: Precompiler, queues: Queues) -> None:
        self._precompiler = precompiler
        self._queues = queues

    async def think(self, position: Position, round: int, client: Client) -> tuple[list[Suggestion], float]:
        """Return what a search finds in a position, and its seconds. Every round is another search."""
        await self._precompiler.wait_for("bots", position.type.id)
        wanted = min(_SHORTEST_THOUGHT * (round + 1), _LONGEST_THOUGHT)

        def search(stop: Stop, seconds: float | None) -> tuple[list[Suggestion], float]:
            began = time.perf_counter()
            budget = Budget(seconds=wanted if seconds is None else min(wanted, seconds))
            found = consider(position.possible(position.game.to_move), budget, seed=round, stop=stop)
            return found, time.perf_counter() - began

        return await self._queues.hints.run(search, client.address)  # the last search may not have ended yet

    async def film(self, position: Position, looking: int | None, theme: Theme) -> str:
        """Return all moves that led to a position as one animated picture (SVG)."""
        await self._precompiler.wait_for("rules", position.type.id)  # the other process loads what is compiled
        return await self._queues.in_process(partial(moving_picture, position.game, looking, theme=theme))


def read_study(record: str) -> Study:
    """Return the study of a record that somebody has sent."""
    try:
        return load_study(record)
    except RecordError as error:
        raise unreadable(error) from None


def grow(study: Study, nodes: Sequence[tuple[int, str, str, str]]) -> None:
    """Add moves to a study: for each the index of the one before it (-1: the beginning), its text, nag and comment."""
    grown = [study.root]
    for parent, move, nag, comment in nodes:
        if parent + 1 >= len(grown):
            raise Refused(422, Message("This study contains moves that can’t follow each other"))
        try:
            node = grown[parent + 1].add(move)
        except IllegalMove as illegal:
            raise Refused(422, illegal.reason) from None
        node.nag, node.comment = nag, comment
        grown.append(node)
