"""Stages the lines written here, and none of the user's, and commits them through git itself."""

import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from stat import S_IMODE
from uuid import uuid4

from msgspec import Struct
from msgspec.structs import replace

from editreview.alignment import line_opcodes
from editreview.errors import GitFailed
from editreview.text import Change, Lines, Splice
from editreview.workspace import disk
from editreview.workspace.git import (
    FILE_MODES,
    Blobs,
    FileBytes,
    FileState,
    FileStatus,
    FilterFailed,
    GitEnded,
    GitProcess,
    Index,
    IndexEntry,
    IndexHeld,
    OutputCallback,
    Repository,
    content_of,
    ignore_output,
    plain_entry,
)
from editreview.workspace.journal import CommitBegun, FileWrite, Pending, StagedFile, TextChange, WriteStep

_NOT_STAGED = "written, not staged: "
_OVERLAP = "your own changes touch the same lines"
_STAGED_ALREADY = "the index has the change already"
_CHANGED = "you have changed the same lines since"
_BINARY = "it is a binary file with changes of your own"
_REMOVED = "you have deleted it since"
_THERE_AGAIN = "it exists again"
_REMOVAL = "it was deleted, and the index has changes of your own to it"
_STATE_CHANGED = "its index entry has changed since"
_INTERRUPTED = "it was written and deleted, and you changed it in between"


_Opcodes = Sequence[tuple[int, int, int, int]]
"""Changes of lines, as `line_opcodes` returns them."""


class _NotStaged(Exception):
    """The reason why a file is not staged."""


