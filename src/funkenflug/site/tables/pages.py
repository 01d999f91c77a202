"""Pages: a table, and its picture for other sites."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from funkenflug.core.names import seat_name
from funkenflug.core.words import both
from funkenflug.locale.translate import translate as say
from funkenflug.site.boards.pages import board_page
from funkenflug.site.infra import dictionary, previews
from funkenflug.site.infra.middleware.identity import language_of
from funkenflug.site.infra.pages import absolute, words_in
from funkenflug.site.infra.previews import LinkPreview, picture_response
from funkenflug.site.infra.static import game_url
from funkenflug.site.tables.outcome import closing_words


async def _table(request: Request) -> Response:
    id = request.path_params["id"]
    live = await request.app.state.site.tables.get(id)
    table, game_type = live.table, live.table.game.type
    translated = words_in(language_of(request))
    if table.state == "over":
        line = say(closing_words(live.position), language_of(request))
    elif table.state == "open":
        line = translated("Take a seat and play.")
    else:
        line = translated("Watch the game.")
    names = both(say(seat_name(seat.name), language_of(request)) for seat in table.seats)
    return board_page(
        request,
        "table.html",
        game_type,
        table=id,
        preview=LinkPreview(f"{game_type.title}: {names}", line, absolute(request, f"/t/{id}/picture.{previews.KIND}")),
        dictionary=dictionary.dictionary_of(game_type),
        dictionary_url=game_url(game_type, dictionary.FILE),
    )


async def _picture(request: Request) -> Response:
    """Return a table as a spectator sees it, for other sites."""
    live = await request.app.state.site.tables.get(request.path_params["id"])
    if live.table.dealt_at < 0:
        raise HTTPException(404)
    return await picture_response(live.table.game, request.app.state.site.queues)


ROUTES = (Route("/t/{id}", _table), Route(f"/t/{{id}}/picture.{previews.KIND}", _picture))
