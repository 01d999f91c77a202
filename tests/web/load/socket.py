"""A minimal WebSocket client, so that it costs little beside the server that is measured."""

from __future__ import annotations

import asyncio
import base64
import os
import zlib
from typing import cast

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_COMPRESSED = 64
_DEFLATE = "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; client_no_context_takeover\r\n"


class Socket(asyncio.Protocol):
    """A connection to a server on this machine; received texts are put into `texts`, None is the end."""

    def __init__(self, path: str, cookie: str, compressed: bool) -> None:
        self.texts: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._buffer = bytearray()
        self._path, self._cookie, self._compressed = path, cookie, compressed
        self._open = False

    @classmethod
    async def to(cls, port: int, path: str, cookie: str = "", compressed: bool = False) -> Socket:
        """Open a connection; `compressed`: offer compression, as browsers do."""
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(lambda: cls(path, cookie, compressed), "127.0.0.1", port)
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake."""
        self._transport = transport = cast(asyncio.Transport, transport)  # uvloop's has another base
        key = base64.b64encode(os.urandom(16)).decode()
        extensions = _DEFLATE if self._compressed else ""
        cookie = f"Cookie: {self._cookie}\r\n" if self._cookie else ""
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{cookie}{extensions}\r\n".encode()
        )

    def connection_lost(self, reason: Exception | None) -> None:
        """Report the end of the stream."""
        self.texts.put_nowait(None)

    def data_received(self, data: bytes) -> None:
        """Parse complete frames."""
        self._buffer += data
        if not self._open:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                raise ConnectionError(head.decode())
            self._open, self._buffer = True, rest
        while self._take_frame():
            pass

    def _take_frame(self) -> bool:
        if len(self._buffer) < 2:
            return False
        size, begin = self._buffer[1] & 127, 2
        if size > 125:
            begin = 4 if size == 126 else 10
            size = int.from_bytes(self._buffer[2:begin])
        if len(self._buffer) < begin + size:
            return False
        kind, content = self._buffer[0] & 15, bytes(self._buffer[begin : begin + size])
        if self._buffer[0] & _COMPRESSED:
            content = zlib.decompressobj(-zlib.MAX_WBITS).decompress(content + b"\0\0\xff\xff")
        del self._buffer[: begin + size]
        if kind == _TEXT:
            self.texts.put_nowait(content)
        elif kind == _PING:
            self._write(_PONG, content)
        elif kind == _CLOSE:
            self._transport.close()
        return True

    def send(self, text: bytes) -> None:
        """Send a text."""
        self._write(_TEXT, text)

    def _write(self, kind: int, content: bytes) -> None:
        size = len(content)
        length = bytes((128 | size,)) if size < 126 else bytes((254,)) + size.to_bytes(2)
        self._transport.write(bytes((128 | kind,)) + length + bytes(4) + content)  # a mask of zeros changes nothing

    def close(self) -> None:
        """Close the connection."""
        self._transport.close()
