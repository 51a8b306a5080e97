"""Patches in the format of OpenAI's apply_patch (V4A), used by Codex and GPT models.

    *** Begin Patch
    *** Update File: path/to/file.py
    @@ class Greeter:
         def greet(self):
    -        return "Hello"
    +        return "Good morning"
    *** End Patch

The grammar is that of codex-rs/apply-patch (Apache-2.0). Models deviate from it, so these are
accepted: no envelope, no end marker if a fence or a here-document ends the patch, an end marker on
the last line of text, indented markers, a first chunk without `@@`, git's numbers after `@@`,
blank lines and context lines without their sign, new files without any `+`.
"""

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import CutOff, Delete, FormatName, Group, GroupKind, LineRange, Move, Operation, Write
from editreview.formats import hunks
from editreview.formats.hunks import PatchHunk
from editreview.formats.spec import (
    ABANDON,
    CONTINUE,
    LEAVE_NOTHING_OUT,
    MERGE,
    ONE_HUNK,
    SHOW_CONTEXT,
    Context,
    Description,
    Edit,
    Example,
    Fence,
    FormatSpec,
    Line,
    Malformed,
    OpenBlock,
    Outcome,
    Step,
)

# The section of one file in a patch: the marker with its path, and the chunks.

_BEGIN, _END, _END_OF_FILE = "Begin Patch", "End Patch", "End of File"
_ADD, _DELETE, _UPDATE, _MOVE = "Add File", "Delete File", "Update File", "Move to"
_END_LINE = "*** End Patch"
_WHOLE_LINE = re.compile(r"\*\*\* ?(Begin Patch|End Patch|End of File)\W*$")
_WITH_PATH = re.compile(r"\*\*\* ?(Add File|Delete File|Update File|Move to): *(.*)$")
_BARE_END = "\\ No newline"
"""The beginning of a line that says that the line above has no line end."""
_NO_SIGNS = "the lines of the new file have no +; they are written unchanged"


class _Marker(Struct, frozen=True):
    """A line that begins or ends a part of a patch."""

    kind: str
    path: str = ""


def _marker(text: str) -> _Marker | None:
    """Read a line as a marker; None if it is not one."""
    if not text.startswith("***"):
        return None
    if found := _WITH_PATH.match(text):
        return _Marker(found[1], found[2].strip().strip("`\"'"))
    found = _WHOLE_LINE.match(text) if len(text) < 100 else None
    return _Marker(found[1]) if found else None


