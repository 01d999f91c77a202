"""Bring the catalogues up to date with the source: `python -m funkenflug.locale`."""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from funkenflug.locale.extract import has_words, texts
from funkenflug.locale.translate import LANGUAGES, SOURCE


def main() -> None:
    """Add what is new with an empty translation, drop what is gone, and say what is missing."""
    found = texts()
    for language in LANGUAGES:
        if language == SOURCE:
            continue
        path = Path(__file__).parent / language / "LC_MESSAGES" / "funkenflug.po"
        known = {text: text for text in found if not has_words(text)} | _known(path, language)
        fresh = Catalog(language)
        for text in sorted(found, key=lambda text: (found[text], text)):
            fresh.add(text, known.get(text, ""), [(place, 0) for place in found[text]])
        _write(path, language, fresh)
        missing = [text for text in found if not known.get(text)]
        print(f"{language}: {len(found)} texts, {len(missing)} to translate", *map(repr, missing), sep="\n  ")


def _known(path: Path, language: str) -> dict[str, str]:
    if not path.exists():
        return {}
    with path.open("rb") as lines:
        return {str(entry.id): str(entry.string) for entry in read_po(lines, language) if entry.id}


def _write(path: Path, language: str, catalogue: Catalog) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as lines:
        lines.write(_HEADER.format(language=language).encode())
        write_po(lines, catalogue, width=0, omit_header=True, include_lineno=False)


_HEADER = """\
# Funkenflug. `python -m funkenflug.locale` adds what is new and drops what is gone.
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""

if __name__ == "__main__":
    main()
