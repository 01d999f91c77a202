"""The catalogue of a language for the pages: what their scripts say, and the translations of messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from funkenflug.games import list_games
from funkenflug.games.base import GameType
from funkenflug.locale.translate import LANGUAGES, SOURCE, catalogue, plural_forms
from funkenflug.locale.translate import translate as say
from funkenflug.site.infra.static import FOREVER

Text = str | tuple[str, str]
"""An English text, or singular and plural for a `{count}`."""
Forms = str | dict[str, str]
"""A text, or its forms by plural category."""


class Catalogue(NamedTuple):
    """A catalogue as it is served. Its name has a hash of its content, so that browsers may keep it forever."""

    name: str
    content: bytes


class Catalogues:
    """The catalogues of a site. `home`, `table`: what the scripts of pages say; `second_person`: see `GameType`."""

    def __init__(
        self, home: Mapping[str, Text], table: Mapping[str, Text], second_person: Mapping[str, tuple[str, ...]]
    ) -> None:
        self.home, self.table, self.second_person = home, table, second_person
        self._known: dict[tuple[str, tuple[GameType, ...]], Catalogue] = {}

    def of(self, language: str) -> Catalogue:
        """Return the catalogue of a language, with the words of all games that are registered."""
        key = language, list_games()
        if key not in self._known:
            self._known[key] = self._make(*key)
        return self._known[key]

    def _make(self, language: str, game_types: tuple[GameType, ...]) -> Catalogue:
        parts = {
            "home": _translated(self.home, language),
            "table": _translated(self.table, language),
            "games": {game_type.id: _translated(game_type.page_words(), language) for game_type in game_types},
            "messages": _messages(language),
            "second_person": self._second_person(language, game_types),
        }
        content = msgspec.json.encode(parts)
        return Catalogue(f"{language}-{sha256(content).hexdigest()[:10]}.json", content)

    def _second_person(self, language: str, game_types: tuple[GameType, ...]) -> dict[str, list[str]]:
        """Return how messages are told to the player whom they are about, by the English text."""
        told = dict(self.second_person)
        for game_type in game_types:
            told |= game_type.second_person()
        return {template: [say(text, language) for text in texts] for template, texts in told.items()}


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


async def _serve(request: Request) -> Response:
    language, version = request.path_params["language"], request.path_params["version"]
    if language not in LANGUAGES:
        raise HTTPException(404)
    catalogue = request.app.state.catalogues.of(language)
    kept = FOREVER if catalogue.name == f"{language}-{version}.json" else "no-cache"
    return Response(catalogue.content, media_type="application/json", headers={"Cache-Control": kept})


ROUTES = (Route("/words/{language}-{version}.json", _serve),)


def is_sent(file: str) -> bool:
    """Return whether the texts of a source file become part of messages."""
    return file.startswith(_SENT) and not file.endswith(_RENDERED)


_SENT = (
    "core/",
    "games/",
    "lessons.py",
    "match/",
    "puzzles/",
    "site/boards/",
    "site/daily/",
    "site/puzzles/",
    "site/studies/",
    "site/tables/",
)
_RENDERED = ("__init__.py", "/deal.py", "core/seeds.py", "match/record.py", "/pages.py", "/page_words.py", ".html")
"""Why a record cannot be read or a deal is not possible is translated by the server."""
