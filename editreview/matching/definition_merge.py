"""Merges the definitions of a snippet into one level of a file.

In order, for the units of a level:

1. Each unit of the snippet gets the one of the file with its name and kind; none if it is new (`_partner`).
2. A definition replaces the file's (`_replace`): as a whole, only in the members that the snippet has, or
   around its dots (`_fill`). An import gets more names (`_import`), and a statement is extended (`_extend`).
3. New definitions and imports go next to their neighbours in the snippet, or next to dots (`_insert_new`).
4. If it has only imports, those of the file that the snippet lacks may go too (`_drop_imports`).

There is no match if it is unclear what is meant, or if something seems cut off or renamed; less clear signs
give a warning. Placeholder lines of a sketch stand for what the file has in their place.

Lines are 0-based, spans half-open.
"""

import re
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from editreview import likeness
from editreview.alignment import alike_pairs, kept_lines, line_opcodes
from editreview.blocks import Sketch, lines_named
from editreview.first_use import lazy_pattern
from editreview.matching.code import ANNOTATIONS, STRING_LITERAL
from editreview.matching.data_lists import with_new_items
from editreview.matching.depth import IndentMap, Uniform, depth_map, depth_unit, only_closes, uniform_map
from editreview.matching.file_index import FileIndex
from editreview.matching.model import (
    MatchEffect,
    MatchWarning,
    MatchWarningKind,
    Mismatch,
    NoMatch,
    block_lines,
    shortened,
)
from editreview.matching.outline import (
    BY_INDENTATION,
    DATA,
    Category,
    OutlineLevel,
    Unit,
    list_items,
    squeezed,
    string_rows,
    used_action,
)
from editreview.matching.sketch import apply_sketch, exit_at_end, least_indent
from editreview.text import counted, indentation, whole_word

_MAX_DROPPED = 10
"""The most consecutive lines that a definition may lose without a replacement."""
_MIN_LAST_LINE_LIKENESS = 0.45
"""The likeness to the last line in the file, from which a shorter definition is complete."""
_MIN_RENAMED_LIKENESS = 0.9
"""The likeness from which a definition of another name may be the same one, renamed."""
_MIN_RENAMED_LINE_LIKENESS = 0.6
"""The likeness from which a definition of one line may be that of another name, renamed."""
_MIN_ITEM_LIKENESS = 0.6
"""The likeness of their titles from which list items between the same neighbours may be the same."""
_MAX_COMPARED_LENGTH = 5_000
"""The most characters of definitions that are compared."""
_LAST_UNITS = ("__main__", "default", "module.exports")
"""Names of units that stay the last of a file."""
_MAX_PAIRED = 10_000
"""The most old lines times new ones that are paired by likeness."""
_MIN_KEPT_OF_END = 3
"""The fewest lines of the end of a definition that the snippet has too, so that it is a version of it."""
_MAX_NAMED = 3
"""The most names that a label lists."""
_FIELDS = frozenset(
    ("field_declaration", "field_definition", "property_declaration", "public_field_definition")
)
"""The kinds of definitions that are fields of a class."""
_OVERLOADING = frozenset(["cpp", "csharp", "java", "kotlin", "scala", "swift"])
"""Languages in which functions of one name differ in their parameters."""
_COMMENT_STARTS = {"css": ("//", "/*", "*/"), "python": ("#",)}
"""The beginnings of comment lines, by language; other languages share theirs."""
_PARAMETER_ANNOTATION = lazy_pattern(
    # @Valid @PathVariable("id") | [FromBody]
    r"@[\w.]++(?:\((?:[^()\"]|\"[^\"]*\")*+\))?+\s*+|(?<=[(,\s])\[[A-Z]\w*+(?:\([^()]*\))?+\]\s*+"
)
"""An annotation of a parameter, with its arguments and the whitespace behind it."""
_REQUIRED = lazy_pattern(r"=\s*(?:await\s+)?(?:require\s*\(|import\s*\()")
_KINDS = (
    "class",
    "interface",
    "struct",
    "enum",
    "trait",
    "impl",
    "module",
    "object",
    "protocol",
    "namespace",
)
"""Kinds of definitions that are named to users."""
OPEN_ENDS = (":", "{", "(", "[", ",", "=", "\\", "&&", "||", "+", "->", "=>")
_HEAD_IS_A_LINE = BY_INDENTATION | {"ruby"}
"""Languages whose classes have no bracket that opens their members."""
_UNCLOSED = BY_INDENTATION | {"markdown", "make"}
"""Languages in which nothing closes a definition, so that its beginning is one too."""
_ANCHOR = re.compile(r"(?:^|[:\-]\s+)(&[\w-]+)(?=\s|$)")
_FROM = re.compile(r"from\s+(?P<module>\S+)\s+import\s+(?P<names>.*)", re.DOTALL)
_IMPORT = re.compile(
    r"import\s+(?P<names>.*?)\s+from\s+(?P<quote>['\"])(?P<module>[^'\"]+)(?P=quote)", re.DOTALL
)
"""An import of names in JavaScript: `import { a } from "b"`."""
_IMPORTED_PATH = re.compile(r"(?:import|use|using) (?:static )?(?:[\w$]+(?:::|\.|\\))+(?P<name>\w+);?")
"""An import of one name by its path: `import a.b.C;`, `use a::b;`, `use A\\B;`."""
_IMPORT_OF_JAVA = re.compile(r"import (?:static )?[\w.]+(?:\.\*)?;")
_IMPORTED_PATHS = re.compile(
    r"(?:pub(?:\([^()]*\))? )?(?:use|import) (?P<paths>(?:[\w$]+(?:::|\.|\\))+(?:[\w$*]+|\{[^;]*\}));?"
)
"""An import of paths: `use std::fs::File;`, `import java.util.List;`."""
_MODULE = lazy_pattern(r"(?P<name>\w+)[\w.]*(?: as (?P<alias>\w+))?")
_MODULES = lazy_pattern(r"import (?P<modules>[\w.]+(?: as \w+)?(?:, [\w.]+(?: as \w+)?)*)")
"""An import of modules in Python: `import os.path, numpy as np`."""
_WITHOUT_NAMES = lazy_pattern(r"\*(?! as )|[(\s][_.] \"")
"""In an import: all names of a module, or a package of Go without a name, `import _ "github.com/lib/pq"`."""
_DECLARES = lazy_pattern(r"^(?:export\s+)?(?:const|let|var)\s+")
_NAMES_IN_LINE = re.compile(
    r"(?P<before>from \S+ import |import (?:type )?\{ ?)(?P<names>[\w$, ]+?)"
    r"(?P<after>| ?\} from (?:\"[^\"]+\"|'[^']+');?)"
)
"""An import of names from a module, in one line."""
_PROLOGUE = re.compile(r"[rRuU]?['\"]|(?:package|namespace|module) |declare\(")
"""The beginning of code that belongs above the imports of a file."""
_ALIAS = re.compile(r"[\w.] \"(?!$)")
"""A name that Go gives to a package: `import ( log "example.com/log" )`."""


class MergeMode(StrEnum):
    """The possible meanings of a definition without some of its members or annotations."""

    UPDATE = "update"
    """Its members replace their namesakes, and the others stay."""
    REPLACE = "replace"
    """It replaces the class, and the others are removed."""
    EXTEND = "extend"
    """As `UPDATE`; the items of a list that has none of the file's join these."""
    KEEP = "keep"
    """As `UPDATE`; annotations that a definition lacks stay too, if it shows some of them."""


class _Edit(Struct):
    """Replaces lines `first` up to `end` of the file with `lines`, which have no ends."""

    first: int
    end: int
    lines: list[str]


class _Action(NamedTuple):
    """One of the edits of a merge."""

    words: str
    """For users."""
    adds: bool = False
    """True if it adds definitions."""
    is_placed: bool = False
    """True if these are next to dots, so that the words say where they go."""


_COMMENT_BEHIND = re.compile(
    r"""(?P<code>(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|(?!\s+//).)*+)(?P<comment>\s+//.*)"""
)
"""Code with a comment behind it, not in a string: `last: "don't", // greeting`."""


def _parted(line: str) -> tuple[str, str]:
    """The code of a line, and the comment behind it with the whitespace between them."""
    found = _COMMENT_BEHIND.fullmatch(line)
    return (line.rstrip(), "") if found is None else (found["code"], found["comment"])


def _has_comma(line: str) -> bool:
    return _parted(line)[0].endswith(",")


def _with_comma(line: str) -> str:
    code, comment = _parted(line)
    return f"{code.removesuffix(',')},{comment}"


def _without_comma(line: str) -> str:
    code, comment = _parted(line)
    return f"{code.removesuffix(',')}{comment}"


_VISIBILITY = re.compile(r"(?:private|protected|public):?")


class SnippetOutline(Struct, frozen=True):
    """The definitions of a snippet."""

    lines: Sequence[str]
    """Without ends, the outer indentation removed; with the text around members."""
    level: OutlineLevel
    is_nested: bool
    """True if it has members, which parse only inside a definition."""
    dots: Mapping[int, str]
    """The placeholder lines, by their index; some may be above or below `lines`."""

    def has_dots(self, first: int, end: int) -> bool:
        return any(first <= at < end for at in self.dots)


def named_unit(unit: Unit) -> str:
    return f"`{unit.name}`" if unit.is_definition else f"“{first_line(unit.signature)}”"


class MergeSides(Struct, frozen=True):
    """The two sides of a merge: a file and a snippet."""

    language: str
    """As returned by `outline_language`."""
    bodies: Sequence[str]
    """The lines of the file, without ends."""
    unit: str | None
    """The indentation unit of the file; see `depth_unit`."""
    top: OutlineLevel
    """Of the file."""
    snippet: SnippetOutline

    def owner(self, level: OutlineLevel) -> Unit | None:
        """The unit of the file whose members a level has; None for the top."""
        units = (unit for each in self.top.levels() for unit in each.units)
        return next((unit for unit in units if unit.members is level), None)


class MergeResult(Struct, frozen=True):
    """The edits that a snippet makes on one level of the file."""

    level: OutlineLevel
    """Of the file."""
    mode: MergeMode
    depth: int
    """See `merge_definitions`."""
    edits: Sequence[_Edit]
    spans: Sequence[tuple[int, int]]
    """The lines of the file that the merge concerns."""
    actions: Sequence[_Action]
    is_partial: bool
    """True if a class lacks some of its members, and nothing shows whether they stay."""
    partial_depths: Collection[int]
    """The depths below the level of the definitions that lack some of their members; -1 for the level."""
    lacks_annotations: bool
    """True if a definition has some of its annotations, and not the others: then `KEEP` means more."""
    extends_list: bool
    """True if it adds items to a list: else `EXTEND` means the same as `UPDATE`."""
    boundary_label: str
    """The boundary at which new definitions go, for users; empty if the snippet shows it."""
    boundary_count: int
    """The number of such boundaries."""
    absent: Sequence[str]
    """The definitions of the file between two of a snippet whose dots are elsewhere: these stay."""
    absent_dropped: Sequence[str]
    """Such definitions that it removes."""
    dropped: Sequence[tuple[str, ...]]
    """The paths of definitions that it removes on purpose."""
    warnings: Sequence[MatchWarning]
    """Signs that a definition is incomplete, so that only the user can accept it."""

    @property
    def label(self) -> str:
        """The edits in words, for users."""
        words = [action.words for action in self.actions]
        if self.absent:
            words.append(f"keeps {listed(self.absent)}")
        if self.absent_dropped:
            words.append(f"drops {listed(self.absent_dropped)}")
        return "; ".join(words)

    @property
    def effect(self) -> MatchEffect | None:
        """The kind of change: `DROPS` if it replaces, `ADDS` if the first edit adds; else None."""
        if self.mode is MergeMode.REPLACE:
            return MatchEffect.DROPS
        return MatchEffect.ADDS if self.actions and self.actions[0].adds else None

    def drops(self, path: tuple[str, ...]) -> bool:
        """True if it removes a definition on purpose."""
        return any(path[: len(dropped)] == dropped for dropped in self.dropped)


def merge_definitions(
    sides: MergeSides, level: OutlineLevel, mode: MergeMode, nth_boundary: int = 0, depth: int = 0
) -> MergeResult:
    """Merge a snippet into one level of the file.

    Args:
        sides: The file and the snippet.
        level: A level of the file.
        mode: The meaning of a class without some of its members.
        nth_boundary: The boundary at which new definitions go if there are several, the likeliest first.
        depth: With `REPLACE`, the least depth below the level from which definitions are replaced;
            those around them are updated. The level itself has the depth -1.

    Raises:
        NoMatch: It is unclear what is meant, or something seems cut off or renamed.
    """
    return _Merge(sides, level, mode, nth_boundary, depth).result()


