"""Setting up a match, playing it, taking back, copying, comparing and looking at it."""

import copy
import doctest
import hashlib
import importlib
import inspect
import pickle
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import funkenflug
from funkenflug import IllegalMove, Move
from funkenflug.core.seeds import Chance
from funkenflug.games import GAMES
from funkenflug.games.feuer_wasser.rules.view import FeuerWasserView
from funkenflug.games.feurio.rules.view import CrewPlaced, FeurioView, Passed, TileLaid
from funkenflug.games.hexes import cell_name
from funkenflug.games.vulkan.rules.view import VulkanView
from funkenflug.match.game import Game
from tests.matches import ASCENDING, KINDS, Kind, Plan, deck_of, plans, play_all, seen, start

FULL = [int(number) for number in ASCENDING]


def test_what_people_get() -> None:
    game = funkenflug.new("feurio", players=4, options=("firebreak",), seed=7)
    assert game.to_move == 3
    moves = game.legal_moves()
    assert all(isinstance(move, Move) for move in moves)
    assert str(moves[0]) == "arrange 6 1 4 2"
    assert repr(moves[0]) == "Move('arrange 6 1 4 2')"
    game.play(moves[0])
    assert game.moves == ("arrange 6 1 4 2",)
    assert game.undo() == moves[0]
    game.play("arrange 6 1 4 2")
    assert (game.over, game.outcome()) == (False, None)
    assert game.copy() == game
    assert funkenflug.load(game.record()) == game
    assert game._repr_svg_().startswith("<svg")
    assert str(game) == game.text()
    assert (game.players, game.mode, game.options) == (4, "competitive", ("firebreak",))
    assert repr(game) == "<Feurio! competitive, 4 players, 1 move>"


# Setting up


@pytest.mark.parametrize(
    ("players", "mode", "expected"),
    [
        (1, None, "solitaire"),
        (2, None, "competitive"),
        (4, None, "competitive"),
        (1, "solitaire", "solitaire"),
        (3, "cooperative", "cooperative"),
    ],
)
def test_modes(players: int, mode: str | None, expected: str) -> None:
    assert funkenflug.new("feurio", players=players, mode=mode).mode == expected


