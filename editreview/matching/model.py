"""The data of matching: queries, matches, and warnings about them."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import Interpretation, LineRange, lines_in_words
from editreview.first_use import lazy_pattern
from editreview.matching.adapt import Adjusted, AdjustedLines
from editreview.matching.depth import depth_unit
from editreview.matching.file_index import FileIndex
from editreview.matching.long_strings import LongString, long_strings
from editreview.text import Change, Lines, blake2b, indentation

# Warnings about a match, for the user to see before accepting it.

_MAX_RUNS = 12
_MAX_QUOTED = 2
_MAX_QUOTED_LENGTH = 50
"""Characters quoted from a line."""


class MatchWarningKind(StrEnum):
    """The kinds of warnings about a match, named like the block warnings that they become."""

    UNSEEN = "unseen"
    """The edit removes, or inserts next to, lines that the block does not mention or means to keep."""
    OTHER_TEXT = "other-text"
    """The edit removes or expects lines that differ from the block's."""
    PART_OF_LINE = "part-of-line"
    """The block's line is only a part of the file's."""
    MERGED = "merged"
    """New lines mix words of the block and of the file."""
    GUESSED_DEPTH = "guessed-depth"
    """Nothing determines the depth of new lines."""
    GUESSED_TEXT = "guessed-text"
    """Nothing determines the depth of new lines inside of a string, and it is a part of the string."""


class MatchWarning(Struct, frozen=True):
    kind: MatchWarningKind
    message: str
    line: int
    """The first line concerned, 1-based: of the new text, or of the old text if `is_old`."""
    is_old: bool = False


def warnings_of(first: int, replacement: AdjustedLines) -> tuple[MatchWarning, ...]:
    """The warnings about replacing a match that begins at line `first`, 0-based."""
    olds = (
        (MatchWarningKind.UNSEEN, "deletes lines that it does not mention", replacement.unseen),
        (
            MatchWarningKind.UNSEEN,
            "inserts lines next to lines that it does not mention",
            replacement.next_to_new,
        ),
        (
            MatchWarningKind.OTHER_TEXT,
            "the file has no blank line there next to the new lines",
            replacement.expected_blank,
        ),
        (MatchWarningKind.OTHER_TEXT, "replaces lines that differ from its search text", replacement.changed),
    )
    news = (
        (MatchWarningKind.MERGED, "new lines mix words of the block and the file", replacement.merged),
        (MatchWarningKind.GUESSED_DEPTH, "the indentation of new lines is a guess", replacement.guessed),
        (
            MatchWarningKind.GUESSED_TEXT,
            "the indentation inside a new string is a guess",
            replacement.guessed_in_strings,
        ),
    )
    missed = (
        (MatchWarningKind.UNSEEN, replacement.missed),
        (MatchWarningKind.OTHER_TEXT, replacement.absent),
    )
    warnings = [_warning(kind, message, first, lines, is_old=True) for kind, message, lines in olds if lines]
    warnings += (_missed(kind, first, lines) for kind, lines in missed if lines)
    warnings += (_warning(kind, message, first, lines) for kind, message, lines in news if lines)
    return tuple(warnings)


def unseen_lines(first: int, lines: Sequence[int]) -> tuple[MatchWarning, ...]:
    """The warning that lines of a match would be deleted unmentioned. They are 0-based from `first`."""
    return warnings_of(first, AdjustedLines([], {}, unseen=list(lines)))


def _warning(
    kind: MatchWarningKind, message: str, first: int, lines: Sequence[int], *, is_old: bool = False
) -> MatchWarning:
    runs = list(_runs(sorted(set(lines))))
    named = lines_in_words(*((first + start + 1, first + end + 1) for start, end in runs[:_MAX_RUNS]))
    more = ", …" if len(runs) > _MAX_RUNS else ""
    return MatchWarning(kind, f"{message}: {named}{more}", first + runs[0][0] + 1, is_old)


