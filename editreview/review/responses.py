"""The responses of a review: read one after the other, each with its lines and its name."""

from bisect import bisect_right
from collections.abc import Collection, Iterable
from hashlib import blake2b

from editreview.blocks import EditBlock, LineRange
from editreview.formats import Item, Reader, Unwrapper, formats_of, read_as, turns_that_edit
from editreview.text import counted

_MAX_HEAD = 64_000
"""Characters of a response that are searched for the subject of a commit."""
_NOTHING_FED = blake2b(digest_size=16).hexdigest()


class Responses:
    """Reads responses one after the other. The name of a complete response is a digest of its text.

    Args:
        formats: The only formats to read; empty for all.
        turn: The turn of a transcript to read; see `Unwrapper`.
    """

    def __init__(self, formats: Collection[str], turn: int | None = None) -> None:
        self.formats = read_as(formats)
        self._turn = turn
        self._unwrapper = Unwrapper(turn)
        self._earlier_model: str | None = None
        self.starts: list[int] = [1]
        """The first line of each response."""
        self._reader = self._new_reader(0)
        self._fed = blake2b(digest_size=16)
        """The digest of the current response so far."""
        self._names: dict[int, str] = {}
        """The name of each complete response, by its first line."""
        self._heads: list[list[str]] = [[]]
        """The beginning of each response, in chunks."""

    def _new_reader(self, lines_before: int) -> Reader:
        return Reader(formats_of(self.formats), lines_before)

    def begin(self) -> None:
        """Begin a further response. The one before must be closed."""
        # Line numbers go on, so that each line has its own.
        self.starts.append(self._reader.line + 1)
        self._heads.append([])
        self._reader = self._new_reader(self._reader.line)
        self._earlier_model = self.model
        self._unwrapper = Unwrapper(self._turn)

    def unwrap(self, chunk: str) -> str:
        """Receive a chunk of the response. Returns the text that it completes, without its envelope."""
        return self._unwrapper.feed(chunk)

    @property
    def turn_problem(self) -> str | None:
        """A message if the last complete response does not have the turn to read; else None."""
        turns = self._unwrapper.turns
        if self._turn is None:
            return None
        if turns is None:
            # A further response need not be a transcript too.
            is_first = len(self.starts) == 1
            return "--turn needs a transcript, and the response is not one" if is_first else None
        if abs(self._turn) > turns:
            return f"there is no turn {self._turn}: the transcript has {counted(turns, 'turn')}"
        return None

    @property
    def model(self) -> str | None:
        """The model that wrote the last complete response of which that is known."""
        return self._unwrapper.model or self._earlier_model

    @property
    def oddity(self) -> str | None:
        """The reason why the last response has no edits, if it is empty or not text; else None."""
        head = "".join(self._heads[-1])
        if not head.strip():
            return "the response is empty"
        return "the response is not text: it has null bytes" if "\0" in head else None

    @property
    def other_turns(self) -> str | None:
        """A sentence about further turns of the transcript that edit files, but were not read; else None."""
        others = self._unwrapper.other_turns
        if not others:
            return None
        return f"{turns_that_edit(others)}: read with --turn {others[-1]}, or all with --turn all"

    def unwrap_rest(self) -> str:
        """The text that the end of the response completes."""
        return self._unwrapper.close()

    def feed(self, text: str) -> list[Item]:
        """Read more of the text. Returns the items that it completed."""
        self._fed.update(text.encode("utf-8", "surrogatepass"))
        if (room := _MAX_HEAD - sum(map(len, self._heads[-1]))) > 0:
            self._heads[-1].append(text[:room])
        return self._reader.feed(text)

    def close(self) -> list[Item]:
        """End the response. Returns the items that its end completed."""
        self._names[self.starts[-1]] = self._fed.hexdigest()
        self._fed = blake2b(digest_size=16)
        return self._reader.close()

    @property
    def names(self) -> frozenset[str]:
        """The names of the complete responses; an empty response has none."""
        return frozenset(self._names.values()) - {_NOTHING_FED}

    def number_of(self, block: EditBlock) -> int:
        """The number of the response that a block is in, from 1."""
        return bisect_right(self.starts, block.lines[0])

    def lines_from_to(self, number: int) -> tuple[int, int]:
        """The first line of a response, by its number from 1, and the line after its last one."""
        return self.starts[number - 1], [*self.starts, self._reader.line + 1][number]

    def name_of(self, block: EditBlock) -> str | None:
        """The name of the response that a block is in; None if that is not complete yet, or empty."""
        name = self._names.get(self.starts[self.number_of(block) - 1])
        return None if name == _NOTHING_FED else name

    def lines_of(self, number: int, ranges: Iterable[LineRange]) -> list[str]:
        """Lines of a response, as far as they are in its kept beginning.

        Args:
            number: The number of the response, from 1.
            ranges: Ranges of lines, numbered as in blocks; those of other responses are left out.
        """
        start, lines = self.starts[number - 1], "".join(self._heads[number - 1]).split("\n")
        within = ((first - start, last + 1 - start) for first, last in ranges)
        return [line for first, end in within if first >= 0 for line in lines[first:end]]

    def open_text(self, most: int) -> str:
        """The last `most` characters of the block that is arriving. Nothing of it is applied."""
        return self._reader.open_text(most)

    @property
    def open_lines(self) -> int:
        """The number of lines received of the block that is arriving."""
        return self._reader.open_lines

    @property
    def open_block(self) -> str | None:
        """The parts received of the block that is arriving."""
        return self._reader.open_block
