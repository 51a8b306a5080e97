"""Matches a snippet of whole definitions: each replaces its namesake in the file.

The snippet's functions, classes, keys or sections are found by their names, on the one level of the file
that has them. Nothing is guessed: a snippet that seems cut off, that would drop members or decorators, or
that leaves open which namesake is meant, means several candidates or no match at all. What comes of
it is read again, and must have every definition that the file had, none of them twice.

Lines are 0-based, spans half-open.
"""

import re
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise
from weakref import WeakKeyDictionary

from msgspec import Struct

from editreview import likeness
from editreview.alignment import alike_pairs, change_lines, line_opcodes
from editreview.blocks import Interpretation
from editreview.matching.adapt import adapt_lines
from editreview.matching.depth import IndentMap, Uniform, depth_map, depth_unit, indentation, uniform_map
from editreview.matching.file_index import FileIndex
from editreview.matching.model import DEFINITION, Match, Mismatch, match_key
from editreview.matching.outline import (
    BY_INDENTATION,
    DATA,
    Group,
    Level,
    Outline,
    Unit,
    outline,
    outline_language,
)
from editreview.text import Change, counted, split_lines

_MAX_DROPPED = 10
"""Lines in a row that may go without others in their place."""
_ALIKE = 45.0
_RENAMED = 90.0
"""The likeness of two definitions of different names from which one may be the other, renamed."""
_LOST = 3
"""A new version of a file has more definitions of it than all but one in so many."""
_LIKE = 60.0
"""The same for definitions of one line."""
_COMPARED = 5_000
"""Characters of definitions that are compared."""
_MAX_NAMED = 3
"""Names that a label lists."""
_WRAPPED = {
    **dict.fromkeys(
        ("javascript", "typescript", "tsx", "java", "csharp", "kotlin", "swift"), ("class W {", "}")
    ),
    "cpp": ("class W {", "};"),
    "php": ("<?php class W {", "}"),
    "json": ("{", "}"),
}
"""Text around members that do not parse alone."""
_ANNOTATIONS = ("@", "#[", "[")
_CLOSERS = re.compile(r"(?:[\s)\]};,]|end\b|fi\b|done\b|esac\b|</[\w.]*>|/>)*$")
_OPEN_ENDS = (":", "{", "(", "[", ",", "=", "\\", "&&", "||", "+", "->", "=>")
_UNCLOSED = BY_INDENTATION | {"markdown"}
"""Languages in which nothing closes a definition, so that a part of it may read complete."""
_VARIABLES = (
    *("expression_statement", "lexical_declaration", "variable_declaration", "variable_assignment"),
    *("assignment", "assignment_statement", "var_declaration"),
)
"""Kinds of definitions that functions have for their own."""
_SELF = re.compile(r"\(\s*(?:self|cls)\b")
_FROM = re.compile(r"from\s+(?P<module>\S+)\s+import\s+(?P<names>.*)", re.DOTALL)
_IMPORT = re.compile(r"import\s+(?P<names>.*?)\s+from\s+(?P<module>['\"][^'\"]+['\"])", re.DOTALL)


class _Mode(StrEnum):
    """The meanings of a class that is shown without some of its members."""

    UPDATE = "update"
    """The members it shows replace their namesakes, and the others stay."""
    REPLACE = "replace"
    """It replaces the class, and the others go."""


class _NoMatch(Exception):
    pass


class _Edit(Struct):
    """Lines `first` up to `end` of the file become `lines`, without ends."""

    first: int
    end: int
    lines: list[str]


class _Snippet(Struct, frozen=True):
    """Definitions as a response writes them."""

    lines: Sequence[str]
    level: Level
    is_nested: bool
    """It holds members, which parse only within something."""


_outlines: WeakKeyDictionary[FileIndex, dict[str, Outline | None]] = WeakKeyDictionary()


def match_definitions(index: FileIndex, text: str, path: str) -> tuple[Match, ...] | Mismatch:
    """The matches of a snippet of whole definitions; several are candidates for the user.

    Args:
        index: Of the file.
        text: The snippet.
        path: Of the file; tells the language.
    """
    if DEFINITION.name in index.without:
        return Mismatch(f"the strategy {DEFINITION.name} is left out")
    try:
        return _Matcher(index, text, path).matches()
    except _NoMatch as error:
        return Mismatch(str(error))


class Part(Struct, frozen=True):
    """A text that is a part of a file, rather than a new version of it."""

    lacks: str
    """Names what it lacks of the file, for users."""
    is_sure: bool
    """False if it may also be a new version that drops definitions."""


