"""Mine many matches, choose puzzles from what they yield, and sum up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from functools import partial

import msgspec

from funkenflug.core.thinking import Stop
from funkenflug.jobs.engine import Executor
from funkenflug.match.game import Game, new
from funkenflug.puzzles.mining import Depth, Mined, MinedPuzzle, judge_again, mine_match
from funkenflug.puzzles.puzzle import Puzzle, puzzle_id, task_of
from funkenflug.puzzles.solitaires import mine_solitaire

_SHARE_OF_THEME = 0.25
"""No theme has a greater share of the puzzles, as far as there are others."""


def mine_matches(game_id: str, numbers: Iterable[int], depth: Depth, engine: Executor) -> Generator[Mined]:
    """Yield what matches yield, in the order of completion."""
    return engine.run(partial(_mine_number, game_id, depth), numbers)


def _mine_number(game_id: str, depth: Depth, number: int, stop: Stop) -> Mined:
    mine = {"solitaires": mine_solitaire, "shipped": judge_again}.get(depth.source, mine_match)
    return mine(game_id, number, depth, stop)


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """The statistics of mining."""

    matches: int
    decisions: int
    candidates: int
    """Decisions that were judged: all endings that may be solved, and what a quick search finds clear."""
    rejected: dict[str, int]
    puzzles: int


def statistics(mined: Iterable[Mined]) -> Statistics:
    """Sum up the mining."""
    matches = list(mined)
    rejected: Counter[str] = Counter()
    for match in matches:
        rejected.update(match.rejected)
    return Statistics(
        matches=len(matches),
        decisions=sum(match.decisions for match in matches),
        candidates=sum(match.candidates for match in matches),
        rejected=dict(rejected.most_common()),
        puzzles=sum(len(match.puzzles) for match in matches),
    )


def collect(mined: Iterable[Mined], most: int | None = None) -> list[Puzzle]:
    """Return the puzzles of matches, the most instructive `most` of them, in the order of their ids."""
    found = [_puzzle(match, one) for match in mined for one in match.puzzles]
    found.sort(key=lambda puzzle: (puzzle.kind != "proven", -puzzle.missed, -len(puzzle.line), puzzle.id))
    return sorted(_varied(found, len(found) if most is None else most), key=lambda puzzle: puzzle.id)


def _puzzle(match: Mined, found: MinedPuzzle) -> Puzzle:
    position = _position(match, found)
    puzzle = Puzzle(
        id=puzzle_id(position),
        game=match.game,
        players=match.players,
        mode=match.mode,
        options=match.options,
        seed=match.seed,
        moves=found.moves,
        answers=found.answers,
        tempting=found.tempting,
        line=found.line,
        tempting_line=found.tempting_line,
        chances=found.chances,
        points=found.points,
        theme="",
        missed=found.missed,
        level=found.level,
        kind=found.kind,
        gap=found.gap,
    )
    return msgspec.structs.replace(puzzle, theme=task_of(puzzle, position).theme)


def _position(match: Mined, found: MinedPuzzle) -> Game:
    game = new(match.game, players=match.players, mode=match.mode, options=match.options, seed=match.seed)
    for move in found.moves:
        game.play(move)
    return game


def _varied(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """Return the first puzzles, but of no theme too many, unless the others are too few."""
    counts: Counter[str] = Counter()
    chosen: list[Puzzle] = []
    spare: list[Puzzle] = []
    for puzzle in puzzles:
        fits = counts[puzzle.theme] < _SHARE_OF_THEME * most
        (chosen if fits else spare).append(puzzle)
        counts[puzzle.theme] += fits
    return [*chosen, *spare][:most]
