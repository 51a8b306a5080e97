"""The texts of files as they were last shown for a prompt, so that line numbers can be read by them."""

import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from editreview.workspace import disk

_OLDEST = 7 * 24 * 3600
"""Seconds."""
_MOST = 200
_MOST_BYTES = 64 * 1024 * 1024
_ENDING = ".text"


class ShownTexts:
    """The last text shown of each file of one tree.

    Args:
        folder: Where they are kept, private to their owner. It need not be there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, path: str, text: str) -> None:
        """A file was shown. Where nothing can be kept, its text is not.

        Args:
            path: From the top of the tree.
            text: All of it, whatever lines of it were shown.
        """
        name = f"{time.time_ns():020}-{_name(path)}{_ENDING}"
        with suppress(OSError):
            disk.store(self._folder / name, [text.encode("utf-8", "surrogatepass")], is_last=False)
            self._prune()

    def text(self, path: str) -> str | None:
        """The text last shown of a file; None if it was not shown, or not lately."""
        with suppress(OSError, UnicodeDecodeError):
            ending = f"-{_name(path)}{_ENDING}"
            names = [name for name in disk.names_in(self._folder) if name.endswith(ending)]
            if names and max(names) >= _oldest():
                return disk.read_bytes(self._folder / max(names)).decode("utf-8", "surrogatepass")
        return None

    def _prune(self) -> None:
        """Remove all but the latest texts, and as many of them as are too old or too much.

        Raises:
            OSError: The folder cannot be looked into.
        """
        known: set[str] = set()
        total = 0
        for name in sorted(disk.names_in(self._folder), reverse=True):
            file = name.partition("-")[2]
            size = disk.size_of(self._folder / name)
            is_kept = name.endswith(_ENDING) and file not in known and name >= _oldest()
            if is_kept and len(known) < _MOST and total + size <= _MOST_BYTES:
                known.add(file)
                total += size
            elif name < f"{time.time_ns() - 60 * 10**9:020}" or name.endswith(_ENDING):
                # What is growing may be another run's.
                disk.remove(self._folder / name)


def _name(path: str) -> str:
    return sha256(path.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _oldest() -> str:
    return f"{time.time_ns() - _OLDEST * 10**9:020}"
