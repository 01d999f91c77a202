"""The JSON API and the WebSocket of a site. Whatever a page does is done here."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import logging
import os
import secrets
import time
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

import msgspec
from fastapi import FastAPI, Path, Query, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from funkenflug import __version__
from funkenflug.bots.players import LEVELS
from funkenflug.bots.review import Judgement, decisions
from funkenflug.games import GAMES
from funkenflug.games.base import GameType
from funkenflug.games.vulkan.deal import vulkan_layout
from funkenflug.locale.translate import called
from funkenflug.locale.translate import translate as say
from funkenflug.match.game import Game, new
from funkenflug.match.replay import at_ply
from funkenflug.match.view import Hex
from funkenflug.match.words import Message, clipped, printable
from funkenflug.web.db.engine import Unavailable, default_database
from funkenflug.web.db.storage import Storage
from funkenflug.web.messages.packets import post_of
from funkenflug.web.messages.render import Position, drafted, look, may_have_record, panel, picture, score_lines
from funkenflug.web.messages.requests import (
    Answer,
    Arrival,
    Begun,
    BotWish,
    ChatText,
    Draft,
    Key,
    Me,
    Moves,
    NewTable,
    Question,
    Ready,
    SeatNumber,
    Seen,
    TableId,
    Value,
)
from funkenflug.web.messages.responses import (
    Judged,
    LateRefusal,
    Look,
    Refusal,
    Replayed,
    Reviewed,
    Snapshot,
    TableLink,
    Update,
)
from funkenflug.web.middleware.guard import Doors, TooMuch, address_of, same_origin, spend
from funkenflug.web.middleware.identity import Identity, hashed, language_of, opens, sealed, who_asks
from funkenflug.web.middleware.limits import Keeper, Limits, is_own_machine, usual_limits
from funkenflug.web.middleware.metrics import Meter, log_to_stderr
from funkenflug.web.routes import pages
from funkenflug.web.tables.events import Place
from funkenflug.web.tables.site import LiveTable, Site, Watcher
from funkenflug.web.tables.table import Late, Refused, Table, bot_name

_log = logging.getLogger(__name__)

_LINK_SECONDS = 3600.0
_MOST_LISTED = 30
_MOST_FINISHED = 12
_LARGEST_MESSAGE = 4096


# Who asks, and where -----------------------------------------------------------------------------------------------


def _site(connection: HTTPConnection) -> Site:
    site: Site = connection.app.state.site
    return site


def _me(request: Request) -> str:
    who = who_asks(request)
    assert who is not None  # the middleware gives everybody an identity
    return who


class _Asker:
    """A request at a table: the site, the table, who asks and in which language."""

    def __init__(self, request: Request, live: LiveTable) -> None:
        self.site = _site(request)
        self.live = live
        self.who = _me(request)
        self.language = language_of(request)

    @staticmethod
    async def at(request: Request, id: str) -> _Asker:
        asker = _Asker(request, await _site(request).live(id))
        asker.live.greet(request.state.identity)
        request.state.table = asker.live
        return asker

    def snapshot(self) -> Response:
        return _json(self.site.snapshot(self.live, self.who, self.language))


def _json(answer: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


# The application ----------------------------------------------------------------------------------------------------


def create_app(
    database: str | None = None,
    pace: float | None = None,
    limits: Limits | Literal["usual"] | None = "usual",
) -> FastAPI:
    """Return the site over a database; `pace` is the least time between two moves of bots, in seconds.

    `limits` is how much one may ask for; None: as much as one likes.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        if (style := os.environ.get("FUNKENFLUG_LOG")) in ("text", "json"):
            log_to_stderr(style)
        storage = await asyncio.to_thread(Storage, database or default_database())
        app.state.site = Site(storage) if pace is None else Site(storage, pace)
        app.state.site.start()
        yield
        await app.state.site.stop()

    app = FastAPI(
        title="Funkenflug",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses={
            **{status: {"model": Refusal} for status in (400, 403, 404, 408, 413, 422, 429, 503, 507)},
            409: {"model": LateRefusal},
        },
    )
    app.state.keeper = Keeper(usual_limits() if limits == "usual" else limits)
    app.state.meter = Meter(lambda: app.state.site.counts())
    app.add_middleware(Doors)
    app.add_middleware(Identity)
    app.add_exception_handler(Refused, _refuse)
    app.add_exception_handler(RequestValidationError, _misunderstand)
    app.add_exception_handler(HTTPException, _answer_error)
    app.add_exception_handler(Unavailable, _not_kept)
    for add in (_add_people, _add_lobby, _add_seats, _add_play, _add_wishes, _add_looking_back, _add_days, _add_events):
        add(app)
    _add_watching(app)
    pages.mount(app)
    return app


