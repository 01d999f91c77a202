"""Lessons: a short course in a game, as data in the game's folder.

`lessons/course.toml` has the steps: a position (the deal in full, and the moves that lead to it), one thing to do, and
which answers are right. `lessons/<language>.toml` has the words. A step is about

    a move     to be played on the board: `right` lists moves, in which `*` stands for anything
    a cell     to point at: `right` lists cells
    a choice   between buttons: `choices` lists their ids, `right` the right ones

The words of a step are

    text       what the learner reads, with what there is to do
    why        more about it, for those who ask
    right      what the right answer shows
    wrong      the answer to everything else that is legal; `answers` has words for particular ones
    choices    the words on the buttons

A number in the words comes from the rules. `{heat}` is a fact, and a fact is a path into the view of the learner, such
as `heat`, `scores.0`, `tiles.length` or `tiles[0,0].free_edges` (of the tile that has the cell 0,0), or into the view
after the right move, `after.scores.0`. A fact that is a number is a wrong answer to choose from.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, get_args

from funkenflug.core.view import View
from funkenflug.core.words import IllegalMove, Message
from funkenflug.games.base import GameType, Note
from funkenflug.locale.translate import LANGUAGES, SOURCE, translate
from funkenflug.match.game import Game, new

Task = Literal["move", "cell", "choice"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a try, and what to say about it."""

    right: bool
    words: str
    legal: bool = True
    """Whether the rules allow it."""
    move: str | None = None
    """The move in its usual form, if it is one and legal."""


@dataclass(frozen=True, slots=True)
class StepWords:
    """The words of a step in a language, with their numbers."""

    text: str
    why: str
    right: str
    wrong: str
    choices: Mapping[str, str]
    answers: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class Step:
    """One step of a course."""

    id: str
    game_type: GameType
    deal: Mapping[str, Any]
    moves: tuple[str, ...]
    """They lead to the position."""
    task: Task
    right: tuple[str, ...]
    """The right answers; the first is the one to show."""
    rings: tuple[str, ...]
    """The cells that the text is about."""
    choices: tuple[str, ...]
    answers: Mapping[str, str]
    """Answers with words of their own, each with the id of the words."""
    facts: Mapping[str, str | int]

    def position(self) -> Game:
        """Return the position as a match."""
        return _position(self).copy()

    @property
    def shown(self) -> str:
        """The answer to show."""
        return self.right[0]

    def words(self, language: str = SOURCE) -> StepWords:
        """Return the words of the step."""
        return _filled_words(self, language)

    def judge(self, answer: str, language: str = SOURCE) -> Verdict:
        """Return whether an answer is right, and what to say to the learner.

        >>> from funkenflug.games import find_game
        >>> step = read_course(find_game("feurio")).steps[0]
        >>> step.judge("tile 0,1").right, step.judge("tile -1,0").words
        (True, 'heat 9 here; 10 at m12 and o14')
        """
        words = self.words(language)
        if self.task == "move":
            game = self.position()
            try:
                game.play(answer)
            except IllegalMove as illegal:
                return Verdict(False, translate(illegal.reason, language), legal=False)
            answer = str(game.moves[-1])
        right = any(fnmatchcase(answer, pattern) for pattern in self.right)
        said = next((id for pattern, id in self.answers.items() if fnmatchcase(answer, pattern)), None)
        remark = words.answers[said] if said else words.right if right else words.wrong
        if self.task == "cell" and not right:
            remark = self._with_cell(answer, remark, language)
        return Verdict(right, remark, move=answer if self.task == "move" else None)

    def _with_cell(self, cell: str, remark: str, language: str) -> str:
        """Return a remark on a wrong cell, after what there is on the cell."""
        game = self.position()
        about = self.game_type.describe_cells(game.view(game.to_move)).get(cell)
        name = self.game_type.name_cell(cell)
        if about is None:
            return remark
        return f"{translate(Message('{cell}: {words}', cell=name, words=about), language)}. {remark}"

    def explain_cell(self, steps: Sequence[str], cell: str, language: str = SOURCE) -> str:
        """Return why a cell cannot be chosen, when these steps of a move have been chosen."""
        return translate(self.position().explain_cell(steps, cell), language)


