"""Run a Python class as a program of the arena: python -m funkenflug.arena.bot module:Class."""

from __future__ import annotations

import inspect
import os
import sys
from typing import Any, BinaryIO

import msgspec

from funkenflug.arena.contestants import load_class
from funkenflug.bots.players import Clock, Player
from funkenflug.games import find_game
from funkenflug.match.game import Move


class _Question(msgspec.Struct):
    view: msgspec.Raw
    legal_moves: list[str]
    seconds: float


def serve_questions(kind: type[Player], questions: BinaryIO, answers: BinaryIO) -> None:
    """Play with a new object of the class for each match."""
    game: dict[str, Any] = {}
    player: Player | None = None
    for line in questions:
        message = msgspec.json.decode(line, type=dict[str, Any])
        answer: dict[str, str] | None = None
        if message["type"] == "hello":
            answer = {"name": kind.__name__}
        elif message["type"] == "game":
            game = message
            player = create_player(kind, message["seed"])
        elif message["type"] == "choose":
            assert player is not None
            question = msgspec.json.decode(line, type=_Question)
            view = find_game(game["game"]).read_view(bytes(question.view))
            moves, clock = [Move(move) for move in question.legal_moves], Clock(seconds_for_move=question.seconds)
            answer = {"move": str(player.choose(view, moves, clock))}
        elif message["type"] == "quit":
            return
        if answer is not None:
            answers.write(msgspec.json.encode(answer) + b"\n")
            answers.flush()


def create_player(kind: type[Player], seed: int) -> Player:
    """Create a player, with a seed if its class accepts one."""
    return kind(seed=seed) if "seed" in inspect.signature(kind).parameters else kind()  # type: ignore[call-arg]


if __name__ == "__main__":
    line = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what the class prints must not be read as an answer
    serve_questions(load_class(sys.argv[1]), sys.stdin.buffer, line)
