"""The game record: text that people can read, mail and keep."""

import datetime
import pickle
import random
import re
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import funkenflug
from funkenflug import IllegalMove, Move, RecordError
from funkenflug.core.words import Message
from tests.matches import KINDS, Kind, Plan, deck_of, plans, play_all, start
from tests.oracle.games import FEURIO_WON

TINY = """[Game "feurio"]
[Players "2"]
[Seed "7"]
"""
VULKAN = TINY.replace("feurio", "vulkan")
WASSER = TINY.replace("feurio", "feuer-wasser")


def refusal(text: str | bytes) -> tuple[int, str]:
    """The line and the reason why a record cannot be read."""
    with pytest.raises(RecordError) as error:
        funkenflug.load_all(text)
    assert str(error.value) == f"line {error.value.line}: {error.value.reason}"
    return error.value.line, error.value.reason


# What is written


def test_a_record_is_tags_and_numbered_turns() -> None:
    game = funkenflug.new(
        "feurio", players=2, options=["hotter", "firebreak"], deck=deck_of("65"), names=["Agnes", "Bruno"]
    )
    game.date = datetime.date(2026, 11, 15)
    play_all(game, "tile 1,-1; crew 2 green 0,0; break 0,1 red; tile 0,-1; pass")
    game.comments = {0: "a friendly match", 1: "the hot side", 3: "expensive"}
    game.tags = {"Event": "Sunday", "Round": "3"}
    assert game.record() == (
        '[Game "feurio"]\n'
        '[Players "2"]\n'
        '[Mode "competitive"]\n'
        '[Options "firebreak hotter"]\n'
        '[Deck "6 5 1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 4 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6"]\n'
        '[Seat0 "Agnes"]\n'
        '[Seat1 "Bruno"]\n'
        '[Date "2026-11-15"]\n'
        '[Result "*"]\n'
        '[Event "Sunday"]\n'
        '[Round "3"]\n'
        "\n"
        "# a friendly match\n"
        "1. tile 1,-1  # the hot side\n"
        "   + crew 2 green 0,0\n"
        "2. break 0,1 red  # expensive\n"
        "3. tile 0,-1 + pass\n"
    )


def test_a_seed_stands_for_the_deck() -> None:
    record = funkenflug.new("feurio", players=4, seed="Saturday night").record()
    assert '[Seed "Saturday night"]' in record
    assert "Deck" not in record


def test_the_arrangement_is_a_turn_of_its_own() -> None:
    game = play_all(start(Kind(4, "competitive"), "6543"), "arrange 6 5 3 4; tile 0,1; pass")
    assert game.record().splitlines()[-2:] == ["1. arrange 6 5 3 4", "2. tile 0,1 + pass"]


def test_the_result_is_written_and_checked() -> None:
    for kind in KINDS:
        plan = Plan(kind, tuple(deck_of("")), "anything", "anything", 0, bytes(300))
        game = plan.played()
        outcome = game.outcome()
        assert outcome is not None
        zeros = "-".join("0" * kind.players)
        seats = " and ".join(map(str, range(kind.players)))
        result = f"{zeros} seat {seats}" if kind.mode == "competitive" else "lost"
        assert f'[Result "{result}"]' in game.record()
        line, reason = refusal(game.record().replace(result, "9-9 seat 3"))
        assert reason == f"the result is {result}, not 9-9 seat 3"
        assert game.record().splitlines()[line - 1] == f'[Result "{result}"]'
    players, mode, deck, moves = FEURIO_WON[0]
    won = play_all(start(Kind(players, mode), [*map(int, deck)]), moves)
    assert '[Result "won"]' in won.record()


def test_a_result_may_be_open_or_missing() -> None:
    game = Plan(KINDS[0], tuple(deck_of("")), "anything", "anything", 0, bytes(300)).played()
    record = game.record()
    result = next(line for line in record.splitlines() if line.startswith("[Result"))
    assert funkenflug.load(record.replace(result, '[Result "*"]')) == game
    assert funkenflug.load(record.replace(result + "\n", "")) == game


# What is read


