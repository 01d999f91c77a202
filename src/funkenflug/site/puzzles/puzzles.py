"""Puzzles on a site: which one comes next, whether a try solves it, and how well people do.

Answers stay on the server until somebody has solved a puzzle or given up.
"""

from __future__ import annotations

import asyncio
import datetime
import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

from funkenflug.core.drawing import Theme
from funkenflug.core.words import IllegalMove, Message
from funkenflug.games import GAMES, list_games
from funkenflug.locale.translate import translate as say
from funkenflug.match.game import Game
from funkenflug.puzzles.puzzle import Puzzle, find_puzzle, shipped, task_of, themes_of, withdrawn
from funkenflug.puzzles.rating import CERTAIN, PuzzleRating, of_puzzle
from funkenflug.site.boards.board import record_position
from funkenflug.site.boards.records import Records
from funkenflug.site.boards.responses import BoardPosition
from funkenflug.site.infra.cache import Cache
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.costs import in_thread
from funkenflug.site.puzzles import storage
from funkenflug.site.puzzles.responses import (
    PuzzleLine,
    PuzzleOfToday,
    PuzzlePosition,
    PuzzlesOfGame,
    PuzzleSolution,
    PuzzlesResponse,
    PuzzleStanding,
    PuzzleTheme,
    PuzzleTryResponse,
)
from funkenflug.site.puzzles.storage import Attempt

T = TypeVar("T")

_MOST_POSITIONS = 64
_NEAREST = 6
"""Choose the next puzzle among this many whose rating is nearest to the player's."""


