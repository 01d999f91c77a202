"""The arena: fair seats, ratings that find the truth, nothing lost and nothing counted twice, on any engine."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec
import numpy as np
import pytest
from rich.console import Console

import funkenflug
from funkenflug.arena.folder import Folder
from funkenflug.arena.match import Forfeit, MatchResult, play_planned
from funkenflug.arena.plan import Plan, code_version
from funkenflug.arena.ratings import ratings, superiority
from funkenflug.arena.report import report
from funkenflug.arena.standings import standings
from funkenflug.cli import main
from funkenflug.cli.arena import _table
from funkenflug.core.thinking import Stop
from funkenflug.jobs.engine import Local
from tests.waiting import LONG, wait_until

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run the command in a folder of its own: arguments -> status, what it printed, what it said aside."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(("arena", *arguments))
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


def plan(*contestants: str, seats: int | None = None, game: str = "vulkan", seed: str = "1") -> Plan:
    mode = "competitive" if (seats or len(contestants)) > 1 else "solitaire"
    return Plan(
        game=game,
        contestants=contestants,
        seats=seats or len(contestants),
        mode=mode,
        seed=seed,
        seconds=LONG,  # the first search may have to wait for the compiler
        simulations=100,
        date="2026-11-15",
    )


def timeless(match: MatchResult) -> MatchResult:
    return msgspec.structs.replace(match, seconds=())


# Who sits where -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("contestants", "seats"), [("abcd", 4), ("abc", 2), ("abcde", 3), ("abb", 3), ("aabb", 4)])
def test_everybody_sits_everywhere_equally_often(contestants: str, seats: int) -> None:
    of_plan = plan(*contestants, seats=seats)
    whole = 1
    while of_plan.match(whole).seating != of_plan.match(0).seating:
        whole += 1
    matches = [of_plan.match(index) for index in range(whole)]
    assert len({match.seating for match in matches}) == whole, "every order once"
    for name in set(contestants):
        sat = Counter(seat for match in matches for seat in range(seats) if match.seating[seat] == name)
        assert len({sat[seat] for seat in range(seats)}) == 1
    assert of_plan.match(whole).deal == matches[-1].deal + 1


def test_a_deal_is_played_from_all_seats() -> None:
    of_plan = plan(*"abcd")
    for deal in range(12):
        matches = [of_plan.match(4 * deal + turn) for turn in range(4)]
        assert {match.deal for match in matches} == {deal}
        for seat in range(4):
            assert {match.seating[seat] for match in matches} == set("abcd")
    assert of_plan.whole_deals(1) == 4
    assert of_plan.whole_deals(8) == 8


def test_those_who_are_alike_get_a_fresh_deal_every_time() -> None:
    of_plan = plan("ember", "ember")
    assert [of_plan.match(index).deal for index in range(3)] == [0, 1, 2]


def test_solitaires_are_dealt_to_all_alike() -> None:
    of_plan = plan(*"ab", seats=1)
    matches = [of_plan.match(index) for index in range(4)]
    assert [(match.deal, *match.seating) for match in matches] == [(0, "a"), (0, "b"), (1, "a"), (1, "b")]


# Ratings ------------------------------------------------------------------------------------------------------------


def finished(
    index: int, seating: tuple[str, ...], places: tuple[int, ...], forfeit: Forfeit | None = None
) -> MatchResult:
    return MatchResult(
        index=index,
        deal=index,
        seating=seating,
        winners=tuple(seat for seat, place in enumerate(places) if place == 1),
        scores=tuple(10 - place for place in places),
        places=places,
        moves=20,
        decisions=(10,) * len(seating),
        seconds=(1.0,) * len(seating),
        forfeit=forfeit,
        record="",
    )


def drawn_lots(strengths: dict[str, float], games: int) -> list[MatchResult]:
    """Return matches between players of these strengths on the scale of Elo."""
    rng, names = np.random.default_rng(7), tuple(strengths)
    luck = np.array(list(strengths.values())) * np.log(10) / 400 + rng.gumbel(size=(games, len(names)))
    return [
        finished(index, names, tuple(1 + int((chances > chances[i]).sum()) for i in range(len(names))))
        for index, chances in enumerate(luck)
    ]


@pytest.mark.parametrize("strengths", [{"a": 60, "b": -60}, {"a": 200, "b": 50, "c": -50, "d": -200}])
def test_ratings_find_strengths_that_are_known(strengths: dict[str, float]) -> None:
    found = ratings(drawn_lots(strengths, 1500), list(strengths))
    for (name, truth), rating in zip(strengths.items(), found, strict=True):
        assert rating.low is not None, name
        assert rating.high is not None, name
        assert abs(rating.value - truth) < rating.high - rating.low < 60, name


def test_more_matches_make_intervals_narrower() -> None:
    wide, narrow = (ratings(drawn_lots({"a": 60, "b": -60}, games), ["a", "b"])[0] for games in (100, 1600))
    assert narrow.high - narrow.low < 0.4 * (wide.high - wide.low)  # type: ignore[operator]


def test_a_rating_comes_from_those_who_were_met_and_not_from_strangers() -> None:
    ladder = [
        finished(index, pair, places)
        for index, (pair, places) in enumerate(
            [*[(("b", "a"), (1, 2))] * 90, *[(("b", "a"), (2, 1))] * 10, (("c", "b"), (1, 2)), (("c", "b"), (2, 1))]
        )
    ]
    weak, strong, as_strong = ratings(ladder, list("abc"))
    assert strong.value - weak.value > 350
    assert as_strong.value == pytest.approx(strong.value, abs=10)


@pytest.mark.parametrize("upset", [0, 3, 60])
def test_ratings_expect_as_many_wins_as_there_were(upset: int) -> None:
    """That is where the likelihood is greatest. Each pair that met is given one draw besides."""
    wins = {"ab": 40, "ba": 25, "ac": 90, "ca": upset, "bd": 200, "db": upset, "cd": 7, "dc": 2}
    pairs = [pair for pair, count in wins.items() for _ in range(count)]
    matches = [finished(index, tuple(pair), (1, 2)) for index, pair in enumerate(pairs)]
    value = {name: rating.value for name, rating in zip("abcd", ratings(matches, "abcd"), strict=True)}
    for name in "abcd":
        others = [other for other in "abcd" if name + other in wins]
        expected = sum(
            (wins[name + other] + wins[other + name] + 1) / (1 + 10 ** ((value[other] - value[name]) / 400))
            for other in others
        )
        # a value is rounded to 0.1, and those who never met share a hundredth of a draw
        assert sum(wins[name + other] + 0.5 for other in others) == pytest.approx(expected, abs=0.05)


def test_those_who_never_met_are_rated_within_their_groups() -> None:
    apart = [finished(0, ("a", "b"), (1, 2)), finished(1, ("c", "d"), (2, 1))]
    a, b, c, d = (rating.value for rating in ratings(apart, list("abcd")))
    assert a > b
    assert (a, b) == pytest.approx((d, c))


def test_who_never_lost_has_an_interval_with_one_end() -> None:
    twenty, eighty = (
        ratings([finished(index, ("a", "b"), (1, 2)) for index in range(games)], ["a", "b"]) for games in (20, 80)
    )
    best, worst = twenty
    assert best.value == -worst.value > 200
    assert (best.interval, worst.interval) == ("> +143", "< -143")
    assert (best.high, worst.low) == (None, None)
    assert best.low is not None
    assert 1 / (1 + 10 ** (-2 * best.low / 400)) == pytest.approx(20 / (20 + 1.96**2), abs=0.001), "half of the lead"
    assert eighty[0].low is not None
    assert best.low < eighty[0].low < eighty[0].value


def test_only_the_extremes_have_intervals_with_one_end() -> None:
    order = [(1, 2, 3, 4), (1, 3, 2, 4)] * 10
    matches = [finished(index, ("a", "b", "c", "d"), places) for index, places in enumerate(order)]
    first, *middle, last = ratings(matches, list("abcd"))
    assert first.interval.startswith("> +")
    assert last.interval.startswith("< -")
    assert all(" to " in rating.interval for rating in middle)
    assert ratings([], ["a", "b"])[0].interval == ""


@pytest.mark.parametrize(
    ("won", "lost", "likely"), [(1, 0, 0.75), (3, 3, 0.5), (0, 1, 0.25), (10, 2, 0.988770), (500, 400, 0.999573)]
)
def test_superiority_comes_from_deals_won_and_lost(won: int, lost: int, likely: float) -> None:
    places = [(1, 2)] * won + [(2, 1)] * lost + [(1, 1)] * 5
    matches = [finished(index, ("a", "b"), each) for index, each in enumerate(places)]
    assert superiority(matches, "a", "b") == pytest.approx(likely, abs=1e-5)
    assert superiority(matches, "b", "a") == pytest.approx(1 - likely, abs=1e-5)


def test_matches_of_one_deal_are_one_result() -> None:
    matches = [msgspec.structs.replace(finished(index, ("a", "b"), (1, 2)), deal=0) for index in range(6)]
    assert superiority(matches, "a", "b") == superiority(matches[:1], "a", "b") == 0.75
    assert superiority(matches, "a", "c") is None, "they never met"


def test_each_is_compared_with_the_next_in_the_standings() -> None:
    matches = [finished(index, ("a", "b", "c"), (2, 1, 3)) for index in range(3)]
    found = standings(plan(*"abc"), matches)
    assert [(standing.name, standing.superiority) for standing in found.contestants] == [
        *(("b", 0.9375), ("a", 0.9375)),
        ("c", None),
    ]
    assert [standing.superiority for standing in found.seats] == [None] * 3
    assert "<td>93.8%</td>" in report(found, matches, "")


def test_a_table_fits_a_terminal_of_80_columns() -> None:
    strengths = {"random": 0.01, "bots:Champion": 1.0, "ember": 3.0, "inferno": 50.0}
    found = standings(plan(*strengths), drawn_lots(strengths, 60))
    console = Console(width=80, file=io.StringIO())
    console.print(_table(found))
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    assert "…" not in "".join(lines)


def test_a_shared_place_is_half_a_win_and_a_match_broken_off_is_none_between_the_others() -> None:
    equal = [finished(index, ("a", "b"), (1, 1)) for index in range(20)]
    assert [rating.value for rating in ratings(equal, ["a", "b"])] == [0.0, 0.0]
    broken = [finished(index, ("a", "b", "c"), (1, 1, 2), Forfeit(2, "hung")) for index in range(20)]
    duels = standings(plan(*"abc"), broken).duels
    assert set(duels["a"]) == {"c"}


# Matches and engines ------------------------------------------------------------------------------------------------


def test_a_match_is_a_function_of_plan_and_number(tmp_path: Path) -> None:
    of_plan = plan("flame", "ember")
    first, second = (timeless(play_planned(of_plan, tmp_path, 3, Stop())) for _ in range(2))
    assert first == second
    assert first != timeless(play_planned(plan("flame", "ember", seed="2"), tmp_path, 3, Stop()))


def test_many_processes_play_what_one_plays(tmp_path: Path) -> None:
    of_plan = plan("flame", "ember", "random")
    alone = [timeless(play_planned(of_plan, tmp_path, index, Stop())) for index in range(6)]
    together = sorted(
        map(timeless, Local(2).run(partial(play_planned, of_plan, tmp_path), range(6))), key=lambda m: m.index
    )
    assert alone == together


@pytest.mark.peers("pyspiel")
def test_a_bot_of_openspiel_plays(tmp_path: Path) -> None:
    match = play_planned(plan("openspiel:mcts:3", "random"), tmp_path, 0, Stop())
    assert match.forfeit is None
    assert sorted(funkenflug.load(match.record).names) == ["openspiel:mcts:3", "random"]


def test_who_fails_in_our_own_process_loses_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> str:
        raise RuntimeError("no idea")

    monkeypatch.setattr("funkenflug.bots.players.RandomPlayer.choose", fail)
    match = play_planned(plan("random", "ember"), tmp_path, 0, Stop())
    loser = match.seating.index("random")
    assert match.forfeit == Forfeit(loser, "raised RuntimeError: no idea", "random")
    assert (match.winners, match.scores) == ((1 - loser,), ())
    assert match.places[loser] == 2


# The command --------------------------------------------------------------------------------------------------------


def test_an_arena_leaves_records_results_and_a_report(run: Run, tmp_path: Path) -> None:
    status, printed, _ = run("vulkan", "--players", "ember,random", "--games", "5", "--seed", "7", "--jobs", "1")
    assert status == 0
    folder = tmp_path / "arena" / "vulkan-ember-random"
    assert f"Report: {folder.relative_to(tmp_path) / 'report.html'}" in printed
    assert "Vulkan!: 6 games of 3 deals" in printed, "every deal from all seats"

    games = funkenflug.load_all((folder / "games.ff").read_bytes())
    assert [game.tags["Round"] for game in games] == ["1", "2", "3", "4", "5", "6"]
    assert all(game.over for game in games)
    assert [set(game.names) for game in games] == [{"ember", "random"}] * 6
    assert [game.setup.seed for game in games] == ["7/0", "7/0", "7/1", "7/1", "7/2", "7/2"]

    results = json.loads((folder / "results.json").read_bytes())
    assert results["games"] == 6
    assert results["contestants"][0]["name"] == "ember"
    rows = list(csv.DictReader(io.StringIO((folder / "results.csv").read_text())))
    assert len(rows) == 12
    for row, name in zip(rows[::2], (game.names[0] for game in games), strict=True):
        assert row["name"] == name
    assert [int(row["score"]) for row in rows[:2]] == list(games[0].outcome().scores)  # type: ignore[union-attr]


def test_the_same_command_plays_nothing_again_and_more_games_only_the_rest(run: Run, tmp_path: Path) -> None:
    command = ("vulkan", "--players", "ember,random", "--jobs", "1", "--out", "here")
    run(*command, "--games", "2", "--seed", "7")
    journal = tmp_path / "here" / "games.jsonl"
    two = journal.read_bytes()
    _, printed, _ = run(*command, "--games", "2", "--json")
    assert journal.read_bytes() == two
    assert json.loads(printed) == json.loads((tmp_path / "here" / "results.json").read_bytes())
    run(*command, "--games", "4")
    assert journal.read_bytes().startswith(two)
    assert len(journal.read_bytes().splitlines()) == 4


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("vulkan --players ember,smoke", "there is no player 'smoke'; there are random, spark"),
        ("vulkan --players ember,./nowhere", "./nowhere cannot be started as a program"),
        ("vulkan --players ember,nowhere:Bot", "nowhere:Bot: No module named 'nowhere'"),
        ("vulkan --players ember,json:JSONDecoder", "json:JSONDecoder is not a subclass of Player"),
        pytest.param(
            *("vulkan --players ember,openspiel:alphazero", "names of OpenSpiel bots look like"),
            marks=pytest.mark.peers("pyspiel"),
        ),
        ("vulkan --players ember --seats 2", "2 seats for 1: to seat a contestant twice, name it twice"),
        ("vulkan --players ember,ember --games 0", "--games must be more than 0, not 0"),
        ("vulkan --players ember,ember --scale 0", "--scale must be more than 0, not 0"),
        ("vulkan --players ember,ember --option hotter", "Vulkan! has no option 'hotter'"),
        ("vulkan --players ember,ember --layout square", "square"),
        ("chess --players ember,ember", "there is no game 'chess'"),
        ("vulkan --players ember,ember --jobs 0", "jobs must be at least 1"),
        ("feuer-wasser --players ember", "2 to 4 players, not 1"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_line(run: Run, tmp_path: Path, typed: str, complaint: str) -> None:
    status, printed, said = run(*typed.split())
    assert (status, printed) == (2, "")
    assert complaint in said
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir()), "and nothing is begun"


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("", "mybots has no class Cautious"),
        ("class Cautious(", "mybots:Cautious cannot be imported: '(' was never closed (mybots.py, line 1)"),
        (
            "\nlen(1)",
            "mybots:Cautious cannot be imported: TypeError: object of type 'int' has no len() (mybots.py, line 2)",
        ),
    ],
)
def test_a_module_that_fails_is_said_in_a_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, complaint: str
) -> None:
    (tmp_path / "mybots.py").write_text(source)
    monkeypatch.delitem(sys.modules, "mybots", raising=False)
    assert run("vulkan", "--players", "mybots:Cautious,ember") == (2, "", f"funkenflug: {complaint}\n")


def test_a_folder_holds_one_arena(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ("vulkan", "--players", "random,random", "--games", "1", "--jobs", "1", "--out", "here")
    run(*command, "--seed", "7")
    assert "has another arena: its seed is '7', not '8'" in run(*command, "--seed", "8")[2]
    assert "has another arena: its scale is 1.0, not 0.5" in run(*command, "--scale", "0.5")[2]
    with monkeypatch.context() as changed:
        changed.setattr("funkenflug.cli.arena.code_version", lambda: "0.2.0")
        assert f"its version is '{code_version()}', not '0.2.0'" in run(*command, "--seed", "7")[2]
    taken = Folder(tmp_path / "here")
    kept = taken.plan()
    assert kept is not None
    taken.begin(kept)
    assert "another process works in here already" in run(*command)[2]
    taken.unlock()
    assert run(*command)[0] == 0


def test_the_report_is_one_file_that_needs_nothing_else(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mute").write_text("#!/bin/sh\nexit 3\n")
    (tmp_path / "mute").chmod(0o755)
    run("vulkan", "--players", "ember,ember,./mute", "--games", "3", "--jobs", "1", "--out", "here", "--seed", "<7>")
    page = (tmp_path / "here" / "report.html").read_text()
    assert not re.search(r"(?:src|href|url|@import|xlink)\s*[=(]", page)
    assert "http" not in page
    assert "<script" not in page
    assert page.count("<svg") >= 3
    assert "ended with status 3" in page
    assert "--seed &#x27;&lt;7&gt;&#x27;" in page


def test_all_win_or_lose_together(run: Run) -> None:
    _, printed, _ = run(
        *("vulkan", "--players", "ember,ember", "--mode", "cooperative", "--games", "2", "--seed", "1", "--jobs", "1"),
        *("--json", "--out", "here"),
    )
    found = json.loads(printed)
    assert (found["seats"], found["duels"]) == ([], {})
    (ember,) = found["contestants"]
    assert (ember["rating"], ember["points"], ember["games"]) == (None, None, 4)


# Interruptions ------------------------------------------------------------------------------------------------------


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """An arena of its own process that goes on for long."""
    command = (sys.executable, "-m", "funkenflug", "arena", "vulkan", "--players", "ember,random", "--games", "100000")
    process = subprocess.Popen(
        (*command, "--seed", "7", "--jobs", "2", "--out", "here"),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(funkenflug.__file__).parents[1])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell may have had it ignored
    )
    with process:
        journal = tmp_path / "here" / "games.jsonl"
        try:
            wait_until(
                lambda: (journal.exists() and journal.read_bytes().count(b"\n") >= 5) or process.poll() is not None
            )
            assert process.poll() is None, process.communicate()
            yield process
        finally:
            process.kill()


def test_no_game_is_lost_or_counted_twice_when_it_is_killed(
    begun: subprocess.Popen[str], run: Run, tmp_path: Path
) -> None:
    begun.kill()
    begun.wait()
    journal = tmp_path / "here" / "games.jsonl"
    done = journal.read_bytes()
    journal.write_bytes(done + done[:100])  # a line that was not written to its end
    kept = [json.loads(line)["index"] for line in done.splitlines()]
    games = max(kept) + 5
    games += games % 2
    status, printed, _ = run(
        *("vulkan", "--players", "ember,random", "--games", str(games), "--jobs", "1", "--out", "here", "--json")
    )
    assert status == 0
    assert journal.read_bytes().startswith(done)
    indices = [json.loads(line)["index"] for line in journal.read_bytes().splitlines()]
    assert sorted(indices) == list(range(games))
    assert json.loads(printed)["games"] == games
    assert sum(share["games"] for share in json.loads(printed)["contestants"]) == 2 * games
    again = Folder(tmp_path / "here").plan()
    assert again is not None
    last = msgspec.json.decode(journal.read_bytes().splitlines()[0], type=MatchResult)
    assert last.record == play_planned(again, tmp_path, last.index, Stop()).record, "the seed is that of the folder"


def test_an_interrupted_arena_says_how_to_go_on(begun: subprocess.Popen[str]) -> None:
    begun.send_signal(signal.SIGINT)
    printed, said = begun.communicate(timeout=LONG)
    assert (begun.returncode, printed) == (130, "")
    assert re.fullmatch(r"\d+ of 100000 games are in here; run the same command to continue\n", said)