async def _refuse(request: Request, refused: Exception) -> Response:
    assert isinstance(refused, Refused)
    answer: dict[str, Any] = {"error": say(refused.words, language_of(request))}
    live = getattr(request.state, "table", None)
    if isinstance(refused, Late) and live is not None:
        answer["snapshot"] = _site(request).snapshot(live, who_asks(request), language_of(request))
    told = _json(answer, refused.status)
    told.headers.update(refused.headers)
    return told


async def _misunderstand(request: Request, invalid: Exception) -> Response:
    assert isinstance(invalid, RequestValidationError)
    where = dict.fromkeys(".".join(str(part) for part in error["loc"][1:]) for error in invalid.errors()[:3])
    words = Message("This was not understood: {where}", where=clipped(printable(", ".join(where)), 120))
    return _json({"error": say(words, language_of(request))}, 422)


async def _not_kept(request: HTTPConnection, error: Exception) -> Response:
    """Answer that the database does not work; what was not acknowledged has not happened, or the answer says so."""
    assert isinstance(error, Unavailable)
    if request.scope.get("method", "GET") == "GET" and not error.unsure and not error.full:
        _log.error("the database does not work", exc_info=error)
        words = Message("The site cannot reach its tables at the moment. Try again in a while")
    else:
        words = _why_not_kept(error)
    return _json({"error": say(words, language_of(request))}, 507 if error.full else 503)


def _why_not_kept(error: Unavailable) -> Message:
    _log.error("the database does not work", exc_info=error)
    if error.unsure:
        return Message("It is not certain whether this was kept. Look at the table before you try again")
    if error.full:
        return Message("The site has no room left: this could not be kept, and has not happened")
    return Message("This could not be kept, and has not happened. Try again in a while")


async def _answer_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = Message("There is nothing here") if error.status_code == 404 else Message("This cannot be done here")
    answer = _json({"error": say(words, language_of(request))}, error.status_code)
    answer.headers.update(error.headers or {})
    return answer


# People -------------------------------------------------------------------------------------------------------------


def _add_people(app: FastAPI) -> None:
    @app.get("/api/me", tags=["people"])
    async def who_am_i(request: Request) -> Response:
        """Return your name; it is empty until you give one."""
        return _json({"name": await _site(request).name_of(_me(request)), "language": language_of(request)})

    @app.post("/api/me", tags=["people"])
    async def call_me(request: Request, me: Me) -> Response:
        """Take a name."""
        await _site(request).rename(_me(request), me.name)
        return _json({"name": me.name})

    @app.post("/api/me/link", tags=["people"])
    async def link_me(request: Request) -> Response:
        """Return a private link that moves your identity to another device: it works once, for an hour."""
        spend(request, "links")
        token, now = secrets.token_urlsafe(24), time.time()
        kept = _site(request).storage.keep_link(
            hashed(token), sealed(request.state.identity, token), now, now + _LINK_SECONDS
        )
        await asyncio.wrap_future(kept)
        return _json({"url": f"/me#{token}"})

    @app.post("/api/me/arrive", tags=["people"])
    async def arrive(request: Request, arrival: Arrival) -> Response:
        """Take over the identity of a private link on this device."""
        spend(request, "links")
        site = _site(request)
        found = await asyncio.wrap_future(site.storage.use_link(hashed(arrival.token), time.time()))
        if found is None:
            raise Refused(404, Message("This link has been used, or is too old"))
        request.state.identity = sealed(found, arrival.token)
        return _json({"name": await site.name_of(_me(request))})


