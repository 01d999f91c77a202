"""Translate messages and texts."""

from __future__ import annotations

import re
from functools import cache
from html import escape, unescape
from importlib.resources import files
from typing import Final

from funkenflug.core.names import seat_name
from funkenflug.core.words import Message
from funkenflug.locale.po import CatalogueEntry, forms, read_po

SOURCE: Final = "en"
"""The language of the source."""

LANGUAGES: Final = {SOURCE: "English", "de": "Deutsch", "nl": "Nederlands", "it": "Italiano"}
"""The languages by their codes, each with its own name."""


def translate(words: str, language: str) -> str:
    """Return a message or a fixed text in a language; a text without a translation stays English.

    >>> translate(Message("{colour} is not yours", colour=Message("green")), "de")
    'Grün gehört dir nicht'
    >>> translate(Message.counted("1 point", "{count} points", 2), "de")
    '2 Punkte'
    """
    if language == SOURCE:
        return str(words)
    if not isinstance(words, Message):
        return _forms(language).get(words, (words,))[0]
    values = {name: _translate_value(value, language) for name, value in words.values.items()}
    if words.plural is None:
        return _forms(language).get(words.template, (words.template,))[0].format(**values)
    return plural_forms(words.template, words.plural, language)[_category(words.values["count"])].format(**values)


@cache
def plural_forms(singular: str, plural: str, language: str) -> dict[str, str]:
    """Return the forms of a text by plural category, as `Intl.PluralRules` names them in a browser.

    >>> plural_forms("1 point", "{count} points", "de")
    {'one': '1 Punkt', 'other': '{count} Punkte'}
    """
    return dict(zip(("one", "other"), _forms(language).get(singular, (singular, plural)), strict=True))


def _category(count: object) -> str:
    """Return the plural category of a number; all our languages have the same two."""
    return "one" if count == 1 else "other"


def _translate_value(value: object, language: str) -> object:
    if isinstance(value, Message):
        return translate(value, language)
    return translate_name(value, language) if isinstance(value, str) else value


def translate_name(name: str, language: str) -> str:
    """Return the name of a seat; a name that nobody has chosen is translated.

    >>> translate_name("Blue", "it"), translate_name("Spark 2", "de"), translate_name("Mara", "it")
    ('Blu', 'Funke 2', 'Mara')
    """
    known = seat_name(name)
    return translate(known, language) if isinstance(known, Message) else name


def catalogue(language: str) -> list[CatalogueEntry]:
    """Read the catalogue of a language."""
    file = files("funkenflug") / "locale" / language / "LC_MESSAGES" / "funkenflug.po"
    return list(read_po(file.read_text(encoding="utf-8")))


@cache
def _forms(language: str) -> dict[str, tuple[str, ...]]:
    """Return the translations of a language by the English text: one form, or singular and plural."""
    if language == SOURCE:
        return {}
    pairs = ((forms(entry.text)[0], forms(entry.translation)) for entry in catalogue(language))
    return {text: translated for text, translated in pairs if all(translated)}


_CAPTION = re.compile(r"(<text\b[^>]*>)([^<]+)(?=</text>)")


def translate_picture(svg: str, language: str) -> str:
    """Return a picture with its captions translated, and without its title, which the page shows.

    >>> translate_picture('<title>A firebreak</title><text x="1">what Red sees</text>', "nl")
    '<text x="1">wat Rood ziet</text>'
    """
    untitled = re.sub("<title>.*?</title>", "", svg)
    return _CAPTION.sub(lambda found: found[1] + escape(translate(unescape(found[2]), language)), untitled)


_LONGEST_HEADER = 1000
"""Characters of an Accept-Language header that are read."""


def preferred(chosen: str | None, accepted: str) -> str:
    """Return the chosen language, or else the one that an Accept-Language header prefers.

    >>> preferred(None, "fr, nl-BE;q=0.8, de;q=0.9")
    'de'
    """
    if chosen in LANGUAGES:
        return chosen
    best, heaviest = SOURCE, 0.0
    for item in accepted[:_LONGEST_HEADER].split(","):
        tag, _, parameter = item.partition(";")
        language = tag.partition("-")[0].strip().lower()
        if language in LANGUAGES and (weight := _weight(parameter)) > heaviest:
            best, heaviest = language, weight
    return best


def _weight(parameter: str) -> float:
    """Return the weight of a language: 1 without a parameter, 0 if the parameter is not understood."""
    name, _, value = parameter.partition("=")
    if not name.strip():
        return 1.0
    try:
        weight = float(value)
    except ValueError:
        return 0.0
    return weight if name.strip().lower() == "q" and 0 <= weight <= 1 else 0.0
