"""The folder of an arena: its plan, the journal of its matches, and the results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from funkenflug.arena.match import MatchResult
from funkenflug.arena.plan import Plan
from funkenflug.arena.report import report
from funkenflug.arena.standings import Standings, as_csv
from funkenflug.jobs.files import FolderLock, write_atomically
from funkenflug.jobs.journal import Journal
from funkenflug.jobs.plans import difference, read_plan, write_plan


class Folder:
    """The files of an arena. A match in its journal is played and counted once, whatever happens."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._journal = Journal(path / "games.jsonl", MatchResult)
        self._lock: FolderLock | None = None

    def plan(self) -> Plan | None:
        """Return the plan in this folder; None if there is none yet."""
        return read_plan(self.path / "arena.json", Plan)

    def begin(self, plan: Plan) -> dict[int, MatchResult]:
        """Lock the folder for a plan, and return the matches already in it, by number."""
        self.path.mkdir(parents=True, exist_ok=True)
        self._lock = FolderLock(self.path)
        kept = self.plan()
        if kept is None:
            write_plan(self.path / "arena.json", plan)
        elif found := difference(kept, plan):
            raise ValueError(f"{self.path} has another arena: {found}; see --out")
        return {match.index: match for match in self._journal.resume()}

    def add(self, match: MatchResult) -> None:
        """Store a match durably."""
        self._journal.append(match)

    def write_results(self, found: Standings, matches: Sequence[MatchResult], command: str) -> Path:
        """Write results, table, records and report; return the path of the report."""
        write_atomically(self.path / "results.json", msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")
        write_atomically(self.path / "results.csv", as_csv(matches))
        write_atomically(self.path / "games.ff", "\n".join(match.record for match in matches))
        page = self.path / "report.html"
        write_atomically(page, report(found, matches, command))
        return page

    def unlock(self) -> None:
        """Release the lock."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None