# The lobby ----------------------------------------------------------------------------------------------------------


def _add_lobby(app: FastAPI) -> None:
    @app.get("/api/games", tags=["tables"])
    async def list_games(request: Request) -> Response:
        """Return what each game says about itself."""
        return _json([game_facts(game_type, language_of(request)) for game_type in GAMES.values()])

    @app.get("/api/tables", tags=["tables"])
    async def list_tables(request: Request) -> Response:
        """Return your running tables, those you finished last, open ones to join, and tables to watch."""
        site, who, language = _site(request), _me(request), language_of(request)
        storage = site.storage
        mine = await asyncio.wrap_future(storage.held_by(who, _MOST_LISTED))
        lists = {"mine": mine, "finished": await asyncio.wrap_future(storage.finished_by(who, _MOST_FINISHED))}
        for title, state in (("open", "open"), ("running", "running")):
            found = await asyncio.wrap_future(storage.public(state, _MOST_LISTED))
            lists[title] = [id for id in found if id not in mine]
        return _json(
            {title: [table_facts(await site.live(id), who, language) for id in ids] for title, ids in lists.items()}
        )

    @app.post("/api/tables", status_code=201, tags=["tables"], responses={201: {"model": TableLink}})
    async def create_table(request: Request, wish: NewTable) -> Response:
        """Set up a table."""
        site, who = _site(request), _me(request)
        spend(request, "tables")
        await site.warming.wait_for("rules", wish.game)
        forest = await site.live(wish.forest) if wish.forest else None
        game = await asyncio.to_thread(_dealt, wish, forest.table.game if forest else None)
        places = _places(wish, game, who, await site.name_of(who))
        live = await site.create(request.state.identity, game, places, wish.clock, wish.public, fairly=wish.fair)
        return _json({"id": live.table.id, "url": f"/t/{live.table.id}"}, 201)


def _dealt(wish: NewTable, forest: Game | None) -> Game:
    game_type = GAMES[wish.game]
    words: dict[str, Any] = {} if forest is None else {"layout": _layout(forest)}
    known = {(choice.word, name) for choice in game_type.choices for name, _ in choice.values}
    for choice in wish.choices.items():
        if choice not in known:
            raise Refused(422, Message("{game} has no “{choice}”", game=game_type.title, choice=" ".join(choice)))
        words[choice[0]] = choice[1]
    if len(wish.seats) != wish.players:
        raise Refused(422, Message("There must be as many seats as players"))
    if not any(wish.players in mode.players and wish.mode in (None, mode.id) for mode in game_type.modes):
        raise Refused(422, Message("{game} is not played like this by so many", game=game_type.title))
    try:
        return new(wish.game, players=wish.players, mode=wish.mode, options=wish.options, **words)
    except ValueError:
        raise Refused(422, Message("{game} is not played with these options", game=game_type.title)) from None


def _layout(forest: Game) -> dict[Hex, int]:
    if forest.type.id != "feurio" or not forest.over:
        raise Refused(422, Message("Vulkan! is played on the forest of a match of Feurio! that is over"))
    try:
        return vulkan_layout(forest)
    except ValueError:
        raise Refused(422, Message("This forest has no place for a volcano")) from None


def _places(wish: NewTable, game: Game, who: str, name: str) -> list[Place]:
    places: list[Place] = []
    for seat, colour in zip(wish.seats, game.names, strict=True):
        taken = [place.name for place in places]
        if seat.kind == "bot":
            places.append(Place(kind="bot", name=bot_name(seat.level, taken), level=seat.level))
        elif seat.kind == "friend":
            places.append(Place(kind="open", name=seat.name or colour))
        else:
            own = name if seat.kind == "me" else ""
            places.append(Place(kind="person", name=seat.name or own or colour, who=who))
    return places