class _Section(Struct):
    """The changes of one file in a patch."""

    kind: str
    path: str
    first: int
    """Line of the response with the marker."""
    last: int
    """The last nonblank line."""
    to: str | None = None
    moved_at: int = 0
    hunk: PatchHunk | None = None
    has_outcome: bool = False
    _above: tuple[str, ...] = ()
    """Scopes from chunks without changes, for the next chunk."""

    @property
    def group(self) -> Group:
        """The group that the chunks belong to."""
        name = f"{FormatName.APPLY_PATCH}-{self.first}-{self.path}"
        return Group(name, GroupKind.ORDERED, moves=self.to is not None)

    @property
    def lacks_signs(self) -> bool:
        """True if it is a new file without any `+`."""
        return self.kind == _ADD and self.hunk is not None and not self.hunk.has_any("+")

    def take(self, number: int, text: str) -> None:
        """Read a line that is not a marker."""
        if self.hunk is not None and text.startswith(_BARE_END):
            self.hunk.take_bare_end(number)
            self.last = number
            return
        if self.hunk is None:
            if not text.strip():
                return
            self.hunk = self._hunk_from(number)
        self.hunk.add(number, text)
        if text.strip():
            self.last = number

    def take_header(self, number: int, text: str) -> list[Outcome]:
        """Read a line that begins with `@@`. It begins a new chunk if the current one has lines."""
        header = hunks.read_header(text)
        outcomes: list[Outcome] = []
        if self.hunk is None or self.hunk.has_lines:
            outcomes = self.end_chunk()
            self.hunk = self._hunk_from(number)
        if header.start is not None:
            self.hunk.header = header
        if header.scope is not None:
            self.hunk.scopes.append(header.scope)
        self.hunk.last = self.last = number
        return outcomes

    def end_at_end_of_file(self, number: int) -> list[Outcome]:
        """Read the marker that says that the chunk above is at the end of the file."""
        self.last = number
        if self.hunk is None or self.kind != _UPDATE:
            return []
        self.hunk.is_at_end, self.hunk.last = True, number
        return self.end_chunk()

    def _hunk_from(self, number: int) -> PatchHunk:
        return PatchHunk(number if self.has_outcome else self.first)

    def end_chunk(self) -> list[Outcome]:
        """End the chunk. Returns its outcome; one without changes becomes a scope of the next one."""
        hunk, self.hunk = self.hunk, None
        if hunk is None:
            return []
        hunk.scopes[:0] = self._above
        if not hunk.changes:
            above = (*hunk.scopes, hunk.old_text())
            self._above = tuple(scope for scope in above if scope.strip())
            return []
        self._above, self.has_outcome = (), True
        warnings = hunk.warnings()
        return [Edit(self.path, hunk.operation(), hunk.response_lines, hunk.hints, self.group, warnings)]

    def end(self) -> list[Outcome]:
        """End the section. Returns its remaining outcomes."""
        if not self.path:
            return [self._malformed(f"Missing path after *** {self.kind}: at line {self.first}")]
        if self.kind == _DELETE:
            return [self._found(Delete(), (self.first, self.last))]
        return [self._added()] if self.kind == _ADD else self._updated()

    def _updated(self) -> list[Outcome]:
        outcomes = self.end_chunk()
        if self.to is not None:
            outcomes.append(self._found(Move(self.to), (self.moved_at, self.moved_at)))
        elif not self.has_outcome:
            outcomes.append(
                self._malformed(f"The update of {self.path} at line {self.first} changes nothing")
            )
        return outcomes

    def _added(self) -> Outcome:
        hunk = self.hunk or PatchHunk(self.first)
        if not hunk.has_only("+") and not self.lacks_signs:
            return self._malformed(
                f"Some lines of the new file {self.path} at line {self.first} lack their +"
            )
        text = hunk.written_text() if self.lacks_signs else hunk.new_text()
        found = self._found(Write(text, creates=True), (self.first, self.last))
        return replace(found, warnings=(_NO_SIGNS,)) if self.lacks_signs else found

    def _found(self, operation: Operation, lines: LineRange) -> Edit:
        return Edit(self.path, operation, lines, group=self.group)

    def _malformed(self, message: str) -> Malformed:
        return Malformed(self.path or None, message, self.first)

    def cut_off(self, message: str) -> Malformed:
        """The problem of a section that was cut off."""
        if self.hunk is None:
            return Malformed(self.path or None, message, self.first)
        return Malformed(self.path or None, message, self.hunk.first, self.hunk.begun)

    def drop_indented_end(self) -> bool:
        """Drop the last line if it is an end marker indented like context. Returns True if it is."""
        if self.hunk is None or not self.hunk.ends_with_context(_END_LINE):
            return False
        self.hunk.drop_last()
        return True


_OPENING = (_BEGIN, _ADD, _DELETE, _UPDATE)
_OPERATIONS = {"create_file": _ADD, "update_file": _UPDATE, "delete_file": _DELETE}
_CALL = re.compile(r"apply_patch +[\"']?(?=\*\*\* Begin Patch$)")
_HEREDOC = re.compile(r"<<-? ?[\"']?(\w+)[\"']?$")
_MAY_BE_INCOMPLETE = "the response ends here without an end marker: lines may be missing"


