"""Patches made of the rows of an alignment, applied by git."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

from editreview.alignment import Alignment
from editreview.text import line_end


def patch_lines(alignment: Alignment, taken: frozenset[int]) -> Iterator[tuple[str, str]]:
    """The whole file as lines of a patch, in the order of the rows, with the rows taken."""
    at = number = 0
    for index, hunk in enumerate(alignment.hunks):
        yield from ((" ", alignment.lines[i]) for i in range(at, hunk.old))
        for row in alignment.rows(index):
            if number in taken:
                if row.old is not None:
                    yield "-", alignment.lines[row.old]
                if row.new is not None:
                    yield "+", alignment.new_line(row.new)
            elif row.old is not None:
                yield " ", alignment.lines[row.old]
            number += 1
        at = hunk.old_end
    yield from ((" ", alignment.lines[i]) for i in range(at, len(alignment.lines)))


def applied_by_git(path: Path, old: str, lines: list[tuple[str, str]]) -> str:
    """The old text with one hunk of these lines applied by git."""
    kept = [i for i, (sign, _) in enumerate(lines) if sign != "-"]
    body: list[str] = []
    for i, (sign, line) in enumerate(lines):
        if sign != "-" and not line_end(line) and i != kept[-1]:
            # A patch cannot say that a line without an end is followed by another: give it one.
            body += ([patch_line("-", line)] if sign == " " else []) + [patch_line("+", line + "\n")]
        else:
            body.append(patch_line(sign, line))
    if all(sign == " " for sign, _ in lines):
        return old
    removed = sum(line[0] in " -" for line in body)
    added = sum(line[0] in " +" for line in body)
    span = f"@@ -{min(removed, 1)},{removed} +{min(added, 1)},{added} @@\n"
    path.write_text(old, newline="")
    patch = f"diff --git a/file b/file\n--- a/file\n+++ b/file\n{span}{''.join(body)}"
    subprocess.run(["git", "apply", "-"], cwd=path.parent, input=patch.encode(), check=True)
    return path.read_bytes().decode()


def patch_line(sign: str, line: str) -> str:
    return f"{sign}{line}" if line_end(line) else f"{sign}{line}\n\\ No newline at end of file\n"
