"""Break a site at random while hundreds of tables are played, and check that nothing is lost.

    python -m bench.faults --minutes 5 --servers 2 --database postgresql://…
    python -m bench.faults --minutes 5 --postgresql
    python -m bench.faults --everywhere

`tests/web/faults.py` says what is broken and what is checked. `--everywhere` breaks nothing at random: it lets every
write of a short evening fail, each in an evening of its own (`tests/web/every_fault.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import sys
import tempfile
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, get_args

from tests.web.every_fault import Plan, Result, cut_everywhere, fail_everywhere, lose_everywhere
from tests.web.faults import run
from tests.web.faulty_disk import Fault
from tests.web.servers import PostgreSQL


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--servers", type=int, help="default: 2, or 1 with SQLite, which serves one process")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", help="an empty database (default: SQLite in a temporary folder)")
    parser.add_argument("--postgresql", action="store_true", help="start a PostgreSQL, and kill it now and then")
    parser.add_argument("--everywhere", action="store_true", help="let every write fail, each in its own evening")
    asked = parser.parse_args()
    if asked.everywhere:
        return everywhere()
    with contextlib.ExitStack() as stack:
        own = stack.enter_context(contextlib.closing(PostgreSQL())) if asked.postgresql else None
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        default = f"sqlite:///{folder / 'site.sqlite'}" if own is None else own.new_database()
        database = asked.database or default
        report = run(
            database,
            servers=asked.servers or (1 if database.startswith("sqlite") else 2),
            tables=asked.tables,
            seconds=60 * asked.minutes,
            seed=asked.seed,
            own=own,
            tell=lambda words: print(words, flush=True),
        )
    print(f"{report.moves} moves acknowledged at {report.tables} tables, {dict(report.faults)}, {dict(report.answers)}")
    print(*(report.wrong or ["nothing lost"]), sep="\n")
    return 1 if report.wrong else 0


EACH: Plan = (None, 0, 1)


def everywhere() -> int:
    """Let every write fail; return 1 if anything was lost or doubled."""
    logging.disable()  # every fault would be logged
    wrong: list[str] = []
    with contextlib.ExitStack() as stack:
        for name, evenings in _experiments(stack):
            result = asyncio.run(evenings)
            wrong += result.wrong
            counts = f"{result.operations} operations, {result.evenings} evenings, {result.faults} faults"
            print(f"{name}: {counts}, {result.repeated} requests repeated, {len(result.wrong)} wrong", flush=True)
    print(*(wrong or ["nothing lost, nothing doubled"]), sep="\n")
    return 1 if wrong else 0


def _experiments(stack: contextlib.ExitStack) -> Iterator[tuple[str, Coroutine[Any, Any, Result]]]:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    for number, fault in enumerate(get_args(Fault)):
        (folder / str(number)).mkdir()
        yield f"SQLite, {fault}", fail_everywhere(folder / str(number), fault, EACH)
    (folder / "guests").mkdir()
    yield "connections of guests", lose_everywhere(folder / "guests", EACH)
    postgresql = stack.enter_context(contextlib.closing(PostgreSQL()))
    yield "connections to PostgreSQL", cut_everywhere(postgresql.new_database(), EACH)


if __name__ == "__main__":
    sys.exit(main())
