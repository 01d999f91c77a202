"""Response bodies and messages of lessons."""

from __future__ import annotations

from typing import Literal, TypedDict

from funkenflug.site.boards.responses import BoardPosition


class ProgressResponse(TypedDict):
    """How many steps of a course somebody has passed."""

    game: str
    passed: int
    steps: int


class LessonChoice(TypedDict):
    """A choice in a step of a lesson."""

    id: str
    words: str


class LessonStep(TypedDict):
    """A step of a lesson, with its words in the language of the response."""

    id: str
    task: Literal["move", "cell", "choice"]
    """What there is to do: play a move, point at a cell, or choose."""
    record: str
    """The position, as a record."""
    seat: int
    """The seat of the learner."""
    rings: list[str]
    """The cells that the text is about."""
    ring_names: list[str]
    """What players call these cells."""
    text: str
    why: str
    choices: list[LessonChoice]
    shown: str
    """The answer to show."""
    passed: bool


class CourseResponse(TypedDict):
    """The lessons of a game."""

    game: str
    steps: list[LessonStep]
    step: str
    """The step to begin with: the one that was asked for, or the first that is not passed."""
    position: BoardPosition
    """The position of that step."""


class VerdictResponse(TypedDict):
    """Whether an answer is right, and what is to be said to it."""

    right: bool
    words: str
    move: str | None
    """The move as the rules write it, if it is a legal one."""
    position: BoardPosition | None
    """The position after a right move."""