def game_facts(game_type: GameType, language: str) -> dict[str, Any]:
    """Return what a game says about itself, in a language."""
    return {
        "id": game_type.id,
        "title": game_type.title,
        "designer": game_type.designer,
        "year": game_type.year,
        "summary": say(game_type.summary, language),
        "modes": [
            {
                "id": mode.id,
                "players": list(mode.players),
                "title": say(mode.title, language),
                "summary": say(mode.summary, language),
            }
            for mode in game_type.modes
        ],
        "options": [
            {
                "id": option.id,
                "modes": option.modes,
                "title": say(option.title, language),
                "summary": say(option.summary, language),
            }
            for option in game_type.options
        ],
        "choices": [
            {
                "word": choice.word,
                "title": say(choice.title, language),
                "values": [{"id": id, "title": say(title, language)} for id, title in choice.values],
            }
            for choice in game_type.choices
        ],
        "colours_of": {str(players): colours for players, colours in game_type.colours_of.items()},
        "levels": list(LEVELS),
    }


def table_facts(live: LiveTable, who: str, language: str) -> dict[str, Any]:
    """Return a table as a line of a list."""
    table, view = live.table, live.position.view(None)
    mine = table.seats_of(who)
    return {
        "id": table.id,
        "url": f"/t/{table.id}",
        "game": table.game.type.id,
        "title": table.game.type.title,
        "mode": table.game.mode,
        "options": table.game.options,
        "state": table.state,
        "day": table.day,
        "clock": table.clock,
        "plies": len(table.game.moves),
        "seats": [
            {"name": called(seat.name, language), "kind": seat.kind, "level": seat.level, "colours": colours}
            for seat, colours in zip(table.seats, view.colours, strict=True)
        ],
        "to_move": table.to_move,
        "mine": mine,
        "my_turn": table.to_move in mine,
        "task": say(table.game.type.task(view), language) if table.to_move is not None else "",
        "winners": table.winners,
        "scores": view.scores,
        "changed": round(table.entries[-1].at),
    }


# Seats --------------------------------------------------------------------------------------------------------------


def _add_seats(app: FastAPI) -> None:
    @app.post("/api/tables/{id}/seats/{seat}", tags=["seats"], responses={200: {"model": Snapshot}})
    async def sit_down(request: Request, id: TableId, seat: SeatNumber, key: Key | None = None) -> Response:
        """Take an open seat, with the key of an invitation or at a public table."""
        asker = await _Asker.at(request, id)
        key = key or Key()
        name = key.name or await asker.site.name_of(asker.who)
        await asker.site.act(asker.live, lambda table: table.sit(asker.who, seat, name, _invited(table, seat, key)))
        return asker.snapshot()

    @app.delete("/api/tables/{id}/seats/{seat}", tags=["seats"], responses={200: {"model": Snapshot}})
    async def leave(request: Request, id: TableId, seat: SeatNumber) -> Response:
        """Leave a seat: it is open then, for somebody else or a bot."""
        asker = await _Asker.at(request, id)
        await asker.site.act(asker.live, lambda table: table.leave(asker.who, seat))
        return asker.snapshot()

    @app.post("/api/tables/{id}/seats/{seat}/bot", tags=["seats"], responses={200: {"model": Snapshot}})
    async def seat_bot(request: Request, id: TableId, seat: SeatNumber, wish: BotWish) -> Response:
        """Let a bot take an open seat, or play for somebody who has been away in their turn for ten minutes."""
        asker = await _Asker.at(request, id)
        away = asker.live.away(seat, time.time())
        await asker.site.act(asker.live, lambda table: table.seat_bot(asker.who, seat, wish.level, away))
        return asker.snapshot()

    @app.post("/api/tables/{id}/value", tags=["seats"], responses={200: {"model": Snapshot}})
    async def give_value(request: Request, id: TableId, given: Value) -> Response:
        """Give your random value for a fair deal, once you have seen the seal of the site's secret."""
        asker = await _Asker.at(request, id)
        await asker.site.act(asker.live, lambda table: table.give_value(asker.who, given.value))
        return asker.snapshot()

    @app.post("/api/tables/{id}/ready", tags=["seats"], responses={200: {"model": Snapshot}})
    async def say_ready(request: Request, id: TableId, ready: Ready) -> Response:
        """Say that only the player of this seat looks at the screen: several are played at this device."""
        asker = await _Asker.at(request, id)
        await asker.site.act(asker.live, lambda table: table.uncover(asker.who, ready.seat))
        return asker.snapshot()


