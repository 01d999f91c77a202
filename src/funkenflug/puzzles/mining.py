"""Mine puzzles: find positions in matches of bots in which few moves are best, and the natural one is not.

There are two kinds. In a *proven* puzzle nothing is hidden, and an exact search knows what every move leads to: the
best moves are the answers, all of them. In a *clear* one every legal move was searched for itself, by the same number
of simulations and with two seeds, and no other move comes near an answer. What a match yields depends only on its
number, so the work can be interrupted and continued anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from funkenflug.bots.search import Settings, search
from funkenflug.core.thinking import Budget, Evaluation, Stop
from funkenflug.games import find_game
from funkenflug.games.base import GameType
from funkenflug.kernel import below, chance, choose_best_scored, points_of
from funkenflug.kernel.endgame import Shares, outcomes
from funkenflug.match.game import Game, new
from funkenflug.match.replay import at_ply
from funkenflug.puzzles.puzzle import find_puzzle

VERSION = 2
"""Changes with whatever changes the puzzles that a match yields."""

Kind = Literal["proven", "clear"]
Source = Literal["endings", "middle", "solitaires", "shipped"]
"""Endings that can be solved, the middle of matches, solitaires, or the puzzles that are shipped."""


class Depth(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What to look for, and how long."""

    source: Source = "endings"
    positions: int = 300_000
    """The most positions that solving an ending may take."""
    quick: int = 400
    """Simulations for every decision in the middle of matches."""
    each: int = 1_600
    """Simulations for each legal move of a clear puzzle, and each seed."""


_LEVELS = {"flame": (90, 3), "blaze": (450, 3), "inferno": (3_000, 1)}
"""The simulations of a level at 300 a second, and how often it tries."""
_LEAST_CHOICES = 4
_MOST_ANSWERS = 4, 6, 15
"""A puzzle has at most four answers, or up to six where those are one in fifteen moves: some moves are equal."""
_GAP, _EQUAL = 0.2, 0.05
"""Clear: how far all other moves are below the answers, and how far an answer may be below the best."""
_BEGIN = 0.4
"""The share of a match before the middle begins."""
_CARELESS = 4
"""One move in this many is the best of only three random ones, so that matches contain mistakes to punish."""
_MOST_PUZZLES = 3
"""The most puzzles from one match, for variety."""
_TOO_LARGE = 2
"""After this many endings in a row that cannot be solved, earlier ones are not tried."""
_VARIATIONS = 30
"""How often the end of a match is played again."""
_LONGEST_LINE = 24
_NOT_SOLVED = "too large to be solved"


class MinedPuzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A puzzle as it was found in a match."""

    moves: tuple[str, ...]
    """From the deal to the position."""
    answers: tuple[str, ...]
    """The moves that solve it, the best first."""
    tempting: str
    line: tuple[str, ...]
    """The line after the answer, with best play by all."""
    tempting_line: tuple[str, ...]
    chances: tuple[float, float]
    """The chance to win after the answer and after the tempting move, from 0 to 1."""
    points: tuple[tuple[float, ...], tuple[float, ...]]
    """The points of each seat after both."""
    missed: int
    """How often the levels that search missed the answer, of seven tries."""
    level: str
    """The weakest level that finds the answer in most tries; empty if none does."""
    kind: Kind
    gap: float
    """How much lower the chance to win is after every move that is no answer."""


class Mined(msgspec.Struct, frozen=True, kw_only=True):
    """The puzzles of one match, one line of JSON in a journal."""

    version: int
    game: str
    number: int
    depth: Depth
    players: int
    mode: str = "competitive"
    options: tuple[str, ...]
    seed: str
    decisions: int
    candidates: int
    rejected: dict[str, int]
    """The candidates that were not kept, by reason."""
    puzzles: tuple[MinedPuzzle, ...]


def mine_match(game_id: str, number: int, depth: Depth, stop: Stop | None = None) -> Mined:
    """Play a match of bots and return the puzzles in it."""
    game_type = find_game(game_id)
    players, options = _kind_of_match(game_type, number)
    game = new(game_id, players=players, mode="competitive", options=options, seed=f"puzzle-{number}")
    miner = Miner(depth, number)
    look = miner.look_at_end if depth.source == "endings" else miner.look_at_middle
    look(_played(game, number), stop or Stop())
    return miner.mined(game)


def judge_again(game_id: str, number: int, depth: Depth, stop: Stop | None = None) -> Mined:
    """Judge a shipped puzzle as if it had just been found; its number is its id."""
    puzzle = find_puzzle(game_id, f"{number:08x}")
    position, miner = puzzle.position(), Miner(depth, number)
    judged: MinedPuzzle | str = _NOT_SOLVED
    if not any(position.all_hidden()):
        judged = confirm_proven(position, puzzle.tempting, depth, number)
    if judged == _NOT_SOLVED:
        judged = confirm_clear(position, puzzle.tempting, depth, number)
    if isinstance(judged, str):
        miner.rejected[judged] += 1
    else:
        miner.puzzles.append(judged)
    return miner.mined(position)


def _kind_of_match(game_type: GameType, number: int) -> tuple[int, tuple[str, ...]]:
    """Return the number of players and the options of a match: two players in half of them, options in a few."""
    counts = next(mode.players for mode in game_type.modes if mode.id == "competitive")
    players = counts[0] if number % 2 else counts[(number // 2) % len(counts)]
    options = [option.id for option in game_type.options if "competitive" in option.modes]
    return players, (options[number // 8 % len(options)],) if options and number % 8 == 3 else ()


def _played(game: Game, number: int) -> Game:
    """Play natural moves to the end, and careless ones here and there."""
    rng = chance(number)
    while not game.over:
        game.play(natural_move(game, number, sees=3 if below(rng, _CARELESS) == 0 else None))
    return game


def natural_move(game: Game, seed: int, sees: int | None = None) -> str:
    """Return what seems natural: the most promising move, as the level that does not search chooses it."""
    state = (game.determinize(game.to_move) if game.hidden(game.to_move) else game).state
    number = choose_best_scored(state, game.type.rules, chance(f"{seed}/{len(game.moves)}"), sees)
    return game.type.move_texts(state, [number])[0]


class Miner:
    """Looks for puzzles in one match."""

    def __init__(self, depth: Depth, number: int) -> None:
        self.depth = depth
        self.number = number
        self.decisions = 0
        self.rejected: Counter[str] = Counter()
        self.puzzles: list[MinedPuzzle] = []

    def mined(self, game: Game) -> Mined:
        """Return what the match yielded."""
        return Mined(
            version=VERSION,
            game=game.type.id,
            number=self.number,
            depth=self.depth,
            players=game.players,
            mode=game.mode,
            options=game.options,
            seed=str(game.setup.seed),
            decisions=self.decisions,
            candidates=len(self.puzzles) + self.rejected.total(),
            rejected=dict(self.rejected),
            puzzles=tuple(self.puzzles),
        )

    def look_at_end(self, match: Game, stop: Stop) -> None:
        """Look at the endings that can be solved: as the match went, and as it might have gone."""
        reach = self._look_back(match, stop)
        rng, seen = chance(f"variations {self.number}"), set[bytes]()
        for _ in range(_VARIATIONS):
            position = at_ply(match, reach + below(rng, 3) if reach + 3 < len(match.moves) else reach)
            while not (position.over or stop.wanted or len(self.puzzles) == _MOST_PUZZLES):
                careless = below(rng, 2) == 0
                position.play(natural_move(position, below(rng, 1 << 30), sees=2 if careless else None))
                if position.state.tobytes() not in seen:
                    seen.add(position.state.tobytes())
                    self._judge_ending(position)

    def _look_back(self, match: Game, stop: Stop) -> int:
        """Walk back from the end of a match while positions can be solved; return the earliest ply of these."""
        too_large, reach = 0, len(match.moves)
        for ply in range(len(match.moves) - 1, 0, -1):
            position = at_ply(match, ply)
            if stop.wanted or too_large == _TOO_LARGE or any(position.all_hidden()):
                break
            too_large = 0 if self._judge_ending(position) else too_large + 1
            reach = reach if too_large else ply
        return reach

    def _judge_ending(self, position: Game) -> bool:
        """Keep a position that is a puzzle; return whether it could be solved."""
        if position.over or len(position.choices()) < _LEAST_CHOICES:
            return True
        self.decisions += 1
        judged = confirm_proven(position, natural_move(position, self.number), self.depth, self.number)
        if not isinstance(judged, str):
            self._keep(judged)
            return True
        self.rejected[judged] += 1
        return judged != _NOT_SOLVED

    def look_at_middle(self, match: Game, stop: Stop) -> None:
        """Look at decisions that a quick search finds clear."""
        for ply in range(int(_BEGIN * len(match.moves)), len(match.moves)):
            position = at_ply(match, ply)
            if stop.wanted or len(self.puzzles) == _MOST_PUZZLES:
                break
            if len(position.choices()) < _LEAST_CHOICES:
                continue
            self.decisions += 1
            natural = natural_move(position, self.number)
            quick = evaluate(position, self.depth.quick, self.number)
            if not _stands_out(quick, natural, position.to_move or 0):
                continue
            judged = confirm_clear(position, natural, self.depth, self.number)
            if isinstance(judged, str):
                self.rejected[judged] += 1
            else:
                self._keep(judged)

    def _keep(self, puzzle: MinedPuzzle) -> None:
        if len(self.puzzles) == _MOST_PUZZLES:
            self.rejected["enough from this match"] += 1
        elif any(set(puzzle.answers) & set(other.answers) for other in self.puzzles):
            self.rejected["the same answer as before"] += 1
        else:
            self.puzzles.append(puzzle)


def _most_answers(choices: int) -> int:
    few, many, one_in = _MOST_ANSWERS
    return min(max(few, min(many, choices // one_in)), choices // 2)


# Proven ---------------------------------------------------------------------------------------------------------------


def confirm_proven(game: Game, natural: str, depth: Depth, seed: int) -> MinedPuzzle | str:
    """Return the proven puzzle that a position is, or why it is none."""
    seat = game.to_move
    assert seat is not None
    found: dict[str, Shares] = {}
    for move, shares in _solved(game, depth.positions, natural):
        found[move] = shares
        if move == natural and shares.most[seat] == 1.0:
            return "the natural move may win"
    if len(found) < len(game.choices()):
        return _NOT_SOLVED
    best = max(shares.least[seat] for shares in found.values())
    answers = [move for move, shares in found.items() if shares.most[seat] >= best]
    if any(found[move].least[seat] < best for move in answers):
        return "it depends on which of equal moves others choose"
    if natural in answers:
        return "the natural move is best"
    if best == 0.0:
        return "every move loses"
    if len(answers) > _most_answers(len(found)):
        return "too many moves are best"
    if all(_ends(game, move) for move in answers):
        return "it ends the match at once"
    lines = [_best_line(game, move, found[move], depth) for move in (answers[0], natural)]
    missed, finder = difficulty(game, answers, seed)
    gap = best - max(shares.most[seat] for move, shares in found.items() if move not in answers)
    return MinedPuzzle(
        moves=tuple(map(str, game.moves)),
        answers=tuple(answers),
        tempting=natural,
        line=lines[0],
        tempting_line=lines[1],
        chances=(_rounded(best), _rounded(found[natural].most[seat])),
        points=(_points_after(game, answers[0], lines[0]), _points_after(game, natural, lines[1])),
        missed=missed,
        level=finder,
        kind="proven",
        gap=_rounded(gap),
    )


def _solved(game: Game, positions: int, first: str | None = None) -> Iterator[tuple[str, Shares]]:
    begin = [] if first is None else [game.number_of(first)]
    for move, shares in outcomes(game.type.rules, game.state, together=False, limit=positions, first=begin):
        yield game.type.move_texts(game.state, [move])[0], shares


def _ends(game: Game, move: str) -> bool:
    after = game.copy()
    after.play(move)
    return after.over


def _best_line(game: Game, move: str, expected: Shares, depth: Depth) -> tuple[str, ...]:
    """Return what follows a move with best play to the end, as far as it can be solved."""
    position, line = game.copy(), list[str]()
    position.play(move)
    while (seat := position.to_move) is not None and len(line) < _LONGEST_LINE:
        best: tuple[float, str] | None = None
        for reply, shares in _solved(position, depth.positions):
            best = max(best or (-1.0, ""), (shares.least[seat], reply), key=lambda pair: pair[0])
            if game.players == 2 and shares.least[seat] >= expected.least[seat]:
                break
        if best is None:
            break
        line.append(best[1])
        position.play(best[1])
    return tuple(line)


def _points_after(game: Game, move: str, line: tuple[str, ...]) -> tuple[float, ...]:
    """Return the points at the end of a line."""
    after = game.copy()
    for each in (move, *line):
        after.play(each)
    return tuple(map(float, points_of(after.state)))


# Clear ----------------------------------------------------------------------------------------------------------------


def evaluate(game: Game, simulations: int, seed: int, move: str | None = None) -> dict[str, Evaluation[int]]:
    """Return the moves that a search has tried, the best first; it knows what the seat to move knows."""
    assert game.to_move is not None
    guess = game.determinize(game.to_move)
    only = [] if move is None else [guess.number_of(move)]
    settings = Settings(nodes=16 * simulations + 1_000)
    found = search(
        game.type.rules, guess.state, game.to_move, Budget(simulations), seed=seed, settings=settings, root_moves=only
    )
    return dict(zip(game.type.move_texts(guess.state, [each.move for each in found]), found, strict=True))


def confirm_clear(game: Game, natural: str, depth: Depth, seed: int) -> MinedPuzzle | str:
    """Return the clear puzzle that a position is, or why it is none."""
    seat = game.to_move
    assert seat is not None
    answers: list[str] = []
    gap = 1.0
    for simulations, run in ((depth.each // 4, 1), (depth.each // 4, 2), (depth.each, 1), (depth.each, 2)):
        values = {move: evaluate(game, simulations, seed + run, move)[move] for move in map(str, game.choices())}
        chances = {move: value.chances[seat] for move, value in values.items()}
        ranked = sorted(chances, key=lambda move: -chances[move])
        good = [move for move in ranked if chances[move] > chances[ranked[0]] - _EQUAL]
        gap = min(gap, _gap(chances, good))
        if gap < _GAP:
            return "no clear gap"
        if natural in good:
            return "the natural move is best"
        if len(good) > _most_answers(len(chances)):
            return "too many good moves"
        if answers and set(answers) != set(good):
            return "searches disagree"
        answers = answers or good
    if all(_ends(game, move) for move in answers):
        return "it ends the match at once"
    missed, finder = difficulty(game, answers, seed)
    best = answers[0]
    return MinedPuzzle(
        moves=tuple(map(str, game.moves)),
        answers=tuple(answers),
        tempting=natural,
        line=_played_on(game, best, depth, seed),
        tempting_line=_played_on(game, natural, depth, seed),
        chances=(_rounded(chances[best]), _rounded(chances[natural])),
        points=(_tenths(values[best].points), _tenths(values[natural].points)),
        missed=missed,
        level=finder,
        kind="clear",
        gap=_rounded(gap),
    )


def _stands_out(quick: Mapping[str, Evaluation[int]], natural: str, seat: int) -> bool:
    """Return whether a quick search likes a few moves far better than the natural one, and than most others."""
    best = next(iter(quick.values())).chances[seat]
    good = sum(each.chances[seat] > best - _GAP for each in quick.values())
    return natural in quick and best - quick[natural].chances[seat] >= _GAP and good <= _MOST_ANSWERS[0]


def _gap(chances: Mapping[str, float], good: list[str]) -> float:
    """Return how far the best of the other moves is below the worst of the good ones."""
    others = [chances[move] for move in chances if move not in good]
    return min(chances[move] for move in good) - max(others, default=1.0)


def _played_on(game: Game, move: str, depth: Depth, seed: int) -> tuple[str, ...]:
    """Return what follows a move until its seat has had its next turn, as quick searches play."""
    position, turns = game.copy(), 0
    position.play(move)
    line: list[str] = []
    while not position.over:
        turns += position.type.turn_begins(position.state)
        if turns > position.players:
            break
        choices = position.legal_moves()
        chosen = choices[0] if len(choices) == 1 else next(iter(evaluate(position, depth.quick, seed + 4)))
        position.play(chosen)
        line.append(str(chosen))
    return tuple(line)


# Both -----------------------------------------------------------------------------------------------------------------


def difficulty(game: Game, answers: list[str], seed: int) -> tuple[int, str]:
    """Return how often the levels that search miss the answer, and the weakest of them that mostly finds it."""
    missed, finder = 0, ""
    for name, (simulations, tries) in _LEVELS.items():
        chosen = [next(iter(evaluate(game, simulations, seed + 10 + i))) for i in range(tries)]
        misses = sum(move not in answers for move in chosen)
        missed += misses
        if not finder and misses <= tries // 2:
            finder = name
    return missed, finder


def _tenths(points: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(each, 1) for each in points)


def _rounded(number: float) -> float:
    return round(number, 3)