def test_a_record_may_be_as_short_as_this() -> None:
    game = funkenflug.load(TINY)
    assert game == funkenflug.new("feurio", players=2, seed=7)
    assert game.mode == "competitive"
    assert game.names == funkenflug.new("feurio", players=2, seed=7).names
    assert funkenflug.load(TINY.replace('"2"', '"1"')).mode == "solitaire"


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_match_comes_back(kind: Kind) -> None:
    chance = random.Random(str(kind))
    for seed in (7, "Föhn", None):
        game = funkenflug.new("feurio", players=kind.players, mode=kind.mode, options=kind.options, seed=seed)
        while not game.over:
            game.play(chance.choice(game.legal_moves()))
        again = funkenflug.load(game.record())
        assert again == game
        assert again.record() == game.record()
        assert (again.setup, again.names, again.date) == (game.setup, game.names, game.date)
        assert (again.mode, again.options, again.outcome()) == (game.mode, game.options, game.outcome())


def test_several_matches_in_one_file() -> None:
    games = [Plan(kind, tuple(deck_of("")), "anything", "anything", 0, bytes(300)).played(20) for kind in KINDS]
    together = "\n".join(game.record() for game in games)
    assert funkenflug.load_all(together) == games
    assert funkenflug.load_all("".join(game.record() for game in games)) == games
    assert funkenflug.load_all(f"\n\n{together}\n\n\n") == games
    with pytest.raises(RecordError, match=f"line 1: this record has {len(KINDS)} games; load_all reads them all"):
        funkenflug.load(together)


def test_blank_lines_and_remarks_may_stand_anywhere() -> None:
    scattered = "\n".join(f"\n  \n# {number}\n#\n{line}" for number, line in enumerate(TINY.splitlines()))
    game = funkenflug.load(scattered + "\n\n# 3\n1. tile 1,-1\n\n   + pass\n\n")
    assert game.moves == ("tile 1,-1", "pass")
    assert game.comments == {0: "0 1 2 3"}
    assert funkenflug.load(game.record()).comments == game.comments


def test_a_remark_between_two_matches_belongs_to_the_one_before() -> None:
    first, second, third = funkenflug.load_all(f"# one\n{TINY}\n# two\n{TINY}\n1. tile 1,-1\n\n# three\n{TINY}")
    assert (first.comments, second.comments, third.comments) == ({0: "one two"}, {1: "three"}, {})


def test_an_error_in_a_later_match_names_its_line_in_the_file() -> None:
    assert refusal(f"{TINY}\n{TINY}\n1. pass\n") == (9, "pass: lay the tile first")


def test_comments_are_kept() -> None:
    record = (
        f"{TINY}\n# a remark on the deal\n\n# and another\n1. tile 1,-1#close\n  + pass  # why # not?\n#\n"
        "# thinking\n2. tile 2,-1 # \n"
    )
    game = funkenflug.load(record)
    assert game.comments == {0: "a remark on the deal and another", 1: "close", 2: "why # not? thinking"}
    again = funkenflug.load(game.record())
    assert again.comments == game.comments
    assert again.record() == game.record()
    game.undo()
    game.undo()
    assert game.comments == {0: "a remark on the deal and another", 1: "close"}


@pytest.mark.parametrize("word", ["word", "well-known", "ⅷ" * 150, "https://example.org/" + "x-" * 400])
def test_long_comments_come_back(word: str) -> None:
    game = funkenflug.load(TINY)
    game.play("tile 1,-1")
    game.comments[1] = " ".join([word] * 300)
    assert funkenflug.load(game.record()).comments == game.comments


def test_words_that_fill_a_line_are_broken() -> None:
    game = funkenflug.load(f"{TINY}\n1. tile 1,-1\n#{'x' * 1999}\n")
    again = funkenflug.load(game.record())
    assert again.comments[1].replace(" ", "") == game.comments[1]
    assert again.record() == game.record()


@pytest.mark.parametrize("comment", ["first\nsecond", "next\u2028line", "1. tile\r9,9", "over\n[Game"])
def test_comments_with_line_breaks_come_back(comment: str) -> None:
    game = funkenflug.load(TINY)
    game.comments[0] = comment
    assert funkenflug.load(game.record()) == game


def test_further_tags_are_kept() -> None:
    game = funkenflug.load(
        TINY + '[Event "Sunday"]\n[X9 ""]\n[Annotator "a \\"quoted\\" \\\\ name"]\n[Place "Übersee 🔥"]\n'
    )
    tags = {"Event": "Sunday", "X9": "", "Annotator": 'a "quoted" \\ name', "Place": "Übersee 🔥"}
    assert game.tags == tags
    assert funkenflug.load(game.record()).tags == tags


