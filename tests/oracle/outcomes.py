"""What each move of a position leads to if everybody plays on as well as possible, by playing out every way.

It uses what a caller of the library has (`legal_moves`, `play`, `copy`, `outcome`, `determinize` for what is hidden)
and nothing of the bots. A seat wants its share of the victory: 1 alone, 1/2 with one other, 0 without it.

- Two players: the share is all that matters. Alpha-beta search finds it, with expectations where tiles are unknown.
- Three and four players: each seat wants the larger share, and with equal shares the larger lead, as docs/players.md
  says of bots. If a seat has equal choices, the result depends on its whim, so a move has a range of shares.
- Where seats know different things, or more than two players wait for unknown tiles, it does not judge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import NamedTuple, TypeAlias

from funkenflug.match.game import Game

_MOST_WORLDS = 24
_CERTAINLY = 20
"""A world that exists is missed in this many draws for each world with a probability of e^-20."""
_DEALS = 10
"""What ends the match in this many deals does so whatever is hidden."""
_EPSILON = 1e-9

Ending: TypeAlias = "tuple[tuple[float, int], ...]"
"""What a match brought each seat: its share of the victory, and its lead."""


class Share(NamedTuple):
    """The share of the victory after a move: the least and the most that it can be."""

    least: float
    most: float
    judged: bool = True


UNKNOWN = Share(0.0, 1.0, judged=False)
"""The share after a move that was not judged."""


class TooLarge(Exception):
    """A position has more continuations than the judge may visit, or hides too much."""


def shares(game: Game, budget: int, first: Iterable[str] = ()) -> dict[str, Share]:
    """Return the share of the seat to move after each legal move; `UNKNOWN` if `budget` moves do not show it.

    The moves `first` are judged first. Other moves of two players are judged only as far as they can be as good:
    for a worse one `most` is below the share of the best.
    """
    seat = game.to_move
    assert seat is not None
    legal = [str(move) for move in game.legal_moves()]
    found = {move: share for move in legal if (share := _at_once(game, move, seat)) is not None}
    unknown = [move for move in dict.fromkeys((*first, *legal)) if move not in found]
    purse = _Purse(budget)
    solver = _Pair(seat, purse) if game.players == 2 else _Table(seat, purse)
    try:
        worlds = _worlds(game, purse)
    except TooLarge:
        return found | dict.fromkeys(unknown, UNKNOWN)
    for move in unknown:
        purse.keep_half()
        try:
            found[move] = solver.after(worlds, move, max((share.least for share in found.values()), default=0.0))
        except TooLarge:
            found[move] = UNKNOWN
    return found


def all_shares(game: Game, budget: int) -> dict[str, Share]:
    """Return the exact share of the seat to move after every legal move of a match without secrets.

    `TooLarge` is raised if that takes more than `budget` moves. No way is left out, with two players neither.
    """
    assert game.to_move is not None
    table = _Table(game.to_move, _Purse(budget))
    return {str(move): table.after([game], move, 0.0) for move in game.legal_moves()}


def can_be_won(game: Game, budget: int) -> dict[str, bool]:
    """Return after which moves a match without secrets, that all win or lose together, can be won."""
    purse, known = _Purse(budget), dict[bytes, bool]()

    def won(position: Game) -> bool:
        outcome = position.outcome()
        if outcome is not None:
            return bool(outcome.winners)
        key = _key(position)
        if key not in known:
            purse.pay(len(position.legal_moves()))
            known[key] = max(won(_played(position, move)) for move in position.legal_moves())
        return known[key]

    return {str(move): won(_played(game, move)) for move in game.legal_moves()}


class _Purse:
    """The moves that may still be played. One that takes too many leaves half of them to the others."""

    def __init__(self, budget: int) -> None:
        self._left = budget
        self._kept = 0

    def keep_half(self) -> None:
        self._left += self._kept
        self._kept = self._left // 2
        self._left -= self._kept

    def pay(self, moves: int) -> None:
        if self._left < moves:
            raise TooLarge
        self._left -= moves


def _at_once(game: Game, move: str, seat: int) -> Share | None:
    """Return the share after a move that ends the match, whatever is hidden."""
    if _played(game, move).to_move is not None:
        return None
    deals = [game.determinize(seat, seed=seed) for seed in range(_DEALS)] if game.hidden(seat) else [game]
    after = [_played(deal, move) for deal in deals]
    results = [_ending(one)[seat][0] for one in after if one.to_move is None]
    return Share(results[0], results[0]) if len(set(results)) == 1 else None


def _played(game: Game, move: str) -> Game:
    after = game.copy()
    after.play(move)
    return after


def _ending(game: Game) -> Ending:
    outcome = game.outcome()
    assert outcome is not None
    best_others = [max(outcome.scores[:seat] + outcome.scores[seat + 1 :]) for seat in range(game.players)]
    return tuple(
        (1.0 / len(outcome.winners) if seat in outcome.winners else 0.0, outcome.scores[seat] - best_others[seat])
        for seat in range(game.players)
    )


def _key(game: Game) -> bytes:
    return blake2b(game.state.tobytes(), digest_size=12).digest()


def _worlds(game: Game, purse: _Purse) -> list[Game]:
    """Return all ways in which the unknown may be dealt, which are equally likely."""
    hidden = {game.hidden(seat) for seat in range(game.players)}
    if hidden == {0}:
        return [game]
    if len(hidden) > 1:
        raise TooLarge
    worlds, draws = {_key(game): game}, 0
    while draws < _CERTAINLY * (len(worlds) + 1):
        draws += 1
        purse.pay(len(game.moves))
        world = game.determinize(game.to_move, seed=draws)
        worlds[_key(world)] = world
        if len(worlds) > _MOST_WORLDS:
            raise TooLarge
    return list(worlds.values())


class _Pair:
    """Alpha-beta search for two players; a position is a list of worlds between which nobody can tell."""

    def __init__(self, seat: int, purse: _Purse) -> None:
        self._seat = seat
        self._purse = purse
        self._bounds: dict[bytes, Share] = {}
        self._cutoffs: Counter[tuple[int, str]] = Counter()

    def after(self, worlds: Sequence[Game], move: str, best: float) -> Share:
        value = self._draw(worlds, move, best - 2 * _EPSILON, 1.0)
        return Share(value, value) if value >= best - _EPSILON else Share(0.0, value)

    def _draw(self, worlds: Sequence[Game], move: str, low: float, high: float) -> float:
        """Return the expected share after a move, which may show unknown tiles."""
        self._purse.pay(len(worlds))
        after = [_played(world, move) for world in worlds]
        if len(worlds) == 1:
            return self._share(after, low, high)
        if after[0].hidden() == worlds[0].hidden():
            return self._share(after, low, high)
        groups: dict[str, list[Game]] = {}
        for world in after:
            groups.setdefault(world.seen_position(self._seat), []).append(world)
        sure, open_part = 0.0, 1.0
        for group in groups.values():
            chance = len(group) / len(after)
            open_part -= chance
            value = self._share(group, (low - sure - open_part) / chance, (high - sure) / chance)
            sure += chance * value
            if sure >= high - _EPSILON or sure + open_part <= low + _EPSILON:
                return sure if sure >= high - _EPSILON else sure + open_part
        return sure

    def _share(self, worlds: Sequence[Game], low: float, high: float) -> float:
        """Return the share of the seat at the root, or a bound on it if it is not between `low` and `high`."""
        game = worlds[0]
        if game.to_move is None:
            return sum(_ending(world)[self._seat][0] for world in worlds) / len(worlds)
        key = b"".join(sorted(map(_key, worlds)))
        known = self._bounds.get(key, Share(0.0, 1.0))
        if known.least == known.most or known.least >= high or known.most <= low:
            return known.least if known.least >= high or known.least == known.most else known.most
        low, high = max(low, known.least), min(high, known.most)
        value = self._choose(worlds, low, high)
        self._bounds[key] = Share(
            known.least if value <= low else value,
            known.most if value >= high else value,
        )
        return value

    def _choose(self, worlds: Sequence[Game], low: float, high: float) -> float:
        mover = worlds[0].to_move
        assert mover is not None
        mine = mover == self._seat
        best = 0.0 if mine else 1.0
        moves = sorted(map(str, worlds[0].legal_moves()), key=lambda move: -self._cutoffs[mover, move])
        for move in moves:
            if mine:
                best = max(best, self._draw(worlds, move, max(low, best), high))
            else:
                best = min(best, self._draw(worlds, move, low, min(high, best)))
            if best >= high if mine else best <= low:
                self._cutoffs[mover, move] += 1
                break
        return best


class _Table:
    """All results that best play of three or four seats can have."""

    def __init__(self, seat: int, purse: _Purse) -> None:
        self._seat = seat
        self._purse = purse
        self._known: dict[bytes, frozenset[Ending]] = {}

    def after(self, worlds: Sequence[Game], move: str, best: float) -> Share:
        del best  # every ending counts
        if len(worlds) > 1:
            raise TooLarge
        results = [ending[self._seat][0] for ending in self._endings(_played(worlds[0], move))]
        return Share(min(results), max(results))

    def _endings(self, game: Game) -> frozenset[Ending]:
        mover = game.to_move
        if mover is None:
            return frozenset([_ending(game)])
        key = _key(game)
        if key not in self._known:
            moves = game.legal_moves()
            self._purse.pay(len(moves))
            choices = [self._endings(_played(game, move)) for move in moves]
            # whatever comes after the others, the seat need not accept less than the surest of its choices
            surest = max(min(ending[mover] for ending in endings) for endings in choices)
            self._known[key] = frozenset(one for endings in choices for one in endings if one[mover] >= surest)
        return self._known[key]


class Verdict(NamedTuple):
    """Whether the accepted moves are exactly the best ones; None if that is not known."""

    fair: bool | None
    why: str = ""


def judge(found: dict[str, Share], answers: Iterable[str]) -> Verdict:
    """Compare what each move leads to with the moves that a puzzle accepts."""
    accepted = {move: found[move] for move in answers}
    refused = {move: share for move, share in found.items() if move not in accepted}
    weakest = min(share.most for share in accepted.values())
    rival = max(refused, key=lambda move: refused[move].least, default="")
    if len(found) < 2:
        return Verdict(False, "there is only one legal move")
    if max(share.most for share in found.values()) == 0.0:
        return Verdict(False, "every move loses")
    if min(share.least for share in found.values()) == 1.0:
        return Verdict(False, "every move wins")
    if rival and refused[rival].least >= weakest - _EPSILON:
        better = refused[rival].least > weakest + _EPSILON
        return Verdict(False, f"{rival} is {'better' if better else 'as good'}, and refused")
    if max(share.least for share in accepted.values()) > weakest + _EPSILON:
        return Verdict(False, "an accepted move is not best")
    surest = min(share.least for share in accepted.values())
    known = all(share.least == share.most for share in accepted.values()) or len(accepted) == 1
    if known and all(share.most < surest - _EPSILON for share in refused.values()):
        return Verdict(True)
    return Verdict(
        None, "too large" if UNKNOWN in found.values() else "it depends on which of equal moves others choose"
    )
