"""The file-system calls of the workspace.

They are all here, so that tests can make any one of them fail and a reader sees everything that
this program does to a disk.

Files of the tree are accessed through a `FolderEntry`: a name in an open folder. The folder is opened
from the root one name at a time, without following links, so that a folder replaced by a link while
this program runs does not lead elsewhere. Where the system has no such calls (Windows), the folder's
path is checked just before it is used.
"""

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from editreview.errors import UsageError

TEMPORARY_PREFIX = ".editreview-"
_MAX_FILES = 100_000
"""Files listed below a folder: a root such as the home folder would take minutes."""
_LOOK_AGAIN_S = 0.02
"""Seconds between two attempts to take a lock."""
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
    """The files in a folder and below it, without following links; at most `_MAX_FILES`."""
    left = _MAX_FILES
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(names)[:left]:
            yield Path(parent, name)
        left -= len(names)
        if left <= 0:
            return


def current_folder() -> Path:
    """The folder that relative paths begin in.

    Raises:
        UsageError: It was deleted while the shell stayed in it.
    """
    try:
        return Path.cwd()
    except FileNotFoundError as error:
        raise UsageError("the current folder no longer exists: change to one that does") from error


def real_path(path: Path) -> Path:
    """The path with links resolved, as far as it exists.

    Raises:
        UsageError: It is relative to a folder that no longer exists.
    """
    return Path(os.path.realpath(path if path.is_absolute() else current_folder() / path))


def kind(path: Path) -> PathKind:
    """The kind of file at a path, following links.

    Raises:
        OSError: It cannot be accessed.
    """
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return PathKind.MISSING
    if stat.S_ISREG(mode):
        return PathKind.FILE
    return PathKind.FOLDER if stat.S_ISDIR(mode) else PathKind.OTHER


def is_named_so(path: Path) -> bool:
    """True if the file at a path has exactly this name, on a case-insensitive file system too."""
    other = path.with_name(path.name.swapcase())
    if other == path or not os.path.lexists(other) or not os.path.samefile(path, other):
        return True
    # The same file under both spellings: one name in any case, or two hard links.
    return path.name in os.listdir(path.parent)


def exists(path: Path) -> bool:
    return os.path.lexists(path)


def size_and_mode(path: Path) -> tuple[int, int]:
    """Size in bytes and permission bits of a file."""
    found = os.stat(path)
    return found.st_size, stat.S_IMODE(found.st_mode)


def modified_at(path: Path) -> float:
    """The time of a file's last change, in seconds since the epoch."""
    return os.stat(path).st_mtime


def read_bytes(path: Path) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def read_part(path: Path, offset: int, length: int) -> bytes:
    with open(path, "rb") as file:
        file.seek(offset)
        return file.read(length)


def size_of(path: Path) -> int:
    """Size of a file in bytes; 0 if it does not exist."""
    try:
        return os.stat(path).st_size
    except FileNotFoundError:
        return 0


def shorten(path: Path, size: int) -> None:
    """Truncate a file to at most `size` bytes."""
    if size_of(path) > size:
        os.truncate(path, size)


def is_file(name: str) -> bool:
    """True if there is a file of this name, relative to the current folder; False for invalid names."""
    return os.path.isfile(name)


def is_link(path: Path) -> bool:
    """True if there is a symbolic link at this path, whatever it leads to."""
    return os.path.islink(path)


def is_folder(path: Path) -> bool:
    """True if there is a folder at this path; False for invalid names."""
    return os.path.isdir(path)


def names_in(folder: Path) -> list[str]:
    """The names in a folder; none if it does not exist."""
    try:
        return os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []


def remove(path: Path) -> None:
    os.unlink(path)


