"""Whatever a seat or a spectator is sent is the same, byte for byte, when what they may not know is dealt otherwise.

Two sites hold the same table with the same people and the same moves; only what one viewer may not know differs. The
people play through the public API, and everything that this viewer is sent is compared. Where bots sit, what they may
know is the same too: they have to play the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, zip_longest
from typing import Any, NamedTuple

import httpx
import pytest
from starlette.applications import Starlette
from websockets.sync.client import ClientConnection

import funkenflug
from funkenflug.bots.analysis import consider
from funkenflug.bots.players import Clock, Player, SearchPlayer, level
from funkenflug.core.thinking import Budget
from funkenflug.core.view import View
from funkenflug.games import GAMES
from funkenflug.games.feuer_wasser.rules.view import FeuerWasserView
from funkenflug.games.feurio.rules.view import FeurioView
from funkenflug.match.game import Game, Move
from funkenflug.site.app import create_app
from funkenflug.site.boards.position import Position
from funkenflug.site.infra.middleware.identity import hashed
from funkenflug.site.site import Site
from funkenflug.site.tables.events import Place
from funkenflug.site.tables.table import Table
from tests.waiting import LONG, wait_until
from tests.web.conftest import serving_app
from tests.web.people import Person, connected

NOW = 1_800_000_000.0
COOKIES = [digit * 32 for digit in "abcd"]
STRANGER = "e" * 32
NAMES = ["Ann", "Bob", "Cid", "Dan"]
NUMBERS = count()
BEYOND = "Send your move to see what comes next"


class Kind(NamedTuple):
    """A kind of match."""

    game: str
    players: int
    mode: str
    options: tuple[str, ...]

    def __str__(self) -> str:
        return "-".join((self.game, str(self.players), self.mode, *self.options))


def kinds() -> Iterator[Kind]:
    for game_type in GAMES.values():
        for mode in game_type.modes:
            options = [option.id for option in game_type.options if mode.id in option.modes]
            for players in mode.players:
                yield Kind(game_type.id, players, mode.id, ())
                for option in options:
                    yield Kind(game_type.id, players, mode.id, (option,))
                if len(options) > 1:
                    yield Kind(game_type.id, players, mode.id, tuple(options))


def fresh(kind: Kind, **deal: Any) -> Game:
    return funkenflug.new(
        kind.game, players=kind.players, mode=kind.mode, options=kind.options, names=NAMES[: kind.players], **deal
    )


def words_of(deal: Any, game: str) -> dict[str, Any]:
    """Return a deal as it is given to `new`."""
    if game == "feurio":
        return {"deck": list(deal)}
    return {"layout": dict(deal[1])} if game == "vulkan" else {"board": list(deal.board), "piles": deal.piles}


def determinized(game: Game, seen: Iterable[View], chance: random.Random) -> dict[str, Any]:
    """Return the deal of a match with everything in another order that was in none of these views."""
    words = words_of(game.setup.deal, game.type.id)
    seen = list(seen)
    forests = [view for view in seen if isinstance(view, FeurioView)]
    if forests:
        hidden = [place for place in range(len(words["deck"])) if all(view.deck[place] is None for view in forests)]
        numbers = [words["deck"][place] for place in hidden]
        chance.shuffle(numbers)
        for place, number in zip(hidden, numbers, strict=True):
            words["deck"][place] = number
    boards = [view for view in seen if isinstance(view, FeuerWasserView)]
    if boards:
        piles = []
        for pile, unseen in zip(words["piles"], zip(*(view.unseen for view in boards), strict=True), strict=True):
            fewest = min(unseen, key=len)
            known = len(pile) - len(fewest)
            assert set(pile[known:]) == set(fewest)
            piles.append([*pile[:known], *chance.sample(pile[known:], len(fewest))])
        words["piles"] = piles
    return words


class Served(NamedTuple):
    """A site, and a way to ask it."""

    app: Starlette
    client: httpx.Client


class Onlooker:
    """One of the two sites, and everything that the viewer is sent there."""

    def __init__(self, served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
        self.served = served
        self.monkeypatch = monkeypatch
        self.sent: list[str] = []

    @property
    def site(self) -> Site:
        site: Site = self.served.app.state.site
        return site

    def sit(
        self,
        id: str,
        game: Game,
        bots: Iterable[int] = (),
        fairly: bool = False,
        free: Iterable[int] = (),
        cookies: Sequence[str] = COOKIES,
    ) -> None:
        """Set up a table of that id where everybody sits, except at the free seats; the stranger is its host."""
        self.monkeypatch.setattr("funkenflug.site.tables.registry.secrets.token_hex", lambda _: "5ec2e7")
        places = [
            Place(kind="bot", name=name, level="spark")
            if seat in bots
            else Place(kind="open", name=name)
            if seat in free
            else Place(kind="person", name=name, who=hashed(cookies[seat]))
            for seat, name in enumerate(game.names)
        ]
        sitting = self.site.tables.create(STRANGER, game, places, "5 minutes", public=True, fair=fairly, id=id)
        asyncio.run_coroutine_threadsafe(sitting, self.served.app.state.loop).result(60)

    @contextlib.contextmanager
    def watching(self, id: str, cookie: str) -> Iterator[ClientConnection]:
        """Connect as the viewer, who is told from now on; on another connection as data."""
        headers = {"cookie": f"who={cookie}; language=en"}
        address = str(self.served.client.base_url.join(f"/api/tables/{id}/events")).replace("http", "ws", 1)
        with (
            connected(address, headers) as connection,
            connected(f"{address}?as=data", headers) as data,
        ):
            self.hear(connection, "presence")
            self.hear(data, "presence")
            self.hear(connection, "presence")
            yield connection
            data.send('{"type": "ping"}')
            self.hear(data, "pong")

    def ask(self, cookie: str, method: str, path: str, keep: bool = True, **asked: Any) -> httpx.Response:
        # one host for both sites: pages name it in the address of their picture
        headers = {"cookie": f"who={cookie}; language=en", "x-request-id": "the-same-one", "host": "localhost"}
        answer = self.served.client.request(method, path, headers=headers, json=asked or None)
        assert answer.status_code < 500
        if keep:
            told = sorted((name, value) for name, value in answer.headers.items() if name != "date")
            self.sent.append(f"{method} {path} {answer.status_code} {answer.text} {told}")
        return answer

    def hear(self, connection: ClientConnection, *kinds: str) -> dict[str, Any]:
        """Return the next message of one of these kinds; what comes before it is kept too."""
        while True:
            text = str(connection.recv(timeout=LONG))
            self.sent.append(text)
            told: dict[str, Any] = json.loads(text)
            if told["type"] in kinds:
                return told

    def look_at_everything(self, id: str, cookie: str, seat: int | None, move: str) -> None:
        """Ask for all that there is."""
        table = f"/api/tables/{id}"
        for path in (
            table,
            f"{table}?words=de",
            f"{table}/view",
            f"{table}/picture.svg",
            f"{table}/record",
            f"{table}/score-lines",
            f"{table}/review/0",
            f"/t/{id}",
        ):
            self.ask(cookie, "GET", path)
        for ply in (None, 0, 2, 3):
            board = {"kind": "table", "id": id, "ply": ply}
            self.ask(cookie, "POST", "/api/board/position", board=board)
            self.ask(cookie, "POST", "/api/board/position?words=de", board=board)
            self.ask(cookie, "POST", "/api/board/text", board=board)
            self.ask(cookie, "POST", "/api/board/territory", board=board, seat=0)
            self.ask(cookie, "POST", "/api/board/territory", board=board, seat=1)
            self.ask(cookie, "POST", "/api/board/preview", board=board, move=move)
            self.ask(cookie, "POST", "/api/board/explain", board=board, move=move, draft=[move])
            for question in (move, "tile 0,0", "pass", "nonsense"):
                self.ask(cookie, "POST", "/api/board/explain", board=board, move=question)
            for cell in ("0,0", "1,0", "d4", move.split()[-1]):
                self.ask(cookie, "POST", "/api/board/explain", board=board, cell=cell)
        now = {"kind": "table", "id": id, "number": self.site.tables._tables[id].table.number}
        for draft, look in (([], None), ([], move), ([], "tile 9,9"), ([move], None), ([move], move)):
            self.ask(cookie, "POST", "/api/board/preview", board=now, draft=draft, move=look)
        self.ask(cookie, "POST", "/api/board/text", board=now, draft=[move])
        self.ask(cookie, "POST", f"{table}/hint")
        self.ask(cookie, "POST", f"{table}/undo/answer", yes=True)
        self.ask(cookie, "POST", f"{table}/moves", number=0, seat=seat or 0, moves=["nonsense"])


class Shown(AssertionError):
    """Something that the viewer may not know was shown."""


def compare(first: Onlooker, second: Onlooker) -> None:
    for one, other in zip_longest(first.sent, second.sent, fillvalue=""):
        if one != other:
            place = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
            raise Shown(f"{one[max(0, place - 200) : place + 80]!r} or {other[place : place + 80]!r}")


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Served]]:
    folder = tmp_path_factory.mktemp("twins")
    with contextlib.ExitStack() as stack:
        served = []
        for name in ("one", "other"):
            app = create_app(f"sqlite:///{folder / name}.sqlite", pace=0.0, limits=None)
            url = stack.enter_context(serving_app(app))
            with contextlib.closing(Person(url, "Ann")) as ann:
                for table in [ann.new_table(game) for game in GAMES]:
                    for _ in range(4):  # then the bots are warm, and say so no more
                        ann.wait_for_turn(table)
                        ann.play(table)
            served.append(Served(app, stack.enter_context(httpx.Client(base_url=url, timeout=LONG))))
        yield served


@pytest.fixture(autouse=True)
def counted_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hints and bots think for a number of simulations, and all of it happen in one second."""

    def bot(name: str, seed: int) -> Player:
        return level(name, seed) if seed % 2 else SearchPlayer(Budget(simulations=16), seed=seed)

    monkeypatch.setattr(
        "funkenflug.site.tables.bots.consider", lambda guess, *_, **__: consider(guess, Budget(simulations=16))
    )
    monkeypatch.setattr("funkenflug.site.tables.bots.level", bot)
    monkeypatch.setattr("funkenflug.site.tables.registry.time.time", lambda: NOW)


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(kinds()), ids=str)
def test_nothing_is_shown(kind: Kind, twins: list[Served], monkeypatch: pytest.MonkeyPatch) -> None:
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
        other = determinized(game, [game.view(eyes)], chance)
        differed |= other != deal
        move = game.legal_moves()[-1] if eyes == game.to_move else "pass"
        onlookers = [Onlooker(served, monkeypatch) for served in twins]
        id = f"table-{next(NUMBERS)}"
        for onlooker, words in zip(onlookers, (deal, other), strict=True):
            _play(onlooker, id, kind, words, eyes, game, movers, move)
        compare(*onlookers)
        assert len(onlookers[0].sent) > plies
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
    with onlooker.watching(id, cookie) as connection:
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
            onlooker.hear(connection, "update", "snapshot")
        onlooker.look_at_everything(id, cookie, eyes, str(move))


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in kinds() if not kind.options and kind.players in (2, 3)], ids=str)
def test_nothing_of_the_deal_is_shown_before_every_seat_is_taken(
    kind: Kind, twins: list[Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compare everything that the host, a player and a stranger are sent of two entirely different deals."""
    deals = [words_of(fresh(kind, seed=seed).setup.deal, kind.game) for seed in (11, 12)]
    assert deals[0] != deals[1]
    for cookie, seat in ((STRANGER, None), (COOKIES[0], 0), ("f" * 32, None)):
        onlookers = [Onlooker(served, monkeypatch) for served in twins]
        id = f"table-{next(NUMBERS)}"
        for onlooker, deal in zip(onlookers, deals, strict=True):
            onlooker.sit(id, fresh(kind, **deal), free=[kind.players - 1])
            _wait_for_players(onlooker, id, kind, cookie, seat)
        compare(*onlookers)


def _wait_for_players(onlooker: Onlooker, id: str, kind: Kind, cookie: str, seat: int | None) -> None:
    """Let people come and go while one of them looks; in the end everybody sits, and the match is dealt."""
    table, last = f"/api/tables/{id}", kind.players - 1
    with onlooker.watching(id, cookie) as connection:
        onlooker.look_at_everything(id, cookie, seat, "pass")
        for _ in range(2):
            for method, path in (("DELETE", f"{table}/seats/0"), ("POST", f"{table}/seats/0")):
                assert onlooker.ask(COOKIES[0], method, path, keep=seat == 0).status_code == 200
                onlooker.hear(connection, "update", "snapshot")
        onlooker.ask(cookie, "POST", f"{table}/moves", number=4, seat=0, moves=["pass"])
        onlooker.ask(cookie, "POST", f"{table}/undo", number=4)
        lists = onlooker.ask(cookie, "GET", "/api/tables", keep=False).json()
        onlooker.sent.append(repr([one for listed in lists.values() for one in listed if one["id"] == id]))
        onlooker.look_at_everything(id, cookie, seat, "pass")
        assert onlooker.ask(cookie, "GET", f"{table}/view").text == "null"
    answer = onlooker.ask(COOKIES[last], "POST", f"{table}/seats/{last}", keep=False)
    assert answer.status_code == 200
    assert onlooker.ask(COOKIES[last], "GET", f"{table}/view", keep=False).text != "null"


@pytest.mark.parametrize("kind", [kind for kind in kinds() if kind.options == ("firebreak",)], ids=str)
def test_nothing_is_shown_behind_the_cover_of_a_shared_device(
    kind: Kind, twins: list[Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One device holds all seats. After a turn it is covered, and shows nothing that only a seat may know."""
    chance = random.Random(f"one device for {kind}")
    game = fresh(kind, seed=chance.randrange(10**6))
    deal = words_of(game.setup.deal, kind.game)
    seen, moves = [game.view(None)], []
    turn_ended = False
    while not turn_ended or game.hidden(game.to_move) == game.hidden(None):
        seat = game.to_move or 0
        seen.append(game.view(seat))
        moves.append((seat, str(chance.choice(game.legal_moves()))))
        game.play(moves[-1][1])
        turn_ended = game.to_move != seat
    other = determinized(game, [*seen, game.view(None)], chance)
    twin = fresh(kind, **other)
    for _, move in moves:
        twin.play(move)
    assert twin.view(game.to_move) != game.view(game.to_move), "the next player knows what the device has not shown"
    onlookers = [Onlooker(served, monkeypatch) for served in twins]
    id = f"table-{next(NUMBERS)}"
    for onlooker, words in zip(onlookers, (deal, other), strict=True):
        onlooker.sit(id, fresh(kind, **words), cookies=COOKIES[:1] * kind.players)
        _pass_the_device_on(onlooker, id, moves, game.to_move or 0)
    compare(*onlookers)


def _pass_the_device_on(onlooker: Onlooker, id: str, moves: list[tuple[int, str]], last: int) -> None:
    """Uncover a device for each player, and look at everything when it is covered for the last."""
    table, cookie = f"/api/tables/{id}", COOKIES[0]
    with onlooker.watching(id, cookie) as connection:
        onlooker.look_at_everything(id, cookie, *moves[0])
        for seat, move in moves:
            assert onlooker.ask(cookie, "POST", f"{table}/ready", seat=seat).status_code == 200
            number = onlooker.site.tables._tables[id].table.number
            answer = onlooker.ask(cookie, "POST", f"{table}/moves", number=number, seat=seat, moves=[move])
            assert answer.status_code == 200, answer.text
        assert onlooker.ask(cookie, "GET", table).json()["cover"]
        for seat in (moves[-1][0], last):
            onlooker.look_at_everything(id, cookie, seat, "pass")
        connection.send('{"type": "ping"}')
        onlooker.hear(connection, "pong")


def turn_of(game: Game) -> list[str]:
    """Play a turn to its end, or until something is revealed; return its moves, or none if it is too long to send."""
    seat, hidden = game.to_move, game.hidden(game.to_move)
    moves: list[str] = []
    while game.to_move == seat and game.hidden(seat) == hidden:
        moves.append(str(game.legal_moves()[-1]))
        game.play(moves[-1])
    return moves if len(moves) < 7 else []


def refusals_beyond(onlooker: Onlooker, id: str, seat: int, turn: list[str], further: list[str]) -> None:
    """Ask in every way for what comes after a turn: each answer is the same refusal."""
    table, cookie = f"/api/tables/{id}", COOKIES[seat]
    number = onlooker.site.tables._tables[id].table.number
    board = {"kind": "table", "id": id, "number": number}
    for move in further:
        for what, asked in (
            (f"{table}/moves", {"number": number, "seat": seat, "moves": [*turn, move]}),
            (f"{table}/moves", {"number": number, "seat": seat, "moves": [*turn, further[0], move][:8]}),
            ("/api/board/preview", {"board": board, "draft": turn, "move": move}),
            ("/api/board/preview", {"board": board, "draft": [*turn, move]}),
            ("/api/board/text", {"board": board, "draft": turn}),
            ("/api/board/explain", {"board": board, "draft": turn, "move": move}),
            ("/api/board/explain", {"board": board, "draft": [*turn, move], "move": move}),
            ("/api/board/explain", {"board": board, "draft": [*turn, move], "cell": "0,0"}),
            (f"{table}/hint", {"draft": turn}),
            (f"{table}/hint", {"draft": [*turn, move]}),
        ):
            answer = onlooker.ask(cookie, "POST", what, **asked)
            assert (answer.status_code, answer.json().get("error")) == (409, BEYOND), what
    assert onlooker.site.tables._tables[id].table.number == number, "nothing was played"


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(kinds()), ids=str)
def test_no_refusal_shows_what_comes_next(kind: Kind, twins: list[Served], monkeypatch: pytest.MonkeyPatch) -> None:
    """Send moves beyond the end of the turn, which would be right or wrong by what the turn reveals."""
    chance = random.Random(f"refusals of {kind}")
    for plies in (0, 4, 9):
        game = fresh(kind, seed=chance.randrange(10**6))
        deal = words_of(game.setup.deal, kind.game)
        for _ in range(plies):
            game.play(chance.choice(game.legal_moves()))
        seat, before = game.to_move, [str(move) for move in game.moves]
        assert seat is not None
        other = determinized(game, [game.view(seat)], chance)
        assert other != deal or game.hidden(seat) == 0
        turn = turn_of(game)
        if not turn:
            assert kind == Kind("vulkan", 1, "solitaire", kind.options), "nothing is hidden and nobody else moves"
            return
        further = [*map(str, game.legal_moves()[:2]), *map(str, game.legal_moves()[-1:]), "pass", "nonsense"]
        onlookers = [Onlooker(served, monkeypatch) for served in twins]
        id = f"table-{next(NUMBERS)}"
        for onlooker, words in zip(onlookers, (deal, other), strict=True):
            table = fresh(kind, **words)
            for move in before:
                table.play(move)
            onlooker.sit(id, table, [bot for bot in range(kind.players) if bot != seat])
            refusals_beyond(onlooker, id, seat, turn, further)
        compare(*onlookers)


def test_a_refusal_does_not_tell_the_number_of_the_next_tile(
    twins: list[Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Place three firefighters on the next tile, a 1 with one space: the reason not to would tell."""
    kind = Kind("feurio", 1, "solitaire", ())
    deck = list(fresh(kind, seed=3).setup.deal)
    first = deck.index(1)
    deck[2], deck[first] = deck[first], deck[2]
    game = fresh(kind, deck=deck)
    onlooker, id = Onlooker(twins[0], monkeypatch), f"table-{next(NUMBERS)}"
    onlooker.sit(id, game.copy())
    turn = turn_of(game)
    tile = str(game.legal_moves()[0])
    game.play(tile)
    crew = f"crew 3 red {tile.removeprefix('tile ')}"
    reason = str(game.explain(crew))
    assert reason == "one space: at most 1"
    onlooker.ask(COOKIES[0], "POST", f"/api/tables/{id}/moves", number=0, seat=0, moves=[*turn, tile, crew])
    assert reason not in onlooker.sent[-1]
    refusals_beyond(onlooker, id, 0, turn, [tile, crew])
    assert reason not in "".join(onlooker.sent)


class Evening(NamedTuple):
    """What people do at a table: they think of it at the first site, and do the same at the other."""

    id: str
    kind: Kind
    eyes: int | None
    bots: frozenset[int]
    fairly: bool
    moves: list[str]
    seen: list[View]
    """Whatever the viewer or a bot has come to know, also what was taken back."""

    def spend(self, onlooker: Onlooker, words: dict[str, Any]) -> None:
        """Play, talk, take back and look."""
        dealt = fresh(self.kind, **words)
        onlooker.monkeypatch.setattr("funkenflug.match.fair.dealt_again", lambda *_: dealt.copy())
        onlooker.sit(self.id, fresh(self.kind, seed=7) if self.fairly else dealt, self.bots, self.fairly)
        wait_until(lambda: self.table(onlooker).to_move not in self.bots)
        cookie = STRANGER if self.eyes is None else COOKIES[self.eyes]
        with onlooker.watching(self.id, cookie) as connection:
            if self.fairly:
                onlooker.look_at_everything(self.id, cookie, self.eyes, "pass")
            for seat in self.people() if self.fairly else ():
                self.do(onlooker, connection, seat, "value", value=f"{seat:032x}")
            done: list[str] = []
            for plies in (3, 2, 1):
                for _ in range(plies):
                    self.play(onlooker, connection, done)
                self.talk(onlooker, connection, cookie)
                self.take_back(onlooker, connection)
            move = self.legal(onlooker)[0] if self.table(onlooker).to_move == self.eyes else "pass"
            onlooker.look_at_everything(self.id, cookie, self.eyes, move)
            if self.bots and self.eyes is not None and self.table(onlooker).to_move == self.eyes:
                assert onlooker.ask(cookie, "POST", f"/api/tables/{self.id}/hint").status_code == 200
            play = {
                "type": "play",
                "number": self.table(onlooker).number,
                "seat": self.eyes or 0,
                "moves": ["tile 9,9"],
            }
            connection.send(json.dumps(play))
            onlooker.hear(connection, "refused")

    def people(self) -> list[int]:
        return [seat for seat in range(self.kind.players) if seat not in self.bots]

    def table(self, onlooker: Onlooker) -> Table:
        return onlooker.site.tables._tables[self.id].table

    def legal(self, onlooker: Onlooker) -> list[str]:
        return list(map(str, self.table(onlooker).game.legal_moves()))

    def do(self, onlooker: Onlooker, connection: ClientConnection, seat: int, what: str, /, **asked: Any) -> None:
        """Let somebody do something, and then the bots."""
        path = f"/api/tables/{self.id}/{what}"
        answer = onlooker.ask(COOKIES[seat], "POST", path, keep=seat == self.eyes, **asked)
        if answer.status_code == 200:
            told = onlooker.hear(connection, "update", "snapshot")
            while told["number"] < answer.json()["number"] or told["to_move"] in self.bots:
                told = onlooker.hear(connection, "update", "snapshot")
            game = self.table(onlooker).game
            self.seen.extend(game.view(eyes) for eyes in (self.eyes, *self.bots))

    def play(self, onlooker: Onlooker, connection: ClientConnection, done: list[str]) -> None:
        table = self.table(onlooker)
        if table.to_move is not None:
            if len(done) == len(self.moves):
                self.moves.append(random.Random(len(done)).choice(self.legal(onlooker)))
            done.append(self.moves[len(done)])
            asked = {"number": table.number, "seat": table.to_move, "moves": done[-1:]}
            self.do(onlooker, connection, table.to_move, "moves", **asked)

    def talk(self, onlooker: Onlooker, connection: ClientConnection, cookie: str) -> None:
        for who in (cookie, COOKIES[self.people()[0]]):
            onlooker.ask(who, "POST", f"/api/tables/{self.id}/chat", keep=who == cookie, text="Hm.")
            onlooker.hear(connection, "chat")

    def take_back(self, onlooker: Onlooker, connection: ClientConnection) -> None:
        """Let everybody wish to take back a move, until one may: the others agree."""
        for seat in self.people():
            plies = len(self.table(onlooker).game.moves)
            self.do(onlooker, connection, seat, "undo", number=self.table(onlooker).number)
            for other in self.people():
                if self.table(onlooker).undo_proposal is not None and other != seat:
                    self.do(onlooker, connection, other, "undo/answer", yes=True)
            if len(self.table(onlooker).game.moves) < plies:
                return


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(kinds()), ids=str)
def test_nothing_is_shown_by_taking_back_bots_talk_and_hints(
    kind: Kind, twins: list[Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(f"an evening of {kind}")
    differed = False
    fairly = chance.random() < 0.5
    for eyes, bots in {(None, 0), (chance.randrange(kind.players), kind.players - 1)}:
        others = [seat for seat in range(kind.players) if seat != eyes]
        evening = Evening(f"table-{next(NUMBERS)}", kind, eyes, frozenset(others[:bots]), fairly, [], [])
        deal = words_of(fresh(kind, seed=chance.randrange(10**6)).setup.deal, kind.game)
        first, second = (Onlooker(served, monkeypatch) for served in twins)
        evening.spend(first, deal)
        other = determinized(evening.table(first).game, evening.seen, chance)
        differed |= other != deal
        evening.spend(second, other)
        compare(first, second)
        assert len(first.sent) > 20
        fairly = not fairly
    assert differed or kind.game == "vulkan", "something is hidden at all"


def test_a_leak_would_be_noticed(twins: list[Served], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody look through the eyes of whoever is to move: then the two sites must differ."""
    monkeypatch.setattr(Position, "view", lambda here, _: here.game.view(here.game.to_move))
    with pytest.raises(Shown):
        test_nothing_is_shown(Kind("feurio", 3, "competitive", ("firebreak", "hotter")), twins, monkeypatch)


def test_a_bot_that_knew_more_would_be_noticed(twins: list[Served], monkeypatch: pytest.MonkeyPatch) -> None:
    spend, cheat = Evening.spend, random.Random()

    class Cheat(Player):
        def choose(self, view: View, legal_moves: Sequence[Move], clock: Clock) -> str:
            return cheat.choice(legal_moves)

    def spend_it_with_a_cheat(evening: Evening, onlooker: Onlooker, words: dict[str, Any]) -> None:
        cheat.seed(repr(words))
        spend(evening, onlooker, words)

    monkeypatch.setattr(Evening, "spend", spend_it_with_a_cheat)
    monkeypatch.setattr("funkenflug.site.tables.bots.level", lambda *_: Cheat())
    with pytest.raises(Shown):
        test_nothing_is_shown_by_taking_back_bots_talk_and_hints(
            Kind("feurio", 3, "competitive", ()), twins, monkeypatch
        )
