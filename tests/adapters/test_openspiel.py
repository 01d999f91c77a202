"""The games in OpenSpiel: its own tests, the same results as ours, and bots that know no more than their seat."""

import pickle
import subprocess
import sys
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import funkenflug
from funkenflug import Clock, Game, kernel
from funkenflug.bots.players import Player
from tests.adapters.kinds import KINDS, Kind

pytest.importorskip("pyspiel", reason="pip install -e '.[peers]'")

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, minimax

from funkenflug.research.openspiel import SpielGame, SpielState, player, state_of

pytestmark = pytest.mark.peers("pyspiel")

each_kind = pytest.mark.parametrize("kind", KINDS, ids=str)
FIREBREAK = Kind("feurio", 2, "competitive", ("firebreak",))


def load(kind: Kind) -> SpielGame:
    name = kind.game.replace("-", "_")
    game = pyspiel.load_game(
        f"funkenflug_{name}(players={kind.players},mode={kind.mode},options={'+'.join(kind.options)})"
    )
    assert isinstance(game, SpielGame)
    return game


def random_states(kind: Kind, seed: int) -> list[SpielState]:
    """Return the states of a random match, those before chance among them."""
    state, rng = load(kind).new_initial_state(), np.random.default_rng(seed)
    states = [state.clone()]
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=chances))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        states.append(state.clone())
    return states


@each_kind
def test_openspiels_own_test(kind: Kind) -> None:
    pyspiel.random_sim_test(load(kind), num_sims=1, serialize=True, verbose=False)


@each_kind
def test_matches_go_and_end_as_ours(kind: Kind) -> None:
    states = random_states(kind, 7)
    end = states[-1]
    twin = Game(end._game.start.type, end._game.start.setup, end._game.start.names, end._game.start.date)
    twin._state = dealt_like(end)
    for state, later in pairwise(states):
        if not state.is_chance_node():
            assert state.current_player() == twin.to_move
            action = later.history()[-1]
            texts = [state.action_to_string(legal) for legal in state.legal_actions()]
            assert sorted(texts) == sorted(twin.legal_moves())
            twin.play(state.action_to_string(action))
    assert twin.over
    values = np.zeros(kernel.MOST_SEATS)
    kernel.utilities(twin._state, values)
    assert end.returns() == values[: kind.players].tolist()
    assert not any(states[0].returns())


def dealt_like(end: SpielState) -> kernel.State:
    """Return the first position of a match with the deal that a finished one had."""
    first, settled = end._game.start.state, end.dealt().tolist()
    for place, outcome in enumerate(settled):
        if outcome:
            kernel.settle(first, place, outcome - 1)
    return first


@each_kind
def test_a_resampled_state_looks_the_same_to_the_seat(kind: Kind) -> None:
    rng = np.random.default_rng(5)
    for state in random_states(kind, 5)[::9]:
        if state.is_terminal() or state.is_chance_node():
            continue
        for seat in range(kind.players):
            other = state.resample_from_infostate(seat, rng.uniform)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.current_player() == state.current_player()
            again = state.get_game().new_initial_state()
            for action in other.history():
                again.apply_action(action)
            assert again.dealt().tolist() == other.dealt().tolist()


def test_what_a_seat_may_not_know_is_resampled() -> None:
    state = load(FIREBREAK).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    rng = np.random.default_rng(5)
    drawn = {int(state.resample_from_infostate(1, rng.uniform).dealt()[2]) for _ in range(60)}
    assert drawn == {1, 2, 3, 4, 5, 6}
    assert {int(state.resample_from_infostate(0, rng.uniform).dealt()[2]) for _ in range(9)} == {1}
    assert state.information_state_string(0) != state.information_state_string(1)


