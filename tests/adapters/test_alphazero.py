"""The learner: what it remembers, that it learns, and contests. Learning itself needs PyTorch."""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import funkenflug
from funkenflug.arena.plan import code_version
from funkenflug.games import GAMES
from funkenflug.research.alphazero.__main__ import main, train
from funkenflug.research.alphazero.contest import contest
from funkenflug.research.alphazero.replay_buffer import ReplayBuffer, Samples, best_of
from funkenflug.research.network import Network, NetworkPlayer, forward, read_weights, trained_network


def test_the_buffer_keeps_the_latest_positions() -> None:
    encoding = funkenflug.vector("vulkan", 1, players=2, layout="hexagon").encoding
    buffer = ReplayBuffer(encoding, 10)
    for number in range(4):
        samples = Samples(*(np.full((4, *array.shape[1:]), number, array.dtype) for array in buffer._kept))
        buffer.add(samples)
    assert len(buffer) == 10
    assert buffer.added == 16
    drawn = buffer.draw(200, np.random.default_rng(1))
    assert set(drawn.values[:, 0].tolist()) == {1, 2, 3}


def test_policies_are_remembered_by_their_best_actions() -> None:
    policies = np.zeros((2, 50), np.float32)
    policies[0, [3, 7]] = 0.25, 0.75
    policies[1] = 1 / 50
    best, shares = best_of(policies)
    assert {int(action): float(share) for action, share in zip(best[0], shares[0], strict=True) if share} == {
        3: 0.25,
        7: 0.75,
    }
    assert np.allclose(shares.sum(axis=1), 1)


@pytest.mark.parametrize("game", list(GAMES))
def test_the_trained_networks_beat_random_moves(game: str) -> None:
    env = funkenflug.vector(game, 24, players=2, autoreset=False)
    weights, facts = read_weights(trained_network(game))
    assert trained_network(game).stat().st_size < 200_000
    assert {"version", "processor_seconds", "matches"} <= facts.keys()
    assert contest(env, Network(env.encoding, weights), "random", 0, seed=3) > 16


def test_a_contest_needs_matches_that_stay_over() -> None:
    env = funkenflug.vector("vulkan", 2, players=2, layout="hexagon")
    with pytest.raises(ValueError, match="autoreset=False"):
        contest(env, Network.fresh(env.encoding), "random", 0)
    env = funkenflug.vector("vulkan", 2, players=2, layout="hexagon", autoreset=False)
    with pytest.raises(ValueError, match="'flame' thinks too long"):
        contest(env, Network.fresh(env.encoding), "flame", 0)


def test_learning_lowers_the_loss() -> None:
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)  # threads that wait for each other take all cores
    from funkenflug.research.alphazero.learner import Learner

    env = funkenflug.vector("vulkan", 16, players=2, layout="hexagon")
    network = Network.fresh(env.encoding, width=8)
    learner = Learner(env, network, simulations=2)
    while learner.matches < 16:
        learner.play(4)
    look = env.look(canonical=True)
    cells, board, beside = (torch.from_numpy(array) for array in network.inputs(look))
    numbers, values = forward(torch, learner._weights, cells, board, beside)
    theirs = numbers[:, learner._places[0]] + numbers[:, learner._places[1]], values
    for ours, other in zip(network(look), theirs, strict=True):
        assert np.allclose(ours, other.detach().numpy(), atol=1e-3)
    first, last = learner.learn(256), learner.learn(256 * 10)
    assert sum(last) < sum(first)


def test_training_goes_on_where_it_was(tmp_path: Path) -> None:
    pytest.importorskip("torch").set_num_threads(1)
    chosen: dict[str, Any] = {"game": "vulkan", "out": tmp_path / "a.npz", "curve": None, "minutes": 0.0, "players": 2}
    chosen |= {"matches": 4, "simulations": 2, "considered": None, "width": 8, "every": 1.0, "contest": 2, "seed": 0}
    for _ in range(2):
        (line,) = train(argparse.Namespace(**chosen))
    assert line["version"] == code_version()
    curve = (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(curve[-1]) == line
    assert len(curve) == 2
    game = funkenflug.new("vulkan", players=2, seed=7)
    player = NetworkPlayer(tmp_path / "a.npz", simulations=2)
    assert player.choose(game.view(1), game.legal_moves(), funkenflug.Clock()) in game.legal_moves()


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ("--simulations 0", "--simulations must be at least 1, not 0"),
        ("--considered 1", "--considered must be at least 2, not 1"),
        ("--matches 0", "--matches must be at least 1, not 0"),
        ("--contest 0", "--contest must be at least 1, not 0"),
        ("--width 0", "--width must be at least 1, not 0"),
        ("--minutes -1", "--minutes must be at least 0, not -1"),
        ("--minutes nan", "--minutes must be at least 0, not nan"),
        ("--seed -1", "--seed must be at least 0, not -1"),
        ("--players 9", "Vulkan! is for 1 to 4 players, not 9"),
        ("--out nowhere/x.npz", "nowhere/x.npz cannot be written: there is no folder nowhere"),
        ("--out other.npz", "other.npz: these weights are not for Vulkan! with 2 players"),
        ("--out empty.npz", "empty.npz is no file with the weights of a network"),
    ],
)
def test_what_cannot_be_trained_is_said_in_a_line(
    wrong: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.npz").touch()
    (tmp_path / "other.npz").write_bytes(trained_network("feurio").read_bytes())
    with pytest.raises(SystemExit) as ended:
        main(["vulkan", "--out", "a.npz", *wrong.split()])
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith(f"error: {complaint}\n")
