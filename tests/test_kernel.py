"""The kernel: chance, bit sets, the protocol called from compiled code, and where compiled code is kept."""

import ast
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import numba
import numpy as np
import platformdirs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core import errors

import funkenflug
from funkenflug import Game, kernel
from funkenflug.games.feurio.rules import rules
from funkenflug.kernel import Array, State, compiled, compiling, numba_types
from tests.matches import KINDS, TASTES, Kind, Plan, deck_of, plans, seen, start
from tests.uniform import assert_uniform

NUMBA_SETTINGS = cast(Any, numba).config
COMPILED = not NUMBA_SETTINGS.DISABLE_JIT
BIT_SETS = st.integers(1, 2**63 - 1)


# Code that knows no game, as a search would be written: only the stubs of the protocol


@compiled
def draw_many(state: State, rng: Array, tally: Array, draws: int) -> None:
    for _ in range(draws):
        tally[kernel.sample(state, rng)] += 1


@compiled
def draw_below(rng: Array, n: int, tally: Array, draws: int) -> None:
    for _ in range(draws):
        tally[kernel.below(rng, n) * len(tally) // n] += 1


@compiled
def draw_pairs(rng: Array, n: int, tally: Array, draws: int) -> None:
    for _ in range(draws):
        tally[kernel.below(rng, n), kernel.below(rng, n)] += 1


@compiled
def members_of(bits: int, members: Array) -> int:
    count = kernel.size(bits)
    for n in range(count):
        members[n] = kernel.first(bits)
        bits &= bits - 1
    return count


@compiled
def one_ply(state: State, moves: Array, points: Array, rng: Array) -> int:
    count = kernel.legal(state, moves)
    if kernel.to_move(state) >= 0:
        if not kernel.allows(state, moves[count - 1]):
            return -1
        kernel.determinize(state, kernel.to_move(state), rng)
        kernel.play(state, moves[count - 1])
    kernel.scores(state, points)
    return count


def positions(kinds: tuple[Kind, ...]) -> Iterator[Game]:
    """Positions of every kind and step, also with few firefighters left."""
    chance = random.Random(2003)
    for kind in kinds:
        for taste in TASTES:
            deck = deck_of("")
            chance.shuffle(deck)
            plan = Plan(kind, tuple(deck), taste, "anything", 1000, chance.randbytes(300))
            for plies in (0, 1, 2, 30, 45, 60, 67, 75):
                game = plan.played(plies)
                if not game.over:
                    yield game


def legal_numbers(game: Game) -> list[int]:
    numbers = np.empty(rules.MOST_MOVES, np.int64)
    return list(numbers[: kernel.legal(game._state, numbers)].tolist())


# The rules of Feurio! through the protocol


@pytest.mark.parametrize("kind", KINDS)
def test_sample_is_uniform_over_the_legal_moves(kind: Kind) -> None:
    rng = kernel.chance(1)
    for game in positions((kind,)):
        legal = legal_numbers(game)
        tally = np.zeros(rules.MOVES, np.int64)
        draw_many(game._state, rng, tally, (200 if COMPILED else 30) * len(legal))
        assert_uniform({number: int(tally[number]) for number in legal}, len(legal))
        assert tally.sum() == tally[legal].sum()


def test_the_positions_tested_are_of_all_sorts() -> None:
    steps, payers, stocks, arrangements = set(), set(), set(), set()
    for game in positions(KINDS):
        view = seen(game)
        legal = game.legal_moves()
        forced = len(legal) == 1
        steps.add((view.step, forced))
        if view.step == "arrange":
            arrangements.add(len(legal))
        elif view.step == "tile" and "firebreak" in game.options:
            payers.add(len({move.split()[2] for move in legal if move.startswith("break")}))
        elif view.step == "crew" and game.to_move is not None:
            stocks |= {min(3, stock) for stock in view.stocks[game.to_move]}
    assert steps >= {("arrange", False), ("tile", True), ("tile", False), ("crew", True), ("crew", False)}
    assert payers == {0, 1, 2}
    assert stocks == {0, 1, 2, 3}
    assert len(arrangements) > 1


@given(plans(), st.integers(0, 100))
def test_moves_have_fixed_numbers(plan: Plan, plies: int) -> None:
    game = plan.played(plies)
    numbers = legal_numbers(game)
    assert len(numbers) <= rules.MOST_MOVES
    assert all(0 <= number < rules.MOVES for number in numbers)
    assert len(set(numbers)) == len(numbers) == len(game.legal_moves())
    for number, text in zip(numbers, game.legal_moves(), strict=True):
        assert game.type.read_move(game._state, text) == number


def test_the_numbers_of_some_moves_are_pinned() -> None:
    """Trained bots and stored searches refer to them."""
    game = start(Kind(2, "competitive", ("firebreak",)), "65")
    assert dict(zip(map(str, game.legal_moves()), legal_numbers(game), strict=True)) == {
        "tile 1,-1": 26,
        "tile 0,1": 28,
        "break 1,-1 green": 242,
        "break 0,1 green": 244,
        "break 1,-1 blue": 458,
        "break 0,1 blue": 460,
    }
    game.play("tile 0,1")
    named = dict(zip(map(str, game.legal_moves()), legal_numbers(game), strict=True))
    assert named["pass"] == 0
    assert [named[move] for move in ("crew 1 green 0,0", "crew 1 blue 1,0", "crew 3 green 0,0")] == [1105, 1142, 1393]
    game = start(Kind(4, "competitive"), "6543")
    assert legal_numbers(game)[0] == 1
    assert rules.MOVES == 1537


@given(plans(), st.integers(0, 100), st.integers(0, 2**32))
def test_the_protocol_works_in_compiled_code(plan: Plan, plies: int, seed: int) -> None:
    game = plan.played(plies)
    state, points = game._state.copy(), np.full(4, -1.0)
    moves = np.empty(rules.MOST_MOVES, np.int64)
    count = one_ply(state, moves, points, kernel.chance(seed))
    assert count == len(game.legal_moves())
    if not game.over:
        game.play(game.legal_moves()[-1])
    assert kernel.to_move(state) == (-1 if game.to_move is None else game.to_move)
    scores = seen(game).scores or (0,) * game.players
    assert points.tolist() == [*scores, *[-1.0] * (4 - game.players)]
    if game.over:
        values = np.zeros(4)
        kernel.utilities(state, values)
        outcome = game.outcome()
        assert outcome is not None
        best = [seat for seat in range(game.players) if values[seat] == values[: game.players].max()]
        assert tuple(best) == outcome.winners or not outcome.winners


def starts(kind: Kind, seed: str, count: int) -> Array:
    games = (
        funkenflug.new("feurio", players=kind.players, mode=kind.mode, options=kind.options, seed=f"{seed} {i}")
        for i in range(count)
    )
    return np.array([game._state for game in games], rules.STATE)


@pytest.mark.parametrize(("options", "average"), [((), 79), (("firebreak",), 57)])
def test_a_random_match_of_four_has_so_many_moves_on_average(options: tuple[str, ...], average: int) -> None:
    dealt = starts(Kind(4, "competitive", options), "long", 500 if COMPILED else 60)
    matches = 20_000 if COMPILED else 60
    moves = kernel.play_many(dealt, matches, kernel.chance(1), np.zeros(1, rules.STATE))
    assert moves / matches == pytest.approx(average, abs=1.5 if COMPILED else 5)


def test_most_tile_moves_are_forced() -> None:
    rng, choices = kernel.chance(1), Counter[bool]()
    moves = np.empty(rules.MOST_MOVES, np.int64)
    for state in starts(Kind(4, "competitive"), "forced", 60):
        while kernel.to_move(state) >= 0:
            if state["step"] == rules.TILE:
                choices[kernel.legal(state, moves) == 1] += 1
            kernel.play(state, kernel.sample(state, rng))
    assert choices[True] / choices.total() == pytest.approx(0.72, abs=0.04)


def test_random_solitaires_are_never_won() -> None:
    rng, values = kernel.chance(1), np.zeros(4)
    for state in starts(Kind(1, "solitaire"), "alone", 1000 if COMPILED else 50):
        kernel.play_out(state, rng, values)
        assert values[0] == -1


# Chance and bit sets


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 36, 433])
def test_below_is_uniform(n: int) -> None:
    tally = np.zeros(n, np.int64)
    draw_below(kernel.chance(n), n, tally, (2000 if COMPILED else 60) * n)
    assert_uniform(dict(enumerate(tally.tolist())), n)