class Staging:
    """Keeps track of the files written here, and stages these changes and nothing else.

    Args:
        repository: The repository of the tree.
        read: Returns the bytes of a file; None if it does not exist or cannot be read.
    """

    def __init__(self, repository: Repository, read: Callable[[str], bytes | None]) -> None:
        self._repository = repository
        self._index = repository.index
        self._blobs = Blobs(repository.git)
        self._read = read
        self._pending: dict[str, Pending] = {}
        self.to_stage: set[str] = set()
        """Files written here that are to be staged."""
        self.not_staged: dict[str, str] = {}
        """Messages for files written here that cannot be staged, by path."""
        self.staged: dict[str, list[StagedFile]] = {}
        """The stagings that are not committed yet, by path, in order."""
        self._was_pending: dict[StagedFile, Pending] = {}
        """The pending changes that each staging took."""
        self._by_others: dict[str, StagedFile] = {}
        """Accepted changes that were staged already, by path."""

    def record_write(
        self,
        writes: Sequence[FileWrite],
        before: Mapping[str, bytes | None],
        statuses: Mapping[str, FileStatus],
        moves: Mapping[str, str],
    ) -> None:
        """Remember what was written.

        Args:
            writes: All files of one transaction.
            before: The bytes of each before it.
            statuses: The status of each before it.
            moves: Old paths of moved files, by new path.
        """
        for write in writes:
            path, step = write.path, WriteStep(before[write.path], write.data)
            earlier = self._pending.get(path)
            if earlier is not None:
                pending = earlier.then(step)
            else:
                status = statuses[path]
                pending = Pending(status.state, status.entry, (step,), mode=_mode_of(write.mode))
            source = moves.get(path)
            if pending is not None and source is not None and step.before is None:
                pending = self._moved(pending, source, before.get(source), statuses.get(source))
            self._put(path, pending)

    def record_accepted(
        self, path: str, mode: int | None, steps: tuple[WriteStep, WriteStep], status: FileStatus
    ) -> None:
        """Remember a change that was on disk already, and is to be staged.

        Args:
            path: The file.
            mode: Its permission bits.
            steps: The change to be staged, and the write that left the file with it.
            status: Its status against the index.
        """
        step, tree = steps
        earlier = self._pending.get(path)
        new = Pending(status.state, status.entry, (step,), mode=_mode_of(mode))
        pending = new if earlier is None else earlier.then(step)
        self._put(path, None if pending is None else replace(pending, left_as=tree))

    def _put(self, path: str, pending: Pending | None) -> None:
        """Set what is to be staged of a file."""
        if pending is None:
            self._pending.pop(path, None)
            self.to_stage.discard(path)
            self.not_staged.pop(path, None)
        elif pending.state.can_stage:
            self._pending[path] = pending
            self.to_stage.add(path)
        else:
            self.to_stage.discard(path)
            self.not_staged[path] = _NOT_STAGED + pending.state.value

    def record_undo(self, steps: Mapping[str, WriteStep], staged: Collection[StagedFile]) -> None:
        """Record that a write was undone. Its index entries follow.

        Args:
            steps: The write, by path.
            staged: The stagings that are undone with it.
        """
        # Other changes staged together with it must be staged again.
        again = {file.path: self._was_pending[file] for file in staged if file in self._was_pending}
        for path, step in steps.items():
            pending = self._pending.get(path) or again.get(path)
            self._put(path, None if pending is None else pending.without(step))

    def record_staged(self, files: Sequence[StagedFile], uncommitted: Collection[str]) -> None:
        """Record what an earlier run staged of the writes recorded so far.

        Args:
            files: As `stage` returned them then.
            uncommitted: Paths of files that are not committed since.
        """
        for file in files:
            if (pending := self._pending.get(file.path)) is not None:
                self._was_pending[file] = pending
            self._put(file.path, None)
            if file.path in uncommitted:
                self.staged.setdefault(file.path, []).append(file)

    def forget(self, paths: Iterable[str]) -> None:
        """Stage nothing of files that are in the index as they are in the tree."""
        for path in paths:
            self._put(path, None)

    def contents(self, names: Iterable[str]) -> dict[str, bytes]:
        """The contents of index entries, by object name."""
        return self._blobs.read(names)

    def is_staged_as(self, path: str, data: bytes | None, staged: bytes | None) -> bool:
        """True if the index has a file as it is on disk, line ends that git converts aside.

        Args:
            path: The file.
            data: Its bytes on disk; None if there is no file.
            staged: The content of its index entry; None without one.
        """
        if data is None or staged is None or data == staged or b"\r" not in data:
            return data == staged
        self._blobs.look_up([path])
        try:
            return self._blobs.cleaned(FileBytes(path, data, staged)) == staged
        except FilterFailed:
            return False

    def record_staged_by_others(self, path: str, before: bytes | None, entry: IndexEntry | None) -> None:
        """Record that the index has an accepted change already, which the next commit is to hold.

        Args:
            path: The file.
            before: Its bytes before the change; None if there was no file.
            entry: Its index entry.
        """
        if path in self.staged:
            return
        was: IndexEntry | None = None
        if before is not None:
            self._blobs.look_up([path])
            with suppress(FilterFailed):
                (blob,) = self._blobs.write([self._blobs.cleaned(FileBytes(path, before, b""))])
                was = plain_entry("100644" if entry is None else entry.mode, blob)
            if was is None:
                return
        self._by_others[path] = StagedFile(path, was, entry)
        self.staged[path] = [self._by_others[path]]

    def forget_staged_by_others(self, paths: Iterable[str]) -> None:
        """Leave such changes of some files to the user again."""
        for path in paths:
            if (file := self._by_others.pop(path, None)) is not None:
                self._record_unstaged(file)

    def unstage(self, files: Sequence[StagedFile]) -> None:
        """Restore index entries as they were before files were staged.

        Args:
            files: As `stage` returned them, in this run or another.

        Raises:
            GitFailed: An entry has changed since. Nothing was changed.
        """
        self.check(files)
        self._index.restore(_entries_before(files))
        for file in files:
            self._record_unstaged(file)

    def _record_unstaged(self, file: StagedFile) -> None:
        left = [step for step in self.staged.pop(file.path, []) if step != file]
        if left:
            self.staged[file.path] = left

    def leave_to_stage(self, files: Sequence[StagedFile]) -> None:
        """Record that unstaged files stay as they were written here, so that they can be staged again.

        Args:
            files: As `stage` returned them. Those of another run are no longer known.
        """
        for file in files:
            if (pending := self._was_pending.get(file)) is not None:
                self._put(file.path, pending)

    def hide_again(self, entries: Mapping[str, IndexEntry | None]) -> None:
        """Set skip-worktree again for files outside a sparse checkout that were removed again.

        Git clears the flag of every file that it finds in the tree.

        Args:
            entries: The entries by path, as before the files were created. Those with other content
                by now are skipped.
        """
        hidden = {path: entry for path, entry in entries.items() if entry is not None and entry.skip_worktree}
        visible = {path: replace(entry, skip_worktree=False) for path, entry in hidden.items()}
        self._index.restore(hidden, expected=visible)

    def stage_again(self, files: Sequence[StagedFile]) -> None:
        """Restore index entries as they were after files were staged.

        An entry that has changed since is left alone. Its file, if written here, is still to be staged.

        Raises:
            GitFailed: With git's own message.
        """
        others = self._index.restore(_entries_after(files), expected=_entries_before(files))
        now = self._index.entries(others)
        for file in files:
            if file.path in others and now.get(file.path) != file.after:
                self.not_staged[file.path] = _NOT_STAGED + _STATE_CHANGED
                continue
            if pending := self._pending.get(file.path):
                self._was_pending[file] = pending
            self._put(file.path, None)
            self.staged.setdefault(file.path, []).append(file)

    def check(self, files: Sequence[StagedFile]) -> None:
        """Check that index entries are what was staged, or what was there before.

        Raises:
            GitFailed: An entry has changed since, or another one is in its place.
        """
        before, after = _entries_before(files), _entries_after(files)
        now = self._index.entries(list(after))
        changed = sorted(path for path in after if now.get(path) not in (after[path], before[path]))
        new = [path for path, entry in before.items() if entry is not None and path not in now]
        clashing = self._index.clashing(new, [path for path, entry in before.items() if entry is None])
        changed = changed or sorted({other for others in clashing.values() for other in others})
        if changed:
            raise GitFailed(f"index entries changed since: {', '.join(changed)}. Nothing was changed.")

    def _moved(self, pending: Pending, source: str, data: bytes | None, status: FileStatus | None) -> Pending:
        """The pending changes of a moved file, based on the index entry of its old path."""
        if status is None or not pending.state.is_whole:
            return pending
        steps = pending.steps if status.state.is_whole else (WriteStep(data, pending.last),)
        return replace(pending, state=status.state, steps=steps, moved_from=source)

    def stage(self) -> list[StagedFile]:
        """Stage what was written here and is not staged yet: of each file, our lines only.

        Returns:
            The index entries of the files staged now, before and after; `not_staged` has the others.

        Raises:
            GitFailed: With git's own message.
        """
        if not self.to_stage:
            return []
        paths = sorted(self.to_stage)
        self._repository.git.import_gitpython()
        sources = (self._pending[path].moved_from for path in paths)
        entries = self._index.entries(sorted({*paths, *filter(None, sources)}))
        done, clashing = self._stage_what_clashes(paths, entries)
        left = [path for path in paths if path in self.to_stage]
        done += self._stage_some(left, entries, clashing)
        self.to_stage.clear()
        return sorted(done, key=lambda file: file.path)

    def _stage_some(
        self, paths: Sequence[str], entries: Mapping[str, IndexEntry], clashing: Collection[str] = ()
    ) -> list[StagedFile]:
        """Stage some files, whole ones first; the others get their reason in `not_staged`.

        Args:
            paths: The files.
            entries: The index entries by path.
            clashing: Those in whose place others are or were: `git add` would stage or remove these too.
        """
        whole = [
            path
            for path in paths
            if path not in clashing and self._pending[path].is_whole and self._is_as_left(path, entries)
        ]
        done = self._compared_with_head(self._stage_whole(whole, entries))
        # Record these first, because the next step may fail.
        self._keep(done)
        by_lines = [path for path in paths if path in self.to_stage]
        done += (staged := self._compared_with_head(self._stage_lines(by_lines, entries)))
        self._keep(staged)
        return done

    def _stage_what_clashes(
        self, paths: list[str], entries: Mapping[str, IndexEntry]
    ) -> tuple[list[StagedFile], Collection[str]]:
        """Stage the removals of files in whose place there are new ones. Returns them, and the new ones.

        New files for which git would remove entries of the user's from the index are left.
        """
        new = [path for path in paths if path not in entries and self._pending[path].last is not None]
        clashing = self._index.clashing(new)
        if not clashing:
            return [], ()
        # The source of a move is removed together with its target.
        moved = {self._pending[path].moved_from for path in paths}
        gone = {path for path in paths if self._pending[path].last is None}
        first = {other for others in clashing.values() for other in others} & gone - moved
        done = self._stage_some(sorted(first), entries, first)
        removed = {file.path for file in done} | (gone & moved)
        self.to_stage -= first
        for path, others in clashing.items():
            if (left := next((other for other in others if other not in removed), None)) is not None:
                self.to_stage.discard(path)
                self.not_staged[path] = f"{_NOT_STAGED}the index has {left} in its place"
        return done, clashing

    def _compared_with_head(self, done: list[StagedFile]) -> list[StagedFile]:
        to_commit = frozenset(self._repository.staged() if done else ())
        return [replace(file, is_as_head=file.path not in to_commit) for file in done]

    def _keep(self, done: list[StagedFile]) -> None:
        for file in done:
            self.staged.setdefault(file.path, []).append(file)
            self.to_stage.discard(file.path)
            self.not_staged.pop(file.path, None)
            self._was_pending[file] = self._pending.pop(file.path)

    def _is_as_left(self, path: str, entries: Mapping[str, IndexEntry]) -> bool:
        """True if the file and its index entry are as they were when the file was written here."""
        return entries.get(path) == self._pending[path].entry and self._is_as_written(path)

    def _is_as_written(self, path: str) -> bool:
        """True if the file is as it was written here, and so is its mode, which `git add` would stage too."""
        pending = self._pending[path]
        if self._read(path) != pending.last:
            return False
        if pending.last is None:
            return True
        try:
            mode = disk.size_and_mode(self._repository.git.folder / path)[1]
        except OSError:
            return False
        return _mode_of(mode) == pending.mode

    # Whole files

    def _stage_whole(self, paths: list[str], entries: Mapping[str, IndexEntry]) -> list[StagedFile]:
        paths = self._added(paths)
        after = self._index.entries(paths)
        # The file may have changed between our comparison and git's read. If it is unchanged now, git
        # read what we compared.
        changed = [path for path in paths if not self._is_as_written(path)]
        if changed:
            self._index.restore({path: entries.get(path) for path in changed})
        return [self._staged(path, entries, after.get(path)) for path in paths if path not in changed]

    def _added(self, paths: list[str]) -> list[str]:
        """Stage whole files. Returns those that git accepted: a filter or core.safecrlf may refuse some."""
        try:
            self._index.add(paths)
        except IndexHeld:
            raise
        except GitFailed:
            if len(paths) == 1:
                return []
            return [path for each in paths for path in self._added([each])]
        return paths

    # Lines of files

    def _stage_lines(self, paths: list[str], entries: Mapping[str, IndexEntry]) -> list[StagedFile]:
        """Stage our writes to each file, applied to the text in the index."""
        if not paths:
            return []
        self._blobs.look_up(sorted({*paths, *(self._pending[path].moved_from or path for path in paths)}))
        sources = {path: entries.get(self._pending[path].moved_from or path) for path in paths}
        texts = self._blobs.read(
            entry.object for entry in sources.values() if entry is not None and entry.mode in FILE_MODES
        )
        contents: dict[str, bytes | None] = {}
        moved: set[str] = set()
        for path in sorted(paths, key=lambda path: self._pending[path].moved_from is None):
            entry = sources[path]
            base = None if entry is None else texts.get(entry.object)
            try:
                contents[path] = self._content(path, entry, base, entries.get(path), moved)
                if source := self._pending[path].moved_from:
                    moved.add(source)
            except _NotStaged as why:
                self.not_staged[path] = f"{_NOT_STAGED}{why}"
        blobs = {path: content for path, content in contents.items() if content is not None}
        names = dict(zip(blobs, self._blobs.write(list(blobs.values())), strict=True))
        after = {path: self._entry(path, sources[path], names.get(path)) for path in contents}
        others = self._index.restore(after, expected=entries)
        self.not_staged |= dict.fromkeys(others, _NOT_STAGED + _STATE_CHANGED)
        return [self._staged(path, entries, entry) for path, entry in after.items() if path not in others]

    def _staged(self, path: str, entries: Mapping[str, IndexEntry], after: IndexEntry | None) -> StagedFile:
        source = self._pending[path].moved_from
        before = entries.get(path)
        return StagedFile(path, before, after, None if source is None else entries.get(source), source)

    def _entry(self, path: str, source: IndexEntry | None, blob: str | None) -> IndexEntry | None:
        if blob is None:
            return None
        if source is None:
            return plain_entry(self._pending[path].mode, blob)
        return source.holding(source.mode, blob)

    def _content(
        self,
        path: str,
        entry: IndexEntry | None,
        base: bytes | None,
        target: IndexEntry | None,
        moved: Collection[str],
    ) -> bytes | None:
        """The new content of the index entry; None to remove it.

        Args:
            path: The file.
            entry: Its index entry, or that of the file it was moved from.
            base: The content of that entry.
            target: The index entry of the path itself.
            moved: Files whose index content a moved file is based on.

        Raises:
            _NotStaged: The file cannot be staged.
        """
        pending = self._pending[path]
        state = FileState.of_entry(entry)
        if state is not None and not state.can_stage:
            raise _NotStaged(state.value)
        if (entry is None) != (base is None) or (pending.moved_from and target is not None):
            raise _NotStaged(_STATE_CHANGED)
        try:
            self._check_survival(path, base or b"")
            for step in pending.steps:
                base = self._after(path, step, base, moved)
        except FilterFailed as failed:
            raise _NotStaged(f"its filter failed: {failed}") from failed
        return base

    def _check_survival(self, path: str, beside: bytes) -> None:
        """Check that what was written here is still in the file, next to later changes.

        Raises:
            _NotStaged: It is not.
        """
        pending = self._pending[path]
        if pending.left_as is not None and pending.left_as.after == self._read(path):
            return
        later = [*(step.before for step in pending.steps[1:]), self._read(path)]
        for step, now in zip(pending.steps, later, strict=True):
            if now == step.after:
                continue
            if now is None or step.after is None:
                raise _NotStaged(_REMOVED if now is None else _THERE_AGAIN)
            contents = [
                self._blobs.cleaned(FileBytes(path, data, beside))
                for data in (step.before or b"", step.after, now)
            ]
            if not is_preserved(*contents):
                raise _NotStaged(_BINARY if any(map(_is_binary, contents)) else _CHANGED)

    def _after(self, path: str, step: WriteStep, base: bytes | None, moved: Collection[str]) -> bytes | None:
        """Apply one write to the content of the index entry."""
        pending = self._pending[path]
        before, after = (
            None if data is None else self._blobs.cleaned(FileBytes(at, data, base or b""))
            for at, data in ((pending.moved_from or path, step.before), (path, step.after))
        )
        if base == after != before:
            raise _NotStaged(_STAGED_ALREADY)
        if before is None and base is None:
            return after
        if before is None or base is None:
            raise _NotStaged(_INTERRUPTED if len(pending.steps) > 1 else _STATE_CHANGED)
        if after is None:
            if before != base and path not in moved:
                raise _NotStaged(_REMOVAL)
            return None
        content = transplant(before, after, base)
        if content is None:
            raise _NotStaged(_BINARY if any(map(_is_binary, (before, after, base))) else _OVERLAP)
        return content


