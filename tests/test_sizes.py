"""What keeps the house readable: functions fit on a screen, and a class name means one thing. Ruff counts arguments."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "src" / "funkenflug"
MOST_LINES = 60


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for file in sorted(PACKAGE.rglob("*.py")):
        path = file.relative_to(PACKAGE)
        if "migrations" not in path.parts:
            yield path, ast.parse(file.read_text(encoding="utf-8"))


def test_functions_fit_on_a_screen() -> None:
    long = [
        f"{path}: {node.name}"
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno >= MOST_LINES
    ]
    assert long == []


def test_a_class_name_means_one_thing_outside_the_folders_of_games() -> None:
    names = Counter(
        node.name
        for path, tree in trees()
        if path.parts[0] != "games"
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in names.items() if count > 1] == []
