"""Feurio! played by chance, side by side with the slow restatement of its rules in `tests/oracle/feurio.py`."""

import re
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import funkenflug
from funkenflug import Game, IllegalMove, kernel
from funkenflug.games.feurio.rules import rules
from funkenflug.games.feurio.rules.view import FeurioOutcome
from tests.matches import ASCENDING, KINDS, Kind, Plan, oracle_of, plans, play_all, seen, start
from tests.oracle.feurio import COLOURS, OWN_COLOURS, SPACES, Cell, Oracle
from tests.oracle.games import FEURIO_WON

COMPETITIVE = tuple(kind for kind in KINDS if kind.mode == "competitive")
PLIES = st.integers(0, 100)


def assert_same_position(game: Game, oracle: Oracle) -> None:
    legal = game.legal_moves()
    assert len(legal) == len(set(legal))
    assert set(legal) == oracle.legal()
    assert game.to_move == oracle.to_move
    assert game.over is oracle.over
    assert (game.outcome() is None) is not oracle.over
    view = seen(game, oracle.to_move)
    assert view.to_move == oracle.to_move
    assert view.drawn == oracle.drawn
    assert view.stocks == tuple(tuple(stock.get(colour, 0) for colour in COLOURS) for stock in oracle.stocks)
    if oracle.step != "arrange":
        assert_same_forest(game, oracle)


def assert_same_forest(game: Game, oracle: Oracle) -> None:
    view = seen(game, oracle.to_move)
    assert {tile.cell for tile in view.tiles if tile.firebreak} == set(oracle.breaks)
    assert {tile.cell: tile.number for tile in view.tiles if not tile.firebreak} == oracle.tiles
    assert len(view.tiles) + view.tiles_left + (view.step == "tile") == 36
    for tile in view.tiles:
        spaces = 0 if tile.firebreak else SPACES[oracle.tiles[tile.cell]]
        free_edges = oracle.free_edges(tile.cell)
        crew = oracle.crews.get(tile.cell, {})
        assert (tile.spaces, tile.free_edges) == (spaces, free_edges)
        assert tile.crews == tuple(crew.get(colour, 0) for colour in COLOURS)
        assert tile.room == max(0, min(spaces, free_edges) - sum(crew.values()))
    if view.step != "over" and oracle.deck:
        assert set(view.hottest) == oracle.hottest()
        assert {oracle.heat(cell) for cell in view.hottest} == {view.heat}
    assert_same_points(game, oracle)


def assert_same_points(game: Game, oracle: Oracle) -> None:
    view = seen(game)
    mine = {(region.colour, frozenset(region.cells), region.points) for region in view.regions}
    owned = {colour for colours in OWN_COLOURS[game.players] for colour in colours}
    assert len(mine) == len(view.regions)
    assert mine == {
        (colour, area, points if colour in owned else 0)
        for colour, regions in oracle.regions().items()
        for area, points in regions
    }
    assert view.scores == (oracle.scores() if game.mode == "competitive" else ())


def assert_same_end(game: Game, oracle: Oracle) -> None:
    outcome = game.outcome()
    assert isinstance(outcome, FeurioOutcome)
    assert outcome.winners == oracle.winners()
    assert outcome.regions == seen(game).regions
    if game.mode == "competitive":
        assert outcome.scores == oracle.scores()
        assert outcome.goals is None
        tied = outcome.scores.count(max(outcome.scores)) > 1
        assert outcome.decided_by == (
            "points" if not tied else "best region" if len(outcome.winners) == 1 else "shared"
        )
    else:
        assert outcome.scores == ()
        assert outcome.decided_by == "goals"
        assert outcome.goals is not None
        goals = oracle.goals()
        assert outcome.goals.left_in_stock == sum(sum(stock.values()) for stock in oracle.stocks)
        assert outcome.goals.in_one_region == tuple(colour for colour in COLOURS if goals[colour][1])
        assert outcome.goals.has_water == tuple(colour for colour in COLOURS if goals[colour][2])


@given(plans())
def test_every_position_is_as_the_rules_restated_slowly_say(plan: Plan) -> None:
    game = start(plan.kind, list(plan.deck))
    oracle = oracle_of(game)
    for move in plan.moves(game):
        assert_same_position(game, oracle)
        oracle.play(move)
    assert_same_position(game, oracle)
    assert_same_end(game, oracle)


