"""Puzzles as they are stored: one line of JSON each, in the folder of their game."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import msgspec

from funkenflug.core.words import Message, clipped
from funkenflug.games import GAMES, find_game
from funkenflug.games.base import GameType, PuzzleTask
from funkenflug.match.game import Game, new

COMMON_THEMES = MappingProxyType({"best": Message("Best move"), "solitaire": Message("Can it still be won?")})
"""The titles of the themes that all games have."""
DIFFICULTIES = (1, 2, 3, 4, 5)
_EASIEST_RATING, _PER_MISS = 1000, 160


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position with one clearly best decision."""

    id: str
    game: str
    players: int
    mode: str = "competitive"
    options: tuple[str, ...] = ()
    seed: str
    moves: tuple[str, ...]
    """From the deal to the position."""
    answers: tuple[str, ...]
    """The moves that solve it, the best first."""
    tempting: str
    """The natural move, which is not best."""
    line: tuple[str, ...]
    """The line after the answer, with best play by all."""
    tempting_line: tuple[str, ...]
    """The line after the tempting move."""
    chances: tuple[float, float]
    """The chance to win after the answer and after the tempting move, from 0 to 1."""
    points: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())
    """The points of each seat after both: of a proven puzzle at the end, otherwise expected; empty in solitaire."""
    theme: str
    missed: int
    """How often the levels that search missed the answer, of seven tries."""
    level: str = ""
    """The weakest level that finds the answer in most tries; empty if none does."""
    kind: Literal["proven", "clear", "searched"]
    """Proven: what every move leads to is known exactly. Clear: every move was searched, and no other comes near.

    Searched: as clear, by an older and weaker check; these are judged again one by one.
    """
    gap: float
    """How much lower the chance to win is after every move that is no answer."""

    def position(self) -> Game:
        """Return the match at the moment of the puzzle."""
        game = new(self.game, players=self.players, mode=self.mode, options=self.options, seed=self.seed)
        for move in self.moves:
            game.play(move)
        return game

    @property
    def difficulty(self) -> int:
        """From 1, which nearly every search finds, to 5."""
        return DIFFICULTIES[min((self.missed + 1) // 2, 4)]

    @property
    def rating(self) -> float:
        """The rating of the puzzle before anybody has tried it."""
        return _EASIEST_RATING + _PER_MISS * self.missed


def puzzle_id(game: Game) -> str:
    """Return the id of the puzzle in a position."""
    text = "/".join((game.type.id, game.mode, *game.options, str(game.setup.seed), *game.moves))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def task_of(puzzle: Puzzle, position: Game) -> PuzzleTask:
    """Return what a puzzle is about; `position` is its position."""
    if position.mode != "competitive":
        turns = 1 + sum(_turn_beginnings(position, (puzzle.answers[0], *puzzle.line))[1:])
        return PuzzleTask(
            "solitaire",
            Message.counted(
                "This can still be won in one turn. How?", "This can still be won in {count} turns. How?", turns
            ),
        )
    seat = position.to_move
    previews = (position.preview(move, seat) for move in (puzzle.answers[0], puzzle.tempting))
    task = position.type.puzzle_task(position.view(seat), *previews)
    return task or PuzzleTask("best", Message("Find the best move"))


def _turn_beginnings(position: Game, moves: Iterable[str]) -> list[bool]:
    after, begun = position.copy(), len(position.moves)
    for move in moves:
        after.play(move)
    return list(after.turn_beginnings[begun:])


def themes_of(game_type: GameType) -> dict[str, Message]:
    """Return the titles of the themes of a game's puzzles, in the game's order."""
    used = {puzzle.theme for puzzle in shipped(game_type.id)}
    return {theme: title for theme, title in (dict(game_type.puzzle_themes()) | COMMON_THEMES).items() if theme in used}


@cache
def shipped(game_id: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that are shipped with a game; none if it has no file of them.

    >>> puzzle = shipped("vulkan")[0]
    >>> puzzle.answers[0] in puzzle.position().legal_moves()
    True
    """
    folder = find_game(game_id).folder / "teach" / "puzzles"
    return tuple(puzzle for path in sorted(folder.glob("*.jsonl")) for puzzle in read_puzzles(path))


@cache
def _by_id(game_id: str) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in shipped(game_id)}


@cache
def withdrawn(game_id: str) -> frozenset[str]:
    """Return the ids of puzzles that are no longer shipped, for people who still have a link."""
    path = GAMES[game_id].folder / "teach" / "puzzles" / "withdrawn.txt" if game_id in GAMES else None
    return frozenset(path.read_text(encoding="ascii").split() if path and path.is_file() else ())


def find_puzzle(game_id: str, id: str) -> Puzzle:
    """Return a puzzle by its game and its id."""
    game_type = find_game(game_id)
    if id not in _by_id(game_id):
        raise ValueError(f"{game_type.title} has no puzzle {clipped(repr(id))}")
    return _by_id(game_id)[id]


def read_puzzles(path: Path) -> list[Puzzle]:
    """Return the puzzles of a file."""
    return msgspec.json.Decoder(Puzzle).decode_lines(path.read_bytes())


def written(puzzles: Iterable[Puzzle]) -> str:
    """Return puzzles as the text of a file."""
    return "".join(f"{msgspec.json.encode(puzzle).decode()}\n" for puzzle in puzzles)
