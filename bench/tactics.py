"""Find tactical positions by brute force: endings of two players in which few moves win.

    python -m bench.tactics find vulkan --positions 100
    python -m bench.tactics find feuer-wasser --deal board=10x10
    python -m bench.tactics ask vulkan --simulations 6000

`find` plays matches by the heuristics and searches their endings exhaustively over the rules, with nothing of the bots:
alpha-beta to the end, no heuristic, no memory. It writes `tests/tactics/GAME.jsonl`. `ask` tells which of them a search
misses.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec
import numpy as np

import funkenflug
from funkenflug.bots.players import Clock, SearchPlayer
from funkenflug.core.thinking import Budget
from funkenflug.games import GAMES
from funkenflug.kernel import (
    Array,
    Rules,
    State,
    below,
    chance,
    choose_best_scored,
    compiled,
    copy_state,
    determinize,
    legal,
    play,
    to_move,
    utilities,
)
from funkenflug.match.game import Game

FOLDER = Path(__file__).parent.parent / "tests" / "tactics"
_DEEPEST = 24
_MOST_POSITIONS = 20_000
"""An ending is small enough if one of its moves can be settled within this many positions."""


class Tactic(msgspec.Struct, frozen=True):
    """A position with a forced win."""

    seed: str
    moves: tuple[int, ...]
    """The places of the moves so far in the lists of legal moves."""
    wins: tuple[str, ...]
    """The moves that win."""
    deal: dict[str, str] = {}
    """What else `new` was given: a board, for example."""

    def game(self, game_id: str) -> Game:
        """Return the match as far as it has gone."""
        game = funkenflug.new(game_id, players=2, mode="competitive", seed=self.seed, **self.deal)
        for place in self.moves:
            game.play(game.legal_moves()[place])
        return game


def tactics(game_id: str) -> list[Tactic]:
    """Return the positions of a game that were found."""
    lines = (FOLDER / f"{game_id}.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Tactic) for line in lines]


# Brute force --------------------------------------------------------------------------------------------------------


@compiled
def _settle(seat: int, stack: Array, moves: Array, counts: Array, best: Array, values: Array, most: int) -> float:
    """Return the utility that a seat can force from the first position of the stack; 9 if that takes too long."""
    depth = 0
    counts[0] = -1
    while True:
        state = stack[depth]
        done = False
        value = 0.0
        if counts[depth] < 0:
            most -= 1
            if to_move(state) < 0:
                utilities(state, values)
                value = values[seat]
                done = True
            elif most < 0 or depth == len(stack) - 1:
                return 9.0
            else:
                counts[depth] = legal(state, moves[depth])
                best[depth] = -2.0 if to_move(state) == seat else 2.0
        if not done:
            ours = to_move(state) == seat
            if counts[depth] == 0 or (ours and best[depth] == 1.0) or (not ours and best[depth] == -1.0):
                value = best[depth]
                done = True
            else:
                counts[depth] -= 1
                stack[depth + 1] = state
                play(stack[depth + 1], moves[depth, counts[depth]])
                depth += 1
                counts[depth] = -1
        if done:
            if depth == 0:
                return value
            depth -= 1
            ours = to_move(stack[depth]) == seat
            best[depth] = max(best[depth], value) if ours else min(best[depth], value)


class BruteForce:
    """Settles endings of a game."""

    def __init__(self, rules: Rules) -> None:
        self._stack = np.zeros(_DEEPEST, rules.STATE)
        self._rest = (
            np.zeros((_DEEPEST, rules.MOST_MOVES), np.int64),
            np.zeros(_DEEPEST, np.int64),
            np.zeros(_DEEPEST),
            np.zeros(4),
        )

    def value_after(self, state: State, move: int) -> float | None:
        """Return the utility that the seat to move can force with a move; None if the ending is too long."""
        seat = int(to_move(state))
        self._stack[0] = state
        play(self._stack[0], move)
        value = float(_settle(seat, self._stack, *self._rest, _MOST_POSITIONS))
        return None if value == 9.0 else value


# Finding ------------------------------------------------------------------------------------------------------------


def find(game_id: str, first_seed: int, deal: dict[str, str]) -> Iterator[Tactic]:
    """Yield positions of matches played by the heuristics."""
    game_type = GAMES[game_id]
    force = BruteForce(game_type.rules)
    for seed in count(first_seed):
        found = None
        for state, places in reversed(_scripted_match(game_id, seed, deal)):  # from the end, until it takes too long
            wins = _winning_moves(game_type.rules, state, force)
            if wins is None:
                break
            if wins:
                found = Tactic(f"tactic {seed}", places, tuple(game_type.move_texts(state, wins)), deal)
        if found is not None:
            yield found


def _scripted_match(game_id: str, seed: int, deal: dict[str, str]) -> list[tuple[State, tuple[int, ...]]]:
    """Return the positions of a match, each with the places of the moves that lead to it."""
    rules = GAMES[game_id].rules
    state = funkenflug.new(game_id, players=2, mode="competitive", seed=f"tactic {seed}", **deal).state
    rng = chance(seed)
    places: list[int] = []
    line = []
    while to_move(state) >= 0:
        line.append((copy_state(state), tuple(places)))
        number = choose_best_scored(state, rules, rng, None if below(rng, 2) else 3)
        places.append(_legal_moves(rules, state).index(number))
        play(state, number)
    return line


def _legal_moves(rules: Rules, state: State) -> list[int]:
    moves = np.zeros(rules.MOST_MOVES, np.int64)
    numbers: list[int] = moves[: legal(state, moves)].tolist()
    return numbers


def _knows_all(rules: Rules, state: State, seat: int) -> bool:
    """Whether a seat could tell every deal from this one."""
    deal, rng = np.array([state], rules.STATE), chance(0)
    for _ in range(20):
        determinize(deal[0], seat, rng)
        if deal.tobytes() != state.tobytes():
            return False
    return True


def _winning_moves(rules: Rules, state: State, force: BruteForce) -> list[int] | None:
    """Return the winning moves of a tactical position, none if it is no such position, None if it is out of reach."""
    if not _knows_all(rules, state, int(to_move(state))):
        return None
    numbers = _legal_moves(rules, state)
    if len(numbers) < 4:
        return []
    values = {}
    for number in numbers:
        if (value := force.value_after(state, number)) is None:
            return None
        values[number] = value
    wins = [number for number in numbers if values[number] == 1.0]
    return [] if 3 * len(wins) > len(numbers) else wins


def missed(game_id: str, simulations: int, positions: list[Tactic]) -> list[Tactic]:
    """Return the positions in which a search of this many simulations finds no winning move."""
    found = []
    for tactic in positions:
        game = tactic.game(game_id)
        player = SearchPlayer(Budget(simulations=simulations))
        if player.choose(game.view(game.to_move), game.legal_moves(), Clock()) not in tactic.wins:
            found.append(tactic)
    return found


def main() -> None:
    """Find positions, or ask a search about them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("find", "ask"))
    parser.add_argument("game", choices=tuple(GAMES))
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=6000)
    parser.add_argument("--deal", action="append", default=[], metavar="WORD=NAME", help="such as board=10x10")
    wanted = parser.parse_args()
    file = FOLDER / f"{wanted.game}.jsonl"
    if wanted.what == "find":
        FOLDER.mkdir(exist_ok=True)
        known = tactics(wanted.game) if file.exists() else []
        deal = dict(word.split("=") for word in wanted.deal)
        seed = 1 + max((int(tactic.seed.split()[1]) for tactic in known), default=-1)
        with file.open("ab") as out:
            for number, tactic in enumerate(find(wanted.game, seed, deal), len(known) + 1):
                out.write(msgspec.json.encode(tactic) + b"\n")
                out.flush()
                print(f"{number}: {tactic.seed}, move {len(tactic.moves)}, {len(tactic.wins)} moves win", flush=True)
                if number >= wanted.positions:
                    break
    else:
        positions = tactics(wanted.game)[: wanted.positions]
        wrong = missed(wanted.game, wanted.simulations, positions)
        print(f"{wanted.game}: {len(wrong)} of {len(positions)} missed with {wanted.simulations} simulations")
        for tactic in wrong:
            print(f"  {tactic.seed} after {len(tactic.moves)} moves: {', '.join(tactic.wins)}")


if __name__ == "__main__":
    main()
