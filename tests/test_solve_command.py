"""`funkenflug solve`: one deal and its verdict, many deals and their file."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import funkenflug
from funkenflug.arena.sweep import Result, final_results, solve_deal, summarise
from funkenflug.cli import main
from funkenflug.games.hexes import cell_text
from funkenflug.jobs.journal import Journal
from funkenflug.jobs.statistics import share_of
from tests.test_solver_vulkan import star_with_a_tail
from tests.waiting import LONG, wait_until

Run = Callable[..., tuple[int, str, str]]

CANNOT_BE_WON = " ".join(f"{cell_text(cell)}={number}" for cell, number in star_with_a_tail(1, 5, 2, 6, 5, 6).items())


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in this process: arguments and typed text -> status, what it printed, what it said aside."""

    def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        status = main(("solve", *arguments))
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


def won(record: str | bytes) -> bool:
    outcome = funkenflug.load(record).outcome()
    return outcome is not None and bool(outcome.winners)


# One deal -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_record_goes_to_standard_output_and_the_verdict_beside_it(run: Run, players: int) -> None:
    status, printed, said = run("--game", "vulkan", "--seed", "7", "--players", str(players))
    assert status == 0
    assert won(printed)
    assert funkenflug.load(printed).players == players
    assert said.startswith("won: 41 of 48 loads are enough with the volcano on o12; no win takes fewer (")
    assert said.count("\n") == 1


def test_the_record_goes_to_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "line.ff"
    status, printed, said = run("--game", "vulkan", "--seed", "7", "--layout", "hexagon", "-o", str(file))
    assert (status, said) == (0, "")
    assert printed.startswith("won: ")
    assert won(file.read_bytes())


@pytest.mark.parametrize("from_start", [True, False])
def test_a_record_is_solved_from_where_it_ends_or_from_its_start(run: Run, tmp_path: Path, from_start: bool) -> None:
    game = funkenflug.new("vulkan", players=2, mode="cooperative", seed=7, names=("Agnes", "Bruno"))
    for _ in range(5):
        game.play(game.legal_moves()[0])
    game.comments[2] = "not what a solver would do"
    file = tmp_path / "match.ff"
    file.write_text(game.record())
    flags = ["--from-start"] if from_start else []
    for arguments, typed in (((str(file),), ""), (("-",), game.record())):
        status, printed, _ = run(*arguments, *flags, typed=typed)
        assert status == 0
        assert won(printed)
        solved = funkenflug.load(printed)
        assert (solved.setup, solved.names) == (game.setup, game.names)
        assert list(solved.comments) == [0 if from_start else 5]
        assert (solved.moves[:5] == game.moves) != from_start


def test_a_match_that_was_lost_is_not_won(run: Run, tmp_path: Path) -> None:
    game = funkenflug.new("vulkan", players=1, seed=7)
    while not game.over:
        game.play(game.legal_moves()[0])
    file = tmp_path / "match.ff"
    file.write_text(game.record())
    status, printed, _ = run(str(file))
    assert (status, printed.splitlines()) == (1, ["cannot be won: the match is lost (0.0 ms)"])
    assert run(str(file), "--from-start")[0] == 0