@pytest.mark.parametrize(
    ("tag", "value", "reason"),
    [
        ("foo", "x", "the tag 'foo' cannot be written: a name begins with a capital letter"),
        ("Two words", "x", "the tag 'Two words' cannot be written"),
        ("", "x", "the tag '' cannot be written"),
        ('X "]\n[Y', "x", "cannot be written: a name begins"),
        ("X" * 32, "x", "31 characters at most"),
        (5, "x", "the tag 5 cannot be written"),
        *((tag, "x", f"the tag {tag} cannot be written: it is for what the match itself says")
          for tag in ("Game", "Seed", "Deck", "Seat0", "Seat3", "Result")),
        ("Event", "two\nlines", "the tag Event cannot be written: it must fit on a line of 2000 characters"),
        ("Event", "two\u2028lines", "the tag Event cannot be written: it must fit on a line"),
        ("Event", '"' * 1000, "the tag Event cannot be written: it must fit on a line"),
        ("Event", 5, "the tag Event cannot be written: its value must be a text, not int"),
        ("Event", None, "its value must be a text, not NoneType"),
    ],
)  # fmt: skip
def test_a_tag_that_could_not_be_read_back_is_not_written(tag: Any, value: Any, reason: str) -> None:
    game = funkenflug.load(TINY)
    game.tags[tag] = value
    with pytest.raises(ValueError, match=re.escape(reason)) as refused:
        game.record()
    assert len(str(refused.value)) < 200


def test_the_longest_tag_that_is_written_is_read() -> None:
    game = funkenflug.load(TINY)
    game.tags = {"Event": '"' * 994 + "xx", "Deck2": " # [x] \t", "Board": "a tag of another game"}
    assert max(map(len, game.record().splitlines())) == 2000
    assert funkenflug.load(game.record()).tags == game.tags


def test_names_dates_and_remarks_that_could_not_be_read_back_are_not_written() -> None:
    for spoil, reason in (
        (lambda game: setattr(game, "names", ("A\n", "B")), "a name must be one line of 1 to 60 printable characters"),
        (lambda game: setattr(game, "names", ("A",)), "1 name for 2 players"),
        (lambda game: game.comments.update({0: 5}), "a remark must be a text, not 5"),
        (lambda game: game.comments.update({1: "early"}), "there is a remark at move 1, and the match has 0 moves"),
    ):
        game = funkenflug.load(TINY)
        spoil(game)
        with pytest.raises(ValueError, match=reason):
            game.record()
    game = funkenflug.load(TINY)
    game.date = datetime.datetime(2026, 11, 15, 20, 15)
    assert funkenflug.load(game.record()).date == datetime.date(2026, 11, 15)


NAMES = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=60)


@given(st.lists(NAMES, min_size=4, max_size=4), st.integers(1, 4))
def test_names_of_all_sorts_come_back(names: list[str], players: int) -> None:
    game = funkenflug.new("feurio", players=players, seed=1, names=names[:players])
    assert funkenflug.load(game.record()).names == tuple(names[:players])
    assert funkenflug.load(game.record().encode()) == game


@pytest.mark.parametrize("name", ['"', "\\", '\\"', '\\\\"', '"]', "# no comment", "[Game", "Agnes \\", "1. pass"])
def test_names_with_quotes_and_backslashes_come_back(name: str) -> None:
    game = funkenflug.new("feurio", players=2, seed=1, names=[name, "Bruno"])
    assert funkenflug.load(game.record()).names == (name, "Bruno")


@given(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=128))
def test_seeds_of_all_sorts_come_back(seed: str) -> None:
    game = funkenflug.new("feurio", players=2, seed=seed)
    assert funkenflug.load(game.record()) == game


