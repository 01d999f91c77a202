"""`funkenflug join`: a friend brings a bot, or plays in a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import funkenflug
from tests.waiting import LONG, wait_until
from tests.web.people import Person

People = Callable[..., Person]
pytestmark = pytest.mark.parametrize("site", ["sqlite"], indirect=True)
FRIEND = [{"kind": "me"}, {"kind": "friend"}]


def start(home: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "funkenflug", "join", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(home)},
    )


def test_a_friends_bot_plays_a_whole_match(person: People, site: str, tmp_path: Path) -> None:
    ann = person("Ann")
    table = ann.new_table("vulkan", seats=FRIEND, choices={"layout": "hexagon"})
    friend = start(tmp_path, site + ann.see(table)["seats"][1]["invite"], "--bot", "ember", "--name", "Bobs Ember")
    count = 0
    while not (seen := ann.wait_for_turn(table))["outcome"]:
        ann.play(table, count := count + 11)
    told, _ = friend.communicate(timeout=LONG)
    assert friend.returncode == 0, told
    assert seen["outcome"]["words"] in told
    assert funkenflug.load(ann.get(f"/api/tables/{table}/record").text).names == ("Ann", "Bobs Ember")


def test_somebody_plays_in_a_terminal_and_comes_back_another_day(person: People, site: str, tmp_path: Path) -> None:
    ann = person("Ann")
    table = ann.new_table(seats=FRIEND)
    link = site + ann.see(table)["seats"][1]["invite"]
    friend = start(tmp_path, link, "--name", "Bob")
    wait_until(lambda: ann.see(table)["state"] != "open" or friend.poll() is not None)
    assert friend.poll() is None
    ann.play(table)
    ann.do(table, "moves", number=ann.see(table)["number"], seat=0, moves=["pass"])
    told, _ = friend.communicate("tile 9,9\n? t\n", timeout=LONG)
    assert "v4 does not touch the forest" in told
    assert "Your seat is reserved" in told
    again = start(tmp_path, link)
    offered = next(line for line in told.splitlines() if "tile " in line)
    assert "," not in offered, "cells have the names that are on the board"
    assert again.stdin is not None
    again.stdin.write(f"{offered[offered.index('tile ') :]}\npass\n")
    again.stdin.flush()
    assert ann.wait_for_turn(table)["plies"] == 4
    ann.do(table, "resign")
    told, _ = again.communicate(timeout=LONG)
    assert told.rstrip().endswith("Ann resigned: Bob wins")


def test_what_cannot_be_joined(person: People, site: str, tmp_path: Path) -> None:
    full = person("Ann").new_table(seats=[{"kind": "me"}, {"kind": "here"}])
    for address, reason in (
        (f"{site}/t/{full}", "this table has no free seats"),
        (f"{site}/t/nosuchtable", "There is no such table"),
        ("nonsense", "a table’s address looks like"),
        ("http://127.0.0.1:9/t/table", "cannot reach"),
    ):
        refused = start(tmp_path, address)
        told, _ = refused.communicate(timeout=LONG)
        assert (refused.returncode, reason in told) == (2, True), told
