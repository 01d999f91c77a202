"""The search: one for all games, and what it promises."""

from __future__ import annotations

import re
import threading
import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba.core.runtime import _nrt_python  # type: ignore[attr-defined]
from numba.core.runtime.nrt import rtsys

import funkenflug
from bench.tactics import tactics
from funkenflug.bots.model import evaluate
from funkenflug.bots.search import KNOWS_ALL, Settings, best_first, search
from funkenflug.bots.train.fitting import begin
from funkenflug.bots.train.samples import Dataset, count_features
from funkenflug.bots.tree import SearchRoot, Tree, _is_forced, simulate
from funkenflug.core.thinking import Budget, Evaluation, Stop
from funkenflug.core.words import IllegalMove
from funkenflug.games import GAMES
from funkenflug.kernel import allows, chance, sample
from tests.waiting import LONG, wait_until

KINDS = [
    (game_type.id, mode.id, players)
    for game_type in GAMES.values()
    for mode in game_type.modes
    for players in mode.players
]


def middle_of(game_id: str, mode: str, players: int, seed: int = 3, moves: int = 8) -> funkenflug.Game:
    game = funkenflug.new(game_id, players=players, mode=mode, seed=seed)
    rng = chance(seed)
    for _ in range(moves):
        if not game.over:
            number = sample(game.state, rng)
            game.play(game.type.move_texts(game.state, [number])[0])
    return game


def searched(game: funkenflug.Game, budget: Budget, **more: object) -> list[Evaluation[int]]:
    assert game.to_move is not None
    return search(game.type.rules, game.state, game.to_move, budget, seed=1, **more)  # type: ignore[arg-type]


def evaluation(move: int, visits: int, value: float, proven: int = 0) -> Evaluation[int]:
    chance = (value + 1) / 2
    return Evaluation(move=move, visits=visits, value=value, chances=(chance, 1 - chance), points=(), proven=proven)


def test_what_somebody_always_wins_is_not_solved() -> None:
    for game_id, players in (("feurio", 2), ("feuer-wasser", 2)):
        with pytest.raises(ValueError, match="nothing to solve in a competitive match"):
            funkenflug.new(game_id, players=players, seed=1).solve()
    with pytest.raises(ValueError, match="seconds must be a number above 0, not 0"):
        funkenflug.new("vulkan", players=1, seed=1).solve(0)


