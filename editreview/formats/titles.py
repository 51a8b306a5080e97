"""Finds the path of a fence, in the lines above it or in its own first line.

This is stricter than for edits, whose old text confirms the path. Nothing confirms the path of a
whole file, and a snippet mistaken for a file would overwrite the rest of it. So a title records
how the response names the file (`Naming`), and a fence whose file only a sentence names never
overwrites a longer file.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import Naming, base_name
from editreview.formats import edit_words
from editreview.formats.edit_words import FILE, any_of, begins_with_removal, begins_with_verb
from editreview.formats.fences import MARKS
from editreview.formats.path_names import (
    FileMention,
    bare_names,
    ends_section,
    files_mentioned,
    is_heading,
    is_path,
    is_plain,
    is_source,
    may_name_file,
    may_name_path,
    names_a_file,
    path_alone,
    without_decoration,
    without_links,
)
from editreview.patterns import lazy_pattern

if TYPE_CHECKING:
    from editreview.formats.sentences import Request


class Title(Struct, frozen=True):
    """The path of the file in a fence."""

    path: str
    is_new: bool = False
    """True if the response says that the file is new."""
    naming: Naming = Naming.LABEL
    updates: bool = False
    """True if the response says that the file exists."""
    is_proposed: bool = False
    """True if the response leaves it to the user whether to make the edit."""


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
    r"(?:(?:also|and|finally|first|lastly|next|now|please|plus|second|then|third)\b[,:]?\s+)*"
    r"(?:(?:add|create|make|write)\s+"
    # Reports mention many files: only these words say that a file is new.
    r"|(?:(?P<told>I|we|you|let's)\b[^.`]{0,20}?\b(?:add(?:ed)?|created?|ma[dk]e|need|writ(?:e|ten)|wrote)\s+"
    r"|(?:here|there)(?: is|'s)\s+(?:also\s+)?)?(?=(?:an? |another |the )?(?:new )?file\b))"
    r"(?:(?:a|an|another|the|new|file|called|named)\b[,:]?\s*)*"
    r"[`\"'*]*(?P<path>[^\s`\"'*]+?)[`\"'*:]*(?:\s|$)",
    re.IGNORECASE,
)
"""A sentence that begins with the file to create: `Create a new file called src/a.py with …`."""
_SAYS_NEW = lazy_pattern(
    r"\b(?:new|created?)\b|\b(?:add(?:ed)?|ma[dk]e|writ(?:e|ten)|wrote) an?(?:other)? (?:\w+ )?file\b",
    re.IGNORECASE,
)
_SAYS_WHOLE = lazy_pattern(
    r"\b(?:complete|entire|full|whole)\b.*\b(?:file|code|content|contents|source|version)\b", re.IGNORECASE
)
_ALL_OF = lazy_pattern(
    r"\b(?:complete|entire|full|whole)(?:,?[ -](?:and|cleaned|corrected|final|fixed|improved|modified|new"
    r"|refactored|revised|rewritten|up|updated|working))* [`\"'*_\[]*$"
    r"|\b(?:all|everything|contents?|whole) (?:in|of) [`\"'*_\[]*$",
    re.IGNORECASE,
)
"""Words directly before a path that say that the code is the whole file."""
_SAYS_PART = lazy_pattern(
    r"\b(?:block|class|component|excerpt|function|lines?|method|part|section|snippet|test case)\b",
    re.IGNORECASE,
)
_SHOWS = lazy_pattern(
    r"\b(?:currently|for (?:example|instance|reference)|e\.g|example|excerpt|snippet"
    r"|usage(?! (?:docs?|documentation|error|instructions|line|message|part|section|string|text)\b)"
    r"|as it (?:is|stands)|(?:current|existing|old|original|previous|relevant|today's)"
    r" (?:code|content|contents|file|implementation|state|version)"
    r"|(?:looks?|reads?|used) like|you had|you have|outputs?|results?|prints)\b|^\W*before\W*$",
    re.IGNORECASE,
)
_USES = lazy_pattern(
    r"\btempt(?:ed|ing) to\b|\b(?:a call (?:such as|like)|which (?:you|we) can (?:then |now )?(?:call|use))\b"
    r"|\b(?:ein aufruf|un appel|una llamada|uma chamada|una chiamata)\b"
    r"|`[A-Za-z]+ [^`]+`(?: (?:will|would|should))?(?: then| now)?"
    r" (?:answer|give|output|print|report|respond|return|show)s?\b",
    re.IGNORECASE,
)
"""Words for code that is never an edit: what not to write, a call, or the output of a command."""
_ABBREVIATION = lazy_pattern(r"\b(?:z\. ?B|p\. ?e[jx]|d\. ?h|e\.g|i\.e)\.")
_CURRENT = lazy_pattern(
    r"\b(?:as it (?:is|stands)|before|current(?:ly)?|examples?|like (?:so|this)|old|original|previous)\b",
    re.IGNORECASE,
)
"""Words for code that an edit replaces, or that only uses the edited code."""
_CHECKS = lazy_pattern(r"[`*]*,\s+(?:check|handle|print|log|return|test|use|validate)\s", re.IGNORECASE)
"""The purpose of the code below, after the name of its file: `In src/main.c, check the result:`."""
_CHANGES = lazy_pattern(r"\b(?:after|create|replac|rewrit|should|updat|with the following)", re.IGNORECASE)
_RANGE = lazy_pattern(r"[:#]L?\d|^\d+:\d+:")
_GOES_ON = lazy_pattern(r"\s*:\s*`[^`]*[\s(=;][^`]*`[,;]?\s+(?:and|then|und|dann|y|e|et)\s(?P<rest>[^`]*)$")
"""The rest of a sentence after a file: code for it, then words for more code: `a.py: CODE, and b:`."""
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
_OPTION = lazy_pattern(
    r"\W*(?:alternative|approach|option|variant)\s+(?:[a-h]|\d|one|two|three)\b|\W*alternatively\b",
    re.IGNORECASE,
)
"""A title of one of several options."""
_MAX_QUOTED = 60
"""Characters of a sentence that a message quotes."""
_SENTENCE_END = lazy_pattern(r"(?<=[.!?])\s+(?=[A-Z`*\"\[])")
_DATA = frozenset(
    ["cfg", "conf", "hcl", "ini", "json", "jsonc", "properties", "tf", "toml", "xml", "yaml", "yml"]
)
"""Info strings of fences with data."""
_OLD_LABEL = lazy_pattern(rf"\W*(?:{any_of(edit_words.OLD)})\W*", re.IGNORECASE)
"""A title of old code."""
_QUOTED_CODE = lazy_pattern(r"`[^`]*`")
_AROUND = "#*_`:. \t"
_OFTEN_EMPTY = frozenset([".gitkeep", ".keep", ".nojekyll", "__init__.py", "conftest.py", "py.typed"])
_HEADING_TAG = lazy_pattern(r"^\s*(?:<details[^<>]{0,40}>\s*)?<(?:summary|h[1-6])\b[^<>]{0,80}>")
_TAGS = lazy_pattern(r"^\s*<details[^<>]{0,40}>\s*$|</?(?:b|code|em|h[1-6]|i|strong|summary|tt)>")
_MAX_LENGTH = 500
_NAME = lazy_pattern(
    r"`(?:(?:async|class|def|fn|func|function) )?(?P<code>[A-Za-z_][\w.:]*)(?:\([^`]*\))?`"
    r"|(?<![\w`.])(?P<called>[A-Za-z_]\w*)\(\)"
    r"|\bthe (?P<word>[A-Za-z_]\w*) (?:class|component|function|handler|hook|method|module|struct)\b"
)
"""A name of code in a sentence: in back-quotes, with brackets, or before its kind."""
_EXAMPLE = lazy_pattern(
    r"^(?:example|sample)s?[/\\]|(?:^|[._-])(?:example|sample|usage)\b[^/\\]*$"
    r"|[/\\](?:example|sample|usage)\b[^/\\]*$",
    re.IGNORECASE,
)
"""A path whose file, or first folder, has the name of an example; packages are named `com/example` too."""


def title_above(above: Sequence[str]) -> Title | None:
    """The title of a fence in the lines above it: the last line, a sentence, or the heading above that."""
    above = _without_tags(above)
    nearest = last_nonblank(above, len(above))
    if nearest < 0 or len(above[nearest]) > _MAX_LENGTH:
        return None
    line = above[nearest]
    title = _title_alone(line) if may_name_path(line) else None
    if title is None:
        return _title_in_paragraph(above, nearest)
    next_nearest = last_nonblank(above, nearest)
    before = above[next_nearest][:_MAX_LENGTH] if next_nearest >= 0 else ""
    is_listed = next_nearest >= 0 and next_nearest == nearest - 1 and _is_list(line, before)
    return None if is_listed or _is_shown(before) else title


def bare_titles_above(above: Sequence[str]) -> tuple[Title, ...]:
    """Titles whose paths are words without extension or folder. One counts if the tree has the file."""
    nearest = last_nonblank(above, len(above))
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
    return _title_in_sentence(line, FileMention(name, at, at + len(name)))


def request_above(above: Sequence[str]) -> "Request | None":
    """The edit that the last nonblank line requests without naming a file; None if it requests none."""
    from editreview.formats import sentences

    return sentences.request_without_file(last_nonblank_line(above)[:_MAX_LENGTH])


def files_above(above: Sequence[str]) -> tuple[str, ...]:
    """The paths in the lines above a fence, nearest first, up to the end of another fence."""
    if not may_name_file("\n".join(above)):
        return ()
    lines = takewhile(lambda line: not ends_section(line), reversed(above))
    return tuple(dict.fromkeys(path for line in lines for path in _files_for(line[:_MAX_LENGTH])))


# Each line is above several others.
@lru_cache(64)
def _files_for(line: str) -> tuple[str, ...]:
    """The paths that a line names for the code below it, the last one first."""
    if not may_name_file(line):
        return ()
    line = without_links(line)
    mentions = [each for each in _files_in(line) if _GOES_ON.match(line, each.end) is None]
    return tuple(each.path for each in reversed(mentions))


def words_above(above: Sequence[str]) -> str:
    """The paragraph above a fence, and the heading above that.

    A label such as `Before:` has the paragraph above it, too.
    """
    nearest = last_nonblank(above, len(above))
    if nearest < 0 or ends_section(above[nearest]):
        return ""
    first = _paragraph_start(above, nearest)
    lines = [_after_other_code(line) for line in above[first : nearest + 1]]
    if _OLD_LABEL.fullmatch(" ".join(lines)):
        return " ".join(filter(None, (words_above(above[:first]), *lines)))
    title = last_nonblank(above, first)
    if title >= 0 and is_heading(above[title]) and not is_heading(above[first]):
        lines = [above[title], *lines]
    return " ".join(line[:_MAX_LENGTH] for line in lines)


def _after_other_code(line: str) -> str:
    """The line without the words for code inside it, if other words introduce the code below."""
    may_go_on = ":" in line and "`" in line and may_name_file(line)
    for mention in _files_in(line) if may_go_on else []:
        if (found := _GOES_ON.match(line, mention.end)) is not None:
            return line[found.start("rest") :]
    return line


def names_in(words: str) -> tuple[str, ...]:
    """The names of functions, classes and the like in some words, the last one first."""
    names = [found["code"] or found["called"] or found["word"] for found in _NAME.finditer(words)]
    return tuple(dict.fromkeys(name for name in reversed(names) if not is_source(name)))


def option_in(words: str) -> str | None:
    """The words that make an edit one of several options, or leave it to the user; None if none do."""
    from editreview.formats import sentences

    option = _OPTION.match(words)
    if option is not None:
        return option[0].strip(_AROUND)
    last = _SENTENCE_END.split(words)[-1]
    return last[:_MAX_QUOTED] if sentences.proposes(last) else None


def replaces_code_above(above: Sequence[str]) -> bool:
    """True if the last nonblank line says that the code below it replaces the code above it."""
    from editreview.formats import sentences

    return sentences.replaces_code_above(last_nonblank_line(above)[:_MAX_LENGTH])


def removes_code_below(above: Sequence[str]) -> bool:
    """True if the last nonblank line says to remove the code below it."""
    from editreview.formats import sentences

    line = without_links(last_nonblank_line(above)[:_MAX_LENGTH])
    return sentences.removes(_with_sign(line, _files_in(line), FILE))


def removes_code(above: Sequence[str], text: str) -> bool:
    """True if the last nonblank line says to remove what it names, and code below it has all of these names.

        Elimina la ruta `/debug`, porque expone las variables:

    What is left after a removal does not have them all.
    """
    line = without_links(last_nonblank_line(above)[:_MAX_LENGTH])
    if not line.rstrip("*_ ").endswith(":") or not begins_with_removal(without_decoration(line)):
        return False
    files = {mention.path for mention in _files_in(line)}
    names = [found[0].strip("`() ") for found in _QUOTED_CODE.finditer(line)]
    names = [name for name in names if name and name not in files]
    return bool(names) and all(
        re.search(rf"(?<!\w){re.escape(name)}(?!\w)" if name[0].isalnum() else re.escape(name), text)
        for name in names
    )


def _without_tags(above: Sequence[str]) -> Sequence[str]:
    """The lines as Markdown: headings and summaries in HTML become headings; HTML emphasis is removed."""
    if not any("<" in line for line in above):
        return above
    return [_TAGS.sub("", _HEADING_TAG.sub("### ", line)) if "<" in line else line for line in above]


def last_nonblank_line(lines: Sequence[str]) -> str:
    """The last nonblank line; empty if there is none."""
    at = last_nonblank(lines, len(lines))
    return lines[at] if at >= 0 else ""


def last_nonblank(lines: Sequence[str], end: int) -> int:
    """The index of the last nonblank line before `end`; -1 if there is none."""
    return next((at for at in reversed(range(end)) if lines[at].strip()), -1)


def _with_sign(line: str, mentions: Sequence[FileMention], sign: str) -> str:
    """The line with a sign for each file that it mentions."""
    for mention in reversed(mentions):
        line = f"{line[: mention.start]}{sign}{line[mention.end :]}"
    return line


def title_in_comment(line: str) -> Title | None:
    """The title in a comment on a file's first line; None if the comment says more than a path."""
    found = _COMMENT.match(line) if len(line) <= _MAX_LENGTH else None
    if found is None:
        return None
    text = found["text"].strip(_RULERS)
    edited = _IN_COMMENT.match(text)
    title = _title_alone(edited["path"] if edited else text)
    if not title or " " in title.path or not _is_known(title.path) or _EXAMPLE.search(title.path):
        return None
    return replace(title, naming=Naming.COMMENT, updates=edited is not None)


