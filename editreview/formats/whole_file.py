"""Whole files in fences, as in aider's `whole` format and in chats.

    src/greeting.py
    ```python
    print("Good morning")
    ```

The path is a line of its own above the fence, a heading, a label (`File:`), part of the fence's
info string (`ts:src/a.ts`, `ts title="src/a.ts"`), a comment on the file's first line, or in a
sentence that requests an edit: `Update src/a.py:`. A fence without a path is not an edit, nor is
one that is introduced as an example or the current state. The block says how its file is named
(`Naming`): a snippet mistaken for a file would overwrite the rest of that file.

According to CommonMark, a fence as long as the file's own ends it, yet a file may contain such
fences. So they are counted: one with a language opens, a bare one closes. In Markdown a bare one
after a blank line, a subheading or a colon opens too. A file with parts left out (`// ... existing
code ...`) is a sketch, format `lazy`. Only the file on disk shows that a fence holds some of its
definitions; the plan gives such a block the format `snippet`.

A file may be between tags instead, whose names and attributes are those of models. The tags nest, and an
end tag is not deeper than its start tag, since the text may have tags of this name itself.

    <file path="src/greeting.py">
    print("Good morning")
    </file>

Fenced code without a path may be an edit. What scripts would do to files (`formats/scripts.py`) is an offer,
like edits in words.

Old and new code in one fence are each below a comment that tells them apart.

    # Before
    total = a + b

    # After
    total = a + b + c

Or some lines of the code have the signs of a diff.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from editreview.blocks import (
    Code,
    Command,
    FormatName,
    Interpretation,
    Naming,
    Offer,
    OfferKind,
    Operation,
    Replace,
    Sketch,
    Snippet,
    Write,
    base_name,
)
from editreview.file_kinds import TAGGED, family_of, is_markup
from editreview.first_use import lazy_pattern
from editreview.formats import edit_words, in_words, lazy
from editreview.formats.edit_words import kind_of, may_say_edit, words_in
from editreview.formats.path_names import (
    PROGRAMS,
    Title,
    adds_above,
    bare_titles_above,
    ends_with_whole_file,
    file_tag,
    files_above,
    is_for_named_files,
    is_list_item,
    is_often_empty,
    is_old_code_above,
    is_only_shown,
    is_path,
    is_path_line,
    is_shown_above,
    is_source,
    is_usable,
    last_nonblank,
    last_nonblank_line,
    may_be_named_for,
    may_remove_code_below,
    names_code,
    names_in,
    path_in_fence,
    removes_code,
    removes_code_below,
    replaces_code_above,
    request_above,
    says_whole_file,
    title_above,
    title_in_comment,
    title_of_tag,
    words_above,
)
from editreview.formats.scripts import edits_by_python, edits_by_shell
from editreview.formats.spec import (
    ABANDON,
    CONTINUE,
    FILE_TAGS,
    LEAVE_NOTHING_OUT,
    LINES_ABOVE,
    MOVE_BY_GIT,
    OF_BLOCK,
    OLD_TAGS,
    Context,
    Description,
    Edit,
    Example,
    Fence,
    FormatSpec,
    Line,
    Malformed,
    MissingLine,
    OpenBlock,
    Outcome,
    Step,
    fence_opened_by,
    search_only,
)
from editreview.formats.table import INDENTATIONS, is_indented
from editreview.text import counted, indentation, margin, without_blank_edges
from editreview.vocabulary import FIND, NEW_BESIDE_OLD, PAIRED_TITLES, any_of, titles

# Fenced shell code: commands for the user to copy, never run here. The languages are those that
# aider and AC-DC recognise.

if TYPE_CHECKING:
    from editreview.formats.hunks import PatchHunk

_SESSIONS = frozenset(["console", "shell-session", "shellsession", "terminal"])
_PYTHON = frozenset(["py", "python", "python3"])
_SHELLS = _SESSIONS | frozenset(
    "bash bat batch cmd csh fish ksh powershell ps1 pwsh sh shell tcsh zsh".split()
)
_FUNCTION_OF_SHELL = lazy_pattern(r"\s*(?:function\s+)?[A-Za-z_][\w-]*\s*\(\)\s*\{?\s*$")
"""The head of a function, which is code of a script rather than a command."""
_RUNS = lazy_pattern(rf"(?:sudo )?(?:{'|'.join(sorted(PROGRAMS))}) [\w./-]")
"""The beginning of a command, as of `pip install x`; a colon or an equals sign would set something."""
_NO_PROGRAMS = frozenset(["conf", "cfg", "ini", "properties", "txt"])
_SCRIPTS = frozenset(["bash", "bat", "cmd", "csh", "fish", "ksh", "ps1", "psm1", "sh", "tcsh", "zsh"])
_MAX_LINES_OF_RUN = 3


def _language_of(info: str) -> str:
    """The language that a fence's info string begins with, in lower case."""
    if info.isalnum():
        return info.lower()
    word = info.replace("{", " ").replace("}", " ").lstrip(" .").partition(" ")[0]
    return word.partition(":")[0].lower()


def _can_hold(shell: str, path: str) -> bool:
    """True if the file at the path can consist of shell code. Then such code need not be a command."""
    if shell in _SESSIONS:
        return False
    extension = path.rpartition(".")[2].lower()
    return extension in _SCRIPTS or extension in _NO_PROGRAMS or not is_source(path)


_RECIPES = frozenset(["containerfile", "dockerfile", "gnumakefile", "justfile", "makefile", "vagrantfile"])
"""Files without an extension whose names are above commands more often than above their text."""


def _may_be_for(language: str, path: str) -> bool:
    """True if fenced code in a language may be an edit of the file at a path that a sentence names."""
    name = base_name(path).lower()
    extension = name.rpartition(".")[2]
    if language in _SHELLS:
        is_bare = extension == name and name not in _RECIPES
        return extension in _SCRIPTS or extension in _NO_PROGRAMS or name.startswith(".") or is_bare
    # A document may show code in any language.
    family = family_of(language)
    return not family or extension in family or is_markup(path) or not family_of(extension)


def _are_alike(path: str, other: str) -> bool:
    """True if two files have code in the same language."""
    extension, another = (base_name(each).lower().rpartition(".")[2] for each in (path, other))
    return (extension == another or extension in family_of(another)) and not is_markup(path)


def _title_within(lines: Sequence[str], at: int) -> Title | None:
    """The title of a file that may begin within a text: in a comment at its margin, below a blank line."""
    if lines[at - 1].strip() or lines[at][:1].isspace() or not "".join(lines[at + 1 : at + 2]).strip():
        return None
    return title_in_comment(lines[at])


def _are_two(path: str, other: str) -> bool:
    """True if two paths are those of different files with code in the same language."""
    is_same = path == other if "/" in path and "/" in other else base_name(path) == base_name(other)
    return not is_same and _are_alike(path, other)


def _runs(text: str, path: str) -> bool:
    """True if shell code runs the script at the path, instead of being that script."""
    name = base_name(path)
    is_run = any(name in line and not line.lstrip().startswith("#") for line in text.split("\n"))
    return is_run and not text.startswith("#!") and text.count("\n") <= _MAX_LINES_OF_RUN


_ARROW = r"[ \t]*(?:<+[-=]+|[←⬅👈⇐])"
_MAY_POINT = lazy_pattern(r"[<←⬅👈⇐](?:(?<!<)|[-=])")
_POINTER = lazy_pattern(
    rf"(?://|#){_ARROW}"
    # Directly after code, these do not begin comments: `i--`, `x = 1;`, `50%`.
    rf"|(?<=[ \t])(?:--|;|%){_ARROW}"
    rf"|(?:\{{?/\*|<!--){_ARROW}(?:(?!\*/|-->).)*(?:\*/\}}?|-->)?[ \t]*$"
)
"""A comment that points at code, only for the reader of the response: `// <-- add this`."""


