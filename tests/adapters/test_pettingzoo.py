"""The games as PettingZoo environments: its own tests, and that a player observes what it may know."""

import copy
import pickle
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import funkenflug
from funkenflug import kernel
from funkenflug.pictures.flat import flat
from funkenflug.research.pettingzoo import RENDER_MODES, TurnEnv, env
from tests.adapters.kinds import KINDS, Kind

each_kind = pytest.mark.parametrize("kind", KINDS, ids=str)
# remarks that PettingZoo makes on all environments but its own, by their names
observations_are_dicts = pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
spaces_are_dicts = pytest.mark.filterwarnings("ignore:Observation space for each agent probably should:UserWarning")


@each_kind
@observations_are_dicts
@spaces_are_dicts
def test_pettingzoos_test_of_the_interface(kind: Kind) -> None:
    api_test(env(kind.game, **kind.words), num_cycles=150)


@each_kind
def test_pettingzoos_test_of_seeds(kind: Kind) -> None:
    seed_test(partial(env, kind.game, **kind.words), num_cycles=40)


@pytest.mark.slow
@each_kind
def test_pettingzoos_test_of_rendering(kind: Kind, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        partial(env, kind.game, picture_size=(80, 60), **kind.words),
        custom_tests={
            "svg": lambda picture: picture.startswith("<svg "),
            "rgb_array": lambda picture: picture.shape == (60, 80, 3) and np.ptp(picture) > 99,
        },
    )
    assert capsys.readouterr().out


def play_on(match: Any, rng: np.random.Generator) -> None:
    observation, *_ = match.last()
    match.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))


@each_kind
def test_the_match_of_a_seed_is_the_one_that_new_deals(kind: Kind) -> None:
    match, rng = TurnEnv(kind.game, **kind.words), np.random.default_rng(3)
    match.reset(seed=7)
    assert match.game == kind.start(7)
    while not any(match.terminations.values()):
        play_on(match, rng)
    twin = kind.start(7)
    for move in match.game.moves:
        twin.play(move)
    outcome = twin.outcome()
    assert outcome is not None
    assert [reward > 0 for reward in match.rewards.values()] == [
        seat in outcome.winners for seat in range(kind.players)
    ]
    if outcome.scores:
        assert sum(match.rewards.values()) == pytest.approx(0)


@each_kind
def test_nobody_observes_what_they_may_not_know(kind: Kind) -> None:
    match, rng = TurnEnv(kind.game, **kind.words), np.random.default_rng(5)
    match.reset(seed=5)
    while not any(match.terminations.values()):
        position = match._positions.copy()
        for seat, agent in enumerate(match.agents):
            observed = match.observe(agent)
            match._positions = position.copy()
            kernel.determinize(match._positions[0], seat, kernel.chance(9))
            again = match.observe(agent)
            match._positions = position.copy()
            assert all((observed[part] == again[part]).all() for part in observed)
        play_on(match, rng)


def test_resets_without_a_seed_go_on_from_the_last_one() -> None:
    one, other = (TurnEnv("feuer-wasser", players=2) for _ in range(2))
    one.reset()
    other.reset()
    assert one.game != other.game
    for match in (one, other):
        match.reset(seed=7)
        match.reset()
    assert one.game == other.game
    assert one.game != funkenflug.new("feuer-wasser", players=2, seed=7)


def test_a_seed_can_be_given_beforehand() -> None:
    match = env("feuer-wasser", players=2, seed=7)
    match.reset()
    assert match.unwrapped.game == funkenflug.new("feuer-wasser", players=2, seed=7)
    match.reset()
    assert match.unwrapped.game == funkenflug.new("feuer-wasser", players=2, seed="7/1")


def test_an_illegal_action_ends_the_match(caplog: pytest.LogCaptureFixture) -> None:
    match = env("vulkan", players=2, layout="hexagon")
    match.reset(seed=7)
    mover = match.agent_selection
    match.step(2699)
    assert "Illegal move made" in caplog.text
    assert match.rewards[mover] == -1
    assert all(match.terminations.values())
    raw = TurnEnv("vulkan", players=2, layout="hexagon")
    raw.reset(seed=7)
    with pytest.raises(ValueError, match="action 2699 is not legal"):
        raw.step(2699)


def test_a_copy_keeps_the_position() -> None:
    match, rng = env("feurio", players=3, options=["firebreak"]), np.random.default_rng(1)
    match.reset(seed=7)
    for _ in range(9):
        play_on(match, rng)
    for again in (pickle.loads(pickle.dumps(match)), copy.deepcopy(match)):
        assert again.unwrapped.game == match.unwrapped.game
        assert again.agent_selection == match.agent_selection
        play_on(again, rng)
        assert again.unwrapped.game != match.unwrapped.game
        again.reset(seed=7)
        assert again.unwrapped.game == funkenflug.new("feurio", players=3, options=["firebreak"], seed=7)


def test_rendering_is_asked_for_beforehand() -> None:
    match = TurnEnv("feurio", players=2)
    match.reset(seed=7)
    with pytest.warns(UserWarning, match="render_mode"):
        assert match.render() is None
    with pytest.raises(ValueError, match="there is no render mode 'video'; there are human, ansi"):
        TurnEnv("feurio", players=2, render_mode="video")
    assert match.metadata["render_modes"] == list(RENDER_MODES)


def test_a_picture_has_its_colours() -> None:
    """Crews are drawn through nested `use` and coloured by variables that they inherit."""
    match = TurnEnv("feurio", players=2, render_mode="rgb_array", deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)
    match.reset()
    assert not has_colour(match.render(), (27, 143, 99))
    for text in ("tile 0,1", "crew 3 green 0,0"):
        legal = match.game.legal_moves()
        number = match.game.type.read_move(match.game.state, legal[legal.index(funkenflug.Move(text))])
        match.step(int(match.encoding.action_of[number]))
    assert has_colour(match.render(), (27, 143, 99))


def has_colour(picture: Any, colour: tuple[int, int, int]) -> bool:
    assert isinstance(picture, np.ndarray)
    return bool((abs(picture.astype(int) - colour).max(axis=2) < 3).sum() > 20)


@pytest.mark.parametrize("game", ["feurio", "vulkan", "feuer-wasser"])
def test_a_flat_picture_needs_no_style_sheet(game: str) -> None:
    match, rng = TurnEnv(game, players=2), np.random.default_rng(1)
    match.reset(seed=1)
    for _ in range(20):
        play_on(match, rng)
    picture = flat(match.game.svg(theme="light"))
    assert not any(word in picture for word in ("var(", "<use", "class=", "<style"))
