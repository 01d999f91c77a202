"""What an arena plays: who sits where with which deal in the match of each number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import combinations, permutations

import msgspec

Seating = tuple[str, ...]
"""Who sits in each seat."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that decides how the matches of an arena go."""

    game: str
    contestants: tuple[str, ...]
    """As they were described; somebody who is named twice can sit at a table twice."""
    seats: int
    mode: str
    options: tuple[str, ...] = ()
    deal: dict[str, str] = {}
    """What is settled of the deal by name: {"layout": "hexagon"}."""
    seed: str
    scale: float = 1.0
    """How much of their time the levels take."""
    simulations: int | None = None
    """How many simulations stand for a second; None: time is time."""
    seconds: float
    """What a program may take for a move."""
    date: str
    """The day it began."""

    @property
    def names(self) -> tuple[str, ...]:
        """The contestants, each once."""
        return tuple(dict.fromkeys(self.contestants))

    def whole_deals(self, games: int) -> int:
        """Return the number of matches, not less than that, after which every deal was played from all seats.

        >>> plan = Plan(game="", contestants=("a", "b", "c"), seats=3, mode="", seed="1", seconds=1.0, date="")
        >>> plan.whole_deals(4)
        6
        """
        while games and self.match(games - 1).deal == self.match(games).deal:
            games += 1
        return games

    def match(self, index: int) -> Match:
        """Return the match of a number, counted from 0."""
        whole = _round(self.contestants, self.seats)
        done, place = divmod(index, len(whole))
        return Match(index, done * (whole[-1][0] + 1) + whole[place][0], whole[place][1])

    def deal_seed(self, deal: int) -> str:
        """Return the seed of a deal."""
        return f"{self.seed}/{deal}"

    def bot_seed(self, index: int, seat: int) -> int:
        """Return the seed of whoever sits there in a match."""
        return int.from_bytes(sha256(f"{self.seed}/{index}/{seat}".encode()).digest()[:6], "big")


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays what."""

    index: int
    deal: int
    seating: Seating


@cache
def _round(contestants: tuple[str, ...], seats: int) -> list[tuple[int, Seating]]:
    """Return deals and seatings: everybody against everybody in every order, each deal from all its seats."""
    if seats == 1:
        return [(0, (name,)) for name in contestants]
    line_ups = dict.fromkeys(
        tuple(sorted(line_up, key=contestants.index)) for line_up in combinations(contestants, seats)
    )
    orders = [dict.fromkeys(max(_turned(order)) for order in permutations(line_up)) for line_up in line_ups]
    # those who have not met yet come first
    in_turn = sorted(
        (number, i, order) for i, of_line_up in enumerate(orders) for number, order in enumerate(of_line_up)
    )
    return [(deal, seating) for deal, (_, _, order) in enumerate(in_turn) for seating in dict.fromkeys(_turned(order))]


def _turned(order: Seating) -> list[Seating]:
    return [order[turn:] + order[:turn] for turn in range(len(order))]