class _Merge:
    """A merge at work; see `merge_definitions`.

    In its methods, `unit` is of the snippet and `current` the file's.
    """

    def __init__(
        self, sides: MergeSides, level: OutlineLevel, mode: MergeMode, nth_boundary: int, depth: int
    ) -> None:
        self._sides = sides
        self._level = level
        self._mode = mode
        self._nth_boundary = nth_boundary
        self._depth = depth
        self._language = sides.language
        self._file, self._unit, self._new = sides.bodies, sides.unit, sides.snippet.lines
        self._has_dots = sides.snippet.has_dots
        self._edits: list[_Edit] = []
        self._spans: list[tuple[int, int]] = []
        self._actions: list[_Action] = []
        self._is_partial = False
        self._partial_depths: set[int] = set()
        self._lacks_annotations = False
        self._extends_list = False
        self._boundary_label = ""
        self._boundary_count = 0
        self._absent: list[str] = []
        self._absent_dropped: list[str] = []
        self._dropped: list[tuple[str, ...]] = []
        self._warnings: list[MatchWarning] = []
        self._above: dict[int, list[str]] = {}
        """The new lines above a line of the file, in order."""
        self._last_new: dict[int, Unit] = {}
        """The last new definition that goes above a line of the file."""
        self._first_imports: tuple[list[str], int] | None = None
        """New lines with the imports of a file without any, and the index of the line below these."""
        self._strings: list[tuple[int, int]] | None = None

    def result(self) -> MergeResult:
        """Merge the snippet."""
        self._units(self._level, self._sides.snippet.level)
        for first, lines in self._above.items():
            self._prepend(first, lines)
        self._check_margins()
        return MergeResult(
            level=self._level,
            mode=self._mode,
            depth=self._depth,
            edits=self._edits,
            spans=self._spans,
            actions=self._actions,
            is_partial=self._is_partial,
            partial_depths=self._partial_depths,
            lacks_annotations=self._lacks_annotations,
            extends_list=self._extends_list,
            boundary_label=self._boundary_label,
            boundary_count=self._boundary_count,
            absent=self._absent,
            absent_dropped=self._absent_dropped,
            dropped=self._dropped,
            warnings=self._warnings,
        )

    def _units(self, level: OutlineLevel, new: OutlineLevel) -> None:
        """Merge a level of the snippet into a level of the file."""
        if not all(unit.is_alone for unit in new.units):
            raise NoMatch("two of its definitions share a line")
        if new is self._sides.snippet.level and self._insert_below_visibility(level, new.units):
            return
        partners = [self._partner(level, new, unit) for unit in new.units]
        if not all(current.is_alone for current in partners if current is not None):
            raise NoMatch("a definition of the file shares a line with other code")
        known = [(unit, current) for unit, current in zip(new.units, partners, strict=True) if current]
        has_dots = bool(self._sides.snippet.dots)
        if not known and level.path and level.units and not has_dots:
            if new is self._sides.snippet.level:
                # Members without their type: the end of each is only the likeliest place.
                self._insert_at_place(level, new.units, partners, range(len(new.units)))
            else:
                self._append_all(level, new.units)
            return
        if not known and not has_dots and not self._is_of_imports:
            raise NoMatch("nothing shows where it goes")
        order = [current.first for unit, current in known if unit.is_definition]
        if order != sorted(order):
            if has_dots or len(known) < len(partners) or 2 * len(order) >= _definition_count(level):
                raise NoMatch("its definitions are in another order in the file")
            # Each replaces its namesake where that is.
            row = next(below for above, below in pairwise(order) if below < above)
            self._warn("the snippet has its definitions in another order than the file", row)
        if self._has_own_dots(new):
            self._check_between(level, known)
        for unit, current in known:
            if unit.is_definition:
                self._replace(level, current, unit)
            elif unit.category is Category.IMPORT:
                self._import(current, unit)
            elif unit.category is Category.STATEMENT and unit.signature != current.signature:
                self._extend(current, unit)
        self._insert_new(level, new.units, partners)
        self._drop_imports(partners)

    def _check_depth(self, current: Unit, unit: Unit) -> None:
        """Refuse a key at a depth at which the file has it inside of another one, which dots leave out.

        jobs:
          # ...            stands for `build:` too
            steps:         is of that
        """
        level, new = current.members, unit.members
        if self._language not in DATA or level is None or new is None or not level.units:
            return
        inner = len(indentation(self._file[level.units[0].head]))
        inner -= len(indentation(self._file[current.head]))
        for each in new.units:
            depth = len(indentation(self._new[each.head])) - len(indentation(self._new[unit.head]))
            if depth <= inner or _has_key(level, each):
                continue
            owners = (other for other in level.units if other.members and _has_key(other.members, each))
            if (owner := next(owners, None)) is not None:
                raise NoMatch(f"`{each.name}` may be that of `{owner.name}`, which the snippet leaves out")

    def _has_own_dots(self, new: OutlineLevel) -> bool:
        """True if a level of the snippet has dots; of keys, those inside other keys do not count."""
        if self._language not in DATA:
            return bool(self._sides.snippet.dots)
        first = new.first
        while first - 1 in self._sides.snippet.dots:
            first -= 1
        inside = [at for at in self._sides.snippet.dots if first <= at <= new.end]
        return any(not any(unit.head <= at < unit.end for unit in new.units) for at in inside)

    def _check_between(self, level: OutlineLevel, known: Sequence[tuple[Unit, Unit]]) -> None:
        """Keep or drop definitions that the file has between two of a snippet with dots elsewhere only."""
        definitions = [(unit, current) for unit, current in known if unit.is_definition]
        depth = len(level.path) - len(self._level.path) - 1
        is_dropped = self._mode is MergeMode.REPLACE and depth >= self._depth
        for (above, first), (below, last) in pairwise(definitions):
            if self._has_dots(above.end, below.first):
                continue
            between = [each for each in level.units if first.end <= each.first and each.end <= last.first]
            for each in filter(lambda each: each.is_definition, between):
                self._is_partial = True
                self._partial_depths.add(depth)
                (self._absent_dropped if is_dropped else self._absent).append(each.name)
                if is_dropped:
                    self._drop(level, each)

    def _drop(self, level: OutlineLevel, unit: Unit) -> None:
        """Remove a definition of the file with the blank lines below it."""
        if not unit.is_alone:
            raise NoMatch(f"`{unit.name}` shares a line with other code")
        end = unit.end
        while end < level.end and not self._file[end].strip():
            end += 1
        # In paths of definitions only the last name is preceded by its category.
        self._dropped += ((*level.path, unit.name), (*level.path, f"{unit.category} {unit.name}"))
        self._spans.append((unit.first, unit.end))
        self._edits.append(_Edit(unit.first, end, []))

    def _partner(self, level: OutlineLevel, new: OutlineLevel, unit: Unit) -> Unit | None:
        """The unit of the file that corresponds to one of the snippet; None if that is new.

        An import corresponds to one of the same names or module, a statement or comment to an equal one, and
        a definition to the one with its name, category and kind; of several, to that with its signature, else
        with its annotations, or else with a member of the same name.

        Raises:
            NoMatch: It may correspond to several, or to something else of the same name.
        """
        if unit.category is Category.IMPORT:
            return self._imported(unit)
        if not unit.is_definition:
            same = [
                current
                for current in level.units
                if (current.category, current.signature) == (unit.category, unit.signature)
            ]
            if not same and unit.category is Category.COMMENT and self._is_comment_of(level, unit):
                return None
            if not same and (extended := self._extended(level, new, unit)) is not None:
                return extended
            if not same:
                lines = unit.signature.strip().split("\n")
                known = {line.strip() for line in self._file}
                missing = next((line for line in lines if line.strip() not in known), lines[0])
                raise NoMatch(f"“{first_line(missing)}” is not a definition, and the file does not have it")
            return same[0]
        namesakes = [each for each in level.units if each.key == unit.key]
        overloads = [each for each in new.units if each.key == unit.key]
        if len(namesakes) > 1 or len(overloads) > 1:
            same = [each for each in namesakes if each.signature == unit.signature]
            is_only = sum(each.signature == unit.signature for each in overloads) == 1
            if len(same) != 1 or not is_only:
                annotated = self._annotated_alike(unit, namesakes, overloads)
                same = annotated or [each for each in namesakes if self._shares_parts(each, unit)]
                is_only |= bool(annotated)
            if len(same) != 1 or not is_only:
                count = max(len(namesakes), len(overloads))
                raise NoMatch(f"`{unit.name}` occurs {count} times, and nothing shows which is meant")
            namesakes = same
        if not namesakes:
            same_name = next(
                (each for each in level.units if each.name == unit.name and each.is_definition), None
            )
            if same_name is not None:
                categories = f"a {same_name.category} in the file and a {unit.category} in the snippet"
                raise NoMatch(f"`{unit.name}` is {categories}")
            return None
        # Inside of a mapping that both have, a key may get another kind of value.
        is_inner_key = unit.category is Category.KEY and new is not self._sides.snippet.level
        if namesakes[0].kind != unit.kind and not is_inner_key:
            kinds = f"{_words(namesakes[0].kind)}, not {_words(unit.kind)}"
            raise NoMatch(f"`{unit.name}` is something else in the file: {kinds}")
        return namesakes[0]

    def _annotated_alike(
        self, unit: Unit, namesakes: Sequence[Unit], overloads: Sequence[Unit]
    ) -> list[Unit]:
        """The only namesake in the file with the annotations that only this one in the snippet has, if any.

        So `#[cfg(unix)]` and `#[cfg(not(unix))]` tell two functions of one name apart.
        """
        own = self._annotation_lines(unit, is_new=True)
        # `@Test` or `@overload` alone says nothing of which one it is.
        is_telling = any("(" in line or "." in line for line in own)
        same = [each for each in namesakes if is_telling and self._annotation_lines(each) == own]
        is_only = sum(self._annotation_lines(each, is_new=True) == own for each in overloads) == 1
        return same if len(same) == 1 and is_only else []

    def _shares_parts(self, current: Unit, unit: Unit) -> bool:
        """True if two types have a member of the same name, or two rules of styles declare the same."""
        if self._language != "css":
            return _shares_members(current, unit)
        own, others = (
            {line.partition(":")[0].strip() for line in lines[each.head + 1 : each.end] if ":" in line}
            for lines, each in ((self._new, unit), (self._file, current))
        )
        return not own.isdisjoint(others)

    def _annotation_lines(self, unit: Unit, *, is_new: bool = False) -> list[str]:
        """The annotations of a definition, stripped."""
        lines = (self._new if is_new else self._file)[unit.head : unit.end]
        return [line.strip() for line in lines[: _annotation_count(lines)]]

    def _extended(self, level: OutlineLevel, new: OutlineLevel, unit: Unit) -> Unit | None:
        """The file's only statement that a statement of a snippet with dots continues; None without one."""
        if unit.category is not Category.STATEMENT or not self._sides.snippet.dots:
            return None
        signatures = {each.signature for each in new.units}
        begun = [
            current
            for current in level.units
            if current.category is Category.STATEMENT
            and current.kind == unit.kind
            and current.signature not in signatures
            and unit.signature.startswith(start := current.signature.rstrip("()[]{},;:'\" "))
            and not unit.signature[len(start) :][:1].isalnum()
        ]
        return begun[0] if len(begun) == 1 else None

    def _is_comment_of(self, level: OutlineLevel, unit: Unit) -> bool:
        """True if all lines of a comment are in comments of a level."""
        comments = {
            self._file[at].strip()
            for each in level.units
            for at in range(each.first, max(each.head, each.first + 1))
        }
        return comments.issuperset(unit.signature.split("\n"))

    # Definitions that the file has

    def _replace(self, level: OutlineLevel, current: Unit, unit: Unit) -> None:
        """Replace a definition of the file with its namesake."""
        name = ".".join((*level.path, current.name))
        self._check_moved(current, unit)
        missing = self._missing(current, unit)
        if self._has_dots(unit.head, unit.end):
            self._fill(current, unit, name, missing)
            return
        if self._language == "blocks" and current.members is not None and unit.members is None:
            raise NoMatch(f"`{name}` has blocks in the file, and none in the snippet")
        self._is_partial |= bool(missing)
        if not missing and self._mode is MergeMode.EXTEND and current.members and unit.members:
            # A member may be a list.
            self._update(current, unit, name)
            return
        if not missing:
            old, new = self._code(current, unit, name)
            if self._mode is MergeMode.EXTEND and (joined := with_new_items(old, new)) is not None:
                self._extends_list = True
                self._replace_lines(current, old, joined, f"adds items to `{name}`")
                return
            self._check_whole(current, unit, name)
            self._replace_lines(current, old, new, f"replaces `{name}`")
            self._comments(current, unit)
            return
        depth = len(level.path) - len(self._level.path)
        self._partial_depths.add(depth)
        if self._mode is MergeMode.REPLACE and depth >= self._depth:
            old, new = self._code(current, unit, name)
            path = (*level.path, current.name)
            # In paths of definitions only the last name is preceded by its category.
            self._dropped += ((*path, member) for member in missing)
            self._dropped += ((*path, f"{category} {member}") for member in missing for category in Category)
            self._dropped += self._lost_in(current.members, unit.members)
            drops = listed([member or "a statement" for member in missing])
            self._replace_lines(current, old, new, f"replace `{name}` as written, which drops {drops}")
            self._comments(current, unit)
            return
        self._update(current, unit, name)

    def _lost_in(self, current: OutlineLevel | None, new: OutlineLevel | None) -> list[tuple[str, ...]]:
        """The paths of the definitions that members of two namesakes lack, at any depth."""
        if current is None or new is None:
            return []
        by_key = {unit.key: unit for unit in new.units}
        lost: list[tuple[str, ...]] = []
        for unit in current.units:
            own = by_key.get(unit.key)
            if own is not None:
                lost += self._lost_in(unit.members, own.members)
            elif unit.is_definition:
                lost += ((*current.path, unit.name), (*current.path, f"{unit.category} {unit.name}"))
        return lost

    def _update(self, current: Unit, unit: Unit, name: str) -> None:
        """Replace the members of a definition with their namesakes; the other members stay."""
        assert current.members is not None
        assert unit.members is not None
        names = listed([each.name for each in unit.members.units if each.is_definition])
        head, old = self._head(unit, is_new=True), self._head(current)
        # Of a definition that is shown in part, the annotations may be left out too.
        is_alike = current.signature == unit.signature or head in (old, _unannotated(old))
        if not is_alike and current.category is not Category.KEY:
            # A type may have got another base.
            if len(head) != 1 or len(old) != 1 or not names:
                raise NoMatch(f"`{name}` begins differently than in the file, and lacks some of its members")
            first = self._file[current.head]
            self._edits.append(_Edit(current.head, current.head + 1, [indentation(first) + head[0]]))
            self._spans.append((current.head, current.head + 1))
            names = f"the first line, {names}"
        if not names:
            if self._sides.snippet.dots:
                self._units(current.members, unit.members)
            return
        is_known = _shares_members(current, unit)
        self._check_depth(current, unit)
        words = f"update {names} of `{name}`" if is_known else f"add {names} to `{name}`"
        self._actions.append(_Action(words))
        count = len(self._actions)
        self._units(current.members, unit.members)
        if placed := [action.words for action in self._actions[count:] if action.is_placed]:
            self._actions[count - 1] = _Action("; ".join(placed), adds=True, is_placed=True)
        if self._mode not in (MergeMode.REPLACE, MergeMode.EXTEND):
            del self._actions[count:]
        elif self._actions[count:]:
            # What is replaced inside says more than what is around it.
            del self._actions[count - 1]

    def _head(self, unit: Unit, *, is_new: bool = False) -> list[str]:
        """The lines of a definition above its members, without comments; stripped.

        Args:
            unit: The definition.
            is_new: True if it is of the snippet.
        """
        first = unit.head + 1 if unit.members is None else unit.members.first
        lines = (self._new if is_new else self._file)[unit.head : first]
        stripped = map(str.strip, lines)
        return [line for line in stripped if line and not is_comment_line(line, self._language)]

    def _fill(self, current: Unit, unit: Unit, name: str, missing: Sequence[str]) -> None:
        """Replace a definition with dots: member by member, or line by line if it has no members."""
        if current.members is None or unit.members is None:
            try:
                self._fill_lines(current, unit, name)
            except NoMatch:
                if (items := self._items(current, unit, name)) is None:
                    raise
                self._units(*items)
            return
        members = [each for each in unit.members.units if each.is_definition]
        # In these languages, comments above the first member are not among the members.
        first = unit.head + 1 if self._language in _HEAD_IS_A_LINE else unit.members.first
        outside = [
            at
            for at in self._sides.snippet.dots
            if first <= at < unit.end and not any(each.head <= at < each.end for each in members)
        ]
        if missing and not outside:
            if self._language not in DATA or "" in missing:
                raise NoMatch(f"`{name}` lacks {listed(missing)}, and has dots only inside other members")
            words = "stay, without dots for them" if len(missing) > 1 else "stays, without dots for it"
            self._warn(f"{listed(missing)} of `{name}` {words}", current.head)
            self._update(current, unit, name)
            return
        if not outside and (new := self._with_elided(current, unit, name)) is not None:
            self._replace_lines(current, self._file[current.head : current.end], new, f"replaces `{name}`")
            return
        if self._has_dots(unit.head, first):
            raise NoMatch(f"`{name}` has dots before its members")
        self._update(current, unit, name)

    def _with_elided(self, current: Unit, unit: Unit, name: str) -> list[str] | None:
        """The lines of a definition that has all members of its namesake, with what its dots stand for.

        The dots are inside members, or in its annotations. None if it is not as deep as its namesake, if dots
        are anywhere else, or if it is unclear what they stand for.
        """
        assert current.members is not None
        assert unit.members is not None
        filled: list[tuple[Unit | None, int, int, list[str]]] = []
        # The line above the members opens their block.
        tops = [(each.head, each.members.first - 1) for each in (current, unit) if each.members is not None]
        if self._has_dots(*tops[1]):
            if self._new[unit.head].strip() != self._file[current.head].strip():
                return None
            filled.append((None, *tops[1], list(self._file[slice(*tops[0])])))
        for member in unit.members.units:
            if self._has_dots(member.head, member.end):
                own = [each for each in current.members.units if each.key == member.key]
                if len(own) != 1 or own[0].members is not None or not member.is_definition:
                    return None
                try:
                    lines = self._filled(own[0], member, f"{name}.{member.name}")
                except NoMatch:
                    return None
                filled.append((own[0], member.head, member.end, lines))
        pairs = [(current, unit.head), *((own, first) for own, first, _, _ in filled if own is not None)]
        if any(indentation(self._file[own.head]) != indentation(self._new[first]) for own, first in pairs):
            return None
        new = list(self._new[unit.head : unit.end])
        for _, first, end, lines in reversed(filled):
            new[first - unit.head : end - unit.head] = lines
        left = [at for at in self._sides.snippet.dots if unit.head <= at < unit.end]
        inside = [at for at in left if any(first <= at < end for _, first, end, _ in filled)]
        return new if len(inside) == len(left) else None

    def _items(self, current: Unit, unit: Unit, name: str) -> tuple[OutlineLevel, OutlineLevel] | None:
        """The items of a list in YAML, of the file and of the snippet, with one name for each pair of them.

        None if it is another language, or if no item has a partner.
        """
        if self._language != "yaml" or not current.kind == unit.kind == "list":
            return None
        old = list_items(self._file, current)
        new = list_items(self._new, unit, self._sides.snippet.dots)
        partners = self._paired_items(old, new)
        if not partners:
            return None
        counts = Counter(item.name for item in old)
        known = [
            replace(item, name=f"{item.name} #{at + 1}") if counts[item.name] > 1 else item
            for at, item in enumerate(old)
        ]
        named = [
            replace(item, name=known[partners[at]].name) if at in partners else item
            for at, item in enumerate(new)
        ]
        return (
            OutlineLevel((name,), tuple(known), current.head + 1, current.end),
            OutlineLevel((name,), tuple(named), unit.head + 1, unit.end),
        )

    def _paired_items(self, old: Sequence[Unit], new: Sequence[Unit]) -> dict[int, int]:
        """The items of a list that correspond, as indexes of new ones and of old ones.

        They have a title, a used action or a text that no other one has. Of the rest, those with similar
        titles correspond if both are alone between the same neighbours.

        Raises:
            NoMatch: There are dots between them too, so that one may be new.
        """
        pairs: dict[int, int] = {}
        for key in (lambda unit: unit.name, used_action, lambda unit: unit.signature):
            old_texts, new_texts = ([str(key(unit)) for unit in units] for units in (old, new))
            for at, text in enumerate(new_texts):
                is_unique = text and old_texts.count(text) == new_texts.count(text) == 1
                if at not in pairs and is_unique and (partner := old_texts.index(text)) not in pairs.values():
                    pairs[at] = partner
        for at, unit in enumerate(new):
            if at in pairs:
                continue
            above = max((n for n in pairs if n < at), default=-1)
            below = min((n for n in pairs if n > at), default=len(new))
            free = range(pairs.get(above, -1) + 1, pairs.get(below, len(old)))
            like = [
                n
                for n in free
                if likeness.normalized_similarity(old[n].name, unit.name) >= _MIN_ITEM_LIKENESS
            ]
            like = [n for n in like if not (used_action(old[n]) and used_action(unit))]
            first = new[above].end if above >= 0 else 0
            end = new[below].first if below < len(new) else len(self._new)
            if like and self._has_dots(first, end):
                raise NoMatch(f"nothing shows whether “{unit.name}” is “{old[like[0]].name}” of the file")
            if like and len(free) == 1 and below - above == 2:
                pairs[at] = like[0]
        return pairs

    def _fill_lines(self, current: Unit, unit: Unit, name: str) -> None:
        """Replace the lines of a definition that are around dots, within its namesake."""
        new = self._filled(current, unit, name)
        self._replace_lines(current, self._file[current.head : current.end], new, f"updates `{name}`")

    def _filled(self, current: Unit, unit: Unit, name: str) -> list[str]:
        """The lines of a definition with those of its namesake for its dots.

        Raises:
            NoMatch: It is unclear which lines these are.
        """
        old = list(self._file[current.head : current.end])
        dots = self._sides.snippet.dots
        lines = [dots.get(at, line) for at, line in enumerate(self._new[unit.head : unit.end], unit.head)]
        # The first lines belong together, even if they differ.
        head = max(_annotation_count(old), 0)
        if _annotation_count(lines) == head and lines[head] not in dots.values():
            shift = uniform_map(lines[head : head + 1], [indentation(old[head]) + lines[head].strip()])
            if shift is None or _opening(lines[head]) != _opening(old[head]):
                raise NoMatch(f"`{name}` begins differently than in the file")
            first = indentation(old[head]) + lines[head].strip()
        else:
            raise NoMatch(f"`{name}` has other annotations than in the file")
        text = "".join(f"{line}\n" for line in [*old[:head], first, *old[head + 1 :]])
        gaps = [at - unit.head for at in dots if unit.head <= at < unit.end]
        found = apply_sketch(FileIndex(text), sketch_of(lines, gaps), top=current.head)
        if isinstance(found, Mismatch):
            rewritten = self._with_end_closed(text, lines, gaps, current.head)
            if rewritten is None:
                rewritten = self._with_end_rewritten(text, lines, gaps, current.head)
            if rewritten is None:
                raise NoMatch(found.message)
            return rewritten
        for warning in found.warnings:
            self._warn(warning.message, warning.line - 1)
        bounds = found.lines or (1, len(old))
        # The closing lines below the last dots are those of the definition itself.
        ends_in_dots = bool(gaps) and only_closes("".join(lines[max(gaps) + 1 :]))
        rest = "" if ends_in_dots else "".join(old[bounds[1] :])
        if bounds[0] > head + 1 or not only_closes(rest):
            raise NoMatch(f"`{name}` begins or ends differently than in the file")
        return block_lines(found.change.apply(text))

    def _with_end_closed(
        self, text: str, lines: Sequence[str], gaps: Sequence[int], top: int
    ) -> list[str] | None:
        """The lines of a definition of Python that both sides end with a bracket, as other languages do.

        Then it is certain that the last lines of both are the last ones. None if that does not show what
        changes. For the arguments, see `_with_end_rewritten`.
        """
        while lines and not lines[-1].strip():
            lines = lines[:-1]
        # Below a statement that leaves the function, nothing would run.
        is_beyond = exit_at_end(block_lines(text)) and not exit_at_end(lines)
        if self._language != "python" or len(lines) - 1 in gaps or is_beyond:
            return None
        closed = FileIndex(f"{text}{indentation(text)}}}\n")
        found = apply_sketch(closed, sketch_of([*lines, f"{indentation(lines[0])}}}"], gaps), top=top)
        if isinstance(found, Mismatch) or found.warnings or (found.lines or (1, 0))[0] > 1:
            return None
        *new, end = block_lines(found.change.apply(closed.text))
        return new if only_closes(end) else None

    def _with_end_rewritten(
        self, text: str, lines: Sequence[str], gaps: Sequence[int], top: int
    ) -> list[str] | None:
        """The lines of a definition whose end the snippet shows without dots, in whatever order.

        None if nothing shows where this end begins, or if it has less than half of the file's lines there.

        Args:
            text: The definition in the file.
            lines: The snippet's lines.
            gaps: The rows of its dots.
            top: The file's lines above the definition.
        """
        old, above = block_lines(text), lines[: max(gaps, default=-1) + 1]
        end = list(lines[len(above) :])
        while end and not end[0].strip():
            del end[0]
        known = [at for at, line in enumerate(old) if end and line.strip() == end[0].strip()]
        if not above or len(known) != 1 or only_closes(end[-1]) is not only_closes(old[-1]):
            return None
        replaced = [line.strip() for line in old[known[0] :] if line.strip()]
        end_lines = {line.strip() for line in end}
        informative = [line for line in replaced if not only_closes(line)]
        kept = sum(line in end_lines for line in informative)
        if kept < _MIN_KEPT_OF_END or 2 * kept <= len(informative):
            return None
        shift = uniform_map(end[:1], old[known[0] : known[0] + 1])
        moved = [] if shift is None else [shift.fit(line) for line in end]
        if not moved or None in moved:
            return None
        if least_indent([line for line in moved if line is not None]) != least_indent(old[known[0] :]):
            return None
        rest = FileIndex("".join(f"{line}\n" for line in old[: known[0]]))
        upper = apply_sketch(rest, sketch_of(above, gaps), top=top)
        if isinstance(upper, Mismatch) or upper.warnings:
            return None
        return [*block_lines(upper.change.apply(rest.text)), *(line for line in moved if line is not None)]

    def _replace_lines(self, current: Unit, old: Sequence[str], new: list[str], action: str) -> None:
        self._spans.append((current.head, current.end))
        if list(old) != new:
            self._edits.append(_Edit(current.head, current.end, new))
            self._actions.append(_Action(f"{action} ({lines_named((current.head + 1, current.end))})"))

    def _code(self, current: Unit, unit: Unit, name: str) -> tuple[list[str], list[str]]:
        """The lines of a definition in the file, and the snippet's at that depth."""
        old = list(self._file[current.head : current.end])
        new = list(self._new[unit.head : unit.end])
        annotations = [line for line in old[: _annotation_count(old)] if line.strip()]
        is_bare = bool(annotations) and not _annotation_count(new)
        new = self._as_deep(old[len(annotations) :] if is_bare else old, new, unit.head, name)
        if is_bare:
            message = f"`{annotations[0].strip()}` above `{name}` is not in the snippet, and stays"
            self._warn(message, current.head)
            new = [*annotations, *new]
        else:
            own = [line.strip() for line in new[: _annotation_count(new)]]
            lost = _unlike([line.strip() for line in annotations], own)
            kept = _with_annotations(old, new)
            if kept is not None and self._mode is MergeMode.KEEP:
                self._warn(f"annotations above `{name}` that are not in the snippet stay", current.head)
                return old, kept
            self._lacks_annotations |= kept is not None
            if lost:
                at = next(n for n, line in enumerate(annotations) if line.strip() == lost[0])
                self._warn(f"`{lost[0]}` above `{name}` is not in the snippet", current.head + at)
        if current.is_listed:
            if len(old) == len(new) == 1 and not _parted(new[0])[1]:
                new[0] = new[0].rstrip() + _parted(old[0])[1]
            new[-1] = _with_comma(new[-1]) if _has_comma(old[-1]) else _without_comma(new[-1])
        return old, new

    def _as_deep(self, old: Sequence[str], new: Sequence[str], head: int, name: str) -> list[str]:
        """The snippet's lines from `head` at the depth of the file's.

        Raises:
            NoMatch: The depths follow no rule.
        """
        shift = self._shift(old, new)
        moved = self._reindented(new, head, shift, name, _equal_lines(old, new), old)
        if moved is None:
            raise NoMatch(f"`{name}` is indented unevenly compared with the file")
        return moved

    def _reindented(
        self,
        new: Sequence[str],
        head: int,
        shift: IndentMap | None,
        name: str,
        pairs: Sequence[tuple[int, int]] = (),
        old: Sequence[str] = (),
    ) -> list[str] | None:
        """The snippet's lines from `head` at another depth; None if the rule fails for one of them.

        Lines of strings move with the code only if the file's lines do, or if they are as deep as the code.
        """
        if shift == Uniform():
            return list(new)
        moved = [shift.fit(line) if shift is not None else None for line in new]
        for first, end in self._string_rows():
            rows = range(max(first - head, 0), min(end - head, len(new)))
            if first - head <= 0 or not rows:
                continue
            known = {old[a] == moved[b] for a, b in pairs if b in rows and old[a] in (moved[b], new[b])}
            unknown = any(b in rows and old[a] not in (moved[b], new[b]) for a, b in pairs)
            depth = len(indentation(new[first - head - 1]))
            is_deep = all(len(indentation(new[row])) >= depth for row in rows if new[row].strip())
            if unknown or len(known) > 1 or (not known and not is_deep):
                raise NoMatch(f"a string of `{name}` is indented differently than in the file")
            if known == {False}:
                for row in rows:
                    moved[row] = new[row]
        fitted = [line for line in moved if line is not None]
        if len(fitted) != len(new):
            return None
        if shift is not None and any(line and not line.strip() for line in old):
            # The file indents its blank lines: so may the snippet.
            return [line if line.strip() or not line else shift.depth(line) or "" for line in fitted]
        return [line if line.strip() else "" for line in fitted]

    def _check_margins(self) -> None:
        """Refuse tabs for indentation where the file has none: their width is unknown."""
        written = (line for edit in self._edits for line in edit.lines)
        tab = next((line for line in written if "\t" in indentation(line)), None)
        if tab is None or self._language == "markdown":
            return
        margins = {indentation(line) for line in self._file} - {""}
        if margins and not any("\t" in margin for margin in margins):
            raise NoMatch(f"“{first_line(tab)}” is indented by tabs and spaces, the file by spaces")

    def _string_rows(self) -> list[tuple[int, int]]:
        if self._strings is None:
            self._strings = string_rows(self._new, self._language)
        return self._strings

    def _shift(self, old: Sequence[str], new: Sequence[str]) -> IndentMap | None:
        first = uniform_map(new[:1], [indentation(old[0]) + new[0].strip()])
        if self._language in ("markdown", "yaml", "toml"):
            return first
        pairs = _equal_lines(old, new)
        unit = depth_unit(new) or (depth_unit(self._new) if first is None else None)
        units = unit, self._unit or depth_unit(old)
        maps = [shift for shift in (_unit_map(old, new, *units), first) if shift is not None]
        wrong = [sum(shift.fit(new[b]) != old[a] for a, b in pairs if old[a].strip()) for shift in maps]
        if maps and 2 * min(wrong) <= len(pairs):
            return maps[wrong.index(min(wrong))]
        if all(only_closes(old[a]) for a, _ in pairs):
            # Brackets may close something else than in the file.
            return first
        if unit is not None and unit == units[1] and _is_even(new, unit):
            # Equal lines are in other blocks than in the file.
            return first
        return depth_map([new[b] for _, b in pairs], [old[a] for a, _ in pairs], *units)

    def _comments(self, current: Unit, unit: Unit) -> None:
        """Replace the comments above a definition if the snippet has some; else the file's stay."""
        new = list(self._new[unit.first : unit.head])
        old = list(self._file[current.first : current.head])
        stripped = [line.strip() for line in new]
        if not new or stripped == [line.strip() for line in old]:
            return
        depth, first = indentation(self._file[current.head]), indentation(self._new[unit.head])
        shift = uniform_map([first + "x"], [depth + "x"])
        fitted = None if shift is None else shift.fit_all(new)
        if shift is None and all(indentation(line) == first for line in new if line.strip()):
            fitted = [depth + line.strip() if line.strip() else line for line in new]
        if fitted is None:
            raise NoMatch(f"the comment above `{current.name}` is less indented than the definition")
        if self._is_above(current, stripped):
            return
        kept = _unlike(old, new)
        if kept:
            raise NoMatch(f"the file has another comment above `{current.name}`: “{first_line(kept[0])}”")
        self._spans.append((current.first, current.head))
        if old:
            self._edits.append(_Edit(current.first, current.head, fitted))
        else:
            self._prepend(current.head, fitted)

    def _is_above(self, current: Unit, stripped: Sequence[str]) -> bool:
        """True if the file has these comment lines above a definition, even if not directly."""
        around = {
            line.strip() for line in self._file[max(current.first - len(stripped) - 3, 0) : current.head]
        }
        shared = [line for line in stripped if line in around]
        if 0 < len(shared) < len(stripped) and not self._file[current.first : current.head]:
            raise NoMatch(f"the comment above `{current.name}` is partly in the file")
        return len(shared) == len(stripped)

    def _missing(self, current: Unit, unit: Unit) -> list[str]:
        """The names of the members that the snippet lacks; statements have empty names."""
        if current.members is None or unit.members is None:
            return []
        keys = {member.key for member in unit.members.units}
        lost = [
            member.name for member in current.members.units if member.is_definition and member.key not in keys
        ]
        if current.category is Category.SECTION and current.kind.startswith("h"):
            return lost
        old_count, new_count = (
            sum(member.category in (Category.STATEMENT, Category.IMPORT) for member in members.units)
            for members in (current.members, unit.members)
        )
        return lost + [""] * max(old_count - new_count, 0)

    def _warn(self, message: str, line: int) -> None:
        """Leave a definition to the user; `line` of the file, 0-based, is the first that may be lost."""
        self._warnings.append(MatchWarning(MatchWarningKind.UNSEEN, message, line + 1, is_old=True))

    def _check_moved(self, current: Unit, unit: Unit) -> None:
        """Refuse a section with a subsection that the file has in another section."""
        if unit.category is not Category.SECTION or unit.members is None or current.members is None:
            return
        own = {member.key for level in current.members.levels() for member in level.units}
        # Headings that recur, as those of a change log, belong to each section.
        counts = Counter(each.key for level in self._sides.top.levels() for each in level.units)
        recurs = any(each.is_definition and counts[each.key] > 1 for each in current.members.units)
        for level in unit.members.levels():
            sections = (each for each in level.units if each.category is Category.SECTION)
            moved = next(
                (
                    each.name
                    for each in sections
                    if counts[each.key] == 1
                    and each.key not in own
                    # Beside those that recur, it is one more of them, unless it has the other one's text.
                    and not (recurs and self._has_new_text(each))
                ),
                None,
            )
            if moved is not None:
                raise NoMatch(f"`{moved}` is in another part of the file than `{unit.name}`")

    def _has_new_text(self, unit: Unit) -> bool:
        """True if the file has no line with letters or digits of a section of the snippet but its heading."""
        known = {line.strip() for line in self._file}
        below = (line.strip() for line in self._new[unit.head + 1 : unit.end])
        return not any(line in known for line in below if any(map(str.isalnum, line)))

    def _check_whole(self, current: Unit, unit: Unit, name: str) -> None:
        """Warn of a definition that may be cut off, or that omits lines without dots for them.

        Raises:
            NoMatch: It is cut off.
        """
        if self._language in _OVERLOADING and _parameters(current) != _parameters(unit):
            self._warn(f"`{name}` has other parameters than in the file: it may be an overload", current.head)
        self._check_lines(current, unit, name)
        if current.members is None or unit.members is None:
            return
        for member in unit.members.units:
            same = [each for each in current.members.units if each.key == member.key and member.is_definition]
            if len(same) == 1:
                self._check_whole(same[0], member, f"{name}.{member.name}")

    def _check_lines(self, current: Unit, unit: Unit, name: str) -> None:
        """Warn of lines of a definition that the snippet may have lost, in this order:

        1. comments, anchors and list items of data (`_check_data`);
        2. the rest of a last line that goes on, or the whole body: then the definition is cut off;
        3. lines below a comment at its end;
        4. many lines in a row;
        5. lines below its last one (`_check_end`).

        Raises:
            NoMatch: It is cut off.
        """
        old = [line.strip() for line in self._file[current.head : current.end]]
        new = [line.strip() for line in self._new[unit.head : unit.end]]
        if self._mode is MergeMode.KEEP:
            new = _with_annotations(old, new) or new
        if self._check_data(current, old, new, name):
            return
        is_closed = False
        if self._language != "markdown":
            is_closed = len(_unclosed(new)) < len(new)
            old, new = _unclosed(old), _unclosed(new)
        if not new or (len(new) == 1 and len(old) > 1 and new[0] == old[0]):
            raise NoMatch(f"`{name}` has no body in the snippet")
        last, last_in_file = new[-1], old[-1] if old else ""
        if is_closed or current.is_listed:
            # A trailing comma before a closing bracket does not mean that more follows.
            last, last_in_file = last.removesuffix(","), last_in_file.removesuffix(",")
        is_open = _ends_open(last, self._language) and not _ends_open(last_in_file, self._language)
        if last != last_in_file and is_open:
            raise NoMatch(f"`{name}` ends at “{first_line(last)}”: it seems cut off", is_cut_off=True)
        opcodes = line_opcodes(old, new)
        ends_with_comment = self._language != "markdown" and is_comment_line(last, self._language)
        if last != last_in_file and ends_with_comment and last not in old:
            line = current.head + (opcodes[-1][0] if opcodes else 0)
            self._warn(f"`{name}` ends with the comment “{first_line(last)}”: it may be cut off", line)
        for a1, a2, b1, b2 in opcodes:
            removed = sum(1 for line in old[a1:a2] if line)
            added = sum(1 for line in new[b1:b2] if line)
            if removed > _MAX_DROPPED and 4 * added < removed:
                message = f"drops {counted(removed, 'line')} of `{name}`, without dots for them"
                self._warn(message, current.head + a1)
        if opcodes and opcodes[-1][1] == len(old) and not self._returns(unit):
            self._check_end(current.head, name, (old, new), opcodes[-1], (last_in_file, last))

    def _check_data(self, current: Unit, old: Sequence[str], new: Sequence[str], name: str) -> bool:
        """Warn of comments, anchors, words and list items of data that a snippet lacks.

        Returns:
            True if list items are missing: then the other lines say nothing more.
        """
        if self._language in ("yaml", "toml"):
            comments = ([line for line in lines if line.startswith("#")] for lines in (old, new))
            if lost := _unlike(*comments):
                message = f"the comment “{first_line(lost[0])}” in `{name}` is not in the snippet"
                self._warn(message, current.head + old.index(lost[0]))
        if self._language == "make" and name.startswith(".") and (names := _words_of(old) - _words_of(new)):
            self._warn(f"`{min(names)}` of `{name}` is not in the snippet", current.head)
        if self._language != "yaml":
            return False
        if anchors := _anchors(old) - _anchors(new):
            self._warn(f"the anchor `{min(anchors)}` of `{name}` is not in the snippet", current.head)
        old_count, new_count = _item_count(old), _item_count(new)
        if new_count < old_count:
            message = f"`{name}` has {old_count} list items in the file, and {new_count} in the snippet"
            self._warn(message, current.head)
        return new_count < old_count

    def _check_end(
        self,
        head: int,
        name: str,
        lines: tuple[list[str], list[str]],
        opcode: tuple[int, int, int, int],
        last_lines: tuple[str, str],
    ) -> None:
        """Warn if the file goes on below the last line of the snippet's definition.

        Args:
            head: The first line of the file's definition.
            name: Its name.
            lines: Its lines, and the snippet's.
            opcode: The last change between them, up to the end of the file's.
            last_lines: The last line of each, without a comma that a bracket follows.
        """
        (old, new), (a1, a2, b1, b2), (last_in_file, last) = lines, opcode, last_lines
        is_shorter = len(list(filter(None, new))) < len(list(filter(None, old)))
        is_other_line = likeness.normalized_similarity(last, last_in_file) < _MIN_LAST_LINE_LIKENESS
        if self._language in _UNCLOSED and is_shorter and is_other_line:
            end = f"ends at “{first_line(last)}”"
            self._warn(f"`{name}` is shorter than in the file and {end}: it may be cut off", head + a1)
            return
        pairs = alike_pairs(old[a1:a2], new[b1:b2]) if (a2 - a1) * (b2 - b1) <= _MAX_PAIRED else []
        old_rest, new_rest = a2 - a1, b2 - b1
        if pairs:
            old_rest, new_rest = old_rest - 1 - pairs[-1][0], new_rest - 1 - pairs[-1][1]
        if old_rest and not new_rest:
            rest = f"the file continues with {counted(old_rest, 'line')}"
            message = f"`{name}` ends at “{first_line(last)}”, and {rest}: it may be cut off"
            self._warn(message, head + a2 - old_rest)

    def _returns(self, unit: Unit) -> bool:
        """True if a function of Python ends with a statement after which nothing more can run."""
        if self._language != "python" or unit.kind != "function_definition":
            return False
        lines = [line for line in self._new[unit.head : unit.end] if line.strip()]
        depth = len(indentation(lines[0]))
        body = [line for line in lines if len(indentation(line)) > depth and not only_closes(line)]
        depths = [len(indentation(line)) for line in body]
        statements = [line.strip() for line, each in zip(body, depths, strict=True) if each == min(depths)]
        return bool(statements) and re.match(r"(?:return|raise)\b", statements[-1]) is not None

    def _extend(self, current: Unit, unit: Unit) -> None:
        """Replace a statement of the file by a longer one."""
        old = list(self._file[current.head : current.end])
        name = first_line(current.signature)
        new = self._as_deep(old, list(self._new[unit.head : unit.end]), unit.head, name)
        self._warn(f"“{name}” seems an earlier version of “{first_line(unit.signature)}”", current.head)
        self._replace_lines(current, old, new, f"extends “{name}”")

    # Imports

    def _imported(self, unit: Unit) -> Unit | None:
        """The import of the file that has the same names, or some of them; None if it is new."""
        imports = self._imports()
        signature = squeezed(unit.signature)
        same = next((current for current in imports if squeezed(current.signature) == signature), None)
        if same is not None:
            return same
        if (paths := _paths_of(unit)) and (shared := [each for each in imports if paths & _paths_of(each)]):
            if len(shared) > 1 or not paths >= _paths_of(shared[0]):
                raise NoMatch(f"the file imports some names of “{first_line(signature)}” in another way")
            return shared[0]
        module, names = _names_of(unit)
        related = [current for current in imports if module and _names_of(current)[0] == module]
        if related and self._shows_beside(unit, related):
            return None
        if len(related) > 1:
            related = [current for current in related if names >= _names_of(current)[1]]
            # The file may have the same import twice.
            if len({squeezed(current.signature) for current in related}) != 1:
                raise NoMatch(f"nothing shows which import “{first_line(signature)}” replaces")
        if related:
            return related[0]
        bound = _bound_names(unit)
        others = [current for current in imports if bound & _bound_names(current)]
        if not others:
            return None
        if len(others) > 1 or _bound_names(others[0]) != bound:
            name = min(bound & _bound_names(others[0]))
            raise NoMatch(f"`{name}` is imported at line {others[0].head + 1} from elsewhere")
        return others[0]

    def _shows_beside(self, unit: Unit, imports: Sequence[Unit]) -> bool:
        """True if the snippet shows one of some imports of the file as it is, and a new import."""
        known = {squeezed(each.signature) for each in imports}
        return any(
            squeezed(each.signature) in known for each in self._sides.snippet.level.units if each != unit
        )

    def _imports(self) -> list[Unit]:
        return [unit for unit in self._sides.top.units if unit.category is Category.IMPORT]

    @property
    def _is_of_imports(self) -> bool:
        """True if the snippet has only imports."""
        units = self._sides.snippet.level.units
        return all(unit.category is Category.COMMENT or imports_module(unit) for unit in units)

    def _import(self, current: Unit, unit: Unit) -> None:
        """Replace an import of the file, or add names to it."""
        if squeezed(current.signature) == squeezed(unit.signature):
            return
        old = list(self._file[current.head : current.end])
        new = self._as_deep(old, list(self._new[unit.head : unit.end]), unit.head, "import")
        new = _styled_like(old, new)
        (module, names), (old_module, old_names) = _names_of(unit), _names_of(current)
        action = "imports more"
        has_all = _paths_of(current) < _paths_of(unit)
        if not has_all and (module != old_module or not names):
            message = f"“{first_line(current.signature)}” imports the same name from elsewhere"
            self._warn(message, current.head)
            action = "replaces the import"
        elif not has_all and not names >= old_names:
            if self._is_of_imports:
                self._is_partial = True
            if self._mode is MergeMode.REPLACE:
                action = f"replaces the import, which drops {listed(sorted(old_names - names))}"
            else:
                added = [name for name in _names_in_order(unit) if name not in old_names]
                if _bound_names(current).intersection(name.split()[-1] for name in added):
                    raise NoMatch(
                        f"“{first_line(unit.signature)}” has fewer names than the import of the file"
                    )
                new = _with_names(old, unit, added)
                if added:
                    message = f"“{first_line(new[0])}” has names of the file and of the snippet"
                    self._warnings.append(MatchWarning(MatchWarningKind.MERGED, message, current.head + 1))
        self._spans.append((current.head, current.end))
        if new != old:
            self._edits.append(_Edit(current.head, current.end, new))
            self._actions.append(_Action(f"{action} (L{current.head + 1})"))

    def _drop_imports(self, partners: Sequence[Unit | None]) -> None:
        """Remove the imports of the file that a snippet of imports lacks, if it replaces all."""
        known = [each for each in partners if each is not None and imports_module(each)]
        if not self._is_of_imports or not known or len(partners) == 1:
            return
        first, end = min(each.head for each in known), max(each.end for each in known)
        imports = [unit for unit in self._sides.top.units if imports_module(unit)]
        while (above := next((each for each in imports if each.end == first), None)) is not None:
            first = above.head
        while (below := next((each for each in imports if each.head == end), None)) is not None:
            end = below.end
        missing = [each for each in imports if first <= each.head < end and each not in known]
        if not missing:
            return
        self._is_partial = True
        if self._mode is MergeMode.REPLACE:
            for each in missing:
                edit = next((edit for edit in self._edits if edit.first == each.head), None)
                if edit is None:
                    self._edits.append(_Edit(each.head, each.end, []))
                else:
                    del edit.lines[: each.end - each.head]
                if each.category is not Category.IMPORT:
                    self._dropped += ((each.name,), (f"{each.category} {each.name}",))
            names = [f"“{first_line(each.signature)}”" for each in missing[:_MAX_NAMED]]
            more = f" and {len(missing) - _MAX_NAMED} more" if len(missing) > _MAX_NAMED else ""
            self._actions.append(_Action(f"drops {', '.join(names)}{more}"))

    # New definitions

    def _insert_new(
        self, level: OutlineLevel, units: Sequence[Unit], partners: Sequence[Unit | None]
    ) -> None:
        """Insert the imports and definitions of the snippet that the file does not have.

        Args:
            level: A level of the file.
            units: The units of the snippet.
            partners: The unit of the file for each unit of the snippet.
        """
        pending: list[int] = []
        # Dots below a blank line stand for nothing of what is new.
        units = [
            replace(unit, end=self._trimmed(unit)) if partner is None else unit
            for unit, partner in zip(units, partners, strict=True)
        ]
        for at, unit in enumerate(units):
            if partners[at] is not None or unit.category is Category.COMMENT:
                continue
            if unit.category is Category.IMPORT:
                self._insert_import(at, units, partners)
                continue
            if self._has_dots(unit.head, unit.end):
                raise NoMatch(f"`{unit.name}` is not in the file, and has dots")
            before, after = self._known_around(units, partners, at)
            above, below = self._neighbours(level, units, partners, at, (before, after))
            if above is not None and below is not None and not self._offers_to_drop:
                self._check_none_between(level, above, below, unit)
            if above is not None:
                self._check_renamed(level, level.units.index(above) + 1, units, unit)
                is_joined = before is not None and units[before].end == unit.first
                self._append(level, above, unit, is_joined=is_joined and _is_field_beside(unit, above))
            elif below is not None:
                self._check_renamed(level, level.units.index(below) - 1, units, unit)
                is_joined = after is not None and unit.end == units[after].first
                self._insert_above(level, below, unit, is_joined=is_joined and _is_field_beside(unit, below))
            elif self._sides.snippet.dots:
                pending.append(at)
            else:
                raise NoMatch(f"`{unit.name}` is not in the file, and nothing shows where it goes")
        if pending:
            self._insert_at_place(level, units, partners, pending)

    def _known_around(
        self, units: Sequence[Unit], partners: Sequence[Unit | None], at: int
    ) -> tuple[int | None, int | None]:
        """The indexes of the definitions nearest to a new one, above and below it, that the file has.

        In a makefile, those of its kind: rules or variables.
        """
        is_make = self._language == "make"
        known = [
            n
            for n, each in enumerate(units)
            if partners[n] is not None and (_is_of_kind(each, units[at]) if is_make else each.is_definition)
        ]
        before = next((n for n in reversed(known) if n < at), None)
        return before, next((n for n in known if n > at), None)

    def _neighbours(
        self,
        level: OutlineLevel,
        units: Sequence[Unit],
        partners: Sequence[Unit | None],
        at: int,
        around: tuple[int | None, int | None],
    ) -> tuple[Unit | None, Unit | None]:
        """The units of the file between which a new definition goes; None for one that nothing shows.

        They are those of the nearest known definitions, unless dots are between, or a line such as `private`:
        then it is that line, if the file has it. Without either, it goes below a statement directly above it,
        or in a makefile below the last one of its kind.
        """
        (before, after), unit = around, units[at]
        above = partners[before] if before is not None else None
        below = partners[after] if after is not None else None
        if before is not None and self._has_dots(self._end_without_dots(units[before]), unit.first):
            above = None
        if after is not None and self._has_dots(unit.end, units[after].first):
            below = None
        first = units[0].first if before is None else units[before].end
        end = units[-1].end if after is None else units[after].first
        if lines := self._visibilities(first, unit.first):
            above = self._visibility_at(units, partners, lines[-1], unit)
        if lines := self._visibilities(unit.end, end):
            below = self._visibility_at(units, partners, lines[0], unit)
        if above is None and below is None and self._sides.snippet.dots:
            above = self._adjacent_statement(units[:at], partners, unit)
        elif above is None and below is None and self._language == "make":
            above, below = self._neighbours_in_makefile(level, units, partners, at)
        return above, below

    def _neighbours_in_makefile(
        self, level: OutlineLevel, units: Sequence[Unit], partners: Sequence[Unit | None], at: int
    ) -> tuple[Unit | None, Unit | None]:
        """The last unit of the kind of a new one, as the unit above it: the first rule is the default.

        If the file has none, all new ones next to each other go above the known one that follows, or else
        below the one before them.

            OBJECTS = a.o b.o     new
            .PHONY: all           new, and the file has no such line
            all: $(OBJECTS)       in the file
        """
        first, end = at, at + 1
        while first and partners[first - 1] is None:
            first -= 1
        while end < len(units) and partners[end] is None:
            end += 1
        new = [unit for unit in units[first:end] if unit.is_definition]
        last = {
            unit.name: next((each for each in reversed(level.units) if _is_of_kind(each, unit)), None)
            for unit in new
        }
        if None not in last.values():
            return last[units[at].name], None
        above, below = partners[first - 1] if first else None, partners[end] if end < len(units) else None
        return (None, below) if below is not None and below.is_definition else (above, None)

    def _end_without_dots(self, unit: Unit) -> int:
        """The line below a unit of the snippet; or its dots below a blank line, which may stand for others.

        [dependencies]
        a = "1"

        # ...            stands for other keys, and for other tables
        """
        # Dots at the very end are no lines of the snippet.
        end = min(unit.end, len(self._new))
        while end - 1 in self._sides.snippet.dots:
            end -= 1
        return unit.end if self._new[end - 1].strip() else end

    def _trimmed(self, unit: Unit) -> int:
        """The line below a unit of the snippet, without such dots and the blank lines above them."""
        end = self._end_without_dots(unit)
        while end < unit.end and not self._new[end - 1].strip():
            end -= 1
        return end

    def _visibilities(self, first: int, end: int) -> list[int]:
        """The lines of the snippet that set the visibility of those below: `private`, `private:`."""
        if self._language in DATA:
            return []
        return [at for at in range(first, end) if _VISIBILITY.fullmatch(self._new[at].strip())]

    def _visibility_at(
        self, units: Sequence[Unit], partners: Sequence[Unit | None], line: int, unit: Unit
    ) -> Unit | None:
        """The statement of the file for a line of the snippet that sets the visibility; None without one."""
        between = (line, unit.first) if line < unit.first else (unit.end, line)
        if self._has_dots(*between):
            return None
        return next((partners[n] for n, each in enumerate(units) if each.head == line), None)

    @property
    def _offers_to_drop(self) -> bool:
        """True if the candidates already include one that drops the keys the snippet lacks."""
        return self._is_partial and self._language in DATA

    def _insert_below_visibility(self, level: OutlineLevel, units: Sequence[Unit]) -> bool:
        """Insert new members below a line that sets their visibility, and that the snippet begins with.

        They go to the end of what the file has below such a line, or else with it to the end of their type:
        anywhere else, it would hide members of the file.

            private                     in the snippet

            def money(amount)

        Returns:
            False if the snippet is something else, or has members that the type has too.
        """
        if not begins_with_visibility(self._sides.snippet) or not level.path or not level.units:
            return False
        mark, *members = (unit for unit in units if unit.category is not Category.COMMENT)
        known = {unit.name for unit in level.units if unit.is_definition}
        if any(not unit.is_definition or unit.name in known for unit in members):
            return False
        signs = [
            at
            for at, unit in enumerate(level.units)
            if unit.end == unit.head + 1 and _VISIBILITY.fullmatch(self._file[unit.head].strip())
        ]
        own = self._new[mark.head].strip()
        first = next((at for at in reversed(signs) if self._file[level.units[at].head].strip() == own), None)
        end = next((at for at in signs if first is not None and at > first), len(level.units))
        above = next(unit for unit in reversed(level.units[:end]) if unit.category is not Category.COMMENT)
        for unit in members if first is not None else (mark, *members):
            self._append(level, above, unit, 1)
        owner = self._sides.owner(level)
        type_name = f"`{level.path[-1]}`" if owner is None else _title(owner)
        where = f"“{own}”" if first is not None else f"a new “{own}” at the end of {type_name}"
        self._warn(f"only its first line shows that it goes below {where}", above.head)
        if first is None:
            names = listed([unit.name for unit in members])
            self._actions[-len(members) - 1 :] = [_Action(f"adds {names} below {where}", adds=True)]
        return True

    def _check_none_between(self, level: OutlineLevel, above: Unit, below: Unit, unit: Unit) -> None:
        """Refuse a new definition where the file has another one."""
        name = next(
            (
                each.name
                for each in level.units
                if each.is_definition and above.end <= each.first and each.end <= below.first
            ),
            None,
        )
        if name is not None:
            raise NoMatch(f"`{unit.name}` is where the file has `{name}`: it may be renamed")

    def _adjacent_statement(
        self, before: Sequence[Unit], partners: Sequence[Unit | None], unit: Unit
    ) -> Unit | None:
        """The file's statement directly above a new definition; a docstring does not count."""
        nth = next(
            (n for n in reversed(range(len(before))) if before[n].category is not Category.COMMENT), None
        )
        if nth is None or self._has_dots(before[nth].end, unit.first):
            return None
        is_docstring = before[nth].signature.lstrip("rR").startswith(('"', "'"))
        return partners[nth] if before[nth].category is Category.STATEMENT and not is_docstring else None

    def _insert_at_place(
        self, level: OutlineLevel, units: Sequence[Unit], partners: Sequence[Unit | None], new: Sequence[int]
    ) -> None:
        """Insert new definitions next to dots at one of the boundaries at which they may go.

        Args:
            level: A level of the file.
            units: The units of the snippet.
            partners: The unit of the file for each unit of the snippet.
            new: The indexes of the new definitions.
        """
        first, last = units[new[0]], units[new[-1]]
        goes_last = self._goes_last(units, partners, new)
        is_only = goes_last is not None or not self._boundary_label
        if not is_only or any(
            partners[n] is not None or self._has_dots(units[n].end, units[n + 1].first)
            for n in range(new[0], new[-1])
        ):
            raise NoMatch(f"`{first.name}` and `{last.name}` are new, and may go to different places")
        boundaries = self._boundaries(level, units, partners, new)
        if goes_last is None:
            self._boundary_count = len(boundaries)
            boundary = boundaries[min(self._nth_boundary, len(boundaries) - 1)]
        else:
            outermost = max if goes_last else min
            boundary = outermost(boundaries, key=lambda each: -1 if each is None else each.first)
        if boundary is None:
            top = next(each for each in level.units if each.is_definition and each.is_alone)
            label = f"above `{top.name}`"
            for n in new:
                self._insert_above(level, top, units[n])
        else:
            label = self._label_below(level, boundary)
            min_blanks = int(self._language not in DATA and last.end - first.head > len(new))
            for n in new:
                self._append(level, boundary, units[n], min_blanks)
        if goes_last is None:
            self._boundary_label = label
        words = f"adds {listed([units[n].name for n in new])} {label}"
        self._actions[-len(new) :] = [_Action(words, adds=True, is_placed=True)]

    def _goes_last(
        self, units: Sequence[Unit], partners: Sequence[Unit | None], new: Sequence[int]
    ) -> bool | None:
        """True if new keys go to the end of their mapping, False to its beginning.

        None if they have dots on both sides or on none, and for languages in which the order has a meaning.

        Args:
            units: The units of the snippet.
            partners: The unit of the file for each unit of the snippet.
            new: The indexes of the new definitions.
        """
        if self._language not in DATA:
            return None
        depth = indentation(self._new[units[new[0]].head])
        dots = {at for at, line in self._sides.snippet.dots.items() if indentation(line) == depth}
        above, below = partners[: new[0]], partners[new[-1] + 1 :]
        first, end = units[0].first, units[-1].end
        # Not as far as those of another mapping.
        while first - 1 in dots or (first > 0 and not self._new[first - 1].strip()):
            first -= 1
        while end in dots or (end < len(self._new) and not self._new[end].strip()):
            end += 1
        first = self._end_without_dots(units[new[0] - 1]) if new[0] else first
        end = units[new[-1] + 1].first if below else end
        is_below = any(first <= at < units[new[0]].head for at in dots)
        is_above = any(units[new[-1]].end <= at < end for at in dots)
        if is_below and not is_above and not any(below):
            return True
        return False if is_above and not is_below and not any(above) else None

    def _boundaries(
        self, level: OutlineLevel, units: Sequence[Unit], partners: Sequence[Unit | None], new: Sequence[int]
    ) -> list[Unit | None]:
        """The units of the file below which new definitions may go, the likeliest first; None for above all.

        They are between the definitions of the file that the snippet has around them. The likeliest is the
        last one above units that stay the last of a file; the first one if there are dots only below.
        """
        first, last = units[new[0]], units[new[-1]]
        above = next((each for each in reversed(partners[: new[0]]) if each and each.is_definition), None)
        below = next((each for each in partners[new[-1] :] if each and each.is_definition), None)
        known = [each for each in level.units if each.is_definition and each.is_alone]
        anchors = [
            each
            for each in known
            if (above is None or above.end <= each.end) and (below is None or each.end <= below.first)
        ]
        end = next((n for n, each in enumerate(anchors) if each.name in _LAST_UNITS), len(anchors))
        before = self._end_without_dots(units[new[0] - 1]) if new[0] else -len(self._new)
        after = units[new[-1] + 1].first if new[-1] + 1 < len(units) else 2 * len(self._new)
        is_first = self._has_dots(last.end, after) and not self._has_dots(before, first.head)
        boundaries: list[Unit | None] = [*anchors]
        if above is None and known:
            boundaries.insert(0, None)
        if not boundaries:
            raise NoMatch(f"`{first.name}` is not in the file, and nothing shows where it goes")
        likeliest = boundaries[0] if is_first or not end else anchors[end - 1]
        return [likeliest, *(each for each in boundaries if each is not likeliest)]

    def _label_below(self, level: OutlineLevel, unit: Unit) -> str:
        """Name the boundary below a unit of the file, for users."""
        at = level.units.index(unit)
        rest = [each for each in level.units[at + 1 :] if each.category is not Category.COMMENT]
        if rest and not (rest[0] is level.units[-1] and rest[0].name in _LAST_UNITS):
            return f"below `{unit.name}`"
        owner = self._sides.owner(level)
        # A list has no level of its own.
        top = f"`{level.path[-1]}`" if level.path else "the file"
        end = f"at the end of {top if owner is None else _title(owner)}"
        return f"{end}, above `{rest[0].name}`" if rest else end

    def _append_all(self, level: OutlineLevel, units: Sequence[Unit]) -> None:
        """Add new definitions at the end of one that the snippet shows around them."""
        last = level.units[-1]
        for unit in units:
            if not unit.is_definition:
                raise NoMatch(f"“{first_line(unit.signature)}” is new, and nothing shows where it goes")
            self._check_renamed(level, len(level.units) - 1, units, unit)
            self._append(level, last, unit)

    def _check_renamed(self, level: OutlineLevel, at: int, units: Sequence[Unit], unit: Unit) -> None:
        """Refuse a definition that resembles one that the snippet lacks: it may be that one, renamed.

        Blocks of configuration may resemble each other: if several do, it is one more of them. Neither is one
        of several lines that the rest of the snippet still names.

        Args:
            level: A level of the file.
            at: The index of the unit in its place.
            units: Those of the snippet.
            unit: The definition.
        """
        if self._offers_to_drop:
            return
        new = self._new[unit.head : unit.end]
        keys = {each.key for each in units}
        are_blocks = self._language == "blocks"
        alike: list[Unit] = []
        for n, current in enumerate(level.units):
            if current.category is not unit.category or (current.key in keys and not are_blocks):
                continue
            old = self._file[current.head : current.end]
            are_short = len(new) == len(old) == 1
            if (are_short and n != at) or (not are_short and self._is_named_beside(unit, current.name)):
                continue
            pair = (
                text_without(_unannotated(new), unit.name),
                text_without(_unannotated(old), current.name),
            )
            is_like = likeness.normalized_similarity(*pair) >= _MIN_RENAMED_LIKENESS
            if is_like or (
                are_short
                and likeness.normalized_similarity(new[0].strip(), old[0].strip())
                >= _MIN_RENAMED_LINE_LIKENESS
            ):
                alike.append(current)
        if alike and not (are_blocks and len(alike) > 1):
            raise NoMatch(f"`{unit.name}` resembles `{alike[0].name}` of the file: it may be renamed")

    def _is_named_beside(self, unit: Unit, name: str) -> bool:
        """True if the code of the snippet outside of a definition has a name."""
        rest = [*self._new[: unit.head], *self._new[unit.end :]]
        return bool(name) and whole_word(name).search("\n".join(rest)) is not None

    def _append(
        self, level: OutlineLevel, above: Unit, unit: Unit, min_blanks: int = 0, *, is_joined: bool = False
    ) -> None:
        """Insert a new definition below one of the file."""
        lines = self._new_lines(above, unit)
        at = above.end
        if above.is_listed:
            edit = self._edit_ending(at)
            lines[-1] = _with_comma(lines[-1]) if _has_comma(edit.lines[-1]) else _without_comma(lines[-1])
            edit.lines[-1] = _with_comma(edit.lines[-1])
        is_joined |= self._is_last_of_group(level, above, unit)
        is_own_group = self._language not in DATA and unit.first and not self._new[unit.first - 1].strip()
        min_blanks = max(min_blanks, int(bool(is_own_group)))
        blank_count = 0 if is_joined else max(self._blank_count(level, above), min_blanks)
        if (gap := self._gap_below_last(at, unit)) is not None:
            blank_count = gap
        self._edit_ending(at).lines.extend([*[""] * blank_count, *lines])
        self._spans.append((above.head, above.end))
        self._actions.append(_Action(f"adds `{unit.name}` below {named_unit(above)}", adds=True))

    def _insert_above(self, level: OutlineLevel, below: Unit, unit: Unit, *, is_joined: bool = False) -> None:
        """Insert a new definition above one of the file."""
        lines = self._new_lines(below, unit)
        if below.is_listed:
            lines[-1] = _with_comma(lines[-1])
        above = self._above.setdefault(below.first, [])
        if (gap := self._gap_below_last(below.first, unit)) is not None:
            while not above[-1].strip():
                del above[-1]
            above += [""] * gap
        above += [*lines, *[""] * (0 if is_joined else self._blank_count(level, below))]
        self._spans.append((below.head, below.end))
        self._actions.append(_Action(f"adds `{unit.name}` above `{below.name}`", adds=True))

    def _gap_below_last(self, line: int, unit: Unit) -> int | None:
        """The blank lines that the snippet has between a new definition and the last one that goes there too.

        None if these are no neighbours of one kind, or both of several lines: then the file shows how many
        there are.

        Args:
            line: The line of the file above which they go.
            unit: The new definition.
        """
        last = self._last_new.get(line)
        self._last_new[line] = unit
        if last is None or unit.kind != last.kind or all(each.end - each.head > 1 for each in (unit, last)):
            return None
        are_apart = any(map(str.strip, self._new[last.end : unit.first])) or self._has_dots(
            last.end, unit.first
        )
        return None if are_apart else unit.first - last.end

    def _new_lines(self, adjacent: Unit, unit: Unit) -> list[str]:
        """The lines of a new definition with its comments, at the depth of an adjacent one."""
        new = list(self._new[unit.first : unit.end])
        depth = indentation(self._file[adjacent.head])
        depth_in_snippet = indentation(self._new[unit.head])
        shift: IndentMap | None = uniform_map([depth_in_snippet + "x"], [depth + "x"])
        if self._language not in ("markdown", "yaml", "toml"):
            old = self._file[adjacent.head : adjacent.end]
            head = self._new[unit.head : unit.end]
            # Lines of one depth show no unit: that of the snippet counts if theirs cannot be the file's.
            unit_of_new = depth_unit(head) or (depth_unit(self._new) if shift is None else None)
            shift = _unit_map(old, head, unit_of_new, self._unit) or shift
        moved = self._reindented(new, unit.first, shift, unit.name)
        if moved is None:
            raise NoMatch(f"`{unit.name}` has a line that is less indented than its first")
        return moved

    def _is_last_of_group(self, level: OutlineLevel, above: Unit, unit: Unit) -> bool:
        """True if a new definition of one line goes below one of its kind that is directly below another.

        Both may have comments above. If no other of its kind is next to the one above, a field without
        comments goes directly below that too. A blank line above it in the snippet begins a group of its own.
        """
        if (unit.first and not self._new[unit.first - 1].strip()) or not _are_lines(unit, above):
            return False
        at = level.units.index(above)
        before, after = level.units[max(at - 1, 0) : at], level.units[at + 1 : at + 2]
        if before and _are_lines(unit, before[0]):
            return before[0].end == above.first
        if not level.path or unit.kind not in _FIELDS or (after and _are_lines(unit, after[0])):
            return False
        return all(each.end - each.first == 1 for each in (unit, above))

    def _blank_count(self, level: OutlineLevel, unit: Unit) -> int:
        """The number of blank lines between a unit of the file and the next, or else the one before."""
        at = level.units.index(unit)
        # The `end` around the members is none.
        if at + 1 < len(level.units) and not only_closes(self._file[level.units[at + 1].first]):
            return level.units[at + 1].first - unit.end
        return unit.first - level.units[at - 1].end if at else int(self._language not in DATA)

    def _insert_import(self, at: int, units: Sequence[Unit], partners: Sequence[Unit | None]) -> None:
        """Insert a new import next to its neighbour in the snippet, or else where the others sort it."""
        unit, imports = units[at], self._imports()
        lines = self._new[unit.head : unit.end]
        if self._is_in_statement(unit):
            return
        if not imports:
            self._insert_first_import(lines)
            return
        above = self._imported_beside(units[:at][::-1], partners[:at][::-1])
        below = self._imported_beside(units[at + 1 :], partners[at + 1 :]) if above is None else None
        if "__future__" in unit.signature:
            above, below = None, imports[0]
        is_beside = above is not None
        if above is None and below is None:
            above, below = _sorted_among(imports, unit)
        # The snippet has a blank line above it, as the file has below the import.
        begins_group = is_beside and above is not None
        begins_group &= (
            above is not None and above.end < len(self._file) and not self._file[above.end].strip()
        )
        begins_group &= (
            at > 0 and units[at - 1].category is Category.IMPORT and units[at - 1].end < unit.first
        )
        if above is not None and begins_group:
            following = next((each for each in imports if each.head > above.end), None)
            of_group = [each and (_kind_of_import(each), _root_of_import(each)) for each in (following, unit)]
            if of_group[0] == of_group[1]:
                above, below = None, following
        lines = self._as_deep_as(below or above or imports[0], lines)
        if below is not None:
            are_grouped = any(a.end < b.head for a, b in pairwise(imports))
            is_apart = are_grouped and _kind_of_import(unit)[1] > _kind_of_import(below)[1]
            # The snippet has a blank line between them.
            is_next = at + 1 < len(units) and partners[at + 1] is below
            is_apart |= is_next and units[at + 1].first > unit.end
            new = self._above.setdefault(below.head, [])
            if is_apart and new[-1:] == [""]:
                del new[-1]
            place = 0 if "__future__" in unit.signature else len(new)
            new[place:place] = [*lines, *[""] * is_apart]
            self._spans.append((below.head, below.end))
            self._record(_Action(f"imports more (above L{below.head + 1})"))
            return
        assert above is not None
        self._edit_ending(above.end).lines.extend([*[""] * begins_group, *lines])
        self._spans.append((above.head, above.end))
        self._record(_Action(f"imports more (below L{above.end})"))

    def _record(self, action: _Action) -> None:
        """Record an action, once for several imports."""
        if action not in self._actions:
            self._actions.append(action)

    def _is_in_statement(self, unit: Unit) -> bool:
        """True if a statement of the file, such as a `try`, has an import, so that it is not added.

        That is a warning, as is another import of its module in there.
        """
        signature, module = squeezed(unit.signature), _names_of(unit)[0]
        for statement in self._sides.top.units:
            if statement.category is not Category.STATEMENT or statement.end - statement.head < 2:
                continue
            for row in range(statement.head, statement.end):
                line = squeezed(self._file[row])
                if line == signature:
                    self._warn(f"“{line}” is there already, and is not added", row)
                    self._spans.append((statement.head, statement.end))
                    return True
                found = _FROM.match(line) or _IMPORT.match(line)
                if found is not None and found["module"] == module:
                    self._warn(f"“{line}” already imports from the same module", row)
        return False

    def _as_deep_as(self, adjacent: Unit, lines: Sequence[str]) -> list[str]:
        """The lines of a new import at the depth of another one: the script of a page may be indented."""
        shift = uniform_map([lines[0]], [indentation(self._file[adjacent.head]) + lines[0].strip()])
        return list((None if shift is None else shift.fit_all(lines)) or lines)

    def _imported_beside(self, units: Sequence[Unit], partners: Sequence[Unit | None]) -> Unit | None:
        """The file's import of the nearest known one among the imports that come first."""
        for unit, partner in zip(units, partners, strict=True):
            if unit.category is not Category.IMPORT:
                return None
            if partner is not None:
                return partner
        return None

    def _insert_first_import(self, lines: Sequence[str]) -> None:
        """Insert an import into a file that has none: below its docstring or package, else above its code."""
        if self._first_imports is not None:
            new, at = self._first_imports
            new[at:at] = lines
            self._first_imports = new, at + len(lines)
            return
        units = [unit for unit in self._sides.top.units if unit.category is not Category.COMMENT]
        if not units:
            raise NoMatch("the file has no code, and nothing shows where an import goes")
        first = units[0]
        if _PROLOGUE.match(first.signature):
            new = self._edit_ending(first.end).lines
            new += ["", *lines]
            self._first_imports = new, len(new)
            self._actions.append(_Action(f"imports more (below L{first.end})"))
        else:
            new = self._above.setdefault(first.first, [])
            new[:0] = [*lines, ""]
            self._first_imports = new, len(lines)
            self._actions.append(_Action(f"imports more (above L{first.first + 1})"))
        self._spans.append((first.head, first.end))

    def _edit_ending(self, end: int) -> _Edit:
        """The edit that ends at a line; if there is none, a new one that changes nothing."""
        edit = next((edit for edit in self._edits if edit.end == end), None)
        if edit is None:
            edit = _Edit(end - 1, end, [self._file[end - 1]])
            self._edits.append(edit)
        return edit

    def _prepend(self, first: int, lines: Sequence[str]) -> None:
        """Insert lines above a line of the file."""
        edit = next((edit for edit in self._edits if edit.first == first), None)
        if edit is None:
            edit = _Edit(first, first + 1, [self._file[first]])
            self._edits.append(edit)
        edit.lines[:0] = lines


