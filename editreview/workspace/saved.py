"""Data kept between runs in private folders: unfinished reviews, texts shown to a model, permissions, runs.

Files there are readable by their owner only. A saved review is a response as received and a log,
both append-only. A run that uses one holds a lock on it, which the system releases when the
process ends, however it ends.

A run appends one line to the log of runs, with one write. It never waits: if another run holds the lock, the
file is not rotated this time. A line that a kill cut short is ended by the next run; readers skip it.
"""

import errno
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from editreview.text import sha256_of
from editreview.workspace import disk

if TYPE_CHECKING:
    from filelock import BaseFileLock

MAX_REVIEWS = 20
"""Maximum number of saved reviews of a tree; the oldest are removed."""
MAX_FINISHED = 10
"""Maximum number of finished reviews of a tree."""
MAX_FINISHED_BYTES = 4 * 1024 * 1024
"""Bytes of the responses of a finished review that is kept."""
MAX_AGE_S = 30 * 24 * 3600.0
"""Seconds after which a review that was not resumed is removed."""
_RESPONSE, _LOG, _LOCK, _FINISHED = "response", "log", "lock", "finished"
_ID_LENGTH = 8


class SavedReview:
    """One saved review."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._response: disk.Appended | None = None
        self._log: disk.Appended | None = None
        self._lock: BaseFileLock | None = None

    @property
    def response_paths(self) -> list[Path]:
        """The files with the bytes of the responses, in order."""
        count = sum(name.startswith(_RESPONSE) for name in disk.names_in(self.folder))
        return [self._response_path(number) for number in range(1, count + 1)]

    def _response_path(self, number: int) -> Path:
        return self.folder / (_RESPONSE if number == 1 else f"{_RESPONSE}-{number}")

    @property
    def began_ms(self) -> int:
        """Time of its start, in milliseconds since the epoch."""
        return int(self.folder.name.partition("-")[0])

    @property
    def id(self) -> str:
        """A short name, the same in every run."""
        return sha256_of(os.fsencode(self.folder))[:_ID_LENGTH]

    @property
    def is_begun(self) -> bool:
        """True if its log is not empty."""
        try:
            return disk.size_and_mode(self.folder / _LOG)[0] > 0
        except OSError:
            return False

    @property
    def is_finished(self) -> bool:
        """True if nothing was left to do when it ended."""
        return disk.exists(self.folder / _FINISHED)

    def reopen(self) -> None:
        """Go on with a finished review.

        Raises:
            OSError: It cannot be written.
        """
        if self.is_finished:
            disk.remove(self.folder / _FINISHED)

    def finish(self) -> None:
        """Unlock it as finished; one that is large, or that cannot be marked so, is removed."""
        try:
            if not self.is_begun or sum(map(disk.size_of, self.response_paths)) > MAX_FINISHED_BYTES:
                self.discard()
                return
            disk.write_private(self.folder / _FINISHED, b"")
            self.release()
        except OSError:
            self.discard()

    def hold(self) -> bool:
        """Lock it until this run ends. Returns False if another run has locked it.

        Raises:
            OSError: It cannot be written.
        """
        # Imported on first use: slow to import, and most commands do not need it.
        from filelock import FileLock, Timeout

        lock = FileLock(self.folder / _LOCK, mode=0o600)
        try:
            lock.acquire(blocking=False)
        except Timeout:
            return False
        except NotImplementedError:
            # On a file system without locks.
            return True
        self._lock = lock
        return True

    @property
    def is_free(self) -> bool:
        """True if no other run has locked it, even if it cannot be written."""
        try:
            if not self.hold():
                return False
        except OSError:
            return True
        self.release()
        return True

    def add_response(self, data: bytes) -> None:
        """Append to the current response.

        Raises:
            OSError: It cannot be written.
        """
        if self._response is None:
            self._response = disk.Appended(self._response_path(1))
        self._response.write(data)

    def begin_response(self) -> None:
        """Begin a further response.

        Raises:
            OSError: It cannot be written.
        """
        if self._response is not None:
            self._response.close()
        self._response = disk.Appended(self._response_path(len(self.response_paths) + 1))

    def add_line(self, line: bytes) -> None:
        """Append a line, given without its line end, to the log.

        Raises:
            OSError: It cannot be written.
        """
        if self._log is None:
            path = self.folder / _LOG
            if self.is_begun:
                # Remove a partial last line, left by a full disk: the new line would be appended to it.
                disk.shorten(path, sum(len(whole) + 1 for whole in self.lines()))
            self._log = disk.Appended(path)
        self._log.write(line + b"\n")

    def lines(self) -> list[bytes]:
        """The lines of the log, without a partial last one.

        Raises:
            OSError: It cannot be read.
        """
        return disk.read_bytes(self.folder / _LOG).split(b"\n")[:-1]

    def sync(self) -> None:
        """Flush it to the disk."""
        for file in (self._response, self._log):
            if file is not None:
                file.sync()

    def release(self) -> None:
        """Unlock it, so that another run can resume it."""
        for file in (self._response, self._log):
            if file is not None:
                file.close()
        self._response = self._log = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def discard(self) -> None:
        """Remove it from disk."""
        self.release()
        disk.remove_tree(self.folder)


class SavedReviews:
    """The saved reviews of one tree.

    Args:
        folder: The folder that stores them, created with the first one.
        register: Called after each was begun, to make the tree known to other runs.
    """

    def __init__(self, folder: Path, register: Callable[[], None] = lambda: None) -> None:
        self._folder = folder
        self._register = register

    def begin(self) -> SavedReview:
        """Create a review, locked by this run. Removes those over the limits of number and age.

        Raises:
            OSError: It cannot be written.
        """
        self.prune(begins=1)
        # Locked before it has a name under which another run could find it.
        saved = SavedReview(disk.new_private_folder(self._folder))
        saved.hold()
        used = {each.began_ms for each in self._all()}
        began = time.time_ns() // 1_000_000
        while began in used or not _has_taken(saved, self._folder / f"{began}-review"):
            began += 1
        self._register()
        return saved

    def begun(self) -> list[SavedReview]:
        """The reviews, the newest first, including those that another run has locked."""
        return [saved for saved in self._all() if saved.is_begun]

    def waiting(self) -> Iterator[SavedReview]:
        """The unfinished reviews that no run has locked, the newest first. Lock one before using it."""
        return (saved for saved in self.unfinished() if saved.is_free)

    def unfinished(self) -> Iterator[SavedReview]:
        """The unfinished reviews, those that a run has locked too, the newest first."""
        return (saved for saved in self._all() if saved.is_begun and not saved.is_finished)

    @property
    def has_finished(self) -> bool:
        """True if there is a finished review."""
        return any(saved.is_finished for saved in self._all())

    def _all(self) -> list[SavedReview]:
        names = [name for name in disk.names_in(self._folder) if name.partition("-")[0].isdecimal()]
        return sorted((SavedReview(self._folder / name) for name in names), key=_began, reverse=True)

    def prune(self, *, begins: int = 0) -> None:
        """Remove those over the limits of number and age, as far as they can be removed.

        Args:
            begins: The number of reviews that need room.
        """
        oldest = (time.time() - MAX_AGE_S) * 1000
        room = {False: MAX_REVIEWS - begins, True: MAX_FINISHED}
        for saved in self._all():
            is_finished = saved.is_finished
            room[is_finished] -= 1
            if room[is_finished] < 0 or saved.began_ms < oldest:
                with suppress(OSError):
                    if saved.hold():
                        saved.discard()


def _has_taken(saved: SavedReview, folder: Path) -> bool:
    """Give a review its folder. Returns False if another run has just taken that.

    Raises:
        OSError: It cannot be renamed.
    """
    try:
        disk.rename_folder(saved.folder, folder)
    except OSError:
        if disk.names_in(folder):
            return False
        raise
    saved.folder = folder
    return True


def _began(saved: SavedReview) -> int:
    return saved.began_ms


_TREE_ENDING = ".json"
_MAX_TREES = 500
"""Trees in the index; the oldest are removed."""


class ListedTree(Struct, frozen=True):
    """A tree in the index."""

    root: str
    """Of the last review that began in it."""
    folder: str
    """The folder of its saved reviews."""


class TreeIndex:
    """The trees that have saved reviews, in the user's own state.

    Each has a small file of its own, so that runs can write at the same time without a lock. A tree without
    saved reviews is removed; one whose folder is gone, such as that of a disk which is not mounted, after the
    time that a review is kept.

    Args:
        folder: The private folder of the index. It need not exist.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def add(self, root: Path, folder: Path) -> None:
        """Add a tree. Does nothing if that cannot be written: the review goes on without it."""
        tree = ListedTree(os.fsdecode(root), os.fsdecode(folder))
        data = json.dumps(msgspec.to_builtins(tree), ensure_ascii=True).encode("ascii")
        with suppress(OSError):
            disk.write_private(self._folder / f"{_name_for(tree.folder)}{_TREE_ENDING}", data)

    def trees(self) -> list[ListedTree]:
        """The trees with saved reviews. Removes the others."""
        found: list[tuple[float, ListedTree, Path]] = []
        for path in (
            self._folder / name for name in disk.names_in(self._folder) if name.endswith(_TREE_ENDING)
        ):
            with suppress(OSError):
                try:
                    tree = msgspec.convert(json.loads(disk.read_bytes(path)), ListedTree)
                except (ValueError, RecursionError):
                    # ValidationError is one of them. Another version wrote it, or it was cut off.
                    tree = ListedTree("", "")
                written = disk.modified_at(path)
                if _is_left(Path(tree.folder), written) and tree.folder:
                    found.append((written, tree, path))
                else:
                    disk.remove(path)
        found.sort(key=lambda each: each[0], reverse=True)
        for _, _, path in found[_MAX_TREES:]:
            with suppress(OSError):
                disk.remove(path)
        return [tree for _, tree, _ in found[:_MAX_TREES]]