def test_an_information_state_recalls_everything() -> None:
    """Who passed and who did not is remembered by all."""
    game = load(Kind("feurio", 4, "competitive"))
    orders = []
    for crews in (("pass", "crew 1 blue {}"), ("crew 1 green {}", "pass")):
        state = game.new_initial_state()
        for _ in range(4):
            state.apply_action(5)
        state.apply_action(state.legal_actions()[0])
        for crew in crews:
            while state.is_chance_node():
                state.apply_action(state.chance_outcomes()[0][0])
            state.apply_action(state.legal_actions()[0])
            texts = {state.action_to_string(action): action for action in state.legal_actions()}
            state.apply_action(next(action for text, action in texts.items() if text.startswith(crew.split(" {")[0])))
        orders.append(state)
    strings = [[state.information_state_string(seat) for seat in range(4)] for state in orders]
    assert len({string for four in strings for string in four}) == 8


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="is for 1 to 4 players, not 7"):
        pyspiel.load_game("funkenflug_feurio(players=7)")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter"):
        pyspiel.load_game("funkenflug_feurio(colour=7)")
    with pytest.raises(ValueError, match="what one seat knows"):
        load(FIREBREAK).make_py_observer(pyspiel.IIGObservationType(perfect_recall=True, public_info=False))
    with pytest.raises(ValueError, match="no parameters"):
        load(FIREBREAK).make_py_observer(None, {"colour": 7})


def test_illegal_actions_are_refused() -> None:
    state = load(Kind("feurio", 2, "competitive")).new_initial_state()
    for action in (6, 99):
        with pytest.raises(ValueError, match=f"action {action} is not legal"):
            state.apply_action(action)
        with pytest.raises(ValueError, match=f"action {action} is not legal"):
            state.action_to_string(action)
    for _ in range(3):
        state.apply_action(5)
    before = str(state)
    for action in (0, 606, 649, 10**9):  # a pass and a crew while a tile is due, and no actions at all
        with pytest.raises(ValueError, match=f"action {action} is not legal"):
            state.apply_action(action)
        with pytest.raises(ValueError, match=f"action {action} is not legal"):
            state.action_to_string(action)
    assert str(state) == before
    assert state.history() == [5, 5, 5]


@each_kind
def test_only_legal_actions_are_played(kind: Kind) -> None:
    rng = np.random.default_rng(3)
    for state in random_states(kind, 3)[::7]:
        if state.is_chance_node():
            legal, among = [outcome for outcome, _ in state.chance_outcomes()], state.get_game().max_chance_outcomes()
        else:
            legal, among = state.legal_actions(), state.num_distinct_actions()
        for action in {int(action) for action in rng.integers(0, among + 2, 30)} - set(legal):
            with pytest.raises(ValueError, match=f"action {action} is not legal"):
                state.apply_action(action)


@each_kind
def test_a_state_is_printed_as_a_board(kind: Kind) -> None:
    """Observations tell apart what their tensors do, and no more; states are told apart by the actions so far."""
    pairs, states = set(), {}
    for state in (state for seed in (1, 2) for state in random_states(kind, seed)[::11]):
        states[tuple(state.history())] = str(state)
        for seat in range(kind.players):
            text = state.observation_string(seat)
            assert ("Chance draws" if state.is_chance_node() else "(you)") in text
            pairs.add((text, (seat, *state.observation_tensor(seat))))
    texts, tensors = map(set, zip(*pairs, strict=True))
    assert len(texts) == len(tensors) == len(pairs)
    assert len(set(states.values())) == len(states)


def test_a_board_shows_what_its_seat_may_know() -> None:
    state = load(FIREBREAK).new_initial_state()
    for outcome in (5, 4, 3):
        state.apply_action(outcome)
    assert "Green lays a 4 where it burns hottest" in state.observation_string(0)
    for text in (state.observation_string(1), str(state)):
        assert "Green lays a secret tile where it burns hottest" in text
    assert str(state).endswith("\n\n5 4 3")


def test_a_program_that_used_it_ends_well() -> None:
    """OpenSpiel holds on to what was registered until Python has gone."""
    program = 'import funkenflug.research.openspiel, pyspiel; pyspiel.load_game("funkenflug_vulkan")'
    subprocess.run([sys.executable, "-c", program], check=True)


# Bots ---------------------------------------------------------------------------------------------------------------


