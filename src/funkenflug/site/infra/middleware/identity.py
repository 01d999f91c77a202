"""Identity and language of the client, from cookies and headers.

Nothing else reads cookies: Starlette's parser takes quadratic time where Python's `http.cookies` does (CVE-2024-7592).
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from funkenflug.locale.translate import preferred

_YEAR = 365 * 86400
_IDENTITY = re.compile("[0-9a-f]{32}")


def identify(scope: Scope) -> None:
    """Put the identity and the chosen language into the state of a connection, and take its cookies away.

    People are recognised by a secret in a cookie, and newcomers get one. Only the hash of the secret is stored: reading
    the database lets nobody act as somebody else.
    """
    cookies = read_cookies(value for name, value in scope["headers"] if name == b"cookie")
    scope["headers"] = [header for header in scope["headers"] if header[0] != b"cookie"]
    known: str | None = cookies.get("who", "").partition(".")[0]  # older versions added a signature
    if not _IDENTITY.fullmatch(known or "") or scope["app"].state.site.restrictions.has("ended", hashed(known or "")):
        known = None
    state = scope.setdefault("state", {})
    state["known"] = known is not None
    state["identity"] = known or (new_identity() if scope["type"] == "http" else None)
    state["language"] = cookies.get("language")


def read_cookies(headers: Iterable[bytes]) -> dict[str, str]:
    """Return the cookies of `Cookie` headers, as they are: the site sets none that is quoted.

    >>> read_cookies([b"who=1; language=de", b'a="; ";b', b"who = 2"])
    {'who': '2', 'language': 'de', 'a': '"', '"': '', 'b': ''}
    """
    pairs = (pair.partition("=") for header in headers for pair in header.decode("latin-1").split(";"))
    return {name.strip(): value.strip() for name, _, value in pairs}


class IdentityMiddleware:
    """Sends a cookie to newcomers, and to whoever has changed their identity."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the cookie to the response, if there is something new in it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        state = scope["state"]
        known = state["identity"] if state["known"] else None

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and state["identity"] != known and _wants_cookie(message):
                cookie = f"who={state['identity']}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax"
                cookie += "; Secure" if scope["scheme"] == "https" else ""
                headers = MutableHeaders(scope=message)
                headers.append("set-cookie", cookie)
                headers.setdefault("cache-control", "private")
            await send(message)

        await self.app(scope, receive, send_with_cookie)


def _wants_cookie(message: Message) -> bool:
    """Return whether a response is a page or from the API, and for one person: a cache must not hand out identities."""
    headers = Headers(scope=message)
    kind, kept = headers.get("content-type", ""), headers.get("cache-control", "")
    return kind.startswith(("text/html", "application/json")) and "public" not in kept


def new_identity() -> str:
    """Return a new secret identity."""
    return secrets.token_hex(16)


def person_of(connection: HTTPConnection) -> str | None:
    """Return the stored id of the client: the hash of their identity."""
    identity = connection.state.identity
    return None if identity is None else hashed(identity)


def language_of(connection: HTTPConnection) -> str:
    """Return the language of the cookie, or the one that the browser prefers."""
    return preferred(connection.state.language, connection.headers.get("accept-language", ""))


def hashed(secret: str) -> str:
    """Return the hash that is stored instead of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()[:40]


def sealed(secret: str, key: str) -> str:
    """Encrypt a secret with a key, or decrypt it again: the function is its own inverse."""
    pad = hashlib.sha256(f"seal/{key}".encode()).digest()
    return bytes(a ^ b for a, b in zip(bytes.fromhex(secret), pad, strict=False)).hex()