def _entries_before(files: Sequence[StagedFile]) -> dict[str, IndexEntry | None]:
    """The entries before staging: of several stagings of a file, before the first."""
    return {file.path: file.before for file in reversed(files)}


def _entries_after(files: Sequence[StagedFile]) -> dict[str, IndexEntry | None]:
    return {file.path: file.after for file in files}


def _mode_of(bits: int | None) -> str:
    return "100755" if bits is not None and bits & 0o100 else "100644"


def transplant(before: bytes, after: bytes, base: bytes) -> bytes | None:
    """Apply the change from `before` to `after`, line by line, to `base`.

    If repeated lines allow several diffs between two of the contents, all must give the same result. A change
    that `base` may have already is not applied again.

    Args:
        before: The content before the change.
        after: The content after it.
        base: Another content of the same file.

    Returns:
        The result; None if `base` differs from `before` in the same lines, if diffs give different
        results, or if a content is binary.
    """
    if before == after:
        return base
    if base == before:
        return after
    if any(map(_is_binary, (before, after, base))):
        return None
    texts = _Texts(*(Lines(content.decode("latin-1"), "\n") for content in (before, after, base)))
    found = texts.carried()
    return None if found is None else found.encode("latin-1")


def _is_binary(content: bytes) -> bool:
    """True if a content has no lines: its bytes may be parts of characters."""
    return b"\0" in content


