"""Code that names no file: of which file it is a new version, if of any."""

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from editreview.blocks import Code, EditBlock, Offer, OfferKind, Write
from editreview.errors import Refused
from editreview.text import Snapshot
from editreview.workspace import Workspace

_MIN_DISTINCT_LINES = 6
"""Different lines that tell one file from another."""
_SHARED = 0.6
"""Of the lines of code and file together, at least so many are in both."""
_MAX_READ = 400
"""Files that are looked into for one piece of code."""
_FACTOR = 2
"""Files that are so much longer or shorter are not looked into."""
_MAX_OFFERS = 20
"""Pieces of code for which a file is looked for."""


def offered(workspace: Workspace, found: Sequence[Code]) -> Iterator[EditBlock]:
    """A block for each piece of code that is a new version of just one file."""
    for code in found[:_MAX_OFFERS]:
        path = _resembling(workspace, code)
        if path is not None:
            write = Write(code.text)
            yield EditBlock(0, "whole-file", path, code.lines, write, offer=Offer(OfferKind.LIKENESS))


def _resembling(workspace: Workspace, code: Code) -> str | None:
    """The only file that reads like the code; None if there is none, or more than one."""
    wanted = _telling(code.text)
    if len(wanted) < _MIN_DISTINCT_LINES:
        return None
    size = len(code.text.encode("utf-8", "replace"))
    fitting = [path for path in workspace.paths() if _may_hold(path, code.language)]
    alike = [path for path in fitting[:_MAX_READ] if _is_alike(workspace, path, wanted, size)]
    return alike[0] if len(alike) == 1 and len(fitting) <= _MAX_READ else None


def _may_hold(path: str, language: str) -> bool:
    from editreview.matching import language_named, language_of

    ending = PurePosixPath(path).suffix.lower().removeprefix(".")
    if not language or language.lower() == ending:
        return bool(ending)
    known = language_named(language)
    return known is not None and known == language_of(path)


def _is_alike(workspace: Workspace, path: str, wanted: frozenset[str], size: int) -> bool:
    try:
        if not size / _FACTOR <= workspace.size(path) <= size * _FACTOR:
            return False
        found = workspace.read(workspace.locate(path))
    except (OSError, Refused):
        return False
    there = _telling(found.text) if isinstance(found, Snapshot) else frozenset()
    return len(wanted & there) >= _SHARED * len(wanted | there)


def _telling(text: str) -> frozenset[str]:
    """The different lines of a text that are more than brackets."""
    return frozenset(line for each in text.splitlines() if any(map(str.isalnum, line := each.strip())))