@pytest.mark.parametrize(
    ("wishes", "complaint"),
    [
        ({"players": 5}, "Feurio! is for 1 to 4 players, not 5"),
        ({"players": 0}, "Feurio! is for 1 to 4 players, not 0"),
        ({"players": -1}, "not -1"),
        ({"players": "2"}, "players must be a whole number, not '2'"),
        ({"players": True}, "players must be a whole number, not True"),
        ({"players": 2.0}, "players must be a whole number, not 2.0"),
        ({"players": 1, "mode": "competitive"}, "competitive is not for 1 player"),
        ({"players": 2, "mode": "solitaire"}, "solitaire is not for 2 players"),
        ({"players": 2, "mode": "war"}, "Feurio! has no mode 'war'; it has competitive, solitaire, cooperative"),
        ({"players": 1, "options": ["hotter"]}, "the option hotter is not for solitaire games"),
        ({"players": 1, "options": ["firebreak"]}, "the option firebreak is not for solitaire games"),
        ({"players": 2, "mode": "cooperative", "options": ["hotter"]}, "hotter is not for cooperative games"),
        ({"players": 2, "options": ["wet"]}, "Feurio! has no option 'wet'; it has firebreak, hotter"),
        ({"players": 2, "options": "wet"}, "Feurio! has no option 'wet'"),
        ({"players": 2, "deck": FULL[:35]}, "a deck has 36 tiles, this one has 35"),
        ({"players": 2, "deck": [*FULL, 6]}, "a deck has 36 tiles, this one has 37"),
        ({"players": 2, "deck": []}, "a deck has 36 tiles, this one has 0"),
        ({"players": 2, "deck": [*FULL[:35], 7]}, "a tile must have a number from 1 to 6, not 7"),
        ({"players": 2, "deck": [0, *FULL[1:]]}, "a tile must have a number from 1 to 6, not 0"),
        ({"players": 2, "deck": ["6", *FULL[1:]]}, "a tile must have a number from 1 to 6, not '6'"),
        ({"players": 2, "deck": [True, *FULL[1:]]}, "a tile must have a number from 1 to 6, not True"),
        ({"players": 2, "deck": [2, *FULL[1:]]}, "a deck has six tiles of each number, this one has 5 of 1"),
        ({"players": 2, "deck": 36}, "a deck must be a list of 36 numbers, not 36"),
        ({"players": 2, "layout": "flower"}, "Feurio! takes deck, not layout"),
        ({"players": 2, "seed": ""}, "a seed must be one line of 1 to 128 printable characters"),
        ({"players": 2, "seed": " 7"}, "without blanks around it, not ' 7'"),
        ({"players": 2, "seed": "a\nb"}, "printable characters"),
        ({"players": 2, "seed": "x" * 129}, "1 to 128 printable characters"),
        ({"players": 2, "seed": 2**9999}, "1 to 128 printable characters"),
        ({"players": 2, "seed": 1.5}, "a seed must be a whole number or a text, not float"),
        ({"players": 2, "seed": True}, "a seed must be a whole number or a text, not bool"),
        ({"players": 2, "seed": b"7"}, "a seed must be a whole number or a text, not bytes"),
        ({"players": 2, "names": ["Agnes"]}, "1 name for 2 players"),
        ({"players": 2, "names": 5}, "names must be a list with a name for each seat, not 5"),
        ({"players": 2, "names": "AB"}, "names must be a list with a name for each seat, not 'AB'"),
        ({"players": 2, "names": ["A", "B", "C"]}, "3 names for 2 players"),
        ({"players": 2, "names": ["", "B"]}, "a name must be one line of 1 to 60 printable characters, not ''"),
        ({"players": 2, "names": [" A", "B"]}, "not ' A'"),
        ({"players": 2, "names": ["A\n", "B"]}, "1 to 60 printable characters"),
        ({"players": 2, "names": ["x" * 61, "B"]}, "1 to 60 printable characters"),
        ({"players": 2, "names": [7, "B"]}, "not 7"),
    ],
)
def test_what_does_not_fit_is_named(wishes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)) as error:
        funkenflug.new("feurio", **wishes)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("game_id", ["chess", "", "Feurio", "feurio ", "x" * 10_000])
def test_an_unknown_game_is_named(game_id: str) -> None:
    with pytest.raises(ValueError, match=f"there is no game '{game_id[:40]}.*'; there are feurio"):
        funkenflug.new(game_id, players=2)


def test_what_is_no_name_of_a_game_is_named() -> None:
    for wrong in (["feurio"], None, 7):
        with pytest.raises(ValueError, match=r"there is no game .*; there are feurio"):
            funkenflug.new(wrong, players=2)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="at least one game to step, a whole number, not 'a'"):
        funkenflug.vector("feurio", "a", players=2)  # type: ignore[arg-type]
    assert callable(funkenflug.review.review)


def test_options_may_be_given_in_any_way_and_are_kept_in_order() -> None:
    for options in (
        ["hotter", "firebreak"],
        {"firebreak", "hotter"},
        ("hotter", "firebreak", "hotter"),
        iter(["hotter", "firebreak"]),
    ):
        assert funkenflug.new("feurio", players=2, options=options).options == ("firebreak", "hotter")
    assert funkenflug.new("feurio", players=2, options="hotter").options == ("hotter",)
    assert funkenflug.new("feurio", players=2).options == ()