class _Patch(OpenBlock):
    """A patch from its first marker on.

    Args:
        first: The line of that marker.
        indent: The whitespace before it, which is stripped from all lines.
        fence: The fence around the patch.
        terminator: The word that ends the here-document around the patch.
        is_whole: True if the patch is known to be complete, as in a tool call.
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
        """True if the last line may be incomplete."""
        self._is_sure = is_whole
        self._has_outcome = False
        self._after_blank = False
        self._section: _Section | None = None

    @property
    def is_tentative(self) -> bool:
        return not self._is_sure

    def begin(self, number: int, marker: _Marker) -> None:
        """Read the marker that opens the patch."""
        self._is_enveloped = marker.kind == _BEGIN
        if not self._is_enveloped:
            self._section = _Section(marker.kind, marker.path, number, number)
            self._is_sure = self._is_sure or marker.kind == _DELETE

    def feed(self, line: Line) -> Step:
        self._is_cut = line.is_cut
        text = line.text.removeprefix(self._indent)
        section = self._section
        is_in_chunk = section is not None and section.kind == _UPDATE and section.hunk is not None
        marker = _marker(text if is_in_chunk else text.strip())
        step = self._on_marker(line.number, marker) if marker else self._on_text(line, text)
        self._after_blank = not text.strip()
        self._has_outcome = self._has_outcome or bool(step.outcomes)
        return step

    def _on_marker(self, number: int, marker: _Marker) -> Step:
        self._is_sure = True
        if marker.kind == _END_OF_FILE:
            return Step(self._section.end_at_end_of_file(number) if self._section else ())
        if marker.kind == _MOVE:
            return self._on_move(number, marker.path)
        outcomes = self._end_section()
        if marker.kind == _END:
            return self._close(outcomes)
        if marker.kind == _BEGIN:
            self._is_enveloped, self._first = True, number
        else:
            self._section = _Section(marker.kind, marker.path, number, number)
        return Step(outcomes, takes_line=False)

    def _on_move(self, number: int, to: str) -> Step:
        section = self._section
        if section is None or section.kind != _UPDATE or not to:
            flaw = "names no file" if not to else "belongs to no *** Update File:"
            return Step([Malformed(None, f"*** Move to: at line {number} {flaw}", number)])
        section.to, section.moved_at, section.last = to, number, number
        return CONTINUE

    def _close(self, outcomes: list[Outcome]) -> Step:
        """End the patch at its end marker."""
        if not outcomes and not self._has_outcome:
            outcomes = [Malformed(None, f"The patch at line {self._first} changes nothing")]
        return Step(outcomes, is_closed=True)

    def _end_section(self) -> list[Outcome]:
        section, self._section = self._section, None
        return section.end() if section else []

    def _on_text(self, line: Line, text: str) -> Step:
        section = self._section
        if hunks.closes(self._fence, line.text) or self._ends_heredoc(text):
            # If lines have no signs, a fence may be part of the new file.
            return self._leave(is_complete=section is None or not section.lacks_signs)
        if section is None:
            return self._outside(text)
        if section.kind == _UPDATE and hunks.is_foreign(text):
            return self._leave(is_complete=not self._is_enveloped)
        if not self._belongs_to(section, text):
            return self._leave(is_complete=True)
        self._is_sure = self._is_sure or text.startswith(("+", "-", "@"))
        if section.kind == _UPDATE and text.startswith("@@"):
            outcomes = section.take_header(line.number, text)
            return Step(outcomes, takes_line=not outcomes)
        return self._take(section, line.number, text)

    def _ends_heredoc(self, text: str) -> bool:
        return self._terminator is not None and text.rstrip(" \"'") == self._terminator

    def _take(self, section: _Section, number: int, text: str) -> Step:
        body = text.rstrip() if self._is_enveloped and _END_LINE in text else ""
        if body.endswith(_END_LINE) and body[1 : -len(_END_LINE)].rstrip() == body[1 : -len(_END_LINE)] != "":
            # Models forget the line end before the end marker.
            section.take(number, body[: -len(_END_LINE)])
            return self._close(self._end_section())
        section.take(number, text)
        return CONTINUE

    def _outside(self, text: str) -> Step:
        """Read a line outside of sections, where only a marker is valid."""
        if not text.strip():
            return CONTINUE
        if self._has_outcome:
            return self._leave(is_complete=True)
        if not text.lstrip().startswith("*** "):
            return ABANDON
        return Step([Malformed(None, f"The patch at line {self._first} names no file")], is_closed=True)

    def _belongs_to(self, section: _Section, text: str) -> bool:
        """True if a line that is not a marker belongs to the section."""
        if not text.strip():
            return True
        if section.kind == _DELETE:
            return False
        if self._is_enveloped or self._is_whole or self._fence is not None:
            return True
        if section.kind == _UPDATE and text.startswith("@@"):
            return True
        if section.kind == _ADD and text[0] != "+":
            return False
        return not hunks.is_prose(text, after_blank=self._after_blank)

    def _leave(self, *, is_complete: bool) -> Step:
        """End the patch before this line, without an end marker.

        Args:
            is_complete: False if lines of its last section are probably missing.
        """
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
        sign = section.hunk.last_sign if section.hunk is not None else "+" if section.kind == _ADD else ""
        outcomes = [hunks.with_warning(outcome, _MAY_BE_INCOMPLETE) for outcome in self._end_section()]
        if sign == "-" or (self._is_cut and (sign == "+" or section.hunk is None)):
            return hunks.cut_off(outcomes, CutOff.LIKELY)
        return hunks.cut_off(outcomes, CutOff.LAST_LINE) if self._is_cut else outcomes

    def _missing(self) -> str:
        mark = _END_LINE if self._is_enveloped or self._fence is None else self._fence.marks
        return f"Missing {mark} for the patch at line {self._first}"

    def progress(self) -> str:
        return f"patch of {self._section.path} arriving" if self._section else "patch arriving"


def _open(line: Line, context: Context) -> OpenBlock | None:
    text = line.text.lstrip(" \t")
    indent = line.text[: len(line.text) - len(text)]
    marker = _marker(_CALL.sub("", text, count=1))
    if marker is None or marker.kind not in _OPENING:
        return None
    if marker.kind == _DELETE and context.fence is None:
        # Outside of a fence, it may be a sentence about the marker.
        return None
    terminator = _terminator(context.above[-1]) if context.above else None
    block = _Patch(line.number, indent, context.fence, terminator)
    block.begin(line.number, marker)
    return block


def _terminator(text: str) -> str | None:
    """The word that ends the here-document that a line opens."""
    found = _HEREDOC.search(text[-80:].rstrip())
    return found[1] if found else None


def patch_outcomes(text: str) -> list[Outcome]:
    """The outcomes of a complete patch, as a tool call passes it.

    Args:
        text: With or without an envelope and a command around it.
    """
    outcomes: list[Outcome] = []
    patch: _Patch | None = None
    above = ""
    for number, line in enumerate(_lines(text), 1):
        if patch is None:
            marker = _marker(_CALL.sub("", line.strip(), count=1))
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
    return outcomes or [Malformed(None, "The patch at line 1 names no file", 1)]


def operation_outcomes(kind: str, path: str, diff: str) -> list[Outcome]:
    """The outcomes of one operation of OpenAI's `apply_patch_call`.

    Args:
        kind: Its type: `create_file`, `update_file` or `delete_file`.
        path: Its path.
        diff: Its lines, without any marker for the file.
    """
    section_kind = _OPERATIONS.get(kind)
    if section_kind is None:
        return [Malformed(path, f"Unknown operation {kind!r} on {path} at line 1", 1)]
    patch = _Patch(1, is_whole=True)
    patch.begin(1, _Marker(section_kind, path))
    outcomes: list[Outcome] = []
    lines = _lines(diff) if section_kind != _DELETE else []
    for number, line in enumerate(lines, 1):
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
_SECOND = Example(
    "Create a file",
    """\
*** Begin Patch
*** Add File: farewell.py
+def part():
+    return "Goodbye"
*** End Patch
""",
)
_WHEN = "for changes of several files, some of them new, moved or deleted"

_SUMMARY = "`*** Begin Patch` … `*** End Patch`: bare, in a heredoc, or as an `apply_patch_call`"
_RULES = (
    SHOW_CONTEXT,
    MERGE,
    "`*** Add File:`, `*** Delete File:` and `*** Move to:` create, delete and move files.",
    ONE_HUNK,
    LEAVE_NOTHING_OUT,
)

SPEC = FormatSpec(Description(FormatName.APPLY_PATCH, _SUMMARY, _EXAMPLE, _SECOND, _WHEN, _RULES), _open)
