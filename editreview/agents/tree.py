"""The tree in which an agent works: a scratch tree that is compared at the end of each turn."""

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from editreview.agents.permissions import FileEdit, after, path_in
from editreview.blocks import FormatName
from editreview.errors import GitFailed, Refused
from editreview.review import FileVersions, Review, diff_of, with_line_feeds
from editreview.terminal import visible_line
from editreview.text import counted
from editreview.workspace import ScratchTree, Workspace, decode, encode

FORMATS = (FormatName.TOOL_CALL, FormatName.UNIFIED_DIFF)
"""The formats in which the edits of an agent are written for the review."""
_INEXACT = "its blocks would not give exactly this file"
_MAX_KEPT = 64 * 1024 * 1024
"""Bytes of a file that is kept although it cannot be reviewed."""
_MOST_KEPT = 5
"""Runs whose files are kept."""
_SHOWN = 3
"""Names of ignored files, or notes, that are told on a line."""


class Sweep(Struct, frozen=True):
    """The difference of a tree from its beginning and the edits that were allowed."""

    diff: str
    """Empty if there is nothing."""
    notes: Sequence[str]
    """Sentences that tell what is not in the review."""

    def first_notes(self) -> list[str]:
        """Those for which a line has room; all are told when the review ends."""
        more = len(self.notes) - _SHOWN
        return [*self.notes[:_SHOWN], *([f"{more} more are told when the review ends"] if more > 0 else ())]