def is_usable(path: str) -> bool:
    """True if a path in a fence's info string is that of a whole file, not of a range of lines."""
    return _RANGE.search(path) is None and names_a_file(path)


def is_shown_above(above: Sequence[str]) -> bool:
    """True if the last nonblank line says that the code below it is only shown, and is no label of it."""
    line = last_nonblank_line(above)
    return _OLD_LABEL.fullmatch(line) is None and _is_shown(line)


def is_only_shown(above: Sequence[str], language: str = "") -> bool:
    """True if the last nonblank line says that the code below it is an example, a use or a result.

    Args:
        above: The lines above the code.
        language: The info string of its fence.
    """
    from editreview.formats import sentences

    line = without_links(last_nonblank_line(above)[:_MAX_LENGTH])
    mentions = _files_in(line)
    if mentions and _CHECKS.search(line, mentions[-1].end) is not None:
        return False
    # `docs/usage.md` does not mean a usage.
    line = _with_sign(line, mentions, FILE)
    is_asked = begins_with_verb(line) and not _CURRENT.search(line)
    is_asked = is_asked and not sentences.introduces_old_code(line)
    return bool(line) and not is_asked and sentences.demonstrates(line, is_data=language.lower() in _DATA)


def is_list_item(line: str) -> bool:
    return _BULLET.match(line) is not None


