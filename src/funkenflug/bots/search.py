"""Monte-Carlo tree search for all games, over determinizations of what a seat does not know.

Every simulation redeals the hidden parts, walks down one tree of moves that all deals share (information-set
search), adds one node and evaluates it by the learned value, or plays to the end; the model says how often it does
which. Where chance reveals something that the next seat decides by, such as a tile, the tree branches by it. Every seat
maximises its own result (max^n). A learned policy says which moves come first (PUCT); without one, a node begins with
the moves that the game's `move_scores` likes best and widens slowly. `bots.tree` is the compiled part.

All memory is allocated before the first simulation.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from funkenflug.bots.model import NO_MODEL, Model, check, load, weights_file
from funkenflug.bots.tree import NONE, Parameters, SearchRoot, Tree, simulate
from funkenflug.core.thinking import Budget, Evaluation, Stop, chance_of
from funkenflug.kernel import MOST_SEATS, Array, Rules, State, chance, determinize, legal, play_out, to_move
from funkenflug.kernel.endgame import Shares, outcomes

KNOWS_ALL: Final = -2
"""Instead of a seat: the search uses what is hidden."""
_CHUNK_SECONDS = 0.005
"""How often the search checks whether to stop."""
_POSITIONS_FOR_A_SIMULATION = 4
_POSITIONS_FOR_A_SECOND = 200_000
_SHARE_OF_PROOFS = 0.3
"""How much an exact search of the end may cost: positions, and a share of the time."""
_WHEN_SOLVED = 200
"""Simulations of a position whose best move is known: for the points."""
_LEAD = 0.25
"""How much the lead can change the value of a result: see `shape_by_lead`."""
_DEALS_COMPARED = 24
"""If this many deals do not differ, nothing is hidden."""
_DOUBT = 1.0
"""How far the mean of a few results is from the truth, times the root of their number."""
_PRIOR_VISITS = 4
"""A move begins with the mean of all moves, as if after this many visits: one playout that is won says little."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The parameters of a search. One that the search would not read must keep its default: see `check_read`."""

    heuristic: bool = True
    """Whether to use the game's `move_scores`, `shape_reward` and what is learned."""
    learned: bool = True
    """Whether to use a learned value and policy, if there are any."""
    exact: bool = True
    """Whether to look for proofs where the end is near and nothing is hidden."""
    models: Mapping[int, Model] | None = None
    """By number of players, instead of the game's own."""
    nodes: int = 600_000
    """The size of the tree."""
    forced_root_share: float = 0.0
    """The share of simulations for the least visited of the best moves: for those who want to compare them."""
    playout_candidates: int = 3
    """A playout plays the most promising of this many random moves; 1 plays at random."""
    c_puct: float = 1.0
    """With a policy: how much it counts beside the values of moves (PUCT)."""
    fpu_reduction: float = 0.2
    """With a policy: how much worse than the tried moves an untried one is thought to be (first-play urgency)."""
    exploration: float = 0.7
    """Without a policy: how much rarely tried moves are preferred (UCB1)."""
    widening: float = 2.0
    """Without a policy: a node visited n times has at most widening * n ** growth children."""
    growth: float = 0.35

    def check_read(self, model: Model) -> None:
        """Raise a `ValueError` for a changed setting that a search with this model does not read.

        >>> Settings(growth=0.5).check_read(NO_MODEL)
        >>> Settings(c_puct=2.0).check_read(NO_MODEL)
        Traceback (most recent call last):
        ...
        ValueError: this search has no policy, so it does not read c_puct
        """
        unread = {"exploration", "widening", "growth"} if len(model.policy) else {"c_puct", "fpu_reduction"}
        why = "has a policy" if len(model.policy) else "has no policy"
        for name in sorted(unread):
            if getattr(self, name) != getattr(DEFAULTS, name):
                raise ValueError(f"this search {why}, so it does not read {name}")
        playouts = self.heuristic and (len(model.second) == 0 or model.playouts > 0)
        if not playouts and self.playout_candidates != DEFAULTS.playout_candidates:
            raise ValueError("this search chooses no moves of playouts, so it does not read playout_candidates")

    @property
    def parameters(self) -> Parameters:
        """What compiled code reads."""
        return Parameters(*(getattr(self, name) for name in Parameters._fields))


DEFAULTS: Final = Settings()


