"""`funkenflug game`: a new game runs, and a check names what is wrong with one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import funkenflug
from funkenflug.games import GAMES

ROOT = Path(__file__).parents[1]


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, for a game stays imported."""
    environment = os.environ | {"PYTHONPATH": str(Path(funkenflug.__file__).parents[1]), "COLUMNS": "500"}
    command = (sys.executable, "-P", "-m", "funkenflug", "game", *arguments)
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


@pytest.fixture
def skeleton(tmp_path: Path) -> Path:
    """The folder of a new game."""
    written = run("new", "noughts", "--folder", str(tmp_path), folder=tmp_path)
    assert written.returncode == 0, written.stderr
    assert "FUNKENFLUG_GAMES=noughts:Noughts" in written.stdout
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("game_id", list(GAMES))
def test_nothing_is_wrong_with_our_games(game_id: str, tmp_path: Path) -> None:
    checked = run("check", game_id, folder=tmp_path)
    assert (checked.returncode, checked.stdout.count("\n")) == (0, 1), checked.stdout + checked.stderr


@pytest.mark.slow
def test_nothing_is_wrong_with_a_game_that_hides_something() -> None:
    checked = run("check", "tests.morels:Morels", folder=ROOT)
    assert (checked.returncode, checked.stdout) == (0, "Morels: nothing is wrong\n"), checked.stderr


@pytest.mark.slow
def test_a_new_game_is_whole_and_clean(skeleton: Path) -> None:
    checked = run("check", "noughts:Noughts", folder=skeleton)
    assert (checked.returncode, checked.stdout) == (0, "Noughts: nothing is wrong\n"), checked.stderr
    for tool in (["mypy", "--strict"], ["ruff", "check", "--isolated"], ["ruff", "format", "--check", "--isolated"]):
        options = ["--line-length", "120"] if tool[0] == "ruff" else []
        source = os.environ | {"MYPYPATH": str(Path(funkenflug.__file__).parents[1])}
        done = subprocess.run([sys.executable, "-m", *tool, *options, "noughts"], cwd=skeleton, env=source, text=True)
        assert done.returncode == 0, tool


@pytest.mark.slow
@pytest.mark.parametrize("name", ["class", "Chess", "4wins", "json", "vulkan"])
def test_a_name_that_python_or_a_game_has_is_refused(name: str, tmp_path: Path) -> None:
    refused = run("new", name, folder=tmp_path)
    assert refused.returncode == 2
    assert name in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(skeleton: Path) -> None:
    refused = run("new", "noughts", folder=skeleton)
    assert (refused.returncode, "exists already" in refused.stderr) == (2, True)


HIDDEN = """
@hook
def hidden(state: State, seat: int | None) -> int:
    return 1
"""

