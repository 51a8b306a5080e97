"""Copies of the work tree: a temporary one in which commands run, and snapshots as git trees.

A temporary tree starts with the files on disk: uncommitted and untracked ones too, ignored ones not. The
user's index and branches stay as they are. It is in the system's temporary folder; a note in the private
folder names it, so that a later run can remove one left by a kill.

A snapshot holds untracked files too; a private file has its id. No ref points to it, so it is in no log and
is never pushed; git keeps such objects for two weeks.
"""

import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from errno import ESHUTDOWN
from pathlib import Path
from threading import Lock

from msgspec import Struct

from editreview.errors import GitFailed, TreeError
from editreview.first_use import lazy_pattern
from editreview.processes import NO_VARIABLES, end_commands_of
from editreview.workspace import disk
from editreview.workspace.git import Blobs, GitProcess, Repository, filters_off

_PREFIX = "editreview-scratch-"
_ENVIRONMENTS = ("VIRTUAL_ENV", "CONDA_PREFIX")
"""Variables that name the environment of Python in use."""
_LINK, _SUBMODULE = "120000 ", "160000 "
"""The modes of links and of submodules, as git lists them."""
_MAX_ADAPTED = 256 * 1024
"""Bytes of a file in whose text paths are changed when it is copied, at most."""
_IDENTITY = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "editreview"), ("EMAIL", "editreview@localhost"))
}
_NO_HOOKS = ("-c", f"core.hooksPath={os.devnull}", "-c", "core.fsmonitor=false")
"""Options that switch off hooks and monitors: `post-checkout` would run."""


