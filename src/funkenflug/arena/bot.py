"""Run a Python class as a program of the arena: python -m funkenflug.arena.bot module:Class."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, BinaryIO

import msgspec

from funkenflug.arena.contestants import load_class
from funkenflug.bots.players import Clock, Player
from funkenflug.games import find_game
from funkenflug.match.game import Move, imagine
from funkenflug.match.view import View


class _Question(msgspec.Struct):
    view: msgspec.Raw
    legal_moves: list[str]
    seconds: float


def serve_questions(
    name: str, create: Callable[[int], Player], questions: BinaryIO, answers: BinaryIO, *, analyses: bool = False
) -> None:
    """Play with a new player for each match; `create` gets the seed of the match. Levels also analyse."""
    game: dict[str, Any] = {}
    player: Player | None = None
    for line in questions:
        message = msgspec.json.decode(line, type=dict[str, Any])
        answer: dict[str, Any] | None = None
        if message["type"] == "hello":
            answer = {"name": name} | ({"analyses": True} if analyses else {})
        elif message["type"] == "game":
            game = message
            player = create(message["seed"])
        elif message["type"] == "choose":
            assert player is not None
            view, question = _read_question(game["game"], line)
            moves, clock = [Move(move) for move in question.legal_moves], Clock(seconds_for_move=question.seconds)
            answer = {"move": str(player.choose(view, moves, clock))}
        elif message["type"] == "analyse" and analyses:
            view, question = _read_question(game["game"], line)
            answer = {"suggestions": imagine(view).suggest(Clock(seconds_for_move=question.seconds).within(1e9))}
        elif message["type"] == "quit":
            return
        if answer is not None:
            answers.write(msgspec.json.encode(answer) + b"\n")
            answers.flush()


def _read_question(game_id: str, line: bytes) -> tuple[View, _Question]:
    question = msgspec.json.decode(line, type=_Question)
    return find_game(game_id).read_view(bytes(question.view)), question


def create_player(kind: type[Player], seed: int) -> Player:
    """Create a player, with a seed if its class accepts one."""
    return kind(seed=seed) if "seed" in inspect.signature(kind).parameters else kind()  # type: ignore[call-arg]


def own_output() -> BinaryIO:
    """Return standard output for answers alone: what else this process prints must not be read as one."""
    line = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return line


if __name__ == "__main__":
    kind = load_class(sys.argv[1])
    serve_questions(kind.__name__, partial(create_player, kind), sys.stdin.buffer, own_output())
