"""The games as Gymnasium environments: its own checker, and matches against levels."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from funkenflug.research.gymnasium import MatchEnv, VectorMatchEnv

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("feurio", {"players": 3, "options": ("firebreak",)}),
    ("vulkan", {"players": 2, "layout": "hexagon"}),
    ("feuer-wasser", {"players": 2, "board": "6x6"}),
]
each_kind = pytest.mark.parametrize(("game", "words"), KINDS)


@each_kind
@pytest.mark.filterwarnings("ignore:.*:UserWarning")  # remarks on environments without a `spec`
def test_gymnasiums_own_checker(game: str, words: dict[str, Any]) -> None:
    check_env(MatchEnv(game, opponent="random", **words), skip_render_check=True)


@each_kind
def test_a_match_against_a_level_goes_on_to_its_end(game: str, words: dict[str, Any]) -> None:
    env, rng = MatchEnv(game, opponent="spark", **words), np.random.default_rng(1)
    observation, _ = env.reset(seed=4)
    over, reward = False, 0.0
    while not over:
        assert env.observation_space.contains(observation)
        assert env.game.to_move == env.seat
        action = rng.choice(np.flatnonzero(observation["action_mask"]))
        observation, reward, over, truncated, _ = env.step(action)
        assert not truncated
    outcome = env.game.outcome()
    assert outcome is not None
    assert (reward > 0) == (outcome.winners == (env.seat,))
    with pytest.raises(ValueError, match="over: reset first"):
        env.step(0)


@each_kind
def test_many_matches_end_and_begin_again(game: str, words: dict[str, Any]) -> None:
    envs, rng = VectorMatchEnv(game, 12, seed=3, **words), np.random.default_rng(2)
    observations, _ = envs.reset()
    assert envs.observation_space.contains(observations)
    ended, total = 0, 0.0
    while ended < 20:
        scores = rng.random(observations["action_mask"].shape) * observations["action_mask"]
        observations, rewards, terminations, truncations, infos = envs.step(scores.argmax(axis=1))
        assert (envs.matches.look().to_move == envs.seats).all()
        assert observations["action_mask"].any(axis=1).all()
        assert not truncations.any()
        assert not rewards[~terminations].any()
        if terminations.any():
            assert (infos["_final_obs"] == terminations).all()
            final = infos["final_obs"][np.flatnonzero(terminations)[0]]
            assert not final["action_mask"].any()
            assert final["observation"][0] == 1
        ended += int(terminations.sum())
        total += float(rewards.sum())
    assert abs(total) < ended


@pytest.mark.parametrize("action", [2699, 99_999, -1])
def test_an_illegal_action_ends_the_match(action: int) -> None:
    env = MatchEnv("vulkan", layout="hexagon", seat=1)
    env.reset(seed=1)
    assert env.step(action)[1:] == (-1.0, True, False, {"illegal": True})
    with pytest.raises(ValueError, match="over: reset first"):
        env.step(int(env.action_masks().argmax()))
    envs = VectorMatchEnv("vulkan", 3, layout="hexagon")
    observations, _ = envs.reset(seed=1)
    actions = observations["action_mask"].argmax(axis=1)
    actions[1] = action
    _, rewards, terminations, _, infos = envs.step(actions)
    assert rewards.tolist() == [0, -1, 0]
    assert terminations.tolist() == [False, True, False]
    assert infos["final_obs"][1]["action_mask"].any()


@pytest.mark.parametrize("action", [1.0, "1", None, True, np.array([1]), np.array(1.0)])
def test_an_action_is_a_whole_number(action: Any) -> None:
    env, envs = MatchEnv("vulkan", layout="hexagon"), VectorMatchEnv("vulkan", 3, layout="hexagon")
    env.reset(seed=1)
    envs.reset(seed=1)
    with pytest.raises(ValueError, match="an action must be a whole number, not"):
        env.step(action)
    for actions in (action, 1, [action] * 3, [1, 1]):
        with pytest.raises(ValueError, match="actions must be 3 whole numbers, one per game, not an array of"):
            envs.step(actions)  # type: ignore[arg-type]


def test_nothing_is_played_before_the_first_reset() -> None:
    with pytest.raises(ValueError, match="reset first: nothing has been dealt yet"):
        MatchEnv("feurio").step(0)
    with pytest.raises(ValueError, match="reset first: nothing has been dealt yet"):
        VectorMatchEnv("feurio", 2).step(np.zeros(2, np.int64))


def test_ember_plays_many_matches() -> None:
    envs = VectorMatchEnv("vulkan", 10, layout="hexagon", opponent="ember")
    observations, _ = envs.reset(seed=5)
    won = lost = 0
    while won + lost < 10:
        observations, rewards, *_ = envs.step(observations["action_mask"].argmax(axis=1))
        won, lost = won + int((rewards > 0).sum()), lost + int((rewards < 0).sum())
    assert won < lost


def test_seeds_and_copies_repeat_a_match() -> None:
    one, other = (VectorMatchEnv("feurio", 4, players=2) for _ in range(2))
    seen, seen_too = one.reset(seed=5)[0], other.reset(seed=5)[0]
    for _ in range(20):
        actions = seen["action_mask"].argmax(axis=1)
        other = pickle.loads(pickle.dumps(other))
        seen, seen_too = one.step(actions)[0], other.step(actions)[0]
        assert (seen["observation"] == seen_too["observation"]).all()


def test_gymnasium_makes_environments_by_name() -> None:
    env = gymnasium.make("funkenflug/feurio-v0", opponent="random", render_mode="ansi")
    observation, _ = env.reset(seed=1)
    board, match = env.render(), env.unwrapped
    assert isinstance(board, str)
    assert "tiles left" in board
    assert isinstance(match, MatchEnv)
    assert match.action_masks().tolist() == observation["action_mask"].astype(bool).tolist()
    envs = gymnasium.make_vec("funkenflug/feurio-v0", num_envs=3, vectorization_mode="vector_entry_point")
    assert envs.reset(seed=1)[0]["observation"].shape == (3, 693)


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no seat 2"):
        MatchEnv("feurio", players=2, seat=2)
    with pytest.raises(ValueError, match="there is no seat 5"):
        VectorMatchEnv("feurio", 2, players=2, seat=5)
    with pytest.raises(ValueError, match="'blaze' thinks too long"):
        VectorMatchEnv("feurio", 2, opponent="blaze")
    with pytest.raises(ValueError, match="'dragon' is no level"):
        VectorMatchEnv("feurio", 2, opponent="dragon")
    with pytest.raises(ValueError, match="an opponent must be a level, random or a Player, not 5"):
        MatchEnv("feurio", opponent=5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no render mode 'video'"):
        MatchEnv("feurio", render_mode="video")
