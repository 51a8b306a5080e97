"""A snapshot of the files: a git tree, with what git does not track, and its id in a private file.

No ref holds it, so that it is in no log and is never pushed; git keeps such objects for two weeks.
"""

import json
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from editreview.errors import GitFailed
from editreview.workspace import disk
from editreview.workspace.git import Blobs
from editreview.workspace.repository import Repository
from editreview.workspace.scratch import tree_as_it_is

_FILE = "snapshot.json"
_MAX_AGE_S = 13 * 24 * 3600.0
"""Git removes objects that nothing refers to after 14 days (gc.pruneExpire)."""


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
        taken = TreeSnapshot(tree_as_it_is(repository, Path(folder, "index")), time.time())
    _store(repository, taken)
    return taken


def last_snapshot(repository: Repository) -> TreeSnapshot | None:
    """The snapshot taken last; None if there is none, or git no longer has it."""
    try:
        kept = json.loads(disk.read_bytes(_path(repository)))
        taken = TreeSnapshot(str(kept["tree"]), float(kept["time"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if time.time() - taken.time > _MAX_AGE_S:
        return None
    done = repository.git.ask("cat-file", "-e", taken.tree)
    return taken if done is not None and done.status == 0 else None


def has_lost_snapshot(repository: Repository) -> bool:
    """True if a snapshot was taken, and is too old by now or no longer there."""
    return _path(repository).exists() and last_snapshot(repository) is None


def drop_snapshot(repository: Repository) -> bool:
    """Forget the snapshot. Returns False if there was none.

    Raises:
        OSError: It cannot be removed.
    """
    path = _path(repository)
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
    taken = last_snapshot(repository)
    if taken is None:
        return
    from tempfile import TemporaryDirectory

    with suppress(GitFailed, OSError), TemporaryDirectory(prefix="editreview-") as folder:
        environment = {"GIT_INDEX_FILE": str(Path(folder, "index"))}
        git = repository.git
        git.write("read-tree", taken.tree, environment=environment)
        listed = list(files)
        contents = [data for _, data, _ in listed if data is not None]
        names = dict(zip(contents, Blobs(git).write(contents), strict=True))
        # Object names are longer in a SHA-256 repository.
        no_object = "0" * len(taken.tree)
        gone = [f"0 {no_object}\t{git.from_top(path)}" for path, data, _ in listed if data is None]
        there = [
            f"{'100755' if mode & 0o100 else '100644'} {names[data]}\t{git.from_top(path)}"
            for path, data, mode in listed
            if data is not None
        ]
        lines = os.fsencode("".join(f"{line}\0" for line in (*gone, *there)))
        git.write("update-index", "-z", "--index-info", data=lines, environment=environment)
        tree, _ = git.write("write-tree", environment=environment)
        _store(repository, TreeSnapshot(tree.strip(), taken.time))


def _store(repository: Repository, taken: TreeSnapshot) -> None:
    data = json.dumps({"tree": taken.tree, "time": taken.time}).encode()
    # A full disk must not take the last one.
    disk.store(_path(repository), [data])


def _path(repository: Repository) -> Path:
    return repository.private_folder / _FILE
