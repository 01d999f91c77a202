"""Feuer & Wasser played by chance, side by side with the slow restatement of its rules in `tests/oracle`."""

import random
from collections import Counter

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import funkenflug
from funkenflug import Game, kernel
from funkenflug.games import GAMES
from funkenflug.games.feuer_wasser.rules.view import (
    DominoLaid,
    ElementalPlaced,
    ElementalTamed,
    FeuerWasserOutcome,
    LastRound,
    LeaderPlaced,
    Passed,
    Skipped,
    StoneLaid,
    TilesTurned,
)
from tests.matches_feuer_wasser import PLANS, TASTES, Table, seen, standard_board, stones_first, take_leaders
from tests.oracle.feuer_wasser import COLUMNS, STONES, Oracle, all_tiles
from tests.plans import (
    UNCOMPILED,
    Plan,
    assert_numbers_of_moves_fit,
    assert_refused,
    assert_samples_are_uniform,
    assert_the_record_gives_an_equal_match,
    assert_treated_as,
    assert_undo_restores_the_very_bytes,
    assert_utilities_follow_from_winners,
    thoroughly,
)
from tests.rules.test_feurio_properties import MUTATIONS, misspelt, mutated
from tests.uniform import assert_uniform

PLIES = st.integers(0, 80)
STEPS = {"stones": "all stones laid", "full": "board full", "stuck": "nobody could act"}


# Side by side -------------------------------------------------------------------------------------------------------


def assert_same_position(game: Game, oracle: Oracle) -> None:
    legal = game.legal_moves()
    assert len(legal) == len(set(legal))
    assert set(legal) == oracle.legal()
    assert game.to_move == oracle.to_move
    assert game.over is (oracle.to_move is None)
    assert (game.outcome() is None) is not game.over
    view = seen(game, game.to_move)
    seats = range(game.players)
    assert view.elementals == tuple(oracle.elementals)
    assert {leader.seat: leader.cell for leader in view.leaders} == oracle.leaders
    assert [leader.seat for leader in view.leaders if not leader.lost] == list(filter(oracle.leader_stands, seats))
    assert {stone.cell: (stone.seat, stone.count) for stone in view.stones} == oracle.stones
    assert view.stones_left == tuple(map(oracle.stones_left, seats))
    assert view.open_tiles == tuple(tuple(sorted(tiles)) for tiles in oracle.open_tiles)
    assert view.face_down == tuple(map(len, oracle.piles))
    assert view.unseen == tuple(tuple(sorted(pile)) for pile in oracle.piles)
    assert view.scores == oracle.scores()
    halves = {}
    for domino in view.dominoes:
        halves[domino.fire_cell] = (domino.seat, "F", domino.fire)
        halves[domino.water_cell] = (domino.seat, "W", domino.water)
        assert domino.water_cell in oracle.neighbours(domino.fire_cell)
    assert halves == oracle.halves
    assert_same_prospects(game, oracle)


def assert_same_prospects(game: Game, oracle: Oracle) -> None:
    """Influence everywhere, and what each seat could take and tame."""
    view = seen(game)
    seats = range(game.players)
    by_cell = {cell: tuple(oracle.influence(seat, cell) for seat in seats) for cell in oracle.element}
    assert {entry.cell: entry.by_seat for entry in view.influence} == {
        cell: by_seat for cell, by_seat in by_cell.items() if any(by_seat)
    }
    stones = list(map(oracle.legal_stones, seats)) if view.step in ("action", "last stone") else [set()] * len(seats)
    tames = list(map(oracle.legal_tames, seats)) if view.step == "action" else [set()] * len(seats)
    assert [{f"stone {cell}" for cell in cells} for cells in view.takeable] == stones
    assert [{f"tame {cell}" for cell in cells} for cells in view.tameable] == tames