def begins_with_visibility(snippet: SnippetOutline) -> bool:
    """True if a snippet is definitions below a line that sets their visibility, such as `private`."""
    units = [unit for unit in snippet.level.units if unit.category is not Category.COMMENT]
    if len(units) < 2 or units[0].is_definition or units[0].end > units[0].head + 1:
        return False
    return _VISIBILITY.fullmatch(snippet.lines[units[0].head].strip()) is not None


def sketch_of(lines: Sequence[str], gaps: Collection[int]) -> Sketch:
    """Lines, some of which are dots, as a sketch."""
    pieces = [""]
    for at, line in enumerate(lines):
        if at in gaps:
            pieces.append("")
        else:
            pieces[-1] += f"{line}\n"
    return Sketch("".join(f"{line}\n" for line in lines), tuple(pieces))


def _are_lines(unit: Unit, other: Unit) -> bool:
    """True if two definitions are of one kind, and of one line each, comments aside."""
    return unit.kind == other.kind and unit.end - unit.head == other.end - other.head == 1


def _opening(line: str) -> str:
    """The punctuation with which the first line of a definition ends, if it opens the body there."""
    return next((sign for sign in (":", "{", "(") if line.rstrip().endswith(sign)), "")


def _title(unit: Unit) -> str:
    """The name of a definition with its kind, for users: class `Invoice`."""
    kind = _words(unit.kind).partition(" ")[0]
    return f"{kind} `{unit.name}`" if kind in _KINDS else f"`{unit.name}`"


