"""Tool calls in XML-like text, as in Cline, Roo, Kilo, Claude and Zed.

    <write_to_file>
    <path>src/a.py</path>
    <content>
    print("<&>")
    </content>
    </write_to_file>

This is not XML: the text between the tags is raw, with `<` and `&` in it, so an XML parser cannot
read it. An end tag counts only where the tool's grammar expects one: a parameter ends before
another parameter or the end of the call, and a call ends after a parameter. Entities are kept,
since they may be intended (unescaping them broke files with `&amp;`). One newline after a start tag
and one before an end tag are layout.

A call inside a call of the same kind is an example in the text to be written.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import NO_HINTS, Command, FormatName, Hints, Insert, Interpretation, Replace, Write
from editreview.formats.path_names import others_mentioned, path_above
from editreview.formats.spec import (
    ABANDON,
    BE_UNIQUE,
    CONTINUE,
    COPY_EXACTLY,
    FILE_TAGS,
    LEAVE_NOTHING_OUT,
    MERGE,
    MOVE_BY_GIT,
    OF_BLOCK,
    OLD_TAGS,
    Context,
    Description,
    Edit,
    Example,
    FormatSpec,
    Line,
    Malformed,
    OpenBlock,
    Outcome,
    Step,
    search_only,
)
from editreview.formats.table import SEARCH_REPLACE, Embedded
from editreview.formats.tool_calls import (
    IN_TAGS,
    LISTS,
    PATHS,
    STYLES,
    InvalidCall,
    is_path_word,
    path_named,
    whole_lines,
    with_path,
)
from editreview.formats.tool_calls.tools import is_edit_tool, tool_outcomes
from editreview.text import counted

# The spans of the parameters of a call.
#
# Text may contain any tag, including the parameter's own end tag. So an end tag counts only if
# another parameter or the end of the call follows. Of several such tags, the last one ends a
# parameter with a tag of its own, and the first one a `<parameter name=…>`, since all of these
# have the same tag.

_Span: TypeAlias = tuple[int, int]
"""Characters of the call's text, half-open."""

_TEXTS = frozenset(
    """
    content diff search replace file_text old_str new_str insert_text args operations
    code_edit instructions
    """.split()
) | frozenset(word for _, old, new in STYLES for word in (old, new))
"""Parameters with significant whitespace."""
_OTHERS = """
    line_count start_line end_line use_regex ignore_case line command insert_line view_range
    append mode overwrite position occurrence
    requires_approval task_progress cwd
    """.split()
_KNOWN = _TEXTS | frozenset(_OTHERS) | frozenset(PATHS)
_NAMES = "|".join(sorted(_KNOWN))
_PARAMETER_TAG = re.compile(r"\s*<(?P<name>[A-Za-z_]+)>")
_AFTER_TAG = re.compile(rf"\s*(?:<(?:{_NAMES})>|$(?!\n))")
_PARAMETER = re.compile(
    r"\s*<(?:\w+:)?parameter(?:[ \t]+name)?[ \t]*=[ \t]*[\"']?(?P<name>[\w.-]+)[\"']?(?:[ \t][^>\n]*)?>"
)
"""The opening tag of a parameter: `<parameter name="path">`."""
_PARAMETER_END = re.compile(r"</(?:\w+:)?parameter>")
_NOTHING = re.compile(r"\s*\Z")
_CDATA = re.compile(r"\s*<!\[CDATA\[")


class _MissingTag(Exception):
    """A tag of a parameter is missing; the message names it."""


def _tagged_parameters(text: str) -> dict[str, _Span]:
    """The parameters that have tags of their own: `<path>…</path>`.

    Raises:
        _MissingTag: One has no end, or there is other text between them.
    """
    spans: dict[str, _Span] = {}
    at = 0
    while (found := _PARAMETER_TAG.match(text, at)) and (
        found["name"] in _KNOWN or is_path_word(found["name"])
    ):
        name, tag = found["name"], f"</{found['name']}>"
        if name in spans:
            raise _MissingTag(f"end of <{name}>, which comes twice,")
        end = _last_end(text, tag, found.end(), name not in _TEXTS)
        spans[name] = (found.end(), end)
        at = end + len(tag)
    if not _NOTHING.match(text, at):
        raise _MissingTag("tag of a parameter")
    return spans


