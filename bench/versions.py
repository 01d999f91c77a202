"""Today's search against that of another commit, through the arena's program protocol.

    python -m bench.versions 90637b1 vulkan --seconds 0.06 --games 100
    python -m bench.versions 90637b1 feurio --players 4 --seconds 0.06 --games 40

The other commit's package is taken from git into a folder of its own, and each version answers as a program, in one
thread. Their seconds are of processor time, so that a busy machine is fair to both. Every deal is played from all
seats. With more than two players one seat is today's, and the others are the other commit's. Every match is kept, and
the same command continues where it was, as long as the code is the same.
"""

from __future__ import annotations

import argparse
import io
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import msgspec

import funkenflug
from funkenflug.arena.plan import code_version
from funkenflug.arena.program import Program
from funkenflug.bots.matches import play_duel
from funkenflug.games import GAMES
from funkenflug.jobs.journal import Journal
from funkenflug.jobs.statistics import SequentialTest, share_of

ROOT = Path(__file__).parent.parent
_PATIENCE = 600.0
"""Seconds to wait for an answer: a version compiles the games when it is first asked."""
_BOT = """
import os, time, types
import funkenflug
try:
    from funkenflug.bots import search
    from funkenflug.bots.players import Budget, Clock, SearchPlayer
except ImportError:  # where they were before
    try:
        from funkenflug.bots import search
        from funkenflug.bots.players import Clock, SearchPlayer
    except ImportError:
        from funkenflug import search
        from funkenflug.players import Clock, SearchPlayer
    Budget = search.Budget

assert funkenflug.__file__.startswith(os.environ["VERSION"]), funkenflug.__file__
search.time = types.SimpleNamespace(perf_counter=time.process_time)


class Timed(funkenflug.Player):
    def __init__(self, seed):
        self.seed = seed
        self.warm = False

    def choose(self, view, legal_moves, clock):
        if not self.warm:  # compiling is no thinking
            SearchPlayer(Budget(simulations=4)).choose(view, legal_moves, Clock())
            self.warm = True
        budget = Budget(seconds=float(os.environ["SECONDS"]))
        return SearchPlayer(budget, seed=self.seed).choose(view, legal_moves, Clock())
"""


class Contest(msgspec.Struct, frozen=True):
    """What is compared."""

    code: str
    game: str
    players: int
    seconds: float


class Result(msgspec.Struct, frozen=True):
    """A match: today's share of the victory."""

    contest: Contest
    number: int
    share: float


def full_name(commit: str) -> str:
    """Return the full name of a commit, a branch or a tag."""
    command = ("git", "rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}")
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if found.returncode:
        sys.exit(f"there is no commit {commit!r}")
    return found.stdout.strip()


def export(commit: str, folder: Path) -> Path:
    """Write the files of a commit into a folder; return the path to import its package from."""
    packed = subprocess.run(("git", "archive", commit), cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder / "src"


class Versions:
    """The two programs."""

    def __init__(self, sources: tuple[Path, Path], seconds: float, folder: Path) -> None:
        (folder / "bot.py").write_text(_BOT)
        self._programs = [
            Program(
                [
                    "env",
                    f"PYTHONPATH={source}:{folder}",
                    f"VERSION={source}",
                    f"SECONDS={seconds}",
                    *(sys.executable, "-m", "funkenflug.arena.bot", "bot:Timed"),
                ],
                folder,
                _PATIENCE,
            )
            for source in sources
        ]
        for program in self._programs:
            program.greet()

    def play(self, game_id: str, players: int, number: int) -> float:
        """Play a match and return today's share of the victory."""
        start = funkenflug.new(game_id, players=players, mode="competitive", seed=0)
        for program in self._programs:
            program.begin(start.view(0), number)
        return play_duel(game_id, players, number, *self._programs, deals="versions")[1]

    def close(self) -> None:
        """End the programs."""
        for program in self._programs:
            program.kill()


def main() -> None:
    """Play the matches and print intermediate and final results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit")
    parser.add_argument("game", choices=tuple(GAMES))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.06)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--goal", type=float, help="stop when it is clear whether the share is above or below")
    wanted = parser.parse_args()
    fair = 1 / wanted.players
    commit = full_name(wanted.commit)
    folder = Path(tempfile.gettempdir()) / f"funkenflug-{commit}"  # compiled once, as long as it stays there
    folder.mkdir(exist_ok=True)
    sources = (Path(funkenflug.__file__).parents[1], export(commit, folder))
    contest = Contest(code_version(), wanted.game, wanted.players, wanted.seconds)
    journal = Journal(folder / "results.jsonl", Result)
    played = {result.number: result.share for result in journal.resume() if result.contest == contest}
    versions = Versions(sources, wanted.seconds, folder)
    test = SequentialTest(fair, wanted.goal if wanted.goal is not None else fair + 0.2)
    try:
        for number in range(wanted.games):
            if number not in played:
                played[number] = versions.play(wanted.game, wanted.players, number)
                journal.append(Result(contest, number, played[number]))
            test.add(played[number])
            result = share_of(test.successes, test.trials)
            what = f"{wanted.game}, {wanted.players} players, {wanted.seconds:g} s"
            interval = f"95 % interval {result.low:.1%} to {result.high:.1%}; fair: {fair:.0%}"
            print(f"{what}: {result.share:.1%} of {test.trials} ({interval})", flush=True)
            if wanted.goal is not None and test.verdict is not None:
                break
    finally:
        versions.close()


if __name__ == "__main__":
    main()
