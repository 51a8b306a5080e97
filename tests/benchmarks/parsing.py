"""Megabytes of response a second, by what they hold and by the size of the chunks they arrive in."""

import gc
import time
import tracemalloc
from collections.abc import Iterator

from editreview.blocks import EditBlock
from editreview.formats import Reader, parse
from tests.benchmarks import inputs, responses
from tests.benchmarks.figures import Figure

_LARGE, _SMALL = 64 * 1024, 64
_PART = 200_000
"""Characters that are read at a time where a megabyte would take long."""


def figures(quick: bool) -> Iterator[Figure]:
    mix = responses.mix()
    yield from _rates(mix)
    yield _kind("the mix with blocks of a few lines", responses.smallest())
    for name, make in responses.kinds().items():
        yield _kind(f"{name} alone", make())
    most = 20 if quick else 100
    yield Figure(
        f"parser, last megabytes ÷ first ones of {most} MB",
        _growth(mix, most),
        "x",
        1.3,
        note="linear would be 1.0",
    )
    for size, chunk in (("64 KiB", _LARGE), ("64 B", _SMALL)):
        yield Figure("parser, memory of its own", _memory(mix, chunk), "MB", 1.0, note=f"chunks of {size}")
    yield Figure(
        "parser, CPU until the first block of a slow stream",
        min(_until_first_block() for _ in range(15)),
        "ms",
        1.0,
        scaled=True,
        note="chunks of 64 B, 10 lines of prose above it",
    )


def _rates(mix: str) -> Iterator[Figure]:
    each = f"{len(mix) / len(parse(mix).blocks):.0f} characters a block"
    for name, chunk, budget, limit in (
        ("64 KiB", _LARGE, 5.0, "302"),
        ("64 B", _SMALL, 5.0, "42"),
        ("1 B", 1, None, "1.7"),
    ):
        rate = _rate(mix if chunk > 1 else mix[:_PART], chunk)
        yield Figure(f"parser, chunks of {name}", rate, "MB/s", budget, peer=f"limit {limit}", note=each)


def _kind(name: str, text: str) -> Figure:
    small = f"{_rate(text, _SMALL):.1f} MB/s in chunks of 64 B"
    return Figure(f"parser, {name}, chunks of 64 KiB", _rate(text, _LARGE), "MB/s", note=small)


def _rate(text: str, chunk: int) -> float:
    """Megabytes a second of the process's own time: other processes have no part in it."""
    return len(text) / 1e6 / min(_cpu(text, chunk) for _ in range(5))


def _cpu(text: str, chunk: int) -> float:
    start = time.process_time()
    _read(text, chunk)
    return time.process_time() - start


def _read(text: str, chunk: int) -> None:
    reader = Reader()
    for at in range(0, len(text), chunk):
        reader.feed(text[at : at + chunk])
    reader.close()


def _growth(megabyte: str, most: int) -> float:
    """The time of the last megabytes of a long response, in multiples of that of the first."""
    reader = Reader()

    def fed() -> float:
        start = time.process_time()
        for at in range(0, len(megabyte), _LARGE):
            reader.feed(megabyte[at : at + _LARGE])
        return time.process_time() - start

    taken = [fed() for _ in range(most)]
    part = most // 4
    return min(taken[-part:]) / min(taken[:part])


def _memory(text: str, chunk: int) -> float:
    gc.collect()
    tracemalloc.start()
    _read(text, chunk)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def _until_first_block() -> float:
    """Milliseconds that the reader itself takes until it gives out the first block."""
    prose = "Some lines of prose come first.\n" * 10
    text = prose + inputs.spread("shop/orders.py", inputs.source(20), 1)
    reader = Reader()
    start = time.process_time()
    for at in range(0, len(text), _SMALL):
        if any(isinstance(item, EditBlock) for item in reader.feed(text[at : at + _SMALL])):
            break
    return (time.process_time() - start) * 1000