def test_a_deck_is_taken_as_given() -> None:
    game = funkenflug.new("feurio", players=2, deck=deck_of("625"))
    assert [tile.number for tile in seen(game).tiles] == [6, 2]
    assert seen(game).drawn == 5
    assert game.setup.seed is None
    assert funkenflug.new("feurio", players=2, deck=iter(deck_of("625"))) == game
    assert funkenflug.new("feurio", players=2, deck=None, seed=1) == funkenflug.new("feurio", players=2, seed=1)


def test_names() -> None:
    game = funkenflug.new("feurio", players=2, names=iter(["Ä" * 60, 'B "the fox" \\']))
    assert game.names == ("Ä" * 60, 'B "the fox" \\')
    assert seen(game).names == game.names
    assert [len(funkenflug.new("feurio", players=players).names) for players in (1, 2, 3, 4)] == [1, 2, 3, 4]


# Seeds


@pytest.mark.parametrize(
    ("seed", "deck"),
    [
        (7, "164263113254335261425265644535142613"),
        ("7", "164263113254335261425265644535142613"),
        (0, "524253345221112665136515312464636434"),
        (-1, "543655243144636522263153322141541616"),
        ("Saturday night", "333132226615155112564265434642514364"),
        (2**300, "211125165354346343113552254642663426"),
    ],
)
def test_the_shuffle_is_pinned(seed: int | str, deck: str) -> None:
    """The same seed gives the same match on every platform and in every version."""
    for kind in KINDS:
        game = funkenflug.new("feurio", players=kind.players, mode=kind.mode, options=kind.options, seed=seed)
        assert "".join(map(str, game.setup.deal)) == deck


def shuffled_by_hand(seed: str) -> str:
    """The shuffle as the documentation of `funkenflug.core.seeds` states it, done another way."""
    words: list[int] = []
    for block in range(40):
        digest = hashlib.sha256(f"{seed}/deck/{block}".encode()).hexdigest()
        words += [int(digest[i : i + 8], 16) for i in range(0, 64, 8)]
    order = list(ASCENDING)
    for last in range(35, 0, -1):
        choices = last + 1
        while words[0] >= 2**32 // choices * choices:
            words.pop(0)
        other = words.pop(0) % choices
        order[last], order[other] = order[other], order[last]
    return "".join(order)


@given(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=40))
def test_the_shuffle_is_as_documented(seed: str) -> None:
    assert "".join(map(str, funkenflug.new("feurio", players=3, seed=seed).setup.deal)) == shuffled_by_hand(seed)


def test_words_that_would_favour_small_numbers_are_skipped() -> None:
    class Loaded(Chance):
        def __init__(self) -> None:
            self._words = iter([2**32 - 1, 2**32 - 4, 2**32 - 5, 9])

    assert Loaded().below(6) == (2**32 - 5) % 6  # 2**32 is 4 more than a multiple of 6
    assert Loaded().below(1) == 0


def test_without_a_seed_every_match_is_another() -> None:
    games = [funkenflug.new("feurio", players=2) for _ in range(20)]
    assert len({game.setup.seed for game in games}) == 20
    assert len({game.setup.deal for game in games}) == 20
    assert all(game == funkenflug.new("feurio", players=2, seed=game.setup.seed) for game in games)


# Playing and taking back


def test_play_takes_a_move_or_its_text_and_tells_what_happened() -> None:
    game = start(Kind(2, "competitive"), "65")
    assert game.play(game.legal_moves()[1]) == (TileLaid(seat=0, cell=(0, 1), number=1, heat=11),)
    assert game.play("crew 2 blue 0,0") == (CrewPlaced(seat=0, cell=(0, 0), number=6, colour="blue", count=2),)
    assert play_all(game, "tile 1,-1").play("pass") == (Passed(seat=1),)
    assert game.moves == ("tile 0,1", "crew 2 blue 0,0", "tile 1,-1", "pass")
    assert all(isinstance(move, Move) for move in game.moves)
    assert game.turn_beginnings == (True, False, True, False)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_list_of_legal_moves_may_be_changed(game_id: str) -> None:
    game = funkenflug.new(game_id, players=2, seed=7)
    chance = random.Random(7)
    for _ in range(6):
        before, legal = game.copy(), game.legal_moves()
        move = chance.choice(legal)
        legal.reverse()
        legal += ["nonsense", "nonsense"]  # type: ignore[list-item]
        with pytest.raises(IllegalMove):
            game.play("nonsense")
        game.play(move)
        before.play(str(move))
        assert game == before
        assert game.moves == before.moves


