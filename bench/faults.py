"""Break a site at random while hundreds of tables are played, and check that nothing is lost.

    python -m bench.faults --minutes 5 --servers 2 --database postgresql://…
    python -m bench.faults --minutes 5 --postgresql

`tests/web/faults.py` says what is broken and what is checked.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from pathlib import Path

from tests.web.faults import run
from tests.web.servers import PostgreSQL


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--servers", type=int, help="default: 2, or 1 with SQLite, which serves one process")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", help="an empty database (default: SQLite in a temporary folder)")
    parser.add_argument("--postgresql", action="store_true", help="start a PostgreSQL, and kill it now and then")
    asked = parser.parse_args()
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


if __name__ == "__main__":
    sys.exit(main())
