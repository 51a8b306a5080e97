"""Parts of a response that are not its answer: thinking, and quotations of earlier responses.

They are prose, unless nothing else in the response is an edit.
"""

import re

from msgspec import Struct

_NAMES = r"(?:think|thinking|thoughts?|reasoning|thinking-content-\w+)"
_THINKING = re.compile(rf"[ \t]*<{_NAMES}>", re.IGNORECASE)
_END_OF_THINKING = re.compile(rf"</{_NAMES}>", re.IGNORECASE)
_QUOTED = re.compile(r"[ \t]*>(?: |$)")
FIRST = rf"(?i:<{_NAMES}>)|>(?: |$)"
"""How an aside begins, after blanks, as a regular expression."""
SIGNS = "<>"
"""The characters that it begins with."""


class Aside(Struct, frozen=True):
    """The part that is open."""

    is_quotation: bool

    @property
    def inner(self) -> str | None:
        """How a line of it begins that can end it, as of an open block."""
        return None if self.is_quotation else "[^\n]*</"

    def split(self, line: str) -> tuple[str | None, str | None]:
        """What of a line belongs to the aside, and what follows it; None for nothing.

        Thinking ends at its closing tag, a quotation at the first line that is not quoted.
        """
        if self.is_quotation:
            mark = _QUOTED.match(line)
            return (line[mark.end() :], None) if mark else (None, line)
        end = _END_OF_THINKING.search(line)
        return (line[: end.start()], line[end.end() :]) if end else (line, None)


def opening(line: str) -> tuple[Aside, str] | None:
    """The aside that begins with a line, and what of the line is still to be split."""
    if thinking := _THINKING.match(line):
        return Aside(is_quotation=False), line[thinking.end() :]
    return (Aside(is_quotation=True), line) if _QUOTED.match(line) else None
