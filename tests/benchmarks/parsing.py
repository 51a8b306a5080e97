"""Megabytes of response a second, by the size of the chunks they arrive in."""

import tracemalloc
from collections.abc import Iterator
from functools import partial

from editreview.formats import Reader
from tests.benchmarks import inputs
from tests.benchmarks.figures import Figure
from tests.benchmarks.timing import times

_LARGE, _SMALL = 64 * 1024, 64


def figures(quick: bool) -> Iterator[Figure]:
    megabyte = _response()
    for name, chunk, copies, budget, limit in (
        ("64 KiB", _LARGE, 4, 30.0, "302"),
        ("64 B", _SMALL, 1, 8.0, "42"),
        ("1 B", 1, 0, None, "1.7"),
    ):
        text = megabyte * copies or megabyte[:200_000]
        taken = times(partial(_read, text, chunk), 3).least
        rate = len(text) / 1e6 / (taken / 1000)
        yield Figure(f"parser, chunks of {name}", rate, "MB/s", budget, peer=f"limit {limit}")
    most = 4 if quick else 20
    yield Figure(
        f"parser, last megabytes ÷ first ones of {most} MB",
        _growth(megabyte, most),
        "x",
        1.3,
        note="linear would be 1.0",
    )
    yield Figure(
        f"parser, memory of its own, {most} MB", _memory(megabyte * most), "MB", 1.0, note="chunks of 64 KiB"
    )


def _response() -> str:
    """A megabyte of prose and blocks."""
    lines = inputs.source(20_000)
    return inputs.spread("shop/orders.py", lines, 1_500)[:1_000_000]


def _read(text: str, chunk: int) -> None:
    reader = Reader()
    for at in range(0, len(text), chunk):
        reader.feed(text[at : at + chunk])
    reader.close()


def _growth(megabyte: str, most: int) -> float:
    """How much longer the last megabytes of a long response take than the first."""
    reader = Reader()

    def feed() -> None:
        for at in range(0, len(megabyte), _LARGE):
            reader.feed(megabyte[at : at + _LARGE])

    taken = times(feed, most).runs
    part = most // 4
    return min(taken[-part:]) / min(taken[:part])


def _memory(text: str) -> float:
    tracemalloc.start()
    _read(text, _LARGE)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6
