"""What is asked for twice happens once, at the same moment and through two processes too."""

from __future__ import annotations

import contextlib
import datetime
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import sqlalchemy as sa

from funkenflug.match.fair import dealt_again
from funkenflug.site.daily import storage as daily_storage
from funkenflug.site.infra.db.engine import parse_url
from funkenflug.site.infra.db.schema import tables
from funkenflug.site.infra.db.storage import Storage
from funkenflug.site.tables.setup import derived_id
from tests.web.conftest import serving
from tests.web.people import Person

FRIEND = [{"kind": "me"}, {"kind": "friend"}]


@pytest.fixture
def database(postgresql: Callable[[], str]) -> str:
    return postgresql()


@pytest.fixture
def both(database: str) -> Iterator[tuple[str, str]]:
    """Two servers of a site whose solitaire of the day is known."""
    storage = Storage(database)
    for days in (0, 1):  # midnight may come
        day = (datetime.date.today() + datetime.timedelta(days=days)).isoformat()
        daily_storage.keep_day(storage, day, "vulkan", f"daily-{day}-0").result(10)
    storage.close()
    with serving(database) as first, serving(database) as second:
        yield first, second


@pytest.fixture
def people(both: tuple[str, str]) -> Iterator[list[Person]]:
    """The same person at both servers."""
    with contextlib.closing(Person(both[0], "Ann")) as here, contextlib.closing(Person(both[1])) as there:
        there.cookies = here.cookies
        yield [here, there]


def meet(monkeypatch: pytest.MonkeyPatch, where: str, what: Callable[..., Any]) -> None:
    """Let two who come to a place in the code go on together."""
    barrier = threading.Barrier(2)

    def together(*values: Any, **words: Any) -> Any:
        barrier.wait(60)
        return what(*values, **words)

    monkeypatch.setattr(where, together)


def at_once(people: list[Person], path: str, **asked: Any) -> list[dict[str, Any]]:
    """Return what both are answered who ask at the same moment."""
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda person: person.post(path, json=asked), people))
    assert [answer.is_success for answer in answers] == [True, True], [answer.text for answer in answers]
    return [answer.json() for answer in answers]


def tables_in(database: str) -> int:
    engine = sa.create_engine(parse_url(database))
    with engine.connect() as connection:
        count = connection.execute(sa.select(sa.func.count()).select_from(tables)).scalar_one()
    engine.dispose()
    return int(count)


def test_two_who_want_a_rematch_at_once_meet_at_one_table(
    database: str, both: tuple[str, str], people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = people[0]
    with contextlib.closing(Person(both[1], "Bob")) as bob:
        old = ann.new_table(seats=FRIEND, public=True, fair=True)
        bob.do(old, "seats/1")
        for number, person in enumerate((ann, bob)):
            person.do(old, "value", value=f"{number:032x}")
        bob.do(old, "resign")
        meet(monkeypatch, "funkenflug.site.tables.setup.dealt_again", dealt_again)
        first, second = at_once([ann, bob], f"/api/tables/{old}/rematch")
        assert first == second
        assert tables_in(database) == 2, "and none is left that nobody knows of"
        assert ann.see(old)["wishes"]["rematch"] == first["id"]
        for number, person in enumerate((ann, bob)):
            person.do(first["id"], "value", value=f"{number:032x}")
        assert ann.see(first["id"])["state"] == "running"


def test_the_solitaire_of_the_day_is_begun_once(
    database: str, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    meet(monkeypatch, "funkenflug.site.daily.daily.derived_id", derived_id)
    first, second = at_once(people, "/api/daily")
    assert first == second
    assert tables_in(database) == 1
    assert people[0].play(first["id"])["plies"] == 1
    assert people[1].see(first["id"])["plies"] == 1


def test_what_is_said_twice_stands_there_once(people: list[Person]) -> None:
    table = people[0].new_table(seats=FRIEND, public=True)
    at_once(people, f"/api/tables/{table}/chat", text="hello", id="0123456789abcdef")
    for person in people:
        person.do(table, "chat", text="hello", id="0123456789abcdef")
        assert [line["text"] for line in person.see(table)["chat"]] == ["hello"]
    with contextlib.closing(Person(str(people[0].base_url), "Bob")) as bob:
        bob.do(table, "chat", text="hello", id="0123456789abcdef")
        people[1].do(table, "chat", text="hello", id="another-of-anns")
        people[0].do(table, "chat", text="hello")
        assert [line["name"] for line in people[0].see(table)["chat"]] == ["Ann", "Bob", "Ann", "Ann"]
