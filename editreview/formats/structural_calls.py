"""Structural edits, written as a Python call in a fence or at the start of a line.

    edit(
        pattern="def $OLD($$$ARGS)",
        rewrite="def fetch($$$ARGS)",
        path="src/",
    )

The arguments must be literals; nothing is evaluated. A pattern without metavariables is an edit
of text: of the only match in a file, or of every match in a folder. The first argument must have a
name of this tool, so that other functions named `edit`, in code or in prose, are ignored.
"""

import ast
import re
import warnings
from collections.abc import Mapping, Sequence

from editreview.blocks import FormatName, Interpretation, Operation, Replace, Rewrite
from editreview.formats.spec import (
    ABANDON,
    CONTINUE,
    LEAVE_NOTHING_OUT,
    MOVE_BY_GIT,
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
)
from editreview.formats.tool_calls import IN_PYTHON, path_named
from editreview.text import counted

_HEAD = re.compile(r"(?P<indent>[ \t]*)edit[ \t]*\((?P<rest>.*)$")
_NAMES = {
    "pattern": "pattern",
    "rewrite": "rewrite",
    "replacement": "rewrite",
    "path": "path",
    "file_path": "path",
    "language": "language",
    "lang": "language",
    "dry_run": "dry_run",
}
_ARGUMENT = re.compile(rf"\s*(?:{'|'.join(_NAMES)})\s*=(?!=)")
_METAVARIABLE = re.compile(r"\$\$\$|\$\$?[A-Z_][A-Z0-9_]*(?!\w)")
_TOKEN = re.compile(r"\\.|\"\"\"|'''|[\"'#()\[\]{}]")
_CONTINUATION = re.compile(
    r"\w+\s*=(?!=)|[\"'()\[\]{},#]|[bBfFrRuU]{1,2}[\"']|(?:True|False|None|\d+)\s*[,)]"
)
"""The possible beginnings of a line of a call outside of strings."""
_NOTHING = re.compile(r"[ \t]*+[;,]?[ \t]*+(?:#.*)?$")
_MAX_LENGTH = 262_144
"""The most characters of a call."""


def edit_operation(pattern: str, rewrite: str, language: str | None = None) -> Operation:
    """The operation of the call: a rewrite of code, or of text if it has no metavariables."""
    if _METAVARIABLE.search(pattern):
        return Rewrite(pattern, rewrite, language)
    return Replace((Interpretation(pattern, rewrite),), is_text=True, is_pattern=True)


def _edit_outcome(parameters: Mapping[str, object], line: int) -> Outcome:
    """The edit of a call of the tool, or the problem with it.

    Args:
        parameters: The parameters by name; unknown ones are ignored.
        line: The line at which the call begins.
    """
    arguments = {_NAMES[name]: value for name, value in parameters.items() if name in _NAMES}
    path = arguments.get("path")
    written = path if isinstance(path, str) and path else None
    for name in ("pattern", "rewrite", "path"):
        value = arguments.get(name)
        if value is None or (not value and name != "rewrite"):
            return Malformed(written, f"{name} is required for the edit at line {line}")
        if not isinstance(value, str):
            return Malformed(written, f"{name} must be a string in the edit at line {line}")
    pattern, rewrite, language = arguments["pattern"], arguments["rewrite"], arguments.get("language")
    assert isinstance(pattern, str)
    assert isinstance(rewrite, str)
    if pattern == rewrite:
        return Malformed(written, f"pattern and rewrite must be different in the edit at line {line}")
    operation = edit_operation(pattern, rewrite, language if isinstance(language, str) else None)
    return Edit(written, operation, is_dry_run=arguments.get("dry_run") is True)


class _Scan:
    """Finds the end of a call, line by line."""

    def __init__(self) -> None:
        self.depth = 0
        self.quote = ""
        self.end: int | None = None
        """The offset in the last line at which the call ends."""

    def take(self, text: str) -> None:
        if self.quote and self.quote not in text:
            return
        for found in _TOKEN.finditer(text):
            self._take(found[0], found.end())
            if self.end is not None or (found[0] == "#" and not self.quote):
                return

    def _take(self, sign: str, end: int) -> None:
        if self.quote:
            # A triple quote ends a string with single quotes, and is followed by an empty string.
            if sign.startswith(self.quote):
                self.quote = ""
        elif sign[0] in "\"'":
            self.quote = sign
        elif sign in "([{":
            self.depth += 1
        elif sign in ")]}":
            self.depth -= 1
            self.end = end if self.depth == 0 else None


