"""The responses under review: read one after the other, their lines counted as those of one text."""

from bisect import bisect_right
from collections.abc import Collection
from hashlib import blake2b

from editreview.blocks import EditBlock
from editreview.formats import Item, Reader, formats_of

_NOTHING_FED = blake2b(digest_size=16).hexdigest()


class Responses:
    """Reads what is fed, and names each whole response by its text.

    Args:
        formats: The only ones in which edits are looked for; none for all.
    """

    def __init__(self, formats: Collection[str]) -> None:
        self.formats = frozenset(formats)
        self.starts: list[int] = [1]
        """The line that each response begins at."""
        self._reader = self._new_reader(0)
        self._fed = blake2b(digest_size=16)
        """The digest of the response that is arriving."""
        self._names: dict[int, str] = {}
        """By the line that a whole response begins at: its name."""

    def _new_reader(self, lines_before: int) -> Reader:
        return Reader(formats_of(self.formats), lines_before)

    def begin(self) -> None:
        """Take what is fed from now on as a further response. The one before must be closed."""
        # Its lines are counted on, so that each line has one number.
        self.starts.append(self._reader.line + 1)
        self._reader = self._new_reader(self._reader.line)

    def feed(self, chunk: str) -> list[Item]:
        """Take more of the response. Returns what closed."""
        self._fed.update(chunk.encode("utf-8", "surrogatepass"))
        return self._reader.feed(chunk)

    def close(self) -> list[Item]:
        """The response is over. Returns what its end closed."""
        self._names[self.starts[-1]] = self._fed.hexdigest()
        self._fed = blake2b(digest_size=16)
        return self._reader.close()

    @property
    def names(self) -> frozenset[str]:
        """Those of the responses that are whole; one that was not fed has none."""
        return frozenset(self._names.values()) - {_NOTHING_FED}

    def name_of(self, block: EditBlock) -> str | None:
        """The name of the response that a block is in; None if that is not whole yet, or was not fed."""
        name = self._names.get(self.starts[bisect_right(self.starts, block.lines[0]) - 1])
        return None if name == _NOTHING_FED else name

    def open_text(self, most: int) -> str:
        """The last of the block that is arriving, of `most` characters at most. Nothing of it is applied."""
        return self._reader.open_text(most)

    @property
    def open_lines(self) -> int:
        """The number of lines received of the block that is arriving."""
        return self._reader.open_lines

    @property
    def open_block(self) -> str | None:
        """The parts received of the block that is arriving."""
        return self._reader.open_block
