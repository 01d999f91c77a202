"""How many examples a property test gets, and compiling before a whole run: rules and bytecode."""

import os
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# If colorama is installed, Numba replaces sys.stdout and sys.stderr for a moment whenever it words a message, in any
# thread. A capture that begins at that moment is undone.
os.environ["NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"] = "1"

UNCOMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"

if sys.platform == "win32":
    # these start, limit and kill processes as POSIX does, or need its terminals
    posix = ("test_arena_programs.py", "test_bot_command.py", "test_cli.py", "test_engine.py")
    collect_ignore = ["web", "browser", *posix]

for profile, examples in {"funkenflug": 25, "thorough": 90}.items():  # .ci/run is thorough
    settings.register_profile(
        profile,
        max_examples=examples,
        deadline=None,  # the first call of a compiled function may compile it
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=True,
    )
settings.load_profile("funkenflug")


def pytest_configure(config: pytest.Config) -> None:
    """Let the processes of a run share bytecode, also where Python is told to write none: it starts hundreds."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the games before the processes of a whole run start: each of them would compile the same."""
    config = session.config
    of_everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS and not config.option.collectonly
    if hasattr(config, "workerinput") or UNCOMPILED or not of_everything:
        return
    from funkenflug.games import list_games

    def compile_game(game_id: str) -> None:
        command = (sys.executable, "-m", "tests.compiling", game_id)
        subprocess.run(command, cwd=Path(__file__).parent.parent, check=True)

    with ThreadPoolExecutor(os.cpu_count()) as pool:  # one for each core: Feurio! takes as long as the others together
        list(pool.map(compile_game, [game.id for game in list_games()]))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test loudly if it needs a peer that is not installed; in CI it fails."""
    marker = item.get_closest_marker("peers")
    missing = [name for name in marker.args if find_spec(name) is None] if marker is not None else []
    if not missing:
        return
    why = f"{', '.join(missing)} is not installed: pip install -e '.[peers]'"
    if os.environ.get("CI"):
        pytest.fail(why)
    warnings.warn(f"NO TEST WITH PEERS: {why}", pytest.PytestWarning, stacklevel=1)
    pytest.skip(why)
