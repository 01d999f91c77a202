"""Count the lines of the source at two commits, by package.

python -m bench.lines 0e3f343 main
"""

from __future__ import annotations

import argparse
import subprocess
from collections import Counter

from bench.versions import ROOT, full_name

_MOVED = {
    "drawing": "core, pictures",
    "core": "core, pictures",
    "pictures": "core, pictures",
    "web": "site",
    "adapters": "research",
    "alphazero": "research",
}
"""Packages that are counted under another name."""
_SUMS = ("Python in src", "bench", "css", "js", "tests")
"""These come after the packages."""


def lines(commit: str) -> Counter[str]:
    """Return the lines of each package, and of what is not Python in one."""
    counted = subprocess.run(
        ("git", "grep", "-c", "", full_name(commit), "--", "src", "bench/*.py", "tests/*.py"),
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    found: Counter[str] = Counter()
    for line in counted.splitlines():
        _, path, count = line.split(":")
        top, *parts = path.split("/")
        kind = path.rpartition(".")[2]
        if top != "src":
            found[top] += int(count)
        elif kind == "py":
            package = parts[1] if len(parts) > 2 else "modules of the package itself"
            found[_MOVED.get(package, package)] += int(count)
            found["Python in src"] += int(count)
        elif kind in ("js", "css"):
            found[kind] += int(count)
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    wanted = parser.parse_args()
    before, after = lines(wanted.before), lines(wanted.after)
    print(f"| | {wanted.before} | {wanted.after} | |\n|---|---:|---:|---:|")
    for name in sorted(before | after, key=lambda name: (name in _SUMS, name)):
        print(f"| {name} | {before[name]:,} | {after[name]:,} | {after[name] - before[name]:+,} |")


if __name__ == "__main__":
    main()
