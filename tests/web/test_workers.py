"""Processes that share a port give WebSockets to each other."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest
import uvicorn

from funkenflug.site.infra.server import take_over
from funkenflug.site.infra.workers import Workers
from tests.web.conftest import in_a_loop

EVENTS = [f"/api/tables/{name}/events".encode() for name in "abcdefgh"]


def test_a_connection_goes_to_the_worker_of_its_table_or_stays(tmp_path: Path) -> None:
    async def pass_on() -> list[tuple[bytes, bytes]]:
        beats = [0.0, 0.0]
        first, second = (Workers(str(tmp_path), 2, number, beats) for number in range(2))
        client, accepted = socket.socketpair()
        with client, accepted, first.receiving(lambda connection, head: connection.close()):
            staying = [url for url in EVENTS if not first.hand_over(accepted.fileno(), url, b"")]
            assert staying == EVENTS, "the other one does not run"
            taken: asyncio.Queue[tuple[socket.socket, bytes]] = asyncio.Queue()
            with second.receiving(lambda *passed: taken.put_nowait(passed)):
                assert not first.hand_over(accepted.fileno(), b"/api/me", b"")
                away = [url for url in EVENTS if first.hand_over(accepted.fileno(), url, b"head of " + url)]
                assert not any(second.hand_over(accepted.fileno(), url, b"") for url in away)
                beating, beats[1] = beats[1], beats[1] - 1.0
                assert not any(first.hand_over(accepted.fileno(), url, b"") for url in away), "it hangs"
                beats[1] = beating
                heard = []
                for _ in away:
                    connection, head = await taken.get()
                    with connection:
                        connection.send(b"!")
                    heard.append((head, client.recv(1)))
            assert not any(first.hand_over(accepted.fileno(), url, b"") for url in away), "it has ended"
        return heard

    heard = in_a_loop(pass_on)
    assert 0 < len(heard) < len(EVENTS)
    assert all(head.startswith(b"head of /api/tables/") and answer == b"!" for head, answer in heard)


def test_a_worker_that_stops_refuses_connections_of_others() -> None:
    server = uvicorn.Server(uvicorn.Config("nothing"))
    server.should_exit = True
    client, accepted = socket.socketpair()
    with client:
        take_over(server, accepted, b"GET / HTTP/1.1\r\n\r\n")
        assert client.recv(1000).startswith(b"HTTP/1.1 503 ")
        assert client.recv(1000) == b""


@pytest.mark.parametrize("folder", ["missing", "long" * 40])
def test_a_worker_that_cannot_take_over_says_so_and_works(
    tmp_path: Path, folder: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        with Workers(str(tmp_path / folder), 2, 0, [0.0, 0.0]).receiving(lambda connection, head: None):
            pass

    in_a_loop(work)
    assert "takes over no WebSockets" in caplog.text
