"""Who asks, and in which language: told from cookies."""

from __future__ import annotations

import hashlib
import secrets
from http.cookies import CookieError, SimpleCookie

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from funkenflug.web.language import preferred

_YEAR = 365 * 86400


class Identity:
    """Middleware that knows everybody again by a signed cookie, and gives newcomers one."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Put the identity into the state of the connection."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        signer = Signer(scope["app"].state.site.storage.secret, salt="who")
        known = _known_identity(HTTPConnection(scope), signer)
        state = scope.setdefault("state", {})
        state["identity"] = known or (secrets.token_hex(16) if scope["type"] == "http" else None)

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and state["identity"] != known and _wants_cookie(scope):
                cookie = (
                    f"who={signer.sign(state['identity']).decode()}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax"
                )
                cookie += "; Secure" if scope["scheme"] == "https" else ""
                message["headers"] = [*message["headers"], (b"set-cookie", cookie.encode())]
            await send(message)

        await self.app(scope, receive, send_with_cookie)


def _wants_cookie(scope: Scope) -> bool:
    return not scope["path"].startswith("/static/")


def _known_identity(connection: HTTPConnection, signer: Signer) -> str | None:
    try:
        cookie = SimpleCookie(connection.headers.get("cookie", "")).get("who")
        return None if cookie is None else signer.unsign(cookie.value).decode()
    except (CookieError, BadSignature, UnicodeDecodeError):
        return None


def who_asks(connection: HTTPConnection) -> str | None:
    """Return whose connection it is: the hash of the identity."""
    identity = connection.state.identity
    return None if identity is None else hashed(identity)


def language_of(connection: HTTPConnection) -> str:
    """Return the language that was chosen, or that the browser prefers."""
    return preferred(connection.cookies.get("language"), connection.headers.get("accept-language", ""))


def hashed(secret: str) -> str:
    """Return what is stored instead of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()[:40]


def sealed(secret: str, key: str) -> str:
    """Return a secret that only the key opens again: applied twice it is as before."""
    pad = hashlib.sha256(f"seal/{key}".encode()).digest()
    return bytes(a ^ b for a, b in zip(bytes.fromhex(secret), pad, strict=False)).hex()
