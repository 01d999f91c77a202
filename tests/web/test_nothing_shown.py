"""Whatever a seat or a spectator is sent is the same, byte for byte, when what they may not know is dealt otherwise.

Two sites hold the same table with the same people and the same moves; only what one viewer may not know differs. The
people play through the public API, and everything that this viewer is sent is compared.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import pytest
from fastapi import FastAPI
from websockets.sync.client import ClientConnection, connect

import funkenflug
from funkenflug.game import Game
from funkenflug.games import GAMES
from funkenflug.games.feuer_wasser.view import FeuerWasserView
from funkenflug.games.feurio.view import FeurioView
from funkenflug.web.api import create_app
from funkenflug.web.happenings import Place
from funkenflug.web.identity import hashed
from funkenflug.web.looks import Position
from funkenflug.web.site import Site
from tests.web.conftest import serving_app

NOW = 1_800_000_000.0
COOKIES = [digit * 32 for digit in "abcd"]
STRANGER = "e" * 32
NAMES = ["Ann", "Bob", "Cid", "Dan"]


class Kind(NamedTuple):
    """A kind of match."""

    game: str
    players: int
    mode: str
    options: tuple[str, ...]

    def __str__(self) -> str:
        return "-".join((self.game, str(self.players), self.mode, *self.options))


def kinds() -> Iterator[Kind]:
    for room in GAMES.values():
        for mode in room.modes:
            options = [option.id for option in room.options if mode.id in option.modes]
            for players in mode.players:
                yield Kind(room.id, players, mode.id, ())
                for option in options:
                    yield Kind(room.id, players, mode.id, (option,))
                if len(options) > 1:
                    yield Kind(room.id, players, mode.id, tuple(options))


def fresh(kind: Kind, **deal: Any) -> Game:
    return funkenflug.new(
        kind.game, players=kind.players, mode=kind.mode, options=kind.options, names=NAMES[: kind.players], **deal
    )


def words_of(deal: Any, game: str) -> dict[str, Any]:
    """Return a deal as it is given to `new`."""
    if game == "feurio":
        return {"deck": list(deal)}
    return {"layout": dict(deal[1])} if game == "vulkan" else {"board": list(deal.board), "piles": deal.piles}


def redealt(game: Game, eyes: int | None, chance: random.Random) -> dict[str, Any]:
    """Return the deal of a match with everything in another order that these eyes have never seen."""
    view, words = game.view(eyes), words_of(game.setup.deal, game.room.id)
    if isinstance(view, FeurioView):
        hidden = [place for place, number in enumerate(view.deck) if number is None]
        numbers = [words["deck"][place] for place in hidden]
        chance.shuffle(numbers)
        for place, number in zip(hidden, numbers, strict=True):
            words["deck"][place] = number
    if isinstance(view, FeuerWasserView):
        piles = []
        for pile, unseen in zip(words["piles"], view.unseen, strict=True):
            seen = len(pile) - len(unseen)
            assert set(pile[seen:]) == set(unseen)
            piles.append([*pile[:seen], *chance.sample(pile[seen:], len(unseen))])
        words["piles"] = piles
    return words


class Served(NamedTuple):
    """A site, and a way to ask it."""

    app: FastAPI
    client: httpx.Client


class Onlooker:
    """One of the two sites, and everything that the viewer is sent there."""

    def __init__(self, served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
        self.served = served
        self.monkeypatch = monkeypatch
        self.sent: list[str] = []

    def sit(self, id: str, game: Game) -> None:
        """Set up a table of that id where everybody sits."""
        self.monkeypatch.setattr("funkenflug.web.site.secrets.token_urlsafe", lambda _: id)
        places = [
            Place(kind="person", name=name, who=hashed(cookie))
            for name, cookie in zip(game.names, COOKIES, strict=False)
        ]
        site: Site = self.served.app.state.site
        sitting = site.create(STRANGER, game, places, "5 minutes", public=True)
        asyncio.run_coroutine_threadsafe(sitting, self.served.app.state.loop).result(60)

    def ask(self, cookie: str, method: str, path: str, keep: bool = True, **asked: Any) -> httpx.Response:
        headers = {"cookie": f"who={cookie}; language=en", "x-request-id": "the-same-one"}
        answer = self.served.client.request(method, path, headers=headers, json=asked or None)
        assert answer.status_code < 500
        if keep:
            told = sorted((name, value) for name, value in answer.headers.items() if name != "date")
            self.sent.append(f"{answer.status_code} {told} {answer.text}")
        return answer

    def hear(self, connection: ClientConnection, kind: str) -> None:
        while True:
            text = str(connection.recv(timeout=60))
            self.sent.append(text)
            if text.startswith(f'{{"type":"{kind}"'):
                return

    def look_at_everything(self, id: str, cookie: str, seat: int | None, game: Game, move: str) -> None:
        """Ask for all that there is."""
        table = f"/api/tables/{id}"
        for path in (
            table,
            f"{table}/view",
            f"{table}/picture.svg",
            f"{table}/record",
            f"{table}/replay/0",
            f"/t/{id}",
        ):
            self.ask(cookie, "GET", path)
        for question in (move, "tile 0,0", "pass", "nonsense"):
            self.ask(cookie, "POST", f"{table}/explain", move=question, seat=seat or 0)
        number = len(game.moves)
        for look in (None, move, "tile 9,9"):
            self.ask(cookie, "POST", f"{table}/look", number=number, seat=seat or 0, move=look)
        self.ask(cookie, "POST", f"{table}/undo/answer", yes=True)
        self.ask(cookie, "POST", f"{table}/moves", number=0, seat=seat or 0, moves=["nonsense"])


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Served]]:
    folder = tmp_path_factory.mktemp("twins")
    with contextlib.ExitStack() as stack:
        served = []
        for name in ("one", "other"):
            app = create_app(f"sqlite:///{folder / name}.sqlite", limits=None)
            url = stack.enter_context(serving_app(app))
            served.append(Served(app, stack.enter_context(httpx.Client(base_url=url, timeout=60))))
        yield served


@pytest.mark.parametrize("kind", list(kinds()), ids=str)
def test_nothing_is_shown(kind: Kind, twins: list[Served], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("funkenflug.web.site.time.time", lambda: NOW)
    chance = random.Random(str(kind))
    differed = False
    for eyes in (None, *chance.sample(range(kind.players), min(kind.players, 2))):
        game = fresh(kind, seed=chance.randrange(10**6))
        deal = words_of(game.setup.deal, kind.game)
        plies = chance.choice((2, 5, 9))
        movers: list[int | None] = []
        while len(movers) < plies and not game.over:
            movers.append(game.to_move)
            game.play(chance.choice(game.legal_moves()))
        if game.over:
            continue
        other = redealt(game, eyes, chance)
        differed |= other != deal
        move = game.legal_moves()[-1] if eyes == game.to_move else "pass"
        onlookers = [Onlooker(served, monkeypatch) for served in twins]
        id = secrets.token_hex(6)
        for onlooker, words in zip(onlookers, (deal, other), strict=True):
            _play(onlooker, id, kind, words, eyes, game, movers, move)
        first, second = (onlooker.sent for onlooker in onlookers)
        assert first == second
        assert len(first) > plies
    assert differed or kind.game == "vulkan", "something is hidden at all"


def _play(
    onlooker: Onlooker,
    id: str,
    kind: Kind,
    words: dict[str, Any],
    eyes: int | None,
    game: Game,
    movers: list[int | None],
    move: str,
) -> None:
    """Let the people play, while one of them, or a stranger, looks."""
    onlooker.sit(id, fresh(kind, **words))
    cookie = STRANGER if eyes is None else COOKIES[eyes]
    headers = {"cookie": f"who={cookie}; language=en"}
    address = str(onlooker.served.client.base_url.join(f"/api/tables/{id}/events")).replace("http", "ws", 1)
    with connect(address, additional_headers=headers) as connection:
        onlooker.hear(connection, "presence")
        for number, (seat, played) in enumerate(zip(movers, game.moves, strict=True)):
            assert seat is not None
            answer = onlooker.ask(
                COOKIES[seat],
                "POST",
                f"/api/tables/{id}/moves",
                keep=seat == eyes,
                number=number,
                seat=seat,
                moves=[str(played)],
            )
            assert answer.status_code == 200, answer.text
            onlooker.hear(connection, "update")
        onlooker.look_at_everything(id, cookie, eyes, game, str(move))


def test_a_leak_would_be_noticed(twins: list[Served], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody look through the eyes of whoever is to move: then the two sites must differ."""
    monkeypatch.setattr(Position, "view", lambda here, _: here.game.view(here.game.to_move))
    with pytest.raises(AssertionError, match="diff"):
        test_nothing_is_shown(Kind("feurio", 3, "competitive", ("firebreak", "hotter")), twins, monkeypatch)
