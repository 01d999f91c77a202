"""A site that starts for the first time compiles the games beside its other work."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from funkenflug.bots import prepare
from funkenflug.core.thinking import Stop
from funkenflug.games import GAMES
from funkenflug.site.infra.precompile import Precompiler
from tests.web.conftest import in_a_loop


@pytest.fixture(autouse=True)
def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in for the other processes, by one that says at once that it has compiled a game; nothing is."""
    for part in ("rules", "bots"):
        monkeypatch.setitem(prepare.PARTS, part, lambda *_: None)
    monkeypatch.setattr(prepare, "cache_folder", lambda: tmp_path)
    compiler = tmp_path / "compiler"
    compiler.write_text("#!/bin/sh\necho rules\necho bots\n")
    compiler.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(compiler))
    return compiler


def here(deed: Callable[[], None]) -> asyncio.Future[None]:
    return asyncio.get_running_loop().run_in_executor(None, deed)


def test_all_games_are_ready_in_the_end() -> None:
    async def test() -> None:
        games = Precompiler(here, Stop())
        assert not games.is_ready("rules")
        await games.run()
        await games.wait_for_all()
        assert games.is_ready("bots")

    in_a_loop(test)


def test_the_game_that_somebody_waits_for_comes_first() -> None:
    async def test() -> None:
        games = Precompiler(here, Stop())
        going = asyncio.create_task(games.run())
        await asyncio.sleep(0)
        await games.wait_for("bots", "feuer-wasser")
        assert not games.is_ready("bots", "feurio")
        assert not games.is_ready("bots", "vulkan")
        await going
        assert games.is_ready("bots")

    in_a_loop(test)


def test_a_game_that_somebody_needs_is_finished_before_another_begins() -> None:
    async def test() -> None:
        games = Precompiler(here, Stop())
        going = asyncio.create_task(games.run())
        await asyncio.sleep(0)
        games.prefer("vulkan")
        games.prefer("feuer-wasser")
        await games.wait_for("bots", "vulkan")
        assert not games.is_ready("bots", "feuer-wasser")
        await games.wait_for("bots", "feuer-wasser")
        assert not games.is_ready("bots", "feurio")
        await going

    in_a_loop(test)


def test_what_was_compiled_is_not_compiled_again(tmp_path: Path, compiler: Path) -> None:
    compiler.unlink()
    for game in GAMES:
        (tmp_path / f"{game}.ready").touch()
    in_a_loop(Precompiler(here, Stop()).run)


def test_a_site_that_stops_does_not_wait_for_a_compiler(tmp_path: Path, compiler: Path) -> None:
    begun = tmp_path / "begun"
    compiler.write_text(f"#!/bin/sh\ntouch {begun}\nexec sleep 1000\n")

    async def test() -> None:
        going = asyncio.create_task(Precompiler(here, Stop()).run())
        while not begun.exists():
            await asyncio.sleep(0.01)
        going.cancel()
        with pytest.raises(asyncio.CancelledError):
            await going

    in_a_loop(test)


def test_a_process_says_what_it_has_compiled_and_marks_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prepare.main("vulkan")
    assert capsys.readouterr().out == "rules\nbots\n"
    assert (tmp_path / "vulkan.ready").exists()
