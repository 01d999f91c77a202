"""Positions as networks want them: as the seat to move sees them, turned by symmetries, as planes and as tokens."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import funkenflug
from funkenflug import kernel
from funkenflug.games import GAMES, register, unregister
from funkenflug.games.feurio.rules import rules as feurio_rules
from funkenflug.games.hexes import TURNS
from funkenflug.kernel import Array
from funkenflug.research.encoding import Encoding
from funkenflug.research.vector import Vector
from tests.morels import Morels

KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "feurio-2": ("feurio", {"players": 2}),
    "feurio-3-firebreak": ("feurio", {"players": 3, "options": ("firebreak",)}),
    "feurio-4": ("feurio", {"players": 4, "options": ("firebreak",)}),
    "vulkan-2": ("vulkan", {"players": 2, "layout": "parallelogram"}),
    "vulkan-3": ("vulkan", {"players": 3, "layout": "hexagon"}),
    "feuer-wasser-2": ("feuer-wasser", {"players": 2}),
    "feuer-wasser-3": ("feuer-wasser", {"players": 3, "board": "6x6"}),
}
each_kind = pytest.mark.parametrize("kind", KINDS)


def vector(kind: str, n: int, **words: Any) -> Vector:
    game, ours = KINDS[kind]
    return funkenflug.vector(game, n, **ours, **words)


def played(env: Vector, steps: int) -> Vector:
    env.reset(seed=3)
    for _ in range(steps):
        env.step(env.random_actions())
    return env


# As the seat to move sees it ----------------------------------------------------------------------------------------


@each_kind
def test_a_canonical_observation_has_the_own_seat_first(kind: str) -> None:
    env = played(vector(kind, 40), 11)
    seats = np.arange(40) % env.players
    look, plain = env.look(seats, canonical=True), env.look(seats)
    parts, plain_parts = (env.encoding.split(seen.observations) for seen in (look, plain))
    assert (parts["seat"][:, 0] == 1).all()
    assert (parts["to_move"].argmax(axis=1) == (plain.to_move - seats) % env.players).all()
    for i, seat in enumerate(seats.tolist()):
        assert look.scores[i].tolist() == np.roll(plain.scores[i], -seat).tolist()
        for name in parts.keys() & {"stones", "leader", "open"}:
            ours, theirs = parts[name][i, : env.players], plain_parts[name][i, : env.players]
            assert (ours == np.roll(theirs, -seat, axis=0)).all()


@each_kind
def test_canonical_actions_are_the_legal_ones_and_can_be_undone(kind: str) -> None:
    env = played(vector(kind, 40), 12)
    look, plain = env.look(canonical=True), env.look()
    rows, actions = np.nonzero(plain.masks)
    seats = plain.to_move[rows]
    canonical = env.encoding.canonical_actions(actions, seats)
    assert look.masks.sum() == len(rows)
    assert look.masks[rows, canonical].all()
    assert (env.encoding.real_actions(canonical, seats) == actions).all()


@pytest.mark.parametrize("kind", ["feurio-3-firebreak", "vulkan-2", "vulkan-3"])
def test_what_follows_an_action_looks_the_same_from_every_seat(kind: str) -> None:
    """Change the seats of a position, and play on in both: they stay equal but for the seats."""
    env = played(vector(kind, 30), 10)
    encoding = env.encoding
    for seat in range(1, env.players):
        view = encoding.views[seat]
        others = np.array([reseated(state, seat, encoding) for state in env.states], env.states.dtype)
        actions = env.random_actions()
        for i in range(env.n):
            here, there = env.states[i : i + 1].copy(), others[i : i + 1].copy()
            encoding.play(here, int(actions[i]))
            encoding.play(there, int(view.actions[actions[i]]))
            for looking in range(env.players):
                expected = view.observations(encoding.observe(here, looking))
                assert (encoding.observe(there, (looking - seat) % env.players) == expected).all()
            assert (encoding.mask(there) == view.policies(encoding.mask(here))).all()


def reseated(state: Any, seat: int, encoding: Encoding) -> Any:
    """Return a position in which `seat` is the first one."""
    players, new = encoding.players, kernel.copy_state(state)
    colours = np.arange(4)
    for other, own in enumerate(encoding.type.colours_of[players]):
        colours[list(own)] = encoding.type.colours_of[players][(other - seat) % players]
    seats = np.array([(other - seat) % players for other in range(players)])
    new["seat"] = (int(state["seat"]) - seat) % players
    new["stock"][np.ix_(seats, colours)] = state["stock"][:players]
    for name in ("crews", "loads", "held", "paid"):
        if name in (state.dtype.names or ()):
            new[name][colours] = state[name]
    for name in ("layer", "owner"):
        if name in (state.dtype.names or ()):
            new[name] = np.where(state[name] >= 0, seats[state[name]], state[name])
    return new


# Symmetries ---------------------------------------------------------------------------------------------------------


def test_boards_have_the_symmetries_that_one_sees() -> None:
    counts = {kind: len(vector(kind, 1).encoding.symmetries) for kind in KINDS}
    assert counts == {
        "feurio-2": 12,
        "feurio-3-firebreak": 12,
        "feurio-4": 12,
        "vulkan-2": 4,
        "vulkan-3": 2,
        "feuer-wasser-2": 4,
        "feuer-wasser-3": 8,
    }


@pytest.mark.parametrize("kind", ["vulkan-2", "vulkan-3", "feuer-wasser-2", "feuer-wasser-3"])
def test_turning_a_position_commutes_with_playing(kind: str) -> None:
    """Play a match and its image, which has the turned deal: all positions are images of each other."""
    env = vector(kind, 1)
    encoding, rng = env.encoding, np.random.default_rng(5)
    for number, symmetry in enumerate(encoding.symmetries):
        env.reset(seed=number)
        here, there = env.states.copy(), turned_deal(env, symmetry)
        while kernel.to_move(here[0]) >= 0:
            seat = int(kernel.to_move(here[0]))
            assert (encoding.observe(there, seat) == symmetry.observations(encoding.observe(here, seat))).all()
            assert (encoding.mask(there) == symmetry.policies(encoding.mask(here))).all()
            action = int(rng.choice(encoding.legal_actions(here)))
            encoding.play(here, action)
            encoding.play(there, int(symmetry.actions[action]))
        assert encoding.utilities(there) == encoding.utilities(here)


def turned_deal(env: Vector, symmetry: Any) -> Array:
    """Return the first position with everything that was dealt turned."""
    there = env.states.copy()
    parts = env.encoding.split(symmetry.observations(env.encoding.observe(env.states, 0)))
    if "tiles" in parts:
        there["number"][0] = parts["tiles"][:, 1]
    elif (env.encoding.split(env.encoding.observe(env.states, 0))["cells"] != parts["cells"]).any():
        raise AssertionError("a symmetry leaves the board as it is")
    elif any(table[1:4].tolist() == [2, 1, 3] for _, table in symmetry._lookups):  # fire and water are exchanged
        there["pile"] = np.arange(16).reshape(4, 4).T.ravel()[there["pile"]]
    return there


def test_turning_a_forest_commutes_with_playing() -> None:
    env = played(vector("feurio-3-firebreak", 24), 14)
    encoding = env.encoding
    for symmetry, turn in zip(encoding.symmetries, TURNS, strict=True):
        actions = env.random_actions()
        for i in range(env.n):
            here, there = env.states[i : i + 1].copy(), turned_forest(env.states[i], turn)
            for action in (None, int(actions[i])):
                if action is not None:
                    encoding.play(here, action)
                    encoding.play(there, int(symmetry.actions[action]))
                for seat in range(env.players):
                    assert (encoding.observe(there, seat) == symmetry.observations(encoding.observe(here, seat))).all()
                assert (encoding.mask(there) == symmetry.policies(encoding.mask(here))).all()


def turned_forest(state: Any, turn: Any) -> Array:
    span, new = feurio_rules.SPAN, np.array([state], state.dtype)
    (a, b), (c, d) = turn.matrix

    def cell(q: Any, r: Any) -> Any:
        return (a * q + b * r) % span * span + (c * q + d * r) % span

    q, r = state["q"].astype(int), state["r"].astype(int)
    laid, edges = int(state["laid"]), int(state["edge_cells"])
    new[0]["q"], new[0]["r"] = a * q + b * r, c * q + d * r
    new[0]["cell"][:laid] = cell(q, r)[:laid]
    at = np.divmod(state["edge_cell"].astype(int), span)
    new[0]["edge_cell"][:edges] = cell(*at)[:edges]
    tile, direction = np.divmod(state["edge_anchor"].astype(int), 6)
    new[0]["edge_anchor"][:edges] = (6 * tile + turn.directions[direction])[:edges]
    new[0]["site"] = 0
    new[0]["site"][cell(*np.divmod(np.arange(span * span), span))] = state["site"]
    return new


# For networks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "side"), [("feurio-2", 21), ("vulkan-2", 15), ("feuer-wasser-2", 12)])
def test_planes_show_everything_that_is_on_the_board(kind: str, side: int) -> None:
    env = played(vector(kind, 50), 20)
    encoding = env.encoding
    observations = env.look(canonical=True).observations
    planes, names = encoding.planes(observations), list(encoding.tensors.plane_names)
    assert planes.shape == (50, len(names), side, side)
    parts = encoding.split(observations)
    board = parts.get("tiles", parts.get("cells"))
    assert board is not None
    facts = [fact.name for fact in encoding.type.arrays.MEANING[encoding.type.arrays.BOARD.part].facts]
    numbers = board.reshape(50, -1, len(facts))[:, :, facts.index("number")]
    for number in range(1, 5):
        assert (planes[:, names.index(f"number = {number}")].sum(axis=(1, 2)) == (numbers == number).sum(axis=1)).all()
    if "heat" in parts:
        heat = planes[:, names.index("heat")]
        assert ((heat > 0).sum(axis=(1, 2)) == (parts["heat"] > 0).sum(axis=(1, 2))).all()
        assert heat.max() == parts["heat"].max()
    stock = next(name for name in ("stock", "stones") if name in parts)
    assert (planes[:, names.index(f"{stock} 0"), 0, 0] == parts[stock].reshape(50, -1)[:, 0]).all()


@each_kind
def test_tokens_know_their_neighbours(kind: str) -> None:
    env = played(vector(kind, 20), 13)
    tokens = env.encoding.tokens(env.look(canonical=True).observations)
    beside = np.broadcast_to(tokens.beside, (20, *tokens.beside.shape[1:]))
    assert (beside == beside.transpose(0, 2, 1)).all()
    assert 2 < beside.sum(axis=2).max() <= 6
    assert tokens.cells.shape[:2] == beside.shape[:2]
    assert np.isfinite(tokens.cells).all()


@each_kind
def test_every_action_has_a_place_of_its_own(kind: str) -> None:
    encoding = vector(kind, 1).encoding
    places = encoding.places
    keys = np.concatenate([places.cells, np.where(places.cells >= 0, places.channels, 0)], axis=1)
    keys[:, 2] = places.channels[:, 0]
    assert len(np.unique(keys, axis=0)) == encoding.actions
    on_cells = places.cells[:, 0] >= 0
    assert (places.channels[on_cells].max(initial=0)) < max(places.cell_channels, 1)
    assert (places.channels[~on_cells, 0] < max(places.board_channels, 1)).all()


@pytest.mark.slow
def test_a_game_without_a_description_of_its_board_has_plain_ones() -> None:
    register(Morels())
    try:
        env = funkenflug.vector("morels", 5, players=3)
        env.reset(seed=1)
        env.step(env.random_actions())
        look, encoding = env.look(canonical=True), env.encoding
        assert (look.observations == env.look().observations).all()
        assert len(encoding.symmetries) == 1
        assert encoding.planes(look.observations).shape == (5, encoding.size, 1, 1)
        assert encoding.tokens(look.observations).board.shape == (5, encoding.size)
        assert encoding.places.board_channels == encoding.actions
        again = pickle.loads(pickle.dumps(env))
        assert (again.step(again.random_actions()).observations == env.step(env.random_actions()).observations).all()
    finally:
        unregister("morels")


# Looking ------------------------------------------------------------------------------------------------------------


def test_a_look_tells_no_more_than_the_seat_knows() -> None:
    env = played(vector("feurio-4", 20), 30)
    before = env.look(2)
    for i in range(env.n):
        kernel.determinize(env.states[i : i + 1][0], 2, kernel.chance(9))
    after = env.look(2)
    assert (before.observations == after.observations).all()
    assert (before.scores == after.scores).all()


def test_looking_at_what_is_no_position_is_refused() -> None:
    env = played(vector("vulkan-2", 3), 1)
    with pytest.raises(ValueError, match="must be an array of positions of Vulkan!"):
        env.encoding.look(np.zeros(3))
    with pytest.raises(ValueError, match="seats go from 0 to 1"):
        env.look(2)
    with pytest.raises(ValueError, match="must be one seat, or 3 of them"):
        env.look([0, 1])


# Without automatic reset --------------------------------------------------------------------------------------------


def test_without_automatic_reset_matches_stay_over() -> None:
    env = vector("vulkan-2", 6, autoreset=False)
    seen, total = env.reset(seed=1), np.zeros((6, 2))
    while not seen.terminations.all():
        kept = env.states[seen.terminations].copy()
        over = seen.terminations.copy()
        seen = env.step(env.random_actions())
        assert env.states[over].tobytes() == kept.tobytes()
        assert (seen.rewards[over] == 0).all()
        total += seen.rewards
    assert (abs(total).sum(axis=1) > 0).any()
    assert (seen.to_move == -1).all()
    assert not seen.masks.any()
    for i in range(6):
        assert env.game(i).outcome() is not None
    seen = env.reset(where=np.arange(6) < 2)
    assert seen.terminations.tolist() == [False] * 2 + [True] * 4
    with pytest.raises(ValueError, match="where must be 6 booleans"):
        env.reset(where=[1, 2])


@each_kind
def test_final_scores_and_positions_are_those_of_the_end(kind: str) -> None:
    env, twin = vector(kind, 12), vector(kind, 12, autoreset=False)
    seen, seen_too = env.reset(seed=4), twin.reset(seed=4)
    points = np.zeros((12, env.players))
    while not seen_too.terminations.all():
        ended = seen_too.terminations.copy()
        actions = twin.random_actions()
        actions[ended] = seen.masks.argmax(axis=1)[ended]
        seen, seen_too = env.step(actions), twin.step(actions)
        points += seen_too.scores
        for i in np.flatnonzero(seen_too.terminations & ~ended):
            outcome = twin.game(int(i)).outcome()
            assert outcome is not None
            assert seen.scores[i].tolist() == list(outcome.scores)
            assert env.final_states[i].tobytes() == twin.states[i].tobytes()
    assert (twin.look().scores == points).all()


@each_kind
def test_a_copy_goes_on_as_the_original_does(kind: str) -> None:
    env = played(vector(kind, 5), 7)
    for again in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        assert again.states.tobytes() == env.states.tobytes()
        again.step(again.random_actions())
        assert env.states.tobytes() != again.states.tobytes()
    env.step(env.random_actions())
    assert env.states.tobytes() == again.states.tobytes()
    assert again.game(2) == env.game(2)


def test_all_games_describe_their_boards() -> None:
    for game_type in GAMES.values():
        assert game_type.arrays.BOARD.part in dict(game_type.arrays.PARTS)
        assert set(game_type.arrays.MEANING) <= set(dict(game_type.arrays.PARTS))
