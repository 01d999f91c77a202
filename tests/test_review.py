"""A match looked at again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import funkenflug
from funkenflug import Clock, Game
from funkenflug.bots.review import Judgement, Outlook, decisions, judge, outlook, review, turning_point
from funkenflug.cli import main
from funkenflug.match.replay import at_ply


def played(game_id: str, *levels: str, seed: int = 3) -> Game:
    game = funkenflug.new(game_id, players=len(levels), seed=seed, names=[level.title() for level in levels])
    seats = [funkenflug.level(level, seed) for level in levels]
    while (seat := game.to_move) is not None:
        game.play(seats[seat].choose(game.view(seat), game.legal_moves(), Clock()))
    return game


@pytest.mark.parametrize(("game_id", "simulations"), [("feurio", 600), ("vulkan", 600), ("feuer-wasser", 2000)])
def test_who_plays_at_random_gives_away_more(game_id: str, simulations: int) -> None:
    game = played(game_id, "ember", "random")
    found = list(review(game, None, simulations=simulations))
    assert [one.ply for one in found] == decisions(game)
    assert [one.move for one in found] == [game.moves[one.ply] for one in found]
    assert all(0 <= one.chance <= 1 and 0 <= one.best_chance <= 1 for one in found)
    lost = [sum(one.loss for one in found if one.seat == seat) for seat in range(2)]
    had = [sum(one.best_chance for one in found if one.seat == seat) for seat in range(2)]
    assert lost[0] / had[0] < lost[1] / had[1]  # who has hardly a chance left can lose no more than that


def test_where_there_is_no_choice_nothing_is_judged() -> None:
    game = played("feurio", "random", "random")
    position = funkenflug.new("feurio", players=2, seed=3)
    forced = set()
    for ply, move in enumerate(game.moves):
        forced |= {ply} if len(position.legal_moves()) == 1 else set()
        position.play(move)
    assert forced
    assert sorted(forced | set(decisions(game))) == list(range(len(game.moves)))


def test_a_solitaire_is_judged_by_whether_it_is_won() -> None:
    game = played("vulkan", "random")
    found = list(review(game, None, simulations=60))
    assert not game.outcome().winners  # type: ignore[union-attr]
    assert found[-1].chance == 0


def test_marks_tell_how_much_a_move_cost() -> None:
    def judged(chance: float) -> Judgement:
        return Judgement(ply=0, seat=0, move="pass", chance=chance, best="pass", best_chance=0.5)

    assert [judged(chance).mark for chance in (0.6, 0.45, 0.39, 0.29, 0.19)] == ["", "", "?!", "?", "??"]
    assert judged(0.6).loss == 0


def test_the_command_tells_and_writes_remarks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = played("vulkan", "random", "ember")
    game.comments[1] = "here it began"
    file, remarks = tmp_path / "match.ff", tmp_path / "remarks.ff"
    file.write_text(game.record(), encoding="utf-8")
    assert main(["review", str(file), "--seconds", "0.005", "-o", str(remarks)]) == 0
    told = capsys.readouterr().out
    assert "Random lost" in told
    assert "Ember lost" in told
    assert game.type.name_move(game.moves[0]) in told
    assert str(game.moves[0]) not in told, "people know cells by their names"
    again = funkenflug.load(remarks.read_text(encoding="utf-8"))
    assert again == game
    assert again.comments[1].startswith("here it began")
    assert any("; best was fly" in remark for remark in again.comments.values())
    assert main(["review", str(file), "--seconds", "0.005", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["ply"] for line in lines] == decisions(game)


def test_the_command_repeats_a_review(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.ff"
    file.write_text(played("vulkan", "random", "ember").record(), encoding="utf-8")

    def reviewed(*options: str) -> str:
        assert main(["review", str(file), "--json", *options]) == 0
        return capsys.readouterr().out

    first = reviewed("--simulations", "30")
    assert first == reviewed("--simulations", "30", "--seed", "0") != reviewed("--simulations", "30", "--seed", "1")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ("--seconds 0", "--seconds must be more than 0"),
        ("--simulations 0", "--simulations must be 1 to 10,000,000, not 0"),
        ("--seconds 1 --simulations 5", "--seconds or --simulations, not both"),
    ],
)
def test_the_command_says_which_limits_it_takes(
    options: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(tmp_path / "match.ff"), *options.split()]) == 2
    assert complaint in capsys.readouterr().err


def test_a_lost_solitaire_is_marked_where_it_was_lost() -> None:
    game = played("vulkan", "random")
    point = turning_point(game)
    assert point is not None
    assert point.certain
    before, after = (at_ply(game, point.ply + moves) for moves in (0, 1))
    assert (before.solve().verdict, after.solve().verdict) == ("won", "cannot be won")
    assert (outlook(before, 0).verdict, outlook(after, 0).verdict) == ("won", "cannot be won")
    judged = judge(game, point.ply, None, simulations=3000)
    assert (judged.mark, judged.chance, judged.best_chance) == ("??", 0.0, 1.0)


def test_the_command_tells_where_a_solitaire_was_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = funkenflug.new("vulkan", players=1, seed=7)
    while not game.over:
        game.play(game.legal_moves()[0])
    file = tmp_path / "match.ff"
    file.write_text(game.record())
    assert main(("review", str(file), "--simulations", "4")) == 0
    told = "Move 29 lost the game: until then it could still have been won, knowing the whole deal\n"
    assert capsys.readouterr().out.endswith(told)


def test_what_the_outlook_says_does_not_depend_on_what_is_hidden() -> None:
    game = funkenflug.new("feurio", players=1, seed=3)
    assert outlook(game, 0, 0.05).chance is not None
    assert game.determinize(0).state.tobytes() != game.state.tobytes()
    lost = played("feurio", "random")
    assert outlook(at_ply(lost, len(lost.moves) - 9), 0, 0.05) == Outlook(verdict="open", chance=0.0)


def test_a_match_with_a_winner_has_no_turning_point() -> None:
    game = played("vulkan", "random", "random")
    for ask in (turning_point, lambda game: outlook(game, 0)):
        with pytest.raises(ValueError, match="there is always a winner in a competitive match"):
            ask(game)


def test_a_review_does_not_know_the_next_tile() -> None:
    game = at_ply(played("feurio", "ember", "ember"), 63)
    seat = game.to_move
    assert seat is not None
    moves = game.legal_moves()
    searched = []
    for seed in (1, 2):
        deal = game.determinize(seat, seed=seed)
        best = deal.suggest(None, simulations=50)[0].move
        deal.play(next(move for move in moves if move != best))
        next_tile = int(deal.state["deck"][deal.state["laid"]])
        searched.append((next_tile, judge(deal, 63, None, simulations=100)))
    assert searched[0][0] != searched[1][0]
    assert searched[0][1] == searched[1][1]