def part_of(index: FileIndex, text: str, path: str) -> Part | None:
    """Tells a part of a file from a new version of it.

    A part begins with a definition, but not as the file does, or lacks many of its definitions.

    Args:
        index: Of the file.
        text: The part.
        path: Of the file; tells the language.
    """
    language = outline_language(path)
    file = _outline_of(index, language) if language is not None else None
    if file is None or language is None:
        return None
    try:
        shown = [unit for unit in _read(text, language).level.units if unit.group is not Group.COMMENT]
    except _NoMatch:
        return None
    own = [unit for unit in file.top.units if unit.group is not Group.COMMENT]
    inner = {unit.key for level in file.top.levels() for unit in level.units if unit.is_definition}
    if not own or not shown or not any(unit.is_definition and unit.key in inner for unit in shown):
        return None
    known = {_identity(unit) for unit in shown}
    if shown[0].is_definition and shown[0].key in inner and _identity(own[0]) not in known:
        is_sure = not own[0].is_definition or shown[0].key not in {unit.key for unit in own}
        return Part(f"{_named_unit(own[0])}, with which the file begins", is_sure)
    named = [unit for unit in own if unit.is_definition]
    lost = [unit for unit in named if unit.key not in known]
    if _LOST * len(lost) < len(named) or not lost:
        return None
    return Part(
        f"{counted(len(lost), 'definition')} of the file, such as {_named_unit(lost[0])}", is_sure=False
    )


def _named_unit(unit: Unit) -> str:
    return f"`{unit.name}`" if unit.is_definition else f"“{_shortened(unit.signature)}”"


def _identity(unit: Unit) -> tuple[Group, str]:
    return unit.key if unit.is_definition else (unit.group, unit.signature)


