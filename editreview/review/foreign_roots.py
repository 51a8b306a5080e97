"""Absolute paths of another machine: prefixes that stand for the root.

Agents that ran elsewhere write `/workspace/src/a.py` or `C:/Users/u/proj/src/a.py`. If the text of such a
block is found in a file of the tree, and the written path ends with the path of that file, the rest of it
stands for the root, in all paths that begin with it. It does not if one of these exists outside the tree.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePosixPath
from urllib.parse import unquote

from msgspec import Struct

from editreview.patterns import lazy_pattern
from editreview.review.decisions import Decision, Verdict

_FILE_URI = lazy_pattern(r"file:(?://localhost)?/*(?=/)", re.IGNORECASE)
_DRIVE = lazy_pattern(r"[A-Za-z]:$")
_MIN_PARTS = 2
"""The fewest parts of a prefix: `/` or `~` alone would stand for every path."""
_KEY_OF_ROOT = "root "
"""The beginning of the keys of decisions on prefixes."""

Parts = tuple[str, ...]


class ForeignRoot(Struct, frozen=True):
    """A prefix of absolute paths that stands for the root."""

    prefix: str
    """As the response writes it, with slashes."""
    block: int
    """The number of the block whose text was found."""
    path: str
    """The file that has it, relative to the root."""

    @property
    def confirmation(self) -> dict[str, Decision]:
        """The decision that confirms it, by key. Without the warning about it, its blocks may be safe."""
        return {_root_key(self.prefix): Decision(Verdict.ACCEPTED)}

    @property
    def message(self) -> str:
        """The conclusion as a sentence."""
        return f"{self.prefix} stands for the root: the text of block {self.block} is in {self.path}"


class LocalPath(Struct, frozen=True):
    """A written path without the prefix that stands for the root."""

    path: str
    prefix: str | None = None
    """The prefix; None if none applies."""
    is_certain: bool = False
    """True if the user said that the prefix stands for the root."""


class ForeignRoots:
    """The prefixes that stand for the root.

    Args:
        strip: Prefixes that the user named. They may be relative too.
    """

    def __init__(self, strip: Iterable[str]) -> None:
        self._strip = tuple(filter(None, map(_parts, strip)))
        self._found: dict[Parts, ForeignRoot] = {}
        """The prefixes of blocks whose text was found."""
        self._settled: dict[Parts, ForeignRoot] = {}

    @property
    def settled(self) -> tuple[ForeignRoot, ...]:
        """The prefixes that stand for the root, beside those that the user named."""
        return tuple(self._settled.values())

    def note_found(self, written: str, path: str, block: int) -> None:
        """Note that the text of a block is in a file.

        Args:
            written: The path of the block.
            path: The file, relative to the root.
            block: The number of the block.
        """
        prefix = prefix_of(written, path)
        if prefix is not None:
            self._found.setdefault(_parts(prefix), ForeignRoot(prefix, block, path))

    def settle(self, written: Iterable[str], exists_outside: Callable[[str], bool]) -> None:
        """Decide which prefixes found so far stand for the root. A positive decision is final.

        Args:
            written: Every path of the responses so far.
            exists_outside: Returns True if a path exists outside the tree.
        """
        paths = [(path, parts) for path in dict.fromkeys(written) if (parts := _absolute(path))]
        self._settled |= {
            prefix: root
            for prefix, root in self._found.items()
            if not any(_begins(parts, prefix) and exists_outside(path) for path, parts in paths)
        }

    def is_below(self, written: str) -> bool:
        """True if a written path begins with a prefix that stands for the root."""
        return self.local(written).prefix is not None

    def local(self, written: str) -> LocalPath:
        """A written path relative to the root; as written if no prefix applies, or several disagree."""
        parts = _parts(written)
        if ".." in parts:
            return LocalPath(written)
        for prefix in sorted(self._strip, key=len, reverse=True):
            if _begins(parts, prefix):
                return LocalPath("/".join(parts[len(prefix) :]), _text(prefix), is_certain=True)
        matching = [prefix for prefix in self._settled if _begins(parts, prefix)]
        if len(matching) != 1:
            return LocalPath(written)
        (prefix,) = matching
        return LocalPath("/".join(parts[len(prefix) :]), self._settled[prefix].prefix)


def prefix_of(written: str, path: str) -> str | None:
    """The beginning of an absolute path before the relative path of a file; None if it ends otherwise."""
    parts, end = _absolute(written), PurePosixPath(path).parts
    prefix = parts[: -len(end)]
    return _text(prefix) if len(prefix) >= _MIN_PARTS and parts[-len(end) :] == end else None


def _root_key(prefix: str) -> str:
    """The key of the user's decision that a prefix stands for the root."""
    return f"{_KEY_OF_ROOT}{prefix}"


def is_confirmed(prefix: str, decisions: Mapping[str, Decision]) -> bool:
    """True if the user confirmed that a prefix stands for the root."""
    decision = decisions.get(_root_key(prefix))
    return decision is not None and decision.verdict is Verdict.ACCEPTED


def prefix_of_key(key: str) -> str | None:
    """The prefix that a decision is about; None for the key of a block."""
    return key.removeprefix(_KEY_OF_ROOT) if key.startswith(_KEY_OF_ROOT) else None


def _parts(written: str) -> Parts:
    plain = written.replace("\\", "/")
    if _FILE_URI.match(plain):
        plain = unquote(_FILE_URI.sub("", plain, count=1))
    parts = PurePosixPath(plain).parts
    # A drive letter means the same in either case.
    return (parts[0].upper(), *parts[1:]) if parts and _DRIVE.match(parts[0]) else parts


def _absolute(written: str) -> Parts:
    """The parts of a path that is absolute, or begins with `~` or a drive; empty for any other path."""
    parts = _parts(written)
    is_absolute = bool(parts) and (parts[0] in ("/", "~") or _DRIVE.match(parts[0]) is not None)
    return parts if is_absolute and ".." not in parts else ()


def _begins(parts: Parts, prefix: Parts) -> bool:
    return len(parts) > len(prefix) and parts[: len(prefix)] == prefix


def _text(parts: Parts) -> str:
    return PurePosixPath(*parts).as_posix()