def _without_pointer(line: str) -> str:
    found = _POINTER.search(line) if "<" in line or not line.isascii() else None
    code = "" if found is None else line[: found.start()].rstrip()
    # Behind an odd quote, it is text of a string.
    return line if not code or any(code.count(quote) % 2 for quote in "\"'`") else code


_NUMBERED = lazy_pattern(r"[ \t]*(?P<number>\d+)(?P<sign>[ \t]*[|│:])?(?P<rest>[ \t].*|)$")
"""A numbered line: `12 | x = 1`."""
_MIN_NUMBERED = 3
_NEVER_NUMBERED = frozenset(
    """
    c c# c++ cc cpp cs csharp cjs cts dart go golang h hpp java javascript js jsx kotlin kt kts lua mjs mts
    node php py python python3 rb rs ruby rust scala swift ts tsx typescript
    """.split()
)
"""Languages in which no line begins with a number and whitespace."""


def _without_numbers(lines: Sequence[str], language: str) -> Sequence[str]:
    """The lines of code without the line numbers of an editor, if each has the next one."""
    if language not in _NEVER_NUMBERED or len(lines) < _MIN_NUMBERED or not lines[0].strip()[:1].isdigit():
        return lines
    found = [_NUMBERED.match(line) for line in lines]
    if any(
        match is None or int(match["number"]) != int(lines[0].split()[0].strip("|│:")) + at
        for at, match in enumerate(found)
    ):
        return lines
    return _behind_numbers([match for match in found if match is not None])


_NUMBERED_CODE = lazy_pattern(r"[ \t]*\d+(?:  |\t| ?[|│])[ \t]*\S")
"""A numbered line of code, whose number is further away than that of an item in a list."""


def _behind_numbers(found: Sequence[re.Match[str]]) -> Sequence[str]:
    """The lines of code behind line numbers.

    The code begins so many characters behind each number, or in the same column, whatever the number's width.
    """
    filled = [match for match in found if match["rest"].strip()]
    by_width: dict[int, list[str]] = {}
    for match in filled:
        by_width.setdefault(match.start("rest"), []).append(match["rest"])
    depths = {width: len(margin(rests)) for width, rests in by_width.items()}
    # With a column, the widest number has the narrowest gap.
    column = min((width + depth for width, depth in depths.items()), default=0)
    if len(depths) == 1 or depths[max(depths)] >= depths[min(depths)]:
        depth = len(margin([match["rest"] for match in filled]))
        return [match["rest"][depth:] if match["rest"].strip() else "" for match in found]
    return [match["rest"][column - match.start("rest") :] if match["rest"].strip() else "" for match in found]


# The end of fenced code that is a file, which may itself contain fences.

_DOCUMENTS = ("markdown", "md", "mdx")
"""Languages of fences that may have fences themselves."""


class _Closing:
    """The end of the block, and the fences or the tags like its own that are open inside it.

    Args:
        fence: Its opening fence; None if it is between tags.
        tag: The name of the tags.
        nests: True if a tag may hold others of its name.
        indent: The indentation of the start tag, which the end tag then has too.
    """

    def __init__(
        self, fence: Fence | None, tag: str | None = None, *, nests: bool = False, indent: str = ""
    ) -> None:
        self.fence = fence
        self.marks = fence.marks if fence else f"</{tag}>"
        self._starts = re.compile(rf"[ \t]*<{tag}(?:\s[^<>]*)?(?<!/)>(?!.*</{tag}>)") if nests else None
        self._indent = indent
        self._depth = 0
        self.has_fences = False
        self._open = [fence] if fence else []

    def ends_at(self, text: str, found: Fence | None, lines: Sequence[str], path: str) -> bool:
        """True if a line ends the block; else a fence on it may open or close a nested one.

        Args:
            text: The line.
            found: The fence that it opens or closes; None if it is not a fence.
            lines: The lines of the block before it.
            path: The path of the file.
        """
        if self.fence is None:
            return self._ends_with_tag(text)
        if found is None or found.marks[0] != self.fence.marks[0]:
            return False
        inner = self._open[-1]
        if found.info:
            self._nest(found)
        elif inner.is_closed_by(text):
            is_as_deep = _width(found.indent) >= _width(inner.indent)
            if len(self._open) > 1 and (is_as_deep or is_markup(path)):
                self._open.pop()
            elif _width(found.indent) <= _width(self.fence.indent):
                if len(self._open) > 1 or not is_markup(path) or not _introduces_code(lines):
                    return True
                self._nest(found)
        return False

    def _ends_with_tag(self, text: str) -> bool:
        if self._starts is None:
            return text.strip() == self.marks
        if self._starts.match(text):
            self._depth += 1
        if text.strip() != self.marks:
            return False
        if self._depth:
            self._depth -= 1
            return False
        return _width(indentation(text)) <= _width(self._indent)

    def is_cut_off_by(self, found: Fence, lines: Sequence[str], path: str) -> bool:
        """True if a fence begins another file: a path is above it, and it cannot be part of this file."""
        if self.fence is None or not self._is_like(found):
            return False
        is_documentation = is_markup(path)
        if found.info:
            if is_documentation and len(self._open) == 1:
                return False
            # A docstring may mention a file above a fence of the docstring.
            title = title_above(lines[-LINES_ABOVE:])
            return title is not None and title.naming is Naming.LABEL
        # Code does not end with the bare path of another file after a blank line.
        may_contain = is_documentation or not is_source(path) or path.endswith(".txt") or len(self._open) > 1
        return not may_contain and len(lines) > 2 and is_path_line(lines[-1]) and not lines[-2].strip()

    def _is_like(self, found: Fence) -> bool:
        """False for fences inside the file, which are shorter, deeper, or of another character."""
        assert self.fence is not None
        return found.marks.startswith(self.fence.marks) and _width(found.indent) <= _width(self.fence.indent)

    def is_closed_by(self, text: str) -> bool:
        """True if a line ends the block, ignoring nested fences."""
        return self.fence.is_closed_by(text) if self.fence else text.strip() == self.marks

    def without_indent(self, lines: Sequence[str]) -> Sequence[str]:
        """The lines without the indentation of the opening fence, if all have it."""
        indent = self.fence.indent if self.fence else self._indent
        if self.fence is None and indent:
            indent = margin(lines)
        if not indent or not all(line.startswith(indent) or not line.strip() for line in lines):
            return lines
        return [line.removeprefix(indent) if line.strip() else "" for line in lines]

    def _nest(self, fence: Fence) -> None:
        if self.fence and len(fence.marks) >= len(self.fence.marks):
            self._open.append(fence)
            self.has_fences = True


def _introduces_code(lines: Sequence[str]) -> bool:
    """True if code is likely to follow these lines of a Markdown file."""
    text = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return bool(lines) and (not lines[-1].strip() or text.startswith("##") or text.endswith(":"))


def _width(indent: str) -> int:
    return len(indent.expandtabs(4))


_TAGS = "(?:source|code|pre|codeblock|sourcecode)"
_TAG = lazy_pattern(rf"[ \t]*<(?P<name>{_TAGS})>[ \t]*$")
_ARTIFACT = lazy_pattern(r"[ \t]*<(?P<name>antArtifact)(?P<attributes>(?:\s+[\w:-]+=\"[^\"]*\")+)\s*>[ \t]*$")
"""The opening tag of an artifact: `<antArtifact identifier="app">`."""
_ATTRIBUTE = lazy_pattern(r"([\w:-]+)=\"([^\"]*)\"")
_SUGGESTION = "suggestion"
"""The language of a fence with other lines for those that a comment of a review is on."""
_PATCHES = (".diff", ".patch")
_JSON_FILES = (
    ".code-workspace",
    ".geojson",
    ".ipynb",
    ".json",
    ".json5",
    ".jsonc",
    ".jsonl",
    ".webmanifest",
    "rc",
)
_NEVER = frozenset(["diff", "log", "output", "patch", "udiff"])
"""Languages of fences that are not files, unless the name of the file fits."""
_PLAIN = frozenset(["plain", "plaintext", "text", "txt"])
"""Languages of fences with text that is no code."""

