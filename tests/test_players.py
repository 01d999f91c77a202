"""The bots: what they know, how they choose, and a bot of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

import pytest

import funkenflug
from funkenflug import kernel
from funkenflug.bots import foresight
from funkenflug.bots.players import LEVELS, Clock, Player, SearchPlayer, level
from funkenflug.core.thinking import Budget
from funkenflug.core.view import View
from funkenflug.games import GAMES
from funkenflug.match.game import Move, determinize

KINDS = [
    ("feurio", "competitive", 2, ("firebreak",)),
    ("feurio", "competitive", 4, ("firebreak", "hotter")),
    ("feurio", "competitive", 3, ()),
    ("feurio", "solitaire", 1, ()),
    ("feurio", "cooperative", 3, ()),
    ("vulkan", "competitive", 4, ()),
    ("vulkan", "solitaire", 1, ()),
    ("feuer-wasser", "competitive", 2, ()),
    ("feuer-wasser", "competitive", 4, ()),
]


def bots(seed: int) -> list[Player]:
    return [
        level("random", seed),
        level("spark", seed),
        level("ember", seed),
        SearchPlayer(Budget(simulations=40), seed=seed),
    ]


def determinized(game: funkenflug.Game, seat: int, seed: int) -> funkenflug.Game:
    """Return the match as the seat might as well believe it to be."""
    twin = game.copy()
    kernel.determinize(twin._state, seat, kernel.chance(seed))
    return twin


@pytest.mark.parametrize(("game_id", "mode", "players", "options"), KINDS)
def test_a_bot_knows_only_its_view(game_id: str, mode: str, players: int, options: tuple[str, ...]) -> None:
    game = funkenflug.new(game_id, players=players, mode=mode, options=options, seed=11)
    rng = kernel.chance(1)
    for ply in range(30):
        if (seat := game.to_move) is None:
            break
        other = determinized(game, seat, ply)
        for bot in bots(ply):
            chosen = bot.choose(game.view(seat), game.legal_moves(), Clock())
            assert chosen in game.legal_moves()
            assert bot.choose(other.view(seat), other.legal_moves(), Clock()) == chosen
        game.play(game.type.move_texts(game.state, [kernel.sample(game.state, rng)])[0])


@pytest.mark.parametrize(("game_id", "mode", "players", "options"), KINDS)
def test_an_imagined_match_looks_the_same(game_id: str, mode: str, players: int, options: tuple[str, ...]) -> None:
    game = funkenflug.new(game_id, players=players, mode=mode, options=options, seed=12)
    rng = kernel.chance(2)
    while not game.over:
        for seat in (*range(players), None):
            assert determinize(game.view(seat)).view(seat) == game.view(seat)
        for _ in range(5):
            if not game.over:
                game.play(game.type.move_texts(game.state, [kernel.sample(game.state, rng)])[0])


@pytest.mark.parametrize("game_id", GAMES)
def test_greedy_beats_random(game_id: str) -> None:
    wins = 0
    for seed in range(20):
        game = funkenflug.new(game_id, players=2, seed=seed)
        seats = [level("random", seed), level("random", seed)]
        seats[seed % 2] = level("ember", seed)
        play_out(game, seats)
        outcome = game.outcome()
        assert outcome is not None
        wins += outcome.winners == (seed % 2,)
    assert wins >= 15


def play_out(game: funkenflug.Game, seats: Sequence[Player]) -> None:
    while (seat := game.to_move) is not None:
        game.play(seats[seat].choose(game.view(seat), game.legal_moves(), Clock()))


@pytest.mark.parametrize("players", [1, 3])
def test_where_nothing_is_hidden_what_can_be_won_is_won(players: int) -> None:
    mode = "solitaire" if players == 1 else "cooperative"
    for seed in range(3):
        game = funkenflug.new("vulkan", players=players, mode=mode, seed=seed)
        play_out(game, [SearchPlayer(Budget(simulations=5000))] * players)
        outcome = game.outcome()
        assert outcome is not None
        assert outcome.winners == tuple(range(players))


def test_solitaires_with_an_unknown_deck_are_won_too() -> None:
    won = 0
    for seed in range(1, 5):
        game = funkenflug.new("feurio", players=1, seed=seed)
        play_out(game, [SearchPlayer(Budget(simulations=150))])
        outcome = game.outcome()
        won += outcome is not None and outcome.winners == (0,)
    assert won >= 3


def test_levels_are_the_same_for_all_games() -> None:
    assert list(LEVELS) == ["spark", "ember", "flame", "blaze", "inferno"]
    with pytest.raises(ValueError, match="there is no level 'sun'"):
        level("sun")


class Lowest(Player):
    """A bot of one's own."""

    def choose(self, view: View, legal_moves: Sequence[Move], clock: Clock) -> str:
        """Return the first move of the alphabet."""
        return min(legal_moves)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_bot_of_ones_own_takes_ten_lines(game_id: str) -> None:
    game = funkenflug.new(game_id, players=2, seed=5)
    play_out(game, [Lowest(), Lowest()])
    assert game.over


def test_a_search_player_says_which_view_it_needs() -> None:
    game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=1)
    with pytest.raises(ValueError, match=r"the view of the seat to move: game\.view\(game\.to_move\)"):
        SearchPlayer(Budget(simulations=2)).choose(game.view(), game.legal_moves(), Clock())


def test_a_search_player_keeps_to_its_clock() -> None:
    game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=1)
    hurried = SearchPlayer(Budget(seconds=60.0))
    for left in (0.4, 0.0, -0.1):
        assert hurried.choose(game.view(1), game.legal_moves(), Clock(seconds_left=left)) in game.legal_moves()


def test_a_search_has_the_time_that_foresight_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    game = funkenflug.new("feurio", players=1, seed=1)
    times = iter((10.0, 10.3))
    left: list[Budget] = []
    monkeypatch.setattr(foresight, "time", SimpleNamespace(perf_counter=lambda: next(times)))
    monkeypatch.setattr(type(game.type), "expectation", staticmethod(lambda *_: []))
    monkeypatch.setattr(foresight, "search", lambda rules, state, seat, budget, **_: left.append(budget))
    foresight.considered(game.type, game.mode, game.state, 0, Budget(seconds=0.5), seed=0)
    assert [budget.seconds for budget in left] == [pytest.approx(0.2)]
