"""Edits that scripts would make: shell commands, and programs in Python.

    sed -i 's/1.21/1.22/' go.mod

    path = Path("go.mod")
    path.write_text(path.read_text().replace("1.21", "1.22"))

    sed -i '/^go 1.22/a toolchain go1.22.4' go.mod

Nothing is run. Patterns with special characters and computed values are not read, nor is what depends on
them. Of conditions, only those like `if old in text:` and `if __name__ == "__main__":` are read.
"""

import re
from collections.abc import Iterator
from itertools import islice, takewhile

from msgspec import Struct

from editreview.blocks import (
    Code,
    Delete,
    Insert,
    Interpretation,
    Move,
    Replace,
    WordingKind,
    Write,
    base_name,
)
from editreview.first_use import lazy_pattern
from editreview.formats.in_words import file_edit, is_file
from editreview.formats.spec import OF_BLOCK

_SHELL_COMMAND = lazy_pattern(r"(?:'[^']*'|\"[^\"]*\"|[^;&]|(?<!&)&(?!&))+")
_SHELL_PROMPT = r"(?:\$\s+)?(?:sudo\s+)?"
_SHELL_FLAG = r"(?:\s+(?:-f|--force|-v))*"
_SHELL_MOVE = lazy_pattern(
    rf"(?:\$\s+)?(?:git\s+mv|mv|ren|move|Move-Item|Rename-Item){_SHELL_FLAG}\s+(\S+)\s+(\S+)$"
)
"""A command that moves a file: `git mv a.py b.py`."""
_SHELL_SCRIPT = r"(?:'[s/$\d][^']+'|\"[s/\d][^\"]+\")"
_SHELL_SED = lazy_pattern(
    rf"{_SHELL_PROMPT}(?:sed(?P<before>\s+-[Er])?\s+-i(?:\s*(?:''|\"\"|\.\w+))?(?P<after>\s+-[Er])?"
    r"|(?P<perl>perl\s+(?:-pi(?:\.\w+)?\s+-e|-i\s+-pe|-p\s+-i\s+-e)))"
    rf"(?P<scripts>(?:\s+(?:-e\s+)?{_SHELL_SCRIPT})+)(?P<paths>(?:\s+\S+)+)$"
)
"""A command that substitutes in files: `sed -i 's/a/b/' a.py`."""
_SED_SCRIPT = lazy_pattern(r"(?P<quote>['\"])(?P<text>(?s:.)+?)(?P=quote)")
_SED_SUBSTITUTION = lazy_pattern(
    r"\s*+s(?P<sign>[/|#,@])(?P<old>(?:\\.|(?!(?P=sign)).)++)(?P=sign)(?P<new>(?:\\.|(?!(?P=sign)).)*+)(?P=sign)"
    r"(?P<all>g?)\s*+(?:;|$)"
)
"""A substitution of sed: `s/old/new/g`."""
_SED_DELETION = lazy_pattern(r"\s*+/\^(?P<old>(?:\\.|[^/$])++)\$/d\s*+(?:;|$)")
_SED_LINES = lazy_pattern(
    r"\s*+(?:(?P<line>\d{1,6}|\$)|/(?P<old>(?:\\.|[^/])++)/)\s*+(?P<verb>[aic])\s*+(?:\\\n?)?"
    r"(?P<new>[ \t]*+\S(?s:.)*)"
)
"""A command of sed that adds lines beside one, or replaces it: `/old/a new`, `$a new`, `1i new`."""
_MAX_LINES_OF_SCRIPT = 40
"""The most lines of a script of sed."""
# What patterns begin and end with for the rest of a line: `^ *`, `.*$`.
_ANY_MARGIN = lazy_pattern(r"\^?(?:\\s|\[\[:space:\]\]|\[ \t\]| )[*]")
_ANY_END = lazy_pattern(r"\.\*\$?$")
_BEGINS_SED = lazy_pattern(rf"{_SHELL_PROMPT}(?:sed|perl)\s[^'\"]*(?P<quote>['\"])")
"""A command of sed up to the quote before its first script."""
_SPECIAL_IN_SHELL = lazy_pattern(r"[$`!]|\\\\")
_SPECIAL_IF_EXTENDED = "+?(){}|"
"""Special characters of a pattern of `sed -E` and of Perl; in others, those below a backslash."""
_SHELL_REMOVE = lazy_pattern(rf"(?:\$\s+)?(?:git\s+rm|rm|del|Remove-Item){_SHELL_FLAG}((?:\s+\S+)+)$")
_SHELL_PATH = r"(?P<path>[\w./@+-]+|'[^'\n]+'|\"[^\"\n]+\")"
_HERE_DOCUMENT = lazy_pattern(r"(?<!\s)\s*+<<-?\s*(?P<quote>['\"]?)(?P<end>\w+)(?P=quote)")
_SHELL_WRITES = lazy_pattern(
    rf"{_SHELL_PROMPT}(?:cat\s*(?P<sign>>>?)|tee(?P<appends>\s+-a)?)\s*{_SHELL_PATH}(?:\s*>\s*/dev/null)?$"
)
"""A command that writes its here-document to a file: `cat > a.py`, `tee -a a.py`."""
_SHELL_PYTHON = lazy_pattern(rf"{_SHELL_PROMPT}(?:uv run )?python[\d.]*(?:\s+-)?$")
_EXPANDS = lazy_pattern(r"[$`\\]")
_SHELL_ECHO = lazy_pattern(
    rf"{_SHELL_PROMPT}(?:echo|printf)\s+(?:-\w+\s+)?(?P<quote>['\"]?)(?P<text>[^'\"\n]*?)(?:\\n)?(?P=quote)\s*(?P<sign>>>?)\s*{_SHELL_PATH}$"
)
"""A command that writes one text to a file: `echo "x = 1" >> a.py`."""