def _invited(table: Table, seat: int, key: Key) -> bool:
    """Whether somebody has the key to a seat."""
    if key.key is None or seat >= len(table.locks):
        return False
    return opens(key.key, table.locks[seat], table.seats[seat].sittings)


# Playing ------------------------------------------------------------------------------------------------------------


def _add_play(app: FastAPI) -> None:
    @app.get("/api/tables/{id}", tags=["play"], responses={200: {"model": Snapshot}})
    async def read_table(request: Request, id: TableId) -> Response:
        """Return everything that you may see of a table."""
        return (await _Asker.at(request, id)).snapshot()

    @app.get("/api/tables/{id}/view", tags=["play"])
    async def read_view(request: Request, id: TableId) -> Response:
        """Return what your seat may know as plain data, as `Game.view` has it: what a bot is asked with."""
        asker = await _Asker.at(request, id)
        return _json(asker.live.position.view(asker.live.viewer(asker.who, asker.language).eyes))

    @app.post("/api/tables/{id}/moves", tags=["play"], responses={200: {"model": Update}})
    async def play(request: Request, id: TableId, wish: Moves) -> Response:
        """Play moves; the same request again changes nothing, a late one is told what happened meanwhile (409)."""
        asker = await _Asker.at(request, id)
        return _json(await asker.site.play(asker.live, asker.who, asker.language, wish.number, wish.seat, wish.moves))

    @app.post("/api/tables/{id}/look", tags=["play"], responses={200: {"model": Look}})
    async def look_ahead(request: Request, id: TableId, draft: Draft) -> Response:
        """Return the drawing after a draft with the preview of a move, and the choices after the draft."""
        asker = await _Asker.at(request, id)
        return _json(await looked(asker.live, asker.who, asker.language, draft))

    @app.post("/api/tables/{id}/explain", tags=["play"])
    async def explain(request: Request, id: TableId, question: Question) -> Response:
        """Return why a move is not allowed."""
        asker = await _Asker.at(request, id)
        viewer = asker.live.viewer(asker.who, asker.language)
        position = asker.live.position
        if question.draft and question.seat is not None:
            game = await asyncio.to_thread(drafted, position, viewer, question.seat, question.draft)
        else:
            game = await asyncio.to_thread(position.imagined, viewer.eyes)
        return _json({"words": say(game.explain(question.move), asker.language)})

    @app.post("/api/tables/{id}/hint", tags=["play"])
    async def hint(request: Request, id: TableId, begun: Begun | None = None) -> Response:
        """Return the best moves, perhaps after a draft, with what may be expected; in solitaire and against bots."""
        asker = await _Asker.at(request, id)
        spend(request, "hints")
        found = await asker.site.hint(asker.live, asker.who, asker.language, begun.draft if begun else ())
        clicks = asker.live.position.type.clicks
        best = [
            {
                "move": str(suggestion.move),
                "path": clicks(suggestion.move)[0],
                "chances": suggestion.chances,
                "points": suggestion.points,
            }
            for suggestion in found
        ]
        return _json({"number": asker.live.table.number, "moves": best})


async def looked(live: LiveTable, who: str | None, language: str, draft: Draft) -> Look:
    """Return what a draft looks like."""
    if draft.number < live.table.decided_at:
        raise Late
    viewer = live.viewer(who, language)
    return await asyncio.to_thread(look, live.position, viewer, draft.seat, draft.draft, draft.move)


