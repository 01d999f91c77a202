"""A careful beginner, to compare `spark` with: it tries every move and plays the one with the best immediate score.

funkenflug arena vulkan --players bench.beginner:Beginner,spark --games 100
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from funkenflug import Clock, Move, Player
from funkenflug.bots.players import seed_for
from funkenflug.core.view import View
from funkenflug.kernel import MOST_SEATS, below, chance, lead
from funkenflug.match.game import determinize


class Beginner(Player):
    """A bot that maximises its lead after one move."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, view: View, legal_moves: Sequence[Move], clock: Clock) -> str:
        """Return the move with the largest lead afterwards; chance decides between equals."""
        assert view.seat is not None
        game = determinize(view)
        rules = game.type.rules
        moves, points = np.empty(rules.MOST_MOVES, np.int64), np.zeros(MOST_SEATS)
        tried = np.zeros(1, rules.STATE)
        leads = []
        for move in moves[: rules.legal(game.state, moves)]:
            tried[0] = game.state
            rules.play(tried[0], move)
            rules.scores(tried[0], points)
            leads.append(lead(points, game.players, view.seat))
        best = np.flatnonzero(np.array(leads) == max(leads))
        chosen = best[below(chance(seed_for(view, self._seed)), len(best))]
        return game.type.move_texts(game.state, [int(moves[chosen])])[0]
