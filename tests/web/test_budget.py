"""Strangers cannot use up the events of a table, and every match can be played to its end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from funkenflug.site.infra.errors import Refused, TooManyRequests
from funkenflug.site.tables import budget, commands
from funkenflug.site.tables.budget import require_room
from funkenflug.site.tables.events import Entry, Left, TableEvent, Uncovered
from tests.web.matches import TestTable, table
from tests.web.people import Person


def try_to(here: TestTable, event: TableEvent | None, seconds: float = 1.0) -> None:
    """Let something happen, if there is room for it."""
    assert event is not None
    require_room(here, Entry(number=here.number + 1, at=here.entries[-1].at + seconds, event=event))
    here.do(event, seconds)


def times(here: TestTable, act: Callable[[int], TableEvent | None], most: int = 10_000) -> int:
    """Return how often something may be done."""
    for number in range(most):
        try:
            try_to(here, act(number))
        except TooManyRequests:
            return number
    return most


def test_spectators_who_talk_without_end_leave_the_players_their_room() -> None:
    here = table(public=True)
    assert times(here, lambda number: commands.chat(here, f"eve {number}", "Eve", "spam")) == 60
    try_to(here, commands.chat(here, "ann", "Ann", "What a noise"))
    assert times(here, lambda _: commands.chat(here, "ann", "Ann", "and on")) == 299
    try_to(here, commands.chat(here, "bob", "Bob", "Now me"))
    here.play_on(1)
    with pytest.raises(TooManyRequests) as refused:
        try_to(here, commands.chat(here, "eve", "Eve", "again"))
    assert 1 < int(refused.value.headers["Retry-After"]) < 3600
    try_to(here, commands.chat(here, "eve", "Eve", "an hour later"), 3600)


def test_one_who_sits_down_and_leaves_without_end_leaves_the_seat_to_others() -> None:
    here = table(who=("ann", ""), public=True)

    def sit_and_leave(who: str) -> TableEvent:
        if here.seats[1].who == who:
            try_to(here, Left(seat=1))
        event = commands.sit_down(here, who, 1, who)
        assert event is not None
        return event

    assert times(here, lambda _: sit_and_leave("eve")) == 6
    try_to(here, commands.sit_down(here, "bob", 1, "Bob"))
    here.play_on(2)
    assert here.state == "running"


def test_many_who_sit_down_and_leave_end_nothing_for_good() -> None:
    here = table(who=("ann", ""), public=True)

    def next_one(number: int) -> TableEvent | None:
        if here.seats[1].who is not None:
            try_to(here, Left(seat=1))
        return commands.sit_down(here, f"eve {number}", 1, "Eve")

    assert times(here, next_one) == 60
    assert here.seats[1].who is None
    try_to(here, commands.sit_down(here, "bob", 1, "Bob"), 3600)


def test_who_was_away_always_gets_their_seat_back() -> None:
    here = table(who=("ann", "bob"), public=True)
    for _ in range(100):
        try_to(here, commands.seat_bot(here, "ann", 1, "spark", away=True))
        try_to(here, commands.sit_down(here, "bob", 1, "Bob"))
    assert here.seats[1].who == "bob"


def test_after_too_many_events_of_players_the_match_still_goes_on() -> None:
    here = table(who=("ann", ""), public=True)
    for number in range(budget._MOST_OTHERS):
        here.do(Uncovered(who="ann", seat=number % 2))
    with pytest.raises(Refused, match="reached its limit"):
        try_to(here, Uncovered(who="ann", seat=0))
    try_to(here, commands.chat(here, "eve", "Eve", "Is there a seat?"))
    try_to(here, commands.sit_down(here, "eve", 1, "Eve"))
    while (seat := here.to_move) is not None:
        who = here.seats[seat].who or ""
        try_to(here, commands.play(here, who, here.number, seat, [here.game.legal_moves()[0]]))
    assert here.state == "over"


def test_strangers_are_told_to_wait(person: Callable[..., Person]) -> None:
    ann, eve = person("Ann"), person("Eve")
    id = ann.new_table(seats=[{"kind": "me"}, {"kind": "friend"}], public=True)
    for _ in range(6):
        eve.do(id, "seats/1")
        assert eve.delete(f"/api/tables/{id}/seats/1").status_code == 200
    refused = eve.post(f"/api/tables/{id}/seats/1", json={})
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) > 3000
    person("Bob").do(id, "seats/1")
