"""HTML pages: what all of them are made from. The security policy allows no inline scripts and styles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from funkenflug.core.words import Message, both
from funkenflug.games import GAMES, list_games
from funkenflug.games.base import GameType
from funkenflug.lessons import read_course
from funkenflug.locale.translate import LANGUAGES
from funkenflug.locale.translate import translate as say
from funkenflug.site.infra.middleware.identity import language_of
from funkenflug.site.infra.static import ICON, SITE, game_url, static_url

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(sorted(SITE.glob("*/templates"))),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )


def page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """Return a page in the language of the request."""
    language = language_of(request)
    shared = {
        "_": words_in(language),
        "language": language,
        "languages": LANGUAGES.items(),
        "static": static_url,
        "catalogue": f"/words/{request.app.state.catalogues.of(language).name}",
        "boards_css": static_url("boards.css"),
        "section": "",
        "preview": None,
        "game_titles": both(game_type.title for game_type in list_games()),
    }
    text = _templates().get_template(template).render(shared | values)
    headers = {"Content-Security-Policy": _POLICY, "Cache-Control": "no-store"}
    return HTMLResponse(text, status, headers)


def words_in(language: str) -> Callable[..., str]:
    """Return what translates the texts of a page."""

    def translated(text: str, **values: Any) -> str:
        """Translate a text of a page. Fields without a value stay: the scripts of the page fill them in."""
        fields = {name: f"{{{name}}}" for _, name, _, _ in Formatter().parse(text) if name}
        return say(Message(text, **(fields | values)), language)

    return translated


@dataclass(frozen=True, slots=True)
class Card:
    """A game as a page shows it."""

    id: str
    title: str
    designer: str
    year: int
    summary: str
    fewest: int
    most: int
    picture: str
    has_lessons: bool


def card(game_type: GameType, language: str) -> Card:
    """Return a game as a page shows it."""
    counts = [count for mode in game_type.modes for count in mode.players]
    return Card(
        id=game_type.id,
        title=game_type.title,
        designer=game_type.designer,
        year=game_type.year,
        summary=say(game_type.summary, language),
        fewest=min(counts),
        most=max(counts),
        picture=game_url(game_type, "home.svg") or static_url(ICON),
        has_lessons=read_course(game_type) is not None,
    )


def cards(request: Request) -> list[Card]:
    """Return all games as a page shows them."""
    return [card(game_type, language_of(request)) for game_type in list_games()]


def game_of(request: Request) -> GameType:
    """Return the game of the path."""
    game = request.path_params["game"]
    if game not in GAMES:
        raise HTTPException(404)
    return GAMES[game]


def absolute(request: Request, path: str) -> str:
    """Return the address of a path for other sites."""
    return f"{request.url.scheme}://{request.url.netloc}{path}"
