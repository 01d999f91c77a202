"""Many games at once: each of them goes as a single game would, and tells nobody more than they may know."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import funkenflug
from funkenflug import Game, kernel
from funkenflug.games.feuer_wasser.rules.view import FeuerWasserView
from funkenflug.games.feurio.rules.view import FeurioView
from funkenflug.games.vulkan.rules.view import VulkanView
from funkenflug.research.vector import Encoding, Seen, Vector
from tests.adapters.kinds import KINDS, Kind
from tests.uniform import assert_uniform

each_kind = pytest.mark.parametrize("kind", KINDS, ids=str)


@each_kind
def test_every_game_goes_step_by_step_as_a_single_one(kind: Kind) -> None:
    env = funkenflug.vector(kind.game, 3, **kind.words)
    encoding = env.encoding
    seen = env.reset(seed=7)
    singles = [env.game(i) for i in range(3)]
    ended = 0
    while ended < 4:
        for i, game in enumerate(singles):
            assert env.states[i].tobytes() == game.state.tobytes()
            assert seen.to_move[i] == game.to_move
            legal = encoding.move_of[np.flatnonzero(seen.masks[i])]
            assert sorted(game.type.move_texts(game.state, legal.tolist())) == sorted(game.legal_moves())
        actions = env.random_actions()
        for game, action in zip(singles, actions, strict=True):
            game.play(encoding.text(game.state, action))
        seen = env.step(actions)
        for i, game in enumerate(singles):
            assert seen.terminations[i] == game.over
            assert seen.rewards[i].tolist() == pytest.approx(rewards_of(game))
            if game.over:
                ended += 1
                singles[i] = env.game(i)
                assert not singles[i].moves
    for i, game in enumerate(singles):
        assert env.game(i) == game


def rewards_of(game: Game) -> list[float]:
    outcome = game.outcome()
    if outcome is None:
        return [0.0] * game.players
    if not outcome.scores:
        return [1.0 if outcome.winners else -1.0] * game.players
    won = (game.players / len(outcome.winners) - 1) / (game.players - 1)
    return [won if seat in outcome.winners else -1 / (game.players - 1) for seat in range(game.players)]


def course(env: Vector, seed: int | None, steps: int) -> list[bytes]:
    seen, course = env.reset(seed), []
    for _ in range(steps):
        course += [part.tobytes() for part in seen]
        seen = env.step(env.random_actions())
    return course


def test_the_seed_decides_everything() -> None:
    one, other = (funkenflug.vector("feuer-wasser", 5, players=3) for _ in range(2))
    first = course(one, 7, 150)
    assert course(other, 7, 150) == first
    assert course(one, 7, 150) == first
    assert course(one, 8, 2) != first[:10]


def test_a_seed_can_be_given_beforehand() -> None:
    first = course(funkenflug.vector("feuer-wasser", 5, players=3), 7, 9)
    assert course(funkenflug.vector("feuer-wasser", 5, players=3, seed=7), None, 9) == first
    assert course(funkenflug.vector("feuer-wasser", 5, players=3, seed=8), 7, 9) == first


def test_resets_without_a_seed_go_on_from_the_last_one() -> None:
    one, other = (funkenflug.vector("feurio", 5, players=2) for _ in range(2))
    assert course(one, None, 1) != course(other, None, 1)
    first = course(one, 7, 9)
    assert course(other, 7, 9) == first
    assert course(one, None, 9) == course(other, None, 9) != first


def test_no_two_seeds_share_chance() -> None:
    """What one chooses by must not be what another one deals by."""
    env = funkenflug.vector("feurio", 1, players=2)
    streams = set()
    for seed in range(-100, 100):
        env._seed(seed)
        streams |= {int(env._dealing[0]), int(env._choosing[0])}
    assert len(streams) == 400


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("feurio", {"deck": [6, 5, 4] * 6 + [3, 2, 1] * 6}),
        ("vulkan", {"layout": dict(funkenflug.new("vulkan", players=2, layout="parallelogram", seed=5).setup.deal[1])}),
        ("feuer-wasser", {"piles": [[(i // 4 + 1, i % 4 + 1) for i in range(16)]] * 2, "board": "6x6"}),
    ],
)
def test_a_deal_that_is_given_is_the_deal_of_all(game: str, words: dict[str, Any]) -> None:
    env = funkenflug.vector(game, 2, players=2, **words)
    seen = env.reset(seed=7)
    dealt = funkenflug.new(game, players=2, **words)
    assert env.game(0) == env.game(1) == dealt
    while not seen.terminations[0]:
        seen = env.step(env.random_actions())
    assert env.game(0) == dealt


def test_every_deal_comes_up_equally_often() -> None:
    env = funkenflug.vector("feurio", 6000, players=3)
    env.reset(seed=7)
    for place in (0, 2, 3, 35):
        assert_uniform(Counter(env.states["deck"][:, place].tolist()), 6)
    env = funkenflug.vector("feuer-wasser", 6000, players=4)
    env.reset(seed=7)
    for place in (0, 11):
        assert_uniform(Counter(env.states["pile"][:, 3, place].tolist()), 12)
    env = funkenflug.vector("vulkan", 6000, players=2, layout="hexagon")
    env.reset(seed=7)
    assert_uniform(Counter(env.states["number"][:, 20].tolist()), 6)


def test_results_are_written_where_one_wishes() -> None:
    env = funkenflug.vector("vulkan", 4, players=2, layout="hexagon")
    own: Seen = env.empty()
    assert env.reset(seed=7, out=own) is own
    before = own.observations.copy()
    elsewhere = env.step(env.random_actions())
    assert (own.observations == before).all()
    assert (elsewhere.observations != before).any()
    again = env.reset(seed=7)
    assert again is elsewhere
    assert (again.observations == before).all()


@pytest.mark.parametrize(
    "actions",
    [
        None,
        7,
        [0.0, 1.0, 2.0],
        [True, False, True],
        [[0], [0], [0]],
        [0, 0],
        [0, 0, 0, 0],
        ["pass", "pass", "pass"],
        np.zeros(0, np.int64),
    ],
    ids=repr,
)
def test_actions_are_one_whole_number_for_each_game(actions: Any) -> None:
    env = funkenflug.vector("feurio", 3, players=2)
    env.reset(seed=7)
    before = env.states.tobytes()
    with pytest.raises(ValueError, match="actions must be 3 whole numbers, one per game, not"):
        env.step(actions)
    assert env.states.tobytes() == before


@pytest.mark.parametrize("kind", [list, tuple, np.uint16, np.int32, np.int64])
def test_actions_may_be_any_whole_numbers(kind: Any) -> None:
    env = funkenflug.vector("feurio", 3, players=2)
    chosen = env.reset(seed=7).masks.argmax(axis=1)
    chosen.flags.writeable = False
    env.step(kind(chosen))
    assert env.game(0).moves == (env.game(0).moves[0],)


def other_arrays(env: Vector) -> list[Any]:
    """Return what must not be written into."""
    good: Any = env.empty()
    scattered = np.zeros((3, 2 * env.encoding.size), np.int8)[:, ::2]
    return [
        funkenflug.vector("feurio", 2, players=2).empty(),
        funkenflug.vector("feurio", 4, players=2).empty(),
        funkenflug.vector("feurio", 3, players=3).empty(),
        funkenflug.vector("vulkan", 3, players=2, layout="hexagon").empty(),
        tuple(good),
        good._replace(rewards=good.rewards.astype(np.float64)),
        good._replace(terminations=None),
        good._replace(observations=scattered),
        good._replace(observations=np.broadcast_to(good.observations[:1], good.observations.shape)),
    ]


@pytest.mark.parametrize("which", range(9))
def test_results_are_written_into_fitting_arrays_only(which: int) -> None:
    env = funkenflug.vector("feurio", 3, players=2)
    out = other_arrays(env)[which]
    with pytest.raises(ValueError, match=r"out (is|must).* empty\(\)"):
        env.reset(seed=7, out=out)
    env.reset(seed=7)
    before = env.states.tobytes()
    with pytest.raises(ValueError, match=r"out (is|must).* empty\(\)"):
        env.step(env.random_actions(), out=out)
    assert env.states.tobytes() == before


def test_nothing_goes_before_the_first_reset() -> None:
    env = funkenflug.vector("feurio", 3, players=2)
    for ask in (env.random_actions, lambda: env.step(np.zeros(3, np.int64)), lambda: env.game(0)):
        with pytest.raises(ValueError, match="reset first"):
            ask()


def test_positions_can_be_put_back() -> None:
    env = funkenflug.vector("feurio", 3, players=2)
    env.reset(seed=7)
    env.step(env.random_actions())
    env.step(env.random_actions())
    kept, game = env.states.copy(), env.game(0)
    for _ in range(300):  # more moves than any match has
        env.step(env.random_actions())
        env.states[:] = kept
    assert env.states[0].tobytes() == game.state.tobytes()
    env.states = kept[:2]
    with pytest.raises(ValueError, match="states must be 3 positions of Feurio!"):
        env.reset()


@pytest.mark.parametrize("game_id", ["feurio", "vulkan", "feuer-wasser"])
def test_a_position_that_was_put_back_is_a_match_without_moves_before_it(game_id: str) -> None:
    env = funkenflug.vector(game_id, 2, players=3)
    env.reset(seed=7)
    for _ in range(9):
        env.step(env.random_actions())
    kept, game = env.states.copy(), env.game(0)
    env.step(env.random_actions())
    env.states[:] = kept
    again = env.game(0)
    assert (again, again.moves) == (game, ())
    assert funkenflug.load(again.record()) == again
    action = env.random_actions()[0]
    again.play(env.encoding.text(env.states[0], action))
    env.step(np.array([action, env.random_actions()[1]]))
    assert env.game(0) == again


def test_an_action_has_the_text_of_its_move() -> None:
    env = funkenflug.vector("feurio", 2, players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)
    legal = np.flatnonzero(env.reset().masks[0])
    assert [env.encoding.text(env.states[0], action) for action in legal] == env.game(0).legal_moves()
    for action in (-1, 0, 648, 649):
        with pytest.raises(ValueError, match=f"action {action} is not legal"):
            env.encoding.text(env.states[0], action)


@pytest.mark.parametrize("action", [-1, 0, 2700, 10**9])
def test_illegal_actions_are_refused_before_anything_is_played(action: int) -> None:
    env = funkenflug.vector("vulkan", 3, players=2, layout="hexagon")
    env.reset(seed=7)
    before = env.states.tobytes()
    actions = env.random_actions()
    actions[1] = action
    with pytest.raises(ValueError, match=f"action {action} is not legal in game 1"):
        env.step(actions)
    assert env.states.tobytes() == before


@each_kind
def test_only_what_the_mask_shows_is_legal(kind: Kind) -> None:
    env = funkenflug.vector(kind.game, 2, **kind.words)
    seen = env.reset(seed=7)
    for _ in range(3):
        shown, before, actions = seen.masks[0].copy(), env.states.copy(), env.random_actions()
        for action in range(0, env.encoding.actions, max(1, env.encoding.actions // 700)):
            trial = before[:1].copy()
            if shown[action]:
                env.encoding.play(trial, action)
            else:
                with pytest.raises(ValueError, match="not legal"):
                    env.encoding.play(trial, action)
        seen = env.step(actions)


def test_there_must_be_a_game() -> None:
    with pytest.raises(ValueError, match="not 0"):
        funkenflug.vector("vulkan", 0, players=2)


# Observations -------------------------------------------------------------------------------------------------------


def random_positions(kind: Kind, seed: int) -> list[kernel.Array]:
    """Return the positions of a random match, each as an array of one."""
    state, rng = np.array([kind.start(seed).state]), kernel.chance(seed)
    found = [state.copy()]
    while kernel.to_move(state[0]) >= 0:
        kernel.play(state[0], kernel.sample(state[0], rng))
        found.append(state.copy())
    return found


@each_kind
def test_an_observation_tells_nothing_that_the_seat_may_not_know(kind: Kind) -> None:
    encoding = Encoding(kind.start(7))
    for ply, state in enumerate(random_positions(kind, 7)):
        for seat in range(kind.players):
            determinized = state.copy()
            kernel.determinize(determinized[0], seat, kernel.chance(ply))
            assert (encoding.observe(state, seat) == encoding.observe(determinized, seat)).all()


def test_a_leak_would_be_seen() -> None:
    """What one seat may not know, another observes."""
    kind = Kind("feurio", 2, "competitive", ("firebreak",))
    encoding, state = Encoding(kind.start(7)), np.array([kind.start(7).state])
    observed = set()
    for seed in range(30):
        determinized = state.copy()
        kernel.determinize(determinized[0], 1, kernel.chance(seed))
        observed.add(encoding.observe(determinized, 0).tobytes())
    assert len(observed) == 6


@each_kind
def test_an_observation_agrees_with_the_view(kind: Kind) -> None:
    game, rng = kind.start(5), kernel.chance(5)
    encoding = Encoding(game)
    while True:
        position = np.array([game.state])
        for seat in range(game.players):
            observation = encoding.observe(position, seat)
            assert_tells_the_view(encoding.split(observation), game.view(seat))
        if game.over:
            break
        game.play(game.legal_moves()[kernel.below(rng, len(game.legal_moves()))])


def assert_tells_the_view(parts: dict[str, Any], view: funkenflug.View) -> None:
    assert parts["seat"].tolist() == [seat == view.seat for seat in range(4)]
    assert parts["to_move"].tolist() == [seat == view.to_move for seat in range(4)]
    if isinstance(view, FeurioView):
        assert parts["unseen"].tolist() == list(view.unseen)
        assert parts["drawn"].tolist() == [number == view.drawn for number in range(1, 7)]
        assert parts["stock"].tolist()[: view.players] == [list(stock) for stock in view.stocks]
        assert parts["paid"].tolist() == list(view.paid)
        if view.step != "arrange":
            assert parts["tiles"][: len(view.tiles), :11].tolist() == [
                [1, tile.number or 0, tile.firebreak, *tile.cell, tile.free_edges, tile.room, *tile.crews]
                for tile in view.tiles
            ]
            assert not parts["tiles"][len(view.tiles) :].any()
        if view.hottest:
            assert parts["heat"].max() == view.heat + 1
            assert (parts["heat"] == view.heat + 1).sum() == len(view.hottest)
    elif isinstance(view, VulkanView):
        assert parts["stock"].tolist()[: view.players] == [list(stock) for stock in view.stocks]
        tiles = [tile for tile in parts["tiles"].tolist() if tile[0]]
        there = {(tile[2], tile[3]): [tile[1], *tile[6:10]] for tile in tiles}
        volcano = [tile[2:4] for tile in tiles if tile[4]]
        assert volcano == ([] if view.volcano is None else [list(view.volcano)])
        assert {tile.cell: [tile.number, *tile.loads] for tile in view.tiles}.items() <= there.items()
        assert len(there) == len(view.tiles) + len(volcano)
    elif isinstance(view, FeuerWasserView):
        assert parts["stones"].tolist()[: view.players] == list(view.stones_left)
        for part, piles in (("open", view.open_tiles), ("face_down", view.unseen)):
            for row, pile in zip(parts[part], piles, strict=False):
                assert np.flatnonzero(row).tolist() == [4 * fire + water - 5 for fire, water in pile]
        cells = {f"{'abcdefghijkl'[x]}{y + 1}": parts["cells"][y, x].tolist() for y in range(12) for x in range(12)}
        for domino in view.dominoes:
            assert cells[domino.fire_cell][1:4] == [1, 1 + domino.seat, domino.fire]
            assert cells[domino.water_cell][1:4] == [2, 1 + domino.seat, domino.water]
        for stone in view.stones:
            assert cells[stone.cell][5:7] == [1 + stone.seat, stone.count]
        for leader in view.leaders:
            assert cells[leader.cell][1:3] == [3, 1 + leader.seat]
            assert parts["leader"][leader.seat] == (-1 if leader.lost else 1)
        for influence in view.influence:
            assert cells[influence.cell][7 : 7 + view.players] == list(influence.by_seat)
        assert {cell for cell, facts in cells.items() if facts[1] == 4} == set(view.elementals)