def _last_end(text: str, tag: str, start: int, is_short: bool) -> int:
    end = text.find(tag, start) if is_short else text.rfind(tag, start)
    while end >= 0 and not is_short and not _AFTER_TAG.match(text, end + len(tag)):
        end = text.rfind(tag, start, end)
    if end < 0:
        raise _MissingTag(tag)
    return end


def _named_parameters(text: str) -> dict[str, _Span]:
    """The parameters whose names are attributes: `<parameter name="path">…</parameter>`.

    Raises:
        _MissingTag: One has no end.
    """
    spans: dict[str, _Span] = {}
    at = 0
    while found := _PARAMETER.match(text, at):
        for end in _PARAMETER_END.finditer(text, found.end()):
            if _PARAMETER.match(text, end.end()) or _NOTHING.match(text, end.end()):
                break
        else:
            raise _MissingTag("</parameter>")
        spans[found["name"]] = (found.end(), end.start())
        at = end.end()
    if not _NOTHING.match(text, at):
        raise _MissingTag("<parameter>")
    return spans


def _without_layout(text: str) -> str:
    """The text between the tags, without one newline at its start and one at its end."""
    return text.removeprefix("\n").removesuffix("\n")


def _is_framed(text: str) -> bool:
    """True if the tags are on lines of their own, around at least one line of text."""
    return len(text) > 1 and text.startswith("\n") and text.endswith("\n")


def _as_lines(text: str) -> str:
    """The text between the tags as whole lines, including blank ones."""
    return text[1:] if _is_framed(text) else whole_lines(_without_layout(text))


def _unwrapped(text: str, span: _Span) -> _Span:
    """The span inside a CDATA section, if one is all of it."""
    start, end = span
    if _CDATA.match(text, start) is None:
        return span
    inner = text[start:end]
    bare = inner.strip()
    if not (bare.startswith("<![CDATA[") and bare.endswith("]]>")):
        return span
    start += inner.index("<![CDATA[") + len("<![CDATA[")
    return start, start + len(bare) - len("<![CDATA[]]>")


# SEARCH/REPLACE blocks inside a call: Cline's `replace_in_file` and Roo's `apply_diff`.
#
# Roo also has a form for several files:
#
#     <args>
#     <file>
#       <path>src/a.py</path>
#       <diff>
#         <content>
#     <<<<<<< SEARCH
#     …
#         </content>
#         <start_line>12</start_line>
#       </diff>
#     </file>
#     </args>

_PART = re.compile(r"<(?P<name>/?(?:file|path|diff|content|start_line))>")
_NUMBER = re.compile(r"\s*(\d{1,9})\s*</start_line>")
_AFTER_CONTENT = re.compile(r"\s*(?:<start_line>|</diff>)")
_MAX_LAYOUT_LENGTH = 1_000
"""The most characters of layout or of a path."""
_AFTER_DIFF = re.compile(r"\s*(?:<diff>|<path>|</file>)")


class _Diff(Struct, frozen=True):
    path: str
    span: _Span
    line: int | None
    """The 1-based line of the file at which the search should begin; None if unknown."""


def _diff_outcomes(text: str, span: _Span, path: str, line: int, hint: int | None = None) -> list[Outcome]:
    """The edits in the blocks of a diff.

    Args:
        text: The text of the call.
        span: The span of the diff in it.
        path: The path of the file.
        line: The line of the response at which the text begins.
        hint: The 1-based line of the file at which the only block should begin; None if unknown.
    """
    start, end = _unwrapped(text, span)
    read = Embedded(SEARCH_REPLACE, path).read(text[start:end], line + text.count("\n", 0, start))
    outcomes = [
        replace(outcome, path_written=path) if isinstance(outcome, Edit | Malformed) else outcome
        for outcome in read
    ]
    if hint is not None and len(outcomes) == 1 and isinstance(outcomes[0], Edit):
        (found,) = outcomes
        assert isinstance(found, Edit)
        return [replace(found, hints=found.hints if found.hints != NO_HINTS else Hints(line=hint))]
    return outcomes


