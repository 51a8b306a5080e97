"""Signs of text where code has others: curly quotes, dashes for `--`, full-width brackets.

Chats and editors write them for those of code. They count outside of strings and comments, where no language
has them. In data, quotes count around a whole value, and between tags, around that of an attribute: anything
else may be text.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from editreview.characters import describe_character
from editreview.file_kinds import JSON, TAGGED, YAML, is_prose
from editreview.first_use import lazy_pattern
from editreview.matching import (
    Content,
    FileIndex,
    comment_around,
    content_of,
    in_strings,
    is_comment,
    language_of,
)
from editreview.review.checks.blocks import ChangedLines
from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import MAX_PARSED_TEXT

_QUOTES = "“”„‟«»‹›‘’‚‛＂＇"
_QUOTED = lazy_pattern(rf"[“”„‟«‘‚‛‹＂＇][^{_QUOTES}]*[”“»’‘›＂＇]")
_CURLY = lazy_pattern("[“”„‟‘’‚‛＂＇]")
_SINGLE = "‘’‚‛＇"
_PAIRED = lazy_pattern(
    r"(?P<plain>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|`[^`]*`)|(?P<remark>(?:^|\s)(?:#|//|--|;;)\s.*$)"
    r"|(?P<curly>“[^“”„]*”|„[^“”„]*[“”]|‘[^‘’‚]*’|‚[^‘’‚]*[‘’]|‛[^‘’‛]*’|‟[^“”‟]*”"
    r"|(?<!\w)”[^“”]*”(?!\w)|(?<!\w)’[^‘’]*’(?!\w)|＂[^＂]*＂|＇[^＇]*＇)"
)
"""A string, a comment behind code, or a text between quotes that belong together; in the order of a line."""
_BEFORE_ARGUMENT = lazy_pattern(
    r"\w\($|^\s*(?:import\b|(?:import|export)\b.*[}\w*]\s+from\b|\}\s*from\b)\s*$"
)
"""Code before an argument of a call, or before the path of an import."""
_OPTION = lazy_pattern(r"(?:(?<=[\s(\[{=])|^)[—–](?=[a-z])|(?<=<!)[—–]")
"""A dash before a word, and none after another word: `—no-cache`."""
_SPACED_DASH = lazy_pattern(r"[—–](?=\s)")
"""A dash before a space, for that of a comment or a minus: `— the user`, `a – b`."""
_FULL_WIDTH = lazy_pattern(r"[（），：；＝＜＞［］｛｝]")
_PLAIN_QUOTES = lazy_pattern(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|`[^`]*`")
_REMARK = lazy_pattern(r"(?:^|\s)(?:#|//|--|;;)(?:\s.*|$)|^\s*;.*")
_BEFORE_VALUE = tuple("=([{,:<>!~&|+")
_BEHIND_VALUE = tuple(")]},;:=>/")
_TEXTS = tuple(".bib .csv .feature .ftl .log .pod .po .pot .srt .strings .sty .tex .tsv .typ .vtt".split())
"""Ends of the names of files that consist of text, although they are no prose."""
_WITH_TEXT = (
    *TAGGED,
    *".cshtml .ejs .erb .haml .hbs .heex .j2 .jinja .jsp .jsx .liquid .php .pug .razor .slim .tmpl".split(),
    *".tsx .twig".split(),
)
"""Ends of the names of files with text between tags."""
# Not `list << item`: with a space between, only capitals begin one. Ends are not looked for at any distance.
_HEREDOC = (
    r"<<(?:[-~]|(?=['\"\\A-Z])|[ \t]+(?=['\"]?[A-Z]))[ \t]*\\?"
    r"(?P<quote>['\"]?)(?P<end>[A-Za-z_]\w*)(?P=quote)"
    r"[^\n]*\n(?s:.{0,4000}?)^[ \t]*(?P=end)[ \t;),]*\r?$"
)
_POD = r"^=[a-z]\w*(?s:.*?)(?:^=cut\b|\Z)"
_TRIPLE = r"\"{3}(?s:.*?)\"{3}|'{3}(?s:.*?)'{3}"
_LITERALS_OVER_LINES: Mapping[tuple[str, ...], re.Pattern[str]] = {
    (
        *(".bash", ".bats", ".ksh", ".sh", ".zsh", ".hcl", ".tf", ".gemspec", ".rake", ".rb"),
        *("dockerfile", ".dockerfile", "containerfile"),
    ): lazy_pattern(_HEREDOC, re.MULTILINE),
    (".pl", ".pm", ".t"): lazy_pattern(rf"{_POD}|{_HEREDOC}", re.MULTILINE),
    (".lua", ".luau"): lazy_pattern(r"--(?!\[=*\[)[^\n]*|\[(?P<signs>=*)\[(?s:.{0,4000}?)\](?P=signs)\]"),
    (".toml", ".dart", ".gql", ".graphql"): lazy_pattern(_TRIPLE),
    (".cs",): lazy_pattern(rf"//[^\n]*|{_TRIPLE}|(?:@\$?|\$@)\"(?:[^\"]|\"\")*\"|\"(?:\\.|[^\"\\\n])*\""),
    (".ps1", ".psd1", ".psm1"): lazy_pattern(
        r"@(?P<quote>[\"'])[ \t]*\r?\n(?s:.*?)^(?P=quote)@", re.MULTILINE
    ),
    (".nix",): lazy_pattern(r"#[^\n]*|\"(?s:\\.|[^\"\\])*\"|''(?s:.*?)''(?!['$\\])"),
    (".clj", ".cljc", ".cljs", ".edn", ".el", ".lisp"): lazy_pattern(r";[^\n]*|\\.|\"(?s:\\.|[^\"\\])*\""),
    (".sql",): lazy_pattern(r"--[^\n]*|/\*(?s:.{0,4000}?)\*/|'[^']*'|\$(?P<tag>\w*)\$(?s:.*?)\$(?P=tag)\$"),
    YAML: lazy_pattern(
        r"^(?P<depth>[ ]*)(?![ #])[^\n]*[ :][|>][-+\d]*[ \t]*(?:#[^\n]*)?\r?\n"
        r"(?:(?P=depth)[ ]+[^\n]*(?:\n|\Z)|[ \t]*\r?\n)*",
        re.MULTILINE,
    ),
}
"""Strings and comments over lines that the lexers do not know, by the ends of the names of files.

