"""Blocks as rows of the list: a sign, word and style for their state, rows grouped by file, and filters.

The glyph and the word of a sign are enough without colour. Below the blocks are parts of the response that
are no blocks yet: unreadable blocks and code without a file. Their numbers are negative and made from their
lines, so that they stay the same while the response arrives.
"""

from collections.abc import Callable, Collection, Sequence
from enum import IntEnum

from msgspec import Struct

from editreview import likeness
from editreview.blocks import Code, LineRange, Problem
from editreview.matching import Tier
from editreview.review import (
    AcceptedFindings,
    Proposal,
    Review,
    Status,
    Verdict,
    WarningKind,
    corrected_by,
    status_of,
)
from editreview.terminal import drawn_line
from editreview.text import counted
from editreview.tui.parts import Look

SIGN_STYLES: dict[str, Look] = {
    "sign--applied": Look("bold $text-accent"),
    "sign--accepted": Look("bold $text-success"),
    "sign--rejected": Look("$text-error"),
    "sign--open": Look("$foreground"),
    "sign--inexact": Look("$text-warning"),
    "sign--several": Look("bold $text-warning"),
    "sign--done": Look("$text-muted"),
    "sign--failed": Look("bold $text-error"),
}
"""The styles of the signs for the states of blocks."""


class Sign(Struct, frozen=True, eq=False):
    glyph: str
    word: str
    style: str
    """One of `SIGN_STYLES`."""


APPLIED = Sign("●", "applied", "sign--applied")
ACCEPTED = Sign("✓", "accepted", "sign--accepted")
PARTLY = Sign("◧", "partly accepted", "sign--accepted")
REJECTED = Sign("✗", "rejected", "sign--rejected")
OPEN = Sign("·", "undecided", "sign--open")
INEXACT = Sign("≈", "undecided, inexact", "sign--inexact")
WARNED = Sign("△", "undecided, warning", "sign--inexact")
SEVERAL = Sign("?", "several matches", "sign--several")
DONE = Sign("–", "nothing to do", "sign--done")
UNSEEN = Sign("○", "not in context", "sign--done")
FAILED = Sign("!", "failed", "sign--failed")
OFFER = Sign("◇", "offer", "sign--done")

UNREADABLE = Sign("!", "unreadable", "sign--failed")
LOOSE_CODE = Sign("›", "code without a file", "sign--done")
"""The signs of parts of the response that are no blocks yet."""

MARK = "•"
"""The sign of a remark that only informs."""

BADGES = PARTLY.glyph + WARNED.glyph + MARK
"""The signs that follow the number of a block; see `badge`."""

ARRIVING = Sign("…", "arriving", "sign--done")
"""The sign of a block that is still arriving."""

ALL = (ACCEPTED, PARTLY, REJECTED, OPEN, INEXACT, WARNED, SEVERAL, UNSEEN, FAILED, APPLIED, DONE, OFFER)
ANY_ACCEPTED = frozenset({ACCEPTED, PARTLY})
"""The signs of blocks that are accepted and not applied yet."""
UNDECIDED = frozenset({OPEN, INEXACT, WARNED, SEVERAL, UNSEEN, FAILED})
"""The signs of blocks that the user still has to decide."""
ACCEPTABLE = UNDECIDED - {FAILED}
"""Those of them that a key accepts, perhaps after a choice."""


def sign(review: Review, proposal: Proposal, *, is_path_confirmed: bool = False) -> Sign:
    """The current state of a block.

    Args:
        review: The review.
        proposal: The block.
        is_path_confirmed: True if the user accepted the correction of its path with another block.
    """
    status = status_of(review, proposal)
    match status:
        case Status.APPLIED:
            return APPLIED
        case Status.REJECTED:
            return REJECTED
    # Even if it could not be written: the match line gives the reason.
    if review.verdict(proposal) is Verdict.ACCEPTED:
        return PARTLY if proposal.is_part else ACCEPTED
    if review.is_offer(proposal):
        return OFFER
    match status:
        case Status.NOT_IN_CONTEXT:
            return UNSEEN
        case Status.VALIDATED:
            return DONE
        case Status.SKIPPED if proposal.is_done_already or corrected_by(review, proposal) is not None:
            return DONE
        case Status.FAILED if proposal.is_ambiguous:
            return SEVERAL
        case Status.FAILED | Status.SKIPPED:
            return FAILED
    if any(w.kind is not WarningKind.PATH_CORRECTED or not is_path_confirmed for w in proposal.warnings):
        return WARNED
    return OPEN if proposal.tier is Tier.EXACT else INEXACT


def findings_in_words(found: AcceptedFindings) -> str:
    """The warnings and marks of an accepted block, with its number and file."""
    sign = WARNED.glyph if found.warnings else MARK
    return f"{sign} {found.number}  {drawn_line(found.path)}: {'; '.join(found.warnings + found.marks)}"


def badge(proposal: Proposal, sign: Sign) -> str:
    """The signs of a part that was applied, of warnings and of marks, for the list; without its own sign.

    Args:
        proposal: The block.
        sign: The sign of its state.
    """
    if not proposal.is_ready or sign in (REJECTED, DONE):
        return ""
    has_warning = bool(proposal.warnings) and sign is not WARNED
    is_part = proposal.is_part and sign is APPLIED
    return PARTLY.glyph * is_part + WARNED.glyph * has_warning + MARK * bool(proposal.marks)