def _file_diffs(text: str, span: _Span, line: int) -> list[Outcome]:
    """The edits of a call with several files.

    Raises:
        InvalidCall: A diff has no path.
    """
    diffs = list(_diffs(text, _unwrapped(text, span)))
    if not all(diff.path for diff in diffs):
        raise InvalidCall("path is required")
    return [
        outcome for diff in diffs for outcome in _diff_outcomes(text, diff.span, diff.path, line, diff.line)
    ]


def _diffs(text: str, span: _Span) -> Iterator[_Diff]:
    """The diffs, in order. Tags inside a diff are text unless the grammar allows the text after them."""
    path = ""
    begun = -1
    end = -1
    hint: int | None = None
    for tag in _PART.finditer(text, *span):
        match tag["name"]:
            case "path" if begun < 0:
                path = _path_in(text, tag.end())
            case "diff" if begun < 0:
                begun, end, hint = tag.end(), -1, None
            case "content" if begun >= 0 and _is_layout(text, begun, tag.start()):
                begun = tag.end()
            case "/content" if begun >= 0 and end < 0 and _AFTER_CONTENT.match(text, tag.end()):
                end = tag.start()
            case "start_line" if end >= 0 and (number := _NUMBER.match(text, tag.end())):
                hint = int(number[1]) or None
            case "/diff" if begun >= 0 and _AFTER_DIFF.match(text, tag.end()):
                yield _Diff(path, (begun, end if end >= 0 else tag.start()), hint)
                begun = -1


def _is_layout(text: str, start: int, end: int) -> bool:
    return not text[start : min(end, start + _MAX_LAYOUT_LENGTH)].strip()


def _path_in(text: str, start: int) -> str:
    end = text.find("</path>", start, start + _MAX_LAYOUT_LENGTH)
    return text[start:end].strip() if end >= 0 else ""


# Zed's edits: an old and a new text, with the line of the old one.
#
#     <edits>
#     <old_text line=42>
#     return a
#     </old_text>
#     <new_text>
#     return b
#     </new_text>
#     </edits>
#
# Models mix up the end tags, so any of them ends a text, including `</parameter></invoke>`.
#
# Chats invent such tags, below one that names the file:
#
#     <edit path="src/a.py">
#     <old>
#     return a
#     </old>
#     <new>
#     return b
#     </new>
#     </edit>

_AT = r"(?:[ \t]+line[ \t]*=[ \t]*[\"']?(?P<line>\d{1,9})[\"']?)?"
_OLD = re.compile(rf"[ \t]*<(?P<tag>{OLD_TAGS}){_AT}[ \t]*>(?P<rest>.*)$", re.DOTALL)
_NEW_TAGS = (
    r"new(?:_?(?:text|string|str|code|content|lines?))?|after|updated|modified|replace(?:_with|ment)?|with"
)
_NEW = re.compile(rf"[ \t]*<(?P<tag>{_NEW_TAGS})>", re.IGNORECASE)
_END = re.compile(r"</(?:old_text|new_text|edits)>|</parameter>[ \t]*</invoke>")
_ATTRIBUTES = r"(?P<attributes>(?:\s+[\w:-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'<>]+))*)"
_WRAPPER = re.compile(
    rf"[ \t]*<(?:(?:{FILE_TAGS})|(?:\w+_)?(?:blocks?|changes?|diff|edits?|hunk|modif(?:ication|y)|operation"
    rf"|patch|replace(?:ment)?s?|substitut(?:e|ion)|updates?)(?:_\w+)?){_ATTRIBUTES}\s*>[ \t]*$",
    re.IGNORECASE,
)
"""A tag around an old and a new text, alone on its line: `<edit path="src/a.py">`."""
_CHILD = re.compile(r"[ \t]*<(?P<name>[\w-]+)>\s*(?P<value>[^<>\n]+?)\s*</(?P=name)>[ \t]*$")
"""A tag beside them, with a value: `<path>src/a.py</path>`."""
_ATTRIBUTE = re.compile(r"(?P<name>[\w:-]+)\s*=\s*(?P<quote>[\"']?)(?P<value>[^\"'<>]+)(?P=quote)")
"""An attribute of a tag: `path="src/a.py"`."""
_CLOSING_ALONE = re.compile(r"[ \t]*</[\w-]+>[ \t]*$")
_USUAL_OLD = "old_text"
_MAX_TAGS_ABOVE = 6
"""The most lines with tags above an old text that are looked at."""