class _Matcher:
    """One snippet on one file."""

    def __init__(self, index: FileIndex, text: str, path: str) -> None:
        language = outline_language(path)
        if language is None:
            raise _NoMatch("definitions of this kind of file are not known")
        if index.lines.separator == "\r":
            raise _NoMatch("the lines of the file end in carriage returns")
        self._index, self._text, self._language = index, text, language
        self._bodies = [body.removesuffix("\r") for batch in index.bodies.batches() for body in batch]
        found = _outline_of(index, language)
        if found is None:
            raise _NoMatch("the file cannot be read definition by definition")
        self._file = found
        self._snippet = _read(text, language)

    def matches(self) -> tuple[Match, ...]:
        levels = self._levels()
        found: list[Match] = []
        for level in levels:
            found += self._on(level, len(levels) > 1)
        if len(found) > 1:
            # A candidate that changes nothing would be settled by itself.
            found = [match for match in found if match.change] or found[:1]
        return tuple(found)

    def _levels(self) -> list[Level]:
        """The levels of the file that have most of the snippet's names; several if that leaves it open."""
        wanted = [unit for unit in self._snippet.level.units if unit.is_definition]
        if not wanted:
            # Imports alone.
            return [self._file.top]
        levels = [
            level
            for level in self._file.top.levels()
            if not (self._snippet.is_nested and self._language != "json" and not level.path)
        ]
        counts = [sum(self._has(level, unit) for unit in wanted) for level in levels]
        most = max(counts, default=0)
        if not most:
            names = _listed([unit.name for unit in wanted])
            raise _NoMatch(f"the file has no {names}, and nothing says where it goes")
        best = [level for level, count in zip(levels, counts, strict=True) if count == most]
        if self._language in DATA and 2 * most < len(wanted):
            raise _NoMatch(f"{_listed([unit.name for unit in wanted])} do not stand together in the file")
        if self._language in DATA and sum(level.path == best[0].path for level in levels) > 1:
            raise _NoMatch(f"`{best[0].path[-1]}` stands several times, and nothing tells which is meant")
        if len(best) == 1:
            elsewhere = next(
                (
                    unit.name
                    for unit in wanted
                    if not self._has(best[0], unit) and any(self._has(level, unit) for level in levels)
                ),
                None,
            )
            if elsewhere is not None:
                raise _NoMatch(f"`{elsewhere}` stands in another part of the file than the rest")
            best += self._likelier(best[0], levels, wanted)
            self._check_local(best[0], wanted)
        return best

    def _check_local(self, level: Level, wanted: Sequence[Unit]) -> None:
        """Refuse a variable that is also assigned within a function: the snippet may be a part of that."""
        for unit in wanted:
            if not unit.kind.endswith(_VARIABLES):
                continue
            own = next((each for each in level.units if each.key == unit.key), None)
            assigned = re.compile(rf"\s*(?:[\w.]+ )*{re.escape(unit.name)}\s*(?::[^=]+)?=(?!=)")
            for at, line in enumerate(self._bodies):
                if own is not None and not own.first <= at < own.end and assigned.match(line):
                    raise _NoMatch(f"`{unit.name}` is assigned in L{own.head + 1} and in L{at + 1}")

    def _likelier(self, best: Level, levels: Sequence[Level], wanted: Sequence[Unit]) -> list[Level]:
        """Other levels with a namesake that reads more like the snippet's definition."""
        found: list[Level] = []
        for unit in wanted:
            new = _text(self._snippet.lines[unit.head : unit.end], "")
            scores = [
                max(
                    (
                        likeness.ratio(new, _text(self._bodies[own.head : own.end], ""))
                        for own in level.units
                        if own.key == unit.key
                    ),
                    default=0.0,
                )
                for level in (best, *levels)
            ]
            others = zip(levels, scores[1:], strict=True)
            found += (level for level, score in others if score > scores[0] and level not in (best, *found))
        return found

    def _has(self, level: Level, wanted: Unit) -> bool:
        return any(unit.key == wanted.key and self._is_as_bound(unit, wanted) for unit in level.units)

    def _is_as_bound(self, unit: Unit, wanted: Unit) -> bool:
        """True if both are functions, or both are methods, where the language writes them alike."""
        if self._language != "python" or unit.kind != "function_definition":
            return True
        return bool(_SELF.search(unit.signature)) == bool(_SELF.search(wanted.signature))

    def _on(self, level: Level, is_one_of: bool) -> list[Match]:
        """The matches on one level: one, or two if members of a class are missing."""
        update = _Merge(self, level, _Mode.UPDATE)
        found = [self._match(update, is_one_of)]
        if update.is_partial and found[0].change:
            found.append(self._match(_Merge(self, level, _Mode.REPLACE), True))
        return found

    def _match(self, merge: "_Merge", is_one_of: bool) -> Match:
        edits = sorted(merge.edits, key=lambda edit: (edit.first, edit.end))
        if any(a.end > b.first for a, b in pairwise(edits)):
            raise _NoMatch("its definitions overlap in the file")
        change = Change()
        for edit in edits:
            old, line_end = self._bodies[edit.first : edit.end], self._index.line_end_at(edit.first)
            new = adapt_lines(self._index.lines, edit.first, old, edit.lines, line_end)
            change = change.union(change_lines(self._index.lines, edit.first, edit.end, new))
        self._check_result(change, merge)
        first = min((span[0] for span in merge.spans), default=0)
        end = max((span[1] for span in merge.spans), default=0)
        key = match_key(self._index.lines, first, end)
        return Match(
            key=f"{key}:{merge.mode}:{'.'.join(merge.level.path)}",
            interpretation=Interpretation("", self._text),
            span=(self._index.lines.starts[first], self._index.lines.starts[end]),
            lines=(first + 1, end),
            change=change,
            strategies=(DEFINITION.name,),
            tier=DEFINITION.tier,
            score=1.0,
            label=merge.label,
        )

    def _check_result(self, change: Change, merge: "_Merge") -> None:
        """Refuse a result that cannot be read as well as the file, or that has other definitions."""
        if not change:
            return
        text = change.apply(self._index.text)
        found = outline(text, self._language)
        if found is None or found.errors > self._file.errors:
            raise _NoMatch("the file could not be read with it")
        before, after = Counter(self._file.top.paths()), Counter(found.top.paths())
        lost = [path for path in before if after[path] < before[path] and not merge.drops(path)]
        if lost:
            raise _NoMatch(f"the file would lose `{_dotted(lost[0])}`")
        doubled = [path for path in after if after[path] > max(before[path], 1)]
        if doubled:
            raise _NoMatch(f"`{_dotted(doubled[0])}` would stand twice in the file")

    # Facts for the merge.

    @property
    def language(self) -> str:
        return self._language

    @property
    def snippet(self) -> _Snippet:
        return self._snippet

    @property
    def top(self) -> Level:
        return self._file.top

    @property
    def bodies(self) -> Sequence[str]:
        return self._bodies


