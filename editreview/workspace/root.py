"""The root: resolves paths that responses write to files below it, or refuses them; reads files as text."""

import os
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from stat import S_IMODE
from urllib.parse import unquote

from editreview.errors import Reason, Refused
from editreview.memory import MANY_BYTES, expect_large_texts
from editreview.patterns import lazy_pattern
from editreview.text import Absent, Snapshot
from editreview.user_folders import home
from editreview.workspace import disk
from editreview.workspace.disk import PathKind
from editreview.workspace.encodings import decode

_DRIVE = re.compile(r"[A-Za-z]:([/\\]|$)")
_URI = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.-]+:/{2,}|file:", re.IGNORECASE)
_FILE_URI = re.compile(r"file:(?://localhost)?/*(?=/)", re.IGNORECASE)
_HOME = re.compile(
    r"(?:~|\$HOME|\$\{HOME\}|\$env:(?:HOME|USERPROFILE)|%USERPROFILE%|%HOME%)(?=/|$)", re.IGNORECASE
)
_OTHER_HOME = lazy_pattern(r"~[A-Za-z_][\w.-]*/")
_VARIABLE = lazy_pattern(r"\$[A-Z_][A-Z0-9_]*|\$[{(].*|%[A-Za-z_]\w*%|\{[A-Za-z_][\w -]*\}", re.DOTALL)
"""Variables of shells and templates, as the first part of a path."""
_SLOT = lazy_pattern(r"<[^<>/]+>|\.{3,}|…")
"""Folder names that stand for omitted folders."""
_EXAMPLE = lazy_pattern(
    r"/?(?:[\w-]+/)?path/to/|/?your(?:/|[-_][\w-]+/)|"
    r"(?:.*/)?(?:your[-_]?(?:file(?:[-_]?name)?|script|module|component|code)\.\w+|file(?:name)?\.ext|"
    r"<[^<>/]+>(?:\.\w+)?)$",
    re.IGNORECASE,
)
"""Paths as used in examples."""
_LONGEST_NAME = 255
_LONGEST_PATH = 4096
"""PATH_MAX of Linux in bytes, with the root and the terminating null."""
_DEVICES = frozenset({"con", "prn", "aux", "nul", "conin$", "conout$", "clock$"}) | {
    f"{port}{number}" for port in ("com", "lpt") for number in "123456789¹²³"
}
"""Device names of Windows, reserved in every folder and with any extension."""
MAX_FILE_SIZE = 64 * 1024 * 1024
"""Maximum size in bytes of a file that is read."""