def best_first(evaluations: Iterable[Evaluation[int]]) -> list[Evaluation[int]]:
    """Return moves by what is proven, then by value less its uncertainty."""
    found = list(evaluations)
    visits = sum(each.visits for each in found)
    mean = sum(each.visits * each.value for each in found) / max(1, visits)

    def merit(each: Evaluation[int]) -> tuple[int, float, int]:
        if each.exact:
            return each.proven, each.value, -each.move
        value = (each.visits * each.value + _PRIOR_VISITS * mean) / (each.visits + _PRIOR_VISITS)
        return each.proven, value - _DOUBT / math.sqrt(each.visits + 1), -each.move

    return sorted(found, key=merit, reverse=True)


def search(
    rules: Rules,
    state: State,
    seat: int,
    budget: Budget,
    *,
    seed: int,
    threads: int = 1,
    settings: Settings = DEFAULTS,
    stop: Stop | None = None,
    root_moves: Sequence[int] = (),
) -> list[Evaluation[int]]:
    """Return the moves that were tried, best first: by what is proven, then by value and how sure it is.

    Each thread grows its own tree from its own seed; the results at the roots are added up. If there are `root_moves`,
    only these are tried.
    """
    position = SearchRoot(np.array([state], rules.STATE), seat, _is_known(rules, state, seat))
    together = _is_together(rules, state)
    model = NO_MODEL if together else _model_for(rules, state, settings)
    settings.check_read(model)
    begin = time.perf_counter()
    solved = _solve_end(rules, state, together, budget, stop) if position.known and settings.exact else {}
    trees = [Tree(rules, settings.nodes, model) for _ in range(threads)]
    spent = min(time.perf_counter() - begin, _SHARE_OF_PROOFS * (budget.seconds or math.inf))  # the rest was compiling
    seat_to_move = int(to_move(state))
    if root_moves:
        solved = {move: shares for move, shares in solved.items() if move in root_moves}
    best = max((shares.least[seat_to_move] for shares in solved.values()), default=0.0)
    enough = best == 1.0 or len(solved) == (len(root_moves) or legal(state, np.zeros(rules.MOST_MOVES, np.int64)))
    left = budget.after(spent, _WHEN_SOLVED if enough else math.inf)
    run = partial(_grow, position=position, budget=left, settings=settings, stop=stop)
    if threads == 1:
        run(trees[0], root_moves, seed=seed)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda i: run(trees[i], root_moves, seed=seed + 7919 * i), range(threads)))
    results = _Results(int(state["players"]), seat_to_move, together, solved)
    found = results.of(trees)
    tried = {each.move for each in found}
    best_moves = [move for move, shares in solved.items() if shares.least[seat_to_move] == best > 0]
    if missing := [move for move in best_moves if move not in tried]:
        run(trees[0], missing, seed=seed)
        found += results.of(trees[:1])
    return best_first(found)


def _is_known(rules: Rules, state: State, seat: int) -> bool:
    """Whether nothing is hidden from a seat."""
    if seat == KNOWS_ALL:
        return True
    rng = chance("what is hidden")
    deal = np.array([state], rules.STATE)
    for _ in range(_DEALS_COMPARED):
        determinize(deal[0], seat, rng)
        if deal.tobytes() != state.tobytes():
            return False
    return True


def _is_together(rules: Rules, state: State) -> bool:
    """Whether all win or lose together: only then do the utilities not sum up to 0."""
    end = np.array([state], rules.STATE)
    values = np.zeros(MOST_SEATS)
    play_out(end[0], chance("the end"), values)
    return abs(float(values.sum())) > 0.5


def _model_for(rules: Rules, state: State, settings: Settings) -> Model:
    """Return the model of a game, if it has one for this number of players."""
    if not (settings.learned and settings.heuristic):
        return NO_MODEL
    found = load(weights_file(rules)) if settings.models is None else settings.models
    model = found.get(int(state["players"]), NO_MODEL)
    check(model, rules)
    return model