@given(st.sampled_from(FEURIO_WON), st.dictionaries(st.integers(0, 70), st.integers(0, 2**16 - 1), max_size=3))
def test_matches_close_to_a_won_one_end_as_the_rules_restated_slowly_say(
    won: tuple[int, str, str, str], deviations: dict[int, int]
) -> None:
    players, mode, deck, script = won
    game = start(Kind(players, mode), [int(number) for number in deck])
    oracle = oracle_of(game)
    for ply, planned in enumerate(script.split(";")):
        legal = game.legal_moves()
        move = planned.strip() if planned.strip() in legal else "pass" if "pass" in legal else legal[0]
        if ply in deviations:
            move = legal[deviations[ply] % len(legal)]
        game.play(move)
        oracle.play(move)
    assert_same_end(game, oracle)
    if not deviations:
        assert oracle.winners()


@given(plans())
def test_matches_end(plan: Plan) -> None:
    game = plan.played()
    tiles = sum(move.startswith(("tile", "break")) for move in game.moves)
    crews = sum(move.startswith("crew") for move in game.moves)
    assert tiles == 36 - game.players
    assert crews <= 48
    assert len(game.moves) <= 1 + 2 * tiles + game.players * (crews + 1)
    assert game.over
    assert game.to_move is None
    assert game.legal_moves() == []
    for text in ("pass", "tile 0,0", game.moves[0], game.moves[-1]):
        assert_refused(game, text)


@given(plans())
def test_firefighters_are_conserved(plan: Plan) -> None:
    game = start(plan.kind, list(plan.deck))
    for _ in plan.moves(game):
        assert_conserved(game)
    assert_conserved(game)
    numbers = sorted(tile.number or 0 for tile in seen(game).tiles)
    assert numbers == [int(number) for number in ASCENDING]


def assert_conserved(game: Game) -> None:
    view = seen(game)
    for colour in range(4):
        in_stock = sum(stock[colour] for stock in view.stocks)
        on_tiles = sum(tile.crews[colour] for tile in view.tiles)
        assert in_stock + on_tiles + view.paid[colour] == 12
    assert sum(view.paid) == sum(tile.firebreak for tile in view.tiles)


@given(plans(), PLIES)
def test_every_text_is_allowed_or_not_as_the_rules_restated_slowly_say(plan: Plan, plies: int) -> None:
    game, oracle = position_of(plan, plies)
    texts, legal = vocabulary(oracle), oracle.legal()
    assert legal <= texts
    accepted = {text for text in texts if game.explain(text) == "this move is legal"}
    assert accepted == {
        text for text in texts if text in legal or (text.startswith("arrange") and oracle.accepts(text))
    }


def position_of(plan: Plan, plies: int) -> tuple[Game, Oracle]:
    game = plan.played(plies)
    oracle = oracle_of(game)
    for move in game.moves:
        oracle.play(move)
    return game, oracle


def vocabulary(oracle: Oracle) -> set[str]:
    """Everything one could say of the forest and the cells around it, sensible or not."""
    near: set[Cell] = {(q + dq, r + dr) for q, r in oracle.occupied() for dq in (-2, 0, 1) for dr in (-1, 0, 2)}
    cells = [f"{q},{r}" for q, r in sorted(near | oracle.hottest() | oracle.occupied() | {(0, 0), (0, 1)})]
    turned_up = sorted(set(oracle.turned_up)) or [1, 2]
    return {
        "pass",
        *(f"tile {cell}" for cell in cells),
        *(f"break {cell} {colour}" for cell in cells for colour in COLOURS),
        *(f"crew {n} {colour} {cell}" for cell in cells for colour in COLOURS for n in range(5)),
        *(f"arrange {a} {b} {c} {d}" for a in turned_up for b in turned_up for c in turned_up for d in turned_up),
    }


ALPHABET = "abcdeghiklnoprtuwy0123456789,-+. \t\nATÄ٣²½\u2028\0"
MUTATIONS = st.lists(
    st.tuples(
        st.integers(0, 10**6), st.sampled_from(["insert", "delete", "replace", "double"]), st.sampled_from(ALPHABET)
    ),
    min_size=1,
    max_size=3,
)