class _Merge:
    """The edits that a snippet makes on one level of the file."""

    def __init__(self, matcher: _Matcher, level: Level, mode: _Mode) -> None:
        self.level = level
        self.mode = mode
        self.edits: list[_Edit] = []
        self.spans: list[tuple[int, int]] = []
        self.is_partial = False
        """A class is shown without some of its members, and nothing says what becomes of them."""
        self._dropped: list[tuple[str, ...]] = []
        self._said: list[str] = []
        self._matcher = matcher
        self._language = matcher.language
        self._file, self._new = matcher.bodies, matcher.snippet.lines
        self._units(level, matcher.snippet.level)

    @property
    def label(self) -> str:
        """Says what it does, for users."""
        return "; ".join(self._said)

    def drops(self, path: tuple[str, ...]) -> bool:
        """True if it is meant to drop a definition."""
        return any(path[: len(dropped)] == dropped for dropped in self._dropped)

    def _units(self, level: Level, wanted: Level) -> None:
        """Merge the units of a snippet into a level of the file."""
        if not all(unit.is_alone for unit in wanted.units):
            raise _NoMatch("two of its definitions share a line")
        partners = [self._partner(level, wanted, unit) for unit in wanted.units]
        if not all(own.is_alone for own in partners if own is not None):
            raise _NoMatch("a definition of the file shares a line with other code")
        known = [(unit, own) for unit, own in zip(wanted.units, partners, strict=True) if own is not None]
        if not known:
            raise _NoMatch("nothing says where it goes")
        order = [own.first for unit, own in known if unit.is_definition]
        if order != sorted(order):
            raise _NoMatch("its definitions stand in another order in the file")
        for unit, own in known:
            if unit.is_definition:
                self._replace(level, own, unit)
            elif unit.group is Group.IMPORT:
                self._import(own, unit)
        self._insert_new(level, wanted.units, partners)

    def _partner(self, level: Level, wanted: Level, unit: Unit) -> Unit | None:
        """The unit of the file that one of the snippet stands for; None if it is new."""
        if unit.group is Group.IMPORT:
            return self._imported(unit)
        if not unit.is_definition:
            same = [own for own in level.units if own.group is unit.group and own.signature == unit.signature]
            if not same and unit.group is Group.COMMENT and self._stands_in(level, unit):
                return None
            if not same:
                raise _NoMatch(
                    f"“{_shortened(unit.signature)}” is no definition, and the file does not have it"
                )
            return same[0]
        own = [each for each in level.units if each.key == unit.key]
        mine = [each for each in wanted.units if each.key == unit.key]
        if len(own) > 1 or len(mine) > 1:
            alike = [each for each in own if each.signature == unit.signature]
            if len(alike) != 1:
                alike = [each for each in own if _shares_members(each, unit)]
            if len(alike) != 1 or sum(each.signature == unit.signature for each in mine) != 1:
                raise _NoMatch(
                    f"`{unit.name}` stands {max(len(own), len(mine))} times, and nothing tells which is meant"
                )
            own = alike
        if not own:
            same_name = next(
                (each for each in level.units if each.name == unit.name and each.is_definition), None
            )
            if same_name is not None:
                raise _NoMatch(
                    f"`{unit.name}` is a {same_name.group} in the file, and a {unit.group} in the snippet"
                )
            return None
        if own[0].kind != unit.kind:
            raise _NoMatch(
                f"`{unit.name}` is something else in the file: {_words(own[0].kind)}, not {_words(unit.kind)}"
            )
        return own[0]

    def _stands_in(self, level: Level, unit: Unit) -> bool:
        """True if the lines of a comment are comment lines of a level."""
        said = set(unit.signature.split("\n"))
        own = {
            self._file[at].strip()
            for each in level.units
            for at in range(each.first, max(each.head, each.first + 1))
        }
        return said <= own

    # One definition for another

    def _replace(self, level: Level, own: Unit, unit: Unit) -> None:
        """Replace a definition of the file by its namesake."""
        name = ".".join((*level.path, own.name))
        old, new = self._code(own, unit, name)
        missing = self._missing(own, unit)
        if not missing:
            self._check_whole(own, unit, name)
            self._take(own, old, new, f"replaces `{name}`")
            self._comments(own, unit)
            return
        self.is_partial = True
        if self.mode is _Mode.REPLACE:
            self._dropped += ((*level.path, own.name, dropped) for dropped in missing)
            self._dropped += (
                (*level.path, own.name, f"{group} {dropped}") for dropped in missing for group in Group
            )
            drops = _listed([dropped or "a statement" for dropped in missing])
            self._take(own, old, new, f"replace `{name}` as written, which drops {drops}")
            self._comments(own, unit)
            return
        assert own.members is not None and unit.members is not None
        if own.signature != unit.signature and own.group is not Group.KEY:
            raise _NoMatch(
                f"`{name}` begins otherwise than in the file, and is shown without some of its members"
            )
        self._said.append(
            f"update {_listed([u.name for u in unit.members.units if u.is_definition])} of `{name}`"
        )
        said = len(self._said)
        self._units(own.members, unit.members)
        del self._said[said:]

    def _take(self, own: Unit, old: Sequence[str], new: list[str], said: str) -> None:
        self.spans.append((own.head, own.end))
        if list(old) != new:
            self.edits.append(_Edit(own.head, own.end, new))
            self._said.append(f"{said} (L{own.head + 1}–{own.end})")

    def _code(self, own: Unit, unit: Unit, name: str) -> tuple[list[str], list[str]]:
        """The lines of a definition in the file, and those of the snippet at their depth."""
        old = list(self._file[own.head : own.end])
        new = list(self._new[unit.head : unit.end])
        marks = [line for line in old[: _height(old)] if line.strip()]
        if marks and not _height(new):
            raise _NoMatch(f"`{marks[0].strip()}` above `{name}` is not in the snippet")
        new = self._as_deep(old, new, name)
        if self._language == "json":
            new[-1] = new[-1].rstrip().removesuffix(",") + ("," if old[-1].rstrip().endswith(",") else "")
        return old, new

    def _as_deep(self, old: Sequence[str], new: Sequence[str], name: str) -> list[str]:
        """The snippet's lines, indented as the file's are."""
        shift = self._shift(old, new)
        moved = [shift.fit(line) if shift is not None else None for line in new]
        fitted = [line for line in moved if line is not None]
        if len(fitted) != len(new):
            raise _NoMatch(f"`{name}` is indented unevenly compared with the file")
        return [line if line.strip() else "" for line in fitted] if shift != Uniform() else fitted

    def _shift(self, old: Sequence[str], new: Sequence[str]) -> IndentMap | None:
        first = uniform_map(new[:1], [indentation(old[0]) + new[0].strip()])
        pairs = _equal_lines(old, new)
        if self._language in ("markdown", "yaml", "toml") or not pairs:
            return first
        wrong = sum(first is None or first.fit(new[b]) != old[a] for a, b in pairs if old[a].strip())
        if first is not None and 2 * wrong <= len(pairs):
            return first
        units = depth_unit(new), self._matcher_unit(old)
        return depth_map([new[b] for _, b in pairs], [old[a] for a, _ in pairs], *units)

    def _matcher_unit(self, old: Sequence[str]) -> str | None:
        return depth_unit(self._file) or depth_unit(old)

    def _comments(self, own: Unit, unit: Unit) -> None:
        """The comments above a definition: the snippet's if it has some, else those of the file stay."""
        new = list(self._new[unit.first : unit.head])
        old = list(self._file[own.first : own.head])
        stripped = [line.strip() for line in new]
        if not new or stripped == [line.strip() for line in old]:
            return
        depth, first = indentation(self._file[own.head]), indentation(self._new[unit.head])
        shift = uniform_map([first + "x"], [depth + "x"])
        moved = [shift.fit(line) if shift is not None else None for line in new]
        fitted = [line for line in moved if line is not None]
        if len(fitted) != len(new):
            raise _NoMatch(f"the comment above `{own.name}` is indented otherwise than it")
        if self._is_above(own, stripped):
            return
        kept = _unlike(old, new)
        if kept:
            raise _NoMatch(f"the file has another comment above `{own.name}`: “{_shortened(kept[0])}”")
        self.spans.append((own.first, own.head))
        if old:
            self.edits.append(_Edit(own.first, own.head, fitted))
        else:
            self._prepend(own.head, fitted)

    def _is_above(self, own: Unit, stripped: Sequence[str]) -> bool:
        """True if the file has comment lines above a definition, though not directly."""
        around = {line.strip() for line in self._file[max(own.first - len(stripped) - 3, 0) : own.head]}
        shared = [line for line in stripped if line in around]
        if 0 < len(shared) < len(stripped) and not self._file[own.first : own.head]:
            raise _NoMatch(f"the comment above `{own.name}` is partly in the file")
        return len(shared) == len(stripped)

    def _missing(self, own: Unit, unit: Unit) -> list[str]:
        """The members of a definition that the snippet does not show; empty names are statements."""
        if own.members is None or unit.members is None:
            return []
        have = Counter(member.key for member in unit.members.units)
        lost: list[str] = []
        for member in own.members.units:
            if member.is_definition and not have[member.key]:
                lost.append(member.name)
        if own.group is Group.SECTION and own.kind.startswith("h"):
            return lost
        statements = [m.signature for m in own.members.units if m.group in (Group.STATEMENT, Group.IMPORT)]
        shown = [m.signature for m in unit.members.units if m.group in (Group.STATEMENT, Group.IMPORT)]
        return lost + [""] * max(len(statements) - len(shown), 0)

    def _check_whole(self, own: Unit, unit: Unit, name: str) -> None:
        """Refuse a definition that seems cut off, or that leaves out lines without a sign."""
        old = [line.strip() for line in self._file[own.head : own.end]]
        new = [line.strip() for line in self._new[unit.head : unit.end]]
        self._check_lines(old, new, name)
        if own.members is None or unit.members is None:
            return
        for member in unit.members.units:
            same = [each for each in own.members.units if each.key == member.key and member.is_definition]
            if len(same) == 1:
                self._check_whole(same[0], member, f"{name}.{member.name}")

    def _check_lines(self, old: list[str], new: list[str], name: str) -> None:
        if self._language == "yaml" and _items(new) < _items(old):
            raise _NoMatch(
                f"`{name}` has {_items(old)} list items in the file, and {_items(new)} in the snippet"
            )
        is_closed = False
        if self._language != "markdown":
            is_closed = len(_unclosed(new)) < len(new)
            old, new = _unclosed(old), _unclosed(new)
        if not new or (len(new) == 1 and len(old) > 1 and new[0] == old[0]):
            raise _NoMatch(f"`{name}` has no body in the snippet")
        last, own = new[-1], old[-1] if old else ""
        if is_closed or self._language == "json":
            # A comma before what closes is one too many.
            last, own = last.removesuffix(","), own.removesuffix(",")
        if last != own and _ends_open(last, self._language) and not _ends_open(own, self._language):
            raise _NoMatch(f"`{name}` ends at “{_shortened(last)}”: it seems cut off")
        if last != own and self._language != "markdown" and _is_comment(last) and last not in old:
            raise _NoMatch(f"`{name}` ends with the comment “{_shortened(last)}”: it seems cut off")
        opcodes = line_opcodes(old, new)
        for a1, a2, b1, b2 in opcodes:
            gone = sum(1 for line in old[a1:a2] if line)
            come = sum(1 for line in new[b1:b2] if line)
            if gone > _MAX_DROPPED and 4 * come < gone:
                raise _NoMatch(f"it would drop {counted(gone, 'line')} of `{name}`, without dots for them")
        if not opcodes or opcodes[-1][1] < len(old):
            return
        is_shorter = len(list(filter(None, new))) < len(list(filter(None, old)))
        if self._language in _UNCLOSED and is_shorter and likeness.ratio(last, own) < _ALIKE:
            raise _NoMatch(
                f"`{name}` is shorter than in the file and ends at “{_shortened(last)}”: it may be cut off"
            )
        a1, a2, b1, b2 = opcodes[-1]
        pairs = alike_pairs(old[a1:a2], new[b1:b2]) if (a2 - a1) * (b2 - b1) <= 10_000 else []
        left, more = (a2 - a1, b2 - b1)
        if pairs:
            left, more = left - 1 - pairs[-1][0], more - 1 - pairs[-1][1]
        if left and not more:
            goes_on = f"the file's goes on with {counted(left, 'line')}"
            raise _NoMatch(f"`{name}` ends at “{_shortened(last)}”, and {goes_on}: it seems cut off")

    # Imports

    def _imported(self, unit: Unit) -> Unit | None:
        """The import of the file that has the same names, or some of them; None for a new one."""
        imports = [own for own in self._matcher.top.units if own.group is Group.IMPORT]
        signature = _squeezed(unit.signature)
        same = next((own for own in imports if _squeezed(own.signature) == signature), None)
        if same is not None:
            return same
        module, names = _names_of(unit)
        related = [own for own in imports if module and _names_of(own)[0] == module]
        if len(related) > 1:
            raise _NoMatch(f"nothing tells which import “{_shortened(signature)}” replaces")
        if not related:
            return None
        if not names >= _names_of(related[0])[1]:
            raise _NoMatch(f"“{_shortened(signature)}” has fewer names than the import of the file")
        return related[0]

    def _import(self, own: Unit, unit: Unit) -> None:
        new = list(self._new[unit.head : unit.end])
        old = list(self._file[own.head : own.end])
        if _squeezed(own.signature) == _squeezed(unit.signature):
            return
        self.spans.append((own.head, own.end))
        self.edits.append(_Edit(own.head, own.end, self._as_deep(old, new, "import")))
        self._said.append(f"imports more (L{own.head + 1})")

    # New definitions

    def _insert_new(self, level: Level, units: Sequence[Unit], partners: Sequence[Unit | None]) -> None:
        for at, unit in enumerate(units):
            if partners[at] is not None or unit.group is Group.COMMENT:
                continue
            if unit.group is Group.IMPORT:
                if not any(each.is_definition for each in units):
                    raise _NoMatch(f"“{_shortened(unit.signature)}” is new, and nothing says where it goes")
                self._insert_import(unit)
                continue
            before = next((n for n in range(at - 1, -1, -1) if units[n].is_definition and partners[n]), None)
            after = next(
                (n for n in range(at + 1, len(units)) if units[n].is_definition and partners[n]), None
            )
            above = partners[before] if before is not None else None
            below = partners[after] if after is not None else None
            if above is not None and below is not None:
                between = [
                    o
                    for o in level.units
                    if above.end <= o.first and o.end <= below.first and o.is_definition
                ]
                if between:
                    raise _NoMatch(f"`{unit.name}` comes where the file has `{between[0].name}`: a rename?")
            if above is not None:
                self._check_renamed(level, level.units.index(above) + 1, units, unit)
                self._append(level, above, unit)
            elif below is not None:
                self._check_renamed(level, level.units.index(below) - 1, units, unit)
                self._insert_above(level, below, unit)
            else:
                raise _NoMatch(f"`{unit.name}` is not in the file, and nothing says where it goes")

    def _check_renamed(self, level: Level, at: int, units: Sequence[Unit], unit: Unit) -> None:
        """Refuse a new definition that reads like the one at its place, which the snippet does not show."""
        if not 0 <= at < len(level.units):
            return
        own = level.units[at]
        if own.group is not unit.group or own.key in {each.key for each in units}:
            return
        new, old = self._new[unit.head : unit.end], self._file[own.head : own.end]
        are_short = len(new) == len(old) == 1
        is_like = likeness.ratio(_text(new, unit.name), _text(old, own.name)) >= _RENAMED
        if is_like or (are_short and likeness.ratio(new[0].strip(), old[0].strip()) >= _LIKE):
            raise _NoMatch(f"`{unit.name}` reads like `{own.name}` of the file: a rename?")

    def _append(self, level: Level, above: Unit, unit: Unit) -> None:
        """Put a new definition below one of the file."""
        lines = self._new_lines(above, unit)
        at = above.end
        if self._language == "json":
            edit = self._edit_ending(at)
            has_comma = edit.lines[-1].rstrip().endswith(",")
            edit.lines[-1] = edit.lines[-1].rstrip().removesuffix(",") + ","
            lines[-1] = lines[-1].rstrip().removesuffix(",") + ("," if has_comma else "")
        self._edit_ending(at).lines.extend([*[""] * self._blanks(level, above), *lines])
        self.spans.append((above.head, above.end))
        self._said.append(f"adds `{unit.name}` below `{above.name}`")

    def _insert_above(self, level: Level, below: Unit, unit: Unit) -> None:
        """Put a new definition above one of the file."""
        lines = self._new_lines(below, unit)
        if self._language == "json":
            lines[-1] = lines[-1].rstrip().removesuffix(",") + ","
        self._prepend(below.first, [*lines, *[""] * self._blanks(level, below)])
        self.spans.append((below.head, below.end))
        self._said.append(f"adds `{unit.name}` above `{below.name}`")

    def _new_lines(self, beside: Unit, unit: Unit) -> list[str]:
        """The lines of a new definition with its comments, as deep as one beside it."""
        new = list(self._new[unit.first : unit.end])
        depth = indentation(self._file[beside.head])
        own = indentation(self._new[unit.head])
        shift = uniform_map([own + "x"], [depth + "x"])
        moved = [shift.fit(line) if shift is not None else None for line in new]
        fitted = [line for line in moved if line is not None]
        if len(fitted) != len(new):
            raise _NoMatch(f"`{unit.name}` is indented otherwise than the file")
        return fitted

    def _blanks(self, level: Level, beside: Unit) -> int:
        """The blank lines between a definition and the next one, else the one before."""
        at = level.units.index(beside)
        if at + 1 < len(level.units):
            return level.units[at + 1].first - beside.end
        return beside.first - level.units[at - 1].end if at else 1

    def _insert_import(self, unit: Unit) -> None:
        imports = [own for own in self._matcher.top.units if own.group is Group.IMPORT]
        if not imports:
            raise _NoMatch("the file has no imports, and nothing says where a new one goes")
        self._edit_ending(imports[-1].end).lines.extend(self._new[unit.head : unit.end])
        self.spans.append((imports[-1].head, imports[-1].end))
        self._said.append(f"imports more (below L{imports[-1].end})")

    def _edit_ending(self, end: int) -> _Edit:
        """The edit that ends at a line; a new one that changes nothing if there is none."""
        found = next((edit for edit in self.edits if edit.end == end), None)
        if found is None:
            found = _Edit(end - 1, end, [self._file[end - 1]])
            self.edits.append(found)
        return found

    def _prepend(self, first: int, lines: Sequence[str]) -> None:
        """Put lines above a line of the file."""
        found = next((edit for edit in self.edits if edit.first == first), None)
        if found is None:
            found = _Edit(first, first + 1, [self._file[first]])
            self.edits.append(found)
        found.lines[:0] = lines


