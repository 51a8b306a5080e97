"""The response as it came, kept on disk once it is long: a review needs only its blocks in memory."""

import tempfile
import weakref

_IN_MEMORY = 1024 * 1024
"""Bytes up to which nothing is written to disk."""


class Spool:
    """A text that grows."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
        # It lives as long as this object does.
        weakref.finalize(self, self._file.close)
        self.size = 0
        """In bytes."""

    def append(self, text: str) -> None:
        # Lone surrogates stand for bytes that were not UTF-8.
        data = text.encode("utf-8", "surrogateescape")
        self._file.seek(0, 2)
        self._file.write(data)
        self.size += len(data)

    def head(self, size: int) -> str:
        """The text's beginning, at most so many bytes of it."""
        self._file.seek(0)
        return self._file.read(size).decode("utf-8", "ignore")

    def text(self) -> str:
        """All of it."""
        self._file.seek(0)
        return self._file.read().decode("utf-8", "surrogateescape")
