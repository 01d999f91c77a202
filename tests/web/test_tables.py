"""What may be done at a table, by whom, and what follows."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

import pytest

import funkenflug
from funkenflug.site.infra.errors import OutOfDate, Refused
from funkenflug.site.tables import commands
from funkenflug.site.tables.events import MovesPlayed, Resumed, TakenBack, UndoAsked, decode_event, encode_event
from funkenflug.site.tables.table import Table
from tests.web.matches import TestTable, key, table


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
    here.do(MovesPlayed(seat=1, moves=(first_move(here),)), seconds=0)
    return here


# Playing


def test_another_seat_another_turn_an_illegal_move_are_refused() -> None:
    here = table()
    assert here.to_move == 0
    assert refused(403, lambda: commands.play(here, "bob", 0, 0, [first_move(here)])) == "This is not your seat"
    assert refused(403, lambda: commands.play(here, "eve", 0, 1, [first_move(here)])) == "This is not your seat"
    assert refused(404, lambda: commands.play(here, "bob", 0, 3, [first_move(here)])) == "There is no such seat"
    assert refused(409, lambda: commands.play(here, "bob", 0, 1, [first_move(here)])) == "It’s Ann’s turn"
    assert "does not touch the forest" in refused(422, lambda: commands.play(here, "ann", 0, 0, ["tile 9,9"]))
    assert refused(422, lambda: commands.play(here, "ann", 5, 0, [first_move(here)])).startswith("There is no event 5")


def test_a_turn_of_several_moves_happens_as_a_whole_or_not_at_all() -> None:
    here = table()
    tile = first_move(here)
    assert refused(422, lambda: commands.play(here, "ann", 0, 0, [tile, "crew 9 green 0,0"]))
    assert not here.game.moves
    assert refused(409, lambda: commands.play(here, "ann", 0, 0, [tile, "pass", "pass"])).startswith("Send your move")
    here.do(commands.play(here, "ann", 0, 0, [tile, "pass"]))
    assert (here.game.moves, here.number, here.to_move) == ((tile, "pass"), 1, 1)


def test_a_request_ends_where_something_is_revealed() -> None:
    alone = table(who=("ann",), mode="solitaire")
    turn = [first_move(alone), "pass"]
    for next_move in ("tile 9,9", "pass", "nonsense"):
        reason = refused(409, partial(commands.play, alone, "ann", 0, 0, [*turn, next_move]))
        assert reason == "Send your move to see what comes next"
    assert alone.number == 0
    alone.do(commands.play(alone, "ann", 0, 0, turn))
    assert alone.game.moves == tuple(turn)


def test_turns_that_reveal_nothing_are_sent_together() -> None:
    alone = table("vulkan", ("ann",), mode="solitaire")
    ahead = alone.game.copy()
    for _ in range(4):
        ahead.play(ahead.legal_moves()[0])
    alone.do(commands.play(alone, "ann", 0, 0, ahead.moves))
    assert alone.game.moves == ahead.moves


def test_stored_moves_beyond_one_turn_are_still_read() -> None:
    alone = table(who=("ann",), mode="solitaire")
    ahead = alone.game.copy()
    for _ in range(3):
        ahead.play(ahead.legal_moves()[0])
    alone.do(MovesPlayed(seat=0, moves=tuple(map(str, ahead.moves))))
    assert alone.game.moves == ahead.moves


def test_the_same_request_again_changes_nothing_and_a_late_one_is_told_so() -> None:
    here = table()
    tile = first_move(here)
    here.do(commands.play(here, "ann", 0, 0, [tile]))
    assert commands.play(here, "ann", 0, 0, [tile]) is None
    with pytest.raises(OutOfDate):
        commands.play(here, "ann", 0, 0, ["pass"])
    here.do(commands.play(here, "ann", 1, 0, ["pass"]))
    assert commands.play(here, "ann", 0, 0, [tile]) is None, "also when more has happened since"


def test_talk_makes_nobody_late() -> None:
    here = table()
    here.do(commands.chat(here, "bob", "Bob", "hurry up"))
    here.do(commands.play(here, "ann", 0, 0, [first_move(here)]))
    assert [line.text for line in here.chat] == ["hurry up"]


def test_events_make_the_same_table_again() -> None:
    here = table("feuer-wasser", ("ann", "", "ember"), clock="5 minutes", public=True)
    here.do(commands.sit_down(here, "bob", 1, "Bob"))
    here.play_on(1)
    for entry in here.entries:
        assert decode_event(encode_event(entry.event)) == entry.event
    again = Table("test", here.entries)
    assert again.game == here.game
    assert (again.seats, list(again.log), again.turn_began) == (here.seats, list(here.log), here.turn_began)


# Seats


def test_a_match_begins_when_every_seat_is_taken() -> None:
    here = table(who=("ann", ""))
    assert (here.state, here.to_move) == ("open", None)
    assert "starts when" in refused(409, lambda: commands.play(here, "ann", 0, 0, [first_move(here)]))
    assert refused(403, lambda: commands.sit_down(here, "eve", 1, "Eve")).startswith("This seat is reserved")
    here.do(commands.sit_down(here, "bob", 1, "Bob", key(1)))
    assert (here.state, here.to_move, here.game.names) == ("running", 0, ("Ann", "Bob"))
    assert commands.sit_down(here, "bob", 1, "Bob") is None
    assert refused(409, lambda: commands.sit_down(here, "eve", 1, "Eve", key(1))) == "This seat is taken"


def test_nobody_can_know_the_deal_before_every_seat_is_taken() -> None:
    """Two tables of different deals are the same until the last seat is taken."""
    one, other = (table(who=("ann", "", "ember"), seed=seed) for seed in (1, 2))
    assert one.game == other.game
    assert (one.dealt_at, one.awaited(), one.given) == (-1, [1], False)
    for here in (one, other):
        here.do(commands.sit_down(here, "bob", 1, "Bob", key(1)))
    assert one.game.setup.deal != other.game.setup.deal
    assert (one.dealt_at, one.decided_at) == (1, 1)
    assert one.game.setup.seed == "1"
    assert refused(409, lambda: commands.give_value(one, "ann", "0" * 32)) == "In this game, only the site shuffles"


def test_a_given_deal_is_called_so_before_it_is_seen() -> None:
    given = funkenflug.new("feurio", players=2, seed=3).setup.deal
    here = table(who=("ann", ""), seed=None, deck=list(given))
    assert here.given
    assert here.game.setup.deal != given


def test_the_host_may_come_back_to_an_open_seat() -> None:
    here = table(who=("ann",), mode="solitaire")
    here.do(commands.leave(here, "ann", 0))
    assert refused(403, lambda: commands.sit_down(here, "eve", 0, "Eve"))
    here.do(commands.sit_down(here, "ann", 0, "Ann"))
    assert here.state == "running"


def test_alone_is_who_plays_one_seat_against_bots() -> None:
    assert table(who=("ann",), mode="solitaire").plays_alone("ann")
    assert table(who=("ann", "ember")).plays_alone("ann")
    for others in (("bob",), ("",), ("ann",), ("ember", "bob")):
        assert not table(who=("ann", *others)).plays_alone("ann")
    assert not table(who=("ann", "ember")).plays_alone("eve")


def test_a_bot_goes_on_for_somebody_who_left() -> None:
    here = table(who=("ann", "bob"))
    here.play_on(3)
    here.do(commands.leave(here, "bob", 1))
    assert here.state == "open"
    assert refused(403, lambda: commands.seat_bot(here, "eve", 1, "ember")) == "You don’t have a seat at this table"
    here.do(commands.seat_bot(here, "ann", 1, "ember"))
    assert (here.state, here.game.names) == ("running", ("Ann", "Ember"))
    assert refused(403, lambda: commands.leave(here, "bob", 1)) == "This is not your seat"


def test_a_bot_plays_for_somebody_who_is_away_until_they_come_back() -> None:
    here = table(who=("ann", "bob"))
    here.play_on(2)
    assert refused(409, lambda: commands.seat_bot(here, "ann", 1, "ember")) == "This seat is taken"
    assert refused(409, lambda: commands.seat_bot(here, "ann", 0, "ember", away=True)) == "This seat is taken"
    here.do(commands.seat_bot(here, "ann", 1, "flame", away=True))
    assert (here.seats[1].kind, here.people(), here.replaced_people()) == (
        "bot",
        frozenset({"ann"}),
        frozenset({"bob"}),
    )
    assert refused(409, lambda: commands.sit_down(here, "eve", 1, "Eve", key(1))) == "This seat is taken"
    here.do(commands.sit_down(here, "bob", 1, "Bob"))
    assert (here.seats[1].kind, here.game.names, here.replaced_people()) == ("person", ("Ann", "Bob"), frozenset())


# What another seat knows


def test_in_a_competitive_match_nobody_looks_through_a_second_seat() -> None:
    here = table(who=("ann", "bob", "cid"), public=True)
    here.do(commands.leave(here, "bob", 1))
    for who in ("ann", "cid"):
        words = refused(409, partial(commands.sit_down, here, who, 1, "Twice"))
        assert words == "You already know what is hidden at another seat in this game"
    here.do(commands.leave(here, "cid", 2))
    assert refused(409, partial(commands.sit_down, here, "cid", 1, "Cid")).startswith("You already know what is hidden")
    here.do(commands.sit_down(here, "eve", 1, "Eve"))
    assert refused(409, partial(commands.sit_down, here, "bob", 2, "Bob")).startswith("You already know what is hidden")
    here.do(commands.sit_down(here, "cid", 2, "Cid"))
    assert here.state == "running", "one may come back to one's own seat"


def test_whoever_resigned_takes_no_other_seat() -> None:
    here = table(who=("ann", "bob", "cid"), public=True)
    here.do(commands.resign(here, "ann"))
    here.do(commands.leave(here, "bob", 1))
    assert refused(409, partial(commands.sit_down, here, "ann", 1, "Ann")).startswith("You already know what is hidden")


def test_a_seat_played_at_the_same_device_is_not_passed_on_while_its_player_plays() -> None:
    """Otherwise a host could deal for two at one device, look at both, and offer one seat to somebody else."""
    here = table(who=("ann", "ann"), public=True)
    here.do(commands.leave(here, "ann", 1))
    words = refused(409, partial(commands.sit_down, here, "bob", 1, "Bob"))
    assert words == "Someone else knows what is hidden at this seat. Only they or the computer can take it."
    here.do(commands.leave(here, "ann", 0))
    here.do(commands.sit_down(here, "bob", 1, "Bob"))
    assert refused(409, partial(commands.sit_down, here, "ann", 0, "Ann")).startswith("You already know what is hidden")
    here.do(commands.leave(here, "bob", 1))
    here.do(commands.sit_down(here, "ann", 0, "Ann"))
    here.do(commands.sit_down(here, "ann", 1, "Ann"))
    assert here.state == "running", "both seats were hers"


def test_before_the_deal_only_the_host_takes_a_second_seat() -> None:
    here = table(who=("ann", "", ""), public=True)
    here.do(commands.sit_down(here, "bob", 1, "Bob"))
    assert refused(409, partial(commands.sit_down, here, "bob", 2, "Bob")) == "You already have a seat in this game"
    here.do(commands.leave(here, "bob", 1))
    here.do(commands.sit_down(here, "bob", 2, "Bob"))
    here.do(commands.sit_down(here, "ann", 1, "Ann"))
    assert here.state == "running"


def test_where_all_play_together_seats_are_changed_freely() -> None:
    here = table(who=("ann", "bob", "cid"), mode="cooperative", public=True)
    here.do(commands.leave(here, "bob", 1))
    here.do(commands.sit_down(here, "ann", 1, "Ann"))
    assert here.seats_of("ann") == (0, 1)


def test_who_is_away_still_counts_as_a_person() -> None:
    here = table(who=("ann", "bob"))
    here.do(commands.play(here, "ann", 0, 0, [first_move(here), "pass"]))
    here.do(commands.seat_bot(here, "ann", 1, "flame", away=True))
    assert not here.plays_alone("ann"), "no hints"
    assert commands.may_undo(here, "ann") is False
    assert refused(409, lambda: commands.undo(here, "ann", here.number)) == "A player who is away would have to agree"
    here.do(commands.sit_down(here, "bob", 1, "Bob"))
    assert commands.may_undo(here, "ann") == "ask"
    here.do(commands.leave(here, "bob", 1))
    here.do(commands.seat_bot(here, "ann", 1, "flame"))
    assert here.plays_alone("ann")
    assert commands.may_undo(here, "ann") == "freely", "who left has gone"


# Taking back


def test_a_tile_is_taken_back_freely_for_it_was_known() -> None:
    here = table()
    here.play_on(1)
    assert commands.may_undo(here, "ann") == "freely"
    assert commands.may_undo(here, "bob") is False
    here.do(commands.undo(here, "ann", 1))
    assert (here.game.moves, here.to_move) == ((), 0)
    assert here.log[-1].words == "Ann undid a move"


def test_after_the_next_tile_is_drawn_the_other_is_asked() -> None:
    here = table()
    here.do(commands.play(here, "ann", 0, 0, [first_move(here), "pass"]))
    asked = commands.undo(here, "ann", 1)
    assert isinstance(asked, UndoAsked)
    here.do(asked)
    assert here.undo_proposal is not None
    assert here.undo_proposal.asked == {"bob"}
    assert commands.complete_undo(here) is None
    assert refused(409, lambda: commands.answer_undo(here, "ann", True)) == "There is no request to answer"
    here.do(commands.answer_undo(here, "bob", True))
    here.do(commands.complete_undo(here))
    assert len(here.game.moves) == 1
    assert here.undo_proposal is None


def test_a_no_or_a_move_ends_the_wish() -> None:
    for refuse in (True, False):
        here = table()
        here.do(commands.play(here, "ann", 0, 0, [first_move(here), "pass"]))
        here.do(commands.undo(here, "ann", 1))
        here.do(
            commands.answer_undo(here, "bob", False) if refuse else commands.play(here, "bob", 2, 1, [first_move(here)])
        )
        assert here.undo_proposal is None
        assert len(here.game.moves) >= 2


def test_with_bots_a_move_is_taken_back_with_what_they_answered() -> None:
    here = flying("ann", "ember")
    here.play_on(1)
    here.do(MovesPlayed(seat=1, moves=(first_move(here),)))
    assert commands.undo(here, "ann", here.number) == TakenBack(seat=0, ply=1)


def test_in_vulkan_a_move_is_free_until_the_other_has_answered() -> None:
    here = flying()
    here.play_on(1)
    assert commands.may_undo(here, "ann") == "freely"
    here.play_on(1)
    assert commands.may_undo(here, "ann") == "ask"


def test_the_solitaire_of_the_day_goes_only_forwards_once_something_was_revealed() -> None:
    here = table(who=("ann",), mode="solitaire", day="2026-11-15")
    here.play_on(1)
    assert commands.may_undo(here, "ann") == "freely", "the tile was known"
    here.do(commands.play(here, "ann", 1, 0, ["pass"]))
    assert refused(409, lambda: commands.undo(here, "ann", 2)) == "You can’t undo moves in the daily solitaire"
    practice = table(who=("ann",), mode="solitaire")
    practice.play_on(2)
    assert commands.may_undo(practice, "ann") == "freely"


def test_others_who_are_played_at_the_same_device_need_not_be_asked() -> None:
    here = table(who=("ann", "ann"))
    here.play_on(5)
    assert commands.may_undo(here, "ann") == "freely"


# Giving up


def test_of_two_the_other_wins() -> None:
    here = table()
    here.play_on(3)
    here.do(commands.resign(here, "ann"))
    assert (here.state, here.winners, here.to_move) == ("over", (1,), None)
    assert refused(409, lambda: commands.resign(here, "bob")) == "The game is over"
    assert funkenflug.load(here.game.record()).tags["Termination"] == "Ann resigned"


def test_of_three_a_bot_goes_on() -> None:
    here = table(who=("ann", "bob", "cid"))
    here.do(commands.resign(here, "bob"))
    assert here.state == "running"
    assert [(seat.kind, seat.name) for seat in here.seats][1] == ("bot", "Ember")
    assert here.seats_of("bob") == ()


def test_who_runs_out_of_time_may_come_back() -> None:
    here = table(who=("ann", "bob", "cid"), clock="5 minutes")
    seat = here.to_move
    assert seat is not None
    who, deadline = here.seats[seat].who or "", here.deadline()
    assert deadline is not None
    here.do(commands.check_clock(here, deadline), deadline - here.turn_began)
    assert (here.seats[seat].kind, here.seats[seat].kept_for, here.seats[seat].seconds_left) == ("bot", who, 0)
    assert str(here.log[-1].words).startswith("Ember plays for")
    here.do(commands.sit_down(here, who, seat, "Ann"))
    assert (here.seats_of(who), here.seats[seat].seconds_left) == ((seat,), 60)


def test_together_a_bot_goes_on_and_alone_it_is_lost() -> None:
    together = table(mode="cooperative")
    together.do(commands.resign(together, "ann"))
    assert together.state == "running"
    alone = table(who=("ann",), mode="solitaire")
    alone.do(commands.resign(alone, "ann"))
    assert (alone.state, alone.winners) == ("over", ())


# Clocks


def test_five_minutes_are_spent_only_in_the_own_turn() -> None:
    here = flying(clock="5 minutes")
    here.do(commands.play(here, "ann", 1, 0, [first_move(here)]), seconds=100)
    assert [seat.seconds_left for seat in here.seats] == [200, 300]
    here.do(commands.play(here, "bob", 2, 1, [first_move(here)]), seconds=250)
    assert [seat.seconds_left for seat in here.seats] == [200, 50]
    began = here.turn_began
    assert here.deadline() == began + 200
    assert commands.check_clock(here, began + 199.9) is None
    here.do(commands.check_clock(here, began + 200))
    assert (here.state, here.winners) == ("over", (1,))


def test_a_day_a_move_is_a_day_for_every_move() -> None:
    here = flying(clock="a day a move")
    here.do(commands.play(here, "ann", 1, 0, [first_move(here)]), seconds=80000)
    here.do(commands.play(here, "bob", 2, 1, [first_move(here)]), seconds=80000)
    assert here.deadline() == here.turn_began + 86400


def test_time_without_a_site_does_not_count() -> None:
    here = table("vulkan", clock="5 minutes")
    here.do(Resumed(), seconds=5000)
    assert commands.check_clock(here, here.turn_began + 299) is None


def test_no_time_runs_while_a_seat_is_open_or_a_bot_thinks() -> None:
    assert table(who=("ann", ""), clock="5 minutes").deadline() is None
    assert table(who=("ember", "ann"), clock="5 minutes").deadline() is None


# Again


def test_a_rematch_begins_with_another() -> None:
    here: TestTable = table("vulkan")
    assert refused(409, lambda: commands.rematch_places(here, "ann")) == "The game is not over yet"
    here.do(commands.resign(here, "ann"))
    assert [place.who for place in commands.rematch_places(here, "bob")] == ["bob", "ann"]
    assert refused(403, lambda: commands.rematch_places(here, "eve")) == "You don’t have a seat at this table"


def test_a_repetition_costs_the_same_however_long_the_match() -> None:
    def calls_for_repeating(moves: int) -> int:
        here = table()
        here.play_on(moves)
        last = here.entries[-1].event
        assert isinstance(last, MovesPlayed)
        count = 0

        def seen(frame: object, event: str, argument: object) -> None:
            nonlocal count
            count += event in ("call", "c_call")

        sys.setprofile(seen)
        try:
            repeated = commands.play(here, here.seats[last.seat].who or "", here.number - 1, last.seat, last.moves)
        finally:
            sys.setprofile(None)
        assert repeated is None
        return count

    assert calls_for_repeating(2) == calls_for_repeating(20)
