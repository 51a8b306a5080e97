"""Patches as OpenAI's apply_patch takes them (V4A), known from Codex and GPT models.

    *** Begin Patch
    *** Update File: path/to/file.py
    @@ class Greeter:
         def greet(self):
    -        return "Hello"
    +        return "Good morning"
    *** End Patch

The grammar is that of codex-rs/apply-patch (Apache-2.0). Tolerated, since models write it: no
envelope, no end marker where a fence or a here-document ends the patch, an end marker on
the last line of text, indented markers, a first chunk without `@@`, git's numbers after `@@`,
blank lines and context lines without their sign, new files without any `+`.
"""

import re
from collections.abc import Sequence

from editreview.blocks import CutOff
from editreview.formats import hunks
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
from editreview.formats.fences import Fence
from editreview.formats.patch_sections import (
    ADD,
    BEGIN,
    DELETE,
    END,
    END_LINE,
    END_OF_FILE,
    MOVE,
    NAME,
    UPDATE,
    Marker,
    Section,
    read_marker,
)

_OPENING = (BEGIN, ADD, DELETE, UPDATE)
_OPERATIONS = {"create_file": ADD, "update_file": UPDATE, "delete_file": DELETE}
_CALL = re.compile(r"apply_patch +[\"']?(?=\*\*\* Begin Patch$)")
_HEREDOC = re.compile(r"<<-? ?[\"']?(\w+)[\"']?$")
_NOT_OVER = "the response ends here without an end marker: lines may be missing"


class _Patch(OpenBlock):
    """A patch from its first marker on.

    Args:
        first: The line of that marker.
        indent: Blanks before it, which count for nothing on any line.
        fence: That around the patch.
        terminator: The word that ends the here-document that the patch is in.
        is_whole: Its lines are all there are, and no part of a response that may be cut off.
    """

    def __init__(
        self,
        first: int,
        indent: str = "",
        fence: Fence | None = None,
        terminator: str | None = None,
        *,
        is_whole: bool = False,
    ) -> None:
        self._first = first
        self._indent = indent
        self._fence = fence
        self._terminator = terminator
        self._is_whole = is_whole
        self._is_enveloped = False
        self._is_cut = False
        """The last line may go on."""
        self._is_sure = is_whole
        self._has_outcome = False
        self._after_blank = False
        self._section: Section | None = None

    @property
    def is_tentative(self) -> bool:
        return not self._is_sure

    def begin(self, number: int, marker: Marker) -> None:
        """Take the marker that opens the patch."""
        self._is_enveloped = marker.kind == BEGIN
        if not self._is_enveloped:
            self._section = Section(marker.kind, marker.path, number, number)
            self._is_sure = self._is_sure or marker.kind == DELETE

    def feed(self, line: Line) -> Step:
        self._is_cut = line.is_cut
        text = line.text.removeprefix(self._indent)
        section = self._section
        is_in_chunk = section is not None and section.kind == UPDATE and section.hunk is not None
        marker = read_marker(text if is_in_chunk else text.strip())
        step = self._on_marker(line.number, marker) if marker else self._on_text(line, text)
        self._after_blank = not text.strip()
        self._has_outcome = self._has_outcome or bool(step.outcomes)
        return step

    def _on_marker(self, number: int, marker: Marker) -> Step:
        self._is_sure = True
        if marker.kind == END_OF_FILE:
            return Step(self._section.end_at_end_of_file(number) if self._section else ())
        if marker.kind == MOVE:
            return self._on_move(number, marker.path)
        outcomes = self._end_section()
        if marker.kind == END:
            return self._closed(outcomes)
        if marker.kind == BEGIN:
            self._is_enveloped, self._first = True, number
        else:
            self._section = Section(marker.kind, marker.path, number, number)
        return Step(outcomes, takes_line=False)

    def _on_move(self, number: int, to: str) -> Step:
        section = self._section
        if section is None or section.kind != UPDATE or not to:
            what = "names no file" if not to else "belongs to no *** Update File:"
            return Step([Malformed(None, f"*** Move to: at line {number} {what}", number)])
        section.to, section.moved_at, section.last = to, number, number
        return GOES_ON

    def _closed(self, outcomes: list[Outcome]) -> Step:
        if not outcomes and not self._has_outcome:
            outcomes = [Malformed(None, f"The patch at line {self._first} changes nothing")]
        return Step(outcomes, is_closed=True)

    def _end_section(self) -> list[Outcome]:
        section, self._section = self._section, None
        return section.end() if section else []

    def _on_text(self, line: Line, text: str) -> Step:
        section = self._section
        if hunks.closes(self._fence, line.text) or self._ends_heredoc(text):
            # Without their signs, lines of the new file may end a fence just as well.
            return self._left(is_complete=section is None or not section.lacks_signs)
        if section is None:
            return self._outside(text)
        if section.kind == UPDATE and hunks.is_foreign(text):
            return self._left(is_complete=not self._is_enveloped)
        if not self._goes_on(section, text):
            return self._left(is_complete=True)
        self._is_sure = self._is_sure or text[:1] in tuple("+-@")
        if section.kind == UPDATE and text.startswith("@@"):
            outcomes = section.take_header(line.number, text)
            return Step(outcomes, takes_line=not outcomes)
        return self._take(section, line.number, text)

    def _ends_heredoc(self, text: str) -> bool:
        return self._terminator is not None and text.rstrip(" \"'") == self._terminator

    def _take(self, section: Section, number: int, text: str) -> Step:
        body = text.rstrip() if self._is_enveloped else ""
        if body.endswith(END_LINE) and body[1 : -len(END_LINE)].rstrip() == body[1 : -len(END_LINE)] != "":
            # It can't stand there for long otherwise; models lose the line end before it.
            section.take(number, body[: -len(END_LINE)])
            return self._closed(self._end_section())
        section.take(number, text)
        return GOES_ON

    def _outside(self, text: str) -> Step:
        """A line where only a marker makes sense."""
        if not text.strip():
            return GOES_ON
        if self._has_outcome:
            return self._left(is_complete=True)
        if not text.lstrip().startswith("*** "):
            return GIVES_UP
        return Step([Malformed(None, f"The patch at line {self._first} names no file")], is_closed=True)

    def _goes_on(self, section: Section, text: str) -> bool:
        """Whether a line that is no marker belongs to the section."""
        if not text.strip():
            return True
        if section.kind == DELETE:
            return False
        if self._is_enveloped or self._is_whole or self._fence is not None:
            return True
        if section.kind == UPDATE and text.startswith("@@"):
            return True
        if section.kind == ADD and text[0] != "+":
            return False
        return not hunks.is_prose(text, after_blank=self._after_blank)

    def _left(self, *, is_complete: bool) -> Step:
        """The patch is over without an end marker, and the line is none of it."""
        outcomes: Sequence[Outcome] = ()
        if self._is_sure:
            outcomes = self._end_section() if is_complete else self.end()
        return Step(outcomes, is_closed=True, takes_line=False)

    def end(self) -> Sequence[Outcome]:
        section = self._section
        if section is None:
            return [] if self._has_outcome or not self._is_enveloped else [Malformed(None, self._missing())]
        if self._is_whole or section.drop_indented_end():
            return self._end_section()
        if self._is_enveloped or self._fence is not None:
            return [section.cut_off(self._missing())]
        if not self._is_sure:
            return []
        sign = section.hunk.last_sign if section.hunk is not None else "+" if section.kind == ADD else ""
        outcomes = [hunks.doubted(outcome, _NOT_OVER) for outcome in self._end_section()]
        if sign == "-" or (self._is_cut and (sign == "+" or section.hunk is None)):
            return hunks.cut_off(outcomes, CutOff.LIKELY)
        return hunks.cut_off(outcomes, CutOff.LAST_LINE) if self._is_cut else outcomes

    def _missing(self) -> str:
        mark = END_LINE if self._is_enveloped or self._fence is None else self._fence.marks
        return f"Missing {mark} for the patch at line {self._first}"

    def progress(self) -> str:
        return f"patch of {self._section.path} arriving" if self._section else "patch arriving"