@dataclass(frozen=True, eq=False)
class Course:
    """The lessons of a game, in order."""

    game_type: GameType
    steps: tuple[Step, ...]

    def step(self, id: str) -> Step:
        """Return a step by its id; a `KeyError` if there is none."""
        return {step.id: step for step in self.steps}[id]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the steps."""
        return tuple(step.id for step in self.steps)


# Reading ------------------------------------------------------------------------------------------------------------

COURSE: Final = "course.toml"


@cache
def read_course(game_type: GameType) -> Course | None:
    """Return the course in the folder of a game, None if there is none."""
    file = game_type.folder / "teach" / "lessons" / COURSE
    if not file.is_file():
        return None
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    steps: dict[str, Step] = {}
    for entry in data["steps"]:
        step = _step(game_type, data["deals"], entry, steps)
        steps[step.id] = step
    return Course(game_type, tuple(steps.values()))


def _step(game_type: GameType, deals: Mapping[str, Any], entry: dict[str, Any], before: Mapping[str, Step]) -> Step:
    if "after" in entry:  # goes on from another step, whose answer has been played
        earlier = before[entry["after"]]
        deal, moves = earlier.deal, [*earlier.moves, *([earlier.shown] if earlier.task == "move" else [])]
    else:
        deal, moves = deals[entry["deal"]], deals[entry["deal"]].get("moves", [])
    if entry["task"] not in get_args(Task):
        raise ValueError(f"step {entry['id']} has no task {entry['task']!r}")
    return Step(
        id=entry["id"],
        game_type=game_type,
        deal=deal,
        moves=(*moves, *entry.get("moves", ())),
        task=entry["task"],
        right=tuple(entry["right"]),
        rings=tuple(entry.get("rings", ())),
        choices=tuple(entry.get("choices", ())),
        answers=entry.get("answers", {}),
        facts=entry.get("facts", {}),
    )


@cache
def read_words(folder: Path, language: str) -> Mapping[str, Any]:
    """Return the words of a course by step; in English where a language has none."""
    file = folder / "teach" / "lessons" / f"{language if language in LANGUAGES else SOURCE}.toml"
    if not file.is_file():
        file = file.with_name(f"{SOURCE}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def _filled_words(step: Step, language: str) -> StepWords:
    words = read_words(step.game_type.folder, language)[step.id]
    facts = facts_of(step)

    def filled(text: str) -> str:
        return " ".join(text.split()).format_map(facts)

    return StepWords(
        text=filled(words["text"]),
        why=filled(words["why"]),
        right=filled(words["right"]),
        wrong=filled(words.get("wrong", "")),
        choices={id: filled(words["choices"][id]) for id in step.choices},
        answers={id: filled(text) for id, text in words.get("answers", {}).items()},
    )


@cache
def _position(step: Step) -> Game:
    words = step.game_type.deal_words
    tags = {word.title(): value for word, value in step.deal.items() if word in words}
    rest = {word: value for word, value in step.deal.items() if word not in (*words, "moves")}
    game = new(step.game_type.id, **rest, **step.game_type.read_deal_tags(tags))
    for move in step.moves:
        game.play(move)
    return game


# Facts --------------------------------------------------------------------------------------------------------------

_PART = re.compile(r"(\w+)(?:\[([^\]]*)\])?")


def facts_of(step: Step) -> dict[str, Any]:
    """Return the facts of a step by name."""
    game = step.position()
    seat = game.to_move
    before = game.view(seat)
    after = before
    if step.task == "move":
        game.play(step.shown)
        after = game.view(seat)
    facts = {name: _fact(path, before, after) for name, path in step.facts.items()}
    return {name: f"−{-fact}" if isinstance(fact, int) and fact < 0 else fact for name, fact in facts.items()}


def _fact(path: str | int, before: View, after: View) -> Any:
    if isinstance(path, int):
        return path
    found: Any = after if path.startswith("after.") else before
    for part in path.removeprefix("after.").split("."):
        match = _PART.fullmatch(part)
        if match is None:
            raise ValueError(f"{path!r} is no path of a fact")
        name, key = match.groups()
        found = len(found) if name == "length" else found[int(name)] if name.isdigit() else getattr(found, name)
        if key is not None:
            found = next(item for item in found if all(_has(item, word) for word in key.split()))
    return found


def _has(item: Any, word: str) -> bool:
    """Whether a field of an item is this word, or has it among its values."""
    for name in item.__struct_fields__:
        value = getattr(item, name)
        values = value if isinstance(value, tuple) and value and isinstance(value[0], tuple) else (value,)
        if any(_text(one) == word for one in values):
            return True
    return False


def _text(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


# The coach ----------------------------------------------------------------------------------------------------------


def next_note(game_type: GameType, view: View, said: Collection[str] = ()) -> Note | None:
    """Return what a coach says to the player of this view and has not said before; None if nothing is new.

    >>> from funkenflug import new
    >>> game = new("feurio", players=4, deck=[6, 5, 4, 6, 5, 4] * 3 + [3, 2, 1] * 6)
    >>> events = game.play("arrange 6 6 5 4")
    >>> next_note(game.type, game.view(0)).words
    'It burns hottest at l13 or n15, with heat 11: your tile goes there.'
    >>> next_note(game.type, game.view(0), {"hottest"})
    """
    return next((note for note in game_type.coach(view) if note.id not in said), None)