def test_bytes_are_read_as_utf_8_with_or_without_a_mark() -> None:
    game = funkenflug.new("feurio", players=2, seed="Glühwürmchen", names=["Änne", "Bruno"])
    record = game.record().encode()
    assert funkenflug.load(record) == game
    assert funkenflug.load(b"\xef\xbb\xbf" + record) == game
    assert funkenflug.load("\ufeff" + record.decode()) == game
    assert funkenflug.load(record.replace(b"\n", b"\r\n")) == game
    assert refusal(record.replace(b"Bruno", b"Br\xfcno")) == (6, "this is no text in UTF-8")
    assert refusal(record.decode().encode("utf-16"))[1] == "this is no text in UTF-8"


def test_a_record_in_a_file(tmp_path: Path) -> None:
    game = funkenflug.new("feurio", players=3, seed=1)
    file = tmp_path / "match.ff"
    file.write_text(game.record(), encoding="utf-8")
    assert funkenflug.load(file.read_bytes()) == game


@pytest.mark.parametrize(
    "turns",
    [
        "tile 1,-1 + pass",
        "1. tile 1,-1\n+ pass",
        "1. tile 1,-1\npass",
        "7. tile 1,-1\n   + pass",
        "1.tile 1,-1 + pass",
        "1.\ttile 1,-1  +  pass",
        "1.\ntile 1,-1\n+ 1.pass",
        "0123456789. tile 1,-1\n0. pass",
    ],
)
def test_turns_may_be_split_and_numbered_as_one_likes(turns: str) -> None:
    assert funkenflug.load(f"{TINY}\n{turns}\n").moves == ("tile 1,-1", "pass")


@pytest.mark.parametrize(
    ("turns", "line", "reason"),
    [
        ("1. tile 9,9", 5, "tile 9,9 (v4): v4 does not touch the forest"),
        ("1. tile v4", 5, "tile v4: v4 does not touch the forest"),
        ("1. tile 1,-1 + pass\n2. pass", 6, "pass: lay the tile first"),
        ("1. tile 1,-1 + pass\n# fine\n\n2. tile 2,-1\n   + crew 9 red 0,0", 9, "crew 9 red 0,0: you can place 1 to 3"),
        ("1. tile 1,-1 + crew 1 yellow 0,0", 5, "crew 1 yellow 0,0: yellow is not yours"),
        ("1. tile 1,-1 +pass", 5, "tile 1,-1 +pass: “tile 1,-1 +pass” is not a move in Feurio!"),
        ("1. tile 1,-1 + pass + pass", 5, "pass: lay the tile first"),
        ("1 tile 1,-1", 5, "1 tile 1,-1: “1 tile 1,-1” is not a move"),
        ("1. Tile 1,-1", 5, "Tile 1,-1: “Tile 1,-1” is not a move"),
        ("1. arrange 1 2 3 4", 5, "arrange 1 2 3 4: lay the tile first"),
        ("\n\n\n1. nonsense", 8, "nonsense: “nonsense” is not a move in Feurio!"),
    ],
)
def test_the_first_bad_move_is_reported_with_line_and_reason(turns: str, line: int, reason: str) -> None:
    found, why = refusal(f"{TINY}\n{turns}\n")
    assert found == line
    assert why.startswith(reason)
    assert isinstance(why, Message), "it can be translated"


