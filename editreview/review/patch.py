"""The outcome as a patch that `git apply` accepts.

Format: git's unified diff with extended headers, see git-diff(1), "Generating patch text".
"""

from collections.abc import Iterable, Iterator

from editreview.alignment import Alignment, Hunk
from editreview.matching import FileIndex
from editreview.review.file_plan import FilePlan
from editreview.text import NO_CHANGE, Absent, Change, Codec, Lines, Splice

_CONTEXT = 3
_SPECIAL = {
    "\t": "\\t",
    "\n": "\\n",
    "\r": "\\r",
    '"': '\\"',
    "\\": "\\\\",
    "\a": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\v": "\\v",
}


def make_patch(plans: Iterable[FilePlan], folder: str = "") -> bytes:
    """One patch of all files that can be in a text patch.

    Args:
        plans: The files before and after.
        folder: The path of the root, relative to the folder where the patch is applied: empty, or with a
            slash at its end.
    """
    return b"".join(
        _file(each, folder) for plan in plans if can_be_patched(plan) for each in (*_replaced(plan), plan)
    )


def can_be_patched(plan: FilePlan) -> bool:
    """True if git can read the lines of a file, and of one that a move replaces: not in UTF-16 or UTF-32."""
    return all("\n".encode(each.before.codec.name) == b"\n" for each in (*_replaced(plan), plan))


def _replaced(plan: FilePlan) -> Iterator[FilePlan]:
    """The deletion of the file that a move replaces: git moves no file onto another one."""
    there = plan.replaced
    if there is not None:
        change = Change((Splice(0, len(there.text), ""),)) if there.text else NO_CHANGE
        yield FilePlan(there.path, there, FileIndex(there.text), (), frozenset(), change, is_removed=True)


def _file(plan: FilePlan, folder: str) -> bytes:
    is_new = isinstance(plan.before, Absent)
    if is_new and plan.is_removed:
        return b""
    path_from, path_to = f"{folder}{plan.path}", f"{folder}{plan.path_to or plan.path}"
    if is_new:
        path_from = path_to
    codec = plan.before.codec
    old, new = _quoted(f"a/{path_from}"), _quoted(f"b/{path_to}")
    head = [f"diff --git {old} {new}\n", *_extended_headers(plan, path_from, path_to)]
    body = b"".join(_hunks(_alignment(plan, codec), codec))
    if body:
        # Without a tab after it, the end of a name with a space is unknown.
        sides = [name + "\t" * (" " in name) for name in (old, new)]
        head.append(f"--- {'/dev/null' if is_new else sides[0]}\n")
        head.append(f"+++ {'/dev/null' if plan.is_removed else sides[1]}\n")
    return "".join(head).encode("utf-8", "surrogateescape") + body


def _extended_headers(plan: FilePlan, path_from: str, path_to: str) -> list[str]:
    """The extended header lines."""
    if isinstance(plan.before, Absent):
        # If the file has no lines, only the hash of nothing shows that the patch is complete.
        return ["new file mode 100644\n", *["index 0000000..e69de29\n"] * (not plan.after)]
    if plan.is_removed:
        is_executable = plan.before.mode & 0o100
        return [f"deleted file mode 100{'755' if is_executable else '644'}\n"]
    if path_from != path_to:
        return [f"rename from {_quoted(path_from)}\n", f"rename to {_quoted(path_to)}\n"]
    return []


def _alignment(plan: FilePlan, codec: Codec) -> Alignment:
    """As git sees the file: lines end at line feeds only, and a byte order mark is part of the first."""
    if not codec.mark:
        return Alignment(Lines(plan.before.text, "\n"), plan.change)
    moved = (Splice(s.start + 1, s.end + 1, s.text) for s in plan.change.splices)
    removed = [Splice(0, 1, "")] if plan.removes_mark else []
    return Alignment(Lines("\ufeff" + plan.before.text, "\n"), Change((*removed, *moved)))


def _quoted(path: str) -> str:
    """A path as git writes it: with special characters, it is in quotes and has C escapes."""
    if all(32 <= ord(c) < 127 and c not in '"\\' for c in path):
        return path
    escaped = "".join(_SPECIAL.get(c) or (c if 32 <= ord(c) < 127 else _octal(c)) for c in path)
    return f'"{escaped}"'


def _octal(character: str) -> str:
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogateescape"))


def _hunks(alignment: Alignment, codec: Codec) -> Iterator[bytes]:
    for group in _groups(alignment.hunks):
        top = max(group[0].old - _CONTEXT, 0)
        bottom = min(group[-1].old_end + _CONTEXT, len(alignment.lines))
        new_top = top + group[0].new - group[0].old
        lines: list[tuple[str, str]] = []
        at = top
        for hunk in group:
            lines += ((" ", alignment.lines[i]) for i in range(at, hunk.old))
            lines += (("-", alignment.lines[i]) for i in range(hunk.old, hunk.old_end))
            lines += (("+", line) for line in hunk.lines)
            at = hunk.old_end
        lines += ((" ", alignment.lines[i]) for i in range(at, bottom))
        removed = sum(1 for sign, _ in lines if sign != "+")
        added = sum(1 for sign, _ in lines if sign != "-")
        yield f"@@ -{_span(top, removed)} +{_span(new_top, added)} @@\n".encode()
        for sign, line in lines:
            yield sign.encode() + _encoded(line, codec)


def _groups(hunks: tuple[Hunk, ...]) -> list[list[Hunk]]:
    groups: list[list[Hunk]] = []
    for hunk in hunks:
        if groups and hunk.old - groups[-1][-1].old_end <= 2 * _CONTEXT:
            groups[-1].append(hunk)
        else:
            groups.append([hunk])
    return groups


def _span(first: int, count: int) -> str:
    start = first + 1 if count else first
    return str(start) if count == 1 else f"{start},{count}"


def _encoded(line: str, codec: Codec) -> bytes:
    data = line.encode(codec.name, "surrogateescape")
    return data if line.endswith("\n") else data + b"\n\\ No newline at end of file\n"
