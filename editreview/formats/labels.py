"""Finds the path of a fence, in the lines above it or in its own first line.

This is stricter than for edits, whose old text confirms the path. Nothing confirms the path of a
whole file, and a snippet mistaken for one would overwrite the rest of the file. So a path that is
not all of a line has the way in which it is named (`Naming`), and a file that only a sentence names
is never written over a longer one.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import Naming
from editreview.formats.fences import MARKS
from editreview.formats.path_names import (
    Named,
    bare_names,
    ends_section,
    is_heading,
    is_path,
    is_plain,
    is_source,
    may_name_file,
    may_name_path,
    named_in_sentence,
    names_a_file,
    path_alone,
    without_links,
)
from editreview.patterns import lazy_pattern

if TYPE_CHECKING:
    from editreview.formats.sentences import Said


class Title(Struct, frozen=True):
    """The path of the file in a fence."""

    path: str
    is_new: bool = False
    """True if the response says that the file is new."""
    naming: Naming = Naming.LABEL
    updates: bool = False
    """True if the response says that the file exists."""


_STATE = lazy_pattern(
    r"\s*\((?:the )?"
    r"(?:(?P<new>new)|changed|complete|created|final|fixed|full|modified|revised|rewritten|updated)"
    r"(?: (?:code|content|contents|file|version))?\)(?P<after>[*_:]*)$",
    re.IGNORECASE,
)
"""The remark in brackets after a path."""
_NEW_FILE = lazy_pattern(r"\W*new file\b", re.IGNORECASE)
_CREATES = lazy_pattern(
    r"(?:[#>*+-]+\s+|\d+[.)]\s+|\*\*)*"
    r"(?:(?:add|create|make|write)\s+|(?:here is\s+)?(?=(?:a |the )?new file\b))"
    r"(?:(?:a|an|the|new|file|called|named)\b:?\s*)*"
    r"[`\"'*]*(?P<path>[^\s`\"'*]+?)[`\"'*:]*(?:\s|$)",
    re.IGNORECASE,
)
"""A sentence that begins by naming the file to create: `Create a new file called src/a.py with …`."""
_SAYS_NEW = lazy_pattern(r"\b(?:new|create|created)\b", re.IGNORECASE)
_SAYS_WHOLE = lazy_pattern(
    r"\b(?:complete|entire|full|whole)\b.*\b(?:file|code|content|contents|source|version)\b", re.IGNORECASE
)
_SAYS_PART = lazy_pattern(
    r"\b(?:block|class|component|excerpt|function|lines?|method|part|section|snippet|test case)\b",
    re.IGNORECASE,
)
_SHOWS = lazy_pattern(
    r"\b(?:currently|for (?:example|instance|reference)|e\.g|example|excerpt|snippet|usage"
    r"|as it (?:is|stands)|(?:current|existing|old|original|previous|relevant|today's)"
    r" (?:code|content|contents|file|implementation|state|version)"
    r"|(?:looks?|reads?|used) like|you had|you have|outputs?|results?|prints)\b|^\W*before\W*$",
    re.IGNORECASE,
)
_CHANGES = lazy_pattern(r"\b(?:after|create|replac|rewrit|should|updat|with the following)", re.IGNORECASE)
_RANGE = lazy_pattern(r"[:#]L?\d|^\d+:\d+:")
_BULLET = lazy_pattern(r"\s*(?:[*+-]|\d+[.)])\s")
_IN_COMMENT = lazy_pattern(
    r"(?:add(?:ed)? (?:in )?to|changes? (?:in|to)|edit|in|inside|modif(?:y|ied)|updated?(?: in)?)\s+"
    r"(?P<path>\S+?):?$",
    re.IGNORECASE,
)
_RULERS = " \t-=~*#"
_COMMENT = lazy_pattern(
    r"\s*(?://+|#+|--|;+|%|/\*+|<!--|\{/\*)\s*(?P<text>[^\s].*?)\s*(?:\*+/|-->|\*/\})?\s*$",
)
_PRODUCTS = lazy_pattern(r"[A-Z]\w*\.js$|ASP\.NET$|Socket\.io$")
_SENTENCE_END = lazy_pattern(r"(?<=[.!?])\s+(?=[A-Z`*\"\[])")
_AROUND = "#*_`:. \t"
_OFTEN_EMPTY = frozenset([".gitkeep", ".keep", ".nojekyll", "__init__.py", "conftest.py", "py.typed"])
_MAX_LENGTH = 500
_EXAMPLE = lazy_pattern(r"(?:^|[/\\._-])(?:example|sample|usage)\b", re.IGNORECASE)


def title_above(above: Sequence[str]) -> Title | None:
    """The title of a fence in the lines above it: the last one, a sentence, or the heading above that."""
    nearest = _last_nonblank(above, len(above))
    if nearest < 0 or len(above[nearest]) > _MAX_LENGTH:
        return None
    line = above[nearest]
    title = _alone(line) if may_name_path(line) else None
    if title is None:
        return _in_words(above, nearest)
    next_nearest = _last_nonblank(above, nearest)
    before = above[next_nearest][:_MAX_LENGTH] if next_nearest >= 0 else ""
    is_listed = next_nearest >= 0 and next_nearest == nearest - 1 and _is_list(line, before)
    return None if is_listed or _is_shown(before) else title


def bare_titles_above(above: Sequence[str]) -> tuple[Title, ...]:
    """Titles whose paths are words without extension or folder; they count if the tree has such files."""
    nearest = _last_nonblank(above, len(above))
    if nearest < 0 or len(above[nearest]) > _MAX_LENGTH:
        return ()
    line = above[nearest]
    if line.lstrip()[0] in MARKS or not (names := bare_names(line)):
        return ()
    return tuple(title for name in names if (title := _bare_title(line, name)) is not None)


def _bare_title(line: str, name: str) -> Title | None:
    at = line.find(name)
    if not line[:at].strip(_AROUND) and not line[at + len(name) :].strip(_AROUND):
        return Title(name)
    return _judged(line, Named(name, at, at + len(name)))


def instruction_above(above: Sequence[str]) -> "Said | None":
    """The edit that the last nonblank line requests without a path; None if it requests none."""
    from editreview.formats import sentences

    nearest = _last_nonblank(above, len(above))
    return sentences.instructs(above[nearest][:_MAX_LENGTH]) if nearest >= 0 else None


def _last_nonblank(lines: Sequence[str], end: int) -> int:
    """The index of the last nonblank line before `end`; -1 if there is none."""
    at = end - 1
    while at >= 0 and not lines[at].strip():
        at -= 1
    return at


def title_in_comment(line: str) -> Title | None:
    """The path in a comment on a file's first line; None if the comment is more than a path."""
    found = _COMMENT.match(line) if len(line) <= _MAX_LENGTH else None
    if found is None:
        return None
    text = found["text"].strip(_RULERS)
    edited = _IN_COMMENT.match(text)
    title = _alone(edited["path"] if edited else text)
    if not title or " " in title.path or not _is_known(title.path) or _EXAMPLE.search(title.path):
        return None
    return replace(title, naming=Naming.COMMENT, updates=edited is not None)


