"""Who has tried which puzzle, and the ratings of people and puzzles: rows that all processes share."""

from __future__ import annotations

import time
from concurrent.futures import Future
from typing import Literal, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from funkenflug.puzzles.rating import CERTAIN, PuzzleRating, after_try
from funkenflug.site.infra.db.schema import attempts, ratings
from funkenflug.site.infra.db.storage import Storage

_MOST_REMEMBERED = 1000
"""The tries that streaks are counted in."""


class Attempt(NamedTuple):
    """The first try of a person at a puzzle; further ones do not count."""

    game: str
    puzzle: str
    solved: bool
    day: str | None
    """The day whose puzzle it was when it was tried."""


class Rated(NamedTuple):
    """An attempt with the ratings before and after it."""

    attempt: Attempt
    before: PuzzleRating
    after: PuzzleRating


def try_puzzle(storage: Storage, who: str, attempt: Attempt, prior: PuzzleRating) -> Future[Rated]:
    """Store somebody's first try at a puzzle, and rate both; `prior` is the rating of a puzzle nobody has tried."""
    now = time.time()
    return storage.write(lambda connection: _try_puzzle(connection, who, attempt, prior, now))


def attempt_at(storage: Storage, who: str, game: str, puzzle: str) -> Future[Attempt | None]:
    """Return somebody's first try at a puzzle, or None."""
    return storage.read(lambda connection: _attempt_at(connection, who, game, puzzle))


def attempts_of(storage: Storage, who: str) -> Future[tuple[PuzzleRating, list[Attempt]]]:
    """Return somebody's rating, and their first tries at puzzles, the last one first."""
    return storage.read(
        lambda connection: (
            _rating_of(connection, "person", who) or PuzzleRating(),
            _attempts_of(connection, who),
        )
    )


def ratings_of_puzzles(storage: Storage) -> Future[dict[str, PuzzleRating]]:
    """Return the ratings of all puzzles that were tried, by game/id."""
    return storage.read(_ratings_of_puzzles)


def _try_puzzle(connection: Connection, who: str, attempt: Attempt, prior: PuzzleRating, now: float) -> Rated:
    """Store somebody's first try at a puzzle and rate both; return an earlier one without a change."""
    person = _rating_of(connection, "person", who) or PuzzleRating()
    known = _attempt_at(connection, who, attempt.game, attempt.puzzle)
    if known is not None:
        return Rated(known, person, person)
    name = f"{attempt.game}/{attempt.puzzle}"
    before = _rating_of(connection, "puzzle", name) or prior
    rated, puzzle = after_try(person, before, attempt.solved)
    if person.deviation > CERTAIN:  # or identities that are thrown away would decide how difficult a puzzle is
        puzzle = before
    connection.execute(attempts.insert().values(who=who, at=now, **attempt._asdict()))
    _keep(connection, "person", who, rated)
    _keep(connection, "puzzle", name, puzzle)
    return Rated(attempt, person, rated)


def _keep(connection: Connection, kind: str, subject: str, rating: PuzzleRating) -> None:
    same = (ratings.c.kind == kind) & (ratings.c.subject == subject)
    if connection.execute(ratings.update().where(same).values(**rating._asdict())).rowcount == 0:
        connection.execute(ratings.insert().values(kind=kind, subject=subject, **rating._asdict()))


_RATING = (ratings.c.value, ratings.c.deviation, ratings.c.volatility)
_ATTEMPT = (attempts.c.game, attempts.c.puzzle, attempts.c.solved, attempts.c.day)


def _rating_of(connection: Connection, kind: Literal["person", "puzzle"], subject: str) -> PuzzleRating | None:
    """Return the rating of a person or a puzzle; None before the first try."""
    wanted = sa.select(*_RATING).where(ratings.c.kind == kind, ratings.c.subject == subject)
    found = connection.execute(wanted).one_or_none()
    return None if found is None else PuzzleRating(*found)


def _ratings_of_puzzles(connection: Connection) -> dict[str, PuzzleRating]:
    """Return the ratings of all puzzles that were tried, by game/id."""
    rows = connection.execute(sa.select(ratings.c.subject, *_RATING).where(ratings.c.kind == "puzzle"))
    return {subject: PuzzleRating(*rating) for subject, *rating in rows}


def _attempt_at(connection: Connection, who: str, game: str, puzzle: str) -> Attempt | None:
    """Return somebody's first try at a puzzle, or None."""
    same = (attempts.c.who == who) & (attempts.c.game == game) & (attempts.c.puzzle == puzzle)
    found = connection.execute(sa.select(*_ATTEMPT).where(same)).one_or_none()
    return None if found is None else Attempt(*found)


def _attempts_of(connection: Connection, who: str) -> list[Attempt]:
    """Return somebody's first tries, the last one first."""
    wanted = sa.select(*_ATTEMPT).where(attempts.c.who == who).order_by(attempts.c.at.desc()).limit(_MOST_REMEMBERED)
    return [Attempt(*row) for row in connection.execute(wanted)]