class ScratchTree:
    """A temporary work tree.

    Args:
        repository: The repository of the user's tree.
        top: Its top folder, which has nothing but git's link.
        holder: The temporary folder that it lies in.
        environment: Variables for git.
        base: The commit with the files as they were in the beginning.
    """

    def __init__(
        self, repository: Repository, top: Path, holder: Path, environment: Mapping[str, str], base: str
    ) -> None:
        self.root = top / repository.folder.relative_to(repository.top)
        """The folder in it that stands for the root."""
        self.base = base
        self.holder = holder
        self.is_kept = False
        """True to leave it where it is at the end: it has files that are nowhere else."""
        self._repository = repository
        self._git = GitProcess(self.root, top)
        self._shared: tuple[str, ...] = ()
        self._link = disk.read_bytes(top / ".git")
        # It is relative with worktree.useRelativePaths.
        own = Path(os.path.normpath(top / os.fsdecode(self._link).removeprefix("gitdir: ").rstrip("\n")))
        # Git would work in another tree if the environment named that: it does in an alias, or in a hook.
        self._environment = {
            **environment,
            "GIT_DIR": str(own),
            "GIT_COMMON_DIR": str(own.parents[1]),
            "GIT_WORK_TREE": str(top),
            "GIT_INDEX_FILE": str(own / "index"),
        }

    def put(self, files: Mapping[str, bytes | None]) -> None:
        """Make the tree what it was in the beginning, apart from some files.

        Args:
            files: The bytes of each file, by path relative to the root; None for one that does not exist.

        Raises:
            GitFailed: With git's own message.
            OSError: A file cannot be written.
        """
        self._git.write(*_NO_HOOKS, "reset", "--hard", "--quiet", environment=self._environment)
        kept = [option for name in self._shared for option in ("-e", f"/{name}")]
        self._git.write(*_NO_HOOKS, "clean", "-f", "-d", "-q", *kept, environment=self._environment)
        self.write_all(files)

    def write_all(self, files: Mapping[str, bytes | None]) -> None:
        """Write some files; see `put`. Nothing is written through a link that leads out of the tree.

        Raises:
            OSError: A file cannot be written.
        """
        # A file may go where another one needs a folder.
        for path, data in sorted(files.items(), key=lambda item: item[1] is not None):
            self._write(self.root / path, data)

    def _write(self, file: Path, data: bytes | None) -> None:
        if not file.parent.resolve().is_relative_to(self._git.top.resolve()):
            return
        if data is None or file.is_symlink():
            with suppress(FileNotFoundError, NotADirectoryError):
                file.unlink()
        if data is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)

    def state(self) -> str:
        """The id of the tree of git that it began with, or follows."""
        return self._git.read("rev-parse", "HEAD^{tree}", environment=self._environment).decode().strip()

    def follow(self, commit: str) -> None:
        """Make the tree that of a commit; files that git does not know stay.

        Raises:
            GitFailed: With git's own message.
        """
        self._git.write(*_NO_HOOKS, "reset", "--hard", "--quiet", commit, environment=self._environment)

    def share(self, names: Sequence[str]) -> None:
        """Link folders that git ignores, such as `node_modules`, as far as they exist.

        A link in them to a package of the user's tree, as a workspace of npm has, leads to that of this tree.

        Args:
            names: Their paths below the top of the user's tree. A command can write to them.
        """
        source, top = self._repository.top, self._git.top
        for name in names:
            if (source / name).is_dir() and not (top / name).exists():
                (top / name).parent.mkdir(parents=True, exist_ok=True)
                self._link_folder(source / name, top / name, source / name)
                # `name/` in a .gitignore does not cover a link.
                self._shared += (name,)

    def _link_folder(self, source: Path, target: Path, shared: Path) -> None:
        """Link a folder, or its entries if some lead to other folders of the user's tree."""
        packages = dict(self._packages_in(source, shared))
        scopes = [
            entry
            for entry in (source.iterdir() if source.name == "node_modules" else ())
            if entry.name.startswith("@") and entry.is_dir() and any(self._packages_in(entry, shared))
        ]
        if not packages and not scopes:
            target.symlink_to(source, target_is_directory=True)
            return
        target.mkdir()
        for entry in source.iterdir():
            if entry in scopes:
                self._link_folder(entry, target / entry.name, shared)
            else:
                (target / entry.name).symlink_to(packages.get(entry, entry))

    def _packages_in(self, folder: Path, shared: Path) -> Iterator[tuple[Path, Path]]:
        """The links in a folder to others of the user's tree, each with the same place of this tree."""
        top, own = self._repository.top.resolve(), shared.resolve()
        for entry in folder.iterdir():
            if entry.is_symlink():
                place = entry.resolve()
                if place.is_relative_to(top) and not place.is_relative_to(own):
                    yield entry, self._git.top / place.relative_to(top)

    def python_path(self) -> str:
        """The value of `PYTHONPATH` with which Python imports the modules of this tree.

        It has the places of what is installed for development, which an environment takes from the user's
        tree: one that is shared, the one in use, or that of the `python3` on the PATH.
        """
        environments = [self._repository.top / name for name in self._shared]
        environments += [Path(os.environ[name]) for name in _ENVIRONMENTS if os.environ.get(name)]
        programs = (Path(folder, "python3") for folder in os.get_exec_path() if folder)
        environments += [program.parent.parent for program in programs if program.exists()][:1]
        installed = (
            path for each in dict.fromkeys(environments) for path in _installed_for_development(each)
        )
        own = (path for each in installed if (path := self._own(each)) is not None)
        inherited = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
        others = (str(self._own(Path(path)) or path) if os.path.isabs(path) else path for path in inherited)
        paths = (*map(str, (self.root / "src", self.root, *own)), *others)
        return os.pathsep.join(dict.fromkeys(paths))

    def _own(self, path: Path) -> Path | None:
        """The same place of this tree; None if a path leads elsewhere than into the user's tree."""
        top = self._repository.top
        place = path if path.is_relative_to(top) else path.resolve()
        return self._git.top / place.relative_to(top) if place.is_relative_to(top) else None

    def repair(self) -> None:
        """Undo what hides changes of the tree from git: another repository, or flags in its index.

        Raises:
            GitFailed: With git's own message.
            OSError: It cannot be written.
        """
        link = self._git.top / ".git"
        if not link.is_file() or link.is_symlink() or disk.read_bytes(link) != self._link:
            # Imported on first use: few runs need it.
            import shutil

            if link.is_dir() and not link.is_symlink():
                shutil.rmtree(link)
            else:
                link.unlink(missing_ok=True)
            link.write_bytes(self._link)
        _clear_hiding_flags(self._git, self._environment)

    def submodules(self) -> list[str]:
        """The paths below the root of submodules in which there is something: they begin empty."""
        paths = self._paths_of(_SUBMODULE, self._git.folder)
        return [path for path in paths if (self.root / path).is_dir() and os.listdir(self.root / path)]

    def turn_links(self) -> dict[str, str]:
        """Make links that lead to the user's tree by its full path lead to this tree.

        Returns:
            Their new targets, by path below the root.

        Raises:
            GitFailed: With git's own message.
            OSError: One cannot be written.
        """
        adapted, turned = self._adapted(), dict[str, str]()
        top = self._git.top
        for path in self._paths_of(_LINK, top):
            with suppress(OSError):
                target = os.readlink(top / path)
                new = os.fsdecode(adapted(os.fsencode(target)))
                if new != target:
                    (top / path).unlink()
                    (top / path).symlink_to(new)
                    turned[self._git.from_folder(path)] = new
        return turned

    def _paths_of(self, mode: str, folder: Path) -> list[str]:
        """The paths below a folder of the tree that had a mode in the beginning."""
        arguments = ("ls-tree", "-r", "-z", self.base, "--", ".")
        listed = GitProcess(folder, self._git.top).read(*arguments, environment=self._environment)
        entries = (line.partition("\t") for line in os.fsdecode(listed).split("\0"))
        return [path for what, _, path in entries if what.startswith(mode)]

    def variables(self, names: Iterable[str]) -> dict[str, str]:
        """The variables of the environment that name what was copied, such as `PATH`, for the copies.

        Args:
            names: The paths below the root that were copied.
        """
        folders = [(str(self._repository.folder / name), str(self.root / name)) for name in names]

        def own(path: str) -> str:
            for folder, copy in folders:
                if path == folder or path.startswith(folder + os.sep):
                    return copy + path.removeprefix(folder)
            return path

        values = {
            name: os.pathsep.join(map(own, value.split(os.pathsep))) for name, value in os.environ.items()
        }
        return {name: value for name, value in values.items() if value != os.environ[name]}

    def _adapted(self) -> Callable[[bytes], bytes]:
        """A function that changes paths to the user's tree to those of this one."""
        found = re.compile(re.escape(os.fsencode(self._repository.top)) + rb"(?![\w.-])")
        new = os.fsencode(self._git.top)
        return lambda data: found.sub(lambda _: new, data)

    def copy(self, names: Iterable[str]) -> None:
        """Copy files and folders that git ignores, such as `node_modules`.

        Commands may use and change them: the user's stay as they are. A path to the user's tree in a link or
        a short text, such as the first line of a script in a virtual environment, becomes one to this tree.

        Args:
            names: Their paths below the root.

        Raises:
            OSError: One cannot be read or written.
        """
        adapted = self._adapted()
        for name in names:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            _copy_environment(self._repository.folder / name, self.root / name, adapted)


