"""Oracle: a second run of a response changes nothing, and "already applied" is said of nothing else.

Real changes, and files of many equal rows, are said in every format that can say them. Applied
twice, the tree is as after the first run. On a tree where an edit was not made, because its lines
are others there, none of its blocks is called already applied, whatever else the tree holds.
"""

import gzip
import json
import os
import posixpath
import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

from editreview.errors import Reason
from editreview.matching import Tier
from editreview.review import Report, make_report
from tests.builders import files_of, make_tree, review_of
from tests.oracles.sources import sources
from tests.oracles.trial import Run, Trial

_CORPUS = os.environ.get("EDITREVIEW_CORPUS")
_MOST_LINES = 400
_FEWEST_SHOWN = 4
"""Characters of a line that one other character still leaves recognisable."""
_MARKERS = ("<<<<<<<", "=======", ">>>>>>>", "```", "***", "@@", "---", "+++", "«««", "═══", "»»»", "\\ ")


@dataclass(frozen=True)
class Pair:
    """A file before and after a change; both end in a line end."""

    path: str
    before: str
    after: str


@dataclass(frozen=True)
class Hunk:
    """Lines before and after, with context."""

    at: int
    """0-based line of the old text."""
    new_at: int
    old: Sequence[str]
    new: Sequence[str]