def mutated(text: str, mutations: list[tuple[int, str, str]]) -> str:
    for at, how, letter in mutations:
        place = at % (len(text) + 1)
        before, here, after = text[:place], text[place : place + 1], text[place + 1 :]
        new = {"insert": letter + here, "delete": "", "replace": letter, "double": here + here}[how]
        text = before + new + after
    return text


def assert_refused(game: Game, text: str) -> None:
    """The text is no move here, and trying it leaves no trace."""
    state, moves, legal, record = game._state.tobytes(), game.moves, game.legal_moves(), game.record()
    with pytest.raises(IllegalMove) as refusal:
        game.play(text)
    assert refusal.value.reason
    assert str(refusal.value) == refusal.value.reason
    assert game._state.tobytes() == state
    assert (game.moves, game.legal_moves(), game.record()) == (moves, legal, record)


def assert_treated_as_the_rules_say(game: Game, oracle: Oracle, text: str) -> None:
    if oracle.accepts(text) is None:
        assert_refused(game, text)
    else:
        played = game.copy()
        played.play(text)
        assert played.moves[-1] == text


@given(plans(), PLIES, st.integers(0, 10**6), st.lists(MUTATIONS, min_size=1, max_size=20))
def test_mutated_moves_are_refused_and_leave_no_trace(
    plan: Plan, plies: int, choice: int, mutations: list[list[tuple[int, str, str]]]
) -> None:
    game, oracle = position_of(plan, plies)
    legal = sorted(oracle.legal()) or ["pass"]
    for i, changes in enumerate(mutations):
        assert_treated_as_the_rules_say(game, oracle, mutated(legal[(choice + i) % len(legal)], changes))


def misspelt(text: str) -> Iterator[str]:
    """Texts that people or programs could take for this move."""
    yield from (text.upper(), text.title(), text[:-1], text + text, f"{text} {text}", f"1. {text}", f'"{text}"')
    for blank in (" ", "\n", "\r", "\t", "\0", "\u00a0", "\u2028", ".", "+"):
        yield from (text + blank, blank + text, text.replace(" ", blank), text.replace(" ", " " + blank, 1))
    for comma in (", ", " ,", ";", ".", ",,", ""):
        yield text.replace(",", comma)
    for number in re.finditer(r"[0-9]+", text):
        digits, before, after = number[0], text[: number.start()], text[number.end() :]
        for wrong in (
            f"0{digits}",
            f"+{digits}",
            f"-{digits}",
            f"--{digits}",
            f"{digits}.0",
            f"{digits}_0",
            f"{digits}0",
        ):
            yield before + wrong + after
        for zero in "٠０𝟎":
            yield before + "".join(chr(ord(zero) + int(digit)) for digit in digits) + after
        yield before + "²" + after
    for colour in COLOURS:
        for wrong in (colour[0], colour.title(), "grün", "0", ""):
            yield text.replace(colour, wrong)


@given(plans(), PLIES, st.integers(0, 10**6))
def test_texts_are_exact(plan: Plan, plies: int, choice: int) -> None:
    game, oracle = position_of(plan, plies)
    legal = sorted(oracle.legal()) or ["pass"]
    for text in misspelt(legal[choice % len(legal)]):
        assert_treated_as_the_rules_say(game, oracle, text)


@given(plans(), PLIES)
def test_moves_of_other_positions_are_treated_as_the_rules_say(plan: Plan, plies: int) -> None:
    whole = plan.played()
    game, oracle = position_of(plan, plies)
    for text in {*whole.moves[::3], "crew 1 red 0,0", "break 0,1 green"}:
        assert_treated_as_the_rules_say(game, oracle, text)


@given(plans(), PLIES, st.text(max_size=30))
def test_any_other_text_is_refused(plan: Plan, plies: int, text: str) -> None:
    game, oracle = position_of(plan, plies)
    assert_treated_as_the_rules_say(game, oracle, text)


@given(plans(), st.integers(1, 12))
def test_undo_restores_the_very_bytes(plan: Plan, most: int) -> None:
    game = start(plan.kind, list(plan.deck))
    before = []
    for move in plan.moves(game):
        before.append((game._state.tobytes(), game.moves, game.legal_moves(), game.record(), move))
    for state, moves, legal, record, move in before[: -most - 1 : -1]:
        assert game.undo() == move
        assert game._state.tobytes() == state
        assert (game.moves, game.legal_moves(), game.record()) == (moves, legal, record)


