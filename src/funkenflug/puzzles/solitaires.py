"""Mine solitaires: positions that the natural move loses and few others still win, as the solver proves.

Only positions in which nothing is hidden are puzzles: the solver knows the whole deal, and so must the player.
"""

from __future__ import annotations

from collections import Counter

from funkenflug.arena.sweep import mode_to_solve, solver_of
from funkenflug.core.thinking import Budget, Stop
from funkenflug.games import find_game
from funkenflug.games.base import GameType
from funkenflug.match.game import Game, new
from funkenflug.puzzles.mining import VERSION, Depth, Mined, MinedPuzzle, difficulty, natural_move

_STEPS = 20_000
"""Steps of the solver for one position."""
_LEAST_CHOICES, _MOST_CHOICES = 20, 320
_SHARE, _MOST_ANSWERS = 0.25, 48
"""The most legal moves that may win. A flight counts once for each colour."""
_SHORTEST, _LONGEST = 3, 12
"""The moves of a winning line."""
_MOST_SHOWN = 8
"""Moves that show how the tempting move loses."""
_MOST_PUZZLES = 1


def check_solitaires(game_type: GameType) -> None:
    """Raise a `ValueError` if the solitaires of a game cannot be puzzles."""
    solver_of(game_type)
    start = new(game_type.id, players=1, mode=mode_to_solve(game_type, 1).id, seed=0)
    if start.hidden(0):
        raise ValueError(
            f"solitaires of {game_type.title} are no puzzles: the solver knows what is hidden from the player"
        )


def mine_solitaire(game_id: str, number: int, depth: Depth, stop: Stop | None = None) -> Mined:
    """Play a solitaire by nature, put right by the solver, and return the puzzles in it."""
    game_type = find_game(game_id)
    check_solitaires(game_type)
    seed = f"solitaire-{number}"
    game = new(game_id, players=1, mode=mode_to_solve(game_type, 1).id, seed=seed)
    decisions, candidates, rejected, puzzles = 0, 0, Counter[str](), list[MinedPuzzle]()
    while not game.over and len(puzzles) < _MOST_PUZZLES and not (stop is not None and stop.wanted):
        natural = natural_move(game, number)
        decisions += 1
        if _wins(game, natural):
            game.play(natural)
            continue
        winning = _winning_line(game)
        if winning is None:
            break
        if _fits(game, winning):
            candidates += 1
            found = _confirm(game, winning, natural, number)
            if isinstance(found, str):
                rejected[found] += 1
            else:
                puzzles.append(found)
        game.play(winning[0])
    return Mined(
        version=VERSION,
        game=game_id,
        number=number,
        depth=depth,
        players=1,
        mode=game.mode,
        options=(),
        seed=seed,
        decisions=decisions,
        candidates=candidates,
        rejected=dict(rejected),
        puzzles=tuple(puzzles),
    )


def _fits(game: Game, winning: tuple[str, ...]) -> bool:
    return (
        _SHORTEST <= len(winning) <= _LONGEST
        and _LEAST_CHOICES <= len(game.choices()) <= _MOST_CHOICES
        and game.hidden(game.to_move) == 0
    )


def _winning_line(game: Game) -> tuple[str, ...] | None:
    """Return the solver's winning line from a position, None if there is none or the solver cannot tell."""
    assert game.type.solve is not None
    return game.type.solve(game.state, Budget(simulations=_STEPS)).moves


def _wins(game: Game, move: str) -> bool:
    after = game.copy()
    after.play(move)
    outcome = after.outcome()
    return _winning_line(after) is not None if outcome is None else bool(outcome.winners)


def _confirm(game: Game, winning: tuple[str, ...], natural: str, seed: int) -> MinedPuzzle | str:
    """Return the puzzle that a candidate is, or why it is none."""
    most = min(_MOST_ANSWERS, _SHARE * len(game.choices()))
    answers = [winning[0]]
    for move in game.choices():
        if move != winning[0] and _wins(game, move):
            answers.append(move)
        if len(answers) > most:
            return "too many moves win"
    missed, finder = difficulty(game, answers, seed)
    return MinedPuzzle(
        moves=tuple(map(str, game.moves)),
        answers=tuple(answers),
        tempting=natural,
        line=winning[1:],
        tempting_line=_lost_line(game, natural, seed),
        chances=(1.0, 0.0),
        points=((), ()),
        missed=missed,
        level=finder,
        kind="proven",
        gap=1.0,
    )


def _lost_line(game: Game, move: str, seed: int) -> tuple[str, ...]:
    """Return what follows a move by nature."""
    position, line = game.copy(), list[str]()
    position.play(move)
    while not position.over and len(line) < _MOST_SHOWN:
        line.append(natural_move(position, seed))
        position.play(line[-1])
    return tuple(line)
