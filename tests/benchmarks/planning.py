"""Placing a thousand blocks over a hundred files of ten megabytes in all."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from editreview.review import Review
from tests.benchmarks import inputs
from tests.benchmarks.figures import Figure
from tests.benchmarks.timing import times
from tests.builders import make_tree

_CHUNK = 64 * 1024


def figures(quick: bool) -> Iterator[Figure]:
    files = 10 if quick else 100
    tree, response = inputs.many_files(files, 2_700, 10)
    size = sum(map(len, tree.values())) / 1e6
    with tempfile.TemporaryDirectory() as folder:
        root = make_tree(Path(folder, "tree"), tree)
        firsts: list[float] = []
        done = times(lambda: firsts.append(_read(root, response)), 2)
        yield Figure(
            f"planning {files * 10:,} blocks, {files} files, {size:.0f} MB",
            done.least / 1000,
            "s",
            1.5,
            scaled=True,
            note=f"first blocks placed after {min(firsts) * 1000:.0f} ms",
        )
    with tempfile.TemporaryDirectory() as folder:
        lines = inputs.source(10_000)
        root = make_tree(Path(folder, "tree"), {"one.py": inputs.text(lines)})
        blocks = 100 if quick else 1_000
        response = inputs.spread("one.py", lines, blocks)
        whole = times(lambda: _read(root, response), 1).least
        yield Figure(f"planning {blocks:,} blocks of one file", whole / 1000, "s", 1.5, scaled=True)
        streamed = times(lambda: _read(root, response, 200), 1).least
        yield Figure(
            f"planning {blocks:,} blocks of one file, as they stream in",
            streamed / 1000,
            "s",
            scaled=True,
            note="in chunks of 200 characters: the file is planned again for every block",
        )
        call = inputs.one_call("one.py", lines, blocks)
        in_turn = times(lambda: _read(root, call, ready=blocks), 1).least
        yield Figure(f"planning {blocks:,} edits of one call", in_turn / 1000, "s", 1.5, scaled=True)


def _read(root: Path, response: str, chunk: int = _CHUNK, ready: int | None = None) -> float:
    """Read and place a whole response. Returns the seconds until the first block had a place."""
    start, first = time.perf_counter(), 0.0
    review = Review.open(root)
    for at in range(0, len(response), chunk):
        if review.feed(response[at : at + chunk]) and not first:
            first = time.perf_counter() - start
    review.close()
    placed = sum(proposal.is_ready for proposal in review.proposals)
    if placed != (response.count("<<<<<<< SEARCH") if ready is None else ready):
        raise RuntimeError(f"only {placed} blocks have a place")
    return first
