"""Programs in the arena: the examples play, and whatever a broken one does, it loses that match and no other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import funkenflug
from funkenflug.arena import program
from funkenflug.arena.contestants import check_contestant
from funkenflug.arena.engine import EngineError
from funkenflug.arena.match import MatchResult, play_planned
from funkenflug.arena.plan import Plan
from funkenflug.core.thinking import Stop
from funkenflug.jobs.engine import Local
from tests.test_arena import timeless
from tests.waiting import wait_until

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"

GOOD = (EXAMPLES / "bot.py").read_text()
_ANSWER = 'answer = {"move": choose(message["view"], message["legal_moves"], rng)}'
assert _ANSWER in GOOD


def instead(what: str) -> str:
    """Return the example, doing something else when it shall choose for the third time."""
    return GOOD.replace("rng = random.Random()", "rng, asked = random.Random(), 0\nimport os, time").replace(
        _ANSWER, f"asked += 1\n        {_ANSWER}\n        if asked == 3:\n            {what}"
    )


BROKEN = {
    "hangs": (instead("time.sleep(1000)"), "did not answer within 1 s"),
    "crashes": (instead("raise KeyError('volcano')"), "ended with status 1: KeyError: 'volcano'"),
    "leaves": (instead("sys.exit(7)"), "ended with status 7"),
    "is killed": (instead("os.kill(os.getpid(), 9)"), "was killed by signal 9"),
    "answers nonsense": (instead("print('I resign'); continue"), "answered nonsense: I resign"),
    "answers something else": (instead("answer = {'mvoe': 'pass'}"), 'answered nonsense: {"mvoe": "pass"}'),
    "answers a number": (instead("answer = {'move': 7}"), 'answered nonsense: {"move": 7}'),
    "answers no text": (instead("os.write(1, bytes([255, 10])); continue"), "answered nonsense: �"),
    "plays no move": (instead("answer = {'move': 'e2e4'}"), "played an illegal move: "),
    "plays a record": (instead("""answer = {'move': 'x"]\\n\\n[Game "chess"]'}"""), "played an illegal move: "),
    "crashes with a strange word": (instead("raise KeyError(chr(27) + '\"]\\\\')"), "ended with status 1: KeyError: "),
    "plays an endless move": (instead("answer = {'move': 'fly' * 10000}"), "played an illegal move: "),
    "floods a line": (instead("[os.write(1, b'x' * 65536) for _ in iter(int, 1)]"), "flooded us: more than 65,536"),
    "floods with lines": (
        instead("[os.write(1, b'x\\n' * 999) for _ in iter(int, 1)]"),
        "said more than a line: |spoke without being asked: |played an illegal move: ",
    ),
    "floods standard error": (
        instead("[os.write(2, b'x' * 65536) for _ in iter(int, 1)]"),
        "flooded us: more than 1,000,000",
    ),
    "answers twice": (
        instead("print(json.dumps(answer))"),
        "said more than a line: |spoke without being asked: |played an illegal move: ",
    ),
    "closes its output": (instead("os.close(1); time.sleep(1000)"), "closed its standard output"),
    "leaves a child that hangs": (
        instead("os.fork() or time.sleep(1000); time.sleep(1000)"),
        "did not answer within 1 s",
    ),
    "takes all memory": (instead("bytearray(1 << 40)"), "ended with status 1: MemoryError"),
    "opens too many files": (instead("[os.dup(0) for _ in range(5000)]"), "Too many open files"),
    "does not greet": ("import time; time.sleep(1000)", "did not answer within 2 s"),
    "ends at once": ("", "ended with status 0"),
    "speaks first": ("import time; print('ready', flush=True); time.sleep(1000)", "did not answer|without being asked"),
}


SLOW = {kind for kind, (_, reason) in BROKEN.items() if "did not answer" in reason}
"""Those that are waited for in vain."""


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(program, "_SECONDS_TO_END", 0.5)
    yield
    program.quit_programs()


def written(folder: Path, code: str, name: str = "bot") -> str:
    (folder / name).write_text(f"#!{sys.executable}\n{code}")
    (folder / name).chmod(0o755)
    return f"./{name}"


def plan(*contestants: str, seconds: float = 60.0, game: str = "vulkan") -> Plan:
    return Plan(
        game=game,
        contestants=contestants,
        seats=len(contestants),
        mode="competitive",
        seed="1",
        seconds=seconds,
        date="2026-11-15",
    )


def group_of(bot: str, copy: int = 0) -> int:
    return program._running[bot, copy]._process.pid


def is_gone(group: int) -> bool:
    """Return whether a program and all that it started are ended."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_bot_loses_with_the_reason_and_the_tournament_goes_on(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, reason = BROKEN[kind]
    bot = written(tmp_path, code)
    with monkeypatch.context() as hurry:
        if kind == "does not greet":
            hurry.setattr(program, "_SECONDS_TO_START", 2.0)
        lost = play_planned(plan(bot, "random", seconds=1.0 if kind in SLOW else 60.0), tmp_path, 0, Stop())
    loser = lost.seating.index(bot)
    assert lost.forfeit is not None
    assert lost.forfeit.seat == loser
    assert any(words in lost.forfeit.reason for words in reason.split("|"))
    assert (lost.winners, lost.places[loser]) == ((1 - loser,), 2)
    assert funkenflug.load(lost.record).tags["Forfeit"] == f"seat {loser}: {lost.forfeit.reason}"
    group = group_of(bot)
    wait_until(lambda: is_gone(group))

    written(tmp_path, GOOD)
    assert play_planned(plan(bot, "random"), tmp_path, 1, Stop()).forfeit is None, "the next match begins afresh"


