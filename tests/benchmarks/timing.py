"""Clocks: the fastest of several runs, things measured in turns, and how quick the machine is just now."""

import gc
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

_LOOP_MS = 6.3
"""The value of `loop_ms` on the quiet machine for which the budgets are set."""


@dataclass(frozen=True, slots=True)
class Times:
    """Runs of one thing, in milliseconds."""

    runs: tuple[float, ...]

    @property
    def least(self) -> float:
        return min(self.runs)

    @property
    def middle(self) -> float:
        return median(self.runs)

    @property
    def p95(self) -> float:
        return quantiles(self.runs, n=20, method="inclusive")[-1] if len(self.runs) > 1 else self.runs[0]


def timed(run: Callable[[], object]) -> float:
    """Milliseconds of one call."""
    start = time.perf_counter()
    run()
    return (time.perf_counter() - start) * 1000


def times(run: Callable[[], object], rounds: int) -> Times:
    """Several calls, garbage of the ones before collected first."""
    gc.collect()
    return Times(tuple(timed(run) for _ in range(rounds)))


def in_turns(runs: Sequence[Callable[[], float]], rounds: int) -> list[Times]:
    """Time several things in turns, so that a busy machine disturbs all alike."""
    found = [[run() for run in runs] for _ in range(rounds)]
    return [Times(tuple(column)) for column in zip(*found, strict=True)]


def process(*command: str, data: bytes = b"", folder: str | None = None) -> float:
    """Milliseconds of one child process, its output thrown away."""
    start = time.perf_counter()
    subprocess.run(command, input=data, cwd=folder, capture_output=True, check=False)
    return (time.perf_counter() - start) * 1000


def slowness(rounds: int = 15) -> float:
    """The slowness of this machine at plain Python just now, in multiples of the reference machine."""
    return loop_ms(rounds) / _LOOP_MS


def slowness_of_thread() -> float:
    """The same by the calling thread's own clock, from one round."""
    start = time.thread_time()
    _loop()
    return (time.thread_time() - start) * 1000 / _LOOP_MS


def loop_ms(rounds: int = 15) -> float:
    """The calibration: the fastest of some rounds of a loop in pure Python."""
    return times(_loop, rounds).least


def _loop() -> int:
    counts: dict[str, int] = {}
    total = 0
    for number in range(20_000):
        word = str(number % 997)
        counts[word] = counts.get(word, 0) + 1
        total += len(word) * number
    return total
