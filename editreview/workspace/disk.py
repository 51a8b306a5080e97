"""Every file-system call of the workspace, and nothing else: those by path. `entries` has the others.

Kept together so that tests can make any one of them fail, and so that a reader can see all
that this program does to a disk.
"""

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path

TEMPORARY_PREFIX = ".editreview-"
_MOST_FILES = 100_000
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
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


def home() -> str:
    """The user's home folder, without a slash at its end."""
    return os.path.expanduser("~").rstrip("/\\")


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
def locked(path: Path, patience: float) -> Iterator[None]:
    """Keep every other holder of a lock file away. Where the file system has no locks, there is none.

    Args:
        path: The lock file, made if it is not there and never removed.
        patience: Seconds to wait for who holds it now.

    Raises:
        TimeoutError: It is still held.
    """
    # Imported when something is written: it is dear, and most runs only look.
    from filelock import FileLock

    lock = FileLock(path, timeout=patience, mode=0o600, poll_interval=_LOOK_AGAIN)
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
