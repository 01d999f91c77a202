"""Pages: games to explore, the analysis of one, and the picture of a study for other sites."""

from __future__ import annotations

import base64
import binascii
import zlib
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from funkenflug.core.words import Message
from funkenflug.site.boards.pages import board_page
from funkenflug.site.boards.records import read
from funkenflug.site.infra import previews
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.costs import in_thread
from funkenflug.site.infra.middleware.identity import language_of
from funkenflug.site.infra.pages import absolute, card, cards, game_of, page, words_in
from funkenflug.site.infra.previews import LinkPreview, picture_response

_LONGEST_RECORD = 40_000


async def _explore(request: Request) -> Response:
    return page(request, "explore.html", section="explore", games=cards(request))


async def _analysis(request: Request) -> Response:
    game_type = game_of(request)
    translated = words_in(language_of(request))
    nags = {
        "!": translated("good move"),
        "?": translated("mistake"),
        "!?": translated("interesting move"),
        "?!": translated("dubious move"),
        "!!": translated("brilliant move"),
        "??": translated("blunder"),
    }
    packed = request.query_params.get("s", "")
    picture = f"/analysis/{game_type.id}/picture.{previews.KIND}?s={quote(packed)}"
    preview = LinkPreview(
        f"{translated('Analysis')}: {game_type.title}",
        translated("A position to explore, with variations and comments."),
        absolute(request, picture if packed else card(game_type, language_of(request)).picture),
    )
    return board_page(request, "analysis.html", game_type, nags=nags.items(), preview=preview)


async def _picture(request: Request) -> Response:
    """Return the last position of a study in a link, for other sites."""
    record = unpacked(request.query_params.get("s", ""))
    return await picture_response(await in_thread(read, record), request.app.state.site.queues)


def unpacked(packed: str) -> str:
    """Return the record that a link has: compressed (raw Deflate), as base64 for addresses.

    >>> import base64, zlib
    >>> unpacked(base64.urlsafe_b64encode(zlib.compress(b"hello", wbits=-15)).decode().rstrip("="))
    'hello'
    """
    try:
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        return zlib.decompressobj(-15).decompress(data, _LONGEST_RECORD).decode()
    except (binascii.Error, zlib.error, ValueError):
        raise Refused(422, Message("This link is damaged")) from None


ROUTES = (
    Route("/analysis", _explore),
    Route(f"/analysis/{{game}}/picture.{previews.KIND}", _picture),
    Route("/analysis/{game}", _analysis),
)
