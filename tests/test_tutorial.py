"""docs/write-a-game.md alone is enough: its blocks are a game that is played everywhere."""

from __future__ import annotations

import importlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pettingzoo.test import api_test

import funkenflug
from funkenflug.cli import main
from funkenflug.games import GAMES
from funkenflug.games.base import GameType
from funkenflug.games.hooks import HOOKS
from funkenflug.research import pettingzoo
from tests.adapters.test_pettingzoo import observations_are_dicts, spaces_are_dicts
from tests.test_docs import ROOT, blocks
from tests.tutorial import PAGE, registered_hex, write_hex

SOURCE = Path(funkenflug.__file__).parents[1]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("page")


@pytest.fixture
def _hex(folder: Path) -> Iterator[None]:
    with registered_hex(folder):
        yield


def connected() -> funkenflug.Game:
    """Return a match that the first seat wins, after the second has taken over its stone."""
    game = funkenflug.new("hex", players=2)
    for move in ("stone b5", "swap", "stone c5", "stone a1", "stone c4", "stone a2", "stone c3", "stone b1"):
        game.play(move)
    for move in ("stone c2", "stone e5", "stone c1"):
        game.play(move)
    return game


# The library


@pytest.mark.usefixtures("_hex")
def test_the_first_chain_wins_without_points() -> None:
    game = connected()
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0,), ())
    assert game.text().splitlines()[-1] == "Green wins"
    assert '[Result "seat 0"]' in game.record()
    assert funkenflug.load(game.record()) == game


@pytest.mark.usefixtures("_hex")
def test_to_swap_mirrors_the_stone_and_is_the_second_move_only() -> None:
    game = funkenflug.new("hex", players=2)
    assert "swap" not in game.legal_moves()
    game.play("stone b5")
    assert "swap" in game.legal_moves()
    game.play("swap")
    assert game.text().splitlines()[:2] == [" a5   b5   c5   d5   e5", "[B]   b4   c4   d4   e4"]
    assert game.explain("swap") == "only the second move may be swap"
    assert game.explain("stone a4") == "there is a stone on a4"


@pytest.mark.usefixtures("_hex")
def test_it_has_a_picture_of_its_own() -> None:
    game = connected()
    assert game.svg().count("hex-ground") == 25 + 2  # and two rules of the style sheet
    assert "hex-cell changes" in funkenflug.new("hex", players=2).svg(preview="stone c3")


# Commands


@pytest.mark.usefixtures("_hex")
def test_it_is_played_in_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"stone c3\nquit\n")))
    assert main(["play", "hex", "--against", "random", "--seed", "7"]) == 0
    printed = capsys.readouterr().out
    assert "The board: an empty cell shows its name" in printed
    assert "Green lays a stone on c3" in printed
    assert main(["games"]) == 0
    assert "  2 players  --mode competitive" in capsys.readouterr().out


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    # other tests write games with the same records: their machine code would be found in a shared cache
    variables = {"NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": str(SOURCE), "FUNKENFLUG_GAMES": "hex:Hex"}
    variables["COLUMNS"] = "500"
    command = (sys.executable, "-P", "-m", "funkenflug", *arguments)
    return subprocess.run(command, cwd=folder, env=os.environ | variables, capture_output=True, text=True)


@pytest.mark.slow
def test_the_check_finds_nothing_wrong(folder: Path) -> None:
    write_hex(folder)
    checked = run("game", "check", "hex", folder=folder)
    assert (checked.returncode, checked.stdout) == (0, "Hex: nothing is wrong\n"), checked.stdout + checked.stderr


@pytest.mark.slow
def test_processes_of_an_arena_play_it(folder: Path, tmp_path: Path) -> None:
    write_hex(folder)
    arena = ("arena", "hex", "--players", "ember,random", "--games", "4", "--jobs", "2", "--out", str(tmp_path))
    played = run(*arena, folder=folder)
    assert played.returncode == 0, played.stderr
    records = (tmp_path / "games.ff").read_text()
    assert len(re.findall(r'\[Result "seat [01]"\]', records)) == 4


@pytest.mark.slow
def test_the_type_checker_has_nothing_to_say(folder: Path) -> None:
    write_hex(folder)
    source = os.environ | {"MYPYPATH": str(SOURCE)}
    command = [sys.executable, "-m", "mypy", "--strict", "hex"]
    done = subprocess.run(command, cwd=folder, env=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


# Learners


@observations_are_dicts
@spaces_are_dicts
@pytest.mark.usefixtures("_hex")
def test_pettingzoos_own_test() -> None:
    api_test(pettingzoo.env("hex", players=2), num_cycles=50)


@pytest.mark.peers("pyspiel")
@pytest.mark.usefixtures("_hex")
def test_openspiel_knows_that_nothing_is_hidden_or_left_to_chance() -> None:
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("funkenflug_hex(players=2)")
    kind = game.get_type()
    assert kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    state = game.new_initial_state()
    for text in connected().moves[:-1]:
        actions = {state.action_to_string(action): action for action in state.legal_actions()}
        state.apply_action(actions[str(text)])
    value, best = minimax.alpha_beta_search(game, state, lambda state: 0, 2, state.current_player())
    assert (value, state.action_to_string(best)) == (1.0, "stone c1")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


# The page itself


def test_the_game_is_small(tmp_path: Path) -> None:
    write_hex(tmp_path)
    assert sum(len(file.read_text().splitlines()) for file in tmp_path.rglob("*.*")) <= 260


def test_the_way_to_it_is_short() -> None:
    tutorial = PAGE.read_text(encoding="utf-8").partition("## Reference")[0]
    assert len(re.sub(r"^```.*?^```$", "", tutorial, flags=re.MULTILINE | re.DOTALL).split()) <= 1_600


def test_every_name_of_a_game_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    names = {name for name in (*dir(GameType), *GameType.__annotations__) if not name.startswith("_")}
    assert names >= HOOKS.keys()
    assert {name for name in names if not re.search(rf"`{name}\b", text)} == set()


def test_the_reference_is_what_the_docstrings_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "docs")
    make_hooks = importlib.import_module("make_hooks")
    text = PAGE.read_text(encoding="utf-8")
    assert text[text.index(make_hooks.START) :] == make_hooks.reference(), "python docs/make_hooks.py writes it"


def test_what_the_page_shows_of_another_game_is_its_code() -> None:
    sources = [file.read_text(encoding="utf-8") for file in (ROOT / "tests" / "morels").rglob("*.py")]
    shown = blocks(PAGE, "py")
    assert len(shown) == 3
    for block in shown:
        assert any(block in source for source in sources), block


def test_hex_is_no_game_of_the_package() -> None:
    assert "hex" not in GAMES
