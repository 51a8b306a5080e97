"""The reader on three times as many lines of one shape: it should take three times as long."""

import time
from collections.abc import Callable, Iterator

from editreview.formats import descriptions, parse
from tests.benchmarks.figures import Figure

_SIZE = 150_000
"""Characters of the smaller of two texts."""
_FACTOR = 3
_LEAST = 0.02
"""Seconds below which a time says nothing: the texts are made larger then."""
_OTHERS = (
    *("`", "```", "```py\n# a.py", "````markdown", "~~~", "=======", "<<<<<<< SEARCH", ">>>>>>> REPLACE"),
    *("<think>", "</think>", "some <think> words", "<!--", "-->", "> ", "> <<<<<<< SEARCH", "◁think▷"),
    *("Wait, that was wrong, ignore it.", "// ... existing code ...", "a/b/c/d.py", "`a.py`:", "### a.py"),
    *(
        '{"name": "Edit", "input": {',
        '{"a": [',
        '{"type": "tool_result", "tool_use_id": "t", "is_error": true}',
    ),
    *('data: {"a": 1}', "<invoke name='Edit'>", "<a b='", "<![CDATA[", '"""', "\\n", "&lt;", "$ ls"),
    *("", "\t"),
    *("@@ -1,3 +1,3 @@", "--- a/a.py", "+++ b/a.py", "+x", "-x", " x", "\\ No newline at end of file"),
)
"""Lines that may open, end or retract something, beside those of the formats' examples."""
_SHAPES: dict[str, Callable[[str, int], str]] = {
    "repeated": lambda line, size: f"{line}\n" * (size // (len(line) + 1)),
    "between text": lambda line, size: f"{line}\nsome text\n" * (size // (len(line) + 11)),
    "above text": lambda line, size: f"a.py\n{line}\n" + "some text\n" * (size // 10),
    "on one line": lambda line, size: line * (size // (len(line) or 1)) + "\n",
    "numbered": lambda line, size: "".join(f"{line}{n}\n" for n in range(size // (len(line) + 5))),
    "growing": lambda line, size: "".join(
        f"{line}{line[-1:] * n}\n" for n in range(round((2 * size) ** 0.5) if line else size)
    ),
    "deeper": lambda line, size: "".join(f"{' ' * n}{line}\n" for n in range(round((2 * size) ** 0.5))),
}


def figures(quick: bool) -> Iterator[Figure]:
    lines = {line for each in descriptions().values() for line in each.example.split("\n")} | set(_OTHERS)
    shapes = [(line, shape) for line in sorted(lines) for shape in _SHAPES]
    chosen = shapes[::7] if quick else shapes
    growth, line, shape = max((_growth(line, shape), line, shape) for line, shape in chosen)
    yield Figure(
        f"parser, the shape of lines that grows most, of {len(chosen)}",
        growth,
        "x",
        1.5,
        note=f"linear would be 1.0; {line!r}, {shape}",
    )


def _growth(line: str, shape: str) -> float:
    """The factor by which each character takes longer in a text three times as long."""
    make, size = _SHAPES[shape], _SIZE
    small = _cpu(make(line, size))
    while small < _LEAST and size < 8 * _SIZE:
        size *= 2
        small = _cpu(make(line, size))
    large = min(_cpu(make(line, _FACTOR * size)) for _ in range(2))
    return large / max(small, _LEAST) / _FACTOR


def _cpu(text: str) -> float:
    start = time.process_time()
    parse(text)
    return time.process_time() - start