class Puzzles:
    """The puzzles of a site, and the people who solve them."""

    def __init__(self, storage: Storage, records: Records) -> None:
        self._storage = storage
        self._records = records
        self._positions: Cache[tuple[str, str], Game] = Cache(_MOST_POSITIONS)

    # Choosing

    async def overview(self, who: str, language: str) -> PuzzlesResponse:
        """Return all puzzles by game and theme, the one of the day, and how well somebody solves them."""
        rating, attempts = await asyncio.wrap_future(storage.attempts_of(self._storage, who))
        games = [_of_game(game_type.id, language) for game_type in list_games() if shipped(game_type.id)]
        return PuzzlesResponse(games=games, today=await self._today(attempts), standing=_standing(rating, attempts))

    async def _today(self, attempts: Sequence[Attempt]) -> PuzzleOfToday | None:
        day = datetime.date.today()
        puzzle = puzzle_of_day(day)
        if puzzle is None:
            return None
        task = await self._run(puzzle, self._task)
        known = [one for one in attempts if (one.game, one.puzzle) == (puzzle.game, puzzle.id)]
        return PuzzleOfToday(
            day=day.isoformat(),
            game=puzzle.game,
            title=GAMES[puzzle.game].title,
            task=task[2],
            url=address(puzzle),
            first_try=_ending(known[0] if known else None),
        )

    async def next(self, who: str, game: str | None, theme: str | None) -> str:
        """Return the address of the next puzzle for somebody: one they have not tried, about as strong as they are."""
        games = [game_type.id for game_type in list_games()] if game is None else [game]
        fitting = [puzzle for each in games for puzzle in shipped(each) if theme in (None, puzzle.theme)]
        if not fitting:
            raise Refused(404, Message("There are no such puzzles"))
        rating, attempts = await asyncio.wrap_future(storage.attempts_of(self._storage, who))
        tried = {(one.game, one.puzzle): place for place, one in enumerate(attempts)}
        fresh = [puzzle for puzzle in fitting if (puzzle.game, puzzle.id) not in tried]
        if not fresh:  # all were tried: the one that was tried longest ago
            return address(max(fitting, key=lambda puzzle: tried[puzzle.game, puzzle.id]))
        known = await asyncio.wrap_future(storage.ratings_of_puzzles(self._storage))
        nearest = sorted(fresh, key=lambda puzzle: abs(_rating(puzzle, known).value - rating.value))[:_NEAREST]
        return address(min(nearest, key=lambda puzzle: _shuffled(f"{who}/{len(attempts)}/{puzzle.id}")))

    # One puzzle

    async def describe(self, who: str, game: str, id: str) -> PuzzlePosition:
        """Return a puzzle as somebody sees it who has not solved it."""
        puzzle = find(game, id)
        rating, attempts = await asyncio.wrap_future(storage.attempts_of(self._storage, who))
        known = await asyncio.wrap_future(storage.ratings_of_puzzles(self._storage))
        tried = [one for one in attempts if (one.game, one.puzzle) == (game, id)]
        record, seat, task = await self._run(puzzle, self._task)
        return PuzzlePosition(
            game=game,
            id=id,
            record=record,
            seat=seat,
            task=task,
            rating=round(_rating(puzzle, known).value),
            first_try=_ending(tried[0] if tried else None),
            is_of_today=puzzle is puzzle_of_day(datetime.date.today()),
            standing=_standing(rating, attempts),
            position=await self._shown(record, seat),
        )

    async def _shown(self, record: str, seat: int, *moves: str) -> BoardPosition:
        """Return what a puzzle looks like to its seat, after the moves of a try."""
        position = await self._records.position(record, moves)
        return await in_thread(record_position, position, seat, len(position.game.moves) - len(moves))

    async def task(self, game: str, id: str) -> Message:
        """Return what a puzzle asks for."""
        return await self._run(find(game, id), lambda one: task_of(one, self._position(one)).words)

    async def position(self, game: str, id: str) -> Game:
        """Return the position of a puzzle."""
        return await self._run(find(game, id), self._position)

    def _task(self, puzzle: Puzzle) -> tuple[str, int, Message]:
        position = self._position(puzzle)
        assert position.to_move is not None
        guess = position.determinize(position.to_move)  # what comes next is nobody's business yet
        return guess.record(), position.to_move, task_of(puzzle, position).words

    async def try_move(self, who: str, game: str, id: str, move: str) -> PuzzleTryResponse:
        """Return whether a move solves a puzzle, what it brings, and the solution if it does."""
        puzzle = find(game, id)
        played, wins, brings = await self._run(puzzle, lambda one: self._effect(one, move))
        solved = wins or played in puzzle.answers
        words = _PRAISE if solved else _words_about(puzzle, played)
        judged = await self._judged(who, puzzle, solved, words, [] if solved else brings, solved)
        if not solved:
            record, seat, _ = await self._run(puzzle, self._task)
            judged["position"] = await self._shown(record, seat, played)
        return judged

    async def give_up(self, who: str, game: str, id: str) -> PuzzleTryResponse:
        """Return the solution of a puzzle; without an earlier try it counts as failed."""
        words = Message("This was the move")
        return await self._judged(who, find(game, id), False, words, [], True)

    async def _judged(
        self, who: str, puzzle: Puzzle, solved: bool, words: Message, brings: list[Message], shown: bool
    ) -> PuzzleTryResponse:
        today = datetime.date.today()
        day = today.isoformat() if puzzle is puzzle_of_day(today) else None
        attempt = Attempt(puzzle.game, puzzle.id, solved, day)
        rated = await asyncio.wrap_future(storage.try_puzzle(self._storage, who, attempt, of_puzzle(puzzle.rating)))
        rating, attempts = await asyncio.wrap_future(storage.attempts_of(self._storage, who))
        return PuzzleTryResponse(
            solved=solved,
            words=words,
            brings=list(brings),
            change=round(rated.after.value) - round(rated.before.value),
            standing=_standing(rating, attempts),
            solution=await self._run(puzzle, self._solution) if shown else None,
            position=None,
        )

    async def picture(self, who: str, game: str, id: str, which: str, theme: Theme) -> str:
        """Return what the answer or the tempting move has led to, as SVG, for somebody who has tried the puzzle."""
        puzzle = find(game, id)
        if await asyncio.wrap_future(storage.attempt_at(self._storage, who, game, id)) is None:
            raise Refused(403, Message("Try the puzzle first"))
        return await self._run(puzzle, lambda one: self._draw(one, which, theme))

    # Positions

    async def _run(self, puzzle: Puzzle, work: Callable[[Puzzle], T]) -> T:
        """Run something heavy in a thread and charge the client for it."""
        return await in_thread(work, puzzle)

    def _position(self, puzzle: Puzzle) -> Game:
        key = puzzle.game, puzzle.id
        return self._positions.get(key) or self._positions.keep(key, puzzle.position())

    def _effect(self, puzzle: Puzzle, move: str) -> tuple[str, bool, list[Message]]:
        """Return a move in canonical form, whether it wins the match at once, and what it brings."""
        position = self._position(puzzle)
        seat = position.to_move
        try:
            preview = position.preview(move, seat)
        except IllegalMove as illegal:
            raise Refused(422, illegal.reason) from None
        view, played = position.view(seat), str(preview.after.moves[-1])
        effects = position.type.gain(view, preview), position.type.warning(view, preview)
        return played, _wins_at_once(position, played), [effect for effect in effects if effect]

    def _solution(self, puzzle: Puzzle) -> PuzzleSolution:
        position = self._position(puzzle)
        return PuzzleSolution(
            record=position.record(),
            answer=_line(puzzle, position, 0),
            tempting=_line(puzzle, position, 1),
        )

    def _draw(self, puzzle: Puzzle, which: str, theme: Theme) -> str:
        position = self._position(puzzle)
        after = _after(puzzle, position, 0 if which == "answer" else 1)
        flags = {**position.type.on_pages, **(position.type.closing if after.over else {})}
        return after.svg(position.to_move, theme=theme, **flags)


