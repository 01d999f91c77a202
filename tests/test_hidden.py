"""Hidden means hidden: nothing that a seat or a spectator is shown depends on what it may not know."""

from collections import Counter
from math import factorial, prod

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from funkenflug import Game, kernel
from tests.matches import FIREBREAK_KINDS, KINDS, Kind, Plan, deck_of, plans, play_all, seen, start
from tests.uniform import assert_uniform

POSITIONS = plans() | plans(FIREBREAK_KINDS)
PLIES = st.integers(0, 100)
SEEDS = st.integers(0, 2**32)


def determinized(game: Game, seat: int | None, seed: int) -> Game:
    """The same match for all that this seat knows, with everything else determinized."""
    twin = game.copy()
    twin._choices = None
    kernel.determinize(twin._state, -1 if seat is None else seat, kernel.chance(seed))
    return twin


def viewers(game: Game) -> tuple[int | None, ...]:
    return (None, *range(game.players))


def shown(game: Game, seat: int | None) -> dict[str, object]:
    """Everything that this seat is shown."""
    whole: dict[str, object] = {
        "view": msgspec.json.encode(game.view(seat)),
        "svg": game.svg(seat),
        "svg with regions": game.svg(seat, regions=True),
        "text": game.text(seat),
        "outcome": game.outcome(),
        "repr": repr(game),
    }
    if seat is None:
        whole |= {"print": str(game), "notebook": game._repr_svg_()}
    if seat == game.to_move:
        whole |= {"legal moves": game.legal_moves(), "refusal": game.explain("tile 9,9"), "pass": game.explain("pass")}
    return whole


@given(POSITIONS, PLIES, SEEDS)
def test_a_redeal_is_not_seen_by_who_does_not_know_the_difference(plan: Plan, plies: int, seed: int) -> None:
    game = plan.played(plies)
    for seat in viewers(game):
        assert shown(determinized(game, seat, seed), seat) == shown(game, seat)


@given(POSITIONS, PLIES, SEEDS, st.integers(0, 10**6))
def test_a_picture_of_a_considered_move_gives_nothing_away(plan: Plan, plies: int, seed: int, choice: int) -> None:
    game = plan.played(plies)
    if legal := game.legal_moves():
        move = legal[choice % len(legal)]
        for seat in viewers(game):
            assert determinized(game, seat, seed).svg(seat, preview=move) == game.svg(seat, preview=move)


@given(POSITIONS, PLIES, SEEDS, st.integers(0, 10**6))
def test_a_considered_move_gives_nothing_away(plan: Plan, plies: int, seed: int, choice: int) -> None:
    game = plan.played(plies)
    if legal := game.legal_moves():
        move = legal[choice % len(legal)]
        for seat in viewers(game):
            assert determinized(game, seat, seed).preview(move, seat) == game.preview(move, seat)


@given(POSITIONS, PLIES, SEEDS)
def test_a_redeal_keeps_what_the_seat_knows_and_the_tiles_there_are(plan: Plan, plies: int, seed: int) -> None:
    game = plan.played(plies)
    for seat in viewers(game):
        twin = determinized(game, seat, seed)
        assert seen(twin, seat) == seen(game, seat)
        assert sorted(twin._state["deck"].tolist()) == sorted(game.setup.deal)
        twin._state["deck"] = game.setup.deal
        assert twin._state.tobytes() == game._state.tobytes()


@given(POSITIONS, PLIES, SEEDS, SEEDS)
def test_a_redeal_depends_on_nothing_but_chance_and_what_the_seat_knows(
    plan: Plan, plies: int, seed: int, other_seed: int
) -> None:
    game = plan.played(plies)
    for seat in viewers(game):
        once = determinized(game, seat, seed)
        twice = determinized(determinized(game, seat, other_seed), seat, seed)
        assert once._state.tobytes() == twice._state.tobytes()


@given(POSITIONS, SEEDS)
def test_when_the_match_is_over_nothing_is_hidden(plan: Plan, seed: int) -> None:
    game = plan.played()
    for seat in viewers(game):
        assert determinized(game, seat, seed)._state.tobytes() == game._state.tobytes()
        assert None not in seen(game, seat).deck
        assert None not in [tile.number for tile in seen(game, seat).tiles]


@pytest.mark.parametrize("kind", KINDS)
def test_everything_unknown_is_dealt_anew_and_nothing_else(kind: Kind) -> None:
    game = start(kind, "526341" * 4)
    for _ in range(25):
        breaks = [move for move in game.legal_moves() if move.startswith("break")]
        game.play(breaks[0] if breaks and len(game.moves) % 3 == 0 else game.legal_moves()[0])
    for seat in viewers(game):
        known = seen(game, seat).deck
        hidden = {number for number, left in enumerate(seen(game, seat).unseen, 1) if left}
        decks = [determinized(game, seat, seed)._state["deck"].tolist() for seed in range(300)]
        for place, number in enumerate(known):
            assert {deck[place] for deck in decks} == (hidden if number is None else {number})


def test_every_hidden_arrangement_comes_up_equally_often() -> None:
    """Seat 0 laid a 3 face down, seat 1 holds a 1, a 2 and another 2 are left in the deck."""
    laid = deck_of("653122")
    game = start(Kind(2, "competitive", ("firebreak",)), [*laid[:3], *laid[6:], *laid[3:6]])
    game.play("break 0,1 green")
    while seen(game).tiles_left > 2:
        game.play(min(move for move in game.legal_moves() if move.startswith("tile")))
        game.play("pass")
    assert game.to_move == 1
    hidden = {0: "122", 1: "223", None: "1223"}
    for seat, numbers in hidden.items():
        unseen = seen(game, seat).unseen
        assert "".join(str(number) * left for number, left in enumerate(unseen, 1)) == numbers
        arrangements = factorial(len(numbers)) // prod(factorial(left) for left in unseen)
        rng = kernel.chance(7)
        came_up: Counter[bytes] = Counter()
        for _ in range(500 * arrangements):
            state = game._state.copy()
            kernel.determinize(state, -1 if seat is None else seat, rng)
            came_up[state["deck"].tobytes()] += 1
        assert_uniform(came_up, arrangements)


def test_others_may_know_what_a_seat_does_not() -> None:
    """What is hidden from one is shown to another: the tests above would see a leak."""
    game = play_all(start(Kind(2, "competitive", ("firebreak",)), "653214"), "break 0,1 green")
    twin = next(twin for twin in (determinized(game, None, seed) for seed in range(99)) if twin.view(0) != game.view(0))
    assert twin.view(None) == game.view(None)
    assert twin.svg(0) != game.svg(0)
    assert twin.text(0) != game.text(0)
    drawn = next(twin for twin in (determinized(game, 0, seed) for seed in range(99)) if twin.view(1) != game.view(1))
    assert drawn.view(0) == game.view(0)
    assert seen(drawn, 1).drawn != seen(game, 1).drawn
