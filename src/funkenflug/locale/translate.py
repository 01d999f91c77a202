"""Words in the language of whoever reads them."""

from __future__ import annotations

import re
from functools import cache
from html import escape, unescape
from importlib.resources import files
from typing import Final

from babel.messages.pofile import read_po

from funkenflug.match.view import COLOURS
from funkenflug.match.words import Message

SOURCE: Final = "en"
"""What the source is written in."""

LANGUAGES: Final = {SOURCE: "English", "de": "Deutsch", "nl": "Nederlands", "it": "Italiano"}
"""The languages by their codes, each called as it calls itself."""


def translate(words: str, language: str) -> str:
    """Return a message, or a fixed text, in a language; what no catalogue knows stays as it is.

    >>> translate(Message("no {colour} firefighter is left", colour=Message("green")), "de")
    'kein Mann in Grün mehr übrig'
    """
    if language == SOURCE:
        return str(words)
    if not isinstance(words, Message):
        return catalogue(language).get(words, words)
    values = {name: _said(value, language) for name, value in words.values.items()}
    return catalogue(language).get(words.template, words.template).format(**values)


def _said(value: object, language: str) -> object:
    if isinstance(value, Message):
        return translate(value, language)
    return called(value, language) if isinstance(value, str) else value


_COLOURS: Final = frozenset(colour.title() for colour in COLOURS)


def called(name: str, language: str) -> str:
    """Return how a seat is called: one that nobody has given a name has that of its colour, in every language its own.

    >>> called("Blue", "it"), called("Mara", "it")
    ('Blu', 'Mara')
    """
    return translate(name, language) if name in _COLOURS else name


@cache
def catalogue(language: str) -> dict[str, str]:
    """Return what is said in a language for each English text."""
    if language == SOURCE:
        return {}
    file = files("funkenflug") / "locale" / language / "LC_MESSAGES" / "funkenflug.po"
    with file.open("rb") as lines:
        return {str(entry.id): str(entry.string) for entry in read_po(lines, language) if entry.id and entry.string}


_LETTERING = re.compile(r"(<text\b[^>]*>)([^<]+)(?=</text>)")


def translate_picture(svg: str, language: str) -> str:
    """Return a picture with its lettering in a language, and without its title: the page tells what it shows.

    >>> translate_picture('<title>A firebreak</title><text x="1">what Red sees</text>', "nl")
    '<text x="1">wat Rood ziet</text>'
    """
    untitled = re.sub("<title>.*?</title>", "", svg)
    return _LETTERING.sub(lambda found: found[1] + escape(translate(unescape(found[2]), language)), untitled)


_WISH = re.compile(r"\s*([a-z]{2,3})(?:-[\w-]+)?\s*(?:;\s*q\s*=\s*(\d(?:\.\d*)?))?\s*", re.IGNORECASE)


def preferred(chosen: str | None, accepted: str) -> str:
    """Return the language that was chosen, or else the one that a browser's Accept-Language likes best.

    >>> preferred(None, "fr, nl-BE;q=0.8, de;q=0.9")
    'de'
    """
    if chosen in LANGUAGES:
        return chosen
    wishes = [found for found in map(_WISH.fullmatch, accepted.split(",")) if found and found[1].lower() in LANGUAGES]
    liked = [(float(found[2] or 1), found[1].lower()) for found in wishes]
    return max(liked, key=lambda wish: wish[0], default=(1.0, SOURCE))[1]
