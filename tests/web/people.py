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
        text: dict[str, Any] = self.board(table, "text")
        return text

    def board(
        self, table: str, what: str, number: int | None = None, ply: int | None = None, status: int = 200, **asked: Any
    ) -> Any:
        """Return what is told of the board of a table, now or at a ply; or why it is not."""
        board = {"kind": "table", "id": table, "number": number, "ply": ply}
        answer = self.post(f"/api/board/{what}", params={"words": "en"}, json={"board": board, **asked})
        assert answer.status_code == status, answer.text
        content = answer.json()
        return content if status == 200 else content["error"]

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
        return connected(address, headers, **wishes)


def connected(address: str, headers: dict[str, str], **wishes: Any) -> ClientConnection:
    """Connect, with the patience of a busy machine.

    Messages that no test reads are not limited: they would keep the answer to a closing from being read.
    """
    patient: dict[str, Any] = {"open_timeout": LONG, "ping_interval": None, "max_queue": None}
    connection: ClientConnection = connect(address, additional_headers=headers, **patient | wishes)
    return connection


def hear(connection: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(connection.recv(timeout=LONG))
        if message["type"] == kind:
            return message


def inserted(difference: dict[str, Any]) -> list[str]:
    """Return the ids of the fragments that a difference inserts."""
    return [id for run in difference.get("inserted", {}).values() for id, *_ in run]


def changed(drawing: dict[str, Any], difference: dict[str, Any]) -> dict[str, Any]:
    """Return the box and the fragments of a drawing after a difference."""
    runs: dict[str, list[list[Any]]] = difference.get("inserted", {})
    gone = {*difference.get("removed", ()), *inserted(difference)}
    fragments = [*runs.get("", ())]
    for id, shape, *place in drawing["fragments"]:
        if id not in gone:
            fragments.append([id, difference.get("reshaped", {}).get(id, shape), *place])
            fragments += runs.get(id, ())
    return {"box": difference.get("box", drawing["box"]), "fragments": fragments}


class Screen:
    """A page that follows a table: it knows the table as the stream has told it."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._shapes: dict[str, str] = {}
        self._own: dict[str, Any] = {}
        self.table = self.hear()

    def hear(self) -> dict[str, Any]:
        """Read up to the next update or snapshot, and return the table after it."""
        while True:
            message: dict[str, Any] = json.loads(self._connection.recv(timeout=LONG))
            match message.pop("type"):
                case "snapshot":
                    self.table = message
                    self._keep_shapes(message["drawing"].pop("shapes"))
                    return self.table
                case "own":
                    self._own = message
                case "update":
                    self._apply(message)
                    return self.table
                case "presence":
                    for seat, online in zip(self.table["seats"], message["seats"], strict=True):
                        seat["online"] = online

    def _apply(self, update: dict[str, Any]) -> None:
        difference = update.pop("difference")
        self.table["drawing"] |= changed(self.table["drawing"], difference)
        self._keep_shapes(difference.get("shapes", {}))
        assert {shape for _, shape, *_ in self.table["drawing"]["fragments"]} <= self._shapes.keys()
        del update["events"]
        scores, holdings = update.pop("scores"), update.pop("holdings", {})
        for seat in self.table["seats"]:
            seat["score"] = scores[seat["seat"]] if scores else None
            seat["holdings"] = holdings.get(str(seat["seat"]), seat["holdings"])
            seat["to_move"] = seat["seat"] == update["to_move"]
        self.table["panel"] |= update.pop("panel")
        self.table["log"] += update.pop("log")
        self.table |= {"patience": None} | update
        if self._own.get("number") == update["number"]:
            self.table |= self._own | {"can": self.table["can"] | self._own.get("can", {})}

    def _keep_shapes(self, shapes: dict[str, str]) -> None:
        assert not shapes.keys() & self._shapes.keys(), "a shape is sent once"
        self._shapes |= shapes

    def shows(self, viewer: Person) -> bool:
        """Return whether it shows what somebody sees who comes now."""
        fresh = viewer.get(f"/api/tables/{self.table['id']}").json()
        assert fresh["drawing"].pop("shapes").items() <= self._shapes.items()
        passing = "patience", "clock"
        return bool(all(fresh[name] == self.table[name] for name in fresh if name not in passing))