def _is_left(folder: Path, written: float) -> bool:
    """True if a tree has saved reviews, or may have: its folder is gone for a short time only."""
    if not disk.exists(folder):
        return written > time.time() - MAX_AGE_S
    return bool(SavedReviews(folder).begun())


def _name_for(path: str) -> str:
    """The name of the file about a path, which may have any characters and any length."""
    return sha256_of(path.encode("utf-8", "surrogatepass"))[:32]


_MAX_TEXT_AGE_S = 7 * 24 * 3600
"""Seconds after which the text of a file is removed."""
_MAX_TEXTS = 200
_MAX_TEXT_BYTES = 64 * 1024 * 1024
_TEXT_ENDING = ".text"


class ShownTexts:
    """The text of each file in one tree as last shown in a prompt, to which line numbers of a response refer.

    Args:
        folder: The private folder that stores them. It need not exist.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, files: Sequence[tuple[str, str]]) -> None:
        """Store the texts of files that were shown: of too many, the last. Does nothing if that fails.

        Args:
            files: The path of each, relative to the top of the tree, and its whole text, even if only some
                lines were shown.
        """
        with suppress(OSError):
            for path, text in files[-_MAX_TEXTS:]:
                name = f"{time.time_ns():020}-{_name_for(path)}{_TEXT_ENDING}"
                disk.store(self._folder / name, [text.encode("utf-8", "surrogatepass")], is_last=False)
            self._prune()

    def text(self, path: str) -> tuple[str, float] | None:
        """The text last shown of a file, and when, in seconds since the epoch.

        None if it was not shown, or too long ago.
        """
        with suppress(OSError, UnicodeDecodeError):
            ending = f"-{_name_for(path)}{_TEXT_ENDING}"
            names = [name for name in disk.names_in(self._folder) if name.endswith(ending)]
            if names and max(names) >= _oldest_text():
                text = disk.read_bytes(self._folder / max(names)).decode("utf-8", "surrogatepass")
                return text, int(max(names).partition("-")[0]) / 10**9
        return None

    def _prune(self) -> None:
        """Remove all but the latest text of each file, and those over the limits of age, number and size.

        Raises:
            OSError: The folder cannot be read.
        """
        known: set[str] = set()
        total = 0
        for name in sorted(disk.names_in(self._folder), reverse=True):
            file = name.partition("-")[2]
            size = disk.size_of(self._folder / name)
            is_kept = name.endswith(_TEXT_ENDING) and file not in known and name >= _oldest_text()
            if is_kept and len(known) < _MAX_TEXTS and total + size <= _MAX_TEXT_BYTES:
                known.add(file)
                total += size
            elif name < f"{time.time_ns() - 60 * 10**9:020}" or name.endswith(_TEXT_ENDING):
                # A recent temporary file may belong to another run.
                disk.remove(self._folder / name)


def _oldest_text() -> str:
    """The name before those of all texts that are not too old."""
    return f"{time.time_ns() - _MAX_TEXT_AGE_S * 10**9:020}"


_WAIT_S = 5.0
"""Seconds to wait for another run that changes the rules."""


class KeptRule(Struct, frozen=True):
    """A rule that the user always allows in a tree."""

    rule: str
    since_ms: int
    """Time of the answer, in milliseconds since the epoch."""


class _KeptRules(Struct, frozen=True):
    root: str
    first_commit: str
    rules: tuple[KeptRule, ...]


class RuleStore:
    """The rules that the user always allows in one tree, in the user's own state.

    They hold for the tree at this path as long as it has the same first commit, so that another
    repository in its place gets none of them.

    Args:
        folder: The private folder for all trees, which need not exist.
        root: The top of the tree, links resolved.
        first_commit: Returns the id of its first commit; empty without one.
    """

    def __init__(self, folder: Path, root: Path, first_commit: Callable[[], str]) -> None:
        self._root = str(root)
        self._path = folder / f"{sha256_of(os.fsencode(root))[:16]}.json"
        self._first_commit = first_commit

    def rules(self) -> tuple[KeptRule, ...]:
        """The rules, the oldest first; none if the file cannot be read, or is of another tree."""
        try:
            found = msgspec.json.decode(disk.read_bytes(self._path), type=_KeptRules)
        except (OSError, msgspec.DecodeError):
            return ()
        is_same = found.root == self._root and found.first_commit == self._first_commit()
        return found.rules if is_same else ()

    def add(self, rule: str) -> None:
        """Keep a rule.

        Raises:
            OSError: It cannot be written.
        """
        kept = KeptRule(rule, time.time_ns() // 1_000_000)
        with self._alone():
            self._write((*(each for each in self.rules() if each.rule != rule), kept))

    def remove(self, rule: str) -> bool:
        """Forget a rule. Returns False if it was not kept.

        Raises:
            OSError: It cannot be written.
        """
        with self._alone():
            before = self.rules()
            rest = tuple(each for each in before if each.rule != rule)
            if len(rest) < len(before):
                self._write(rest)
        return len(rest) < len(before)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold a lock: of two runs that change the rules at once, each would lose those of the other."""
        with ExitStack() as stack:
            try:
                stack.enter_context(disk.locked(self._path.with_suffix(".lock"), _WAIT_S))
            except TimeoutError as error:
                raise OSError(errno.EAGAIN, "another editreview writes there") from error
            yield

    def _write(self, rules: tuple[KeptRule, ...]) -> None:
        kept = _KeptRules(self._root, self._first_commit(), rules)
        disk.store(self._path, [msgspec.json.encode(kept)])