_DOUBLED = "the path was repeated as the first line of the file, and is left out there"
_POINTED = "the comments that only point at changed lines are left out"
_NESTED = "the file has fences like the one around it: check where it ends"

_ESCAPED_SIGNS = "&lt;" * 5
_ESCAPED_BLOCKS = lazy_pattern(
    r"(?:[^\n]{1,250}\n)?(?:&lt;){5,9} ?(?:SEARCH|ORIGINAL)\b[^\n]*\n(?:.*\n)?={5,9}\n.*"
    r"^(?:&gt;){5,9} ?(?:REPLACE|UPDATED)",
    re.DOTALL | re.MULTILINE,
)
"""Blocks whose markers are escaped as in HTML, the first one perhaps below a path."""
_MAX_LINES_ABOVE_BLOCK = 3
_ENTITY = lazy_pattern(r"&(lt|gt|amp|quot|apos|#39|#x27);")
_CHARACTERS = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'", "#39": "'", "#x27": "'"}
"""By name: the characters that are escaped in HTML."""
_SIGN = lazy_pattern(r"^(?:[+-]|[ \t]+\+ ?[^\s+])", re.MULTILINE)
"""The sign of a changed line of a diff, perhaps behind its indentation."""
_MAY_HAVE_SIGNS = frozenset(["bash", "csv", "haskell", "markdown", "sql", "yaml"])
"""Languages with lines that begin with `-` or `+`."""
_MAY_HAVE_ADDED_SIGNS = frozenset(
    """
    conf dockerfile hcl htm html ini make makefile markdown md mk sql svelte terraform tf tfvars toml vue
    xhtml xml yaml yml
    """.split()
)
"""Languages in which few lines begin with `+`; some have lists with `-`, or comments with `--`."""
_PROPOSED = Offer(OfferKind.PROPOSED)
_PROLOGUE = lazy_pattern(r"\s*(?:<\?php|#!)")
_MIN_LINES = 6
"""The fewest lines of code without a path that may be a version of a whole file."""
_NOT_CLOSED = Step(is_closed=True, takes_line=False, ends_fence=True)