@pytest.mark.parametrize(
    ("wishes", "why"),
    [
        ({"seconds": None}, "a search needs an end: give seconds, or simulations"),
        ({"seconds": -1}, "seconds must be a number above 0, not -1"),
        ({"seconds": float("nan")}, "seconds must be a number above 0, not nan"),
        ({"seconds": "a"}, "seconds must be a number above 0, not 'a'"),
        ({"seconds": None, "simulations": -5}, "simulations must be a whole number, at least 1, not -5"),
        ({"simulations": 1.5}, "simulations must be a whole number, at least 1, not 1.5"),
        ({"threads": 0}, "threads must be a whole number, at least 1, not 0"),
    ],
)
def test_what_is_no_end_of_a_search_is_refused(wishes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        funkenflug.new("vulkan", players=2, layout="hexagon", seed=1).suggest(**wishes)


@pytest.mark.parametrize(("game_id", "mode", "players"), KINDS)
def test_it_suggests_legal_moves_of_every_game_mode_and_player_count(game_id: str, mode: str, players: int) -> None:
    game = middle_of(game_id, mode, players)
    suggestions = game.suggest(None, simulations=60)
    visits = sum(suggestion.visits for suggestion in suggestions)
    assert visits == 60 if mode == "competitive" else 0 < visits <= 60
    for suggestion in suggestions:
        assert suggestion.move in game.legal_moves()
        assert len(suggestion.chances) == len(suggestion.points) == players
        assert all(0 <= chance <= 1 for chance in suggestion.chances)
        if mode == "competitive":
            assert sum(suggestion.chances) == pytest.approx(1)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seed_and_simulations_give_the_same_answer(game_id: str, threads: int) -> None:
    game = middle_of(game_id, "competitive", 2)
    budget = Budget(simulations=200)
    assert searched(game, budget, threads=threads) == searched(game, budget, threads=threads)


@pytest.mark.parametrize("game_id", GAMES)
def test_two_threads_search_twice_as_much(game_id: str) -> None:
    game = middle_of(game_id, "competitive", 2)
    found = searched(game, Budget(simulations=100), threads=2)
    assert sum(candidate.visits for candidate in found) == 200


@pytest.mark.parametrize("game_id", GAMES)
def test_another_thread_can_stop_it(game_id: str) -> None:
    game = middle_of(game_id, "competitive", 2)
    searched(game, Budget(simulations=10))
    stop = Stop()
    thinking = threading.Thread(target=searched, args=(game, Budget(seconds=2 * LONG)), kwargs={"stop": stop})
    begin = time.process_time()
    thinking.start()
    wait_until(lambda: time.process_time() > begin + 0.05)  # it is in the middle of it
    stop.now()
    thinking.join(LONG)
    assert not thinking.is_alive()


@pytest.mark.parametrize("game_id", GAMES)
def test_memory_is_bounded_and_a_full_tree_still_answers(game_id: str) -> None:
    game = middle_of(game_id, "competitive", 2)
    found = searched(game, Budget(simulations=500), settings=Settings(nodes=20))
    assert sum(candidate.visits for candidate in found) == 500
    assert len(found) < 20


@pytest.mark.parametrize("game_id", GAMES)
def test_without_the_heuristic_it_uses_neither_move_scores_nor_shaped_rewards(game_id: str) -> None:
    game = middle_of(game_id, "competitive", 2)
    found = searched(game, Budget(simulations=100), settings=Settings(heuristic=False))
    for candidate in found:
        assert candidate.value == pytest.approx(2 * candidate.chances[game.to_move or 0] - 1)


def test_what_is_hidden_cannot_be_used_unless_asked_for() -> None:
    decks = ([6, 5, 4, 3, 2, 1] * 6, [6, 5, 4, 1, 2, 3] * 6)
    games = [funkenflug.new("feurio", players=3, deck=deck) for deck in decks]
    assert games[0].view(0).hottest == games[1].view(0).hottest
    blind = [searched(game, Budget(simulations=200)) for game in games]
    knowing = [search(game.type.rules, game.state, KNOWS_ALL, Budget(simulations=200), seed=1) for game in games]
    assert [candidate.move for candidate in blind[0]] == [candidate.move for candidate in blind[1]]
    assert knowing[0] != knowing[1]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_simulation_allocates_nothing(game_id: str) -> None:
    game = middle_of(game_id, "competitive", 2)
    rules = game.type.rules
    tree = Tree(rules, 1000)
    tree.clear()
    position = SearchRoot(np.array([game.state], rules.STATE), game.to_move or 0, False)
    allocated = []
    _nrt_python.memsys_enable_stats()
    for simulations in (1, 500):
        before = rtsys.get_allocation_stats().alloc  # type: ignore[no-untyped-call]
        simulate(position, simulations, chance(1), Settings().parameters, tree.model, tree.memory)
        allocated.append(rtsys.get_allocation_stats().alloc - before)  # type: ignore[no-untyped-call]
    assert allocated[0] == allocated[1]


def test_sample_is_one_of_the_legal_moves() -> None:
    rng = chance(5)
    for game_type in GAMES.values():
        state = middle_of(game_type.id, "competitive", 2).state
        assert all(allows(state, sample(state, rng)) for _ in range(50))


def test_trees_are_merged_by_value_and_not_by_visits_alone() -> None:
    drawn = evaluation(1, 316_422, 0.50)
    won = evaluation(2, 280_521, 0.99)
    hardly_visited = evaluation(3, 3, 1.0)
    assert best_first((drawn, won, hardly_visited))[0] == won


def test_one_playout_that_is_won_does_not_decide() -> None:
    known = evaluation(1, 98, 0.01)
    lucky = evaluation(2, 1, 0.9)
    better = evaluation(3, 60, 0.2)
    assert best_first((lucky, known)) == [known, lucky]
    assert best_first((known, better)) == [better, known]


def test_compiling_is_no_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    calls: list[tuple[Any, ...]] = []

    def compile_first(*arguments: Any) -> None:
        now[0] += 0.01 if calls else 100.0
        calls.append(arguments)
        simulate(*arguments)

    monkeypatch.setattr("funkenflug.bots.search.simulate", compile_first)
    monkeypatch.setattr("funkenflug.bots.search.time", SimpleNamespace(perf_counter=lambda: now[0]))
    searched(middle_of("feurio", "competitive", 2), Budget(seconds=0.1))
    assert len(calls) > 5


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        (Settings(growth=0.5), "growth"),
        (Settings(widening=1.0), "widening"),
        (Settings(exploration=0.4), "exploration"),
        (Settings(c_puct=2.0, learned=False), "c_puct"),
        (Settings(fpu_reduction=0.0, heuristic=False), "fpu_reduction"),
        (Settings(playout_candidates=5, heuristic=False), "playout_candidates"),
        (Settings(playout_candidates=5), "playout_candidates"),
    ],
)
def test_a_setting_that_would_not_be_read_is_refused(settings: Settings, name: str) -> None:
    """Otherwise somebody compares a search with itself, and believes the result."""
    game = middle_of("feurio", "competitive", 2)
    with pytest.raises(ValueError, match=f"does not read {name}"):
        searched(game, Budget(simulations=10), settings=settings)


