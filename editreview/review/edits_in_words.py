"""Edits that sentences describe, with old and new code that only the tree can tell apart.

    `a == b` should be `a === b`.            old code that the tree has, and new code that it has not
    Rename `send` to `deliver`.              a name, everywhere in its file
    Set `LIMIT` to `200`.                    a name, and the value that it is to have
    Remove the `clear` method.               a definition, or a line
    Set `replicas: 3`.                       a line that stands for the one that sets the same name

Each is an offer, made of whole lines of the file, so that the user sees what it does there.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from editreview.blocks import (
    Code,
    EditBlock,
    Interpretation,
    Naming,
    Offer,
    OfferKind,
    Operation,
    Replace,
    WordingKind,
    Write,
)
from editreview.matching import language_of, named_spans, possible_places
from editreview.patterns import lazy_pattern
from editreview.review.likely_files import likeliest_file
from editreview.review.tree_files import FileTree, TreeFile, is_named

_MAX_LINES = 3
"""Lines of a file that old code may be in; more show nothing."""
_MAX_FILES = 5
"""Files in which a name is changed everywhere."""
_MIN_LETTERS = 2
"""Letters and digits of old code that is a part of a line."""
_TEXTS = (".md", ".mdx", ".rst", ".toml", ".ini", ".cfg", ".sql")
"""Endings of files without a parser that are no lists of plain lines."""
_MIN_RANK = 0.65
"""The least score of a place at which a line is a version of the file's."""
_NAME = lazy_pattern(r"[A-Za-z_$][\w$]*(?:(?:\.|::|-)[\w$]+)*$")
_CALL = lazy_pattern(r"[A-Za-z_$][\w$]*\(\)$")
_VALUE = lazy_pattern(
    r"(?:-?[\d.]+[\w%]*|true|false|yes|no|on|off|null|none|nil|\"[^\"]*\"|'[^']*'"
    r"|[<>=~^!]*[\w.:/*-]+)$",
    re.IGNORECASE,
)
_IMPORT = lazy_pattern(r"\s*(?:import|from|use|using|#include|const .*\brequire\()\b")
_ALL_FILES = lazy_pattern(r"\b(?:all|both|each|every|beiden|allen|ambos|todos|deux|tous)\b", re.IGNORECASE)
_SET = (
    r"(?P<head>(?<![\w.-])[\"']?{name}[\"']?(?:\s*:\s*[\w\[\], |<>]+?(?=\s=))?"
    r"(?:\s*(?::=|=(?!=)|:(?![:=]))\s*|\s+))"
)
_OLD_VALUE = r"(?P<value>\"[^\"]*\"|'[^']*'|[^\s,;)#\]}}]+)"


def edits_described(tree: FileTree, code: Code, paths: Sequence[str] = ()) -> Iterator[EditBlock]:
    """The edits that a sentence describes, as offers; none if they do not fit the tree.

    Args:
        tree: The tree.
        code: Its wording is known.
        paths: The files of the edits above it, in order.
    """
    wording = code.wording
    assert wording is not None
    if tree.lacks(code.mentions):
        return
    # Names of files that no word alone shows for one: `go.mod`.
    files = tuple(each for each in wording.codes if tree.only_named(each) is not None)
    if files:
        wording = replace(wording, codes=tuple(each for each in wording.codes if each not in files))
        code = replace(code, mentions=(*files, *code.mentions), wording=wording)
    codes = [each.removesuffix("()") if _CALL.match(each) else each for each in wording.codes]
    imports = [
        f"import {each}" if re.search(rf"\bimport\s+`{re.escape(each)}`", code.words) else each
        for each in codes
    ]
    imports = [each for each in imports if _IMPORT.match(each)]
    if imports and wording.kind in (WordingKind.ADD, WordingKind.CHANGE):
        for each in imports:
            yield from _imported(tree, code, each, paths)
        return
    match wording.kind:
        case WordingKind.REMOVE:
            for each in codes:
                yield from _removed(tree, code, each)
        case WordingKind.RENAME:
            if len(codes) > 1:
                yield from _renamed(tree, code, codes[0], codes[1])
        case _:
            yield from _changed(tree, code, codes, wording.codes)


def _changed(tree: FileTree, code: Code, codes: Sequence[str], written: Sequence[str]) -> Iterator[EditBlock]:
    """The edits of code that a sentence quotes in threes, in pairs, or alone.

    Args:
        tree: The tree.
        code: The sentence.
        codes: The code that it quotes, without the brackets of calls.
        written: The same with them.
    """
    assert code.wording is not None
    if code.wording.earlier is not None and len(codes) == 1:
        pair = list(_replaced(tree, code, code.wording.earlier, codes[0]))
        if pair:
            yield from pair
            return
    at = 0
    while at < len(codes):
        found, count = _next_edits(tree, code, codes[at:], written[at])
        yield from found
        at += count