_PACKAGE = lazy_pattern(r"""(?P<quote>['"])(?P<name>\w+)(?P=quote)\s*:\s*(['"])(?P<path>/[^'"\n]+)\3""")
"""A package and its folder, in a module that `pip install -e` writes."""


def _installed_for_development(environment: Path) -> Iterator[Path]:
    """The folders from which an environment imports what is not installed in it."""
    for folder in (*environment.glob("lib/python3*/site-packages"), environment / "Lib" / "site-packages"):
        for file in sorted((*folder.glob("*.pth"), *folder.glob("__editable__*.py"))):
            try:
                text = file.read_text("utf-8", "replace") if file.stat().st_size <= _MAX_ADAPTED else ""
            except OSError:
                continue
            if file.suffix == ".pth":
                yield from (Path(line.strip()) for line in text.splitlines() if line.startswith(os.sep))
                continue
            places = ((found["name"], Path(found["path"])) for found in _PACKAGE.finditer(text))
            yield from (place.parent for name, place in places if name in (place.name, place.stem))


def _copy_environment(source: Path, target: Path, adapted: Callable[[bytes], bytes]) -> None:
    """Copy a file or a folder, which may be a link; what is neither, such as a socket, is left out.

    Args:
        source: The path to copy.
        target: The path of the copy.
        adapted: Gives the bytes of a short text, or of the target of a link, for those of the source.
    """
    # Imported on first use: few runs need it.
    import shutil

    if source.is_dir():
        target.mkdir(exist_ok=True)
        with os.scandir(source) as entries:
            for entry in entries:
                copy = target / entry.name
                if entry.is_symlink():
                    copy.symlink_to(os.fsdecode(adapted(os.fsencode(os.readlink(entry)))))
                else:
                    _copy_environment(Path(entry), copy, adapted)
    elif source.is_file():
        data = disk.read_bytes(source) if source.stat().st_size <= _MAX_ADAPTED else b"\0"
        if b"\0" in data or (new := adapted(data)) == data:
            shutil.copy2(source, target)
        else:
            target.write_bytes(new)
            shutil.copymode(source, target)