def is_usable(path: str) -> bool:
    """True if a path in a fence's info string is that of a whole file, not of a range of lines."""
    return _RANGE.search(path) is None and names_a_file(path)


def is_shown_above(above: Sequence[str]) -> bool:
    """True if the last nonblank line says that the code below it is only shown."""
    return _is_shown(next((line for line in reversed(above) if line.strip()), ""))


def is_often_empty(path: str) -> bool:
    """True if files of this name are often empty."""
    return _name(path) in _OFTEN_EMPTY


def is_path_line(line: str) -> bool:
    """True if a line is only a path, without any decoration."""
    text = line.rstrip()
    return len(text) <= _MAX_LENGTH and path_alone(text) == text and names_a_file(text)


def _is_known(path: str) -> bool:
    return is_source(path) or _name(path).startswith(".")


def _name(path: str) -> str:
    return re.split(r"[/\\]", path)[-1]


def _alone(line: str) -> Title | None:
    """The title that is all of a line; None if the line is something else."""
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


# Sentences: those of the paragraph above the fence, and the heading above that.


def _in_words(above: Sequence[str], nearest: int) -> Title | None:
    """The title in the paragraph that ends with a line, or the heading above it."""
    start = nearest
    while start >= 0 and not ends_section(above[start]):
        start -= 1
    if not may_name_file("\n".join(above[start + 1 : nearest + 1])):
        return None
    from editreview.formats import sentences

    first = _paragraph_start(above, nearest)
    text = " ".join(line.strip() for line in above[first : nearest + 1])
    if len(text) > _MAX_LENGTH:
        return None
    text = without_links(text)
    instruction: sentences.Said | None = None
    is_last = True
    for sentence in reversed(_SENTENCE_END.split(text)):
        named = _files_in(sentence)
        if len({name.path for name in named}) > 1:
            return None
        if named:
            title = _judged(sentence, named[0])
            if title is None and instruction is not None:
                title = _instructed(Title(named[0].path), instruction)
            return title
        instruction = instruction or sentences.instructs(sentence)
        if is_last and instruction is None and sentences.only_shows(sentence):
            return None
        is_last = False
    if instruction is None and is_heading(above[nearest]):
        return None
    return _under_heading(above, first, instruction)


