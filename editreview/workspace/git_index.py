"""Reads index entries as values and restores them exactly, with their flags."""

import os
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from msgspec import Struct

from editreview.errors import GitFailed
from editreview.patterns import lazy_pattern
from editreview.workspace.git import GitProcess

# An entry of `ls-files --stage --debug -z`, the only command that shows the flags.
_LISTED = lazy_pattern(
    rb"(\d{6}) ([0-9a-f]+) ([0-3])\t([^\0]*)\0"
    rb"  ctime: [^\n]*\n(?:  [^\n]*\n){3}  size: \d+\tflags: ([0-9a-f]+)\n"
)
_ASSUME_UNCHANGED, _INTENT_TO_ADD, _SKIP_WORKTREE = 1 << 15, 1 << 29, 1 << 30

_MAX_NAMED = 500
"""The most files that git is asked about by name."""

Environment = Mapping[str, str]


class IndexEntry(Struct, frozen=True, omit_defaults=True):
    """The index entry of one path, without the cached file status."""

    sides: tuple[str, ...]
    """Mode, object and stage: one of stage 0, or those of the sides of a merge conflict."""
    assume_unchanged: bool = False
    skip_worktree: bool = False
    intent_to_add: bool = False

    @property
    def is_unmerged(self) -> bool:
        return not self.sides[0].endswith(" 0")

    @property
    def mode(self) -> str:
        """As git writes it: `100644`, `100755`, `120000` for a link, `160000` for a submodule."""
        return self.sides[0].split(" ")[0]

    @property
    def object(self) -> str:
        """The object name of the blob."""
        return self.sides[0].split(" ")[1]

    @property
    def is_hidden(self) -> bool:
        """True if a flag tells git not to compare the file."""
        return self.assume_unchanged or self.skip_worktree

    @property
    def content(self) -> tuple[str, ...]:
        """The sides as a commit would record them: none with intent-to-add."""
        return () if self.intent_to_add else self.sides

    def holding(self, mode: str, blob: str) -> "IndexEntry":
        """An entry with the same flags and other content."""
        return IndexEntry((f"{mode} {blob} 0",), self.assume_unchanged, self.skip_worktree)


def plain_entry(mode: str, blob: str) -> IndexEntry:
    """An entry without flags."""
    return IndexEntry((f"{mode} {blob} 0",))


def content_of(entry: IndexEntry | None) -> tuple[str, ...]:
    """The content that a commit would record for a path; empty without an entry."""
    return () if entry is None else entry.content


