"""An edit with a fault in it, and what the check of syntax says of it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from editreview.review.checks.syntax import ParsedText, dialect_of, new_error
from tests.oracles.faults.kinds import ENDINGS, Fault, faults
from tests.oracles.faults.samples import sample
from tests.oracles.faults.words import KEYWORDS

_MIN_LINES, _MAX_LINES = 5, 17
_WINDOWS = 20
_WITHOUT_TREE = ("toml", "json", "python")
"""Languages whose errors are found in another way."""
_NAME = re.compile(r"(?<![\w<@/&#.$%\\-])[A-Za-z_]\w{2,}\b(?![=\-])")
_ALL_KEYWORDS = frozenset().union(*KEYWORDS.values())


@dataclass(frozen=True, slots=True)
class Edit:
    """A text before and after an edit of some of its lines, with a fault in one of them."""

    language: str
    kind: str
    before: str
    after: str
    line: int
    """The 1-based line of the fault."""
    without: str
    """The text after the edit, but for the fault."""

    @property
    def repaired(self) -> "Edit":
        """The same edit without the fault."""
        return replace(self, after=self.without)

    @property
    def path(self) -> str:
        return f"a{ENDINGS[self.language]}"


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer of the check to an edit."""

    edit: Edit
    line: int | None
    """None if no fault was found."""

    @property
    def is_at_line(self) -> bool:
        """True if the named line is that of the fault, or next to it."""
        return self.line is not None and abs(self.line - self.edit.line) <= 1


def judged(edit: Edit) -> Finding:
    error = _error(edit.before, edit.after, edit.path)
    return Finding(edit, error)


def _error(before: str | None, after: str, path: str) -> int | None:
    dialect = dialect_of(path)
    assert dialect is not None
    error = new_error(None if before is None else ParsedText(before, dialect), ParsedText(after, dialect))
    return None if error is None else error.line


def is_clean(text: str, path: str) -> bool:
    """True if neither the check nor the parser finds an error in a text."""
    dialect = dialect_of(path)
    assert dialect is not None
    code = ParsedText(text, dialect)
    has_tree = dialect.language not in _WITHOUT_TREE
    return new_error(None, code) is None and not (has_tree and code.errors)


def edits(language: str, kind: str, count: int) -> Iterator[Edit]:
    """So many edits of the sample of a language with a fault of a kind, the same in every run.

    One half replaces lines, the other inserts some.
    """
    for number in range(count):
        yield next(edits_of(sample(language), language, kind, Random(f"{language}, {kind}, {number}")))


def edits_of(text: str, language: str, kind: str, random: Random) -> Iterator[Edit]:
    """Edits of a text with one fault of a kind, each at another place, in a random order."""
    path = f"a{ENDINGS[language]}"
    for fault in faults(text, language, kind, random):
        ways = [_replaced, _inserted]
        random.shuffle(ways)
        before = next((found for way in ways if (found := way(text, fault, path, random)) is not None), None)
        if before is not None:
            yield Edit(language, kind, before, fault.apply(text), fault.line(text), text)


def _windows(lines: Sequence[str], at: int, random: Random) -> Iterator[tuple[int, int]]:
    """Runs of lines with line `at` among them."""
    for _ in range(_WINDOWS):
        count = min(random.randint(_MIN_LINES, _MAX_LINES), len(lines) - 1)
        first = min(max(at - random.randrange(count), 0), len(lines) - count)
        yield first, first + count


def _replaced(text: str, fault: Fault, path: str, random: Random) -> str | None:
    """The text with other names in the lines around a fault."""
    lines = text.splitlines(keepends=True)
    for first, end in _windows(lines, fault.line(text) - 1, random):
        before = "".join(
            [*lines[:first], *(_renamed(line, random) for line in lines[first:end]), *lines[end:]]
        )
        if before != text and is_clean(before, path):
            return before
    return None


def _renamed(line: str, random: Random) -> str:
    names = [name for name in _NAME.finditer(line) if name[0] not in _ALL_KEYWORDS]
    if not names:
        return line
    name = random.choice(names)
    return f"{line[: name.end()]}0{line[name.end() :]}"


def _inserted(text: str, fault: Fault, path: str, random: Random) -> str | None:
    """The text without the lines around a fault."""
    lines = text.splitlines(keepends=True)
    for first, end in _windows(lines, fault.line(text) - 1, random):
        before = "".join([*lines[:first], *lines[end:]])
        if before.strip() and is_clean(before, path):
            return before
    return None