def _open(line: Line, context: Context) -> OpenBlock | None:
    text = line.text.lstrip(" \t")
    indent = line.text[: len(line.text) - len(text)]
    marker = read_marker(_CALL.sub("", text, count=1))
    if marker is None or marker.kind not in _OPENING:
        return None
    if marker.kind == DELETE and context.fence is None:
        # Nothing around it shows that it is more than a sentence about a marker.
        return None
    terminator = _terminator(context.above[-1]) if context.above else None
    block = _Patch(line.number, indent, context.fence, terminator)
    block.begin(line.number, marker)
    return block


def _terminator(text: str) -> str | None:
    """The word that ends the here-document that a line opens."""
    found = _HEREDOC.search(text[-80:].rstrip())
    return found[1] if found else None


def patch_outcomes(text: str, first_line: int) -> list[Outcome]:
    """What a patch on its own asks for, as a tool call brings it: all of it is there.

    Args:
        text: With or without an envelope and a command around it.
        first_line: The line of the response at which it begins. Those of the outcomes are counted
            from there.
    """
    outcomes: list[Outcome] = []
    patch: _Patch | None = None
    above = ""
    for number, line in enumerate(_lines(text), first_line):
        if patch is None:
            marker = read_marker(_CALL.sub("", line.strip(), count=1))
            if marker is not None and marker.kind in _OPENING:
                patch = _Patch(number, terminator=_terminator(above), is_whole=True)
                patch.begin(number, marker)
            above = line
            continue
        step = patch.feed(Line(number, line))
        outcomes += step.outcomes
        if step.is_closed:
            patch = None
    outcomes += patch.end() if patch else ()
    return outcomes or [Malformed(None, f"The patch at line {first_line} names no file", first_line)]


def operation_outcomes(kind: str, path: str, diff: str, first_line: int) -> list[Outcome]:
    """What an operation of OpenAI's `apply_patch_call` asks for.

    Args:
        kind: Its type: `create_file`, `update_file` or `delete_file`.
        path: Its path.
        diff: Its lines, without any marker for the file.
        first_line: As for a patch.
    """
    section_kind = _OPERATIONS.get(kind)
    if section_kind is None:
        message = f"Unknown operation {kind!r} on {path} at line {first_line}"
        return [Malformed(path, message, first_line)]
    patch = _Patch(first_line, is_whole=True)
    patch.begin(first_line, Marker(section_kind, path))
    outcomes: list[Outcome] = []
    lines = _lines(diff) if section_kind != DELETE else []
    for number, line in enumerate(lines, first_line):
        step = patch.feed(Line(number, line))
        outcomes += step.outcomes
        if step.is_closed:
            return outcomes
    return [*outcomes, *patch.end()]


def _lines(text: str) -> list[str]:
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    return lines if lines[-1] else lines[:-1]


_EXAMPLE = """\
*** Begin Patch
*** Update File: greeting.py
@@
-    return "Hello"
+    return "Good morning"
*** End Patch
"""

_SUMMARY = "`*** Begin Patch` … `*** End Patch`: bare, in a heredoc, or as an `apply_patch_call`"

DIALECT = Dialect(NAME, _open, _EXAMPLE, _SUMMARY)
