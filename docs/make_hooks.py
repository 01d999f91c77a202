"""Write the reference at the end of docs/write-a-game.md: `python docs/make_hooks.py`.

It is made from the docstrings of `GameType` and of the functions that the kernel asks for; a test compares.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from funkenflug.core.drawing import Drawing, Fragment, Preview
from funkenflug.core.thinking import Budget, Evaluation
from funkenflug.core.view import Event, Outcome, Played, View
from funkenflug.games import base
from funkenflug.games.base import (
    Cell,
    Choice,
    FollowUp,
    GameType,
    Goal,
    Mode,
    Note,
    Option,
    PuzzleTask,
    Section,
    Setup,
    Small,
)
from funkenflug.games.hooks import HOOKS, ROOMS
from funkenflug.kernel.protocol import PROVIDED
from funkenflug.kernel.solving import Expectation, Solution, Solver

PAGE = Path(__file__).with_name("write-a-game.md")
START = "## Reference\n"
TYPES = (
    *(Setup, Mode, Option, Choice, Cell, Goal, Section, Note, FollowUp, PuzzleTask),
    *(View, Event, Played, Outcome, Drawing, Fragment, Preview),
    *(Budget, Solution, Evaluation),
)
"""What hooks take and return."""
_NEEDED = ("id", "title", "designer", "year", "summary", "modes", "start", "move_texts", "view")
_COMPILED_NEEDED = ("to_move", "legal", "play", "utilities")


def reference() -> str:
    """Return the reference."""
    parts = [START, "Names in **bold** are needed; everything else has a default.\n"]
    parts.append(_table("Facts of the class", "fact", _facts()))
    for room, about in ROOMS.items():
        hooks = [hook for hook in HOOKS.values() if hook.room == room]
        rows = [(_call(hook.name, hook.parameters) + _result(hook.name), _text_of(hook.name)) for hook in hooks]
        parts.append(_table(f"Hooks in `{room}`: {about}", "hook", rows))
    compiled = [(_call(f.__name__, _positional(f), _COMPILED_NEEDED), _first(f.__doc__)) for f in PROVIDED]
    parts.append(_table("Compiled functions, in `rules` and `learn`", "function", compiled))
    parts.append(_table("Types", "type", _types()))
    parts.append(_table("What `GameType` makes of all that", "name", _derived()))
    return "\n".join(parts)


def _table(title: str, kind: str, rows: Any) -> str:
    lines = [f"### {title}\n", f"| {kind} | meaning |", "|---|---|"]
    lines += [f"| {name} | {meaning} |" for name, meaning in rows]
    return "\n".join(lines) + "\n"


def _call(name: str, parameters: tuple[str, ...] = (), needed: tuple[str, ...] = _NEEDED) -> str:
    text = f"`{name}({', '.join(parameters)})`"
    return f"**{text}**" if name in needed else text


def _result(name: str) -> str:
    """Return what a hook returns, as its annotation says."""
    declared = {"solve": Solver, "expectation": Expectation, "small": Small}.get(name)
    function = getattr(GameType, name) if declared is None else declared.__call__
    return f" → `{inspect.signature(function).return_annotation}`".replace("|", "\\|")


def _types() -> Iterator[tuple[str, str]]:
    for described in TYPES:
        fields = ", ".join(f"`{name}`" for name in inspect.signature(described).parameters)
        about = _first(described.__doc__).partition(">>>")[0].strip()
        yield f"`{described.__module__}.{described.__name__}`", f"{about} Fields: {fields}."


def _positional(function: Any) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)


def _first(text: str | None) -> str:
    """Return a docstring in one line, as a cell of a table."""
    line = re.sub(r"\s+", " ", inspect.cleandoc(text or "")).replace("|", "\\|").removeprefix("Return ")
    return line[:1].upper() + line[1:]


def _facts() -> Iterator[tuple[str, str]]:
    for name, text in _attributes().items():
        if name not in HOOKS:
            shown = f"`{name}`"
            yield (f"**{shown}**" if name in _NEEDED else shown), _first(text)


def _text_of(name: str) -> str:
    return _first(_attributes().get(name) or getattr(GameType, name).__doc__)


def _attributes() -> dict[str, str]:
    """Return the attributes of the class with the texts below them."""
    tree = ast.parse(inspect.getsource(base))
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "GameType")
    found = {}
    for node, after in pairwise(body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            told = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            found[node.target.id] = str(after.value.value) if told else ""  # type: ignore[union-attr]
    return found


def _derived() -> Iterator[tuple[str, str]]:
    for name, value in vars(GameType).items():
        if not name.startswith("_") and name not in HOOKS and (callable(value) or hasattr(value, "func")):
            call = _call(name, _positional(value)[1:]) if callable(value) else f"`{name}`"
            yield call, _first(value.__doc__)


def main() -> None:
    """Write the reference into the page."""
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(text[: text.index(START)] + reference(), encoding="utf-8")


if __name__ == "__main__":
    main()