class _Pair(OpenBlock):
    is_tentative = False

    def __init__(self, line: Line, found: re.Match[str], path: str | None, mentions: tuple[str, ...]) -> None:
        self._first = line.number
        self._mentions = mentions
        self._tag = found["tag"]
        self._is_usual = self._tag == _USUAL_OLD
        self._new_tag = "new_text" if self._is_usual else "new"
        self._hints = Hints(line=int(found["line"]) or None) if found["line"] else NO_HINTS
        self._path = path
        self._old: str | None = None
        self._is_in_new = False
        self._text: list[str] = []
        self._done = self._take(found["rest"])

    def feed(self, line: Line) -> Step:
        if line.number == self._first:
            return Step([self._done], is_closed=True) if self._done is not None else CONTINUE
        if self._is_between and line.text.strip() and not _NEW.match(line.text):
            return Step([self._missing(f"<{self._new_tag}>")], is_closed=True, takes_line=False)
        if not self._is_in_new and self._old is None and self._begins_again(line.text):
            return Step([self._missing(f"</{self._tag}>")], is_closed=True, takes_line=False)
        self._done = self._take(line.text)
        return CONTINUE if self._done is None else Step([self._done], is_closed=True)

    def end(self) -> Sequence[Outcome]:
        new, old = self._new_tag, self._tag
        return [self._missing(f"<{new}>" if self._is_between else f"</{new if self._is_in_new else old}>")]

    def progress(self) -> str:
        return (
            f"{'new' if self._old is not None else 'old'} text arriving, {counted(len(self._text), 'line')}"
        )

    def _begins_again(self, text: str) -> bool:
        found = _OLD.match(text)
        return found is not None and found["tag"] == self._tag

    @property
    def _is_between(self) -> bool:
        return self._old is not None and not self._is_in_new

    def _missing(self, what: str) -> Malformed:
        message = f"Missing {what} for the edit at line {self._first}"
        search = "\n".join(self._text) if self._old is None else self._old
        return Malformed(self._path, message, begun=search_only(search.strip("\n").split("\n")))

    def _take(self, text: str) -> Outcome | None:
        """Read the rest of a line. Returns the edit if the line ends it."""
        if self._is_between:
            begins = _NEW.match(text)
            if begins is None:
                return None
            self._is_in_new, self._new_tag = True, begins["tag"]
            text = text[begins.end() :]
        end = self._end_of(text)
        self._text.append(text if end is None else text[: end.start()])
        if end is None:
            return None
        written = "\n".join(self._text)
        start, close = _unwrapped(written, (0, len(written)))
        content = _as_lines(written[start:close])
        self._text = []
        if self._old is None:
            self._old = content
            return self._take(text[end.end() :])
        return self._edit(self._old, content)

    def _end_of(self, text: str) -> re.Match[str] | None:
        """An end tag with only tags after it; None if there is none."""
        if "</" not in text:
            return None
        tag = self._new_tag if self._is_in_new else self._tag
        found = _END.search(text) if self._is_usual else re.search(re.escape(f"</{tag}>"), text)
        return found if found and text[found.end() :].lstrip()[:1] in ("", "<") else None

    def _edit(self, old: str, new: str) -> Outcome:
        if not old.strip():
            return Malformed(self._path, f"{self._tag} is empty in the edit at line {self._first}")
        operation = Replace((Interpretation(old, new),))
        return Edit(self._path, operation, hints=self._hints, mentions=self._mentions)


