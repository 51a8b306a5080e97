"""Responses to parse, made to the measure of real ones.

The measures are those of 212 real replies (`EDITREVIEW_CORPUS`), with 436 blocks in three
formats: 383 SEARCH/REPLACE of 1,245 characters on average, half of them shorter than 655; 23
hunks of diffs, of 1,363; 29 whole files of 18,000, which are 43 % of all text; one sketch of
100 lines. An eighth of the text is prose, and to every eight blocks comes a shell command.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, count, repeat

from editreview.formats import parse
from tests.benchmarks import edits, inputs
from tests.benchmarks.edits import Edit
from tests.case_folders import CASES

_MEGABYTE, _PART = 1_000_000, 200_000
"""Characters of the mix, and of a response of one kind."""
_WORDS = """
    the a of and in it that file line edit test name list value first last call type error model tree order
    price parser returns before after now change makes which keeps only each when there, `parse()` `None`
    """.split()

_PARTS = ((1, 1), (1, 2), (1, 4), (2, 6), (4, 8), (6, 12), (8, 16), (12, 24), (19, 45), (59, 80))
"""Lines to find and lines to put there: the middles of the tenths of all SEARCH/REPLACE blocks."""
_HUNKS = ((6, 5), (7, 7), (8, 10), (11, 16), (14, 18), (16, 20), (24, 29), (34, 43), (40, 56), (42, 62))
"""The same, of all hunks of diffs."""
_FILES = (15, 50, 76, 250, 440, 500, 600, 750, 1_000, 1_240)
"""Lines of all whole files."""
_SKETCH = 100
_OFTEN = 5
"""Of fifteen blocks, so many are SEARCH/REPLACE, the commonest format; in real replies it is thirteen. One
is a whole file, as in real replies. The others are of one format each, which leaves less of what is read
fast than there is."""
_PROSE_LINES = 6
"""Above a block, on average: makes an eighth of the text."""
_BLOCKS_A_COMMAND = 8


def mix() -> str:
    """Blocks of all formats in the sizes of real ones, prose and commands between them."""
    return _up_to(_MEGABYTE, _with_prose(chain.from_iterable(_round(number) for number in count())))


def kinds() -> dict[str, Callable[[], str]]:
    """Responses of one kind each, by name."""
    blocks: dict[str, Callable[[int], str]] = {name: partial(_part, name) for name in edits.PARTIAL}
    blocks |= {"lazy": _sketch, "whole-file": _file}
    return {
        "prose": lambda: _up_to(_PART, (_prose(random.Random(1), 12) for _ in repeat(None))),
        **{name: partial(_alone, make) for name, make in blocks.items()},
    }


def smallest() -> str:
    """Every case of the test suite that is whole and without fault: blocks of a few lines, over and over."""
    return _up_to(_PART, _with_prose(chain.from_iterable(repeat(_faultless()))))


def _faultless() -> list[str]:
    texts = [path.read_bytes().decode() for path in sorted(CASES.glob("*/*/response.md"))]
    parsed = [(text if text.endswith("\n") else text + "\n", parse(text)) for text in texts]
    return [text for text, found in parsed if found.blocks and not found.problems]


def _round(number: int) -> list[str]:
    """Fifteen blocks, in the order of chance, which is the same in every run."""
    names = [*edits.PARTIAL, *repeat("search-replace", _OFTEN - 1)]
    # A diff without a fence takes turns with one that has one.
    names.remove(("unified-diff", "unified-diff without a fence")[number % 2])
    made = [_part(name, number * len(names) + nth) for nth, name in enumerate(names)]
    made += [_sketch(number), _file(number)]
    random.Random(number).shuffle(made)
    return made


def _part(name: str, number: int) -> str:
    sizes = _HUNKS if name.startswith("unified-diff") else _PARTS
    return edits.PARTIAL[name](_edit(number, *sizes[number * 7 % 10]))


def _sketch(number: int) -> str:
    return edits.lazy(_edit(number, 1, _SKETCH))


def _file(number: int) -> str:
    return edits.whole_file(_edit(number, 1, _FILES[number * 7 % 10]))


def _edit(number: int, old: int, new: int) -> Edit:
    """An edit in the middle of so many lines: what it adds is in the middle as well."""
    lines = inputs.source(max(old, new), seed=number % 100)
    half = old // 2
    search = lines[:half] + lines[len(lines) - (old - half) :]
    added = [f"    changed_{number} = {nth}" if nth % 3 == 0 else line for nth, line in enumerate(lines)]
    side = min(half, new // 3)
    replace = [*lines[:side], *added[side : new - side], *search[len(search) - side :]]
    return Edit(f"src/part_{number}.py", 10 * number % 500 + 1, search, replace)


def _with_prose(blocks: Iterable[str]) -> Iterator[str]:
    chance = random.Random(1)
    for number, block in enumerate(blocks):
        yield f"\n{_prose(chance, chance.randrange(1, 2 * _PROSE_LINES))}\n{block}"
        if number % _BLOCKS_A_COMMAND == 0:
            yield f"\nThen run:\n\n```bash\npython -m pytest tests/part_{number}\n```\n"


def _alone(make: Callable[[int], str]) -> str:
    return _up_to(_PART, (f"The {number}. change:\n\n{make(number)}\n" for number in count(1)))


def _prose(chance: random.Random, lines: int) -> str:
    """Lines of a paragraph or a list, blank ones among them."""
    return "".join(
        f"{chance.choice(('', '', '- ', '    '))}{' '.join(chance.choices(_WORDS, k=chance.randrange(17)))}\n"
        for _ in range(lines)
    )


def _up_to(most: int, parts: Iterator[str]) -> str:
    made: list[str] = []
    size = 0
    for part in parts:
        made.append(part)
        size += len(part)
        if size > most:
            break
    return "".join(made)
