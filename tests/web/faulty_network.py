"""A network that breaks when it is told to: a proxy that counts what passes, and may cut a connection there."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

_MOST = 1 << 16


class Network:
    """The connections through a proxy."""

    def __init__(self, upstream: str | tuple[str, int]) -> None:
        self._upstream = upstream
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0
        self.reset()

    def reset(self, strikes: Callable[[int], bool] = lambda _: False) -> None:
        """Count packets from 0 again, and cut the connection instead of passing those on whose number strikes."""
        self.packets = self.cuts = 0
        self._strikes = strikes

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what comes in both directions, until one end closes the connection or it is cut."""
        if isinstance(self._upstream, str):
            there, back = await asyncio.open_unix_connection(self._upstream)
        else:
            there, back = await asyncio.open_connection(*self._upstream)
        with contextlib.closing(writer), contextlib.closing(back), contextlib.suppress(OSError):
            passing = [asyncio.create_task(self._pass_on(*ends)) for ends in ((reader, back), (there, writer))]
            self._tasks |= set(passing)
            await asyncio.wait(passing, return_when=asyncio.FIRST_COMPLETED)
            for task in passing:
                task.cancel()
            self._tasks -= set(passing)

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while packet := await source.read(_MOST):
                number = self.packets
                self.packets += 1
                if self._strikes(number):
                    self.cuts += 1
                    return
                target.write(packet)
                await target.drain()


@contextlib.asynccontextmanager
async def faulty_network(upstream: str | tuple[str, int]) -> AsyncIterator[Network]:
    """Serve a proxy to an address, or to the path of a socket, at a free port."""
    network = Network(upstream)
    server = await asyncio.start_server(network.serve, "127.0.0.1", 0)
    network.port = server.sockets[0].getsockname()[1]
    try:
        yield network
    finally:
        server.close()
