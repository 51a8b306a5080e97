"""SEARCH/REPLACE blocks as aider and many others ask for them.

    path/to/file.py
    ```python
    <<<<<<< SEARCH
    the text as it is
    =======
    the text as it shall be
    >>>>>>> REPLACE
    ```

Markers may have five to nine characters, be indented, and be followed by other text; the
rules are those that research on real replies found needed. A divider inside the content
gives the block several readings, since only the file can tell which one was meant.
"""

import re
from collections.abc import Sequence

from editreview.blocks import Reading, Replace
from editreview.formats.dialect import (
    GOES_ON,
    Context,
    Dialect,
    Found,
    Line,
    Malformed,
    OpenBlock,
    Outcome,
    Step,
)
from editreview.formats.paths import is_path, path_above

_HEAD = re.compile(r"(?P<indent>[ \t]*)<{5,9} ?SEARCH\b>?(?P<rest>.*)$")
_DIVIDER = re.compile(r"(?P<indent>[ \t]*)={5,9}[ \t]*$")
_END = re.compile(r"[ \t]*>{5,9} ?REPLACE\b")
_MARKUP = (".md", ".markdown", ".rst", ".mdx")
_MOST_DIVIDERS = 100
_DROPPED = "drops the ======= before the end marker"
_KEPT = "keeps the ======= before the end marker as text"


class _Block:
    is_tentative = False

    def __init__(self, head: Line, indent: str, path: str | None) -> None:
        self._first = head.number
        self._indent = indent
        self._path = path
        self._lines: list[str] = []
        self._dividers: list[tuple[int, str]] = []

    def extend(self, lines: Sequence[str]) -> None:
        self._lines += lines

    def feed(self, line: Line) -> Step:
        if _END.match(line.text):
            return Step([self._outcome()], is_closed=True)
        if _HEAD.match(line.text):
            return Step([self._malformed()], is_closed=True, takes_line=False)
        if divider := _DIVIDER.match(line.text):
            self._dividers.append((len(self._lines), divider["indent"]))
        self._lines.append(line.text)
        return GOES_ON

    def end(self) -> Sequence[Outcome]:
        return [self._malformed()]

    def progress(self) -> str:
        if not self._dividers:
            return f"SEARCH part arriving, {len(self._lines)} lines"
        at = self._dividers[0][0]
        return f"SEARCH part complete ({at} lines), REPLACE part arriving, {len(self._lines) - at - 1} lines"

    def _malformed(self) -> Malformed:
        marker = ">>>>>>> REPLACE" if self._dividers else "======= divider"
        return Malformed(self._path, f"Missing {marker} for the block at line {self._first}")

    def _outcome(self) -> Outcome:
        if not self._dividers:
            return self._malformed()
        aligned = [at for at, indent in self._dividers if indent == self._indent]
        dividers = aligned or [at for at, _ in self._dividers]
        if len(dividers) > _MOST_DIVIDERS:
            message = f"More than {_MOST_DIVIDERS} lines may divide the block at line {self._first}"
            return Malformed(self._path, message)
        return Found(self._path, Replace(tuple(self._readings(dividers))))

    def _readings(self, dividers: list[int]) -> list[Reading]:
        """A reading for every divider, the longest SEARCH first."""
        last = len(self._lines) - 1
        is_stray = len(dividers) > 1 and dividers[-1] == last
        readings: list[Reading] = []
        for nth in reversed(range(len(dividers) - is_stray)):
            why = f"divider {nth + 1} of {len(dividers) - is_stray}" if len(dividers) - is_stray > 1 else None
            ways = self._ways_to_end(dividers, nth) if is_stray else [(last + 1, why)]
            readings += [self._split(dividers, nth, end, reason or why) for end, reason in ways]
        return readings

    def _ways_to_end(self, dividers: list[int], nth: int) -> list[tuple[int, str | None]]:
        """Where REPLACE can end if a divider stands just before the end marker, the likelier way first."""
        last = dividers[-1]
        kept = (last + 1, _KEPT)
        if nth:
            # SEARCH has such lines too: the block is about them, most likely with as many afterwards.
            dropped = (last, _DROPPED)
            more = len(dividers) - 1 - 2 * nth
            return [kept] if more == 0 else [dropped, kept] if more == 1 else [kept, dropped]
        if not (self._path or "").lower().endswith(_MARKUP):
            return [(last, None)]
        # In a markup language the same line can underline a heading.
        return [kept, (last, None)] if self._lines[last - 1].strip() else [(last, None), kept]

    def _split(self, dividers: list[int], nth: int, end: int, why: str | None) -> Reading:
        at = dividers[nth]
        search, replace = self._text(0, at), self._text(at + 1, end)
        divider = self._lines[at].strip() if at < dividers[-1] else None
        return Reading(search, _keeping_last_blank_line(search, replace), why, divider)

    def _text(self, start: int, end: int) -> str:
        lines = self._lines[start:end]
        width = len(self._indent)
        if width and all(line.startswith(self._indent) or not line.strip() for line in self._lines):
            lines = [line[width:] if line.startswith(self._indent) else "" for line in lines]
        return "".join(line + "\n" for line in lines)


def _keeping_last_blank_line(search: str, replace: str) -> str:
    # aider, whose format this is, does not count a blank line before the divider as text to
    # replace; models leave one there without meaning it to go. So it helps to find the place
    # and stays in the file.
    ends_blank = search.endswith("\n\n") and search.strip()
    return replace + "\n" if ends_blank and replace != "\n" and not replace.endswith("\n\n") else replace


def _open(line: Line, context: Context) -> OpenBlock | None:
    head = _HEAD.match(line.text)
    if head is None:
        return None
    written = head["rest"].strip()
    path = written if is_path(written) else path_above(context.above) or context.path
    return _Block(line, head["indent"], path)


_EXAMPLE = """\
greeting.py
<<<<<<< SEARCH
    return "Hello"
=======
    return "Good morning"
>>>>>>> REPLACE
"""

DIALECT = Dialect("search-replace", "<", "<=>", _open, _EXAMPLE)
