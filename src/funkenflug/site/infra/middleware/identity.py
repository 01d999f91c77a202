"""Identity and language of the client, from cookies and headers."""

from __future__ import annotations

import hashlib
import re
import secrets

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from funkenflug.locale.translate import preferred

_YEAR = 365 * 86400
_IDENTITY = re.compile("[0-9a-f]{32}")


class IdentityMiddleware:
    """Recognises people by a secret in a cookie, and gives newcomers one.

    Only the hash of the secret is stored: reading the database lets nobody act as somebody else.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Put the identity into the state of the connection."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        known = _known_identity(HTTPConnection(scope))
        if known is not None and scope["app"].state.site.restrictions.has("ended", hashed(known)):
            known = None
        state = scope.setdefault("state", {})
        state["known"] = known is not None
        state["identity"] = known or (new_identity() if scope["type"] == "http" else None)

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and state["identity"] != known and _wants_cookie(scope):
                cookie = f"who={state['identity']}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax"
                cookie += "; Secure" if scope["scheme"] == "https" else ""
                message["headers"] = [*message["headers"], (b"set-cookie", cookie.encode())]
            await send(message)

        await self.app(scope, receive, send_with_cookie)


def _wants_cookie(scope: Scope) -> bool:
    return not scope["path"].startswith(("/static/", "/healthz", "/readyz", "/metrics"))


def _known_identity(connection: HTTPConnection) -> str | None:
    identity = connection.cookies.get("who", "").partition(".")[0]  # older versions added a signature
    return identity if _IDENTITY.fullmatch(identity) else None


def new_identity() -> str:
    """Return a new secret identity."""
    return secrets.token_hex(16)


def person_of(connection: HTTPConnection) -> str | None:
    """Return the stored id of the client: the hash of their identity."""
    identity = connection.state.identity
    return None if identity is None else hashed(identity)


def language_of(connection: HTTPConnection) -> str:
    """Return the language of the cookie, or the one that the browser prefers."""
    return preferred(connection.cookies.get("language"), connection.headers.get("accept-language", ""))


def hashed(secret: str) -> str:
    """Return the hash that is stored instead of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()[:40]


def sealed(secret: str, key: str) -> str:
    """Encrypt a secret with a key, or decrypt it again: the function is its own inverse."""
    pad = hashlib.sha256(f"seal/{key}".encode()).digest()
    return bytes(a ^ b for a, b in zip(bytes.fromhex(secret), pad, strict=False)).hex()
