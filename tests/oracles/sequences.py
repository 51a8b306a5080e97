"""Blocks of one file that build on each other: each quotes the file as the blocks before it leave it.

They indent, move, repeat and replace lines, and each quotes lines that occur once by then. What is right is
what a tool makes that applies them one after the other. Some of the blocks alone are right as well.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from random import Random

from tests.builders import block
from tests.oracles.trial import Tree, Trial

PATH = "notes.txt"
"""No parser reads it, so that none finds what is wrong."""
_VERBS = ("load", "save", "check", "send", "parse", "close")
_NOUNS = ("user", "item", "page", "file")
_USUAL = ("    log(x)", "    return x", "    x = x + 1", "")
_ATTEMPTS = 30


@dataclass(frozen=True, slots=True)
class Step:
    """Lines that a block quotes, and those that it has in their place."""

    old: tuple[str, ...]
    new: tuple[str, ...]


def trial(seed: int) -> Trial | None:
    """A file, and some blocks in one of the formats whose blocks are applied one after the other."""
    chance = Random(f"sequences, {seed}")
    lines, steps = _file(chance), list[Step]()
    now: list[str] | None = lines
    for _ in range(chance.randrange(2, 5)):
        step = _step(chance, now or [])
        if step is not None and step not in steps:
            steps.append(step)
            now = _after(now or [], step)
            assert now is not None
    name = chance.choice(list(_FORMATS))
    if len(steps) < 2 or now is None or now == lines:
        return None
    return Trial(
        f"sequences: {name}",
        seed,
        _tree(lines),
        _FORMATS[name](steps),
        _tree(now),
        parts=[_tree(some) for some in _parts(lines, steps)],
    )


def _file(chance: Random) -> list[str]:
    names = [f"{verb}_{noun}" for verb in _VERBS for noun in _NOUNS]
    chance.shuffle(names)
    lines: list[str] = []
    for _ in range(chance.randrange(2, 5)):
        lines.append(f"def {names.pop()}(x):")
        lines += (
            chance.choice(_USUAL[:-1]) if chance.random() < 0.5 else f"    {names.pop()}(x)"
            for _ in range(chance.randrange(1, 4))
        )
        lines += [""] * (chance.random() < 0.7)
    return lines


def _step(chance: Random, lines: Sequence[str]) -> Step | None:
    """A block that changes lines which occur once; None if the attempts find none."""
    for _ in range(_ATTEMPTS):
        first = chance.randrange(len(lines))
        old = tuple(lines[first : first + chance.randrange(1, 5)])
        new = chance.choice(_CHANGES)(chance, list(old))
        step = Step(old, tuple(new))
        after = _after(lines, step)
        if any(old) and any(new) and old != step.new and after is not None and not _repeats(lines, after):
            return step
    return None


def _repeats(lines: Sequence[str], after: Sequence[str]) -> bool:
    """True if a line comes beside an equal one: it may have been there before, as if applied already."""
    before, now = (sum(a.strip() == b.strip() for a, b in pairwise(each)) for each in (lines, after))
    return now > before


def _after(lines: Sequence[str], step: Step) -> list[str] | None:
    """The lines after a block; None unless its old ones occur once."""
    count = len(step.old)
    firsts = [n for n in range(len(lines) - count + 1) if tuple(lines[n : n + count]) == step.old]
    return [*lines[: firsts[0]], *step.new, *lines[firsts[0] + count :]] if len(firsts) == 1 else None


def _parts(lines: Sequence[str], steps: Sequence[Step]) -> list[list[str]]:
    found: list[list[str]] = []
    for count in range(1, len(steps)):
        for some in combinations(steps, count):
            now: list[str] | None = list(lines)
            for step in some:
                now = None if now is None else _after(now, step)
            found += [] if now is None else [now]
    return found


def _tree(lines: Sequence[str]) -> Tree:
    return {PATH: _text(lines).encode()}


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


# What a block does to the lines that it quotes


def _added(chance: Random, lines: list[str]) -> list[str]:
    lines.insert(
        chance.randrange(len(lines) + 1), chance.choice((*_USUAL, f"    new{chance.randrange(9)}()"))
    )
    return lines


def _removed(chance: Random, lines: list[str]) -> list[str]:
    lines.pop(chance.randrange(len(lines)))
    return lines


def _replaced(chance: Random, lines: list[str]) -> list[str]:
    lines[chance.randrange(len(lines))] = f"    new{chance.randrange(9)}()"
    return lines


def _moved(chance: Random, lines: list[str]) -> list[str]:
    line = lines.pop(chance.randrange(len(lines)))
    lines.insert(chance.randrange(len(lines) + 1), line)
    return lines


def _deeper(_: Random, lines: list[str]) -> list[str]:
    return [f"    {line}" if line else line for line in lines]


def _wrapped(chance: Random, lines: list[str]) -> list[str]:
    return ["    with lock:", *_deeper(chance, lines)]


_CHANGES: Sequence[Callable[[Random, list[str]], list[str]]] = (
    _added,
    _removed,
    _replaced,
    _moved,
    _deeper,
    _wrapped,
)


# How they are said


def _blocks(steps: Sequence[Step]) -> str:
    return "\n".join(block(_text(step.old), _text(step.new), PATH) for step in steps)


def _edit_calls(steps: Sequence[Step]) -> str:
    calls = (
        {
            "name": "edit",
            "arguments": {"filePath": PATH, "oldString": _text(step.old), "newString": _text(step.new)},
        }
        for step in steps
    )
    return "\n".join(f"```json\n{json.dumps(call)}\n```\n" for call in calls)


def _one_call(steps: Sequence[Step]) -> str:
    edits = [{"old_string": _text(step.old), "new_string": _text(step.new)} for step in steps]
    call = {"name": "MultiEdit", "arguments": {"file_path": PATH, "edits": edits}}
    return f"```json\n{json.dumps(call)}\n```\n"


_FORMATS: dict[str, Callable[[Sequence[Step]], str]] = {
    "search-replace": _blocks,
    "tool-call, edit": _edit_calls,
    "tool-call, MultiEdit": _one_call,
}
