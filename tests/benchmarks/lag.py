"""Lateness of the event loop while a large review streams in, is decided on and coloured.

The real app runs in this process, on the driver of the keys' figures. A process of its own writes
the response into a pipe: 1,000 blocks over 100 files, or 200 of a file of 100,000 lines, some
kilobytes every few milliseconds. Meanwhile a task presses keys as a quick user would, and
another asks to be woken every few milliseconds and notes how late it is: by the wall's clock,
since that is what a user waits for, so other processes count as well. The same task on a loop
that has nothing else to do, with another thread computing all the while, says how late this
machine and Python's own switching between threads make it in any case.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles

from textual.events import Key

from editreview.review import Review
from editreview.tui.app import SWITCH_INTERVAL_S, ReviewApp
from editreview.tui.terminal_app import Settings
from tests.benchmarks import inputs
from tests.benchmarks.figures import Figure
from tests.benchmarks.keys import SIZE, Drawing
from tests.builders import make_tree

_EVERY = 0.004
"""Seconds between two looks at the clock."""
_KEY_EVERY = 0.12
_KEYS = ("j", "j", "ctrl+d", "J", "y", "n", "j", "ctrl+d", "u", "J", "J", "y", "m", "m", "t", "t", "w", "w")
_P95_MS, _P99_MS = 16.0, 50.0
_LEAST_SECONDS = 6.0
_WRITER = """
import os, sys, time
with open(sys.argv[1], "rb") as file:
    while chunk := file.read(4096):
        os.write(1, chunk)
        time.sleep(0.01)
"""


def figures(quick: bool) -> Iterator[Figure]:
    os.environ["COLORTERM"] = "truecolor"
    # As in the program itself.
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    alone = asyncio.run(_beside_a_thread(2.0))
    for name, make in (("1,000 blocks", _many_files), ("100k lines", _large_file)):
        with tempfile.TemporaryDirectory() as folder:
            root, response = make(Path(folder), quick)
            late = asyncio.run(_reviewed(root, response))
        yield from _told(name, late, alone)


def _told(name: str, late: list[float], alone: list[float]) -> Iterator[Figure]:
    for percent, budget in ((95, _P95_MS), (99, _P99_MS)):
        yield Figure(
            f"event loop late, p{percent}: {name} stream in",
            _percentile(late, percent),
            "ms",
            budget,
            scaled=True,
            peer=f"beside any busy thread {_percentile(alone, percent):.1f}",
            note=f"most {max(late):.0f}, {len(late):,} looks",
        )


def _percentile(late: list[float], percent: int) -> float:
    return quantiles(late, n=100, method="inclusive")[percent - 1]


def _many_files(folder: Path, quick: bool) -> tuple[Path, Path]:
    files, response = inputs.many_files(20 if quick else 100, 2_500, 10)
    return _made(folder, files, response)


def _large_file(folder: Path, quick: bool) -> tuple[Path, Path]:
    lines = inputs.source(100_000)
    files = {"large.py": inputs.text(lines)}
    return _made(folder, files, inputs.spread("large.py", lines, 50 if quick else 200))


def _made(folder: Path, files: dict[str, str], response: str) -> tuple[Path, Path]:
    given = folder / "response.md"
    given.write_text(response, "utf-8")
    return make_tree(folder / "tree", files), given


async def _reviewed(root: Path, response: Path) -> list[float]:
    """Milliseconds that each look came late."""
    with subprocess.Popen((sys.executable, "-c", _WRITER, str(response)), stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        app = ReviewApp(Review.open(root), os.dup(writer.stdout.fileno()), Settings(can_stage=False))
        app.driver_class = Drawing
        late: list[float] = []
        async with app.run_test(headless=False, size=SIZE) as pilot:
            await pilot.pause(0.3)
            watching = asyncio.create_task(_watch(late))
            end = time.monotonic() + _LEAST_SECONDS
            while app.worker.is_open or time.monotonic() < end:
                for key in _KEYS:
                    app.post_message(Key(key, key if len(key) == 1 else None))
                    await asyncio.sleep(_KEY_EVERY)
            watching.cancel()
            app.worker.stop_saving(is_finished=True, current=None)
    return late


async def _watch(late: list[float]) -> None:
    while True:
        before = time.perf_counter()
        await asyncio.sleep(_EVERY)
        late.append(max(time.perf_counter() - before - _EVERY, 0.0) * 1000)


async def _beside_a_thread(seconds: float) -> list[float]:
    is_over = threading.Event()

    def compute() -> None:
        while not is_over.is_set():
            sum(range(1_000))

    late: list[float] = []
    thread = threading.Thread(target=compute)
    thread.start()
    watching = asyncio.create_task(_watch(late))
    await asyncio.sleep(seconds)
    watching.cancel()
    is_over.set()
    thread.join()
    return late
