"""Texts that bring careless algorithms to their knees. None may take a second."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from editreview.review import Proposal, Review, build_diff
from tests.benchmarks import inputs
from tests.benchmarks.figures import Figure
from tests.benchmarks.programs import InTerminal, editreview, piped
from tests.benchmarks.timing import timed
from tests.builders import block, make_tree

_BUDGET_MS = 1000.0
_MARK = "FirstFrame"


def figures(quick: bool) -> Iterator[Figure]:
    cases = _cases(10 if quick else 1)
    for name, (text, search, replace) in cases.items():
        with tempfile.TemporaryDirectory() as folder:
            root = make_tree(Path(folder), {"a.txt": text})
            # Twice, the better one counts: a disturbance is not the algorithm's.
            steps = [_steps(root, block(search, replace, "a.txt")) for _ in range(2)]
        taken = [min(pair) for pair in zip(steps[0][1:], steps[1][1:], strict=True)]
        yield Figure(
            f"worst case: {name}",
            sum(taken),
            "ms",
            _BUDGET_MS,
            scaled=True,
            note=f"{steps[0][0]}; placed {taken[0]:.0f}, nearest {taken[1]:.0f}, rows {taken[2]:.0f}",
        )
    yield _painted(1_000_000)


def _cases(scale: int) -> dict[str, tuple[str, str, str]]:
    """File, SEARCH and REPLACE by name."""
    long = ", ".join(map(str, range(150_000 // scale))) + "\n"
    other = long.replace("77", "78")
    lines = inputs.source(100_000 // scale)
    size = 5_000 // scale
    equal = ["    pass"] * (100_000 // scale)
    braces = ["}" if number % 3 else "    }" for number in range(100_000 // scale)]
    uneven = [" " * (number * number % 13) + "}" for number in range(100_000 // scale)]
    there = lines[size : 2 * size]
    altered = [f"{line}  # {number}" for number, line in enumerate(there)]
    some = [f"{line}!" if number % 20 == 0 else line for number, line in enumerate(there)]
    text = inputs.text
    return {
        "a line of 1 MB, found": (long, long, other),
        "a line of 1 MB, not found": (long, other, "short\n"),
        "a block of 1 MB in one line, not found": (text(lines), long, "short\n"),
        "equal lines, 5 of them": (text(equal), text(equal[:5]), "    done\n"),
        "equal lines, a block of 5,000": (text(equal), text(equal[:size]), "    done\n"),
        "equal lines, 5,000 and another": (text(equal), text([*equal[:size], "    end"]), "    done\n"),
        "5,000 lines, some changed": (text(lines), text(there), text(some)),
        "5,000 lines, each changed": (text(lines), text(there), text(altered)),
        "5,000 lines, every 20th not as in the file": (text(lines), text(some), "done\n"),
        "5,000 lines, none as in the file": (text(lines), text(altered), "done\n"),
        "only braces, 6 of them": (text(braces), text(braces[:6]), "}\n"),
        "only braces, 5,000 of them": (text(braces), text(["  }", *braces[: size - 1]]), "}\n"),
        "only braces, 100 of them": (text(braces), text(["  }", *braces[:99]]), "}\n"),
        "only braces, none as deep as another": (text(uneven), text(["  }", *braces[:99]]), "}\n"),
    }


def _steps(root: Path, response: str) -> tuple[str, float, float, float]:
    """The block's outcome, and the milliseconds of matching it, of its nearest match and of its rows."""
    review = Review.open(root)
    placed = timed(lambda: review.read(response))
    proposal = review.proposals[0]
    nearest = timed(lambda: review.nearest(proposal))
    rows = timed(lambda: _rows(review, proposal))
    outcome = proposal.reason.value if proposal.reason else proposal.strategy
    return outcome or "", placed, nearest, rows


def _rows(review: Review, proposal: Proposal) -> int:
    matches = proposal.candidates.matches if proposal.candidates else ()
    match = matches[0] if matches else None
    alignment = build_diff(proposal, match, review.nearest(proposal)).alignment
    return sum(len(alignment.rows(hunk)) for hunk in range(len(alignment.hunks)))


def _painted(size: int) -> Figure:
    """A long line on the screen, for what a minimal app takes for a short one."""
    line = "x = [" + ", ".join(map(str, range(size // 7))) + "]\n"
    response = block(line, f"# {_MARK}\n{line.replace('77', '78')}", "a.py")
    with editreview() as command, tempfile.TemporaryDirectory() as folder:
        root = make_tree(Path(folder), {"a.py": line})

        def ours() -> float:
            with piped(response) as end, InTerminal(command, end, root) as program:
                return program.until(_MARK) * 1000

        def minimal() -> float:
            with InTerminal((sys.executable, "-m", "tests.benchmarks.minimal", _MARK), None) as program:
                return program.until(_MARK) * 1000

        found, base = min(ours() for _ in range(2)), min(minimal() for _ in range(2))
    return Figure(
        "worst case: a line of 1 MB, on screen, above a minimal app",
        found - base,
        "ms",
        _BUDGET_MS,
        scaled=True,
        note=f"{found:.0f} − {base:.0f} ms",
    )