def played(kind: Kind, plies: int) -> Game:
    game, rng = kind.start(7), kernel.chance(7)
    for _ in range(plies):
        legal = game.legal_moves()
        breaks = [move for move in legal if move.startswith("break")]
        game.play((breaks or legal)[kernel.below(rng, len(breaks or legal))])
    return game


def choice(bot: Player, game: Game, clock: Clock = Clock()) -> str:  # noqa: B008  (it is frozen)
    assert game.to_move is not None
    return bot.choose(game.view(game.to_move), game.legal_moves(), clock)


@pytest.mark.parametrize("description", ["mcts:12", "ismcts:12"])
@pytest.mark.parametrize(
    "kind", [FIREBREAK, Kind("vulkan", 3, "cooperative"), Kind("feuer-wasser", 4, "competitive")], ids=str
)
def test_bots_choose_legal_moves_and_the_same_ones_again(description: str, kind: Kind) -> None:
    for plies in (0, 5, 14):
        game = played(kind, plies)
        chosen = choice(player(description, 3), game)
        assert chosen in game.legal_moves()
        assert choice(player(description, 3), game) == chosen


@pytest.mark.parametrize("description", ["mcts:12", "ismcts:12"])
def test_bots_know_what_their_seat_knows(description: str) -> None:
    game = played(FIREBREAK, 9)
    twin = game.copy()
    twin._choices = None
    assert game.to_move is not None
    kernel.determinize(twin._state, game.to_move, kernel.chance(1))
    assert twin.state.tobytes() != game.state.tobytes()
    assert choice(player(description, 3), twin) == choice(player(description, 3), game)


def test_a_bot_with_a_clock_keeps_to_it() -> None:
    game = played(FIREBREAK, 4)
    for description in ("mcts:3600s", "ismcts:3600s"):
        for left in (0.01, 0.0, -1.0):
            assert choice(player(description), game, Clock(seconds_left=left)) in game.legal_moves()


def test_a_bot_need_not_think_about_its_only_move() -> None:
    game = funkenflug.new("feurio", players=2, deck=[6, 5, 4, 3, 2, 1] * 6)
    moves = game.legal_moves()[:1]
    assert player("mcts:3600s").choose(game.view(0), moves, Clock()) == moves[0]


def test_a_state_like_a_view_has_its_history() -> None:
    game = played(FIREBREAK, 9)
    assert game.to_move is not None
    state = state_of(game.view(game.to_move), 5)
    assert state.moves() == state._game.encoding.action_of[list(game.numbers)].tolist()
    assert state.current_player() == game.to_move


@pytest.mark.parametrize(
    "description", ["mcts", "mcts:", "mcts:s", "mcts:0", "mcts:1", "uct:1s", "mcts:1.0", "ismcts:-1s", ""]
)
def test_a_bot_has_a_name_and_a_budget(description: str) -> None:
    with pytest.raises(ValueError, match="look like"):
        player(description)


# Other algorithms ---------------------------------------------------------------------------------------------------

VULKAN_END = "funkenflug_vulkan_dealt(players=2,layout=hexagon,seed=2,opening_moves=19)"
FEURIO_END = "funkenflug_feurio(players=2,seed=1,opening_moves=72)"
SMALL_FEURIO = "funkenflug_feurio_small(tiles=3,options=firebreak)"
SMALL_VULKAN = "funkenflug_vulkan_small(layout=hexagon,tiles=8)"
SMALL_FEUER_WASSER = "funkenflug_feuer_wasser_small(side=3)"


@pytest.mark.parametrize("name", [VULKAN_END, FEURIO_END, SMALL_FEUER_WASSER, "funkenflug_feurio(players=4)"])
def test_games_and_states_can_be_sent_to_other_processes(name: str) -> None:
    """OpenSpiel's AlphaZero sends the game to its actors."""
    game = pyspiel.load_game(name)
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    copied = pickle.loads(pickle.dumps(state))
    assert str(copied) == str(state)
    assert copied.legal_actions() == state.legal_actions()
    started = state_of(funkenflug.new("vulkan", players=2, seed=1).view(1), 3).get_game()
    assert pickle.loads(pickle.dumps(started)).start == started.start