ANY_STATE = "all"

KINDS: dict[str, Callable[[Sign, Proposal], bool]] = {
    ANY_STATE: lambda sign, proposal: True,
    "undecided": lambda sign, proposal: sign in UNDECIDED,
    "failed": lambda sign, proposal: sign is FAILED,
    "ambiguous": lambda sign, proposal: sign is SEVERAL,
    "fuzzy": lambda sign, proposal: proposal.tier is Tier.FUZZY,
    "warned": lambda sign, proposal: bool(proposal.warnings),
    "accepted": lambda sign, proposal: sign in ANY_ACCEPTED,
    "rejected": lambda sign, proposal: sign is REJECTED,
    "offers": lambda sign, proposal: sign is OFFER,
    "applied": lambda sign, proposal: sign is APPLIED,
}
"""The tests of a block's state, by name."""

_MIN_LIKENESS = 0.8
"""The likeness from which a text matches a pattern with typing errors."""
_MIN_PATTERN = 4
"""Letters of a pattern from which typing errors are tolerated."""


class Filter(Struct, frozen=True):
    """A choice of blocks by state and path."""

    kind: str = ANY_STATE
    path: str = ""
    """Letters of the path, in order; empty for all paths."""

    def __bool__(self) -> bool:
        return self != Filter()

    def __str__(self) -> str:
        kind = [self.kind] if self.kind != ANY_STATE or not self.path else []
        return " · ".join([*kind, *([self.path] if self.path else [])])


class ListEntry(Struct, frozen=True):
    """One row: a folder, a file, a block, a part of the response that is none, or the title of a section."""

    path: str
    """The path; that of a folder ends with a slash."""
    number: int | None = None
    """The number of a block; None for other rows."""
    depth: int = 0
    """1 below the row of a folder."""
    is_title: bool = False
    """True for the title of a section, whose text is `path`."""
    label: str = ""
    """The text in place of the number; empty for the number."""

    @property
    def name(self) -> str:
        """The part of the path that the row above does not show."""
        return self.path.rpartition("/")[2] if self.depth else self.path


def entries_of(files: Sequence[tuple[str, Sequence[int]]]) -> list[ListEntry]:
    """The rows for files and their blocks.

    Above a file there is a row for its folder, unless the file before is in the same one. Files are never
    reordered: the list keeps the order of the response.

    Args:
        files: Each path with the numbers of its blocks.
    """
    found: list[ListEntry] = []
    above = ""
    for path, numbers in files:
        folder = path[: path.rfind("/") + 1]
        if folder and folder != above:
            found.append(ListEntry(folder))
        above = folder
        depth = int(bool(folder))
        found.append(ListEntry(path, depth=depth))
        found += [ListEntry(path, number, depth) for number in numbers]
    return found


def section(title: str, rows: Sequence[ListEntry]) -> list[ListEntry]:
    """Rows below their title; nothing if there are none."""
    return [ListEntry(title, is_title=True), *rows] if rows else []


def paths_like(letters: str, paths: Collection[str]) -> set[str]:
    """The paths that contain these letters in order, in any case; if there are none, the similar ones."""
    letters = letters.lower().replace(" ", "")
    found = {path for path in paths if has_letters(path.lower(), letters)}
    return found or {path for path in paths if resembles(letters, path.lower())}


def resembles(pattern: str, text: str) -> bool:
    """True if a text has a pattern with typing errors; both in lower case."""
    return len(pattern) >= _MIN_PATTERN and likeness.partial_similarity(pattern, text) >= _MIN_LIKENESS


def has_letters(path: str, letters: str) -> bool:
    """True if a path has these letters in this order; both in lower case."""
    rest = iter(path)
    return all(letter in rest for letter in letters)


class FragmentKind(IntEnum):
    """The kinds of fragments; the values tell their numbers apart."""

    UNREADABLE = 0
    CODE = 1


class Fragment(Struct, frozen=True):
    """A row for a part of the response that is no block yet."""

    kind: FragmentKind
    lines: LineRange
    """Its lines in the response."""
    words: str
    """Its description in the list."""
    problem: Problem | None = None
    code: Code | None = None

    @property
    def number(self) -> int:
        """Its number in the list; that of a block is positive."""
        return -(self.lines[0] * len(FragmentKind) + self.kind)

    @property
    def label(self) -> str:
        """Its name in the list, in place of a number."""
        return f"L{self.lines[0]}"

    @property
    def sign(self) -> Sign:
        return UNREADABLE if self.kind is FragmentKind.UNREADABLE else LOOSE_CODE


def unreadable_blocks(review: Review) -> list[Fragment]:
    """The malformed blocks that the user did not correct, in order."""
    return [
        Fragment(
            FragmentKind.UNREADABLE,
            (problem.line, problem.line + problem.text.rstrip("\n").count("\n")),
            f"{problem.path_written or 'no path'}: {problem.without_line}",
            problem=problem,
        )
        for problem in review.problems
    ]


def loose_code(review: Review) -> list[Fragment]:
    """The fences without a path that the user did not give to a file, in order."""
    return [
        Fragment(
            FragmentKind.CODE,
            code.lines,
            f"{code.language or 'code'}, {counted(len(code.text.splitlines()), 'line')}",
            code=code,
        )
        for code in review.loose_code
    ]