def _sync_folder(path: Path) -> None:
    """Flush the names in a folder to the disk."""
    if os.name == "nt":
        # Windows cannot open folders, and flushes their names itself.
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only its owner may read, creating the folders above it."""
    os.makedirs(path.parent, mode=0o700, exist_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(handle, "wb") as file:
        file.write(data)


def new_private_folder(parent: Path) -> Path:
    """Create a folder with a random name that only its owner may access, and the folders above it."""
    import tempfile

    os.makedirs(parent, mode=0o700, exist_ok=True)
    return Path(tempfile.mkdtemp(prefix="new-", dir=parent))


def rename_folder(folder: Path, target: Path) -> None:
    """Rename a folder."""
    os.rename(folder, target)


def remove_tree(folder: Path) -> None:
    """Remove a private folder and the files in it; those that cannot be removed stay."""
    for name in names_in(folder):
        with suppress(OSError):
            os.unlink(folder / name)
    with suppress(OSError):
        os.rmdir(folder)


class Appended:
    """A private file that is appended to.

    Raises:
        OSError: The file cannot be opened or written.
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


class LineLog:
    """A private file of lines that several processes append to.

    Raises:
        OSError: The file cannot be opened or written.
    """

    def __init__(self, path: Path) -> None:
        os.makedirs(path.parent, mode=0o700, exist_ok=True)
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)

    def lock(self) -> bool:
        """Lock it until it is closed.

        Returns False if another process holds the lock, or the system has no file locks.
        """
        try:
            import fcntl
        except ImportError:
            return False
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    @property
    def size(self) -> int:
        return os.fstat(self._handle).st_size

    def is_at(self, path: Path) -> bool:
        """True if the file is still at a path, and not replaced by another."""
        try:
            return os.path.samestat(os.fstat(self._handle), os.stat(path))
        except FileNotFoundError:
            return False

    def write(self, line: bytes) -> None:
        """Append a line, given without its end, in one write. Ends a last line that was cut short."""
        size = self.size
        is_whole = size == 0 or os.pread(self._handle, 1, size - 1) == b"\n"
        os.write(self._handle, (b"" if is_whole else b"\n") + line + b"\n")

    def close(self) -> None:
        os.close(self._handle)


def replace(path: Path, target: Path) -> None:
    """Move a file, over another one."""
    os.replace(path, target)


