"""Players that are external programs: lines of JSON over standard input and output (docs/arena.md)."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

if sys.platform == "linux":
    import resource

from funkenflug.bots.players import Clock, Player
from funkenflug.core.thinking import Evaluation
from funkenflug.core.view import Outcome, View
from funkenflug.core.words import clipped
from funkenflug.jobs.engine import at_exit
from funkenflug.match.game import Move

PROTOCOL = 1
WINDOWS = "programs can take part on Linux and macOS only"
"""Windows can neither wait for several pipes at once nor kill a program with all its processes."""
_SECONDS_TO_START = 60.0
_SECONDS_TO_END = 2.0
_LONGEST_LINE = 65_536
_MOST_STDERR = 1_000_000
_STDERR_TAIL = 400
_POLL_SECONDS = 0.1
"""Seconds between two checks whether an answer is still wanted."""
_MOST_MEMORY = 4 * 2**30
"""Bytes of data of a process."""
_MOST_FILES = 256
_MOST_CPU_SECONDS = 4 * 3600
"""Processor time of a process. Programs that might reach it are restarted between two matches."""


class Forfeited(Exception):
    """A contestant loses the match; the message says why."""


class _Answer(msgspec.Struct):
    move: str


class _Analysis(msgspec.Struct):
    suggestions: list[Evaluation[str]]


_T = TypeVar("_T")


class Program(Player):
    """A program that is asked for its moves. It runs for many matches, until it does something wrong."""

    def __init__(self, command: Sequence[str], folder: Path, seconds: float) -> None:
        if sys.platform == "win32":
            raise Forfeited(f"cannot be started: {WINDOWS}")
        self.seconds = seconds
        """The time to think."""
        self.grace = 0.0
        """How much later an answer may come."""
        self._buffer = b""
        self._stderr_size = 0
        self._stderr_tail = b""
        self._killed = False
        try:
            self._process = subprocess.Popen(
                command,
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # so that all its processes can be killed
            )
        except OSError as error:
            raise Forfeited(f"cannot be started: {error.strerror}") from None
        _limit(self._process.pid)
        self._started = time.monotonic()
        for pipe in self._pipes():
            os.set_blocking(pipe.fileno(), False)

    @property
    def is_old(self) -> bool:
        """Whether it might reach its limit of processor time in the next match."""
        return (time.monotonic() - self._started) * (os.cpu_count() or 1) > _MOST_CPU_SECONDS / 2

    @property
    def ended(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    # Messages

    def greet(self) -> bytes:
        """Send `hello`, and return the answer, a line of whatever it likes."""
        return self._request({"type": "hello", "protocol": PROTOCOL}, _SECONDS_TO_START, answer=True)

    def begin(self, view: View, seed: int) -> None:
        """Announce a match."""
        self._stderr_size = 0
        self._request(
            {
                "type": "game",
                "game": view.game,
                "players": view.players,
                "mode": view.mode,
                "options": view.options,
                "names": view.names,
                "seat": view.seat,
                "seed": seed,
                "seconds": self.seconds,
            },
            self.seconds,
        )

    def choose(self, view: View, legal_moves: Sequence[Move], clock: Clock) -> str:
        """Return the program's move; it forfeits without a valid answer in time."""
        return self._ask("choose", view, legal_moves, clock, _Answer).move

    def analyse(self, view: View, legal_moves: Sequence[Move], clock: Clock) -> list[Evaluation[str]]:
        """Return what the program thinks of the moves, best first."""
        return self._ask("analyse", view, legal_moves, clock, _Analysis).suggestions

    def _ask(self, kind: str, view: View, legal_moves: Sequence[Move], clock: Clock, answer: type[_T]) -> _T:
        legal = [str(move) for move in legal_moves]
        question = {"type": kind, "view": view, "legal_moves": legal, "seconds": self.seconds}
        line = self._request(question, self.seconds + self.grace, answer=True, clock=clock)
        try:
            return msgspec.json.decode(line, type=answer)
        except (msgspec.DecodeError, UnicodeDecodeError):
            self.kill()
            raise Forfeited(f"answered nonsense: {_quoted(line)}") from None

    def over(self, outcome: Outcome | None, forfeit: str | None) -> None:
        """Send the outcome of the match."""
        with suppress(Forfeited):  # then it is killed, and the next match starts a new one
            self._request({"type": "over", "outcome": outcome, "forfeit": forfeit}, _SECONDS_TO_END)

    def _request(
        self, message: dict[str, Any], seconds: float, *, answer: bool = False, clock: Clock | None = None
    ) -> bytes:
        """Send a line and return the answer, if one is wanted; on a forfeit, end the program."""
        try:
            return self._exchange(msgspec.json.encode(message) + b"\n", seconds, answer, clock)
        except Forfeited:
            self.kill()
            raise

    def _exchange(self, to_send: bytes, seconds: float, answer: bool, clock: Clock | None) -> bytes:
        stdin, stdout, stderr = self._pipes()
        deadline = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(stdout, selectors.EVENT_READ)
            if selector.select(0):
                raise Forfeited(f"spoke without being asked: {_quoted(self._read_line() or self._buffer)}")
            selector.register(stdin, selectors.EVENT_WRITE)
            selector.register(stderr, selectors.EVENT_READ)
            while to_send or answer:
                if clock is not None and clock.stop is not None and clock.stop.wanted:
                    raise Forfeited("was interrupted")
                if time.monotonic() >= deadline:
                    raise Forfeited(f"did not answer within {seconds:g} s" if answer else "does not listen")
                for key, _ in selector.select(min(_POLL_SECONDS, deadline - time.monotonic())):
                    if key.fileobj is stdin:
                        to_send = self._send(to_send)
                        if not to_send:
                            selector.unregister(stdin)
                    elif key.fileobj is stderr:
                        if not self._read_stderr():
                            selector.unregister(stderr)
                    elif (line := self._read_line()) is not None:
                        if to_send or not answer:
                            raise Forfeited(f"spoke without being asked: {_quoted(line)}")
                        return line
        return b""

    def _send(self, text: bytes) -> bytes:
        """Write as much as the pipe takes, and return the rest."""
        try:
            return text[os.write(self._pipes()[0].fileno(), text) :]
        except BlockingIOError:
            return text
        except OSError:
            raise self._end_of_program() from None

    def _read_line(self) -> bytes | None:
        """Return a complete line of output; None if there is none yet."""
        heard = os.read(self._pipes()[1].fileno(), _LONGEST_LINE)
        if not heard:
            raise self._end_of_program()
        self._buffer += heard
        line, end, more = self._buffer.partition(b"\n")
        if more:
            raise Forfeited(f"said more than a line: {_quoted(more)}")
        if len(self._buffer) > _LONGEST_LINE:
            raise Forfeited(f"flooded us: more than {_LONGEST_LINE:,} characters in a line")
        if not end:
            return None
        self._buffer = b""
        return line

    def _read_stderr(self) -> bool:
        """Read standard error; return whether there may be more."""
        heard = os.read(self._pipes()[2].fileno(), _LONGEST_LINE)
        self._stderr_tail = (self._stderr_tail + heard)[-_STDERR_TAIL:]
        self._stderr_size += len(heard)
        if self._stderr_size > _MOST_STDERR:
            raise Forfeited(f"flooded us: more than {_MOST_STDERR:,} characters on standard error")
        return bool(heard)

    def _end_of_program(self) -> Forfeited:
        try:
            status = self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            return Forfeited("closed its standard output or input")
        with suppress(BlockingIOError, Forfeited):  # a child process still holds the pipe, or there is too much
            while self._read_stderr():
                pass
        manner = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
        lines = self._stderr_tail.decode(errors="replace").strip().splitlines()
        return Forfeited(f"{manner}: {clipped(lines[-1], 200)}" if lines else manner)

    def _pipes(self) -> tuple[Any, Any, Any]:
        return self._process.stdin, self._process.stdout, self._process.stderr

    # Ending

    def quit(self) -> None:
        """Send `quit`, and kill the program if it does not end."""
        if not self.ended:
            with suppress(Forfeited, subprocess.TimeoutExpired):
                self._request({"type": "quit"}, _SECONDS_TO_END)
                self._pipes()[0].close()
                self._process.wait(_SECONDS_TO_END)
        self.kill()

    def kill(self) -> None:
        """Kill the program and all processes it started."""
        if self._killed:
            return
        self._killed = True
        with suppress(ProcessLookupError):  # all have ended
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in self._pipes():
            pipe.close()


def _quoted(said: bytes) -> str:
    return clipped(said.decode(errors="replace"))


def _limit(pid: int) -> None:
    """Limit what a process and its children may use, each of them. Only Linux can do that from outside."""
    if sys.platform != "linux":
        return
    for kind, most in (
        (resource.RLIMIT_DATA, _MOST_MEMORY),
        (resource.RLIMIT_NOFILE, _MOST_FILES),
        (resource.RLIMIT_CPU, _MOST_CPU_SECONDS),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ProcessLookupError):  # it has ended
            _, hard = resource.prlimit(pid, kind)
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.prlimit(pid, kind, (most, most))


_running: dict[tuple[str, int], Program] = {}


def running_program(key: tuple[str, int], command: Sequence[str], folder: Path, seconds: float) -> Program:
    """Return the running program of a key, or start it."""
    program = _running.get(key)
    if program is None or program.ended or program.is_old:
        if program is not None:
            program.quit()  # and its child processes
        _running[key] = program = Program(command, folder, seconds)
        program.greet()
    return program


def quit_programs() -> None:
    """End all programs of this process."""
    while _running:
        _running.popitem()[1].quit()


at_exit(quit_programs)