def is_preserved(before: bytes, after: bytes, now: bytes) -> bool:
    """True if a later content of the file keeps the whole change from `before` to `after`.

    If repeated lines allow several diffs between two of the contents, it must keep the change of each.
    """
    if any(map(_is_binary, (before, after, now))):
        return False
    texts = [Lines(content.decode("latin-1"), "\n") for content in (before, after, now)]
    old, new, later = (lines.slice(0, len(lines)) for lines in texts)
    since = _ways(new, later)
    return all(_keeps(ours, opcodes, old, later) for ours in _ways(old, new) for opcodes in since)


def _keeps(ours: _Opcodes, since: _Opcodes, old: Sequence[str], later: Sequence[str]) -> bool:
    """True if later changes keep ours.

    Args:
        ours: The changes from the old lines to the new ones.
        since: Those from the new lines to the later ones.
        old: The old lines.
        later: The later ones.
    """
    our_lines = {line for _, _, b1, b2 in ours for line in range(b1, b2)}
    removed = {point: {*old[a1:a2]} for a1, a2, b1, point in ours if b1 == point}
    for a1, a2, n1, n2 in since:
        if not our_lines.isdisjoint(range(a1, a2)):
            return False
        put = set(later[n1:n2])
        if any(not removed[point].isdisjoint(put) for point in range(a1, a2 + 1) if point in removed):
            return False
    return True


