"""Mine puzzles: find them in matches of bots, and keep those that much deeper searches confirm.

A quick search looks at every decision of the later part of a match. Where its choice is not the natural one, the
decision is a candidate. A longer search discards most of them. The others are searched much deeper, twice: as the
levels search, with two seeds. All searches know only what the seat to move knows. What a match yields depends only on
its number, so the work can be interrupted and continued anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

import msgspec

from funkenflug.bots.search import search
from funkenflug.core.thinking import Budget, Evaluation, Stop
from funkenflug.games import find_game
from funkenflug.games.base import GameType
from funkenflug.kernel import below, chance, choose_best_scored
from funkenflug.match.game import Game, new

VERSION = 1
"""Changes with whatever changes the puzzles that a match yields."""


class Depth(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How many simulations the searches make."""

    quick: int = 400
    """To look for candidates among all decisions."""
    longer: int = 1_500
    """To look at a candidate again."""
    deep: int = 12_000
    """To search what is left, as the levels do."""
    again: int = msgspec.field(default=6_000, name="broad")
    """To search the same with another seed. Journals have its old name."""
    after: int = 3_000
    """After the answer, and after the tempting move."""
    begin: float = 0.55
    """Not a number of simulations: the share of a match that is played before the search for puzzles begins."""
    opening: int = 0
    """For each decision before that; 0: play the natural moves."""
    solitaire: bool = False
    """Whether to look for solitaires that can still be won, with the solver instead of searches."""


_LEVELS = {"flame": (90, 3), "blaze": (450, 3), "inferno": (3_000, 1)}
"""The simulations of a level at 300 a second, and how often it tries."""
_LEAST_CHOICES = 4
_MOST_ANSWERS = 4, 6, 15
"""A puzzle has at most four answers, or up to six where those are one in fifteen moves: some moves are equal."""
_LEAST_CHANCE = 0.7
"""The least share of the average chance: a lost position is no puzzle."""
_QUICK_GAP, _CLEAR_GAP, _TEMPTING_GAP, _EQUAL = 0.1, 0.045, 0.09, 0.03
"""Differences in the chance to win: of a candidate, to every other move, to the tempting move, and none."""
_LIKELY, _AS_LIKELY = 0.03, 0.1
"""The visits that make the value of another move count, and make it an answer too, as shares of those of the best."""
_OF_FEW = 0.6
"""The share of a quick search's visits that a candidate's few best moves have."""
_PLAYED_BY_NATURE = 4
"""One move in this many is the natural one, so that matches contain mistakes to punish."""
_UNUSUAL = 8
"""One match in this many may have the first move of its kind as the answer. More would make puzzles look alike."""
_MOST_PUZZLES = 4
"""The most puzzles from one match, for variety."""


class MinedPuzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A puzzle as it was found in a match."""

    moves: tuple[str, ...]
    """From the deal to the position."""
    answers: tuple[str, ...]
    """The moves that solve it, the best first."""
    tempting: str
    line: tuple[str, ...]
    """What follows the answer, with good play of all."""
    tempting_line: tuple[str, ...]
    chances: tuple[float, float]
    """The chance to win after the answer and after the tempting move, from 0 to 1."""
    points: tuple[tuple[float, ...], tuple[float, ...]]
    """The points that each seat can expect after both."""
    missed: int
    """How often the levels that search missed the answer, of seven tries."""
    level: str
    """The weakest level that finds the answer in most tries; empty if none does."""
    checked: Literal["search", "solver"] = "search"
    """What confirmed it."""
    simulations: int = 0
    """How many the deep search that confirmed it made."""


class Mined(msgspec.Struct, frozen=True, kw_only=True):
    """What one match yielded, one line of JSON in a journal."""

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
    seed = f"puzzle-{number}"
    players, options = _kind(game_type, number)
    game = new(game_id, players=players, mode="competitive", options=options, seed=seed)
    miner = _Miner(depth, number)
    for move in _opening(game, number, depth):
        miner.play(game, move)
    while not game.over and not (stop is not None and stop.wanted):
        miner.play(game, miner.look(game))
    return Mined(
        version=VERSION,
        game=game_id,
        number=number,
        depth=depth,
        players=players,
        options=options,
        seed=seed,
        decisions=miner.decisions,
        candidates=miner.candidates,
        rejected=dict(miner.rejected),
        puzzles=tuple(miner.puzzles),
    )


def _kind(game_type: GameType, number: int) -> tuple[int, tuple[str, ...]]:
    """Return the number of players and the options of a match: two players in half of them, options in a few."""
    counts = next(mode.players for mode in game_type.modes if mode.id == "competitive")
    players = counts[0] if number % 2 else counts[(number // 2) % len(counts)]
    options = [option.id for option in game_type.options if "competitive" in option.modes]
    return players, (options[number // 8 % len(options)],) if options and number % 8 == 3 else ()


def _opening(game: Game, number: int, depth: Depth) -> Iterator[str]:
    """Yield the moves of the first part of a match; how long it lasts follows from a match of natural moves."""
    whole = game.copy()
    while not whole.over:
        whole.play(natural_move(whole, number))
    for move in whole.moves[: int(depth.begin * len(whole.moves))]:
        if depth.opening == 0:
            yield move
        elif not game.over:
            yield next(iter(_evaluate(game, depth.opening, number)))


class _Miner:
    """Looks for puzzles in one match."""

    def __init__(self, depth: Depth, number: int) -> None:
        self.depth = depth
        self.decisions = 0
        self.candidates = 0
        self.rejected: Counter[str] = Counter()
        self.puzzles: list[MinedPuzzle] = []
        self._number = number
        self._rng = chance(number)
        self._last_puzzle = -99
        self._played: set[tuple[int | None, str]] = set()
        """The kinds of moves that each seat has played."""

    def play(self, game: Game, move: str) -> None:
        """Play a move."""
        self._played.add((game.to_move, _kind_of(move)))
        game.play(move)

    def look(self, game: Game) -> str:
        """Return the move to play; keep the position if it is a puzzle."""
        choices, seat = game.legal_moves(), game.to_move
        if len(choices) == 1 or seat is None:
            return choices[0]
        quick = _evaluate(game, self.depth.quick, self._number)
        natural = natural_move(game, self._number)
        best = next(iter(quick))
        if len(choices) >= _LEAST_CHOICES and len(self.puzzles) < _MOST_PUZZLES:
            self.decisions += 1
            apart = len(game.moves) - self._last_puzzle > game.players
            usual = (seat, _kind_of(best)) in self._played or self._number % _UNUSUAL == 0
            if apart and usual and _stands_out(quick, best, natural, seat):
                self.candidates += 1
                self._judge(game, natural)
        return natural if below(self._rng, _PLAYED_BY_NATURE) == 0 else best

    def _judge(self, game: Game, natural: str) -> None:
        found = _confirm(game, natural, self.depth, self._number)
        if isinstance(found, str):
            self.rejected[found] += 1
        elif any(set(found.answers) & set(other.answers) for other in self.puzzles):
            self.rejected["the same answer as before"] += 1
        else:
            self._last_puzzle = len(game.moves)
            self.puzzles.append(found)


def _kind_of(move: str) -> str:
    return move.split(" ")[0]


Values = dict[str, Evaluation[str]]
"""Moves, and what they are worth."""


def _evaluate(game: Game, simulations: int, seed: int) -> Values:
    """Return the moves that a search has tried, the best first. It knows what the seat to move knows."""
    assert game.to_move is not None
    guess = game.determinize(game.to_move).state
    found = search(game.type.rules, guess, game.to_move, Budget(simulations), seed=seed)
    texts = game.type.move_texts(guess, [each.move for each in found])
    return {
        text: Evaluation(move=text, visits=each.visits, chances=each.chances, points=each.points)
        for text, each in zip(texts, found, strict=True)
    }


def natural_move(game: Game, seed: int) -> str:
    """Return what seems natural: the most promising move, as the level that does not search chooses it."""
    guess = game.determinize(game.to_move)
    number = choose_best_scored(guess.state, game.type.rules, chance(f"{seed}/{len(game.moves)}"))
    return game.type.move_texts(guess.state, [number])[0]


def _confirm(game: Game, natural: str, depth: Depth, seed: int) -> MinedPuzzle | str:
    """Return the puzzle that a candidate is, or why it is none."""
    seat = game.to_move
    assert seat is not None
    few, many, one_in = _MOST_ANSWERS
    most = max(few, min(many, len(game.choices()) // one_in))
    for simulations in (depth.longer, depth.deep):
        deep = _evaluate(game, simulations, seed + 1)
        best = next(iter(deep))
        if best == natural:
            return "the natural move is best"
        if natural not in deep:
            return "the natural move was not tried"
        if deep[best].chances[seat] - deep[natural].chances[seat] < _TEMPTING_GAP:
            return "the natural move is nearly as good"
        if deep[best].chances[seat] < _LEAST_CHANCE / game.players:
            return "the position is lost"
        answers = _equals(deep, best, seat)
        if len(answers) > most:
            return "too many good moves"
        if _rivals(deep, best, answers, seat):
            return "another move is nearly as good"
    again = _evaluate(game, depth.again, seed + 2)
    answers |= _equals(again, best, seat)
    if best not in again or next(iter(again)) not in answers or natural in answers:
        return "two deep searches disagree"
    if len(answers) > most:
        return "too many good moves"
    if _rivals(deep, best, answers, seat) or _rivals(again, best, answers, seat):
        return "another move is nearly as good"
    values = [_after(game, move, depth.after, seed + 3) for move in (best, natural)]
    if values[0].chances[seat] - values[1].chances[seat] < _TEMPTING_GAP:
        return "the difference fades after the move"
    return _described(game, [best, *sorted(answers - {best})], natural, values, depth, seed)


def _stands_out(values: Values, best: str, natural: str, seat: int) -> bool:
    """Return whether a search likes a few moves far better than the others, the natural one among these."""
    visits = [value.visits for value in values.values()]
    few = sum(visits[: _MOST_ANSWERS[0]]) >= _OF_FEW * sum(visits)
    if best == natural or natural not in values:
        return False
    return few and values[best].chances[seat] - values[natural].chances[seat] >= _QUICK_GAP


def _equals(values: Values, best: str, seat: int) -> set[str]:
    """Return the moves that are as good as the best one; a search visits those nearly as often."""
    if best not in values:
        return {best}
    chance, visits = values[best].chances[seat] - _EQUAL, values[best].visits * _AS_LIKELY
    return {best} | {move for move, value in values.items() if value.chances[seat] >= chance and value.visits >= visits}


def _rivals(values: Values, best: str, answers: set[str], seat: int) -> bool:
    """Return whether a move that is no answer comes too close to the best one."""
    chance, visits = values[best].chances[seat] - _CLEAR_GAP, values[best].visits * _LIKELY
    return any(
        value.chances[seat] > chance and value.visits >= visits for move, value in values.items() if move not in answers
    )


def _after(game: Game, move: str, simulations: int, seed: int) -> Evaluation[str]:
    """Return what a move is worth to the seat that plays it, by a search after it."""
    seat = game.to_move
    assert seat is not None
    after = game.determinize(seat)
    after.play(move)
    outcome = after.outcome()
    if outcome is not None:
        chances = tuple((each in outcome.winners) / max(len(outcome.winners), 1) for each in range(game.players))
        points = tuple(map(float, outcome.scores))
        return Evaluation(move=move, visits=simulations, chances=chances, points=points)
    return next(iter(_evaluate(after, simulations, seed).values()))


def _described(
    game: Game, answers: list[str], natural: str, values: list[Evaluation[str]], depth: Depth, seed: int
) -> MinedPuzzle:
    missed, finder = difficulty(game, answers, seed)
    seat = game.to_move
    assert seat is not None
    return MinedPuzzle(
        moves=tuple(map(str, game.moves)),
        answers=tuple(answers),
        tempting=natural,
        line=_played_out(game, answers[0], depth, seed),
        tempting_line=_played_out(game, natural, depth, seed),
        chances=(round(values[0].chances[seat], 3), round(values[1].chances[seat], 3)),
        points=(_rounded(values[0].points), _rounded(values[1].points)),
        missed=missed,
        level=finder,
        simulations=depth.deep,
    )


def _rounded(points: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, 1) for value in points)


def difficulty(game: Game, answers: list[str], seed: int) -> tuple[int, str]:
    """Return how often the levels that search miss the answer, and the weakest of them that mostly finds it."""
    missed, finder = 0, ""
    for name, (simulations, tries) in _LEVELS.items():
        chosen = [next(iter(_evaluate(game, simulations, seed + 10 + i))) for i in range(tries)]
        misses = sum(move not in answers for move in chosen)
        missed += misses
        if not finder and misses <= tries // 2:
            finder = name
    return missed, finder


def _played_out(game: Game, move: str, depth: Depth, seed: int) -> tuple[str, ...]:
    """Return what follows a move until its seat has had its next turn, as quick searches play."""
    seat, position, turns = game.to_move, game.copy(), 0
    position.play(move)
    line: list[str] = []
    while not position.over:
        if position.type.turn_begins(position.state):
            turns += 1
        if turns > position.players:
            break
        choices = position.legal_moves()
        chosen = choices[0] if len(choices) == 1 else next(iter(_evaluate(position, depth.quick, seed + 4)))
        position.play(chosen)
        line.append(str(chosen))
    assert seat is not None
    return tuple(line)