def _add_wishes(app: FastAPI) -> None:
    @app.post("/api/tables/{id}/undo", tags=["play"], responses={200: {"model": Snapshot}})
    async def undo(request: Request, id: TableId, seen: Seen) -> Response:
        """Take back your last move, or ask the others for it."""
        asker = await _Asker.at(request, id)
        await asker.site.act(asker.live, lambda table: table.undo(asker.who, seen.number))
        return asker.snapshot()

    @app.post("/api/tables/{id}/undo/answer", tags=["play"], responses={200: {"model": Snapshot}})
    async def answer_undo(request: Request, id: TableId, answer: Answer) -> Response:
        """Say yes or no to somebody who wishes to take back a move."""
        asker = await _Asker.at(request, id)
        await asker.site.answer_undo(asker.live, asker.who, answer.yes)
        return asker.snapshot()

    @app.post("/api/tables/{id}/resign", tags=["play"], responses={200: {"model": Snapshot}})
    async def resign(request: Request, id: TableId) -> Response:
        """Give up: the other wins, or a bot goes on for you if more than two play."""
        asker = await _Asker.at(request, id)
        await asker.site.act(asker.live, lambda table: table.resign(asker.who))
        return asker.snapshot()

    @app.post("/api/tables/{id}/rematch", tags=["play"], responses={200: {"model": TableLink}})
    async def rematch(request: Request, id: TableId) -> Response:
        """Return the table where the same people play again."""
        asker = await _Asker.at(request, id)
        spend(request, "tables")
        fresh = await asker.site.rematch(asker.live, request.state.identity)
        return _json({"id": fresh, "url": f"/t/{fresh}"})

    @app.post("/api/tables/{id}/chat", tags=["play"])
    async def chat(request: Request, id: TableId, said: ChatText) -> Response:
        """Say something at the table."""
        asker = await _Asker.at(request, id)
        spend(request, "chat")
        name = await asker.site.name_of(asker.who)
        await asker.site.act(asker.live, lambda table: table.say(asker.who, name, said.text, said.id))
        return _json({"number": asker.live.table.number})


# Looking back -------------------------------------------------------------------------------------------------------