class _Texts:
    """Three contents of a file, decoded as Latin-1: only lines matter here."""

    def __init__(self, before: Lines, after: Lines, base: Lines) -> None:
        self._before = before
        self._after = after
        self._base = base

    def carried(self) -> str | None:
        ours, others = _alignments(self._before, self._after), _alignments(self._before, self._base)
        if max(len(ours), len(others)) > 1 and self._may_be_in_base():
            return None
        outcomes: set[str] = set()
        for across in others:
            carried = [way.carry(across) for way in ours]
            if any(
                change is None and _may_have(across, way) for way, change in zip(ours, carried, strict=True)
            ):
                return None
            texts = {change.apply(self._base.text) for change in carried if change is not None}
            if not texts:
                return None
            outcomes |= texts
        if len(outcomes) != 1:
            return None
        (outcome,) = outcomes
        return outcome if self._differs_in_ours_only(outcome) else None

    def _may_be_in_base(self) -> bool:
        """True if the base has the lines that the change adds, and lacks those that it removes."""
        before, after, base = map(_count_of_lines, (self._before, self._after, self._base))
        added, removed = after - before, before - after
        # Blank lines and brackets are more or fewer for many reasons, and a move changes no count.
        says_something = any(map(str.isalnum, "".join([*added, *removed])))
        return says_something and added <= base - before and removed <= before - base

    def _differs_in_ours_only(self, outcome: str) -> bool:
        """False if a last line without a line end was joined with a line that was appended."""
        expected = _count_of_lines(self._base)
        expected.update(_count_of_lines(self._after))
        expected.subtract(_count_of_lines(self._before))
        return _count_of_lines(Lines(outcome, "\n")) == +expected and min(expected.values()) >= 0


def _may_have(across: Change, ours: Change) -> bool:
    """True if another change of the same text may have a part of ours: both touch the same lines."""
    others, first = across.splices, 0
    for own in ours.splices:
        while first < len(others) and others[first].end < own.start:
            first += 1
        at = first
        while at < len(others) and others[at].start <= own.end:
            theirs = others[at]
            if own.text in theirs.text if own.text else theirs.start <= own.start < own.end <= theirs.end:
                return True
            at += 1
    return False


def _count_of_lines(lines: Lines) -> Counter[str]:
    return Counter(lines.slice(0, len(lines)))


def _alignments(old: Lines, new: Lines) -> list[Change]:
    """The changes of whole lines from one text to another."""
    before, after = old.slice(0, len(old)), new.slice(0, len(new))
    return [_change_by(old, new, opcodes) for opcodes in _ways(before, after)]


def _ways(old: Sequence[str], new: Sequence[str]) -> list[_Opcodes]:
    """The changes of lines, placed as far down and, if that differs, as far up as repeated lines allow."""
    down = line_opcodes(old, new)
    a, b = len(old), len(new)
    up = [(a - a2, a - a1, b - b2, b - b1) for a1, a2, b1, b2 in reversed(line_opcodes(old[::-1], new[::-1]))]
    return [down] if up == down else [down, up]


def _change_by(old: Lines, new: Lines, opcodes: _Opcodes) -> Change:
    return Change(
        tuple(
            Splice(old.starts[a1], old.starts[a2], new.text[new.starts[b1] : new.starts[b2]])
            for a1, a2, b1, b2 in opcodes
        )
    )


_MAX_MOVES = 50
"""The most times that hooks move HEAD after a commit."""
MAKES_COMMIT = "EDITREVIEW_COMMITS"
"""The variable that hooks of git find set in a commit that editreview makes."""
Entries = Mapping[str, IndexEntry | None]


class CommitRequest(Struct, frozen=True):
    """The message and options of a commit."""

    message: str
    """The subject, and a body after a blank line."""
    with_user_changes: bool = False
    """Include everything that the user has staged."""
    amend: bool = False
    """Amend the last commit instead."""
    sign_off: bool = False
    """Add a Signed-off-by trailer."""
    no_verify: bool = False
    """Skip the pre-commit and commit-msg hooks."""
    trailers: tuple[str, ...] = ()
    """Lines such as `Assisted-by: …`."""


class CommitResult(Struct, frozen=True):
    """A commit made here."""

    commit: str
    """Its hash."""
    before: str | None
    """HEAD before it; None if there was no commit."""
    output: str
    """The output of git and its hooks."""


class _Mixed(Exception):
    """Our changes cannot be told apart from the user's."""


def _ignore_begin(begun: CommitBegun) -> None:
    """Ignore a commit that is about to be made."""


