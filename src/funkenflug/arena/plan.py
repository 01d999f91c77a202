"""The plan of an arena: the seating and the deal of every match, by number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import combinations, permutations
from pathlib import Path

import msgspec

from funkenflug.core.version import __version__

Seating = tuple[str, ...]
"""The contestant in each seat."""

_PACKAGE = Path(__file__).parent.parent
_PLAYING = ("bots", "core", "games", "kernel", "match")
"""The packages that matches depend on."""


@cache
def code_version() -> str:
    """Return the version of Funkenflug with a fingerprint of the code and weights that play: 0.1.0+1f2e3d4c."""
    fingerprint = sha256()
    for package in _PLAYING:
        folder = _PACKAGE / package
        for source in sorted([*folder.rglob("*.py"), *folder.rglob("*.npz")]):
            fingerprint.update(str(source.relative_to(_PACKAGE)).encode() + b"\0" + source.read_bytes())
    return f"{__version__}+{fingerprint.hexdigest()[:8]}"


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the matches of an arena depend on."""

    game: str
    contestants: tuple[str, ...]
    """Their descriptions; a contestant named twice can sit at a table twice."""
    seats: int
    mode: str
    options: tuple[str, ...] = ()
    deal: dict[str, str] = {}
    """Choices of the deal, by name: {"layout": "hexagon"}."""
    seed: str
    scale: float = 1.0
    """Factor for the thinking time of the levels."""
    simulations: int | None = None
    """Simulations that replace a second of thinking; None: use time."""
    seconds: float
    """Time limit for a move of a program."""
    date: str
    """The day the arena began."""
    version: str = ""
    """The `code_version` that plays it; a folder does not mix two."""

    @property
    def names(self) -> tuple[str, ...]:
        """The contestants without repetition."""
        return tuple(dict.fromkeys(self.contestants))

    def whole_deals(self, games: int) -> int:
        """Round a number of matches up so that every deal is played from all seats.

        >>> plan = Plan(game="", contestants=("a", "b", "c"), seats=3, mode="", seed="1", seconds=1.0, date="")
        >>> plan.whole_deals(4)
        6
        """
        while games and self.match(games - 1).deal == self.match(games).deal:
            games += 1
        return games

    def match(self, index: int) -> Match:
        """Return the match with this number, counted from 0."""
        whole = _round(self.contestants, self.seats)
        done, place = divmod(index, len(whole))
        return Match(index, done * (whole[-1][0] + 1) + whole[place][0], whole[place][1])

    def deal_seed(self, deal: int) -> str:
        """Return the seed of a deal."""
        return f"{self.seed}/{deal}"

    def bot_seed(self, index: int, seat: int) -> int:
        """Return the seed of the player in a seat."""
        return int.from_bytes(sha256(f"{self.seed}/{index}/{seat}".encode()).digest()[:6], "big")


@dataclass(frozen=True, slots=True)
class Match:
    """A match of a plan: its number, deal and seating."""

    index: int
    deal: int
    seating: Seating


@cache
def _round(contestants: tuple[str, ...], seats: int) -> list[tuple[int, Seating]]:
    """Return the deals and seatings of a round: all line-ups in all orders, each deal from all seats."""
    if seats == 1:
        return [(0, (name,)) for name in contestants]
    line_ups = dict.fromkeys(
        tuple(sorted(line_up, key=contestants.index)) for line_up in combinations(contestants, seats)
    )
    orders = [dict.fromkeys(max(_turned(order)) for order in permutations(line_up)) for line_up in line_ups]
    # contestants who have not met yet come first
    in_turn = sorted(
        (number, i, order) for i, of_line_up in enumerate(orders) for number, order in enumerate(of_line_up)
    )
    return [(deal, seating) for deal, (_, _, order) in enumerate(in_turn) for seating in dict.fromkeys(_turned(order))]


def _turned(order: Seating) -> list[Seating]:
    return [order[turn:] + order[:turn] for turn in range(len(order))]