class ShadowTree:
    """A temporary work tree that follows the files of the user, for programs that read files by themselves.

    Args:
        repository: The repository of the user's tree.
        share: Ignored folders to link, in addition to those of packages.
    """

    def __init__(self, repository: Repository, share: Sequence[str] = ()) -> None:
        self._repository = repository
        self._share = tuple(share)
        self._using = Lock()
        """Held while the tree is made, changed or removed."""
        self._exit = ExitStack()
        self._tree: ScratchTree | None = None
        self._state = ""
        """The id of the tree of git that it has, apart from what was put there."""
        self._written: dict[str, bytes | None] = {}
        self._environment: Mapping[str, str] = NO_VARIABLES
        self._is_closed = False

    def open(self) -> Path:
        """The folder that stands for the root; the first call makes it.

        Raises:
            GitFailed: With git's own message.
            TreeError: It cannot be made.
            OSError: It was removed.
        """
        with self._using:
            return self._opened().root

    def refresh(self) -> tuple[str, tuple[str, ...]]:
        """Take over what changed in the user's tree. Returns a name of its state, and the files that changed.

        Raises:
            GitFailed: With git's own message.
            OSError: A file cannot be written.
        """
        with self._using:
            tree = self._opened()
            before = self._state
            state = _tree_as_it_is(self._repository, tree.holder / "index", self._environment)
            if state == before:
                return state, ()
            git = self._repository.git
            listed = git.read("diff-tree", "-r", "-z", "--name-only", "--relative", before, state)
            tree.follow(_commit_of(self._repository, state))
            self._state = state
            self._written.clear()
            return state, tuple(os.fsdecode(name) for name in listed.split(b"\0") if name)

    def put(self, files: Mapping[str, bytes | None]) -> None:
        """Make the files what they are in the user's tree, apart from some.

        Args:
            files: The bytes of each file, by path relative to the root; None for one that does not exist.

        Raises:
            GitFailed: With git's own message.
            OSError: A file cannot be written.
        """
        with self._using:
            tree = self._opened()
            kept = {path: self._bytes(path) for path in self._written.keys() - files.keys()}
            old = self._written
            new = {path: data for path, data in files.items() if path not in old or old[path] != data}
            tree.write_all({**kept, **new})
            self._written = dict(files)

    def _opened(self) -> ScratchTree:
        if self._is_closed:
            raise OSError(ESHUTDOWN, "the temporary tree was removed")
        if self._tree is None:
            # The files are read, not used: what git stores in place of large ones will do.
            self._environment = filters_off(self._repository.folder)
            tree = self._exit.enter_context(scratch_tree(self._repository, self._environment))
            tree.share([*self._share, *_packages_of(self._repository)])
            self._tree, self._state = tree, tree.state()
        return self._tree

    def _bytes(self, path: str) -> bytes | None:
        """The bytes of a file of the user's; None if there is none."""
        file = self._repository.folder / path
        return disk.read_bytes(file) if file.is_file() and not file.is_symlink() else None

    def close(self) -> None:
        """Remove the tree. One that is just being made or changed stays until the next one is made."""
        self._is_closed = True
        if self._using.acquire(timeout=_CLOSING_S):
            try:
                self._tree = None
                self._exit.close()
            finally:
                self._using.release()


_CLOSING_S = 2.0
"""Seconds to wait for a tree that is being made or changed, before it is left to the next run."""
_PACKAGES = frozenset({"node_modules", ".venv", "venv"})
"""Folders with the packages that code imports. They are linked if git ignores them."""


def _packages_of(repository: Repository) -> list[str]:
    """The ignored folders of packages, relative to the top."""
    arguments = (
        "ls-files",
        "--others",
        "--ignored",
        "--exclude-standard",
        "--directory",
        "-z",
        "--full-name",
    )
    listed = repository.git.read(*arguments)
    paths = (os.fsdecode(name).rstrip("/") for name in listed.split(b"\0") if name.endswith(b"/"))
    return [path for path in paths if path.rpartition("/")[2] in _PACKAGES]


@contextmanager
def scratch_tree(
    repository: Repository, environment: Mapping[str, str] = NO_VARIABLES
) -> Iterator[ScratchTree]:
    """Make a temporary work tree, and remove it at the end unless it is to be kept.

    Args:
        repository: The repository of the user's tree.
        environment: Variables for git.

    Raises:
        GitFailed: With git's own message.
        TreeError: It cannot be written.
    """
    with ExitStack() as cleanup:
        try:
            tree = _made_tree(repository, environment, cleanup)
        except OSError as error:
            where = f" ({error.filename})" if error.filename else ""
            raise TreeError(f"a temporary work tree cannot be made: {error.strerror}{where}") from error
        try:
            yield tree
        finally:
            if tree.is_kept:
                cleanup.pop_all()
                _forget_note(_note_of(repository, tree.holder))


