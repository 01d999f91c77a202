"""What a link to a page shows where it is posted (Open Graph): a title, a line, and a picture of the board.

A picture is a PNG if `resvg-py` is installed (`pip install "funkenflug[research]"`), since most sites show no others;
else it is an SVG.
"""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from typing import NamedTuple

from starlette.responses import Response

from funkenflug.match.game import Game
from funkenflug.pictures.captions import captioned
from funkenflug.site.infra.cache import Cache
from funkenflug.site.infra.middleware.costs import in_thread
from funkenflug.site.infra.queues import Queues

KIND = "png" if find_spec("resvg_py") and find_spec("cssselect2") else "svg"
"""The kind of pictures that this site makes."""


class LinkPreview(NamedTuple):
    """What a link shows."""

    title: str
    description: str
    picture: str
    """Its address."""


async def picture_response(game: Game, queues: Queues) -> Response:
    """Return the picture of a match as a spectator sees it, for other sites."""
    svg = await in_thread(lambda: captioned(game).svg("light"))
    content = await _png(svg, queues) if KIND == "png" else svg.encode()
    kind = "image/png" if KIND == "png" else "image/svg+xml"
    return Response(content, media_type=kind, headers={"Cache-Control": "public, max-age=300"})


async def _png(svg: str, queues: Queues) -> bytes:
    known = _pictures.get(svg)
    return _pictures.keep(svg, await queues.in_process(partial(_drawn, svg))) if known is None else known


_pictures: Cache[str, bytes] = Cache(32)


def _drawn(svg: str) -> bytes:
    import resvg_py  # imported here, so that the site starts quickly and works without it

    from funkenflug.pictures.flat import flat

    return bytes(resvg_py.svg_to_bytes(svg_string=flat(svg), width=1200))