def _open_pair(line: Line, context: Context) -> OpenBlock | None:
    found = _OLD.match(line.text)
    if found is None:
        return None
    above = list(context.above)
    named, is_wrapped = _named_around(above)
    named = named or path_above(above)
    # Without a tag around it, only `<old>` and the like are hardly anything else.
    is_plain = found["tag"].lower().startswith("old") and (named or context.path) is not None
    if not (is_wrapped or is_plain or found["tag"] == _USUAL_OLD):
        return None
    mentions = others_mentioned(above, context.path) if named is None and context.path is not None else ()
    return _Pair(line, found, named or context.path, mentions)


def _named_around(above: list[str]) -> tuple[str | None, bool]:
    """The path in the tags around an old text, and true if there are such tags.

    Args:
        above: The lines above it, from which blank ones and those of the tags are removed.
    """
    named, is_wrapped = None, False
    for _ in range(_MAX_TAGS_ABOVE):
        while above and not above[-1].strip():
            above.pop()
        text = above[-1] if above else ""
        child, wrapper = _CHILD.match(text), _WRAPPER.match(text)
        if child is not None and is_path_word(child["name"]):
            named = named or child["value"]
        elif wrapper is not None:
            is_wrapped = True
            attributes = _ATTRIBUTE.finditer(wrapper["attributes"])
            paths = (each["value"] for each in attributes if is_path_word(each["name"]))
            named = named or next(paths, None)
        elif child is None:
            break
        above.pop()
    return named, is_wrapped or named is not None


def edits_in_tags(lines: Sequence[str], path: str, first: int) -> list[Outcome]:
    """The edits of a file by old and new texts between tags, in lines that have nothing else; else none.

    Args:
        lines: The lines.
        path: The path of the file.
        first: The number of the first line in the response.
    """
    outcomes: list[Outcome] = []
    pair: _Pair | None = None
    start = first
    for number, text in enumerate(lines, first):
        line = Line(number, text)
        if pair is None:
            if not text.strip() or _WRAPPER.match(text) or _CHILD.match(text) or _CLOSING_ALONE.match(text):
                continue
            found = _OLD.match(text)
            if found is None:
                return []
            pair, start = _Pair(line, found, path, ()), number
        step = pair.feed(line)
        if step.is_closed:
            edits = [each for each in step.outcomes if isinstance(each, Edit)]
            if not edits or not step.takes_line:
                return []
            outcomes += [
                replace(each, lines=(start, number), format=FormatName.XML_TOOL_CALL) for each in edits
            ]
            pair = None
    return [] if pair is not None else outcomes


# The edits of a call. Some tools of Cline and Roo have rules of their own; others are read as in JSON.

_LINES = ("content", "contents", "file_text", "code_edit", "codeEdit", "new_content", "insert_text")
"""Parameters that are whole lines."""
_WHITESPACE_COUNTS = _TEXTS | frozenset(
    """
    contents code_edit codeEdit new_content pattern rewrite patch patchText patch_text input
    """.split()
)


class _TaggedCall(Struct, frozen=True):
    name: str
    text: str
    spans: Mapping[str, _Span]
    values: Mapping[str, str]
    line: int
    """The line of the response at which the text begins."""

    @property
    def path(self) -> str:
        word = next((word for word in PATHS if self.values.get(word)), "path")
        return self.required(word)

    def required(self, name: str) -> str:
        value = self.values.get(name)
        if not value:
            raise InvalidCall(f"{name} is required")
        return value

    def number(self, name: str) -> int:
        value = self.required(name)
        if not (value.isascii() and value.isdigit() and len(value) < 10):
            raise InvalidCall(f"{name} must be a whole number")
        return int(value)


def _may_edit(name: str) -> bool:
    """True if a call of this tool may edit files, so that it matters when it is cut off."""
    make = _SPECIAL.get(_plain(name))
    return make is not _command and (make is not None or is_edit_tool(name))


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def _call_outcomes(name: str, text: str, line: int, *, is_named: bool) -> list[Outcome]:
    """The edits of a call, or the problem with it; empty if it does not edit.

    Args:
        name: The name of the tool.
        text: The text between the call's tags.
        line: The line of the response at which the text begins.
        is_named: True if the names of the parameters are attributes.
    """
    make = _SPECIAL.get(_plain(name))
    if make is None and not is_edit_tool(name):
        return []
    values: dict[str, str] = {}
    try:
        spans = _named_parameters(text) if is_named else _tagged_parameters(text)
        values = _values(text, spans, is_named=is_named)
        values = {word: str(value) for word, value in with_path(values).items()}
        call = _TaggedCall(name, text, spans, values, line)
        return (make or _as_in_json)(call)
    except _MissingTag as unfinished:
        return [Malformed(path_named(text, IN_TAGS), f"Missing {unfinished} for the {name} at line {line}")]
    except InvalidCall as wrong:
        written = next((values[word] for word in PATHS if values.get(word)), None)
        return [Malformed(written, f"{wrong} in the {name} at line {line}")]


