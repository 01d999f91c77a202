"""Shipped puzzles accept exactly the best moves, as far as every way to go on can be played out."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from funkenflug.core.view import Outcome
from funkenflug.match.game import Game
from tests.oracle.outcomes import UNKNOWN, Share, Verdict, judge, shares
from tests.oracle.puzzles import FOLDERS, judged, position_of, read

ORACLE = Path(__file__).parent / "oracle"
QUICK, THOROUGH = 500, 40_000
each_game = pytest.mark.parametrize("game_id", FOLDERS)


def unfair(game_id: str, budget: int, every: int = 1) -> dict[str, str]:
    verdicts = {puzzle["id"]: judged(puzzle, budget) for puzzle in islice(read(game_id), 0, None, every)}
    assert any(verdict.fair for verdict in verdicts.values())  # it has solved something
    return {id: verdict.why for id, verdict in verdicts.items() if verdict.fair is False}


@each_game
def test_no_small_ending_refuses_a_best_move_or_accepts_another(game_id: str) -> None:
    assert unfair(game_id, QUICK, every=7) == {}


@pytest.mark.slow
@pytest.mark.timeout(7200)
@each_game
def test_no_ending_refuses_a_best_move_or_accepts_another(game_id: str) -> None:
    assert unfair(game_id, THOROUGH) == {}


def test_a_puzzle_about_the_right_stone_has_more_than_one() -> None:
    for puzzle in read("feuer-wasser"):
        if puzzle["theme"] == "stone":
            stones = [move for move in position_of(puzzle).legal_moves() if move.startswith("stone ")]
            assert len(stones) > 1, puzzle["id"]


# The judge itself


def test_the_judge_finds_what_people_found() -> None:
    """Withdrawn puzzles, with what somebody who knew neither the judge nor the miner has said about them."""
    for line in (ORACLE / "unfair_puzzles.jsonl").read_text(encoding="utf-8").splitlines():
        puzzle = json.loads(line)
        assert judged(puzzle, 40_000) == (False, puzzle["why"]), puzzle["id"]


def plain_share(game: Game, seat: int) -> float:
    """Return the share of a seat with two players and without secrets: all ways, no shortcuts."""
    outcome = game.outcome()
    if outcome is not None:
        return (seat in outcome.winners) / len(outcome.winners)
    after = []
    for move in game.legal_moves():
        copy = game.copy()
        copy.play(move)
        after.append(plain_share(copy, seat))
    return (max if game.to_move == seat else min)(after)


def endings(players: int, count: int, fits: Callable[[Game], bool]) -> list[Game]:
    positions = (position_of(puzzle) for puzzle in read("vulkan") if puzzle["players"] == players)
    found = [game for game in positions if fits(game)][:count]
    assert len(found) == count
    return found


def loads(game: Game) -> int:
    """Return the number of loads that are still to be dropped."""
    return sum(int(number) for number in game.position().split(" ")[-1].replace("/", ",").split(","))


def test_two_players_get_what_a_search_without_shortcuts_finds() -> None:
    for game in endings(2, 4, lambda one: loads(one) <= 3 and len(one.legal_moves()) <= 20):
        seat = game.to_move
        assert seat is not None
        found = shares(game, 200_000)
        best = max(share.least for share in found.values())
        for move, share in found.items():
            after = game.copy()
            after.play(move)
            value = plain_share(after, seat)
            assert share == Share(value, value) if value >= best else value <= share.most < best


class Coin:
    """A match about a hidden coin: name its side and win, or leave that to the rival, who may see it, or not."""

    players = 2

    def __init__(self, side: str, moves: tuple[str, ...] = ()) -> None:
        self.side = side
        self.moves = moves

    @property
    def to_move(self) -> int | None:
        return None if self.moves and self.moves[-1] in ("heads", "tails") else len(self.moves)

    @property
    def state(self) -> np.ndarray:
        return np.frombuffer(" ".join((self.side, *self.moves)).encode(), np.uint8)

    def legal_moves(self) -> list[str]:
        return ["heads", "tails"] if self.moves else ["heads", "tails", "show", "leave"]

    def play(self, move: str) -> None:
        self.moves = (*self.moves, move)

    def copy(self) -> Coin:
        return Coin(self.side, self.moves)

    def hidden(self, seat: int | None = None) -> int:
        return int("show" not in self.moves)

    def seen_position(self, seat: int | None = None) -> str:
        return " ".join((self.side if "show" in self.moves else "?", *self.moves))

    def determinize(self, seat: int | None = None, *, seed: int = 0) -> Coin:
        return self.copy() if not self.hidden() else Coin(random.Random(seed).choice(["heads", "tails"]), self.moves)

    def outcome(self) -> Outcome | None:
        if self.to_move is not None:
            return None
        seat = len(self.moves) - 1
        winner = seat if self.moves[-1] == self.side else 1 - seat
        return Outcome(scores=(0, 0), winners=(winner,))


@pytest.mark.parametrize("side", ["heads", "tails"])
def test_nobody_knows_what_is_hidden_and_everybody_what_was_shown(side: str) -> None:
    found = shares(cast(Game, Coin(side)), 1000)
    assert [found[move] for move in ("heads", "tails", "leave")] == [HALF, HALF, HALF]
    assert found["show"].most < 0.5


GOOD, HALF, BAD = Share(1.0, 1.0), Share(0.5, 0.5), Share(0.0, 0.0)


@pytest.mark.parametrize(
    ("found", "answers", "verdict"),
    [
        ({"a": GOOD, "b": BAD}, "a", Verdict(True)),
        ({"a": GOOD, "b": GOOD, "c": HALF}, "ab", Verdict(True)),
        ({"a": HALF, "b": Share(0.0, 0.25)}, "a", Verdict(True)),
        ({"a": GOOD, "b": GOOD, "c": BAD}, "a", Verdict(False, "b is as good, and refused")),
        ({"a": HALF, "b": GOOD}, "a", Verdict(False, "b is better, and refused")),
        ({"a": Share(0.0, 1.0), "b": GOOD}, "a", Verdict(False, "b is as good, and refused")),
        ({"a": UNKNOWN, "b": GOOD}, "a", Verdict(False, "b is as good, and refused")),
        ({"a": GOOD, "b": HALF, "c": BAD}, "ab", Verdict(False, "an accepted move is not best")),
        ({"a": GOOD}, "a", Verdict(False, "there is only one legal move")),
        ({"a": BAD, "b": BAD}, "a", Verdict(False, "every move loses")),
        ({"a": GOOD, "b": GOOD}, "a", Verdict(False, "every move wins")),
        ({"a": GOOD, "b": UNKNOWN}, "a", Verdict(None, "too large")),
        ({"a": HALF, "b": Share(0.0, 0.5)}, "a", Verdict(None, "it depends on which of equal moves others choose")),
    ],
)
def test_a_puzzle_is_fair_if_it_accepts_exactly_the_best_moves(
    found: dict[str, Share], answers: str, verdict: Verdict
) -> None:
    assert judge(found, answers) == verdict
