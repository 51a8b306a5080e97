"""The last lines before the one that is being read, which may say whose file a block edits."""

from collections.abc import Sequence

LINES_ABOVE = 6
"""So many are known."""
_MUCH = 4_000
"""Characters of lines that are kept, though few of them are asked for."""


class LinesAbove:
    """Keeps what is needed of the texts that were read, and of the one that is being read.

    Each text is whole lines, a newline before each of them.
    """

    def __init__(self) -> None:
        self.text = ""
        """The one that is being read."""
        self.at = 0
        """The newline in it before the line in question."""
        self._kept = ""
        """The last lines before the text, a newline before each."""
        self._from = 0
        """Where the lines of the text begin that are not among those yet."""

    def lines(self) -> Sequence[str]:
        """The last lines before the one in question, nearest last."""
        start = _last_lines(self.text, self._from, self.at)
        if start is not None:
            return self.text[start + 1 : self.at].split("\n")
        above = f"{self._kept}{self.text[self._from : self.at]}"
        return above[_last_lines(above) or 0 :].split("\n")[1:]

    def put(self, line: str, length: int) -> None:
        """Let another line stand for the one in question, which has so many characters."""
        self._keep(f"{self._kept}{self.text[self._from : self.at]}\n{line}")
        self._from = self.at + 1 + length

    def end_text(self) -> None:
        """All of the text is read."""
        self._keep(self._kept + (self.text[self._from :] if self._from else self.text))
        self._from = self.at = 0

    def forget(self) -> None:
        """None of the lines that are kept counts from here on."""
        self._kept = ""

    def _keep(self, above: str) -> None:
        self._kept = above if len(above) <= _MUCH else above[_last_lines(above) or 0 :]


def _last_lines(text: str, start: int = 0, end: int | None = None) -> int | None:
    """The newline before as many lines at the end of a text as are known; None if it has fewer."""
    at = len(text) if end is None else end
    for _ in range(LINES_ABOVE):
        at = text.rfind("\n", start, at)
        if at < 0:
            return None
    return at
