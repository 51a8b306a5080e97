"""Blocks that earlier reviews applied, and files that earlier prompts showed.

A text alone seldom shows that an edit was applied: a deletion leaves only its context, and equal lines may
be elsewhere. A block counts as applied if the journal has it from the same response and its lines have not
changed since.

The files of the last prompt are the context of reviews, and those that a review lacked are for the next
prompt. Both are kept in the user's own state for the tree.
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

import msgspec
from msgspec import Struct

from editreview.alignment import change_lines
from editreview.blocks import EditBlock, LineRange, Replace, lines_in_words
from editreview.errors import Refused
from editreview.matching import FileIndex, block_lines, without_trailing_whitespace
from editreview.review.match_block import match_block
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import Change, Lines, Snapshot, Splice, counted, split_lines
from editreview.workspace import Workspace

Versions = Sequence[tuple[str, str]]
"""Texts of a file before and after earlier runs wrote it, the newest first."""


class AppliedBefore(Struct, frozen=True):
    """The blocks that earlier runs applied from the responses of a review, and the texts before."""

    keys: frozenset[str]
    """The keys of the blocks whose lines have not changed since."""
    texts: Mapping[str, tuple[str, float]]
    """By path: the text of a file before the first of these runs, and when that run wrote it.

    The time is in seconds since the epoch. Line numbers refer to that text, or to one shown before.
    """
    recent: frozenset[str] = frozenset()
    """The files that any earlier run has written not long ago."""


def applied_before(workspace: Workspace, responses: frozenset[str]) -> AppliedBefore:
    """The blocks that earlier runs applied, by the journal.

    Args:
        workspace: The tree.
        responses: The names of the responses whose blocks count.
    """
    keys: set[str] = set()
    texts: dict[str, tuple[str, float]] = {}
    # Without a response there is no need to read the journal.
    for write in workspace.earlier_writes(responses=responses) if responses else ():
        if not write.blocks:
            continue
        if write.before is not None:
            # The newest write comes first, so the text before the oldest one is kept.
            texts[write.path] = write.before, write.time
        digest = workspace.digest(write.path)
        if digest == write.after_digest:
            keys.update(block.key for block in write.blocks)
        elif digest is not None and write.after is not None:
            found = workspace.read(write.path)
            if isinstance(found, Snapshot):
                across = _change_of_lines(write.after, found.text)
                lines = Lines(write.after)
                keys.update(b.key for b in write.blocks if b.spans and _stands(b.spans, lines, across))
    recent = workspace.written_since(time.time() - _RECENT) if responses else frozenset()
    return AppliedBefore(frozenset(keys), texts, recent)


def _change_of_lines(before: str, after: str) -> Change:
    lines = Lines(before)
    return change_lines(lines, 0, len(lines), split_lines(after, lines.separator))


def _stands(spans: Sequence[tuple[int, int]], lines: Lines, across: Change) -> bool:
    """True if a change leaves the lines of some spans of a text unchanged."""
    if any(_whole_lines(start, end, lines).carry(across) is None for start, end in spans):
        return False
    removed = [_removable(s, lines.text) for s in across.splices if s.start < s.end and not s.text]
    if any(start < last and first < end for start, end in spans for first, last in removed):
        return False
    deleted = [start for start, end in spans if start == end]
    inserted = [splice for splice in across.splices if splice.start == splice.end] if deleted else []
    ranges = [_sliding(splice, lines.text) for splice in inserted]
    return not any(first <= at <= last for at in deleted for first, last in ranges)


def _removable(removal: Splice, text: str) -> tuple[int, int]:
    """The span in which characters were removed. With equal lines, several removals give the same text."""
    start, end = removal.start, removal.end
    up = takewhile(lambda n: text[start - n] == text[end - n], range(1, start + 1))
    down = takewhile(lambda n: text[start + n] == text[end + n], range(len(text) - end))
    return start - sum(1 for _ in up), end + sum(1 for _ in down)


def _sliding(insertion: Splice, text: str) -> tuple[int, int]:
    """The first and last position at which an insertion gives the same text."""
    start, size = insertion.start, len(insertion.text)
    moved_text = f"{text[:start]}{insertion.text}{text[start:]}"
    up = takewhile(lambda at: text[at] == moved_text[at + size], range(start - 1, -1, -1))
    down = takewhile(lambda at: text[at] == moved_text[at], range(start, len(text)))
    return start - sum(1 for _ in up), start + sum(1 for _ in down)


def _whole_lines(start: int, end: int, lines: Lines) -> Change:
    """A change of all lines that a span touches, which clashes with any other change of them."""
    if not len(lines):
        return Change((Splice(0, 0, "\n"),))
    first = lines.at(min(start, len(lines.text) - 1))
    last = lines.at(max(min(end, len(lines.text)) - 1, 0)) if end > start else first - 1
    at = lines.starts[first] if start < len(lines.text) else len(lines.text)
    return Change((Splice(at, max(lines.starts[last + 1], at), "\n"),))


def versions(workspace: Workspace, path: str) -> Versions:
    """The texts of a file before and after each earlier run that wrote it."""
    writes = workspace.earlier_writes(path)
    return [(w.before, w.after) for w in writes if w.before is not None and w.after is not None]


def recent_versions(workspace: Workspace, path: str) -> Versions:
    """The texts of a file before and after each run that has written it not long ago."""
    since = time.time() - _RECENT
    return [
        (write.before, write.after)
        for write in workspace.earlier_writes(path)
        if write.time >= since and write.before is not None and write.after is not None
    ]


_RECENT = 3 * 3_600
"""Seconds since a run, up to which a response may be from the same conversation."""
_MAX_RANGES_NAMED = 3
"""The most ranges of lines that the message names."""
_AGES = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


def changed_since_shown(
    last_shown: tuple[str, float], now: FileIndex, known: Callable[[], Versions]
) -> BlockWarning | None:
    """A mark that a file has changed since it was shown in a prompt; None if it is unchanged.

    Changes that editreview itself wrote do not count: the model knows them.

    Args:
        last_shown: The text, and when it was shown, in seconds since the epoch.
        now: The index of the current text.
        known: Returns the versions of the file.
    """
    text, at = last_shown
    if text == now.text:
        return None
    after = dict(known())
    expected, seen = text, set[str]()
    while expected in after and expected not in seen:
        seen.add(expected)
        expected = after[expected]
        if expected == now.text:
            return None
    change = change_lines(Lines(expected), 0, len(Lines(expected)), now.lines.slice(0, len(now.lines)))
    ranges: list[LineRange] = []
    first_line: int | None = None
    for start, end in change.inserted():
        first = now.lines.at(min(start, max(len(now.text) - 1, 0))) + 1
        last = now.lines.at(max(end - 1, start)) + 1 if end > start else first
        first_line = first_line or first
        ranges.append((first, last))
    named = lines_in_words(*ranges[:_MAX_RANGES_NAMED])
    more = (
        f" and {counted(len(ranges) - _MAX_RANGES_NAMED, 'more place')}"
        if len(ranges) > _MAX_RANGES_NAMED
        else ""
    )
    message = f"the file has changed since it was shown {_age(at)} ago: {named}{more}"
    return BlockWarning(WarningKind.STALE_FILE, message, first_line, is_old=True)


def _age(at: float) -> str:
    """The time since then, in words."""
    passed = max(int(time.time() - at), 0)
    for seconds, noun in _AGES:
        if passed >= seconds:
            return counted(passed // seconds, noun)
    return "moments"


def is_applied_by(known: Versions, now: FileIndex, block: EditBlock, path: str) -> bool:
    """True if an earlier run made the block's change at its only match, and the result is still there.

    Args:
        known: The versions of the file.
        now: The index of its current text, in which the block has no match.
        block: A block that searches for text.
        path: The path of the file.
    """
    operation = block.operation
    if not isinstance(operation, Replace) or operation.is_everywhere:
        return False
    return any(
        before.find(_longest_line(operation)) >= 0
        and _is_unchanged(now.of(before), now.of(after), now, block, path)
        for before, after in known
    )


def _longest_line(operation: Replace) -> str:
    lines = block_lines(operation.interpretations[0].search)
    return max((line.strip() for line in lines), key=len, default="")


def _is_unchanged(before: FileIndex, after: FileIndex, now: FileIndex, block: EditBlock, path: str) -> bool:
    matches = match_block(before, block, path).search.matches
    if len(matches) != 1 or matches[0].lines is None or match_block(after, block, path).search.matches:
        return False
    result = before.of(matches[0].change.apply(before.text))
    grown = len(result.lines) - len(before.lines)
    first, last = matches[0].lines[0] - 1, matches[0].lines[1] + grown
    lines = [*map(without_trailing_whitespace, result.bodies[max(first - 1, 0) : last + 1])]
    if not any(lines):
        return False
    key = without_trailing_whitespace
    return all(len(text.find(key, lines, 2)) == 1 for text in (after, now))


_CONTEXT_FILE = "context.json"
_UNSHOWN_FILE = "wanted.json"
_MAX_AGE_S = 7 * 24 * 3600
"""Seconds after which a prompt is forgotten, like the texts that it showed."""
_MAX_FILES_NAMED = 3
"""The most files that the sentence names."""


class _RecordedContext(Struct, frozen=True):
    at: float
    """Seconds since the epoch."""
    files: tuple[str, ...]
    """Relative to the top of the work tree, since the review may have another root."""


def record_context(workspace: Workspace, paths: Sequence[str]) -> None:
    """Store the files of a prompt. Replaces those of an earlier one.

    Args:
        workspace: The tree.
        paths: Relative to the root; none if reviews may edit all files.

    Raises:
        OSError: They cannot be written.
    """
    if paths or workspace.read_kept(_CONTEXT_FILE) is not None:
        files = tuple(f"{workspace.below_top}{path}" for path in paths)
        workspace.keep(_CONTEXT_FILE, msgspec.json.encode(_RecordedContext(time.time(), files)))


def recorded_context(workspace: Workspace) -> tuple[str, ...] | None:
    """The files of the last prompt that still exist, relative to the root.

    None if it recorded none, or is too old.
    """
    data = workspace.read_kept(_CONTEXT_FILE)
    try:
        found = None if data is None else msgspec.json.decode(data, type=_RecordedContext)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    if found is None or not found.files or not 0 <= time.time() - found.at <= _MAX_AGE_S:
        return None
    below = workspace.below_top
    paths = (name.removeprefix(below) for name in found.files if name.startswith(below))
    return tuple(path for path in paths if workspace.exists(path))


def context_sentence(paths: Sequence[str]) -> str:
    """A sentence about a review that only edits the files of the last prompt, without a full stop."""
    named = ", ".join(paths[:_MAX_FILES_NAMED])
    more = f" and {len(paths) - _MAX_FILES_NAMED} more" if len(paths) > _MAX_FILES_NAMED else ""
    which = f"{named}{more}" if paths else "none of them exists"
    return f"edits only the {counted(len(paths), 'file')} of `editreview prompt --context`: {which}"


def record_unshown_files(workspace: Workspace, paths: Sequence[str]) -> None:
    """Store the files that the model edited without having been shown them: the next prompt includes them.

    Replaces the files that an earlier review stored. Names are relative to the top of the work tree, since
    the next prompt may have another root.

    Args:
        workspace: The tree.
        paths: Relative to the root.

    Raises:
        OSError: The names cannot be written.
    """
    names = [f"{workspace.below_top}{path}" for path in paths]
    workspace.keep(_UNSHOWN_FILE, json.dumps(names).encode("ascii"))


def files_for_prompt(workspace: Workspace) -> list[str]:
    """The files that the next prompt has to include, relative to the root.

    Without files outside the root, and files that can no longer be read.
    """
    data = workspace.read_kept(_UNSHOWN_FILE)
    try:
        names = [] if data is None else msgspec.convert(json.loads(data), list[str])
    except (ValueError, msgspec.ValidationError):
        return []
    below = workspace.below_top
    paths = [name.removeprefix(below) for name in names if name.startswith(below)]
    return [path for path in paths if _is_text(workspace, path)]


def _is_text(workspace: Workspace, path: str) -> bool:
    try:
        return isinstance(workspace.look(workspace.locate(path)), Snapshot)
    except Refused:
        return False