def edits_by_shell(commands: str) -> Iterator[Code]:
    """The edits that shell commands would make."""
    lines = iter(commands.splitlines())
    renumbered: set[str] = set()
    """The files whose lines have other numbers after an earlier command."""
    for line in lines:
        if here := _HERE_DOCUMENT.search(line):
            text = "".join(f"{each}\n" for each in takewhile(lambda each: each.strip() != here["end"], lines))
            program = _HERE_DOCUMENT.sub("", line).strip()
            writes = _SHELL_WRITES.match(program)
            if _SHELL_PYTHON.match(program) and here["quote"]:
                yield from edits_by_python(text)
            elif writes is not None and _is_plain(writes, text, is_quoted=bool(here["quote"])):
                yield _written_by_shell(
                    writes, text, appends=writes["sign"] == ">>" or writes["appends"] is not None
                )
            continue
        if begins := _BEGINS_SED.match(line):
            # A script may have several lines.
            for below in islice(lines, _MAX_LINES_OF_SCRIPT if line.count(begins["quote"]) % 2 else 0):
                line = f"{line}\n{below}"
                if begins["quote"] in below:
                    break
        for command in map(str.strip, _SHELL_COMMAND.findall(line)):
            if moves := _SHELL_MOVE.match(command):
                old, new = map(_unquoted, moves.groups())
                if is_file(old) and (is_file(new) or new.endswith("/")):
                    yield file_edit(old, Move(_moved_to(old, new)))
            elif echo := _SHELL_ECHO.match(command):
                text = echo["text"]
                # `printf` and `echo -e` read escapes in single quotes too.
                if _is_plain(echo, text, is_quoted=echo["quote"] == "'" and "\\" not in text):
                    yield _written_by_shell(echo, f"{text}\n", appends=echo["sign"] == ">>")
            elif edits := _SHELL_SED.match(command):
                codes = list(_substituted(edits))
                if not any(_has_number(code) and not renumbered.isdisjoint(code.mentions) for code in codes):
                    yield from codes
                renumbered.update(path for code in codes if _may_renumber(code) for path in code.mentions)
            elif removes := _SHELL_REMOVE.match(command):
                paths = map(_unquoted, removes[1].split())
                yield from (file_edit(path, Delete()) for path in paths if is_file(path))