@pytest.mark.parametrize(
    ("record", "line", "reason"),
    [
        ("", 1, "this record has no game"),
        ("\n \n", 1, "this record has no game"),
        ("tile 1,-1", 1, "a record begins with tags, Game among them"),
        ('\n[Players "2"]', 2, "a record begins with tags, Game among them"),
        ('[Game "feurio"]', 1, "the tag Players is missing"),
        ('[Game "feurio"]\n[Players "two"]', 2, "Players must be a whole number, not 'two'"),
        ('[Game "feurio"]\n[Players "99999999999"]', 2, "Feurio! is for 1 to 4 players, not 99999999999"),
        ("# nothing but\n\n# remarks", 1, "this record has no game"),
        ("# a remark\ntile 1,-1", 2, "a record begins with tags, Game among them"),
        ('[Game "feurio"]\n[Players "5"]\n[Seed "1"]', 2, "Feurio! is for 1 to 4 players, not 5"),
        ('[Game "chess"]\n[Players "2"]\n[Seed "1"]', 1, "there is no game 'chess'"),
        ('[Game "feurio"]\n[Players "2"]', 1, "the tag Seed is missing, and the deal is not given outright"),
        (
            '[Game "vulkan"]\n[Players "2"]\n[Layout "hexagon"]',
            1,
            "the tag Seed is missing, and the deal is not given outright",
        ),
        ('[Game "feuer-wasser"]\n[Players "2"]', 1, "the tag Seed is missing, and the deal is not given outright"),
        (TINY + '[Mode "solitaire"]', 4, "solitaire is not for 2 players"),
        (TINY + '[Mode "war"]', 4, "Feurio! has no mode 'war'"),
        (TINY + '[Options "wet"]', 4, "Feurio! has no option 'wet'"),
        (TINY + '[Mode "cooperative"]\n[Options "hotter"]', 5, "the option hotter is not for cooperative games"),
        (TINY + '[Deck "1 2 3"]', 4, "a deck has 36 tiles, this one has 3"),
        (TINY + '[Deck "1 2 7"]', 4, "a tile must have a number from 1 to 6, not '7'"),
        (TINY + f'[Deck "{"1 " * 36}"]', 4, "a deck has six tiles of each number, this one has 36 of 1"),
        (TINY + '[Seat0 "Agnes"]', 4, "1 name for 2 players, for seat 0"),
        (TINY + '[Seat1 "A"]\n[Seat0 "B"]\n[Seat3 "C"]', 5, "3 names for 2 players, for seat 0, 1 and 3"),
        (TINY + '[Seat0 "A"]\n[Seat1 " "]', 5, "a name must be one line of 1 to 60 printable characters"),
        *(
            (TINY + f'[Date "{date}"]', 4, f"Date must be a day like 2026-11-15, not '{date}'")
            for date in ("yesterday", "15.11.2026", "2026-W46-1", "20261115", "2026-02-30", "")
        ),
        (VULKAN + '[Layout "flower"]', 4, "a layout must be random, hexagon, parallelogram or cells with numbers"),
        (VULKAN + '[Layout "0,0=7"]', 4, "the tile on 0,0 must have a number from 1 to 6, not '7'"),
        (VULKAN + '[Layout "0,0=6"]', 4, "a layout has 36 tiles, this one has 1"),
        (WASSER + '[Board "7x7"]', 4, "there is no board '7x7'; there are 6x6, 8x8"),
        (WASSER + '[Board "7x7"]\n[Piles "11 / 11"]', 4, "there is no board '7x7'"),
        (WASSER + '[Board "FW/WF"]', 4, "a board has 6 to 12 rows, this one has 2"),
        (WASSER + '[Board "6x6"]\n[Piles "15 / 11"]', 5, "a tile must be two digits from 1 to 4, not '15'"),
        (WASSER + '[Board "6x6"]\n[Piles "11 / 11"]', 5, "a pile has 16 tiles, that of seat 0 has 1"),
        (WASSER + '[Piles "11"]', 4, "1 pile for 2 players"),
        (TINY + '[Seed "8"]', 4, "the tag Seed occurs twice"),
        (TINY + "[Event Sunday]", 4, 'a tag looks like [Game "feurio"], not [Event Sunday]'),
        (TINY + '[event "x"]', 4, "a tag looks like"),
        (TINY + '[Event "a"b"]', 4, "a tag looks like"),
        (TINY + '[Event "a\\b"]', 4, "a tag looks like"),
        (TINY + '[Event "a"] # no', 4, "a tag looks like"),
        (TINY.replace('"7"', '""'), 3, "a seed must be one line of 1 to 128 printable characters"),
        (TINY.replace('"7"', f'"{"7" * 129}"'), 3, "a seed must be one line of 1 to 128 printable characters"),
        (TINY + '\n[Seed "9"]', 5, "the tag Seed occurs twice"),
        (TINY + '1. tile 1,-1\n[Seed "9"]', 5, "a record begins with tags, Game among them"),
        (TINY + "x" * 2001, 4, "a line of 2001 characters is too long"),
    ],
)
def test_what_cannot_be_read_is_reported_with_line_and_reason(record: str, line: int, reason: str) -> None:
    found, why = refusal(record)
    assert (found, why[: len(reason)]) == (line, reason)
    assert isinstance(why, Message), "it can be translated"


@pytest.mark.parametrize("name", ["standard", "6x6", "8x8", "10x10", "12x8", "12x12"])
def test_a_board_may_be_given_by_name(name: str) -> None:
    game = funkenflug.load(WASSER + f'[Board "{name}"]')
    assert game == funkenflug.new("feuer-wasser", players=2, seed=7, board=name)
    assert funkenflug.load(game.record()) == game


