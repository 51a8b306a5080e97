"""Calls of tools in XML-like text, as Cline, Roo, Kilo, Claude and Zed have models write them.

    <write_to_file>
    <path>src/a.py</path>
    <content>
    print("<&>")
    </content>
    </write_to_file>

It is not XML: what is between the tags is raw text, with `<` and `&` in it, so no parser of
XML will do. An end tag is one where the tool's grammar has one: a parameter ends where
another begins or where the call ends, and a call ends behind a parameter. Entities stay as
they are written, since nobody can know which of them are meant (un-escaping them broke
files that hold `&amp;`). One newline after a start tag and one before an end tag are layout.

A call inside of a call of the same kind is an example in the text that is written.
"""

import re
from collections.abc import Sequence

from editreview.formats.dialect import (
    GIVES_UP,
    GOES_ON,
    Context,
    Dialect,
    Line,
    Malformed,
    OpenBlock,
    Outcome,
    Step,
)
from editreview.formats.xml_pairs import open_pair
from editreview.formats.xml_tools import call_outcomes, may_edit
from editreview.texts import counted

_TOOLS = (
    "replace_in_file",
    "apply_diff",
    "write_to_file",
    "search_and_replace",
    "insert_content",
    "str_replace_editor",
    "str_replace_based_edit_tool",
    "edit_file",
    "execute_command",
)
_BEHIND = r"(?=[ \t]*(?:<|$))"
_TAGGED = re.compile(rf"[ \t]*<(?P<tag>(?P<name>{'|'.join(_TOOLS)}))>{_BEHIND}")
_NAME = r"[\"']?(?P<name>[\w.:/-]+)[\"']?"
_NAMED = re.compile(
    rf"[ \t]*<(?P<tag>(?:\w+:)?invoke|function)(?:[ \t]+name)?[ \t]*=[ \t]*{_NAME}[ \t]*>{_BEHIND}"
)
_CLOSING = re.compile(r"</[\w:]+>")
_LAST_TAGS = 4
"""So many end tags may stand together at the end of a line."""


class _Call(OpenBlock):
    def __init__(self, line: Line, found: re.Match[str]) -> None:
        self._first = line.number
        self._found = found
        self._end_tag = f"</{found['tag']}>"
        self._lines: list[str] = []
        self._depth = 1
        self._has_begun = False
        self._is_done = self._take(line.text[found.end() :])

    @property
    def is_tentative(self) -> bool:
        return not self._has_begun

    def feed(self, line: Line) -> Step:
        if line.number == self._first:
            return Step(self._outcomes(), is_closed=True) if self._is_done else GOES_ON
        if not self._has_begun and line.text.strip() and not line.text.lstrip().startswith("<"):
            return GIVES_UP
        if self._begins_another(line.text):
            self._depth += 1
        self._is_done = self._take(line.text)
        return Step(self._outcomes(), is_closed=True) if self._is_done else GOES_ON

    def end(self) -> Sequence[Outcome]:
        name = self._found["name"]
        if not self._has_begun or not may_edit(name):
            return []
        return [Malformed(None, f"Missing {self._end_tag} for the {name} at line {self._first}")]

    def progress(self) -> str:
        return f"{self._found['name']} arriving, {counted(len(self._lines), 'line')}"

    def _begins_another(self, text: str) -> bool:
        found = self._found.re.match(text)
        return found is not None and found["tag"] == self._found["tag"]

    def _take(self, text: str) -> bool:
        """Whether this line ends the call."""
        self._has_begun = self._has_begun or bool(text.strip())
        at = self._end_in(text)
        self._depth -= at is not None
        self._lines.append(text if at is None or self._depth else text[:at])
        return self._depth == 0

    def _end_in(self, text: str) -> int | None:
        """Where a call ends in a line: alone, or behind the end of a parameter."""
        end = len(text.rstrip())
        for _ in range(_LAST_TAGS):
            at = text.rfind("</", 0, end)
            if at < 0 or not _CLOSING.fullmatch(text, at, end):
                return None
            end = at
            while end and text[end - 1] in " \t":
                end -= 1
            if text.startswith(self._end_tag, at):
                return at if end == 0 or text[end - 1] == ">" else None
        return None

    def _outcomes(self) -> list[Outcome]:
        text, is_named = "\n".join(self._lines), self._found.re is _NAMED
        return call_outcomes(self._found["name"], text, self._first, is_named=is_named)


def _open(line: Line, context: Context) -> OpenBlock | None:
    found = _TAGGED.match(line.text) or _NAMED.match(line.text)
    return _Call(line, found) if found else open_pair(line, context)


_EXAMPLE = """\
<replace_in_file>
<path>greeting.py</path>
<diff>
------- SEARCH
    return "Hello"
=======
    return "Good morning"
+++++++ REPLACE
</diff>
</replace_in_file>
"""

_SUMMARY = '`<replace_in_file>`, `<apply_diff>`, `<write_to_file>`, `<invoke name="Edit">`, `<old_text>` …'

DIALECT = Dialect("xml-tool-call", _open, _EXAMPLE, _SUMMARY, is_fed_opening=True)
