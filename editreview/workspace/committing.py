"""Committing what was staged here, and nothing else that the person has staged, through git itself."""

import os
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise

from msgspec import Struct

from editreview.errors import GitFailed
from editreview.workspace import disk
from editreview.workspace.git import Blobs, OutputCallback, ignore_output
from editreview.workspace.git_index import Index, IndexEntry, content_of, plain_entry
from editreview.workspace.pending import CommitBegun, StagedFile
from editreview.workspace.repository import Repository
from editreview.workspace.staging import Staging, transplant

_MODES = ("100644", "100755")
Entries = Mapping[str, IndexEntry | None]


class CommitWanted(Struct, frozen=True):
    """A commit as the person asks for it."""

    message: str
    theirs_too: bool = False
    """With all that the person has staged, not ours alone."""
    amend: bool = False
    sign_off: bool = False
    no_verify: bool = False
    """Without the hooks that look at it first."""
    trailers: tuple[str, ...] = ()
    """Lines such as `Assisted-by: …`."""


def _unnoted(begun: CommitBegun) -> None:
    """Takes no note of a commit that begins."""


class CommitMade(Struct, frozen=True):
    """A commit that was made here."""

    commit: str
    before: str | None
    """What HEAD was before; None if there was no commit."""
    said: str
    """Git's own words."""


