"""What there is to translate, found in the source: messages, texts of pages, what games say of themselves, pictures."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment
from jinja2.ext import extract_from_ast

from funkenflug.games import list_games
from funkenflug.match.view import COLOURS
from funkenflug.web.routes.pages import PICTURES

_PACKAGE = Path(__file__).parents[1]
_MAKERS = frozenset({"Message", "Words", "say", "translate", "translated"})
"""The functions whose first argument is shown to people."""


def texts() -> dict[str, list[str]]:
    """Return every English text that is shown to people, with the files where it is written."""
    found: dict[str, list[str]] = {}
    for text, place in _all_texts():
        places = found.setdefault(text, [])
        if place not in places:
            places.append(place)
    found.pop("", None)
    return found


def fields(text: str) -> list[str]:
    """Return the fields of a template."""
    return sorted(_FIELD.findall(text))


def has_words(text: str) -> bool:
    """Whether there is more in a template than fields and signs."""
    return re.search(r"[^\W\d_]", _FIELD.sub("", text)) is not None


_FIELD = re.compile(r"\{\w+\}")


def _all_texts() -> Iterator[tuple[str, str]]:
    for file in sorted(_PACKAGE.rglob("*.py")):
        yield from ((text, _named(file)) for text in _in_python(file))
    for file in sorted((_PACKAGE / "web" / "templates").glob("*.html")):
        page = Environment().parse(file.read_text(encoding="utf-8"))
        for _, _, found in extract_from_ast(page):
            text = found[0] if isinstance(found, tuple) else found
            yield text or "", _named(file)
    for colour in COLOURS:
        yield from ((colour, "view.py"), (colour.title(), "view.py"))
    yield from _of_games()
    for picture in shown_pictures():
        yield from ((text, picture.name) for text in _in_picture(picture))


def _named(file: Path) -> str:
    return file.relative_to(_PACKAGE).as_posix()


def _in_python(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_bytes())):
        match node:
            case ast.Call(func=ast.Name(id=maker), args=[ast.Constant(value=str(text)), *_]) if maker in _MAKERS:
                yield text


def _of_games() -> Iterator[tuple[str, str]]:
    for game_type in list_games():
        described = [game_type.summary]
        described += [text for mode in game_type.modes for text in (mode.title, mode.summary)]
        described += [text for option in game_type.options for text in (option.title, option.summary)]
        for choice in game_type.choices:
            described += [choice.title, *(title for name, title in choice.values if title != name)]
        yield from ((text, f"games/{game_type.id.replace('-', '_')}/__init__.py") for text in described)


def shown_pictures() -> list[Path]:
    """Return the pictures of the rules."""
    rules = "".join(file.read_text(encoding="utf-8") for file in (_PACKAGE / "web" / "rules").rglob("*.md"))
    return [PICTURES / name for name in sorted(set(re.findall(r"\]\(pictures/([\w-]+\.svg)\)", rules)))]


_NOTATION = re.compile(r"(?:arrange|tile|volcano|stone|tame) [-\d a-l,]+|\w|Agnes|Bruno|Clara|Dario")


def _in_picture(picture: Path) -> Iterator[str]:
    """Yield the captions; moves, cells and the names of people are the same everywhere."""
    for text in re.findall(r"<text\b[^>]*>([^<]+)</text>", picture.read_text(encoding="utf-8")):
        if re.search("[A-Za-z]", text) and not _NOTATION.fullmatch(text):
            yield text