def _values(text: str, spans: Mapping[str, _Span], *, is_named: bool) -> dict[str, str]:
    """The parameters without the newlines that are layout.

    Parameters with a tag of their own have layout. Those whose name is an attribute are literal,
    unless their text is on lines of its own between the tags. An old and a new text are treated
    alike: if one of them has layout, or one has a newline at its start and the other at its end, or
    if the edit would join two lines, both lose the newlines next to their tags.
    """
    written = {name: text[slice(*_unwrapped(text, span))] for name, span in spans.items()}
    framed = {name for name, value in written.items() if not is_named or _is_framed(value)}
    for _, old, new in STYLES:
        pair = [written[name] for name in (old, new) if name in written]
        is_halved = any(text.startswith("\n") for text in pair) and any(text.endswith("\n") for text in pair)
        if is_halved or _joins_lines(*pair) or not framed.isdisjoint((old, new)):
            framed |= {old, new}
    return {name: _value(name, value, framed=name in framed) for name, value in written.items()}


def _joins_lines(old: str = "", new: str = "") -> bool:
    """True if a new text lacks the newline at an edge of the old one."""
    is_open = (old[:1] == "\n" != new[:1]) or (old[-1:] == "\n" != new[-1:])
    return is_open and bool(new.strip())


def _value(name: str, written: str, *, framed: bool) -> str:
    if name not in _WHITESPACE_COUNTS:
        return written.strip()
    if not framed:
        return written
    return _as_lines(written) if name in _LINES else _without_layout(written)


def _as_in_json(call: _TaggedCall) -> list[Outcome]:
    parameters: dict[str, object] = dict(call.values)
    for word in LISTS:
        if word in call.values:
            try:
                parameters[word] = json.loads(call.values[word], strict=False)
            except (ValueError, RecursionError):
                raise InvalidCall(f"{word} is not JSON") from None
    outcomes = tool_outcomes(call.name, parameters, call.line)
    return [_without_final_newline_hint(outcome) for outcome in outcomes]


def _without_final_newline_hint(outcome: Outcome) -> Outcome:
    """The outcome; the last line end of a written file may be layout, so it gives no hint."""
    if isinstance(outcome, Edit) and isinstance(outcome.operation, Write):
        return replace(outcome, hints=NO_HINTS)
    return outcome


def _write(call: _TaggedCall) -> list[Outcome]:
    if not any(map(call.values.get, PATHS)):
        raise InvalidCall("path is required")
    return _as_in_json(call)


def _diff(call: _TaggedCall) -> list[Outcome]:
    if "args" in call.spans:
        outcomes = _file_diffs(call.text, call.spans["args"], call.line)
    elif "diff" in call.spans:
        hint = call.number("start_line") if call.values.get("start_line") else None
        outcomes = _diff_outcomes(call.text, call.spans["diff"], call.path, call.line, hint)
    else:
        raise InvalidCall("diff is required")
    if not outcomes:
        raise InvalidCall("No SEARCH/REPLACE block")
    return outcomes


def _insert(call: _TaggedCall) -> list[Outcome]:
    """Roo counts lines from 1 and inserts before the line; 0 is the end of the file."""
    path, before = call.path, call.number("line")
    text = whole_lines(call.required("content"))
    return [Edit(path, Insert(before - 1 if before else None, text))]


def _everywhere(call: _TaggedCall) -> list[Outcome]:
    """Roo's `search_and_replace`: every occurrence, or those in a range of lines."""
    if call.values.get("ignore_case", "").lower() == "true":
        raise InvalidCall("ignore_case is not supported")
    first = call.number("start_line") if call.values.get("start_line") else None
    return [_spread(outcome, first) for outcome in _as_in_json(call)]


