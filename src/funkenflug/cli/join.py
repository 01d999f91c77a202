"""`funkenflug join`: take a seat at a table of a site, as a person in a terminal or as a bot."""

from __future__ import annotations

import json
import re
import secrets
import time
import zlib
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import platformdirs
from rich.console import Console
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from funkenflug.bots.players import LEVELS, Clock, Player, level
from funkenflug.cli.command import UsageError, command, option
from funkenflug.cli.terminal import coloured, grouped
from funkenflug.core.view import View
from funkenflug.core.words import clipped, printable
from funkenflug.games import find_game
from funkenflug.games.base import GameType
from funkenflug.locale.translate import SOURCE
from funkenflug.match.game import Move
from funkenflug.match.text import points_text
from funkenflug.site.infra.words import read

_TABLE = re.compile(r"/t/([A-Za-z0-9_-]{4,32})/?")
_MOST_LISTED = 60
_RECONNECT_SECONDS = 2.0


@command(
    option("url", metavar="URL", help="the link to a table or a seat"),
    option("--bot", choices=tuple(LEVELS), help="let a bot of this level play"),
    option("--name", metavar="NAME", help="your name at the table"),
)
def join_command(arguments: Namespace, console: Console) -> None:
    """Sit down at a table, and play until the match is over."""
    link = _read_link(arguments.url)
    bot = None if arguments.bot is None else level(arguments.bot, zlib.crc32(link.table.encode()))
    name = arguments.name or (arguments.bot.title() if arguments.bot else "")
    with httpx.Client(base_url=link.site, timeout=60, cookies=_stored_cookies(link)) as client:
        guest = _Guest(client, link, console, bot)
        try:
            guest.sit_down(name)
            _store_cookie(link, client)
            guest.play()
        except httpx.TransportError as error:
            raise UsageError(f"cannot reach {link.site}: {error}") from None
        except EOFError:
            console.print("\nYour seat is reserved. Run the same command to return.")


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
        raise UsageError(f"a table’s address looks like http://127.0.0.1:8080/t/…, not {clipped(url)}")
    fragment = parse_qs(parts.fragment)
    seat, key = fragment.get("seat", [""])[0], fragment.get("key", [None])[0]
    return _Link(f"{parts.scheme}://{parts.netloc}", found[1], int(seat) if seat in list("0123") else None, key)


# The cookie of each table is stored, so that a match can be continued another day


def _cookie_file() -> Path:
    return platformdirs.user_data_path("funkenflug") / "joined.json"


def _read_cookies() -> dict[str, str]:
    file = _cookie_file()
    cookies: dict[str, str] = json.loads(file.read_text()) if file.exists() else {}
    return cookies


def _stored_cookies(link: _Link) -> dict[str, str]:
    cookie = _read_cookies().get(f"{link.site}/{link.table}/{link.seat}")
    return {} if cookie is None else {"who": cookie}


def _store_cookie(link: _Link, client: httpx.Client) -> None:
    cookies = _read_cookies() | {f"{link.site}/{link.table}/{link.seat}": client.cookies["who"]}
    file = _cookie_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)  # a cookie is enough to play there
    file.write_text(json.dumps(cookies, indent=1))


