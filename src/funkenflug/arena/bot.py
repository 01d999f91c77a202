"""Run a Python class as a program of the arena: python -m funkenflug.arena.bot module:Class."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, BinaryIO, TypeVar

import msgspec

from funkenflug.bots.players import Clock, Player
from funkenflug.core.plugins import load_class
from funkenflug.core.view import View
from funkenflug.core.words import clipped
from funkenflug.games import find_game
from funkenflug.match.game import Move, determinize

T = TypeVar("T")


class ProtocolError(ValueError):
    """A line is no question that can be answered here; the message says why in one line."""


class _Message(msgspec.Struct):
    type: str


class _Game(msgspec.Struct):
    game: str
    seed: int


class _Question(msgspec.Struct):
    view: msgspec.Raw
    legal_moves: list[str]
    seconds: float


def serve_questions(
    name: str, create: Callable[[int], Player], questions: BinaryIO, answers: BinaryIO, *, analyses: bool = False
) -> None:
    """Play with a new player for each match; `create` gets the seed of the match. Levels also analyse."""
    player: Player | None = None
    read_view: Callable[[bytes], View] | None = None
    for line in questions:
        kind = _read(line, msgspec.json.Decoder(_Message).decode).type
        answer: dict[str, Any] | None = None
        if kind == "hello":
            answer = {"name": name} | ({"analyses": True} if analyses else {})
        elif kind == "game":
            game = _read(line, msgspec.json.Decoder(_Game).decode)
            player, read_view = create(game.seed), _view_reader(game.game)
        elif kind == "choose" or (kind == "analyse" and analyses):
            if player is None or read_view is None:
                raise ProtocolError(f"there is no game yet: {kind} must come after game")
            question = _read(line, msgspec.json.Decoder(_Question).decode)
            view, clock = _read(bytes(question.view), read_view), Clock(seconds_for_move=question.seconds)
            if not question.seconds > 0:
                raise ProtocolError(f"seconds must be more than 0, not {question.seconds:g}")
            if view.to_move is None:
                raise ProtocolError("the match is over: there is nothing to choose")
            if kind == "choose":
                answer = {"move": str(player.choose(view, [Move(move) for move in question.legal_moves], clock))}
            else:
                answer = {"suggestions": determinize(view).suggest(clock.within(1e9))}
        elif kind == "quit":
            return
        if answer is not None:
            answers.write(msgspec.json.encode(answer) + b"\n")
            answers.flush()


def _read(line: bytes, decode: Callable[[bytes], T]) -> T:
    try:
        return decode(line)
    except msgspec.DecodeError as error:
        text = line.decode(errors="replace").strip()
        raise ProtocolError(f"this line is no question of an arena: {clipped(text)!r}: {error}") from None


def _view_reader(game_id: str) -> Callable[[bytes], View]:
    try:
        return find_game(game_id).read_view
    except ValueError as error:
        raise ProtocolError(str(error)) from None


def create_player(kind: type[Player], seed: int) -> Player:
    """Create a player, with a seed if its class accepts one."""
    return kind(seed=seed) if "seed" in inspect.signature(kind).parameters else kind()  # type: ignore[call-arg]


def own_output() -> BinaryIO:
    """Return standard output for answers alone: what else this process prints must not be read as one."""
    line = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return line


if __name__ == "__main__":
    kind = load_class(sys.argv[1], Player)  # type: ignore[type-abstract]
    try:
        serve_questions(kind.__name__, partial(create_player, kind), sys.stdin.buffer, own_output())
    except ProtocolError as error:
        sys.exit(str(error))
