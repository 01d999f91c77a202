"""The exact search of endings against playing out every way to go on, through the Python interface alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from funkenflug.bots.players import Clock, level
from funkenflug.games import GAMES
from funkenflug.kernel.endgame import Shares, outcomes
from funkenflug.match.game import Game, new
from tests.oracle.outcomes import Share, TooLarge, all_shares, can_be_won

KINDS = [
    (game_type.id, mode.id, players)
    for game_type in GAMES.values()
    for mode in game_type.modes
    for players in mode.players
]
each_kind = pytest.mark.parametrize(("game_id", "mode", "players"), KINDS)
FEW, MANY = 4, 60
MOST_MOVES = 2_500
"""The moves that the judge may play for an ending."""


def small_endings(game_id: str, mode: str, players: int, count: int) -> Iterator[tuple[Game, dict[str, Share]]]:
    """Yield the longest endings of random matches that the judge can play out, with what each move leads to."""
    for seed in range(count):
        game = new(game_id, players=players, mode=mode, seed=seed)
        bot = level("random" if mode == "competitive" else "ember", seed)  # together, random matches end early
        while not game.over:
            game.play(bot.choose(game.view(game.to_move), game.legal_moves(), Clock()))
        longest = None
        for length in range(len(game.moves) - 1, 0, -1):
            position = new(game_id, players=players, mode=mode, seed=seed)
            for move in game.moves[:length]:
                position.play(move)
            if any(position.all_hidden()):
                break
            if len(position.legal_moves()) > 1:
                try:
                    longest = position, judged(position)
                except TooLarge:
                    break
        if longest is not None:
            yield longest


def judged(game: Game) -> dict[str, Share]:
    if game.mode == "competitive":
        return all_shares(game, MOST_MOVES)
    won = can_be_won(game, MOST_MOVES)
    return {move: Share(float(wins), float(wins)) for move, wins in won.items()}


def solved(game: Game) -> dict[str, Shares]:
    together = game.mode != "competitive"
    found = dict(outcomes(game.type.rules, game.state, together=together, limit=200_000))
    return dict(zip(game.type.move_texts(game.state, list(found)), found.values(), strict=True))


def compare(game_id: str, mode: str, players: int, count: int) -> None:
    endings = same = 0
    for game, true in small_endings(game_id, mode, players, count):
        endings += 1
        seat = game.to_move
        assert seat is not None
        found = {move: Share(shares.least[seat], shares.most[seat]) for move, shares in solved(game).items()}
        assert found.keys() == true.keys()
        for move, share in true.items():  # the solver may be less certain than the judge, but never wrong
            assert found[move].least <= share.least + 1e-9, (game.setup.seed, game.moves, move)
            assert found[move].most >= share.most - 1e-9, (game.setup.seed, game.moves, move)
        same += all(
            abs(found[move].least - share.least) < 1e-9 > abs(found[move].most - share.most)
            for move, share in true.items()
        )
    assert endings >= count / 4
    assert same == endings if players <= 2 or mode != "competitive" else same >= 0.7 * endings


@each_kind
def test_small_endings_are_solved_as_by_playing_out_every_way(game_id: str, mode: str, players: int) -> None:
    compare(game_id, mode, players, FEW)


@pytest.mark.slow
@each_kind
def test_many_small_endings_are_solved_as_by_playing_out_every_way(game_id: str, mode: str, players: int) -> None:
    compare(game_id, mode, players, MANY)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_hints_of_small_endings_are_exact(game_id: str, players: int) -> None:
    """A hint says 100% for a move that wins and 0% for one that loses, whatever the simulations say."""
    exact = 0
    for game, true in small_endings(game_id, "competitive", players, FEW):
        seat = game.to_move
        assert seat is not None
        found = game.suggest(None, simulations=2_000)
        for each in found:
            if each.exact:
                exact += 1
                assert each.chances[seat] == pytest.approx(true[each.move].least) == true[each.move].most
        assert true[found[0].move].most >= max(share.least for share in true.values()) - 1e-9
    assert exact