def is_often_empty(path: str) -> bool:
    """True if files of this name are often empty."""
    return base_name(path) in _OFTEN_EMPTY


def is_path_line(line: str) -> bool:
    """True if a line is only a path, without any decoration."""
    text = line.rstrip()
    return len(text) <= _MAX_LENGTH and path_alone(text) == text and names_a_file(text)


def _is_known(path: str) -> bool:
    return is_source(path) or base_name(path).startswith(".")


def _title_alone(line: str) -> Title | None:
    """The title that a whole line is; None if the line is something else."""
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


def _title_in_paragraph(above: Sequence[str], nearest: int) -> Title | None:
    """The title in the paragraph that ends with line `nearest`, or in the heading above it."""
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
    request: sentences.Request | None = None
    is_last, is_proposed = True, False
    for sentence in reversed(_SENTENCE_END.split(text)):
        mentions = _files_in(sentence)
        is_proposed |= sentences.proposes(sentence)
        if len({mention.path for mention in mentions}) > 1:
            return None
        if mentions:
            title = _title_in_sentence(sentence, mentions[0])
            if title is None and request is not None:
                title = _with_request(Title(mentions[0].path), request)
            return replace(title, is_proposed=is_proposed) if title is not None else None
        request = request or sentences.request_without_file(sentence)
        is_shown = sentences.only_shows(sentence) or sentences.introduces_old_code(sentence)
        if is_last and request is None and is_shown:
            return None
        is_last = False
    if request is None and is_heading(above[nearest]):
        return None
    title = _title_in_heading(above, first, request)
    return replace(title, is_proposed=title.is_proposed or is_proposed) if title is not None else None


