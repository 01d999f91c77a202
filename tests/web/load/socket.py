"""A WebSocket that does no more than it must, so that a client costs little beside the server that is measured."""

from __future__ import annotations

import asyncio
import base64
import os
import zlib
from typing import cast

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_COMPRESSED = 64
_PACKING = "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; client_no_context_takeover\r\n"


class Socket(asyncio.Protocol):
    """A connection to a server on this machine; texts that come in wait in `texts`, None is the end."""

    def __init__(self, path: str, cookie: str, unpacks: bool) -> None:
        self.texts: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._come = bytearray()
        self._path, self._cookie, self._unpacks = path, cookie, unpacks
        self._open = False

    @classmethod
    async def to(cls, port: int, path: str, cookie: str = "", unpacks: bool = False) -> Socket:
        """Open a connection; `unpacks`: texts may come compressed, as browsers like it."""
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(lambda: cls(path, cookie, unpacks), "127.0.0.1", port)
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = transport = cast(asyncio.Transport, transport)  # uvloop's has another base
        key = base64.b64encode(os.urandom(16)).decode()
        cookie = f"Cookie: {self._cookie}\r\n" if self._cookie else ""
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{cookie}{_PACKING * self._unpacks}\r\n".encode()
        )

    def connection_lost(self, reason: Exception | None) -> None:
        """Let whoever waits know that nothing comes any more."""
        self.texts.put_nowait(None)

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        self._come += data
        if not self._open:
            head, end, rest = self._come.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                raise ConnectionError(head.decode())
            self._open, self._come = True, rest
        while self._take_frame():
            pass

    def _take_frame(self) -> bool:
        if len(self._come) < 2:
            return False
        size, begin = self._come[1] & 127, 2
        if size > 125:
            begin = 4 if size == 126 else 10
            size = int.from_bytes(self._come[2:begin])
        if len(self._come) < begin + size:
            return False
        kind, content = self._come[0] & 15, bytes(self._come[begin : begin + size])
        if self._come[0] & _COMPRESSED:
            content = zlib.decompressobj(-zlib.MAX_WBITS).decompress(content + b"\0\0\xff\xff")
        del self._come[: begin + size]
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
        self._transport.write(bytes((128 | kind,)) + length + bytes(4) + content)  # a mask of noughts changes nothing

    def close(self) -> None:
        """End the connection."""
        self._transport.close()