@given(plans(), PLIES)
def test_the_record_gives_an_equal_match(plan: Plan, plies: int) -> None:
    for game in (plan.played(plies), plan.played()):
        again = funkenflug.load(game.record())
        assert again == game
        assert again._state.tobytes() == game._state.tobytes()
        assert (again.moves, again.legal_moves(), again.outcome()) == (game.moves, game.legal_moves(), game.outcome())
        assert again.record() == game.record()


@given(plans(COMPETITIVE))
def test_hotter_gives_at_most_the_normal_points(plan: Plan) -> None:
    options = tuple(option for option in plan.kind.options if option != "hotter")
    normal = plan._replace(kind=plan.kind._replace(options=options)).played()
    hotter = start(plan.kind._replace(options=(*options, "hotter")), list(plan.deck))
    for move in normal.moves:
        hotter.play(move)
    assert hotter.over
    rounded_up = {(region.colour, region.cells): region for region in seen(normal).regions}
    for down in seen(hotter).regions:
        up = rounded_up.pop((down.colour, down.cells))
        assert (up.total, up.divisor) == (down.total, down.divisor)
        assert down.points <= up.points <= down.points + 1
    assert not rounded_up
    assert all(down <= up for down, up in zip(seen(hotter).scores, seen(normal).scores, strict=True))


# The kernel's own functions, which bots use without texts


@given(plans(), PLIES, st.integers(0, 2**32))
def test_the_kernel_draws_and_allows_exactly_the_legal_moves(plan: Plan, plies: int, seed: int) -> None:
    game = plan.played(plies)
    state, before = game._state, game._state.tobytes()
    numbers = np.empty(rules.MOST_MOVES, np.int64)
    legal = set(numbers[: kernel.legal(state, numbers)].tolist())
    assert len(legal) == len(game.legal_moves())
    allowed = {number for number in range(rules.MOVES) if kernel.allows(state, number)}
    assert legal == allowed
    if legal:
        rng = kernel.chance(seed)
        assert {int(kernel.sample(state, rng)) for _ in range(30)} <= legal
    assert state.tobytes() == before


@given(plans())
def test_utilities_share_one_among_the_winners_and_sum_up_to_0(plan: Plan) -> None:
    game = plan.played()
    oracle = oracle_of(game)
    for move in game.moves:
        oracle.play(move)
    values = np.full(kernel.MOST_SEATS, 9.0)
    kernel.utilities(game._state, values)
    if game.mode != "competitive":
        assert set(values[: game.players]) == {1.0 if oracle.winners() else -1.0}
    else:
        winners, losers = len(oracle.winners()), game.players - len(oracle.winners())
        for seat in range(game.players):
            expected = (losers / winners if seat in oracle.winners() else -1.0) / (game.players - 1)
            assert values[seat] == pytest.approx(expected)
        assert sum(values[: game.players]) == pytest.approx(0)
    assert set(values[game.players :]) <= {9.0}


@pytest.mark.parametrize("won", FEURIO_WON)
def test_utilities_of_a_won_match_are_1(won: tuple[int, str, str, str]) -> None:
    players, mode, deck, script = won
    game = play_all(start(Kind(players, mode), [int(number) for number in deck]), script)
    values = np.zeros(kernel.MOST_SEATS)
    kernel.utilities(game._state, values)
    assert values.tolist() == [1.0] * players + [0.0] * (4 - players)


@given(plans(), PLIES, st.sampled_from([-1, 0, 1, 2, 3]), st.integers(0, 2**32))
def test_a_redeal_changes_nothing_that_the_seat_knows(plan: Plan, plies: int, seat: int, seed: int) -> None:
    game = plan.played(plies)
    seat = min(seat, game.players - 1)
    known = seen(game, None if seat < 0 else seat).deck
    determinized = game._state.copy()
    kernel.determinize(determinized, seat, kernel.chance(seed))
    dealt, dealt_anew = game._state["deck"].tolist(), determinized["deck"].tolist()
    assert sorted(dealt_anew) == sorted(dealt)
    assert all(new == old for new, old in zip(dealt_anew, known, strict=True) if old is not None)
    determinized["deck"] = dealt
    assert determinized.tobytes() == game._state.tobytes()
