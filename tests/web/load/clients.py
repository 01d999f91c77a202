"""Two people who play at the tables of our site, and two spectators at each."""

from __future__ import annotations

import random

import httpx
import msgspec

from tests.web.load.playing import Match
from tests.web.load.socket import Socket

GAMES = ("feurio", "vulkan", "feuer-wasser")


class _Choice(msgspec.Struct):
    move: str


class _Received(msgspec.Struct):
    """The part of a message that a player needs."""

    type: str
    number: int = -1
    choices: list[str | _Choice] = []
    error: str = ""


_read = msgspec.json.Decoder(_Received).decode


class Clients:
    """Two people who play at all tables."""

    def __init__(self, url: str, drawn: bool) -> None:
        self.url = httpx.URL(url)
        self.drawn = drawn
        self.host, self.friend = (httpx.AsyncClient(base_url=url, timeout=240) for _ in range(2))
        self._chance = random.Random(7)

    async def table(self, number: int) -> str:
        """Create a table where both have a seat."""
        seats = [{"kind": "me"}, {"kind": "friend"}]
        request = {"game": GAMES[number % len(GAMES)], "players": 2, "seats": seats, "public": True}
        answer = (await self.host.post("/api/tables", json=request)).raise_for_status()
        id: str = answer.json()["id"]
        (await self.friend.post(f"/api/tables/{id}/seats/1", json={})).raise_for_status()
        return id

    async def viewers(self, id: str) -> list[Socket]:
        """Connect both players and two spectators."""
        cookies = (*(f"who={client.cookies['who']}" for client in (self.host, self.friend)), "", "")
        path = f"/api/tables/{id}/events" + ("" if self.drawn else "?as=data")
        return [await Socket.to(self.url.port or 80, path, cookie, compressed=self.drawn) for cookie in cookies]

    async def match(self, number: int) -> Match:
        """Return a match that has begun, with all viewers connected."""
        match = SiteMatch(await self.viewers(await self.table(number)), self._chance)
        for viewer in range(len(match.viewers)):
            await match.seen(viewer)
        return match

    async def close(self) -> None:
        """Close their connections."""
        await self.host.aclose()
        await self.friend.aclose()


class SiteMatch(Match):
    """A table of a site."""

    def __init__(self, viewers: list[Socket], chance: random.Random) -> None:
        self.viewers = viewers
        self._chance = chance
        self._number = -1
        self._received: list[_Received] = [_Received("")] * len(viewers)

    def send_move(self) -> bool:
        """Send one of the moves that the server offers, at random."""
        for seat, received in enumerate(self._received):
            if received.choices:
                choice = self._chance.choice(received.choices)
                move = choice if isinstance(choice, str) else choice.move
                move_message = {"type": "play", "number": received.number, "seat": seat, "moves": [move]}
                self.viewers[seat].send(msgspec.json.encode(move_message))
                self._number = received.number + 1
                return True
        return False

    async def seen(self, viewer: int) -> None:
        """Read until a viewer has received the position after that move."""
        while True:
            text = await self.viewers[viewer].texts.get()
            if text is None:
                raise ConnectionError("the server has closed a connection")
            received = _read(text)
            if received.type == "refused":
                raise ValueError(received.error)
            if received.type in ("snapshot", "update"):
                self._received[viewer] = received
                if received.number >= self._number:
                    return