@pytest.mark.parametrize("n", [2**31, 2**31 - 1, 10**9])
def test_below_is_uniform_for_large_numbers(n: int) -> None:
    tally = np.zeros(1024, np.int64)
    draw_below(kernel.chance(n), n, tally, 1_000_000 if COMPILED else 50_000)
    assert_uniform(dict(enumerate(tally.tolist())), 1024)


def test_numbers_of_chance_do_not_depend_on_the_one_before() -> None:
    tally = np.zeros((36, 36), np.int64)
    draw_pairs(kernel.chance(5), 36, tally, 1_000_000 if COMPILED else 50_000)
    assert_uniform(dict(enumerate(tally.ravel().tolist())), 36 * 36)


def test_chance_is_the_same_compiled_or_not() -> None:
    rng = kernel.chance(7)
    assert [int(kernel.below(rng, 1000)) for _ in range(8)] == [613, 348, 841, 168, 153, 319, 913, 978]
    assert kernel.chance(7).tolist() != kernel.chance(8).tolist()
    assert kernel.chance(7).tolist() == kernel.chance(7).tolist()


@given(st.integers())
def test_chance_never_begins_where_it_would_stand_still(seed: int) -> None:
    rng = kernel.chance(seed)
    begin = int(rng[0])
    kernel.below(rng, 2)
    assert 0 < begin < 2**63
    assert rng[0] != begin
    assert rng[0] > 0


