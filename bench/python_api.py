"""Measure moves a second through the Python API, next to python-chess in the same run.

    pip install -e ".[dev]" && python -m bench.python_api [--json] [--rounds 9]

A move is: list the legal moves, choose one at random, play it. Set-ups are included. Besides, one move played and taken
back, `==` of two equal matches, and moves a second of reading records. Rounds alternate between the libraries and
medians are compared, because machines are shared and noisy; times are processor time.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable

import chess
import chess.pgn

import funkenflug

_KINDS = (("feurio", 4), ("feurio", 2), ("vulkan", 4), ("vulkan", 2), ("feuer-wasser", 2), ("feuer-wasser", 4))
_SECONDS = 0.5
_LONGEST_CHESS = 200


def play_chess(chance: random.Random) -> int:
    """Play a random match of chess; return the number of moves."""
    board = chess.Board()
    while board.ply() < _LONGEST_CHESS and (moves := list(board.legal_moves)):
        board.push(chance.choice(moves))
    return board.ply()


def play_ours(game_id: str, players: int, chance: random.Random) -> funkenflug.Game:
    """Play a random match."""
    game = funkenflug.new(game_id, players=players, seed=chance.getrandbits(32))
    while not game.over:
        game.play(chance.choice(game.legal_moves()))
    return game


def a_second(play: Callable[[], int]) -> float:
    """Return what `play` counts, for each second of processor time."""
    count = 0
    begin = time.process_time()
    while (passed := time.process_time() - begin) < _SECONDS:
        count += play()
    return count / passed


def measures() -> dict[str, dict[str, Callable[[], int]]]:
    """Return what is measured: by the name of the measure, python-chess first and then our games."""
    chance = random.Random(1)
    moves: dict[str, Callable[[], int]] = {"python-chess": lambda: play_chess(chance)}
    undo: dict[str, Callable[[], int]] = {"python-chess": _chess_undo(chance)}
    equal: dict[str, Callable[[], int]] = {}
    records: dict[str, Callable[[], int]] = {"python-chess": _chess_records(chance)}
    for game_id, players in _KINDS:
        name = f"{game_id}, {players} players"
        moves[name] = _ours(game_id, players, chance)
        undo[name] = _our_undo(game_id, players, chance)
        equal[name] = _our_equality(game_id, players, chance)
        records[name] = _our_records(game_id, players, chance)
    return {
        "moves a second": moves,
        "played and taken back a second": undo,
        "compared a second": equal,
        "moves a second from records": records,
    }


def _ours(game_id: str, players: int, chance: random.Random) -> Callable[[], int]:
    return lambda: len(play_ours(game_id, players, chance).moves)


def _chess_undo(chance: random.Random) -> Callable[[], int]:
    board = chess.Board()
    for _ in range(60):
        board.push(chance.choice(list(board.legal_moves)))
    move = next(iter(board.legal_moves))

    def back_and_forth() -> int:
        for _ in range(100):
            board.push(move)
            board.pop()
        return 100

    return back_and_forth


def _our_undo(game_id: str, players: int, chance: random.Random) -> Callable[[], int]:
    game = play_ours(game_id, players, chance)
    game.undo()
    move = game.legal_moves()[0]

    def back_and_forth() -> int:
        for _ in range(100):
            game.play(move)
            game.undo()
        return 100

    return back_and_forth


def _our_equality(game_id: str, players: int, chance: random.Random) -> Callable[[], int]:
    game = play_ours(game_id, players, chance)
    copy = game.copy()

    def compare() -> int:
        return sum(game == copy for _ in range(100))

    return compare


def _chess_records(chance: random.Random) -> Callable[[], int]:
    import io

    records = []
    for _ in range(20):
        board = chess.Board()
        while board.ply() < 80 and (moves := list(board.legal_moves)):
            board.push(chance.choice(moves))
        records.append(str(chess.pgn.Game.from_board(board)))
    text = "\n\n".join(records)

    def read() -> int:
        file, count = io.StringIO(text), 0
        while (game := chess.pgn.read_game(file)) is not None:
            count += game.end().ply()
        return count

    return read


def _our_records(game_id: str, players: int, chance: random.Random) -> Callable[[], int]:
    text = "\n".join(play_ours(game_id, players, chance).record() for _ in range(20))
    return lambda: sum(len(game.moves) for game in funkenflug.load_all(text))


def main() -> None:
    """Print medians, and how many times as quick as python-chess they are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=int, default=9, help="the number of rounds (9)")
    parser.add_argument("--only", help="the measures whose names contain this text")
    wanted = parser.parse_args()
    found: dict[str, dict[str, float]] = {}
    for measure, plays in measures().items():
        if wanted.only and wanted.only not in measure:
            continue
        speeds: dict[str, list[float]] = {name: [] for name in plays}
        for play in plays.values():
            play()  # compiles
        for _ in range(wanted.rounds):
            for name, play in plays.items():
                speeds[name].append(a_second(play))
        found[measure] = {name: statistics.median(values) for name, values in speeds.items()}
    if wanted.json:
        print(json.dumps({"version": funkenflug.__version__, "chess": chess.__version__} | found))
        return
    for measure, medians in found.items():
        print(measure)
        yardstick = medians.get("python-chess")
        for name, speed in medians.items():
            ratio = f"{speed / yardstick:6.2f} x" if yardstick else ""
            print(f"  {name:26}{speed:12,.0f}{ratio}")


if __name__ == "__main__":
    main()
