"""The log of runs: one line for each, in a private file in the user's own state.

A run appends its line with one write. It never waits: a lock that another run has is done without, and the
file is exchanged for a new one when it is large enough, so the cost does not grow. A line that a killed run
cut short is ended by the next one, and readers leave it out.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from editreview.workspace import disk

MAX_BYTES = 4 * 1024 * 1024
"""Bytes after which a new file is begun. Two are kept, so this is half of what the log takes at most."""
_NEW, _OLD = "runs.jsonl", "runs.1.jsonl"
_MISSING = (FileNotFoundError, NotADirectoryError)


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
        path = self.folder / _NEW
        log = disk.LineLog(path)
        try:
            if log.lock() and log.size >= MAX_BYTES and log.is_at(path):
                disk.replace(path, self.folder / _OLD)
                log.close()
                log = disk.LineLog(path)
            log.write(line)
        finally:
            log.close()

    def lines(self) -> Iterator[bytes]:
        """The lines, the oldest first, also those that were cut short.

        Raises:
            OSError: A file cannot be read.
        """
        for name in (_OLD, _NEW):
            with suppress(*_MISSING):
                # Two runs may both end a line that looked cut short: one of the ends is an empty line.
                yield from filter(None, disk.read_bytes(self.folder / name).splitlines())

    def clear(self) -> None:
        """Remove all lines.

        Raises:
            OSError: They cannot be removed.
        """
        for name in (_OLD, _NEW):
            with suppress(*_MISSING):
                disk.remove(self.folder / name)