def hunks_of(before: str, after: str, context: int) -> list[Hunk]:
    """The changes with so many lines of context, as a diff has them."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    groups = SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(context)
    return [
        Hunk(group[0][1], group[0][3], old[group[0][1] : group[-1][2]], new[group[0][3] : group[-1][4]])
        for group in groups
    ]


def _search_replace(path: str, hunks: Sequence[Hunk]) -> str:
    return "\n".join(
        f"{path}\n<<<<<<< SEARCH\n{''.join(h.old)}=======\n{''.join(h.new)}>>>>>>> REPLACE\n" for h in hunks
    )


def _edit_protocol(path: str, hunks: Sequence[Hunk]) -> str:
    return "\n".join(
        f"{path}\n««« EDIT\n{''.join(h.old)}═══════ REPL\n{''.join(h.new)}»»» EDIT END\n" for h in hunks
    )


def _bolt(path: str, hunks: Sequence[Hunk]) -> str:
    return (
        '<boltArtifact id="change" title="A change">\n<boltAction type="edit">\n'
        f"{_search_replace(path, hunks)}</boltAction>\n</boltArtifact>\n"
    )


def _cline(path: str, hunks: Sequence[Hunk]) -> str:
    inner = "".join(
        f"------- SEARCH\n{''.join(h.old)}=======\n{''.join(h.new)}+++++++ REPLACE\n" for h in hunks
    )
    return f"<replace_in_file>\n<path>{path}</path>\n<diff>\n{inner}</diff>\n</replace_in_file>\n"


def _tool_call(path: str, hunks: Sequence[Hunk]) -> str:
    edits = [{"old_string": "".join(h.old), "new_string": "".join(h.new)} for h in hunks]
    call = {"name": "MultiEdit", "input": {"file_path": path, "edits": edits}}
    return f"```json\n{json.dumps(call, indent=1)}\n```\n"


def _line_edit(path: str, hunks: Sequence[Hunk]) -> str:
    return "\n".join(_line_call(path, hunk) for hunk in hunks)


def _line_call(path: str, hunk: Hunk) -> str:
    if not hunk.old:
        place = f'command="insert", path="{path}", insert_line={hunk.at}'
    else:
        last = hunk.at + len(hunk.old)
        place = f'command="replace", path="{path}", start_line={hunk.at + 1}, end_line={last}'
    return f"edit_lines({place}, new_content={''.join(hunk.new)!r})\n"


def _signed(hunk: Hunk) -> str:
    lines: list[str] = []
    opcodes = SequenceMatcher(None, hunk.old, hunk.new, autojunk=False).get_opcodes()
    for tag, a1, a2, b1, b2 in opcodes:
        if tag == "equal":
            lines += [f" {line}" for line in hunk.old[a1:a2]]
        else:
            lines += [f"-{line}" for line in hunk.old[a1:a2]]
            lines += [f"+{line}" for line in hunk.new[b1:b2]]
    return "".join(lines)


def _apply_patch(path: str, hunks: Sequence[Hunk]) -> str:
    chunks = "".join(f"@@\n{_signed(hunk)}" for hunk in hunks)
    return f"*** Begin Patch\n*** Update File: {path}\n{chunks}*** End Patch\n"


def _unified(path: str, hunks: Sequence[Hunk]) -> str:
    parts = [f"--- a/{path}\n+++ b/{path}\n"]
    for h in hunks:
        old = h.at + bool(h.old)
        new = h.new_at + bool(h.new)
        parts.append(f"@@ -{old},{len(h.old)} +{new},{len(h.new)} @@\n{_signed(h)}")
    return "".join(parts)


FORMATS: dict[str, Callable[[str, Sequence[Hunk]], str]] = {
    "search-replace": _search_replace,
    "edit-protocol": _edit_protocol,
    "bolt": _bolt,
    "xml-tool-call": _cline,
    "tool-call": _tool_call,
    "line-edit": _line_edit,
    "apply-patch": _apply_patch,
    "unified-diff": _unified,
}
_FREE = frozenset({"unified-diff", "line-edit"})
"""Formats whose hunks need no context."""


@cache
def _pairs() -> list[Pair]:
    """Real changes; without the corpus, sources of this program with lines that are moved and changed."""
    path = Path(_CORPUS or "", "commits.jsonl.gz")
    if not _CORPUS or not path.is_file():
        return list(_made_pairs())
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    pairs = [Pair(r["path"], r["before"], r["after"]) for r in records if r["before"] and r["after"]]
    return [pair for pair in pairs if _is_usable(pair)]


def _is_usable(pair: Pair) -> bool:
    return all(
        text.endswith("\n")
        and "\r" not in text
        and text.count("\n") <= _MOST_LINES
        and not any(line.lstrip(" +-").startswith(_MARKERS) for line in text.splitlines())
        for text in (pair.before, pair.after)
    )


def _made_pairs() -> Iterator[Pair]:
    for number, (path, before) in enumerate(sources().items()):
        chance = random.Random(number)
        lines = before.splitlines(keepends=True)
        for at in sorted(chance.sample(range(len(lines)), min(3, len(lines))), reverse=True):
            _change(lines, at, chance)
        pair = Pair(posixpath.basename(path), before, "".join(lines))
        if pair.after != before and _is_usable(pair):
            yield pair


def _change(lines: list[str], at: int, chance: random.Random) -> None:
    kind = chance.choice(["delete", "double", "change", "insert"])
    if kind == "delete":
        del lines[at]
    elif kind == "double":
        lines.insert(at, lines[at])
    elif kind == "insert":
        lines.insert(at, f"{_indentation(lines[at])}added({at})\n")
    else:
        lines[at] = _other(lines[at], at)


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip())].rstrip("\n")


def _other(line: str, number: int) -> str:
    return f"{_indentation(line)}other_{number}({len(line)})\n"


def _rows(chance: random.Random) -> Pair:
    """A file of equal rows, of which some are changed."""
    rows = ["<row>\n  <cell/>\n</row>\n", "  {\n    a: 1,\n  },\n", "- item\n", "}\n\n", "x = 1\ny = 2\n"]
    real = "".join(chance.choice(_pairs()).before.splitlines(keepends=True)[5:8])
    row = chance.choice([*rows, real or "-\n"])
    lines = (row * chance.randint(4, 12)).splitlines(keepends=True)
    before = "".join(lines)
    for at in sorted(chance.sample(range(len(lines)), min(chance.randint(1, 3), len(lines))), reverse=True):
        _change(lines, at, chance)
    return Pair("rows.txt", before, "".join(lines))


@dataclass(frozen=True)
class Said:
    """A change in the words of a format."""

    format: str
    pair: Pair
    hunks: Sequence[Hunk]
    response: str


def said(seed: int, name: str) -> Said | None:
    """A change in a format, by a seed; None if the seed gives none."""
    chance = random.Random(f"{name} {seed}")
    pair = _rows(chance) if chance.random() < 0.35 else chance.choice(_pairs())
    format = chance.choice(list(FORMATS))
    context = chance.randint(0 if format in _FREE else 1, 3)
    hunks = hunks_of(pair.before, pair.after, context)
    is_sayable = hunks and (format in _FREE or all(hunk.old and hunk.old != hunk.new for hunk in hunks))
    if not is_sayable:
        return None
    return Said(format, pair, hunks, FORMATS[format](pair.path, hunks))


@dataclass(frozen=True)
class Twice:
    """The result of running a response twice on a tree."""

    said: Said
    first: bytes
    second: bytes
    report: Report


def twice(seed: int, folder: Path) -> Twice | None:
    """Apply a response, and the same once more; None if the seed gives none."""
    found = said(seed, "twice")
    if found is None:
        return None
    shutil.rmtree(folder, ignore_errors=True)
    make_tree(folder, {found.pair.path: found.pair.before})
    files: list[bytes] = []
    for _ in range(2):
        review = review_of(folder, found.response, allow=[found.pair.path])
        review.accept(Tier.TOLERANT)
        review.write()
        report = make_report(review)
        files.append(files_of(folder)[found.pair.path])
    return Twice(found, files[0], files[1], report)


def not_made(seed: int) -> Trial | None:
    """A response on a tree that has none of the lines of one of its edits."""
    found = said(seed, "not made")
    if found is None:
        return None
    chance = random.Random(seed)
    at = chance.randrange(len(found.hunks))
    hunk, lines = found.hunks[at], found.pair.before.splitlines(keepends=True)
    changed = [n for n in range(hunk.at, hunk.at + len(hunk.old)) if lines[n].strip()]
    if not changed:
        return None
    kind = chance.choice(["damaged", "twin", "gone", "shifted"])
    if kind == "twin" and "".join(hunk.old) in "".join(hunk.new):
        # Old text that stands only in the new one is made, whoever made it.
        return None
    if kind == "twin" and all(len(lines[n].strip()) < _FEWEST_SHOWN for n in changed):
        # The damage leaves nothing of them: the new text stands there, and the old one nowhere else.
        return None
    if kind == "gone":
        lines[hunk.at : hunk.at + len(hunk.old)] = []
    else:
        for n in chance.sample(changed, chance.randint(1, min(3, len(changed)))):
            is_other = kind != "twin" and chance.random() < 0.5
            lines[n] = _other(lines[n], n) if is_other else _near(lines[n], chance)
    if kind == "twin":
        where = 0 if chance.random() < 0.5 else len(lines)
        if where == hunk.new_at:
            # Where the edit would put it: nobody can tell who did.
            where = len(lines)
        lines[where:where] = [*hunk.new, "\n"]
    if kind == "shifted":
        lines[:0] = lines[: chance.randint(1, 5)]
    text = "".join(lines)
    new = _without_blank_lines("".join(hunk.new))
    if kind != "twin" and _without_blank_lines(text).count(new) > _without_blank_lines(
        found.pair.before
    ).count(new):
        # The damage made it.
        return None

    def complaint(run: Run) -> str | None:
        if len(run.proposals) != len(found.hunks):
            return None
        proposal = run.proposals[at]
        # Of identical blocks that say no more, the second may be the first once more.
        is_repeat = (proposal.message or "").startswith("same as block")
        is_said = proposal.reason is Reason.ALREADY_APPLIED and not is_repeat
        return f"block {at + 1} is called already applied: {proposal.message}" if is_said else None

    tree = {found.pair.path: text.encode()}
    return Trial(
        f"second run: {found.format}: {kind}",
        seed,
        tree,
        found.response,
        tree,
        is_alike=lambda path, data: True,
        complaint=complaint,
    )


def _without_blank_lines(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if line.strip())


def _near(line: str, chance: random.Random) -> str:
    at = chance.randrange(len(_indentation(line)), len(line.rstrip("\n")))
    return f"{line[:at]}{chance.choice('xyz')}{line[at + 1 :]}"