class _Block(OpenBlock):
    """Fenced code that is a file, a command, or neither; a comment on its first line may name the file."""

    is_tentative = True

    def __init__(
        self,
        line: Line,
        closing: _Closing,
        language: str,
        title: Title | None,
        above: Sequence[str],
        words: str = "",
        at_lines: in_words.LineTitle | None = None,
        *,
        is_suggestion: bool = False,
        is_example: bool = False,
        may_be_code: Title | None = None,
    ) -> None:
        self._first = line.number
        self._at_lines = at_lines
        """The lines of the file that it replaces or is inserted between; None if no words name any."""
        self._is_suggestion = is_suggestion
        """True if it suggests another version of these lines, which may be that of more."""
        self._closing = closing
        self._language = language
        self._title = title
        self._is_example = is_example
        """True if the words above it only show it: then it names no file, and only the user may place it."""
        self._may_be_code = may_be_code
        """The title above it, if that is the name of a file only if the tree has such a file."""
        self._above = above
        """The lines above it, if they have no title for it, or may say to remove it."""
        self._words = words
        """The words above it."""
        self._names = names_in(words)
        """The names of code in them."""
        self._warnings: list[str] = []
        self._path_comment: str | None = None
        self._other_names: tuple[str, ...] = ()
        """Another path that the comment on the first line, or the title, gives for the file."""
        self._lines: list[str] = []
        self._path_line: str | None = None
        """The first line, if it is a path and no text has followed yet."""
        self._has_begun = False
        self.is_tentative = title is None or not title.path.lower().endswith(_JSON_FILES)
        self._nested: int | None = None
        """The index of the first line that may begin a file between tags."""
        self._unread = 0
        self._has_prologue = False
        """True if the first line can only be the first one of a file: `<?php`, `#!/bin/sh`."""

    def feed(self, line: Line) -> Step:
        if self._title is None:
            return self._feed_untitled(line)
        found = fence_opened_by(line.text)
        if found is None and self._has_begun and self._closing.fence is not None:
            # Fast path for nearly all lines of files.
            self._lines.append(line.text)
            return CONTINUE
        if found is not None and not self._has_begun and self._is_around(found, self._title.path):
            return _NOT_CLOSED
        if self._nested is None and file_tag(line.text) is not None:
            self._nested = len(self._lines)
        if found is not None and self._closing.is_cut_off_by(found, self._lines, self._title.path):
            problem = self._unclosed(self._title, self._missing_fence())
            return Step([problem], is_closed=True, takes_line=False, ends_fence=True)
        if self._closing.ends_at(line.text, found, self._lines, self._title.path):
            return Step(self._outcomes(), is_closed=True)
        if not self._has_begun and not self.is_tentative and _is_no_json(line.text):
            return ABANDON
        self._take(line.text)
        return CONTINUE

    def end(self) -> Sequence[Outcome]:
        if self._title is None:
            return []
        if self._closing.fence is None and self._nested is not None:
            # Its end tag is missing, so a file below it may be one of the response.
            self._unread = len(self._lines) - self._nested
        return [self._unclosed(self._title)]

    def progress(self) -> str:
        return f"{'file' if self._title else 'fenced code'} arriving, {counted(len(self._lines), 'line')}"

    def _unclosed(self, title: Title, missing: MissingLine | None = None) -> Malformed:
        message = f"Missing closing {self._closing.marks} for the file at line {self._first}"
        return Malformed(title.path, message, missing=missing)

    def _missing_fence(self) -> MissingLine | None:
        """The closing fence, missing above the title of the next file: the last nonblank line so far."""
        at = last_nonblank(self._lines, last_nonblank(self._lines, len(self._lines))) + 1
        is_label = self._title is not None and self._title.naming is Naming.LABEL
        fence = self._closing.fence
        if fence is None or at == 0 or not is_label:
            return None
        if is_path_line(self._lines[at - 1]) or any(
            line.lstrip().startswith(fence.marks) for line in self._lines
        ):
            # One of these may be the end of the file.
            return None
        line = self._first + 1 + at
        return MissingLine(fence.indent + fence.marks, line, line - 1)

    @property
    def unread(self) -> int:
        return self._unread

    @property
    def may_hold_unread(self) -> bool:
        return self._unread > 0

    def _is_around(self, fence: Fence, path: str) -> bool:
        """True if the fence on the first line has the text, instead of being part of it."""
        if self._closing.fence is not None or not is_markup(path):
            return fence.info != "" or self._closing.fence is None
        return _language_of(fence.info) in _DOCUMENTS

    @property
    def _is_command(self) -> bool:
        is_script = self._has_prologue or any(map(_FUNCTION_OF_SHELL.match, self._lines))
        return self._title is None and (self._language in _SHELLS or self._runs_programs) and not is_script

    @property
    def _runs_programs(self) -> bool:
        """True if the fence names no language, and each line runs a well-known program."""
        lines = [line.removeprefix("$ ") for line in self._lines if line.strip()]
        return not self._language and bool(lines) and all(_RUNS.match(line) is not None for line in lines)

    def _feed_untitled(self, line: Line) -> Step:
        found, fence = fence_opened_by(line.text), self._closing.fence
        is_deeper = found is not None and fence is not None and _width(found.indent) > _width(fence.indent)
        # In a list of a document, fences are deeper than the one around it.
        is_inside = is_deeper and self._language in _DOCUMENTS
        if not is_inside and self._closing.is_closed_by(line.text):
            return Step(self._untitled(), is_closed=True)
        is_inside |= found is not None and fence is not None and len(found.marks) < len(fence.marks)
        if found and found.info and not is_inside:
            # An unclosed fence with only a path: the next fence may contain the edit.
            return ABANDON if self._has_begun else _NOT_CLOSED
        self._take(line.text)
        return CONTINUE

    def _untitled(self) -> Sequence[Outcome]:
        if self._is_example:
            return [self._code(self._text_for(""))] if self._has_begun else []
        if files := _files_in_tags(self._lines, self._first + 1) or self._escaped_blocks(None):
            return files
        text = self._text_for("")
        file = self._bare_titled(text)
        if self._is_command:
            command = "\n".join(self._lines)
            if not self._has_begun:
                return []
            # Old code, or new code for it, is a part of a script.
            is_part = replaces_code_above(self._above) or is_old_code_above(self._above)
            edits_of_shell = () if is_part else edits_by_shell(command)
            found = [*file, Command(OF_BLOCK, command), *edits_of_shell]
            return found if "<<" in text else [*found, self._code(text, is_command=True)]
        if not self._has_begun:
            return file
        if pairs := replacements_in(text):
            mentions = files_above(self._above)
            return [
                Code(
                    OF_BLOCK,
                    pair.replace,
                    self._language,
                    may_be_file=False,
                    mentions=mentions,
                    operation=Replace((pair,)),
                )
                for pair in pairs
            ]
        if (signed := self._signed(text)) is not None:
            operation = _operation_of(signed)
            assert isinstance(operation, Replace)
            new = operation.interpretations[0].replace
            if operation.new_code is not None:
                return [replace(self._code(new), may_be_file=False, operation=operation)]
            mentions = files_above(self._above)
            return [
                Code(OF_BLOCK, new, self._language, may_be_file=False, mentions=mentions, operation=operation)
            ]
        edits = edits_by_python(text) if self._language in _PYTHON else ()
        # A program that edits files is hardly a part of one.
        code = replace(self._code(text), is_shown=True) if edits else self._code(text)
        return [*file, *edits, code]

    def _edits_in_tags(self) -> Sequence[Outcome]:
        """The edits of the file by old and new texts between tags, if there is nothing else in its lines."""
        if self._title is None or _BEGINS_EDIT.match("\n".join(self._lines)) is None:
            return ()
        # Few files have such tags, and it is slow to import.
        from editreview.formats.tool_calls.xml import edits_in_tags

        return edits_in_tags(self._lines, self._title.path, self._first + 1)

    def _text_for(self, path: str) -> str:
        """The text for a file: without the indentation of all lines, and code without pointers."""
        text = self._text()
        if is_markup(path) or _MAY_POINT.search(text) is None:
            return text
        return "\n".join(map(_without_pointer, text.split("\n")))

    def _text(self) -> str:
        lines: Sequence[str] = self._lines
        if self._closing.fence is None:
            lines = _unwrapped(lines, "" if self._title is None else self._title.path)
        lines = _without_numbers(self._closing.without_indent(lines), self._language)
        if lines and lines[0].startswith("+") and self._may_have_signs("\n".join(lines)):
            from editreview.formats.hunks import without_added_signs

            lines = without_added_signs(lines) or lines
        return "\n".join([*lines, ""])

    def between_tags(self, lines: Sequence[str]) -> Sequence[Outcome]:
        """The outcomes of the given lines, instead of its own, as a file between tags."""
        for line in lines:
            self._take(line)
        return self._outcomes()

    def untitled(self, lines: Sequence[str]) -> Code:
        """The given lines, instead of its own, as code without a path."""
        self._lines = list(lines)
        return self._code(self._text_for(""))

    def _code(self, text: str, *, is_command: bool = False) -> Code:
        is_pointed = removes_code_below(self._above)
        is_named = not is_pointed and removes_code(self._above, text)
        is_long = sum(1 for line in self._lines if line.strip()) >= _MIN_LINES
        gap, sketch = lazy.line_with_gap(text), lazy.sketch(text)
        may_be_file = is_long and sketch is None and gap is None
        return Code(
            OF_BLOCK,
            text,
            self._language,
            may_be_file,
            None if gap else sketch,
            mentions=files_above(self._above),
            replaces_code_above=replaces_code_above(self._above),
            is_old=is_old_code_above(self._above),
            # A whole file may be what is left, with another use of the name.
            is_removed=is_pointed or (is_named and not may_be_file),
            may_be_removed=is_named or (not is_pointed and may_remove_code_below(self._above)),
            is_requested=request_above(self._above) is not None,
            edit_in_words=kind_of(self._words, words_in(self._words)),
            names=self._names,
            words=self._words,
            is_shown=self._is_example or is_only_shown(self._above, self._language),
            is_example=self._is_example,
            is_command=is_command,
        )

    def _bare_titled(self, text: str) -> list[Outcome]:
        """The code as a file, in case the tree has a file with a bare name above it; empty without a name."""
        titles = bare_titles_above(self._above) if self._has_begun else ()
        if self._has_begun and self._may_be_code is not None:
            titles = (self._may_be_code,)
        titles = tuple(title for title in titles if _fits_language(self._language, title.path))
        if not titles or lazy.line_with_gap(text) is not None:
            return []
        namings = {title.naming for title in titles}
        return [
            Edit(
                None,
                lazy.sketch(text) or Write(text, updates=True),
                offer=_PROPOSED if any(title.is_proposed for title in titles) else None,
                format=None if lazy.sketch(text) is None else lazy.LAZY.name,
                naming=namings.pop() if len(namings) == 1 else Naming.PART,
                names=self._names,
                words=self._words,
                bare_names=tuple(title.path for title in titles),
            )
        ]

    def _take(self, text: str) -> None:
        self._lines.append(text)
        if self._has_begun or not text.strip():
            return
        filled = sum(1 for line in self._lines if line.strip()) - 1
        if filled == 0 and self._title is None and _PROLOGUE.match(text):
            self._has_prologue = True
            return
        if filled == self._has_prologue and not self._is_example and self._is_path_line(text):
            self._path_line = text
            return
        self._has_begun = True
        title = title_in_comment(self._path_line) if self._path_line else None
        if title is not None:
            self._record_comment(title)
        elif self._title is not None and self._path_line:
            self._lines.remove(self._path_line)
            self._warnings.append(_DOUBLED)
        self.is_tentative = self._title is None

    def _record_comment(self, comment: Title) -> None:
        """Record the title in a comment on the first line, which names the file or repeats its name."""
        assert self._path_line is not None
        if comment.remark:
            self._words = f"{self._words} {comment.remark}".strip()
            self._names = tuple(dict.fromkeys((*names_in(comment.remark), *self._names)))
        if self._title is None:
            request = request_above(self._above)
            updates = comment.updates or (request is not None and request.updates)
            self._title = replace(comment, updates=updates)
        elif comment.path.endswith(f"/{self._title.path}"):
            self._other_names = (self._title.path,)
            self._title = replace(self._title, path=comment.path)
        elif not f"/{self._title.path}".endswith(f"/{comment.path}"):
            self._other_names = (comment.path,)
            return
        self._path_comment = self._path_line.strip()

    def _is_path_line(self, text: str) -> bool:
        """True if the first line is only a path, below which an edit in another format may begin."""
        title = title_in_comment(text)
        if self._title is None:
            return bool(title and _fits_language(self._language, title.path))
        return bool(title) or text.strip() == self._title.path

    def _outcomes(self) -> Sequence[Outcome]:
        assert self._title is not None
        if self._path_line and not self._has_begun:
            return []
        if self._above and removes_code(self._above, self._text()):
            # The title is above words that say to remove just this, if its file has it.
            return [replace(self._code(self._text_for(self._title.path)), is_removed=False)]
        if self._closing.fence is None and (edits := self._edits_in_tags()):
            return edits
        if self._closing.fence is None and (tag := _tag_of_edit(self._lines, self._title.path)):
            return [Malformed(self._title.path, f"{tag} instead of text in the file at line {self._first}")]
        if escaped := self._escaped_blocks(self._title.path):
            return escaped
        text = self._text_for(self._title.path)
        if self._at_lines is not None:
            return self._of_lines(self._at_lines, text)
        if self._language in _SHELLS and _runs(text, self._title.path):
            return [Command(OF_BLOCK, text.removesuffix("\n"))]
        pointed = [] if text == self._text() else [_POINTED]
        nested = [_NESTED] if self._closing.has_fences else []
        warnings = (*self._warnings, *pointed, *nested, *self._other_titles(text))
        if headless := self._headless(self._title):
            return [headless]
        if not self._title.is_new and (pairs := replacements_in(self._without_path_comment(text))):
            return [self._edit(Replace((pair,)), warnings, FormatName.SEARCH_REPLACE) for pair in pairs]
        if not self._title.is_new and (signed := self._signed(self._without_path_comment(text))) is not None:
            edit = self._edit(_operation_of(signed), (*warnings, *signed.warnings()), FormatName.UNIFIED_DIFF)
            return [replace(edit, hints=signed.hints)]
        if self._title.naming is Naming.COMMENT and len(files := self._files()) > 1:
            return files
        if gap := lazy.line_with_gap(text):
            message = f"Line {gap} of the file at line {self._first} leaves code out in its middle"
            return [Malformed(self._title.path, message)]
        if sketch := lazy.sketch(text):
            return [self._edit(sketch, warnings, lazy.LAZY.name)]
        creates = self._title.is_new
        if not self._has_begun:
            # An empty fence may create a file that is often empty, like `__init__.py`, but empties none.
            creates = True
            if not is_often_empty(self._title.path):
                return []
        updates = self._title.updates or (not creates and self._changes_what_it_has(text))
        return [self._edit(Write(text, creates, updates), warnings)]

    def _escaped_blocks(self, path: str | None) -> Sequence[Outcome]:
        """The edits of SEARCH/REPLACE blocks as the source of a page has them; empty if it is something else.

        Args:
            path: The path of the file; None if only a line above a block may name it.
        """
        if not any(line.lstrip().startswith(_ESCAPED_SIGNS) for line in self._lines[:_MAX_LINES_ABOVE_BLOCK]):
            return ()
        if _ESCAPED_BLOCKS.fullmatch("\n".join(self._lines).strip()) is None:
            return ()
        from editreview.formats.table import SEARCH_REPLACE, Embedded

        text = _ENTITY.sub(lambda entity: _CHARACTERS[entity[1]], "\n".join(self._lines))
        return [
            replace(outcome, format=SEARCH_REPLACE.spec.name) if isinstance(outcome, Edit) else outcome
            for outcome in Embedded(SEARCH_REPLACE, path).read(text, self._first + 1)
        ]

    def _signed(self, text: str) -> "PatchHunk | None":
        """The code as a hunk, if some of its lines have the signs of a diff; else None."""
        if not self._may_have_signs(text):
            return None
        # Hardly any file needs the module.
        from editreview.formats.hunks import signed_code

        return signed_code(text.split("\n"), only_added=self._has_only_added_signs())

    def _has_only_added_signs(self) -> bool:
        """True if only `+` at the beginning of a line can be the sign of a diff in the language."""
        path = "" if self._title is None else self._title.path.lower()
        names = {base_name(path), path.rpartition(".")[2], self._language}
        return not names.isdisjoint(_MAY_HAVE_ADDED_SIGNS)

    def _may_have_signs(self, text: str) -> bool:
        """False if no line has the sign of a diff, or if lines of its language may begin with them."""
        if _SIGN.search(text) is None or says_whole_file(self._words):
            return False
        if self._has_only_added_signs():
            return any(line.startswith("+") for line in text.split("\n"))
        path = "" if self._title is None else self._title.path.lower()
        family = family_of(path.rpartition(".")[2]) or family_of(self._language)
        return bool(family) and family.isdisjoint(_MAY_HAVE_SIGNS)

    def _changes_what_it_has(self, text: str) -> bool:
        """True if the words above ask to change a name that the text has: `Update `load`:`."""
        if not edit_words.begins_with_change(self._words):
            return False
        present = {*words_in(text)}
        return any((words := words_in(name)) and present.issuperset(words) for name in self._names)

    def _of_lines(self, lines: in_words.LineTitle, text: str) -> Sequence[Outcome]:
        """The edit of lines by number; without text, which could only delete them, none."""
        if lazy.line_with_gap(text) or lazy.sketch(text):
            message = f"The new lines at line {self._first} leave code out"
            return [Malformed(lines.path, message)]
        if not self._is_suggestion:
            return [lines.edit(self._without_path_comment(text))] if self._has_begun else []
        # An empty one deletes the lines.
        return [lines.suggestion(text, self._names, self._words) if self._has_begun else lines.edit("")]

    def _without_path_comment(self, text: str) -> str:
        """The text without the comment that names its file."""
        before, comment, after = (
            text.partition(f"{self._path_comment}\n") if self._path_comment else ("", "", text)
        )
        return after if comment and not before.strip() else text

    def _other_titles(self, text: str) -> Iterator[str]:
        """A warning for each comment in the text that seems to begin another file of code."""
        assert self._title is not None
        lines = text.split("\n")
        for at in range(1, len(lines)):
            title = _title_within(lines, at)
            # Others are only mentioned: `# docs/a.md`.
            if title is not None and _are_two(title.path, self._title.path):
                yield f"a comment in the text names another file, which may begin there: {title.path}"

    def _files(self) -> list[Edit]:
        """The files in a fence that has a comment with a path above each; one if it holds a single file."""
        assert self._title is not None
        lines = self._text_for(self._title.path).split("\n")[:-1]
        starts = [0]
        titles = [self._title]
        for at in range(1, len(lines)):
            title = _title_within(lines, at)
            if title is None or title.path in [each.path for each in titles]:
                continue
            is_bare = "/" not in title.path
            if not is_bare or ("/" not in self._title.path and _are_two(title.path, self._title.path)):
                starts.append(at)
                titles.append(title)
        edits: list[Edit] = []
        for title, start, end in zip(titles, starts, [*starts[1:], len(lines)], strict=True):
            text = "\n".join(lines[start:end]).rstrip("\n") + "\n"
            operation = lazy.sketch(text) or Write(text, title.is_new, title.updates)
            comment = next(line.strip() for line in lines[start:end] if title_in_comment(line) is not None)
            edits.append(
                Edit(
                    title.path,
                    operation,
                    format=lazy.LAZY.name if isinstance(operation, Sketch) else None,
                    naming=Naming.COMMENT,
                    path_comment=comment,
                )
            )
        return edits

    def _headless(self, title: Title) -> Malformed | None:
        """The problem with a SEARCH/REPLACE block whose head is missing; None if the text is not one."""
        last = last_nonblank_line(self._lines).strip()
        if not last.startswith((">>>>>", "+++++")) or is_markup(title.path) or _DOUBLED in self._warnings:
            return None
        # Only such a text needs the module, which takes a while to import.
        from editreview.formats.search_replace import head_missing_in

        headless = head_missing_in(self._lines)
        if headless is None:
            return None
        head, divider = headless
        start = self._lines.index(self._path_line) + 1 if self._path_line else 0
        line = self._first + 1 + start
        message = f"Missing {head.strip()} for the block at line {line}"
        begun = search_only(self._lines[start:divider])
        last_line = self._first + len(self._lines)
        return Malformed(title.path, message, begun=begun, missing=MissingLine(head, line, last_line))

    def _edit(self, operation: Operation, warnings: tuple[str, ...], format: str | None = None) -> Edit:
        assert self._title is not None
        return Edit(
            self._title.path,
            operation,
            warnings=warnings,
            format=format,
            offer=_PROPOSED if self._title.is_proposed else None,
            naming=self._title.naming,
            path_comment=self._path_comment,
            other_names=self._other_names,
            names=self._names,
            words=self._words,
        )


