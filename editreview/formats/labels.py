"""Finds the path of a fence, in the line above it or in its own first line.

Stricter than where edits look for their path: they hold the text that they replace, and so
prove that the path is right. A whole file proves nothing, and a snippet taken for one
overwrites what it was cut from. So the path must be all of a line, or the sentence must
say that what follows is the file.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from editreview.formats.path_names import (
    is_path,
    is_plain,
    is_source,
    may_name_path,
    names_a_file,
    path_alone,
    path_in_line,
)


class Title(Struct, frozen=True):
    """A path, and what is said of the file."""

    path: str
    is_new: bool = False
    """The response says that there is no such file yet."""


_STATE = re.compile(
    r"\s*\((?:the )?"
    r"(?:(?P<new>new)|changed|complete|created|final|fixed|full|modified|revised|rewritten|updated)"
    r"(?: (?:code|content|contents|file|version))?\)(?P<after>[*_:]*)$",
    re.IGNORECASE,
)
"""The remark in brackets after the path of a title."""
_NEW_FILE = re.compile(r"\W*new file\b", re.IGNORECASE)
_CREATES = re.compile(
    r"(?:[#>*+-]+\s+|\d+[.)]\s+|\*\*)*"
    r"(?:(?:add|create|make|write)\s+|(?:here is\s+)?(?=(?:a |the )?new file\b))"
    r"(?:(?:a|an|the|new|file|called|named)\b:?\s*)*"
    r"[`\"'*]*(?P<path>[^\s`\"'*]+?)[`\"'*:]*(?:\s|$)",
    re.IGNORECASE,
)
"""A sentence that begins by asking for the file itself: `Create a new file called src/a.py with …`."""
_SAYS_NEW = re.compile(r"\b(?:new|create|created)\b", re.IGNORECASE)
_SAYS_WHOLE = re.compile(
    r"\b(?:complete|entire|full|whole)\b.*\b(?:file|code|content|contents|source|version)\b", re.IGNORECASE
)
_SAYS_PART = re.compile(
    r"\b(?:block|class|component|excerpt|function|lines?|method|part|section|snippet|test case)\b",
    re.IGNORECASE,
)
_SHOWS = re.compile(
    r"\b(?:currently|for (?:example|instance|reference)|e\.g|example|excerpt|snippet|usage"
    r"|as it (?:is|stands)|(?:current|existing|old|original|previous|relevant|today's)"
    r" (?:code|content|contents|file|implementation|state|version)"
    r"|(?:looks?|reads?|used) like|you had|you have|outputs?|results?|prints)\b|^\W*before\W*$",
    re.IGNORECASE,
)
_CHANGES = re.compile(r"\b(?:after|create|replac|rewrit|should|updat|with the following)", re.IGNORECASE)
_RANGE = re.compile(r"[:#]L?\d|^\d+:\d+:")
_BULLET = re.compile(r"\s*(?:[*+-]|\d+[.)])\s")
_COMMENT = re.compile(
    r"\s*(?://+|#+|--|;+|%|/\*+|<!--|\{/\*)\s*(?P<text>[^\s].*?)\s*(?:\*+/|-->|\*/\})?\s*$",
)
_PRODUCTS = re.compile(r"[A-Z]\w*\.js$|ASP\.NET$|Socket\.io$")
_EMPTY_BY_CUSTOM = frozenset([".gitkeep", ".keep", ".nojekyll", "__init__.py", "conftest.py", "py.typed"])
_LONGEST = 500
_EXAMPLE = re.compile(r"(?:^|[/\\._-])(?:example|sample|usage)\b", re.IGNORECASE)


def title_above(above: Sequence[str]) -> Title | None:
    """The label that the last line, blank ones aside, gives the fence below it."""
    nearest = _last_filled(above, len(above))
    if nearest < 0 or len(above[nearest]) > _LONGEST:
        return None
    line = above[nearest]
    if not may_name_path(line):
        return None
    title = _alone(line)
    if title is None:
        return _in_sentence(line)
    next_nearest = _last_filled(above, nearest)
    before = above[next_nearest][:_LONGEST] if next_nearest >= 0 else ""
    is_listed = next_nearest >= 0 and next_nearest == nearest - 1 and _is_list(line, before)
    return None if is_listed or _is_shown(before) else title


def _last_filled(lines: Sequence[str], end: int) -> int:
    """The index of the last line before one that is not blank; -1 if there is none."""
    at = end - 1
    while at >= 0 and not lines[at].strip():
        at -= 1
    return at


def title_in_comment(line: str) -> Title | None:
    """The path in a comment on a file's first line; None if the comment is more than a path."""
    found = _COMMENT.match(line) if len(line) <= _LONGEST else None
    title = found and _alone(found["text"])
    if not title or " " in title.path or not _is_known(title.path) or _EXAMPLE.search(title.path):
        return None
    return title


def is_usable(path: str) -> bool:
    """True if a path in a fence's info string is that of a file, and not of some of its lines."""
    return _RANGE.search(path) is None and names_a_file(path)


def is_shown_above(above: Sequence[str]) -> bool:
    """True if the last line that is not blank says that what follows is only shown."""
    return _is_shown(next((line for line in reversed(above) if line.strip()), ""))


def is_empty_by_custom(path: str) -> bool:
    """True if an empty file at the path makes sense."""
    return _name(path) in _EMPTY_BY_CUSTOM


def is_path_line(line: str) -> bool:
    """True if a line is a path and nothing else, without any decoration."""
    text = line.rstrip()
    return len(text) <= _LONGEST and path_alone(text) == text and names_a_file(text)


def _is_known(path: str) -> bool:
    return is_source(path) or _name(path).startswith(".")


def _name(path: str) -> str:
    return re.split(r"[/\\]", path)[-1]


def _alone(line: str) -> Title | None:
    """The title that is all of a line."""
    if is_plain(text := line.strip()):
        return Title(text)
    state = _STATE.search(line) if "(" in line else None
    text = line[: state.start()] + state["after"] if state else line
    path = path_alone(text)
    if (
        path is None
        or _RANGE.search(path)
        or (_PRODUCTS.match(path) and "`" not in line and path != line.strip())
    ):
        return None
    if not names_a_file(path) and "`" not in line and ":" not in line:
        return None
    return Title(path, is_new=bool((state and state["new"]) or _NEW_FILE.match(line)))


def _in_sentence(line: str) -> Title | None:
    """The title in a sentence that says outright that a file follows."""
    path = path_in_line(line)
    if path is None or _RANGE.search(path) or not names_a_file(path):
        return None
    created = _CREATES.match(line.strip())
    if created and is_path(created["path"]) and created["path"] == path:
        return Title(path, is_new=bool(_SAYS_NEW.search(line[: line.find(path)])))
    says = line.replace(path, "")
    if _SAYS_WHOLE.search(says) and not _SAYS_PART.search(says) and not _SHOWS.search(says):
        return Title(path)
    return None


def _is_list(line: str, before: str) -> bool:
    """True if two lines in a row are paths in a list: of files that are spoken of, none of which follows."""
    path = _alone(before) if may_name_path(before) else None
    is_same_kind = bool(_BULLET.match(line)) == bool(_BULLET.match(before))
    return path is not None and is_same_kind and path != _alone(line)


def _is_shown(line: str) -> bool:
    text = line[:_LONGEST].strip().rstrip("*_ ")
    return text.endswith(":") and bool(_SHOWS.search(text)) and not _CHANGES.search(text)
