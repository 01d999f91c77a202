"""Pages with a board: what tables and studies share."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from funkenflug.bots.players import DEFAULT_LEVEL, LEVEL_TITLES
from funkenflug.games.base import GameType
from funkenflug.locale.translate import translate as say
from funkenflug.site.infra.middleware.identity import language_of
from funkenflug.site.infra.pages import card, page
from funkenflug.site.infra.static import game_url


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
