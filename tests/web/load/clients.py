"""Two people who play at the tables of our site, and two spectators at each."""

from __future__ import annotations

import random
import secrets
from typing import Any

import httpx
import msgspec

import funkenflug.games
from funkenflug.site.infra.dictionary import dictionary_of
from tests.web.load.playing import Match

GAMES = ("feurio", "vulkan", "feuer-wasser")


class _Received(msgspec.Struct):
    """The part of a message that a player needs."""

    type: str
    number: int = -1
    choices: list[str] = []
    state: str = ""
    error: str = ""


_read = msgspec.json.Decoder(_Received).decode


class Clients:
    """Two people who play at all tables. `compressed`: viewers accept compressed messages, as browsers do."""

    def __init__(self, url: str, drawn: bool, compressed: bool | None = None) -> None:
        self.url = httpx.URL(url)
        self.drawn = drawn
        self.compressed = drawn if compressed is None else compressed
        self._identities = [secrets.token_hex(16) for _ in range(2)]  # requests at once would be given one each
        self.host, self.friend = (
            httpx.AsyncClient(base_url=url, timeout=240, cookies={"who": identity}) for identity in self._identities
        )
        self._chance = random.Random(7)
        self._games: dict[str, str] = {}
        """By table: its game."""

    async def table(self, number: int) -> str:
        """Create a table where both have a seat."""
        seats = [{"kind": "me"}, {"kind": "friend"}]
        game = GAMES[number % len(GAMES)]
        request = {"game": game, "players": 2, "seats": seats, "public": True}
        answer = (await self.host.post("/api/tables", json=request)).raise_for_status()
        id: str = answer.json()["id"]
        self._games[id] = game
        (await self.friend.post(f"/api/tables/{id}/seats/1", json={})).raise_for_status()
        return id

    async def watch(self, id: str) -> SiteMatch:
        """Connect both players and two spectators to a table, and wait until all have received it."""
        match = SiteMatch(self._chance)
        path = f"/api/tables/{id}/events" + ("" if self.drawn else "?as=data")
        dictionary = dictionary_of(funkenflug.games.GAMES[self._games[id]]) if self.drawn and self.compressed else None
        if dictionary is not None:
            path += f"?packed={dictionary.name}"
        cookies = (*(f"who={identity}" for identity in self._identities), "", "")
        for cookie in cookies:
            await match.connect(self.url.port or 80, path, cookie, self.compressed, dictionary)
        await match.arrival()
        return match

    async def match(self, number: int) -> Match:
        """Return a match that has begun, with all viewers connected."""
        return await self.watch(await self.table(number))

    async def close(self) -> None:
        """Close their connections."""
        await self.host.aclose()
        await self.friend.aclose()


class SiteMatch(Match):
    """A table of a site: two players and two spectators."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._chance = chance
        self._expected = 0
        """The number of the event that everybody is to receive."""
        self._numbers = [-1] * 4
        """By viewer: the number of the last event received."""
        self._to_move = 0
        self._offer = _Received("")
        """The last message with choices."""
        self._over = False

    def read(self, viewer: int, text: bytes) -> None:
        """Remember the number, and the choices of the player to move."""
        received = _read(text)
        if received.type == "refused":
            raise ValueError(received.error)
        if received.choices:
            self._to_move, self._offer = viewer, received
        if received.type in ("snapshot", "update"):
            self._numbers[viewer] = received.number
            self._over = received.state == "over"

    def has_arrived(self) -> bool:
        """Return whether all viewers have received the last event.

        Choices come before it on the same connection, unless they have not changed.
        """
        return min(self._numbers) >= self._expected

    def send_move(self) -> bool:
        """Send one of the moves that the server offers, at random."""
        if self._over:
            return False
        seen = self._numbers[self._to_move]
        self._expected = seen + 1
        message: dict[str, Any] = {
            "type": "play",
            "number": seen,
            "seat": self._to_move,
            "moves": [self._chance.choice(self._offer.choices)],
        }
        self.viewers[self._to_move].send(msgspec.json.encode(message))
        return True