def _next_edits(
    tree: FileTree, code: Code, codes: Sequence[str], written: str
) -> tuple[list[EditBlock], int]:
    """The edits of the first of some codes, and the number of codes that they are made of."""
    assert code.wording is not None
    if code.wording.kind is WordingKind.ADD and (found := list(_listed(tree, code, written))):
        return found, 1
    if len(codes) > 2 and (found := list(_value_set(tree, code, codes[0], codes[1], codes[2]))):
        return found, 3
    if len(codes) > 1:
        old, new = codes[:2]
        found = list(_replaced(tree, code, old, new)) or list(_value_set(tree, code, old, None, new))
        if found:
            return found, 2
    return [] if code.wording.is_told else list(_version(tree, code, written)), 1


def _replaced(tree: FileTree, code: Code, first: str, second: str) -> Iterator[EditBlock]:
    """The edit that replaces the code which the tree has by the other, in whichever order they are named."""
    assert code.wording is not None
    orders = [(first, second), *([(second, first)] if code.wording.is_reversed else [])]
    for old, new in orders:
        if sum(map(str.isalnum, old)) < _MIN_LETTERS or old == new:
            continue
        if _NAME.match(old) and not _NAME.match(new):
            # The name of something that is to change.
            continue
        file = _file_with(tree, code, old)
        if file is None:
            continue
        is_made = new in file.text and (old not in new or old not in file.text.replace(new, ""))
        if is_made:
            continue
        yield from _in_lines(file, code, old, new)
        return


def _in_lines(file: TreeFile, code: Code, old: str, new: str) -> Iterator[EditBlock]:
    """The edits of the lines that have some code, not inside a word."""
    lines = file.text.splitlines()
    pattern = _whole(old)
    found = [line for line in lines if pattern.search(line)]
    # Those in a definition that the sentence names.
    spans = named_spans(file.index, code.names, file.path)
    inside = [line for first, end in spans for line in lines[first:end] if pattern.search(line)]
    for line in list(dict.fromkeys(inside or found))[: _MAX_LINES if len(found) <= _MAX_LINES else 0]:
        yield _block(file, code, f"{line}\n", f"{pattern.sub(lambda _: new, line)}\n")


def _renamed(tree: FileTree, code: Code, old: str, new: str) -> Iterator[EditBlock]:
    if not _NAME.match(old) or old == new:
        yield from _replaced(tree, code, old, new)
        return
    files = [file for file in _files(tree, code) if _whole(old).search(file.text)]
    mentioned = [file for file in files if _is_mentioned(file, code)]
    for file in (mentioned or files) if len(mentioned or files) <= _MAX_FILES else ():
        operation = Replace((Interpretation(old, new),), is_everywhere=True, is_text=True, is_pattern=True)
        yield _offer(file, code, operation, "search-replace", Naming.LABEL)


def _value_set(tree: FileTree, code: Code, name: str, old: str | None, new: str) -> Iterator[EditBlock]:
    """The edit of the line that sets a name: to a new value, from the old one if that is said."""
    if not _NAME.match(name) or (old is None and not _VALUE.match(new)):
        return
    value = _OLD_VALUE if old is None else rf"(?P<value>[\"']?{re.escape(old)}[\"']?)"
    setting = re.compile(_SET.format(name=re.escape(name)) + value)
    file = _file_with(tree, code, name)
    lines = [] if file is None else [line for line in file.text.splitlines() if setting.search(line)]
    if file is None or len(lines) > _MAX_LINES:
        return
    for line in dict.fromkeys(lines):
        changed = setting.sub(lambda match: match["head"] + _quoted_as(match["value"], new), line)
        if changed != line:
            yield _block(file, code, f"{line}\n", f"{changed}\n")


def _quoted_as(old: str, new: str) -> str:
    """A new value, in quotes if the old one is."""
    is_quoted = old[:1] in "\"'" and old[:1] == old[-1:]
    return f"{old[0]}{new}{old[0]}" if is_quoted and new[:1] not in "\"'" else new


def _version(tree: FileTree, code: Code, new: str) -> Iterator[EditBlock]:
    """The edit that puts a line in the place of one that it is a version of, or where the sentence says."""
    if _NAME.match(new) or sum(map(str.isalnum, new)) <= _MIN_LETTERS:
        return
    file = likeliest_file(tree, _as_code(code, new), None)
    if file is None or new in file.text:
        return
    places = possible_places(file.index, f"{new}\n", file.path, code.names, code.words)
    if places and places[0].score >= _MIN_RANK and not (places[0].label or "").endswith("of the file"):
        yield _part(file, code, new)


