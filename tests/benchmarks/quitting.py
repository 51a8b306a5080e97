"""From `q q` to the end of the process, while the response's producer is silent and alive."""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks import inputs
from tests.benchmarks.figures import Figure
from tests.benchmarks.programs import InTerminal, editreview
from tests.benchmarks.timing import in_turns


def figures(quick: bool) -> Iterator[Figure]:
    lines = inputs.source(200)
    response = inputs.spread("small.py", lines, 3, "Marked")
    with editreview() as command, tempfile.TemporaryDirectory() as folder:
        root = inputs.repository(Path(folder, "tree"), {"small.py": inputs.text(lines)})
        (times,) = in_turns([lambda: _run(command, root, response)], 3 if quick else 5)
    yield Figure(
        "quit (q q → gone), producer silent",
        times.least / 1000,
        "s",
        0.35,
        scaled=True,
        peer="limit 0.29",
        note=f"median {times.middle / 1000:.2f}",
    )


def _run(command: tuple[str, ...], root: Path, response: str) -> float:
    end, producer = os.pipe()
    try:
        os.write(producer, response.encode())
        with InTerminal(command, end, root) as program:
            program.until("Marked")
            program.until_quiet()
            start = time.perf_counter()
            program.press("qq")
            program.until_gone()
            return (time.perf_counter() - start) * 1000
    finally:
        os.close(end)
        os.close(producer)