Comments and other strings match too, where they may contain the same delimiters.
"""
_REMARKS: Mapping[tuple[str, ...], re.Pattern[str]] = {
    (".vim", "vimrc"): lazy_pattern(r"\s*\""),
    (".bat", ".cmd"): lazy_pattern(r"\s*@?(?:rem\b|::)", re.IGNORECASE),
}
"""The beginnings of lines that are comments, by the ends of the names of files."""


def signs_of_text(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    """Warn that a new line has signs of text where code has others.

    They do not count if other lines of the file have them in such places.
    """
    base, path = proposal.base, (proposal.path_after or "").lower()
    if base is None or _is_text(path):
        return None
    found = [
        (number, at)
        for number, line in lines.added
        if not line.isascii()
        for at in _misplaced(line, path, base)
    ]
    place = next(_in_code(proposal, found), None) if found else None
    if place is None:
        return None
    number, at = place
    sign = dict(lines.added)[number][at]
    old = enumerate(base.text.split(base.lines.separator), 1) if sign in base.text else ()
    if any(line[at] == sign for _, line in old if sign in line for at in _misplaced(line, path, base)):
        return None
    message = f"has a typographic character in code, line {number}: {describe_character(sign)}"
    return BlockWarning(WarningKind.CONFUSABLE, message, number)


def with_plain_quotes(text: str, path: str, base: FileIndex) -> str:
    """New text for a file, with plain quotes in place of the curly ones that code cannot have.

    Those of text stay, and all if the file has some of them in such places.

    Args:
        text: The new text.
        path: The path of the file.
        base: The file.
    """
    path = path.lower()
    # Other data may have text without quotes.
    is_data = _is_data(path) and not path.endswith((*JSON, ".toml"))
    if text.isascii() or _CURLY.search(text) is None or _is_text(path) or is_data:
        return text
    lines = text.split("\n")
    rows = enumerate(lines, 1)
    found = [(number, *span) for number, line in rows for span in _curly_in_code(line, path, base)]
    in_code = set(_outside_strings(text, path, [(number, first) for number, first, _ in found]))
    if not in_code or any(True for line in base.text.splitlines() for _ in _curly_in_code(line, path, base)):
        return text
    for number, first, end in reversed(found):
        line = lines[number - 1]
        sign = "'" if line[first] in _SINGLE else '"'
        inner = line[first + 1 : end - 1]
        # An apostrophe may have ended it: the rest of the line is left as it is then too.
        is_whole = _CURLY.search(line[end:]) is None or _CURLY.search(inner) is None
        if (number, first) in in_code and sign not in inner and is_whole and not line[end:][:1].isalnum():
            lines[number - 1] = f"{line[:first]}{sign}{inner}{sign}{line[end:]}"
    return "\n".join(lines)


def _curly_in_code(line: str, path: str, base: FileIndex) -> Iterator[tuple[int, int]]:
    """The spans in pairs of curly quotes of a line that seem to be meant for strings of code."""
    if line.isascii() or _is_remark(line, path):
        return
    for found in _PAIRED.finditer(line):
        if found.lastgroup == "curly" and _is_misquoted(line, found.span(), path, base):
            yield found.span()
        elif found.lastgroup == "remark":
            return


def _is_text(path: str) -> bool:
    """True for a path, in lower case, of a file that consists of text."""
    is_text = is_prose(path) or (content_of(path) is Content.PROSE and not path.endswith(".txt"))
    return is_text or path.endswith(_TEXTS)


def _is_remark(line: str, path: str) -> bool:
    """True if a line is a comment."""
    remark = _pattern_of(_REMARKS, path)
    return is_comment(line, path) or (remark is not None and remark.match(line) is not None)


def _misquoted(line: str, path: str, base: FileIndex) -> Iterator[int]:
    """The offsets of quotes of text in a line that seem to be meant for those of code."""
    code = _without_quoted(line)
    yield from (
        found.start() for found in _QUOTED.finditer(code) if _is_misquoted(code, found.span(), path, base)
    )


def _is_misquoted(line: str, span: tuple[int, int], path: str, base: FileIndex) -> bool:
    """True if quotes of text, with what is in them, seem to be meant for those of code."""
    before, after = line[: span[0]], line[span[1] :].lstrip()
    stands_alone = not after or after.startswith(_BEHIND_VALUE)
    if _has_text(path, base):
        is_value = before.endswith("= ") or _BEFORE_ARGUMENT.search(before) is not None
        return before.endswith("=") or (stands_alone and is_value)
    if _is_data(path):
        begins = not before.strip() or before.rstrip().endswith(_BEFORE_VALUE)
        return stands_alone and (begins or after.startswith(";"))
    # Code of an unknown kind may have text over lines.
    begins_text = not before.strip() and after[:1].isalpha()
    return language_of(path) is not None or not begins_text


def _has_text(path: str, base: FileIndex) -> bool:
    """True for a path, in lower case, of a file that may have text between tags."""
    is_script = language_of(path) in ("javascript", "typescript")
    return path.endswith(_WITH_TEXT) or (is_script and base.has("</"))


def _is_data(path: str) -> bool:
    return content_of(path) is Content.DATA or path.endswith(".txt")


def _misplaced(line: str, path: str, base: FileIndex) -> Iterator[int]:
    """The offsets of signs of text in a line that seem to be meant for those of code."""
    if _is_remark(line, path):
        return
    yield from _misquoted(line, path, base)
    code = _without_quoted(line)
    if not path.endswith(_WITH_TEXT) or "<!" in code:
        yield from (found.start() for found in _OPTION.finditer(code))
    if not _is_data(path) and not _has_text(path, base):
        yield from (found.start() for found in _SPACED_DASH.finditer(code))
        yield from (
            found.start() for found in _FULL_WIDTH.finditer(code) if _is_between_ascii(code, found.start())
        )


def _pattern_of(patterns: Mapping[tuple[str, ...], re.Pattern[str]], path: str) -> re.Pattern[str] | None:
    """The pattern for a path in lower case."""
    return next((pattern for ends, pattern in patterns.items() if path.endswith(ends)), None)


def _without_quoted(line: str) -> str:
    """The line with spaces in place of strings and of a comment."""
    for pattern in (_PLAIN_QUOTES, _REMARK):
        line = pattern.sub(lambda found: " " * len(found[0]), line)
    return line


def _is_between_ascii(line: str, at: int) -> bool:
    before, after = line[:at].rstrip()[-1:], line[at + 1 :].lstrip()[:1]
    return all(each.isascii() or _FULL_WIDTH.match(each) or each in _QUOTES for each in (before, after))


def _in_code(proposal: Proposal, places: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Those of some places, by line and column of the text with the block, in no string or comment."""
    assert proposal.base is not None
    return _outside_strings(proposal.change.apply(proposal.base.text), proposal.path_after or "", places)


def _outside_strings(text: str, path: str, places: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Those of some places of a text, by line and column, that are in no string or comment."""
    language = language_of(path)
    if len(text) > MAX_PARSED_TEXT:
        return
    index = FileIndex(text)
    starts = index.lines.starts
    offsets = {starts[number - 1] + at: (number, at) for number, at in places}
    quoted = set() if language is None else in_strings(text, language, offsets)
    literal = _pattern_of(_LITERALS_OVER_LINES, path.lower())
    spans = [found.span() for found in literal.finditer(text)] if literal is not None else ()
    quoted.update(at for start, end in spans for at in offsets if start < at < end)
    for offset, place in offsets.items():
        if offset not in quoted and comment_around(index, (place[0], place[0]), path) is None:
            yield place