def _has_number(code: Code) -> bool:
    """True for an edit at a line that its command gives by number."""
    return isinstance(code.operation, Insert) and code.operation.after is not None


def _may_renumber(code: Code) -> bool:
    """True for an edit that may add or remove lines."""
    if not isinstance(code.operation, Replace):
        return True
    (pair, *_) = code.operation.interpretations
    return pair.search.count("\n") != pair.replace.count("\n")


def _substituted(command: re.Match[str]) -> Iterator[Code]:
    """The replacements of a `sed -i`; none of it if one is a pattern, or a command that is not known."""
    is_extended = bool(command["before"] or command["after"] or command["perl"])
    found: list[Replace | Insert | _Beside] = []
    for script in _SED_SCRIPT.finditer(command["scripts"]):
        text, end = script["text"], 0
        if script["quote"] == '"' and _SPECIAL_IN_SHELL.search(text):
            return
        while end < len(text):
            if not command["perl"] and (lines := _SED_LINES.match(text, end)):
                beside = _beside(lines, is_extended=is_extended)
                if beside is None:
                    return
                found.append(beside)
                break
            each = _SED_SUBSTITUTION.match(text, end) or _SED_DELETION.match(text, end)
            operation = None if each is None else _substitution(each, is_extended=is_extended)
            if each is None or operation is None or (command["perl"] and re.search("[$@]", each[0])):
                return
            end = each.end()
            found.append(operation)
    for path in map(_unquoted, command["paths"].split()):
        for edit in found:
            if isinstance(edit, _Beside):
                yield edit.code(path)
                continue
            new = edit.text if isinstance(edit, Insert) else edit.interpretations[0].replace
            yield file_edit(path, edit, text=new if new.endswith("\n") else f"{new}\n")


class _Beside(Struct, frozen=True):
    """Lines that `sed` adds beside a line, or puts in its place, of which its pattern has only a part."""

    verb: str
    old: str
    new: str

    def code(self, path: str) -> Code:
        """The lines as code, with words for their place: only the file shows where that line ends."""
        words = {
            "a": f"Add this below `{self.old}`:",
            "i": f"Add this above `{self.old}`:",
            "c": f"Replace the line `{self.old}` with:",
        }
        return Code(
            OF_BLOCK,
            self.new,
            "",
            may_be_file=False,
            mentions=(path,),
            is_requested=True,
            edit_in_words=WordingKind.CHANGE if self.verb == "c" else WordingKind.ADD,
            names=(self.old,),
            words=words[self.verb],
        )


def _beside(lines: re.Match[str], *, is_extended: bool) -> Replace | Insert | _Beside | None:
    """The edit by a command of `sed` for whole lines; None if its pattern or its text is not known."""
    new, verb = _replacement(lines["new"].rstrip("\n"), is_line=True), lines["verb"]
    if new is None:
        return None
    new = f"{new}\n"
    if (line := lines["line"]) is not None:
        if verb == "c" or (line == "$" and verb == "i"):
            return None
        return Insert(None if line == "$" else int(line) - (verb == "i"), new)
    pattern = lines["old"]
    open_start, open_end = _ANY_MARGIN.match(pattern), _ANY_END.search(pattern)
    is_whole = pattern.startswith("^") and pattern.endswith("$") and not pattern.endswith("\\$")
    pattern = pattern[open_start.end() if open_start else pattern.startswith("^") :]
    if open_end is not None:
        pattern = _ANY_END.sub("", pattern)
    elif pattern.endswith("$") and not pattern.endswith("\\$"):
        pattern = pattern[:-1]
    old = _literal(pattern, is_extended=is_extended)
    if not old or not old.strip() or "\n" in old or "`" in old:
        return None
    if not is_whole or open_end is not None:
        return _Beside(verb, old.strip(), new)
    line = f"{old}\n"
    return Replace((Interpretation(line, {"a": line + new, "i": new + line, "c": new}[verb]),))


