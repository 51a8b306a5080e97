"""Text that was damaged on its way: by another encoding, a page in the browser, a chat or a redaction.

Some signs show it by themselves, such as U+FFFD. Others are no mistake alone: then a new line has to be an
old one, changed by nothing but such damage.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from editreview.characters import describe_character
from editreview.file_kinds import TAGGED, is_prose
from editreview.first_use import lazy_pattern
from editreview.matching import code_rows, is_comment, language_of
from editreview.review.checks.blocks import ChangedLines
from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import indentation, is_informative

_LOST = lazy_pattern("\ufffd|[\ue000-\uf8ff](?=[a-z]{3,}|[\ue000-\uf8ff])|(?<=[a-z0-9])[\ue000-\uf8ff]")
"""The sign for a character that could not be decoded, and those by which a chat marks its sources in a word.

Icons of fonts are such characters too, but stand alone.
"""
_FOREIGN = lazy_pattern(r"[^\x00-\x7f]{2,}")
"""Characters beyond ASCII in a row."""
_EMAIL = lazy_pattern(r"\[email[ \xa0]protected\]")
_LINKED = lazy_pattern(r"\[(https?://[^\s\]]+)\]\(\1\)")
"""An address that became a link to itself."""
_CITED = lazy_pattern(r":contentReference\[oaicite:|【\d+†")
"""The source of a sentence, as chats mark it."""
_MARK = lazy_pattern(
    r"\s*(?P<mark>(?:<-+|←|👈)(?:\s.*)?|\((?:un)?changed\)|\[!code (?:\+\+|--)\]"
    r"|[+❌✅➕➖🆕]|\*{3}.+\*{3}|新增|修改|删除|已修改|改动|追加|変更|削除"
    r"|(?P<words>(?:added|changed|deleted|modified|new|old|removed|updated)(?:\slines?)?!*"
    r"|(?:add|change|delete|keep|remove|update)\s(?:this|these)(?:\s(?:here|import|lines?|one|part))?!*"
    r"|this\s(?:line|part)\s(?:changed|is new|(?:is|was) (?:added|changed|new|removed))"
    r"|(?:changed|was changed)\sfrom\s.+\sto\s.+|(?:no longer|not) needed(?:\sany\s?more)?"
    r"|geändert|neu|neue zeile|ajouté|modifié|nouveau|añadido|cambiado|nuevo|adicionado|alterado|novo))"
    r"\s*(?:\*/|-->)?\s*",
    re.IGNORECASE,
)
"""A comment after code that tells a reader of the response what changes, without its sign: ` NEW`."""
_MAY_HAVE_MARK = lazy_pattern(
    r"(?:\#|//|--|;|/\*)[ \t]*(?:[^\w\s]|新增|修改|已修改|改动|追加|変更|add|change|keep|modified|new\b"
    r"|update|this |was |geändert|neu|ajouté|modifié|nouveau|añadido|cambiado|nuevo|adicionado|alterado"
    r"|novo)",
    re.IGNORECASE,
)
"""The beginning of what may be such a comment about a new or changed line."""
_STAYS = lazy_pattern(
    r"delete|remove|keep|\bold\b|no longer|not needed|[❌➖]|--\]|删除|削除|\*{3}|changed from", re.IGNORECASE
)
"""The mark of a line that is to go, which would stay without it, or one that may be a comment of the code."""
_MAY_HAVE_REMARK = lazy_pattern(r"(?:#|//|--|/\*|<!--)[ \t]*[^\W_]|(?:#|//|--|/\*|<!--)[ \t]*\(")
"""The beginning of what may be a comment that tells a reader what stays."""
_COMMENT_SIGNS = ("#", "//", "--", ";", "/*", "<!--")
_SIGNS_OF_NAMES = ("#", "--", ";")
"""Those that begin other things than comments too, before a word without a space: `--deleted`, `#new`."""
_TOKEN = lazy_pattern(
    r"\s*(?:<\|(?:endoftext|im_end|im_start|eot_id|end|eom_id)\|>|\[/INST\]|\[DONE\]|</s>)\s*"
)
"""A line that ends what a model writes: `<|im_end|>`."""
_CLOSING_TAG = lazy_pattern(r"\s*</(?P<name>[A-Za-z][\w:.-]*)>\s*")
_REMINDER = lazy_pattern(r"\s*</?system-reminder>")
_BUTTONS = (("Copy code",), ("Copy", "Edit"))
"""First lines that are buttons of a chat, perhaps below the name of a language."""
_ESCAPED = lazy_pattern(r"\\([_*])")
_LETTER_BEFORE_PUNCTUATION = lazy_pattern(r"(?![ÂÃ])[^\W\d_][”’“‘»…–—]+")
"""The end of a quoted word that only looks like another encoding: `ß”`."""
_MEANT = (("\xa0", "\u0250"), ("\u0370", "\u0530"), ("\u2000", "\u2c00"), ("\u3000", "\U0010ffff"))
"""Latin, Greek, Cyrillic, punctuation, symbols and the scripts of East Asia: half-open ranges."""
_STRING = lazy_pattern(r"\"[^\"]*\"|'[^']*'")
_REDACTED = lazy_pattern(
    r"(?P<quote>[\"'])(?:\*{3,}|[•●]{3,}|[\[<(]?redacted[\])>]?)(?P=quote)", re.IGNORECASE
)
"""A string that stands for one that is not shown: `"***"`."""
_MAX_LINES = 2_000
"""The most new lines that are compared with old ones."""
_MIN_CUT = 20
"""The fewest characters of a string before dots that cut it."""
_EATEN: Mapping[str, Callable[[str], str]] = {
    # Not the arguments of a type: `useState<string>`.
    "<": lambda line: re.sub(r"(?<![\w:])<[A-Za-z/][^<>]*>", "", line),
    "{{": lambda line: re.sub(r"\{\{.*?\}\}", "", line),
}
"""By sign: a line without what pages and templates take for their own."""


def damaged_text(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    """Warn that a new line was damaged on its way."""
    base, path = proposal.base, (proposal.path_after or "").lower()
    if base is None or not lines.added:
        return None
    for number, line in lines.added:
        sign = _sign_of_damage(line, path)
        if sign is not None and sign[0] not in base.text:
            return BlockWarning(WarningKind.DAMAGED, f"{sign[1]}, in line {number}", number)
    return _remains(proposal, lines) or _damaged_lines(lines, path)


def _sign_of_damage(line: str, path: str) -> tuple[str, str] | None:
    """A text that is a sign of damage by itself, and a description of it."""
    if not line.isascii():
        if (lost := _LOST.search(line)) is not None:
            return lost[0], f"adds {describe_character(lost[0])}, which stands for another character"
        for run in _FOREIGN.finditer(line):
            if (meant := _as_encoded(run[0])) is not None:
                return run[0], f"has {run[0]} where {meant} may be meant: the wrong encoding"
    if ("【" in line or "oaicite" in line) and (cited := _CITED.search(line)) is not None:
        return cited[0], "has the mark of a source from a chat"
    if (mark := _mark(line)) is not None:
        return mark, f"has the mark “{mark.strip()}”, which may be for readers of the response"
    if "[email" in line and (hidden := _EMAIL.search(line)) is not None:
        return hidden[0], "has “[email protected]” in place of an address"
    if "](http" in line and not is_prose(path) and (linked := _LINKED.search(line)) is not None:
        return linked[0], "has a link of Markdown in place of an address"
    return None


def _mark(line: str) -> str | None:
    """The text of a comment after code for readers of the response: `NEW`, `remove this line`."""
    for sign in _COMMENT_SIGNS:
        at = line.rfind(sign)
        if at > 0 and line[at - 1].isspace() and line[:at].strip():
            end = at + len(sign)
            found = _MARK.fullmatch(line, end)
            is_name = sign in _SIGNS_OF_NAMES and not line[end : end + 1].isspace()
            if found is not None and not (is_name and found["words"]):
                return found["mark"]
    return None


def without_marks(text: str, path: str, base: str) -> str:
    """New text for a file without comments after code that only tell a reader what changes: `x = 1  # NEW`.

    Args:
        text: The new text.
        path: The path of the file, whose language has to be known.
        base: The file. Marks that it has itself stay.
    """
    is_sql = path.lower().endswith(".sql")
    if not (is_sql or language_of(path)) or _MAY_HAVE_MARK.search(text) is None:
        return text
    # `a // new` is a division in Python, and a string may have a mark too.
    code_of = {} if is_sql else dict(code_rows(text, path))
    lines = text.split("\n")
    for row, line in enumerate(lines):
        mark = _mark(line)
        if mark is None or mark in base or _STAYS.search(mark) is not None:
            continue
        marked = line[: line.rindex(mark)].rstrip()
        sign = next((sign for sign in _COMMENT_SIGNS if marked.endswith(sign)), "")
        code = marked.removesuffix(sign).rstrip()
        if sign == "--" if is_sql else code_of.get(row) == " ".join(code.split()):
            lines[row] = code
    return "\n".join(lines)


def without_remarks(text: str, path: str, base: str, *, keeps_rows: bool) -> str:
    """New text for a file without comments that only tell a reader what stays of the file.

    // existing error handling stays         beside code of the file
    version: 18  # keep it in the test job   behind a line of the file

    Args:
        text: The new text.
        path: The path of the file, whose language has to be known.
        base: The file. Comments that it has itself stay.
        keeps_rows: True to leave comments on lines of their own.
    """
    if language_of(path) is None or _MAY_HAVE_REMARK.search(text) is None:
        return text
    # Imported on first use: slow to import, and few edits need it.
    from editreview.formats import says_line_stays, without_remark

    known = {line.strip() for line in base.splitlines()}
    code_of: dict[int, str] | None = None
    lines: list[str | None] = [*text.split("\n")]
    filled = [row for row, line in enumerate(lines) if line is not None and line.strip()]
    for nth, row in enumerate(filled):
        line = lines[row] or ""
        if line.strip() in known:
            continue
        code = without_remark(line)
        if code is not None and code.strip() in known:
            code_of = dict(code_rows(text, path)) if code_of is None else code_of
            lines[row] = code if code_of.get(row) == " ".join(code.split()) else line
        elif not keeps_rows and says_line_stays(line) and is_comment(line, path):
            beside = [
                lines[each] or "" for each in (*filled[nth + 1 : nth + 2], *filled[max(nth - 1, 0) : nth])
            ]
            is_beside = any(
                each.strip() in known and indentation(each) == indentation(line) and is_informative(each)
                for each in beside
            )
            lines[row] = None if is_beside else line
    return "\n".join(line for line in lines if line is not None)


def _as_encoded(run: str) -> str | None:
    """The characters that became others because UTF-8 was decoded as another encoding; None if none did."""
    if _LETTER_BEFORE_PUNCTUATION.fullmatch(run) is not None:
        return None
    for encoding in ("cp1252", "latin-1"):
        with suppress(UnicodeError):
            meant = run.encode(encoding).decode("utf-8")
            if all(any(first <= each < end for first, end in _MEANT) for each in meant):
                return meant
    return None


def _remains(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    """The warning about a line that a chat or a tool put before or after the new text."""
    base = proposal.base
    assert base is not None
    first, last = lines.added[0], lines.added[-1]
    for number, line in (first, last):
        if _TOKEN.fullmatch(line) or _REMINDER.match(line):
            is_markup = "</s>" in line and "<s" in base.text
            if line.strip() not in base.text and not is_markup:
                return _remains_in(number, line)
    if first[0] == 1:
        heads = [line.strip() for number, line in lines.added[:3] if number <= 3]
        if any(tuple(heads[at : at + len(each)]) == each for each in _BUTTONS for at in (0, 1)):
            return _remains_in(1, heads[0])
    tag = _CLOSING_TAG.fullmatch(last[1])
    if tag is not None or last[1].strip() == "EOF":
        after = proposal.change.apply(base.text)
        opening = f"<{tag['name']}" if tag is not None else "<<"
        if after.rstrip().endswith(last[1].strip()) and opening not in after:
            return _remains_in(*last)
    return None


def _remains_in(number: int, line: str) -> BlockWarning:
    message = f"“{line.strip()}” in line {number} may belong to the response, not to the file"
    return BlockWarning(WarningKind.DAMAGED, message, number)


def _damaged_lines(lines: ChangedLines, path: str) -> BlockWarning | None:
    """The warning about a new line that is an old one but for damage."""
    if not lines.removed or len(lines.added) > _MAX_LINES:
        return None
    old = {line.rstrip() for _, line in lines.removed}
    forms = {form: what for line in old for form, what in _damaged_forms(line, path) if form != line}
    if not forms and not any(sign in line for _, line in lines.added for sign in ("\\", "***", "…", "...")):
        return None
    found = [
        (number, what)
        for number, line in lines.added
        if line.rstrip() not in old
        and (what := forms.get(line.rstrip()) or _damage_undone(line.rstrip(), old)) is not None
    ]
    # A block that does nothing else may mean it.
    if not found or len(found) == len(lines.added):
        return None
    number, what = found[0]
    return BlockWarning(WarningKind.DAMAGED, f"line {number} is as before but {what}", number)


def _damaged_forms(line: str, path: str) -> Iterator[tuple[str, str]]:
    """Damaged forms of an old line, each with words for the damage."""
    if not line.isascii():
        yield re.sub(r"[^\x00-\x7f]", "?", line), "for question marks in place of letters or signs"
        yield (
            "".join(each if each.isascii() else "?" * len(each.encode()) for each in line),
            "for question marks in place of letters or signs",
        )
        yield re.sub(r"(?<=[a-zA-Z])[^\W\d_a-zA-Z]|[^\W\d_a-zA-Z](?=[a-zA-Z])", "", line), "for lost letters"
    for sign, without in _EATEN.items():
        if sign in line and not (sign == "<" and path.endswith(TAGGED)):
            yield without(line).rstrip(), f"for lost text from “{sign}” on"


def _damage_undone(line: str, old: set[str]) -> str | None:
    """Words for the damage to a line that is one of the old lines without it; None if it is not."""
    if "\\" in line and _ESCAPED.sub(r"\1", line) in old:
        return "for a “\\” that escapes nothing"
    if "***" in line or "•••" in line or "edacted" in line.lower():
        masked = _STRING.sub('""', line)
        if _REDACTED.search(line) and any(
            _STRING.sub('""', each) == masked and not _REDACTED.search(each) for each in old
        ):
            return "for a value that is hidden"
    for dots in ("...", "…"):
        start, cut, end = line.partition(dots)
        if cut and len(start) >= _MIN_CUT and end[:1] in "\"'`" and end:
            for each in old:
                is_cut = each.startswith(start) and each.endswith(end) and len(each) > len(line)
                is_in_word = is_cut and start[-1].isalnum() and each[len(start)].isalnum()
                if is_in_word and end[0] not in each[len(start) : -len(end)]:
                    return "for a string that is cut"
    return None
