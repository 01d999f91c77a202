"""Studies: a match with variations, comments and nags, in memory and as a record."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import funkenflug
from funkenflug import IllegalMove, Node, Study
from funkenflug.match.study import NAGS
from tests.matches import deck_of

DECK = deck_of("65")


def small() -> Study:
    """A study of Feurio! without moves."""
    return Study(funkenflug.new("feurio", players=2, deck=DECK))


def moves_of(nodes: list[Node]) -> list[str]:
    return [str(node.move) for node in nodes]


def last_lines(study: Study) -> str:
    return study.record().partition("\n\n")[2]


def test_variations_nags_and_comments_are_written_as_remarks() -> None:
    study = small()
    tile = study.root.add("tile 1,-1")
    tile.nag, tile.comment = "!?", "the hot side"
    tile.add("pass").add("tile 0,1")
    crew = tile.add("crew 2 green 0,0")
    crew.nag, crew.comment = "!", "a } brace"
    crew.add("tile 0,1")
    study.root.add("tile 0,1").comment = "(1. looks like a variation"
    study.root.comment = "Sunday"
    assert last_lines(study) == (
        "# Sunday\n"
        "1. tile 1,-1  # !? the hot side (1. tile 0,1 {(1. looks like a variation})\n"
        "   + pass  # (1. crew 2 green 0,0 ! {a \\} brace} 2. tile 0,1)\n"
        "2. tile 0,1\n"
    )
    assert funkenflug.load_study(study.record()) == study


def test_load_gives_the_main_line_of_a_study_and_keeps_the_rest_as_remarks() -> None:
    study = small()
    study.root.add("tile 1,-1").add("pass")
    study.root.add("tile 0,1").nag = "?"
    game = funkenflug.load(study.record())
    assert game.moves == ("tile 1,-1", "pass")
    assert game.comments == {1: "(1. tile 0,1 ?)"}
    assert funkenflug.load_study(game.record()) == study


@pytest.mark.parametrize(
    ("remark", "comment", "variations"),
    [
        ("why (not this)?", "why (not this)?", []),
        ("see (2. below", "see (2. below", []),
        ("(1. tile 9,9)", "(1. tile 9,9)", []),
        ("(1. tile 0,1", "(1. tile 0,1", []),
        ("(1. tile 0,1) and more", "(1. tile 0,1) and more", []),
        ("(1. )", "(1. )", []),
        ("hot (1. tile 0,1)", "hot", ["tile 0,1"]),
        ("{hot} (1. tile 0,1)", "hot", ["tile 0,1"]),
        ("{hot} cold", "{hot} cold", []),
        ("(1. tile 0,1 + pass (1. crew 1 green 0,0))", "", ["tile 0,1"]),
        ("(1. tile 1,-1 + crew 1 green 0,0)", "", []),
    ],
)
def test_what_cannot_be_played_stays_in_the_comment(remark: str, comment: str, variations: list[str]) -> None:
    game = funkenflug.new("feurio", players=2, deck=DECK)
    game.play("tile 1,-1")
    game.comments = {1: remark}
    study = Study(game)
    first, *others = study.root.children
    assert (first.nag, first.comment, moves_of(others)) == ("", comment, variations)
    assert funkenflug.load_study(study.record()) == study


def test_a_study_grows_is_pruned_and_rearranged() -> None:
    study = small()
    first = study.root.add("tile 1,-1").add("pass")
    other = study.root.add("tile 0,1")
    deep = other.add("crew 1 green 0,0").add("tile 1,-1")
    assert [(node.ply, node.seat, node.turn, node.begins_turn) for node in (first, deep)] == [
        (2, 0, 1, False),
        (3, 1, 2, True),
    ]
    assert study.root.add("tile 0,1") is other
    with pytest.raises(IllegalMove):
        study.root.add("tile 9,9")
    deep.promote()
    assert moves_of(study.root.main_line()) == ["tile 0,1", "crew 1 green 0,0", "tile 1,-1"]
    assert study.main.moves == deep.path
    first.remove()
    assert moves_of(list(study)) == ["None", "tile 0,1", "crew 1 green 0,0", "tile 1,-1", "tile 1,-1"]
    with pytest.raises(ValueError, match="beginning"):
        study.root.remove()
    with pytest.raises(ValueError, match="marked with"):
        deep.nag = "!!!"


words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12) | st.sampled_from(
    ["{", "}", "\\", "\\}", "(1. tile 0,1)", "(2.", ")", "! yes", "?", "# 1. pass", "{a} (b)", " + ", "[%clock 5]"]
)
comments = st.lists(words, max_size=4).map(" ".join)
growth = st.lists(
    st.tuples(st.integers(0, 40), st.integers(0, 40), st.sampled_from(("", *NAGS)), comments), max_size=25
)


@given(growth, comments, st.sampled_from(["feurio", "vulkan", "feuer-wasser"]))
def test_a_study_survives_its_record(grown: list[tuple[int, int, str, str]], beginning: str, game: str) -> None:
    study = Study(funkenflug.new(game, players=2, seed=7))
    study.root.comment = beginning
    nodes = [study.root]
    for place, choice, nag, comment in grown:
        before = nodes[-1 - place % len(nodes)]
        legal = before.game.legal_moves()
        if legal:
            node = before.add(legal[choice % len(legal)])
            node.nag, node.comment = nag, comment
            nodes.append(node)
    again = funkenflug.load_study(study.record())
    assert again == study
    assert again.record() == study.record()
    assert funkenflug.load_study(funkenflug.load(study.record()).record()) == study


def test_deeply_nested_variations_need_no_deep_stack() -> None:
    study = small()
    node = study.root
    for _ in range(60):
        legal = node.game.legal_moves()
        if len(legal) < 2:
            node = node.add(legal[0])
            continue
        node.add(legal[0])
        node = node.add(legal[1])
    assert funkenflug.load_study(study.record()) == study