def _shares_members(current: Unit, unit: Unit) -> bool:
    """True if two types have a member of the same name."""
    if current.members is None or unit.members is None:
        return False
    keys = {member.key for member in current.members.units if member.is_definition}
    return any(member.key in keys for member in unit.members.units)


def _has_key(level: OutlineLevel, unit: Unit) -> bool:
    return any(each.key == unit.key for each in level.units)


def _is_of_kind(other: Unit, unit: Unit) -> bool:
    """True if two units of a makefile are both rules, special ones such as `.PHONY`, or variables."""
    return other.kind == unit.kind and other.name.startswith(".") == unit.name.startswith(".")


def _annotation_count(lines: Sequence[str]) -> int:
    """The number of annotation lines at the top of a definition."""
    count = 0
    for line in lines:
        if not line.lstrip().startswith(ANNOTATIONS):
            break
        count += 1
    return count if count < len(lines) else 0


def _annotations(lines: Sequence[str]) -> list[list[str]]:
    """The annotations at the top of a definition, each with all of its lines."""
    found: list[list[str]] = []
    depth = 0
    for line in lines:
        if depth <= 0 and not line.lstrip().startswith(ANNOTATIONS):
            break
        if depth <= 0:
            found.append([])
        found[-1].append(line)
        code = STRING_LITERAL.sub("", line)
        depth += sum(map(code.count, "([{")) - sum(map(code.count, ")]}"))
    return found