@given(BIT_SETS)
def test_bit_sets(bits: int) -> None:
    expected = [place for place in range(63) if bits >> place & 1]
    members = np.zeros(63, np.int64)
    count = members_of(bits, members)  # compiled
    assert members[:count].tolist() == expected
    assert kernel.size(bits) == len(expected)  # as plain Python
    assert kernel.first(bits) == expected[0]
    assert [int(kernel.nth(bits, n)) for n in range(count)] == expected


def test_the_empty_bit_set_has_no_members() -> None:
    assert kernel.size(0) == 0
    assert members_of(0, np.zeros(63, np.int64)) == 0


# Where compiled code is kept

PACKAGE = Path(funkenflug.__file__).parent
PLAY = """
import json, numpy, funkenflug
from funkenflug import kernel
from funkenflug.kernel.compiling import Compiled
from funkenflug.games import hexes
from funkenflug.games.feurio.rules import rules
game = funkenflug.new("feurio", players=2, deck=[6, 5, 4, 3, 2, 1] * 6)
game.play("tile 0,1")
game.view(), game.svg()
crews = [move for move in game.legal_moves() if move.startswith("crew")]
kernel.play_out(game._state, kernel.chance(1), numpy.zeros(4))
functions = [f for module in (kernel, hexes, rules) for f in vars(module).values() if isinstance(f, Compiled)]
compiled = [f.dispatcher for f in functions]
hits = sum(sum(f.stats.cache_hits.values()) for f in compiled)
misses = {f.__name__: len(f.stats.cache_misses) for f in compiled if f.stats.cache_misses}
print(json.dumps({"crews": len(crews), "hits": hits, "misses": misses, "folder": str(kernel.cache_folder())}))
"""