def _operation_of(signed: "PatchHunk") -> Operation:
    """The edit of code with signs; with its new text as code if only new lines have one."""
    operation = signed.operation()
    if not isinstance(operation, Replace) or signed.has_any("-"):
        return operation
    new = operation.interpretations[0].replace
    return replace(operation, new_code=lazy.sketch(new) or Snippet(new))


def _fits_language(language: str, path: str) -> bool:
    """True if a file at the path can be written in the language of a fence."""
    if language in _SHELLS:
        return _can_hold(language, path)
    if is_for_named_files(language):
        return may_be_named_for(path, language)
    return language not in _NEVER or path.endswith((*_PATCHES, ".log", ".out", ".txt"))


def _open(line: Line, context: Context) -> OpenBlock | None:
    if tag := _TAG.match(line.text):
        title = title_above(context.above) if context.fence is None else None
        return _Block(line, _Closing(None, tag["name"]), "", title, ()) if title else None
    if context.fence is None and (file := _file_in_tags(line)):
        return None if is_shown_above(context.above) else file
    if artifact := _ARTIFACT.match(line.text):
        return _artifact(line, artifact, context) if context.fence is None else None
    fence = fence_opened_by(line.text)
    if fence is None and (copied := _copied(line, context) or _numbered(line, context)):
        return copied
    if fence is None:
        if context.fence is None and (deletion := in_words.deletes_lines(line, context)):
            return deletion
        return _indented(line, context) or in_words.opens(line, context)
    if fence != context.fence:
        return None
    return _titled(line, fence, context)


