"""Edits whose own lines have changed since, in a file that has a look-alike of what they were.

The look-alike is the only sure match, and the edit says that it is another place: by its line number, by the
function above it, by its order, or by its depth. Nothing may be written there without the user.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from tests.builders import block
from tests.oracles.trial import Trial

PATH = "shop.py"
_NAMES = ("load", "save", "check", "send", "parse", "close", "count", "merge")
_STATEMENTS = (
    "{} = {}(key)",
    "{}({})",
    "for {0} in {1}:\n            use({0})",
    "if not {}:\n            return {}",
    "log('{}', {})",
)


@dataclass(frozen=True, slots=True)
class Stale:
    """A hunk on the file as the model knew it."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    line: int
    """The line that it had then, 1-based."""
    scope: str
    """The line above it that begins its method."""
    before: tuple[int, str]
    """A line above it, with its number, that another hunk replaces; it has not changed."""


def trial(seed: int) -> Trial | None:
    """A class with two methods that were alike, of which the one that the hunk is about has changed."""
    chance = Random(f"look-alikes, {seed}")
    names = [f"{name}_{n}" for name in _NAMES for n in range(4)]
    chance.shuffle(names)
    body = _body(chance, names)
    changed = list(body)
    at = chance.randrange(len(body))
    changed[at] = changed[at].replace(changed[at].split("(")[0].split()[-1], names.pop(), 1)
    others = [_method(names.pop(), _body(chance, names)) for _ in range(chance.randrange(1, 4))]
    name = chance.choice(list(_FORMATS))
    copy = ["        if key:", *(f"    {line}" for line in body)] if "depth" in name else body
    target, twin = _method("target", changed), _method("twin", copy)
    is_above = "order" in name or chance.random() < 0.5
    methods = [[*twin], *others, [*target]] if is_above else [[*target], *others, [*twin]]
    lines = ["class Shop:", "    limit = 3", "", *(line for method in methods for line in method)]
    if changed == body or "\n".join(lines).count("\n".join(copy)) != 1:
        return None
    first = lines.index(target[0]) + 1
    new = list(body)
    new.insert(chance.randrange(1, len(body) + 1), "        added(key)")
    between = lines.index(others[-1][0] if is_above else "    limit = 3")
    stale = Stale(tuple(body), tuple(new), first + 1, target[0], (between + 1, lines[between]))
    tree = {PATH: "".join(f"{line}\n" for line in lines).encode()}
    parts = [{PATH: tree[PATH].replace(lines[between].encode(), _REPLACED.encode(), 1)}]
    return Trial(
        f"look-alikes: {name}",
        seed,
        tree,
        _FORMATS[name](stale),
        tree,
        parts=parts,
        warnings_allowed=frozenset(),
    )


def _body(chance: Random, names: list[str]) -> list[str]:
    chosen = (chance.choice(_STATEMENTS) for _ in range(chance.randrange(3, 6)))
    return [
        line
        for statement in chosen
        for line in ("        " + statement.format(names[-1], chance.choice(names))).split("\n")
    ]


def _method(name: str, body: Sequence[str]) -> list[str]:
    return [f"    def {name}(self, key):", *body, f"        return self.{name}_done", ""]


# How it is said

_REPLACED = "    changed = True"


def _rows(stale: Stale) -> str:
    old, rows = list(stale.old), list[str]()
    for line in stale.new:
        if old and old[0] == line:
            rows.append(f" {old.pop(0)}\n")
        else:
            rows.append(f"+{line}\n")
    return "".join(rows)


def _diff(*hunks: str) -> str:
    return f"```diff\n--- a/{PATH}\n+++ b/{PATH}\n{''.join(hunks)}```\n"


def _patch(*hunks: str) -> str:
    return f"*** Begin Patch\n*** Update File: {PATH}\n{''.join(hunks)}*** End Patch\n"


def _numbers(stale: Stale) -> str:
    return f"-{stale.line},{len(stale.old)} +{stale.line},{len(stale.new)}"


def _block(stale: Stale) -> str:
    old, new = ("".join(f"{line}\n" for line in lines) for lines in (stale.old, stale.new))
    return block(old, new, PATH)


def _call(stale: Stale) -> str:
    names = {"filePath": PATH, "oldString": "\n".join(stale.old), "newString": "\n".join(stale.new)}
    return f"```json\n{json.dumps({'name': 'edit', 'arguments': names})}\n```\n"


def _before(stale: Stale) -> str:
    return f"-{stale.before[1]}\n+{_REPLACED}\n"


_FORMATS: dict[str, Callable[[Stale], str]] = {
    "unified-diff, number": lambda stale: _diff(f"@@ {_numbers(stale)} @@\n{_rows(stale)}"),
    "unified-diff, number and scope": lambda stale: _diff(
        f"@@ {_numbers(stale)} @@ {stale.scope.strip()}\n{_rows(stale)}"
    ),
    "unified-diff, scope": lambda stale: _diff(f"@@ {stale.scope.strip()}\n{_rows(stale)}"),
    "unified-diff, order": lambda stale: _diff(f"@@ @@\n{_before(stale)}", f"@@ @@\n{_rows(stale)}"),
    "apply-patch, scope": lambda stale: _patch(f"@@{stale.scope}\n{_rows(stale)}"),
    "apply-patch, scopes": lambda stale: _patch(f"@@ class Shop:\n@@ {stale.scope}\n{_rows(stale)}"),
    "search-replace, depth": _block,
    "tool-call, depth": _call,
    "apply-patch, order": lambda stale: _patch(f"@@\n{_before(stale)}", f"@@\n{_rows(stale)}"),
}
