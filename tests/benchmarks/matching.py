"""Matching a block: exact and tolerant search with the index built for it, near match on a ready index.

And where else, if its file does not have its text.
"""

import random
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from editreview.blocks import Interpretation
from editreview.matching import FileIndex, Search, nearness, search
from editreview.review import Review
from editreview.review.candidates import elsewhere
from tests.benchmarks import inputs
from tests.benchmarks.figures import Figure
from tests.benchmarks.timing import times
from tests.builders import block

_BLOCK = 20
_SIZES = ((10_000, 10.0, 10.0), (100_000, 150.0, 75.0))
"""Lines, and the budgets for a search with its index and for a near match."""


def figures(quick: bool) -> Iterator[Figure]:
    for size, budget, near_budget in _SIZES[: 1 if quick else 2]:
        lines = inputs.source(size)
        text = inputs.text(lines)
        there = lines[size // 2 : size // 2 + _BLOCK]
        for name, wanted, expected in _wanted(there):
            interpretation = Interpretation(inputs.text(wanted), "")
            matches = _found(text, interpretation).matches
            if [match.strategies[0] for match in matches] != [expected] * bool(expected):
                raise RuntimeError(f"{name}: found {[match.strategies for match in matches]}")
            yield Figure(
                f"{name} incl. index, {size:,} lines",
                times(partial(_found, text, interpretation), 5).least,
                "ms",
                budget,
                scaled=True,
                peer=f"limit {'2.7' if size == 10_000 else '68'}",
            )
        yield from _near(lines, near_budget)
    yield _elsewhere(500 if quick else 5_000)


def _found(text: str, interpretation: Interpretation) -> Search:
    return search(FileIndex(text), interpretation)


def _wanted(lines: list[str]) -> list[tuple[str, list[str], str]]:
    """The query, and the strategy that is to find it."""
    return [
        ("exact match", lines, "exact"),
        ("match, blanks at line ends", [f"{line}  " for line in lines], "trailing-whitespace"),
        ("match, other indentation", [f"  {line}" if line else "" for line in lines], "indentation"),
        ("no match in any strategy", [*lines[:-1], "not there"], ""),
    ]


def _near(lines: list[str], budget: float) -> Iterator[Figure]:
    size = len(lines)
    index = FileIndex(inputs.text(lines))
    start = times(lambda: nearness(index, Interpretation(inputs.text(lines[:_BLOCK]), "")), 1)
    for count in (_BLOCK, 100):
        there = lines[size // 2 : size // 2 + count]
        for name, wanted in (("a fifth altered", _altered(there, 5)), ("all altered", _altered(there, 1))):
            found = nearness(index, Interpretation(inputs.text(wanted), "")).best
            where = f"found at {found.lines[0] - 1 - size // 2:+} lines" if found else "not found"
            yield _near_figure(index, wanted, f"{name}, block of {count}", size, budget, where)
        yield _near_figure(index, _foreign(count), f"absent, block of {count}", size, budget, "")
    yield Figure(
        f"near match index, built once, {size:,} lines", start.least, "ms", scaled=True, peer="limit 127"
    )


def _near_figure(
    index: FileIndex, wanted: list[str], what: str, size: int, budget: float, note: str
) -> Figure:
    interpretation = Interpretation(inputs.text(wanted), "")
    limit = "3–8; difflib windows 22 s" if size == 10_000 else "25–63; difflib windows 177 s"
    return Figure(
        f"near match, {what}, {size:,} lines",
        times(lambda: nearness(index, interpretation), 5).least,
        "ms",
        budget,
        scaled=True,
        peer=f"limit {limit}",
        note=note,
    )


def _elsewhere(count: int) -> Figure:
    """In which file of a repository a text is that its own file has not."""
    files = {f"part_{n % 100}/module_{n}.py": inputs.text(inputs.source(200, seed=n)) for n in range(count)}
    wanted = inputs.text(inputs.source(200, seed=count - 2)[30:50])
    with tempfile.TemporaryDirectory() as folder:
        review = Review.open(inputs.repository(Path(folder), files))
        review.read(block(wanted, "", "part_0/module_0.py"))
        proposal = review.proposals[0]
        found = elsewhere(review.workspace, proposal.block, proposal.path, ())
        if len(found) != 1:
            raise RuntimeError(f"found in {found}")
        return Figure(
            f"which other file has this text, {count:,} files",
            times(lambda: elsewhere(review.workspace, proposal.block, proposal.path, ()), 5).least,
            "ms",
            200.0,
            scaled=True,
            peer="limit 86",
        )


def _altered(lines: list[str], every: int) -> list[str]:
    """The lines with one word changed in every n-th."""
    return [
        line.replace("total", "amount").replace("for ", "for each_") + " # see"
        if number % every == 0 and line
        else line
        for number, line in enumerate(lines)
    ]


def _foreign(count: int) -> list[str]:
    """Lines of another language, none of them like any in the file."""
    chance = random.Random(7)
    words = ("template", "struct", "uint32_t", "const", "mutex", "guard", "vector", "iterator", "buffer")
    return ["  ".join(chance.choices(words, k=5)) + f" <{number}>;" for number in range(count)]