class Committing:
    """Commits what a `Staging` has staged."""

    def __init__(self, repository: Repository, staging: Staging) -> None:
        self._repository = repository
        self._git = repository.git
        self._staging = staging
        self._blobs = Blobs(repository.git)
        self._staged_in: dict[str, dict[str, list[StagedFile]]] = {}
        """The staged files in each commit made here, by commit."""

    @property
    def committed(self) -> frozenset[str]:
        """The files in commits made here."""
        return frozenset(path for files in self._staged_in.values() for path in files)

    def staged_by_user(self) -> list[str]:
        """The files with changes that the user staged, with or without staged changes of ours.

        Raises:
            GitFailed: With git's own message.
        """
        ours, head = self._ours()
        beside = [path for path in self._repository.staged() if path not in ours]
        return sorted(
            [*beside, *(path for path, steps in ours.items() if _has_user_changes(path, steps, head))]
        )

    def changes(self) -> list[TextChange]:
        """The texts that the next commit changes, as far as they were staged here.

        Raises:
            GitFailed: With git's own message.
        """
        spans = [(steps[0], steps[-1]) for steps in self._staging.staged.values() if steps]
        entries = [entry for first, last in spans for entry in (first.before_or_source, last.after)]
        # Links and submodules have no text.
        objects = {entry.object for entry in entries if entry is not None and entry.mode in FILE_MODES}
        texts = {name: data.decode("utf-8", "replace") for name, data in self._blobs.read(objects).items()}
        return [
            TextChange(
                last.path,
                texts.get(first.before_or_source.object) if first.before_or_source else None,
                texts.get(last.after.object) if last.after else None,
                first.moved_from,
            )
            for first, last in spans
        ]

    def commit(
        self,
        request: CommitRequest,
        on_output: OutputCallback = ignore_output,
        on_begin: Callable[[CommitBegun], None] = _ignore_begin,
    ) -> CommitResult:
        """Commit what was staged here.

        Args:
            request: The message and options.
            on_output: Called with each line of output of git and its hooks, on another thread.
            on_begin: Called just before git makes the commit.

        Raises:
            GitFailed: Nothing is staged, an index entry changed after it was staged, our changes cannot
                be told apart from those that the user staged, an operation such as a merge is in progress,
                or git or a hook refused. Nothing was committed.
        """
        ours, head = self._ours()
        if not ours:
            raise GitFailed("There is nothing to commit; stage first")
        unfinished = self._repository.in_progress()
        if unfinished:
            raise GitFailed(f"{unfinished} is in progress; commit with git yourself. Nothing was committed.")
        self._check_unchanged(ours)
        before = self.head()
        self._git.await_index()
        alone = None if request.with_user_changes or not self.staged_by_user() else self._alone(ours, head)
        begun = CommitBegun(uuid4().hex, before, request.message.strip().partition("\n")[0])
        on_begin(begun)
        environment = {"GIT_REFLOG_ACTION": _reflog_action(begun)}
        try:
            if alone is None:
                output = self._run(request, on_output, environment)
            else:
                output = self._commit_alone(request, alone, on_output, environment)
        except GitEnded as ended:
            # A hook that follows the commit may have been what took long.
            if self.head() == before:
                raise GitFailed(f"{ended}. Nothing was committed.") from ended
            output = f"{ended}, after the commit"
        commit = self.head()
        if commit is None or commit == before:
            raise GitFailed(f"git made no commit: {output}")
        commit = self._logged(begun, _MAX_MOVES)[0] or commit
        self._staged_in[commit] = ours
        self._staging.staged.clear()
        return CommitResult(commit, before, output)

    def find(self, begun: CommitBegun) -> str | None:
        """The commit that a run made before it was killed, without recording it.

        Returns:
            The full object name; None if git made no commit.

        Raises:
            GitFailed: Git is still making the commit.
        """
        name, has_log = self._logged(begun)
        if name is not None:
            return name
        if self.head() == begun.before:
            running = self._git.running("commit")
            if running:
                raise GitFailed(f"git is still committing here: {', '.join(running)}. Wait until it ends.")
        return None if has_log else self._is_head(begun)

    def _logged(self, begun: CommitBegun, most: int | None = None) -> tuple[str | None, bool]:
        """The commit in the log of HEAD, or None; and True if there is such a log.

        Args:
            begun: The commit.
            most: The most entries of the log to read, the newest; None for all.
        """
        limit = [] if most is None else [f"--max-count={most}"]
        done = self._git.ask(
            "log", "--walk-reflogs", *limit, "--no-show-signature", "--format=%H %gs", "HEAD"
        )
        logged = [] if done is None or done.status else done.out.decode("utf-8", "replace").splitlines()
        lines = [line.partition(" ") for line in logged]
        names = [name for name, _, subject in lines if subject.startswith(f"{_reflog_action(begun)}:")]
        # A hook may have amended the commit, and made others on top.
        made = (name for name in reversed(names) if name == names[0] or self._is_below(name, names[0]))
        return next(made, None), bool(logged)

    def _is_below(self, commit: str, other: str) -> bool:
        """True if another commit is a descendant of a commit."""
        done = self._git.ask("merge-base", "--is-ancestor", commit, other)
        return done is not None and not done.status

    def _is_head(self, begun: CommitBegun) -> str | None:
        """HEAD if its parent and subject are those of the commit, for repositories without reflogs."""
        done = self._git.ask("log", "-1", "--no-show-signature", "--format=%H%n%P%n%s", "HEAD")
        if done is None or done.status:
            return None
        name, parents, subject = done.out.decode("utf-8", "replace").split("\n")[:3]
        return name if (parents, subject) == (begun.before or "", begun.subject) else None

    def uncommit(self, commit: str, before: str | None) -> None:
        """Undo a commit by a soft reset: files and index stay as they are.

        Args:
            commit: Its full object name.
            before: HEAD before it; None if there was no commit.

        Raises:
            GitFailed: It is no longer HEAD, an operation such as a merge is in progress, or a remote branch
                has it.
        """
        instead = f"undo it with `git revert {commit[:10]}`"
        if self.head() != commit:
            raise GitFailed(f"{commit[:10]} is no longer the last commit here; {instead}")
        unfinished = self._repository.in_progress()
        if unfinished:
            raise GitFailed(f"{unfinished} is in progress; finish or abort it first")
        shared = self._git.read(
            "for-each-ref", "--count=1", "--format=%(refname:short)", f"--contains={commit}", "refs/remotes"
        )
        if shared:
            name = shared.decode("utf-8", "replace").strip()
            raise GitFailed(f"{commit[:10]} is already on {name}; {instead}")
        if before is None:
            self._git.write("update-ref", "-m", "editreview: uncommit", "-d", "HEAD", commit)
        else:
            self._git.write("reset", "--soft", before)
        for path, steps in self._staged_in.pop(commit, {}).items():
            self._staging.staged[path] = [*steps, *self._staging.staged.get(path, [])]

    def recommit(self, commit: str) -> None:
        """Restore a commit that was undone. Files and index stay as they are."""
        self._git.write("update-ref", "-m", "editreview: commit again", "HEAD", commit)
        self._staged_in[commit] = dict(self._staging.staged)
        self._staging.staged.clear()

    # Ours alone

    def _ours(self) -> tuple[dict[str, list[StagedFile]], dict[str, IndexEntry]]:
        """The files staged here that are not committed yet, and HEAD's entries of them."""
        staged = self._staging.staged
        head = self._entries_of("HEAD", _paths_concerned(staged))
        left = {path: _steps_left(steps, head.get(path)) for path, steps in staged.items()}
        return {path: steps for path, steps in left.items() if steps}, head

    def _check_unchanged(self, ours: Mapping[str, list[StagedFile]]) -> None:
        entries = self._repository.index.entries(list(ours))
        changed = sorted(
            path
            for path, steps in ours.items()
            if content_of(entries.get(path)) != content_of(steps[-1].after)
        )
        if changed:
            raise GitFailed(f"changed after it was staged: {', '.join(changed)}. Nothing was committed.")

    def _alone(
        self, ours: Mapping[str, list[StagedFile]], head: Mapping[str, IndexEntry]
    ) -> dict[str, IndexEntry | None]:
        """The entries of a commit with our changes only, on HEAD.

        Raises:
            GitFailed: They cannot be told apart from changes that the user staged in the same file.
        """
        entries: dict[str, IndexEntry | None] = {}
        mixed: list[str] = []
        for path, steps in ours.items():
            try:
                entries[path] = self._onto(head.get(steps[0].moved_from or path), steps, ours)
            except _Mixed:
                mixed.append(path)
        if mixed:
            also = "also has" if len(mixed) == 1 else "also have"
            raise GitFailed(
                f"{', '.join(sorted(mixed))} {also} changes you staged to the same lines; commit with git "
                "yourself. Nothing was committed."
            )
        return entries

    def _onto(
        self, base: IndexEntry | None, steps: Sequence[StagedFile], ours: Mapping[str, list[StagedFile]]
    ) -> IndexEntry | None:
        """Apply stagings, which start from entries of the index, to an entry of HEAD."""
        for step in steps:
            if content_of(step.before_or_source) == content_of(base):
                base = step.after
                continue
            moved = any(other.moved_from == step.path for found in ours.values() for other in found)
            if step.after is None and base is not None and moved:
                base = None
                continue
            if step.before_or_source is None or step.after is None or base is None:
                raise _Mixed
            base = self._carried(step.before_or_source, step.after, base)
        return base

    def _carried(self, before: IndexEntry, after: IndexEntry, base: IndexEntry) -> IndexEntry:
        if not {before.mode, after.mode, base.mode} <= {*FILE_MODES}:
            raise _Mixed
        texts = self._blobs.read((before.object, after.object, base.object))
        content = transplant(*(texts[entry.object] for entry in (before, after, base)))
        if content is None:
            raise _Mixed
        (blob,) = self._blobs.write([content])
        return plain_entry(base.mode if before.mode == after.mode else after.mode, blob)

    def _commit_alone(
        self,
        request: CommitRequest,
        entries: Entries,
        on_output: OutputCallback,
        environment: Mapping[str, str],
    ) -> str:
        before = self.head()
        with self._index_on_head() as other:
            index = Index(self._git, other)
            new = [path for path, entry in entries.items() if entry is not None]
            clashing = index.clashing(new, [path for path, entry in entries.items() if entry is None])
            if clashing:
                path, found = next(iter(clashing.items()))
                raise GitFailed(
                    f"HEAD has {found[0]} in the place of {path}, and you staged its removal: "
                    "commit that first, or all that is staged. Nothing was committed."
                )
            index.restore(entries)
            output = self._run(request, on_output, {**environment, **other})
        try:
            self._follow_hooks(before, entries)
        except GitFailed as error:
            # The commit exists, and the result must say so.
            output = f"{output}\nthe index could not be updated to match the commit: {error}"
        return output

    @contextmanager
    def _index_on_head(self) -> Iterator[dict[str, str]]:
        """A temporary index that equals HEAD. Yields the environment that makes git use it."""
        path = self._repository.private_folder / f"index-{uuid4().hex}"
        environment = {"GIT_INDEX_FILE": str(path)}
        try:
            try:
                self._repository.copy_index(path)
            except OSError as error:
                why = f"the index cannot be copied: {error.strerror} ({path.parent})"
                raise GitFailed(f"{why}. Nothing was committed.") from error
            what = ("--empty",) if self.head() is None else ("--reset", "HEAD")
            self._git.write("read-tree", *what, environment=environment)
            yield environment
        finally:
            for leftover in (path, path.with_name(path.name + ".lock")):
                with suppress(OSError):
                    disk.remove(leftover)

    def _follow_hooks(self, before: str | None, committed: Entries) -> None:
        """Copy what hooks changed in the commit to the index, which would otherwise revert it.

        Args:
            before: The previous commit.
            committed: The entries passed to git.
        """
        changed = self._changed_since(before)
        given = {
            path: committed.get(path) if path in committed else old for path, (old, _) in changed.items()
        }
        hooked = [path for path, (_, new) in changed.items() if content_of(new) != content_of(given[path])]
        now = self._repository.index.entries(hooked)
        follow: dict[str, IndexEntry | None] = {}
        for path in hooked:
            entry, old, new = now.get(path), given[path], changed[path][1]
            if content_of(entry) == content_of(old):
                flags = entry or new
                follow[path] = None if new is None or flags is None else flags.holding(new.mode, new.object)
            elif entry is not None and old is not None and new is not None:
                with suppress(_Mixed):
                    carried = self._carried(old, new, entry)
                    follow[path] = entry.holding(carried.mode, carried.object)
        if follow:
            self._repository.index.restore(follow)

    # Git

    def _run(self, request: CommitRequest, on_output: OutputCallback, environment: Mapping[str, str]) -> str:
        environment = {**environment, MAKES_COMMIT: "1"}
        options = [f"--trailer={trailer}" for trailer in request.trailers]
        options += [
            option
            for option, is_set in (
                ("--amend", request.amend),
                ("--signoff", request.sign_off),
                ("--no-verify", request.no_verify),
            )
            if is_set
        ]
        output = self._git.write_with_output(
            "commit", f"--message={request.message}", *options, on_output=on_output, environment=environment
        )
        return "\n".join(filter(None, output))

    def head(self) -> str | None:
        done = self._git.ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
        return None if done is None or done.status else done.out.decode().strip()

    def _entries_of(self, commit: str, paths: Sequence[str]) -> dict[str, IndexEntry]:
        """The entries of paths in a commit; none if HEAD does not exist."""
        if not paths:
            return {}
        names = (self._git.from_top(path) for path in paths)
        try:
            listed = self._git.read("ls-tree", "-z", "--full-tree", commit, "--", *names)
        except GitFailed:
            if self.head() is None:
                return {}
            raise
        found: dict[str, IndexEntry] = {}
        for line in filter(None, os.fsdecode(listed).split("\0")):
            head, _, name = line.partition("\t")
            mode, _, blob = head.split(" ")
            found[self._git.from_folder(name)] = plain_entry(mode, blob)
        return found

    def _changed_since(self, old: str | None) -> dict[str, tuple[IndexEntry | None, IndexEntry | None]]:
        """The entries that differ between a commit and HEAD, by path."""
        base = old or self._git.write("mktree")[0]
        output = self._git.read(
            "diff-tree", "-r", "-z", "--no-renames", "--raw", "--full-index", base, "HEAD"
        )
        fields = os.fsdecode(output).split("\0")
        found: dict[str, tuple[IndexEntry | None, IndexEntry | None]] = {}
        for head, name in zip(fields[0::2], fields[1::2], strict=False):
            modes = head.removeprefix(":").split(" ")
            before, after = (
                None if mode == "000000" else plain_entry(mode, blob)
                for mode, blob in zip(modes[:2], modes[2:4], strict=True)
            )
            found[self._git.from_folder(name)] = (before, after)
        return found


