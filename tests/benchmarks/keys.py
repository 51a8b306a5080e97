"""From a key to the painted screen: processor time of the loop's thread.

The real app runs under Pilot at 160x50, on a driver that throws its output away but, unlike
Textual's headless one, has every frame turned into escape codes. The thread's clock is read,
the key is pressed, Pilot waits until the process does nothing any more, and the clock is
read again. The clock counts only what this thread computes, so neither Pilot's waiting nor
another process adds to it; the worker's own thread is not in it, its messages are. A press
after which no frame was written is an error. The calibration loop runs, by the same clock,
between any two presses, and each press is scaled by the two beside it: other processes make
a processor slower without being counted. The colours of code come when a key was painted and no
other follows, with a paint of their own: they are a figure of their own.
"""

import asyncio
import gc
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot

from editreview.review import Review
from editreview.tui.app import ReviewApp
from editreview.tui.diff import view as diff_view
from editreview.tui.screens.review import ReviewScreen
from editreview.tui.terminal_app import Settings
from tests.benchmarks import inputs
from tests.benchmarks.figures import Figure
from tests.benchmarks.timing import Times, slowness_of_thread
from tests.builders import make_tree

SIZE = (160, 50)
_FIRST = 4
"""Presses that are not counted: what they fill are caches."""
_BUDGET_MS = 20.0

_ACTIONS: tuple[tuple[str, str, str], ...] = (
    ("line down", "g", "j"),
    ("half a page", "g", "ctrl+d"),
    ("next block", "", "J"),
    ("accept", "", "y"),
    ("reject", "", "n"),
)
"""The action, the key that prepares for it, and the key pressed again and again."""
_COLOURED: tuple[tuple[str, str, str], ...] = (("half a page, with colours after it", "g", "ctrl+d"),)
_NEVER = 3600.0
"""Seconds."""


class Drawing(HeadlessDriver):
    """A terminal that takes every frame and shows none."""

    frames = 0

    @property
    def is_headless(self) -> bool:
        return False

    def write(self, data: str) -> None:
        if data:
            Drawing.frames += 1


def figures(quick: bool) -> Iterator[Figure]:
    presses = 15 if quick else 40
    os.environ["COLORTERM"] = "truecolor"
    with tempfile.TemporaryDirectory() as folder:
        yield from _scene("100k lines", *_one_large_file(Path(folder)), presses)
    with tempfile.TemporaryDirectory() as folder:
        yield from _scene("100k lines", *_one_large_file(Path(folder)), presses, highlight=True)
    with tempfile.TemporaryDirectory() as folder:
        yield from _scene("1,000 blocks", *_many_blocks(Path(folder)), presses)


def _one_large_file(folder: Path) -> tuple[Path, str]:
    lines = inputs.source(100_000)
    return make_tree(folder, {"large.py": inputs.text(lines)}), inputs.spread("large.py", lines, 200)


def _many_blocks(folder: Path) -> tuple[Path, str]:
    files, response = inputs.many_files(100, 2_500, 10)
    return make_tree(folder, files), response


def _scene(
    name: str, root: Path, response: str, presses: int, *, highlight: bool = False
) -> Iterator[Figure]:
    # Garbage of other subjects is not this one's to collect.
    gc.collect()
    actions = _COLOURED if highlight else _ACTIONS
    pause = diff_view.SYNTAX_DELAY_S
    diff_view.SYNTAX_DELAY_S = pause if highlight else _NEVER
    try:
        found = asyncio.run(_pressed(root, response, presses, actions))
    finally:
        diff_view.SYNTAX_DELAY_S = pause
    for (what, _, key), (raw, times) in zip(actions, found, strict=True):
        yield Figure(
            f"key {key} → painted, p95: {what}, {name}",
            raw.p95,
            "ms",
            None if highlight else _BUDGET_MS,
            scaled=times.p95,
            peer="limit 8–14",
            note=f"scaled median {times.middle:.1f}, most {max(times.runs):.1f}, {len(times.runs)} presses",
        )


async def _pressed(
    root: Path, response: str, presses: int, actions: Sequence[tuple[str, str, str]]
) -> list[tuple[Times, Times]]:
    """The cost of each action, as measured and scaled."""
    given = root.parent / f"{root.name}.response"
    given.write_text(response)
    descriptor = os.open(given, os.O_RDONLY)
    given.unlink()
    app = ReviewApp(Review.open(root), descriptor, Settings(can_stage=False))
    app.driver_class = Drawing
    async with app.run_test(headless=False, size=SIZE) as pilot:
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        # The first key ends the following of the newest block: all must have arrived before.
        while screen.streaming.is_reading:
            await pilot.pause(0.05)
        # The whole file, so that there is somewhere to go.
        await pilot.press("=")
        return [await _costs(pilot, _keys(prepare, key, presses), presses) for _, prepare, key in actions]


def _keys(prepare: str, key: str, presses: int) -> list[str]:
    return [*([prepare] if prepare else []), *[key] * (_FIRST + presses)]


async def _costs(pilot: Pilot[None], keys: list[str], presses: int) -> tuple[Times, Times]:
    raw: list[float] = []
    scaled: list[float] = []
    before = slowness_of_thread()
    for key in keys:
        raw.append(await _cost(pilot, key))
        after = slowness_of_thread()
        scaled.append(raw[-1] / ((before + after) / 2))
        before = after
    return Times(tuple(raw[-presses:])), Times(tuple(scaled[-presses:]))


async def _cost(pilot: Pilot[None], key: str) -> float:
    """Milliseconds that the loop's thread computes for one key."""
    frames, start = Drawing.frames, time.thread_time()
    await pilot.press(key)
    cost = (time.thread_time() - start) * 1000
    if Drawing.frames == frames:
        raise RuntimeError(f"nothing was painted after {key}")
    return cost
