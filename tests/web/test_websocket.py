"""What is sent while a table is watched."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.sync.client import ClientConnection

from funkenflug.site.infra import server
from tests.waiting import LONG
from tests.web.people import Person, Screen, hear

People = Callable[..., Person]
FRIEND = [{"kind": "me"}, {"kind": "friend"}]
HERE = [{"kind": "me"}, {"kind": "here"}]


@pytest.fixture
def two(person: People) -> tuple[Person, Person, str]:
    """Two people at a public table of Feurio! with firebreaks."""
    ann, bob = person("Ann"), person("Bob")
    table = ann.new_table(seats=FRIEND, public=True, options=["firebreak"])
    bob.do(table, "seats/1")
    return ann, bob, table


def test_whoever_watches_sees_what_a_snapshot_shows(two: tuple[Person, Person, str], person: People) -> None:
    ann, bob, table = two
    with contextlib.ExitStack() as stack:
        viewers = [(who, stack.enter_context(who.watch(table))) for who in (ann, bob, person("Eve"))]
        screens = [Screen(connection) for _, connection in viewers]
        for place in range(20):
            mover = (ann, bob)[ann.see(table)["to_move"]]
            number = mover.play(table, place * 5)["number"]
            for (who, _), screen in zip(viewers, screens, strict=True):
                assert screen.hear()["number"] == number
                assert screen.shows(who)


def test_only_the_seat_to_move_knows_the_tile_it_drew(two: tuple[Person, Person, str]) -> None:
    ann, bob, table = two
    with ann.watch(table) as anns, bob.watch(table) as bobs:
        ann_sees, bob_sees = Screen(anns), Screen(bobs)
        assert ann_sees.table["panel"]["drawn"] is not None
        assert bob_sees.table["panel"]["drawn"] is None
        ann.play(table)
        assert bob_sees.hear()["choices"] == []
        ann.do(table, "moves", number=ann.see(table)["number"], seat=0, moves=["pass"])
        ann_sees.hear()
        assert ann_sees.hear()["panel"]["drawn"] is None
        assert bob_sees.hear()["panel"]["drawn"] is not None


def test_the_covered_screen_is_sent_nothing_hidden_until_it_is_ready(person: People) -> None:
    ann = person("Ann")
    table = ann.new_table(seats=HERE, options=["firebreak"])
    with ann.watch(table) as connection:
        screen = Screen(connection)
        assert screen.table["cover"]
        ann.do(table, "ready", seat=0)
        shown = screen.hear()
        assert (shown["cover"], shown["looking"]) == (False, 0)
        ann.play(table)
        ann.do(table, "moves", number=2, seat=0, moves=["pass"])
        screen.hear()
        covered = screen.hear()
        assert (covered["cover"], covered["looking"], covered["panel"]["drawn"]) == (True, None, None)


def test_who_is_there_is_told(two: tuple[Person, Person, str]) -> None:
    ann, bob, table = two
    with ann.watch(table) as anns:
        assert hear(anns, "presence")["seats"] == [True, False]
        with bob.watch(table):
            assert hear(anns, "presence")["seats"] == [True, True]
            assert ann.see(table)["seats"][1]["online"]
        assert hear(anns, "presence")["seats"] == [True, False]


def test_how_long_others_wait_for_somebody_who_is_away_in_their_turn(two: tuple[Person, Person, str]) -> None:
    ann, bob, table = two
    assert 600 - LONG < bob.see(table)["patience"] <= 600, "nobody looks, and it is Ann's turn"
    with bob.watch(table) as bobs:
        hear(bobs, "presence")
        with ann.watch(table):
            assert hear(bobs, "presence")["patience"] is None
        assert 600 - LONG < hear(bobs, "presence")["patience"] <= 600
        assert bob.refused(409, table, "seats/0/bot", level="ember") == "This seat is taken"


def test_talk_is_heard_and_does_not_disturb_the_drawing(two: tuple[Person, Person, str]) -> None:
    ann, bob, table = two
    with bob.watch(table) as bobs:
        screen = Screen(bobs)
        ann.do(table, "chat", text="now")
        heard = hear(bobs, "chat")
        assert (heard["line"]["name"], heard["line"]["text"]) == ("Ann", "now")
        ann.play(table)
        assert screen.hear()["number"] == heard["number"] + 1
        screen.table["chat"].append(heard["line"])
        assert screen.shows(bob)


def test_a_lost_connection_shows_what_was_missed(two: tuple[Person, Person, str]) -> None:
    ann, bob, table = two
    with bob.watch(table) as bobs:
        hear(bobs, "snapshot")
    ann.play(table)
    with bob.watch(table) as bobs:
        again = hear(bobs, "snapshot")
        assert (again["plies"], again["log"][-1]["text"][1]["name"]) == (1, "Ann")


def test_bots_are_seen_to_move(person: People) -> None:
    ann = person("Ann")
    table = ann.new_table("vulkan", 3, [{"kind": "me"}, *[{"kind": "bot", "level": "spark"}] * 2])
    with ann.watch(table) as connection:
        screen = Screen(connection)
        ann.wait_for_turn(table)
        ann.play(table)
        while not (screen.table["choices"] and screen.table["plies"] > 1):
            screen.hear()
        assert screen.shows(ann)


def test_a_ping_is_answered(person: People) -> None:
    ann = person("Ann")
    with ann.watch(ann.new_table(seats=HERE)) as connection:
        connection.send(json.dumps({"type": "ping"}))
        hear(connection, "pong")


def say_play(connection: ClientConnection, number: int, seat: int, move: str) -> None:
    connection.send(json.dumps({"type": "play", "number": number, "seat": seat, "moves": [move]}))


def test_moves_are_played_on_the_connection(two: tuple[Person, Person, str]) -> None:
    ann, bob, table = two
    with ann.watch(table) as anns, bob.watch(table) as bobs:
        seen = hear(anns, "snapshot")
        move = seen["choices"][0]
        say_play(anns, seen["number"], 0, move)
        assert hear(anns, "update")["plies"] == hear(bobs, "update")["plies"] == 1
        assert hear(anns, "done")["number"] == seen["number"] + 1
        say_play(anns, seen["number"], 0, move)
        assert hear(anns, "done")["number"] == seen["number"] + 1, "the same once more changes nothing"
        assert ann.see(table)["plies"] == 1


def test_moves_on_the_connection_are_refused_in_words(two: tuple[Person, Person, str], person: People) -> None:
    ann, bob, table = two
    with ann.watch(table) as anns, bob.watch(table) as bobs, person("Eve").watch(table) as eves:
        seen = hear(anns, "snapshot")
        first, second = seen["choices"][:2]
        say_play(eves, seen["number"], 0, first)
        say_play(bobs, seen["number"], 1, first)
        say_play(anns, seen["number"], 0, "tile 9,9")
        errors = [hear(connection, "refused") for connection in (eves, bobs, anns)]
        assert [errors[0]["error"], errors[1]["error"]] == ["This is not your seat", "It’s Ann’s turn"]
        say_play(anns, seen["number"], 0, first)
        hear(anns, "update")
        say_play(anns, seen["number"], 0, second)
        assert hear(anns, "refused")["error"] == "The table has changed. Please try again."
    assert ann.see(table)["plies"] == 1


@pytest.mark.parametrize(
    "packing",
    [None, [ClientPerMessageDeflateFactory()], [ClientPerMessageDeflateFactory(server_max_window_bits=10)]],
    ids=["plain", "packed", "small window"],
)
def test_messages_are_packed_as_the_other_side_likes_it(
    two: tuple[Person, Person, str], packing: list[ClientPerMessageDeflateFactory] | None
) -> None:
    ann, _, table = two
    with ann.watch(table, compression=None, extensions=packing) as anns:
        assert hear(anns, "snapshot")["plies"] == 0
        for plies in (1, 2, 3):
            ann.play(table) if ann.see(table)["choices"] else two[1].play(table)
            assert hear(anns, "update")["plies"] == plies


@pytest.mark.parametrize("nonsense", ["", "[]", "{", '{"type": "frob"}', '{"type": "look"}', "x" * 10000])
def test_nonsense_ends_the_connection_and_nothing_else(person: People, nonsense: str) -> None:
    ann = person("Ann")
    table = ann.new_table(seats=HERE)
    with ann.watch(table) as connection, ann.watch(table) as other:
        hear(other, "snapshot")
        connection.send(nonsense)
        closed(connection)
        ann.play(table)
        hear(other, "update")


def closed(connection: ClientConnection) -> None:
    with pytest.raises(ConnectionClosed):
        hear(connection, "nothing")


def test_binary_ends_the_connection(person: People) -> None:
    ann = person("Ann")
    with ann.watch(ann.new_table(seats=HERE)) as connection:
        connection.send(b"\x00\xff")
        closed(connection)


def test_another_site_cannot_open_a_connection(person: People) -> None:
    ann = person("Ann")
    table = ann.new_table(seats=HERE)
    with pytest.raises(InvalidStatus):
        ann.watch(table, origin="https://elsewhere.example")
    with ann.watch(table, origin=str(ann.base_url).rstrip("/")) as connection:
        hear(connection, "snapshot")


def test_no_such_table(person: People) -> None:
    with person("Ann").watch("nosuchtable") as connection:
        closed(connection)


def test_a_connection_that_the_site_ends_is_closed_without_waiting(
    person: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_CLOSE_TIMEOUT", 10 * LONG)
    ann = person("Ann")
    with ann.watch(ann.new_table(seats=HERE), close_timeout=None) as connection:
        hear(connection, "snapshot")
        connection.send("nonsense")
        with pytest.raises(ConnectionClosed) as closing:
            hear(connection, "nothing")
        assert closing.value.rcvd is not None
        assert closing.value.rcvd.code == 1008