def _with_annotations(old: Sequence[str], new: Sequence[str]) -> list[str] | None:
    """The lines of a definition with the annotations of the file that it lacks.

    None if it lacks none, or if it shows none of them, which would say where the others are. An annotation
    with other arguments is another version of the only one of its name.
    """
    own, others = _annotations(new), _annotations(old)
    new_texts, old_texts = (["".join(map(str.strip, each)) for each in side] for side in (own, others))
    names, old_names = ([each.partition("(")[0] for each in side] for side in (new_texts, old_texts))
    partners = [
        old_texts.index(each)
        if each in old_texts
        else old_names.index(name)
        if names.count(name) == old_names.count(name) == 1
        else None
        for each, name in zip(new_texts, names, strict=True)
    ]
    lost = [at for at in range(len(old_texts)) if at not in partners]
    found = [at for at in partners if at is not None]
    if not lost or found != sorted(found) or not any(each in old_texts for each in new_texts):
        return None
    merged: list[str] = []
    row = 0
    for nth, each in enumerate(own):
        # New annotations stay directly above the next one that both have.
        following = next((at for at in partners[nth:] if at is not None), len(old_texts))
        merged += [line for at in lost if row <= at < following for line in others[at]]
        row = max(row, following)
        merged += each
    merged += [line for at in lost if at >= row for line in others[at]]
    return [*merged, *new[sum(map(len, own)) :]]


