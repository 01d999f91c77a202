"""Pages: all puzzles, the next one, one of them, and its picture for other sites."""

from __future__ import annotations

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from funkenflug.locale.translate import translate as say
from funkenflug.site.boards.pages import board_page
from funkenflug.site.infra import previews
from funkenflug.site.infra.middleware.identity import language_of, person_of
from funkenflug.site.infra.pages import absolute, cards, game_of, page, words_in
from funkenflug.site.infra.previews import LinkPreview, picture_response
from funkenflug.site.puzzles.puzzles import find


async def _puzzles(request: Request) -> Response:
    site, language = request.app.state.site, language_of(request)
    person = person_of(request)
    overview = await site.puzzles.overview(person, language)
    pictures = {card.id: card.picture for card in cards(request)}
    task = "" if overview["today"] is None else say(overview["today"]["task"], language)
    return page(request, "puzzles.html", section="puzzles", pictures=pictures, task=task, **overview)


async def _next_puzzle(request: Request) -> Response:
    game = request.path_params.get("game")
    if game is not None:
        game_of(request)
    theme = request.query_params.get("theme")
    url = await request.app.state.site.puzzles.next(person_of(request), game, theme)
    asked = "&".join(f"{name}={quote(value)}" for name, value in (("game", game), ("theme", theme)) if value)
    return RedirectResponse(f"{url}?{asked}" if asked else url, 303, {"Cache-Control": "no-store"})


async def _puzzle(request: Request) -> Response:
    game_type, id = game_of(request), _puzzle_id(request)
    asked = {name: request.query_params.get(name, "") for name in ("game", "theme")}
    path = f"/puzzles/{game_type.id}" if asked["game"] == game_type.id else "/puzzles/next"
    following = f"{path}?theme={quote(asked['theme'])}" if asked["theme"] else path
    language = language_of(request)
    preview = LinkPreview(
        f"{words_in(language)('Puzzle')}: {game_type.title}",
        say(await request.app.state.site.puzzles.task(game_type.id, id), language),
        absolute(request, f"/puzzles/{game_type.id}/{id}/picture.{previews.KIND}"),
    )
    return board_page(request, "puzzle.html", game_type, puzzle=id, following=following, preview=preview)


async def _puzzle_picture(request: Request) -> Response:
    """Return the position of a puzzle as a spectator sees it, for other sites."""
    game, id = game_of(request).id, _puzzle_id(request)
    site = request.app.state.site
    return await picture_response(await site.puzzles.position(game, id), site.queues)


def _puzzle_id(request: Request) -> str:
    """Return the id of the puzzle of the path."""
    return find(game_of(request).id, request.path_params["id"]).id


ROUTES = (
    Route("/puzzles", _puzzles),
    Route("/puzzles/next", _next_puzzle),
    Route("/puzzles/{game}", _next_puzzle),
    Route("/puzzles/{game}/{id}", _puzzle),
    Route(f"/puzzles/{{game}}/{{id}}/picture.{previews.KIND}", _puzzle_picture),
)
