"""Pages: all courses, and the lessons of a game."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from funkenflug.lessons import read_course
from funkenflug.site.boards.pages import board_page
from funkenflug.site.infra.pages import cards, game_of, page


async def _learn(request: Request) -> Response:
    return page(request, "learn.html", section="learn", games=[card for card in cards(request) if card.has_lessons])


async def _lesson(request: Request) -> Response:
    game_type = game_of(request)
    if read_course(game_type) is None:
        raise HTTPException(404)
    return board_page(request, "lesson.html", game_type)


ROUTES = (Route("/learn", _learn), Route("/learn/{game}", _lesson))
