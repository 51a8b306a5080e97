"""Every file-system call of the workspace, and nothing else.

Kept in one place so that tests can make any one of them fail, and so that a reader can see
all that this program does to a disk.
"""

import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path

if sys.platform != "win32":
    import fcntl

TEMPORARY_PREFIX = ".editreview-"
_MOST_FILES = 100_000
_LOOK_AGAIN = 0.02
"""Seconds between two tries for a lock."""


class Kind(StrEnum):
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


def kind(path: Path) -> Kind:
    """What is at a path, following links.

    Raises:
        OSError: It cannot be looked at.
    """
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return Kind.MISSING
    if stat.S_ISREG(mode):
        return Kind.FILE
    return Kind.FOLDER if stat.S_ISDIR(mode) else Kind.OTHER


def exists(path: Path) -> bool:
    return os.path.lexists(path)


def size_and_mode(path: Path) -> tuple[int, int]:
    """Bytes, and permission bits."""
    found = os.stat(path)
    return found.st_size, stat.S_IMODE(found.st_mode)


def read_bytes(path: Path) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def make_folder(path: Path) -> None:
    os.mkdir(path)


def remove_folder(path: Path) -> None:
    os.rmdir(path)


def remove(path: Path) -> None:
    os.unlink(path)


def write_temporary(folder: Path, data: bytes, mode: int | None, like: Path | None) -> Path:
    """Write a new file beside its target and make sure that it is on the disk.

    Args:
        folder: The target's folder, so that a rename can put the file in place.
        data: All of it.
        mode: Permission bits; None for those of any new file.
        like: A file whose owner the new one gets, if that is allowed.
    """
    # Imported when something is written: it is dear, and most runs only look.
    import tempfile

    handle, name = tempfile.mkstemp(prefix=TEMPORARY_PREFIX, dir=folder)
    path = Path(name)
    try:
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.chmod(path, 0o666 & ~_umask() if mode is None else mode)
            if like is not None:
                _same_owner(path, like)
            os.fsync(file.fileno())
    except BaseException:
        os.unlink(path)
        raise
    return path


def unused_path(folder: Path) -> Path:
    """A path in a folder at which nothing is."""
    import uuid

    return folder / f"{TEMPORARY_PREFIX}{uuid.uuid4().hex}"


def _umask() -> int:
    # There is no way to read it without setting it.
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _same_owner(path: Path, like: Path) -> None:
    wanted, made = os.stat(like), os.stat(path)
    if (wanted.st_uid, wanted.st_gid) != (made.st_uid, made.st_gid):
        try:
            os.chown(path, wanted.st_uid, wanted.st_gid)
        except PermissionError:
            return
        # Changing the owner drops the set-user and set-group bits.
        os.chmod(path, stat.S_IMODE(wanted.st_mode))


def rename(source: Path, target: Path) -> None:
    """Put a file in the place of another, or of none, at once."""
    os.replace(source, target)


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


def make_private_folder(path: Path) -> None:
    """Make a folder that only its owner may look into, and those above it.

    Raises:
        FileExistsError: It is there.
    """
    os.makedirs(path.parent, mode=0o700, exist_ok=True)
    os.mkdir(path, mode=0o700)


def names_in(folder: Path) -> list[str]:
    """The names in a folder; none if there is no such folder."""
    try:
        return os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []


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


@contextmanager
def locked(path: Path, patience: float) -> Iterator[None]:
    """Keep every other holder of a lock file away. Where the file system has no locks, there is none.

    Args:
        path: The lock file, made if it is not there and never removed.
        patience: Seconds to wait for who holds it now.

    Raises:
        TimeoutError: It is still held.
    """
    handle: int | None = None
    with suppress(OSError):
        os.makedirs(path.parent, mode=0o700, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if handle is not None:
            _lock(handle, time.monotonic() + patience)
        yield
    finally:
        if handle is not None:
            # The lock goes with its descriptor, also if this process is killed.
            os.close(handle)


def _lock(handle: int, deadline: float) -> None:
    if sys.platform == "win32":
        return
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise TimeoutError from None
            time.sleep(_LOOK_AGAIN)
        except OSError:
            return
