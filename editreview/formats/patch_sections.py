"""What a patch for apply_patch asks of one file: the marker with its path, and the chunks."""

import re

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import Delete, Group, GroupKind, LineRange, Move, Operation, Write
from editreview.formats import hunks
from editreview.formats.dialect import Found, Malformed, Outcome
from editreview.formats.hunks import Hunk

NAME = "apply-patch"
BEGIN, END, END_OF_FILE = "Begin Patch", "End Patch", "End of File"
ADD, DELETE, UPDATE, MOVE = "Add File", "Delete File", "Update File", "Move to"
END_LINE = "*** End Patch"
_WHOLE_LINE = re.compile(r"\*\*\* ?(Begin Patch|End Patch|End of File)\W*$")
_WITH_PATH = re.compile(r"\*\*\* ?(Add File|Delete File|Update File|Move to): *(.*)$")
_BARE_END = "\\ No newline"
"""Begins the line with which diffs say that the one above has no line end."""
_NO_SIGNS = "the lines of the new file lack their +, and are taken as they are"


class Marker(Struct, frozen=True):
    """A line that begins a part of a patch, or ends one."""

    kind: str
    path: str = ""


def read_marker(text: str) -> Marker | None:
    """The marker that a line is."""
    if not text.startswith("***"):
        return None
    if found := _WITH_PATH.match(text):
        return Marker(found[1], found[2].strip().strip("`\"'"))
    found = _WHOLE_LINE.match(text) if len(text) < 100 else None
    return Marker(found[1]) if found else None


class Section(Struct):
    """What a patch asks of one file."""

    kind: str
    path: str
    first: int
    """Line of the response with the marker."""
    last: int
    """The last line that is not blank."""
    to: str | None = None
    moved_at: int = 0
    hunk: Hunk | None = None
    has_outcome: bool = False
    _above: tuple[str, ...] = ()
    """Context that stood in chunks of its own, and belongs above the next one."""

    @property
    def group(self) -> Group:
        """What ties the chunks together."""
        name = f"{NAME}-{self.first}-{self.path}"
        return Group(name, GroupKind.ORDERED, moves=self.to is not None)

    @property
    def lacks_signs(self) -> bool:
        """Whether it is a new file of which no line has its +."""
        return self.kind == ADD and self.hunk is not None and not self.hunk.has_any("+")

    def take(self, number: int, text: str) -> None:
        """A line that is no marker."""
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
        """A line that begins with `@@`: it ends the chunk before, unless that has only such lines yet."""
        header = hunks.read_header(text)
        outcomes: list[Outcome] = []
        if self.hunk is None or self.hunk.is_begun:
            outcomes = self.end_chunk()
            self.hunk = self._hunk_from(number)
        if header.start is not None:
            self.hunk.header = header
        if header.scope is not None:
            self.hunk.scopes.append(header.scope)
        self.hunk.last = self.last = number
        return outcomes

    def end_at_end_of_file(self, number: int) -> list[Outcome]:
        """The line that says that the chunk before it is the last of the file."""
        self.last = number
        if self.hunk is None or self.kind != UPDATE:
            return []
        self.hunk.is_at_end, self.hunk.last = True, number
        return self.end_chunk()

    def _hunk_from(self, number: int) -> Hunk:
        return Hunk(number if self.has_outcome else self.first)

    def end_chunk(self) -> list[Outcome]:
        """The chunk that is complete now. One that changes nothing only says what is above the next one."""
        hunk, self.hunk = self.hunk, None
        if hunk is None:
            return []
        hunk.scopes[:0] = self._above
        if not hunk.changes:
            above = (*hunk.scopes, hunk.as_scope)
            self._above = tuple(scope for scope in above if scope.strip())
            return []
        self._above, self.has_outcome = (), True
        warnings = hunk.warnings()
        return [Found(self.path, hunk.operation(), hunk.response_lines, hunk.hints, self.group, warnings)]

    def end(self) -> list[Outcome]:
        """All that is left to say of the file, whose section is complete."""
        if not self.path:
            return [self._malformed(f"Missing path after *** {self.kind}: at line {self.first}")]
        if self.kind == DELETE:
            return [self._found(Delete(), (self.first, self.last))]
        return [self._added()] if self.kind == ADD else self._updated()

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
        hunk = self.hunk or Hunk(self.first)
        if not hunk.has_only("+") and not self.lacks_signs:
            return self._malformed(
                f"Some lines of the new file {self.path} at line {self.first} lack their +"
            )
        text = hunk.written_text() if self.lacks_signs else hunk.new_text()
        found = self._found(Write(text, creates=True), (self.first, self.last))
        return replace(found, warnings=(_NO_SIGNS,)) if self.lacks_signs else found

    def _found(self, operation: Operation, lines: LineRange) -> Found:
        return Found(self.path, operation, lines, group=self.group)

    def _malformed(self, message: str) -> Malformed:
        return Malformed(self.path or None, message, self.first)

    def cut_off(self, message: str) -> Malformed:
        """The response ended inside the section."""
        if self.hunk is None:
            return Malformed(self.path or None, message, self.first)
        return Malformed(self.path or None, message, self.hunk.first, self.hunk.begun)

    def drop_indented_end(self) -> bool:
        """Whether the last line is an end marker that is indented like context; it is taken away."""
        if self.hunk is None or not self.hunk.ends_with_context(END_LINE):
            return False
        self.hunk.take_back()
        return True