def _paragraph_start(above: Sequence[str], nearest: int) -> int:
    """The first line of the paragraph that ends with line `nearest`, or of the heading or list item there."""
    first = nearest
    while not is_heading(above[first]) and not _BULLET.match(above[first]) and first > 0:
        before = above[first - 1]
        if not before.strip() or is_heading(before) or ends_section(before):
            break
        first -= 1
    return first


def _title_in_heading(above: Sequence[str], first: int, request: "Request | None") -> Title | None:
    """The title in the heading above a paragraph, if nothing between them names another file.

    Args:
        above: The lines, nearest last.
        first: The index of the first line of the paragraph.
        request: The edit that the paragraph requests without naming a file; None if it requests none.
    """
    for line in reversed(above[:first]):
        text = line.strip()
        if not text:
            continue
        if len(text) > _MAX_LENGTH or ends_section(text):
            return None
        bare = without_links(text)
        mentions = _files_in(bare)
        title = _title_alone(text) or (_title_in_sentence(bare, mentions[0]) if len(mentions) == 1 else None)
        if title is not None and request is not None:
            return title if title.is_new else _with_request(title, request)
        if title is not None and is_heading(text):
            is_judged = title.is_new or title.naming is not Naming.LABEL
            return title if is_judged else replace(title, naming=Naming.SENTENCE)
        if mentions or is_heading(text):
            return None
    return None