def test_a_match_of_several_is_chosen_by_number(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "matches.ff"
    file.write_text("\n".join(funkenflug.new("vulkan", players=1, seed=seed).record() for seed in (7, 8)))
    assert run(str(file))[0] == 2
    assert '[Seed "8"]' in run(str(file), "--game", "2")[1]


def test_a_deal_that_cannot_be_won_is_status_1_and_writes_nothing(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "line.ff"
    status, printed, said = run("--game", "vulkan", "--layout", CANNOT_BE_WON, "-o", str(file))
    assert (status, said) == (1, "")
    assert printed.startswith("cannot be won: 48 loads are too few, whichever tile is the volcano (")
    assert not file.exists()


def test_a_deal_left_open_is_status_3(run: Run) -> None:
    status, printed, said = run("--game", "vulkan", "--seed", "7", "--budget", "0.000001")
    assert (status, said) == (3, "")
    assert printed.startswith("open: ")


def test_everything_as_json(run: Run) -> None:
    status, printed, said = run("--game", "vulkan", "--seed", "7", "--json")
    answer = json.loads(printed)
    assert (status, said) == (0, "")
    assert (answer["game"], answer["players"], answer["seed"], answer["verdict"]) == ("vulkan", 1, "7", "won")
    assert funkenflug.load(answer["record"]).moves == tuple(answer["moves"])
    status, printed, _ = run("--game", "vulkan", "--layout", CANNOT_BE_WON, "--json")
    answer = json.loads(printed)
    assert (status, answer["seed"], answer["verdict"]) == (1, None, "cannot be won")
    assert (answer["moves"], answer["record"]) == (None, None)


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("", "which deal? Give FILE, or --game"),
        ("vulkan", "vulkan is a game, not a file: write --game vulkan"),
        ("nowhere.ff", "No such file"),
        ("--game vulkan --seed 1 --from-start", "--from-start needs FILE"),
        ("--game feuer-wasser --seed 1", "Feuer & Wasser has no deals to solve"),
        ("--game chess", "there is no game 'chess'"),
        (
            "--game vulkan --seed 1 --mode competitive --players 2",
            "only solitaire and cooperative matches can be solved",
        ),
        ("--game vulkan --seed 1 --players 5", "no solitaire or cooperative mode for 5 players"),
        ("--game vulkan --seed 1 --deck 1", "Vulkan! has no deck"),
        ("--game vulkan --seed 1 --budget 0", "--budget must be more than 0, not 0"),
        ("--game vulkan --seed 1 --jobs 2", "--jobs needs --sweep"),
        ("--game vulkan --sweep 2 --jobs 0", "jobs must be at least 1, not 0"),
        ("--game vulkan --sweep 2 --address auto", "an address is for the engine ray"),
        ("--game vulkan --seed 1 --engine ray", "--engine needs --sweep"),
        ("--game vulkan --seed 1 --first-seed 2", "--first-seed needs --sweep"),
        ("--game vulkan --seed 1 --sweep 2", "--seed cannot be combined with --sweep"),
        ("--game vulkan --layout hexagon --sweep 2", "--layout cannot be combined with --sweep"),
        ("--game vulkan --sweep 0", "--sweep must be at least 1, not 0"),
        ("--game vulkan --players 5 --sweep 1", "no solitaire or cooperative mode for 5 players"),
        ("match.ff --sweep 2", "a sweep deals from seeds: use --game instead of FILE"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(run: Run, typed: str, complaint: str) -> None:
    status, printed, said = run(*typed.split())
    assert (status, printed) == (2, "")
    assert complaint in said
    assert said.count("\n") == 1


def test_a_competitive_record_has_nothing_to_solve(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.ff"
    file.write_text(funkenflug.new("vulkan", players=2, seed=1).record())
    assert "is a competitive match; only solitaire and cooperative ones can be solved" in run(str(file))[2]
    assert "--seed sets up a new match" in run(str(file), "--seed", "1")[2]
    assert "--game sets up a new deal" in run(str(file), "--game", "vulkan")[2]


# Many deals ---------------------------------------------------------------------------------------------------------


def test_a_sweep_keeps_its_results_and_sums_them_up(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    sweep = ("--game", "vulkan", "--first-seed", "11", "--out", str(file), "--jobs", "2")
    status, printed, said = run(*sweep, "--sweep", "4")
    assert (status, said) == (0, "")
    assert "Vulkan!, 1 player, seeds 11 to 14, at most 60 s per deal\n" in printed
    assert "won                4 of 4   100.0%   (51.0% to 100.0%)\n" in printed
    assert "open               0 of 4     0.0%   (0.0% to 49.0%)\n" in printed
    kept = file.read_bytes()
    assert {result.seed for result in Journal(file, Result).read()} == {11, 12, 13, 14}

    status, printed, _ = run(*sweep, "--sweep", "5", "--json")
    assert file.read_bytes().startswith(kept), "what is there is not solved again"
    assert sorted(result.seed for result in Journal(file, Result).read()) == [11, 12, 13, 14, 15]
    assert json.loads(printed)["summary"]["verdicts"]["won"]["count"] == 5


def test_the_lines_of_a_sweep_win() -> None:
    result = solve_deal("vulkan", 3, 5, budget=60.0)
    game = funkenflug.new("vulkan", players=3, mode="cooperative", seed=5)
    assert result.moves is not None
    for move in result.moves:
        game.play(move)
    assert won(game.record())


def test_a_torn_line_is_solved_again(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    Journal(file, Result).append(solve_deal("vulkan", 1, 1, budget=60.0))
    whole = file.read_bytes()
    file.write_bytes(whole + whole[:40])
    assert len(Journal(file, Result).read()) == 1
    assert run("--game", "vulkan", "--sweep", "2", "--out", str(file), "--jobs", "1")[0] == 0
    assert [result.seed for result in Journal(file, Result).read()] == [1, 2]


def test_a_file_of_something_else_is_left_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary,\n")
    status, _, said = run("--game", "vulkan", "--sweep", "2", "--out", str(file))
    assert (status, said) == (2, f"funkenflug: {file}: line 1 is not a result\n")
    assert file.read_text() == "Dear diary,\n"


def result(seed: int, verdict: str, budget: float = 60.0, players: int = 1, seconds: float = 1.0) -> Result:
    return Result(
        game="vulkan",
        players=players,
        seed=seed,
        budget=budget,
        verdict=verdict,  # type: ignore[arg-type]
        seconds=seconds,
        tries=1,
        reason="",
        moves=None,
    )


def test_what_was_left_open_in_less_time_is_tried_again() -> None:
    results = [
        result(1, "won", budget=1),
        result(2, "open", budget=1),
        result(3, "open"),
        result(4, "won", players=2),
        result(5, "open", budget=1),
        result(5, "cannot be won"),
    ]
    assert set(final_results(results, "vulkan", 1, 60.0)) == {1, 3, 5}


def test_a_summary_has_intervals_and_times() -> None:
    summary = summarise(result(seed, "won" if seed < 8 else "open", seconds=seed) for seed in range(10))
    assert (summary.deals, summary.verdicts["won"].count, summary.verdicts["cannot be won"].count) == (10, 8, 0)
    assert (summary.median_seconds, summary.ninety_percent_seconds, summary.longest_seconds) == (4.0, 8.0, 9.0)
    half = share_of(150, 300)
    assert (half.share, round(half.low, 4), round(half.high, 4)) == (0.5, 0.4438, 0.5562)
    assert (share_of(0, 300).low, round(share_of(300, 300).low, 4)) == (0.0, 0.9874)


def test_an_interrupted_sweep_keeps_what_is_done(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    source = Path(funkenflug.__file__).parents[1]
    command = (sys.executable, "-m", "funkenflug", "solve", "--game", "vulkan", "--out", str(file), "--jobs", "1")
    process = subprocess.Popen(
        (*command, "--sweep", "100000"),
        env={**os.environ, "PYTHONPATH": str(source)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell may have had it ignored
    )
    try:
        wait_until(lambda: (file.exists() and len(Journal(file, Result).read()) >= 2) or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        printed, said = process.communicate(timeout=LONG)
    finally:
        process.kill()
    done = len(Journal(file, Result).read())
    assert (process.returncode, printed) == (130, "")
    assert said == f"{done} of 100000 deals are in {file}; run the same command to continue\n"
    assert file.read_bytes().endswith(b"\n")