# Garbage


@pytest.mark.parametrize("garbage", [None, 5, [], Path("match.ff"), bytearray(b"x")])
def test_what_is_no_text_is_no_record(garbage: Any) -> None:
    for read in (funkenflug.load, funkenflug.load_all):
        with pytest.raises(RecordError, match=f"line 1: a record must be text or bytes, not {type(garbage).__name__}"):
            read(garbage)


@given(st.binary(max_size=400) | st.text(max_size=400))
def test_garbage_is_refused(garbage: bytes | str) -> None:
    refusal(garbage)


PIECES = (
    '[Game "feurio"]', '[Game "', '[Players "2"]', '[Players "-1"]', '[Mode "cooperative"]', '[Options "firebreak"]',
    '[Seed "7"]', '[Seed "\\""]', '[Deck "6"]', '[Seat0 "A"]', '[Seat3 "B"]', '[Date "2026-02-30"]', '[Result "won"]',
    "1. tile 1,-1", " + pass", "+ crew 1 green 0,0", "#", "\n", "\n", "\n", "\r", "\0", "\u2028", "\ufeff", " ", "]",
    '"', "pass", "9" * 5000,
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_garbage_made_of_pieces_of_records_is_read_or_refused(garbage: str) -> None:
    assert_read_or_refused(garbage)


def assert_read_or_refused(text: str | bytes) -> None:
    try:
        matches = funkenflug.load_all(text)
    except RecordError:
        line, reason = refusal(text)
        assert line >= 1
        assert len(reason) < 400
    else:
        for match in matches:
            assert funkenflug.load(match.record()) == match


def a_record(plan: Plan, plies: int) -> str:
    game = plan.played(plies)
    game.comments = {0: "begun", len(game.moves) // 2: "half # way"}
    game.tags = {"Event": 'the "big" one'}
    return game.record()


@given(plans(), st.integers(0, 100), st.data())
def test_truncated_records_are_read_or_refused(plan: Plan, plies: int, data: st.DataObject) -> None:
    record = a_record(plan, plies)
    end = data.draw(st.integers(0, len(record)))
    assert_read_or_refused(record[:end])
    assert_read_or_refused(record[end:])
    assert_read_or_refused(record.encode()[:end])


@given(plans(), st.integers(0, 100), st.data())
def test_mutated_records_are_read_or_refused(plan: Plan, plies: int, data: st.DataObject) -> None:
    record = a_record(plan, plies)
    for _ in range(data.draw(st.integers(1, 5))):
        start_at = data.draw(st.integers(0, len(record)))
        length = data.draw(st.integers(0, 30))
        piece = data.draw(st.sampled_from(PIECES) | st.text(max_size=3))
        record = record[:start_at] + piece + record[start_at + length :]
        assert_read_or_refused(record)


@given(plans(), st.integers(0, 100), st.randoms(use_true_random=False))
def test_records_with_lines_in_disorder_are_read_or_refused(plan: Plan, plies: int, chance: random.Random) -> None:
    lines = a_record(plan, plies).splitlines(keepends=True)
    chance.shuffle(lines)
    assert_read_or_refused("".join(lines))
    assert_read_or_refused("".join(lines * 2))


@given(plans(), st.integers(0, 100), st.binary(min_size=1, max_size=4), st.integers(0, 10**6))
def test_records_with_other_bytes_are_read_or_refused(plan: Plan, plies: int, junk: bytes, place: int) -> None:
    record = a_record(plan, plies).encode()
    place %= len(record)
    assert_read_or_refused(record[:place] + junk + record[place + 1 :])


MEGABYTES = 10_000_000


@pytest.mark.parametrize(
    "record",
    [
        "x" * MEGABYTES,
        "[" * MEGABYTES,
        '[Game "' + '\\"' * (MEGABYTES // 2),
        '[Game "feurio' + "\\" * MEGABYTES,
        TINY + "# " + "x" * MEGABYTES,
        TINY + "1. tile " + "1" * MEGABYTES,
        TINY + " + pass" * (MEGABYTES // 7),
        TINY + "crew 1 green 0,0\n" * (MEGABYTES // 17),
        TINY + '[Event "' + "x" * MEGABYTES + '"]',
        " " * MEGABYTES,
        "\n" * MEGABYTES,
        "\ud800" * MEGABYTES,
        b"\xff" * MEGABYTES,
        b"\0" * MEGABYTES,
        "".join(f'[A{i} "x"]\n' for i in range(MEGABYTES // 15)),
    ],
    ids=lambda record: repr(record[:30]),
)
def test_ten_megabytes_of_garbage_are_refused_soon(record: str | bytes) -> None:
    began = time.process_time()
    refusal(record)
    assert time.process_time() - began < 20


def test_ten_megabytes_of_comments_are_read_soon() -> None:
    began = time.process_time()
    assert funkenflug.load(TINY + f"# {'word ' * 20}\n" * (MEGABYTES // 103)).moves == ()
    assert time.process_time() - began < 20


@pytest.mark.parametrize("cached", [False, True])
@pytest.mark.parametrize(
    "text", ["x" * MEGABYTES, "tile " + "1" * MEGABYTES, "crew " * (MEGABYTES // 5), "\ud800" * 101, " " * MEGABYTES]
)
def test_ten_megabytes_are_no_move(text: str, cached: bool) -> None:
    game = funkenflug.new("feurio", players=2, seed=7)
    if cached:
        game.legal_moves()
    began = time.process_time()
    with pytest.raises(IllegalMove) as refused:
        game.play(text)
    assert len(str(refused.value)) < 200
    assert time.process_time() - began < 5


@pytest.mark.parametrize("move", [None, 3, b"pass", ["pass"], ("tile", 1), 1.5])
def test_what_is_no_text_is_no_move(move: object) -> None:
    game = funkenflug.new("feurio", players=2, seed=7)
    with pytest.raises(IllegalMove, match="a move must be text, not"):
        game.play(move)  # type: ignore[arg-type]


@given(
    st.text(max_size=120)
    | st.lists(st.sampled_from(["tile", "crew", "break", "arrange", "pass", " ", "1", ",", "-", "green"])).map("".join)
)
def test_garbage_is_no_move(text: str) -> None:
    game = funkenflug.new("feurio", players=2, seed=7, options=["firebreak"])
    before = game.record()
    if text not in game.legal_moves():
        with pytest.raises(IllegalMove):
            game.play(text)
        assert game.record() == before
        assert game.explain(text)


def test_errors_survive_another_process() -> None:
    why = Message("the tag {tag} occurs twice", tag="{Seed}")
    error = pickle.loads(pickle.dumps(RecordError(3, why)))
    assert (error.line, error.reason, str(error)) == (3, why, "line 3: the tag {Seed} occurs twice")
    assert error.reason.template == why.template
    refused = pickle.loads(pickle.dumps(IllegalMove(Message("{colour} is not yours", colour=Message("red")))))
    assert (str(refused), refused.reason.template) == ("red is not yours", "{colour} is not yours")


# As a stream


def test_matches_are_read_one_by_one_from_a_file(tmp_path: Path) -> None:
    games = [funkenflug.new("feurio", players=2, seed=seed) for seed in range(3)]
    file = tmp_path / "games.ff"
    file.write_text("\ufeff" + "\n".join(game.record() for game in games), "utf-8")
    stream = funkenflug.read(file)
    assert next(stream) == games[0]
    assert list(stream) == games[1:]
    with file.open(encoding="utf-8") as opened:
        assert list(funkenflug.read(opened)) == games
    with file.open("rb") as binary:
        assert list(funkenflug.read(binary)) == games
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r"))
    assert list(funkenflug.read(file)) == games
    assert list(funkenflug.read([])) == []


def test_a_file_that_is_not_utf_8_is_reported_with_its_line(tmp_path: Path) -> None:
    games = [funkenflug.new("feurio", players=2, seed=seed, names=["Änne", "Bruno"]) for seed in range(3)]
    first, second, third = (game.record().encode() for game in games)
    file = tmp_path / "games.ff"
    file.write_bytes(first + second.decode().encode("latin-1") + third)
    bad = len(first.splitlines()) + 1 + next(i for i, line in enumerate(second.splitlines()) if b"Seat0" in line)
    stream = funkenflug.read(file)
    assert next(stream) == games[0]
    with pytest.raises(RecordError, match=f"line {bad}: this is no text in UTF-8"):
        next(stream)
    errors: list[RecordError] = []
    assert list(funkenflug.read(file, on_error=errors.append)) == [games[0], games[2]]
    assert [error.line for error in errors] == [bad]
    with pytest.raises(RecordError, match="line 1: a record must be text or bytes, not int"):
        next(funkenflug.read([5]))  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1. tile", "1. tale"),
        ("[Players", "[Plyers"),
        ('"*"', '"1-2 seat 1"'),
        ("1. tile", f"# {'x' * 3000}\n1. tale"),
        ('[Game "feurio"]', '[Game "chess"]'),
    ],
)
def test_a_match_that_cannot_be_read_is_reported_and_skipped(old: str, new: str) -> None:
    game = funkenflug.new("feurio", players=2, seed=1)
    game.play(game.legal_moves()[0])
    record = game.record()
    assert old in record
    errors: list[RecordError] = []
    text = "\n".join((record.replace(old, new), record, record.replace(old, new), record))
    assert list(funkenflug.read(text.splitlines(), on_error=errors.append)) == [game, game]
    assert len(errors) == 2
    assert errors[0].line <= len(record.splitlines()) + 1 < errors[1].line
    with pytest.raises(RecordError):
        list(funkenflug.read(text.splitlines()))


def test_clocks_are_kept_in_remarks() -> None:
    game = funkenflug.new("feurio", players=2, seed=1)
    game.play(game.legal_moves()[0])
    game.clocks, game.comments = {0: 300, 1: 293.25}, {1: "quick"}
    assert game.record().splitlines()[-1].endswith("# quick [%clock 293.25]")
    again = funkenflug.load(game.record())
    assert (again.clocks, again.comments) == ({0: 300, 1: 293.25}, {1: "quick"})
    assert (again.copy().clocks, again.record()) == (again.clocks, game.record())
    again.undo()
    assert (again.clocks, again.comments) == ({0: 300}, {})
    for bad, complaint in (
        ({9: 1.0}, "there is a clock at move 9"),
        ({0: "soon"}, "a clock must be a number of seconds"),
    ):
        game.clocks = bad  # type: ignore[assignment]
        with pytest.raises(ValueError, match=complaint):
            game.record()


@pytest.mark.parametrize("clocks", [{}, {1: 293.25}])
@pytest.mark.parametrize(
    "comment",
    ["[%clock 5] hello", "a \\[%clock 5]", "\\\\[%clock 5.5][%clock 6]", "[%clock 5", "\\", "[%clock [%clock 1]]"],
)
def test_a_remark_that_looks_like_a_clock_comes_back(comment: str, clocks: dict[int, float]) -> None:
    game = funkenflug.new("feurio", players=2, seed=1)
    game.play(game.legal_moves()[0])
    game.clocks, game.comments = clocks, {1: comment}
    again = funkenflug.load(game.record())
    assert (again.clocks, again.comments) == (game.clocks, game.comments)
    assert again.record() == game.record()


def test_a_clock_may_stand_anywhere_in_a_remark_and_the_first_one_counts() -> None:
    game = funkenflug.load(f"{TINY}\n# at [%clock 5] or [%clock 6]\n")
    assert (game.clocks, game.comments) == ({0: 5}, {0: "at or [%clock 6]"})
    again = funkenflug.load(game.record())
    assert (again.clocks, again.comments) == (game.clocks, game.comments)


def test_a_move_has_parts() -> None:
    move = Move("crew 2 green 1,0")
    assert (move.kind, move.pieces, move.colour, move.cell, move.cells) == ("crew", 2, "green", "1,0", ("1,0",))
    assert Move("break 1,-2 blue").parts == {"cell": ("1,-2",), "colour": ("blue",)}
    assert Move("arrange 6 1 4 2").tiles == ("6", "1", "4", "2")
    assert Move("fly red 0,0 2,0").cells == ("0,0", "2,0")
    assert (Move("tile 43 d4 d5").tile, Move("tile 1,-1").cell, Move("pass").parts) == ("43", "1,-1", {})
    with pytest.raises(AttributeError, match="the move 'pass' has no cell; it has kind"):
        _ = Move("pass").cell