def _files_in(sentence: str) -> list[FileMention]:
    return [mention for mention in files_mentioned(sentence) if names_a_file(mention.path)]


def _with_request(title: Title, request: "Request") -> Title:
    """The title of a file, with the edit that a sentence below it requests."""
    naming = Naming.PART if Naming.PART in (title.naming, request.naming) else Naming.SENTENCE
    return replace(title, naming=naming, updates=request.updates)


def _title_in_sentence(sentence: str, mention: FileMention) -> Title | None:
    """The title in a sentence, if it announces or proposes an edit of the file that it mentions."""
    title = _title_announced(sentence, mention)
    if title is None:
        return None
    from editreview.formats import sentences

    return replace(title, is_proposed=sentences.proposes(sentence))


def _title_announced(sentence: str, mention: FileMention) -> Title | None:
    path = mention.path
    if _RANGE.search(path) or (_PRODUCTS.match(path) and sentence[mention.start : mention.end] == path):
        return None
    if _GOES_ON.match(sentence, mention.end) is not None:
        return None
    created = _CREATES.match(sentence.strip())
    is_told_of = created is not None and created["told"] and _SHOWS.search(sentence)
    if created and not is_told_of and is_path(created["path"]) and created["path"] == path:
        return Title(path, is_new=bool(_SAYS_NEW.search(sentence[: mention.start])))
    words = sentence.replace(path, "")
    may_be_whole = not _SAYS_PART.search(words) and not _SHOWS.search(words)
    if _SAYS_WHOLE.search(words) and may_be_whole:
        return Title(path)
    from editreview.formats import sentences

    after = sentence[mention.end :].replace(path, FILE)
    text = f"{sentence[: mention.start]}{FILE}{after}"
    is_title = is_heading(sentence) or _BULLET.match(sentence) is not None
    request = sentences.request_in(text, is_title=is_title)
    if may_be_whole and _ALL_OF.search(sentence[: mention.start]):
        return Title(path, updates=request is not None and request.updates)
    return None if request is None else Title(path, naming=request.naming, updates=request.updates)


def _is_list(line: str, before: str) -> bool:
    """True if two adjacent lines are paths in a list, which mentions files without showing any."""
    path = _title_alone(before) if may_name_path(before) else None
    is_same_kind = bool(_BULLET.match(line)) == bool(_BULLET.match(before))
    return path is not None and is_same_kind and path != _title_alone(line)


def _is_shown(line: str) -> bool:
    """True if a line says that the code below it is only shown."""
    text = line[:_MAX_LENGTH].strip().rstrip("*_ ")
    if _USES.search(
        _SENTENCE_END.split(_ABBREVIATION.sub("", text))[-1]
    ) is not None and not begins_with_verb(text):
        return True
    if not text.endswith(":"):
        return False
    mentions = files_mentioned(text)
    if mentions and _CHECKS.search(text, mentions[-1].end) is not None:
        return False
    # `.env.example` does not mean an example, and `update.py` is not a verb.
    text = _with_sign(text, mentions, "")
    if begins_with_verb(text) and not _CURRENT.search(text):
        return False
    # The type `Result` does not mean a result.
    text = _QUOTED_CODE.sub("", text)
    if _SHOWS.search(text) is None or _CHANGES.search(text) is not None:
        return False
    from editreview.formats import sentences

    return not sentences.handles_result(text.lower())
