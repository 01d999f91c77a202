"""Many addresses attack a site, and a table elsewhere goes on. `python -m bench.abuse` is the long version."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from funkenflug.site.infra.middleware.limits import Limits
from tests.waiting import LONG
from tests.web.abuse import ATTACKS, Attacker, Player
from tests.web.conftest import in_a_loop, serving


@pytest.mark.slow
def test_a_table_elsewhere_goes_on_while_a_site_is_attacked(tmp_path: Path) -> None:
    async def attacked(url: str) -> None:
        attackers = {
            name: Attacker(url, f"127.0.0.{number}", identities=4, tables=8, sockets=8, silent=50)
            for number, name in enumerate(ATTACKS, 2)
        }
        player, opponent = Player(url, "vulkan", pause=0.0), Player(url, "feurio", pause=0.0, bot="ember")
        attacks = [ATTACKS[name](attacker) for name, attacker in attackers.items()]
        tasks = [asyncio.ensure_future(work) for work in (*attacks, player.play(), opponent.play())]

        async def until(moves: int, bot_moves: int, answers: int) -> None:
            while (
                len(player.moves) < moves
                or len(opponent.bot_moves) < bot_moves
                or min(attacker.answers.total() for attacker in attackers.values()) < answers
            ):
                ended = [task for task in tasks if task.done()]
                assert not ended, ended
                await asyncio.sleep(0.01)

        try:
            async with asyncio.timeout(LONG):
                await until(1, 1, 5)
                await until(len(player.moves) + 10, len(opponent.bot_moves) + 2, 5)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    with serving(tmp_path / "site.sqlite", limits=Limits()) as url:
        in_a_loop(lambda: attacked(url))
