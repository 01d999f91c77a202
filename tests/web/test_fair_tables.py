"""Deals at a site: nobody can choose them, and everybody can check that."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import funkenflug
from funkenflug.match import fair
from funkenflug.web.errors import Refused
from funkenflug.web.tables import commands
from funkenflug.web.tables.events import Created, Entry, Place
from funkenflug.web.tables.table import Table
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
    with pytest.raises(Refused, match="everybody has come"):
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
    with pytest.raises(Refused, match="another value"):
        commands.give_value(here, "ann", BOB)
    with pytest.raises(Refused, match="no seat"):
        commands.give_value(here, "eve", BOB)
    here.do(commands.give_value(here, "bob", BOB))
    with pytest.raises(Refused, match="dealt already"):
        commands.give_value(here, "ann", BOB)


def test_who_leaves_before_the_deal_has_no_part_in_it() -> None:
    here = fair_table("ann", "bob")
    here.do(commands.give_value(here, "bob", BOB))
    here.do(commands.leave(here, "bob", 1))
    here.do(commands.give_value(here, "ann", ANN))
    here.do(commands.seat_bot(here, "ann", 1, "spark"))
    assert here.state == "running"
    assert fair.values_of(here.game.tags, 2) == [ANN, None]


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
    assert before["task"] == "Waiting for Ann to come to the table"
    assert before["log"][0]["text"] == f"The secret for the deal is sealed: {seal[:16]}…"
    assert not eve.see(table)["fair"]["wanted"]
    assert eve.refused(403, table, "value", value=ANN)
    assert ann.refused(422, table, "value", value="7")
    with ann.watch(table) as connection:
        hear(connection, "snapshot")
        dealt = ann.do(table, "value", value=ANN)
        assert hear(connection, "update")["fair"] == dealt["fair"]
    assert dealt["state"] == "running"
    assert dealt["fair"] == {"kind": "together", "seal": seal, "wanted": False, "values": [ANN, None]}
    assert "fair" not in ann.play(table), "it is sent when there is something to tell"
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
    assert ann.see(again)["task"] == "Waiting for Ann to come to the table"
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
