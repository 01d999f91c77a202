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


class _Told(msgspec.Struct):
    """As much of a message as a player needs."""

    type: str
    number: int = -1
    choices: list[str | _Choice] = []
    error: str = ""


_read = msgspec.json.Decoder(_Told).decode


class Guests:
    """Two people who sit at all tables."""

    def __init__(self, url: str, drawn: bool) -> None:
        self.url = httpx.URL(url)
        self.drawn = drawn
        self.host, self.friend = (httpx.AsyncClient(base_url=url, timeout=240) for _ in range(2))
        self._chance = random.Random(7)

    async def table(self, number: int) -> str:
        """Return a table at which both sit."""
        seats = [{"kind": "me"}, {"kind": "friend"}]
        wish = {"game": GAMES[number % len(GAMES)], "players": 2, "seats": seats, "public": True}
        answer = (await self.host.post("/api/tables", json=wish)).raise_for_status()
        id: str = answer.json()["id"]
        (await self.friend.post(f"/api/tables/{id}/seats/1", json={})).raise_for_status()
        return id

    async def viewers(self, id: str) -> list[Socket]:
        """Return the connections of both and of two spectators."""
        cookies = (*(f"who={guest.cookies['who']}" for guest in (self.host, self.friend)), "", "")
        path = f"/api/tables/{id}/events" + ("" if self.drawn else "?as=data")
        return [await Socket.to(self.url.port or 80, path, cookie, unpacks=self.drawn) for cookie in cookies]

    async def match(self, number: int) -> Match:
        """Return a match that has begun, with everybody there."""
        match = Live(await self.viewers(await self.table(number)), self._chance)
        for viewer in range(len(match.viewers)):
            await match.seen(viewer)
        return match

    async def leave(self) -> None:
        """Go home."""
        await self.host.aclose()
        await self.friend.aclose()


class Live(Match):
    """A table of ours."""

    def __init__(self, viewers: list[Socket], chance: random.Random) -> None:
        self.viewers = viewers
        self._chance = chance
        self._number = -1
        self._told: list[_Told] = [_Told("")] * len(viewers)

    def send_move(self) -> bool:
        """Send one of the moves that the server offers to whose turn it is, at random."""
        for seat, told in enumerate(self._told):
            if told.choices:
                choice = self._chance.choice(told.choices)
                move = choice if isinstance(choice, str) else choice.move
                wish = {"type": "play", "number": told.number, "seat": seat, "moves": [move]}
                self.viewers[seat].send(msgspec.json.encode(wish))
                self._number = told.number + 1
                return True
        return False

    async def seen(self, viewer: int) -> None:
        """Read until the viewer is shown what comes after that move."""
        while True:
            text = await self.viewers[viewer].texts.get()
            if text is None:
                raise ConnectionError("the server has ended a connection")
            told = _read(text)
            if told.type == "refused":
                raise ValueError(told.error)
            if told.type in ("snapshot", "update"):
                self._told[viewer] = told
                if told.number >= self._number:
                    return
