"""Commits what was staged here, and nothing else that the user has staged, through git itself."""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from uuid import uuid4

from msgspec import Struct

from editreview.errors import GitFailed
from editreview.workspace import disk
from editreview.workspace.git import (
    Blobs,
    GitEnded,
    GitProcess,
    Index,
    IndexEntry,
    OutputCallback,
    Repository,
    content_of,
    ignore_output,
    plain_entry,
)
from editreview.workspace.pending import CommitBegun, StagedFile, TextChange
from editreview.workspace.staging import Staging, transplant

_MODES = ("100644", "100755")
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


def _ignore_begin(begun: CommitBegun) -> None:
    """Ignore a commit that is about to be made."""


class CommitResult(Struct, frozen=True):
    """A commit made here."""

    commit: str
    """Its hash."""
    before: str | None
    """HEAD before it; None if there was no commit."""
    output: str
    """The output of git and its hooks."""


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
        objects = {entry.object for entry in entries if entry is not None and entry.mode in _MODES}
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
        environment = {"GIT_REFLOG_ACTION": _action(begun)}
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
        done = self._git.ask("log", "--walk-reflogs", "--no-show-signature", "--format=%H %gs", "HEAD")
        logged = [] if done is None or done.status else done.out.decode("utf-8", "replace").splitlines()
        for line in logged:
            name, _, subject = line.partition(" ")
            if subject.startswith(f"{_action(begun)}:"):
                return name
        if self.head() == begun.before:
            running = self._git.running("commit")
            if running:
                raise GitFailed(f"git is still committing here: {', '.join(running)}. Wait until it ends.")
        return None if logged else self._is_head(begun)

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
        head = self._entries_of("HEAD", _concerned(staged))
        left = {path: _left(steps, head.get(path)) for path, steps in staged.items()}
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
        if not {before.mode, after.mode, base.mode} <= {*_MODES}:
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
            Index(self._git, other).restore(entries)
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
            self._repository.copy_index(path)
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
        changed = self._changed_between(before, "HEAD")
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
        output = self._git.write_aloud(
            "commit", f"--message={request.message}", *options, on_output=on_output, environment=environment
        )
        return "\n".join(filter(None, output))

    def head(self) -> str | None:
        done = self._git.ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
        return None if done is None or done.status else done.out.decode().strip()

    def _entries_of(self, commit: str, paths: Sequence[str]) -> dict[str, IndexEntry]:
        """The entries of paths in a commit; none if HEAD does not exist."""
        if not paths or self.head() is None:
            return {}
        names = (self._git.from_top(path) for path in paths)
        listed = self._git.read("ls-tree", "-z", "--full-tree", commit, "--", *names)
        found: dict[str, IndexEntry] = {}
        for line in filter(None, os.fsdecode(listed).split("\0")):
            head, _, name = line.partition("\t")
            mode, _, blob = head.split(" ")
            found[self._git.from_folder(name)] = plain_entry(mode, blob)
        return found

    def _changed_between(
        self, old: str | None, new: str
    ) -> dict[str, tuple[IndexEntry | None, IndexEntry | None]]:
        """The entries that differ between two commits, by path."""
        base = old or self._git.write("mktree")[0]
        output = self._git.read("diff-tree", "-r", "-z", "--no-renames", "--raw", "--full-index", base, new)
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


class _Mixed(Exception):
    """Our changes cannot be told apart from the user's."""


def _action(begun: CommitBegun) -> str:
    """The reflog action of a commit made here."""
    return f"commit (editreview {begun.id})"


def _concerned(ours: Mapping[str, list[StagedFile]]) -> list[str]:
    """The staged files and those that they were moved from."""
    sources = (step.moved_from for steps in ours.values() for step in steps)
    return list(dict.fromkeys([*ours, *filter(None, sources)]))


def _left(steps: list[StagedFile], head: IndexEntry | None) -> list[StagedFile]:
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
        file.write_bytes(extended)