def test_an_illegal_move_says_why_and_changes_nothing() -> None:
    game = start(Kind(2, "competitive"), "65")
    before = game.copy()
    with pytest.raises(IllegalMove, match="heat 6 here; 11 at m12 and n14") as refusal:
        game.play("tile -1,0")
    assert game == before
    assert refusal.value.reason.template == "heat {heat} here; {most} at {cells}"
    assert refusal.value.reason.values["heat"] == 6
    assert issubclass(IllegalMove, ValueError)
    assert game.explain("tile -1,0") == "heat 6 here; 11 at m12 and n14"
    assert game.explain("tile 0,1") == "this move is legal"
    assert game == before


def test_undo() -> None:
    game = start(Kind(2, "competitive"), "65")
    with pytest.raises(IndexError, match="there is no move to take back"):
        game.undo()
    states = []
    for move in ("tile 0,1", "crew 2 blue 0,0", "tile 1,-1"):
        states.append(game.copy())
        game.play(move)
    for move, before in zip(("tile 1,-1", "crew 2 blue 0,0", "tile 0,1"), reversed(states), strict=True):
        taken = game.undo()
        assert taken == move
        assert isinstance(taken, Move)
        assert game == before
        assert game.legal_moves() == before.legal_moves()
    with pytest.raises(IndexError, match="there is no move to take back"):
        game.undo()


def test_undo_from_the_end() -> None:
    game = Plan(KINDS[0], tuple(deck_of("")), "anything", "anything", 0, bytes(300)).played()
    last = game.moves[-1]
    game.undo()
    assert (game.over, game.outcome()) == (False, None)
    game.play(last)
    assert game.over


@given(plans(), st.integers(0, 100))
def test_outcome_is_none_while_the_match_goes_on(plan: Plan, plies: int) -> None:
    game = plan.played(plies)
    assert (game.outcome() is None) is (game.to_move is not None) is not game.over
    assert seen(game).over is game.over


# Copying and comparing


@given(plans(), st.integers(0, 60))
def test_copies_are_independent(plan: Plan, plies: int) -> None:
    game = plan.played(plies)
    game.tags, game.comments = {"Event": "x"}, {0: "y"}
    before, record = game._state.tobytes(), game.record()
    twin = game.copy()
    assert twin == game
    assert twin.record() == record
    while not twin.over:
        twin.play(twin.legal_moves()[0])
    twin.tags["Event"] = "z"
    twin.comments[0] = "z"
    assert game._state.tobytes() == before
    assert game.record() == record
    if len(twin.moves) > len(game.moves):
        assert twin != game
    while len(twin.moves) > len(game.moves):
        twin.undo()
    assert twin == game


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_python_copies_and_pickles_a_match_too(game_id: str, again: Callable[[Game], Game]) -> None:
    game = funkenflug.new(game_id, players=3, seed=7, names=["Mara", "Jonas", "Ida"])
    game.play(game.legal_moves()[-1])
    game.tags["Event"] = "evening"
    before = game.record()
    twin = again(game)
    assert twin == game
    assert twin.record() == before
    assert (twin.to_move, twin.legal_moves(), twin.view(1)) == (game.to_move, game.legal_moves(), game.view(1))
    twin.play(twin.legal_moves()[0])
    twin.tags["Event"] = "another one"
    assert game.record() == before
    assert game.legal_moves() == funkenflug.load(before).legal_moves()
    twin.undo()
    assert twin.moves == game.moves


