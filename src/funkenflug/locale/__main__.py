"""Update the catalogues from the source: `python -m funkenflug.locale` (extra `dev`)."""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from funkenflug.locale.extract import has_words, texts
from funkenflug.locale.po import Text, forms
from funkenflug.locale.translate import LANGUAGES, SOURCE, catalogue


def main() -> None:
    """Add new texts without a translation, remove unused ones, and list what has to be translated."""
    found = texts()
    for language in LANGUAGES:
        if language == SOURCE:
            continue
        path = Path(__file__).parent / language / "LC_MESSAGES" / "funkenflug.po"
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
# Funkenflug. `python -m funkenflug.locale` adds new texts and removes unused ones.
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