def _parameters(unit: Unit) -> str:
    """The parameters of a function as in its signature, without annotations and whitespace; else empty."""
    _, bracket, rest = unit.signature.rpartition(f" {unit.name}(")
    parameters = f"{bracket[-1:]}{rest}".rpartition(")")[0]
    return "".join(_PARAMETER_ANNOTATION.sub("", parameters).split())


def _unannotated(lines: Sequence[str]) -> Sequence[str]:
    return lines[_annotation_count(lines) :]


def _unit_map(
    old: Sequence[str], new: Sequence[str], new_unit: str | None, file_unit: str | None
) -> IndentMap | None:
    """The rule for lines that have another unit of indentation than the file; None if they have the same.

    Numbers of spaces count only if all lines fit them.
    """
    if not new_unit or not file_unit or new_unit == file_unit:
        return None
    margins = [indentation(line) for line in new if line.strip()]
    if new_unit == "\t" and any(margin.startswith(" ") for margin in margins):
        # The width of a tab next to spaces is unknown.
        return None
    if "\t" not in (new_unit, file_unit):
        base = len(margins[0])
        if depth_unit(old) != file_unit or any((len(margin) - base) % len(new_unit) for margin in margins):
            return None
    return depth_map(new[:1], [indentation(old[0]) + new[0].strip()], new_unit, file_unit)