_BEGINS_EDIT = lazy_pattern(rf"(?:\s*<\w+>)*\s*<(?:{OLD_TAGS})[ \t>]")
_EDIT_TAG = lazy_pattern(
    r"\s*(?P<tag><(?:after|before|changes?|contents?|diff|edits?|find|hunk|insert|line|lines|new|old|operations?"
    r"|original|path|patch|replace|replacement|search|update|updated)(?:[_-]\w+)?(?:\s[^<>]*)?>)"
)
"""A tag of an edit, which no file has: `<search>`, `<new_code>`."""


def _tag_of_edit(lines: Sequence[str], path: str) -> str | None:
    """The tag with which lines between tags begin as a part of an edit, and not as the text of the file."""
    if path.lower().endswith(TAGGED):
        return None
    found = _EDIT_TAG.match("\n".join(_unwrapped(lines, path)))
    return None if found is None else found["tag"]


def _unwrapped(lines: Sequence[str], path: str) -> Sequence[str]:
    """The lines of a file between tags, without further tags around all of them."""
    ends = [at for at, line in enumerate(lines) if line.strip()]
    if len(ends) > 1:
        first, last = lines[ends[0]].strip(), lines[ends[-1]].strip()
        is_text = _CONTENT.fullmatch(first) is not None and not path.lower().endswith(TAGGED)
        if (first, last) == ("<![CDATA[", "]]>") or (is_text and last == f"</{first[1:]}"):
            return _unwrapped(lines[ends[0] + 1 : ends[-1]], path)
    return lines


_FILE_WITH_CHILDREN = lazy_pattern(rf"[ \t]*<(?P<tag>{FILE_TAGS})>[ \t]*$")
_CHILD = lazy_pattern(r"\s*<(?P<name>[\w-]+)>(?P<value>[^<>\n]*)</(?P=name)>\s*$")
_CONTENT = lazy_pattern(
    r"<(?:contents?|code|source|source_code|text|body|document_contents?|file_contents?|new_contents?|file_text)>"
)
"""A tag around the text of a file: `<content>`."""


class _FileWithChildren(OpenBlock):
    """A file between tags, with its path and its text between tags of their own.

    <file>
    <path>src/a.py</path>
    <content>
    print("Good morning")
    </content>
    </file>
    """

    def __init__(self, line: Line, tag: str) -> None:
        self._first = line.number
        self._tag = tag
        self._children: dict[str, str] = {}
        self._content: str | None = None
        """The name of the tags around the text, once they are open."""
        self._lines: list[str] = []
        self._depth = 0
        self._end: int | None = None
        """The index of the line with the end tag of the text, if no other text has followed."""
        self._last = ""
        """The text before that tag, on its line."""

    @property
    def is_tentative(self) -> bool:
        return self._content is None

    def feed(self, line: Line) -> Step:
        text = line.text
        if self._content is None:
            return self._feed_child(text)
        if self._end is not None and text.strip() == f"</{self._tag}>":
            return Step(self._outcomes(self._lines[: self._end]), is_closed=True)
        if self._end is not None and (child := _CHILD.match(text)):
            self._children[child["name"]] = child["value"]
        elif text.strip():
            self._end = None
        if text.strip() in (f"<{self._tag}>", f"</{self._tag}>"):
            self._depth += 1 if text.strip()[1] != "/" else -1
        self._take(text)
        return CONTINUE

    def end(self) -> Sequence[Outcome]:
        if self._content is None:
            return []
        missing = f"</{self._tag if self._end is not None else self._content}>"
        path = None if (title := self._title) is None else title.path
        return [Malformed(path, f"Missing {missing} for the file at line {self._first}")]

    def progress(self) -> str:
        return f"file arriving, {counted(len(self._lines), 'line')}"

    @property
    def _title(self) -> Title | None:
        return title_of_tag({name.lower(): value for name, value in self._children.items()})

    def _feed_child(self, text: str) -> Step:
        if not text.strip():
            return CONTINUE
        if child := _CHILD.match(text):
            self._children[child["name"]] = child["value"]
            return CONTINUE
        opened = _CONTENT.match(text.strip())
        if opened is None or self._title is None:
            return ABANDON
        self._content = opened[0][1:-1]
        if rest := text.strip()[opened.end() :]:
            self._take(rest)
        return CONTINUE

    def _take(self, text: str) -> None:
        tag = f"</{self._content}>"
        is_end = text.rstrip().endswith(tag) and self._depth == 0
        self._lines.append(text)
        if is_end:
            self._end = len(self._lines) - 1
            self._last = text.rstrip().removesuffix(tag)

    def _outcomes(self, lines: list[str]) -> Sequence[Outcome]:
        title = self._title
        if title is None:
            return []
        block = _Block(Line(self._first, ""), _Closing(None, self._content, nests=True), "", title, ())
        return block.between_tags([*lines, *([self._last] if self._last.strip() else [])])


def _files_in_tags(lines: Sequence[str], first: int) -> list[Outcome]:
    """The files between tags that a fence without a path holds; empty if it has anything else.

    Args:
        lines: The lines of the fence.
        first: The line of the response at which they begin.
    """
    outcomes: list[Outcome] = []
    block: OpenBlock | None = None
    begun = first
    for number, text in enumerate(lines, first):
        line = Line(number, text)
        if block is None:
            block = _file_in_tags(line)
            begun = number
            if block is None and text.strip() and not _WRAPPER_OF_FILES.match(text):
                return []
            continue
        step = block.feed(line)
        if step.is_closed:
            if not step.takes_line or not step.outcomes:
                return []
            outcomes += [
                replace(outcome, lines=(begun, number)) if isinstance(outcome, Edit) else outcome
                for outcome in step.outcomes
            ]
            block = None
    return outcomes if block is None else []


_WRAPPER_OF_FILES = lazy_pattern(
    r"\s*(?:</?\w*files?>|</?(?:changes|code|documents|output|response|root)>|<\?xml.*)\s*$"
)
"""A line with a tag around several files: `<files>`, `</output>`."""


def _file_in_tags(line: Line) -> OpenBlock | None:
    """The file between tags that a line begins; None if it begins none."""
    if tag := file_tag(line.text):
        closing = _Closing(None, tag.name, nests=True, indent=indentation(line.text))
        return _Block(line, closing, "", tag.title, ())
    bare = _FILE_WITH_CHILDREN.match(line.text)
    return None if bare is None else _FileWithChildren(line, bare["tag"])


def _indented(line: Line, context: Context) -> "_Indented | None":
    """The indented code that a line begins, below words that may ask for an edit; None if it begins none."""
    above = context.above
    if context.fence is not None or not is_indented(line.text) or not above or above[-1].strip():
        return None
    words = words_above(above)
    nearest = last_nonblank_line(above)
    is_in_list = nearest[:1] in (" ", "\t") or is_list_item(nearest)
    is_code = nearest.rstrip().endswith(":") or may_say_edit(words) or replaces_code_above(above)
    return _Indented(line, above, words) if words and is_code and not is_in_list else None