def _substitution(each: re.Match[str], *, is_extended: bool) -> Replace | None:
    """The edit by a command of `sed`; None if it has a pattern, or if its new text has parts of the old."""
    groups = each.groupdict()
    is_deletion = "new" not in groups
    pattern, new = each["old"], "" if is_deletion else _replacement(groups["new"])
    is_at_start = pattern.startswith("^")
    is_at_end = pattern.endswith("$") and not pattern.endswith("\\$")
    is_whole = is_deletion or (is_at_start and is_at_end)
    if not is_deletion:
        pattern = pattern[is_at_start : len(pattern) - is_at_end]
    old = _literal(pattern, is_extended=is_extended)
    if not old or new is None or "\n" in old:
        return None
    if is_whole:
        return Replace((Interpretation(f"{old}\n", "" if is_deletion else f"{new}\n"),))
    if groups["all"] and not is_at_start and not is_at_end:
        return Replace((Interpretation(old, new),), is_everywhere=True, is_text=True)
    # Without the flag it is once in a line, and the tree shows which lines are meant.
    return Replace((Interpretation(f"{old}\n", f"{new}\n"),))


def _literal(pattern: str, *, is_extended: bool) -> str | None:
    """The only text that a pattern of `sed` finds; None if it has special characters.

    A dot before digits, words, dots or slashes usually means itself.
    """
    text, at = "", 0
    while at < len(pattern):
        sign = pattern[at]
        if sign == "\\":
            at += 1
            sign = pattern[at : at + 1]
            is_special = not sign or sign.isalnum() or sign in "<>`'"
            is_special |= not is_extended and sign in _SPECIAL_IF_EXTENDED
        elif sign == ".":
            below = pattern[at + 1 : at + 2]
            is_special = not (
                below.isalnum() or below in ("_", ".", "/") or pattern[at + 1 : at + 3] == "\\/"
            )
        else:
            is_special = sign in "*[" or (is_extended and sign in f"^${_SPECIAL_IF_EXTENDED}")
        if is_special:
            return None
        text += sign
        at += 1
    return text


def _replacement(text: str, *, is_line: bool = False) -> str | None:
    """The text that a replacement of `sed` writes; None if parts of the old text are in it.

    Args:
        text: The replacement.
        is_line: True if it is whole lines, which have no parts of the old text.
    """
    written, at = "", 0
    while at < len(text):
        sign = text[at]
        if sign == "&" and not is_line:
            return None
        if sign == "\\":
            at += 1
            sign = text[at : at + 1]
            if sign == "n":
                sign = "\n"
            elif sign == "t" and is_line:
                sign = "\t"
            elif not sign or sign.isalnum():
                return None
        written += sign
        at += 1
    return written


def _is_plain(command: re.Match[str], text: str, *, is_quoted: bool) -> bool:
    """True if a command only writes a text without variables to a file of the tree."""
    return is_file(_unquoted(command["path"])) and (is_quoted or not _EXPANDS.search(text))


def _written_by_shell(command: re.Match[str], text: str, *, appends: bool) -> Code:
    """The text that a command writes to a file, or appends to it."""
    return file_edit(_unquoted(command["path"]), Insert(None, text) if appends else Write(text), text=text)


def _unquoted(word: str) -> str:
    return word.strip("\"'")


def _moved_to(old: str, new: str) -> str:
    return new + base_name(old) if new.endswith("/") else new


_MAY_EDIT = lazy_pattern(r"\.write(?:_text)?\s*\(")
_MAX_LENGTH = 200_000
"""The most characters of a script that is read."""


def edits_by_python(text: str) -> tuple[Code, ...]:
    """The edits that a program would make by replacing constant text in files that it reads and writes back.

    Args:
        text: The program. Each call of `str.replace` is an edit, if nothing else happens to the text.
    """
    if len(text) > _MAX_LENGTH or ".replace(" not in text or _MAY_EDIT.search(text) is None:
        return ()
    # Imported on first use: few responses have such programs.
    from editreview.formats.python_scripts import edits_of

    return tuple(
        file_edit(path, operation, text=operation.interpretations[0].replace)
        for path, operation in edits_of(text)
    )
