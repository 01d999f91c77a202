"""Run a benchmark of today's code and of another commit in turn, and print the ratios of their figures.

    python -m bench.compare 0e3f343 bench.kernel --rounds 3
    python -m bench.compare origin/main bench.load --only moves --tables 50 --seconds 5
    python -m bench.compare origin/main funkenflug --processor-time bench --seconds 1

Each commit runs its own benchmark. Lines of the output that differ only in their numbers are compared; the ratio is
today's median divided by the other commit's. On a busy machine, `--processor-time` lets the benchmark count the time
of its own process. Other options are those of the benchmark.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

from bench.versions import ROOT, export, full_name

_NUMBER = re.compile(r"(?<![\w.+])\d[\d,]*(?:\.\d+)?")
_COUNTING = """
import runpy, sys, time
vars(time)["perf_counter"] = time.process_time
del sys.argv[0]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""
Figures = dict[tuple[str, int], list[float]]
"""The numbers of a line, by its text without them and its place among the lines with the same text."""


def figures(output: str) -> Figures:
    """Return the figures that a benchmark has printed."""
    found: Figures = {}
    seen: Counter[str] = Counter()
    heading = ""
    for line in output.splitlines():
        heading = heading if line.startswith(" ") else line
        text = " ".join(_NUMBER.sub("#", f"{heading}: {line}" if line.startswith(" ") else line).split())
        found[text, seen[text]] = [float(number.replace(",", "")) for number in _NUMBER.findall(line)]
        seen[text] += 1
    return found


def run(command: Sequence[str], tree: Path) -> Figures:
    """Run a benchmark in a tree of sources."""
    environment = os.environ | {"PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}"}
    done = subprocess.run(command, cwd=tree, env=environment, check=True, stdout=subprocess.PIPE)
    return figures(done.stdout.decode())


def main() -> None:
    """Run the rounds and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit")
    parser.add_argument("module")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--processor-time", action="store_true")
    wanted, options = parser.parse_known_args()
    how = ["-c", _COUNTING] if wanted.processor_time else ["-m"]
    command = [sys.executable, *how, wanted.module, *options]
    commit = full_name(wanted.commit)
    folder = Path(tempfile.gettempdir()) / f"funkenflug-{commit}"  # compiled once, as long as it stays there
    folder.mkdir(exist_ok=True)
    export(commit, folder)
    sums: dict[tuple[str, int], tuple[list[list[float]], list[list[float]]]] = defaultdict(lambda: ([], []))
    for _ in range(wanted.rounds):
        for side, tree in enumerate((folder, ROOT)):
            for line, numbers in run(command, tree).items():
                sums[line][side].append(numbers)
    print(f"{'ratio':>7} {'before':>14} {'after':>14}")
    for (text, _), (before, after) in sums.items():
        for old, new in zip(zip(*before, strict=True), zip(*after, strict=True), strict=False):
            was, now = statistics.median(old), statistics.median(new)
            if was and set(old) != set(new):
                print(f"{now / was:7.2f} {was:14,.2f} {now:14,.2f}  {text}")


if __name__ == "__main__":
    main()
