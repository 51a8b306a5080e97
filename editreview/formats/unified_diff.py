"""Unified diffs, as written by git, GNU diff and models.

    --- a/path/to/file.py
    +++ b/path/to/file.py
    @@ -12,3 +12,3 @@ class Greeter:
         def greet(self):
    -        return "Hello"
    +        return "Good morning"

Numbers are hints: models get them wrong, or omit them (`@@ ... @@`). A hunk ends after as many
lines as its header counts if the next line can be something else; at another header or the end of
the fence; and, without a fence, at lines without signs. In a fence with the language `diff`, the
`@@` may be missing, and so may the file names: then a path above the fence counts.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from editreview.blocks import (
    Code,
    CutOff,
    Delete,
    FormatName,
    Group,
    GroupKind,
    Insert,
    Interpretation,
    LineRange,
    Move,
    Naming,
    Operation,
    Replace,
    Write,
)
from editreview.file_kinds import LISTING
from editreview.formats import hunks
from editreview.formats.hunks import Header, PatchHunk
from editreview.formats.path_names import (
    is_path,
    names_in,
    others_mentioned,
    path_above,
    path_in_fence,
    path_in_line,
    words_above,
)
from editreview.formats.spec import (
    ABANDON,
    CONTINUE,
    FENCE_MARKS,
    LEAVE_NOTHING_OUT,
    MERGE,
    OF_BLOCK,
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
    fence_opened_by,
)
from editreview.text import counted

# The names of files in a unified diff: prefixes, quotes, time stamps.

_NOTHING = "/dev/null"
"""The name that stands for a missing file."""
_EMPTY = "e69de29"
"""The beginning of git's hash of an empty file."""
_ESCAPE = re.compile(r"\\([0-7]{3}|.)")
_ESCAPED = {"a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_TIME = re.compile(r"(?<! ) ++\d{4}-\d\d-\d\d[ T]\d\d:\d\d.*$")
_REMARK = re.compile(
    r"(?<! ) ++\((?:original|modified|old|new|before|after|updated|deleted|created)\)$", re.IGNORECASE
)
"""A remark after the name of a file: `a.py (original)`."""
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_PREFIXES = frozenset("abciow12")
"""Prefixes that git writes before names, those of `diff.mnemonicPrefix` included."""
_SIMPLE = re.compile(r"[\w./-]+", re.ASCII)
"""Names without anything to strip, like nearly all names."""
_MAX_LENGTH = 4_096


def _read_name(text: str) -> str:
    """The name after `---` or `+++`, with its prefix."""
    text = text[:_MAX_LENGTH].strip()
    if _SIMPLE.fullmatch(text):
        return text
    if quoted := _QUOTED.match(text):
        return _unquoted(quoted[0])
    text = text.partition("\t")[0].rstrip()
    return _REMARK.sub("", _TIME.sub("", text)).strip("`")


def _unquoted(text: str) -> str:
    """Decode a name that git quoted like a C string, with bytes in octal."""
    found = bytearray()
    at = 0
    inside = text[1:-1]
    for escape in _ESCAPE.finditer(inside):
        found += inside[at : escape.start()].encode("utf-8", "surrogateescape")
        code = escape[1]
        if code.isdigit():
            found.append(int(code, 8) % 256)
        elif code in _ESCAPED:
            found.append(_ESCAPED[code])
        else:
            found += code.encode("utf-8", "surrogateescape")
        at = escape.end()
    found += inside[at:].encode("utf-8", "surrogateescape")
    return found.decode("utf-8", "surrogateescape")


def _git_names(text: str) -> tuple[str, str] | None:
    """The two names after `diff --git`, with their prefixes; None if they cannot be told apart."""
    text = text[: 2 * _MAX_LENGTH].strip()
    if text.startswith('"') or text.endswith('"'):
        words = re.findall(r'"(?:[^"\\]|\\.)*"|\S+', text)
        return (_read_name(words[0]), _read_name(words[1])) if len(words) == 2 else None
    middle = len(text) // 2
    if text[middle : middle + 1] == " " and text[2:middle] == text[middle + 3 :]:
        # The same name twice, which may contain spaces.
        return text[:middle], text[middle + 1 :]
    words = text.split(" ")
    return (words[0], words[1]) if len(words) == 2 else None


@lru_cache(64)
def _without_prefixes(old: str | None, new: str | None) -> tuple[str | None, str | None]:
    """Both names without the prefixes that git adds, such as `a/` and `b/`."""
    if old is None or new is None or _NOTHING in (old, new):
        return _without(old, "a/"), _without(new, "b/")
    first, second = old[:2], new[:2]
    is_mnemonic = first[1:] == second[1:] == "/" and first != second and old[2:] == new[2:]
    if (first, second) == ("a/", "b/") or (is_mnemonic and {first[0], second[0]} <= _PREFIXES):
        return old[2:], new[2:]
    if old == _without(new, "b/"):
        return old, old
    return (old[2:], new) if _without(old, "a/") == new else (old, new)


def _without(name: str | None, prefix: str) -> str | None:
    return name.removeprefix(prefix) if name else name


# The beginnings of lines in a unified diff.

_LANGUAGES = frozenset(["diff", "patch", "udiff", "unidiff", "git"])
_GIT = "diff --git "
_COMBINED = ("diff --cc ", "diff --combined ")
_EXTENDED = re.compile(
    r"(old mode|new mode|new file mode|deleted file mode|copy from|copy to|rename from|rename to"
    r"|similarity index|dissimilarity index|index) (.*)$"
)
"""A line of git between the name of a file and its hunks: `rename from a.py`."""
_DOTS_BETWEEN = re.compile(r"(?:\.{3,}|…+|⋮+|[(\[<{] ?(?:\.{3,}|…) ?[)\]>}])[ \t]*")
"""A line in the place of `@@` that has only dots."""
_NUMBERED = re.compile(r"@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@")
_IGNORED = re.compile(
    r"Index: |={20}|diff -|similarity index |rename (?:from|to) "
    r"|(?:new file|deleted file|old|new) mode \d{6}$"
)
"""A line above a diff that says nothing more: `Index: a.py`, `old mode 100644`."""
_SIGNATURE = ("-- ", "--")
_LINE_SIGNS = frozenset("+- ")
_TAGS = frozenset(["</source>", "</code>", "</pre>", "</codeblock>", "</sourcecode>", "</diff>", "</patch>"])


def _can_begin(text: str) -> bool:
    """True if a line can be the first of a diff."""
    if text.startswith("+++ "):
        return is_path(_read_name(text[4:]))
    if text.startswith("@@"):
        return text.startswith("@@ ... @@") or _NUMBERED.match(text) is not None
    return text.startswith((_GIT, *_COMBINED, "--- "))


def _language(fence: Fence) -> str:
    return fence.info.replace(":", " ").partition(" ")[0].lower()


def _are_names(first: str, second: str, *, lacks_lines: bool) -> bool:
    """True if two lines in a hunk, the second beginning with `+++`, are the names of the next file.

    If they name files, the hunk's counts do not matter: nobody adds a line such as `++ b/a.py`.
    """
    if not first.startswith("--- "):
        return False
    names = (_read_name(first[4:]), _read_name(second[4:]))
    return not lacks_lines or all(name == _NOTHING or is_path(name) for name in names)


def _is_diff(fence: Fence) -> bool:
    """True if the language of a fence is a diff."""
    return _language(fence) in _LANGUAGES


def _path_in_diff_fence(fence: Fence) -> str | None:
    """The path in the info string of a fence; None if it has only a language."""
    return path_in_fence(fence.info) if _language(fence) != fence.info.lower() else None


# The section of one file in a unified diff: its headers and its hunks.
#
# The extended headers are those of git-diff(1). Changes other than to text become an operation
# (create, delete, rename), or a problem that says what is not supported.

_NO_POSITION = "nothing shows where the added lines go: appended to the file"
_TWO_NAMES = "the two names differ: read as a rename"


class _Section(Struct):
    """The changes of one file in a diff."""

    first: int
    """Line of the response at which it begins."""
    path_above: str | None = None
    """A path in the prose before it."""
    is_inherited: bool = False
    """True if the path is that of the previous edit."""
    mentions: tuple[str, ...] = ()
    """Other files that the words above mention, if the path is that of the previous edit."""
    git: tuple[str, str] | None = None
    """The names in the `diff --git` line; None if there is no such line."""
    contradicted: str | None = None
    """The name in the `diff --git` line directly above, if it is another one."""
    old: str | None = None
    new: str | None = None
    """The names after `---` and `+++`."""
    headers: dict[str, str] = field(default_factory=dict)
    """git's extended headers."""
    last: int = 0
    """Line of the response with the last header."""
    hunk: PatchHunk | None = None
    has_outcome: bool = False
    _written: list[str] = field(default_factory=list)
    _has_hunks: bool = False
    _quoted: str | None = None
    """The lines of a deleted file in its hunks; None without a hunk."""
    _repaired: int = 0
    """Lines of a new file without a `+`."""
    _hunk_end: int = 0
    """Line of the response with the last line of a hunk."""

    @property
    def group(self) -> Group:
        return Group(f"{FormatName.UNIFIED_DIFF}-{self.first}", GroupKind.ORDERED, moves=self.to is not None)

    @property
    def is_named(self) -> bool:
        """True if the diff itself names the file."""
        return self.old is not None or self.new is not None or self.git is not None

    @property
    def is_new(self) -> bool:
        return self.old == _NOTHING or "new file mode" in self.headers

    @property
    def is_deleted(self) -> bool:
        return self.new == _NOTHING or "deleted file mode" in self.headers

    @property
    def path(self) -> str | None:
        """The file to edit, by its old name."""
        old, new = self._names()
        if "rename from" in self.headers:
            return self.headers["rename from"]
        if old is not None and old == new and is_path(old):
            return old
        if self.is_deleted or (self._moves(old, new) and not self.is_new):
            return old or new
        names = [name for name in (new, old) if name and name != _NOTHING]
        default = self.path_above or (names[0] if names else None)
        return next((name for name in names if is_path(name)), default)

    def _names(self) -> tuple[str | None, str | None]:
        old, new = _without_prefixes(self.old, self.new)
        if self.git is not None and self.old is None and self.new is None:
            old, new = _without_prefixes(*self.git)
        return old, new

    def _moves(self, old: str | None, new: str | None) -> bool:
        """True if the names differ, so that the file is renamed without a header that says so."""
        has_prefixes = (self.old or "").startswith("a/") and (self.new or "").startswith("b/")
        if not has_prefixes or old is None or new is None or old == new:
            return False
        # A name that only lacks the first folders is a mistake of the model, not a rename.
        return not old.endswith("/" + new) and not new.endswith("/" + old)

    @property
    def to(self) -> str | None:
        """The new name of the file; None if it is not renamed."""
        if "rename to" in self.headers:
            return self.headers["rename to"]
        old, new = self._names()
        if old == new:
            return None
        return new if self._moves(old, new) and not self.is_new and not self.is_deleted else None

    def lacks_next(self, text: str) -> bool:
        """True if the line before `text`, which looked like a name, cannot be one."""
        if self.git is not None:
            return False
        return not text.startswith("+++ " if self.new is None else "@@")

    @property
    def lacks_changes(self) -> bool:
        """True if the headers say that a renamed file is changed too, but no hunk changes it."""
        return not self._has_hunks and self.headers.get("similarity index", "100%") != "100%"

    @property
    def lacks_rest(self) -> bool:
        """True if the headers announce hunks or names that are missing."""
        if self._has_hunks or self.is_deleted or self.headers.keys() & {"binary", "combined", "copy to"}:
            return False
        if self.is_new:
            # git writes the two names only above hunks.
            is_named = self.old is not None or self.new is not None
            return is_named or not self._hash.startswith(_EMPTY)
        if "rename to" in self.headers:
            return self.lacks_changes
        return self._moves(*self._names())

    @property
    def _hash(self) -> str:
        """The beginning of git's hash of the new text; empty without one."""
        return self.headers.get("index", "").partition("..")[2]

    @property
    def _is_announced(self) -> bool:
        """True if git's headers announce text, and the names above it are missing: the rest was cut off."""
        return (
            self.git is not None
            and self.old is self.new is None
            and not f"{self._hash}{_EMPTY}".startswith(_EMPTY)
        )

    @property
    def name_without_changes(self) -> str | None:
        """The file of a `diff --git` line below which there is nothing; None if there is something."""
        is_bare = self.new is None and not self._has_hunks and not self.headers.keys() - {"index"}
        return self.path if self.git is not None and is_bare else None

    def can_have(self, name: str, *, is_old: bool) -> bool:
        """True if a name after `---` or `+++` belongs to this file, and not to the next one."""
        if self.new is not None or (is_old and self.old is not None):
            return False
        known = {_base(each) for each in self.git or () if each}
        return name == _NOTHING or not known or _base(name) in known

    def begin_hunk(self, number: int, header: Header) -> list[Outcome]:
        """Begin a hunk at a line that begins with `@@`, or at the first one below the names."""
        outcomes = self.end_hunk()
        scopes = [header.scope] if header.scope else []
        first, self._has_hunks = (number if self._has_hunks else self.first), True
        self.hunk = PatchHunk(first, header, scopes, last=number)
        return outcomes

    def take_bare_end(self, number: int) -> None:
        """Record that the line above has no line end."""
        if self.hunk is not None:
            self.hunk.take_bare_end(number)

    def end_hunk(self) -> list[Outcome]:
        """End the hunk. Returns its outcome; empty if it changes nothing."""
        hunk, self.hunk = self.hunk, None
        self._hunk_end = hunk.last if hunk else self._hunk_end
        if hunk is not None and self.is_deleted:
            self._quoted = (self._quoted or "") + hunk.old_text()
        if hunk is None or self.is_deleted or not self.headers.keys().isdisjoint(("combined", "copy to")):
            return []
        if self.is_new:
            return self._write(hunk)
        lacks_file = self.is_inherited and not self.is_named and hunk.only_adds and hunk.header.start is None
        if not hunk.changes and not (self.path or "").lower().endswith(LISTING):
            hunk = hunk.signed_at_code() or hunk
        if not hunk.changes or lacks_file:
            return []
        self.has_outcome = True
        return [self._changed(hunk)]

    def _write(self, hunk: PatchHunk) -> list[Outcome]:
        if hunk.has_any("-"):
            self.has_outcome = True
            return [self._malformed(f"The new file {self.path} at line {self.first} has removed lines")]
        self._written.append(hunk.new_text())
        self._repaired += hunk.lines_without_sign()
        return []

    def _changed(self, hunk: PatchHunk) -> Outcome:
        operation, header = hunk.operation(), hunk.header
        warnings = [*hunk.warnings(), *self._mode_warnings()]
        if isinstance(operation, Insert):
            if header.old == header.start == 0:
                # By its header the file has no lines. Models mean a new file, git an empty one.
                operation = Replace((Interpretation("", operation.text),))
            elif header.old:
                lines = counted(header.old, "old line")
                return self._malformed(f"The hunk at line {hunk.first} shows none of its {lines}", hunk.first)
            elif operation.after is None and not hunk.scopes:
                warnings.append(_NO_POSITION)
        mentions = () if self.is_named else self.mentions
        return Edit(
            self.path,
            operation,
            hunk.response_lines,
            hunk.hints,
            self.group,
            tuple(warnings),
            mentions=mentions,
            file_above=self.contradicted,
        )

    def _mode_warnings(self) -> tuple[str, ...]:
        if "new mode" in self.headers:
            return (f"the mode is not changed to {self.headers['new mode']}",)
        mode = self.headers.get("new file mode", "")
        return (f"the mode is not set to {mode}",) if mode not in ("", "100644") else ()

    def end(self) -> list[Outcome]:
        """End the section. Returns its remaining outcomes."""
        outcomes = self.end_hunk()
        if self.has_outcome and self._only_changes_text:
            return outcomes
        headers = (self.first, max(self.first, self.last))
        lines = (self.first, max(headers[1], self._hunk_end))
        if "binary" in self.headers:
            return [self._malformed(f"{self._subject} is binary, which is not supported")]
        if "combined" in self.headers:
            return [self._malformed(f"{self._subject} has several old versions, which is not supported")]
        if "copy to" in self.headers:
            message = f"The copy to {self.headers['copy to']} at line {self.first} is not supported"
            return [self._malformed(message)]
        if self.is_new and self._is_announced and not self.has_outcome:
            return [*outcomes, self._malformed(f"{self._subject} ends before the text of the new file")]
        if self.is_new:
            return [*outcomes, *(() if self.has_outcome else (self._created(lines),))]
        if self.is_deleted:
            return [self._found(Delete(self._quoted), lines)]
        if self.to is not None:
            warnings = () if "rename to" in self.headers else (_TWO_NAMES,)
            return [*outcomes, replace(self._found(Move(self.to), headers), warnings=warnings)]
        return outcomes if self.has_outcome or not self.is_named else [self._malformed(self._nothing())]

    @property
    def _only_changes_text(self) -> bool:
        """True if the section has nothing but hunks: no headers, and no new name."""
        return not self.headers and _NOTHING not in (self.old, self.new) and self.to is None

    def _created(self, lines: LineRange) -> Outcome:
        repaired = self._repaired
        notes = (f"{counted(repaired, 'line')} without + added to the new file",) if repaired else ()
        found = self._found(Write("".join(self._written), creates=True), lines)
        return replace(found, warnings=(*notes, *self._mode_warnings()))

    @property
    def _subject(self) -> str:
        return f"The diff of {self.path} at line {self.first}"

    def _nothing(self) -> str:
        if "new mode" in self.headers:
            mode = self.headers["new mode"]
            return f"{self._subject} only sets the mode {mode}, which is not supported"
        return f"{self._subject} changes nothing"

    def _found(self, operation: Operation, lines: LineRange) -> Edit:
        return Edit(self.path, operation, lines, group=self.group)

    def _malformed(self, message: str, line: int | None = None) -> Malformed:
        return Malformed(self.path, message, line or self.first)

    def cut_off(self, message: str | None = None) -> Malformed:
        """The problem of a section that was cut off."""
        if self.hunk is None:
            return self._malformed(message or f"The response ends inside the diff at line {self.first}")
        line = self.hunk.first
        malformed = self._malformed(message or f"The response ends inside the hunk at line {line}", line)
        return replace(malformed, begun=self.hunk.begun)


def _base(name: str) -> str:
    return name.rpartition("/")[2]


_NO_FILE = "file"
_MAY_BE_INCOMPLETE = "the response ends here, and the diff may be incomplete"


class _Diff(OpenBlock):
    """A diff from its first header on, or from the fence around it.

    Args:
        indent: The whitespace before its first line, which is stripped from all lines.
        fence: The fence around it.
        path: The path in the text above, for a diff that names no file.
        words: The words above it.
        is_inherited: True if the path is only that of the previous edit.
        mentions: Other files that the words above mention, if it is.
        is_diff_fence: True if the language of the fence is a diff.
    """

    def __init__(
        self,
        indent: str,
        fence: Fence | None,
        path: str | None,
        words: str,
        *,
        is_inherited: bool,
        mentions: tuple[str, ...],
        is_diff_fence: bool,
    ) -> None:
        self._indent = indent
        self._fence = fence
        self._path = path
        self._words = words
        self._is_inherited = is_inherited
        self._mentions = mentions
        self._is_diff_fence = is_diff_fence
        self._is_sure = False
        self._after_blank = False
        self._previous = ""
        self._before_previous = ""
        self._is_in_binary = False
        self._is_cut = False
        """True if the last line may be incomplete."""
        self._section: _Section | None = None
        self._is_untitled = False
        """True if neither it nor the text above it names the file."""

    @property
    def is_tentative(self) -> bool:
        return not self._is_sure

    def feed(self, line: Line) -> Step:
        self._is_cut = line.is_cut
        text = line.text.removeprefix(self._indent)
        fence = self._fence
        if fence is not None and fence.marks in line.text and hunks.closes(fence, line.text):
            return self._leave()
        if text[:2] == "</" and text.rstrip() in _TAGS:
            return self._leave()
        if self._section is not None and self._section.hunk is not None:
            step = self._in_hunk(self._section, line.number, text)
        else:
            step = self._between(line.number, text)
        self._after_blank = not text
        self._before_previous, self._previous = self._previous, text
        return step

    # Lines outside hunks.

    def _between(self, number: int, text: str) -> Step:
        """Read a line above the first hunk of a file."""
        section = self._section
        if section is not None and not self._is_sure and section.lacks_next(text):
            return self._read_previous_again(number, text)
        if not text.strip():
            self._is_in_binary = False
            return CONTINUE
        if self._is_in_binary:
            return CONTINUE
        if text.startswith((_GIT, *_COMBINED)):
            return self._on_git(number, text)
        if section is not None and section.git is not None and self._on_extended(section, number, text):
            return CONTINUE
        if text.startswith(("--- ", "+++ ")):
            return self._on_name(number, text)
        if text.startswith("@@"):
            return self._on_header(number, text)
        return self._unknown(number, text)

    def _read_previous_again(self, number: int, text: str) -> Step:
        """Read the previous line, which only looked like a name, as a line of a hunk or as prose."""
        self._section = None
        if not self._is_diff_fence or self._path is None or self._is_inherited:
            return ABANDON
        section = self._section = _Section(number - 1, self._path)
        section.begin_hunk(number - 1, Header())
        self._in_hunk(section, number - 1, self._previous)
        return self._in_hunk(section, number, text)

    def _on_git(self, number: int, text: str) -> Step:
        outcomes = self._end_section()
        self._section = _Section(number, last=number)
        if text.startswith(_GIT):
            self._section.git = _git_names(text[len(_GIT) :]) or ("", "")
        else:
            name = _read_name(text.partition(" ")[2].partition(" ")[2])
            self._section.git = (name, name)
            self._section.headers["combined"] = ""
        return Step(outcomes, takes_line=False)

    def _on_extended(self, section: _Section, number: int, text: str) -> bool:
        """True if the line is one of git's headers."""
        if text.startswith(("Binary files ", "GIT binary patch")):
            section.headers["binary"], section.last = "", number
            self._is_sure, self._is_in_binary = True, text.startswith("GIT")
            return True
        if "binary" in section.headers and text.startswith(("literal ", "delta ")):
            self._is_in_binary = True
            return True
        found = _EXTENDED.match(text)
        if found is not None:
            is_name = found[1].startswith(("copy ", "rename "))
            section.headers[found[1]] = _read_name(found[2]) if is_name else found[2].strip()
            section.last, self._is_sure = number, True
        return found is not None

    def _on_name(self, number: int, text: str) -> Step:
        outcomes: list[Outcome] = []
        section, name = self._section, _read_name(text[4:])
        is_old = text[0] == "-"
        is_next = section is not None and not section.can_have(name, is_old=is_old)
        if section is None or is_next:
            contradicted = None if section is None else section.name_without_changes
            outcomes = self._end_section()
            section = self._section = _Section(number, self._path, self._is_inherited)
            section.contradicted = contradicted
        if is_old:
            section.old = name
        else:
            self._is_sure = self._is_sure or section.old is not None
            section.new = name
        section.last = number
        return Step(outcomes, takes_line=not outcomes)

    def _on_header(self, number: int, text: str) -> Step:
        if self._section is None:
            mentions = self._mentions if self._is_inherited else ()
            self._section = _Section(number, self._path, self._is_inherited, mentions)
        if text.startswith("@@@"):
            self._section.headers["combined"] = ""
        self._is_sure = True
        return self._begin_hunk(self._section, number, hunks.read_header(text))

    def _begin_hunk(self, section: _Section, number: int, header: Header) -> Step:
        outcomes = section.begin_hunk(number, header)
        return Step(outcomes, takes_line=not outcomes)

    def _unknown(self, number: int, text: str) -> Step:
        """Read a line that is not a header: the first line of a hunk without one, or text after the diff."""
        section = self._section
        if _IGNORED.match(text) or (self._is_diff_fence and _DOTS_BETWEEN.fullmatch(text)):
            return CONTINUE
        if section is None:
            if text[0] not in "+- " and self._is_diff_fence and (path := path_in_line(text)):
                self._path, self._is_inherited = path, False
                return CONTINUE
            # Without any header, lines with signs are an edit only if a path is above them. Otherwise
            # they are code, whose old lines may show the file.
            if not self._is_diff_fence:
                return ABANDON
            self._is_untitled = self._path is None or self._is_inherited
            section = self._section = _Section(number, self._path or _NO_FILE)
        elif section.new is None or (self._fence is None and text[0] not in "+- "):
            return self._leave()
        section.begin_hunk(number, Header())
        return self._in_hunk(section, number, text)

    # Lines of hunks.

    def _in_hunk(self, section: _Section, number: int, text: str) -> Step:
        hunk = section.hunk
        assert hunk is not None
        is_signed = text[:1] in _LINE_SIGNS
        if is_signed:
            # Nearly all lines of hunks.
            if text.startswith("+++ ") and _are_names(self._previous, text, lacks_lines=hunk.lacks_lines):
                return self._on_next_names(section, number, text)
        elif text.startswith("@@"):
            return self._on_next_header(section, number, text)
        elif text.startswith((_GIT, *_COMBINED)):
            return self._on_git(number, text)
        elif text.startswith("\\ ") or (text == "\\" and self._is_cut):
            section.take_bare_end(number)
            return CONTINUE
        elif hunks.is_foreign(text):
            return self._break_off(section, text)
        elif self._is_diff_fence and not hunk.lacks_lines and _DOTS_BETWEEN.fullmatch(text):
            # Lines are left out between two hunks.
            return self._begin_hunk(section, number, Header())
        if self._is_over(text):
            return self._leave()
        if not is_signed and _IGNORED.match(text):
            return Step(self._end_section(), takes_line=False)
        hunk.add(number, text)
        self._is_sure = (
            self._is_sure or text[:1] in ("+", "-") or (self._is_diff_fence and hunks.is_added_at_code(text))
        )
        return CONTINUE

    def _on_next_header(self, section: _Section, number: int, text: str) -> Step:
        """Read a header below a hunk. Names above it look like lines of that hunk."""
        hunk = section.hunk
        assert hunk is not None
        name = _read_name(self._previous[4:]) if self._previous.startswith("+++ ") else ""
        if hunk.is_complete or not is_path(name):
            return self._on_header(number, text)
        hunk.drop_last()
        old = None
        if self._before_previous.startswith("--- "):
            hunk.drop_last()
            old = _read_name(self._before_previous[4:])
        outcomes = self._end_section()
        self._section = _Section(number - 1 - (old is not None), old=old, new=name, last=number)
        self._on_header(number, text)
        return Step(outcomes, takes_line=False)

    def _on_next_names(self, section: _Section, number: int, text: str) -> Step:
        """Read the second of two lines that name the next file, instead of changing text."""
        assert section.hunk is not None
        section.hunk.drop_last()
        outcomes = self._end_section()
        old, new = _read_name(self._previous[4:]), _read_name(text[4:])
        self._section = _Section(number - 1, old=old, new=new, last=number)
        return Step(outcomes, takes_line=False)

    def _break_off(self, section: _Section, text: str) -> Step:
        """Read a line that begins something else instead of a line of the hunk."""
        assert section.hunk is not None
        fence = fence_opened_by(text)
        is_complete = self._fence is None or fence is None or section.hunk.is_complete
        if is_complete or (fence is not None and _is_diff(fence)):
            return self._leave()
        # It may be a line of the hunk without its sign: then the rest of the hunk is lost.
        problem = section.cut_off(f"A fence opens inside the hunk at line {section.hunk.first}")
        return Step([problem], is_closed=True, takes_line=False)

    def _is_over(self, text: str) -> bool:
        """True if a line cannot belong to the hunk."""
        assert self._section is not None
        assert self._section.hunk is not None
        hunk = self._section.hunk
        if text in _SIGNATURE and hunk.is_complete:
            return True
        if self._fence is not None or not text:
            return False
        if hunk.lacks_lines:
            return self._after_blank and hunks.is_prose(text, after_blank=False)
        if hunk.is_complete:
            return self._after_blank or hunks.is_prose(text, after_blank=True)
        return hunks.is_prose(text, after_blank=self._after_blank)

    # The end.

    def _end_section(self) -> list[Outcome]:
        section, self._section = self._section, None
        if section is None or not self._is_sure:
            return []
        outcomes = section.end() if not section.lacks_changes else hunks.cut_off(section.end(), CutOff.LIKELY)
        if self._is_untitled:
            return list(self._untitled(outcomes))
        return outcomes if section.is_named else [self._as_part(outcome) for outcome in outcomes]

    def _as_part(self, outcome: Outcome) -> Outcome:
        """Lines added to a file that only the words above name: a part of it, placed as these say."""
        operation = outcome.operation if isinstance(outcome, Edit) else None
        if not isinstance(outcome, Edit) or not isinstance(operation, Insert) or not _has_no_place(operation):
            return outcome
        return replace(
            outcome,
            operation=Write(operation.text, updates=True),
            format=FormatName.WHOLE_FILE,
            naming=Naming.PART,
            warnings=(),
            words=self._words,
            names=names_in(self._words),
        )

    def _untitled(self, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        """The edits with old text, as code without a file."""
        for outcome in outcomes:
            operation = outcome.operation if isinstance(outcome, Edit) else None
            if isinstance(operation, Replace) and all(r.search.strip() for r in operation.interpretations):
                text = operation.interpretations[0].replace
                mentions = (self._path,) if self._path is not None else ()
                yield Code(OF_BLOCK, text, "", may_be_file=False, mentions=mentions, operation=operation)
            elif isinstance(operation, Insert) and _has_no_place(operation):
                names = names_in(self._words)
                yield Code(OF_BLOCK, operation.text, "", may_be_file=False, names=names, words=self._words)

    def _leave(self) -> Step:
        """End the diff before this line, which may be the beginning of a header that was cut off."""
        section = self._section
        if self._is_cut and section is not None and section.hunk is None and section.lacks_rest:
            return Step([section.cut_off()], is_closed=True, takes_line=False)
        return Step(self._end_section(), is_closed=True, takes_line=False)

    def end(self) -> Sequence[Outcome]:
        section = self._section
        if section is None or not self._is_sure:
            return []
        hunk = section.hunk
        if hunk is None:
            if section.lacks_rest or self._fence is not None:
                return [section.cut_off()]
            return hunks.cut_off(self._end_section(), CutOff.LIKELY if self._is_cut else CutOff.NO)
        if not hunk.is_complete and (self._fence is not None or hunk.lacks_lines):
            return [section.cut_off()]
        how, is_complete = self._how_cut_off(hunk), hunk.is_complete
        outcomes = self._end_section()
        if not is_complete:
            outcomes = [hunks.with_warning(outcome, _MAY_BE_INCOMPLETE) for outcome in outcomes]
        return hunks.cut_off(outcomes, how)

    def _how_cut_off(self, hunk: PatchHunk) -> CutOff:
        """The likelihood that the response ends inside a hunk that has all lines its header counts."""
        sign = hunk.last_sign
        if self._previous.startswith("\\"):
            return CutOff.NO
        if (self._is_cut and sign == "+") or (sign == "-" and not hunk.is_counted):
            return CutOff.LIKELY
        if sign == "+" and hunk.final_newline and hunk.changes_text:
            # The old last line has no newline. The new one has none either if a line with `\` is missing.
            return CutOff.LIKELY
        return CutOff.LAST_LINE if self._is_cut else CutOff.NO

    def progress(self) -> str:
        return f"diff of {self._section.path} arriving" if self._section else "diff arriving"


def _open(line: Line, context: Context) -> OpenBlock | None:
    text = line.text.lstrip(" \t")
    indent = line.text[: len(line.text) - len(text)]
    is_fence = text[:1] in FENCE_MARKS
    fence = fence_opened_by(line.text) if is_fence else context.fence
    if is_fence and (fence is None or not _is_diff(fence)):
        return None
    if not is_fence and not _can_begin(text):
        return None
    above = context.above
    if is_fence:
        # A fence above is another one, and closed.
        ends = [at + 1 for at, each in enumerate(above) if fence_opened_by(each) is not None]
        above = above[ends[-1] :] if ends else above
    named = (_path_in_diff_fence(fence) if fence else None) or path_above(above)
    path = named or (context.path if fence else None)
    if text.startswith("@@ ...") and path is None:
        return None
    words = words_above(above)
    mentions = others_mentioned(above, path) if named is None and path is not None else ()
    diff = _Diff(
        indent,
        fence,
        path,
        words,
        is_inherited=named is None,
        mentions=mentions,
        is_diff_fence=is_fence,
    )
    if not is_fence:
        diff.feed(line)
    return diff


def _has_no_place(operation: Insert) -> bool:
    return operation.after is None


_EXAMPLE = """\
--- a/greeting.py
+++ b/greeting.py
@@ -1,2 +1,2 @@
 def greet():
-    return "Hello"
+    return "Good morning"
"""
_SECOND = Example(
    "Create a file",
    """\
--- /dev/null
+++ b/farewell.py
@@ -0,0 +1,2 @@
+def part():
+    return "Goodbye"
""",
)
_WHEN = "for a few lines in many places"

_SUMMARY = "a diff as written by git, or by models: line numbers missing or wrong, whitespace lost"
_RULES = (
    SHOW_CONTEXT,
    MERGE,
    "`--- /dev/null` creates a file, `+++ /dev/null` deletes one, and `rename from` and `rename to` below "
    "`diff --git` move one.",
    ONE_HUNK,
    LEAVE_NOTHING_OUT,
)

SPEC = FormatSpec(Description(FormatName.UNIFIED_DIFF, _SUMMARY, _EXAMPLE, _SECOND, _WHEN, _RULES), _open)