def _solve_end(rules: Rules, state: State, together: bool, budget: Budget, stop: Stop | None) -> dict[int, Shares]:
    """Return the moves that an exact search of the end solves in its share of the budget, with what they lead to."""
    limits = []
    if budget.simulations is not None:
        limits.append(_POSITIONS_FOR_A_SIMULATION * budget.simulations)
    if budget.seconds is not None:
        limits.append(int(_POSITIONS_FOR_A_SECOND * budget.seconds))
    end = time.perf_counter() + _SHARE_OF_PROOFS * (budget.seconds or math.inf)

    def stopped() -> bool:
        return time.perf_counter() > end or (stop is not None and stop.wanted)

    return dict(outcomes(rules, state, together=together, limit=min(limits, default=0), stopped=stopped))


def _grow(
    tree: Tree,
    root_moves: Sequence[int],
    position: SearchRoot,
    budget: Budget,
    settings: Settings,
    stop: Stop | None,
    seed: int,
) -> None:
    tree.clear()
    if root_moves:
        tree.restrict(root_moves)
    rng = chance(seed)
    done, chunk = 0, 16
    simulate(position, 0, rng, settings.parameters, tree.model, tree.memory)  # compiling is no thinking
    begin = time.perf_counter()
    while done == 0 or not (stop is not None and stop.wanted):  # there is always a result
        if budget.simulations is not None:
            chunk = min(chunk, budget.simulations - done)
        if chunk <= 0:
            break
        started = time.perf_counter()
        simulate(position, chunk, rng, settings.parameters, tree.model, tree.memory)
        done += chunk
        if tree.memory.nodes[0]["proven"] > 0:
            break  # what is won needs no more thought
        now = time.perf_counter()
        if budget.seconds is not None and now - begin >= budget.seconds:
            break
        chunk = max(1, min(2 * chunk, int(chunk * _CHUNK_SECONDS / max(now - started, 1e-6))))


@dataclass(frozen=True, slots=True)
class _Results:
    """Adds up the roots of trees."""

    players: int
    seat: int
    """The seat to move."""
    together: bool
    solved: Mapping[int, Shares]

    def of(self, trees: Sequence[Tree]) -> list[Evaluation[int]]:
        """Return the moves at the roots, with what is proven about them."""
        moves: dict[int, list[_Root]] = {}
        for tree in trees:
            for part in _roots(tree):
                moves.setdefault(part.move, []).append(part)
        return [self._sum(moves[move]) for move in sorted(moves)]

    def _sum(self, parts: Sequence[_Root]) -> Evaluation[int]:
        move, players, visits = parts[0].move, self.players, sum(part.visits for part in parts)
        weight = 1 / max(visits, 1)
        utilities, points = (weight * np.sum([part.results for part in parts], axis=0))[:, :players].tolist()
        value = weight * sum(part.value for part in parts)
        proven = next((part.proven for part in parts if part.proven), 0)
        exact = proven > 0 or (proven < 0 and (players <= 2 or self.together))
        if exact:
            others = proven if self.together or players == 1 else -proven / (players - 1)
            utilities = [proven if seat == self.seat else others for seat in range(players)]
        chances = tuple(chance_of(each, players, together=self.together) for each in utilities)
        if move in self.solved:
            least, most = self.solved[move]
            exact = least == most
            chances = tuple(map(_within, chances, least, most))
            value = _within(value, self._value(least) - _LEAD, self._value(most) + _LEAD)
            proven = 1 if least[self.seat] == 1.0 else -1 if most[self.seat] == 0.0 else 0
        return Evaluation(
            move=move,
            visits=visits,
            chances=chances,
            points=tuple(points),
            value=value,
            proven=proven,
            exact=exact,
        )

    def _value(self, shares: Sequence[float]) -> float:
        """Return the value of a share of the victory, without the lead."""
        share, others = shares[self.seat], 1 if self.together else self.players - 1
        return (1 - _LEAD) * ((1 + others) * share - 1) / others


def _within(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)


class _Root(NamedTuple):
    """A move at the root of a tree, with sums over its visits."""

    move: int
    visits: int
    value: float
    proven: int
    results: Array
    """Utilities and points of the seats."""


def _roots(tree: Tree) -> Iterator[_Root]:
    nodes, results = tree.memory.nodes, tree.memory.results
    child = int(nodes[0]["first_child"])
    place = int(nodes[0]["children"]) - 1
    while child != NONE:
        node = nodes[child]
        yield _Root(int(node["move"]), int(node["visits"]), float(node["value"]), int(node["proven"]), results[place])
        child, place = int(node["next_sibling"]), place - 1
