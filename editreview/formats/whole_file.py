"""Whole files in fences, as aider's `whole` format and chat models write them.

    src/greeting.py
    ```python
    print("Good morning")
    ```

The path is a line of its own above the fence, a heading, a label (`File:`), part of the fence's
info string (`ts:src/a.ts`, `ts title="src/a.ts"`), or a comment on the file's first line. A fence
without a path is no edit, nor is one whose path is only spoken of in a sentence, or that the
words before it call an example or the present state: a snippet that is taken for a file
overwrites what it was cut from.

A file may hold fences as long as its own, which CommonMark would take for its end. They are
counted: one with a language opens, a bare one closes; in Markdown a bare one after a blank line,
a heading below the title or a colon opens, too. Fenced shell code without a path is a command.
A file of which parts are left out (`// ... existing code ...`) is a sketch, format `lazy`.
"""

import re
from collections.abc import Sequence

from editreview.blocks import Write
from editreview.formats import fences, lazy
from editreview.formats.fences import Fence
from editreview.formats.labels import (
    Title,
    is_empty_by_custom,
    is_path_line,
    is_shown_above,
    is_usable,
    title_above,
    title_in_comment,
)
from editreview.formats.path_names import is_source, path_in_fence
from editreview.formats.spec import (
    ABANDON,
    CONTINUE,
    Context,
    Description,
    FormatSpec,
    Found,
    Line,
    Malformed,
    OpenBlock,
    Outcome,
    Runnable,
    Step,
    Untitled,
)
from editreview.text import counted

# Fenced shell code: commands for the user to copy, never run here.
#
# The languages are those that aider and AC-DC lift out of replies.

_SESSIONS = frozenset(["console", "shell-session", "shellsession", "terminal"])
_SHELLS = _SESSIONS | frozenset(
    "bash bat batch cmd csh fish ksh powershell ps1 pwsh sh shell tcsh zsh".split()  # noqa: SIM905
)
_NO_PROGRAMS = frozenset(["conf", "cfg", "ini", "properties", "txt"])
_SCRIPTS = frozenset(["bash", "bat", "cmd", "csh", "fish", "ksh", "ps1", "psm1", "sh", "tcsh", "zsh"])
_MAX_LINES = 3


def _language(info: str) -> str:
    """The language that a fence's info string begins with, in lower case."""
    if info.isalnum():
        return info.lower()
    word = info.replace("{", " ").replace("}", " ").lstrip(" .").partition(" ")[0]
    return word.partition(":")[0].lower()


def _can_hold(shell: str, path: str) -> bool:
    """True if shell code can be what the file at the path is made of, rather than a command about it."""
    if shell in _SESSIONS:
        return False
    extension = path.rpartition(".")[2].lower()
    return extension in _SCRIPTS or extension in _NO_PROGRAMS or not is_source(path)


def _runs(text: str, path: str) -> bool:
    """True if shell code runs the script at the path, and so is not the script."""
    name = path.replace("\\", "/").rpartition("/")[2]
    return not text.startswith("#!") and name in text and text.count("\n") <= _MAX_LINES


# Where fenced code ends that is a file, which may hold fences itself.

_MARKUP = (".markdown", ".md", ".mdc", ".mdx", ".qmd", ".rmd", ".rst")
_LINES_ABOVE = 6


class _Closing:
    """The fence that ends the block, and the fences open inside it."""

    def __init__(self, fence: Fence | None, tag: str | None = None) -> None:
        self.fence = fence
        self.marks = fence.marks if fence else f"</{tag}>"
        self.holds_fences = False
        self._open = [fence] if fence else []

    def ends_at(self, text: str, lines: Sequence[str], path: str) -> bool:
        """True if a line ends the block; if it does not, it may open or end a fence inside."""
        if self.fence is None:
            return text.strip() == self.marks
        found = fences.opening(text)
        if found is None or found.marks[0] != self.fence.marks[0]:
            return False
        inner = self._open[-1]
        if found.info:
            self._nest(found)
        elif inner.is_closed_by(text):
            is_as_deep = _width(found.indent) >= _width(inner.indent)
            if len(self._open) > 1 and (is_as_deep or _is_markup(path)):
                self._open.pop()
            elif _width(found.indent) <= _width(self.fence.indent):
                if len(self._open) > 1 or not _is_markup(path) or not _leads_on(lines):
                    return True
                self._nest(found)
        return False

    def is_cut_off_by(self, text: str, lines: Sequence[str], path: str) -> bool:
        """True if a line begins another file: a fence under a path, where this file has no place for it."""
        found = fences.opening(text) if self.fence else None
        is_markup = _is_markup(path)
        if found is None:
            return False
        if found.info:
            has_place = is_markup and len(self._open) == 1
            return not has_place and title_above(lines[-_LINES_ABOVE:]) is not None
        # Code does not end with the bare path of another file after a blank line.
        has_place = is_markup or not is_source(path) or path.endswith(".txt") or len(self._open) > 1
        return not has_place and len(lines) > 2 and is_path_line(lines[-1]) and not lines[-2].strip()

    def is_plainly_at(self, text: str) -> bool:
        """True if a line ends fenced code of which only the end matters."""
        return self.fence.is_closed_by(text) if self.fence else text.strip() == self.marks

    def without_indent(self, lines: Sequence[str]) -> Sequence[str]:
        """The lines without the indentation of the opening fence, if all have it."""
        indent = self.fence.indent if self.fence else ""
        if not indent or not all(line.startswith(indent) or not line.strip() for line in lines):
            return lines
        return [line.removeprefix(indent) if line.strip() else "" for line in lines]

    def _nest(self, fence: Fence) -> None:
        if self.fence and len(fence.marks) >= len(self.fence.marks):
            self._open.append(fence)
            self.holds_fences = True