def _outline_of(index: FileIndex, language: str) -> Outline | None:
    known = _outlines.setdefault(index, {})
    if language not in known:
        known[language] = outline(index.text, language)
    return known[language]


def _read(text: str, language: str) -> _Snippet:
    """The definitions of a snippet; within a class or braces if they do not parse alone."""
    lines = [line.removesuffix("\n").removesuffix("\r") for line in split_lines(text, "\n")]
    while lines and not lines[0].strip():
        lines.pop(0)
    while lines and not lines[-1].strip():
        lines.pop()
    margins = [indentation(line) for line in lines if line.strip()]
    if not margins:
        raise _NoMatch("it is empty")
    margin = min(margins, key=len)
    if margin and all(each.startswith(margin) for each in margins):
        lines = [line.removeprefix(margin) for line in lines]
    found = outline("\n".join(lines) + "\n", language)
    if found is not None and not found.errors and _is_told(found.top):
        return _Snippet(lines, found.top, is_nested=False)
    if language == "php":
        found = outline("\n".join(opened := ["<?php", *lines]) + "\n", language)
        if found is not None and not found.errors and _is_told(found.top):
            return _Snippet(opened, found.top, is_nested=False)
    if language in _WRAPPED:
        head, tail = _WRAPPED[language]
        if language == "json":
            lines[-1] = lines[-1].rstrip().removesuffix(",")
        wrapped = [head, *lines, tail]
        found = outline("\n".join(wrapped) + "\n", language)
        if found is not None and not found.errors:
            level = found.top if language == "json" else _inner(found.top)
            if level is not None and _is_told(level):
                return _Snippet(wrapped, level, is_nested=True)
    if found is not None and not found.errors:
        raise _NoMatch("it holds no whole definition")
    if lines[-1].rstrip().endswith(_OPEN_ENDS):
        raise _NoMatch(f"it ends at “{_shortened(lines[-1])}”: it seems cut off")
    raise _NoMatch("it does not parse by itself")


