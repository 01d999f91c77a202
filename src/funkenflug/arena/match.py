"""One match of an arena."""

from __future__ import annotations

import datetime
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from funkenflug.arena.contestants import create_contestant
from funkenflug.arena.plan import Plan, Seating
from funkenflug.arena.program import Forfeit, Program
from funkenflug.bots.players import Clock, Player
from funkenflug.core.thinking import Stop
from funkenflug.core.view import View
from funkenflug.core.words import IllegalMove, clipped, printable
from funkenflug.match.game import Game, Move, new


class Loss(msgspec.Struct, frozen=True):
    """A forfeit: the seat and the reason."""

    seat: int
    reason: str


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
    loss: Loss | None
    record: str


class Interrupted(Exception):
    """The match was stopped from outside."""


def play_match(plan: Plan, folder: Path, index: int, stop: Stop) -> MatchResult:
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
    table = _Table(plan, folder, index, game, match.seating, stop)
    loss = table.play()
    if loss is not None:
        game.tags["Forfeit"] = f"seat {loss.seat}: {loss.reason}"
    winners, scores, places = _result(game, loss)
    return MatchResult(
        index=index,
        deal=match.deal,
        seating=match.seating,
        winners=winners,
        scores=scores,
        places=places,
        moves=len(game.moves),
        decisions=tuple(table.decisions),
        seconds=tuple(round(seconds, 6) for seconds in table.seconds),
        loss=loss,
        record=game.record(),
    )


def _name(description: str) -> str:
    """Return the name of a contestant for records."""
    return clipped(printable(description), 59).strip()


class _Table:
    """A match with its players."""

    def __init__(self, plan: Plan, folder: Path, index: int, game: Game, seating: Seating, stop: Stop) -> None:
        self._plan = plan
        self._folder = folder
        self._index = index
        self._game = game
        self._seating = seating
        self._stop = stop
        self._clock = Clock(stop=stop)
        self._players: list[Player] = []
        self.decisions = [0] * game.players
        self.seconds = [0.0] * game.players

    def play(self) -> Loss | None:
        """Play to the end or to a forfeit, and return the forfeit."""
        seat, loss = 0, None
        try:
            for seat in range(self._game.players):
                self._sit_down(seat)
            while (to_move := self._game.to_move) is not None and not self._stop.wanted:
                seat = to_move
                self._move(seat)
        except IllegalMove as illegal:
            loss = Loss(seat, printable(f"played an illegal move: {illegal.reason}"))
        except Forfeit as forfeit:
            loss = Loss(seat, printable(str(forfeit)))
        self._say_goodbye(loss)
        if self._stop.wanted:
            raise Interrupted
        return loss

    def _sit_down(self, seat: int) -> None:
        description, seed = self._seating[seat], self._plan.bot_seed(self._index, seat)
        player = create_contestant(description, self._plan, self._folder, self._seating[:seat].count(description), seed)
        if isinstance(player, Program):
            player.begin(self._game.view(seat), seed)
        self._players.append(player)

    def _move(self, seat: int) -> None:
        view, legal_moves = self._game.view(seat), self._game.legal_moves()
        begin = time.perf_counter()
        move = _chosen(self._players[seat], view, legal_moves, self._clock)
        self.seconds[seat] += time.perf_counter() - begin
        self.decisions[seat] += 1
        self._game.play(move)

    def _say_goodbye(self, loss: Loss | None) -> None:
        for seat, player in enumerate(self._players):
            if isinstance(player, Program):
                if loss is not None and loss.seat == seat:
                    player.kill()
                elif not player.ended:
                    player.over(self._game.outcome(), None if loss is None else f"seat {loss.seat}: {loss.reason}")


def _chosen(player: Player, view: View, legal_moves: Sequence[Move], clock: Clock) -> str:
    """Return a player's move; an exception is a forfeit."""
    if isinstance(player, Program):
        return player.choose(view, legal_moves, clock)
    try:
        return player.choose(view, legal_moves, clock)
    except Exception as error:
        raise Forfeit(f"raised {type(error).__name__}: {clipped(str(error), 200)}") from error


def _result(game: Game, loss: Loss | None) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return winners, scores and places."""
    seats = range(game.players)
    against_each_other = game.mode == "competitive"
    if loss is not None:
        others = tuple(seat for seat in seats if seat != loss.seat and against_each_other)
        return others, (), tuple(1 + (seat == loss.seat) for seat in seats if against_each_other)
    outcome = game.outcome()
    assert outcome is not None
    if not against_each_other:
        return outcome.winners, (), ()
    merits = [(seat in outcome.winners, outcome.scores[seat]) for seat in seats]
    return outcome.winners, outcome.scores, tuple(1 + sum(other > merits[seat] for other in merits) for seat in seats)
