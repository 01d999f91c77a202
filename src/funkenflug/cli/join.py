"""`funkenflug join`: a seat at a table of a site, for a person at a terminal or for a bot."""

from __future__ import annotations

import json
import re
import secrets
import time
import zlib
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import platformdirs
from rich.console import Console
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from funkenflug.bots.players import Clock, Player, level
from funkenflug.cli.commands import UsageError
from funkenflug.cli.terminal import coloured, grouped
from funkenflug.games import GAMES
from funkenflug.match.game import Move
from funkenflug.match.view import View
from funkenflug.match.words import clipped, printable

if TYPE_CHECKING:
    import httpx

_TABLE = re.compile(r"/t/([A-Za-z0-9_-]{4,32})/?")
_MOST_LISTED = 60
_RECONNECT_SECONDS = 2.0


def join(arguments: Namespace, console: Console) -> None:
    """Sit down at a table, and play until the match is over."""
    import httpx  # here, for the other commands to start quickly

    link = _read_link(arguments.url)
    bot = None if arguments.bot is None else level(arguments.bot, zlib.crc32(link.table.encode()))
    name = arguments.name or (arguments.bot.title() if arguments.bot else "")
    with httpx.Client(base_url=link.site, timeout=60, cookies=_remembered(link)) as client:
        guest = _Guest(client, link, console, bot)
        try:
            guest.sit_down(name)
            _remember(link, client)
            guest.play()
        except httpx.TransportError as error:
            raise UsageError(f"{link.site} does not answer: {error}") from None
        except EOFError:
            console.print("\nYour seat is kept: the same command brings you back.")


@dataclass(frozen=True, slots=True)
class _Link:
    site: str
    table: str
    seat: int | None
    key: str | None


def _read_link(url: str) -> _Link:
    parts = urlsplit(url)
    found = _TABLE.fullmatch(parts.path)
    if parts.scheme not in ("http", "https") or not parts.netloc or found is None:
        raise UsageError(f"a table has an address like http://127.0.0.1:8080/t/…, not {clipped(url)}")
    asked = parse_qs(parts.fragment)
    seat, key = asked.get("seat", [""])[0], asked.get("key", [None])[0]
    return _Link(f"{parts.scheme}://{parts.netloc}", found[1], int(seat) if seat in list("0123") else None, key)


# Who somebody was at a table is kept, so that a match can go on another day


def _notes() -> Path:
    return platformdirs.user_data_path("funkenflug") / "joined.json"


def _remembered(link: _Link) -> dict[str, str]:
    known = json.loads(_notes().read_text()) if _notes().exists() else {}
    cookie = known.get(f"{link.site}/{link.table}/{link.seat}")
    return {} if cookie is None else {"who": cookie}


def _remember(link: _Link, client: httpx.Client) -> None:
    known = json.loads(_notes().read_text()) if _notes().exists() else {}
    known[f"{link.site}/{link.table}/{link.seat}"] = client.cookies["who"]
    _notes().parent.mkdir(parents=True, exist_ok=True)
    _notes().touch(mode=0o600)  # whoever reads it can play there
    _notes().write_text(json.dumps(known, indent=1))


