"""Inputs of the measurements: source text of any length and responses that edit it, always the same."""

import json
import random
from collections.abc import Sequence
from pathlib import Path

from tests.builders import block, git, make_tree

_VERBS = ("load", "store", "merge", "split", "count", "check", "render", "parse", "send", "sort")
_NOUNS = ("order", "cart", "price", "coupon", "invoice", "customer", "parcel", "product", "refund", "tax")


def source(lines: int, seed: int = 1) -> list[str]:
    """So many lines of Python, about 37 characters each: some unlike any other, some common, some blank."""
    chance = random.Random(seed)
    made: list[str] = []
    while len(made) < lines:
        verb, noun, other = chance.choice(_VERBS), chance.choice(_NOUNS), chance.choice(_NOUNS)
        number = len(made)
        made += [
            f"def {verb}_{noun}_{number}({other}: Path, limit: int = {chance.randrange(100)}) -> int:",
            f'    """{verb.capitalize()} every {noun} of the {other}, the oldest first."""',
            f"    total = {chance.randrange(1000)}",
            f"    for {noun} in sorted({other}.iterdir()):",
            f"        if {noun}.suffix == '.{verb}' and total < limit:",
            f"            total += {verb}({noun}, {chance.randrange(1000)})",
            "        else:",
            f"            log.debug('no %s', {noun})",
            "    return total",
            "",
        ]
    return made[:lines]


def text(lines: Sequence[str]) -> str:
    return "".join(line + "\n" for line in lines)


def edited(lines: Sequence[str], first: int, word: str = "rounded") -> tuple[str, str]:
    """SEARCH and REPLACE for the eight lines from `first` on: two changed, one added."""
    search = list(lines[first : first + 8])
    replace = [*search[:2], f"    {word} = {first}", *search[2:]]
    replace[4] += f"  # {word}"
    replace[-2] += "  # still"
    return text(search), text(replace)


def spread(path: str, lines: Sequence[str], blocks: int, word: str = "rounded") -> str:
    """A response of so many blocks, spread evenly over one file, some prose between them."""
    step = len(lines) // blocks // 10 * 10
    return "".join(
        f"The {number + 1}. change:\n\n{block(*edited(lines, number * step, word), path)}\n"
        for number in range(blocks)
    )


def one_call(path: str, lines: Sequence[str], blocks: int) -> str:
    """The same edits as one tool call, each meant for what the one before it made."""
    step = len(lines) // blocks // 10 * 10
    pairs = (edited(lines, number * step) for number in range(blocks))
    edits = [{"old_string": old, "new_string": new} for old, new in pairs]
    call = {"name": "MultiEdit", "input": {"file_path": path, "edits": edits}}
    return f"```json\n{json.dumps(call)}\n```\n"


def many_files(files: int, lines: int, blocks: int) -> tuple[dict[str, str], str]:
    """Files by path, and a response with so many blocks for each of them."""
    tree: dict[str, str] = {}
    parts: list[str] = []
    for number in range(files):
        path = f"shop/part_{number:03}/module_{number:03}.py"
        content = source(lines, seed=number + 2)
        tree[path] = text(content)
        parts.append(spread(path, content, blocks))
    return tree, "".join(parts)


def repository(folder: Path, files: dict[str, str]) -> Path:
    """A git work tree with one commit, as on a machine whose owner has configured nothing."""
    make_tree(folder, files)
    git(folder, "init", "--quiet", "--template=", "--initial-branch=main")
    git(folder, "config", "core.autocrlf", "false")
    git(folder, "add", "--all")
    git(
        folder,
        "-c",
        "user.name=bench",
        "-c",
        "user.email=bench@example.invalid",
        "commit",
        "-q",
        "-m",
        "before",
    )
    return folder
