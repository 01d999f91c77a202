"""Pages with a board: what tables and studies share, and what a board needs on a page of another site."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from funkenflug.bots.players import DEFAULT_LEVEL, LEVEL_TITLES
from funkenflug.games import list_games
from funkenflug.games.base import GameType
from funkenflug.locale.translate import LANGUAGES, SOURCE
from funkenflug.locale.translate import translate as say
from funkenflug.site.infra.middleware.identity import language_of
from funkenflug.site.infra.pages import card, page
from funkenflug.site.infra.static import ICONS, game_url, static_url


def board_page(request: Request, template: str, game_type: GameType, **values: Any) -> Response:
    """Return a page with the board of a game; without a `table` it shows a study."""
    language = language_of(request)
    shared: dict[str, Any] = {
        "table": "",
        "game": card(game_type, language),
        "page_script": game_url(game_type, "page.js"),
        "page_style": game_url(game_type, "page.css"),
        "symbols": game_url(game_type, "symbols.svg"),
        "levels": [(id, say(title, language)) for id, title in LEVEL_TITLES.items()],
        "default_level": DEFAULT_LEVEL,
    }
    return page(request, template, **(shared | values))


async def _module(request: Request) -> Response:
    """Redirect to the module of the board: its own address changes with its content."""
    return RedirectResponse(static_url("boards/scripts/element.js"))


async def _furniture(request: Request) -> Response:
    """Return where a board finds its words, icons, style sheets, and what belongs to each game."""
    wanted = request.query_params.get("language", "").partition("-")[0]
    catalogue = request.app.state.catalogues.of(wanted if wanted in LANGUAGES else SOURCE)
    places = {
        "words": f"/words/{catalogue.name}",
        "icons": static_url(ICONS),
        "styles": [static_url(name) for name in _STYLES],
        "games": {
            game_type.id: {
                "page": game_url(game_type, "page.js"),
                "style": game_url(game_type, "page.css"),
                "symbols": game_url(game_type, "symbols.svg"),
            }
            for game_type in list_games()
        },
    }
    return JSONResponse(places)


_STYLES = ("boards.css", "infra/scripts/parts.css", "boards/scripts/board.css")

ROUTES = (Route("/board.js", _module), Route("/board.json", _furniture))
