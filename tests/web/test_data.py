"""Following a table as plain data: no drawings, no words, and no more than a seat may know."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from typing import Any

import pytest

import funkenflug
from funkenflug.games import GAMES
from funkenflug.match.game import Game
from tests.web.people import Person, hear

People = Callable[..., Person]
FRIENDS = [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}]


class Follower:
    """Somebody who knows the rules, and keeps up with a match by what they are told as data."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.view = facts["view"]
        self.moves: list[str] = self.view["moves"]
        self.seat: int | None = facts["looking"]
        self.choices: list[str] = facts["choices"]
        self.turned_up = [list(tiles) for tiles in self.view.get("open_tiles", ())]

    def hear(self, news: dict[str, Any]) -> None:
        self.moves += [move for _, move in news["played"]]
        self.choices = news["choices"]
        for place, number in news["revealed"].get("deck", {}).items():
            self.view["deck"][int(place)] = number
        for event in news["events"]:
            if event["type"] == "TilesTurned":
                self.turned_up[event["owner"]] += event["tiles"]

    def determinize(self) -> Game:
        """Return the match as it may be, from nothing but what was told."""
        game: Game = funkenflug.new(
            self.view["game"], players=3, options=self.view["options"], names=self.view["names"], seed=0, **self._deal()
        )
        for move in self.moves:
            game.play(move)
        return game

    def _deal(self) -> dict[str, Any]:
        if self.view["game"] == "vulkan":
            return {"layout": {tuple(cell): number for cell, number in self.view["layout"]}}
        if self.view["game"] == "feurio":
            unseen = [number for number in range(1, 7) for _ in range(6 - self.view["deck"].count(number))]
            return {"deck": [unseen.pop() if number is None else number for number in self.view["deck"]]}
        piles = []
        for seen, unseen in zip(self.turned_up, self.view["unseen"], strict=True):
            piles.append([tuple(tile) for tile in seen + [tile for tile in unseen if tile not in seen]])
        return {"board": self.view["board"], "piles": piles}


@pytest.mark.parametrize(("game", "options"), [("feurio", ["firebreak"]), ("vulkan", []), ("feuer-wasser", [])])
def test_who_knows_the_rules_can_rebuild_what_their_seat_may_know(
    game: str, options: list[str], person: People
) -> None:
    people = [person(name) for name in ("Ann", "Bob", "Cid", "Eve")]
    table = people[0].new_table(game, 3, FRIENDS, public=True, options=options)
    for seat in (1, 2):
        people[seat].do(table, f"seats/{seat}")
    with contextlib.ExitStack() as stack:
        connections = [stack.enter_context(who.watch(table, "?as=data")) for who in people]
        followers = [Follower(hear(connection, "snapshot")) for connection in connections]
        for place in range(15):
            (mover,) = (seat for seat, follower in enumerate(followers) if follower.choices)
            move = followers[mover].choices[place * 7 % len(followers[mover].choices)]
            wish = {"type": "play", "number": place + 2, "seat": mover, "moves": [move]}
            connections[mover].send(json.dumps(wish))
            for who, connection, follower in zip(people, connections, followers, strict=True):
                follower.hear(hear(connection, "update"))
                guess, known = follower.determinize(), who.get(f"/api/tables/{table}/view").content
                assert guess.view(follower.seat) == GAMES[game].read_view(known)
                if follower.choices:
                    assert follower.choices == guess.legal_moves()


def test_what_is_no_move_is_told_by_a_snapshot(person: People) -> None:
    ann, bob = person("Ann"), person("Bob")
    table = ann.new_table(seats=[{"kind": "me"}, {"kind": "friend"}], public=True)
    with bob.watch(table, "?as=data") as bobs:
        assert hear(bobs, "snapshot")["state"] == "open"
        bob.do(table, "seats/1")
        facts = hear(bobs, "snapshot")
        assert (facts["state"], facts["mine"], facts["looking"]) == ("running", [1], 1)
        ann.play(table)
        assert hear(bobs, "update")["played"][0][0] == 0
        ann.do(table, "undo", number=2)
        facts = hear(bobs, "snapshot")
        assert (facts["plies"], facts["view"]["moves"]) == (0, [])
        ann.do(table, "resign")
        assert hear(bobs, "snapshot")["outcome"]["winners"] == [1]


def test_before_the_deal_there_is_no_view(person: People) -> None:
    ann = person("Ann")
    table = ann.new_table(seats=[{"kind": "me"}, {"kind": "friend"}], fair=True)
    with ann.watch(table, "?as=data") as anns:
        assert hear(anns, "snapshot")["view"] is None
