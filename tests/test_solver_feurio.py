"""The solver of Feurio!: its lines win, its refutations hold, its timetables are right."""

import random
from collections import deque
from itertools import product
from typing import Any

import numpy as np
import pytest

import funkenflug
from funkenflug import Game
from funkenflug.core.thinking import Budget, Stop
from funkenflug.games.feurio import Feurio
from funkenflug.games.feurio.rules import rules
from funkenflug.games.feurio.solve.courses import HOPE, MOST_CHOICES, NO_HOPE, Courses, follow, shut_in
from funkenflug.games.feurio.solve.forest import FOREST, cut_off, survey
from funkenflug.games.feurio.solve.posts import POSTS, in_time
from funkenflug.games.feurio.solve.solver import solve
from funkenflug.games.hexes import TILES
from funkenflug.kernel import State, chance
from funkenflug.kernel.solving import Solution
from tests.oracle.feurio import Oracle
from tests.oracle.games import FEURIO_WON

SHUT_IN = "166151564334456641332225244552611332"
"""Four 1s are turned up early, amid 5s and 6s: whatever is done, three are shut in."""
FEW_WAYS = "211111122625344532264336465563543645"
"""The 1s stay open but stand in each other's way: too few colours get from them into the forest."""
HARD = "116513125214624651632325335453244646"
"""A deal that is won after some dozens of tries."""
UNDECIDED = "221121162511225454346543563633564346"
"""A deal that is neither won nor refuted so far."""


def deck_of(numbers: str) -> list[int]:
    return [int(number) for number in numbers]


def dealt(players: int, **deal: Any) -> Game:
    mode = "solitaire" if players == 1 else "cooperative"
    game: Game = funkenflug.new("feurio", players=players, mode=mode, **deal)
    return game


def play_through(game: Game, solution: Solution) -> None:
    """Play a line to the end, by the rules and by the oracle, and see that both call it won."""
    oracle = Oracle(game.players, game.mode, (), list(game.setup.deal))
    assert solution.moves is not None
    for move in solution.moves:
        game.play(move)
        oracle.play(move)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == oracle.winners() == tuple(range(game.players))
    assert funkenflug.load(game.record()) == game


# Lines that win -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_line_wins(players: int) -> None:
    for seed in range(15):
        game = dealt(players, seed=seed)
        solution = solve(game.state, Budget(simulations=500))
        assert solution.verdict == "won"
        play_through(game, solution)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_hard_deal_is_won_too(players: int) -> None:
    game = dealt(players, deck=deck_of(HARD))
    solution = solve(game.state, Budget(simulations=2000))
    play_through(game, solution)


def test_the_room_offers_the_solver() -> None:
    assert Feurio.solve is solve


def test_a_competitive_match_is_refused() -> None:
    with pytest.raises(ValueError, match="only solitaire and cooperative matches can be solved"):
        solve(funkenflug.new("feurio", players=2, seed=1).state, Budget(simulations=1))


# Deals that cannot be won -------------------------------------------------------------------------------------------


def test_water_that_is_shut_in_loses() -> None:
    solution = solve(dealt(1, deck=deck_of(SHUT_IN)).state, Budget(simulations=1000))
    assert (solution.verdict, solution.moves) == ("cannot be won", None)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_water_behind_water_loses(players: int) -> None:
    solution = solve(dealt(players, deck=deck_of(FEW_WAYS)).state, Budget(simulations=3000))
    assert solution.verdict == "cannot be won"


@pytest.mark.parametrize(("players", "mode", "deck", "moves"), FEURIO_WON)
def test_a_match_that_was_won_is_not_refuted(players: int, mode: str, deck: str, moves: str) -> None:
    game = dealt(players, deck=deck_of(deck))
    for move in moves.replace("\n", " ").split(";"):
        words = move.split()
        game.play("pass" if words[0] == "crew" else " ".join(words))
    assert not shut_in(game.state)
    assert not cut_off(surveyed(game.state))


def surveyed(state: State) -> State:
    forest = np.zeros(1, FOREST)
    survey(state, forest[0])
    return forest[0]


@pytest.mark.parametrize("deck", [SHUT_IN, FEW_WAYS, HARD, UNDECIDED])
def test_cut_off_is_a_maximum_flow(deck: str) -> None:
    rng = chance(1)
    start = rules.new(1, together=True, firebreak=False, hotter=False, deck=tuple(deck_of(deck)))
    for _ in range(10):
        state = start.copy()
        follow(state, np.zeros(MOST_CHOICES, np.int64), 0, rng)
        forest = surveyed(state)
        assert cut_off(forest) == (room_for(forest) < 48)


