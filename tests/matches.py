"""Matches of Feurio! to test with: every kind of them, and ways to play them by themselves."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from hypothesis import strategies as st

import funkenflug
from funkenflug import Game, Move
from funkenflug.games.feurio.rules.view import FeurioView
from tests.oracle.feurio import Oracle


class Kind(NamedTuple):
    players: int
    mode: str
    options: tuple[str, ...] = ()


KINDS = (
    *(
        Kind(players, "competitive", options)
        for players in (2, 3, 4)
        for options in ((), ("firebreak",), ("hotter",), ("firebreak", "hotter"))
    ),
    Kind(1, "solitaire"),
    *(Kind(players, "cooperative") for players in (2, 3, 4)),
)
FIREBREAK_KINDS = tuple(kind for kind in KINDS if "firebreak" in kind.options)

ASCENDING = "111111222222333333444444555555666666"
DESCENDING = ASCENDING[::-1]


def deck_of(first: str) -> list[int]:
    """A deck that begins with these numbers; the rest follows in ascending order."""
    rest = list(ASCENDING)
    for number in first:
        rest.remove(number)
    return [int(number) for number in (*first, *rest)]


def start(kind: Kind, deck: str | list[int]) -> Game:
    numbers = deck_of(deck) if isinstance(deck, str) else deck
    return funkenflug.new("feurio", players=kind.players, mode=kind.mode, options=kind.options, deck=numbers)


def play_all(game: Game, moves: str) -> Game:
    """Play moves that are separated by semicolons."""
    for move in moves.split(";"):
        game.play(move.strip())
    return game


def seen(game: Game, seat: int | None = None) -> FeurioView:
    view = game.view(seat)
    assert isinstance(view, FeurioView)
    return view


def oracle_of(game: Game) -> Oracle:
    """The slow restatement of a match, at its beginning."""
    return Oracle(game.players, game.mode, game.options, list(game.setup.deal))


# Playing by itself ----------------------------------------------------------------------------------------------------

Taste = Callable[[Game], list[Move]]


def _prefer(*beginnings: str) -> Taste:
    def taste(game: Game) -> list[Move]:
        legal = game.legal_moves()
        for beginning in beginnings:
            if liked := [move for move in legal if move.startswith(beginning)]:
                return liked
        return legal

    return taste


_pass_by = _prefer("tile", "pass")
_place = _prefer("crew")


def _late(game: Game) -> list[Move]:
    laid = sum(move.startswith(("tile", "break")) for move in game.moves)
    return _pass_by(game) if game.players + laid < 36 else _place(game)


TASTES: dict[str, Taste] = {
    "anything": _prefer(""),
    "spend fast": _prefer("tile", "crew 3", "crew 2", "crew 1"),
    "one by one": _prefer("tile", "crew 1"),
    "firebreaks": _prefer("break", "crew"),
    "late": _late,
}


class Plan(NamedTuple):
    """How a match plays itself: two bytes choose each move among those of a taste, which may change once."""

    kind: Kind
    deck: tuple[int, ...]
    first: str
    then: str
    change: int
    choices: bytes

    def choose(self, ply: int, game: Game) -> Move:
        liked = TASTES[self.first if ply < self.change else self.then](game)
        return liked[int.from_bytes(self.choices[2 * ply : 2 * ply + 2]) % len(liked)]

    def moves(self, game: Game, most: int = 1000) -> Iterator[Move]:
        """Play on to the end, or for this many moves; yield each move before it is played."""
        for ply in range(most):
            if game.over:
                return
            move = self.choose(ply, game)
            yield move
            game.play(move)
        assert most < 1000, "this match does not end"

    def played(self, most: int = 1000) -> Game:
        game = start(self.kind, list(self.deck))
        for _ in self.moves(game, most):
            pass
        return game


def plans(kinds: tuple[Kind, ...] = KINDS) -> st.SearchStrategy[Plan]:
    return st.builds(
        Plan,
        kind=st.sampled_from(kinds),
        deck=st.permutations(deck_of("")).map(tuple),
        first=st.sampled_from(list(TASTES)),
        then=st.sampled_from(list(TASTES)),
        change=st.integers(0, 80),
        choices=st.binary(min_size=300, max_size=300),
    )
