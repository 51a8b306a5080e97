"""Signs of text where code has others: curly quotes, dashes for `--`, full-width brackets.

Chats and editors write them for those of code. They count outside of strings and comments, where no language
has them. In data, quotes count around a whole value, and between tags, around that of an attribute: anything
else may be text.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from editreview.characters import describe_character
from editreview.file_kinds import TAGGED, YAML, is_prose
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
    is_text = is_prose(path) or (content_of(path) is Content.PROSE and not path.endswith(".txt"))
    if base is None or is_text or path.endswith(_TEXTS):
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


def _misplaced(line: str, path: str, base: FileIndex) -> Iterator[int]:
    """The offsets of signs of text in a line that seem to be meant for those of code."""
    if is_comment(line, path) or ((remark := _pattern_of(_REMARKS, path)) and remark.match(line)):
        return
    has_text = path.endswith(_WITH_TEXT) or (
        language_of(path) in ("javascript", "typescript") and base.has("</")
    )
    is_data = content_of(path) is Content.DATA or path.endswith(".txt")
    code = _without_quoted(line)
    for found in _QUOTED.finditer(code):
        before, after = code[: found.start()], code[found.end() :].lstrip()
        stands_alone = not after or after.startswith(_BEHIND_VALUE)
        if has_text:
            is_misplaced = before.endswith("=") or (stands_alone and before.endswith("= "))
        elif is_data:
            is_misplaced = stands_alone and (
                not before.strip() or before.rstrip().endswith(_BEFORE_VALUE) or after.startswith(";")
            )
        else:
            # Code of an unknown kind may have text over lines.
            begins_text = not before.strip() and after[:1].isalpha()
            is_misplaced = language_of(path) is not None or not begins_text
        if is_misplaced:
            yield found.start()
    if not path.endswith(_WITH_TEXT) or "<!" in code:
        yield from (found.start() for found in _OPTION.finditer(code))
    if not is_data and not has_text:
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
    base, path = proposal.base, proposal.path_after or ""
    assert base is not None
    text, language = proposal.change.apply(base.text), language_of(path)
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
