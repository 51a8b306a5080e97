"""Reviews kept on disk while they last: the response as it came, and a log, each only appended to.

They lie in the private folder, readable by their owner alone. Who holds one has a lock on it,
which the system takes back when the process ends however it ends.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from editreview.workspace import disk

if TYPE_CHECKING:
    from filelock import BaseFileLock

MOST = 20
"""Reviews that are kept; of more, the oldest go."""
LONGEST = 30 * 24 * 3600.0
"""Seconds after which a review that nobody took up goes."""
_RESPONSE, _LOG, _LOCK = "response", "log", "lock"


class SavedReview:
    """One review on disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._response: disk.Appended | None = None
        self._log: disk.Appended | None = None
        self._lock: BaseFileLock | None = None

    @property
    def response_paths(self) -> list[Path]:
        """The responses as they came, in bytes, each in a file of its own."""
        count = sum(name.startswith(_RESPONSE) for name in disk.names_in(self.folder))
        return [self._response_path(number) for number in range(1, count + 1)]

    def _response_path(self, number: int) -> Path:
        return self.folder / (_RESPONSE if number == 1 else f"{_RESPONSE}-{number}")

    @property
    def began_ms(self) -> int:
        """When it began, in milliseconds since 1970."""
        return int(self.folder.name.partition("-")[0])

    @property
    def is_begun(self) -> bool:
        """Whether anything was written into its log."""
        try:
            return disk.size_and_mode(self.folder / _LOG)[0] > 0
        except OSError:
            return False

    def hold(self) -> bool:
        """Keep other runs off it until this one ends. Returns False if another has it."""
        # Not for the commands that look only: it is dear to import.
        from filelock import FileLock, Timeout

        lock = FileLock(self.folder / _LOCK, mode=0o600)
        try:
            lock.acquire(blocking=False)
        except Timeout:
            return False
        self._lock = lock
        return True

    def add_response(self, data: bytes) -> None:
        """Keep more of the response.

        Raises:
            OSError: It cannot be written.
        """
        if self._response is None:
            self._response = disk.Appended(self._response_path(1))
        self._response.write(data)

    def begin_response(self) -> None:
        """What is added from now on is a further response.

        Raises:
            OSError: It cannot be written.
        """
        if self._response is not None:
            self._response.close()
        self._response = disk.Appended(self._response_path(len(self.response_paths) + 1))

    def add_line(self, line: bytes) -> None:
        """Keep one more line of the log, given without its end.

        Raises:
            OSError: It cannot be written.
        """
        if self._log is None:
            path = self.folder / _LOG
            if self.is_begun:
                # What a full disk cut off would else begin a line that nobody can read.
                disk.shorten(path, sum(len(whole) + 1 for whole in self.lines()))
            self._log = disk.Appended(path)
        self._log.write(line + b"\n")

    def lines(self) -> list[bytes]:
        """The log; the last line is left out if it was cut off.

        Raises:
            OSError: It cannot be read.
        """
        return disk.read_bytes(self.folder / _LOG).split(b"\n")[:-1]

    def sync(self) -> None:
        """Make sure that all of it is on the disk."""
        for file in (self._response, self._log):
            if file is not None:
                file.sync()

    def release(self) -> None:
        """Leave it for another run to take up."""
        for file in (self._response, self._log):
            if file is not None:
                file.close()
        self._response = self._log = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def discard(self) -> None:
        """Remove it: nothing is left to do."""
        self.release()
        disk.remove_tree(self.folder)


class SavedReviews:
    """All reviews that are kept of one tree.

    Args:
        folder: Where they lie; made when there is one.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def begin(self) -> SavedReview:
        """A new one, held by this run. Those that are too many or too old go.

        Raises:
            OSError: It cannot be written.
        """
        self._prune()
        # Held before it has a name by which another run could find it.
        saved = SavedReview(disk.new_private_folder(self._folder))
        saved.hold()
        taken = {each.began_ms for each in self._all()}
        began = time.time_ns() // 1_000_000
        while began in taken:
            began += 1
        folder = self._folder / f"{began}-review"
        disk.rename_folder(saved.folder, folder)
        saved.folder = folder
        return saved

    def waiting(self) -> Iterator[SavedReview]:
        """Those that no run holds, the newest first. Who wants one has to hold it."""
        for saved in self._all():
            if saved.is_begun and saved.hold():
                saved.release()
                yield saved

    def _all(self) -> list[SavedReview]:
        names = [name for name in disk.names_in(self._folder) if name.partition("-")[0].isdecimal()]
        return sorted((SavedReview(self._folder / name) for name in names), key=_began, reverse=True)

    def _prune(self) -> None:
        oldest = (time.time() - LONGEST) * 1000
        for at, saved in enumerate(self._all()):
            if (at >= MOST - 1 or saved.began_ms < oldest) and saved.hold():
                saved.discard()


def _began(saved: SavedReview) -> int:
    return saved.began_ms