def _add_looking_back(app: FastAPI) -> None:
    @app.get("/api/tables/{id}/record", tags=["looking back"], **_sent_as("text/plain"))
    async def record(request: Request, id: TableId) -> Response:
        """Return the game record (.ff) of a match that is over, or in which nothing is hidden from you."""
        asker = await _Asker.at(request, id)
        position = asker.live.position
        if not may_have_record(position, asker.live.viewer(asker.who, asker.language)):
            raise Refused(403, Message("The record tells the whole deal: it is there when the match is over"))
        name = f'attachment; filename="{position.type.id}-{id}.ff"'
        return Response(
            position.game.record(), media_type="text/plain; charset=utf-8", headers={"Content-Disposition": name}
        )

    @app.get("/api/tables/{id}/picture.svg", tags=["looking back"], **_sent_as("image/svg+xml"))
    async def picture(
        request: Request, id: TableId, theme: Annotated[Literal["auto", "light", "dark"], Query()] = "auto"
    ) -> Response:
        """Return the board as you may see it."""
        asker = await _Asker.at(request, id)
        drawing = asker.live.position.picture(asker.live.viewer(asker.who, asker.language).eyes)
        return Response(drawing.svg(theme), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    @app.get("/api/tables/{id}/replay/{ply}", tags=["looking back"], responses={200: {"model": Replayed}})
    async def replay(request: Request, id: TableId, ply: Annotated[int, Path(ge=0, le=10**4)]) -> Response:
        """Return an earlier position of a match that is over, with the points after every move."""
        asker = await _Asker.at(request, id)
        if asker.live.table.state != "over":
            raise Refused(403, Message("The match is not over yet"))
        viewer = asker.live.viewer(asker.who, asker.language)
        return _json(await asyncio.to_thread(_earlier, asker.live.position, viewer.eyes, ply, asker.language))

    @app.get("/api/tables/{id}/review/{ply}", tags=["looking back"], responses={200: {"model": Reviewed}})
    async def review(request: Request, id: TableId, ply: Annotated[int, Path(ge=0, le=10**4)]) -> Response:
        """Return what the first decision from a move on was worth, of a match that is over, and what was best."""
        asker = await _Asker.at(request, id)
        if asker.live.table.state != "over":
            raise Refused(403, Message("The match is not over yet"))
        game = asker.live.table.game
        this, following, *_ = (*(at for at in await asyncio.to_thread(decisions, game) if at >= ply), None, None)
        if this is None:
            return _json(Reviewed(judged=None, next=None))
        spend(request, "hints")
        judgement = await asker.site.review(asker.live, this)
        return _json(Reviewed(judged=await asyncio.to_thread(_judged, game, judgement, asker.language), next=following))


def _sent_as(kind: str) -> dict[str, Any]:
    """Return how the document of the API says that an answer is no JSON."""
    return {"response_class": Response, "responses": {200: {"content": {kind: {}}}}}


def _earlier(position: Position, eyes: int | None, ply: int, language: str) -> Replayed:
    moves = position.game.moves
    if ply > len(moves):
        raise Refused(404, Message("The match has only {plies} moves", plies=len(moves)))
    game = at_ply(position.game, ply)
    view = game.view(eyes)
    return Replayed(
        id=position.table.id,
        ply=ply,
        plies=len(moves),
        moves=list(map(str, moves)),
        turn_beginnings=position.game.turn_beginnings,
        drawing=picture(position.drawing(eyes) if game.over else position.type.draw(view, **position.type.on_pages)),
        board_text=position.type.board(view),
        task="" if game.over else say(position.type.task(view), language),
        scores=view.scores,
        holdings=[say(words, language) for words in position.type.holdings(view)],
        panel=panel(position.type, view),
        score_lines=score_lines(position),
    )


def _judged(game: Game, judgement: Judgement, language: str) -> Judged:
    first, *_ = at_ply(game, judgement.ply).play(judgement.best)
    return Judged(
        ply=judgement.ply,
        seat=judgement.seat,
        move=judgement.move,
        chance=judgement.chance,
        best=judgement.best,
        best_chance=judgement.best_chance,
        mark=judgement.mark,
        words=say(game.type.tell(first, game.names), language),
    )


# The solitaire of the day -------------------------------------------------------------------------------------------


def _add_days(app: FastAPI) -> None:
    @app.get("/api/daily", tags=["daily solitaire"])
    async def today(request: Request) -> Response:
        """Return today's solitaire: which game, how many tried and won it, your table and how it ended."""
        site = _site(request)
        storage = site.storage
        day = datetime.date.today().isoformat()
        deal = await asyncio.wrap_future(storage.day(day))
        if deal is None:
            return _json({"day": day, "ready": False})
        tried, won = await asyncio.wrap_future(storage.tries(day))
        mine = await asyncio.wrap_future(storage.day_of(_me(request), day))
        game_type = GAMES[deal[0]]
        goal = game_type.mode("solitaire", 1).summary
        winners = (await site.live(mine)).table.winners if mine else None
        ended = None if winners is None else "won" if winners else "lost"
        facts = {"game": game_type.id, "title": game_type.title, "goal": say(goal, language_of(request))}
        return _json({"day": day, "ready": True, "tried": tried, "won": won, "table": mine, "ended": ended} | facts)

    @app.post("/api/daily", status_code=201, tags=["daily solitaire"], responses={201: {"model": TableLink}})
    async def play_today(request: Request) -> Response:
        """Return your table for today's solitaire."""
        id = await _site(request).play_day(request.state.identity)
        return _json({"id": id, "url": f"/t/{id}"}, 201)


# Watching -----------------------------------------------------------------------------------------------------------


def _add_events(app: FastAPI) -> None:
    @app.websocket("/api/tables/{id}/events")
    async def events(socket: WebSocket, id: str) -> None:
        """Send a snapshot first, then every change: drawn, or `?as=data`."""
        keeper: Keeper = app.state.keeper
        with keeper.connected(who_asks(socket), address_of(socket)) as fits:
            try:
                if not same_origin(socket.headers):
                    raise Refused(403, Message("This came from another site"))
                if not fits:
                    raise TooMuch(1)
                spend(socket, "requests")
            except Refused as refused:
                app.state.meter.refused.labels(why=f"websocket {refused.status}").inc()
                words = {"error": say(refused.words, language_of(socket))}
                await socket.send_denial_response(_json(words, refused.status))
                return
            try:
                live = await _site(socket).live(id)
            except Refused as refused:
                await socket.accept()  # or else a page could not read the code
                await socket.close(4404, str(refused.words))
                return
            except Unavailable as error:
                await socket.send_denial_response(await _not_kept(socket, error))
                return
            await socket.accept()
            live.greet(socket.state.identity)
            drawn = socket.query_params.get("as") != "data"
            watcher = Watcher(who_asks(socket), language_of(socket), drawn, post_of(socket.scope))
            await _follow(socket, live, watcher, keeper)


async def _follow(socket: WebSocket, live: LiveTable, watcher: Watcher, keeper: Keeper) -> None:
    """Tell somebody what happens, and answer what they ask, until one of both ends the connection."""
    _site(socket).watch(live, watcher)
    patience = keeper.limits.seconds_to_send if keeper.limits else None
    sending = asyncio.create_task(_send_all(socket, watcher, patience))
    tokens = keeper.bucket("messages")
    try:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if tokens is not None and (wait := tokens.take(time.monotonic())):
                await asyncio.sleep(wait)  # whoever asks too much is answered more slowly
                tokens.take(time.monotonic())
            await _hear(_site(socket), live, watcher, message.get("text"))
    except WebSocketDisconnect:
        watcher.cut()
        await asyncio.wait([sending], timeout=patience)
    finally:
        _site(socket).leave(live, watcher)
        sending.cancel()


async def _send_all(socket: WebSocket, watcher: Watcher, patience: float | None) -> None:
    """Send what is on its way; a connection that takes nothing for long, or is gone, is let go."""
    try:
        while (message := await watcher.messages.get()) is not None:
            async with asyncio.timeout(patience):
                await socket.send_text(message.text.decode())
            watcher.waiting -= 1
        await socket.close(watcher.ended)
    except (TimeoutError, WebSocketDisconnect, RuntimeError):
        return


async def _hear(site: Site, live: LiveTable, watcher: Watcher, text: str | None) -> None:
    """Answer a ping or a look, or play moves; anything else ends the connection.

    Moves that are played are answered by the update that everybody gets, the same moves once more by a snapshot.
    """
    try:
        if text is None or len(text) > _LARGEST_MESSAGE:
            raise ValueError("a message is a short text")
        asked = msgspec.json.decode(text, type=dict[str, Any])
        kind = asked.pop("type", None)
        if kind == "ping":
            watcher.tell("pong")
        elif kind == "look":
            draft = Draft.model_validate(asked)
            seen = await looked(live, watcher.who, watcher.language, draft)
            watcher.tell("look", **draft.model_dump(), **seen)
        elif kind == "play":
            wish, who = Moves.model_validate(asked), watcher.who or ""
            if not await site.act(live, lambda table: table.play(who, wish.number, wish.seat, wish.moves)):
                site.show_all(live, watcher)
        else:
            raise ValueError(kind)
    except Refused as refused:
        late = kind == "play" and isinstance(refused, Late)
        watcher.refuse(refused.words, **{"snapshot": site.everything(live, watcher)} if late else {})
    except Unavailable as error:
        watcher.refuse(_why_not_kept(error))
    except (ValueError, msgspec.MsgspecError, RecursionError):
        watcher.ended = _NONSENSE
        raise WebSocketDisconnect(_NONSENSE) from None


_NONSENSE = 1008
"""What WebSockets call a breach of policy."""


# Watching over the site -----------------------------------------------------------------------------------------------


def _add_watching(app: FastAPI) -> None:
    @app.get("/healthz", include_in_schema=False)
    async def health() -> Response:
        """Return that this process answers."""
        return _json({"status": "ok"})

    @app.get("/readyz", include_in_schema=False)
    async def readiness(request: Request) -> Response:
        """Return whether people should be sent here: the database answers, and the rules are compiled."""
        site = _site(request)
        try:
            async with asyncio.timeout(_PATIENCE):
                await asyncio.wrap_future(site.storage.name_of(""))
            database = True
        except (Unavailable, TimeoutError):
            database = False
        facts = {"database": database, "rules": site.warming.is_ready("rules")}
        return _json(facts, 200 if all(facts.values()) else 503)

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        """Return numbers for Prometheus, to this machine and to those that the environment names."""
        address = address_of(request)
        if not is_own_machine(address) and address not in os.environ.get("FUNKENFLUG_METRICS_FROM", "").split(","):
            raise HTTPException(404)
        return Response(app.state.meter.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


_PATIENCE = 2.0
