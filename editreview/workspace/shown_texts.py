"""The texts of files as last shown in a prompt, to which line numbers of a response refer."""

import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from editreview.workspace import disk

_OLDEST = 7 * 24 * 3600
"""Seconds."""
_MOST = 200
_MAX_BYTES = 64 * 1024 * 1024
_ENDING = ".text"


class ShownTexts:
    """The last text shown of each file in one tree.

    Args:
        folder: The private folder that stores them. It need not exist.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, path: str, text: str) -> None:
        """Store the text of a file that was shown. Does nothing if it cannot be written.

        Args:
            path: Relative to the top of the tree.
            text: The whole text, even if only some lines were shown.
        """
        name = f"{time.time_ns():020}-{_name(path)}{_ENDING}"
        with suppress(OSError):
            disk.store(self._folder / name, [text.encode("utf-8", "surrogatepass")], is_last=False)
            self._prune()

    def text(self, path: str) -> str | None:
        """The text last shown of a file; None if it was not shown, or too long ago."""
        with suppress(OSError, UnicodeDecodeError):
            ending = f"-{_name(path)}{_ENDING}"
            names = [name for name in disk.names_in(self._folder) if name.endswith(ending)]
            if names and max(names) >= _oldest():
                return disk.read_bytes(self._folder / max(names)).decode("utf-8", "surrogatepass")
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
            is_kept = name.endswith(_ENDING) and file not in known and name >= _oldest()
            if is_kept and len(known) < _MOST and total + size <= _MAX_BYTES:
                known.add(file)
                total += size
            elif name < f"{time.time_ns() - 60 * 10**9:020}" or name.endswith(_ENDING):
                # A recent temporary file may belong to another run.
                disk.remove(self._folder / name)


def _name(path: str) -> str:
    return sha256(path.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _oldest() -> str:
    return f"{time.time_ns() - _OLDEST * 10**9:020}"
