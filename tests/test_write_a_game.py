"""A small game outside the package, registered at run time: everything finds it without a change elsewhere."""

from __future__ import annotations

import io
import json
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest
from pettingzoo.test import api_test

import funkenflug
from funkenflug import Clock
from funkenflug.bots.players import LEVELS, RANDOM, level
from funkenflug.bots.review import review
from funkenflug.cli import main
from funkenflug.games import GAMES, register, register_plugins, unregister
from funkenflug.match.game import determinize
from funkenflug.research import pettingzoo
from funkenflug.research.vector import Encoding
from tests.adapters.test_pettingzoo import observations_are_dicts, spaces_are_dicts
from tests.morels import Morels
from tests.smallest import Smallest

ROOT = Path(__file__).parents[1]
WOOD = [5, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1, -3, -3, -3, -3]

Run = Callable[..., str]


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    register(Morels())
    yield
    unregister("morels")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run the command line in an empty folder: arguments and typed lines -> what it printed."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, typed: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        status = main(arguments)
        printed = capsys.readouterr()
        assert status == 0, printed.err
        return printed.out

    return run


def played(moves: int = 1000, players: int = 2, seed: int = 7) -> funkenflug.Game:
    game, chance = funkenflug.new("morels", players=players, seed=seed), random.Random(seed)
    while not game.over and len(game.moves) < moves:
        game.play(chance.choice(game.legal_moves()))
    return game


# The library


def test_a_match_ends_with_points_and_winners() -> None:
    for players in (2, 3, 4):
        game = played(players=players)
        outcome = game.outcome()
        assert outcome is not None
        assert outcome.scores == game.view().scores
        assert outcome.winners == tuple(i for i, points in enumerate(outcome.scores) if points == max(outcome.scores))


def test_what_is_picked_is_everybodys_and_what_is_seen_is_ones_own() -> None:
    game = funkenflug.new("morels", players=2, values=WOOD)
    game.play("look a4")
    game.play("pick b4")
    assert [game.view(seat).values[:2] for seat in (0, 1, None)] == [(5, 4), (None, 4), (None, 4)]  # type: ignore[attr-defined]
    assert [game.hidden(seat) for seat in (0, 1, None)] == [14, 15, 15]
    assert game.revealed(1) == {"values": {"a4": 5}}


def test_an_imagined_match_looks_the_same() -> None:
    game = played(9, players=3)
    for seat in (0, 1, 2, None):
        assert determinize(game.view(seat)).view(seat) == game.view(seat)


def test_what_is_refused_is_told() -> None:
    game = funkenflug.new("morels", players=2, seed=7)
    game.play("pick a1")
    assert game.explain("pick a1") == "you cannot pick a1 now"
    assert game.explain("eat a1") == "“eat a1” is not a move; moves are written like pick b3"


def test_records_give_back_the_match_also_of_a_given_deal() -> None:
    for game in (played(), funkenflug.new("morels", players=4, values=WOOD)):
        assert funkenflug.load(game.record()) == game
        assert pickle.loads(pickle.dumps(game)) == game


def test_views_travel_as_json() -> None:
    view = played(5).view(1)
    assert GAMES["morels"].read_view(msgspec.json.encode(view)) == view


def test_it_is_drawn_and_written_plainly() -> None:
    game = funkenflug.new("morels", players=2, values=WOOD)
    game.play("pick b4")
    game.play("look c4")
    assert game.text(1).splitlines()[0] == " a4   [G4]  [4]    d4"
    spectators, own = game.svg(), game.svg(1)
    assert 'data-cell="b4"' in spectators
    assert spectators.count('class="plain-text"') == 1
    assert own.count('class="plain-text"') == 2
    assert 'class="plain-cell green changes"' in game.svg(preview="pick a1")


def test_events_are_told_in_words() -> None:
    game = funkenflug.new("morels", players=2, seed=7)
    assert [game.type.tell(event, game.names) for event in game.play("pick b3")] == ["Green played pick b3"]


def test_two_games_cannot_have_the_same_id() -> None:
    with pytest.raises(ValueError, match="a game 'morels' already exists"):
        register(Morels())


# Bots


