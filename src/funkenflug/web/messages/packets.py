"""The wire: WebSockets of Uvicorn over which a message goes that was packed once, for however many get it."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cached_property
from typing import Any

import uvicorn
from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.http11 import Request

_EXTENSION = "funkenflug.post"
_LARGEST_MESSAGE = 65536
_WORTH_PACKING = 256
"""Bytes from which on a text is compressed for those who can unpack it."""
_LAST, _TEXT, _COMPRESSED = 0x80, 0x01, 0x40


class Packet:
    """A text on its way to many, in frames that are made once."""

    def __init__(self, text: bytes) -> None:
        self.text = text

    @cached_property
    def plain(self) -> bytes:
        """The frame for who takes no compressed ones."""
        return _frame(_LAST | _TEXT, self.text)

    @cached_property
    def packed(self) -> bytes:
        """The frame for who does: compressed by itself, so that it is the same for everybody (RFC 7692, 7.2.1)."""
        if len(self.text) < _WORTH_PACKING:
            return self.plain
        packer = zlib.compressobj(zlib.Z_BEST_SPEED, wbits=-zlib.MAX_WBITS)  # a sixth larger than usual, twice as fast
        content = packer.compress(self.text) + packer.flush(zlib.Z_SYNC_FLUSH)
        return _frame(_LAST | _COMPRESSED | _TEXT, content[:-4])


def _frame(first: int, content: bytes) -> bytes:
    """Return a frame as a server sends it (RFC 6455, 5.2)."""
    size = len(content)
    if size < 126:
        return bytes((first, size)) + content
    if size < 1 << 16:
        return bytes((first, 126)) + size.to_bytes(2) + content
    return bytes((first, 127)) + size.to_bytes(8) + content


Post = Callable[[Packet], bool]
"""Puts a packet on the wire; False if that cannot be done at once, and it has to wait for its turn."""


class Wire(WebSocketsSansIOProtocol):
    """A connection that takes packets."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        """Compress every message by itself; what a connection had to remember of earlier ones was most of its size."""
        super().__init__(*arguments, **more)
        if self.config.ws_per_message_deflate:
            self.conn.available_extensions = [
                ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)
            ]

    def handle_connect(self, event: Request) -> None:
        """Let the application know that it may post packets."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][_EXTENSION] = {"post": self.post}

    def post(self, packet: Packet) -> bool:
        """Send a packet at once if everything before it has gone."""
        if self.close_sent or self.disconnected or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(packet.packed if self._unpacks else packet.plain)
        return True

    @cached_property
    def _unpacks(self) -> bool:
        """Whether the other side takes compressed frames, and does not ask for a smaller window than ours."""
        windows = [getattr(extension, "local_max_window_bits", 0) for extension in self.conn.extensions]
        return windows == [zlib.MAX_WBITS]


def post_of(scope: Scope) -> Post | None:
    """Return how to post packets; None if another server than ours is used."""
    post: Post | None = scope.get("extensions", {}).get(_EXTENSION, {}).get("post")
    return post


def settings(app: Any, **wishes: Any) -> uvicorn.Config:
    """Return how Uvicorn serves a site."""
    return uvicorn.Config(app, ws=Wire, ws_max_size=_LARGEST_MESSAGE, access_log=False, **wishes)
