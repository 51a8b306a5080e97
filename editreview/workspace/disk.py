"""Every file-system call of the workspace, and nothing else.

Kept together so that tests can make any one of them fail, and so that a reader can see all
that this program does to a disk.

Files of the tree are reached by an `FolderEntry`: a name in a folder that is held open. The folder is
reached from the root one name at a time and never through a link, so that a folder that becomes a
link while this program runs leads nowhere else. Where the system has no such calls (Windows), the
folder's path is looked at just before it is used.
"""

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

TEMPORARY_PREFIX = ".editreview-"
_MOST_FILES = 100_000
_LOOK_AGAIN = 0.02
"""Seconds between two tries for a lock."""
_HAS_HANDLES = hasattr(os, "O_NOFOLLOW") and {os.open, os.stat, os.rename, os.link, os.unlink, os.mkdir} <= (
    os.supports_dir_fd
)
_KNOWS_EFFECTIVE = os.access in os.supports_effective_ids
_CHANGES_BY_HANDLE = os.chmod in os.supports_fd
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_FOLDER = _NO_LINK | getattr(os, "O_DIRECTORY", 0)
_WALK = _FOLDER | getattr(os, "O_PATH", os.O_RDONLY)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
_PERMISSIONS = 0o777


class PathKind(StrEnum):
    FILE = "file"
    FOLDER = "folder"
    OTHER = "other"
    MISSING = "missing"


def files_below(folder: Path) -> Iterator[Path]:
    """Every file in a folder and those below it, links not followed; at most `_MOST_FILES`."""
    left = _MOST_FILES
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(names)[:left]:
            yield Path(parent, name)
        left -= len(names)
        if left <= 0:
            return


def real_path(path: Path) -> Path:
    """The path with every link resolved, also where its end does not exist."""
    return Path(os.path.realpath(path))


def home() -> str:
    """The user's home folder, without a slash at its end."""
    return os.path.expanduser("~").rstrip("/\\")


def kind(path: Path) -> PathKind:
    """What is at a path, following links.

    Raises:
        OSError: It cannot be looked at.
    """
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return PathKind.MISSING
    if stat.S_ISREG(mode):
        return PathKind.FILE
    return PathKind.FOLDER if stat.S_ISDIR(mode) else PathKind.OTHER


def is_named_so(path: Path) -> bool:
    """Whether what is at a path has just this name, where a file system takes others for the same."""
    other = path.with_name(path.name.swapcase())
    if other == path or not os.path.lexists(other) or not os.path.samefile(path, other):
        return True
    # Two names of one file are two; one name is found under every spelling.
    return path.name in os.listdir(path.parent)


def exists(path: Path) -> bool:
    return os.path.lexists(path)


def size_and_mode(path: Path) -> tuple[int, int]:
    """Bytes, and permission bits."""
    found = os.stat(path)
    return found.st_size, stat.S_IMODE(found.st_mode)


def read_bytes(path: Path) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def read_part(path: Path, offset: int, length: int) -> bytes:
    with open(path, "rb") as file:
        file.seek(offset)
        return file.read(length)


def size_of(path: Path) -> int:
    """Bytes of a file; none if there is none."""
    try:
        return os.stat(path).st_size
    except FileNotFoundError:
        return 0


def shorten(path: Path, size: int) -> None:
    """Leave no more than the first bytes of a file."""
    if size_of(path) > size:
        os.truncate(path, size)


def is_file(name: str) -> bool:
    """Whether there is a file of this name, from the current folder; False also for what can be no name."""
    return os.path.isfile(name)


def names_in(folder: Path) -> list[str]:
    """What is in a folder; nothing if there is none."""
    try:
        return os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []


def remove(path: Path) -> None:
    os.unlink(path)


