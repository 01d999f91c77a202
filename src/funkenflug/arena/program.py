"""Players that are programs of their own: lines of JSON over standard input and output (docs/arena.md)."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from funkenflug.bots.players import Clock, Player
from funkenflug.jobs.engine import at_end
from funkenflug.match.game import Move
from funkenflug.match.view import Outcome, View
from funkenflug.match.words import clipped

PROTOCOL = 1
_SECONDS_TO_START = 60.0
_SECONDS_TO_END = 2.0
_LONGEST_LINE = 65_536
_MOST_NOISE = 1_000_000
_LAST_WORDS = 400
_LOOK_UP = 0.1
"""Seconds after which somebody who waits for an answer looks whether it is still wanted."""


class Forfeit(Exception):
    """A contestant cannot go on with a match; the message says why."""


class _Answer(msgspec.Struct):
    move: str


class Program(Player):
    """A program that is asked for its moves. It stays, match after match, until it does something wrong."""

    def __init__(self, command: Sequence[str], folder: Path, seconds: float) -> None:
        self._seconds = seconds
        self._heard = b""
        self._noise = 0
        self._last_words = b""
        self._killed = False
        try:
            self._process = subprocess.Popen(
                command,
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # so that it ends with all that it started
            )
        except OSError as error:
            raise Forfeit(f"cannot be started: {error.strerror}") from None
        for pipe in self._pipes():
            os.set_blocking(pipe.fileno(), False)

    @property
    def ended(self) -> bool:
        """Whether it runs no more."""
        return self._process.poll() is not None

    # What it is told and asked

    def greet(self) -> None:
        """Ask whether it is ready."""
        self._tell({"type": "hello", "protocol": PROTOCOL}, _SECONDS_TO_START, answer=True)

    def begin(self, view: View, seed: int) -> None:
        """Tell of a match that begins."""
        self._noise = 0
        self._tell(
            {
                "type": "game",
                "game": view.game,
                "players": view.players,
                "mode": view.mode,
                "options": view.options,
                "names": view.names,
                "seat": view.seat,
                "seed": seed,
                "seconds": self._seconds,
            },
            self._seconds,
        )

    def choose(self, view: View, legal_moves: Sequence[Move], clock: Clock) -> str:
        """Return what the program answers; if that is none within its time, it loses the match."""
        legal = [str(move) for move in legal_moves]
        question = {"type": "choose", "view": view, "legal_moves": legal, "seconds": self._seconds}
        line = self._tell(question, self._seconds, answer=True, clock=clock)
        try:
            return msgspec.json.decode(line, type=_Answer).move
        except (msgspec.DecodeError, UnicodeDecodeError):
            self.kill()
            raise Forfeit(f"answered nonsense: {_quoted(line)}") from None

    def over(self, outcome: Outcome | None, forfeit: str | None) -> None:
        """Tell how the match ended."""
        with suppress(Forfeit):  # it is ended if it does not listen; the next match begins with a fresh one
            self._tell({"type": "over", "outcome": outcome, "forfeit": forfeit}, _SECONDS_TO_END)

    def _tell(
        self, message: dict[str, Any], seconds: float, *, answer: bool = False, clock: Clock | None = None
    ) -> bytes:
        """Send a line, and return the line that answers it if one is wanted; if that goes wrong, end the program."""
        try:
            return self._exchange(msgspec.json.encode(message) + b"\n", seconds, answer, clock)
        except Forfeit:
            self.kill()
            raise

    def _exchange(self, to_send: bytes, seconds: float, answer: bool, clock: Clock | None) -> bytes:
        stdin, stdout, stderr = self._pipes()
        deadline = time.monotonic() + seconds
        with selectors.DefaultSelector() as listening:
            listening.register(stdout, selectors.EVENT_READ)
            if listening.select(0):
                raise Forfeit(f"spoke without being asked: {_quoted(self._listen() or self._heard)}")
            listening.register(stdin, selectors.EVENT_WRITE)
            listening.register(stderr, selectors.EVENT_READ)
            while to_send or answer:
                if clock is not None and clock.stop is not None and clock.stop.wanted:
                    raise Forfeit("was interrupted")
                if time.monotonic() >= deadline:
                    raise Forfeit(f"did not answer within {seconds:g} s" if answer else "does not listen")
                for key, _ in listening.select(min(_LOOK_UP, deadline - time.monotonic())):
                    if key.fileobj is stdin:
                        to_send = self._send(to_send)
                        if not to_send:
                            listening.unregister(stdin)
                    elif key.fileobj is stderr:
                        if not self._listen_aside():
                            listening.unregister(stderr)
                    elif (line := self._listen()) is not None:
                        if to_send or not answer:
                            raise Forfeit(f"spoke without being asked: {_quoted(line)}")
                        return line
        return b""

    def _send(self, text: bytes) -> bytes:
        """Send what it takes of a text, and return the rest."""
        try:
            return text[os.write(self._pipes()[0].fileno(), text) :]
        except BlockingIOError:
            return text
        except OSError:
            raise self._gone() from None

    def _listen(self) -> bytes | None:
        """Return the line that it has said, None if it did not finish one yet."""
        heard = os.read(self._pipes()[1].fileno(), _LONGEST_LINE)
        if not heard:
            raise self._gone()
        self._heard += heard
        line, end, more = self._heard.partition(b"\n")
        if more:
            raise Forfeit(f"said more than a line: {_quoted(more)}")
        if len(self._heard) > _LONGEST_LINE:
            raise Forfeit(f"flooded us: more than {_LONGEST_LINE:,} characters in a line")
        if not end:
            return None
        self._heard = b""
        return line

    def _listen_aside(self) -> bool:
        """Take what it says on standard error; return whether there may be more."""
        heard = os.read(self._pipes()[2].fileno(), _LONGEST_LINE)
        self._last_words = (self._last_words + heard)[-_LAST_WORDS:]
        self._noise += len(heard)
        if self._noise > _MOST_NOISE:
            raise Forfeit(f"flooded us: more than {_MOST_NOISE:,} characters on standard error")
        return bool(heard)

    def _gone(self) -> Forfeit:
        try:
            status = self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            return Forfeit("closed its standard output or input")
        with suppress(BlockingIOError, Forfeit):  # somebody that it started still holds the pipe, or it was noisy
            while self._listen_aside():
                pass
        manner = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
        lines = self._last_words.decode(errors="replace").strip().splitlines()
        return Forfeit(f"{manner}: {clipped(lines[-1], 200)}" if lines else manner)

    def _pipes(self) -> tuple[Any, Any, Any]:
        return self._process.stdin, self._process.stdout, self._process.stderr

    # The end

    def quit(self) -> None:
        """Ask it to end, and end it if it does not."""
        if not self.ended:
            with suppress(Forfeit, subprocess.TimeoutExpired):
                self._tell({"type": "quit"}, _SECONDS_TO_END)
                self._pipes()[0].close()
                self._process.wait(_SECONDS_TO_END)
        self.kill()

    def kill(self) -> None:
        """End it and all that it started."""
        if self._killed:
            return
        self._killed = True
        with suppress(ProcessLookupError):  # nobody is left
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in self._pipes():
            pipe.close()


def _quoted(said: bytes) -> str:
    return clipped(said.decode(errors="replace"))


_kept: dict[tuple[str, int], Program] = {}


def kept_program(key: tuple[str, int], command: Sequence[str], folder: Path, seconds: float) -> Program:
    """Return the program of that key which runs already, or a fresh one."""
    program = _kept.get(key)
    if program is None or program.ended:
        if program is not None:
            program.kill()  # what it may have started
        _kept[key] = program = Program(command, folder, seconds)
        program.greet()
    return program


def quit_all() -> None:
    """End all programs that this process keeps."""
    while _kept:
        _kept.popitem()[1].quit()


at_end(quit_all)
