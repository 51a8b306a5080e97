"""Simulates the edit tools of agents: the text that a call leaves behind, or the refusal.

They replace exact text. Claude Code and Gemini CLI compare line feeds only, whatever the file has. Their
other tolerance is left out, so that what depends on it is refused.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from editreview.errors import Reason

_EVERYWHERE = ("replace_all", "allow_multiple")


class ToolRefusal(Struct, frozen=True):
    """A call that the tool itself would refuse, or carry out by likeness."""

    reason: Reason
    message: str
    """A sentence without a full stop."""


class TextEdit(Struct, frozen=True):
    """One replacement of exact text; an empty old text creates a file."""

    old: str
    new: str
    is_everywhere: bool = False
    takes_line_end: bool = False
    """True if a line feed after the old text goes too, where there is one."""


def edits_of(parameters: Mapping[str, object]) -> list[TextEdit] | None:
    """The replacements of a call; None if a parameter is missing or of another type."""
    listed = parameters.get("edits")
    calls = listed if isinstance(listed, list) else [parameters]
    edits: list[TextEdit] = []
    for call in calls:
        old, new = (
            (call.get("old_string"), call.get("new_string")) if isinstance(call, dict) else (None, None)
        )
        if not isinstance(old, str) or not isinstance(new, str):
            return None
        is_everywhere = any(str(call.get(name)).lower() == "true" for name in _EVERYWHERE)
        edits.append(TextEdit(plain(old), plain(new), is_everywhere))
    return edits or None


def replaced(before: str | None, edits: Sequence[TextEdit]) -> str | ToolRefusal:
    """A file after replacements, each on the result of the one before.

    Args:
        before: The text of the file; None if there is none.
        edits: The replacements.

    Returns:
        The text with line feeds only.
    """
    text = None if before is None else plain(before)
    for edit in edits:
        if edit.old == edit.new:
            return ToolRefusal(Reason.NO_CHANGE, "its old and its new text are the same")
        if not edit.old:
            if text is not None and text.strip():
                return ToolRefusal(Reason.FILE_EXISTS, "its old text is empty, and the file is not")
            text = edit.new
            continue
        if text is None:
            return ToolRefusal(Reason.FILE_MISSING, "the file does not exist")
        count = text.count(edit.old)
        if not count:
            return ToolRefusal(Reason.NOT_FOUND, "its old text is not in the file")
        if count > 1 and not edit.is_everywhere:
            return ToolRefusal(Reason.AMBIGUOUS, f"its old text is {count} times in the file")
        old = f"{edit.old}\n" if edit.takes_line_end and f"{edit.old}\n" in text else edit.old
        text = text.replace(old, edit.new)
    return "" if text is None else text


def _as_claude_code_edits(edits: Sequence[TextEdit], path: str) -> list[TextEdit]:
    """The replacements as Claude Code makes them: see `edits_beyond`."""
    is_prose = path.lower().endswith((".md", ".mdx"))
    return [
        replace(
            edit,
            new=edit.new if is_prose else "\n".join(line.rstrip() for line in edit.new.split("\n")),
            takes_line_end=not edit.new and not edit.old.endswith("\n"),
        )
        for edit in edits
    ]


def edits_beyond(before: str | None, edits: Sequence[TextEdit], path: str) -> bool:
    """True if Claude Code changes more of a file than whitespace at the ends of lines beside its edits.

    It removes whitespace at the ends of new lines, also of a last one that is only a part of a line, and
    with a text that it deletes the line feed after it. That may join two lines, or change an indentation.
    """
    meant, result = replaced(before, edits), replaced(before, _as_claude_code_edits(edits, path))
    return isinstance(meant, str) and isinstance(result, str) and not same_lines(meant, result)


def same_lines(one: str, other: str) -> bool:
    """True if two texts differ at most in their blank lines and in whitespace at the ends of lines."""
    lines, others = ([line.rstrip() for line in text.split("\n") if line.strip()] for text in (one, other))
    return lines == others


def plain(text: str) -> str:
    """A text with line feeds only."""
    return text.replace("\r\n", "\n")


def line_ends(text: str) -> Iterator[str]:
    """The kinds of line ends in a text."""
    if "\r\n" in text:
        yield "CRLF"
    if text.count("\n") > text.count("\r\n"):
        yield "LF"