def run(source: Path, script: str, cache: Path, **environment: str) -> dict[str, Any]:
    """What a script prints as JSON in a process of its own, which always reads the sources.

    Python's bytecode would hide an edit that leaves time and size of a file as they were.
    """
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    kept |= {"PYTHONPATH": str(source), "NUMBA_CACHE_DIR": str(cache), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    done = subprocess.run([sys.executable, "-c", script], env=kept, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The sources, somewhere else."""
    shutil.copytree(PACKAGE, tmp_path / "src" / "funkenflug", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "src"


@pytest.mark.slow
def test_a_second_start_finds_everything_in_the_cache_and_an_edit_is_never_served_stale(
    copied: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    cold = run(copied, PLAY, cache)
    assert cold["misses"]
    warm = run(copied, PLAY, cache)
    assert warm["misses"] == {}
    assert warm["hits"] > 0
    assert warm["crews"] == cold["crews"] == 2 * (3 + 3 + 2)
    assert warm["folder"] == cold["folder"]
    assert Path(cold["folder"]).parent == cache

    hexes = copied / "funkenflug" / "games" / "hexes.py"  # a file whose constants other files compile in
    before = hexes.stat()
    text = hexes.read_text()
    assert "[0, 1, 1, 2, 2, 3, 3]" in text
    hexes.write_text(text.replace("[0, 1, 1, 2, 2, 3, 3]", "[0, 1, 1, 1, 1, 2, 2]"))
    os.utime(hexes, ns=(before.st_atime_ns, before.st_mtime_ns))
    edited = run(copied, PLAY, cache)
    assert edited["crews"] == 2 * (2 + 2 + 1)
    assert edited["folder"] != cold["folder"]


@pytest.mark.parametrize(
    ("changed", "other"),
    [
        ("kernel/records.py", True),
        ("kernel/randomness.py", True),
        ("games/hexes.py", True),
        ("games/feurio/rules/rules.py", True),
        ("games/feurio/rules/text.py", False),
        ("games/feurio/show/drawing.css", False),
    ],
)
def test_the_folder_is_named_after_the_sources_of_compiled_code(
    copied: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, changed: str, other: bool
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(compiling, "_PACKAGE", copied / "funkenflug")
    before = cache_folder_anew()
    with (copied / "funkenflug" / changed).open("a") as file:
        file.write("\n")
    assert (cache_folder_anew() != before) is other


@pytest.mark.skipif(os.name != "posix", reason="folders have no owners that can be compared")
def test_no_code_is_loaded_from_a_folder_that_is_not_our_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Somebody else made the folder before us: as a link, or as their own."""
    mine, home = tmp_path / "mine", tmp_path / "home"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(mine))
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name: str(home))
    theirs = cache_folder_anew()
    assert theirs.parent == mine
    assert theirs.stat().st_mode & 0o777 == 0o700
    theirs.rmdir()
    theirs.symlink_to(tmp_path)
    assert cache_folder_anew().parent == home
    if os.getuid() == 0:
        theirs.unlink()
        theirs.mkdir(mode=0o777)
        os.chown(theirs, 65534, 65534)
        assert cache_folder_anew().parent == home


def cache_folder_anew() -> Path:
    kernel.cache_folder.cache_clear()
    try:
        return kernel.cache_folder()
    finally:
        kernel.cache_folder.cache_clear()