def _runs(lines: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The first and last of each run of consecutive numbers. They are negative above the match."""
    start = 0
    for n in range(1, len(lines) + 1):
        if n == len(lines) or lines[n] != lines[n - 1] + 1:
            yield lines[start], lines[n - 1]
            start = n


def shortened(line: str) -> str:
    """A line as messages quote it."""
    return line if len(line) <= _MAX_QUOTED_LENGTH else f"{line[: _MAX_QUOTED_LENGTH - 1]}…"


def _missed(kind: MatchWarningKind, first: int, lines: Sequence[str]) -> MatchWarning:
    """The warning that a match lacks lines which the block keeps next to removed ones."""
    named = ", ".join(f"“{shortened(line)}”" for line in lines[:_MAX_QUOTED])
    more = f" and {len(lines) - _MAX_QUOTED} more" if len(lines) > _MAX_QUOTED else ""
    it = "it" if len(lines) == 1 else "them"
    kept = f"{named}{more}, which the block keeps next to removed lines"
    message = f"the file lacks {kept}: the result lacks {it} too"
    return MatchWarning(kind, message, first + 1, is_old=True)


# Query and hit: the input and the output of every strategy.

MAX_CANDIDATES = 9
"""The most candidates to choose from where nothing matches: as many as there are keys for them."""
MAX_MATCHES = 1_000
"""A block with more matches than this is ambiguous, however many there are."""
_MAX_LINES = 50_000
"""Lines of all matches of a block together; two matches are kept in any case."""


_BY_INDENTATION = (
    *(".py", ".pyi", ".pyx", ".gd", ".nim", ".hs", ".fs", ".fsi", ".fsx", ".coffee"),
    *(".yaml", ".yml", ".haml", ".pug", ".slim", ".sass", ".styl"),
)
"""Extensions of languages in which indentation has meaning."""


_WORD = lazy_pattern(r"&#?\w+;|([A-Za-z0-9_]+)")
_MAX_WORDS = 3


def counts_indentation(path: str) -> bool:
    """True if the indentation of a line has meaning in the language of a file."""
    return path.lower().endswith(_BY_INDENTATION)


class Query(Struct, frozen=True, dict=True):
    """One interpretation of a block as lines, and the file it is for."""

    interpretation: Interpretation
    search: Sequence[str]
    """Without line ends; never empty."""
    replace: Sequence[str]
    path: str = ""
    """Relative to the root; determines the language."""

    @property
    def counts_indentation(self) -> bool:
        """True if the indentation of a line has meaning in the file's language."""
        return counts_indentation(self.path)

    @cached_property
    def depth_unit(self) -> str | None:
        """The indentation unit of the block."""
        return depth_unit([*self.search, *self.replace])

    @cached_property
    def long_strings(self) -> list[LongString]:
        """The strings over several lines of the new text."""
        return long_strings(self.replace, self.path)

    @cached_property
    def old_long_strings(self) -> list[LongString]:
        """The strings over several lines of the search text."""
        return long_strings(self.search, self.path)

    @cached_property
    def words(self) -> list[str]:
        """The longest words of the search, without names of entities."""
        words = {word for word in _WORD.findall(self.interpretation.search) if word}
        return sorted(words, key=len, reverse=True)[:_MAX_WORDS]

    @property
    def max_matches(self) -> int:
        """The limit on the number of matches that are examined."""
        return min(max(_MAX_LINES // len(self.search), 2), MAX_MATCHES)


class Hit(Struct, frozen=True):
    """Lines of the file that a strategy matches to the block's."""

    first: int
    """The first line, 0-based."""
    end: int
    """The line below the last one."""
    replacement: AdjustedLines | Change | None
    """The new lines, or the change of the file; None if the block's new text does not fit there."""
    adjusted: str | None = None
    score: float = 1.0
    """The likeness of the lines to the block's, 0 to 1."""
    warnings: tuple[MatchWarning, ...] = ()
    """Warnings about a `Change`; adjusted lines have their own."""
    is_nested_otherwise: bool = False
    """The lines are nested differently than in the block, in a language where that has meaning."""


def block_lines(text: str) -> list[str]:
    """The lines of a block's text, without their ends."""
    lines = text.split("\n")
    if not lines[-1]:
        del lines[-1]
    return lines


def query_of(interpretation: Interpretation, path: str = "") -> Query:
    return Query(
        interpretation, block_lines(interpretation.search), block_lines(interpretation.replace), path
    )


def is_as_deep(index: FileIndex, query: Query, hit: Hit) -> bool:
    """True if the lines of the file are indented as the block's are."""
    return _depths(query.search) == _depths(index.bodies[hit.first : hit.end])


def _depths(lines: Sequence[str]) -> list[str]:
    return [indentation(line) for line in lines if line.strip()]


_CONTEXT_LINES = 2
"""Lines on either side of a match that its key includes."""


class Tier(StrEnum):
    """The kinds of differences that a strategy ignores."""

    EXACT = "exact"
    """None: the same characters."""
    TOLERANT = "tolerant"
    """Whitespace, line ends, escapes and look-alike characters."""
    FUZZY = "fuzzy"
    """Differences in content."""

    @property
    def rank(self) -> int:
        return list(Tier).index(self)


class StrategyInfo(NamedTuple):
    """A strategy's name, tier and description, for help and documentation."""

    name: str
    tier: Tier
    ignores: str
    title: str = ""
    """The name as a phrase, for the screen; empty for `name` with spaces."""


ANCHOR = StrategyInfo(
    "anchor", Tier.EXACT, "nothing: the lines that both texts begin with occur once", "at its anchor"
)
ALL_OCCURRENCES = StrategyInfo(
    "all-occurrences", Tier.EXACT, "nothing, and takes every match", "every occurrence"
)
STRUCTURAL = StrategyInfo(
    "structural", Tier.EXACT, "the layout between the tokens of a pattern", "by its pattern"
)
LINE_ADDRESSED = StrategyInfo(
    "line-addressed",
    Tier.EXACT,
    "everything: the format names line numbers, and nothing is compared",
    "by line number",
)
DEFINITION = StrategyInfo(
    "definition",
    Tier.FUZZY,
    "everything but the names of definitions: each replaces its namesake",
    "by the names of definitions",
)
ADDITION = StrategyInfo(
    "addition",
    Tier.FUZZY,
    "everything but the lines that it keeps: nothing is removed between them",
    "placed by the unchanged lines it repeats",
)
FORCED = StrategyInfo("forced", Tier.FUZZY, "everything: the user picks the lines", "forced")
UNCHANGED_LINES = StrategyInfo(
    "unchanged-lines",
    Tier.FUZZY,
    "lines that a snippet changes, between lines of the file with which it begins and ends",
    "around its unchanged lines",
)
PLACE = StrategyInfo(
    "likely-place",
    Tier.FUZZY,
    "everything: the likeliest places for a snippet that has no match, for the user to choose from",
    "at a likely place",
)
ON_REQUEST = (
    ANCHOR,
    ALL_OCCURRENCES,
    STRUCTURAL,
    LINE_ADDRESSED,
    DEFINITION,
    ADDITION,
    UNCHANGED_LINES,
    PLACE,
    FORCED,
)
"""Strategies outside the cascade, used at the request of a format or the user."""


class Choice(StrEnum):
    """The relation between the matches of a block."""

    ONE_OF = "one-of"
    """More than one match is ambiguous: the user chooses."""
    EACH = "each"
    """The edit applies to every match."""


class MatchEffect(StrEnum):
    """The kind of change that a labelled match makes."""

    ADDS = "adds"
    """It adds something, first of all."""
    DROPS = "drops"
    """It removes what the block does not show."""
    REPLACES_LINES = "replaces"
    """It is a place whose lines it replaces."""
    WRAPS = "wraps"
    """It is a place whose lines it replaces with a block around them."""


# The scores of the places of a snippet, by what shows a place: words, or lines that the snippet shares.
RANK_LIKELY = 0.5
"""The lowest score of a place that is likelier than the end and the top of a file."""
RANK_SHOWN = 0.7
"""The lowest score of a place that words describe; lines that show one give a higher score."""
RANK_VERY_LIKELY = 0.75
"""The lowest score of a place that makes a doubtful match ambiguous."""
RANK_SHOWN_BY_LINE = 0.85
"""The lowest score of a place beside a line that words quote, or the snippet repeats."""
RANK_SHOWN_BY_NAME = 0.9
"""The lowest score of a place beside code that words name or the snippet repeats, or where it sets a name."""


class Match(Struct, frozen=True):
    """One span of a file that a block fits, and the change it would make there."""

    key: str
    """Identifies the match by its text, so that a choice survives changes elsewhere in the file."""
    interpretation: Interpretation
    span: tuple[int, int]
    """In characters of the text that was searched, half-open."""
    lines: LineRange | None
    """1-based and inclusive; None in an empty or new file."""
    change: Change
    strategies: tuple[str, ...]
    tier: Tier
    score: float = 1.0
    """The likeness of the lines to the block's, or how likely a place is: 0 to 1."""
    adjusted: str | None = None
    """Describes how the replacement was adjusted, for users."""
    adjustments: tuple[tuple[int, Adjusted], ...] = ()
    """New lines that differ from the block's: 0-based, counted from the first line of `lines`."""
    warnings: tuple[MatchWarning, ...] = ()
    """Reasons for the user to look at the match before accepting it."""
    label: str | None = None
    """Says what the match does, for users, where its lines alone do not: `update add of Invoice`."""
    effect: MatchEffect | None = None
    """The kind of change that a labelled match makes; None for another one, and without a label."""
    is_at_edge: bool = False
    """True for a place that is just the end or the top of the file, for want of a likelier one."""
    fits: bool = True
    """True if the new lines can be adjusted to the match; if not, the change is empty and meaningless."""

    @property
    def only_adds(self) -> bool:
        """True if it only adds something, as its label says; False without a label."""
        return self.effect is MatchEffect.ADDS

    @property
    def replaces_lines(self) -> bool:
        """True if it is a place whose lines it replaces, as its label says; False without a label."""
        return self.effect in (MatchEffect.REPLACES_LINES, MatchEffect.WRAPS)

    @property
    def wraps(self) -> bool:
        """True for a place whose lines a block around them replaces."""
        return self.effect is MatchEffect.WRAPS

    def is_within(self, span: tuple[int, int]) -> bool:
        """True if it is in a definition, whose lines are a 0-based span, below its head."""
        return self.lines is not None and span[0] < self.lines[0] and self.lines[1] <= span[1]

    def moved(self, offset: int, lines: int) -> "Match":
        """The match in a part of a file as one in the file.

        Args:
            offset: The offset of the part, in characters.
            lines: The number of lines above it.
        """
        assert self.lines is not None
        first, last = self.lines
        return replace(
            self,
            key=f"{self.key}:{lines}",
            span=(self.span[0] + offset, self.span[1] + offset),
            lines=(first + lines, last + lines),
            change=self.change.shifted(offset),
            warnings=tuple(replace(each, line=each.line + lines) for each in self.warnings),
            label=None,
            effect=None,
            is_at_edge=False,
        )


class Mismatch(Struct, frozen=True):
    """The reason why a sketch or snippet, which has no search, has no match."""

    message: str
    """For users; lines of the text are 1-based."""
    has_definitions: bool = False
    """True if the text has whole definitions, which the file cannot take."""
    is_cut_off: bool = False
    """True if the text seems to end too early."""


class NoMatch(Exception):
    """Raised within a search for a sketch or snippet; its text is the message of the `Mismatch`."""

    def __init__(self, message: str, *, is_cut_off: bool = False) -> None:
        super().__init__(message)
        self.is_cut_off = is_cut_off


class Candidates(Struct, frozen=True):
    """Every match of a block, and whether it applies to one of them or to each."""

    choice: Choice
    matches: tuple[Match, ...]

    def chosen(self, keys: frozenset[str] | None) -> tuple[Match, ...]:
        """The matches that the block applies to.

        Those the user chose, if they still exist; else all of an EACH; else the only one.
        """
        chosen = tuple(match for match in self.matches if match.key in (keys or ()))
        if chosen:
            return chosen
        return self.matches if self.choice is Choice.EACH or len(self.matches) == 1 else ()


def match_key(lines: Lines, first: int, end: int, ordinal: int = 1, count: int = 1) -> str:
    """A key for a match, made of its lines and the adjacent ones.

    Args:
        lines: The file.
        first: 0-based.
        end: The line after the last.
        ordinal: The position among the matches of the block, from 1.
        count: The number of these matches.
    """
    around = lines.slice(max(first - _CONTEXT_LINES, 0), min(end + _CONTEXT_LINES, len(lines)))
    return _key(around, ordinal, count)


def whole_key() -> str:
    """The key of the match that is the whole file, whatever its text."""
    return _key([], 1, 1)


def _key(lines: Sequence[str], ordinal: int, count: int) -> str:
    digest = blake2b("".join(lines).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return f"{digest}:{ordinal}/{count}"
