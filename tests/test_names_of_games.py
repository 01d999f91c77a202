"""Only a game's own folder names it: nothing else in the package knows which games there are."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import funkenflug

PACKAGE = Path(funkenflug.__file__).parent
NAME = re.compile(r"feurio|vulkan|feuer.?wasser", re.IGNORECASE)
COMMENT = {
    ".js": re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL),
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".html": re.compile(r"<!--.*?-->|\{#.*?#\}", re.DOTALL),
}

EXCEPTIONS = {
    # `funkenflug.vulkan_layout` is a public name: an import, and its entry in `__all__`
    "__init__.py": 2,
}
"""How often other files may name a game, and why."""


def names_in_python(text: str) -> Iterator[str]:
    """Yield where code names a game: docstrings and comments do not count."""
    tree = ast.parse(text)
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(word)) if id(node) not in texts:
                yield word
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.FunctionDef(name=word) | ast.ClassDef(name=word):
                yield word
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                yield " ".join([getattr(node, "module", None) or "", *(alias.name for alias in names)])


def places() -> Counter[str]:
    found: Counter[str] = Counter()
    for file in PACKAGE.rglob("*"):
        name = file.relative_to(PACKAGE).as_posix()
        # the catalogues translate what the games say
        if name.startswith(("games/", "locale/")):
            continue
        if file.suffix == ".py":
            found[name] = sum(bool(NAME.search(word)) for word in names_in_python(file.read_text(encoding="utf-8")))
        elif file.suffix in COMMENT:
            found[name] = len(NAME.findall(COMMENT[file.suffix].sub("", file.read_text(encoding="utf-8"))))
    return +found


def test_only_a_games_own_folder_names_it() -> None:
    assert dict(places()) == EXCEPTIONS


def test_a_name_in_code_is_found_and_one_in_a_docstring_is_not() -> None:
    assert any(map(NAME.search, names_in_python('GAMES["feurio"]')))
    assert any(map(NAME.search, names_in_python("from funkenflug.games.vulkan import deal")))
    assert not any(map(NAME.search, names_in_python('"""Feurio! is a game."""  # and so is Vulkan!')))
