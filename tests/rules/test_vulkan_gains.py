"""What the learned value and policy of Vulkan! think a flight wins at once is what it wins when it is played."""

from __future__ import annotations

import numpy as np
import pytest

import funkenflug
from funkenflug.games.vulkan.learn.gains import gain_of, nearly_full
from funkenflug.games.vulkan.rules.rules import FLY_MOVES, MOST_MOVES, dropped_on, flight_of
from funkenflug.kernel import MOST_SEATS, State, below, chance, copy_state, legal, play, scores, to_move


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_flight_wins_what_was_foreseen(players: int) -> None:
    rng = chance(players)
    moves = np.zeros(MOST_MOVES, np.int64)
    won = 0
    for number in range(3):
        state = funkenflug.new("vulkan", players=players, seed=number).state
        while to_move(state) >= 0:
            count = legal(state, moves)
            for move in map(int, moves[: count : max(1, count // 8)]):
                if move >= FLY_MOVES:
                    colour, start, end = flight_of(move)
                    tiles = dropped_on(state, start, end)
                    gain = gain_of(state, to_move(state), colour, tiles, nearly_full(state, tiles))
                    assert gain == pytest.approx(played_gain(state, move))
                    won += gain != 0
            play(state, int(moves[below(rng, count)]))
    assert won > 50


def played_gain(state: State, move: int) -> float:
    """Return the points that the seat to move wins by a move, less the mean of what each other seat wins."""
    seat, players = to_move(state), int(state["players"])
    after = copy_state(state)
    play(after, move)
    points = np.zeros((2, MOST_SEATS))
    scores(state, points[0])
    scores(after, points[1])
    won = points[1] - points[0]
    return float(won[seat] - (won.sum() - won[seat]) / (players - 1))
