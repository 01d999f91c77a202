"""Many clients at once play and see the moves of all; `python -m bench.load` measures with them."""

from __future__ import annotations

import pytest

from tests.web.conftest import in_a_loop
from tests.web.load import playing
from tests.web.load.clients import Clients
from tests.web.load.playing import Match, MatchPool, Measured, play


@pytest.mark.parametrize("drawn", [False, True], ids=["data", "drawn"])
def test_moves_are_played_and_seen(site: str, drawn: bool) -> None:
    async def measure() -> Measured:
        clients = Clients(site, drawn)
        try:
            return await play(MatchPool(clients.match), tables=3, seconds=0.3)
        finally:
            await clients.close()

    measured = in_a_loop(measure)
    assert measured.rate > 0
    assert 0 < measured.delay(0.5) <= measured.delay(0.99)
    assert len(measured.sizes) == 4 * len(measured.delays)
    assert min(measured.sizes) > 0


def test_a_move_that_does_not_arrive_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent(Match):
        def send_move(self) -> bool:
            return True

        def read(self, viewer: int, text: bytes) -> None:
            raise AssertionError("nothing is received")

        def has_arrived(self) -> bool:
            return False

    async def open_match(number: int) -> Match:
        return Silent()

    monkeypatch.setattr(playing, "_MOVE_TIMEOUT", 0.05)
    with pytest.raises(ExceptionGroup) as stalled:
        in_a_loop(lambda: play(MatchPool(open_match), tables=2, seconds=60))
    assert "at 2 of 2 tables a move has not arrived" in str(stalled.value.exceptions[0])
