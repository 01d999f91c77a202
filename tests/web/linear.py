"""Read long foreign texts wherever texts are read. As a program it ends soon, unless something takes quadratic time.

Each reader gets texts that repeat something many times, between beginnings and endings that make a match fail late.
Headers get values from the grammar of headers, too: twice as long a value must not take four times as long.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import os
import resource
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import Message, Scope
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from websockets.datastructures import Headers as HandshakeHeaders
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.http11 import Request as Handshake
from websockets.server import ServerProtocol

import funkenflug
from funkenflug.core.words import printable
from funkenflug.games import list_games
from funkenflug.locale.translate import preferred
from funkenflug.site.app import create_app
from funkenflug.site.infra.connections import is_listed
from funkenflug.site.infra.middleware.guard import same_origin
from funkenflug.site.infra.middleware.limits import address_group, is_own_machine
from funkenflug.site.infra.requests import RequestBody
from funkenflug.site.tables import requests

LENGTH = 200_000
BODY = 60_000
SECONDS = 120
"""About 6 are usual; what takes quadratic time needs hundreds for one of the texts."""
REPEATED = [*' a1+"\\[({,;-=%.:\n', "0,", " + ", "a ", '",']  # fmt: skip
AROUND = [("", ""), ("a", "!"), ("aa-a", "!"), ("tile ", " x"), ("bytes=0-", ""), ("a=", ";")]
HEADERS = [
    "accept",
    "accept-encoding",
    "accept-language",
    "cookie",
    "range",
    "if-none-match",
    "if-modified-since",
    "if-range",
    "content-length",
    "content-type",
    "host",
    "origin",
    "x-forwarded-for",
    "x-forwarded-proto",
    "x-request-id",
    "sec-fetch-site",
]
HANDSHAKE = {
    "host": "here",
    "upgrade": "websocket",
    "connection": "Upgrade",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "sec-websocket-extensions": "permessage-deflate",
    "sec-websocket-protocol": "a",
    "origin": "http://here",
}
WORDS = ["a", "", "=", "1-2", "W/", "x=y", "who=0", " ", "\t"]
QUOTED = ['\\"', "\\\\", "\\101", "\\0", "\\", "x", ""]
"""What is repeated between quotation marks."""
BETWEEN = ["", ";", ",", "; ", " ,", "=", "/"]
"""What separates values. All headers are made of words, quoted strings and these (RFC 9110, 5.6)."""
MATTERS = 0.05
"""Seconds of processor time; what takes less is not compared."""
MOST_TIMES = 3.0
"""How many times as long twice the length may take: 2 if it is linear, 4 if it is quadratic."""


def header_values(length: int) -> list[str]:
    """Return long values from the grammar of headers: one long quoted string, or many values."""
    escaped = [f'"{part * (length // len(part))}"' for part in QUOTED if part]
    values = [*WORDS, *(f'"{part}"' for part in QUOTED)]
    many = [
        (value + between) * (length // len(value + between))
        for value, between in itertools.product(values, BETWEEN)
        if value + between
    ]
    found = [*escaped, *(text[:-1] for text in escaped), *many]
    return [begin + text for begin in ("", "a=", "who=", "bytes=", "a;q=") for text in found]


def long_texts(length: int) -> list[str]:
    """Return long texts that repeat something."""
    return [
        beginning + part * (length // len(part)) + end for part, (beginning, end) in itertools.product(REPEATED, AROUND)
    ]


def _request(headers: dict[str, str]) -> HTTPConnection:
    return HTTPConnection({"type": "http", "scheme": "http", "headers": Headers(headers).raw})


def readers() -> dict[str, Callable[[str], object]]:
    """Return everything that reads a text directly, by name."""
    found: dict[str, Callable[[str], object]] = {
        "a record": funkenflug.load,
        "a tag": lambda text: funkenflug.load(f'[Game "feurio"]\n[Site "{text[:1900]}"]\n' * 20),
        "a line of moves": lambda text: _play_line(text[:1900]),
        "a language": lambda text: preferred(text, text),
        "a text for a terminal": printable,
        "an origin": lambda text: same_origin(_request({"origin": text, "host": text})),
        "an address": lambda text: (is_own_machine(text), address_group(text), is_listed(text, text)),
    }
    for game_type in list_games():
        match = funkenflug.new(game_type.id, players=2, seed=1)
        found[f"a move of {game_type.title}"] = match.play
    for name, model in vars(requests).items():
        if isinstance(model, type) and issubclass(model, RequestBody) and model.__struct_fields__:
            found[name] = _reader_of(model)
    return found


def _play_line(text: str) -> None:
    head = funkenflug.new("feurio", players=2, seed=1).record().partition("\n\n")[0]
    for _ in range(20):
        with contextlib.suppress(ValueError):
            funkenflug.load(f"{head}\n\n1. {text}\n")


def _reader_of(model: type[RequestBody]) -> Callable[[str], object]:
    fields = model.__struct_fields__

    def read(text: str) -> None:
        for content in (dict.fromkeys(fields, text), {field: [text] for field in fields}, {text: text}):
            with contextlib.suppress(ValueError):
                msgspec.json.decode(msgspec.json.encode(content), type=model)

    return read


async def ask(app: Any, method: str, path: str, headers: dict[str, str], body: str = "") -> None:
    """Send a request straight to the application."""
    raw = [(name.encode(), value.replace("\n", "\t").encode("latin-1")) for name, value in headers.items()]
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": raw,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 2),
    }

    async def receive() -> Message:
        return {"type": "http.request", "body": body.encode(), "more_body": False}

    async def send(message: Message) -> None:
        pass

    behind_proxy: Any = ProxyHeadersMiddleware(app, "127.0.0.1")
    await behind_proxy(scope, receive, send)


def shake_hands(name: str, text: str) -> None:
    """Ask for a WebSocket, with a long header."""
    protocol = ServerProtocol(extensions=[ServerPerMessageDeflateFactory()])
    protocol.accept(Handshake("/", HandshakeHeaders(HANDSHAKE | {name: text})))


async def seconds_for(app: Any, name: str, text: str) -> float:
    """Return the processor time that the site takes for a header: on a file, on the API and on a WebSocket."""
    began = time.process_time()
    await ask(app, "GET", "/static/table.js", {name: text})
    await ask(app, "POST", "/api/tables", {"content-type": "application/json"} | {name: text}, "{}")
    if name in HANDSHAKE:
        shake_hands(name, text)
    return time.process_time() - began


async def compare_lengths(app: Any) -> None:
    """Send headers of a length and of twice that length; fail if the time grows faster than the length."""
    names = sorted({*HEADERS, *HANDSHAKE})
    await seconds_for(app, "a", "")  # loads the API
    gc.disable()  # how long it takes depends on everything else
    for short, long in zip(header_values(LENGTH // 4), header_values(LENGTH // 2), strict=True):
        for name in names:
            print(f"\rheader {name}: {short[:20]!r}", end="", flush=True)
            if await seconds_for(app, name, long) < MATTERS:
                continue
            times = min([await seconds_for(app, name, long) for _ in range(3)])
            times /= min([await seconds_for(app, name, short) for _ in range(3)])
            assert times < MOST_TIMES, f"{name}: {short[:20]!r} takes {times:.1f} times as long if it is twice as long"
    gc.enable()


async def ask_all() -> None:
    """Send long headers and long bodies."""
    os.environ["FUNKENFLUG_LIMITS"] = "off"
    app = create_app("sqlite://")
    restrictions = SimpleNamespace(check=lambda *_: None, has=lambda *_: False)
    app.state.site = SimpleNamespace(restrictions=restrictions)  # nothing else is asked for
    await compare_lengths(app)
    for text, name in itertools.product(long_texts(LENGTH), HEADERS):
        await measured(f"header {name}", text, ask(app, "GET", "/static/table.js", {name: text}))
    usual = {"content-type": "application/json"}
    for text in [*long_texts(BODY), "[" * BODY, '{"a":' * (BODY // 5), "1" * BODY, "1e" + "9" * BODY]:
        await measured("body", text, ask(app, "POST", "/api/tables", usual, text))
        await measured("media type", text, ask(app, "POST", "/api/tables", {"content-type": text}, "{}"))


slowest: list[tuple[float, str, str]] = []


async def measured(name: str, text: str, work: Any) -> None:
    """Await something, and note how long it took."""
    print(f"\r{name}: {text[:20]!r}", end="", flush=True)
    began = time.process_time()
    await work
    slowest.append((time.process_time() - began, name, text[:20]))


def main() -> None:
    """Read everything, and print what took longest; end at a limit of processor time that is far from usual."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    for name, read in readers().items():
        for text in long_texts(LENGTH):
            print(f"\r{name}: {text[:20]!r}", end="", flush=True)
            began = time.process_time()
            with contextlib.suppress(ValueError):
                read(text)
            slowest.append((time.process_time() - began, name, text[:20]))
    asyncio.run(ask_all())
    print()
    for seconds, name, text in sorted(slowest, reverse=True)[:10]:
        print(f"{seconds:.3f} s: {name}, {text!r}")


if __name__ == "__main__":
    main()