class Root:
    """The folder under review. Paths outside it and in git's own folders are refused."""

    def __init__(self, folder: Path, gits: Iterable[Path] = ()) -> None:
        """
        Args:
            folder: The folder.
            gits: Git's own folders, which need not be called `.git`.
        """
        self.folder = disk.real_path(folder)
        top = _folded(self.folder)
        folded = {_folded(found) for found in map(disk.real_path, gits)}
        self._gits = tuple(git for git in folded if _is_in(git, top))
        """Those of git's own folders that are in the folder under review, folded."""

    def absolute(self, path: str) -> Path:
        """The absolute path for a path that `locate` returned."""
        return self.folder / path

    def locate(self, written: str) -> str:
        """The path of a file relative to the root, with slashes and with links resolved: each file has one.

        Raises:
            Refused: The path is outside the root, or not one of a file that may be edited.
        """
        _check_characters(written)
        path = self._resolved(written, self._inside(written))
        self._check_spelling(written, self.folder / path)
        return path

    def is_link(self, written: str) -> bool:
        """True if the last part of a path that `locate` accepts is a link."""
        return disk.is_link(self._inside(written))

    def is_at(self, path: str) -> bool:
        """True if a path, taken literally, is still that of a file or of nothing, and behind no link.

        A file may have a name that `locate` refuses or takes for another one once the file is gone.

        Args:
            path: Relative to the root, with slashes; `locate` returned it when the file was read.
        """
        try:
            return self._resolved(path, self.folder / path) == path
        except Refused:
            return False

    def _resolved(self, written: str, named: Path) -> str:
        target = disk.real_path(named)
        if target != self.folder and not target.is_relative_to(self.folder):
            to = "" if target.as_posix() == written else f": {target}"
            raise Refused(Reason.OUTSIDE_ROOT, f"{written} leads out of {self.folder.name}{to}")
        relative = target.relative_to(self.folder)
        folded = _folded(target)
        if any(_is_in(folded, git) for git in self._gits):
            raise Refused(Reason.PROTECTED, f"{written} is inside git's own folder")
        _check_characters(relative.as_posix())
        self._check_names(written, relative)
        self._check_kind(written, target)
        return relative.as_posix()

    def is_elsewhere(self, written: str, *, is_new: bool) -> bool:
        """True if a path that `locate` refuses as outside names something that exists there.

        Args:
            written: As the response has it.
            is_new: The file is to be created, so its folder existing is enough.
        """
        try:
            named = self._inside(written)
        except Refused:
            # Only Windows has paths with a drive.
            drive = Path(self._plain(written))
            return drive.is_absolute() and bool(drive.drive) and disk.exists(drive)
        target = disk.real_path(named)
        if not PurePosixPath(self._plain(written)).is_absolute() or disk.exists(target):
            # A relative path leaves the root only by `..` or through an existing link.
            return True
        if is_new and target.parent != Path(target.anchor) and disk.exists(target.parent):
            return True
        return any(
            disk.exists(above / ".git") for above in target.parents if not self.folder.is_relative_to(above)
        )

    def _inside(self, written: str) -> Path:
        plain = self._plain(written)
        if _DRIVE.match(plain) or plain.startswith("//"):
            raise Refused(Reason.OUTSIDE_ROOT, f"{written} is a path on another machine")
        named = self.folder / PurePosixPath(plain)
        first = plain.partition("/")[0]
        if self._has(first) if first else disk.exists(named) or named.is_relative_to(self.folder):
            return named
        if _URI.match(plain) or _OTHER_HOME.match(plain):
            raise Refused(Reason.OUTSIDE_ROOT, f"{written} is not a path below {self.folder.name}")
        if _EXAMPLE.match(plain) or _VARIABLE.fullmatch(first) or _has_slot(plain):
            message = f"{written} is a placeholder, not the path of a file"
            raise Refused(Reason.PLACEHOLDER, message)
        return named

    def _plain(self, written: str) -> str:
        """A path with slashes, and with `file://`, `~` or `$HOME` expanded.

        Raises:
            Refused: The expanded path contains control characters.
        """
        if "\\" in written and not self._has(written):
            written = written.replace("\\", "/")
        if _FILE_URI.match(written):
            written = unquote(_FILE_URI.sub("", written, count=1))
            _check_characters(written)
            return written
        if (spelled := _HOME.match(written)) is None:
            return written
        at_home = f"{str(home()).rstrip('/')}{written[spelled.end() :]}"
        return written if self._has(written) and not disk.exists(Path(at_home)) else at_home

    def _has(self, name: str) -> bool:
        return disk.exists(self.folder / name)

    def _check_names(self, written: str, relative: Path) -> None:
        for name in dict.fromkeys((*PurePosixPath(written.replace("\\", "/")).parts, *relative.parts)):
            if is_git_folder(name):
                raise Refused(Reason.PROTECTED, f"{written} is inside git's own folder")
            if len(name.encode("utf-8", "surrogatepass")) > _LONGEST_NAME:
                raise Refused(
                    Reason.PROTECTED, f"a name in {written[:60]}… is longer than {_LONGEST_NAME} bytes"
                )
        for parent in relative.parents:
            if parent.parts and disk.exists(self.folder / parent / ".git"):
                raise Refused(
                    Reason.PROTECTED, f"{written} belongs to another repository, at {parent.as_posix()}"
                )

    def _check_spelling(self, written: str, target: Path) -> None:
        """Check that a path means the same file on every system.

        Raises:
            Refused: It is too long, names a device on Windows, or differs in case from an existing file's.
        """
        if len(os.fsencode(target)) > _LONGEST_PATH - 1:
            raise Refused(Reason.PROTECTED, f"{written[:60]}… is longer than {_LONGEST_PATH} bytes")
        path = target
        while path != self.folder and not disk.exists(path):
            if path.name.partition(".")[0].rstrip(" ").casefold() in _DEVICES:
                raise Refused(Reason.PROTECTED, f"{written}: {path.name} is a device on Windows")
            path = path.parent
        while path != self.folder:
            if not disk.is_named_so(path):
                raise Refused(
                    Reason.PROTECTED, f"{written}: {path.name} exists in another case; use the name as it is"
                )
            path = path.parent

    def _check_kind(self, written: str, target: Path) -> None:
        try:
            kind = disk.kind(target)
        except OSError as error:
            raise Refused(Reason.DENIED, f"{written} cannot be accessed: {error.strerror}") from error
        if kind is PathKind.FOLDER:
            raise Refused(Reason.IS_DIRECTORY, f"Path is a directory, not a file: {written}")
        if kind is PathKind.OTHER:
            raise Refused(Reason.PROTECTED, f"{written} is not a regular file")
        if kind is PathKind.MISSING:
            above = next(parent for parent in target.parents if disk.exists(parent))
            if disk.kind(above) is not PathKind.FOLDER:
                raise Refused(
                    Reason.PROTECTED, f"{written}: {above.relative_to(self.folder)} is a file, not a folder"
                )