def sync_folder(path: Path) -> None:
    """Make sure that the names in a folder are on the disk."""
    if os.name == "nt":
        # Windows opens no folders, and keeps their names itself.
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only its owner may read, and the folders above it."""
    os.makedirs(path.parent, mode=0o700, exist_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(handle, "wb") as file:
        file.write(data)


def new_private_folder(parent: Path) -> Path:
    """Make a folder of no known name that only its owner may look into, and those above it."""
    import tempfile

    os.makedirs(parent, mode=0o700, exist_ok=True)
    return Path(tempfile.mkdtemp(prefix="new-", dir=parent))


def rename_folder(folder: Path, target: Path) -> None:
    """Give a folder another name."""
    os.rename(folder, target)


def remove_tree(folder: Path) -> None:
    """Remove a folder of ours with the files in it; what cannot be removed stays."""
    for name in names_in(folder):
        with suppress(OSError):
            os.unlink(folder / name)
    with suppress(OSError):
        os.rmdir(folder)


class Appended:
    """A private file that only grows.

    Raises:
        OSError: On making one or writing to it, if that cannot be done.
    """

    def __init__(self, path: Path) -> None:
        self._handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._handle, data) :]

    def sync(self) -> None:
        os.fsync(self._handle)

    def close(self) -> None:
        os.close(self._handle)


def store(path: Path, parts: Iterable[bytes], *, is_last: bool = True) -> None:
    """Write a private file whole or not at all, and make sure that its bytes are on the disk.

    The folders above it are made, for the owner alone. Whoever stores holds the tree's lock:
    the name under which the file grows is the same each time.

    Args:
        path: Of the file.
        parts: All of it.
        is_last: Whether its name has to be on the disk too, and those of all files stored there before.
    """
    os.makedirs(path.parent, mode=0o700, exist_ok=True)
    growing = path.with_name(f"{path.name}.new")
    handle = os.open(growing, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _NO_LINK, 0o600)
    try:
        try:
            for part in parts:
                fill(handle, part)
            os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(growing, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(growing)
        raise
    if is_last:
        sync_folder(path.parent)


def fill(handle: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]


@contextmanager
def locked(path: Path, timeout: float) -> Iterator[None]:
    """Keep every other holder of a lock file away. Where the file system has no locks, there is none.

    Args:
        path: The lock file, made if it is not there and never removed.
        timeout: Seconds to wait for the current holder.

    Raises:
        TimeoutError: It is still held.
    """
    # Imported when something is written: it is dear, and most runs only look.
    from filelock import FileLock

    lock = FileLock(path, timeout=timeout, mode=0o600, poll_interval=_LOOK_AGAIN)
    try:
        os.makedirs(path.parent, mode=0o700, exist_ok=True)
        lock.acquire()
    except TimeoutError:
        raise
    except (OSError, NotImplementedError):
        is_held = False
    else:
        is_held = True
    try:
        yield
    finally:
        # The system lets go of it too if this process is killed.
        if is_held:
            lock.release()


class FolderEntry(Struct, frozen=True):
    """A name in a folder that is held open."""

    name: str
    folder: str
    handle: int | None
    """The folder's descriptor; None where the system has none for folders."""

    def beside(self, name: str) -> "FolderEntry":
        """Another name in the same folder."""
        return FolderEntry(name, self.folder, self.handle)

    @property
    def at(self) -> str:
        """What a call is given together with the handle."""
        return os.path.join(self.folder, self.name) if self.handle is None else self.name

    def look(self) -> os.stat_result | None:
        """What is known of a file, or of the link that is there; None if nothing is."""
        try:
            return os.stat(self.at, dir_fd=self.handle, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def read(self, most: int) -> tuple[bytes | None, os.stat_result]:
        """A file's bytes, and what was known of it just before they were read.

        Args:
            most: Bytes that are read.

        Returns:
            None for the bytes if there are more, also if there were fewer when it was opened.

        Raises:
            OSError: It cannot be opened, or is no regular file.
        """
        # A pipe that took the file's place would else be waited for.
        handle = os.open(self.at, os.O_RDONLY | _NO_LINK | _NO_WAIT, dir_fd=self.handle)
        try:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode):
                raise OSError(errno.EINVAL, "not a regular file", self.name)
            parts: list[bytes] = []
            got = 0
            while got <= most and (part := os.read(handle, max(min(status.st_size, most) - got, 4095) + 1)):
                parts.append(part)
                got += len(part)
        finally:
            os.close(handle)
        return (b"".join(parts) if got <= most else None), status

    def may_write(self, status: os.stat_result) -> bool:
        """Whether the file's permissions let anyone write it, and this user."""
        # Root may write everything; bits that say no are meant all the same.
        return bool(status.st_mode & 0o222) and self._may(os.W_OK)

    def may_change_names(self) -> bool:
        """Whether this user may put files into the entry's folder."""
        return self.beside(os.curdir)._may(os.W_OK | os.X_OK)

    def _may(self, what: int) -> bool:
        return os.access(self.at, what, dir_fd=self.handle, effective_ids=_KNOWS_EFFECTIVE)

    def write_new(self, data: bytes, mode: int | None, like: "FolderEntry | None") -> None:
        """Write a file where none is, and make sure that its bytes are on the disk.

        Args:
            data: All of it.
            mode: Permission bits; None for those of any new file.
            like: A file whose permissions, owner and extended attributes it gets, as far as that is allowed.

        Raises:
            OSError: There is a file, or it cannot be written; none is left behind.
        """
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK
        # Others may read it once it has what keeps them from that.
        handle = os.open(
            self.at, flags, 0o666 if mode is None and like is None else 0o600, dir_fd=self.handle
        )
        try:
            try:
                fill(handle, data)
                if like is not None:
                    _take_after(handle, self, like)
                elif mode is not None:
                    _change_mode(handle, self, mode)
                os.fsync(handle)
            finally:
                os.close(handle)
        except BaseException:
            with suppress(OSError):
                self.unlink()
            raise

    def link(self, other: "FolderEntry") -> None:
        """Give a file a second name, where nothing is yet.

        Raises:
            FileExistsError: Something is.
            OSError: The file system has no such names, or this file may have none.
        """
        os.link(
            self.at,
            other.at,
            src_dir_fd=self.handle,
            dst_dir_fd=other.handle,
            follow_symlinks=not _HAS_HANDLES,
        )

    def rename(self, target: "FolderEntry") -> None:
        """Put a file in the place of another, or of none, at once."""
        os.replace(self.at, target.at, src_dir_fd=self.handle, dst_dir_fd=target.handle)

    def unlink(self) -> None:
        os.unlink(self.at, dir_fd=self.handle)

    def make_folder(self) -> None:
        os.mkdir(self.at, dir_fd=self.handle)

    def remove_folder(self) -> None:
        """Remove a folder.

        Raises:
            OSError: Something is in it.
        """
        os.rmdir(self.at, dir_fd=self.handle)

    def sync(self) -> None:
        """Make sure that the names in the entry's folder are on the disk."""
        if self.handle is None:
            sync_folder(Path(self.folder))
            return
        handle = os.open(os.curdir, os.O_RDONLY | _FOLDER, dir_fd=self.handle)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def entry(root: Path, path: str) -> Iterator[FolderEntry]:
    """The entry of a path below a root.

    Args:
        root: Absolute.
        path: Relative to it, with slashes, without a link in it.

    Raises:
        FileNotFoundError: The folder is not there.
        OSError: A folder on the way is a link by now, or none.
    """
    *folders, name = path.split("/")
    if not {"", os.curdir, os.pardir}.isdisjoint((*folders, name)):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), path)
    if not _HAS_HANDLES:
        folder = root.joinpath(*folders)
        if os.path.realpath(folder) != str(folder):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
        yield FolderEntry(name, str(folder), None)
        return
    handle = os.open(root, _WALK)
    try:
        for part in folders:
            outer, handle = handle, os.open(part, _WALK, dir_fd=handle)
            os.close(outer)
        yield FolderEntry(name, str(root.joinpath(*folders)), handle)
    finally:
        os.close(handle)


def _take_after(handle: int, entry: FolderEntry, like: FolderEntry) -> None:
    model = os.open(like.at, os.O_RDONLY | _NO_LINK | _NO_WAIT, dir_fd=like.handle)
    try:
        wanted, made = os.fstat(model), os.fstat(handle)
        mode = stat.S_IMODE(wanted.st_mode)
        if (wanted.st_uid, wanted.st_gid) != (made.st_uid, made.st_gid):
            try:
                os.fchown(handle, wanted.st_uid, wanted.st_gid)
            except PermissionError:
                # Set-user and set-group bits of another owner would be another right.
                mode &= _PERMISSIONS
        if hasattr(os, "listxattr"):
            for name in _attributes(model):
                # Some are the system's own, and some file systems have none.
                with suppress(OSError):
                    os.setxattr(handle, name, os.getxattr(model, name))
        # Last: changing the owner drops bits, and an access list changes them.
        _change_mode(handle, entry, mode)
    finally:
        os.close(model)


def _attributes(handle: int) -> list[str]:
    try:
        return os.listxattr(handle)
    except OSError:
        return []


def _change_mode(handle: int, entry: FolderEntry, mode: int) -> None:
    os.chmod(handle if _CHANGES_BY_HANDLE else entry.at, mode)
