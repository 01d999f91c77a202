"""Statistics of an arena: contestants, seats and match length."""

from __future__ import annotations

import csv
import io
import math
import statistics
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from funkenflug.arena.match import Forfeit, MatchResult
from funkenflug.arena.plan import Plan
from funkenflug.arena.ratings import Rating, count_wins, ratings, superiority
from funkenflug.jobs.statistics import Share, share_of


class Mean(msgspec.Struct, frozen=True):
    """A mean with its 95% interval."""

    mean: float
    low: float
    high: float


class ContestantStanding(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a contestant or of a seat."""

    name: str
    games: int
    wins: Share
    """A shared victory counts as a fraction."""
    points: Mean | None
    rating: Rating | None = None
    """None for seats, and in solitaire and cooperative matches."""
    superiority: float | None = None
    """How likely it is stronger than the next contestant; None for the last, and where there is no rating."""
    forfeits: int
    seconds_a_move: float


class Length(msgspec.Struct, frozen=True, kw_only=True):
    """Number of moves of the matches that were played to the end."""

    mean: float
    shortest: int
    median: float
    longest: int


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """All results of an arena."""

    plan: Plan
    games: int
    deals: int
    contestants: list[ContestantStanding]
    """Best first."""
    seats: list[ContestantStanding]
    duels: dict[str, dict[str, Share]]
    """How often one finished ahead of the other; a shared place counts half."""
    length: Length | None
    forfeits: dict[int, Forfeit]
    """By the number of the match."""


def standings(plan: Plan, matches: Sequence[MatchResult]) -> Standings:
    """Return the statistics of at least one match."""
    names = plan.names
    competitive = plan.mode == "competitive"
    rated = dict(zip(names, ratings(matches, names), strict=True)) if competitive and len(names) > 1 else {}
    by_name = [
        _standing(name, [(match, seat) for match in matches for seat in _seats_of(match, name)], rated.get(name))
        for name in names
        if any(name in match.seating for match in matches)
    ]
    by_seat = [_standing(f"seat {seat}", [(match, seat) for match in matches]) for seat in range(plan.seats)]
    lengths = [match.moves for match in matches if match.forfeit is None]
    return Standings(
        plan=plan,
        games=len(matches),
        deals=len({match.deal for match in matches}),
        contestants=_compared(sorted(by_name, key=_merit, reverse=True), matches),
        seats=by_seat if competitive else [],
        duels=_duels(matches, names) if competitive else {},
        length=_length(lengths) if lengths else None,
        forfeits={match.index: match.forfeit for match in matches if match.forfeit is not None},
    )


def short_name(name: str, most: int) -> str:
    """Shorten a name to at most `most` characters: the end of a long path.

    >>> short_name("../bots/of/mine/bot-17.py", 15)
    '…mine/bot-17.py'
    """
    return name if len(name) <= most else f"…{name[1 - most :]}"


def _seats_of(match: MatchResult, name: str) -> list[int]:
    return [seat for seat, other in enumerate(match.seating) if other == name]


def _merit(standing: ContestantStanding) -> tuple[float, float]:
    return standing.rating.value if standing.rating else 0.0, standing.wins.share


def _compared(contestants: Sequence[ContestantStanding], matches: Sequence[MatchResult]) -> list[ContestantStanding]:
    """Return the contestants, each with its superiority over the next."""
    return [
        msgspec.structs.replace(one, superiority=superiority(matches, one.name, other.name)) if one.rating else one
        for one, other in pairwise(contestants)
    ] + list(contestants[-1:])


def _standing(name: str, seats: Sequence[tuple[MatchResult, int]], rating: Rating | None = None) -> ContestantStanding:
    """Return the results of these seats in these matches."""
    competitive = bool(seats[0][0].places)
    won = [seat in match.winners and (1 / len(match.winners) if competitive else 1.0) for match, seat in seats]
    points = [match.scores[seat] for match, seat in seats if match.scores]
    decisions = sum(match.decisions[seat] for match, seat in seats)
    return ContestantStanding(
        name=name,
        games=len(seats),
        wins=share_of(round(sum(won), 6), len(seats)),
        points=_mean(points) if points else None,
        rating=rating,
        forfeits=sum(match.forfeit is not None and match.forfeit.seat == seat for match, seat in seats),
        seconds_a_move=round(sum(match.seconds[seat] for match, seat in seats) / max(decisions, 1), 6),
    )


def _mean(values: Sequence[float]) -> Mean:
    mean = statistics.fmean(values)
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return Mean(round(mean, 3), round(mean - half, 3), round(mean + half, 3))


def _length(moves: Sequence[int]) -> Length:
    return Length(
        mean=round(statistics.fmean(moves), 2),
        shortest=min(moves),
        median=statistics.median(moves),
        longest=max(moves),
    )


def _duels(matches: Sequence[MatchResult], names: Sequence[str]) -> dict[str, dict[str, Share]]:
    ahead = count_wins(matches, names).sum(axis=0)
    met = (ahead + ahead.T).astype(int)
    return {
        name: {rival: share_of(float(ahead[i, j]), int(met[i, j])) for j, rival in enumerate(names) if met[i, j]}
        for i, name in enumerate(names)
    }


def as_csv(matches: Sequence[MatchResult]) -> str:
    """Return all seats of all matches as CSV."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(
        ["game", "deal", "seat", "name", "place", "score", "won", "moves", "decisions", "seconds", "forfeit"]
    )
    for match in matches:
        for seat, name in enumerate(match.seating):
            writer.writerow(
                [
                    match.index + 1,
                    match.deal + 1,
                    seat,
                    name,
                    match.places[seat] if match.places else "",
                    match.scores[seat] if match.scores else "",
                    int(seat in match.winners),
                    match.moves,
                    match.decisions[seat],
                    match.seconds[seat],
                    match.forfeit.reason if match.forfeit is not None and match.forfeit.seat == seat else "",
                ]
            )
    return table.getvalue()
