"""A file's text, indexed once for all blocks that look for their place in it."""

from collections.abc import Callable, Sequence
from functools import cached_property

from editreview.matching.normalisers import exact
from editreview.texts import Lines, line_end

Key = Callable[[str], str]
"""What a line is compared by. Lines come without their line feed, and keys hold none."""


class FileIndex:
    """The lines of a text and, made when first needed, its keys under each normaliser."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = Lines(text)
        self._keyed: dict[Key, str] = {}
        self._found: dict[tuple[Key, str, int], list[int]] = {}

    @cached_property
    def bodies(self) -> list[str]:
        """Every line without its separator; a carriage return before a line feed stays."""
        pieces = self.text.split(self.lines.separator)
        return pieces if pieces[-1] else pieces[:-1]

    @cached_property
    def line_end(self) -> str:
        """The end of the first line that has one, for lines with no neighbour to go by."""
        return line_end(self.lines[0]) if len(self.lines) and line_end(self.lines[0]) else "\n"

    @cached_property
    def positions(self) -> dict[str, list[int]]:
        """Where each line, stripped of outer blanks, occurs."""
        found: dict[str, list[int]] = {}
        for number, line in enumerate(self.bodies):
            found.setdefault(line.strip(), []).append(number)
        return found

    def find(self, key: Key, wanted: Sequence[str], limit: int) -> Sequence[int]:
        """The 0-based lines at which a run of lines with these keys begins, overlapping runs included.

        Looked for once: a plan that is made anew asks the same again.

        Args:
            key: The normaliser.
            wanted: Keys, at least one.
            limit: At most so many are returned.
        """
        needle = "\n" + "\n".join(wanted) + "\n"
        if (key, needle, limit) not in self._found:
            if key not in self._keyed:
                self._keyed[key] = self._joined(key)
            self._found[key, needle, limit] = _lines_at(self._keyed[key], needle, limit)
        return self._found[key, needle, limit]

    def _joined(self, key: Key) -> str:
        """Every line's key, with newlines on both sides, so that one search finds whole lines only."""
        if key is exact and self.text and self.lines.separator == "\n":
            return f"\n{self.text}" if self.text.endswith("\n") else f"\n{self.text}\n"
        return "\n".join(["", *map(key, self.bodies), ""])


def _lines_at(text: str, needle: str, limit: int) -> list[int]:
    """The 0-based lines of a text at which a needle is found that begins with the newline before them."""
    found: list[int] = []
    line = counted = 0
    at = text.find(needle)
    while at >= 0 and len(found) < limit:
        line += text.count("\n", counted, at)
        counted = at
        found.append(line)
        at = text.find(needle, at + 1)
    return found