def _is_told(level: Level) -> bool:
    return any(unit.is_definition or unit.group is Group.IMPORT for unit in level.units)


def _inner(level: Level) -> Level | None:
    found = [unit.members for unit in level.units if unit.name == "W"]
    return found[0] if len(found) == 1 else None


def _shares_members(own: Unit, unit: Unit) -> bool:
    if own.members is None or unit.members is None:
        return False
    keys = {member.key for member in own.members.units if member.is_definition}
    return any(member.key in keys for member in unit.members.units)


def _height(lines: Sequence[str]) -> int:
    """The number of annotation lines at the top of a definition."""
    count = 0
    for line in lines:
        if not line.lstrip().startswith(_ANNOTATIONS):
            break
        count += 1
    return count if count < len(lines) else 0


def _equal_lines(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """The lines that are the same on both sides but for their indentation, in order; not the blank ones."""
    a, b = [line.strip() for line in old], [line.strip() for line in new]
    pairs: list[tuple[int, int]] = []
    i = j = 0
    for a1, a2, _, b2 in [*line_opcodes(a, b), (len(a), len(a), len(b), len(b))]:
        pairs += ((i + n, j + n) for n in range(a1 - i) if a[i + n])
        i, j = a2, b2
    return pairs


def _unlike(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """The old lines for which there is none among the new ones that reads like them."""
    a, b = [line.strip() for line in old], [line.strip() for line in new]
    paired = {i for i, _ in alike_pairs(a, b)}
    return [line for at, line in enumerate(a) if at not in paired and line not in b]


def _unclosed(lines: list[str]) -> list[str]:
    """The lines without those at the end that only close what is open, and without blank ones there."""
    end = len(lines)
    while end and _CLOSERS.match(lines[end - 1]):
        end -= 1
    return lines[:end]


def _ends_open(line: str, language: str) -> bool:
    if language in ("markdown", "css", "yaml", "toml"):
        return line.endswith(("{", "(", "[")) and language != "markdown"
    return line.endswith(_OPEN_ENDS)


def _items(lines: Sequence[str]) -> int:
    """The number of items of YAML lists."""
    return sum(line == "-" or line.startswith("- ") for line in lines)


def _is_comment(line: str) -> bool:
    return line.startswith(("#", "//", "--", "/*", "*", "<!--"))


def _names_of(unit: Unit) -> tuple[str, frozenset[str]]:
    """The module of an import and the names it takes from there."""
    text = _squeezed(unit.signature)
    if re.match(r"import \(|import (?:\w+ )?\"[^\"]*\"$", text):
        # Go's, of which a file has one as a rule.
        return "go", frozenset(re.findall(r'"[^"]*"', text))
    found = _FROM.match(text) or _IMPORT.match(text)
    if found is None:
        return "", frozenset()
    names = re.split(r"[,{}()]+", found["names"])
    return found["module"], frozenset(filter(None, map(str.strip, names)))


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def _text(lines: Sequence[str], name: str) -> str:
    """Lines to be compared, without the name of the definition."""
    return "\n".join(line.strip() for line in lines)[:_COMPARED].replace(name, "")


def _shortened(text: str) -> str:
    line = text.strip().split("\n")[0]
    return line if len(line) <= 50 else f"{line[:49]}…"


def _words(kind: str) -> str:
    return kind.replace("_", " ").strip()


def _dotted(path: Sequence[str]) -> str:
    return ".".join((*path[:-1], path[-1].partition(" ")[2]))


def _listed(names: Sequence[str]) -> str:
    said = ", ".join(f"`{name}`" if name != "a statement" else name for name in names[:_MAX_NAMED])
    return said if len(names) <= _MAX_NAMED else f"{said} and {len(names) - _MAX_NAMED} more"
