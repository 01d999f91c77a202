"""Routes: the lessons of a game."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from starlette.responses import Response

from funkenflug.core.words import Message
from funkenflug.games import GAMES, list_games
from funkenflug.lessons import Course, Step, read_course
from funkenflug.site.boards.board import record_position
from funkenflug.site.boards.records import Records
from funkenflug.site.infra.dependencies import LanguageDep, PersonDep, part
from funkenflug.site.infra.endpoints import Router
from funkenflug.site.infra.error_handlers import json_response
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.costs import in_thread
from funkenflug.site.lessons.progress import Progress
from funkenflug.site.lessons.requests import AnswerRequest
from funkenflug.site.lessons.responses import (
    CourseResponse,
    LessonChoice,
    LessonStep,
    ProgressResponse,
    VerdictResponse,
)

router = Router("lessons")

ProgressDep = Annotated[Progress, part("lessons")]
RecordsDep = Annotated[Records, part("records")]

Id = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,32}$(?!\n)")]


@router.get("/api/lessons", list[ProgressResponse])
async def progress(lessons: ProgressDep, person: PersonDep) -> Response:
    """Return how many steps of each course you have passed."""
    passed = await lessons.of(person)
    courses = [course for game_type in list_games() if (course := read_course(game_type))]
    return json_response([_progress(course, passed.get(course.game_type.id, set())) for course in courses])


def _progress(course: Course, passed: set[str]) -> ProgressResponse:
    return ProgressResponse(
        game=course.game_type.id, passed=sum(id in passed for id in course.ids), steps=len(course.steps)
    )


@router.get("/api/lessons/{game}", CourseResponse)
async def course(
    lessons: ProgressDep,
    records: RecordsDep,
    person: PersonDep,
    language: LanguageDep,
    game: Id,
    step: Id | None = None,
) -> Response:
    """Return a course: each step with its words in your language, and whether you have passed it.

    The position of the step to begin with comes with it: of the one that you ask for, or of the first to pass.
    """
    found = _course(game)
    passed = (await lessons.of(person)).get(game, set())
    steps = await in_thread(lambda: [_step(each, language, each.id in passed) for each in found.steps])
    asked = [each for each in steps if each["id"] == step]
    first = next(iter(asked), None) or next((each for each in steps if not each["passed"]), steps[0])
    position = await records.position(first["record"], ())
    shown = await in_thread(record_position, position, first["seat"])
    return json_response(CourseResponse(game=game, steps=steps, step=first["id"], position=shown))


def _course(game: str) -> Course:
    found = read_course(GAMES[game]) if game in GAMES else None
    if found is None:
        raise Refused(404, Message("There are no lessons for this game"))
    return found


def _step(step: Step, language: str, passed: bool) -> LessonStep:
    words = step.words(language)
    game = step.position()
    return LessonStep(
        id=step.id,
        task=step.task,
        record=game.record(),
        seat=int(game.to_move or 0),
        rings=list(step.rings),
        ring_names=[step.game_type.name_cell(cell) for cell in step.rings],
        text=words.text,
        why=words.why,
        choices=[LessonChoice(id=id, words=text) for id, text in words.choices.items()],
        shown=step.shown,
        passed=passed,
    )


@router.post("/api/lessons/{game}/{step}", VerdictResponse)
async def answer(
    lessons: ProgressDep,
    records: RecordsDep,
    person: PersonDep,
    language: LanguageDep,
    game: Id,
    step: Id,
    body: AnswerRequest,
) -> Response:
    """Try an answer: a move, a cell or the id of a choice. Returns what is to be said to it."""
    found = _course(game)
    if step not in found.ids:
        raise Refused(404, Message("There is no such lesson"))
    verdict = await in_thread(found.step(step).judge, body.answer, language)
    if verdict.right:
        await lessons.keep(person, game, step)
    told = VerdictResponse(right=verdict.right, words=verdict.words, move=verdict.move, position=None)
    if verdict.right and verdict.move is not None:
        before = found.step(step).position()
        after = await records.position(before.record(), [verdict.move])
        told["position"] = await in_thread(record_position, after, before.to_move, len(before.moves))
    return json_response(told)
