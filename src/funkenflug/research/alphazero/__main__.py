"""Train a network: python -m funkenflug.research.alphazero vulkan --minutes 20 --out vulkan.npz."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from funkenflug.arena.plan import code_version
from funkenflug.bots.players import RANDOM
from funkenflug.games import GAMES
from funkenflug.research.network import Network, read_weights
from funkenflug.research.vector import Encoding, vector

if TYPE_CHECKING:
    from funkenflug.research.alphazero.learner import Learner


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, and write the weights and the curve after every contest."""
    parser = argparse.ArgumentParser(
        prog="python -m funkenflug.research.alphazero", description="Train a network by self-play."
    )
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--out", type=Path, required=True, help="file of the weights; if it exists, training goes on")
    parser.add_argument(
        "--curve", type=Path, help="file to which each contest adds a line (default: beside the weights)"
    )
    parser.add_argument("--minutes", type=float, default=20.0, help="processor time (default: 20)")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--matches", type=int, default=128, help="matches at once (default: 128)")
    parser.add_argument("--simulations", type=int, default=32, help="for each move (default: 32)")
    parser.add_argument(
        "--considered", type=int, help="moves that a search compares (default: an eighth of the simulations, 4 to 16)"
    )
    parser.add_argument("--width", type=int, default=32, help="size of the vectors of the network (default: 32)")
    parser.add_argument("--every", type=float, default=2.0, help="minutes between contests (default: 2)")
    parser.add_argument("--contest", type=int, default=100, help="matches of a contest (default: 100)")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    try:
        _check(chosen)
        lines = train(chosen)
    except ValueError as error:
        parser.error(str(error))
    for line in lines:
        print(json.dumps(line), flush=True)


_LEAST = {
    "minutes": 0,
    "matches": 1,
    "simulations": 1,
    "considered": 2,
    "width": 1,
    "every": 0,
    "contest": 1,
    "seed": 0,
}


def _check(chosen: argparse.Namespace) -> None:
    """Raise a `ValueError` if a number is too small, or there is no folder for the results."""
    for word, least in _LEAST.items():
        value = getattr(chosen, word)
        if value is not None and not value >= least:
            raise ValueError(f"--{word} must be at least {least}, not {value:g}")
    for file in filter(None, (chosen.out, chosen.curve)):
        if not file.parent.is_dir():
            raise ValueError(f"{file} cannot be written: there is no folder {file.parent}")


def train(chosen: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Begin to train as chosen; return the lines of the curve, one after every contest."""
    env = vector(chosen.game, chosen.matches, players=chosen.players)
    network, facts = _network(chosen, env.encoding)
    try:
        from funkenflug.research.alphazero.learner import Learner
    except ModuleNotFoundError as error:
        raise SystemExit(f'{error.name} is missing: pip install "funkenflug[train]"') from error

    seed = chosen.seed + facts.get("matches", 0)
    learner = Learner(env, network, simulations=chosen.simulations, considered=chosen.considered, seed=seed)
    return _lines(chosen, learner, facts)


def _network(chosen: argparse.Namespace, encoding: Encoding) -> tuple[Network, dict[str, Any]]:
    """Return the network to train, with the facts about it if it is in the file already."""
    if not chosen.out.exists():
        return Network.fresh(encoding, chosen.seed, chosen.width), {}
    weights, facts = read_weights(chosen.out)
    try:
        return Network(encoding, weights), facts
    except ValueError as error:
        raise ValueError(f"{chosen.out}: {error}") from None


def _lines(chosen: argparse.Namespace, learner: Learner, facts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    before, matches = facts.get("processor_seconds", 0.0), facts.get("matches", 0)
    begin, next_contest = time.process_time(), 60 * chosen.every if facts else 0.0
    while True:
        spent = time.process_time() - begin
        last = spent >= 60 * chosen.minutes
        if last or spent >= next_contest:
            next_contest = spent + 60 * chosen.every
            line = {
                "version": code_version(),
                "game": chosen.game,
                "players": chosen.players,
                "simulations": chosen.simulations,
                "processor_seconds": round(before + spent),
                "matches": matches + learner.matches,
                **_contests(chosen, learner.average),
            }
            learner.average.save(chosen.out, **line)
            curve = chosen.curve or chosen.out.with_suffix(".jsonl")
            with curve.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
            yield line
        if last:
            return
        known = learner.buffer.added
        learner.play(8)
        if learner.buffer.added > known:
            learner.learn(learner.buffer.added - known)


def _contests(chosen: argparse.Namespace, network: Network) -> dict[str, Any]:
    from funkenflug.research.alphazero.contest import contest

    env = vector(chosen.game, chosen.contest, players=chosen.players, autoreset=False)
    ours = Network(env.encoding, network.weights)
    results = {}
    for opponent, simulations in ((RANDOM, 0), ("ember", 0), ("ember", chosen.simulations)):
        points = contest(env, ours, opponent, simulations, chosen.seed)
        results[f"{opponent}, {simulations} simulations"] = points / chosen.contest
    return results


if __name__ == "__main__":
    main()