class _Guest:
    """A seat at a table of a site."""

    _game_type: GameType

    def __init__(self, client: httpx.Client, link: _Link, console: Console, bot: Player | None) -> None:
        self._client = client
        self._link = link
        self._console = console
        self._bot = bot
        self._shown = -1
        """The number of the last event whose log lines were shown."""

    def sit_down(self, name: str) -> None:
        table = self._read_table()
        self._game_type = find_game(table["game"])
        if table["mine"]:
            self._give_value(table["fair"])
            return
        open_seats = [seat["seat"] for seat in table["seats"] if seat["kind"] == "open"]
        if not open_seats:
            raise UsageError("this table has no free seats")
        seat = open_seats[0] if self._link.seat is None else self._link.seat
        request = {"name": name} | ({"key": self._link.key} if self._link.key else {})
        self._json(self._client.post(f"{self._table()}/seats/{seat}", json=request))
        self._give_value(self._read_table()["fair"])

    def _give_value(self, fair: dict[str, Any]) -> None:
        """Send a random value for the deal if the site waits for one, and print it for checking the deal afterwards."""
        if fair["wanted"]:
            value = secrets.token_hex(16)
            self._say(f"The seal of the deal is {fair['seal']}, and your value is {value}.")
            self._json(self._client.post(f"{self._table()}/value", json={"value": value}))

    def play(self) -> None:
        """Follow the table and move when it is this seat's turn; reconnect after a lost connection."""
        while True:
            try:
                if self._follow():
                    return
            except (WebSocketException, OSError):
                self._console.print("Connection lost. Reconnecting…", style="dim")
            time.sleep(_RECONNECT_SECONDS)

    def _follow(self) -> bool:
        """Listen until the connection ends; return whether the match is over."""
        site = self._link.site.replace("http", "ws", 1)
        cookie = {"Cookie": f"who={self._client.cookies['who']}"}
        with connect(f"{site}{self._table()}/events?as=data", additional_headers=cookie) as events:
            for message in events:
                heard = json.loads(message)
                if heard["type"] == "chat":
                    self._say(f"{read(heard['line']['name'])}: {heard['line']['text']}")
                elif heard["type"] == "snapshot" or (heard["type"] == "update" and heard["number"] > self._shown):
                    table = self._read_table()
                    self._show_log(table)
                    if table["outcome"] is not None:
                        self._say(f"\n{self._board()}\n\n{table['outcome']['words']}")
                        return True
                    if table["choices"]:
                        self._move(table)
        return False

    def _show_log(self, table: dict[str, Any]) -> None:
        for line in table["log"]:
            if line["number"] > self._shown:
                self._say(line["text"])
        self._shown = table["number"]

    def _move(self, table: dict[str, Any]) -> None:
        moves = list(map(Move, table["choices"]))
        move = self._ask_move(table, moves) if self._bot is None else self._bot.choose(self._view(), moves, Clock())
        request = {"number": table["number"], "seat": table["looking"], "moves": [str(move)]}
        response = self._client.post(f"{self._table()}/moves", json=request)
        if response.status_code not in (200, 409):  # 409: somebody was faster, and an update will follow
            self._json(response)

    def _read_table(self) -> dict[str, Any]:
        """Return everything that this seat may see, with texts in English."""
        return self._json(self._client.get(self._table(), params={"words": SOURCE}))

    def _view(self) -> View:
        """Return the view of this seat, for a bot."""
        response = self._client.get(f"{self._table()}/view")
        self._json(response)
        return self._game_type.read_view(response.content)

    def _ask_move(self, table: dict[str, Any], moves: list[Move]) -> str:
        """Show the position, and ask until a legal move is typed."""
        seats = [f"{seat['name']}  {_points(seat)}{seat['holdings']}" for seat in table["seats"]]
        self._say("\n".join(("", self._board(), "", *seats, "", table["task"])))
        named = {self._game_type.name_move(move): str(move) for move in moves}
        while True:
            typed = " ".join(input("? lists the moves> ").lower().split())
            if typed in named or typed in moves:
                return named.get(typed, typed)
            if typed.startswith("?"):
                fitting = [name for name in named if name.startswith(typed[1:].strip())]
                self._say("\n".join(fitting if len(fitting) <= _MOST_LISTED else grouped(fitting)))
            elif typed:
                why = self._ask_board("explain", move=clipped(typed, 99))
                self._say(f"{read(why['words'])}.")

    def _board(self) -> str:
        text: str = self._ask_board("text")["text"]
        return text

    def _ask_board(self, what: str, **question: str) -> dict[str, Any]:
        board = {"kind": "table", "id": self._link.table}
        return self._json(self._client.post(f"/api/board/{what}", json={"board": board, **question}))

    def _table(self) -> str:
        return f"/api/tables/{self._link.table}"

    def _json(self, response: httpx.Response) -> dict[str, Any]:
        """Return the body of a response; raise `UsageError` with the site's own words if it is an error."""
        try:
            body: dict[str, Any] = response.json()
        except ValueError:
            raise UsageError(f"{self._link.site} is not a Funkenflug site") from None
        if response.is_error:
            raise UsageError(str(body.get("error", response.reason_phrase)))
        return body

    def _say(self, text: str) -> None:
        safe = "\n".join(line if line.isprintable() else printable(line) for line in text.split("\n"))
        self._console.print(coloured(safe, self._game_type), soft_wrap=True)


def _points(seat: dict[str, Any]) -> str:
    return "" if seat["score"] is None else f"{points_text(seat['score'])}, "
