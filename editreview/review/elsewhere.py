"""Where else what a block looks for is: in another file, at another path, in an older version."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from msgspec import Struct

from editreview import likeness
from editreview.blocks import EditBlock, LineRange, Operation, Replace, plain_reading
from editreview.errors import Refused
from editreview.matching import FileIndex, Tier
from editreview.review.placing import find
from editreview.texts import Snapshot
from editreview.workspace import Commit, Workspace

_TELLING = 3
"""Lines by which files are searched."""
_LONGEST = 1_000
"""Characters of such a line."""
_INFORMATIVE = 12
"""Letters and digits a text needs for another file with it to be worth naming."""
_TIMEOUT_S = 1.0
"""Seconds for all files; a repository of 5,000 takes a tenth of that."""
_HISTORY_TIMEOUT_S = 5.0
"""Seconds for the history of one file."""
_MOST_READ = 20
_MOST_NAMED = 3
_ALIKE = 60.0


class Elsewhere(Struct, frozen=True):
    """Another file in which a block has a place."""

    path: str
    lines: LineRange


class Older(Struct, frozen=True):
    """What a file had before a commit."""

    commit: Commit
    line: str
    """Of the block: the commit changed how often it is in the file."""
    is_whole: bool
    """Whether the block has a place in the file as it was before."""


def sought(operation: Operation) -> list[str]:
    """The lines that an operation looks for; none if it looks for no text."""
    return plain_reading(operation).search.splitlines() if isinstance(operation, Replace) else []


def elsewhere(
    workspace: Workspace, block: EditBlock, path: str | None, likely: Sequence[str]
) -> list[Elsewhere]:
    """Other files in which a block has a place, the likeliest first.

    Args:
        workspace: The tree.
        block: Of the response.
        path: Of its own file, in which it has none.
        likely: Files to look into first where there is no git to ask.
    """
    telling = _telling(sought(block.operation))
    if sum(map(str.isalnum, "".join(telling))) < _INFORMATIVE:
        return []
    holding = [found for found in workspace.holding(telling, _TIMEOUT_S, likely) if found != path]
    wanted = PurePosixPath(block.path_written or "")
    holding.sort(key=lambda found: _distance(PurePosixPath(found), wanted))
    placed: list[Elsewhere] = []
    for found in holding[:_MOST_READ]:
        lines = _place(workspace, block, found)
        if lines is not None:
            placed.append(Elsewhere(found, lines))
        if len(placed) == _MOST_NAMED:
            break
    return placed


def _telling(lines: Sequence[str]) -> list[str]:
    different = {line.strip() for line in lines if 0 < len(line.strip()) <= _LONGEST}
    return sorted(different, key=lambda line: (-len(line), line))[:_TELLING]


def _distance(path: PurePosixPath, wanted: PurePosixPath) -> tuple[bool, bool, int, str]:
    shared = len(set(path.parts) & set(wanted.parts))
    return path.name != wanted.name, path.suffix != wanted.suffix, -shared, str(path)


def _place(workspace: Workspace, block: EditBlock, path: str) -> LineRange | None:
    try:
        file = workspace.read(workspace.locate(path))
    except Refused:
        return None
    if not isinstance(file, Snapshot):
        return None
    places = find(FileIndex(file.text), block, path).search.places
    return next((place.lines for place in places if place.lines and place.tier is not Tier.FUZZY), None)


def similar_paths(paths: Sequence[str], written: str) -> list[str]:
    """The paths most like one at which there is no file, those of the same name first."""
    plain = PurePosixPath(written.replace("\\", "/"))
    same = [path for path in paths if PurePosixPath(path).name == plain.name]
    found: list[str] = []
    for among in (same, paths):
        cutoff = 0.0 if among is same else _ALIKE
        best = likeness.process.extract(
            str(plain), among, scorer=likeness.ratio, processor=None, score_cutoff=cutoff, limit=_MOST_NAMED
        )
        found += (path for path, _, _ in best)
    return list(dict.fromkeys(found))[:_MOST_NAMED]


def older_version(workspace: Workspace, block: EditBlock, index: FileIndex, path: str) -> Older | None:
    """The commit since which a file no longer has what a block looks for.

    Args:
        workspace: With git; without, nothing is found.
        block: Without a place in the file.
        index: Of the file.
        path: Of the file.
    """
    gone = [line for line in sought(block.operation) if not index.occurrences.count(line.strip())]
    telling = _telling(gone)
    if not telling:
        return None
    found = workspace.before_losing(telling[0], path, _HISTORY_TIMEOUT_S)
    if found is None:
        return None
    commit, text = found
    return Older(commit, telling[0], bool(find(FileIndex(text), block, path).search.places))
