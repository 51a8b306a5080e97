"""Which file a block means: the path as written, or the only file that can have been meant.

Models leave folders out, double them, or write the root as `/`, `/workspace/` or `path/to/`.
A correction is made only where nothing is at the path as written, one file alone fits, and
that file holds the text to replace; it is a warning in any case.
"""

from collections.abc import Container, Sequence
from pathlib import PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import EditBlock, Replace, Rewrite, Sketch, Write, puts_text_only
from editreview.errors import Reason, Refused
from editreview.matching import FileIndex
from editreview.review.placing import find
from editreview.review.proposal import Warning, WarningKind
from editreview.texts import Snapshot
from editreview.workspace import Workspace

_ROOTS = (
    ("/",),
    ("/", "workspace"),
    ("/", "workspaces"),
    ("/", "home", "project"),
    ("/", "app"),
)
"""What models write for the root, as parts of a path."""
_STANDS_FOR_ROOT = "its beginning stands for the root"
_HOLDS_TEXT = "the only file of this name with this text"
_IS_EMPTY = "the only file of this name, and it is empty"
_MOST_READ = 20
"""Files that are looked into for one block."""


class Located(Struct, frozen=True):
    """The file that a block means."""

    path: str
    """Relative to the root, links resolved."""
    warnings: tuple[Warning, ...] = ()


class Locator:
    """Finds the files that blocks name."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._by_name: dict[str, list[str]] | None = None

    def locate(self, block: EditBlock, known: Container[str]) -> Located:
        """The file of a block.

        Args:
            block: Of the response.
            known: Paths of files that earlier blocks make, whether or not they are there.

        Raises:
            Refused: It may not be touched.
        """
        written = block.path_written or ""
        refused: Refused | None = None
        path = ""
        try:
            path = self._workspace.locate(written)
        except Refused as error:
            if error.reason is not Reason.OUTSIDE_ROOT:
                raise
            refused = error
        if refused is None and (path in known or self._workspace.exists(path)):
            return Located(path)
        parts = PurePosixPath(written.replace("\\", "/")).parts
        # One that climbs out of the root was not just misspelt.
        meant = None if ".." in parts else self._meant(block, parts)
        if meant is not None:
            path, why = meant
            message = f"{written} → {path}: {why}"
            return Located(path, (Warning(WarningKind.PATH_CORRECTED, message),))
        if refused is not None:
            raise refused
        return Located(path)

    def spread(self, block: EditBlock) -> list[EditBlock]:
        """The block, or one for each file of the folder that it names, if it looks for code of a shape.

        A folder without any such code keeps its one block, which then says so.
        """
        written = block.path_written or ""
        if not isinstance(block.operation, Rewrite) or not self._workspace.is_folder(written):
            return [block]
        from editreview.matching.languages import KNOWN, language_named, language_of

        operation, folder = block.operation, PurePosixPath(written).as_posix()
        wanted = language_named(operation.language) if operation.language else None
        inside = "" if folder == "." else f"{folder.removesuffix('/')}/"
        spread = [
            replace(block, path_written=path)
            for path in self._workspace.paths()
            if path.startswith(inside) and language_of(path) in ({wanted} if wanted else KNOWN)
        ]
        return [each for each in spread if self._holds(each.path_written or "", each)] or [block]

    def _meant(self, block: EditBlock, parts: Sequence[str]) -> tuple[str, str] | None:
        """The file that is meant, and why it is that one."""
        operation = block.operation
        if not _makes_file(block):
            is_sought = isinstance(operation, Replace | Rewrite | Sketch)
            path = self._holding(block, [part for part in parts if part != "/"]) if is_sought else None
            return (path, _HOLDS_TEXT) if path is not None else None
        if (path := self._below_root(parts)) is not None:
            return path, _STANDS_FOR_ROOT
        is_absolute = bool(parts) and (parts[0] == "/" or parts[0].endswith(":"))
        path = self._empty(parts) if is_absolute and isinstance(operation, Replace) else None
        return (path, _IS_EMPTY) if path is not None else None

    def _below_root(self, parts: Sequence[str]) -> str | None:
        """Where a file goes whose path begins with what stands for the root."""
        for root in sorted(_ROOTS, key=len, reverse=True):
            rest = parts[len(root) :]
            if tuple(parts[: len(root)]) != root or not rest:
                continue
            if len(rest) == 1 or self._workspace.exists(rest[0]):
                return self._workspace.locate("/".join(rest))
        return None

    def _empty(self, parts: Sequence[str]) -> str | None:
        """The only file of this name, if it is empty and waits for the text that has no old one."""
        named = self._named(parts[-1])
        is_end = len(named) == 1 and "/".join(parts).endswith(f"/{named[0]}")
        return named[0] if is_end and self._is_empty(named[0]) else None

    def _is_empty(self, path: str) -> bool:
        try:
            found = self._workspace.read(self._workspace.locate(path))
        except Refused:
            return False
        return isinstance(found, Snapshot) and not found.text

    def _holding(self, block: EditBlock, parts: Sequence[str]) -> str | None:
        """The only file with as much of the path as any file has, if it holds the block's text."""
        for first in range(len(parts)):
            tail = "/".join(parts[first:])
            fitting = [path for path in self._named(parts[-1]) if f"/{path}".endswith(f"/{tail}")]
            if fitting:
                holding = [path for path in fitting[:_MOST_READ] if self._holds(path, block)]
                return holding[0] if len(holding) == 1 and len(fitting) <= _MOST_READ else None
        return None

    def _named(self, name: str) -> Sequence[str]:
        if self._by_name is None:
            self._by_name = {}
            for path in self._workspace.paths():
                self._by_name.setdefault(path.rpartition("/")[2], []).append(path)
        return self._by_name.get(name, ())

    def _holds(self, path: str, block: EditBlock) -> bool:
        try:
            found = self._workspace.read(self._workspace.locate(path))
        except Refused:
            return False
        return isinstance(found, Snapshot) and bool(find(FileIndex(found.text), block, path).search.places)


def _makes_file(block: EditBlock) -> bool:
    return isinstance(block.operation, Write) or puts_text_only(block.operation)