def test_playing_in_the_original_leaves_its_copy() -> None:
    game = start(Kind(2, "competitive"), "65")
    game.legal_moves()
    twin = game.copy()
    game.play("tile 0,1")
    assert twin.legal_moves() == ["tile 1,-1", "tile 0,1"]
    assert twin.moves == ()
    game.undo()
    assert twin == game


def test_matches_are_equal_in_the_same_position_of_the_same_game() -> None:
    game = funkenflug.new("feurio", players=2, seed=7)
    assert game == funkenflug.new("feurio", players=2, seed="7")
    assert game == funkenflug.new("feurio", players=2, deck=game.setup.deal)
    assert game != funkenflug.new("feurio", players=2, seed=8)
    assert game != funkenflug.new("feurio", players=3, seed=7)
    assert game != funkenflug.new("feurio", players=2, mode="cooperative", seed=7)
    assert game != funkenflug.new("feurio", players=2, options=["hotter"], seed=7)
    assert game == funkenflug.new("feurio", players=2, seed=7, names=["A", "B"])
    assert game == funkenflug.position(game.position())
    assert game != "feurio"
    played = game.copy()
    played.play(played.legal_moves()[0])
    assert game != played
    played.undo()
    assert game == played
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def test_matches_that_came_to_the_same_position_another_way_are_equal() -> None:
    one = play_all(start(Kind(2, "competitive"), "66111"), "tile 0,1; pass; tile 1,-1; pass")
    other = play_all(start(Kind(2, "competitive"), "66111"), "tile 1,-1; pass; tile 0,1; pass")
    assert one == other
    assert one.moves != other.moves
    assert {one.position(): "known"}[other.position()] == "known"


# Looking at it


@given(plans(), st.integers(0, 100))
def test_views_are_plain_data(plan: Plan, plies: int) -> None:
    game = plan.played(plies)
    for seat in (None, *range(game.players)):
        view = game.view(seat)
        assert view.seat == seat
        assert msgspec.json.decode(msgspec.json.encode(view), type=FeurioView) == view
        assert view.moves == game.moves
        assert (view.game, view.players, view.mode, view.options) == ("feurio", *plan.kind)
    outcome = game.outcome()
    if outcome is not None:
        assert msgspec.json.decode(msgspec.json.encode(outcome), type=type(outcome)) == outcome


@given(plans())
def test_events_are_plain_data(plan: Plan) -> None:
    game = start(plan.kind, list(plan.deck))
    while not game.over and len(game.moves) < 30:
        seat = game.to_move
        events = game.play(plan.choose(len(game.moves), game))
        assert len(events) == 1
        assert events[0].seat == seat
        assert msgspec.json.encode(tuple(events))


def test_events_are_made_when_somebody_looks_and_are_like_a_tuple() -> None:
    game = funkenflug.new("feurio", players=2, deck=deck_of("625"))
    events = game.play(game.legal_moves()[0])
    first = events[0]
    while not game.over:
        game.play(game.legal_moves()[0])  # later moves change nothing
    (only,) = events
    assert events == (only,) == (first,)
    assert (repr(events), hash(events), events[:1]) == (repr((only,)), hash((only,)), (only,))
    assert (*events, *events) == events + events == (only, only)
    assert pickle.loads(pickle.dumps(events)) == events
    assert events != (only, only)
    assert events != [only]


@pytest.mark.parametrize("game_id", ["feurio", "vulkan", "feuer-wasser"])
def test_a_match_can_be_taken_back_move_by_move_to_its_beginning_and_played_again(game_id: str) -> None:
    game, chance = funkenflug.new(game_id, players=3, seed=3), random.Random(3)
    before = []
    while not game.over:
        before.append(game._state.tobytes())
        game.play(chance.choice(game.legal_moves()))
    for again in (game.copy(), pickle.loads(pickle.dumps(game))):
        assert again == game
        taken = []
        for state in reversed(before):
            taken.append(again.undo())
            assert again._state.tobytes() == state
        for move in reversed(taken):
            again.play(move)
        assert again == game


