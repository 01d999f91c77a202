"""What a link to a page shows where it is posted (Open Graph): a title, a line, and a picture of the board.

A picture is a PNG if `resvg-py` is installed (`pip install "funkenflug[research]"`), since most sites show no others;
else it is an SVG.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from functools import lru_cache
from importlib.util import find_spec
from typing import NamedTuple

from funkenflug.core.words import Message
from funkenflug.match.game import Game
from funkenflug.pictures.captions import captioned
from funkenflug.site.infra.errors import Refused

KIND = "png" if find_spec("resvg_py") and find_spec("cssselect2") else "svg"
"""The kind of pictures that this site makes."""
_LONGEST_RECORD = 40_000


class Preview(NamedTuple):
    """What a link shows."""

    title: str
    description: str
    picture: str
    """Its address."""


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


def picture_of(game: Game) -> tuple[bytes, str]:
    """Return the picture of a match as a spectator sees it, and its media type."""
    svg = captioned(game).svg("light")
    return (_png(svg), "image/png") if KIND == "png" else (svg.encode(), "image/svg+xml")


@lru_cache(maxsize=32)
def _png(svg: str) -> bytes:
    import resvg_py  # imported here, so that the site starts quickly and works without it

    from funkenflug.pictures.flat import flat

    return bytes(resvg_py.svg_to_bytes(svg_string=flat(svg), width=1200))