class _Guest:
    """A seat at a table somewhere else."""

    def __init__(self, client: httpx.Client, link: _Link, console: Console, bot: Player | None) -> None:
        self._client = client
        self._link = link
        self._console = console
        self._bot = bot
        self._game_type = GAMES["feurio"]
        self._told = -1
        """The number of the last line of the log that was shown."""

    def sit_down(self, name: str) -> None:
        seen = self._asked(self._client.get(self._table()))
        self._game_type = GAMES[seen["game"]]
        if seen["mine"]:
            self._give_value(seen["fair"])
            return
        open_seats = [seat["seat"] for seat in seen["seats"] if seat["kind"] == "open"]
        if not open_seats:
            raise UsageError("no seat is free at this table")
        seat = open_seats[0] if self._link.seat is None else self._link.seat
        wish = {"name": name} | ({"key": self._link.key} if self._link.key else {})
        seen = self._asked(self._client.post(f"{self._table()}/seats/{seat}", json=wish))
        self._give_value(seen["fair"])

    def _give_value(self, fair: dict[str, Any]) -> None:
        """Give a random value for the deal, if it is waited for, and say so that it can be checked afterwards."""
        if fair["wanted"]:
            value = secrets.token_hex(16)
            self._say(f"The seal of the deal is {fair['seal']}, and your value {value}.")
            self._asked(self._client.post(f"{self._table()}/value", json={"value": value}))

    def play(self) -> None:
        """Follow the table, and move when it is this seat's turn; a lost connection is opened again."""
        while True:
            try:
                if self._follow():
                    return
            except (WebSocketException, OSError):
                self._console.print("The connection is lost; trying again…", style="dim")
            time.sleep(_RECONNECT_SECONDS)

    def _follow(self) -> bool:
        """Listen until the connection ends; return whether the match is over."""
        site = self._link.site.replace("http", "ws", 1)
        cookie = {"Cookie": f"who={self._client.cookies['who']}"}
        with connect(f"{site}{self._table()}/events", additional_headers=cookie) as events:
            for message in events:
                news = json.loads(message)
                if news["type"] == "chat":
                    self._say(f"{news['line']['name']}: {news['line']['text']}")
                elif news["type"] in ("snapshot", "update"):
                    self._tell(news)
                    if news["outcome"] is not None:
                        self._say(f"\n{news['board_text']}\n\n{news['outcome']['words']}")
                        return True
                    if news["choices"]:
                        self._move(news)
        return False

    def _tell(self, news: dict[str, Any]) -> None:
        for line in news["log"]:
            if line["number"] > self._told:
                self._say(line["text"])
        self._told = news["number"]

    def _move(self, news: dict[str, Any]) -> None:
        moves = list(dict.fromkeys(Move(choice["move"]) for choice in news["choices"]))
        move = self._typed(news, moves) if self._bot is None else self._bot.choose(self._view(), moves, Clock())
        wish = {"number": news["number"], "seat": news["looking"], "moves": [str(move)]}
        answer = self._client.post(f"{self._table()}/moves", json=wish)
        if answer.status_code not in (200, 409):  # late: what happened meanwhile is on its way
            self._asked(answer)

    def _view(self) -> View:
        """Return what this seat may know: what a bot is asked with."""
        answer = self._client.get(f"{self._table()}/view")
        self._asked(answer)
        return self._game_type.read_view(answer.content)

    def _typed(self, news: dict[str, Any], moves: list[Move]) -> str:
        """Return the move that somebody types, once it is one of those that are allowed."""
        seats = [f"{seat['name']}  {_points(seat)}{seat['holdings']}" for seat in news["seats"]]
        self._say("\n".join(("", news["board_text"], "", *seats, "", news["task"])))
        while True:
            typed = " ".join(input("? lists the moves> ").lower().split())
            if typed in moves:
                return typed
            if typed.startswith("?"):
                fitting = [move for move in moves if move.startswith(typed[1:].strip())]
                self._say("\n".join(fitting if len(fitting) <= _MOST_LISTED else grouped(fitting)))
            elif typed:
                why = self._client.post(f"{self._table()}/explain", json={"move": clipped(typed, 99)})
                self._say(f"{self._asked(why)['words']}.")

    def _table(self) -> str:
        return f"/api/tables/{self._link.table}"

    def _asked(self, answer: httpx.Response) -> dict[str, Any]:
        """Return what the site answers; its refusals are shown as they are."""
        try:
            told: dict[str, Any] = answer.json()
        except ValueError:
            raise UsageError(f"{self._link.site} is no site of Funkenflug") from None
        if answer.is_error:
            raise UsageError(str(told.get("error", answer.reason_phrase)))
        return told

    def _say(self, text: str) -> None:
        safe = "\n".join(line if line.isprintable() else printable(line) for line in text.split("\n"))
        self._console.print(coloured(safe, self._game_type), soft_wrap=True)


def _points(seat: dict[str, Any]) -> str:
    return "" if seat["score"] is None else f"{seat['score']} points, "
