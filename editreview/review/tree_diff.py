"""A diff of files before and after, as a response for this program: a review of changes on disk.

The diff is that of `make_patch`. Its text is always UTF-8, whatever encoding the files have: it is read as a
response, and never given to git.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct

from editreview.alignment import change_lines
from editreview.errors import Refused
from editreview.matching import FileIndex
from editreview.review.changes_on_disk import not_as_on_disk
from editreview.review.file_plan import FilePlan
from editreview.review.patch import make_patch
from editreview.text import Absent, Change, Codec, Snapshot, Splice, line_end, split_lines
from editreview.workspace import Comparison, decode

if TYPE_CHECKING:
    from editreview.review.review import Review


class FileVersions(Struct, frozen=True):
    """A file before and after."""

    path: str
    """Relative to the root."""
    before: bytes | None
    """None if there was no file."""
    after: bytes | None
    """None if the file was deleted."""
    path_to: str | None = None
    """The new path of a file that was renamed."""


def diff_of(files: Iterable[FileVersions]) -> tuple[str, dict[str, str]]:
    """A diff of text files.

    Args:
        files: The files, in the order in which they are to be reviewed.

    Returns:
        The diff, and the reasons why files are not in it, by path.
    """
    plans: list[FilePlan] = []
    left: dict[str, str] = {}
    for file in files:
        try:
            plan = _plan(file)
        except Refused as refused:
            left[file.path] = str(refused)
        else:
            plans += [] if plan is None else [plan]
            plans += [] if file.path_to is None else [_move(file.path, file.path_to)]
    return make_patch(plans).decode("utf-8", "surrogateescape"), left


def diff_on_disk(comparison: Comparison, open_trial: Callable[[], "Review"]) -> tuple[str, "Review"]:
    """The diff between a base and the tree, for a review of it.

    It is read once beforehand, to leave out files whose blocks do not add up to the text on disk.

    Args:
        comparison: The comparison. Files that cannot be reviewed are left out of it.
        open_trial: Opens a review of the tree that writes nothing.

    Returns:
        The diff, and the review that has read it, with the files that are left out.
    """
    renames = _renames(comparison)
    while True:
        text = _diff(comparison, renames)
        trial = open_trial()
        trial.workspace.comparison = comparison
        trial.read(text)
        wrong = not_as_on_disk(trial)
        inexact = {old for old, new in renames.items() if not {old, new}.isdisjoint(wrong)}
        if not inexact:
            break
        # Then it is a deleted file and a new one.
        renames = {old: new for old, new in renames.items() if old not in inexact}
    for path in wrong:
        reasons = (p.message for p in trial.proposals if p.path == path and p.message)
        why = _why_inexact(path, comparison.before(path), comparison.now(path))
        comparison.leave(path, next(reasons, None) or why)
    return _diff(comparison, renames) if wrong else text, trial


_MAX_RENAMES = 100
"""The most deleted files, and the most new ones, that are compared with each other."""
_MIN_SHARED = 0.5
"""The share of the larger file, in bytes, that both must have in common for a rename, as for git."""


def _renames(comparison: Comparison) -> dict[str, str]:
    """The new paths of files that were renamed, by old path: those that share most of their lines."""
    gone = [path for path in comparison.paths if comparison.now(path) is None]
    new = [path for path in comparison.paths if comparison.before(path) is None]
    if max(len(gone), len(new)) > _MAX_RENAMES:
        return {}
    before = {path: _Lines.of(comparison.before(path)) for path in gone}
    now = {path: _Lines.of(comparison.now(path)) for path in new}
    alike = sorted(
        (
            (likeness, old, path)
            for old in gone
            for path in new
            if (likeness := _shared(before[old], now[path]))
        ),
        key=lambda each: (-each[0], PurePosixPath(each[1]).name != PurePosixPath(each[2]).name, each[1:]),
    )
    found: dict[str, str] = {}
    for _, old, path in alike:
        if old not in found and path not in found.values():
            found[old] = path
    return found


class _Lines(Struct, frozen=True):
    """The lines of a file, regardless of their order."""

    counts: Counter[bytes]
    size: int
    """In bytes."""

    @staticmethod
    def of(data: bytes | None) -> "_Lines":
        return _Lines(Counter((data or b"").splitlines(keepends=True)), len(data or b""))


def _shared(old: _Lines, new: _Lines) -> float:
    """The share of the larger file, in bytes, that both have in common; 0 if that is too little."""
    smaller, larger = sorted((old.size, new.size))
    if smaller < _MIN_SHARED * larger or not smaller:
        return 0.0
    both = old.counts.keys() & new.counts.keys()
    likeness = sum(len(line) * min(old.counts[line], new.counts[line]) for line in both) / larger
    return likeness if likeness >= _MIN_SHARED else 0.0


def _why_inexact(path: str, before: bytes | None, after: bytes | None) -> str:
    """The reason why the blocks of a text file do not give exactly its new text."""
    texts = [decode(path, data) for data in (before, after) if data is not None]
    if len({(codec.name, codec.mark) for _, codec in texts}) > 1:
        return "its encoding changed"
    if before is not None and after is not None and with_line_feeds(before) == with_line_feeds(after):
        return "only its line ends differ"
    ends = {line_end(line) for text, _ in texts for line in split_lines(text, "\n")}
    return "its line ends are mixed" if len(ends - {""}) > 1 else "its changes cannot be told apart"


def with_line_feeds(data: bytes) -> bytes:
    """The file with line feeds as line ends."""
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _diff(comparison: Comparison, renames: Mapping[str, str]) -> str:
    arrivals = frozenset(renames.values())
    files = (
        FileVersions(
            path, comparison.before(path), comparison.now(renames.get(path, path)), renames.get(path)
        )
        for path in comparison.paths
        if path not in arrivals
    )
    text, left = diff_of(files)
    for path, why in left.items():
        comparison.leave(path, why)
    return text


def _move(path: str, path_to: str) -> FilePlan:
    """Only the move of a file, so that each change of its text is decided on its own."""
    before = Snapshot(path, "", "", Codec(), 0o644)
    return FilePlan(path, before, FileIndex(""), (), frozenset(), Change(()), path_to=path_to)


def _plan(file: FileVersions) -> FilePlan | None:
    """The change of a file as a plan; None if the text is the same.

    Raises:
        Refused: A version cannot be decoded.
    """
    old = None if file.before is None else decode(file.path, file.before)[0]
    new = None if file.after is None else decode(file.path, file.after)[0]
    if old == new:
        return None
    before = Absent(file.path) if old is None else Snapshot(file.path, old, "", Codec(), 0o644)
    index = FileIndex(before.text)
    if new is None:
        change = Change((Splice(0, len(index.text), ""),)) if index.text else Change(())
        return FilePlan(file.path, before, index, (), frozenset(), change, is_removed=True)
    change = change_lines(index.lines, 0, len(index.lines), split_lines(new, index.lines.separator))
    return FilePlan(file.path, before, index, (), frozenset(), change)