def _reflog_action(begun: CommitBegun) -> str:
    """The reflog action of a commit made here."""
    return f"commit (editreview {begun.id})"


def _paths_concerned(ours: Mapping[str, list[StagedFile]]) -> list[str]:
    """The staged files and those that they were moved from."""
    sources = (step.moved_from for steps in ours.values() for step in steps)
    return list(dict.fromkeys([*ours, *filter(None, sources)]))


def _steps_left(steps: list[StagedFile], head: IndexEntry | None) -> list[StagedFile]:
    """The steps that HEAD does not have: the user may have committed the earlier ones."""
    done = [i for i, step in enumerate(steps) if content_of(step.after) == content_of(head)]
    return steps[done[-1] + 1 :] if done else steps


def _has_user_changes(path: str, steps: Sequence[StagedFile], head: Mapping[str, IndexEntry]) -> bool:
    """True if the user staged changes to a file before or between ours."""
    if content_of(steps[0].before_or_source) != content_of(head.get(steps[0].moved_from or path)):
        return True
    return any(content_of(later.before) != content_of(earlier.after) for earlier, later in pairwise(steps))


def add_trailers(file: Path, trailers: Sequence[str]) -> None:
    """Add trailers to a commit message, after its text and before git's comments; each at most once.

    Args:
        file: The file of the message, as git hands it to hooks.
        trailers: Lines such as `Assisted-by: …`.

    Raises:
        OSError: The file cannot be read or written.
        GitFailed: With git's own message.
    """
    text = file.read_bytes()
    folder = file.resolve().parent
    git = GitProcess(folder, folder)
    # What follows the scissors is not part of the message, and may hold any line.
    head = re.split(rb"(?m)^.+ -+ >8 -+$", text, maxsplit=1)[0]
    if not git.read("stripspace", "--strip-comments", data=head):
        # Git drops a commit without a message, which the user may want.
        return
    options = [f"--trailer={trailer}" for trailer in trailers]
    extended = git.read("interpret-trailers", "--if-exists=addIfDifferent", *options, data=text)
    if extended != text:
        target, mode = file.resolve(), file.stat().st_mode
        # A full disk must not take the message.
        disk.store(target, [extended])
        target.chmod(S_IMODE(mode))
