"""Edits cut out of real source files: a few lines that are there once, and what they should become."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from keyword import kwlist
from random import Random

_WORD = re.compile(r"[A-Za-z_]\w{2,}")
_ASSIGNMENT = re.compile(r"\s*[\w.]+ = [^\\\"'(\[{]*$")
_KEYWORDS = frozenset(kwlist) | {
    *("begin", "break", "case", "catch", "const", "default", "delete", "elsif", "end", "enum", "export"),
    *("extends", "extern", "final", "function", "implements", "impl", "interface", "let", "match", "mod"),
    *("module", "mut", "namespace", "new", "package", "private", "protected", "pub", "public", "readonly"),
    *("require", "self", "static", "struct", "super", "switch", "this", "throw", "trait", "type", "unless"),
    *("use", "var", "void", "when", "where"),
    *("chan", "defer", "fallthrough", "func", "map", "range", "select"),
}
_MARKS = re.compile(r"\s*(<{4,}|={4,}|>{4,}|`{3,}|~{3,}|\.\.\.|@@)")
_MIN_LINES, _MAX_LINES = 3, 20
_ATTEMPTS = 60


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a block in SEARCH and in REPLACE; None where it is not."""

    old: str | None
    new: str | None

    @property
    def is_kept(self) -> bool:
        return self.old == self.new

    def mapped(self, change: Callable[[str], str]) -> "Row":
        """Both sides changed alike."""
        return Row(*(side if side is None else change(side) for side in (self.old, self.new)))


@dataclass(frozen=True, slots=True)
class Edit:
    """A file, cut in three: the lines before the block, the block, the lines after."""

    head: str
    rows: tuple[Row, ...]
    tail: str

    @property
    def before(self) -> str:
        return self.head + searched(self.rows) + self.tail

    @property
    def after(self) -> str:
        return self.head + replaced(self.rows) + self.tail


def searched(rows: Sequence[Row]) -> str:
    """The SEARCH part of a block."""
    return "".join(f"{row.old}\n" for row in rows if row.old is not None)


def replaced(rows: Sequence[Row]) -> str:
    """The REPLACE part."""
    return "".join(f"{row.new}\n" for row in rows if row.new is not None)


def indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


class Source:
    """A file to cut edits out of."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.lines = text.split("\n")[:-1]

    @property
    def is_usable(self) -> bool:
        return 40 <= len(self.lines) <= 600 and not any("\r" in line for line in self.lines)

    @cached_property
    def _squeezed(self) -> str:
        """The lines without any blanks, to see which are there more than once whatever is forgiven."""
        return _squeeze(self.lines)

    def edits(self, chance: Random) -> Iterator[Edit]:
        """So many edits as it takes."""
        for _ in range(_ATTEMPTS):
            count = chance.randint(_MIN_LINES, _MAX_LINES)
            first = chance.randrange(len(self.lines) - count)
            block = self.lines[first : first + count]
            if self._is_plain(block):
                rows = _edited(chance, block, "#" if self.path.endswith((".py", ".rb")) else "//")
                if rows is not None:
                    head, tail = self.lines[:first], self.lines[first + count :]
                    edit = Edit(_text(head), rows, _text(tail))
                    if self._is_still_code(edit):
                        yield edit

    def _is_still_code(self, edit: Edit) -> bool:
        """True if the edit leaves code that can be parsed: another is refused for that alone."""
        if not self.path.endswith(".py"):
            return all(edit.before.count(each) == edit.after.count(each) for each in "()[]{}")
        try:
            compile(edit.after, self.path, "exec", dont_inherit=True)
        except SyntaxError:
            return False
        return True

    def _is_plain(self, block: list[str]) -> bool:
        """True if the block occurs exactly once and holds nothing that means something in a response."""
        nonblank = [line for line in block if line.strip()]
        return (
            len(nonblank) >= _MIN_LINES
            and bool(block[0].strip() and block[-1].strip())
            and not any(_MARKS.match(line) for line in block)
            and self._squeezed.count(_squeeze(block)) == 1
        )


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _squeeze(lines: Sequence[str]) -> str:
    return "\n" + "".join(f"{squeezed}\n" for line in lines if (squeezed := "".join(line.split())))


def _edited(chance: Random, block: list[str], comment: str) -> tuple[Row, ...] | None:
    """One to three lines renamed in, added or taken out, so that the file stays well-formed."""
    rows = [Row(line, line) for line in block]
    for at in sorted(chance.sample(range(len(block)), chance.randint(1, 3)), reverse=True):
        line = block[at]
        words = [found for found in _WORD.finditer(line) if found[0] not in _KEYWORDS]
        follows_alike = at + 1 < len(block) and indent(block[at + 1]) == indent(line)
        way = chance.random()
        if way < 0.2 and line.strip() and not line.endswith("\\"):
            rows.insert(at + 1, Row(None, f"{indent(line)}{comment} changed {at}"))
        elif way < 0.3 and follows_alike and _ASSIGNMENT.match(line):
            rows[at] = Row(line, None)
        elif words:
            word = chance.choice(words)
            rows[at] = Row(line, f"{line[: word.end()]}_changed{line[word.end() :]}")
    return None if all(row.is_kept for row in rows) else tuple(rows)
