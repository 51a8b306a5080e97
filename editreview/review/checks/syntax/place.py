"""Finds the line of a fault: a parser often stops far below it.

It is the line where a bracket should have been closed, by indentation; else the changed line without which
the text can be parsed; else the first error on a changed line. It is a changed line, or next to one.

A bracket that is lost in the middle of a file leaves the outermost one open at its end. Indentation shows
which one it was: it should have been closed before the first line that is not deeper than its own.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from editreview.alignment import alike_pairs, line_opcodes
from editreview.matching import LANGUAGES, Tokens, signs
from editreview.patterns import lazy_pattern
from editreview.review.checks.syntax.markup import tags
from editreview.text import split_lines

_CLOSING = {")": "(", "]": "[", "}": "{"}
_OPENERS = frozenset(_CLOSING.values())
_LEXED_AS = {"toml": "python"}
_PAIRED_WORDS = {
    "bash": (
        {"if": "fi", "case": "esac", "do": "done"},
        frozenset({"fi", "esac", "done"}),
    ),
    "ruby": (
        dict.fromkeys(
            ("class", "module", "def", "begin", "do", "if", "unless", "while", "until", "case", "for"), "end"
        ),
        frozenset({"end"}),
    ),
}  # fmt: skip
"""By language: opening words, each with its closing word, and all closing words."""
_AT_START = frozenset({"if", "unless", "while", "until", "case", "for", "begin", "class", "module", "def"})
"""Words of Ruby that open something only at the beginning of a statement."""
_CLAUSE = lazy_pattern(
    r"\s*(?:(?:rescue|else|elsif|elif|ensure|when|in|then|catch|except|finally|case|default)\b"
    r"|(?:public|private|protected)\s*:)"
)
"""Lines that continue the open part although they are no deeper."""
_MOST_STEPS = 1_000_000
"""The most marks that are examined; for each closing one, all open ones are compared."""
_DEEPEST = 1_000
"""The most marks that are open at once."""
_INDENT = lazy_pattern(r"[ \t]*")


class _Mark(NamedTuple):
    """A bracket or word that opens or closes."""

    line: int
    """0-based."""
    closer: str
    """The closing one of its kind."""
    is_opening: bool
    is_first: bool
    """True if it begins its line."""


class _Open(NamedTuple):
    line: int
    closer: str
    indent: int


class Unclosed(NamedTuple):
    """An opening that is not closed, by 0-based lines."""

    opened: int
    end: int
    """The first line that is not deeper, before which it should be closed."""
    closer: str


def unclosed(text: str, language: str) -> list[Unclosed]:
    """All openings that are not closed, by the lines where they should be.

    Empty if they are too many, or nested too deep, to be paired in a fraction of a second.
    """
    lines = text.split("\n")
    steps = 0
    found: list[Unclosed] = []
    stack: list[_Open] = []
    marks = _marks_of_markup(text) if language == "html" else _marks(text, language)
    for mark in marks:
        steps += 1 + (0 if mark.is_opening else len(stack))
        if steps > _MOST_STEPS or len(stack) > _DEEPEST:
            return []
        indent = _indent_width(lines[mark.line])
        if mark.is_opening:
            stack.append(_Open(mark.line, mark.closer, indent))
            continue
        at = _partner(stack, mark, indent)
        if at is None:
            continue
        found += (
            Unclosed(each.line, min(_end(lines, each), mark.line), each.closer) for each in stack[at + 1 :]
        )
        del stack[at:]
    found += (Unclosed(each.line, _end(lines, each), each.closer) for each in stack)
    return sorted(found, key=lambda each: each.end)


def _partner(stack: list[_Open], mark: _Mark, indent: int) -> int | None:
    """The index of the opening that a closing mark belongs to; None if there is none."""
    same = [n for n, each in enumerate(stack) if each.closer == mark.closer]
    if not same:
        return None
    if mark.is_first:
        level = [n for n in same if stack[n].indent == indent]
        if level:
            return level[-1]
        if stack[same[-1]].indent < indent and stack[same[-1]].line != mark.line:
            # It is deeper than all open marks: its own opening is lost.
            return same[-1] if same[-1] == len(stack) - 1 else None
    return same[-1]


def _end(lines: list[str], opened: _Open) -> int:
    """The line below the last deeper one; at most the line above the next one that is not deeper."""
    last = opened.line
    for n in range(opened.line + 1, len(lines)):
        if lines[n].strip():
            if _indent_width(lines[n]) <= opened.indent and not _CLAUSE.match(lines[n]):
                return min(last + 1, n - 1)
            last = n
    return last


def _indent_width(line: str) -> int:
    spaces = _INDENT.match(line)
    return len(spaces[0].expandtabs(4)) if spaces else 0


def _marks(text: str, language: str) -> Iterator[_Mark]:
    lines = _Lines(text)
    if language in _PAIRED_WORDS:
        yield from _marks_with_words(text, language, lines)
        return
    for sign, start in signs(text, language if language in LANGUAGES else _LEXED_AS[language]):
        if sign in _CLOSING or sign in _OPENERS:
            yield _bracket(sign, *lines.at(start))


class _Lines:
    """Maps offsets, in ascending order, to their lines."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line = self._offset = 0

    def at(self, offset: int) -> tuple[int, bool]:
        """The 0-based line of an offset, and True if only whitespace is before it on that line."""
        self._line += self._text.count("\n", self._offset, offset)
        self._offset = offset
        return self._line, not self._text[self._text.rfind("\n", 0, offset) + 1 : offset].strip()


def _bracket(sign: str, line: int, is_first: bool) -> _Mark:
    return _Mark(line, sign if sign in _CLOSING else _PAIR[sign], sign in _OPENERS, is_first)


def _marks_with_words(text: str, language: str, lines: _Lines) -> Iterator[_Mark]:
    tokens = Tokens(text, language)
    opening, closing = _PAIRED_WORDS[language]
    previous = ""
    for n, key in enumerate(tokens.keys):
        if key not in _OPENERS and key not in _CLOSING and key not in opening and key not in closing:
            previous = key
            continue
        start, end = tokens.span(n)
        line, is_first = lines.at(start)
        if key in _CLOSING or key in _OPENERS:
            yield _bracket(key, line, is_first)
        elif previous in (".", ":", "$", "-", "@") or text[end : end + 1] == ":":
            pass
        elif key in closing:
            yield _Mark(line, key, False, is_first)
        elif language != "ruby" or is_first or key not in _AT_START or previous in ("=", "(", ";", "do"):
            yield _Mark(line, opening[key], True, is_first)
        previous = key


def _marks_of_markup(text: str) -> Iterator[_Mark]:
    lines = _Lines(text)
    for tag in tags(text):
        line, is_first = lines.at(tag.start)
        yield _Mark(line, f"</{tag.name}>", tag.is_opening, is_first)


_PAIR = {opening: closing for closing, opening in _CLOSING.items()}


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
    opened = line.rfind(_CLOSING.get(closer, closer)) + 1
    if opened and line[opened:].strip():
        places = [place.start() for place in _WORD_END.finditer(line, opened)]
        for place in (*reversed(places[-_MOST_PLACES:]), opened):
            yield line[:place] + closer + line[place:]


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