def _after(puzzle: Puzzle, position: Game, which: int) -> Game:
    after = position.copy()
    for move in _moves(puzzle, which):
        after.play(move)
    return after


def _moves(puzzle: Puzzle, which: int) -> list[str]:
    first, line = ((puzzle.answers[0], puzzle.line), (puzzle.tempting, puzzle.tempting_line))[which]
    return [first, *line]


def _line(puzzle: Puzzle, position: Game, which: int) -> PuzzleLine:
    moves, seat = _moves(puzzle, which), position.to_move
    return PuzzleLine(
        words=position.type.advise(position.view(seat), position.preview(moves[0], seat)),
        moves=moves,
        chance=round(100 * puzzle.chances[which]),
        points=list(puzzle.points[which]),
        scores=list(_after(puzzle, position, which).view(seat).scores),
    )


def _wins_at_once(position: Game, move: str) -> bool:
    """Return whether a move ends the match and its seat alone has won: no answer can be better."""
    after = position.copy()
    after.play(move)
    outcome = after.outcome()
    return outcome is not None and outcome.winners == (position.to_move,)


_PRAISE = Message("Solved")


def _words_about(puzzle: Puzzle, move: str) -> Message:
    """Return a kind word about a move that does not solve a puzzle."""
    if move == puzzle.tempting:
        return Message("Tempting, but there is something better")
    return Message("Not quite. There is something better")


def find(game: str, id: str) -> Puzzle:
    """Return a puzzle, or say that there is none, or none any more."""
    try:
        return find_puzzle(game, id)
    except ValueError:
        if id in withdrawn(game):
            raise Refused(410, Message("This puzzle was withdrawn because its solution wasn’t reliable.")) from None
        raise Refused(404, Message("There is no such puzzle")) from None


def address(puzzle: Puzzle) -> str:
    """Return the address of a puzzle's page."""
    return f"/puzzles/{puzzle.game}/{puzzle.id}"


def puzzle_of_day(day: datetime.date) -> Puzzle | None:
    """Return the puzzle of a day: the games take turns."""
    games = [game_type.id for game_type in list_games() if shipped(game_type.id)]
    if not games:
        return None
    puzzles = shipped(games[day.toordinal() % len(games)])
    return min(puzzles, key=lambda puzzle: _shuffled(f"{day.isoformat()}/{puzzle.id}"))


def _shuffled(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def _of_game(game_id: str, language: str) -> PuzzlesOfGame:
    game_type, puzzles = GAMES[game_id], shipped(game_id)
    counts = Counter(puzzle.theme for puzzle in puzzles)
    themes = [
        PuzzleTheme(id=theme, title=say(title, language), puzzles=counts[theme])
        for theme, title in themes_of(game_type).items()
    ]
    return PuzzlesOfGame(game=game_id, title=game_type.title, puzzles=len(puzzles), themes=themes)


def _rating(puzzle: Puzzle, known: dict[str, PuzzleRating]) -> PuzzleRating:
    return known.get(f"{puzzle.game}/{puzzle.id}") or of_puzzle(puzzle.rating)


def _ending(attempt: Attempt | None) -> Literal["solved", "failed"] | None:
    return None if attempt is None else "solved" if attempt.solved else "failed"


def _standing(rating: PuzzleRating, attempts: Sequence[Attempt]) -> PuzzleStanding:
    streak = next((place for place, one in enumerate(attempts) if not one.solved), len(attempts))
    return PuzzleStanding(
        rating=round(rating.value),
        uncertain=rating.deviation > CERTAIN,
        tried=len(attempts),
        solved=sum(one.solved for one in attempts),
        streak=streak,
        days=days_in_a_row({one.day for one in attempts if one.solved and one.day}, datetime.date.today()),
    )


def days_in_a_row(solved: set[str], today: datetime.date) -> int:
    """Return on how many days in a row a puzzle of the day was solved, up to today, or to yesterday.

    >>> days_in_a_row({"2026-11-15", "2026-11-16"}, datetime.date(2026, 11, 17))
    2
    """
    day = today if today.isoformat() in solved else today - datetime.timedelta(days=1)
    count = 0
    while day.isoformat() in solved:
        count += 1
        day -= datetime.timedelta(days=1)
    return count
