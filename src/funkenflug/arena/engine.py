"""Talk to any program that plays: ours, or yours in any language. The protocol is that of the arena (docs/arena.md).

with funkenflug.engine.start(["funkenflug", "bot", "blaze"]) as bot:
    while not game.over:
        game.play(bot.play(game, seconds=2))
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from funkenflug.arena.program import Forfeited, Program
from funkenflug.bots.players import Clock
from funkenflug.core.thinking import Evaluation
from funkenflug.core.words import IllegalMove, clipped
from funkenflug.match.game import Game, Move

_SECONDS = 10.0
_GRACE = 60.0
"""An answer may come this much later: a first move may have to compile the rules."""


class EngineError(RuntimeError):
    """A program cannot be started, or does not answer as it should. It has been ended."""


class Engine:
    """A running program. Use it in a `with` block, or call `close`; `start` makes one."""

    def __init__(self, command: str | Sequence[str], folder: str | Path = ".", seed: int = 0) -> None:
        words = shlex.split(command) if isinstance(command, str) else command
        if not words:
            raise ValueError('the command is empty; it is like "funkenflug bot blaze", or a list of its words')
        self._seed = seed
        self._match: object = None
        """The set-up and the seat that were announced to the program."""
        try:
            self._program = Program(words, Path(folder), _SECONDS)
            self._program.grace = _GRACE
            self._hello = _facts(self._program.greet())
        except Forfeited as fault:
            raise EngineError(f"{clipped(' '.join(words))} {fault}") from None

    @property
    def name(self) -> str:
        """The program's own name."""
        return str(self._hello.get("name", ""))

    @property
    def analyses(self) -> bool:
        """Whether the program answers `analyse`."""
        return self._hello.get("analyses") is True

    def play(self, game: Game, *, seconds: float = _SECONDS) -> Move:
        """Return the program's move for the seat to move, which is not played. It gets what that seat may know."""
        text = self._ask(game, seconds, self._program.choose)
        tried = game.copy()
        try:
            tried.play(text)
        except IllegalMove as illegal:
            self.close()
            raise EngineError(f"{self.name or 'the program'} chose {clipped(text)!r}: {illegal}") from None
        return tried.moves[-1]

    def analyse(self, game: Game, *, seconds: float = _SECONDS) -> list[Evaluation[str]]:
        """Return the moves that the program thinks worth considering, best first."""
        if not self.analyses:
            raise EngineError(f"{self.name or 'the program'} does not analyse: its hello says no analyses")
        suggestions: list[Evaluation[str]] = self._ask(game, seconds, self._program.analyse)
        return suggestions

    def _ask(self, game: Game, seconds: float, question: Any) -> Any:
        seat = game.to_move
        if seat is None:
            raise ValueError("the match is over: there is no move to choose")
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < 1e6:
            raise ValueError(f"seconds must be a number above 0, not {clipped(repr(seconds))}")
        self._program.seconds = float(seconds)
        view = game.view(seat)
        try:
            if self._match != (match := (game.type.id, game.setup, game.names, seat)):
                if self._match is not None:
                    self._program.over(None, None)
                self._program.begin(view, self._seed)
                self._match = match
            return question(view, game.legal_moves(), Clock(seconds_for_move=seconds))
        except Forfeited as fault:
            raise EngineError(f"{self.name or 'the program'} {fault}") from None
        except ValueError:  # its pipes are closed
            raise EngineError(f"{self.name or 'the program'} does not run any more: start it again") from None

    def close(self) -> None:
        """Ask the program to quit, and kill it if it does not."""
        self._program.quit()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def start(command: str | Sequence[str], *, folder: str | Path = ".", seed: int = 0) -> Engine:
    """Start a program, given by its command or by the words of it, and return it.

    A program that cannot be started or does not answer raises an `EngineError`. `seed` is for its random choices.
    """
    return Engine(command, folder, seed)


def _facts(line: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}
