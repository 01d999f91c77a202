"""Messages that are encoded, framed and compressed once, however many connections receive them."""

from __future__ import annotations

import zlib
from collections.abc import Awaitable, Callable
from typing import Protocol

from starlette.types import Message, Scope
from websockets.frames import Opcode

from funkenflug.site.infra.dictionary import Dictionary
from funkenflug.site.infra.middleware.costs import Payer

EXTENSION = "funkenflug.packets"
"""The ASGI extension by which `site/infra/server.py` offers to send packets."""
_COMPRESS_FROM = 256
"""Bytes from which a text is worth compressing."""
_PACK_FROM = 96
"""Likewise, if there is a dictionary."""
_LEVEL = 4
"""5 percent smaller than the fastest, at a tenth more time."""
_COMPRESSED = 0x40
"""The bit of a header that says so (RFC 7692, 6)."""
_END_OF_FLUSH = b"\x00\x00\xff\xff"
"""The other side adds it again (RFC 7692, 7.2.1)."""


class Packet:
    """A text message for many connections."""

    __slots__ = ("_compressed", "_packed", "_plain", "text")

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._plain: bytes | None = None
        self._compressed: bytes | None = None
        self._packed: bytes | None = None

    def plain(self) -> bytes:
        """Return the frame for connections without compression."""
        if self._plain is None:
            self._plain = _header(Opcode.TEXT, len(self.text)) + self.text
        return self._plain

    def compressed(self) -> bytes:
        """Return the frame for connections with compression; it depends on no earlier message (RFC 7692, 7.2.1)."""
        if len(self.text) < _COMPRESS_FROM:
            return self.plain()
        if self._compressed is None:
            # not the extension of `websockets`: it keeps its compressor meanwhile, which another thread may delete
            compressor = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
            packed = compressor.compress(self.text) + compressor.flush(zlib.Z_SYNC_FLUSH)
            packed = packed.removesuffix(_END_OF_FLUSH)
            self._compressed = _header(_COMPRESSED | Opcode.TEXT, len(packed)) + packed
        return self._compressed

    def packed(self, dictionary: Dictionary) -> bytes:
        """Return the frame for connections that have a dictionary: all that receive a packet have the same."""
        if len(self.text) < _PACK_FROM:
            return self.plain()
        if self._packed is None:
            packed = dictionary.compress(self.text)
            self._packed = _header(Opcode.BINARY, len(packed)) + packed
        return self._packed


def _header(opcode: int, length: int) -> bytes:
    """Return the header of a whole, unmasked frame (RFC 6455, 5.2); `Frame.serialize` takes ten times as long."""
    if length < 126:
        return bytes((0x80 | opcode, length))
    if length < 1 << 16:
        return bytes((0x80 | opcode, 126)) + length.to_bytes(2)
    return bytes((0x80 | opcode, 127)) + length.to_bytes(8)


class PacketTransport(Protocol):
    """A WebSocket as our server offers it to the application."""

    payer: Payer | None
    """Who pays for reading frames."""
    writable: bool
    """Whether the other side keeps up with what it is sent."""
    on_writable: Callable[[], None]
    """Called when the other side keeps up again."""
    send_timeout: float | None
    """Seconds in which a slow reader has to catch up; then the connection is closed. None: it may take its time."""
    dictionary: Dictionary | None
    """What the other side can decompress messages with."""
    session: Awaitable[None] | None
    """Awaited after the application has returned. A connection that waits in it keeps nothing of the middleware and the
    handshake, which are more than half of its memory."""

    async def receive(self) -> Message:
        """Return the next message, as ASGI describes it."""

    def send_packet(self, packet: Packet, more: bool = False) -> None:
        """Send a packet, also if the other side does not keep up; do nothing if the connection is closed.

        `more`: another one follows at once, and both are written together.
        """

    def close(self, code: int) -> None:
        """Close the connection after what was sent."""


def transport_of(scope: Scope) -> PacketTransport:
    """Return what sends packets on a connection."""
    transport: PacketTransport = scope["extensions"][EXTENSION]["transport"]
    return transport
