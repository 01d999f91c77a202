"""Messages that are encoded, framed and compressed once, however many connections receive them."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cached_property

from starlette.types import Scope
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode

EXTENSION = "funkenflug.post"
"""The ASGI extension by which `web/server.py` offers to send packets."""
_COMPRESS_FROM = 256
"""Bytes from which a text is worth compressing."""


class Packet:
    """A text message for many connections."""

    def __init__(self, text: bytes) -> None:
        self.text = text

    @cached_property
    def plain(self) -> bytes:
        """The frame for connections without compression."""
        return Frame(Opcode.TEXT, self.text).serialize(mask=False)

    @cached_property
    def compressed(self) -> bytes:
        """The frame for connections with compression; it depends on no earlier message (RFC 7692, 7.2.1)."""
        if len(self.text) < _COMPRESS_FROM:
            return self.plain
        return Frame(Opcode.TEXT, self.text).serialize(mask=False, extensions=[_DEFLATE])


_DEFLATE = PerMessageDeflate(
    remote_no_context_takeover=True,
    local_no_context_takeover=True,
    remote_max_window_bits=zlib.MAX_WBITS,
    local_max_window_bits=zlib.MAX_WBITS,
    compress_settings={"level": zlib.Z_BEST_SPEED},  # a sixth larger than the default, twice as fast
)

Post = Callable[[Packet], bool]
"""Sends a packet at once; returns False if the connection is busy or closed, and nothing was sent."""


def post_of(scope: Scope) -> Post | None:
    """Return the function that sends packets on a connection; None if another server than ours is used."""
    post: Post | None = scope.get("extensions", {}).get(EXTENSION, {}).get("post")
    return post