@pytest.mark.parametrize("seat", [2, -1, True, "0", 1.0, [0], np.True_])
def test_a_view_needs_a_seat_that_is_there(seat: Any) -> None:
    game = funkenflug.new("feurio", players=2)
    for ask in (game.view, game.hidden, game.known, game.svg, game.text):
        with pytest.raises(ValueError, match="a seat must be 0 to 1, or None for a spectator, not"):
            ask(seat)
    with pytest.raises(ValueError, match="the seat is 0, or None for a spectator, not 1"):
        funkenflug.new("feurio", players=1).view(1)


def test_whole_numbers_may_be_those_of_numpy() -> None:
    number: Any = np.int64
    game = funkenflug.new("feurio", players=number(2), seed=number(7))
    assert game == funkenflug.new("feurio", players=2, seed=7)
    assert game.view(number(1)) == game.view(1)
    assert msgspec.json.encode(game.view(number(1))) == msgspec.json.encode(game.view(1))
    deck = np.array(FULL, np.int8)
    assert funkenflug.new("feurio", players=2, deck=deck) == funkenflug.new("feurio", players=2, deck=FULL)
    layout = {(q, r): value for (q, r), value in _layout()}
    given = {(number(q), number(r)): np.int8(value) for (q, r), value in _layout()}
    assert funkenflug.new("vulkan", players=2, layout=given) == funkenflug.new("vulkan", players=2, layout=layout)
    tiles = [(fire, water) for fire in range(1, 5) for water in range(1, 5)]
    piled = funkenflug.new("feuer-wasser", players=2, piles=np.array([tiles, tiles]))
    assert piled == funkenflug.new("feuer-wasser", players=2, piles=[tiles, tiles])
    for each in (game, piled, funkenflug.new("vulkan", players=2, layout=given)):
        assert funkenflug.load(each.record()) == each
    for wishes in ({"players": np.float64(2)}, {"players": np.True_}, {"players": 2, "seed": np.float64(7)}):
        with pytest.raises(ValueError, match="whole number"):
            funkenflug.new("feurio", **wishes)


def _layout() -> tuple[tuple[tuple[int, int], int], ...]:
    view = funkenflug.new("vulkan", players=2, seed=7).view()
    assert isinstance(view, VulkanView)
    return view.layout


def test_a_match_is_the_same_however_its_deal_was_given() -> None:
    by_seed = funkenflug.new("vulkan", players=2, seed=7)
    given = funkenflug.new("vulkan", players=2, layout=_layout())
    assert by_seed == given
    assert given == funkenflug.load(given.record()) == funkenflug.load(by_seed.record())
    assert given != funkenflug.new("vulkan", players=2, seed=8)
    for game in (by_seed, given):
        game.play(game.legal_moves()[0])
    assert by_seed == given


def test_what_no_picture_can_have_is_named() -> None:
    game = funkenflug.new("feuer-wasser", players=2)
    with pytest.raises(ValueError, match="a theme must be auto, light or dark, not 'pink'"):
        game.svg(theme="pink")  # type: ignore[arg-type]
    flags = "preview, arrows, marks, influence, cards and all_hints"
    with pytest.raises(ValueError, match=f"a picture of Feuer & Wasser takes {flags}, not regions"):
        game.svg(regions=True)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="there is no cell 'z9' on this board"):
        game.draw(influence="z9")


@given(plans(), st.integers(0, 100))
def test_pictures_are_well_formed(plan: Plan, plies: int) -> None:
    game = plan.played(plies)
    assert ElementTree.fromstring(game._repr_svg_()).tag == "{http://www.w3.org/2000/svg}svg"
    for seat in (None, *range(game.players)):
        for regions in (False, True):
            ElementTree.fromstring(game.svg(seat, regions=regions))
    if not game.over:
        ElementTree.fromstring(game.svg(preview=game.legal_moves()[-1]))


