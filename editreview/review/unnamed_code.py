"""Finds the file that code without a path is a new version of."""

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from editreview.blocks import Code, EditBlock, Offer, OfferKind, Write
from editreview.errors import Refused
from editreview.text import Snapshot
from editreview.workspace import Workspace

_MIN_DISTINCT_LINES = 6
"""The fewest distinct lines that tell one file from another."""
_SHARED = 0.6
"""The least share of the distinct lines of code and file that both have, 0 to 1."""
_MAX_READ = 400
"""The most files compared with one piece of code."""
_FACTOR = 2
"""Files longer or shorter than the code by this factor are not compared."""
_MAX_OFFERS = 20
"""The most pieces of code for which a file is searched."""


def offered(workspace: Workspace, found: Sequence[Code]) -> Iterator[EditBlock]:
    """An offer for each piece of code that is a new version of exactly one file."""
    for code in [code for code in found if code.may_be_file][:_MAX_OFFERS]:
        path = _resembling(workspace, code)
        if path is not None:
            write = Write(code.text)
            yield EditBlock(0, "whole-file", path, code.lines, write, offer=Offer(OfferKind.LIKENESS))


def _resembling(workspace: Workspace, code: Code) -> str | None:
    """The only file similar to the code; None if there is none, or more than one."""
    lines = _informative_lines(code.text)
    if len(lines) < _MIN_DISTINCT_LINES:
        return None
    size = len(code.text.encode("utf-8", "replace"))
    fitting = [path for path in workspace.paths() if _may_hold(path, code.language)]
    alike = [path for path in fitting[:_MAX_READ] if _is_alike(workspace, path, lines, size)]
    return alike[0] if len(alike) == 1 and len(fitting) <= _MAX_READ else None


def _may_hold(path: str, language: str) -> bool:
    from editreview.matching import language_named, language_of

    ending = PurePosixPath(path).suffix.lower().removeprefix(".")
    if not language or language.lower() == ending:
        return bool(ending)
    known = language_named(language)
    return known is not None and known == language_of(path)


def _is_alike(workspace: Workspace, path: str, lines: frozenset[str], size: int) -> bool:
    try:
        if not size / _FACTOR <= workspace.size(path) <= size * _FACTOR:
            return False
        found = workspace.read(workspace.locate(path))
    except (OSError, Refused):
        return False
    others = _informative_lines(found.text) if isinstance(found, Snapshot) else frozenset()
    return len(lines & others) >= _SHARED * len(lines | others)


def _informative_lines(text: str) -> frozenset[str]:
    """The distinct lines of a text that have a letter or digit, stripped."""
    return frozenset(line for each in text.splitlines() if any(map(str.isalnum, line := each.strip())))
