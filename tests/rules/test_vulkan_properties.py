"""Vulkan! played by chance, side by side with the slow restatement of its rules in `tests/oracle/vulkan.py`."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import funkenflug
from funkenflug import Game, kernel
from funkenflug.games.vulkan.rules.view import Extinguished, Flown, Isolated, VulkanOutcome
from tests.matches_vulkan import (
    FORESTS,
    HEXAGON,
    KINDS,
    PLANS,
    TASTES,
    Forest,
    grown,
    long_flights,
    seen,
    short_flights,
)
from tests.oracle.games import VULKAN_WON
from tests.oracle.vulkan import COLOURS, SPACES, Cell, Oracle, neighbours
from tests.plans import (
    Plan,
    assert_numbers_of_moves_fit,
    assert_refused,
    assert_samples_are_uniform,
    assert_the_record_gives_an_equal_match,
    assert_treated_as,
    assert_undo_restores_the_very_bytes,
    assert_utilities_follow_from_winners,
    thoroughly,
    trace,
)
from tests.rules.test_feurio_properties import MUTATIONS, misspelt, mutated

PLIES = st.integers(0, 40)


# Side by side -------------------------------------------------------------------------------------------------------


def assert_same_position(game: Game, oracle: Oracle) -> None:
    legal = game.legal_moves()
    assert len(legal) == len(set(legal))
    assert set(legal) == oracle.legal()
    assert game.to_move == oracle.to_move
    assert game.over is (oracle.to_move is None)
    assert (game.outcome() is None) is not game.over
    view = seen(game, game.to_move)
    assert view.volcano == oracle.volcano
    assert view.stocks == tuple(tuple(stock.get(colour, 0) for colour in COLOURS) for stock in oracle.stocks)
    assert {tile.cell: tile.number for tile in view.tiles} == oracle.tiles
    for tile in view.tiles:
        on_tile = oracle.loads.get(tile.cell, {})
        assert tile.loads == tuple(on_tile.get(colour, 0) for colour in COLOURS)
        assert tile.spaces == SPACES[tile.number]
        assert tile.open_side is oracle.two_adjacent_free_edges(tile.cell)
    assert collected_in(game) == {
        **{cell: (number, seat) for seat, won in enumerate(oracle.collected) for cell, number in won.items()},
        **{cell: (number, None) for cell, number in oracle.gone.items()},
    }
    assert view.scores == (oracle.scores() if game.mode == "competitive" else ())


def collected_in(game: Game) -> dict[Cell, tuple[int, int | None]]:
    """The tiles that are gone, with their numbers and who won them."""
    collected = seen(game).collected
    found = {tile.cell: (tile.number, tile.seat) for tile in collected}
    assert len(found) == len(collected)
    return found


def assert_same_end(game: Game, oracle: Oracle) -> None:
    outcome = game.outcome()
    assert isinstance(outcome, VulkanOutcome)
    seats = range(game.players)
    assert outcome.winners == oracle.winners()
    assert outcome.tiles_left == len(oracle.tiles)
    assert outcome.loads_left == tuple(oracle.own_loads_left_on_tiles(seat) for seat in seats)
    assert [sorted(won) for won in outcome.collected] == [sorted(oracle.collected[seat].values()) for seat in seats]
    if game.mode == "competitive":
        assert outcome.scores == oracle.scores()
        assert outcome.lost_because is None
        tied = outcome.scores.count(max(outcome.scores)) > 1
        assert outcome.decided_by == ("points" if not tied else "loads left" if len(outcome.winners) == 1 else "shared")
    else:
        assert outcome.scores == ()
        assert outcome.decided_by == "goals"
        lost_because = "a tile was lost" if oracle.gone else "loads ran out" if oracle.tiles else None
        assert outcome.lost_because == lost_because
        assert outcome.winners == (() if lost_because else tuple(seats))
    assert_utilities_follow_from_winners(game)


@thoroughly(0.5)
@given(PLANS)
def test_every_position_is_as_the_rules_restated_slowly_say(plan: Plan[Oracle]) -> None:
    game, oracle = plan.match.start(), plan.match.oracle()
    for move in plan.moves(game):
        assert_same_position(game, oracle)
        oracle.play(move)
    assert_same_position(game, oracle)
    assert_same_end(game, oracle)


@thoroughly(0.5)
@given(st.sampled_from(VULKAN_WON), st.dictionaries(st.integers(1, 24), st.integers(0, 2**16 - 1), max_size=2))
def test_matches_close_to_a_won_one_end_as_the_rules_restated_slowly_say(
    won: tuple[int, str, str, str], deviations: dict[int, int]
) -> None:
    players, mode, numbers, script = won
    forest = Forest(players, mode, tuple(HEXAGON), numbers)
    game, oracle = forest.start(), forest.oracle()
    for ply, planned in enumerate(script.split(";")):
        legal = game.legal_moves()
        if game.over:
            break
        move = planned.strip() if planned.strip() in legal else legal[0]
        if ply in deviations:
            move = legal[deviations[ply] % len(legal)]
        game.play(move)
        oracle.play(move)
    while not game.over:
        move = game.legal_moves()[0]
        game.play(move)
        oracle.play(move)
    assert_same_end(game, oracle)
    if not deviations:
        assert oracle.winners() == tuple(range(players))


def test_the_tastes_reach_every_ending() -> None:
    """The comparisons above are worth something only if they meet all of this."""
    reached: Counter[str] = Counter()
    for number in range(60):
        players, mode = KINDS[number % len(KINDS)]
        cells = tuple(HEXAGON) if number % 2 else tuple(grown(number, 2 + number % 5))
        numbers = "".join(sorted("123456" * 6, key=lambda digit: (int(digit) * 7 + number) % 11))
        forest = Forest(players, mode, cells, numbers)
        choices = bytes((number * 37 + place * place) % 256 for place in range(200))
        plan = Plan(forest, TASTES[number % 7], TASTES[number // 7 % 7], number % 30, choices)
        game = forest.start()
        skips = 0
        previous = None
        for _ in plan.moves(game):
            skips += previous is not None and game.to_move != (previous + 1) % players
            previous = game.to_move
        outcome = game.outcome()
        assert isinstance(outcome, VulkanOutcome)
        reached[f"{mode}: {outcome.lost_because}"] += 1
        reached["skipped"] += skips
        reached["left the game"] += sum(tile.seat is None for tile in seen(game).collected)
    assert set(reached) == {
        "competitive: None",
        "solitaire: a tile was lost",
        "solitaire: loads ran out",
        "cooperative: a tile was lost",
        "cooperative: loads ran out",
        "skipped",
        "left the game",
    }
    assert min(reached.values()) >= 1


# Texts --------------------------------------------------------------------------------------------------------------


def flights_said(oracle: Oracle, choice: int) -> list[str]:
    """Rows from many cells in all directions, over full tiles, gaps and the volcano, sensible or not."""
    cells = sorted({*oracle.tiles, *(other for cell in oracle.tiles for other in neighbours(cell))}) or [(0, 0)]
    texts = []
    for place in range(6):
        q, r = cells[(choice + place * 131) % len(cells)]
        for number, (nq, nr) in enumerate([(0, 0), *neighbours((0, 0)), (1, 1), (2, -1)]):
            colour = COLOURS[(choice + place + number) % 4]
            steps = 1 + (choice // 7 + place) % 6
            texts += [f"fly {colour} {q},{r} {q + nq * i},{r + nr * i}" for i in (1, steps)]
    return texts


@thoroughly(0.4)
@given(PLANS, PLIES, st.integers(0, 10**6))
def test_any_flight_is_allowed_or_not_and_recorded_as_the_rules_restated_slowly_say(
    plan: Plan[Oracle], plies: int, choice: int
) -> None:
    game, oracle = plan.position(plies)
    for text in flights_said(oracle, choice):
        assert_treated_as(game, oracle.accepts(text), text)


@thoroughly(0.3)
@given(FORESTS, st.integers(4, 30), st.binary(min_size=80, max_size=80), st.integers(0, 10**6))
def test_ruling_v3_flights_with_few_loads_in_both_directions(
    forest: Forest, plies: int, choices: bytes, choice: int
) -> None:
    game, oracle = Plan(forest, long_flights, short_flights, 12, choices).position(plies)
    if game.over:
        return
    legal = sorted(oracle.legal())
    for place in range(8):
        move = legal[(choice + place * 37) % len(legal)]
        if move.startswith("fly"):
            _, colour, first, last = move.split()
            for text in (f"fly {colour} {last} {first}", *extended(oracle, colour, first, last)):
                assert_treated_as(game, oracle.accepts(text), text)


def extended(oracle: Oracle, colour: str, first: str, last: str) -> list[str]:
    """The flight prolonged at its end by one, two and three cells, both ways round."""
    (a, b), (c, d) = (tuple(map(int, cell.split(","))) for cell in (first, last))
    length = max(abs(c - a), abs(d - b), 1)
    dq, dr = ((c - a) // length, (d - b) // length) if (a, b) != (c, d) else (1, 0)
    ends = [(c + dq * i, d + dr * i) for i in (1, 2, 3)]
    return [
        text
        for q, r in ends
        for text in (f"fly {colour} {first} {q},{r}", f"fly {colour} {q},{r} {first}", f"fly {colour} {last} {q},{r}")
    ]


@thoroughly(0.25)
@given(PLANS, PLIES)
def test_volcanoes_are_allowed_or_not_as_the_rules_restated_slowly_say(plan: Plan[Oracle], plies: int) -> None:
    for game, oracle in (plan.position(0), plan.position(plies)):
        near = sorted({other for cell in oracle.tiles for other in neighbours(cell)} | {(0, 0)})
        for q, r in near[:: 1 if oracle.volcano is None else 9]:
            assert_treated_as(game, oracle.accepts(f"volcano {q},{r}"), f"volcano {q},{r}")


@thoroughly(0.4)
@given(PLANS, PLIES, st.integers(0, 10**6), st.lists(MUTATIONS, min_size=1, max_size=12))
def test_mutated_moves_are_refused_and_leave_no_trace(
    plan: Plan[Oracle], plies: int, choice: int, mutations: list[list[tuple[int, str, str]]]
) -> None:
    game, oracle = plan.position(plies)
    legal = sorted(oracle.legal()) or ["fly green 0,0 0,0"]
    for i, changes in enumerate(mutations):
        text = mutated(legal[(choice + i) % len(legal)], changes)
        assert_treated_as(game, oracle.accepts(text), text)


@thoroughly(0.15)
@given(PLANS, PLIES, st.integers(0, 10**6))
def test_texts_are_exact(plan: Plan[Oracle], plies: int, choice: int) -> None:
    game, oracle = plan.position(plies)
    legal = sorted(oracle.legal()) or ["fly green 0,0 0,0"]
    for text in misspelt(legal[choice % len(legal)]):
        assert_treated_as(game, oracle.accepts(text), text)


@thoroughly(0.25)
@given(PLANS, PLIES, st.text(max_size=30))
def test_any_other_text_is_refused(plan: Plan[Oracle], plies: int, text: str) -> None:
    game, oracle = plan.position(plies)
    assert oracle.accepts(text) is None
    assert_refused(game, text)


# What never changes -------------------------------------------------------------------------------------------------


def loads_gone(game: Game) -> list[int]:
    """By colour the loads that left the game with tiles, as the events tell it."""
    again = game.copy()
    while again.moves:
        again.undo()
    on_tiles: Counter[tuple[Cell, str]] = Counter()
    gone = dict.fromkeys(COLOURS, 0)
    for move in game.moves:
        for event in again.play(move):
            if isinstance(event, Flown):
                on_tiles.update((cell, event.colour) for cell in event.drops)
            elif isinstance(event, Extinguished | Isolated):
                for colour in COLOURS:
                    gone[colour] += on_tiles.pop((event.cell, colour), 0)
    return list(gone.values())


@thoroughly(0.3)
@given(PLANS, PLIES)
def test_loads_and_tiles_are_conserved(plan: Plan[Oracle], plies: int) -> None:
    game = plan.played(plies)
    view = seen(game)
    gone = loads_gone(game)
    for colour in range(4):
        in_stock = sum(stock[colour] for stock in view.stocks)
        on_tiles = sum(tile.loads[colour] for tile in view.tiles)
        assert in_stock + on_tiles + gone[colour] == 12
    layout = dict(view.layout)
    still = {tile.cell: tile.number for tile in view.tiles}
    away = {tile.cell: tile.number for tile in view.collected}
    volcano = {view.volcano: layout[view.volcano]} if view.volcano is not None else {}
    assert still | away | volcano == layout
    assert len(still) + len(away) + len(volcano) == 36


@thoroughly(0.3)
@given(PLANS)
def test_events_tell_everything_in_order(plan: Plan[Oracle]) -> None:
    game, oracle = plan.match.start(), plan.match.oracle()
    game.play(first := game.legal_moves()[0])
    oracle.play(first)
    while not game.over:
        before, gone = seen(game), len(seen(game).collected)
        seat, move = game.to_move, plan.choose(len(game.moves), game)
        row = oracle.drops(oracle.to_move or 0, *flown(move))
        flight, *rest = game.play(move)
        oracle.play(move)
        assert isinstance(flight, Flown)
        assert (flight.seat, flight.colour, flight.drops) == (seat, flown(move)[0], tuple(row))
        assert flight.cells == tuple(oracle.row(*flown(move)[1:]) or ())
        kinds = [type(event).__name__ for event in rest]
        assert kinds == sorted(kinds), "extinguished come before isolated"
        for event, tile in zip(rest, seen(game).collected[gone:], strict=True):
            assert isinstance(event, Extinguished | Isolated)
            assert (event.seat, event.cell, event.number, event.winner) == (seat, tile.cell, tile.number, tile.seat)
            full = next(old for old in before.tiles if old.cell == tile.cell)
            if isinstance(event, Extinguished):
                assert sum(full.loads) + (tile.cell in row) == full.spaces
            else:
                assert (event.winner is None) is (sum(full.loads) + (tile.cell in row) == 0)


def flown(move: str) -> tuple[str, Cell, Cell]:
    _, colour, first, last = move.split()
    (a, b), (c, d) = (map(int, cell.split(",")) for cell in (first, last))
    return colour, (a, b), (c, d)


@thoroughly(0.3)
@given(PLANS)
def test_matches_end(plan: Plan[Oracle]) -> None:
    game = plan.played()
    assert game.over
    assert game.to_move is None
    assert game.legal_moves() == []
    assert len(game.moves) <= 1 + 48
    for text in ("pass", "volcano 0,0", game.moves[0], game.moves[-1]):
        assert_refused(game, text)
        assert game.explain(text) == "the game is over"


@thoroughly(0.3)
@given(PLANS, st.integers(1, 12))
def test_undo_restores_the_very_bytes(plan: Plan[Oracle], most: int) -> None:
    assert_undo_restores_the_very_bytes(plan, most)


@thoroughly(0.3)
@given(PLANS, PLIES)
def test_the_record_gives_an_equal_match(plan: Plan[Oracle], plies: int) -> None:
    assert_the_record_gives_an_equal_match(plan.played(plies))
    assert_the_record_gives_an_equal_match(plan.played())


@pytest.mark.parametrize("layout", ["random", "hexagon", "parallelogram"])
def test_the_record_of_a_named_layout_gives_an_equal_match(layout: str) -> None:
    for seed in range(5):
        game = funkenflug.new("vulkan", players=3, layout=layout, seed=seed)
        while not game.over:
            game.play(game.legal_moves()[len(game.moves) * 5 % len(game.legal_moves())])
            assert_the_record_gives_an_equal_match(game)
        assert f'[Layout "{layout}"]' in game.record()


# Hidden -------------------------------------------------------------------------------------------------------------


@thoroughly(0.3)
@given(PLANS, PLIES, st.integers(-1, 3), st.integers(0, 10**9))
def test_nothing_is_hidden_so_a_redeal_changes_nothing(plan: Plan[Oracle], plies: int, seat: int, seed: int) -> None:
    game = plan.played(plies)
    twin = game.copy()
    kernel.determinize(twin._state, min(seat, game.players - 1), kernel.chance(seed))
    assert (trace(twin), twin.text(), twin.svg()) == (trace(game), game.text(), game.svg())


@thoroughly(0.25)
@given(PLANS, PLIES)
def test_everybody_may_know_everything(plan: Plan[Oracle], plies: int) -> None:
    game = plan.played(plies)
    spectator = seen(game)
    for seat in range(game.players):
        assert msgspec.structs.replace(seen(game, seat), seat=None) == spectator


# The kernel ---------------------------------------------------------------------------------------------------------


@thoroughly(0.2)
@given(PLANS, PLIES)
def test_the_numbers_of_moves_fit(plan: Plan[Oracle], plies: int) -> None:
    for game in (plan.played(0), plan.played(plies)):
        assert_numbers_of_moves_fit(game)


@pytest.mark.parametrize(("players", "mode"), KINDS)
def test_samples_are_uniform_over_the_legal_moves(players: int, mode: str) -> None:
    game = funkenflug.new("vulkan", players=players, mode=mode, seed=players)
    tastes = (long_flights, TASTES[0])
    checked = 0
    while not game.over:
        if len(game.moves) in (0, 1, 4, 9, 15, 19):
            assert_samples_are_uniform(game, seed=len(game.moves))
            checked += 1
        liked = tastes[len(game.moves) % 2](game)
        game.play(liked[len(game.moves) * 7919 % len(liked)])
    assert checked >= 3