def room_for(forest: State) -> int:
    """Return how many can spread from the water, twelve from each 1: Edmonds and Karp, one at a time."""
    capacity: dict[Any, dict[Any, int]] = {}

    def connect(here: Any, there: Any, count: int) -> None:
        capacity.setdefault(here, {})[there] = count
        capacity.setdefault(there, {}).setdefault(here, 0)

    for tile in range(TILES):
        windows = {crowd: int(forest["last_turn"][tile, crowd] - forest["first_turn"][tile] + 1) for crowd in (1, 2, 3)}
        crowds = [crowd for crowd in windows if windows[crowd] > 0]
        connect(("in", tile), ("out", tile), 12 * max((min(crowd, windows[crowd]) for crowd in crowds), default=0))
        connect(("out", tile), "place", max(crowds, default=0))
        if int(forest["water"]) >> tile & 1:
            connect("water", ("in", tile), 12)
        for other in range(TILES):
            if int(forest["neighbours"][tile]) >> other & 1:
                connect(("out", tile), ("in", other), 48)
    placed = 0
    while way := shortest_way(capacity):
        for here, there in way:
            capacity[here][there] -= 1
            capacity[there][here] += 1
        placed += 1
    return placed


def shortest_way(capacity: dict[Any, dict[Any, int]]) -> list[tuple[Any, Any]]:
    came_from: dict[Any, Any] = {"water": None}
    border = deque(["water"])
    while border:
        here: Any = border.popleft()
        for there, count in capacity[here].items():
            if count > 0 and there not in came_from:
                came_from[there] = here
                border.append(there)
    way = []
    there = "place"
    while came_from.get(there) is not None:
        way.append((came_from[there], there))
        there = came_from[there]
    return way


# From any position --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 4])
def test_what_is_on_its_way_to_a_win_is_won(players: int) -> None:
    game = dealt(players, seed=7)
    line = solve(game.state, Budget(simulations=500)).moves
    assert line is not None
    for ply, move in enumerate(line):
        game.play(move)
        if ply % 7 == 0:
            after = game.copy()
            for later in solve(game.state, Budget(simulations=2000)).moves or ():
                after.play(later)
            outcome = after.outcome()
            assert outcome is not None
            assert outcome.winners == tuple(range(players))


def test_the_last_turns_agree_with_brute_force() -> None:
    rng = random.Random(1)
    verdicts = set()
    for seed in range(40):
        game = dealt(1, seed=seed)
        line = solve(game.state, Budget(simulations=500)).moves
        assert line is not None
        blunder = rng.randrange(40, len(line))
        for ply in range(len(line) - 2):
            if ply == blunder or str(line[ply]) not in game.legal_moves():
                game.play(rng.choice(game.legal_moves()))
            else:
                game.play(line[ply])
        verdict = solve(game.state, Budget(simulations=300)).verdict
        verdicts.add(verdict)
        assert verdict == ("won" if winning_ends(game.state) else "cannot be won")
    assert verdicts >= {"won", "cannot be won"}


def winning_ends(state: State) -> list[State]:
    """Return every end of a match that is won."""
    if state["step"] == rules.OVER:
        return [state] if rules.won(state) else []
    moves = np.empty(rules.MOST_MOVES, np.int64)
    ends = []
    for move in moves[: rules.legal(state, moves)].tolist():
        after = state.copy()
        rules.play(after, move)
        ends += winning_ends(after)
    return ends


def test_a_colour_without_water_loses() -> None:
    game = dealt(1, seed=7)
    while not game.over:
        game.play(next(move for move in game.legal_moves()[::-1] if move.startswith(("tile", "crew", "pass"))))
        if game.moves[-1] == "pass":
            break
    assert solve(game.state, Budget(simulations=300)).verdict == "cannot be won"


# Courses of the fire ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "seed", "images"), [(1, 14, 12), (2, 14, 2), (3, 14, 1)])
def test_all_courses_are_walked_through_but_for_mirror_images(players: int, seed: int, images: int) -> None:
    start = dealt(players, seed=seed).state
    courses = Courses(start)
    met = []
    while (result := courses.walk(1000)) != NO_HOPE:
        if result == HOPE:
            met.append(courses.forest[0]["neighbours"].tobytes())
    assert images * len(met) == sum(1 for state in grown(start) if not cut_off(surveyed(state)))
    assert len(met) > 10


