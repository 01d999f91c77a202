"""What a link to a page shows where it is posted (Open Graph): a title, a line, and a picture of the board.

A picture is a PNG if `resvg-py` is installed (`pip install "funkenflug[research]"`), since most sites show no others;
else it is an SVG.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from typing import NamedTuple

from starlette.responses import Response

from funkenflug.match.game import Game
from funkenflug.pictures.captions import captioned
from funkenflug.site.infra.middleware.costs import in_thread

KIND = "png" if find_spec("resvg_py") and find_spec("cssselect2") else "svg"
"""The kind of pictures that this site makes."""


class Preview(NamedTuple):
    """What a link shows."""

    title: str
    description: str
    picture: str
    """Its address."""


async def picture_response(game: Game) -> Response:
    """Return the picture of a match as a spectator sees it, for other sites."""
    content, kind = await in_thread(_picture_of, game)
    return Response(content, media_type=kind, headers={"Cache-Control": "public, max-age=300"})


def _picture_of(game: Game) -> tuple[bytes, str]:
    """Return the picture of a match as a spectator sees it, and its media type."""
    svg = captioned(game).svg("light")
    return (_png(svg), "image/png") if KIND == "png" else (svg.encode(), "image/svg+xml")


@lru_cache(maxsize=32)
def _png(svg: str) -> bytes:
    import resvg_py  # imported here, so that the site starts quickly and works without it

    from funkenflug.pictures.flat import flat

    return bytes(resvg_py.svg_to_bytes(svg_string=flat(svg), width=1200))