def _paragraph_start(above: Sequence[str], nearest: int) -> int:
    """The first line of the paragraph that ends with a line; a heading and a list item are by themselves."""
    first = nearest
    while not is_heading(above[first]) and not _BULLET.match(above[first]) and first > 0:
        before = above[first - 1]
        if not before.strip() or is_heading(before) or ends_section(before):
            break
        first -= 1
    return first


def _under_heading(above: Sequence[str], first: int, instruction: "Said | None") -> Title | None:
    """The title that a heading above a paragraph is, if nothing between them names another file."""
    for line in reversed(above[:first]):
        text = line.strip()
        if not text:
            continue
        if len(text) > _MAX_LENGTH or ends_section(text):
            return None
        bare = without_links(text)
        named = _files_in(bare)
        title = _alone(text) or (_judged(bare, named[0]) if len(named) == 1 else None)
        if title is not None and instruction is not None:
            return title if title.is_new else _instructed(title, instruction)
        if title is not None and is_heading(text):
            is_said = title.is_new or title.naming is not Naming.LABEL
            return title if is_said else replace(title, naming=Naming.SENTENCE)
        if named or is_heading(text):
            return None
    return None


def _files_in(sentence: str) -> list[Named]:
    return [named for named in named_in_sentence(sentence) if names_a_file(named.path)]


def _instructed(title: Title, instruction: "Said") -> Title:
    """The title of a file with what a sentence below it asks for."""
    naming = Naming.PART if Naming.PART in (title.naming, instruction.naming) else Naming.SENTENCE
    return replace(title, naming=naming, updates=instruction.updates)


def _judged(sentence: str, named: Named) -> Title | None:
    """The title in a sentence that says that an edit of a file follows."""
    path = named.path
    if _RANGE.search(path) or (_PRODUCTS.match(path) and sentence[named.start : named.end] == path):
        return None
    created = _CREATES.match(sentence.strip())
    if created and is_path(created["path"]) and created["path"] == path:
        return Title(path, is_new=bool(_SAYS_NEW.search(sentence[: named.start])))
    says = sentence.replace(path, "")
    if _SAYS_WHOLE.search(says) and not _SAYS_PART.search(says) and not _SHOWS.search(says):
        return Title(path)
    from editreview.formats import sentences

    text = f"{sentence[: named.start]}{sentences.FILE}{sentence[named.end :].replace(path, sentences.FILE)}"
    found = sentences.said(text, is_title=is_heading(sentence) or _BULLET.match(sentence) is not None)
    return None if found is None else Title(path, naming=found.naming, updates=found.updates)


def _is_list(line: str, before: str) -> bool:
    """True if two adjacent lines are paths in a list: it mentions files, and none of them follows."""
    path = _alone(before) if may_name_path(before) else None
    is_same_kind = bool(_BULLET.match(line)) == bool(_BULLET.match(before))
    return path is not None and is_same_kind and path != _alone(line)


def _is_shown(line: str) -> bool:
    text = line[:_MAX_LENGTH].strip().rstrip("*_ ")
    return text.endswith(":") and bool(_SHOWS.search(text)) and not _CHANGES.search(text)