MAX_LOG_BYTES = 4 * 1024 * 1024
"""Bytes after which a new file is begun. Two are kept, so this is half of what the log takes at most."""
_NEW_RUNS, _OLD_RUNS = "runs.jsonl", "runs.1.jsonl"
_NO_FILE = (FileNotFoundError, NotADirectoryError)


class RunLog:
    """The log of runs.

    Args:
        folder: Its private folder, created with the first line.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def append(self, line: bytes) -> None:
        """Append a line, given without its end.

        Raises:
            OSError: It cannot be written.
        """
        path = self.folder / _NEW_RUNS
        log = disk.LineLog(path)
        try:
            if log.lock() and log.size >= MAX_LOG_BYTES and log.is_at(path):
                disk.replace(path, self.folder / _OLD_RUNS)
                log.close()
                log = disk.LineLog(path)
            log.write(line)
        finally:
            log.close()

    def lines(self) -> Iterator[bytes]:
        """The lines, the oldest first, including those that were cut short.

        Raises:
            OSError: A file cannot be read.
        """
        for name in (_OLD_RUNS, _NEW_RUNS):
            with suppress(*_NO_FILE):
                # Two runs may both end a line that looked cut short: one of the ends is an empty line.
                yield from filter(None, disk.read_bytes(self.folder / name).splitlines())

    def clear(self) -> None:
        """Remove all lines.

        Raises:
            OSError: They cannot be removed.
        """
        for name in (_OLD_RUNS, _NEW_RUNS):
            with suppress(*_NO_FILE):
                disk.remove(self.folder / name)