def _made_tree(repository: Repository, environment: Mapping[str, str], cleanup: ExitStack) -> ScratchTree:
    # Imported on first use: few runs need it.
    import tempfile

    remove_left_trees(repository)
    holder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    note = _note_of(repository, holder)
    cleanup.callback(_forget_note, note)
    cleanup.callback(_remove_tree, repository, holder)
    disk.store(note, [json.dumps({"folder": str(holder), "process": os.getpid()}).encode()])
    top = holder / repository.top.name
    commit = _commit_of(repository, _tree_as_it_is(repository, holder / "index", environment))
    # Git itself would check out into the index that the environment names.
    options = ("--quiet", "--detach", "--no-checkout")
    repository.git.write(*_NO_HOOKS, "worktree", "add", *options, str(top), commit, environment=environment)
    tree = ScratchTree(repository, top, holder, environment, commit)
    tree.root.mkdir(parents=True, exist_ok=True)
    tree.follow(commit)
    return tree


def _note_of(repository: Repository, holder: Path) -> Path:
    """The note of a temporary tree that is to be removed."""
    return repository.tree_notes / f"{holder.name}.json"


def _forget_note(note: Path) -> None:
    with suppress(OSError):
        note.unlink()


def _tree_as_it_is(repository: Repository, index: Path, environment: Mapping[str, str] = NO_VARIABLES) -> str:
    """The id of a git tree with the files as they are, including those that git neither tracks nor ignores.

    Args:
        repository: The repository.
        index: A path for a temporary index, which begins as a copy of the user's.
        environment: Variables for git.

    Raises:
        GitFailed: With git's own message.
    """
    git = repository.git
    if not index.exists():
        repository.copy_index(index)
    environment = {**environment, "GIT_INDEX_FILE": str(index)}
    _clear_hiding_flags(git, environment)
    # It is read back, and core.safecrlf may refuse what it cannot restore exactly.
    options = (*_NO_HOOKS, "-c", "core.safecrlf=false")
    git.write(*options, "add", "--all", "--", ".", environment=environment)
    return git.write(*_NO_HOOKS, "write-tree", environment=environment)[0].strip()


def _clear_hiding_flags(git: GitProcess, environment: Mapping[str, str]) -> None:
    """Clear the flags of an index by which git does not look at files that are there."""
    listed = os.fsdecode(GitProcess(git.top, git.top).read("ls-files", "-v", "-z", environment=environment))
    flagged = [line[2:] for line in listed.split("\0") if line[:1].islower() or line[:1] == "S"]
    paths = [path for path in flagged if os.path.lexists(git.top / path)]
    for option in ("--no-assume-unchanged", "--no-skip-worktree") if paths else ():
        data = os.fsencode("".join(f"{path}\0" for path in paths))
        git.write(*_NO_HOOKS, "update-index", "-z", option, "--stdin", data=data, environment=environment)


def _commit_of(repository: Repository, tree: str) -> str:
    """Commit a tree, on no branch. Returns its id."""
    git = repository.git
    head = git.ask("rev-parse", "--verify", "--quiet", "HEAD")
    parent = ["-p", head.out.decode().strip()] if head is not None and head.status == 0 else []
    arguments = ("commit-tree", tree, *parent, "-m", "scratch")
    commit, _ = git.write("-c", "commit.gpgsign=false", *arguments, environment=_IDENTITY)
    return commit.strip()


def remove_left_trees(repository: Repository) -> None:
    """Remove the trees of runs that were killed, and end their commands. Without any, it lists a folder."""
    notes = repository.tree_notes
    for name in disk.names_in(notes):
        with suppress(OSError, ValueError, KeyError, TypeError):
            note = json.loads(disk.read_bytes(notes / name))
            holder = Path(note["folder"])
            process = int(note["process"])
            if not _is_running(process) and holder.name.startswith(_PREFIX):
                end_commands_of(process)
                _remove_tree(repository, holder)
                (notes / name).unlink(missing_ok=True)