@pytest.mark.parametrize("library", ["numba", "numpy"])
def test_the_folder_is_named_after_the_versions_of_numba_and_numpy(
    library: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    before = cache_folder_anew()
    monkeypatch.setattr(compiling, "version", lambda name: "999" if name == library else version(name))
    assert cache_folder_anew() != before


def source_of(module: str, name: str) -> Path:
    """The file that a name is imported from; it may be a module of a package."""
    place = PACKAGE.joinpath(*module.split(".")[1:])
    inside = place / f"{name}.py"
    if inside.exists():
        return inside
    module_file = place.with_suffix(".py")  # a folder of the same name may hold pages
    return module_file if module_file.exists() else place / "__init__.py"


def test_every_file_whose_values_are_compiled_in_names_the_folder() -> None:
    """A constant that another file compiles in must not be taken from an older version of its file."""
    sources = {path: path.read_text() for path in PACKAGE.rglob("*.py")}
    named = {path for path, text in sources.items() if "@compiled" in text or path.parent.name == "kernel"}
    assert {path.name for path in named} >= {"records.py", "rules.py", "hexes.py"}
    for path in named:
        tree = ast.parse(sources[path])
        imported = {
            alias.asname or alias.name: source_of(node.module, alias.name)
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("funkenflug.")
            for alias in node.names
        }
        for function in tree.body:
            if isinstance(function, ast.FunctionDef) and "compiled" in map(ast.unparse, function.decorator_list):
                used = {node.id for part in function.body for node in ast.walk(part) if isinstance(node, ast.Name)}
                assert {imported[name] for name in used & imported.keys()} <= named


def test_a_cache_folder_that_cannot_be_written_is_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first, second, third = (tmp_path / name for name in ("first", "second", "third"))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(first))
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name: str(second / name))
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(third))
    assert cache_folder_anew().parent == first
    shutil.rmtree(first)
    first.write_text("no folder can be made in a file")
    assert cache_folder_anew().parent == second / "funkenflug"
    shutil.rmtree(second)
    second.write_text("")
    assert cache_folder_anew().parent == third
    shutil.rmtree(third)
    third.write_text("")
    with pytest.raises(OSError, match="set NUMBA_CACHE_DIR to one of this user"):
        cache_folder_anew()


def test_a_cache_folder_that_is_there_but_read_only_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "read-only"))
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name: str(tmp_path / name))
    monkeypatch.setattr(os, "access", lambda path, mode: "read-only" not in str(path))
    assert cache_folder_anew().parent == tmp_path / "funkenflug"


def test_numbas_own_setting_is_left_as_it_was() -> None:
    before = NUMBA_SETTINGS.CACHE_DIR
    kernel.compiled(lambda: None)()
    assert before == NUMBA_SETTINGS.CACHE_DIR


@pytest.mark.peers("colorama")
def test_whatever_numba_says_the_standard_streams_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """A site compiles in a thread while tests in another one capture the streams: see conftest.py."""
    changed = []

    class Watched(ModuleType):
        def __setattr__(self, name: str, value: object) -> None:
            changed.append(name)
            super().__setattr__(name, value)

    monkeypatch.setattr(sys, "__class__", Watched)
    errors.termcolor().errmsg("a type does not fit")
    monkeypatch.undo()
    assert not {"stdout", "stderr"} & set(changed)


def test_importing_the_library_or_asking_for_help_does_not_import_numba() -> None:
    for script in ("import funkenflug", "from funkenflug.cli import main; main(['--help'])"):
        check = f"import sys; {script}; assert 'numba' not in sys.modules"
        subprocess.run([sys.executable, "-c", check], check=True, stdout=subprocess.DEVNULL)


# Compiling in the background


@pytest.fixture
def add() -> Callable[[Any, Any], Any]:
    @kernel.compiled
    def add(a: Any, b: Any) -> Any:
        return a + b

    return add


def compiled_types(function: Any) -> list[tuple[Any, ...]]:
    return list(getattr(vars(function).get("dispatcher"), "signatures", ()))


def test_in_the_background_a_function_is_plain_python_until_it_is_compiled(add: Callable[[Any, Any], Any]) -> None:
    with kernel.compiled_in_background():
        assert add(1, 2) == 3
        assert compiled_types(add) == []
        with kernel.compiling_here():
            assert add(1, 2) == 3
        assert add(1, 2) == 3
        assert add("1", "2") == "12", "for these types there is no machine code"
        assert len(compiled_types(add)) == COMPILED
    assert add(1.5, 2.5) == 4.0
    assert len(compiled_types(add)) == 2 * COMPILED, "afterwards it is compiled as usual"