@pytest.mark.parametrize("name", [VULKAN_END, SMALL_VULKAN])
def test_alpha_beta_solves_a_dealt_match(name: str) -> None:
    game = pyspiel.load_game(name)
    assert game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    value, action = minimax.alpha_beta_search(game)
    first = game.new_initial_state()
    assert action in first.legal_actions()
    assert value == best_value(first, first.current_player())


def best_value(state: Any, player: int) -> float:
    if state.is_terminal():
        return float(state.player_return(player))
    values = [best_value(state.child(action), player) for action in state.legal_actions()]
    return max(values) if state.current_player() == player else min(values)


@pytest.mark.parametrize("name", [SMALL_FEURIO, SMALL_FEUER_WASSER])
def test_cfr_solves_a_small_variant(name: str) -> None:
    game = pyspiel.load_game(name)
    solver = cfr.CFRSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(3):
        solver.evaluate_and_update_policy()
    assert 0 <= exploitability.nash_conv(game, solver.average_policy()) < before


@pytest.mark.parametrize(
    "name",
    [
        VULKAN_END,
        FEURIO_END,
        "funkenflug_feurio_small(players=4,tiles=12,firefighters=3,options=firebreak)",
        "funkenflug_vulkan_small(players=3,tiles=12,loads=2)",
        "funkenflug_feuer_wasser_small(players=3,side=4,tiles=4,stones=3)",
    ],
)
def test_small_matches_can_be_simulated_and_resampled(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    state, rng = game.new_initial_state(), np.random.default_rng(2)
    while not state.is_terminal():
        if state.current_player() >= 0:
            assert "(you)" in state.observation_string(0)
            other = state.resample_from_infostate(0, rng.uniform)
            assert other.information_state_string(0) == state.information_state_string(0)
            assert other.dealt().nonzero()[0].tolist() == state.dealt().nonzero()[0].tolist()
        state.apply_action(int(rng.choice(state.legal_actions())))


def test_a_deck_of_twelve_tiles_is_laid_to_its_end() -> None:
    state = pyspiel.load_game("funkenflug_feurio_small(tiles=12)").new_initial_state()
    rng = np.random.default_rng(1)
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
    drawn = state.dealt()
    assert sorted(drawn[drawn > 0].tolist()) == sorted([1, 2, 3, 4, 5, 6] * 2)


@pytest.mark.parametrize(
    ("size", "reason"),
    [
        ("feurio_small(tiles=2)", "3 to 36 tiles, not 2"),
        ("vulkan_small(loads=13)", "1 to 12 loads"),
        ("feuer_wasser_small(side=2)", "3 to 12 cells a side, not 2"),
    ],
)
def test_impossible_sizes_are_refused(size: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        pyspiel.load_game(f"funkenflug_{size}")


def test_only_games_without_secrets_can_be_dealt() -> None:
    names = [name for name in pyspiel.registered_names() if name.endswith("_dealt") and "funkenflug" in name]
    assert names == ["funkenflug_vulkan_dealt"]


def test_an_opening_is_not_the_whole_match() -> None:
    with pytest.raises(ValueError, match=r"over after \d+ random moves"):
        pyspiel.load_game("funkenflug_vulkan_dealt(players=2,layout=hexagon,opening_moves=400)")
    with pytest.raises(ValueError, match="opening_moves is 0 or more"):
        pyspiel.load_game("funkenflug_feurio(players=2,opening_moves=-1)")
    with pytest.raises(ValueError, match="a seat has a secret"):
        pyspiel.load_game("funkenflug_feurio(players=2,options=firebreak,opening_moves=20)")


@pytest.mark.peers("chex", "flax", "jax", "optax", "orbax")
def test_openspiels_alpha_zero_learns_a_small_variant() -> None:
    """Its actors and evaluators are processes of their own."""
    command = [sys.executable, "-m", "bench.openspiel_alpha_zero", "--steps", "1"]
    learnt = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert "Traceback" not in learnt.stderr
    assert "actor-0 exiting" in learnt.stdout