@pytest.mark.slow
@pytest.mark.parametrize("name", [RANDOM, *LEVELS])
def test_bots_of_all_levels_play_it(name: str) -> None:
    game = played(4, players=3)
    seat = game.to_move
    move = level(name).choose(game.view(seat), game.legal_moves(), Clock(seconds_for_move=0.1))
    assert move in game.legal_moves()


@pytest.mark.slow
def test_thinking_ahead_avoids_a_false_morel() -> None:
    game = funkenflug.new("morels", players=2, values=WOOD[::-1])
    game.play("look a4")
    game.play("look d1")
    moves = [suggestion.move for suggestion in game.suggest(None, simulations=2000)]
    assert moves[0] != "pick a4"


def test_a_finished_match_is_reviewed() -> None:
    judgements = list(review(played(), None, simulations=30))
    assert [judgement.ply for judgement in judgements] == list(range(len(played().moves)))


# The command line


def test_the_list_of_games_has_it(run: Run) -> None:
    assert "funkenflug play morels" in run("games")
    assert json.loads(run("games", "--json"))[-1]["id"] == "morels"


def test_a_match_is_set_up_shown_and_reviewed(run: Run) -> None:
    run("new", "morels", "--players", "2", "--values", " ".join(map(str, WOOD)), "--output", "match.ff")
    assert funkenflug.load(Path("match.ff").read_text()).setup.deal == tuple(WOOD)
    Path("match.ff").write_text(played().record())
    assert "looks left" in run("show", "match.ff")
    run("show", "match.ff", "--svg", "match.svg")
    assert "<svg" in Path("match.svg").read_text()
    assert "Green" in run("review", "match.ff", "--seconds", "0.01")


def test_it_is_played_in_a_terminal(run: Run) -> None:
    printed = run("play", "morels", "--players", "2", "--against", "random", "--seed", "7", typed="pick b3\nquit\n")
    assert "The board: a covered cell shows its name" in printed
    assert "Green played pick b3" in printed


def installed(*arguments: str, games: str, folder: Path, path: str = "") -> subprocess.CompletedProcess[str]:
    """Run `funkenflug` as an installed command in a folder, which -P keeps from the path of Python."""
    source = Path(funkenflug.__file__).parents[1]
    variables = {"PYTHONPATH": f"{source}{os.pathsep}{path}", "FUNKENFLUG_GAMES": games}
    command = (sys.executable, "-P", "-m", "funkenflug", *arguments)
    return subprocess.run(command, cwd=folder, env=os.environ | variables, capture_output=True, text=True)


@pytest.mark.slow
def test_other_processes_find_it_by_a_variable_in_the_current_folder(tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / "tests").mkdir(parents=True)
    (other / "tests/__init__.py").touch()  # some packages install a folder of this name
    arena = ("arena", "morels", "--players", "ember,random", "--games", "4", "--jobs", "2", "--out", str(tmp_path))
    done = installed(*arena, games="tests.morels:Morels", folder=ROOT, path=str(other))
    assert done.returncode == 0, done.stderr
    assert len(funkenflug.load_all((tmp_path / "games.ff").read_text())) == 4


def test_a_command_refuses_a_variable_that_names_no_game(tmp_path: Path) -> None:
    done = installed("games", games="nonsense", folder=tmp_path)
    complaint = "funkenflug: FUNKENFLUG_GAMES: 'nonsense' does not name a class: write module:Class\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", complaint)


@pytest.mark.parametrize(
    ("games", "complaint"),
    [
        ("nowhere:Game", "nowhere:Game: No module named 'nowhere'"),
        ("json:loads", "json:loads is not a subclass of GameType"),
        ("json:Nothing", "json has no class Nothing"),
        ("funkenflug.games.feurio:Feurio", "a game 'feurio' already exists"),
    ],
)
def test_a_game_that_fails_leaves_the_others_and_is_named_where_it_is_missed(
    monkeypatch: pytest.MonkeyPatch, games: str, complaint: str
) -> None:
    monkeypatch.setattr("funkenflug.games._failures", [])
    monkeypatch.setenv("FUNKENFLUG_GAMES", games)
    register_plugins()
    assert funkenflug.new("morels", players=2).to_move == 0
    with pytest.raises(ValueError, match=f"FUNKENFLUG_GAMES: {complaint}"):
        funkenflug.new("chess", players=2)


