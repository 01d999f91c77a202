"""`funkenflug serve`: the site, in the browser."""

from __future__ import annotations

import asyncio
import socket
import webbrowser
from argparse import Namespace

from rich.console import Console

USUAL_HOST = "127.0.0.1"
USUAL_PORT = 8080


def serve(arguments: Namespace, console: Console) -> None:
    """Serve the site until it is interrupted."""
    import uvicorn  # here, for the other commands to start quickly

    from funkenflug.web.api import create_app

    listener = _listener(arguments.host, arguments.port)
    host, port = listener.getsockname()[:2]
    url = f"http://{'[' + host + ']' if ':' in host else host}:{port}"
    app = create_app(arguments.database)
    settings = uvicorn.Config(app, log_level="warning", access_log=False, ws_max_size=_LARGEST_MESSAGE)
    console.print(f"Funkenflug is at {url} (Ctrl-C ends it; what was played is kept)")
    asyncio.run(_run(uvicorn.Server(settings), listener, None if arguments.no_browser else url))


_LARGEST_MESSAGE = 65536
_WAITING = 2048
"""Connections that may wait to be accepted."""


async def _run(server: object, listener: socket.socket, url: str | None) -> None:
    from uvicorn import Server

    assert isinstance(server, Server)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.02)
    if url is not None and not serving.done():
        await asyncio.to_thread(webbrowser.open, url)
    await serving


def _listener(host: str, port: int | None) -> socket.socket:
    """Return a listening socket; if no port is asked for and the usual one is taken, on any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ports = (USUAL_PORT, 0) if port is None else (port,)
    for wanted in ports:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, wanted))
            listener.listen(_WAITING)  # at once: until then another process can bind the same port
        except OSError as error:
            listener.close()
            if wanted == ports[-1]:
                raise OSError(error.errno, error.strerror, f"{host}:{wanted}") from None
        else:
            return listener
    raise AssertionError("the last port was bound, or refused")
