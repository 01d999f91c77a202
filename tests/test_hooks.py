"""Hooks of a game: declared, checked at import, and loaded room by room."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest

from funkenflug.games import GAMES
from funkenflug.games.base import GameType
from funkenflug.games.hooks import HOOKS, ROOMS, Unloaded

CLASS = """
from funkenflug.games.base import GameType


class Game(GameType):
    id = "game"
"""
HOOK = "from funkenflug.games.base import hook\n\n\n"
TASK = HOOK + "@hook\ndef task(view):\n    return 'task'\n"

Make = Callable[[dict[str, str]], type[GameType]]
_numbers = count()


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Write a game with these files, and import its class."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(files: dict[str, str]) -> type[GameType]:
        name = f"game_of_hooks_{next(_numbers)}"
        for file, text in {"__init__.py": CLASS, **files}.items():
            path = tmp_path / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        game: type[GameType] = import_module(name).Game
        return game

    return make


def test_every_hook_is_a_name_of_a_game_and_has_a_room() -> None:
    assert len(HOOKS) > 40
    for hook in HOOKS.values():
        assert hasattr(GameType, hook.name)
        assert hook.room in ROOMS


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_the_rooms_of_our_games_are_the_same(game: GameType) -> None:
    there = {path.name for path in game.folder.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert there <= ROOMS.keys()
    assert there >= {"rules", "show", "teach", "learn"}
    assert {path.name for path in game.folder.iterdir() if path.is_file()} == {"__init__.py"}


def test_a_room_is_a_file_or_a_folder(make: Make) -> None:
    assert make({"show.py": TASK})().task(None) == "task"
    assert make({"show/__init__.py": "", "show/words.py": TASK})().task(None) == "task"


def test_a_hook_that_a_room_lacks_has_its_default(make: Make) -> None:
    game = make({"show.py": TASK})
    assert game().warning(None, None) == ""  # type: ignore[arg-type]
    assert game.warning is GameType.warning


def test_a_hook_is_a_plain_attribute_once_it_is_loaded(make: Make) -> None:
    game = make({"show.py": TASK})
    assert isinstance(vars(game)["task"], Unloaded)
    assert f"{game.__module__}.show" not in sys.modules
    assert game().task(None) == "task"
    assert game.task is sys.modules[f"{game.__module__}.show"].task
    assert not [name for name, value in vars(game).items() if isinstance(value, Unloaded)]


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        (
            {"rules.py": HOOK + "@hook\ndef hodings(view): ...\n"},
            r"rules\.hodings: there is no hook `hodings`; did you mean `holdings`\?",
        ),
        ({"rules.py": HOOK + "@hook\ndef zzz(): ...\n"}, "there is no hook `zzz`$"),
        (
            {"rules.py": HOOK + "@hook\ndef known(state): ...\n"},
            r"rules\.known takes \(state\), but the hook `known` takes \(state, seat\)",
        ),
        ({"rules.py": TASK}, "rules.task: the hook `task` belongs in the room show, not rules"),
        (
            {
                "rules/__init__.py": HOOK + "@hook\ndef start(setup): ...\n",
                "rules/more.py": HOOK + "@hook\ndef start(setup): ...\n",
            },
            r"rules\.more\.start: game_of_hooks_\d+\.rules has this hook, too",
        ),
        (
            {
                "__init__.py": CLASS + "    def start(self, setup): ...\n",
                "rules.py": HOOK + "@hook\ndef start(setup): ...\n",
            },
            "rules.start: the class Game has this hook, too",
        ),
        (
            {"__init__.py": CLASS + "    titlee = 'x'\n"},
            r"Game\.titlee: GameType has no `titlee`; did you mean `title`\?",
        ),
        ({"__init__.py": CLASS + "    def task(self, seen): ...\n"}, r"the hook `task` takes \(view\)"),
        ({"show/words.py": TASK}, r"show has Python files, but no __init__\.py"),
        ({"show.py": TASK, "show/words.py": TASK}, r"show has Python files, but no __init__\.py"),
    ],
)
def test_what_does_not_fit_is_an_error_at_import(make: Make, files: dict[str, str], complaint: str) -> None:
    with pytest.raises(TypeError, match=complaint):
        make(files)


def test_an_error_in_a_room_is_told_whenever_it_is_used(make: Make) -> None:
    game = make({"show.py": TASK.replace("task", "taskk")})
    for _ in range(2):
        with pytest.raises(TypeError, match="did you mean `task`"):
            game().draw(None)


def test_playing_loads_no_words_pictures_bots_or_site() -> None:
    script = """if True:
        import sys
        import funkenflug.match
        from funkenflug.match.game import new
        from funkenflug.games import GAMES
        for name in GAMES:
            game = new(name, players=2, seed=1)
            game.play(game.legal_moves()[0])
            game.view(0)
        late = ("bots", "site", "web", "pictures", "cli", "research")
        for name in sys.modules:
            parts = name.split(".")
            if parts[0] == "funkenflug" and (parts[1:2] and parts[1] in late or set(parts) & {"show", "teach"}):
                print(name)
        """
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == ""
