"""Finds the line of a fault: a parser often stops far below it.

It is the line where a bracket should have been closed, by indentation; else the changed line without which
the text can be parsed; else the first error on a changed line. It is a changed line, or next to one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from editreview.alignment import alike_pairs, line_opcodes
from editreview.patterns import lazy_pattern
from editreview.review.checks.syntax.openers import unclosed
from editreview.text import split_lines

_MOST_LINES = 16
_MOST_PARSED = 100_000
"""The most characters that are parsed in all trials of one text."""
_LEAST_COST = 500
"""The least cost of parsing a text, in characters."""

_HasError = Callable[[str], bool]


class Edited:
    """A text before and after, by lines; numbers of lines are 0-based."""

    def __init__(self, before: str, after: str) -> None:
        self.old, self.new = split_lines(before, "\n"), split_lines(after, "\n")
        self.changed: dict[int, str | None] = {}
        """By changed line: the old line that it replaces; None if it is new."""
        self._near: set[int] = set()
        for a1, a2, b1, b2 in line_opcodes(self.old, self.new):
            self.changed |= dict.fromkeys(range(b1, b2))
            if a2 - a1 == b2 - b1:
                pairs = [(n, n) for n in range(a2 - a1)]
            else:
                pairs = alike_pairs(self.old[a1:a2], self.new[b1:b2])
            self.changed |= {b1 + new: self.old[a1 + old] for old, new in pairs}
            self._near |= {b1 - 1, b2}

    @cached_property
    def near(self) -> frozenset[int]:
        """The changed lines and their neighbours, between which lines may have been removed."""
        return frozenset(self._near | self.changed.keys())

    def is_deeper(self, line: int, step: int) -> bool:
        """True if the next line that is not blank, in the direction of `step`, is indented more than one."""
        others = self.new[line + 1 :] if step > 0 else reversed(self.new[:line])
        nearest = next((other for other in others if other.strip()), "")
        return _indent(nearest) > _indent(self.new[line])

    def with_line(self, line: int, text: str) -> str:
        """The text after, with one line replaced."""
        return "".join([*self.new[:line], text, *self.new[line + 1 :]])


def place(before: str, after: str, language: str, has_error: _HasError, found: Sequence[int]) -> int:
    """The 1-based line of a fault that an edit brings.

    Args:
        before: The text before, without errors; empty if the file is new.
        after: The text after, with errors.
        language: The language of both.
        has_error: Returns True for a text that has errors.
        found: The 1-based lines at which the parser reports errors of `after`.
    """
    edited = Edited(before, after)
    errors = [line - 1 for line in found]
    trials = Trials(edited, has_error)
    likely = _likely(edited, errors)
    # If an end is removed, a part that lacks its own end looks complete.
    ends = [line for line in likely if _END.fullmatch(edited.new[line].strip())]
    lines = [line for line in likely if line not in ends]
    places: Iterable[Callable[[], int | None]] = (
        lambda: _healing(likely, [_without_string], edited, trials),
        lambda: _unclosed(edited, after, language, trials),
        lambda: _healing(lines, [_away, _stand_ins(language)], edited, trials),
        lambda: _healing(ends, [_away], edited, trials),
        lambda: _nearest(edited, errors),
    )
    return next(line for each in places if (line := each()) is not None) + 1


class Trials:
    """Parses texts with one line replaced, until a limit is reached."""

    def __init__(self, edited: Edited, has_error: _HasError) -> None:
        self._edited = edited
        self._has_error = has_error
        self._left = _MOST_PARSED

    def heals(self, line: int, text: str) -> bool:
        """True if the text has no errors with one line replaced."""
        changed = self._edited.with_line(line, text)
        self._left -= len(changed) + _LEAST_COST
        return self._left > 0 and bool(changed.strip()) and not self._has_error(changed)


def _unclosed(edited: Edited, after: str, language: str, trials: Trials) -> int | None:
    for opened, end, closer in unclosed(after, language):
        if opened in edited.changed and opened != end:
            line = edited.new[opened]
            if any(trials.heals(opened, closed) for closed in _closed(line, closer)):
                return opened
        if end in edited.near:
            return end
    return None


def _closed(line: str, closer: str) -> Iterator[str]:
    """Variants of a line that opens a bracket, closed at the last places where it may have been."""
    opened = line.rfind(_OPENING.get(closer, closer)) + 1
    if opened and line[opened:].strip():
        places = [place.start() for place in _WORD_END.finditer(line, opened)]
        for place in (*reversed(places[-_MOST_PLACES:]), opened):
            yield line[:place] + closer + line[place:]


_OPENING = {")": "(", "]": "[", "}": "{"}
_WORD_END = lazy_pattern(r"""(?<=[\w)\]}"'*?])(?![\w)\]}"'*?])""")
_MOST_PLACES = 6