@given(plans(), st.integers(0, 100))
def test_looking_changes_nothing(plan: Plan, plies: int) -> None:
    game = plan.played(plies)
    before, record = game._state.tobytes(), game.record()
    for seat in (None, *range(game.players)):
        game.view(seat), game.svg(seat), game.text(seat), game.outcome(), game.legal_moves(), repr(game), str(game)
    for move in game.legal_moves()[:3]:
        assert game.preview(move).move == move
        game.explain(move)
    assert (game._state.tobytes(), game.record()) == (before, record)


def test_the_text_board_shows_every_tile_with_its_cell() -> None:
    game = Plan(KINDS[0], tuple(deck_of("")), "anything", "anything", 0, random.Random(1).randbytes(300)).played(40)
    text = game.text()
    for tile in seen(game).tiles:
        assert cell_name(tile.cell) in text
    assert str(game) == text


def test_the_text_board_shows_the_element_under_tiles_and_leaders() -> None:
    game = funkenflug.load((Path(__file__).parents[1] / "docs/examples/feuer-wasser.ff").read_bytes())
    *rows, columns = game.text().split("\n\n")[0].split("\n")
    view = game.view()
    assert isinstance(view, FeuerWasserView)
    covered = {cell for domino in view.dominoes for cell in (domino.fire_cell, domino.water_cell)}
    covered |= {leader.cell for leader in view.leaders}
    covered -= {stone.cell for stone in view.stones}
    for row, elements in zip(rows, view.board, strict=True):
        number, cells = row[:2].strip(), [row[start : start + 5].strip() for start in range(3, len(row), 6)]
        assert row == f"{number:>2} " + " ".join(cell.center(5) for cell in cells).rstrip(), "the columns are aligned"
        for column, cell, element in zip(columns.split(), cells, elements, strict=True):
            if f"{column}{number}" in covered:
                assert cell.endswith(f"/{element.lower()}")
    assert len(covered) > 40
    assert "B[GG]" in game.text(), "stones on a leader"


# Examples in the documentation


def modules() -> list[str]:
    package = Path(funkenflug.__file__).parent
    files = sorted(path.relative_to(package.parent).with_suffix("") for path in package.rglob("*.py"))
    ours = (file for file in files if file.name != "__main__" and "migrations" not in file.parts)  # Alembic runs those
    return [".".join(file.parts).removesuffix(".__init__") for file in ours]


@pytest.mark.peers("pyspiel")
@pytest.mark.parametrize("module", modules())
def test_the_examples_in_the_documentation_run(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module), optionflags=doctest.ELLIPSIS).failed == 0


def test_every_public_name_has_an_example() -> None:
    """Properties are shown by the example of their class, or have their own."""
    public = [getattr(funkenflug, name) for name in funkenflug.__all__]
    classes = [each for each in public if inspect.isclass(each)]
    methods = [
        each
        for owner in classes
        for name, each in vars(owner).items()
        if inspect.isfunction(each) and not name.startswith("_") and each is not funkenflug.Player.choose
    ]
    functions = [each for each in public if inspect.isfunction(each)]
    named: list[Any] = [*classes, *methods, *functions]
    assert [each.__qualname__ for each in named if ">>> " not in (each.__doc__ or "")] == []


def test_the_outcome_of_a_position_is_computed_once() -> None:
    game = funkenflug.new("feurio", players=2, seed=1)
    assert game.outcome() is None
    while not game.over:
        game.play(game.legal_moves()[0])
    assert game.outcome() is game.outcome()
    assert game.copy().outcome() == pickle.loads(pickle.dumps(game)).outcome() == game.outcome()
    game.undo()
    assert game.outcome() is None


