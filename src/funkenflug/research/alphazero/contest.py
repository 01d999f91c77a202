"""Test a network in matches against random moves and against the levels that do not search."""

from __future__ import annotations

import numpy as np

from funkenflug.kernel import Array, chance
from funkenflug.research.batched import BatchedSearch
from funkenflug.research.network import Network
from funkenflug.research.opponents import check_opponent, choose_many
from funkenflug.research.vector import Vector


def contest(env: Vector, network: Network, opponent: str, simulations: int, seed: int = 0) -> float:
    """Return the points of a network in the matches of an environment without automatic reset: a draw is half a point.

    The network has each seat equally often, the opponent all others. Without simulations it plays at first sight.
    """
    if env.autoreset:
        raise ValueError("a contest needs matches that stay over: vector(…, autoreset=False)")
    seats = np.arange(env.n) % env.players
    check_opponent(opponent)
    rng = chance(f"opponent {seed}")
    seen = env.reset(seed=seed)
    results = np.zeros((env.n, env.players), np.float32)
    step = 0
    while not seen.terminations.all():
        ours = np.flatnonzero((seen.to_move == seats) & ~seen.terminations)
        theirs = (seen.to_move != seats) & ~seen.terminations
        actions = choose_many(opponent, env, theirs, rng)
        if len(ours):
            actions[ours] = _best_actions(network, env.states[ours], simulations, seed + step)
        seen = env.step(actions)
        results += seen.rewards
        step += 1
    return float(_points(results, seats).sum())


def _best_actions(network: Network, states: Array, simulations: int, seed: int) -> Array:
    if simulations:
        return BatchedSearch(network.encoding, simulations)(states, network, seed=seed, explore=False).actions
    look = network.encoding.look(states, canonical=True)
    best = np.where(look.masks, network(look)[0], -np.inf).argmax(axis=1)
    return network.encoding.real_actions(best, look.seats)


def _points(results: Array, seats: Array) -> Array:
    mine = np.take_along_axis(results, seats[:, None], axis=1)[:, 0]
    best = results.max(axis=1)
    winners = (results == best[:, None]).sum(axis=1)
    return np.where((mine == best) & (best > 0), 1 / winners, np.where(best == 0, 0.5, 0.0))