def _is_even(lines: Sequence[str], unit: str) -> bool:
    """True if the line below the first is one unit deeper, and all are deeper by a number of units."""
    margins = [indentation(line) for line in lines if line.strip()]
    depths = [(len(margin) - len(margins[0])) / len(unit) for margin in margins]
    return depths[1:2] == [1] and all(depth >= 0 and depth == int(depth) for depth in depths)


def _equal_lines(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs of nonblank lines that are equal on both sides, indentation aside, in order."""
    a, b = [line.strip() for line in old], [line.strip() for line in new]
    return [(i, j) for i, j in kept_lines(a, b).items() if a[i]]


def _unlike(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """The old lines that no new line equals or resembles."""
    a, b = [line.strip() for line in old], [line.strip() for line in new]
    paired = {i for i, _ in alike_pairs(a, b)}
    return [line for at, line in enumerate(a) if at not in paired and line not in b]


def _unclosed(lines: list[str]) -> list[str]:
    """The lines without blank lines and closing brackets at the end."""
    end = len(lines)
    while end and only_closes(lines[end - 1]):
        end -= 1
    return lines[:end]


def _ends_open(line: str, language: str) -> bool:
    if language in ("markdown", "css", "yaml", "toml"):
        return line.endswith(("{", "(", "[")) and language != "markdown"
    return line.endswith(OPEN_ENDS)


def _item_count(lines: Sequence[str]) -> int:
    """The number of list items in YAML."""
    return sum(line == "-" or line.startswith("- ") for line in lines)


def _words_of(lines: Sequence[str]) -> set[str]:
    return {word for line in lines for word in line.removesuffix("\\").split()}


def _anchors(lines: Sequence[str]) -> set[str]:
    """The anchors of YAML, to which aliases elsewhere refer."""
    return {found for line in lines for found in _ANCHOR.findall(line)}


def is_comment_line(line: str, language: str) -> bool:
    # `--accent: red` of a stylesheet is none, and `#` begins a selector there.
    return line.startswith(_COMMENT_STARTS.get(language, ("#", "//", "--", "/*", "*", "<!--")))


def _definition_count(level: OutlineLevel) -> int:
    return sum(unit.is_definition for unit in level.units)


def imports_module(unit: Unit) -> bool:
    """True for an import, and for a name that is set to a module: `const log = require("./log")`."""
    is_value = unit.category is Category.VALUE
    return unit.category is Category.IMPORT or (is_value and _REQUIRED.search(unit.signature) is not None)


def _is_field_beside(unit: Unit, other: Unit) -> bool:
    """True for a definition of one line that may be directly beside another one, though the file has gaps."""
    return unit.end - unit.head == 1 and (other.end - other.head == 1 or other.kind == unit.kind)


def _names_of(unit: Unit) -> tuple[str, frozenset[str]]:
    """The module of an import, and the names imported from it; empty if it names none."""
    text = squeezed(unit.signature)
    if re.match(r"import \(|import (?:\w+ )?\"[^\"]*\"$", text):
        # Go: a file usually has one import declaration.
        return "go", frozenset(re.findall(r'"[^"]*"', text))
    match = _FROM.match(text) or _IMPORT.match(text)
    if match is None:
        return "", frozenset()
    names = re.split(r"[,{}()]+|(?<=^type)\s", match["names"])
    return match["module"], frozenset(filter(None, map(str.strip, names))) - {"type"}


def _styled_like(old: Sequence[str], new: list[str]) -> list[str]:
    """The lines of an import in JavaScript, with the quotes and the end of another one of its module."""
    text, own = "\n".join(old).strip(), "\n".join(new)
    match, other = _IMPORT.match(text), _IMPORT.match(own.strip())
    if match is None or other is None or match["module"] != other["module"]:
        return new
    quoted, sign = f"{other['quote']}{other['module']}{other['quote']}", match["quote"]
    before, _, rest = own.rpartition(quoted)
    if rest.strip() in ("", ";") and text[match.end() :].strip() in ("", ";"):
        rest = text[match.end() :]
    return f"{before}{sign}{other['module']}{sign}{rest}".split("\n")


def _paths_of(unit: Unit) -> frozenset[str]:
    """The paths in an import that lists some in braces, or in one of a single path: `use a::{b, c};`."""
    found = _IMPORTED_PATHS.fullmatch(squeezed(unit.signature))
    return frozenset() if found is None else frozenset(_expanded(found["paths"]))


def _expanded(paths: str) -> Iterator[str]:
    """Each path of a list of paths that have further lists in braces at their ends."""
    depth, begin = 0, 0
    for at, sign in enumerate(f"{paths},"):
        depth += (sign == "{") - (sign == "}")
        if sign != "," or depth:
            continue
        start, brace, rest = paths[begin:at].strip().partition("{")
        begin = at + 1
        if brace:
            yield from (f"{start}{end}".removesuffix("::self") for end in _expanded(rest.removesuffix("}")))
        elif start:
            yield start


def _bound_names(unit: Unit) -> frozenset[str]:
    """The names that an import makes known, where its text shows them."""
    _, names = _names_of(unit)
    if names:
        return frozenset(name.split()[-1] for name in names if not name.startswith('"'))
    match = _IMPORTED_PATH.fullmatch(squeezed(unit.signature))
    return frozenset() if match is None else frozenset([match["name"]])


def names_known_by(unit: Unit) -> frozenset[str]:
    """The names that may be used because of an import; empty if its text does not show all of them.

    The last parts of a path in Go are what its package may be called.
    """
    text = squeezed(unit.signature)
    module, names = _names_of(unit)
    if _WITHOUT_NAMES.search(text):
        return frozenset()
    if module == "go":
        return frozenset(
            word for name in names for word in re.findall(r"\w+", "/".join(name.split("/")[-2:]))
        )
    if unit.category is Category.VALUE:
        return frozenset(re.findall(r"[\w$]+", _DECLARES.sub("", text.partition("=")[0])))
    modules = _MODULES.fullmatch(text) if unit.kind == "import_statement" else None
    if modules is not None:
        return frozenset(found["alias"] or found["name"] for found in _MODULE.finditer(modules["modules"]))
    paths = (re.split(r"::|[.\\]", path)[-1] for path in _paths_of(unit))
    return _bound_names(unit) or frozenset(paths)


def _names_in_order(unit: Unit) -> list[str]:
    """The names of an import in the order of its text."""
    text = squeezed(unit.signature)
    return sorted(_names_of(unit)[1], key=text.index)


def _with_names(lines: Sequence[str], unit: Unit, names: Sequence[str]) -> list[str]:
    """The lines of an import with some names of another one of its module after its own.

    Raises:
        NoMatch: One of them has a layout that does not show where names go.
    """
    if not names:
        return list(lines)
    added = squeezed(unit.signature)
    if lines[0].split() == ["import", "("] and not _ALIAS.search(added.removeprefix("import").strip()):
        return [*lines[:-1], *(f"{indentation(lines[1])}{name}" for name in names), lines[-1]]
    other = _NAMES_IN_LINE.fullmatch(added)
    match = _NAMES_IN_LINE.fullmatch(lines[0]) if len(lines) == 1 else None
    if match is None or other is None or match["before"].split() != other["before"].split():
        raise NoMatch(f"“{first_line(added)}” has fewer names than the import of the file")
    listed = ", ".join([match["names"].rstrip(", "), *names])
    return [f"{match['before']}{listed}{match['after']}"]


def _sorted_among(imports: Sequence[Unit], new: Unit) -> tuple[Unit | None, Unit | None]:
    """The import of a file above a new one, or else the one below it.

    It goes to the adjacent imports of its kind: sorted if these are, else below the last of them.
    """
    groups: list[list[Unit]] = []
    for each in imports:
        if (
            groups
            and groups[-1][-1].end == each.head
            and _kind_of_import(each) == _kind_of_import(groups[-1][-1])
        ):
            groups[-1].append(each)
        else:
            groups.append([each])
    alike = [group for group in groups if _kind_of_import(group[-1]) == _kind_of_import(new)]
    if not alike and _kind_of_import(new)[1]:
        # The standard library comes first.
        return None, groups[0][0]
    group = next(
        (
            group
            for key in (_root_of_import, _form_of_import)
            for group in reversed(alike)
            if any(key(each) == key(new) for each in group)
        ),
        (alike or groups)[-1],
    )
    root = _root_of_import(new)
    related = [each for each in group if _root_of_import(each) == root]
    # `java` and `javax` are next to each other.
    related = related or [each for each in group if _root_of_import(each).startswith(root)]
    # Some sort names with capitals before all others; those of Java do, where both fit.
    sortings = [_sorting_of, _sorting_by_case]
    if _IMPORT_OF_JAVA.fullmatch(new.signature) is not None:
        sortings.reverse()
    for among in (group, related):
        for sorting in sortings:
            keys = [sorting(each) for each in among]
            if (len(among) > 1 or among is related) and among and keys == sorted(keys):
                before = [each for each, key in zip(among, keys, strict=True) if key <= sorting(new)]
                return (before[-1], None) if before else (None, among[0])
    return (related or group)[-1], None


def _root_of_import(unit: Unit) -> str:
    """The first part of an imported path: `java` of `import java.util.List;`."""
    found = re.match(
        r"(?:import|from|using|use)\s+(?:static\s+)?(\w+)(?=[.:;\\\\]|\s|$)", squeezed(unit.signature)
    )
    return found[1] if found is not None else unit.signature


def _form_of_import(unit: Unit) -> str:
    """The word that an import begins with."""
    return unit.signature.split(maxsplit=1)[0]


def _kind_of_import(unit: Unit) -> tuple[bool, bool]:
    """The kind of an import: of the same package or not, and of the standard library of Python or not."""
    text = squeezed(unit.signature)
    module = re.match(r"(?:from|import) ([\w.]+)", text)
    is_standard = module is not None and module[1].partition(".")[0] in sys.stdlib_module_names
    return re.search(r"^from \.|[\"']\.|^#\s?include \"", text) is not None, is_standard


def _sorting_by_case(unit: Unit) -> tuple[bool, str]:
    """The sort key of an import: `from x import y` comes after `import z`."""
    text = squeezed(unit.signature)
    module = re.search(r"\bfrom\s+(\S+)", text)
    return text.startswith("from "), module[1] if module is not None else text.rstrip(";")


def _sorting_of(unit: Unit) -> tuple[bool, str]:
    """The sort key of an import, without regard to case."""
    is_from, name = _sorting_by_case(unit)
    return is_from, name.lower()


def text_without(lines: Sequence[str], name: str) -> str:
    """The text by which definitions are compared, without their name."""
    return "\n".join(line.strip() for line in lines)[:_MAX_COMPARED_LENGTH].replace(name, "")


def first_line(text: str) -> str:
    """The first line, for messages."""
    return shortened(text.strip().split("\n")[0])


def _words(kind: str) -> str:
    return kind.replace("_", " ").strip()


def listed(names: Sequence[str]) -> str:
    listed = ", ".join(f"`{name}`" if name != "a statement" else name for name in names[:_MAX_NAMED])
    return listed if len(names) <= _MAX_NAMED else f"{listed} and {len(names) - _MAX_NAMED} more"
