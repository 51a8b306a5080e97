"""Resident memory of the program above that of a minimal Textual app, both on screen."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks import inputs
from tests.benchmarks.figures import Figure
from tests.benchmarks.programs import InTerminal, editreview, piped
from tests.builders import block

_BUDGET_MB = 40.0


def figures(quick: bool) -> Iterator[Figure]:
    size = 10_000 if quick else 100_000
    lines = inputs.source(size)
    response = inputs.spread("large.py", lines, 20, "Marked")
    unknown = "".join(f"    nothing of this is there {number}\n" for number in range(20))
    response += block(unknown, "", "large.py")
    with editreview() as command, tempfile.TemporaryDirectory() as folder:
        root = inputs.repository(Path(folder, "tree"), {"large.py": inputs.text(lines)})
        with InTerminal((sys.executable, "-m", "tests.benchmarks.minimal", "Marked"), None) as program:
            program.until("Marked")
            program.until_quiet()
            base = program.resident_mb()
        # Once beforehand: what is imported late is compiled by then, as it is once pip has installed it.
        with piped(response) as end, InTerminal(command, end, root) as program:
            program.until("Marked")
            program.until_quiet()
        with piped(response) as end, InTerminal(command, end, root) as program:
            program.until("Marked")
            program.until_quiet()
            first = program.resident_mb() - base
            # To the block without a place, for which the file is indexed; then all over the file.
            program.press("J" * 20)
            program.until_quiet(2.0)
            program.press("K=g" + "\x04" * 100)
            program.until_quiet(2.0)
            later = program.resident_mb() - base
    what = f"memory above a minimal app, {size:,} lines"
    yield Figure(f"{what}, first frame", first, "MB", _BUDGET_MB, peer="limit 12; textual-diff-view 293")
    yield Figure(
        f"{what}, used", later, "MB", _BUDGET_MB, note="after every block, a near match and 100 half pages"
    )
