"""Set up tables: from a request, or as a rematch."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING, Any

from funkenflug.core.names import bot_name
from funkenflug.core.words import Message
from funkenflug.games import GAMES
from funkenflug.games.base import GameType
from funkenflug.match.fair import dealt_again
from funkenflug.match.game import Game, new
from funkenflug.site.infra.errors import Refused
from funkenflug.site.infra.middleware.costs import in_thread
from funkenflug.site.infra.middleware.identity import hashed
from funkenflug.site.people.people import People
from funkenflug.site.tables import commands
from funkenflug.site.tables.events import Place
from funkenflug.site.tables.live import LiveTable
from funkenflug.site.tables.registry import TableRegistry

if TYPE_CHECKING:
    from funkenflug.site.tables.requests import NewTableRequest


async def create_table(tables: TableRegistry, people: People, identity: str, request: NewTableRequest) -> LiveTable:
    """Create the table that somebody asks for."""
    who = hashed(identity)
    before = (await tables.get(request.after)).table.game if request.after else None
    game = await in_thread(new_match, request, before)
    places = places_for(request, game, who, await people.name_of(who))
    return await tables.create(identity, game, places, request.clock, request.public, fair=request.fair)


def new_match(request: NewTableRequest, before: Game | None) -> Game:
    """Return the match of a new table, perhaps one that goes on from another; refuse what the game does not offer."""
    game_type = GAMES[request.game]
    words = {} if before is None else _deal_after(before, game_type)
    known = {(choice.word, name) for choice in game_type.choices for name, _ in choice.values}
    for choice in request.choices.items():
        if choice not in known:
            raise Refused(
                422, Message("{game} has no option “{choice}”", game=game_type.title, choice=" ".join(choice))
            )
        words[choice[0]] = choice[1]
    if len(request.seats) != request.players:
        raise Refused(422, Message("The number of seats must match the number of players"))
    if not any(request.players in mode.players and request.mode in (None, mode.id) for mode in game_type.modes):
        raise Refused(422, Message("{game} can’t be played this way with that many players", game=game_type.title))
    try:
        return new(request.game, players=request.players, mode=request.mode, options=request.options, **words)
    except ValueError:
        raise Refused(422, Message("{game} can’t be played with these options", game=game_type.title)) from None


def _deal_after(before: Game, game_type: GameType) -> dict[str, Any]:
    offer = game_type.follow_up(before.view()) if before.over else None
    if offer is None:
        words = Message("{game} can only follow a suitable finished game", game=game_type.title)
        raise Refused(422, words)
    return dict(offer.deal)


def places_for(request: NewTableRequest, game: Game, who: str, name: str) -> list[Place]:
    """Return who gets which seat of a new table."""
    places: list[Place] = []
    for seat, colour in zip(request.seats, game.names, strict=True):
        taken = [place.name for place in places]
        if seat.kind == "bot":
            places.append(Place(kind="bot", name=bot_name(seat.level, taken), level=seat.level))
        elif seat.kind == "friend":
            places.append(Place(kind="open", name=seat.name or colour))
        else:
            own = name if seat.kind == "me" else ""
            places.append(Place(kind="person", name=seat.name or own or colour, who=who))
    return places


async def create_rematch(tables: TableRegistry, live: LiveTable, identity: str) -> str:
    """Return the table of a rematch. The first player who asks sets it up, the others join it."""
    who, table = hashed(identity), live.table
    places = commands.rematch_places(table, who)
    if table.rematch is None:
        game = await in_thread(dealt_again, table.game)
        id, fair = derived_id("rematch", table.id), table.secret is not None
        fresh = await tables.create(identity, game, places, table.clock, table.public, fair=fair, id=id)
        await tables.execute(live, lambda table: commands.rematch(table, who, fresh.table.id))
    assert live.table.rematch is not None
    return live.table.rematch


def derived_id(*purpose: str) -> str:
    """Return the id of the one table for a purpose: always the same, for every client.

    >>> derived_id("rematch", "kb5JYvJ9bVQw")
    'Mrng9QOD6vfh'
    """
    return base64.urlsafe_b64encode(hashlib.sha256("/".join(("table", *purpose)).encode()).digest()[:9]).decode()
