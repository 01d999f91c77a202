"""Middleware for what pages of other origins may use: boards, and the files that draw them."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_OPEN = ("/api/board/", "/board.js", "/static/", "/words/")
PREFLIGHT = {
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "content-type",
    "Access-Control-Max-Age": "86400",
}
"""What a page of another origin has to know before it asks for a board."""
_OWN = frozenset({b"cookie", b"origin", b"sec-fetch-site"})


class CrossOriginMiddleware:
    """Opens boards and static files to pages of all origins, which come without an identity and get none."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take the identity away from a request of another origin, and let its page read the answer."""
        if scope["type"] != "http" or not scope["path"].startswith(_OPEN):
            await self.app(scope, receive, send)
            return
        if is_foreign := _is_foreign(scope):
            scope = {**scope, "headers": [header for header in scope["headers"] if header[0] not in _OWN]}

        async def send_openly(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Access-Control-Allow-Origin"] = "*"
                headers["Cross-Origin-Resource-Policy"] = "cross-origin"
                if is_foreign:
                    del headers["set-cookie"]
            await send(message)

        await self.app(scope, receive, send_openly)


def _is_foreign(scope: Scope) -> bool:
    """Return whether a request comes from a page of another origin."""
    headers = Headers(scope=scope)
    if (origin := headers.get("origin")) is not None:
        return origin != f"{scope['scheme']}://{headers.get('host')}"
    return headers.get("sec-fetch-site", "none") not in ("same-origin", "none")