class _Indented(OpenBlock):
    """Indented code without a fence, which is at most an offer."""

    is_tentative = True

    def __init__(self, line: Line, above: Sequence[str], words: str) -> None:
        self._indent = next(each for each in INDENTATIONS if line.text.startswith(each))
        fence = Fence(self._indent, "", "")
        self._code = _Block(line, _Closing(fence), "", None, above, words)
        self._lines = [line]

    def feed(self, line: Line) -> Step:
        if line.text.strip() and not line.text.startswith(self._indent):
            return Step(self.end(), is_closed=True, takes_line=False)
        self._lines.append(line)
        return CONTINUE

    def end(self) -> Sequence[Outcome]:
        last = last_nonblank([line.text for line in self._lines], len(self._lines))
        lines = (self._lines[0].number, self._lines[last].number)
        return [replace(self._code.untitled([line.text for line in self._lines[: last + 1]]), lines=lines)]

    def progress(self) -> str:
        return f"indented code arriving, {counted(len(self._lines), 'line')}"


_COPY_BUTTON = lazy_pattern(
    r"(?:Copy(?: code)?(?:Edit)?|Code kopi(?:eren|ëren)|Kopi(?:eren|ëren)(?:B\w+)?"
    r"|Copier(?: le code)?(?:Modifier)?|Copiar(?: c[óo]digo)?(?:Editar)?"
    r"|Copia(?: (?:il )?codice)?(?:Modifica)?|Kopiuj(?: kod)?(?:Edytuj)?"
    r"|Kopírovat(?: kód)?|Kodu? kopyala|Kopyala(?:Düzenle)?|Kopi(?:er|era|ér)(?: kode?n?)?"
    r"|(?:Скопировать|Копировать)(?: код)?(?:Редактировать)?|(?:Скопіювати|Копіювати)(?: код)?(?:Редагувати)?"
    r"|复制(?:代码)?(?:编辑)?|複製(?:程式碼)?(?:編輯)?|コードをコピー(?:する)?|コピー(?:する)?(?:編集する)?"
    r"|(?:코드 )?복사(?:하기)?(?:편집)?|(?:कोड )?कॉपी करें)[ \t]*$"
)
"""The button above code, which is a line in text copied from a page, perhaps with one to edit beside it."""
_OTHER_BUTTON = lazy_pattern(r"(?:Collapse|Download|Edit|Expand|Explain|Open|Preview|Run|Unwrap|Wrap)[ \t]*$")
"""Another button beside that one."""
_LANGUAGE_ABOVE = lazy_pattern(r"[A-Za-z][A-Za-z0-9+#.-]{0,19}")
_PROSE = lazy_pattern(r"(?:[A-Z][\w’']*[a-z,’']|A|I|\d{1,2}[.)]|[-*•])\s+[^\s=(){};<>]+(?:\s[^={};<>]*)?$")
"""The beginning of a line of prose: `The file loads`, `1. Open it`."""
_PROSE_WORDS = 3
"""The fewest words of a line of prose below copied code."""


def _copied(line: Line, context: Context) -> "_Copied | None":
    """The code below a line that was a button of a page; None if it is something else."""
    above = list(context.above)
    if context.fence is not None or _COPY_BUTTON.fullmatch(line.text) is None:
        return None
    while above and _OTHER_BUTTON.fullmatch(above[-1]) is not None:
        above.pop()
    language = _language_above(above)
    return None if language is None else _Copied(line, language, above[:-1])


def _language_above(above: Sequence[str]) -> str | None:
    """The language that the last line above code names alone; None if that is no edit, or no language."""
    language = above[-1].strip().lower() if above else ""
    if _LANGUAGE_ABOVE.fullmatch(language) is None or language in _SHELLS or language in _NEVER:
        return None
    return None if is_shown_above(above[:-1]) else language


class _Copied(OpenBlock):
    """Code in a text that was copied from the page of a chat, without fences: at most an offer.

    The page showed the language and a button above it, which are lines now. Nothing shows where it ends: it
    goes up to the first line that reads like prose, or to the next button.
    """

    is_tentative = True

    def __init__(self, line: Line, language: str, above: Sequence[str]) -> None:
        # Few responses need the module.
        from editreview.formats.copied_code import EndOfCode

        self._code = _Block(line, _Closing(Fence("", "", "")), language, None, above, words_above(above))
        self._language = language
        self._above = above
        self._lines: list[Line] = []
        self._end = EndOfCode(language)
        self._below: list[str] = []
        """The lines at its end that belong to the next button."""

    def feed(self, line: Line) -> Step:
        if not self._lines and _OTHER_BUTTON.fullmatch(line.text) is not None:
            return CONTINUE
        is_next = bool(self._lines) and _COPY_BUTTON.fullmatch(line.text) is not None
        if is_next:
            # The line above the buttons is its language.
            count = 1
            while count < len(self._lines) and _OTHER_BUTTON.fullmatch(self._lines[-count].text) is not None:
                count += 1
            self._below = [each.text for each in self._lines[-count:]]
            del self._lines[-count:]
        if is_next or self._ends_above(line.text):
            return Step(self.end(), is_closed=True, takes_line=False)
        self._lines.append(line)
        self._end.take(line.text)
        return CONTINUE

    def _ends_above(self, text: str) -> bool:
        if not any(line.text.strip() for line in self._lines):
            return False
        is_apart = not self._lines[-1].text.strip()
        return self._end.is_above(text) or (is_apart and not self._end.is_inside and _is_prose(text))

    def end(self) -> Sequence[Outcome]:
        texts = [line.text for line in self._lines]
        last = last_nonblank(texts, len(texts))
        if last < 0:
            return []
        from editreview.formats.copied_code import with_indentation

        code = self._code.untitled(with_indentation(texts[: last + 1], self._language))
        return [replace(code, lines=(self._lines[0].number, self._lines[last].number))]

    @property
    def with_fences(self) -> Sequence[str]:
        texts = [line.text for line in self._lines]
        return [*self._above, f"```{self._language}", *texts, "```", *self._below]

    def progress(self) -> str:
        return f"copied code arriving, {counted(len(self._lines), 'line')}"


def _numbered(line: Line, context: Context) -> "_Numbered | None":
    """The code with line numbers that a line begins below the name of its language; None if none begins."""
    above = context.above
    if context.fence is not None or _NUMBERED_CODE.match(line.text) is None:
        return None
    if above and not above[-1].strip():
        above = above[:-1]
    language = _language_above(above)
    if language is None or language not in _NEVER_NUMBERED:
        return None
    return _Numbered(line, language, above[:-1])


class _Numbered(OpenBlock):
    """Code in a text that was copied with its line numbers, and without fences: at most an offer.

    It goes up to the first line without the next number.
    """

    is_tentative = True

    def __init__(self, line: Line, language: str, above: Sequence[str]) -> None:
        self._code = _Block(line, _Closing(Fence("", "", "")), language, None, above, words_above(above))
        self._language = language
        self._above = above
        self._lines = [line]

    def feed(self, line: Line) -> Step:
        found = _NUMBERED.match(line.text)
        first = _NUMBERED.match(self._lines[0].text)
        if found is None or first is None or int(found["number"]) != int(first["number"]) + len(self._lines):
            return Step(self.end(), is_closed=True, takes_line=False)
        self._lines.append(line)
        return CONTINUE

    def end(self) -> Sequence[Outcome]:
        # Few responses need the module.
        from editreview.formats.copied_code import with_indentation

        code = self._code.untitled(with_indentation(_behind_numbers(self._matches()), self._language))
        return [replace(code, lines=(self._lines[0].number, self._lines[-1].number))]

    def _matches(self) -> Sequence[re.Match[str]]:
        found = (_NUMBERED.match(line.text) for line in self._lines)
        return [match for match in found if match is not None]

    @property
    def with_fences(self) -> Sequence[str]:
        return [*self._above, f"```{self._language}", *(line.text for line in self._lines), "```"]

    def progress(self) -> str:
        return f"numbered code arriving, {counted(len(self._lines), 'line')}"