# Learners


@pytest.mark.slow
def test_many_matches_are_stepped_at_once() -> None:
    env = funkenflug.vector("morels", 8, players=2, seed=7)
    env.reset()
    for _ in range(9):
        env.step(env.random_actions())
    assert len({env.game(i).setup.deal for i in range(8)}) == 8, "chance deals"
    assert env.game(0).state.tobytes() == env.states[0].tobytes()


@pytest.mark.slow
def test_an_observation_tells_what_the_seat_knows_and_no_more() -> None:
    one = funkenflug.new("morels", players=2, values=WOOD)
    other = funkenflug.new("morels", players=2, values=[*WOOD[:2], *WOOD[:1:-1]])
    third = funkenflug.new("morels", players=2, values=[*WOOD[1::-1], *WOOD[2:]])
    seen = []
    for game in (one, other, third):
        game.play("look a4")
        seen.append([Encoding(game).observe(np.array([game.state]), seat).tobytes() for seat in (0, 1)])
    assert seen[0] == seen[1]
    assert seen[0][0] != seen[2][0]
    assert seen[0][1] == seen[2][1]


@pytest.mark.slow
@observations_are_dicts
@spaces_are_dicts
def test_pettingzoos_own_test() -> None:
    api_test(pettingzoo.env("morels", players=3), num_cycles=50)


@pytest.mark.peers("pyspiel")
def test_openspiels_own_test() -> None:
    import pyspiel

    game = pyspiel.load_game("funkenflug_morels(players=2)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.peers("pyspiel")
@pytest.mark.parametrize("description", ["mcts:30", "ismcts:30"])
def test_bots_of_openspiel_play_it(description: str) -> None:
    from funkenflug.research import openspiel

    game = played(5)
    legal = game.legal_moves()
    assert openspiel.player(description).choose(game.view(game.to_move), legal, Clock()) in legal


@pytest.mark.peers("pyspiel")
def test_an_information_state_has_the_secrets_of_its_seat() -> None:
    import pyspiel

    state = pyspiel.load_game("funkenflug_morels(players=2)").new_initial_state()
    state.apply_action(3)
    state.apply_action(state.legal_actions()[1])
    resampled = [state.resample_from_infostate(0, random.Random(i).random) for i in range(20)]
    assert {other.information_state_string(0) for other in resampled} == {state.information_state_string(0)}
    assert len({other.match.positions.tobytes() for other in resampled}) == 20


# Defaults


@pytest.fixture
def _smallest() -> Iterator[None]:
    register(Smallest())
    yield
    unregister("smallest")


@pytest.mark.peers("pyspiel")
@pytest.mark.usefixtures("_smallest")
def test_a_game_of_rules_texts_and_a_view_is_whole() -> None:
    import pyspiel
    from open_spiel.python.algorithms import minimax

    import funkenflug.research.openspiel

    game = funkenflug.new("smallest", players=2)
    assert "left: 7" in game.text()
    assert "left: 7" in game.svg(preview="take 1")
    while not game.over:
        seat = game.to_move
        game.play(level("ember").choose(game.view(seat), game.legal_moves(), Clock()))
    outcome = game.outcome()
    assert outcome is not None
    assert len(outcome.winners) == 1
    assert funkenflug.load(game.record()) == game
    env = funkenflug.vector("smallest", 3, players=2)
    env.reset()
    env.step(env.random_actions())
    assert env.game(2).moves
    spiel = pyspiel.load_game("funkenflug_smallest(players=2)")
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=True, verbose=False)
    value, best = minimax.alpha_beta_search(spiel)  # it takes games without chance and secrets only
    assert (value, spiel.new_initial_state().action_to_string(best)) == (1.0, "take 1")


@pytest.mark.usefixtures("_smallest")
def test_a_board_without_a_legend_is_not_announced(run: Run) -> None:
    printed = run("play", "smallest", "--players", "2", "--against", "random", typed="quit\n")
    assert "left: 7" in printed
    assert "The board:" not in printed