def store(path: Path, parts: Iterable[bytes], *, is_last: bool = True) -> None:
    """Write a private file whole or not at all, and flush it to the disk.

    Folders above it are created, accessible to the owner only. The caller holds the tree's lock:
    the temporary file always has the same name.

    Args:
        path: The file.
        parts: Its content.
        is_last: Flush its name to the disk too, with those of all files stored in its folder before.
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
        _sync_folder(path.parent)


def fill(handle: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]


@contextmanager
def locked(path: Path, timeout: float) -> Iterator[None]:
    """Hold a lock. Does nothing on file systems without locks.

    Args:
        path: The lock file, created if missing and never removed.
        timeout: Seconds to wait for another holder.

    Raises:
        TimeoutError: Another process still holds it.
    """
    # Imported on first use: slow to import, and most runs write nothing.
    from filelock import FileLock

    lock = FileLock(path, timeout=timeout, mode=0o600, poll_interval=_LOOK_AGAIN_S)
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
        # If this process is killed, the system releases it.
        if is_held:
            lock.release()


class FolderEntry(Struct, frozen=True):
    """A name in an open folder."""

    name: str
    folder: str
    handle: int | None
    """The folder's file descriptor; None where the system has none for folders."""

    def beside(self, name: str) -> "FolderEntry":
        """Another name in the same folder."""
        return FolderEntry(name, self.folder, self.handle)

    @property
    def at(self) -> str:
        """The path to pass to system calls together with the handle."""
        return os.path.join(self.folder, self.name) if self.handle is None else self.name

    def look(self) -> os.stat_result | None:
        """The status of the file or link; None if there is none."""
        try:
            return os.stat(self.at, dir_fd=self.handle, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def read(self, most: int) -> tuple[bytes | None, os.stat_result]:
        """A file's bytes, and its status just before they were read.

        Args:
            most: Maximum number of bytes.

        Returns:
            The bytes, or None if there are more than `most`, and the status.

        Raises:
            OSError: It cannot be opened, or is not a regular file.
        """
        # Without O_NONBLOCK, opening a pipe that replaced the file would block.
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
        """True if the file has a write bit and this user may write it."""
        # Root may write everything, but a file without write bits is meant to be read-only.
        return bool(status.st_mode & 0o222) and self._may(os.W_OK)

    def may_change_names(self) -> bool:
        """True if this user may create files in the entry's folder."""
        return self.beside(os.curdir)._may(os.W_OK | os.X_OK)

    def _may(self, what: int) -> bool:
        return os.access(self.at, what, dir_fd=self.handle, effective_ids=_KNOWS_EFFECTIVE)

    def write_new(self, data: bytes, mode: int | None, like: "FolderEntry | None") -> None:
        """Write a new file and flush it to the disk.

        Args:
            data: Its content.
            mode: Permission bits; None for the system's default.
            like: A file whose permissions, owner and extended attributes to copy, as far as permitted.

        Raises:
            OSError: A file exists already, or it cannot be written. No partial file is left.
        """
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK
        # With permissions to copy, it is created private: others may read it only once it has them.
        handle = os.open(
            self.at, flags, 0o666 if mode is None and like is None else 0o600, dir_fd=self.handle
        )
        try:
            try:
                fill(handle, data)
                if like is not None:
                    _copy_attributes(handle, self, like)
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
        """Create a hard link to a file.

        Raises:
            FileExistsError: The new name exists already.
            OSError: The file system has no hard links, or permits none to this file.
        """
        os.link(
            self.at,
            other.at,
            src_dir_fd=self.handle,
            dst_dir_fd=other.handle,
            follow_symlinks=not _HAS_HANDLES,
        )

    def rename(self, target: "FolderEntry") -> None:
        """Rename a file atomically, replacing the target if it exists."""
        os.replace(self.at, target.at, src_dir_fd=self.handle, dst_dir_fd=target.handle)

    def unlink(self) -> None:
        os.unlink(self.at, dir_fd=self.handle)

    def make_folder(self) -> None:
        os.mkdir(self.at, dir_fd=self.handle)

    def remove_folder(self) -> None:
        """Remove a folder.

        Raises:
            OSError: It is not empty.
        """
        os.rmdir(self.at, dir_fd=self.handle)

    def sync(self) -> None:
        """Flush the names in the entry's folder to the disk."""
        if self.handle is None:
            _sync_folder(Path(self.folder))
            return
        handle = os.open(os.curdir, os.O_RDONLY | _FOLDER, dir_fd=self.handle)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def entry(root: Path, path: str) -> Iterator[FolderEntry]:
    """Open the folder of a path below a root.

    Args:
        root: Absolute.
        path: Relative to the root, with slashes, and without links.

    Raises:
        FileNotFoundError: The folder does not exist.
        OSError: A folder on the way is a link, or not a folder.
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


def _copy_attributes(handle: int, entry: FolderEntry, like: FolderEntry) -> None:
    model = os.open(like.at, os.O_RDONLY | _NO_LINK | _NO_WAIT, dir_fd=like.handle)
    try:
        old, new = os.fstat(model), os.fstat(handle)
        mode = stat.S_IMODE(old.st_mode)
        if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
            try:
                os.fchown(handle, old.st_uid, old.st_gid)
            except PermissionError:
                # Set-user and set-group bits would grant another owner's rights.
                mode &= _PERMISSIONS
        if hasattr(os, "listxattr"):
            for name in _attributes(model):
                # Some attributes are reserved for the system, and some file systems have none.
                with suppress(OSError):
                    os.setxattr(handle, name, os.getxattr(model, name))
        # Last, because changing the owner drops mode bits and an access control list changes them.
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