def _remove_tree(repository: Repository, holder: Path) -> None:
    import shutil

    real = Path(os.path.realpath(holder))
    shutil.rmtree(holder, ignore_errors=True)
    # `git worktree prune` would also remove the user's work trees that are away, as on another disk.
    for link in (repository.git_folders[-1] / "worktrees").glob("*/gitdir"):
        with suppress(OSError):
            # It is relative with worktree.useRelativePaths.
            top = link.parent / os.fsdecode(disk.read_bytes(link)).rstrip("\n")
            if Path(os.path.realpath(top)).is_relative_to(real):
                shutil.rmtree(link.parent, ignore_errors=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


_SNAPSHOT_FILE = "snapshot.json"
_MAX_SNAPSHOT_AGE_S = 13 * 24 * 3600.0
"""Git removes objects that nothing refers to after 14 days (gc.pruneExpire)."""


_LOCK_S = 10.0
"""Seconds to wait for a run that is writing, before the snapshot is stored all the same."""


class TreeSnapshot(Struct, frozen=True):
    """A snapshot that was taken."""

    tree: str
    """The id of the git tree."""
    time: float
    """In seconds since the epoch."""


def take_snapshot(repository: Repository) -> TreeSnapshot:
    """Take a snapshot of the whole work tree, in place of the last one.

    Raises:
        GitFailed: With git's own message.
        OSError: It cannot be stored.
    """
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="editreview-") as folder:
        snapshot = TreeSnapshot(_tree_as_it_is(repository, Path(folder, "index")), time.time())
    with ExitStack() as stack:
        # A review that goes on may store it too. It is stored in any case, whole.
        with suppress(TimeoutError):
            stack.enter_context(disk.locked(repository.private_folder / "lock", _LOCK_S))
        _store_snapshot(repository, snapshot)
    return snapshot


def last_snapshot(repository: Repository) -> TreeSnapshot | None:
    """The snapshot taken last; None if there is none, or git no longer has it."""
    try:
        kept = json.loads(disk.read_bytes(_path_of_snapshot(repository)))
        snapshot = TreeSnapshot(str(kept["tree"]), float(kept["time"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if time.time() - snapshot.time > _MAX_SNAPSHOT_AGE_S:
        return None
    done = repository.git.ask("cat-file", "-e", snapshot.tree)
    return snapshot if done is not None and done.status == 0 else None


def has_lost_snapshot(repository: Repository) -> bool:
    """True if a snapshot was taken, and is too old by now or no longer there."""
    return _path_of_snapshot(repository).exists() and last_snapshot(repository) is None


def drop_snapshot(repository: Repository) -> bool:
    """Forget the snapshot. Returns False if there was none.

    Raises:
        OSError: It cannot be removed.
    """
    path = _path_of_snapshot(repository)
    if not path.exists():
        return False
    path.unlink()
    return True


def put_into_snapshot(repository: Repository, files: Iterable[tuple[str, bytes | None, int]]) -> None:
    """Make files of the snapshot what was accepted, so that the next review does not show it again.

    Does nothing without a snapshot, or if git refuses: then what was accepted is shown once more.

    Args:
        repository: The repository at the root.
        files: Path, bytes (None for no file) and permission bits of each.
    """
    snapshot = last_snapshot(repository)
    if snapshot is None:
        return
    from tempfile import TemporaryDirectory

    with suppress(GitFailed, OSError), TemporaryDirectory(prefix="editreview-") as folder:
        environment = {"GIT_INDEX_FILE": str(Path(folder, "index"))}
        git = repository.git
        git.write("read-tree", snapshot.tree, environment=environment)
        listed = list(files)
        contents = [data for _, data, _ in listed if data is not None]
        names = dict(zip(contents, Blobs(git).write(contents), strict=True))
        # Object names are longer in a SHA-256 repository.
        no_object = "0" * len(snapshot.tree)
        gone = [f"0 {no_object}\t{git.from_top(path)}" for path, data, _ in listed if data is None]
        there = [
            f"{'100755' if mode & 0o100 else '100644'} {names[data]}\t{git.from_top(path)}"
            for path, data, mode in listed
            if data is not None
        ]
        lines = os.fsencode("".join(f"{line}\0" for line in (*gone, *there)))
        git.write("update-index", "-z", "--index-info", data=lines, environment=environment)
        tree, _ = git.write("write-tree", environment=environment)
        _store_snapshot(repository, TreeSnapshot(tree.strip(), snapshot.time))


def _store_snapshot(repository: Repository, snapshot: TreeSnapshot) -> None:
    data = json.dumps({"tree": snapshot.tree, "time": snapshot.time}).encode()
    # A full disk must not take the last one.
    disk.store(_path_of_snapshot(repository), [data])


def _path_of_snapshot(repository: Repository) -> Path:
    return repository.private_folder / _SNAPSHOT_FILE
