"""A position is a text: one line that comes back as the same position, in every game."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import funkenflug
from funkenflug import Game, kernel
from funkenflug.games import register, unregister
from funkenflug.match.game import determinize
from tests.morels import Morels

_KINDS: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("feurio", {"players": players, "mode": mode}) for players, mode in ((1, "solitaire"), (2, "cooperative"))),
    *(("feurio", {"players": players, "options": ("firebreak", "hotter")}) for players in (2, 3, 4)),
    ("feurio", {"players": 4, "mode": "cooperative"}),
    *(("vulkan", {"players": players, "layout": "random"}) for players in (1, 2, 3, 4)),
    ("vulkan", {"players": 2, "mode": "cooperative", "layout": "hexagon"}),
    *(("feuer-wasser", {"players": players}) for players in (2, 3, 4)),
    ("feuer-wasser", {"players": 3, "board": "6x6"}),
)


@pytest.fixture(autouse=True, scope="module")
def _morels() -> Iterator[None]:
    register(Morels())
    yield
    unregister("morels")


def _views(game: Game) -> list[tuple[object, ...]]:
    """What the seats know that does not depend on the order in which things came about."""
    fields = (
        "to_move",
        "scores",
        "step",
        "stocks",
        "stones_left",
        "unseen",
        "heat",
        "hottest",
        "influence",
        "takeable",
    )
    return [tuple(getattr(game.view(seat), field, None) for field in fields) for seat in (None, *range(game.players))]


def _decided(game: Game) -> object:
    outcome = game.outcome()
    return outcome and (outcome.scores, outcome.winners)


@pytest.mark.parametrize(("game_id", "words"), _KINDS)
def test_every_position_of_a_match_comes_back(game_id: str, words: dict[str, Any]) -> None:
    game, chance = funkenflug.new(game_id, seed=5, **words), random.Random(5)
    while True:
        text = game.position()
        again = funkenflug.position(text, names=game.names)
        assert again.position() == text
        assert set(again.legal_moves()) == set(game.legal_moves())
        assert _views(again) == _views(game)
        assert _decided(again) == _decided(game)
        for seat in (None, *range(game.players)):
            assert again.seen_position(seat) == game.seen_position(seat)
        if game.over:
            break
        move = chance.choice(game.legal_moves())
        game.play(move)
        again.play(move)
        assert again.position() == game.position()
        assert funkenflug.load(again.record()) == again


def test_transposed_positions_have_equal_texts() -> None:
    """Two tiles go out in one order or the other: the records of the kernel differ, the positions do not."""
    start = funkenflug.new("vulkan", players=1, layout="hexagon", seed=7)
    start.play("volcano 0,0")
    hovering = (f"fly green {cell}" for cell in ("-3,0 -3,0", "-3,3 -3,3", "0,3 0,3", "0,-3 0,-3", "3,-3 3,-3"))
    first, second, *_ = [move for move in hovering if start.copy().play(move)[1:]]
    ours, theirs = start.copy(), start.copy()
    for game, moves in ((ours, (first, second)), (theirs, (second, first))):
        for move in moves:
            game.play(move)
    assert ours._state.tobytes() != theirs._state.tobytes()
    assert ours.position() == theirs.position()
    assert ours == theirs


@pytest.mark.parametrize(("game_id", "words"), _KINDS[::3])
def test_a_match_goes_on_from_a_position(game_id: str, words: dict[str, Any]) -> None:
    earlier, chance = funkenflug.new(game_id, seed=6, **words), random.Random(6)
    for _ in range(12):
        earlier.play(chance.choice(earlier.legal_moves()))
    names = [f"Player {seat}" for seat in range(earlier.players)]
    game = funkenflug.position(earlier.position(), names=names)
    with pytest.raises(IndexError):
        game.undo()
    for _ in range(3):
        seat = game.to_move
        assert seat is not None
        guess = determinize(game.view(seat))
        assert guess.seen_position(seat) == game.view(seat).position == game.seen_position(seat)
        assert set(guess.legal_moves()) == set(game.legal_moves())
        move = funkenflug.level("ember").choose(game.view(seat), game.legal_moves(), funkenflug.Clock())
        assert move in game.legal_moves()
        assert game.suggest(None, simulations=10)[0].move in game.legal_moves()
        assert game.preview(move, seat).after.moves == (move,)
        game.play(move)
    again = funkenflug.load(game.record())
    assert again == game
    assert (again.names, again.position(), len(again.moves)) == (tuple(names), game.position(), 3)
    assert "Seed" not in game.record()
    while game.moves:
        game.undo()
    assert game.position() == earlier.position()


def test_a_match_set_up_in_the_midst_of_a_turn_has_a_record() -> None:
    earlier = funkenflug.new("feurio", players=2, seed=7)
    earlier.play(earlier.legal_moves()[0])
    study = funkenflug.Study(funkenflug.position(earlier.position()))
    node = study.root.add("pass")
    assert study.record().partition("\n\n")[2] == "   + pass\n"
    node.add(node.game.legal_moves()[0]).nag = "!"
    study.root.add("crew 1 green 0,0").comment = "cautious"
    assert funkenflug.load(study.record()).moves == study.main.moves
    assert funkenflug.load_study(study.record()) == study


def test_a_seen_position_is_the_same_for_all_deals_that_a_seat_cannot_tell_apart() -> None:
    for game_id, words in (*_KINDS[2:4], ("morels", {"players": 2})):
        game, chance = funkenflug.new(game_id, seed=4, **words), random.Random(4)
        for _ in range(14):
            if game.over:
                break
            game.play(chance.choice(game.legal_moves()))
            for seat in (None, *range(game.players)):
                twin = game.copy()
                kernel.determinize(twin._state, -1 if seat is None else seat, kernel.chance(9))
                assert twin.seen_position(seat) == game.seen_position(seat)


@pytest.mark.parametrize(("game_id", "words"), [*_KINDS[1::3], ("morels", {"players": 2})])
def test_what_is_hidden_in_a_match_that_was_set_up_is_dealt_anew(game_id: str, words: dict[str, Any]) -> None:
    earlier, chance = funkenflug.new(game_id, seed=6, **words), random.Random(6)
    for _ in range(9):
        earlier.play(chance.choice(earlier.legal_moves()))
    game = funkenflug.position(earlier.position())
    for _ in range(6):
        for seat in (None, *range(game.players)):
            others = [game.determinize(seat, seed=seed) for seed in range(4)]
            assert all(other.view(seat) == game.view(seat) for other in others)
            assert (len({other.position() for other in others}) > 1) == (game.hidden(seat) > 1)
            assert all(funkenflug.load(other.record()) == other for other in others)
        game.play(chance.choice(game.legal_moves()))


def test_a_game_without_a_text_of_its_own_has_positions_too() -> None:
    game = funkenflug.new("morels", players=2, seed=3)
    for _ in range(5):
        game.play(game.legal_moves()[1])
    again = funkenflug.position(game.position())
    assert again.position() == game.position()
    assert again.legal_moves() == game.legal_moves()
    assert funkenflug.load(again.record()) == again
    seat = again.to_move
    assert determinize(again.view(seat)).legal_moves() == game.legal_moves()
    for broken in (
        game.position().replace("looks=", "lucks="),
        game.position() + " more=1",
        "morels 2 competitive - ?",
    ):
        with pytest.raises(ValueError, match="a position of this game has"):
            funkenflug.position(broken)


_FEURIO = "feurio 2 competitive - 0 tile 0,0=6;1,0=5 12,12,0,0/0,0,12,12 0 4654654654654654321321321321321321"
_SMALL = "FWFWFW/WFWFWF/FWFWFW/WFWFWF/FWFWFW/WFWFWF"
_PILE = "11.12.13+14.21.22.23.24.31.32.33.34.41.42.43.44"
_WATER = f"feuer-wasser 2 competitive - 0 action {_SMALL} *b2;*b4;*d2 {_PILE}/{_PILE} -"


@pytest.mark.parametrize(
    ("text", "change", "complaint"),
    [
        (_FEURIO, ("feurio 2", "chess 2"), "there is no game 'chess'"),
        (_FEURIO, ("feurio 2", "feurio two"), "players must be a whole number, not 'two'"),
        (_FEURIO, ("feurio 2", "feurio 5"), "Feurio! is for 1 to 4 players, not 5"),
        (_FEURIO, (" - 0", " wet 0"), "Feurio! has no option 'wet'"),
        (_FEURIO, ("0 tile", "2 tile"), "the seat to move must be a number from 0 to 1, not '2'"),
        (_FEURIO, ("0 tile", "0 lay"), "the step must be one of arrange, tile, crew, last, over, not 'lay'"),
        (_FEURIO, ("0 tile", "0 last"), "the step cannot be last with 2 tiles laid"),
        (_FEURIO, (" 4654", " 465"), "forest and deck together have 36 tiles, here they have 35"),
        (_FEURIO, (" 4654", " 6654"), "six tiles of each number, here are more of 6"),
        (_FEURIO, (" 4654", " 7654"), "a tile must have a number from 1 to 6, not '7'"),
        (_FEURIO, ("1,0=5", "2,0=5"), "with 2 players there is a tile on n13"),
        (_FEURIO, ("0,0=6", "0,0=6ggg"), "there are 12 green firefighters, not 15"),
        (_FEURIO, ("1,0=5", "1,0=5gggg"), "4 firefighters on n13, which has room for 3"),
        (_FEURIO, ("12,12,0,0/", "11,12,0,0/"), "1 firefighters are neither on a tile nor left, and 0 paid"),
        (_FEURIO, ("12,12,0,0/", "12,12,1,0/"), "the yellow firefighters left of seat 0 must be a number from 0 to 0"),
        (_FEURIO, ("1,0=5", "1,0=x5/1"), "the option firebreak is off"),
        (_FEURIO, ("1,0=5", "1,0=5;1,0=5"), "there are two tiles on n13"),
        (_FEURIO, ("1,0=5", "1,0:5"), "a tile is written like 0,-1=5gb"),
        (_FEURIO, (" 0 4654", " 1 4654"), "passes are counted only when all tiles are laid"),
        (_WATER, ("*b2", "*a2"), "there can be no elemental on a2"),
        (_WATER, ("*d2 11.12.13+14.", "*d2;g14a1c1 11.12.13+"), "a1 and c1 are not next to each other"),
        (_WATER, ("*d2 ", "*d2;g.z1 "), "what lies on the board is written like g43d4d5"),
        (_WATER, ("*d2 ", "*d2;y.a1 "), "there is no y with 2 players"),
        (_WATER, ("*d2 ", "*d2;g!a1 "), "there can be no leader on a1"),
        (_WATER, ("*d2 ", "*d2;g:f6 "), "two stones lie only on a leader or an elemental, not on f6"),
        (_WATER, ("*d2 ", "*d2;g44a1b1 "), "the pile of seat 0 has the tile (4, 4) twice"),
        (_WATER, (" 11.12.13+14", " 11.12+13.14"), "seat 0 must have 3 open tiles, not 2"),
        (_WATER, ("*d2 ", "*d2;*f6 "), "there can be no elemental on f6"),
        (_WATER, (" *b2;", " "), "the step cannot be action with 2 elementals on the board"),
    ],
)
def test_what_is_impossible_is_named(text: str, change: tuple[str, str], complaint: str) -> None:
    funkenflug.position(text)
    assert change[0] in text
    with pytest.raises(ValueError, match=re.escape(complaint)) as error:
        funkenflug.position(text.replace(*change, 1))
    assert len(str(error.value)) < 200


def test_what_is_impossible_in_a_forest_around_a_volcano_is_named() -> None:
    game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7)
    game.play("volcano 0,0")
    text = game.position().replace("12,12,0,0/", "9,12,0,0/")
    corner = next(word for word in text.split()[6].split(";") if word.startswith("-3,3="))
    spaces = (0, 1, 1, 2, 2, 3, 3)[int(corner[-1])]
    for change, complaint in (
        ((corner, corner + "g" * (spaces + 1)), f"{spaces + 1} loads on j10, which has room for {spaces}"),
        ((corner, corner + "g" * spaces), "j10 is full and has an open side: it would have gone out"),
        ((corner, corner + "*"), "there is one volcano, not 2"),
        ((corner, corner + ">2"), "seat 2 cannot have won j10 with 2 players"),
        ((" fly ", " volcano "), "the volcano is chosen already"),
        ((" 0 fly", " - fly"), "the seat to move must be a number from 0 to 1, not '-'"),
        (("9,12,0,0/", "0,0,0,0/"), "seat 0 cannot fly, so it is not to move"),
    ):
        with pytest.raises(ValueError, match=re.escape(complaint)):
            funkenflug.position(text.replace(*change, 1))


@pytest.mark.parametrize("text", ["", "feurio", 7, None, b"feurio", "x" * 5000])
def test_what_is_no_text_is_no_position(text: Any) -> None:
    with pytest.raises(ValueError, match="a position"):
        funkenflug.position(text)


def test_a_record_and_its_position_must_agree() -> None:
    record = funkenflug.position(_FEURIO).record()
    with pytest.raises(funkenflug.RecordError, match="the tag Mode says cooperative, and the position competitive"):
        funkenflug.load(record.replace('[Mode "competitive"]', '[Mode "cooperative"]'))
    with pytest.raises(funkenflug.RecordError, match="line 4: the step must be one of"):
        funkenflug.load(record.replace(" tile ", " lay "))
