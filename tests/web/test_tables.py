"""What may be done at a table, by whom, and what follows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import funkenflug
from funkenflug.web.tables.events import Played, Resumed, TakenBack, UndoAsked, read, written
from funkenflug.web.tables.table import Late, Refused, Table
from tests.web.matches import TestTable, table


def refused(status: int, act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refusal:
        act()
    assert refusal.value.status == status
    return str(refusal.value.words)


def first_move(at: Table) -> str:
    return str(at.game.legal_moves()[0])


def flying(*who: str, clock: str = "none") -> TestTable:
    """Return a match of Vulkan! after the volcano was chosen: seat 0 flies."""
    here = table("vulkan", who or ("ann", "bob"), layout="hexagon", clock=clock)
    here.do(Played(seat=1, moves=(first_move(here),)), seconds=0)
    return here


# Playing


def test_another_seat_another_turn_an_illegal_move_are_refused() -> None:
    here = table()
    assert here.to_move == 0
    assert refused(403, lambda: here.play("bob", 0, 0, [first_move(here)])) == "This is not your seat"
    assert refused(403, lambda: here.play("eve", 0, 1, [first_move(here)])) == "This is not your seat"
    assert refused(404, lambda: here.play("bob", 0, 3, [first_move(here)])) == "There is no such seat"
    assert refused(409, lambda: here.play("bob", 0, 1, [first_move(here)])) == "It is the turn of Ann"
    assert "does not touch the forest" in refused(422, lambda: here.play("ann", 0, 0, ["tile 9,9"]))
    assert refused(422, lambda: here.play("ann", 5, 0, [first_move(here)])).startswith("Nothing of the number 5")


def test_a_turn_of_several_moves_happens_as_a_whole_or_not_at_all() -> None:
    here = table()
    tile = first_move(here)
    assert refused(422, lambda: here.play("ann", 0, 0, [tile, "crew 9 green 0,0"]))
    assert not here.game.moves
    assert refused(422, lambda: here.play("ann", 0, 0, [tile, "pass", "pass"])).startswith("“pass” comes too early")
    here.do(here.play("ann", 0, 0, [tile, "pass"]))
    assert (here.game.moves, here.number, here.to_move) == ((tile, "pass"), 1, 1)


def test_the_same_request_again_changes_nothing_and_a_late_one_is_told_so() -> None:
    here = table()
    tile = first_move(here)
    here.do(here.play("ann", 0, 0, [tile]))
    assert here.play("ann", 0, 0, [tile]) is None
    with pytest.raises(Late):
        here.play("ann", 0, 0, ["pass"])
    here.do(here.play("ann", 1, 0, ["pass"]))
    assert here.play("ann", 0, 0, [tile]) is None, "also when more has happened since"


def test_talk_makes_nobody_late() -> None:
    here = table()
    here.do(here.say("bob", "Bob", "hurry up"))
    here.do(here.play("ann", 0, 0, [first_move(here)]))
    assert [line.text for line in here.chat] == ["hurry up"]


def test_events_make_the_same_table_again() -> None:
    here = table("feuer-wasser", ("ann", "", "ember"), clock="5 minutes", public=True)
    here.do(here.sit("bob", 1, "Bob", invited=False))
    here.play_on(1)
    for entry in here.entries:
        assert read(written(entry.what)) == entry.what
    again = Table("test", here.entries)
    assert again.game == here.game
    assert (again.seats, again.log, again.turn_began) == (here.seats, here.log, here.turn_began)


# Seats


def test_a_match_begins_when_every_seat_is_taken() -> None:
    here = table(who=("ann", ""))
    assert (here.state, here.to_move) == ("open", None)
    assert "begins when" in refused(409, lambda: here.play("ann", 0, 0, [first_move(here)]))
    assert refused(403, lambda: here.sit("eve", 1, "Eve", invited=False)).startswith("This seat is kept")
    here.do(here.sit("bob", 1, "Bob", invited=True))
    assert (here.state, here.to_move, here.game.names) == ("running", 0, ("Ann", "Bob"))
    assert here.sit("bob", 1, "Bob", invited=False) is None
    assert refused(409, lambda: here.sit("eve", 1, "Eve", invited=True)) == "This seat is taken"


def test_the_host_may_come_back_to_an_open_seat() -> None:
    here = table(who=("ann",), mode="solitaire")
    here.do(here.leave("ann", 0))
    assert refused(403, lambda: here.sit("eve", 0, "Eve", invited=False))
    here.do(here.sit("ann", 0, "Ann", invited=False))
    assert here.state == "running"


def test_alone_is_who_plays_one_seat_against_bots() -> None:
    assert table(who=("ann",), mode="solitaire").alone("ann")
    assert table(who=("ann", "ember")).alone("ann")
    for others in (("bob",), ("",), ("ann",), ("ember", "bob")):
        assert not table(who=("ann", *others)).alone("ann")
    assert not table(who=("ann", "ember")).alone("eve")


def test_a_bot_goes_on_for_somebody_who_left() -> None:
    here = table(who=("ann", "bob"))
    here.play_on(3)
    here.do(here.leave("bob", 1))
    assert here.state == "open"
    assert refused(403, lambda: here.seat_bot("eve", 1, "ember")) == "You have no seat at this table"
    here.do(here.seat_bot("ann", 1, "ember"))
    assert (here.state, here.game.names) == ("running", ("Ann", "Ember"))
    assert refused(403, lambda: here.leave("bob", 1)) == "This is not your seat"


def test_a_bot_plays_for_somebody_who_is_away_until_they_come_back() -> None:
    here = table(who=("ann", "bob"))
    here.play_on(2)
    assert refused(409, lambda: here.seat_bot("ann", 1, "ember")) == "This seat is taken"
    assert refused(409, lambda: here.seat_bot("ann", 0, "ember", away=True)) == "This seat is taken"
    here.do(here.seat_bot("ann", 1, "flame", away=True))
    assert (here.seats[1].kind, here.people(), here.expected()) == ("bot", frozenset({"ann"}), frozenset({"bob"}))
    assert refused(409, lambda: here.sit("eve", 1, "Eve", invited=True)) == "This seat is taken"
    here.do(here.sit("bob", 1, "Bob", invited=False))
    assert (here.seats[1].kind, here.game.names, here.expected()) == ("person", ("Ann", "Bob"), frozenset())


# Taking back


def test_a_tile_is_taken_back_freely_for_it_was_known() -> None:
    here = table()
    here.play_on(1)
    assert here.may_undo("ann") == "freely"
    assert here.may_undo("bob") is False
    here.do(here.undo("ann", 1))
    assert (here.game.moves, here.to_move) == ((), 0)
    assert here.log[-1].words == "Ann took back a move"


def test_after_the_next_tile_is_drawn_the_other_is_asked() -> None:
    here = table()
    here.do(here.play("ann", 0, 0, [first_move(here), "pass"]))
    asked = here.undo("ann", 1)
    assert isinstance(asked, UndoAsked)
    here.do(asked)
    assert here.wish is not None
    assert here.wish.asked == {"bob"}
    assert here.granted_undo() is None
    assert refused(409, lambda: here.answer_undo("ann", True)) == "Nobody has asked you"
    here.do(here.answer_undo("bob", True))
    here.do(here.granted_undo())
    assert len(here.game.moves) == 1
    assert here.wish is None


def test_a_no_or_a_move_ends_the_wish() -> None:
    for refuse in (True, False):
        here = table()
        here.do(here.play("ann", 0, 0, [first_move(here), "pass"]))
        here.do(here.undo("ann", 1))
        here.do(here.answer_undo("bob", False) if refuse else here.play("bob", 2, 1, [first_move(here)]))
        assert here.wish is None
        assert len(here.game.moves) >= 2


def test_with_bots_a_move_is_taken_back_with_what_they_answered() -> None:
    here = flying("ann", "ember")
    here.play_on(1)
    here.do(Played(seat=1, moves=(first_move(here),)))
    assert here.undo("ann", here.number) == TakenBack(seat=0, ply=1)


def test_in_vulkan_a_move_is_free_until_the_other_has_answered() -> None:
    here = flying()
    here.play_on(1)
    assert here.may_undo("ann") == "freely"
    here.play_on(1)
    assert here.may_undo("ann") == "ask"


def test_the_solitaire_of_the_day_goes_only_forwards_once_something_was_revealed() -> None:
    here = table(who=("ann",), mode="solitaire", day="2026-11-15")
    here.play_on(1)
    assert here.may_undo("ann") == "freely", "the tile was known"
    here.do(here.play("ann", 1, 0, ["pass"]))
    assert refused(409, lambda: here.undo("ann", 2)) == "The solitaire of the day goes only forwards"
    practice = table(who=("ann",), mode="solitaire")
    practice.play_on(2)
    assert practice.may_undo("ann") == "freely"


def test_others_who_are_played_at_the_same_device_need_not_be_asked() -> None:
    here = table(who=("ann", "ann"))
    here.play_on(5)
    assert here.may_undo("ann") == "freely"


# Giving up


def test_of_two_the_other_wins() -> None:
    here = table()
    here.play_on(3)
    here.do(here.resign("ann"))
    assert (here.state, here.winners, here.to_move) == ("over", (1,), None)
    assert refused(409, lambda: here.resign("bob")) == "The match is over"
    assert funkenflug.load(here.game.record()).tags["Termination"] == "Ann resigned"


def test_of_three_a_bot_goes_on() -> None:
    here = table(who=("ann", "bob", "cid"))
    here.do(here.resign("bob"))
    assert here.state == "running"
    assert [(seat.kind, seat.name) for seat in here.seats][1] == ("bot", "Ember")
    assert here.seats_of("bob") == ()


def test_together_a_bot_goes_on_and_alone_it_is_lost() -> None:
    together = table(mode="cooperative")
    together.do(together.resign("ann"))
    assert together.state == "running"
    alone = table(who=("ann",), mode="solitaire")
    alone.do(alone.resign("ann"))
    assert (alone.state, alone.winners) == ("over", ())


# Clocks


def test_five_minutes_are_spent_only_in_the_own_turn() -> None:
    here = flying(clock="5 minutes")
    here.do(here.play("ann", 1, 0, [first_move(here)]), seconds=100)
    assert [seat.seconds_left for seat in here.seats] == [200, 300]
    here.do(here.play("bob", 2, 1, [first_move(here)]), seconds=250)
    assert [seat.seconds_left for seat in here.seats] == [200, 50]
    began = here.turn_began
    assert here.deadline() == began + 200
    assert here.flag(began + 199.9) is None
    here.do(here.flag(began + 200))
    assert (here.state, here.winners) == ("over", (1,))


def test_a_day_a_move_is_a_day_for_every_move() -> None:
    here = flying(clock="a day a move")
    here.do(here.play("ann", 1, 0, [first_move(here)]), seconds=80000)
    here.do(here.play("bob", 2, 1, [first_move(here)]), seconds=80000)
    assert here.deadline() == here.turn_began + 86400


def test_time_without_a_site_does_not_count() -> None:
    here = table("vulkan", clock="5 minutes")
    here.do(Resumed(), seconds=5000)
    assert here.flag(here.turn_began + 299) is None


def test_no_time_runs_while_a_seat_is_open_or_a_bot_thinks() -> None:
    assert table(who=("ann", ""), clock="5 minutes").deadline() is None
    assert table(who=("ember", "ann"), clock="5 minutes").deadline() is None


# Again


def test_a_rematch_begins_with_another() -> None:
    here: TestTable = table("vulkan")
    assert refused(409, lambda: here.again("ann")) == "The match is not over yet"
    here.do(here.resign("ann"))
    assert [place.who for place in here.again("bob")] == ["bob", "ann"]
    assert refused(403, lambda: here.again("eve")) == "You have no seat at this table"