def _removed(tree: FileTree, code: Code, old: str) -> Iterator[EditBlock]:
    """The edit that removes a definition, or the line that has some code."""
    name = old.rpartition(".")[2]
    file = _file_with(tree, code, name)
    if file is None:
        return
    lines = file.text.splitlines()
    spans = named_spans(file.index, (old, *code.names), file.path) if _NAME.match(old) else []
    spans = [(first, end) for first, end in spans if _whole(name).search(lines[first])]
    if len(spans) == 1:
        first, end = spans[0]
        while first > 0 and not lines[first - 1].strip():
            first -= 1
        if first == 0:
            while end < len(lines) and not lines[end].strip():
                end += 1
        yield _block(file, code, "".join(f"{line}\n" for line in lines[first:end]), "")
        return
    found = _lines_of(lines, old)
    if len(found) == 1:
        at = lines.index(found[0])
        is_apart = 0 < at < len(lines) - 1 and not lines[at - 1].strip() and not lines[at + 1].strip()
        blank = f"{lines[at + 1]}\n" if is_apart else ""
        yield _block(file, code, f"{found[0]}\n{blank}", "")


def _lines_of(lines: Sequence[str], old: str) -> list[str]:
    """The lines that are some code; else those that have it or, if it is a name, set or import only that."""
    found = [line for line in lines if line.strip() == old.strip()]
    having = [line for line in lines if _whole(old).search(line)]
    if found or not _NAME.match(old):
        return found or having
    setting = re.compile(rf"\W*{re.escape(old)}\s*[:=]")
    imports = [line for line in having if _IMPORT.match(line) and "," not in line]
    return [line for line in lines if setting.match(line)] or imports


def _imported(tree: FileTree, code: Code, text: str, paths: Sequence[str]) -> Iterator[EditBlock]:
    """The edit that adds an import to the files that the sentence names, or to that of the edit above it."""
    named = [path for mention in code.mentions if (path := tree.only_named(mention)) is not None]
    above = list(dict.fromkeys(reversed(paths)))
    chosen = named or (above if _ALL_FILES.search(code.words) else above[:1])
    for path in dict.fromkeys(chosen):
        file = tree.file(path)
        if text not in file.text:
            yield _part(file, code, text)


def _listed(tree: FileTree, code: Code, text: str) -> Iterator[EditBlock]:
    """The edit that adds a line to a file of plain lines, such as `.gitignore`, that the sentence names."""
    for mention in code.mentions[:1]:
        path = tree.only_named(mention)
        if path is None or path in text or language_of(path) is not None or path.endswith(_TEXTS):
            continue
        file = tree.file(path)
        if text not in file.text:
            yield _part(file, code, text)


def _whole(text: str) -> re.Pattern[str]:
    """A pattern for a text that does not begin or end inside a word."""
    before = r"(?<![\w$])" if re.match(r"[\w$]", text) else ""
    after = r"(?![\w$])" if re.search(r"[\w$]$", text) else ""
    return re.compile(f"{before}{re.escape(text)}{after}")


# The file of a sentence


def _as_code(code: Code, text: str) -> Code:
    return Code(
        code.lines,
        f"{text}\n",
        "",
        mentions=code.mentions,
        names=(*code.names, text),
        words=code.words,
        is_in_words=True,
    )


def _files(tree: FileTree, code: Code) -> list[TreeFile]:
    assert code.wording is not None
    names = (*code.wording.codes, *code.names)
    return tree.readable(Code(code.lines, "", "", names=names, words=code.words))


def _is_mentioned(file: TreeFile, code: Code) -> bool:
    return any(is_named(file.path, mention) for mention in code.mentions)


def _file_with(tree: FileTree, code: Code, old: str) -> TreeFile | None:
    """The file that has some code: one that is mentioned, or else the likeliest; None without one."""
    assert code.wording is not None
    having = [file for file in _files(tree, code) if _whole(old).search(file.text)]
    mentioned = [file for file in having if _is_mentioned(file, code)]
    if mentioned or len(having) < 2:
        return next(iter(mentioned or having), None)
    best = likeliest_file(tree, _as_code(code, " ".join(code.wording.codes)), None)
    return best if best in having else None


def _block(file: TreeFile, code: Code, old: str, new: str) -> EditBlock:
    return _offer(file, code, Replace((Interpretation(old, new),)), "search-replace", Naming.LABEL)


def _part(file: TreeFile, code: Code, text: str) -> EditBlock:
    """The edit that puts a line somewhere into a file."""
    operation = Write(f"{text}\n", updates=True)
    return _offer(file, _as_code(code, text), operation, "whole-file", Naming.PART)


def _offer(file: TreeFile, code: Code, operation: Operation, format: str, naming: Naming) -> EditBlock:
    return EditBlock(
        0,
        format,
        file.path,
        code.lines,
        operation,
        offer=Offer(OfferKind.WORDS),
        naming=naming,
        names=code.names,
        words=code.words,
    )
