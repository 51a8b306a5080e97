"""A temporary work tree with the files as they are, in which commands of the user try other contents.

It begins as the tree is on disk: with changes that are not committed and files that are not tracked, without
those that git ignores. The index and the branches of the user stay as they are. It lies in the system's
folder for temporary files; a note in the private folder names it, so that a later run removes one that a
kill left.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from editreview.errors import GitFailed
from editreview.workspace import disk
from editreview.workspace.git import GitProcess
from editreview.workspace.repository import Repository

_NOTES = "scratch"
"""The folder of the notes, in the private folder."""
_PREFIX = "editreview-scratch-"
_IDENTITY = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "editreview"), ("EMAIL", "editreview@localhost"))
}
_NO_PROGRAMS = ("-c", f"core.hooksPath={os.devnull}", "-c", "core.fsmonitor=false")
"""Options that switch off hooks and monitors: `post-checkout` would run."""


class ScratchTree:
    """A temporary work tree.

    Args:
        top: Its top folder.
        root: The folder in it that stands for the root.
    """

    def __init__(self, top: Path, root: Path) -> None:
        self.root = root
        self._git = GitProcess(root, top)
        self._shared: tuple[str, ...] = ()

    def put(self, files: Mapping[str, bytes | None]) -> None:
        """Make the tree what it was in the beginning, apart from some files.

        Args:
            files: The bytes of each file, by path relative to the root; None for one that does not exist.

        Raises:
            GitFailed: With git's own message.
            OSError: A file cannot be written.
        """
        self._git.write(*_NO_PROGRAMS, "reset", "--hard", "--quiet")
        kept = [option for name in self._shared for option in ("-e", f"/{name}")]
        self._git.write(*_NO_PROGRAMS, "clean", "-f", "-d", "-q", *kept)
        for path, data in files.items():
            file = self.root / path
            if data is None:
                file.unlink(missing_ok=True)
            else:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)

    def share(self, source: Path, names: Sequence[str]) -> None:
        """Link folders that git ignores, such as `node_modules`, as far as they exist.

        Args:
            source: The user's folder that the top stands for.
            names: Their paths below it. A command can write to them.
        """
        top = self._git.top
        for name in names:
            if (source / name).is_dir() and not (top / name).exists():
                (top / name).parent.mkdir(parents=True, exist_ok=True)
                (top / name).symlink_to(source / name, target_is_directory=True)
                # `name/` in a .gitignore does not cover a link.
                self._shared += (name,)


@contextmanager
def scratch_tree(repository: Repository) -> Iterator[ScratchTree]:
    """Make a temporary work tree, and remove it at the end.

    Raises:
        GitFailed: With git's own message.
        OSError: It cannot be written.
    """
    # Imported on first use: few runs need it.
    import tempfile

    notes = repository.private_folder / _NOTES
    _remove_left(repository, notes)
    holder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    note = notes / f"{holder.name}.json"
    disk.store(note, [json.dumps({"folder": str(holder), "process": os.getpid()}).encode()])
    try:
        top = holder / repository.top.name
        commit = _commit(repository, holder / "index")
        repository.git.write(*_NO_PROGRAMS, "worktree", "add", "--quiet", "--detach", str(top), commit)
        yield ScratchTree(top, top / repository.folder.relative_to(repository.top))
    finally:
        _remove(repository, holder)
        note.unlink(missing_ok=True)


def _commit(repository: Repository, index: Path) -> str:
    """Commit the files as they are, on no branch, by way of a copy of the index. Returns its id."""
    git = repository.git
    named = git.read("rev-parse", "--git-path", "index").removesuffix(b"\n")
    current = repository.folder / os.fsdecode(named)
    if current.exists():
        index.write_bytes(disk.read_bytes(current))
    environment = {"GIT_INDEX_FILE": str(index), **_IDENTITY}
    git.write(*_NO_PROGRAMS, "add", "--all", "--", ".", environment=environment)
    tree, _ = git.write(*_NO_PROGRAMS, "write-tree", environment=environment)
    head = git.ask("rev-parse", "--verify", "--quiet", "HEAD")
    parent = ["-p", head.out.decode().strip()] if head is not None and head.status == 0 else []
    arguments = ("commit-tree", tree.strip(), *parent, "-m", "scratch")
    commit, _ = git.write("-c", "commit.gpgsign=false", *arguments, environment=environment)
    return commit.strip()


def _remove_left(repository: Repository, notes: Path) -> None:
    """Remove the trees of runs that were killed."""
    for name in disk.names_in(notes):
        with suppress(OSError, ValueError, KeyError, TypeError):
            noted = json.loads(disk.read_bytes(notes / name))
            holder = Path(noted["folder"])
            if not _is_running(int(noted["process"])) and holder.name.startswith(_PREFIX):
                _remove(repository, holder)
                (notes / name).unlink(missing_ok=True)


def _remove(repository: Repository, holder: Path) -> None:
    import shutil

    for top in holder.glob("*/.git"):
        with suppress(GitFailed):
            # One that was being made when the run was killed is locked.
            repository.git.write("worktree", "unlock", str(top.parent))
        with suppress(GitFailed):
            repository.git.write("worktree", "remove", "--force", "--force", str(top.parent))
    shutil.rmtree(holder, ignore_errors=True)
    with suppress(GitFailed):
        repository.git.write("worktree", "prune")


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
