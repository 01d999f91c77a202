"""How many examples a property test gets, and compiling before a whole run: rules and bytecode."""

import os
import subprocess
import sys
import tempfile
import warnings
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

UNCOMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"

if sys.platform == "win32":
    # these start, limit and kill processes as POSIX does
    collect_ignore = ["web", "browser", "test_arena_programs.py", "test_bot_command.py", "test_engine.py"]

settings.register_profile(
    "funkenflug",
    # rules that run uncompiled are slower
    max_examples=25 if UNCOMPILED else 90,
    deadline=None,  # the first call of a compiled function may compile it
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile("funkenflug")


def pytest_configure(config: pytest.Config) -> None:
    """Let the processes of a run share bytecode, also where Python is told to write none: it starts hundreds."""
    if sys.dont_write_bytecode and not hasattr(config, "workerinput"):
        folder = tempfile.TemporaryDirectory(prefix="ff-bytecode-", ignore_cleanup_errors=True)
        config.add_cleanup(folder.cleanup)
        os.environ["PYTHONPYCACHEPREFIX"] = folder.name
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the games before the processes of a whole run start: each of them would compile the same."""
    config = session.config
    of_everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS and not config.option.collectonly
    if hasattr(config, "workerinput") or UNCOMPILED or not of_everything:
        return
    from funkenflug.games import list_games

    command = (sys.executable, "-m", "tests.compiling")
    root = Path(__file__).parent.parent
    for process in [subprocess.Popen((*command, game.id), cwd=root) for game in list_games()]:
        assert process.wait() == 0, process.args


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
