"""How a match ended, in words and numbers."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from funkenflug.core.words import Message, both
from funkenflug.site.boards import board
from funkenflug.site.boards.responses import OutcomeState
from funkenflug.site.tables.position import TablePosition
from funkenflug.site.tables.table import resignation_text


def closing_words(position: TablePosition) -> Message:
    """Return who won, and why."""
    table, game = position.table, position.game
    if table.forfeit is None:
        return board.closing_words(position)
    name = game.names[table.forfeit.seat]
    why = resignation_text(name, table.forfeit.time_up)
    if not table.winners:
        return Message("{result}: {reason}", result=Message("The game is lost"), reason=why)
    winners = both(game.names[seat] for seat in table.winners)
    return Message("{why}: {winner} wins", why=why, winner=winners)


def outcome(position: TablePosition) -> OutcomeState | None:
    """Return how the match ended, in words and numbers; None while it is running."""
    if position.table.state != "over":
        return None
    if position.game.over:
        return board.outcome(position) | {"words": closing_words(position)}
    return cast(OutcomeState, result(position) | {"words": closing_words(position), "lines": ()})


def result(position: TablePosition) -> dict[str, Any]:
    """Return how the match ended, as plain data."""
    ended = position.game.outcome()
    if ended is None:
        return {"winners": position.table.winners, "scores": position.view(None).scores}
    builtins: dict[str, Any] = msgspec.to_builtins(ended)
    return builtins