def assert_same_end(game: Game, oracle: Oracle) -> None:
    outcome = game.outcome()
    assert isinstance(outcome, FeuerWasserOutcome)
    seats = range(game.players)
    assert len(outcome.winners) == 1, "there is always one winner"
    assert outcome.winners == oracle.winners()
    assert outcome.scores == oracle.scores()
    assert outcome.stones == tuple(map(oracle.stones_laid, seats))
    assert outcome.penalties == tuple(0 if oracle.leader_stands(seat) else 2 for seat in seats)
    assert outcome.ended_by == STEPS[oracle.ending or ""]
    if oracle.ending == "stones":
        assert outcome.decided_by == "all stones laid"
    else:
        tied = outcome.scores.count(max(outcome.scores)) > 1
        assert outcome.decided_by == ("tie order" if tied else "points")
        last = oracle.last_regular or 0
        assert outcome.tie_order == tuple((last + place) % game.players for place in seats)
    assert_utilities_follow_from_winners(game)


@thoroughly(0.25)
@given(PLANS)
def test_every_position_is_as_the_rules_restated_slowly_say(plan: Plan[Oracle]) -> None:
    game, oracle = plan.match.start(), plan.match.oracle()
    for move in plan.moves(game):
        assert_same_position(game, oracle)
        oracle.play(move)
    assert_same_position(game, oracle)
    assert_same_end(game, oracle)


@thoroughly(0.2)
@given(PLANS)
def test_every_end_is_as_the_rules_restated_slowly_say(plan: Plan[Oracle]) -> None:
    game, oracle = plan.position(400)
    assert_same_end(game, oracle)


def some_table(number: int) -> Table:
    rng = random.Random(number)
    players = 2 + number % 3
    sides = {0: (8, 8 if players == 2 else 12), 1: (6, 6), 2: (12, 12), 3: (7, 9)}[number % 4]
    rows = tuple("".join(rng.choice("FW") for _ in range(sides[1])) for _ in range(sides[0]))
    board = standard_board(players) if number % 4 == 0 else rows
    piles = tuple(tuple(rng.sample(all_tiles(players), len(all_tiles(players)))) for _ in range(players))
    return Table(players, board, piles)


