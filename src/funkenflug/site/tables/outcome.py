"""How a match ended, in words and numbers."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from funkenflug.core.words import Message, both
from funkenflug.match.text import outcome_text
from funkenflug.site.boards.position import Position
from funkenflug.site.tables.responses import Outcome
from funkenflug.site.tables.table import Table, resignation_text


def closing_words(position: Position[Table]) -> Message:
    """Return who won, and why."""
    table, game = position.table, position.game
    if table.forfeit is None:
        ended = game.outcome()
        assert ended is not None
        return outcome_text(position.type, ended, game.names, game.mode)
    name = game.names[table.forfeit.seat]
    why = resignation_text(name, table.forfeit.time_up)
    if not table.winners:
        return Message("{result}: {reason}", result=Message("The game is lost"), reason=why)
    winners = both(game.names[seat] for seat in table.winners)
    return Message("{why}: {winner} wins", why=why, winner=winners)


def outcome(position: Position[Table]) -> Outcome | None:
    """Return how the match ended, in words and numbers; None while it is running."""
    table, game = position.table, position.game
    if table.state != "over":
        return None
    ended = game.outcome()
    lines = () if ended is None else position.type.account(ended, game.players)
    return cast(Outcome, result(position) | {"words": closing_words(position), "lines": lines})


def result(position: Position[Table]) -> dict[str, Any]:
    """Return how the match ended, as plain data."""
    ended = position.game.outcome()
    if ended is None:
        return {"winners": position.table.winners, "scores": position.view(None).scores}
    builtins: dict[str, Any] = msgspec.to_builtins(ended)
    return builtins
