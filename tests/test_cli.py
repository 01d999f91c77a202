"""The command line: what people type and what they get."""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import pty
import random
import re
import select
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import funkenflug
from funkenflug.bots.players import level
from funkenflug.cli import main
from funkenflug.games import GAMES
from funkenflug.games.base import GameType
from tests.waiting import LONG

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in this process: arguments and typed lines -> status, what it printed, what it complained."""

    def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        status = main(arguments)
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


def environment() -> dict[str, str]:
    source = Path(funkenflug.__file__).parents[1]
    return {**os.environ, "PYTHONPATH": str(source), "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}


COMMAND = (sys.executable, "-m", "funkenflug")


def played(game_id: str, moves: int = 1000, seed: int = 7, **setup: Any) -> funkenflug.Game:
    """Return a match of that many random moves."""
    game: funkenflug.Game = funkenflug.new(game_id, seed=seed, **{"players": 2, **setup})
    chance = random.Random(seed)
    while not game.over and len(game.moves) < moves:
        game.play(chance.choice(game.legal_moves()))
    return game


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A match of ten moves in a file."""
    file = tmp_path / "match.ff"
    file.write_text(played("feurio", 10).record())
    return file


# Setting up


@pytest.mark.parametrize("game_id", GAMES)
def test_new_writes_a_record_that_load_reads(run: Run, game_id: str) -> None:
    status, printed, _ = run("new", game_id, "--players", "2", "--seed", "7", "--names", "Agnes", "Bruno")
    assert status == 0
    assert funkenflug.load(printed) == funkenflug.new(game_id, players=2, seed=7, names=("Agnes", "Bruno"))


