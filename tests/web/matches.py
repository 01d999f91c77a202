"""Tables for tests, without a site: what happens is added at once."""

from __future__ import annotations

import random
from typing import Any

import funkenflug
from funkenflug.site.tables import commands
from funkenflug.site.tables.events import Created, Entry, Place, TableEvent
from funkenflug.site.tables.invitations import invitation, lock_of
from funkenflug.site.tables.table import Table


class TestTable(Table):
    """A table at which whatever may be done happens at once, a second after what was before."""

    __test__ = False

    def do(self, what: TableEvent | None, seconds: float = 1.0) -> None:
        assert what is not None
        self.add(Entry(number=self.number + 1, at=self.entries[-1].at + seconds, event=what))

    def play_on(self, moves: int, seed: int = 1) -> None:
        """Play random moves for whoever sits there."""
        chance = random.Random(seed)
        for _ in range(moves):
            if self.to_move is None:
                return
            who = self.seats[self.to_move].who
            assert who is not None
            self.do(commands.play(self, who, self.number, self.to_move, [chance.choice(self.game.legal_moves())]))


def locks_for(players: int) -> tuple[str, ...]:
    return tuple(lock_of("secret of the host", "test", seat) for seat in range(players))


def key(seat: int) -> str | None:
    """Return the key of the first invitation to a seat."""
    return invitation("secret of the host", "test", seat, 0)


def table(game: str = "feurio", who: tuple[str, ...] = ("ann", "bob"), **setup: Any) -> TestTable:
    """Return a table: a name is a person, a level a bot, an empty text an open seat."""
    created = {name: setup.pop(name) for name in ("clock", "public", "day") if name in setup}
    fresh = funkenflug.new(game, players=len(who), **{"seed": 7} | setup)
    places = []
    for name, colour in zip(who, fresh.names, strict=True):
        if name in funkenflug.LEVELS:
            places.append(Place(kind="bot", name=name.title(), level=name))
        elif name:
            places.append(Place(kind="person", name=name.title(), who=name))
        else:
            places.append(Place(kind="open", name=colour))
    locks = locks_for(len(who))
    what = Created(game=game, record=fresh.record(), places=tuple(places), host=who[0], locks=locks, **created)
    return TestTable("test", [Entry(number=0, at=1000.0, event=what)])
