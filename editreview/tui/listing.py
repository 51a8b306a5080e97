"""The blocks that the list shows, grouped by file."""

from collections.abc import Callable, Collection, Sequence

from msgspec import Struct

from editreview import likeness
from editreview.matching import Tier
from editreview.review import Proposal
from editreview.tui import signs
from editreview.tui.signs import Sign

ALL = "all"

KINDS: dict[str, Callable[[Sign, Proposal], bool]] = {
    ALL: lambda sign, proposal: True,
    "undecided": lambda sign, proposal: sign in signs.UNDECIDED,
    "failed": lambda sign, proposal: sign is signs.FAILED,
    "ambiguous": lambda sign, proposal: sign is signs.SEVERAL,
    "fuzzy": lambda sign, proposal: proposal.tier is Tier.FUZZY,
    "warned": lambda sign, proposal: bool(proposal.warnings),
    "accepted": lambda sign, proposal: sign is signs.ACCEPTED,
    "rejected": lambda sign, proposal: sign is signs.REJECTED,
    "offers": lambda sign, proposal: sign is signs.OFFER,
    "applied": lambda sign, proposal: sign is signs.APPLIED,
}
"""Every filter by its name."""

_ALIKE = 80.0
"""Percent from which a path is what was meant, some letters being wrong."""
_MIN_PATTERN = 4
"""Letters from which some may be wrong."""


class Filter(Struct, frozen=True):
    """The blocks that are listed."""

    kind: str = ALL
    path: str = ""
    """Letters of the file's path, in order; empty for all."""

    def __bool__(self) -> bool:
        return self != Filter()

    def __str__(self) -> str:
        kind = [self.kind] if self.kind != ALL or not self.path else []
        return " · ".join([*kind, *([self.path] if self.path else [])])


class ListEntry(Struct, frozen=True):
    """One row: a folder, a file or a block of it; or the title above the offers, or one of them."""

    path: str
    """A folder's ends with a slash."""
    number: int | None = None
    """The block's; None for a folder's or a file's own row."""
    depth: int = 0
    """1 below a folder's row."""
    is_title: bool = False
    """The row above the offers; `path` is what it says."""

    @property
    def name(self) -> str:
        """The part of a path that the row above it does not show."""
        return self.path.rpartition("/")[2] if self.depth else self.path


def entries_of(files: Sequence[tuple[str, Sequence[int]]]) -> list[ListEntry]:
    """The rows for files, in the order given, with the numbers of their blocks.

    A folder has a row of its own above several files in a row that are in it. Files are not moved to
    others of their folder: the list stays in the order in which the response is read.
    """
    found: list[ListEntry] = []
    above: str | None = None
    for index, (path, numbers) in enumerate(files):
        folder = _folder(path)
        above = above if folder == above else None
        is_next_there = index + 1 < len(files) and _folder(files[index + 1][0]) == folder
        if folder and folder != above and is_next_there:
            found.append(ListEntry(folder))
            above = folder
        depth = int(above is not None)
        found.append(ListEntry(path, depth=depth))
        found += [ListEntry(path, number, depth) for number in numbers]
    return found


def offer_entries(offers: Sequence[tuple[str, int]]) -> list[ListEntry]:
    """The rows for offers, each with its path and number, below a title of their own."""
    title = ListEntry("OFFERS", is_title=True)
    return [title, *(ListEntry(path, number) for path, number in offers)] if offers else []


def paths_like(wanted: str, paths: Collection[str]) -> set[str]:
    """The paths that have these letters in this order, in any case; if none has, those that nearly do."""
    wanted = wanted.lower().replace(" ", "")
    found = {path for path in paths if _has_letters(path.lower(), wanted)}
    if found or len(wanted) < _MIN_PATTERN:
        return found
    return {path for path in paths if likeness.partial_ratio(wanted, path.lower()) >= _ALIKE}


def _has_letters(path: str, wanted: str) -> bool:
    rest = iter(path)
    return all(letter in rest for letter in wanted)


def _folder(path: str) -> str:
    return path[: path.rfind("/") + 1]
