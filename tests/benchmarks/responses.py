"""Responses to parse, of about a megabyte each: the cases of the test suite, and one kind of edit alone."""

import json
import random
from collections.abc import Callable, Iterator
from itertools import count, cycle
from pathlib import Path

from editreview.formats import parse
from tests.benchmarks import inputs
from tests.builders import block

_CASES = Path(__file__).parents[1] / "cases"
_MEGABYTE = 1_000_000
_WORDS = """
    the a of and in it that file line edit test name list value first last call type error model tree order
    price parser returns before after now change makes which keeps only each when there, `parse()` `None`
    """.split()  # noqa: SIM905


def mix() -> str:
    """Every case's response that is whole and without fault, prose between them, over and over."""
    return _up_to_a_megabyte(_with_prose(cycle(_faultless())))


def kinds() -> dict[str, Callable[[], str]]:
    """Responses of one kind each, by name."""
    return {
        "SEARCH/REPLACE": lambda: inputs.spread("shop/orders.py", inputs.source(20_000), 1_500)[:_MEGABYTE],
        "prose": lambda: _up_to_a_megabyte(_prose(random.Random(1), 12) for _ in cycle("x")),
        "whole files": lambda: _up_to_a_megabyte(map(_whole_file, range(1_000))),
        "JSON": lambda: _up_to_a_megabyte(map(_json_call, range(10_000))),
        "diffs": lambda: _up_to_a_megabyte(map(_diff, range(10_000))),
    }


def blocks_in_prose() -> str:
    """A block after every 60 lines of prose: cheap enough to be read a hundred times over."""
    chance = random.Random(1)
    lines = inputs.source(200)
    blocks = (inputs.edited(lines, 10 * (number % 19)) for number in count())
    return _up_to_a_megabyte(_prose(chance, 60) + block(*edit, "shop/orders.py") for edit in blocks)


def _faultless() -> list[str]:
    texts = [path.read_bytes().decode() for path in sorted(_CASES.glob("*/*/response.md"))]
    parsed = [(text if text.endswith("\n") else text + "\n", parse(text)) for text in texts]
    return [text for text, found in parsed if found.blocks and not found.problems]


def _with_prose(responses: Iterator[str]) -> Iterator[str]:
    chance = random.Random(1)
    for response in responses:
        yield f"\n{_prose(chance, chance.randrange(5, 26))}\n{response}"


def _prose(chance: random.Random, lines: int) -> str:
    """Lines of a paragraph or a list, blank ones among them."""
    return "".join(
        f"{chance.choice(('', '', '- ', '    '))}{' '.join(chance.choices(_WORDS, k=chance.randrange(17)))}\n"
        for _ in range(lines)
    )


def _whole_file(number: int) -> str:
    return f"src/part_{number}.py\n```python\n{inputs.text(inputs.source(200, seed=number))}```\n\n"


def _json_call(number: int) -> str:
    old, new = inputs.edited(inputs.source(20, seed=number), 10)
    call = {"filePath": f"src/part_{number}.py", "oldString": old, "newString": new}
    return f"The {number}. call:\n```json\n{json.dumps(call, indent=2)}\n```\n"


def _diff(number: int) -> str:
    old, new = inputs.edited(inputs.source(20, seed=number), 10)
    removed = "".join(f"-{line}\n" for line in old.splitlines())
    added = "".join(f"+{line}\n" for line in new.splitlines())
    path = f"src/part_{number}.py"
    return f"```diff\n--- a/{path}\n+++ b/{path}\n@@ -11,8 +11,9 @@\n{removed}{added}```\n\n"


def _up_to_a_megabyte(parts: Iterator[str]) -> str:
    made: list[str] = []
    size = 0
    for part in parts:
        made.append(part)
        size += len(part)
        if size > _MEGABYTE:
            break
    return "".join(made)
