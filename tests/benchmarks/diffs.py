"""What changed between two lists of lines, against difflib."""

import difflib
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial

from editreview.alignment import line_opcodes
from tests.benchmarks import inputs
from tests.benchmarks.figures import Figure
from tests.benchmarks.timing import times

_BUDGET_MB = 100.0


def figures(quick: bool) -> Iterator[Figure]:
    size = 10_000 if quick else 100_000
    old = inputs.source(size)
    for what, new, budget, limit in (
        ("one hunk", one_hunk(old), 5.0, "0.5"),
        ("scattered 1 %", scattered(old), 300.0, "147"),
    ):
        ours = times(partial(line_opcodes, old, new), 3 if quick else 5)
        peer = times(partial(_difflib, old, new), 1)
        yield Figure(
            f"diff, {what}, {size:,} lines",
            ours.least,
            "ms",
            budget,
            scaled=True,
            peer=f"limit {limit}; difflib here {peer.least:,.0f} ms",
        )
    program = "from tests.benchmarks.diffs import grown; print(grown())"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    yield Figure("diff, scattered 1 %, 100,000 lines: memory", float(said.stdout), "MB", _BUDGET_MB)


def one_hunk(lines: list[str]) -> list[str]:
    middle = len(lines) // 2
    return [*lines[:middle], "    changed = True", "    added = True", *lines[middle + 1 :]]


def scattered(lines: list[str]) -> list[str]:
    return [f"{line}  # {number}" if number % 100 == 7 else line for number, line in enumerate(lines)]


def grown() -> float:
    """MB by which this process grows at most during one diff."""
    old = inputs.source(100_000)
    new = scattered(old)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    line_opcodes(old, new)
    # Linux counts in KiB, macOS in bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * unit / 1e6


def _difflib(old: list[str], new: list[str]) -> Sequence[object]:
    return difflib.SequenceMatcher(None, old, new).get_opcodes()
