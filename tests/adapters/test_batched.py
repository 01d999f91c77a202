"""The search with a network in the loop, the network in NumPy, and the player that uses both."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import funkenflug
from funkenflug import kernel
from funkenflug.games import register, unregister
from funkenflug.kernel import Array
from funkenflug.research.batched import BatchedSearch, _visits_to_come
from funkenflug.research.encoding import Look
from funkenflug.research.network import Network, NetworkPlayer, read_weights
from tests.morels import Morels

KINDS: dict[str, dict[str, Any]] = {
    "feurio": {"players": 3, "options": ("firebreak",)},
    "vulkan": {"players": 2, "layout": "hexagon"},
    "feuer-wasser": {"players": 2, "board": "6x6"},
}


def by_points(look: Look) -> tuple[Array, Array]:
    """A network that finds all moves equally good, and whoever has most points."""
    return np.zeros(look.masks.shape), np.tanh((look.scores - look.scores.mean(axis=1, keepdims=True)) / 10)


def started(game: str, n: int, steps: int = 0) -> Any:
    env = funkenflug.vector(game, n, **KINDS[game])
    env.reset(seed=5)
    for _ in range(steps):
        env.step(env.random_actions())
    return env


@pytest.mark.slow
@pytest.mark.parametrize("game", KINDS)
def test_visits_policies_and_actions_are_of_legal_moves(game: str) -> None:
    env = started(game, 6, 9)
    look = env.look()
    found = BatchedSearch(env.encoding, 20)(env.states, by_points, seed=3)
    assert (found.visits.sum(axis=1) == 20).all()
    assert not found.visits[~look.masks].any()
    assert not found.policies[~look.masks].any()
    assert np.allclose(found.policies.sum(axis=1), 1, atol=1e-4)
    assert look.masks[np.arange(6), found.actions].all()
    best = found.visits.max(axis=1)
    assert (found.visits[np.arange(6), found.actions] == best).all()
    assert (abs(found.values) <= 1).all()
    again = BatchedSearch(env.encoding, 20)(env.states, by_points, seed=3)
    assert all((one == other).all() for one, other in zip(found, again, strict=True))


def test_a_search_prefers_what_the_network_values() -> None:
    env = started("vulkan", 40)
    search, rng = BatchedSearch(env.encoding, 8, considered=8), np.random.default_rng(1)
    seats, seen = np.arange(40) % 2, env.reset(seed=2)
    won: list[bool] = []
    while len(won) < 40:
        ours = search(env.states, by_points, seed=int(rng.integers(999)), explore=False).actions
        seen = env.step(np.where(seen.to_move == seats, ours, env.random_actions()))
        won += (seen.rewards[np.arange(40), seats][seen.terminations] > 0).tolist()
    assert sum(won) > 0.75 * len(won)


def test_a_search_knows_no_more_than_the_seat_to_move() -> None:
    env = started("feurio", 8, 12)
    found = BatchedSearch(env.encoding, 12)(env.states, by_points, seed=1)
    others = env.states.copy()
    for i in range(8):
        kernel.determinize(others[i : i + 1][0], int(kernel.to_move(others[i])), kernel.chance(i))
    assert others.tobytes() != env.states.tobytes()
    again = BatchedSearch(env.encoding, 12)(others, by_points, seed=1)
    assert (found.visits == again.visits).all()


def test_a_match_that_is_over_needs_no_search() -> None:
    env = funkenflug.vector("vulkan", 2, players=2, layout="hexagon", autoreset=False)
    env.reset(seed=1)
    while not env.step(env.random_actions()).terminations.all():
        pass
    found = BatchedSearch(env.encoding, 3)(env.states, by_points, seed=1)
    assert not found.visits.any()
    assert (found.values[:, 0] == -found.values[:, 1]).all()


def test_what_a_network_returns_is_checked() -> None:
    env = started("vulkan", 2)
    search = BatchedSearch(env.encoding, 2)
    with pytest.raises(ValueError, match=r"must return logits \(2, 2700\), not \(2, 5\)"):
        search(env.states, lambda look: (np.zeros((2, 5)), np.zeros((2, 2))), seed=1)
    with pytest.raises(ValueError, match="not finite"):
        search(env.states, lambda look: (np.full((2, 2700), np.nan), np.zeros((2, 2))), seed=1)
    with pytest.raises(ValueError, match="at least one simulation"):
        BatchedSearch(env.encoding, 0)
    with pytest.raises(ValueError, match="at least two moves"):
        BatchedSearch(env.encoding, 4, considered=1)


def test_sequential_halving_spends_all_simulations() -> None:
    for moves in range(1, 17):
        for simulations in (1, 5, 16, 50):
            assert len(_visits_to_come(moves, simulations)) == simulations


def test_a_network_does_not_mind_turned_boards() -> None:
    """Its logits turn with the board: cells have no names, and directions it has not learnt yet are the exception."""
    env = started("vulkan", 4, 6)
    network, look = Network.fresh(env.encoding, 1), env.look(canonical=True)
    for name in network.weights:
        if name in ("cell 0", "around 0", "mean 0"):
            network.weights[name][6:12] = 0  # free edges by direction
    logits, values = network(look)
    turn = env.encoding.symmetries[1]
    turned = look._replace(observations=turn.observations(look.observations))
    logits_too, values_too = network(turned)
    assert np.allclose(values, values_too, atol=1e-4)
    stay = env.encoding.places.cells[:, 1] < 0  # flights begin at their first tile, which a turn may exchange
    assert np.allclose(turn.policies(logits)[:, stay], logits_too[:, stay], atol=1e-4)


def test_a_saved_network_plays_as_before(tmp_path: Path) -> None:
    game = funkenflug.new("feurio", players=2, seed=7)
    encoding = funkenflug.vector("feurio", 1, players=2).encoding
    path = tmp_path / "network.npz"
    Network.fresh(encoding, 3).save(path, matches=12)
    weights, facts = read_weights(path)
    assert facts == {"game": "feurio", "players": 2, "matches": 12}
    assert path.stat().st_size < 300_000
    again = Network(encoding, weights)
    assert set(again.weights) == set(weights)
    for simulations in (0, 6):
        player = NetworkPlayer(path, simulations)
        for _ in range(3):
            assert game.to_move is not None
            game.play(player.choose(game.view(game.to_move), game.legal_moves(), funkenflug.Clock()))
    other = funkenflug.new("vulkan", players=2, seed=1)
    with pytest.raises(ValueError, match="plays feurio with 2 players, not vulkan with 2"):
        NetworkPlayer(path).choose(other.view(1), other.legal_moves(), funkenflug.Clock())
    path.write_text("no weights")
    with pytest.raises(ValueError, match="is no file with the weights"):
        read_weights(path)
    with pytest.raises(ValueError, match="not for Feurio! with 2 players"):
        Network(encoding, {**weights, "bias": weights["bias 0"]})


@pytest.mark.slow
def test_a_game_of_others_can_be_searched_with_a_network() -> None:
    register(Morels())
    try:
        env = funkenflug.vector("morels", 3, players=3)
        env.reset(seed=1)
        found = BatchedSearch(env.encoding, 6)(env.states, Network.fresh(env.encoding), seed=1)
        assert (found.visits.sum(axis=1) == 6).all()
        game = funkenflug.new("morels", players=3, seed=1)
        with pytest.raises(ValueError, match="no trained network for Morels"):
            NetworkPlayer().choose(game.view(0), game.legal_moves(), funkenflug.Clock())
    finally:
        unregister("morels")
