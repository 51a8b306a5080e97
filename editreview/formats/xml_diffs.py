"""SEARCH/REPLACE blocks inside of a call: Cline's `replace_in_file` and Roo's `apply_diff`.

Roo has a form for several files too:

    <args>
    <file>
      <path>src/a.py</path>
      <diff>
        <content>
    <<<<<<< SEARCH
    …
        </content>
        <start_line>12</start_line>
      </diff>
    </file>
    </args>
"""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import NO_HINTS, Hints
from editreview.formats.calls import WrongCall
from editreview.formats.dialect import Found, Malformed, Outcome
from editreview.formats.embedded import Embedded
from editreview.formats.table import SEARCH_REPLACE
from editreview.formats.xml_parameters import Span, unwrapped

_PART = re.compile(r"<(?P<name>/?(?:file|path|diff|content|start_line))>")
_NUMBER = re.compile(r"\s*(\d{1,9})\s*</start_line>")
_AFTER_CONTENT = re.compile(r"\s*(?:<start_line>|</diff>)")
_FAR = 1_000
"""Characters of layout, or of a path, at the most."""
_AFTER_DIFF = re.compile(r"\s*(?:<diff>|<path>|</file>)")


class _Diff(Struct, frozen=True):
    path: str
    span: Span
    line: int | None
    """Of the file, at which the search is said to begin."""


def diff_outcomes(text: str, span: Span, path: str, line: int, hint: int | None = None) -> list[Outcome]:
    """The edits that the blocks of a diff ask for.

    Args:
        text: Of the call.
        span: Where the diff is in it.
        path: Of the file.
        line: Of the response, at which the text begins.
        hint: Line of the file at which the first block is said to belong.
    """
    start, end = unwrapped(text, span)
    read = Embedded(SEARCH_REPLACE, path).read(text[start:end], line + text.count("\n", 0, start))
    outcomes = [
        replace(outcome, path_written=path) if isinstance(outcome, Found | Malformed) else outcome
        for outcome in read
    ]
    if hint is not None and len(outcomes) == 1 and isinstance(outcomes[0], Found):
        (found,) = outcomes
        assert isinstance(found, Found)
        return [replace(found, hints=found.hints if found.hints != NO_HINTS else Hints(line=hint))]
    return outcomes


def file_diffs(text: str, span: Span, line: int) -> list[Outcome]:
    """The edits of a call with several files.

    Raises:
        WrongCall: A diff comes without a path.
    """
    diffs = list(_diffs(text, unwrapped(text, span)))
    if not all(diff.path for diff in diffs):
        raise WrongCall("path is required")
    return [
        outcome for diff in diffs for outcome in diff_outcomes(text, diff.span, diff.path, line, diff.line)
    ]


def _diffs(text: str, span: Span) -> Iterator[_Diff]:
    """Each diff as it ends. Tags inside of one are text unless what follows them has its place there."""
    path = ""
    begun = -1
    end = -1
    hint: int | None = None
    for tag in _PART.finditer(text, *span):
        match tag["name"]:
            case "path" if begun < 0:
                path = _path(text, tag.end())
            case "diff" if begun < 0:
                begun, end, hint = tag.end(), -1, None
            case "content" if begun >= 0 and not text[begun : min(tag.start(), begun + _FAR)].strip():
                begun = tag.end()
            case "/content" if begun >= 0 and end < 0 and _AFTER_CONTENT.match(text, tag.end()):
                end = tag.start()
            case "start_line" if end >= 0 and (number := _NUMBER.match(text, tag.end())):
                hint = int(number[1]) or None
            case "/diff" if begun >= 0 and _AFTER_DIFF.match(text, tag.end()):
                yield _Diff(path, (begun, end if end >= 0 else tag.start()), hint)
                begun = -1


def _path(text: str, start: int) -> str:
    end = text.find("</path>", start, start + _FAR)
    return text[start:end].strip() if end >= 0 else ""
