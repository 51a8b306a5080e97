"""The last lines before the one that is being read, which may say whose file a block edits."""

from collections.abc import Sequence

LINES_ABOVE = 6
"""So many are known."""
_NEAR = 600
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
        # Nearly always they are near, and what lies before them need not be searched.
        near = self.text[max(self._from, self.at - _NEAR) : self.at].rsplit("\n", LINES_ABOVE)
        if len(near) > LINES_ABOVE:
            return near[1:]
        above = f"{self._kept}{self.text[self._from : self.at]}"
        return above[_last_lines(above) :].split("\n")[1:]

    def put(self, line: str, length: int) -> None:
        """Let another line stand for the one in question, which has so many characters."""
        self._kept += f"{self.text[self._from : self.at]}\n{line}"
        self._from = self.at + 1 + length

    def end_text(self) -> None:
        """All of the text is read."""
        kept = self._kept + (self.text[self._from :] if self._from else self.text)
        self._kept = kept if len(kept) <= _MUCH else kept[_last_lines(kept) :]
        self._from = self.at = 0

    def forget(self) -> None:
        """None of the lines that are kept counts from here on."""
        self._kept = ""


def _last_lines(text: str) -> int:
    """The newline before as many lines at the end of a text as are known, or before all of them."""
    at = len(text)
    for _ in range(LINES_ABOVE):
        at = text.rfind("\n", 0, at)
        if at < 0:
            return 0
    return at