class Committing:
    """Commits what `staging` has staged."""

    def __init__(self, repository: Repository, staging: Staging) -> None:
        self._repository = repository
        self._git = repository.git
        self._staging = staging
        self._blobs = Blobs(repository.git)
        self._taken: dict[str, dict[str, list[StagedFile]]] = {}
        """What was in each commit made here, as staging had it."""

    def theirs(self) -> list[str]:
        """The files of which the person has staged changes, whether or not ours are staged in them too.

        Raises:
            GitFailed: With git's own words.
        """
        ours, head = self._ours()
        beside = [path for path in self._repository.staged() if path not in ours]
        return sorted([*beside, *(path for path, steps in ours.items() if _has_theirs(path, steps, head))])

    def commit(
        self,
        wanted: CommitWanted,
        hear: OutputCallback = ignore_output,
        begins: Callable[[CommitBegun], None] = _unnoted,
    ) -> CommitMade:
        """Commit what was staged here.

        Args:
            wanted: The message and how to.
            hear: Told what git and its hooks say as they say it; called on another thread.
            begins: Called with the commit just before git is asked for it.

        Raises:
            GitFailed: Nothing is staged, an index entry changed after it was staged, ours cannot be told
                apart from what the person staged, a merge or the like is in progress, or git or a hook
                refused. Nothing was committed.
        """
        ours, head = self._ours()
        if not ours:
            raise GitFailed("There is nothing to commit: stage first")
        unfinished = self._repository.in_progress()
        if unfinished:
            raise GitFailed(f"{unfinished} is in progress: commit with git yourself. Nothing was committed.")
        self._check_unchanged(ours)
        before = self.head()
        self._git.await_index()
        alone = None if wanted.theirs_too or not self.theirs() else self._alone(ours, head)
        begun = CommitBegun(uuid.uuid4().hex, before, wanted.message.strip().partition("\n")[0])
        begins(begun)
        environment = {"GIT_REFLOG_ACTION": _action(begun)}
        if alone is None:
            said = self._run(wanted, hear, environment)
        else:
            said = self._commit_alone(wanted, alone, hear, environment)
        made = self.head()
        if made is None or made == before:
            raise GitFailed(f"git made no commit: {said}")
        self._taken[made] = ours
        self._staging.staged.clear()
        return CommitMade(made, before, said)

    def found(self, begun: CommitBegun) -> str | None:
        """The commit that git made of one that was begun, by a run that was killed before it could note it.

        Returns:
            Its full name; None if git made none.

        Raises:
            GitFailed: Git is still making it.
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
        """HEAD, if it reads like a commit that was begun: for repositories without reflogs."""
        done = self._git.ask("log", "-1", "--no-show-signature", "--format=%H%n%P%n%s", "HEAD")
        if done is None or done.status:
            return None
        name, parents, subject = done.out.decode("utf-8", "replace").split("\n")[:3]
        is_ours = name != begun.before and parents == (begun.before or "") and subject == begun.subject
        return name if is_ours else None

    def uncommit(self, commit: str, before: str | None) -> None:
        """Take a commit back by a soft reset: files and index stay as they are.

        Args:
            commit: Its full name.
            before: What HEAD was before it; None if there was no commit.

        Raises:
            GitFailed: HEAD is another by now, something is in progress, or a remote branch has it.
        """
        instead = f"take it back with `git revert {commit[:10]}`"
        if self.head() != commit:
            raise GitFailed(f"{commit[:10]} is no longer the last commit here: {instead}")
        unfinished = self._repository.in_progress()
        if unfinished:
            raise GitFailed(f"{unfinished} is in progress: end it first")
        shared = self._git.read(
            "for-each-ref", "--count=1", "--format=%(refname:short)", f"--contains={commit}", "refs/remotes"
        )
        if shared:
            name = shared.decode("utf-8", "replace").strip()
            raise GitFailed(f"{commit[:10]} is on {name} already: {instead}")
        if before is None:
            self._git.write("update-ref", "-m", "editreview: uncommit", "-d", "HEAD", commit)
        else:
            self._git.write("reset", "--soft", before)
        for path, steps in self._taken.pop(commit, {}).items():
            self._staging.staged[path] = [*steps, *self._staging.staged.get(path, [])]

    def recommit(self, commit: str) -> None:
        """Make a commit that was taken back the last one again. Files and index stay as they are."""
        self._git.write("update-ref", "-m", "editreview: commit again", "HEAD", commit)
        self._staging.staged.clear()

    # Ours alone

    def _ours(self) -> tuple[dict[str, list[StagedFile]], dict[str, IndexEntry]]:
        """What was staged here and is in no commit yet, and what HEAD has there."""
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
            raise GitFailed(f"changed since it was staged: {', '.join(changed)}. Nothing was committed.")

    def _alone(
        self, ours: Mapping[str, list[StagedFile]], head: Mapping[str, IndexEntry]
    ) -> dict[str, IndexEntry | None]:
        """What HEAD's entries become by what was staged here alone.

        Raises:
            GitFailed: It cannot be told apart from what the person staged in the same file.
        """
        entries: dict[str, IndexEntry | None] = {}
        mixed: list[str] = []
        for path, steps in ours.items():
            try:
                entries[path] = self._onto(head.get(steps[0].moved_from or path), steps, ours)
            except _Mixed:
                mixed.append(path)
        if mixed:
            also = "also holds" if len(mixed) == 1 else "also hold"
            raise GitFailed(
                f"{', '.join(sorted(mixed))} {also} changes you staged, to the same lines: commit with git "
                "yourself. Nothing was committed."
            )
        return entries

    def _onto(
        self, base: IndexEntry | None, steps: Sequence[StagedFile], ours: Mapping[str, list[StagedFile]]
    ) -> IndexEntry | None:
        """What an entry of HEAD becomes by some steps that were made on others of the index."""
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
        made = transplant(*(texts[entry.object] for entry in (before, after, base)))
        if made is None:
            raise _Mixed
        (blob,) = self._blobs.write([made])
        return plain_entry(base.mode if before.mode == after.mode else after.mode, blob)

    def _commit_alone(
        self, wanted: CommitWanted, entries: Entries, hear: OutputCallback, environment: Mapping[str, str]
    ) -> str:
        before = self.head()
        with self._index_on_head() as other:
            Index(self._git, other).restore(entries)
            said = self._run(wanted, hear, {**environment, **other})
        try:
            self._follow_hooks(before, entries)
        except GitFailed as error:
            # The commit is made, and that is what must be told.
            said = f"{said}\nthe index could not follow it: {error}"
        return said

    @contextmanager
    def _index_on_head(self) -> Iterator[dict[str, str]]:
        """Another index that holds what HEAD does. Gives the variables that make git use it."""
        path = self._repository.private_folder / f"index-{uuid.uuid4().hex}"
        environment = {"GIT_INDEX_FILE": str(path)}
        own = self._git.folder / os.fsdecode(self._git.read("rev-parse", "--git-path", "index")[:-1])
        try:
            # From a copy, so that git need not look at every file anew.
            with suppress(FileNotFoundError):
                disk.write_private(path, disk.read_bytes(own))
            what = ("--empty",) if self.head() is None else ("--reset", "HEAD")
            self._git.write("read-tree", *what, environment=environment)
            yield environment
        finally:
            for leftover in (path, path.with_name(path.name + ".lock")):
                with suppress(OSError):
                    disk.remove(leftover)

    def _follow_hooks(self, before: str | None, wanted: Entries) -> None:
        """Let the index have what hooks changed in the commit, or it would hold a revert of that.

        Args:
            before: The commit before.
            wanted: What was given to git to be committed.
        """
        changed = self._changed_between(before, "HEAD")
        given = {path: wanted.get(path) if path in wanted else old for path, (old, _) in changed.items()}
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
                    made = self._carried(old, new, entry)
                    follow[path] = entry.holding(made.mode, made.object)
        if follow:
            self._repository.index.restore(follow)

    # Git

    def _run(self, wanted: CommitWanted, hear: OutputCallback, environment: Mapping[str, str]) -> str:
        options = [f"--trailer={trailer}" for trailer in wanted.trailers]
        options += [
            option
            for option, is_wanted in (
                ("--amend", wanted.amend),
                ("--signoff", wanted.sign_off),
                ("--no-verify", wanted.no_verify),
            )
            if is_wanted
        ]
        said = self._git.write_aloud(
            "commit", f"--message={wanted.message}", *options, hear=hear, environment=environment
        )
        return "\n".join(filter(None, said))

    def head(self) -> str | None:
        done = self._git.ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
        return None if done is None or done.status else done.out.decode().strip()

    def _entries_of(self, commit: str, paths: Sequence[str]) -> dict[str, IndexEntry]:
        """What a commit holds at some paths; nothing if there is no such commit."""
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
        """By path, what two commits hold where they differ."""
        base = old or self._git.write("mktree")[0]
        said = self._git.read("diff-tree", "-r", "-z", "--no-renames", "--raw", "--full-index", base, new)
        fields = os.fsdecode(said).split("\0")
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
    """Ours cannot be told apart from the person's."""


def _action(begun: CommitBegun) -> str:
    """The reflog's word for a commit made here."""
    return f"commit (editreview {begun.id})"


def _concerned(ours: Mapping[str, list[StagedFile]]) -> list[str]:
    """The files staged, and those that they were moved from."""
    sources = (step.moved_from for steps in ours.values() for step in steps)
    return list(dict.fromkeys([*ours, *filter(None, sources)]))


def _left(steps: list[StagedFile], head: IndexEntry | None) -> list[StagedFile]:
    """Those steps that came after what HEAD has: the person may have committed the ones before."""
    done = [i for i, step in enumerate(steps) if content_of(step.after) == content_of(head)]
    return steps[done[-1] + 1 :] if done else steps


def _has_theirs(path: str, steps: Sequence[StagedFile], head: Mapping[str, IndexEntry]) -> bool:
    """Whether an entry held changes of the person's before, or between, ours."""
    if content_of(steps[0].before_or_source) != content_of(head.get(steps[0].moved_from or path)):
        return True
    return any(content_of(later.before) != content_of(earlier.after) for earlier, later in pairwise(steps))
