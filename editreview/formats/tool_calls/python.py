"""`edit_lines` as a Python call, as prompts for this tool show it.

    edit_lines(
        command="replace",
        path="src/a.py",
        start_line=15,
        end_line=15,
        new_content="        return self.data"
    )

Only literals are evaluated. A call whose command is not a literal is code about the tool, and thus
prose.
"""

import ast
import re
import textwrap
import warnings
from collections.abc import Sequence

from editreview.blocks import Operation, ReplaceLines
from editreview.formats.spec import (
    CONTINUE,
    Context,
    Fence,
    FormatSpec,
    Line,
    Malformed,
    OpenBlock,
    Outcome,
    Step,
)
from editreview.formats.structural_calls import literal
from editreview.formats.tool_calls import IN_PYTHON, path_named
from editreview.formats.tool_calls.tools import LINE_EDIT, LINE_EDIT_PARAMETERS, tool_outcomes
from editreview.text import counted

_OPENING = re.compile(r"[ \t]*edit_lines[ \t]*\(")
_TOKEN = re.compile(r"\"\"\"|'''|[\"'()\[\]{}#]")
_NAMES_COMMAND = re.compile(r"\bcommand\s*=\s*[\"']|edit_lines[ \t]*\(\s*[\"']")
_ARGUMENT = re.compile(r"[ \t]*(?:\w+[ \t]*=|[bBrRuU]?[\"']|[-+\d()\[\]{},#]|(?:True|False|None)\b|$)")
"""The possible beginnings of a line of arguments."""
_NAMED = re.compile(r"[ \t]*(?P<name>\w+)[ \t]*=[ \t]*(?P<value>[^\n]+?)[ \t]*,?[ \t]*")
"""An argument with its name: `path = "a.py"`."""
_BLANK_LINE = re.compile(r"(?<=\n)[ \t]++(?=\n)")
_MAX_LENGTH = 256 * 1024


class _Scan:
    """Finds the end of a call, line by line."""

    def __init__(self) -> None:
        self.quotes = ""
        """The quotes of the string that is open at the end of the line."""
        self._depth = 0

    def feed(self, text: str) -> int | None:
        """Feed the next line.

        Returns:
            The offset after the call's last bracket; None if the line does not have it.
        """
        at = 0
        while True:
            if self.quotes:
                at = self._rest_of_string(text, at)
            token = _TOKEN.search(text, at) if not self.quotes else None
            if token is None or token[0] == "#":
                return None
            at = token.end()
            if token[0][0] in "\"'":
                self.quotes = token[0]
            else:
                self._depth += 1 if token[0] in "([{" else -1
                if self._depth <= 0:
                    return at

    def _rest_of_string(self, text: str, at: int) -> int:
        end = text.find(self.quotes, at)
        while end >= 0:
            escape = text.find("\\", at, end)
            if escape < 0:
                end += len(self.quotes)
                self.quotes = ""
                return end
            at = escape + 2
            if at > end:
                end = text.find(self.quotes, at)
        return len(text)


class _Block(OpenBlock):
    is_tentative = False

    def __init__(self, line: Line, fence: Fence | None) -> None:
        self._first = line.number
        self._fence = fence
        self._scan = _Scan()
        self._lines: list[str] = []

    def feed(self, line: Line) -> Step:
        if self._lines and not self._can_have(line.text):
            return Step(self._cut_off(), is_closed=True, takes_line=False)
        if not self._take(line.text):
            return CONTINUE
        return Step(self._outcomes(), is_closed=True)

    def end(self) -> Sequence[Outcome]:
        return self._cut_off()

    def progress(self) -> str:
        return f"call of edit_lines arriving, {counted(len(self._lines), 'line')}"

    def _can_have(self, text: str) -> bool:
        if len(self._scan.quotes) == 1 or (self._fence is not None and self._fence.is_closed_by(text)):
            return False
        return bool(self._scan.quotes) or _ARGUMENT.match(text) is not None

    def _take(self, text: str) -> bool:
        end = self._scan.feed(text)
        self._lines.append(text if end is None else text[:end])
        return end is not None

    def _outcomes(self) -> list[Outcome]:
        text = "\n".join(self._lines)
        if not _NAMES_COMMAND.search(text):
            return []
        try:
            parameters = _arguments(text)
        except ValueError as error:
            message = f"{error} in the call of edit_lines at line {self._first}"
            return [Malformed(path_named(text, IN_PYTHON), message, self._first)]
        return [] if parameters is None else tool_outcomes("edit_lines", parameters, self._first)

    def _cut_off(self) -> list[Outcome]:
        if not _NAMES_COMMAND.search("\n".join(self._lines)):
            return []
        missing = "quote" if self._scan.quotes else "bracket"
        message = f"Missing closing {missing} of the call of edit_lines at line {self._first}"
        path, begun = self._begun()
        return [Malformed(path, message, self._first, begun)]

    def _begun(self) -> tuple[str | None, Operation | None]:
        """The path and the lines in the arguments so far, None if the argument has no line of its own."""
        values = {match["name"]: match["value"] for match in map(_NAMED.fullmatch, self._lines) if match}
        path = values.get("path", "").strip("\"'") or None
        first, last = (values.get(name, "") for name in ("start_line", "end_line"))
        if not first.isdecimal() or not int(first):
            return path, None
        end = int(last) if last.isdecimal() else int(first)
        return path, ReplaceLines(int(first), max(int(first), end), "")


def _arguments(text: str) -> dict[str, object] | None:
    """The arguments of a call; None if its command is not a literal.

    Raises:
        ValueError: It is not a Python call, or an argument is not a literal.
    """
    if len(text) > _MAX_LENGTH:
        raise ValueError("Too much text")
    call = _parsed(text)
    nodes = [
        *zip(LINE_EDIT_PARAMETERS, call.args, strict=False),
        *((word.arg, word.value) for word in call.keywords),
    ]
    if not any(name == "command" and isinstance(value, ast.Constant) for name, value in nodes):
        return None
    arguments: dict[str, object] = {}
    for name, value in nodes:
        try:
            arguments[name or "**"] = literal(value)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            raise ValueError(f"{name or '**'} is not a literal") from None
    return arguments


def _parsed(text: str) -> ast.Call:
    try:
        with warnings.catch_warnings():
            # Python warns about "\d", which models write.
            warnings.simplefilter("ignore")
            call = ast.parse(_dedented(text).strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ValueError("Broken Python") from None
    if not isinstance(call, ast.Call):
        raise ValueError("Broken Python")
    return call


def _dedented(text: str) -> str:
    if text[:1] in " \t":
        return textwrap.dedent(text)
    # Without a margin, `dedent` only empties blank lines; this takes a fraction of its time.
    return _BLANK_LINE.sub("", text) if " \n" in text or "\t\n" in text else text


def _open(line: Line, context: Context) -> OpenBlock | None:
    return _Block(line, context.fence) if _OPENING.match(line.text) else None


SPEC = FormatSpec(LINE_EDIT, _open, is_fed_opening=True, is_call=True)
