"""Zed's edits: an old and a new text, with the line at which the old one is.

    <edits>
    <old_text line=42>
    return a
    </old_text>
    <new_text>
    return b
    </new_text>
    </edits>

Models mix up the end tags, so any of them ends a text, `</parameter></invoke>` too.
"""

import re
from collections.abc import Sequence

from editreview.blocks import NO_HINTS, Hints, Reading, Replace
from editreview.formats.dialect import (
    GOES_ON,
    Context,
    Found,
    Line,
    Malformed,
    OpenBlock,
    Outcome,
    Step,
    looking_for,
)
from editreview.formats.paths import path_above
from editreview.formats.xml_parameters import as_lines
from editreview.texts import counted

_AT = r"(?:[ \t]+line[ \t]*=[ \t]*[\"']?(?P<line>\d{1,9})[\"']?)?"
_OLD = re.compile(rf"[ \t]*<old_text{_AT}[ \t]*>(?P<rest>.*)$", re.DOTALL)
_NEW = re.compile(r"[ \t]*<new_text>")
_END = re.compile(r"</(?:old_text|new_text|edits)>|</parameter>[ \t]*</invoke>")
_WRAPPER = re.compile(r"[ \t]*<edits>[ \t]*$")


class _Pair(OpenBlock):
    is_tentative = False

    def __init__(self, line: Line, found: re.Match[str], path: str | None) -> None:
        self._first = line.number
        self._hints = Hints(line=int(found["line"]) or None) if found["line"] else NO_HINTS
        self._path = path
        self._old: str | None = None
        self._is_in_new = False
        self._text: list[str] = []
        self._done = self._take(found["rest"])

    def feed(self, line: Line) -> Step:
        if line.number == self._first:
            return Step([self._done], is_closed=True) if self._done is not None else GOES_ON
        if self._is_between and line.text.strip() and not _NEW.match(line.text):
            return Step([self._missing("<new_text>")], is_closed=True, takes_line=False)
        if not self._is_in_new and self._old is None and _OLD.match(line.text):
            return Step([self._missing("</old_text>")], is_closed=True, takes_line=False)
        self._done = self._take(line.text)
        return GOES_ON if self._done is None else Step([self._done], is_closed=True)

    def end(self) -> Sequence[Outcome]:
        missing = "<new_text>" if self._is_between else "</new_text>" if self._is_in_new else "</old_text>"
        return [self._missing(missing)]

    def progress(self) -> str:
        return (
            f"{'new' if self._old is not None else 'old'} text arriving, {counted(len(self._text), 'line')}"
        )

    @property
    def _is_between(self) -> bool:
        return self._old is not None and not self._is_in_new

    def _missing(self, what: str) -> Malformed:
        message = f"Missing {what} for the edit at line {self._first}"
        search = "\n".join(self._text) if self._old is None else self._old
        return Malformed(self._path, message, begun=looking_for(search.strip("\n").split("\n")))

    def _take(self, text: str) -> Outcome | None:
        """Take what is left of a line; the edit, if that ends it."""
        if self._is_between:
            begins = _NEW.match(text)
            if begins is None:
                return None
            self._is_in_new = True
            text = text[begins.end() :]
        end = self._end_of(text)
        self._text.append(text if end is None else text[: end.start()])
        if end is None:
            return None
        content = as_lines("\n".join(self._text))
        self._text = []
        if self._old is None:
            self._old = content
            return self._take(text[end.end() :])
        return self._edit(self._old, content)

    def _end_of(self, text: str) -> re.Match[str] | None:
        """An end tag with nothing but tags behind it."""
        if "</" not in text:
            return None
        found = _END.search(text)
        return found if found and text[found.end() :].lstrip()[:1] in ("", "<") else None

    def _edit(self, old: str, new: str) -> Outcome:
        if not old.strip():
            return Malformed(self._path, f"old_text is empty in the edit at line {self._first}")
        return Found(self._path, Replace((Reading(old, new),)), hints=self._hints)


def open_pair(line: Line, context: Context) -> OpenBlock | None:
    found = _OLD.match(line.text)
    if found is None:
        return None
    above = list(context.above)
    while above and (not above[-1].strip() or _WRAPPER.match(above[-1])):
        above.pop()
    return _Pair(line, found, path_above(above) or context.path)
