"""Puzzles: what is shipped can be played, and mining finds the same again."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from funkenflug.cli import main
from funkenflug.core.thinking import Evaluation
from funkenflug.games import GAMES
from funkenflug.jobs.journal import Journal
from funkenflug.match.game import Game
from funkenflug.puzzles.collecting import collect, statistics
from funkenflug.puzzles.mining import Depth, Mined, confirm_clear, mine_match
from funkenflug.puzzles.puzzle import COMMON_THEMES, Puzzle, find_puzzle, puzzle_id, read_puzzles, shipped, task_of
from funkenflug.puzzles.solitaires import mine_solitaire
from tests.oracle.outcomes import all_shares, judge

WITH_PUZZLES = [game_type.id for game_type in GAMES.values() if (game_type.folder / "teach" / "puzzles").is_dir()]
each_game = pytest.mark.parametrize("game_id", WITH_PUZZLES)

SHALLOW = Depth(positions=5_000)
"""Solves only short endings, but quickly."""


def check(puzzle: Puzzle) -> None:
    position = puzzle.position()
    legal = position.choices()
    assert puzzle.id == puzzle_id(position)
    assert set(puzzle.answers) <= legal.keys()
    assert puzzle.tempting in legal
    assert puzzle.tempting not in puzzle.answers
    assert task_of(puzzle, position).theme == puzzle.theme
    assert puzzle.theme in dict(position.type.puzzle_themes()) | COMMON_THEMES
    assert puzzle.chances[0] > puzzle.chances[1]
    for first, line in ((puzzle.answers[0], puzzle.line), (puzzle.tempting, puzzle.tempting_line)):
        after = position.copy()
        for move in (first, *line):
            after.play(move)
        if position.mode != "competitive" and first != puzzle.tempting:
            assert after.outcome().winners == (0,)  # type: ignore[union-attr]


@each_game
def test_every_shipped_puzzle_can_be_played_with_its_answers_and_its_tempting_move(game_id: str) -> None:
    puzzles = shipped(game_id)
    assert puzzles
    assert max(Counter(puzzle.id for puzzle in puzzles).values()) == 1
    for puzzle in puzzles:
        check(puzzle)


@each_game
def test_files_of_puzzles_are_small(game_id: str) -> None:
    assert sum(path.stat().st_size for path in (GAMES[game_id].folder / "teach" / "puzzles").iterdir()) < 500_000


def test_a_game_without_a_file_has_no_puzzles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(vars(GAMES["vulkan"]), "folder", tmp_path)
    assert shipped.__wrapped__("vulkan") == ()


def test_an_unknown_puzzle_is_an_error_that_names_it() -> None:
    with pytest.raises(ValueError, match="Vulkan! has no puzzle 'nobody'"):
        find_puzzle("vulkan", "nobody")


def test_the_same_match_yields_the_same_puzzles() -> None:
    mined = mine_match("vulkan", 7, SHALLOW)
    assert mined == mine_match("vulkan", 7, SHALLOW)
    assert mined.decisions > 0
    assert mined.candidates == sum(mined.rejected.values()) + len(mined.puzzles)


def test_a_mined_ending_accepts_exactly_the_moves_that_the_judge_finds_best() -> None:
    found = [puzzle for number in range(1, 12) for puzzle in collect([mine_match("vulkan", number, SHALLOW)])]
    assert found
    for puzzle in found:
        check(puzzle)
        shares = all_shares(puzzle.position(), 200_000)
        assert judge(shares, puzzle.answers) == (True, "")
        assert shares[puzzle.answers[0]].least == puzzle.chances[0]


@pytest.mark.parametrize(("doubt", "verdict"), [(0.1, ""), (0.75, "no clear gap"), (0.88, "searches disagree")])
def test_a_clear_puzzle_has_the_same_gap_in_every_search(
    doubt: float, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the last of four searches another move has a chance of `doubt`."""
    puzzle = next(one for one in shipped("vulkan") if one.mode == "competitive")
    position = puzzle.position()
    chances = dict.fromkeys(map(str, position.choices()), 0.1) | {puzzle.answers[0]: 0.9}
    other = next(move for move in chances if move not in (puzzle.answers[0], puzzle.tempting))

    def evaluate(game: Game, simulations: int, seed: int, move: str | None = None) -> dict[str, Evaluation[int]]:
        values = chances | ({other: doubt} if (simulations, seed) == (400, 12) else {})
        asked = [move] if move else sorted(map(str, game.choices()), key=lambda each: -values.get(each, 0.0))
        return {
            each: Evaluation(move=0, visits=1, chances=(values.get(each, 0.0),) * 4, points=(0.0,)) for each in asked
        }

    monkeypatch.setattr("funkenflug.puzzles.mining.evaluate", evaluate)
    monkeypatch.setattr("funkenflug.puzzles.mining._ends", lambda game, move: False)
    found = confirm_clear(position, puzzle.tempting, Depth(each=400), 10)
    if isinstance(found, str):
        assert found == verdict
    else:
        assert (verdict, found.kind, found.gap, found.answers) == ("", "clear", 0.8, (puzzle.answers[0],))