class AgentTree:
    """A scratch tree, with the files as they were at the beginning of the turn.

    Args:
        scratch: The tree.
        real: The user's tree, of which it is a copy.
        copied: Files and folders that git ignores and that it has nevertheless.

    Raises:
        OSError: One of those cannot be copied.
    """

    def __init__(self, scratch: ScratchTree, real: Workspace, copied: Sequence[str] = ()) -> None:
        self.folder = scratch.root
        self._scratch = scratch
        self._real = real
        self._begun: dict[str, bytes | None] = {}
        """The files that did not begin this turn as they were in the very beginning."""
        self._touched: set[str] = set()
        """Every file that the agent has changed, or asked to."""
        self._left: Mapping[str, str] = {}
        """The files that the last comparison left out."""
        self.notes: Sequence[str] = ()
        """Sentences that tell what the last comparison left out."""
        self._turned = scratch.turn_links()
        """The targets of links that would have led to the user's tree."""
        self._copied = tuple(copied)
        scratch.copy(copied)
        self.variables = scratch.variables(copied)
        """Variables for the agent, beside those that it inherits."""

    def begin_turn(self, contents: Mapping[str, bytes | None]) -> None:
        """Make each file that the agent changed what the review makes of it.

        Args:
            contents: The files with what was accepted and not applied yet, by path; the others are as they
                are in the user's tree.
        """
        for path in sorted(self._touched | contents.keys()):
            data = contents[path] if path in contents else self._real.bytes_of(path)
            with suppress(OSError):
                self._put(path, data)
                self._begun[path] = data

    def _put(self, path: str, data: bytes | None) -> None:
        # A link of the agent's may lead anywhere.
        if path_in(self.folder, path) != path or self._bytes(path) == data:
            return
        file = self.folder / path
        file.unlink(missing_ok=True)
        if data is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            if _is_executable(self._real.root.folder / path):
                file.chmod(0o755)

    def _bytes(self, path: str) -> bytes | None:
        try:
            return (self.folder / path).read_bytes()
        except OSError:
            return None

    def sweep(self, allowed: Sequence[FileEdit]) -> Sweep:
        """Compare the tree with the beginning of the turn and the edits that were allowed in it.

        Raises:
            EditreviewError: Git refuses.
        """
        # If it cannot be repaired, git does not find it.
        with suppress(OSError, GitFailed):
            self._scratch.repair()
        tree = Workspace.open(self.folder)
        if tree.repository is None or tree.root.folder != self.folder.resolve():
            return Sweep("", ["its tree is not in the review: it is no longer a git work tree"])
        found = tree.compare(self._scratch.base)
        for path, target in self._turned.items():
            with suppress(OSError):
                if os.readlink(self.folder / path) == target:
                    found.left.pop(path, None)
        before = {path: found.before(path) for path in found.paths} | self._begun
        edits: dict[str, list[FileEdit]] = {}
        for edit in allowed:
            edits.setdefault(edit.path, []).append(edit)
        versions: list[FileVersions] = []
        for path in sorted(before.keys() - found.left.keys()):
            now = found.now(path) if path in found else self._bytes(path)
            if now != before[path]:
                expected = _expected(path, before[path], now, edits.get(path, ()))
                versions.append(FileVersions(path, expected, now))
        versions = [version for version in versions if version.before != version.after]
        inexact = self._inexact(versions)
        diff, left = diff_of(version for version in versions if version.path not in inexact)
        lacking = dict.fromkeys(self._scratch.submodules(), "it is a submodule, whose files its tree lacks")
        self._left = {**found.left, **inexact, **left, **lacking}
        # The others stay in the tree as the agent left them.
        self._touched |= (before.keys() | edits.keys()) - self._left.keys()
        left = {**self._left, **self._ignored(tree)}
        notes = [f"{visible_line(path)} is not in the review: {why}" for path, why in left.items()]
        # Where git takes no notice of permissions, those of the two trees differ anyway.
        changes = map(self._mode_change, versions) if tree.repository.has_modes else ()
        self.notes = [*notes, *filter(None, changes)]
        return Sweep(diff, self.notes)

    def _mode_change(self, version: FileVersions) -> str:
        """The sentence that a file became executable or is so no longer; empty if neither is true."""
        if version.after is None or version.path in self._left:
            return ""
        now, before = (_is_executable(top / version.path) for top in (self.folder, self._real.root.folder))
        became = "became executable" if now else "is no longer executable"
        return "" if now == before else f"{visible_line(version.path)} {became}, which is not in the review"

    def _inexact(self, versions: Sequence[FileVersions]) -> dict[str, str]:
        """The files that are not as the agent left them when all blocks of their diff are applied.

        A diff is text: it does not tell the encoding of a new file, or a byte order mark that was removed.
        New lines get the line ends of those around them, which is as it should be.

        Returns:
            The reasons, by path.
        """
        diff, _ = diff_of(versions)
        if not diff:
            return {}
        # Imported on first use: an agent may have written nothing.
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="trial-", dir=self._scratch.holder) as folder:
            for version in versions:
                if version.before is not None:
                    file = Path(folder, version.path)
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(version.before)
            review = Review.open(folder, FORMATS, only_looks=True)
            review.read(diff)
            accepted = {p.key: review.acceptance(p) for p in review.proposals if p.is_ready}
            made = review.contents({p.number for p in review.proposals}, accepted)
        pairs = ((version, made.get(version.path, version.before)) for version in versions)
        return {v.path: why for v, data in pairs if (why := _difference(v, data)) is not None}

    def keep_left(self) -> str:
        """Keep the files that the last comparison left out, since the tree is removed.

        Returns:
            The sentence that tells where, or that it failed; empty if there are none.
        """
        files: dict[str, bytes] = {}
        for path in self._left:
            file = self.folder / path
            # Nothing behind a link, which may lead anywhere.
            if path_in(self.folder, path) == path and file.is_file() and file.stat().st_size <= _MAX_KEPT:
                data = self._bytes(path)
                files |= {} if data is None else {path: data}
        if not files:
            return ""
        try:
            folder = self._real.keep_files("agent-files", files, _MOST_KEPT)
        except OSError as error:
            return f"{counted(len(files), 'file')} of the agent cannot be kept: {error.strerror}"
        return f"{counted(len(files), 'file')} of the agent that cannot be reviewed: {folder}"

    def _ignored(self, tree: Workspace) -> dict[str, str]:
        """The files that the agent wrote and git ignores, as one entry; empty without any."""
        names = [] if tree.repository is None else tree.repository.ignored_files()
        of_user = [f"{name}/" for name in self._copied]
        names = [name for name in names if not f"{name.rstrip('/')}/".startswith(tuple(of_user))]
        if not names:
            return {}
        more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        return {f"{', '.join(names[:_SHOWN])}{more}": "git ignores it"}


def _is_executable(file: Path) -> bool:
    try:
        return bool(file.stat().st_mode & 0o100)
    except OSError:
        return False


def _difference(version: FileVersions, made: bytes | None) -> str | None:
    """The reason why a file does not become what it should be; None if it does, line ends aside."""
    if made == version.after:
        return None
    if version.before is None or version.after is None or made is None:
        return _INEXACT
    before, after = with_line_feeds(version.before), with_line_feeds(version.after)
    if before == after:
        return "only its line ends differ"
    return None if with_line_feeds(made) == after else _INEXACT


def _expected(path: str, before: bytes | None, now: bytes | None, edits: Iterable[FileEdit]) -> bytes | None:
    """A file after the edits that were allowed, as far as they were made."""
    try:
        text, codec = (None, None) if before is None else decode(path, before)
        text_now = None if now is None else decode(path, now)[0]
        made = after(edits, text, text_now)
        if made is None or made == text:
            return before
        return made.encode() if codec is None else encode(path, text or "", made, codec)
    except (Refused, UnicodeError):
        return before