def test_new_takes_mode_options_and_deal(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "fresh.ff"
    assert (
        run("new", "feurio", "--players", "3", "--option", "firebreak", "--option", "hotter", "-o", str(file))[0] == 0
    )
    assert funkenflug.load(file.read_bytes()).options == ("firebreak", "hotter")
    file = tmp_path / "together.ff"
    assert (
        run("new", "feurio", "--players", "2", "--mode", "cooperative", "--deck", "1 2 3 4 5 6 " * 6, "-o", str(file))[
            0
        ]
        == 0
    )
    game = funkenflug.load(file.read_bytes())
    assert (game.mode, game.setup.seed) == ("cooperative", None)


DEALS = {
    "deck": ("feurio", "6 5 4 3 2 1 " * 6),
    "layout": ("vulkan", "hexagon"),
    "board": ("feuer-wasser", "/".join(["FWFWFWFW", "WFWFWFWF"] * 4)),
    "piles": ("feuer-wasser", " / ".join([" ".join(f"{f}{w}" for f in range(1, 5) for w in range(1, 5))] * 2)),
}


@pytest.mark.parametrize("word", dict.fromkeys(word for game_type in GAMES.values() for word in game_type.deal_words))
def test_every_deal_can_be_given_as_a_record_writes_it(run: Run, word: str) -> None:
    game_id, text = DEALS[word]
    status, printed, _ = run("new", game_id, "--players", "2", f"--{word}", text)
    assert status == 0
    assert f'[{word.title()} "{text.strip()}"]\n' in printed
    assert funkenflug.load(printed).record() == printed


@pytest.mark.parametrize("game_type", GAMES.values(), ids=GAMES)
def test_every_choice_of_a_game_can_be_given_by_name(run: Run, game_type: GameType) -> None:
    for choice in game_type.choices:
        for name, _ in choice.values:
            status, printed, _ = run("new", game_type.id, "--players", "2", "--seed", "7", f"--{choice.word}", name)
            assert status == 0
            chosen = funkenflug.new(game_type.id, players=2, seed=7, **{choice.word: name})
            assert funkenflug.load(printed) == chosen


# Looking at records


def test_show_prints_the_board_and_who_is_to_move(run: Run, record: Path) -> None:
    game = funkenflug.load(record.read_text())
    status, printed, _ = run("show", str(record))
    assert status == 0
    assert printed == f"{game}\n"
    assert f">  {game.names[game.to_move or 0]}" in printed


def test_show_reads_standard_input(run: Run, record: Path) -> None:
    assert run("show", "-", typed=record.read_text())[1] == run("show", str(record))[1]


@pytest.mark.parametrize("game_id", GAMES)
def test_show_tells_the_outcome(run: Run, tmp_path: Path, game_id: str) -> None:
    game = played(game_id)
    file = tmp_path / "over.ff"
    file.write_text(game.record())
    outcome = game.outcome()
    assert outcome is not None
    last = run("show", str(file))[1].splitlines()[-1]
    assert last.startswith(f"{game.names[outcome.winners[0]]} wins with {outcome.scores[outcome.winners[0]]} point")


def test_show_an_earlier_position(run: Run, record: Path) -> None:
    assert run("show", str(record), "--ply", "0")[1] == f"{played('feurio', 0)}\n"
    assert run("show", str(record), "--ply", "3")[1] == f"{played('feurio', 3)}\n"


def test_show_one_match_of_several(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "two.ff"
    file.write_text(played("feurio", 3).record() + "\n" + played("feurio", 4, seed=8).record())
    assert run("show", str(file), "--game", "2")[1] == f"{played('feurio', 4, seed=8)}\n"
    assert run("show", str(file))[2] == f"funkenflug: {file} has 2 matches: choose one with --game 1 to 2\n"


def test_show_through_the_eyes_of_a_seat(run: Run, tmp_path: Path) -> None:
    game = played("feurio", 0, options=("firebreak",))
    file = tmp_path / "secret.ff"
    file.write_text(game.record())
    assert "Green lays a 4" in run("show", str(file), "--seat", "0")[1]
    assert "Green lays a secret tile" in run("show", str(file), "--seat", "1")[1]
    assert "Green lays a secret tile" in run("show", str(file))[1]


def test_show_draws(run: Run, record: Path, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    assert run("show", str(record), "--svg", str(picture), "--theme", "dark") == (0, "", "")
    assert picture.read_text() == funkenflug.load(record.read_text()).svg(theme="dark")
    assert run("show", str(record), "--svg", "-", "--theme", "dark")[1] == picture.read_text()


def test_show_draws_what_is_wished(run: Run, record: Path) -> None:
    game = funkenflug.load(record.read_bytes())
    move = str(game.legal_moves()[0])
    drawn = run("show", str(record), "--svg", "-", "--preview", move, "--wish", "regions", "--theme", "dark")[1]
    assert drawn == game.svg(preview=move, regions=True, theme="dark")


def test_replay_draws_every_position_into_a_folder(run: Run, record: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    assert run("replay", str(record), "--seat", "1", "--svg", str(folder), "--wish", "regions") == (0, "", "")
    assert sorted(os.listdir(folder)) == [f"{ply:03}.svg" for ply in range(11)]
    game = funkenflug.load(record.read_bytes())
    assert (folder / "010.svg").read_text() == game.svg(1, regions=True)
    for _ in range(10):
        game.undo()
    assert (folder / "000.svg").read_text() == game.svg(1, regions=True)


def test_show_json(run: Run, record: Path) -> None:
    facts = json.loads(run("show", str(record), "--json")[1])
    assert facts["view"]["to_move"] == 1
    assert len(facts["view"]["moves"]) == 10
    assert facts["outcome"] is None


def test_replay_tells_every_move_with_its_board(run: Run, record: Path) -> None:
    game = funkenflug.load(record.read_text())
    printed = run("replay", str(record))[1]
    for ply, move in enumerate(game.moves, 1):
        assert f"\n\n{ply} of 10: {game.type.name_move(move)}\n" in printed
    assert printed.count("to place") == 11 * 2
    assert printed.endswith(f"{game}\n")


def test_replay_shows_remarks_harmlessly(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "remarks.ff"
    file.write_text(played("feurio", 2).record().rstrip() + "  # bold\x1b[2J\n")
    assert "\n# bold�[2J\n" in run("replay", str(file))[1]


@pytest.mark.parametrize("game_id", GAMES)
def test_replay_json_is_one_object_a_move(run: Run, tmp_path: Path, game_id: str) -> None:
    game = played(game_id)
    file = tmp_path / "over.ff"
    file.write_text(game.record())
    steps = [json.loads(line) for line in run("replay", str(file), "--json")[1].splitlines()]
    assert [step["move"] for step in steps] == list(map(str, game.moves))
    assert all(step["events"][0]["seat"] == step["seat"] for step in steps)
    outcome = game.outcome()
    assert outcome is not None
    assert tuple(steps[-1]["scores"]) == outcome.scores


# What there is


def test_games_lists_what_the_rooms_say(run: Run) -> None:
    printed = run("games")[1]
    described = json.loads(run("games", "--json")[1])
    assert [game["id"] for game in described] == list(GAMES)
    for game, game_type in zip(described, GAMES.values(), strict=True):
        assert f"funkenflug play {game_type.id}\n" in printed
        assert [mode["players"] for mode in game["modes"]] == [list(mode.players) for mode in game_type.modes]
        for option in game_type.options:
            assert f"--option {option.id}: {option.summary}" in printed
        for choice in game_type.choices:
            assert f"--{choice.word}: {choice.values[0][0]}" in printed


def test_bench_measures_each_number_of_players(run: Run) -> None:
    lines = run("bench", "feurio", "--seconds", "0.01", "--json")[1].splitlines()
    assert [json.loads(line)["players"] for line in lines] == [2, 3, 4]
    assert all(json.loads(line)["moves_per_second"] > json.loads(line)["games_per_second"] > 0 for line in lines)
    assert "games/s" in run("bench", "feurio", "--seconds", "0.01")[1]


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"funkenflug {funkenflug.__version__}\n", "")


def test_bash_completes_commands_games_and_options(run: Run, tmp_path: Path) -> None:
    script = tmp_path / "completion.bash"
    script.write_text(run("completion", "bash")[1])

    def completed(*words: str) -> list[str]:
        line = f"source {script}; COMP_WORDS=({shlex.join(words)}); COMP_CWORD={len(words) - 1}"
        shell = subprocess.run(
            ["bash", "-c", f'{line}; _shtab_funkenflug; echo "${{COMPREPLY[@]}}"'], capture_output=True, check=True
        )
        return shell.stdout.decode().split()

    assert completed("funkenflug", "ver") == ["verify"]
    assert completed("funkenflug", "new", "vul") == ["vulkan"]
    assert completed("funkenflug", "new", "vulkan", "--lay") == ["--layout"]


def test_every_shell_in_the_readme_has_a_script(run: Run) -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    (line,) = (line for line in readme.splitlines() if "funkenflug completion" in line)
    shells = re.findall(r"`(?:funkenflug completion )?(\w+)`", line)
    assert sorted(shells) == ["bash", "fish", "powershell", "tcsh", "zsh"]
    for shell in shells:
        status, printed, _ = run("completion", shell)
        assert status == 0
        assert "funkenflug" in printed


# Wrong use

BAD_RECORD = '[Game "feurio"]\n[Players "2"]\n[Seed "7"]\n\n1. tile 9,9\n'

WRONG_USES = {
    "play": "name a game: there is no terminal to ask for one; see funkenflug play --help",
    "frob": "argument COMMAND: invalid choice: 'frob'",
    "new": "the following arguments are required: GAME, --players; see funkenflug new --help",
    "new feurio": "the following arguments are required: --players; see funkenflug new --help",
    "new feurio --players two": "argument --players: invalid int value: 'two'",
    "new feurio --players 5": "Feurio! is for 1 to 4 players, not 5",
    "new chess --players 2": "there is no game 'chess'; there are feurio",
    "new feurio --players 1 --mode competitive": "competitive is not for 1 player",
    "new feurio --players 1 --option hotter": "the option hotter is not for solitaire games",
    "new feurio --players 2 --option wet": "Feurio! has no option 'wet'; it has firebreak, hotter",
    "new feurio --players 2 --deck 7": "a tile must have a number from 1 to 6, not '7'",
    "new feurio --players 2 --deck 1": "a deck has 36 tiles, this one has 1",
    "new feurio --players 2 --layout hexagon": "Feurio! has no layout",
    "new feurio --players 2 --names Agnes": "1 name for 2 players",
    "new feurio --players 2 -o nowhere/match.ff": "nowhere/match.ff: No such file or directory",
    "new feurio --players 2 -o .": ".: Is a directory",
    "show": "the following arguments are required: FILE",
    "show missing.ff": "missing.ff: No such file or directory",
    "show .": ".: Is a directory",
    "show bad.ff": "bad.ff: line 5: tile 9,9 (v4): v4 does not touch the forest",
    "show bytes.ff": "bytes.ff: line 1: this is no text in UTF-8",
    "show good.ff --ply 4": "--ply must be 0 to 3, not 4",
    "show good.ff --ply -1": "--ply must be 0 to 3, not -1",
    "show good.ff --seat 2": "--seat must be 0 to 1, not 2",
    "show good.ff --game 2": "--game must be 1 to 1, not 2",
    "show good.ff --theme dark": "--theme needs --svg",
    "show good.ff --preview pass": "--preview needs --svg",
    "show good.ff --svg a.svg --preview nonsense": "“nonsense” is not a move in Feurio!",
    "show good.ff --svg a.svg --wish influence=e5": "--wish must be regions or names, not influence",
    "show good.ff --svg a.svg --wish theme=dark": "--wish must be regions or names, not theme",
    "replay good.ff --svg . --wish regions": ".: File exists",
    "replay good.ff --wish regions": "--wish needs --svg",
    "replay good.ff --svg a --json": "--svg and --json cannot be combined",
    "show good.ff --svg a.svg --json": "--svg and --json cannot be combined",
    "show good.ff --svg a.svg --theme pink": "argument --theme: invalid choice: 'pink'",
    "replay good.ff --frob": "unrecognized arguments: --frob",
    "play missing.ff": "'missing.ff' is neither a game nor a file; choose from feurio",
    "play good.ff --players 2": "--players sets up a new match, but good.ff is the record of one",
    "play feurio --seats me,you": "a seat must be me or random or spark",
    "play feurio --players 3 --seats me,random": "2 seats for 3 players",
    "play feurio --seats me,me,me,me,me": "Feurio! is for 1 to 4 players, not 5",
    "bench chess": "there is no game 'chess'; there are feurio",
    "bench --seconds 0": "--seconds must be more than 0 and at most 600, not 0",
    "bench --seconds nan": "--seconds must be more than 0 and at most 600, not nan",
}
if sys.platform == "linux":  # only Linux has a device that is always full
    WRONG_USES["new feurio --players 2 -o /dev/full"] = "/dev/full: No space left on device"


@pytest.mark.parametrize("arguments", WRONG_USES)
def test_wrong_use_is_status_2_and_one_clear_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.ff").write_text(BAD_RECORD)
    Path("bytes.ff").write_bytes(b"\xff\x00\xfe")
    Path("good.ff").write_text(played("feurio", 3).record())
    status, printed, complaint = run(*arguments.split())
    assert (status, printed) == (2, "")
    assert complaint.startswith(f"funkenflug: {WRONG_USES[arguments]}")
    assert complaint.count("\n") == 1
    assert sorted(os.listdir()) == ["bad.ff", "bytes.ff", "good.ff"]


def test_a_complaint_stays_one_line_whatever_is_typed(run: Run) -> None:
    for nonsense in ("two\nlines", "\x1b[2J", "x" * 5000, "\udcff"):
        for arguments in (["show", nonsense], ["new", nonsense, "--players", "2"], [nonsense]):
            status, _, complaint = run(*arguments)
            assert status == 2
            assert complaint.count("\n") == 1
            assert "\x1b" not in complaint


def test_a_fresh_record_takes_no_other_ones_place(run: Run, record: Path) -> None:
    kept = record.read_text()
    complaint = f"funkenflug: {record} already exists: choose another name, or remove it first\n"
    assert run("new", "feurio", "--players", "2", "-o", str(record)) == (2, "", complaint)
    assert run("solve", "--game", "feurio", "--seed", "7", "-o", str(record)) == (2, "", complaint)
    assert record.read_text() == kept
    assert run("new", "feurio", "--players", "2", "-o", os.devnull)[0] == 0


def test_a_full_disk_leaves_the_old_file_as_it_was(
    run: Run, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    file = tmp_path / "match.svg"
    file.write_text("what was there before")
    monkeypatch.setattr("os.fsync", full)
    status, _, complaint = run("show", str(record), "--svg", str(file))
    assert (status, complaint) == (2, f"funkenflug: {file}: No space left on device\n")
    assert file.read_text() == "what was there before"
    assert sorted(os.listdir(tmp_path)) == ["match.ff", "match.svg"]


# Playing


def test_a_match_is_played_to_its_end_with_scripted_moves(run: Run, tmp_path: Path) -> None:
    game = funkenflug.new("feurio", players=2, seed=7)
    other = level("ember", random.Random("7").randrange(2**32))
    typed = []
    while not game.over:
        moves = game.legal_moves()
        if game.to_move == 0:
            typed.append(str(moves[-1]))
            game.play(moves[-1])
        else:
            game.play(other.choose(game.view(1), moves, funkenflug.Clock()))
    file = tmp_path / "evening.ff"
    status, printed, _ = run("play", "feurio", "--seed", "7", typed="\n".join([*typed, str(file)]))
    assert status == 0
    assert game.text(0) in printed
    assert f"Saved to {file}" in printed
    assert funkenflug.load(file.read_text()) == game


@pytest.mark.parametrize("game_id", GAMES)
def test_people_and_random_seats_play_every_game(run: Run, game_id: str) -> None:
    seats = ["me"] + ["random"] * (max(GAMES[game_id].modes[0].players) - 1)
    printed = run("play", game_id, "--seats", ",".join(seats), "--seed", "7", typed="?\nundo\nnonsense\nquit\n\n")[1]
    assert "Green (you)" in printed
    assert "You have no move to undo." in printed
    assert "“nonsense” is not a move in" in printed


def test_only_the_solitaire_is_for_one(run: Run) -> None:
    assert "Solitaire: Place all 48 firefighters" in run("play", "feurio", "--mode", "solitaire", typed="quit\n")[1]


def test_what_can_be_typed_in_a_match(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.ff"
    typed = ["? til", "tile 9,9", " TILE  0,1 ", "? crew 3", "crew 3 green 9,9", "crew 1 green 0,1", "undo", "pass"]
    typed += [f"save {file}", f"save {file}", "save", f"save {tmp_path}/no/where", "quit", ""]
    printed = run("play", "feurio", "--seed", "7", typed="\n".join(typed))[1]
    for expected in (
        r"tile n14 +tile m12",
        r"v4 does not touch the forest\.",
        r"Green laid a 4 on m12 \(heat 7\)",
        r"there is no tile on v4\.",
        r"Green placed 1 green firefighter on the 4 at m12",
        r"Undone: crew 1 green m12",
        r"Green passed",
        r"Which file\?",
        r"no/where cannot be written: No such file or directory\.",
    ):
        assert re.search(expected, printed), expected
    assert funkenflug.load(file.read_text()).moves[:2] == ("tile 0,1", "pass")
    assert "Save the record?" not in printed, "it has been saved"


def test_a_saved_match_goes_on(run: Run, record: Path) -> None:
    printed = run("play", str(record), "--seats", "me,me", typed="quit\n")[1]
    assert str(funkenflug.load(record.read_text()).text(1)) in printed


def test_saving_does_not_overwrite_other_files_unasked(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("dear aunt")
    printed = run("play", "feurio", typed=f"save {file}\nn\nquit\n")[1]
    assert "already exists. Overwrite it?" in printed
    assert file.read_text() == "dear aunt"


def test_a_match_that_is_not_saved_is_not_lost_without_a_word(run: Run) -> None:
    assert "The input ended and the game was not saved" in run("play", "feurio", typed="?\ntile 0,1\n")[1]
    assert "not saved" not in run("play", "feurio", typed="")[1], "nothing was played"


@pytest.mark.parametrize(("key", "status"), [(KeyboardInterrupt, 130), (EOFError, 0)], ids=["Ctrl-C", "Ctrl-D"])
def test_a_match_left_by_a_key_is_offered_as_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: type[BaseException], status: int
) -> None:
    file = tmp_path / "evening.ff"
    monkeypatch.setattr("builtins.input", Mock(side_effect=["tile 0,1", key, str(file)]))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    assert main(["play", "feurio", "--seats", "me,me", "--seed", "7"]) == status
    assert funkenflug.load(file.read_bytes()).moves == ("tile 0,1",)


def test_many_moves_are_listed_by_how_they_begin(run: Run) -> None:
    typed = "elemental d4\nelemental f2\nelemental b7\nelemental g7\n?\n? tile\nquit\n\n"
    printed = run("play", "feuer-wasser", "--seats", "me,me", "--seed", "7", typed=typed)[1]
    assert re.search(r"tile … \(\d+\) +leader … \(\d+\)", printed)
    assert re.search(r"\d+ moves\. Type \? and the beginning of a move to see more, such as: \? tile", printed)
    assert re.search(r"tile \d\d … \(\d+\) +tile \d\d … \(\d+\)", printed)


def test_the_next_person_is_asked_in_before_secrets_are_shown(run: Run) -> None:
    firebreak = ("play", "feurio", "--seats", "me,me", "--seed", "7", "--option", "firebreak")
    printed = run(*firebreak, typed="\nbreak 0,1 green\n\nquit\n\n")[1]
    assert printed.count("Press Enter when nobody else can see the screen.") == 2
    before, _, after = printed.partition("Yellow, it's your turn.")
    assert "Green lays a 4 where" in before
    assert "Green spent 1 green firefighter on a firebreak at m12" in after
    assert "(4)" not in after, "only its layer knows the number"
    assert "Press Enter" not in run(*firebreak[:-2], typed="tile 0,1\npass\n\nquit\n\n")[1]


# As a process of its own


def test_output_is_plain_and_utf_8_when_it_is_no_terminal(record: Path) -> None:
    bare = {**environment(), "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    shown = subprocess.run([*COMMAND, "show", record], env=bare, capture_output=True, check=True)
    assert shown.stdout.decode() == f"{funkenflug.load(record.read_text())}\n"
    assert shown.stderr == b""


def test_a_closed_pipe_is_no_reason_to_complain(tmp_path: Path) -> None:
    file = tmp_path / "over.ff"
    file.write_text(played("feurio").record())
    with subprocess.Popen(
        [*COMMAND, "replay", file], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as replay:
        assert replay.stdout is not None
        assert replay.stderr is not None
        replay.stdout.close()
        assert replay.stderr.read() == b""
    assert replay.returncode == 141


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a device that is always full")
def test_a_full_disk_behind_standard_output_is_one_line(record: Path) -> None:
    with open("/dev/full", "w") as full:
        shown = subprocess.run(
            [*COMMAND, "show", record], env=environment(), stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (shown.returncode, shown.stderr) == (2, "funkenflug: standard output: No space left on device\n")


# In a terminal

INTERRUPTIBLE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # where the tests run in the background it may be ignored
from funkenflug.cli import main
sys.exit(main())
"""
CONTROLS = re.compile(r"\x1b\[[?\d;]*[A-Za-z]|\r")


class Terminal:
    """The command in a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        self.screen, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", INTERRUPTIBLE, *arguments],
            env=environment(),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self.raw = ""
        self._unread = ""

    def wait_for(self, pattern: str) -> re.Match[str]:
        """Read until something is seen, and go on behind it the next time."""
        end = time.monotonic() + LONG
        while (found := re.search(f"(?s)^(?P<before>.*?)(?P<found>{pattern})", CONTROLS.sub("", self._unread))) is None:
            assert time.monotonic() < end, f"{pattern} was not seen in {self._unread}"
            if select.select([self.screen], [], [], 0.1)[0]:
                news = os.read(self.screen, 65536).decode(errors="replace")
                self.raw += news
                self._unread += news
        self._unread = CONTROLS.sub("", self._unread)[found.end() :]
        return found

    def type(self, line: str, end: str = "\n") -> None:
        os.write(self.screen, f"{line}{end}".encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, and again if that came between the question and the waiting for an answer."""
        while self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(30)

    def status(self) -> int:
        """Read to the end and return the exit status."""
        with contextlib.suppress(OSError):  # the other side is gone
            while news := os.read(self.screen, 65536):
                self.raw += news.decode(errors="replace")
        return self.process.wait(timeout=LONG)


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def open_terminal(*arguments: str) -> Terminal:
        opened.append(Terminal(*arguments))
        return opened[-1]

    yield open_terminal
    for each in opened:
        each.process.kill()
        each.process.wait()
        os.close(each.screen)


def test_a_whole_match_in_a_terminal(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    screen = terminal("play", "feurio", "--seed", "7")
    chance = random.Random(7)
    file = tmp_path / "evening.ff"
    question = r"Green( \[Enter: [^]]*\])?> |Save the record\?[^:]*: "
    while not (asked := screen.wait_for(question))["found"].startswith("Save"):
        if "Enter" in asked["found"]:
            screen.type("")
        else:
            screen.type("?")
            listed = screen.wait_for("Green> ")["before"]
            screen.type(chance.choice(re.findall(r"pass|tile \S+|crew \d \w+ \S+", listed)))
    screen.type(str(file))
    screen.wait_for("Saved to")
    assert screen.status() == 0
    assert funkenflug.load(file.read_text()).over
    assert "\x1b[1;32mgreen\x1b[0m" in screen.raw, "in colours"


def test_play_alone_enter_and_enter_begin_a_match(terminal: Callable[..., Terminal]) -> None:
    screen = terminal("play")
    screen.wait_for(r"Which game\? \(1 to \d, Enter: 1\) ")
    screen.type("")
    screen.wait_for(r"How many players\? \(1 to 4, Enter: 2\) ")
    screen.type("9")
    screen.wait_for(r"How many players\? ")
    screen.type("")
    screen.wait_for(r">  Green \(you\)")
    screen.wait_for("Green.*> ")
    screen.type("", end="\x04")
    assert screen.status() == 0


def test_a_hint_names_a_move_and_tab_completes_it(terminal: Callable[..., Terminal]) -> None:
    screen = terminal("play", "vulkan", "--layout", "hexagon", "--seed", "7", "--seats", "me,me")
    screen.wait_for("Yellow> ")
    screen.type("hint")
    hint = screen.wait_for(r"Hint: volcano (\S+)\s")[3]
    screen.wait_for("Yellow> ")
    screen.type("vol\t", end="")
    screen.wait_for("cano ")  # a bell may come before it, for there are several
    screen.type(hint)
    screen.wait_for("Green> ")


def test_interrupting_is_quiet(terminal: Callable[..., Terminal]) -> None:
    screen = terminal("play", "feurio", "--seats", "me")
    screen.wait_for("Green> |Enter: ")
    screen.interrupt()
    assert screen.status() == 130
    assert "Traceback" not in screen.raw


def test_leafing_through_a_record(terminal: Callable[..., Terminal], record: Path) -> None:
    screen = terminal("replay", str(record))
    screen.wait_for("33 tiles left")
    for answer, page in (("", 1), ("", 2), ("b", 1), ("", 2)):
        screen.wait_for("Enter: next, b: back, q: quit ")
        screen.type(answer)
        screen.wait_for(f"{page} of 10: ")
    screen.type("q")
    assert screen.status() == 0
