"""Comparing two lists of lines, against difflib."""

import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from functools import partial

from editreview.alignment import line_opcodes
from tests.benchmarks import inputs
from tests.benchmarks.figures import Figure
from tests.benchmarks.timing import timed, times

_BUDGET_MB = 100.0
_TIMEOUT_S = 15.0
"""Seconds that a peer is given."""


def figures(quick: bool) -> Iterator[Figure]:
    size = 10_000 if quick else 100_000
    old = inputs.source(size)
    for what, edit, budget, limit in (
        ("one hunk", one_hunk, 5.0, "0.5"),
        ("scattered 1 %", scattered, 300.0, "147"),
    ):
        new = edit(old)
        ours = times(partial(line_opcodes, old, new), 3 if quick else 5)
        yield Figure(
            f"diff, {what}, {size:,} lines",
            ours.least,
            "ms",
            budget,
            scaled=True,
            peer=f"limit {limit}; difflib here {_peer(edit.__name__, size)}",
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


def _peer(edit: str, size: int) -> str:
    """The time of difflib for the same, in a process of its own: it may take minutes."""
    program = f"from tests.benchmarks.diffs import difflib_ms, {edit}; print(difflib_ms({edit}, {size}))"
    command = [sys.executable, "-c", program]
    try:
        said = subprocess.run(command, capture_output=True, check=True, timeout=_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return f"over {_TIMEOUT_S:.0f} s, stopped"
    return f"{float(said.stdout):,.0f} ms"


def difflib_ms(edit: Callable[[list[str]], list[str]], size: int) -> float:
    """Milliseconds that difflib takes for an edit of a text of so many lines."""
    old = inputs.source(size)
    return timed(SequenceMatcher(None, old, edit(old)).get_opcodes)