def _is_markup(path: str) -> bool:
    return path.lower().endswith(_MARKUP)


def _leads_on(lines: Sequence[str]) -> bool:
    """True if the lines of a Markdown file call for code rather than end it."""
    text = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return bool(lines) and (not lines[-1].strip() or text.startswith("##") or text.endswith(":"))


def _width(indent: str) -> int:
    return len(indent.expandtabs(4))


_TAGS = "(?:source|code|pre|codeblock|sourcecode)"
_TAG = re.compile(rf"[ \t]*<(?P<name>{_TAGS})>[ \t]*$")
_PATCHES = (".diff", ".patch")
_JSON = (".code-workspace", ".geojson", ".ipynb", ".json", ".json5", ".jsonc", ".jsonl", ".webmanifest", "rc")
_NEVER = frozenset(["diff", "log", "output", "patch", "udiff"])
"""Languages that are not what a file is written in, unless its name says so."""

_FROM_COMMENT = "the path is a comment on the first line, which is kept as part of the file"
_OTHER_COMMENT = "the first line of the file names another path: {}"
_DOUBLED = "the path was repeated as the first line of the file, and is left out there"
_NESTED = "the file holds fences like the one around it: check where it ends"

_SHORTEST = 6
"""Lines of code without a path that may be a file."""
_NOT_CLOSED = Step(is_closed=True, takes_line=False, ends_fence=True)


