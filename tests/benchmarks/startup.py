"""Time until the program answers without a screen, in multiples of a Python that does nothing."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks import inputs
from tests.benchmarks.figures import Figure
from tests.benchmarks.programs import editreview
from tests.benchmarks.timing import in_turns, process


def figures(quick: bool) -> Iterator[Figure]:
    rounds = 6 if quick else 12
    nothing = (sys.executable, "-c", "pass")
    lines = inputs.source(200)
    response = inputs.spread("small.py", lines, 3).encode()
    with editreview() as command, tempfile.TemporaryDirectory() as folder:
        root = str(inputs.repository(Path(folder, "tree"), {"small.py": inputs.text(lines)}))
        runs = [
            lambda: process(*command, "--version"),
            lambda: process(*command, "check", "--root", root, data=response),
            lambda: process(*nothing),
            lambda: process("git", "status", "--porcelain=v2", "-z", folder=root),
        ]
        in_turns(runs, 1)
        version, check, base, status = in_turns(runs, rounds)
    yield Figure(
        "editreview --version ÷ python -c pass",
        version.least / base.least,
        "x",
        2.5,
        peer="limit 1.6",
        note=f"medians {version.middle / base.middle:.2f}; {version.least:.0f} / {base.least:.0f} ms",
    )
    yield Figure(
        "editreview check ÷ (pass + git status)",
        check.least / (base.least + status.least),
        "x",
        9.0,
        peer="limit 2.9 + git",
        note=f"medians {check.middle / (base.middle + status.middle):.2f}; "
        f"{check.least:.0f} / ({base.least:.0f} + {status.least:.0f}) ms",
    )
