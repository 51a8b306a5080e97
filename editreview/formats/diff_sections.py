"""What a unified diff says of one file: the lines above its hunks, and the hunks.

The extended headers are those of git-diff(1). What a diff asks for beyond text is either an
operation of its own (create, delete, rename) or a problem that says what is not done.
"""

from msgspec import Struct, field
from msgspec.structs import replace

from editreview.blocks import (
    Delete,
    Group,
    GroupKind,
    Insert,
    LineRange,
    Move,
    Operation,
    Reading,
    Replace,
    Write,
)
from editreview.formats.dialect import Found, Malformed, Outcome
from editreview.formats.diff_names import NOTHING, without_prefixes
from editreview.formats.hunks import Header, Hunk
from editreview.formats.paths import is_path
from editreview.texts import counted

NAME = "unified-diff"
_NOWHERE = "no line says where the added lines go: at the end of the file"
_TWO_NAMES = "the two names differ: read as a change of name"


class Section(Struct):
    """What a diff asks of one file."""

    first: int
    """Line of the response at which it begins."""
    path_above: str | None = None
    """A path in the prose before it."""
    is_inherited: bool = False
    """That path is only the one of the edit before."""
    git: tuple[str, str] | None = None
    """The names in a `diff --git` line; None if there is no such line."""
    old: str | None = None
    new: str | None = None
    """The names after `---` and `+++`."""
    headers: dict[str, str] = field(default_factory=dict)
    """git's extended headers."""
    last: int = 0
    """Line of the response with the last header."""
    hunk: Hunk | None = None
    has_outcome: bool = False
    _written: list[str] = field(default_factory=list)
    _has_hunks: bool = False
    _repaired: int = 0
    _ended: int = 0
    """Line of the response with the last line of a hunk."""

    @property
    def group(self) -> Group:
        return Group(f"{NAME}-{self.first}", GroupKind.ORDERED, moves=self.to is not None)

    @property
    def is_named(self) -> bool:
        """Whether the diff itself says which file it is about."""
        return self.old is not None or self.new is not None or self.git is not None

    @property
    def is_new(self) -> bool:
        return self.old == NOTHING or "new file mode" in self.headers

    @property
    def is_deleted(self) -> bool:
        return self.new == NOTHING or "deleted file mode" in self.headers

    @property
    def path(self) -> str | None:
        """The file to edit, as it is called before."""
        old, new = self._names()
        if "rename from" in self.headers:
            return self.headers["rename from"]
        if old is not None and old == new and is_path(old):
            return old
        if self.is_deleted or (self._moves(old, new) and not self.is_new):
            return old or new
        told = [name for name in (new, old) if name and name != NOTHING]
        return next((name for name in told if is_path(name)), self.path_above or (told[0] if told else None))

    def _names(self) -> tuple[str | None, str | None]:
        old, new = without_prefixes(self.old, self.new)
        if self.git is not None and self.old is None and self.new is None:
            old, new = without_prefixes(*self.git)
        return old, new

    def _moves(self, old: str | None, new: str | None) -> bool:
        """Whether the names ask for another name, though no header does."""
        has_prefixes = (self.old or "").startswith("a/") and (self.new or "").startswith("b/")
        if not has_prefixes or old is None or new is None or old == new:
            return False
        # One that has less of the way to the file is carelessness.
        return not old.endswith("/" + new) and not new.endswith("/" + old)

    @property
    def to(self) -> str | None:
        """The name that the file shall get."""
        if "rename to" in self.headers:
            return self.headers["rename to"]
        old, new = self._names()
        if old == new:
            return None
        return new if self._moves(old, new) and not self.is_new and not self.is_deleted else None

    def lacks_next(self, text: str) -> bool:
        """Whether a line that could be a name is none, as the next line shows."""
        if self.git is not None:
            return False
        return not text.startswith("+++ " if self.new is None else "@@")

    @property
    def lacks_changes(self) -> bool:
        """True if the headers say that a moved file is changed as well, but no hunk changes it."""
        return not self._has_hunks and self.headers.get("similarity index", "100%") != "100%"

    @property
    def lacks_rest(self) -> bool:
        """True if the headers announce more, though the response ends with them."""
        if self._has_hunks or self.is_deleted or self.headers.keys() & {"binary", "combined", "copy to"}:
            return False
        if self.is_new:
            # git knows an empty file by its name, and gives the two names only above hunks.
            is_named = self.old is not None or self.new is not None
            return is_named or not self.headers.get("index", "").partition("..")[2].startswith("e69de29")
        if "rename to" in self.headers:
            return self.lacks_changes
        return self._moves(*self._names())

    def can_have(self, name: str, *, is_old: bool) -> bool:
        """Whether a name after `---` or `+++` is this file's, and not the next one's."""
        if self.new is not None or (is_old and self.old is not None):
            return False
        known = {_base(told) for told in self.git or () if told}
        return name == NOTHING or not known or _base(name) in known

    def begin_hunk(self, number: int, header: Header) -> list[Outcome]:
        """A line that begins with `@@`, or the first one below the names."""
        outcomes = self.end_hunk()
        scopes = [header.scope] if header.scope else []
        first, self._has_hunks = (number if self._has_hunks else self.first), True
        self.hunk = Hunk(first, header, scopes, last=number)
        return outcomes

    def take_bare_end(self, number: int) -> None:
        """The line that says that the one above has no line end."""
        if self.hunk is not None:
            self.hunk.take_bare_end(number)

    def end_hunk(self) -> list[Outcome]:
        """The hunk that is complete now. One that changes nothing is none."""
        hunk, self.hunk = self.hunk, None
        self._ended = hunk.last if hunk else self._ended
        if hunk is None or self.is_deleted or not self.headers.keys().isdisjoint(("combined", "copy to")):
            return []
        if self.is_new:
            return self._write(hunk)
        is_astray = self.is_inherited and not self.is_named and hunk.only_adds and hunk.header.start is None
        if not hunk.changes or is_astray:
            return []
        self.has_outcome = True
        return [self._changed(hunk)]

    def _write(self, hunk: Hunk) -> list[Outcome]:
        if hunk.has_any("-"):
            self.has_outcome = True
            return [self._malformed(f"The new file {self.path} at line {self.first} has removed lines")]
        self._written.append(hunk.new_text())
        self._repaired += hunk.unsigned_for("+")
        return []

    def _changed(self, hunk: Hunk) -> Outcome:
        operation, header = hunk.operation(), hunk.header
        warnings = [*hunk.warnings(), *self._mode_warnings()]
        if isinstance(operation, Insert):
            if header.old == header.start == 0:
                # It says that there is nothing before: models mean a new file, git an empty one.
                operation = Replace((Reading("", operation.text),))
            elif header.old:
                lines = counted(header.old, "old line")
                return self._malformed(f"The hunk at line {hunk.first} shows none of its {lines}", hunk.first)
            elif operation.after is None and not hunk.scopes:
                warnings.append(_NOWHERE)
        return Found(self.path, operation, hunk.response_lines, hunk.hints, self.group, tuple(warnings))

    def _mode_warnings(self) -> tuple[str, ...]:
        if "new mode" in self.headers:
            return (f"the change of mode to {self.headers['new mode']} is left out",)
        mode = self.headers.get("new file mode", "")
        return (f"the mode {mode} is left out",) if mode not in ("", "100644") else ()

    def end(self) -> list[Outcome]:
        """All that is left to say of the file: nothing more of it follows."""
        outcomes = self.end_hunk()
        told = self.has_outcome
        if told and self._only_changes_text:
            return outcomes
        headers = (self.first, max(self.first, self.last))
        lines = (self.first, max(headers[1], self._ended))
        if "binary" in self.headers:
            return [self._malformed(f"The diff of {self.path} at line {self.first} is binary, not done")]
        if "combined" in self.headers:
            return [self._malformed(f"The diff of {self.path} at line {self.first} has several old versions")]
        if "copy to" in self.headers:
            return [
                self._malformed(f"The copy to {self.headers['copy to']} at line {self.first} is not made")
            ]
        if self.is_new:
            return [*outcomes, *(() if told else (self._created(lines),))]
        if self.is_deleted:
            return [self._found(Delete(), lines)]
        if self.to is not None:
            warnings = () if "rename to" in self.headers else (_TWO_NAMES,)
            return [*outcomes, replace(self._found(Move(self.to), headers), warnings=warnings)]
        return outcomes if told or not self.is_named else [self._malformed(self._nothing())]

    @property
    def _only_changes_text(self) -> bool:
        """Whether it is plain that nothing is asked for but what the hunks say."""
        return not self.headers and NOTHING not in (self.old, self.new) and self.to is None

    def _created(self, lines: LineRange) -> Outcome:
        repaired = self._repaired
        notes = (f"{counted(repaired, 'line')} without + taken for the new file",) if repaired else ()
        found = self._found(Write("".join(self._written), creates=True), lines)
        return replace(found, warnings=(*notes, *self._mode_warnings()))

    def _nothing(self) -> str:
        if "new mode" in self.headers:
            mode = self.headers["new mode"]
            return f"The diff of {self.path} at line {self.first} only sets the mode {mode}, not done"
        return f"The diff of {self.path} at line {self.first} changes nothing"

    def _found(self, operation: Operation, lines: LineRange) -> Found:
        return Found(self.path, operation, lines, group=self.group)

    def _malformed(self, message: str, line: int | None = None) -> Malformed:
        return Malformed(self.path, message, line or self.first)

    def cut_off(self, message: str | None = None) -> Malformed:
        """The section did not come to an end."""
        if self.hunk is None:
            return self._malformed(message or f"The response ends inside the diff at line {self.first}")
        line = self.hunk.first
        malformed = self._malformed(message or f"The response ends inside the hunk at line {line}", line)
        return replace(malformed, begun=self.hunk.begun)


def _base(name: str) -> str:
    return name.rpartition("/")[2]