_Variants = Callable[["Edited", int], Iterator[str]]
"""Replacements for a 0-based line."""


def _healing(lines: Sequence[int], ways: Sequence[_Variants], edited: Edited, trials: Trials) -> int | None:
    """The line without which, or with another one in its place, the text has no error."""
    for variants in ways:
        for line in lines:
            if any(trials.heals(line, variant) for variant in variants(edited, line)):
                return line
    return None


def _likely(edited: Edited, errors: Sequence[int]) -> list[int]:
    """The changed lines: those with errors, then the others, by their distance from the first error.

    None if all lines have changed: then there is no correct code for them to fit.
    """
    if len(edited.changed) == len(edited.new):
        return []
    inside = {line: n for n, line in reversed([*enumerate(errors)])}
    first = next((line for line in errors if line in edited.near), errors[0])
    order = sorted(edited.changed, key=lambda line: (inside.get(line, len(errors)), abs(line - first), line))
    return order[:_MOST_LINES]


def _away(edited: Edited, line: int) -> Iterator[str]:
    yield edited.changed[line] or ""


def _without_string(edited: Edited, line: int) -> Iterator[str]:
    """A line with a word for a string that is not closed, up to the brackets at the end of the line."""
    text = edited.new[line]
    for quote in "\"'":
        if text.count(quote) % 2:
            tail = _END_OF_LINE.search(text)
            yield text[: text.index(quote)] + "x" + (tail[0] if tail else "")


_END_OF_LINE = lazy_pattern(r"[)\]}\s;{,:>]*$")


def _stand_ins(language: str) -> _Variants:
    """Replacements for a line: one that opens if deeper lines follow, one that closes if they precede."""
    opening, closing = _WORDS.get(language, ((), ()))

    def variants(edited: Edited, line: int) -> Iterator[str]:
        text = edited.new[line]
        if language == "html":
            for tag in _PLAIN_TAG.finditer(text):
                yield f"{text[: tag.start()]}</{text[tag.start() + 1 :]}"
        elif opening:
            if edited.is_deeper(line, 1):
                yield from (word + "\n" for word in opening)
            if edited.is_deeper(line, -1):
                yield from (word + "\n" for word in closing)
        elif brackets := _BRACKETS.findall(text):
            yield "".join(brackets) + "\n"

    return variants


_END = lazy_pattern(r"[)\]};,]+|end|fi|done|esac|\*/|</\w+>")
"""Lines that only close something."""


def _indent(line: str) -> int:
    line = line.expandtabs(4)
    return len(line) - len(line.lstrip())


_PLAIN_TAG = lazy_pattern(r"<\w+>")
_BRACKETS = lazy_pattern(r"^\s*[)\]}]+|[(\[{]+\s*$")
_WORDS: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "bash": (("if :; then", "while :; do", "case x in"), ("fi", "done", "esac")),
    "ruby": (("begin",), ("end",)),
    "python": (("if 1:", "try:"), ()),
}
"""For each language, lines that open something, and lines that close it."""


def _nearest(edited: Edited, errors: Sequence[int]) -> int:
    inside = [line for line in errors if line in edited.near]
    if inside:
        return inside[0]
    return min(edited.near, key=lambda line: (abs(line - errors[0]), line), default=errors[0])