def test_a_solitaire_is_a_puzzle_if_few_moves_still_win_it() -> None:
    mined = mine_solitaire("vulkan", 2, Depth(source="solitaires"))
    assert mined.puzzles
    for puzzle in collect([mined]):
        assert (puzzle.theme, puzzle.kind) == ("solitaire", "proven")
        check(puzzle)
        lost = puzzle.position()
        lost.play(puzzle.tempting)
        assert lost.solve().verdict == "cannot be won"


def test_mining_continues_where_it_was_interrupted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal, output = tmp_path / "mined.jsonl", tmp_path / "puzzles.jsonl"
    depth = [f"--positions={SHALLOW.positions}"]
    first = mine_match("vulkan", 1, SHALLOW)
    Journal(journal, Mined).append(first)
    journal.write_text(journal.read_text() + '{"version":1,')  # a crash while it was written
    command = ["puzzles", "mine", "vulkan", "--matches", "2", "--jobs", "1", "--out", str(journal), *depth]
    assert main([*command, "-o", str(output)]) == 0
    mined = Journal(journal, Mined).read()
    assert [one.number for one in mined] == [1, 2]
    assert mined[0] == first
    assert read_puzzles(output) == collect(mined)
    said = capsys.readouterr().out
    assert f"{statistics(mined).candidates} candidates" in said


def test_one_of_a_kind_is_told_in_the_singular(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mined = mine_solitaire("vulkan", 2, Depth(source="solitaires"))
    journal = Journal(tmp_path / "mined.jsonl", Mined)
    journal.append(msgspec.structs.replace(mined, decisions=1, candidates=1, rejected={}, puzzles=mined.puzzles[:1]))
    options = ["--source", "solitaires", "--matches", "1", "--first", "2", "--out", str(journal.path)]
    assert main(["puzzles", "mine", "vulkan", *options]) == 0
    assert capsys.readouterr().out == "1 decision in 1 match\n1 candidate\n  1 puzzle\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["mine", "chess"], "there is no game 'chess'"),
        (["mine", "vulkan", "--matches", "0"], "--matches must be at least 1"),
        (["mine", "vulkan", "--each", "0"], "--each must be from 4"),
        (["mine", "feuer-wasser", "--source", "solitaires"], "has no deals to solve"),
        (
            ["mine", "feurio", "--source", "solitaires"],
            "solitaires of Feurio! are no puzzles: the solver knows what is hidden",
        ),
    ],
)
def test_what_cannot_be_mined_is_refused(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", *arguments]) == 2
    assert words in capsys.readouterr().err


@each_game
def test_the_shipped_puzzles_are_listed_by_theme(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "list", game_id]) == 0
    listed = capsys.readouterr().out
    assert all(puzzle.theme in listed for puzzle in shipped(game_id))