def some_plan(number: int) -> Plan[Oracle]:
    choices = random.Random(number).randbytes(200)
    return Plan(some_table(number), TASTES[number % 7], TASTES[number // 7 % 7], number * 5 % 40, choices)


def test_the_tastes_reach_every_ending() -> None:
    """The comparisons above are worth something only if they meet all of this."""
    reached: Counter[str] = Counter()
    for number in range(60):
        game = some_plan(number).match.start()
        for move in some_plan(number).moves(game):
            reached[move.split()[0]] += 1
        outcome = game.outcome()
        assert isinstance(outcome, FeuerWasserOutcome)
        reached[outcome.ended_by] += 1
        reached[outcome.decided_by] += 1
        reached["leader lost"] += any(leader.lost for leader in seen(game).leaders)
        reached["last round"] += game.moves[-1] == "pass" or outcome.ended_by == "board full"
    assert set(reached) == {
        *("elemental", "tile", "leader", "stone", "tame", "pass"),
        *("all stones laid", "board full", "nobody could act", "points", "tie order", "leader lost", "last round"),
    }
    assert min(reached.values()) >= 3


# Texts --------------------------------------------------------------------------------------------------------------


def vocabulary(oracle: Oracle, choice: int) -> list[str]:
    """Everything one could say of some cells, on the board and beyond it, sensible or not."""
    names = [f"{letter}{row}" for letter in COLUMNS for row in range(1, 13)]
    cells = [names[(choice + place * 59) % len(names)] for place in range(5)]
    cells += [cell for cell in sorted(oracle.element) if cell in oracle.elementals or cell in oracle.leaders.values()]
    cells += [
        text.split()[-1] for text in sorted(oracle.legal())[:: max(1, len(oracle.legal()) // 7)] if text != "pass"
    ]
    texts = ["pass"]
    for place, cell in enumerate(cells):
        texts += [f"{word} {cell}" for word in ("elemental", "leader", "stone", "tame")]
        fire, water = 1 + (choice + place) % 4, 1 + (choice // 4 + place) % 4
        column, row = COLUMNS.index(cell[0]), int(cell[1:])
        other = f"{COLUMNS[min(column + place % 2, 11)]}{min(row + 1 - place % 2, 12)}"
        texts += [f"tile {fire}{water} {cell} {other}", f"tile {fire}{water} {other} {cell}"]
        texts += [f"tile {a}{b} {cell} {other}" for tiles in oracle.open_tiles for a, b in tiles[:1]]
    return texts


@thoroughly(0.2)
@given(PLANS, PLIES, st.integers(0, 10**6))
def test_every_text_is_allowed_or_not_as_the_rules_restated_slowly_say(
    plan: Plan[Oracle], plies: int, choice: int
) -> None:
    game, oracle = plan.position(plies)
    legal = oracle.legal()
    for text in vocabulary(oracle, choice):
        assert (game.explain(text) == "this move is legal") is (text in legal)
        if text not in legal:
            with pytest.raises(funkenflug.IllegalMove):
                game.play(text)
    for text in vocabulary(oracle, choice)[::9]:
        assert_treated_as(game, oracle.accepts(text), text)


@thoroughly(0.15)
@given(PLANS, PLIES, st.integers(0, 10**6), st.lists(MUTATIONS, min_size=1, max_size=12))
def test_mutated_moves_are_refused_and_leave_no_trace(
    plan: Plan[Oracle], plies: int, choice: int, mutations: list[list[tuple[int, str, str]]]
) -> None:
    game, oracle = plan.position(plies)
    legal = sorted(oracle.legal()) or ["stone a1"]
    for i, changes in enumerate(mutations):
        text = mutated(legal[(choice + i * 101) % len(legal)], changes)
        assert_treated_as(game, oracle.accepts(text), text)


@thoroughly(0.07)
@given(PLANS, PLIES, st.integers(0, 10**6))
def test_texts_are_exact(plan: Plan[Oracle], plies: int, choice: int) -> None:
    game, oracle = plan.position(plies)
    legal = sorted(oracle.legal()) or ["stone a1"]
    for text in {*misspelt(legal[choice % len(legal)])}:
        assert_treated_as(game, oracle.accepts(text), text)


@thoroughly(0.15)
@given(PLANS, PLIES, st.text(max_size=30))
def test_any_other_text_is_refused(plan: Plan[Oracle], plies: int, text: str) -> None:
    game, oracle = plan.position(plies)
    assert_treated_as(game, oracle.accepts(text), text)


# What never changes -------------------------------------------------------------------------------------------------


@thoroughly(0.2)
@given(PLANS, PLIES)
def test_stones_and_tiles_are_conserved(plan: Plan[Oracle], plies: int) -> None:
    for game in (plan.played(plies), plan.played()):
        view = seen(game)
        for seat in range(game.players):
            laid = sum(stone.count for stone in view.stones if stone.seat == seat)
            assert laid + view.stones_left[seat] == STONES[game.players]
            on_board = [(domino.fire, domino.water) for domino in view.dominoes if domino.seat == seat]
            assert sorted([*on_board, *view.open_tiles[seat], *view.unseen[seat]]) == all_tiles(game.players)
            assert len(view.unseen[seat]) == view.face_down[seat]
        cells = [cell for domino in view.dominoes for cell in (domino.fire_cell, domino.water_cell)]
        cells += [*view.elementals, *(leader.cell for leader in view.leaders)]
        assert len(cells) == len(set(cells))
        doubles = {stone.cell for stone in view.stones if stone.count == 2}
        assert doubles <= {*view.elementals, *(leader.cell for leader in view.leaders)}


@thoroughly(0.12)
@given(PLANS)
def test_events_tell_everything_in_order(plan: Plan[Oracle]) -> None:
    game, oracle = plan.match.start(), plan.match.oracle()
    for move in plan.moves(game.copy()):
        seat, before = game.to_move, seen(game)
        assert seat is not None
        piles = [list(pile) for pile in oracle.piles]
        action, *rest = game.play(move)
        oracle.play(move)
        word, *cells = move.split()
        assert action.seat == seat
        assert (
            type(action)
            is {
                "elemental": ElementalPlaced,
                "tile": DominoLaid,
                "leader": LeaderPlaced,
                "stone": StoneLaid,
                "tame": ElementalTamed,
                "pass": Passed,
            }[word]
        )
        if isinstance(action, DominoLaid):
            assert cells == [f"{action.fire}{action.water}", action.fire_cell, action.water_cell]
        elif isinstance(action, StoneLaid | ElementalTamed):
            assert (action.cell, (seat, action.count)) == (cells[0], oracle.stones[cells[0]])
        elif isinstance(action, ElementalPlaced | LeaderPlaced):
            assert [action.cell] == cells
        turned = [event for event in rest if isinstance(event, TilesTurned)]
        assert rest[: len(turned)] == turned
        assert {event.owner: event.tiles for event in turned} == {
            owner: tuple(pile[: len(pile) - len(oracle.piles[owner])])
            for owner, pile in enumerate(piles)
            if len(pile) > len(oracle.piles[owner])
        }
        rest = rest[len(turned) :]
        if before.step == "action" and oracle.last_round is not None:
            assert rest.pop(0) == LastRound(seat=seat)
        assert rest == [Skipped(seat=seat, skipped=other) for other in skipped_after(seat, before.step, oracle)]


def skipped_after(seat: int, step: str, oracle: Oracle) -> list[int]:
    """Who could not act after a seat, where the match goes on or ends with the last round."""
    if step == "elemental" or oracle.ending in ("stones", "stuck"):
        return []
    end = oracle.last_regular if oracle.to_move is None else oracle.to_move
    skipped, other = [], (seat + 1) % oracle.players
    while other != end:
        skipped.append(other)
        other = (other + 1) % oracle.players
    return skipped


@thoroughly(0.15)
@given(PLANS)
def test_matches_end(plan: Plan[Oracle]) -> None:
    game = plan.played()
    assert game.over
    assert game.to_move is None
    assert game.legal_moves() == []
    players = game.players
    assert len(game.moves) <= 3 + players * (len(all_tiles(players)) + 1 + STONES[players]) + players
    for text in ("pass", "elemental b2", game.moves[-1]):
        assert_refused(game, text)
        assert game.explain(text) == "the game is over"


@thoroughly(0.12)
@given(PLANS, st.integers(1, 8))
def test_undo_restores_the_very_bytes(plan: Plan[Oracle], most: int) -> None:
    assert_undo_restores_the_very_bytes(plan, most)


@thoroughly(0.12)
@given(PLANS, PLIES)
def test_the_record_gives_an_equal_match(plan: Plan[Oracle], plies: int) -> None:
    assert_the_record_gives_an_equal_match(plan.played(plies))
    assert_the_record_gives_an_equal_match(plan.played())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_record_of_a_seed_gives_an_equal_match(players: int) -> None:
    for seed in range(3):
        for board in (None, ["FWFFWF"] * 7):
            game = funkenflug.new("feuer-wasser", players=players, board=board, seed=seed)
            while not game.over:
                game.play(game.legal_moves()[len(game.moves) * 89 % len(game.legal_moves())])
            assert f'[Seed "{seed}"]' in game.record()
            assert_the_record_gives_an_equal_match(game)


# Hidden -------------------------------------------------------------------------------------------------------------


def determinized(game: Game, seat: int, seed: int) -> Game:
    """The same match as it could be for all that the seat knows (-1: a spectator)."""
    other = game.copy()
    kernel.determinize(other._state, seat, kernel.chance(seed))
    other._choices = None
    return other


def shown(game: Game, seat: int | None) -> tuple[object, ...]:
    """Everything that a seat or a spectator is shown."""
    legal = game.legal_moves()
    preview = legal[len(game.moves) * 31 % len(legal)] if legal else None
    return (
        msgspec.json.encode(game.view(seat)),
        game.text(seat),
        game.svg(seat),
        game.svg(seat, preview=preview),
        legal,
        game.to_move,
        game.outcome(),
    )


@thoroughly(0.25)
@given(PLANS, PLIES, st.integers(-1, 3), st.integers(0, 10**9))
def test_a_redeal_changes_nothing_that_anybody_is_shown(plan: Plan[Oracle], plies: int, seat: int, seed: int) -> None:
    game = plan.played(plies)
    seat = min(seat, game.players - 1)
    other = determinized(game, seat, seed)
    for watcher in {None, 0, game.players - 1, None if seat < 0 else seat}:
        assert shown(other, watcher) == shown(game, watcher)


@thoroughly(0.25)
@given(PLANS, PLIES, st.integers(-1, 3), st.integers(0, 10**9))
def test_a_redeal_changes_only_the_order_of_face_down_tiles(
    plan: Plan[Oracle], plies: int, seat: int, seed: int
) -> None:
    game = plan.played(plies)
    other = determinized(game, min(seat, game.players - 1), seed)
    changed = [name for name in game._state.dtype.names if not np.array_equal(game._state[name], other._state[name])]
    assert set(changed) <= {"pile"}
    for owner in range(game.players):
        mine, theirs = game._state["pile"][owner].tolist(), other._state["pile"][owner].tolist()
        turned_up = int(game._state["turned_up"][owner])
        assert mine[:turned_up] == theirs[:turned_up]
        assert sorted(mine) == sorted(theirs)


@thoroughly(0.25)
@given(PLANS, PLIES, st.integers(-1, 3), st.integers(0, 10**9), st.integers(0, 10**9))
def test_a_redeal_depends_on_chance_and_on_what_is_known_on_nothing_else(
    plan: Plan[Oracle], plies: int, seat: int, seed: int, other_seed: int
) -> None:
    game = plan.played(plies)
    seat = min(seat, game.players - 1)
    once = determinized(game, seat, seed)
    twice = determinized(determinized(game, seat, other_seed), seat, seed)
    assert once._state.tobytes() == twice._state.tobytes()


def test_in_a_redeal_every_order_is_equally_likely() -> None:
    game = funkenflug.new("feuer-wasser", players=2, seed=7)
    for cell in ("b2", "b4", "b6"):
        game.play(f"elemental {cell}")
    for _ in range(20):
        game.play(next(move for move in game.legal_moves() if move.startswith("tile")))
    hidden = [len(tiles) for tiles in seen(game).unseen]
    assert hidden == [3, 3]
    rng = kernel.chance(7)
    orders: Counter[tuple[int, ...]] = Counter()
    draws = 720 if UNCOMPILED else 7200
    for _ in range(draws):
        state = game._state.copy()
        kernel.determinize(state, 0, rng)
        orders[tuple(state["pile"][:2, 13:].ravel().tolist())] += 1
    assert_uniform(orders, 36)  # three tiles of each seat are face down, in six orders each


@thoroughly(0.15)
@given(PLANS, PLIES)
def test_everybody_may_know_the_same(plan: Plan[Oracle], plies: int) -> None:
    game = plan.played(plies)
    for seat in range(game.players):
        assert msgspec.structs.replace(seen(game, seat), seat=None) == seen(game)


# The kernel ---------------------------------------------------------------------------------------------------------


@thoroughly(0.15)
@given(PLANS, PLIES)
def test_the_numbers_of_moves_fit(plan: Plan[Oracle], plies: int) -> None:
    assert_numbers_of_moves_fit(plan.played(plies))


def test_the_numbers_of_moves_fit_on_an_almost_empty_board_of_the_largest_size() -> None:
    game = funkenflug.new("feuer-wasser", players=4, board=["F" * 12] * 12, seed=1)
    assert_numbers_of_moves_fit(game)
    for cell in ("b2", "d2", "f2"):
        game.play(f"elemental {cell}")
    assert_numbers_of_moves_fit(game)


def test_positions_have_no_gaps_so_that_copies_have_the_same_bytes() -> None:
    for room in GAMES.values():
        fields = room.rules.STATE.fields
        assert fields is not None
        assert sum(field[0].itemsize for field in fields.values()) == room.rules.STATE.itemsize, room.id


@pytest.mark.parametrize("players", [2, 3, 4])
def test_samples_are_uniform_over_the_legal_moves(players: int) -> None:
    words: Counter[str] = Counter()
    for seed, taste in enumerate((stones_first, take_leaders)):
        board = ["FWFFWF"] * 7 if UNCOMPILED or seed else None
        game = funkenflug.new("feuer-wasser", players=players, board=board, seed=seed)
        while not game.over:
            legal = {move.split()[0] for move in game.legal_moves()}
            if len(game.moves) in (0, 3, 20) or any(words[word] < 2 for word in legal - {"tile", "elemental"}):
                words.update(legal)
                assert_samples_are_uniform(game, seed=len(game.moves))
            liked = taste(game) if len(game.moves) > 12 else TASTES[4](game)
            game.play(liked[len(game.moves) * 7919 % len(liked)])
    assert {"elemental", "tile", "leader", "stone", "pass"} <= set(words)