def grown(state: State) -> list[State]:
    """Return every forest that can grow from a position."""
    if state["step"] == rules.OVER:
        return [state]
    moves = np.empty(rules.MOST_MOVES, np.int64)
    count = 1 if state["step"] == rules.CREW else rules.legal(state, moves)
    forests = []
    for move in [rules.PASS] if state["step"] == rules.CREW else moves[:count].tolist():
        after = state.copy()
        rules.play(after, move)
        forests += grown(after)
    return forests


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_tile_can_be_stepped_on_from_its_first_turn_to_its_last(players: int) -> None:
    state = dealt(players, seed=players).state
    line = np.zeros(MOST_CHOICES, np.int64)
    grown_state = state.copy()
    follow(grown_state, line, 0, chance(players))
    forest = surveyed(grown_state)
    course = iter(line.tolist())
    turn = -1
    while state["step"] != rules.OVER:
        if state["step"] == rules.TILE:
            turn += 1
        if state["step"] == rules.CREW:
            assert int(forest["seat_turns"][state["seat"]]) >> turn & 1
            for tile in range(int(state["laid"])):
                for crowd in (1, 2, 3):
                    in_window = forest["first_turn"][tile] <= turn <= forest["last_turn"][tile, crowd]
                    assert in_window == (rules.room_on(state, tile) >= crowd)
        rules.play(state, rules.PASS if state["step"] == rules.CREW else next(course))
    assert turn == forest["turns"] - 1


# Timetables ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_timetable_is_found_if_there_is_one(players: int) -> None:
    rng = random.Random(players)
    found = [0, 0]
    for _ in range(300):
        forest, plan, jobs = random_jobs(rng, players)
        expected = can_be_scheduled(jobs, set())
        assert in_time(forest, plan) == expected
        found[expected] += 1
    assert min(found) > 30


Job = tuple[int, int, int, int]


def random_jobs(rng: random.Random, players: int) -> tuple[State, State, list[Job]]:
    """Return a forest, a plan, and its posts as jobs: first turn, last turn, seat, number of seats."""
    turns = 8
    forest, plan = np.zeros(1, FOREST)[0], np.zeros(1, POSTS)[0]
    forest["players"], forest["turns"], forest["crews"] = players, turns, 4
    forest["crew_seat"][:4] = [crew * players // 4 for crew in range(4)]
    forest["seat_turns"][:players] = [sum(1 << turn for turn in range(seat, turns, players)) for seat in range(players)]
    forest["first_turn"] = sorted(rng.choices(range(turns), k=5)) + [turns] * (TILES - 5)
    jobs = []
    for tile, crew in product(range(5), range(4)):
        if rng.random() < 0.25:
            plan["sent"][crew, tile] = 1
            plan["crowd"][tile] += 1
    for tile in range(5):
        crowd, first_turn = int(plan["crowd"][tile]), int(forest["first_turn"][tile])
        if crowd > 3:
            return random_jobs(rng, players)
        last_turn = rng.randrange(first_turn, turns)
        forest["last_turn"][tile, crowd] = last_turn
        for crew in range(4):
            if plan["sent"][crew, tile]:
                jobs.append((first_turn, last_turn, int(forest["crew_seat"][crew]), players))
    return forest, plan, jobs


def can_be_scheduled(jobs: list[Job], taken: set[int]) -> bool:
    if not jobs:
        return True
    (first_turn, last_turn, seat, seats), *others = jobs
    return any(
        can_be_scheduled(others, taken | {turn})
        for turn in range(first_turn, last_turn + 1)
        if turn % seats == seat and turn not in taken
    )


# Budgets ------------------------------------------------------------------------------------------------------------


def test_the_same_seed_and_steps_give_the_same_answer() -> None:
    start = dealt(2, deck=deck_of(HARD)).state
    one, other = (solve(start, Budget(simulations=2000), seed=5) for _ in range(2))
    assert (one.verdict, one.moves, one.tries) == (other.verdict, other.moves, other.tries)
    assert one.moves != solve(start, Budget(simulations=2000), seed=6).moves


def test_a_budget_of_steps_is_kept() -> None:
    told: list[float] = []
    solution = solve(dealt(1, deck=deck_of(UNDECIDED)).state, Budget(simulations=20), progress=told.append)
    assert (solution.verdict, solution.moves, solution.tries) == ("open", None, 20)
    assert told == [step / 20 for step in range(1, 21)]
    assert "of 48 firefighters" in solution.reason


@pytest.mark.parametrize("seconds", [0.0, 0.2])
def test_a_budget_of_seconds_is_kept(seconds: float) -> None:
    solution = solve(dealt(1, deck=deck_of(UNDECIDED)).state, Budget(seconds=seconds))
    assert solution.verdict == "open"
    assert seconds <= solution.seconds < seconds + 1.0


class AfterFiveLooks(Stop):
    def __init__(self) -> None:
        super().__init__()
        self.looks = 0

    @property
    def wanted(self) -> bool:
        self.looks += 1
        return self.looks > 5


def test_it_can_be_stopped() -> None:
    solution = solve(dealt(1, deck=deck_of(UNDECIDED)).state, Budget(), stop=AfterFiveLooks())
    assert (solution.verdict, solution.tries) == ("open", 5)