class _Block(OpenBlock):
    def __init__(self, head: Line, indent: str, rest: str) -> None:
        self._first = head.number
        self._indent = indent
        self._lines: list[str] = []
        self._scan = _Scan()
        self._size = 0
        self._has_begun = _ARGUMENT.match(rest) is not None
        self._done: Step | None = self._after("edit(" + rest)

    @property
    def is_tentative(self) -> bool:
        return not self._has_begun

    def feed(self, line: Line) -> Step:
        if line.number == self._first:
            return self._done or CONTINUE
        text = line.text.strip()
        if not self._has_begun and text and not text.startswith("#"):
            self._has_begun = _ARGUMENT.match(text) is not None
            if not self._has_begun:
                return ABANDON
        if not self._scan.quote and text and not _CONTINUATION.match(text):
            return self._broken(f"Missing ) for the edit at line {self._first}", takes_line=False)
        return self._after(line.text) or CONTINUE

    def end(self) -> Sequence[Outcome]:
        if not self._has_begun:
            return []
        missing = f"{self._scan.quote} and )" if self._scan.quote else ")"
        return [Malformed(self._path(), f"Missing {missing} for the edit at line {self._first}")]

    def progress(self) -> str:
        return f"edit arriving, {counted(len(self._lines), 'line')}"

    def _after(self, text: str) -> Step | None:
        """Read the next line, or the part of the first line that belongs to the call.

        Returns:
            The step that ends the call; None if it goes on.
        """
        self._lines.append(text)
        self._size += len(text) + 1
        if self._size > _MAX_LENGTH:
            return self._broken(f"The edit at line {self._first} has more than {_MAX_LENGTH} characters")
        self._scan.take(text)
        if self._scan.end is not None:
            is_alone = _NOTHING.match(text, self._scan.end)
            return Step([self._outcome()], is_closed=True) if is_alone else ABANDON
        if len(self._scan.quote) == 1 and not text.endswith("\\"):
            where = f"of a string in the edit at line {self._first}"
            return self._broken(f"Missing {self._scan.quote} at the end {where}")
        return None

    def _broken(self, message: str, *, takes_line: bool = True) -> Step:
        return Step([Malformed(self._path(), message)], is_closed=True, takes_line=takes_line)

    def _path(self) -> str | None:
        return path_named("\n".join(self._lines), IN_PYTHON)

    def _outcome(self) -> Outcome:
        lines = self._lines
        if self._indent and all(line.startswith(self._indent) or not line.strip() for line in lines[1:]):
            lines = [lines[0], *(line[len(self._indent) :] for line in lines[1:])]
        try:
            parameters = _arguments("\n".join(lines))
        except ValueError as error:
            return Malformed(self._path(), f"{error} in the edit at line {self._first}")
        return _edit_outcome(parameters, self._first)


def _arguments(text: str) -> dict[str, object]:
    """The arguments of a call, by name.

    Raises:
        ValueError: They are not literals. The message is for users, without the position.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python warns about "\d", which patterns may contain.
            call = ast.parse(text.strip().rstrip(";,"), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        message = error.msg if isinstance(error, SyntaxError) else str(error)
        raise ValueError(f"Not valid Python ({message})") from None
    assert isinstance(call, ast.Call)
    if call.args:
        raise ValueError("An argument has no name")
    arguments: dict[str, object] = {}
    for keyword in call.keywords:
        try:
            arguments[keyword.arg or "**"] = literal(keyword.value)
        except (ValueError, TypeError, MemoryError, RecursionError):
            raise ValueError(f"{keyword.arg or 'An argument'} is not a plain value") from None
    return arguments


def literal(node: ast.expr) -> object:
    """The value of an argument.

    Raises:
        ValueError: It is not a literal. The other errors of `ast.literal_eval` are raised too.
    """
    # For a constant, `literal_eval` takes ten times as long and leaves cyclic garbage.
    return node.value if isinstance(node, ast.Constant) else ast.literal_eval(node)


def _open(line: Line, context: Context) -> OpenBlock | None:
    head = _HEAD.match(line.text)
    if head is None:
        return None
    rest = head["rest"].strip()
    if rest and not rest.startswith("#") and not _ARGUMENT.match(rest):
        return None
    return _Block(line, head["indent"], head["rest"])


_EXAMPLE = """\
edit(
    pattern="return $X",
    rewrite="return ($X)",
    path="greeting.py",
)
"""

_SECOND = Example(
    "Rename a function and all its calls",
    """\
edit(
    pattern="greet",
    rewrite="salute",
    path="greeting.py",
)
""",
)
_WHEN = "to change all code of one shape, such as each call of a function"
_SUMMARY = "`edit(pattern=…, rewrite=…, path=…)`: all code of one shape, found by syntax"
_RULES = (
    "A pattern is code in which $NAME stands for one expression and $$$NAME for any number of them.",
    "Every match of the pattern is changed; path may name a folder.",
    LEAVE_NOTHING_OUT,
    MOVE_BY_GIT,
)

SPEC = FormatSpec(
    Description(FormatName.STRUCTURAL, _SUMMARY, _EXAMPLE, _SECOND, _WHEN, _RULES),
    _open,
    is_fed_opening=True,
    is_call=True,
)
