"""The catalogue of a language for the pages: what their scripts say, and the translations of messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import NamedTuple

import msgspec

from funkenflug.games import list_games
from funkenflug.games.base import GameType
from funkenflug.locale.translate import SOURCE, catalogue, plural_forms
from funkenflug.locale.translate import translate as say
from funkenflug.site.tables import words as page_words

Forms = str | dict[str, str]
"""A text, or its forms by plural category."""


class Catalogue(NamedTuple):
    """A catalogue as it is served. Its name has a hash of its content, so that browsers may keep it forever."""

    name: str
    content: bytes


def catalogue_of(language: str) -> Catalogue:
    """Return the catalogue of a language, with the words of all games that are registered."""
    return _catalogue_of(language, list_games())


@cache
def _catalogue_of(language: str, game_types: tuple[GameType, ...]) -> Catalogue:
    parts = {
        "home": _translated(page_words.HOME, language),
        "table": _translated({**page_words.TABLE, **page_words.STUDY}, language),
        "games": {game_type.id: _translated(game_type.page_words, language) for game_type in game_types},
        "messages": _messages(language),
        "second_person": _second_person(language, game_types),
    }
    content = msgspec.json.encode(parts)
    return Catalogue(f"{language}-{sha256(content).hexdigest()[:10]}.json", content)


def _translated(words: Mapping[str, str | Sequence[str]], language: str) -> dict[str, Forms]:
    """Translate the words of a page. Fields stay: the scripts fill them in."""
    return {
        id: say(str(text), language) if isinstance(text, str) else plural_forms(*text, language=language)
        for id, text in words.items()
    }


def _messages(language: str) -> dict[str, Forms]:
    """Return the translations of all messages that may be sent, by the English text; in English there are none."""
    if language == SOURCE:
        return {}
    sent = (entry.text for entry in catalogue(language) if any(map(is_sent, entry.files)))
    return _translated({text if isinstance(text, str) else text[0]: text for text in sent}, language)


def _second_person(language: str, game_types: tuple[GameType, ...]) -> dict[str, list[str]]:
    """Return how messages are told to the player whom they are about, by the English text."""
    told = dict(page_words.SECOND_PERSON)
    for game_type in game_types:
        told |= game_type.second_person
    return {template: [say(text, language) for text in texts] for template, texts in told.items()}


def is_sent(file: str) -> bool:
    """Return whether the texts of a source file become part of messages."""
    return file.startswith(_SENT) and not file.endswith(_RENDERED)


_SENT = ("core/", "games/", "lessons.py", "match/", "puzzles/", "web/messages/", "web/tables/")
_RENDERED = ("__init__.py", "/deal.py", "core/seeds.py", "match/record.py")
"""Why a record cannot be read or a deal is not possible is translated by the server."""
