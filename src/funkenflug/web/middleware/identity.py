"""Who asks, and in which language: told from cookies."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from funkenflug.locale.translate import preferred

_YEAR = 365 * 86400
_IDENTITY = re.compile("[0-9a-f]{32}")


class Identity:
    """Middleware that knows everybody again by a secret in a cookie, and gives newcomers one.

    Nothing but the hash of the secret is ever stored: who reads the database can be nobody.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Put the identity into the state of the connection."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        known = _known_identity(HTTPConnection(scope))
        state = scope.setdefault("state", {})
        state["known"] = known is not None
        state["identity"] = known or (secrets.token_hex(16) if scope["type"] == "http" else None)

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


def table_for(*what: str) -> str:
    """Return the id of the table that there shall be once for something, whoever asks for it and however often.

    >>> table_for("rematch", "kb5JYvJ9bVQw")
    'Mrng9QOD6vfh'
    """
    return base64.urlsafe_b64encode(hashlib.sha256("/".join(("table", *what)).encode()).digest()[:9]).decode()


_MOST_SITTINGS = 64


def invitation(identity: str, table: str, seat: int, sittings: int) -> str | None:
    """Return the key with which a host invites to a seat where so many have sat before; None after very many.

    Each key is the hash of the one for the next sitting. So a table keeps no more than the lock, the hash of the first:
    who reads the database finds no key there, and a key that was used opens nothing more.
    """
    if sittings >= _MOST_SITTINGS:
        return None
    key = f"invitation/{identity}/{table}/{seat}"
    for _ in range(_MOST_SITTINGS - sittings):
        key = hashed(key)
    return key


def lock_of(identity: str, table: str, seat: int) -> str:
    """Return what a table keeps of the keys to a seat.

    >>> lock = lock_of("secret of a host", "table", 1)
    >>> keys = [invitation("secret of a host", "table", 1, sittings) for sittings in range(3)]
    >>> [opens(key, lock, 1) for key in keys]
    [False, True, False]
    """
    return hashed(invitation(identity, table, seat, 0) or "")


def opens(key: str, lock: str, sittings: int) -> bool:
    """Whether a key opens a seat where so many have sat before."""
    for _ in range(sittings + 1):
        key = hashed(key)
    return hmac.compare_digest(key, lock)


def sealed(secret: str, key: str) -> str:
    """Return a secret that only the key opens again: applied twice it is as before."""
    pad = hashlib.sha256(f"seal/{key}".encode()).digest()
    return bytes(a ^ b for a, b in zip(bytes.fromhex(secret), pad, strict=False)).hex()
