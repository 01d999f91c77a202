"""One match of an arena."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path

import msgspec

from funkenflug.arena.contestants import create_contestant
from funkenflug.arena.plan import Plan, Seating
from funkenflug.arena.program import Forfeited, Program
from funkenflug.bots.matches import TimeSpent, play_match
from funkenflug.bots.players import Clock, Player
from funkenflug.core.thinking import Stop
from funkenflug.core.view import View
from funkenflug.core.words import IllegalMove, clipped, printable
from funkenflug.match.game import Game, Move, new


class Forfeit(msgspec.Struct, frozen=True):
    """A match lost by a fault: the seat, and the reason."""

    seat: int
    reason: str
    name: str = ""


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a match, one line of JSON in the journal of an arena."""

    index: int
    deal: int
    seating: Seating
    winners: tuple[int, ...]
    """Seats; after a forfeit, all others."""
    scores: tuple[int, ...]
    """Empty in solitaire and cooperative matches, and after a forfeit."""
    places: tuple[int, ...]
    """For each seat, from 1; empty in solitaire and cooperative matches."""
    moves: int
    decisions: tuple[int, ...]
    """For each seat the number of its decisions."""
    seconds: tuple[float, ...]
    """For each seat its total thinking time."""
    forfeit: Forfeit | None = msgspec.field(name="loss")
    """Journals have its old name."""
    record: str


class Interrupted(Exception):
    """The match was stopped from outside."""


def play_planned(plan: Plan, folder: Path, index: int, stop: Stop) -> MatchResult:
    """Play the match with this number; programs are started in `folder`."""
    match = plan.match(index)
    game = new(
        plan.game,
        players=plan.seats,
        mode=plan.mode,
        options=plan.options,
        seed=plan.deal_seed(match.deal),
        names=[_name(description) for description in match.seating],
        **plan.deal,
    )
    game.date = datetime.date.fromisoformat(plan.date)
    game.tags = {"Event": f"Arena {plan.seed}", "Round": str(index + 1)}
    table = _Table(plan, folder, index, game, match.seating)
    forfeit = table.play(stop)
    if forfeit is not None:
        game.tags["Forfeit"] = f"seat {forfeit.seat}: {forfeit.reason}"
    winners, scores, places = _result(game, forfeit)
    return MatchResult(
        index=index,
        deal=match.deal,
        seating=match.seating,
        winners=winners,
        scores=scores,
        places=places,
        moves=len(game.moves),
        decisions=tuple(table.spent.decisions),
        seconds=tuple(round(seconds, 6) for seconds in table.spent.seconds),
        forfeit=forfeit,
        record=game.record(),
    )


def _name(description: str) -> str:
    """Return the name of a contestant for records."""
    return clipped(printable(description), 59).strip()


class _Table:
    """A match with its players."""

    def __init__(self, plan: Plan, folder: Path, index: int, game: Game, seating: Seating) -> None:
        self._plan = plan
        self._folder = folder
        self._index = index
        self._game = game
        self._seating = seating
        self._players: list[Player] = []
        self.spent = TimeSpent(game.players)

    def play(self, stop: Stop) -> Forfeit | None:
        """Play to the end or to a forfeit, and return the forfeit."""
        reason = ""
        try:
            for seat in range(self._game.players):
                self._sit_down(seat)
            play_match(self._game, self._players, clock=Clock(stop=stop), spent=self.spent)
        except IllegalMove as illegal:
            reason = f"played an illegal move: {illegal.reason}"
        except Forfeited as forfeited:
            reason = str(forfeited)
        seated = len(self._players) == self._game.players
        seat = (self._game.to_move or 0) if seated else len(self._players)
        forfeit = Forfeit(seat, printable(reason), self._seating[seat]) if reason else None
        self._say_goodbye(forfeit)
        if stop.wanted:
            raise Interrupted
        return forfeit

    def _sit_down(self, seat: int) -> None:
        description, seed = self._seating[seat], self._plan.bot_seed(self._index, seat)
        player = create_contestant(description, self._plan, self._folder, self._seating[:seat].count(description), seed)
        if isinstance(player, Program):
            player.begin(self._game.view(seat), seed)
        self._players.append(player if isinstance(player, Program) else _Guarded(player))

    def _say_goodbye(self, forfeit: Forfeit | None) -> None:
        for seat, player in enumerate(self._players):
            if isinstance(player, Program):
                if forfeit is not None and forfeit.seat == seat:
                    player.kill()
                elif not player.ended:
                    reason = None if forfeit is None else f"seat {forfeit.seat}: {forfeit.reason}"
                    player.over(self._game.outcome(), reason)


class _Guarded(Player):
    """A player in our own process: an exception is a forfeit."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def choose(self, view: View, legal_moves: Sequence[Move], clock: Clock) -> str:
        try:
            return self._player.choose(view, legal_moves, clock)
        except Exception as error:
            raise Forfeited(f"raised {type(error).__name__}: {clipped(str(error), 200)}") from error


def _result(game: Game, forfeit: Forfeit | None) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return winners, scores and places."""
    seats = range(game.players)
    against_each_other = game.mode == "competitive"
    if forfeit is not None:
        others = tuple(seat for seat in seats if seat != forfeit.seat and against_each_other)
        return others, (), tuple(1 + (seat == forfeit.seat) for seat in seats if against_each_other)
    outcome = game.outcome()
    assert outcome is not None
    if not against_each_other:
        return outcome.winners, (), ()
    merits = [(seat in outcome.winners, outcome.scores[seat] if outcome.scores else 0) for seat in seats]
    return outcome.winners, outcome.scores, tuple(1 + sum(other > merits[seat] for other in merits) for seat in seats)
