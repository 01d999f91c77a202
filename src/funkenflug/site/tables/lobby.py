"""The lobby: descriptions of the games, and lists of tables."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from funkenflug.bots.players import LEVELS
from funkenflug.games import list_games
from funkenflug.games.base import GameType
from funkenflug.locale.translate import translate as say
from funkenflug.locale.translate import translate_name
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.tables.live import LiveTable
from funkenflug.site.tables.registry import TableRegistry
from funkenflug.site.tables.responses import (
    ChoiceDescription,
    ChoiceValue,
    GameDescription,
    ListedSeat,
    ListedTable,
    ModeDescription,
    OptionDescription,
    TableLists,
)
from funkenflug.site.tables.storage import lists

_MOST_LISTED = 30
_MOST_FINISHED = 12


def describe_games(language: str) -> list[GameDescription]:
    """Return what each game says about itself."""
    return [_describe_game(game_type, language) for game_type in list_games()]


def _describe_game(game_type: GameType, language: str) -> GameDescription:
    return GameDescription(
        id=game_type.id,
        title=game_type.title,
        designer=game_type.designer,
        year=game_type.year,
        summary=say(game_type.summary, language),
        modes=[
            ModeDescription(
                id=mode.id,
                players=list(mode.players),
                title=say(mode.title, language),
                summary=say(mode.summary, language),
            )
            for mode in game_type.modes
        ],
        options=[
            OptionDescription(
                id=option.id,
                modes=option.modes,
                title=say(option.title, language),
                summary=say(option.summary, language),
            )
            for option in game_type.options
        ],
        choices=[
            ChoiceDescription(
                word=choice.word,
                title=say(choice.title, language),
                values=[ChoiceValue(id=id, title=say(title, language)) for id, title in choice.values],
            )
            for choice in game_type.choices
        ],
        colours_of={str(players): colours for players, colours in game_type.colours_of.items()},
        usual_players=game_type.usual_players,
        levels=list(LEVELS),
    )


async def list_tables(storage: Storage, tables: TableRegistry, who: str, language: str) -> TableLists:
    """Return somebody's running and finished tables, and public tables to join or watch."""
    found = await asyncio.wrap_future(lists(storage, who, _MOST_LISTED, _MOST_FINISHED))

    async def described(ids: Iterable[str]) -> list[ListedTable]:
        listed = [live for id in ids if (live := await tables.find(id, found.newest.get(id))) is not None]
        listed.sort(key=lambda live: -live.table.entries[-1].at)  # the storage knows only the minute
        return [describe_table(live, who, language) for live in listed]

    return TableLists(
        mine=await described(found.mine),
        finished=await described(found.finished),
        open=await described(found.open),
        running=await described(found.running),
    )


def describe_table(live: LiveTable, who: str, language: str) -> ListedTable:
    """Return a table as an item of a list."""
    table, view = live.table, live.position.view(None)
    mine = table.seats_of(who)
    return ListedTable(
        id=table.id,
        url=f"/t/{table.id}",
        game=table.game.type.id,
        title=table.game.type.title,
        mode=table.game.mode,
        options=table.game.options,
        state=table.state,
        day=table.day,
        clock=table.clock,
        plies=len(table.game.moves),
        seats=[
            ListedSeat(name=translate_name(seat.name, language), kind=seat.kind, level=seat.level, colours=colours)
            for seat, colours in zip(table.seats, view.colours, strict=True)
        ],
        to_move=table.to_move,
        mine=mine,
        my_turn=table.to_move in mine,
        task=say(table.game.type.task(view), language) if table.to_move is not None else "",
        winners=table.winners,
        scores=view.scores,
        changed=round(table.entries[-1].at),
    )
