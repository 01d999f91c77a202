"""People as a site knows them: each with cookies of their own."""

from __future__ import annotations

import json
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.waiting import LONG, wait_until

BOTS = [{"kind": "me"}, {"kind": "bot", "level": "spark"}]


class Person(httpx.Client):
    """Somebody with a browser."""

    def __init__(self, url: str, name: str = "") -> None:
        super().__init__(base_url=url, timeout=LONG)
        if name:
            self.post("/api/me", json={"name": name}).raise_for_status()

    def new_table(self, game: str = "feurio", players: int = 2, seats: Any = BOTS, **wish: Any) -> str:
        answer = self.post("/api/tables", json={"game": game, "players": players, "seats": seats} | wish)
        assert answer.status_code == 201, answer.text
        id: str = answer.json()["id"]
        return id

    def see(self, table: str, language: str = "en") -> dict[str, Any]:
        answer = self.get(f"/api/tables/{table}", params={"words": language})
        assert answer.status_code == 200, answer.text
        seen: dict[str, Any] = answer.json()
        return seen

    def text(self, table: str) -> dict[str, Any]:
        """Return the board as text."""
        text: dict[str, Any] = self.get(f"/api/tables/{table}/text").raise_for_status().json()
        return text

    def do(self, table: str, what: str, **asked: Any) -> Any:
        """Return what a request is answered; after a command that was acknowledged, what is seen of the table."""
        answer = self.post(f"/api/tables/{table}/{what}", params={"words": "en"}, json=asked)
        assert answer.status_code == 200, answer.text
        content = answer.json()
        return self.see(table) if content.keys() == {"number"} else content

    def refused(self, status: int, table: str, what: str, **asked: Any) -> str:
        answer = self.post(f"/api/tables/{table}/{what}", json=asked)
        assert answer.status_code == status, answer.text
        error: str = answer.json()["error"]
        return error

    def play(self, table: str, place: int = 0) -> dict[str, Any]:
        """Play one of the moves that are offered."""
        seen = self.see(table)
        move = seen["choices"][place % len(seen["choices"])]
        answer: dict[str, Any] = self.do(table, "moves", number=seen["number"], seat=seen["looking"], moves=[move])
        return answer

    def wait_for_turn(self, table: str) -> dict[str, Any]:
        """Return what is seen when it is one's turn, or when the match is over."""
        seen: dict[str, Any] = {}

        def may_go_on() -> bool:
            seen.update(self.see(table))
            return bool(seen["choices"] or seen["outcome"])

        wait_until(may_go_on)
        return seen

    def watch(self, table: str, query: str = "", origin: str | None = None, **wishes: Any) -> ClientConnection:
        """Open a connection that is told what happens."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        address = str(self.base_url.join(f"/api/tables/{table}/events{query}")).replace("http", "ws", 1)
        headers = {"Cookie": cookies} | ({} if origin is None else {"Origin": origin})
        connection: ClientConnection = connect(
            address, additional_headers=headers, open_timeout=LONG, ping_interval=None, **wishes
        )
        return connection


def hear(connection: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(connection.recv(timeout=LONG))
        if message["type"] == kind:
            return message


def inserted(difference: dict[str, Any]) -> list[str]:
    """Return the ids of the fragments that a difference inserts."""
    return [id for run in difference["inserted"].values() for id, *_ in run]


class Screen:
    """What a browser shows: a drawing to which differences are applied."""

    def __init__(self, snapshot: dict[str, Any]) -> None:
        self.fragments: list[list[Any]] = snapshot["drawing"]["fragments"]
        self.box = snapshot["drawing"]["box"]
        self.shapes: dict[str, str] = dict(snapshot["drawing"]["shapes"])

    def apply(self, difference: dict[str, Any]) -> None:
        runs: dict[str, list[list[Any]]] = difference["inserted"]
        gone = {*difference["removed"], *inserted(difference)}
        before, self.fragments = self.fragments, [*runs.get("", ())]
        for id, shape, *place in before:
            if id not in gone:
                self.fragments.append([id, difference["reshaped"].get(id, shape), *place])
                self.fragments += runs.get(id, ())
        self.box = difference.get("box", self.box)
        self.shapes |= difference["shapes"]
        assert {shape for _, shape, *_ in self.fragments} <= self.shapes.keys()

    def shows(self, snapshot: dict[str, Any]) -> bool:
        drawing = snapshot["drawing"]
        return bool(self.fragments == drawing["fragments"] and drawing["shapes"].items() <= self.shapes.items())
