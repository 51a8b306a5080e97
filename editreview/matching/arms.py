"""Arms of a `switch`, `match`, `when` or `case`, each known by its label.

A snippet of arms alone replaces those of the file with their labels. New ones go below the arm that it shows
above them, else above the one that it shows below, or beside the arm that words name:

        case OP_LOAD_DELAY:             in the file
            gen_regs[x] = delay;        instead of what the file has there
            break;
        case OP_HALT:                   new
            return;

Where nothing shows the place of new arms, each boundary is a candidate; the likeliest is the end, above what
is for all other cases. Lines are 0-based, spans half-open.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import PurePosixPath
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from editreview.alignment import change_lines
from editreview.blocks import Interpretation
from editreview.first_use import lazy_pattern
from editreview.matching.adapt import adapt_lines
from editreview.matching.code import STRING_LITERAL, is_comment, language_of
from editreview.matching.definition_merge import listed
from editreview.matching.definitions import named_spans
from editreview.matching.depth import depth_map, depth_unit, indent_width, only_closes
from editreview.matching.file_index import FileIndex
from editreview.matching.model import DEFINITION, MAX_CANDIDATES, Match, MatchEffect, block_lines, match_key
from editreview.matching.place_words import names_beside
from editreview.matching.places import makes_fault
from editreview.text import indentation, open_brackets, without_blank_edges

_MAX_LINES = 20_000
"""The most lines of a file whose arms are read."""
_WITH_CASES = frozenset(
    ("c", "cpp", "csharp", "go", "java", "javascript", "php", "python", "scala", "swift", "tsx", "typescript")
)
"""Languages whose arms begin with `case`."""
_WITH_ARROWS = {"elixir": "->", "kotlin": "->", "rust": "=>"}
"""Languages whose arms begin with a pattern, and what ends that."""
_BEGINS_CASE = lazy_pattern(r"(?:case\b|default\s*(?::|->|=>))")
_TOKEN = lazy_pattern(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|[()\[\]{}]|->|=>|::|:=|:")
"""A string, a bracket, or what may end the head of an arm; `::` and `:=` do not."""
_WHEN_OF_RUBY = lazy_pattern(r"(?P<label>(?:when|in)\s.*?|else)(?:\s+then\b.*)?")
_WHEN_OF_SQL = lazy_pattern(r"(?P<label>WHEN\s.*?)\s+THEN\b.*|(?P<other>ELSE)\b.*", re.IGNORECASE)
_PATTERN_OF_SHELL = lazy_pattern(r"\(?(?P<label>[^()\s$#][^()]*)\)(?!\)).*")
_SETS = lazy_pattern(
    r"(?:let|val|var|if|while|for|return|fun|fn|type|typealias|def)\b|.*\s=\s"
    r"|(?:@?\w+\s)+(?:val|var|fun|fn)\s|[\w\s]+:\s"
)
"""The beginning of a line that has an arrow, but is no arm: `let f: fn() -> u8`, `private val a: (A) -> B`.
"""
_ENDS_ARM = lazy_pattern(r"(?:break|return|continue)\b.*;|;;&?|;&|\{")
"""A line as deep as the head of its arm that belongs to it."""
_OTHERS = frozenset(("default", "else", "_", "*", "case _"))
"""Labels of the arm for all other cases, in lower case."""
_BOUND = lazy_pattern(
    r"(?<=[(\[{,\s&.])(?!(?:as|false|if|in|is|let|mut|nil|none|null|ref|true|var|when)\b)[a-z_]\w*\b(?!\s*[(:.])"
)
"""A name that a pattern binds, inside its brackets."""
_IN_BRACKETS = lazy_pattern(r"[(\[{][^()\[\]{}]*[)\]}]")
_GUARD = lazy_pattern(r"\s(?:if|when|where)\s")
"""A condition behind a pattern: `Some(n) if n > 0`."""
_DIVIDER = lazy_pattern(r"(?:,|\||\bor\b)(?![^()\[\]{}]*[)\]}])")
"""What divides values in a list, outside of brackets."""
_NAME = lazy_pattern(r"[\w*]+")
_PATH = lazy_pattern(r"\w+(?:(?:::|\.|\\|->)\w+)*")
_BRACKET = lazy_pattern(r"[(\[{]")
_OPENS_BODY = lazy_pattern(r"=>\s*\{")
_BEFORE_REMARK = lazy_pattern(r"(?:\"(?:\\.|[^\"\\])*+\"|'(?:\\.|[^'\\])'|[^\"/]|/(?!/))*+")
"""The code of a line of Rust before a comment: `A => "a//b",  ` before `// the first`."""


class _Arm(Struct, frozen=True):
    """One arm of a statement."""

    label: str
    first: int
    """The first line, including comments directly above."""
    head: int
    end: int

    @property
    def key(self) -> str:
        """The label, whatever names it binds: `Some(_)`."""
        return _IN_BRACKETS.sub(lambda found: _BOUND.sub("_", found[0]), self.label)

    @property
    def name(self) -> str:
        """Its label without the keyword, for users."""
        return re.sub(r"(?:case|when|in)\s+", "", self.label, count=1, flags=re.IGNORECASE)

    @property
    def values(self) -> frozenset[str]:
        """The values in a list for which it is: `A`, `B` of `A | B`."""
        if _GUARD.search(self.name) is not None:
            return frozenset((self.name,))
        return frozenset(map(str.strip, _DIVIDER.split(self.name)))

    @property
    def is_for_others(self) -> bool:
        return self.label.lower() in _OTHERS


class _Statement(Struct, frozen=True):
    """The arms of one statement that are next to each other."""

    arms: tuple[_Arm, ...]
    end: int


def match_arms(
    index: FileIndex, text: str, path: str, names: Collection[str], words: str
) -> tuple[Match, ...]:
    """The matches of a snippet of arms, one for each statement that it may be of; none for other snippets.

    Args:
        index: The index of the file.
        text: The snippet.
        path: The path of the file; determines the language.
        names: The names of code in the words above the snippet.
        words: These words.
    """
    snippet = _without_ends(without_blank_edges(block_lines(text)))
    if DEFINITION.name in index.without or not snippet or len(index.lines) > _MAX_LINES:
        return ()
    own = list(_statements(snippet, path))
    if len(own) != 1 or own[0].end < len(snippet) or own[0].arms[0].first:
        return ()
    new = own[0]
    keys = [arm.key for arm in new.arms]
    if len(set(keys)) < len(keys) or not _has_body(snippet, new.arms[-1]):
        return ()
    statements = list(_statements(index.bodies.plain(), path))
    spans = named_spans(index, names, path)
    inside = [each for each in statements if any(a <= each.arms[0].head < b for a, b in spans)]
    beside = [(arm, is_below) for name, is_below in names_beside(words) for arm in _named(statements, name)]
    known = [each for each in inside or statements if any(arm.key in keys for arm in each.arms)]
    if not known:
        inside, statements = (
            [each for each in some if _may_be_of(each, new)] for some in (inside, statements)
        )
        at = [each for each in inside or statements if any(arm in each.arms for arm, _ in beside)]
        known = at or inside or (statements if len(statements) == 1 else [])
    found: list[Match] = []
    for statement in known:
        merge = _Merge(index, path, snippet, new, statement)
        found += merge.matches([each for each in beside if each[0] in statement.arms])
    valid = [match for match in found if not makes_fault(index, path, match.change)][:MAX_CANDIDATES]
    labels = Counter(match.label for match in valid)
    return tuple(_with_line(match) if labels[match.label] > 1 else match for match in valid)


def _without_ends(lines: list[str]) -> list[str]:
    """Lines without the last ones, if these only close brackets that none of the lines opens."""
    surplus = -open_brackets(STRING_LITERAL.sub("", "\n".join(lines)))
    end = len(lines)
    while surplus > 0 and end and only_closes(lines[end - 1]):
        end -= 1
        surplus += open_brackets(lines[end])
    return lines[:end] if not surplus else lines


def _with_line(match: Match) -> Match:
    """A match with its first line in its label."""
    line, _ = match.lines or (1, 1)
    return replace(match, label=f"{match.label} (L{line})")


def _has_body(lines: Sequence[str], arm: _Arm) -> bool:
    """True if an arm is more than its label."""
    if arm.end > arm.head + 1:
        return True
    rest = lines[arm.head].strip().removeprefix(arm.label).strip()
    return len(rest.removeprefix("then").strip(" :=->)")) > 0


def _named(statements: Sequence[_Statement], name: str) -> Iterator[_Arm]:
    """The arms that words name by their label or its last names: `.turnStart`, `Red` for `Color::Red`."""
    arms = [arm for statement in statements for arm in statement.arms]
    whole = [arm for arm in arms if name.rstrip(":") in (arm.label, arm.name)]
    yield from whole or [arm for arm in arms if _end_alike(_names_of(name), _names_of(arm.name))]


def _end_alike(names: Sequence[str], others: Sequence[str]) -> bool:
    """True if two paths of names are of the same thing, as far as both go: `Color::Red` and `Red`."""
    count = min(len(names), len(others))
    return count > 0 and [*names][-count:] == [*others][-count:]


def _names_of(label: str) -> Sequence[str]:
    """The names in the path of a label, before its brackets: `Color` and `Red` of `Color::Red(_)`."""
    path = _BRACKET.split(label)[0].strip(" :.")
    names = _NAME.findall(path)
    if _PATH.fullmatch(path) is None:
        # Of several values, the last one counts.
        return names[-1:]
    return names[1:] if names[0] in ("Self", "self") else names


def _may_be_of(statement: _Statement, new: _Statement) -> bool:
    """False if the arms of two statements are of different types: `Color::Red`, `Shape::Round`."""
    own, others = (
        {names[-2] for arm in each.arms if len(names := _names_of(arm.name)) > 1} for each in (new, statement)
    )
    return not own or not others or not own.isdisjoint(others)


# Reading arms


def _statements(lines: Sequence[str], path: str) -> Iterator[_Statement]:
    """The statements of a text that have arms, by the lines on which these begin."""
    language = "sql" if PurePosixPath(path).suffix.lower() == ".sql" else language_of(path)
    open_: list[tuple[int, list[tuple[int, str]]]] = []
    """The depths of those around a line, with the heads of their arms, the innermost last."""
    for at, line in enumerate(lines if language is not None else ()):
        stripped, depth = line.strip(), indent_width(line)
        if not stripped or (is_comment(line, path) and not stripped.startswith("#if")):
            continue
        while open_ and open_[-1][0] > depth:
            yield _statement(lines, path, *open_.pop(), at)
        label = _label(stripped, language or "")
        if open_ and open_[-1][0] == depth:
            heads = open_[-1][1]
            if label is not None:
                heads.append((at, label))
            elif not _belongs(stripped, lines[heads[-1][0] : at]):
                yield _statement(lines, path, *open_.pop(), at)
        elif label is not None and label.lower() not in ("else", "default"):
            open_.append((depth, [(at, label)]))
    for depth, heads in reversed(open_):
        yield _statement(lines, path, depth, heads, len(lines))


def _statement(
    lines: Sequence[str], path: str, depth: int, heads: Sequence[tuple[int, str]], end: int
) -> _Statement:
    """The statement with some heads of arms, which ends above a line."""
    firsts = []
    for head, _ in heads:
        first = head
        while first and is_comment(lines[first - 1], path) and indent_width(lines[first - 1]) == depth:
            first -= 1
        firsts.append(first)
    ends = [*firsts[1:], end]
    for nth, (head, _) in enumerate(heads):
        while ends[nth] > head + 1 and not lines[ends[nth] - 1].strip():
            ends[nth] -= 1
    arms = [
        _Arm(label, first, head, stop) for (head, label), first, stop in zip(heads, firsts, ends, strict=True)
    ]
    return _Statement(tuple(arms), ends[-1])


def _belongs(line: str, above: Sequence[str]) -> bool:
    """True if a line as deep as the head of an arm belongs to it: `break;`, or the end of its block."""
    if not only_closes(line):
        return _ENDS_ARM.fullmatch(line) is not None
    return open_brackets(STRING_LITERAL.sub("", "".join(above))) > 0


def _label(line: str, language: str) -> str | None:
    """The label of the arm that begins with a line; None if none does."""
    found: re.Match[str] | None
    match language:
        case "ruby":
            found = _WHEN_OF_RUBY.fullmatch(line)
        case "sql":
            found = _WHEN_OF_SQL.fullmatch(line)
            return None if found is None else " ".join((found["label"] or found["other"]).split())
        case "bash":
            found = _PATTERN_OF_SHELL.fullmatch(line)
        case _ if language in _WITH_CASES:
            return _before(line, (":", "->", "=>")) if _BEGINS_CASE.match(line) else None
        case _ if language in _WITH_ARROWS:
            label = _before(line, (_WITH_ARROWS[language],))
            return None if label is None or _SETS.match(label) else label
        case _:
            return None
    return None if found is None else " ".join(found["label"].split())


def _before(line: str, ends: Collection[str]) -> str | None:
    """The text before the first of some tokens outside of brackets and strings; None without one."""
    depth = 0
    for token in _TOKEN.finditer(line):
        depth += (token[0] in "([{") - (token[0] in ")]}")
        if depth < 0:
            return None
        if not depth and token[0] in ends:
            return " ".join(line[: token.start()].split()) or None
    return None


# Merging them


class _Edit(NamedTuple):
    """Lines of the file, and those that take their place."""

    first: int
    end: int
    lines: Sequence[str]


class _Merge:
    """The arms of a snippet, and one statement of the file."""

    def __init__(
        self, index: FileIndex, path: str, snippet: Sequence[str], new: _Statement, statement: _Statement
    ) -> None:
        self._index, self._path = index, path
        self._is_rust = path.endswith(".rs")
        self._file, self._snippet = index.bodies.plain(), snippet
        self._new, self._arms = new.arms, statement.arms
        self._end = statement.end
        self._unit = depth_unit(self._file[statement.arms[0].head : statement.end])
        gaps = [tuple(self._file[above.end : below.first]) for above, below in pairwise(self._arms)]
        self._gap = Counter(gaps).most_common(1)[0][0] if gaps else ()
        """The blank lines between arms."""

    def matches(self, beside: Sequence[tuple[_Arm, bool]]) -> list[Match]:
        """The matches: several if nothing shows where new arms go, none if it is unclear which ones are new.

        Args:
            beside: The arms of the statement that words name as a place, each with True for below.
        """
        by_key = {arm.key: arm for arm in self._arms}
        if len(by_key) < len(self._arms):
            return []
        partners = [by_key.get(arm.key) or self._with_its_parts(arm) for arm in self._new]
        known = [each for each in partners if each is not None]
        added = [arm for arm, old in zip(self._new, partners, strict=True) if old is None]
        order = [arm.head for arm in known]
        if len(set(order)) < len(order) or any(map(self._overlap, added)):
            return []
        if added and order != sorted(order):
            return []
        edits = [self._replacing(old, arm) for old, arm in zip(partners, self._new, strict=True) if old]
        said = f"replaces {listed([arm.name for arm in known])}" if known else ""
        if not added:
            return [self._match(edits, said, None)]
        names = f"adds {listed([arm.name for arm in added])}"
        if known:
            edits += self._beside_known(partners)
            return [self._match(edits, f"{said}; {names}", None)]
        boundaries = [(arm, is_below) for arm, is_below in beside[-1:]] or self._boundaries(added)
        return [
            self._match(
                [self._adding(added, arm, is_below=is_below)],
                f"{names} {'below' if is_below else 'above'} `{arm.name}`",
                MatchEffect.ADDS,
            )
            for arm, is_below in boundaries
        ]

    def _with_its_parts(self, arm: _Arm) -> _Arm | None:
        """The only arm of the file with values of a new one, which has all of them: `A` for `A | B`."""
        overlapping = self._overlap(arm)
        is_wider = len(overlapping) == 1 and overlapping[0].values <= arm.values
        return overlapping[0] if is_wider else None

    def _overlap(self, arm: _Arm) -> list[_Arm]:
        return [each for each in self._arms if not each.values.isdisjoint(arm.values)]

    def _beside_known(self, partners: Sequence[_Arm | None]) -> Iterator[_Edit]:
        """The edits that add new arms below the known one above them, or else above the one below them."""
        for is_new, group in groupby(range(len(partners)), lambda n: partners[n] is None):
            run = list(group)
            if not is_new:
                continue
            above = partners[run[0] - 1] if run[0] else None
            adjacent = above or partners[run[-1] + 1]
            assert adjacent is not None
            yield self._adding([self._new[n] for n in run], adjacent, is_below=above is not None)

    def _boundaries(self, added: Sequence[_Arm]) -> list[tuple[_Arm, bool]]:
        """The places for new arms, the likeliest first: the end, above what is for all other cases."""
        *inner, last = self._arms
        if last.is_for_others and not added[-1].is_for_others:
            end, inner = (last, False), inner[:-1]
        else:
            end = (last, True)
        places = [end, (self._arms[0], False), *((arm, True) for arm in inner)]
        return list(dict.fromkeys(places))

    def _replacing(self, old: _Arm, new: _Arm) -> _Edit:
        """The edit that replaces an arm; without comments above it, those of the file stay."""
        first = old.head if new.first == new.head else old.first
        lines = self._as_deep(old, [new])
        is_last = old == self._arms[-1] and new == self._new[-1]
        if self._is_rust and (not is_last or _has_comma(self._file[old.head : old.end], self._path)):
            lines = _with_comma(lines, new, self._path)
        return _Edit(first, old.end, lines)

    def _adding(self, added: Sequence[_Arm], adjacent: _Arm, *, is_below: bool) -> _Edit:
        """The edit that adds arms below or above one of the file."""
        lines, blank = self._as_deep(adjacent, added), self._gap
        if self._is_rust:
            lines = _with_comma(lines, added[-1], self._path)
        if not is_below:
            return _Edit(adjacent.first, adjacent.first, [*lines, *blank])
        head, end = adjacent.head, adjacent.end
        if not self._is_rust:
            return _Edit(end, end, [*blank, *lines])
        return _Edit(head, end, [*_with_comma(self._file[head:end], adjacent, self._path), *blank, *lines])

    def _as_deep(self, adjacent: _Arm, arms: Sequence[_Arm]) -> list[str]:
        """The lines of arms of the snippet as deep as an arm of the file, with blank lines between them."""
        line = self._snippet[arms[0].head]
        target = indentation(self._file[adjacent.head]) + line.strip()
        shift = depth_map([line], [target], depth_unit(self._snippet), self._unit)
        lines: list[str] = []
        for arm in arms:
            own = list(self._snippet[arm.first : arm.end])
            moved = None if shift is None else shift.fit_all(own)
            lines += [*(self._gap if lines else ()), *(own if moved is None else moved)]
        return lines

    def _match(self, edits: Sequence[_Edit], label: str, effect: MatchEffect | None) -> Match:
        ordered = sorted(edits, key=lambda edit: (edit.first, edit.end))
        first, end = ordered[0].first, max(edit.end for edit in edits)
        old = self._file[first:end]
        new = list(old)
        for edit in reversed(ordered):
            new[edit.first - first : edit.end - first] = edit.lines
        adapted = adapt_lines(self._index.lines, first, old, new, self._index.line_end_at(first))
        return Match(
            key=f"{match_key(self._index.lines, first, end)}:{label}",
            interpretation=Interpretation("", "".join(f"{line}\n" for line in self._snippet)),
            span=self._index.lines.span(first, end),
            lines=(first + 1, end) if end > first else (max(first, 1), max(first, 1)),
            change=change_lines(self._index.lines, first, end, adapted),
            strategies=(DEFINITION.name,),
            tier=DEFINITION.tier,
            label=label,
            effect=effect,
        )


def _with_comma(lines: Sequence[str], arm: _Arm, path: str) -> list[str]:
    """Lines of Rust that end with an arm, with the comma that divides it from the next one.

    A block as its body (`=> {`) needs none.
    """
    head = len(lines) - (arm.end - arm.head)
    if _OPENS_BODY.search(lines[head]) is not None or _has_comma(lines[head:], path):
        return list(lines)
    at = head + _last_code(lines[head:], path)
    code = _code_of(lines[at])
    return [*lines[:at], f"{code},{lines[at][len(code) :].rstrip()}", *lines[at + 1 :]]


def _has_comma(arm: Sequence[str], path: str) -> bool:
    return _code_of(arm[_last_code(arm, path)]).endswith(",")


def _last_code(arm: Sequence[str], path: str) -> int:
    """The last line of an arm that is more than a comment."""
    code = (n for n, line in enumerate(arm) if line.strip() and not is_comment(line, path))
    return max(code, default=0)


def _code_of(line: str) -> str:
    """A line of Rust without the comment and the whitespace at its end."""
    found = _BEFORE_REMARK.match(line)
    is_remark = found is not None and line.startswith("//", found.end())
    return (found[0] if found is not None and is_remark else line).rstrip()