@pytest.mark.parametrize(
    "settings", [Settings(growth=0.9, learned=False), Settings(c_puct=3.0), Settings(fpu_reduction=0.0)]
)
def test_a_setting_that_is_read_changes_the_search(settings: Settings) -> None:
    game = middle_of("feurio", "competitive", 2)
    usual = searched(game, Budget(simulations=200), settings=Settings(learned=settings.learned))
    assert searched(game, Budget(simulations=200), settings=settings) != usual


@pytest.mark.parametrize(
    ("share", "forced"), [(0.0, []), (0.25, [0, 4, 8]), (0.3, [0, 4, 7, 10]), (0.5, [0, 2, 4, 6, 8, 10])]
)
def test_a_share_of_simulations_is_forced(share: float, forced: list[int]) -> None:
    assert [visits for visits in range(11) if _is_forced(visits, share)] == forced


def test_what_is_proven_decides() -> None:
    likely = evaluation(1, 1000, 0.99)
    won = evaluation(2, 2, 0.1, proven=1)
    lost = evaluation(3, 1000, 0.9, proven=-1)
    assert best_first((lost, likely, won)) == [won, likely, lost]


@pytest.mark.parametrize("exact", [True, False])
def test_a_forced_win_is_found_and_proven(exact: bool) -> None:
    """By searching the end, and by the tree alone."""
    tactic = min(tactics("vulkan"), key=lambda tactic: len(tactic.wins[0]))
    game = tactic.game("vulkan")
    found = searched(game, Budget(simulations=20_000), settings=Settings(exact=exact))
    assert game.type.move_texts(game.state, [found[0].move])[0] in tactic.wins
    assert found[0].proven == 1
    assert found[0].chances[game.to_move or 0] == 1.0


def test_moves_that_are_compared_get_a_share_of_thinking() -> None:
    game = middle_of("vulkan", "competitive", 2)
    visits = sorted(
        (
            candidate.visits
            for candidate in searched(game, Budget(simulations=800), settings=Settings(forced_root_share=0.25))
        ),
        reverse=True,
    )
    assert visits[2] >= 50


@pytest.mark.parametrize("game_id", GAMES)
def test_learned_values_are_chances_and_points(game_id: str) -> None:
    game = middle_of(game_id, "competitive", 3)
    width = count_features(game.type.rules)
    model = begin(Dataset(np.zeros((4, 3, width)), np.zeros((4, 3)), np.zeros((4, 3))), seed=1)
    values, points = np.zeros(4), np.zeros(4)
    seen, hidden = np.zeros(width, np.float32), np.zeros(len(model.bias), np.float32)
    evaluate(game.state, model, np.zeros(1, game.state.dtype), seen, hidden, values, points)
    assert values[:3].sum() == pytest.approx(0, abs=1e-5)
    assert len(set(values[:3])) > 1  # the seats differ
    found = searched(game, Budget(simulations=60), settings=Settings(models={3: model}))
    assert sum(candidate.visits for candidate in found) == 60


@pytest.mark.parametrize("game_id", GAMES)
def test_only_the_moves_asked_for_are_considered(game_id: str) -> None:
    game = funkenflug.new(game_id, players=2, seed=7)
    for _ in range(6):
        game.play(game.legal_moves()[0])
    asked = game.legal_moves()[-2:]
    found = game.suggest(None, simulations=40, root_moves=[*asked, *asked])
    assert {suggestion.move for suggestion in found} == set(asked)
    assert sum(suggestion.visits for suggestion in found) == 40
    with pytest.raises(IllegalMove):
        game.suggest(None, simulations=40, root_moves=["nowhere"])


@pytest.mark.parametrize(("game_id", "players"), [("feurio", 3), ("vulkan", 2), ("feuer-wasser", 2)])
def test_a_move_that_ends_the_match_has_its_result(game_id: str, players: int) -> None:
    ends = 0
    for seed in range(20):
        game = funkenflug.new(game_id, players=players, seed=seed)
        bots = [funkenflug.level("ember", seed) for _ in range(players)]
        while (seat := game.to_move) is not None:
            before = game.copy()
            game.play(bots[seat].choose(game.view(seat), game.legal_moves(), funkenflug.Clock()))
        seat, outcome = before.to_move, game.outcome()
        assert seat is not None
        assert outcome is not None
        if len(before.legal_moves()) == 1:
            continue
        ends += 1
        last = {found.move: found for found in before.suggest(None, simulations=40, root_moves=[str(game.moves[-1])])}
        assert last[game.moves[-1]].points == tuple(map(float, outcome.scores))
        assert last[game.moves[-1]].chances[seat] == (seat in outcome.winners) / len(outcome.winners)
        if outcome.winners == (seat,):
            assert before.suggest(None, simulations=10)[0].chances[seat] == 1
    assert ends
