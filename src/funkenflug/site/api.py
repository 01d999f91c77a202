"""The JSON API: the endpoints of all features, and the OpenAPI document of them."""

from __future__ import annotations

from functools import cache
from typing import Any

from funkenflug.core.version import __version__
from funkenflug.games import list_games
from funkenflug.games.base import GameType
from funkenflug.site.daily import routes as daily
from funkenflug.site.infra import endpoints, health
from funkenflug.site.lessons import routes as lessons
from funkenflug.site.people import routes as people
from funkenflug.site.puzzles import routes as puzzles
from funkenflug.site.studies import routes as studies
from funkenflug.site.tables.routes import board, coach, play, replay, requests, seats, stream, tables

_SUBJECTS = (
    people,
    tables,
    seats,
    play,
    requests,
    board,
    replay,
    studies,
    puzzles,
    daily,
    lessons,
    coach,
    stream,
    health,
)
ROUTES = [route for subject in _SUBJECTS for route in subject.router.routes]


def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    return _document(list_games())


@cache
def _document(game_types: tuple[GameType, ...]) -> dict[str, Any]:
    """Return the document of a site with these games, which it lists."""
    told = (endpoint for subject in _SUBJECTS for endpoint in subject.router.endpoints)
    return endpoints.document("Funkenflug", __version__, told)