def _is_prose(line: str) -> bool:
    """True if a line below copied code reads like a sentence, a heading or the item of a list."""
    return len(line.split()) >= _PROSE_WORDS and _PROSE.match(line) is not None


def _artifact(line: Line, tag: re.Match[str], context: Context) -> _Block:
    """A file between tags of a chat. Its title is often its path."""
    attributes = dict(_ATTRIBUTE.findall(tag["attributes"]))
    name = attributes.get("title", "")
    title = Title(name) if is_path(name) and is_usable(name) else title_above(context.above)
    above = context.above if title is None else ()
    return _Block(line, _Closing(None, tag["name"]), attributes.get("language", ""), title, above)


def _is_no_json(line: str) -> bool:
    """True if a line cannot begin a JSON value or a member of one, so that it may open another block."""
    return line.strip() != "" and line.lstrip(" \t")[0] not in '{["/.'


_FILE_LABEL = lazy_pattern(r"\W*(?:new )?(?:file ?path|file ?name|file|path)\W*:", re.IGNORECASE)
"""The label before the name of a file: `File:`, `**Path:**`."""


def _titled(line: Line, fence: Fence, context: Context) -> _Block | None:
    language = _language_of(fence.info)
    lines = None if fence.info in _NEVER else in_words.line_title_above(context)
    is_suggestion = lines is None and language == _SUGGESTION
    if is_suggestion:
        lines = in_words.suggested_lines_above(fence.info, context)
    if lines is not None:
        named = Title(lines.path, naming=Naming.SENTENCE)
        words = words_above(context.above) if is_suggestion else ""
        return _Block(
            line, _Closing(fence), language, named, (), words, at_lines=lines, is_suggestion=is_suggestion
        )
    title = _title(fence, context)
    may_be_code: Title | None = None
    is_labelled = _FILE_LABEL.match(last_nonblank_line(context.above)) is not None
    if title is not None and not (title.is_new or is_labelled) and names_code(title.path, language):
        title, may_be_code = None, title
    if title is not None and not _fits_language(language, title.path):
        title = None
    if title is not None and title.naming is not Naming.LABEL:
        is_removed = removes_code_below(context.above)
        title = None if is_removed or not _may_be_for(language, title.path) else title
    elif title is not None and not title.is_new and adds_above(context.above):
        # What is to be added is rarely the whole file.
        title = replace(title, naming=Naming.SENTENCE)
    may_be_removed = (
        title is not None and title.naming is not Naming.LABEL and may_remove_code_below(context.above)
    )
    above = context.above if title is None or may_be_removed else ()
    is_example = False
    if title is None and language not in _SHELLS:
        if fence.info in _NEVER:
            return None
        is_example = is_shown_above(above) and not removes_code_below(above)
        if is_example and language in _PLAIN:
            return None
    words = words_above(context.above)
    if title is not None and ends_with_whole_file(words):
        title = replace(title, naming=Naming.LABEL)
    return _Block(
        line, _Closing(fence), language, title, above, words, is_example=is_example, may_be_code=may_be_code
    )


def _title(fence: Fence, context: Context) -> Title | None:
    path = path_in_fence(fence.info)
    if path is None:
        return title_above(context.above)
    return Title(path) if is_usable(path) and not is_shown_above(context.above) else None


_MAX_COMMENT = 80
"""The most characters of a comment that tells old and new code apart."""
_ROLE_COMMENT = lazy_pattern(
    r"\s*(?://+|#+|--|;+|%+|/\*+|<!--|\{/\*)\s*(?P<text>[^\s].*?)\s*(?:\*+/|-->|\*/\})?\s*$"
)
"""A comment that may tell whether the code below it is old or new: `# Before`."""
_COMMENT_CHARACTERS = frozenset("/#-;%<{")
"""The first characters of comments."""
_AROUND_COMMENT = " \t-=~*#_.:…>|❌✅✔✗✘⛔🔴🟢➡→⬇\ufe0f"
_REMARK_OF_CODE = lazy_pattern(r"\s*\([^()]*\)$|\s+[-–—]\s.*$|:\s.*$")
_WORD_FOR_CODE = r"(?:\s+(?:code|implementation|line|lines|version))?"
# These in a comment alone say what the code does.
_OLD_BESIDE_NEW = PAIRED_TITLES.keys() - {"delete", "remove", "replace", "this", *titles(FIND)}
_NEW_BESIDE_OLD = NEW_BESIDE_OLD - {"add", "becomes", "insert", "replace", "replace with"}
_OLD_CODE = lazy_pattern(
    lambda: rf"(?:the )?(?:{any_of(edit_words.OLD)}){_WORD_FOR_CODE}|{any_of(_OLD_BESIDE_NEW)}",
    re.IGNORECASE,
)
_NEW_CODE = lazy_pattern(
    lambda: rf"(?:the )?(?:{any_of(edit_words.NEW)}){_WORD_FOR_CODE}|{any_of(_NEW_BESIDE_OLD)}",
    re.IGNORECASE,
)


def replacements_in(text: str) -> tuple[Interpretation, ...]:
    """The pairs of old and new code in a fence; none if it has anything else.

    Args:
        text: Whole lines. The first one that is not blank says that old code follows.
    """
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    if not _says_of_code(_OLD_CODE, first):
        return ()
    parts: list[list[str]] = []
    for line in lines[lines.index(first) :]:
        if _says_of_code(_NEW_CODE if len(parts) % 2 else _OLD_CODE, line):
            parts.append([])
        elif _says_of_code(_OLD_CODE if len(parts) % 2 else _NEW_CODE, line) and _are_blank(parts[-1]):
            return ()
        else:
            parts[-1].append(line)
    if len(parts) % 2 or any(map(_are_blank, parts)):
        return ()
    texts = ["".join(f"{line}\n" for line in without_blank_edges(part)) for part in parts]
    return tuple(Interpretation(old, new) for old, new in zip(texts[::2], texts[1::2], strict=True))


def _says_of_code(words: re.Pattern[str], line: str) -> bool:
    """True if a line is a comment of only these words, with or without a remark."""
    may_be_comment = len(line) <= _MAX_COMMENT and line.lstrip()[:1] in _COMMENT_CHARACTERS
    found = _ROLE_COMMENT.match(line) if may_be_comment else None
    if found is None:
        return False
    text = found["text"].strip(_AROUND_COMMENT)
    return words.fullmatch(text) is not None or (
        words.fullmatch(_REMARK_OF_CODE.sub("", text).strip(_AROUND_COMMENT)) is not None
    )


def _are_blank(lines: Sequence[str]) -> bool:
    return not any(map(str.strip, lines))


_EXAMPLE = """\
greeting.py
```python
def greet():
    return "Good morning"
```
"""

_SUMMARY = (
    "a fence with a whole file; its path is above it, in a sentence, in its info string or in a comment"
)
_SECOND = Example(
    "Create a file",
    """\
farewell.py
```python
def part():
    return "Goodbye"
```
""",
)
_WHEN = "for new files, and files that change by more than 80 %"
_RULES = (
    "Give the complete text of the file: anything left out is removed.",
    LEAVE_NOTHING_OUT,
    MOVE_BY_GIT,
)

_SNIPPET = Description(
    FormatName.SNIPPET,
    "the same with some whole definitions of a longer file: each replaces its namesake",
    """\
greeting.py
```python
def greet():
    return "Good evening"
```
""",
    Example(
        "Add a function",
        """\
greeting.py
```python
def greet():
    return "Good evening"


def part():
    return "Goodbye"
```
""",
    ),
    "for whole functions, classes or keys of a longer file",
    (
        "Give each function, class or key that changes as a whole, with its name as it is in the file.",
        LEAVE_NOTHING_OUT,
        MOVE_BY_GIT,
    ),
    read_as=FormatName.WHOLE_FILE,
)

SPEC = FormatSpec(
    Description(FormatName.WHOLE_FILE, _SUMMARY, _EXAMPLE, _SECOND, _WHEN, _RULES),
    _open,
    also=(lazy.LAZY, _SNIPPET),
)