def test_one_thread_compiles_and_the_others_do_not_wait(add: Callable[[Any, Any], Any]) -> None:
    with kernel.compiled_in_background(), kernel.compiling_here(), ThreadPoolExecutor(1) as elsewhere:
        assert elsewhere.submit(add, 1, 2).result() == 3
        assert compiled_types(add) == []


def test_the_compiler_says_once_that_it_works(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numba_types.notice, "last", -math.inf)
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)  # as in a notebook
    double = numba.njit(lambda number: 2 * number)  # not kept on disk, so it is compiled each time
    with caplog.at_level("INFO", "funkenflug"):
        double(1)
        double(1.0)
    said = [(record.levelname, record.message) for record in caplog.records]
    assert said == [("WARNING", "Compiling, once on this machine: this takes some seconds")]


# A game that leaves out what it may

NIM = """
import sys
import numpy as np
from funkenflug.kernel import award, compiled, record, register

STATE = record([("left", np.int64), ("seat", np.int64), ("players", np.int64)])
MOVES = 4
MOST_MOVES = 3

@compiled
def to_move(state):
    return state.seat if state.left > 0 else -1

@compiled
def legal(state, moves):
    count = min(3, state.left)
    for i in range(count):
        moves[i] = i + 1
    return count

@compiled
def play(state, move):
    state.left -= move
    state.seat = 1 - state.seat

@compiled
def scores(state, points):
    points[0] = points[1] = 0.0

@compiled
def utilities(state, values):
    values[state.seat] = 0.0
    values[1 - state.seat] = 1.0
    award(values, 2)

@compiled
def determinize(state, seat, rng):
    pass

register(sys.modules[__name__], STATE)
"""
PLAY_NIM = """
import json, sys
import numpy as np
from funkenflug import kernel
from funkenflug.bots.search import search
from funkenflug.core.thinking import Budget
import nim
state = np.zeros(1, nim.STATE)[0]
state["left"], state["players"] = 7, 2
rng, moves, weights, values = kernel.chance(1), np.arange(1, 4), np.full(3, 7.0), np.array([1.0, -1.0, 0, 0])
drawn = sorted({int(kernel.sample(state, rng)) for _ in range(99)})
kernel.move_scores(state, moves, 3, weights, np.zeros(1, nim.STATE))
kernel.shape_reward(state, np.zeros(4), values)
allowed = [number for number in range(6) if kernel.allows(state, number)]
best = search(nim, state, 0, Budget(simulations=600), seed=1)[0].move
print(json.dumps({"drawn": drawn, "allowed": allowed, "weights": weights.tolist(), "values": values.tolist(),
                  "best": best, "folder": str(kernel.cache_folder())}))
"""


@pytest.mark.parametrize("compiled", [pytest.param(True, marks=pytest.mark.slow), False])
def test_a_game_outside_the_package_may_leave_out_what_has_a_default(tmp_path: Path, compiled: bool) -> None:
    nim, setting = tmp_path / "nim.py", {} if compiled else {"NUMBA_DISABLE_JIT": "1"}
    nim.write_text(NIM)
    path = Path(os.pathsep.join((str(PACKAGE.parent), str(tmp_path))))
    found = run(path, PLAY_NIM, tmp_path / "cache", **setting)
    assert (found["drawn"], found["allowed"]) == ([1, 2, 3], [1, 2, 3])
    assert (found["weights"], found["values"]) == ([0.0, 0.0, 0.0], [1.0, -1.0, 0.0, 0.0])
    assert found["best"] == 3, "whoever leaves four wins"
    if compiled:
        nim.write_text(NIM.replace("values[state.seat] = 0.0", "values[state.seat] = 2.0"))  # who takes the last loses
        edited = run(path, PLAY_NIM, tmp_path / "cache")
        assert edited["best"] == 2, "whoever leaves five wins"
        assert edited["folder"] != found["folder"]