def _spread(outcome: Outcome, first: int | None) -> Outcome:
    if not isinstance(outcome, Edit) or not isinstance(outcome.operation, Replace):
        return outcome
    if first:
        return replace(outcome, hints=Hints(line=first))
    return replace(outcome, operation=replace(outcome.operation, is_everywhere=True))


def _command(call: _TaggedCall) -> list[Outcome]:
    return _as_in_json(call) or [Command(OF_BLOCK, call.required("command"))]


_SPECIAL: dict[str, Callable[[_TaggedCall], list[Outcome]]] = {
    "replaceinfile": _diff,
    "applydiff": _diff,
    "insertcontent": _insert,
    "searchandreplace": _everywhere,
    "writetofile": _write,
    "executecommand": _command,
    "bash": _command,
}
"""By the name that `_plain` gives."""


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
"""A tag that names the tool: `<invoke name="Edit">`."""
_CLOSING = re.compile(r"</[\w:]+>")
_MAX_END_TAGS = 4
"""The most end tags at the end of a line that are examined."""


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
            return Step(self._outcomes(), is_closed=True) if self._is_done else CONTINUE
        if not self._has_begun and line.text.strip() and not line.text.lstrip().startswith("<"):
            return ABANDON
        if self._begins_another(line.text):
            self._depth += 1
        self._is_done = self._take(line.text)
        return Step(self._outcomes(), is_closed=True) if self._is_done else CONTINUE

    def end(self) -> Sequence[Outcome]:
        name = self._found["name"]
        if not self._has_begun or not _may_edit(name):
            return []
        path = path_named("\n".join(self._lines), IN_TAGS)
        return [Malformed(path, f"Missing {self._end_tag} for the {name} at line {self._first}")]

    def progress(self) -> str:
        return f"{self._found['name']} arriving, {counted(len(self._lines), 'line')}"

    def _begins_another(self, text: str) -> bool:
        found = self._found.re.match(text)
        return found is not None and found["tag"] == self._found["tag"]

    def _take(self, text: str) -> bool:
        """True if this line ends the call."""
        self._has_begun = self._has_begun or bool(text.strip())
        at = self._end_in(text)
        self._depth -= at is not None
        self._lines.append(text if at is None or self._depth else text[:at])
        return self._depth == 0

    def _end_in(self, text: str) -> int | None:
        """The offset of the call's end tag in a line, alone or after the end of a parameter; None if none."""
        end = len(text.rstrip())
        for _ in range(_MAX_END_TAGS):
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
        return _call_outcomes(self._found["name"], text, self._first, is_named=is_named)


def _open(line: Line, context: Context) -> OpenBlock | None:
    found = _TAGGED.match(line.text) or _NAMED.match(line.text)
    return _Call(line, found) if found else _open_pair(line, context)


_EXAMPLE = """\
<replace_in_file>
<path>greeting.py</path>
<diff>
------- SEARCH
def greet():
    return "Hello"
=======
def greet():
    return "Good morning"
+++++++ REPLACE
</diff>
</replace_in_file>
"""
_SECOND = Example(
    "Create a file",
    """\
<write_to_file>
<path>farewell.py</path>
<content>
def part():
    return "Goodbye"
</content>
</write_to_file>
""",
)
_WHEN = "for several replacements in one file"

_SUMMARY = '`<replace_in_file>`, `<apply_diff>`, `<write_to_file>`, `<invoke name="Edit">`, `<old_text>` …'
_RULES = (
    COPY_EXACTLY,
    BE_UNIQUE,
    MERGE,
    "<write_to_file> with <path> and <content> gives the complete text of a new file, or of one that changes "
    "by more than 80 %.",
    LEAVE_NOTHING_OUT,
    MOVE_BY_GIT,
)

SPEC = FormatSpec(
    Description(FormatName.XML_TOOL_CALL, _SUMMARY, _EXAMPLE, _SECOND, _WHEN, _RULES),
    _open,
    is_fed_opening=True,
    is_call=True,
)
