"""Fenced code that is an edit rather than a file: shell commands, or old and new code in one fence.

Shell commands move, delete and write files, or replace text with `sed`. Nothing is run. Each is an offer,
like edits in words.

    git mv src/a.py src/b.py
    sed -i 's/1.21/1.22/' go.mod
    echo ".env" >> .gitignore
    cat > .dockerignore <<EOF
    .git
    EOF

Old and new code stand each below a comment that tells them apart.

    # Before
    total = a + b

    # After
    total = a + b + c
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from editreview.blocks import Code, Delete, Interpretation, Move, Replace, Write, base_name
from editreview.formats import edit_words
from editreview.formats.edit_words import any_of
from editreview.formats.in_words import file_edit, is_file
from editreview.formats.spec import OF_BLOCK
from editreview.patterns import lazy_pattern
from editreview.text import without_blank_edges

_COMMANDS = lazy_pattern(r"\s*(?:&&|;)\s*")
_FLAG = r"(?:\s+(?:-f|--force|-v))*"
_MOVE = lazy_pattern(rf"(?:\$\s+)?(?:git\s+mv|mv|ren|move|Move-Item|Rename-Item){_FLAG}\s+(\S+)\s+(\S+)$")
_SED = lazy_pattern(
    r"(?:\$\s+)?sed\s+-i(?:\s*(?:''|\"\"|\.\w+))?(?:\s+-e)?\s+(?P<quote>['\"])s(?P<sign>[/|#,@])"
    r"(?P<old>(?:(?!(?P=sign)).)+)(?P=sign)(?P<new>(?:(?!(?P=sign)).)*)(?P=sign)g?(?P=quote)\s+(?P<path>\S+)$"
)
_METACHARACTER = lazy_pattern(r"[\\*+?^$\[\](){}|&]|\.(?![\w.])")
"""Special characters of a pattern. A dot between digits or words usually means itself."""
_REMOVE = lazy_pattern(rf"(?:\$\s+)?(?:git\s+rm|rm|del|Remove-Item){_FLAG}((?:\s+\S+)+)$")
_PATH = r"(?P<path>[\w./@+-]+|'[^'\n]+'|\"[^\"\n]+\")"
_PROMPT = r"(?:\$\s+)?(?:sudo\s+)?"
_HERE = lazy_pattern(r"\s*<<-?\s*(?P<quote>['\"]?)(?P<end>\w+)(?P=quote)")
_WRITES = lazy_pattern(
    rf"{_PROMPT}(?:cat\s*(?P<sign>>>?)|tee(?P<appends>\s+-a)?)\s*{_PATH}(?:\s*>\s*/dev/null)?$"
)
_EXPANDS = lazy_pattern(r"[$`\\]")
_ECHO = lazy_pattern(
    rf"{_PROMPT}(?:echo|printf)\s+(?:-\w+\s+)?(?P<quote>['\"]?)(?P<text>[^'\"\n]*?)(?:\\n)?(?P=quote)\s*(?P<sign>>>?)\s*{_PATH}$"
)


def edits_by(commands: str) -> Iterator[Code]:
    """The edits that shell commands would make."""
    lines = iter(commands.splitlines())
    for line in lines:
        if here := _HERE.search(line):
            text = "".join(f"{each}\n" for each in takewhile(lambda each: each.strip() != here["end"], lines))
            writes = _WRITES.match(_HERE.sub("", line).strip())
            if writes is not None and _is_plain(writes, text, is_quoted=bool(here["quote"])):
                yield _written(writes, text, appends=writes["sign"] == ">>" or writes["appends"] is not None)
            continue
        for command in _COMMANDS.split(line.strip()):
            if moves := _MOVE.match(command):
                old, new = map(_unquoted, moves.groups())
                if is_file(old) and (is_file(new) or new.endswith("/")):
                    yield file_edit(old, Move(_moved_to(old, new)))
            elif echo := _ECHO.match(command):
                text = echo["text"]
                # `printf` and `echo -e` read escapes in single quotes too.
                if _is_plain(echo, text, is_quoted=echo["quote"] == "'" and "\\" not in text):
                    yield _written(echo, f"{text}\n", appends=echo["sign"] == ">>")
            elif edits := _SED.match(command):
                old, new = edits["old"], edits["new"]
                if not _METACHARACTER.search(old + new):
                    operation = Replace((Interpretation(f"{old}\n", f"{new}\n"),))
                    yield file_edit(_unquoted(edits["path"]), operation, text=f"{new}\n")
            elif removes := _REMOVE.match(command):
                paths = map(_unquoted, removes[1].split())
                yield from (file_edit(path, Delete()) for path in paths if is_file(path))


def _is_plain(command: re.Match[str], text: str, *, is_quoted: bool) -> bool:
    """True if a command only writes a text without variables to a file of the tree."""
    return is_file(_unquoted(command["path"])) and (is_quoted or not _EXPANDS.search(text))


def _written(command: re.Match[str], text: str, *, appends: bool) -> Code:
    """The text that a command writes to a file, or appends to it."""
    path = _unquoted(command["path"])
    if not appends:
        return file_edit(path, Write(text), text=text)
    words = f"Append this at the end of `{path}`:"
    return Code(OF_BLOCK, text, "", may_be_file=False, mentions=(path,), words=words, is_requested=True)


def _unquoted(word: str) -> str:
    return word.strip("\"'")


def _moved_to(old: str, new: str) -> str:
    return new + base_name(old) if new.endswith("/") else new


_MAX_COMMENT = 80
"""The most characters of a comment that tells old and new code apart."""
_COMMENT = lazy_pattern(
    r"\s*(?://+|#+|--|;+|%+|/\*+|<!--|\{/\*)\s*(?P<text>[^\s].*?)\s*(?:\*+/|-->|\*/\})?\s*$"
)
_SIGNS = frozenset("/#-;%<{")
"""The first characters of comments."""
_AROUND = " \t-=~*#_.:…>|❌✅✔✗✘⛔🔴🟢➡→⬇\ufe0f"
_REMARK = lazy_pattern(r"\s*\([^()]*\)$|\s+[-–—]\s.*$|:\s.*$")
_CODE = r"(?:\s+(?:code|implementation|line|lines|version))?"
_OLD = lazy_pattern(
    rf"(?:(?:the )?(?:{any_of(edit_words.OLD)}){_CODE}|change (?:from|this)|from"
    r"|replace (?:this|these lines)|change this:?)",
    re.IGNORECASE,
)
_NEW = lazy_pattern(
    rf"(?:(?:the )?(?:{any_of(edit_words.NEW)}){_CODE}|change to|to|to this|with(?: this)?)",
    re.IGNORECASE,
)


def replacements_in(text: str) -> tuple[Interpretation, ...]:
    """The pairs of old and new code in a fence; none if it has anything else.

    Args:
        text: Whole lines. The first one that is not blank says that old code follows.
    """
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    if not _says(_OLD, first):
        return ()
    parts: list[list[str]] = []
    for line in lines[lines.index(first) :]:
        if _says(_NEW if len(parts) % 2 else _OLD, line):
            parts.append([])
        elif _says(_OLD if len(parts) % 2 else _NEW, line) and _is_blank(parts[-1]):
            return ()
        else:
            parts[-1].append(line)
    if len(parts) % 2 or any(map(_is_blank, parts)):
        return ()
    texts = ["".join(f"{line}\n" for line in without_blank_edges(part)) for part in parts]
    return tuple(Interpretation(old, new) for old, new in zip(texts[::2], texts[1::2], strict=True))


def _says(words: re.Pattern[str], line: str) -> bool:
    """True if a line is a comment of only these words, with or without a remark."""
    may_be_comment = len(line) <= _MAX_COMMENT and line.lstrip()[:1] in _SIGNS
    found = _COMMENT.match(line) if may_be_comment else None
    if found is None:
        return False
    text = found["text"].strip(_AROUND)
    return words.fullmatch(text) is not None or (
        words.fullmatch(_REMARK.sub("", text).strip(_AROUND)) is not None
    )


def _is_blank(lines: Sequence[str]) -> bool:
    return not any(map(str.strip, lines))
