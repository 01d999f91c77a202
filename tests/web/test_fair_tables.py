"""Deals at a site: nobody can choose them, and everybody can check that."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import funkenflug
from funkenflug.match import fair
from funkenflug.site.infra.errors import Refused
from funkenflug.site.tables import commands
from funkenflug.site.tables.events import Created, Entry, Place
from funkenflug.site.tables.invitations import invitation
from funkenflug.site.tables.table import Table
from tests.web.matches import TestTable, key, locks_for
from tests.web.people import Person, hear

People = Callable[..., Person]
ANN, BOB = "a" * 32, "0123456789abcdef" * 2
SECRET = "5f" * 32
FRIEND = [{"kind": "me"}, {"kind": "friend"}]
BOT = [{"kind": "me"}, {"kind": "bot", "level": "spark"}]


def fair_table(*who: str) -> TestTable:
    """Return a table whose deal waits for values: a name is a person, an empty text an open seat."""
    game = funkenflug.new("feurio", players=len(who), seed="placeholder")
    places = tuple(Place(kind="person" if name else "open", name=name or "Free", who=name or None) for name in who)
    what = Created(game="feurio", record=game.record(), places=places, host="ann", secret=SECRET, locks=locks_for(2))
    return TestTable("test", [Entry(number=0, at=1000.0, event=what)])


def test_the_match_is_dealt_when_everybody_has_given_a_value() -> None:
    here = fair_table("ann", "")
    assert here.awaited() == [0, 1]
    here.do(commands.give_value(here, "ann", ANN))
    assert (here.state, here.awaited()) == ("open", [1])
    here.do(commands.sit_down(here, "bob", 1, "Bob", key(1)))
    assert (here.state, here.to_move, here.dealt_at) == ("open", None, -1)
    with pytest.raises(Refused, match="everyone is at the table"):
        commands.play(here, "ann", here.number, 0, ["pass"])
    here.do(commands.give_value(here, "bob", BOB))
    assert (here.state, here.dealt_at, here.decided_at) == ("running", 3, 3)
    assert here.game.setup.seed == fair.seed_of(SECRET, [ANN, BOB])
    fair.verify(here.game)
    again = Table("test", here.entries)
    assert again.game == here.game, "the events give the same deal again"


def test_a_value_is_given_once_before_the_deal_and_by_those_who_sit_there() -> None:
    here = fair_table("ann", "bob")
    here.do(commands.give_value(here, "ann", ANN))
    assert commands.give_value(here, "ann", ANN) is None
    with pytest.raises(Refused, match="a different value"):
        commands.give_value(here, "ann", BOB)
    with pytest.raises(Refused, match="don’t have a seat"):
        commands.give_value(here, "eve", BOB)
    here.do(commands.give_value(here, "bob", BOB))
    with pytest.raises(Refused, match="already been dealt"):
        commands.give_value(here, "ann", BOB)


def test_who_leaves_before_the_deal_has_no_part_in_it() -> None:
    here = fair_table("ann", "bob")
    here.do(commands.give_value(here, "bob", BOB))
    here.do(commands.leave(here, "bob", 1))
    here.do(commands.give_value(here, "ann", ANN))
    here.do(commands.seat_bot(here, "ann", 1, "spark"))
    assert here.state == "running"
    assert fair.values_of(here.game.tags, 2) == [ANN, None]


def test_a_guest_who_gives_no_value_is_waited_out() -> None:
    here = fair_table("ann", "bob")
    here.do(commands.give_value(here, "ann", ANN))
    for who, seat, status, words in (
        ("ann", 1, 409, "Wait another 10 minutes"),
        ("bob", 0, 403, "Only the host can do this"),
        ("ann", 0, 409, "The game is not waiting for this seat"),
        ("ann", 7, 404, "There is no such seat"),
    ):
        with pytest.raises(Refused, match=words) as error:
            commands.open_seat(here, who, seat, 1001.0)
        assert error.value.status == status
    with pytest.raises(Refused, match="Wait another minute"):
        commands.open_seat(here, "ann", 1, 1599.0)
    here.do(commands.open_seat(here, "ann", 1, 1600.0))
    assert here.log[-1].words == "bob did not show up"
    assert (here.state, here.seats[1].kind) == ("open", "open")
    here.do(commands.sit_down(here, "cid", 1, "Cid", key(1)))
    here.do(commands.give_value(here, "cid", BOB))
    assert here.state == "running"
    with pytest.raises(Refused, match="not waiting"):
        commands.open_seat(here, "ann", 1, 10_000.0)


def test_whoever_was_waited_out_comes_back_with_an_invitation_only() -> None:
    game = funkenflug.new("feurio", players=2, seed="placeholder")
    places = (Place(kind="person", name="Ann", who="ann"), Place(kind="open", name="Free"))
    created = Created(
        game="feurio", record=game.record(), places=places, host="ann", secret=SECRET, locks=locks_for(2), public=True
    )
    here = TestTable("test", [Entry(number=0, at=1000.0, event=created)])
    here.do(commands.sit_down(here, "bob", 1, "Bob"))
    assert here.seats[1].since == 1001.0
    here.do(commands.open_seat(here, "ann", 1, 1601.0))
    with pytest.raises(Refused, match="Ask the host for a new link"):
        commands.sit_down(here, "bob", 1, "Bob")
    here.do(commands.sit_down(here, "bob", 1, "Bob", invitation("secret of the host", "test", 1, 1)))


def test_the_host_opens_the_seat_of_a_guest_who_gives_no_value(person: People, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, cid = person("Ann"), person("Bob"), person("Cid")
    table = ann.new_table(seats=FRIEND, public=True, fair=True)
    ann.do(table, "value", value=ANN)
    bob.do(table, "seats/1")
    seen = ann.see(table)
    assert seen["can"]["open"] == [1]
    assert 590 < seen["patience"] <= 600
    assert bob.see(table)["can"]["open"] == []
    assert ann.refused(409, table, "seats/1/open") == "Wait another 10 minutes"
    monkeypatch.setattr(commands, "AWAY_SECONDS", 0.0)
    assert ann.see(table)["patience"] == 0
    assert bob.refused(403, table, "seats/1/open") == "Only the host can do this"
    ann.do(table, "seats/1/open")
    assert bob.see(table)["mine"] == []
    assert "Ask the host for a new link" in bob.refused(403, table, "seats/1")
    cid.do(table, "seats/1")
    cid.do(table, "value", value=BOB)
    assert ann.see(table)["state"] == "running"


def test_a_new_player_changes_no_deal() -> None:
    here = fair_table("ann", "bob")
    here.do(commands.give_value(here, "ann", ANN))
    here.do(commands.give_value(here, "bob", BOB))
    deal = here.game.setup.deal
    here.do(commands.leave(here, "bob", 1))
    here.do(commands.sit_down(here, "cid", 1, "Cid", key(1)))
    assert (here.state, here.game.setup.deal) == ("running", deal)


def test_the_seal_is_shown_first_and_the_secret_last(person: People) -> None:
    ann, eve = person("Ann"), person("Eve")
    table = ann.new_table(seats=BOT, fair=True)
    before = ann.see(table)
    seal = before["fair"]["seal"]
    assert before["fair"] == {"kind": "together", "seal": seal, "wanted": True, "values": [None, None]}
    assert (before["state"], before["drawing"]["fragments"], before["choices"]) == ("open", [], [])
    assert before["task"] == "Waiting for Ann"
    assert before["log"] == []
    assert not eve.see(table)["fair"]["wanted"]
    assert eve.refused(403, table, "value", value=ANN)
    assert ann.refused(422, table, "value", value="7")
    with ann.watch(table) as connection:
        hear(connection, "snapshot")
        dealt = ann.do(table, "value", value=ANN)
        assert hear(connection, "snapshot")["fair"] == dealt["fair"]
    assert dealt["state"] == "running"
    assert dealt["fair"] == {"kind": "together", "seal": seal, "wanted": False, "values": [ANN, None]}
    ann.play(table)
    assert ann.get(f"/api/tables/{table}/record").status_code == 403
    ended = ann.do(table, "resign")["fair"]
    assert fair.seal(ended["secret"]) == seal
    assert fair.seed_of(ended["secret"], [ANN, ""]) == ended["seed"]
    fair.verify(funkenflug.load(ann.get(f"/api/tables/{table}/record").text))


def test_a_rematch_is_as_fair_and_waits_for_both(person: People) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = ann.new_table(seats=FRIEND, public=True, fair=True)
    bob.do(table, "seats/1")
    ann.do(table, "value", value=ANN)
    assert bob.do(table, "value", value=BOB)["state"] == "running"
    seal = ann.do(table, "resign")["fair"]["seal"]
    again = bob.do(table, "rematch")["id"]
    assert ann.see(again)["fair"]["seal"] not in (None, seal)
    bob.do(again, "value", value=BOB)
    assert ann.see(again)["task"] == "Waiting for Ann"
    assert ann.do(again, "value", value=ANN)["state"] == "running"


def test_a_deal_that_the_site_makes_alone_or_that_is_given_is_called_so(person: People) -> None:
    ann = person("Ann")
    alone = ann.see(ann.new_table(seats=BOT))["fair"]
    assert alone == {"kind": "site", "seal": None, "wanted": False, "values": [None, None]}


def test_the_placeholder_before_the_deal_tells_nothing_of_it() -> None:
    """Until it is dealt a table holds another match: what is seen of it is not what will be."""
    here = fair_table("ann", "bob")
    seed = here.game.setup.seed
    here.do(commands.give_value(here, "ann", ANN))
    here.do(commands.give_value(here, "bob", BOB))
    assert seed != here.game.setup.seed
