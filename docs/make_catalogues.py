"""Update the catalogues of translations from the source: `python docs/make_catalogues.py` (extra `dev`).

It collects the texts to translate: messages, pages, descriptions of games, captions of pictures.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast

from funkenflug.core.view import COLOURS
from funkenflug.games import list_games
from funkenflug.locale.po import Text, forms
from funkenflug.locale.translate import LANGUAGES, SOURCE, catalogue
from funkenflug.site.pages.pages import PICTURES, RULES_PICTURE

_PACKAGE = Path(__file__).parents[1] / "src" / "funkenflug"
_FUNCTIONS = frozenset({"Message", "Words", "say", "translate", "translated"})
"""The functions whose first argument is a text to translate."""


def texts() -> dict[Text, list[str]]:
    """Return all texts to translate, each with the files that contain it."""
    found: dict[Text, list[str]] = {}
    for text, file in _all_texts():
        files = found.setdefault(text, [])
        if file not in files:
            files.append(file)
    found.pop("", None)
    return found


def fields(text: str) -> list[str]:
    """Return the fields of a template."""
    return sorted(_FIELD.findall(text))


def has_words(text: str) -> bool:
    """Return whether a template has letters besides its fields."""
    return re.search(r"[^\W\d_]", _FIELD.sub("", text)) is not None


_FIELD = re.compile(r"\{\w+\}")


def _all_texts() -> Iterator[tuple[Text, str]]:
    for file in sorted(_PACKAGE.rglob("*.py")):
        yield from ((text, _name(file)) for text in _in_python(file))
    for file in sorted(_PACKAGE.glob("site/*/templates/*.html")):
        yield from ((text, _name(file)) for text in _in_template(file))
    for colour in COLOURS:
        yield from ((colour, "core/view.py"), (colour.title(), "core/view.py"))
    for file in sorted(_PACKAGE.glob("site/*/page_words.py")):
        yield from ((text, _name(file)) for text in _in_page_words(file))
    yield from _of_games()
    for picture in shown_pictures():
        yield from ((text, picture.name) for text in _in_picture(picture))


def _name(file: Path) -> str:
    return file.relative_to(_PACKAGE).as_posix()


def _in_python(file: Path) -> Iterator[Text]:
    for node in ast.walk(ast.parse(file.read_bytes())):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(text)), *_]) if name in _FUNCTIONS:
                yield text
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="Message"), attr="counted"),
                args=[ast.Constant(value=str(singular)), ast.Constant(value=str(plural)), *_],
            ):
                yield singular, plural


def _in_page_words(file: Path) -> Iterator[Text]:
    """Yield what the scripts of a feature say, and how it is said to the player whom it is about."""
    words = import_module(f"funkenflug.site.{file.parent.name}.page_words")
    for name, content in vars(words).items():
        if isinstance(content, Mapping) and name.isupper():
            yield from (
                content.values() if name != "SECOND_PERSON" else (text for some in content.values() for text in some)
            )


def _in_template(file: Path) -> Iterator[str]:
    page = Environment().parse(file.read_text(encoding="utf-8"))
    for _, _, found in extract_from_ast(page, ("_",)):
        match found:
            case str(text) | (str(text), *_):
                yield text


def _of_games() -> Iterator[tuple[Text, str]]:
    for game_type in list_games():
        described: list[Text] = [game_type.summary, *game_type.page_words().values()]
        described += [text for texts in game_type.second_person().values() for text in texts]
        described += [text for mode in game_type.modes for text in (mode.title, mode.summary)]
        described += [text for option in game_type.options for text in (option.title, option.summary)]
        for choice in game_type.choices:
            described += [choice.title, *(title for name, title in choice.values if title != name)]
        yield from ((text, f"games/{game_type.id.replace('-', '_')}/__init__.py") for text in described)


def shown_pictures() -> list[Path]:
    """Return the pictures of the rules pages."""
    pages = [page for game_type in list_games() for page in (game_type.folder / "rules").glob("??.md")]
    rules = "".join(page.read_text(encoding="utf-8") for page in pages)
    return [PICTURES / name for name in sorted(set(RULES_PICTURE.findall(rules)))]


_NOTATION = re.compile(r"(?:arrange|tile|volcano|stone|tame) [-\d a-l,]+|\w|Agnes|Bruno|Clara|Dario")


def _in_picture(picture: Path) -> Iterator[str]:
    """Yield the captions, except moves, cells and names of people, which are not translated."""
    for text in re.findall(r"<text\b[^>]*>([^<]+)</text>", picture.read_text(encoding="utf-8")):
        if re.search("[A-Za-z]", text) and not _NOTATION.fullmatch(text):
            yield text


def main() -> None:
    """Add new texts without a translation, remove unused ones, and list what has to be translated."""
    found = texts()
    for language in LANGUAGES:
        if language == SOURCE:
            continue
        path = _PACKAGE / "locale" / language / "LC_MESSAGES" / "funkenflug.po"
        known = {entry.text: entry.translation for entry in catalogue(language)} if path.exists() else {}
        updated = Catalog(language)
        missing = []
        for text in sorted(found, key=lambda text: (found[text], forms(text))):
            translation = known.get(text) or _default(text)
            updated.add(text, translation, [(file, 0) for file in found[text]])
            if not any(translation):
                missing.append(text)
        _write(path, updated)
        print(f"{language}: {len(found)} texts, {len(missing)} to translate", *map(repr, missing), sep="\n  ")


def _default(text: Text) -> Text:
    """Return the translation of a new text: empty, unless there is nothing to translate."""
    if isinstance(text, str):
        return "" if has_words(text) else text
    return "", ""


def _write(path: Path, catalog: Catalog) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(_HEADER.format(language=catalog.locale, plural_forms=catalog.plural_forms).encode())
        write_po(file, catalog, width=0, omit_header=True, include_lineno=False)


_HEADER = """\
# Funkenflug. `python docs/make_catalogues.py` adds new texts and removes unused ones.
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural_forms}\\n"

"""

if __name__ == "__main__":
    main()
