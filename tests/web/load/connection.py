"""A WebSocket client that costs little beside the server that is measured: the C code of picows calls a function."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, WSUpgradeResponse, ws_connect

from funkenflug.site.infra.dictionary import Dictionary

_OFFER = "permessage-deflate; client_max_window_bits"
"""What Chromium offers."""
_TIMEOUT = 60.0


class Connection(WSListener):
    """A connection to a server on this machine. It passes each text to `receive`, and None at the end."""

    def __init__(self, receive: Callable[[bytes | None], None], dictionary: Dictionary | None = None) -> None:
        self._receive = receive
        self._dictionary = dictionary
        self._keeps_context = False
        self._inflater: Any = None
        self.bytes_received = 0
        """The bytes of all messages as they came, compressed or not."""

    async def open(self, port: int, path: str, cookie: str = "", compressed: bool = False) -> None:
        """Connect; `compressed`: offer compression, as browsers do."""
        headers = {"Cookie": cookie} if cookie else {}
        if compressed:
            headers["Sec-WebSocket-Extensions"] = _OFFER
        url = f"ws://127.0.0.1:{port}{path}"
        await ws_connect(self._accepted, url, extra_headers=headers, websocket_handshake_timeout=_TIMEOUT)

    def _accepted(self, request: WSUpgradeRequest, response: WSUpgradeResponse) -> Connection:
        agreed = response.headers.get("Sec-WebSocket-Extensions", "")
        self._keeps_context = "server_no_context_takeover" not in agreed
        return self

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Begin."""
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Pass a text on; the servers do not send messages in fragments."""
        if frame.msg_type in (WSMsgType.TEXT, WSMsgType.BINARY):
            self.bytes_received += frame.payload_size + _header_size(frame.payload_size)
            content = frame.get_payload_as_bytes()
            if self._dictionary is not None and frame.msg_type == WSMsgType.BINARY:
                content = self._dictionary.decompress(content)
            self._receive(self._inflate(content) if frame.rsv1 else content)
        elif frame.msg_type == WSMsgType.CLOSE:
            self.close()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Report the end of the stream."""
        self._receive(None)

    def _inflate(self, content: bytes) -> bytes:
        if self._inflater is None or not self._keeps_context:
            self._inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        inflated: bytes = self._inflater.decompress(content + b"\0\0\xff\xff")
        return inflated

    def send(self, text: bytes) -> None:
        """Send a text."""
        self._transport.send(WSMsgType.TEXT, text)

    def close(self) -> None:
        """Close the connection."""
        self._receive = lambda _: None
        self._transport.disconnect()


def _header_size(payload: int) -> int:
    return 2 if payload < 126 else 4 if payload < 65536 else 10