def test_a_bot_that_reads_nothing_does_not_stop_us(tmp_path: Path) -> None:
    """Positions that it does not read fill the pipe; writing must not wait for ever."""
    deaf = written(tmp_path, "import time\ntime.sleep(1000)")
    chatty = program.Program([str(tmp_path / deaf)], tmp_path, 0.5)
    with pytest.raises(program.Forfeited, match="does not listen"):
        chatty._request({"type": "over", "outcome": "x" * 1_000_000}, 0.5)
    assert chatty.ended


def played(bot: str, tmp_path: Path, index: int = 0, game: str = "vulkan") -> MatchResult:
    match = play_planned(plan(bot, "ember", bot, game=game), tmp_path, index, Stop())
    assert match.forfeit is None
    assert match.moves > 10
    return match


@pytest.mark.parametrize("game", ["feurio", "vulkan", "feuer-wasser"])
def test_the_example_in_python_plays(game: str, tmp_path: Path) -> None:
    bot = str(EXAMPLES / "bot.py")
    first = played(bot, tmp_path, game=game)
    assert timeless(first) == timeless(played(bot, tmp_path, game=game)), "the seed decides"
    assert len(program._running) == 2, "two of them sit at the table, and stay for the next match"


def test_the_example_in_javascript_plays(tmp_path: Path) -> None:
    if shutil.which("node") is None:
        if os.environ.get("CI"):
            pytest.fail("there is no node")
        warnings.warn("NO TEST OF THE BOT IN JAVASCRIPT: there is no node", pytest.PytestWarning, stacklevel=2)
        pytest.skip("there is no node")
    bot = str(EXAMPLES / "bot.mjs")
    assert timeless(played(bot, tmp_path)) == timeless(played(bot, tmp_path))


MINE = """
import funkenflug

class First(funkenflug.Player):
    def choose(self, view, legal_moves, clock):
        print("this is no answer")
        assert view.seat == view.to_move
        return legal_moves[0]

class Seeded(funkenflug.Player):
    def __init__(self, seed):
        self.seed = seed

    def choose(self, view, legal_moves, clock):
        return legal_moves[self.seed % len(legal_moves)]

class Slow(funkenflug.Player):
    def choose(self, view, legal_moves, clock):
        assert clock.seconds_for_move == 20.0
        return legal_moves[-1]

class Stuck(funkenflug.Player):
    def choose(self, view, legal_moves, clock):
        while True:
            pass
"""


def test_classes_play_and_are_ended_when_they_hang(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    match = play_planned(plan("mine:First", "mine:Seeded"), tmp_path, 0, Stop())
    assert match.forfeit is None
    told = play_planned(plan("mine:Slow", "random", seconds=20.0), tmp_path, 0, Stop())
    assert told.forfeit is None
    stuck = play_planned(plan("mine:Stuck", "random", seconds=2.0), tmp_path, 0, Stop())
    assert stuck.forfeit is not None
    assert (stuck.seating[stuck.forfeit.seat], stuck.forfeit.reason) == ("mine:Stuck", "did not answer within 2 s")


def test_programs_end_with_those_who_ask_them(tmp_path: Path) -> None:
    """Also one that does not listen any more."""
    bot = written(tmp_path, f"import os, time\nopen(f'pid-{{os.getpid()}}', 'w').close()\n{GOOD}\ntime.sleep(1000)")
    matches = list(Local(1).run(partial(play_planned, plan(bot, "random"), tmp_path), range(2)))
    assert [match.forfeit for match in matches] == [None, None]
    (mark,) = tmp_path.glob("pid-*")
    wait_until(lambda: is_gone(int(mark.name.removeprefix("pid-"))))


def test_programs_end_when_the_command_is_killed(tmp_path: Path) -> None:
    """Also one that hangs, and could wait for long."""
    bot = written(tmp_path, instead("open(f'hung-{os.getpid()}', 'w').close(); time.sleep(1000)"))
    command = (sys.executable, "-m", "funkenflug", "arena", "vulkan", "--players", f"{bot},random", "--seconds", "1000")
    source = Path(funkenflug.__file__).parents[1]
    with subprocess.Popen(
        (*command, "--games", "2", "--jobs", "1"),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(source)},
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            wait_until(lambda: list(tmp_path.glob("hung-*")) or process.poll() is not None)
            assert process.poll() is None
        finally:
            process.kill()
    (mark,) = tmp_path.glob("hung-*")
    wait_until(lambda: is_gone(int(mark.name.removeprefix("hung-"))))


@pytest.mark.parametrize("description", [str(EXAMPLES / "bot.py"), "tests.morels:Morels"])
def test_windows_refuses_programs_before_the_first_match(description: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    check_contestant("flame", EXAMPLES)
    with pytest.raises(ValueError, match=r"programs can take part on Linux and macOS only"):
        check_contestant(description, EXAMPLES)
    with pytest.raises(EngineError, match=r"bot\.py cannot be started: programs can .* Linux and macOS only"):
        funkenflug.engine.start([str(EXAMPLES / "bot.py")])