DEFECTS = {
    "a misspelt hook": ("show.py", "def task(", "def tasks(", "there is no hook `tasks`; did you mean `task`?"),
    "other parameters": ("show.py", "def task(view:", "def task(seen:", "the hook `task` takes (view)"),
    "another room": (
        "rules.py",
        "def explain_refusal(state: State, text: str)",
        "def legend()",
        "belongs in the room show",
    ),
    "a misspelt fact": (
        "__init__.py",
        "longest = 9",
        "longestt = 9",
        "GameType has no `longestt`; did you mean `longest`?",
    ),
    "a missing fact": ("__init__.py", "    year = 2026\n", "", "lacks the fact `year`"),
    "too many players": ("__init__.py", "range(2, 3)", "range(3, 4)", "`usual_players` is 2"),
    "a missing function": ("rules.py", "def legal(", "def legals(", "The rules lack `legal`; is it `legals`?"),
    "a misspelt function": (
        "rules.py",
        "register(__name__",
        "@compiled\ndef samplee(state: State, rng: Array) -> int:\n    return 0\n\n\nregister(__name__",
        "did you mean `sample`?",
    ),
    "no players": ("rules.py", '("players", np.int8)', '("seats", np.int8)', "the field `players`"),
    "a move twice": (
        "rules.py",
        "            moves[count] = cell\n",
        "            moves[count] = cell // 2 * 2\n",
        "`legal` lists a move twice",
    ),
    "too many moves": ("rules.py", "    return count\n", "    return count + 9\n", "it must be 1 to 9, MOST_MOVES"),
    "no end": ("rules.py", "if state.winner < 0 and state.marks < CELLS else -1", "", "`legal` returned 0 moves"),
    "a long match": ("__init__.py", "longest = 9", "longest = 4", "more than `longest`, which is 4"),
    "no sum": ("rules.py", "1.0, -1.0", "1.0, 0.0", "`utilities` must have the sum 0"),
    "equal texts": ("rules.py", "NAMES[move]}", "NAMES[move % 3]}", "Two moves have the same text"),
    "a text read wrongly": (
        "rules.py",
        "return NAMES.index(cell)",
        "return (NAMES.index(cell) + 1) % 9",
        "it is read as",
    ),
    "nonsense is read": (
        "rules.py",
        "        raise IllegalMove(",
        "        return 0\n        raise IllegalMove(",
        "should be refused with",
    ),
    "clicks without a cell": ("__init__.py", '"cell:1"', '"cell:0"', "the drawing has no such cell"),
    "one click for two moves": ("__init__.py", '"cell:1"', '"verb:mark"', "are chosen by the same clicks"),
    "a bare view": (
        "rules.py",
        "return NoughtsView(seat=seat, marks=marks, **common)",
        "return View(seat=seat, **common)  # type: ignore",
        "`view` returns a bare `View`",
    ),
    "hidden without determinize": (
        "rules.py",
        "# What each seat may know",
        HIDDEN + "\n\n# What each seat may know",
        "the rules have no `determinize`",
    ),
    "a plain text": (
        "show.py",
        'return Message("{name} marks a cell", name=view.names[view.to_move or 0])',
        'return "mark"  # type: ignore',
        "`task` must return a `Message`",
    ),
    "no second person": (
        "show.py",
        '"{name} marks a cell": ("You mark a cell",), ',
        "",
        "`second_person` lacks '{name} marks a cell'",
    ),
    "a wrong second person": ("show.py", '("You marked {cell}",)', '("You marked it",)', "must have the fields of"),
    "no legend": (
        "show.py",
        '"an empty cell shows its name; [G] is a mark of green, [B] one of blue."',
        '""',
        "`legend` is missing",
    ),
    "a broken picture": (
        "show.py",
        'Cell(name, at % SIDE, at // SIDE, "", colours[at])',
        'Cell(f"<{name}", at % SIDE, at // SIDE, "", colours[at])',
        "is not well-formed SVG",
    ),
    "an error": ("show.py", "for seat in view.marks]", "for seat in view.stones]", "AttributeError"),
    "a field of the panel": (
        "__init__.py",
        "    longest = 9",
        '    panel = ("mark",)\n    longest = 9',
        "did you mean `marks`?",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("defect", list(DEFECTS))
def test_a_defect_is_named(defect: str, skeleton: Path) -> None:
    file, right, wrong, sentence = DEFECTS[defect]
    path = skeleton / "noughts" / file
    text = path.read_text()
    assert right in text, "the defect is planted"
    path.write_text(text.replace(right, wrong, 1))
    checked = run("check", "noughts:Noughts", folder=skeleton)
    assert checked.returncode == 1, checked.stdout + checked.stderr
    assert sentence in checked.stdout


LEAKS = {
    "the view": ("rules/view.py", "value if bits >> cell & 1 else None", "value", "The view for a spectator shows"),
    "determinize": (
        "rules/rules.py",
        "np.sort(state.value[unknown])",
        "state.value[unknown]",
        "`determinize` depends on more",
    ),
    "no determinize": ("rules/rules.py", "def determinize(", "def deal_again(", "the rules have no `determinize`"),
    "possible_deal": (
        "rules/deal.py",
        "[unseen.pop() if value is None else value for value in view.values]",
        "sorted(rules.VALUES)",
        "see `possible_deal`",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("leak", list(LEAKS))
def test_a_leak_is_named(leak: str, tmp_path: Path) -> None:
    file, right, wrong, sentence = LEAKS[leak]
    for source in (ROOT / "tests" / "morels").rglob("*.py"):
        path = tmp_path / "wood" / source.relative_to(ROOT / "tests" / "morels")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source.read_text().replace("tests.morels", "wood"))
    text = (tmp_path / "wood" / file).read_text()
    assert right in text
    (tmp_path / "wood" / file).write_text(text.replace(right, wrong))
    checked = run("check", "wood:Morels", folder=tmp_path)
    assert checked.returncode == 1, checked.stdout + checked.stderr
    assert sentence in checked.stdout
