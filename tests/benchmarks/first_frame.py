"""From exec to the first block's text on a real terminal, against a minimal Textual app there."""

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.benchmarks import inputs
from tests.benchmarks.figures import Figure
from tests.benchmarks.programs import InTerminal, editreview, piped
from tests.benchmarks.timing import in_turns
from tests.builders import block

_MARK = "FirstFrame"
_SIZES = (10, 1_000, 100_000)


def figures(quick: bool) -> Iterator[Figure]:
    rounds = 4 if quick else 9
    with editreview() as command, tempfile.TemporaryDirectory() as folder:
        runs = [*(_ours(command, Path(folder), size) for size in _SIZES), _minimal]
        in_turns(runs, 1)
        *ours, minimal = in_turns(runs, rounds)
    for size, times in zip(_SIZES, ours, strict=True):
        yield Figure(
            f"first frame ÷ minimal Textual app, {size:,} lines",
            times.least / minimal.least,
            "x",
            1.3,
            peer="limit 1.0; textual-diff-view 35 s at 100k" if size == _SIZES[-1] else "limit 1.0",
            note=f"medians {times.middle / minimal.middle:.2f}; {times.least:.0f} / {minimal.least:.0f} ms",
        )


def _ours(command: tuple[str, ...], folder: Path, size: int) -> Callable[[], float]:
    lines = inputs.source(size)
    root = inputs.repository(folder / str(size), {"a.py": inputs.text(lines)})
    search, replace = inputs.edited(lines, len(lines) // 20 * 10)
    response = "A change:\n\n" + block(search, f"# {_MARK}\n{replace}", "a.py")

    def run() -> float:
        with piped(response) as end, InTerminal(command, end, root) as program:
            return program.until(_MARK) * 1000

    return run


def _minimal() -> float:
    with InTerminal((sys.executable, "-m", "tests.benchmarks.minimal", _MARK), None) as program:
        return program.until(_MARK) * 1000