class Index:
    """Git's index, or another one that `environment` selects."""

    def __init__(self, git: GitProcess, environment: Environment | None = None) -> None:
        self._git = git
        self._environment = dict(environment or {})

    def entries(self, paths: Sequence[str]) -> dict[str, IndexEntry]:
        """The index entries of files, by path; files without an entry are left out.

        Raises:
            GitFailed: With git's own message.
        """
        if not paths:
            return {}
        # A command line holds only so many; git lists all of the index as fast.
        names = [str(self._git.folder / path) for path in paths] if len(paths) <= _MAX_NAMED else ["."]
        listed = self._git.read(
            "ls-files", "--stage", "--debug", "-z", "--full-name", "--", *names,
            environment=self._environment,
        )  # fmt: skip
        wanted = frozenset(paths)
        found: dict[str, IndexEntry] = {}
        end = 0
        for entry in _LISTED.finditer(listed):
            if entry.start() != end:
                break
            end = entry.end()
            mode, blob, stage, name, bits = entry.groups()
            path = self._git.from_folder(os.fsdecode(name))
            if path not in wanted:
                # Where the index has a folder, git lists the files in it.
                continue
            flags = int(bits, 16)
            earlier = found[path].sides if path in found else ()
            found[path] = IndexEntry(
                (*earlier, f"{mode.decode()} {blob.decode()} {stage.decode()}"),
                bool(flags & _ASSUME_UNCHANGED),
                bool(flags & _SKIP_WORKTREE),
                bool(flags & _INTENT_TO_ADD),
            )
        if end != len(listed):
            raise GitFailed("cannot read the output of git ls-files --debug. Nothing was staged.")
        return found

    def in_the_way(self, paths: Iterable[str]) -> dict[str, str]:
        """The entries that git would remove to add others: a file where a folder is, or the other way round.

        Args:
            paths: Files without an entry.

        Returns:
            One such entry for each path that has any.

        Raises:
            GitFailed: With git's own message.
        """
        listed = self._git.read("ls-files", "-z", environment=self._environment)
        names = sorted(name for name in os.fsdecode(listed).split("\0") if name)
        known = frozenset(names)
        found: dict[str, str] = {}
        for path in paths:
            at = bisect_left(names, f"{path}/")
            below = names[at : at + 1]
            others = [name for name in below if name.startswith(f"{path}/")]
            others += [above for above in map(str, PurePosixPath(path).parents) if above in known]
            if others:
                found[path] = others[0]
        return found

    def add(self, paths: Sequence[str]) -> None:
        """Stage whole files, as `git add` does.

        Raises:
            GitFailed: With git's own message.
        """
        if paths:
            names = b"\0".join(os.fsencode(str(self._git.folder / path)) for path in paths)
            self._write("add", "--pathspec-from-file=-", "--pathspec-file-nul", data=names)

    def restore(
        self,
        entries: Mapping[str, IndexEntry | None],
        expected: Mapping[str, IndexEntry | None] | None = None,
    ) -> list[str]:
        """Set or remove index entries, exactly. Those that are so already are left alone.

        Args:
            entries: The entries by path; None removes one. One with intent-to-add needs its file on disk.
            expected: The entries that the paths must have now; None to skip the check.

        Returns:
            The paths left alone because their entries are not the expected ones.

        Raises:
            GitFailed: With git's own message.
        """
        now = self.entries(list(entries))
        others = [path for path in entries if expected is not None and now.get(path) != expected.get(path)]
        different = {
            path: entry for path, entry in entries.items() if entry != now.get(path) and path not in others
        }
        removed = [
            path
            for path, entry in different.items()
            if path in now
            and (entry is None or entry.intent_to_add or entry.is_unmerged or now[path].is_unmerged)
        ]
        lines: list[bytes] = []
        for path in removed:
            # A mode of zero removes the entry, whatever the object is.
            lines.append(f"0 {now[path].object}\t".encode() + self._name(path) + b"\0")
        kept = {p: entry for p, entry in different.items() if entry is not None and not entry.intent_to_add}
        for path, entry in kept.items():
            lines += (side.encode() + b"\t" + self._name(path) + b"\0" for side in entry.sides)
        if lines:
            self._write("update-index", "-z", "--index-info", data=b"".join(lines))
        self._intend([path for path, entry in different.items() if entry is not None and entry.intent_to_add])
        self._mark("--assume-unchanged", (path for path, entry in kept.items() if entry.assume_unchanged))
        self._mark("--skip-worktree", (path for path, entry in kept.items() if entry.skip_worktree))
        if kept:
            # The new entries have no file times, without which plumbing treats every file as changed.
            self._write("update-index", "-q", "--unmerged", "--refresh")
        return others

    def _intend(self, paths: Sequence[str]) -> None:
        if paths:
            names = b"\0".join(os.fsencode(str(self._git.folder / path)) for path in paths)
            options = ("--intent-to-add", "--force", "--pathspec-from-file=-", "--pathspec-file-nul")
            self._write("add", *options, data=names)

    def _mark(self, flag: str, paths: Iterable[str]) -> None:
        names = b"".join(self._name(path) + b"\0" for path in paths)
        if names:
            self._write("update-index", flag, "-z", "--stdin", data=names)

    def _name(self, path: str) -> bytes:
        return os.fsencode(self._git.from_top(path))

    def _write(self, *arguments: str, data: bytes = b"") -> None:
        self._git.write(*arguments, data=data, environment=self._environment)
