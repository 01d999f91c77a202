"""Lists whose copies share their items, against plain lists."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

import funkenflug
from funkenflug.core.shared_list import SharedList

STEPS = st.lists(st.tuples(st.sampled_from(("copy", "append", "shorten")), st.integers(0, 7), st.integers(0, 9)))


@given(STEPS)
def test_copies_change_independently(steps: list[tuple[str, int, int]]) -> None:
    lists, plain = [SharedList[int]()], [list[int]()]
    for what, which, number in steps:
        which %= len(lists)
        if what == "copy":
            lists.append(lists[which].copy())
            plain.append(plain[which].copy())
        elif what == "append":
            lists[which].append(number)
            plain[which].append(number)
        else:
            lists[which].shorten(number)
            del plain[which][number:]
        assert [list(one) for one in lists] == plain
        assert [one[-3:] for one in lists] == [one[-3:] for one in plain]
        assert [list(reversed(one)) for one in lists] == [one[::-1] for one in plain]


def test_every_position_can_be_taken_back_to_also_after_pickling() -> None:
    game = funkenflug.new("feurio", players=2, seed=7)
    positions = [game.position()]
    while not game.over:
        game.play(game.legal_moves()[0])
        positions.append(game.position())
    assert len(positions) > 40
    for copy in (game.copy(), pickle.loads(pickle.dumps(game))):
        copy.undo()
        copy.play(game.moves[-1])
        seen = [copy.position()]
        while copy.moves:
            copy.undo()
            seen.append(copy.position())
        assert seen == positions[::-1]
    assert game.position() == positions[-1]