def _has_slot(path: str) -> bool:
    return any(map(_SLOT.fullmatch, path.split("/")[:-1]))


def _check_characters(written: str) -> None:
    if not written.strip():
        raise Refused(Reason.FILE_MISSING, "The response names no file for this block")
    # No such character is printable.
    if not written.isprintable() and any(unicodedata.category(each) in ("Cc", "Cs") for each in written):
        raise Refused(Reason.PROTECTED, f"{written!r} contains control characters")


def _folded(path: Path) -> str:
    # Some file systems are case-insensitive.
    return str(path).casefold()


def _is_in(path: str, folder: str) -> bool:
    """True if a folded path is that of a folder, or of something in it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


@lru_cache(1024)
def is_git_folder(name: str) -> bool:
    """True if some file system treats the name as `.git`: by case, folding, short name or trailing dots."""
    folded = "".join(c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) != "Cf")
    folded = folded.casefold().partition(":")[0].rstrip(". ")
    return folded in (".git", "git~1")


def digest(data: bytes) -> str:
    """The SHA-256 digest of a file's bytes, in hexadecimal."""
    return sha256(data).hexdigest()


def read(root: Root, path: str, *, only_looks: bool = False) -> Snapshot | Absent:
    """Read a file as text.

    Args:
        root: The tree.
        path: Its path in it.
        only_looks: True if it will not be written, so that it need not be possible.

    Raises:
        Refused: It cannot be decoded without loss, or may not be written.
    """
    try:
        with disk.entry(root.folder, path) as entry:
            if not only_looks and not entry.may_change_names():
                raise Refused(Reason.DENIED, f"{path} is in a folder that is not writable")
            status = entry.look()
            if status is None:
                return Absent(path)
            if status.st_size > MAX_FILE_SIZE:
                raise _too_large(path, f"{status.st_size:,} bytes")
            if status.st_size >= MANY_BYTES:
                expect_large_texts()
            data, status = entry.read(MAX_FILE_SIZE)
            may_write = entry.may_write(status)
    except FileNotFoundError:
        return Absent(path)
    except OSError as error:
        raise Refused(Reason.DENIED, f"{path} cannot be read: {error.strerror}") from error
    if data is None:
        raise _too_large(path, "grown while it was read")
    mode = S_IMODE(status.st_mode)
    if not may_write and not only_looks:
        raise Refused(Reason.DENIED, f"{path} is read-only (mode {mode:03o}) and is not overwritten")
    text, codec = decode(path, data)
    return Snapshot(path, text, digest(data), codec, mode, status.st_nlink - 1)


def _too_large(path: str, has: str) -> Refused:
    return Refused(Reason.TOO_LARGE, f"{path} has {has}; at most {MAX_FILE_SIZE:,} are read")