class _Block(OpenBlock):
    """Fenced code that is a file, a command, or nothing; its first line of content may tell."""

    def __init__(self, line: Line, closing: _Closing, language: str, title: Title | None) -> None:
        self._first = line.number
        self._closing = closing
        self._language = language
        self._title = title
        self._warnings: list[str] = []
        self._lines: list[str] = []
        self._path_line: str | None = None
        """The first line, if it is a path and nothing came after it yet."""
        self._has_begun = False

    @property
    def is_tentative(self) -> bool:
        return self._title is None or not (self._has_begun or self._title.path.lower().endswith(_JSON))

    def feed(self, line: Line) -> Step:
        if self._title is None:
            return self._feed_untitled(line)
        if not self._has_begun and (found := fences.opening(line.text)) and found.info:
            return _NOT_CLOSED
        if self._closing.is_cut_off_by(line.text, self._lines, self._title.path):
            return Step(self.end(), is_closed=True, takes_line=False, ends_fence=True)
        if self._closing.ends_at(line.text, self._lines, self._title.path):
            return Step(self._outcomes(), is_closed=True)
        if not self._has_begun and not self.is_tentative and _is_no_json(line.text):
            return ABANDON
        self._take(line.text)
        return CONTINUE

    def end(self) -> Sequence[Outcome]:
        if self._title is None:
            return []
        message = f"Missing closing {self._closing.marks} for the file at line {self._first}"
        return [Malformed(self._title.path, message)]

    def progress(self) -> str:
        return f"{'file' if self._title else 'fenced code'} arriving, {counted(len(self._lines), 'line')}"

    @property
    def _is_command(self) -> bool:
        return self._title is None and self._language in _SHELLS

    def _feed_untitled(self, line: Line) -> Step:
        if self._closing.is_plainly_at(line.text):
            return Step(self._untitled(), is_closed=True)
        found = fences.opening(line.text)
        if found and found.info:
            # A path as all there is in a fence that was not closed: the next one may hold the edit.
            return ABANDON if self._has_begun else _NOT_CLOSED
        self._take(line.text)
        return CONTINUE

    def _untitled(self) -> Sequence[Outcome]:
        if self._is_command:
            return [Runnable("\n".join(self._lines))] if self._has_begun else []
        text = "\n".join([*self._closing.without_indent(self._lines), ""])
        is_long = sum(1 for line in self._lines if line.strip()) >= _SHORTEST
        is_all = is_long and lazy.sketch(text) is None and lazy.line_with_gap(text) is None
        return [Untitled(text, self._language)] if is_all else []

    def _take(self, text: str) -> None:
        self._lines.append(text)
        if self._has_begun or not text.strip():
            return
        is_first = len(self._lines) == 1 or len(self._lines) - 1 == self._blank_lines()
        if is_first and self._is_path_line(text):
            self._path_line = text
            return
        self._has_begun = True
        said = title_in_comment(self._path_line) if self._path_line else None
        if self._title is None and said:
            self._title = said
            self._warnings.append(_FROM_COMMENT)
        elif self._title is not None and self._path_line and not said:
            self._lines.remove(self._path_line)
            self._warnings.append(_DOUBLED)
        elif self._title is not None and said and not self._title.path.endswith(said.path):
            self._warnings.append(_OTHER_COMMENT.format(said.path))

    def _blank_lines(self) -> int:
        return sum(1 for line in self._lines if not line.strip())

    def _is_path_line(self, text: str) -> bool:
        """True if the first line is only a path, which an edit in another format may follow."""
        said = title_in_comment(text)
        if self._title is None:
            return bool(said and _fits(self._language, said.path))
        return bool(said) or text.strip() == self._title.path

    def _outcomes(self) -> Sequence[Outcome]:
        assert self._title is not None
        if self._path_line and not self._has_begun:
            return []
        text = "\n".join([*self._closing.without_indent(self._lines), ""])
        if self._language in _SHELLS and _runs(text, self._title.path):
            return [Runnable(text.removesuffix("\n"))]
        warnings = (*self._warnings, *([_NESTED] if self._closing.holds_fences else []))
        if gap := lazy.line_with_gap(text):
            message = f"Line {gap} of the file at line {self._first} leaves code out in its middle"
            return [Malformed(self._title.path, message)]
        # A comment names the file also where code is only shown.
        is_named_in_comment = _FROM_COMMENT in warnings
        if found := lazy.sketch(text):
            return [
                Found(
                    self._title.path,
                    found,
                    warnings=warnings,
                    format=lazy.LAZY.name,
                    is_named_in_comment=is_named_in_comment,
                )
            ]
        creates = self._title.is_new
        if not self._has_begun:
            # Some files are empty by custom, and may be created so; a fence with nothing in it empties none.
            creates = True
            if not is_empty_by_custom(self._title.path):
                return []
        return [
            Found(
                self._title.path,
                Write(text, creates),
                warnings=warnings,
                is_named_in_comment=is_named_in_comment,
            )
        ]


def _fits(language: str, path: str) -> bool:
    """True if a file at the path can be written in the language of a fence."""
    if language in _SHELLS:
        return _can_hold(language, path)
    return language not in _NEVER or path.endswith((*_PATCHES, ".log", ".out", ".txt"))


def _open(line: Line, context: Context) -> OpenBlock | None:
    if tag := _TAG.match(line.text):
        title = title_above(context.above) if context.fence is None else None
        return _Block(line, _Closing(None, tag["name"]), "", title) if title else None
    fence = fences.opening(line.text)
    if fence is None or fence != context.fence:
        return None
    return _titled(line, fence, context)


def _is_no_json(line: str) -> bool:
    """True if a line that looks like the start of an edit in another format cannot start a JSON value."""
    return line.lstrip(" \t")[:1] not in ("{", "[")


def _titled(line: Line, fence: Fence, context: Context) -> _Block | None:
    language = _language(fence.info)
    title = _title(fence, context)
    if title is not None and not _fits(language, title.path):
        title = None
    if title is None and language not in _SHELLS and (fence.info in _NEVER or is_shown_above(context.above)):
        return None
    return _Block(line, _Closing(fence), language, title)


def _title(fence: Fence, context: Context) -> Title | None:
    named = path_in_fence(fence.info)
    if named is None:
        return title_above(context.above)
    return Title(named) if is_usable(named) and not is_shown_above(context.above) else None


_EXAMPLE = """\
greeting.py
```python
def greet():
    return "Good morning"
```
"""

_SUMMARY = "a fence that holds a whole file, with the path above it, in its info string or in a comment"
_RULES = ("Give the complete text of the file: anything left out is removed.",)

SPEC = FormatSpec(Description("whole-file", _SUMMARY, _EXAMPLE, _RULES), _open, also=(lazy.LAZY,))