def test_a_picture_takes_a_size_and_a_drawing_shows_itself() -> None:
    game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=1)
    assert 'width="300" height="249.442"' in game.svg(size=300)
    assert game.draw()._repr_svg_() == game.svg()
    with pytest.raises(ValueError, match="a size must be a number of pixels, not 'wide'"):
        game.svg(size="wide")  # type: ignore[arg-type]


def test_arrows_and_marks_lie_above_the_board_where_their_cells_are() -> None:
    game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=1)
    plain = game.draw().fragments
    drawn = game.draw(arrows=[("m13", "o13"), funkenflug.Arrow("0,0", "0,-2", "blue")], marks={"n15": "red"}).fragments
    assert list(drawn) == [*plain, "overlay-mark-0", "overlay-arrow-0", "overlay-arrow-1"]
    tiles = {part.cell: (part.x, part.y) for part in plain.values()}
    assert (drawn["overlay-mark-0"].x, drawn["overlay-mark-0"].y) == tiles["1,-2"]
    assert (drawn["overlay-arrow-0"].x, drawn["overlay-arrow-0"].y) == tiles["0,0"]
    assert 'class="overlay arrow blue"' in drawn["overlay-arrow-1"].shape
    assert [name for name in game.draw(marks=["m13", "n13"]).fragments if "overlay" in name] == [
        "overlay-mark-0",
        "overlay-mark-1",
    ]


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"arrows": ["m13"]}, "an arrow must be a pair of cells, not 'm13'"),
        ({"arrows": [("m13", "m13")]}, "an arrow leads from one cell to another, not from 'm13' to itself"),
        ({"marks": "m13"}, "marks must be a list of cells, not 'm13'"),
        ({"marks": ["z99"]}, "there is no cell 'z99' in this picture"),
        ({"marks": ["9,9,9"]}, "there is no cell '9,9,9' in this picture"),
        ({"marks": {"m13": "pink"}}, "a colour must be green, blue, yellow or red, not 'pink'"),
        ({"colours": {"sky": "blue"}}, "this picture has no colour 'sky'; it has green, blue, yellow, red, coal, "),
        ({"colours": {"felt": "red;}"}}, "felt must be a colour as CSS writes it, such as #f26b21, not 'red;}'"),
        ({"shadows": True}, "a picture of Vulkan! takes preview, arrows, marks, cards and names, not shadows"),
    ],
)
def test_a_wish_for_a_picture_that_makes_no_sense_is_refused(wish: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        funkenflug.new("vulkan", players=2, layout="hexagon", seed=1).svg(**wish)


def test_pictures_on_one_page_keep_their_own_themes_and_colours() -> None:
    """A gradient takes the colours of the picture it stands in, and style rules apply to the whole page."""
    game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=1)
    pictures = {
        "light": game.svg(theme="light"),
        "dark": game.svg(theme="dark"),
        "white": game.svg(theme="dark", colours={"felt": "white", "green": "#0a6"}),
        "black": game.svg(theme="dark", colours={"felt": "black"}),
    }
    ids = {name: re.findall(r' id="(ff-[^"]+)"', picture) for name, picture in pictures.items()}
    assert len({id for names in ids.values() for id in names}) == sum(map(len, ids.values())), "none is in two pictures"
    for name, picture in pictures.items():
        assert set(re.findall(r'(?:url\(|href=")#([\w-]+)', picture)) <= set(ids[name])
        (classes,) = re.findall(r'<svg [^>]*class="([^"]*)"', picture)
        scope = classes.split()[-1]
        assert re.findall(r"\.funkenflug(?!\.)", picture) == [], "all rules are for the scope of the picture"
        assert set(re.findall(r"\.funkenflug\.([\w-]+)", picture)) == {scope}
    assert "--felt: white;" in pictures["white"]
    assert "--own: #0a6;" in pictures["white"]
