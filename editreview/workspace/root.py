"""The reviewed folder: paths as responses write them, resolved inside it or refused, and files as text."""

import os
import re
import unicodedata
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path, PurePosixPath
from stat import S_IMODE
from urllib.parse import unquote

from editreview.errors import Reason, Refused
from editreview.texts import Absent, Snapshot
from editreview.workspace import disk
from editreview.workspace.disk import PathKind
from editreview.workspace.encodings import decode

_DRIVE = re.compile(r"[A-Za-z]:([/\\]|$)")
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/{2,}|file:", re.IGNORECASE)
_FILE_URI = re.compile(r"file:(?://localhost)?/*(?=/)", re.IGNORECASE)
_HOME = re.compile(
    r"(?:~|\$HOME|\$\{HOME\}|\$env:(?:HOME|USERPROFILE)|%USERPROFILE%|%HOME%)(?=/|$)", re.IGNORECASE
)
_OTHER_HOME = re.compile(r"~[A-Za-z_][\w.-]*/")
_VARIABLE = re.compile(r"\$[A-Z_][A-Z0-9_]*|\$[{(].*|%[A-Za-z_]\w*%|\{[A-Za-z_][\w -]*\}", re.DOTALL)
"""A first part of a path that a shell or a template would fill in."""
_SLOT = re.compile(r"<[^<>/]+>|\.{3,}|…")
"""A folder name that stands for others which are left out."""
_EXAMPLE = re.compile(
    r"/?(?:[\w-]+/)?path/to/|/?your(?:/|[-_][\w-]+/)|"
    r"(?:.*/)?(?:your[-_]?(?:file(?:[-_]?name)?|script|module|component|code)\.\w+|file(?:name)?\.ext|"
    r"<[^<>/]+>(?:\.\w+)?)$",
    re.IGNORECASE,
)
"""A path as examples write it."""
_LONGEST_NAME = 255
_LONGEST_PATH = 4096
"""Bytes of a path, its root included, that some system still takes."""
_DEVICES = frozenset({"con", "prn", "aux", "nul", "conin$", "conout$", "clock$"}) | {
    f"{port}{number}" for port in ("com", "lpt") for number in "123456789¹²³"
}
"""Names that Windows takes for devices, in every folder and with any ending."""
LARGEST = 64 * 1024 * 1024
"""Bytes of a file that is still read."""


class Root:
    """The folder that is reviewed. Nothing outside it, and nothing of git's, has a path here."""

    def __init__(self, folder: Path, gits: Iterable[Path] = ()) -> None:
        """
        Args:
            folder: To review.
            gits: Git's own folders, whatever they are called.
        """
        self.folder = disk.real_path(folder)
        self._gits = frozenset(_folded(found) for found in map(disk.real_path, gits))

    def absolute(self, path: str) -> Path:
        """Where a path that `locate` returned is."""
        return self.folder / path

    def locate(self, written: str) -> str:
        """The one path of the file that is meant: relative to the root, with slashes, links resolved.

        Raises:
            Refused: The path leaves the root, or what is there is no file to edit.
        """
        _check_characters(written)
        target = disk.real_path(self._inside(written))
        if target != self.folder and not target.is_relative_to(self.folder):
            raise Refused(Reason.OUTSIDE_ROOT, f"{written} leads out of {self.folder.name}: {target}")
        relative = target.relative_to(self.folder)
        if any(_folded(folder) in self._gits for folder in (target, *target.parents[: len(relative.parts)])):
            raise Refused(Reason.PROTECTED, f"{written} is inside git's own folder")
        _check_characters(relative.as_posix())
        self._check_names(written, relative)
        self._check_kind(written, target)
        self._check_spelling(written, target)
        return relative.as_posix()

    def is_elsewhere(self, written: str, *, is_new: bool) -> bool:
        """True if a path that `locate` refuses as outside names something that exists there.

        Args:
            written: As the response has it.
            is_new: The path is of a file to be made, for which its folder is enough.
        """
        try:
            named = self._inside(written)
        except Refused:
            return False
        target = disk.real_path(named)
        if not PurePosixPath(self._plain(written)).is_absolute() or disk.exists(target):
            # A relative path leaves the root only by `..` or by a link that is there.
            return True
        if is_new and target.parent != Path(target.anchor) and disk.exists(target.parent):
            return True
        return any(
            disk.exists(above / ".git") for above in target.parents if not self.folder.is_relative_to(above)
        )

    def _inside(self, written: str) -> Path:
        plain = self._plain(written)
        if _DRIVE.match(plain) or plain.startswith("//"):
            raise Refused(Reason.OUTSIDE_ROOT, f"{written} is a path of another machine")
        named = self.folder / PurePosixPath(plain)
        first = plain.partition("/")[0]
        if self._has(first) if first else disk.exists(named) or named.is_relative_to(self.folder):
            return named
        if _URI.match(plain) or _OTHER_HOME.match(plain):
            raise Refused(Reason.OUTSIDE_ROOT, f"{written} is no path below {self.folder.name}")
        if _EXAMPLE.match(plain) or _VARIABLE.fullmatch(first) or _has_slot(plain):
            message = f"{written} is a placeholder: it does not say which file is meant"
            raise Refused(Reason.PLACEHOLDER, message)
        return named

    def _plain(self, written: str) -> str:
        """A path with slashes, and with the folder that `file://`, `~` or `$HOME` stand for.

        Raises:
            Refused: What it stands for holds control characters.
        """
        if "\\" in written and not self._has(written):
            written = written.replace("\\", "/")
        if _FILE_URI.match(written):
            written = unquote(_FILE_URI.sub("", written, count=1))
            _check_characters(written)
            return written
        if (home := _HOME.match(written)) is None:
            return written
        at_home = f"{disk.home()}{written[home.end() :]}"
        return written if self._has(written) and not disk.exists(Path(at_home)) else at_home

    def _has(self, name: str) -> bool:
        return disk.exists(self.folder / name)

    def _check_names(self, written: str, relative: Path) -> None:
        for name in (*PurePosixPath(written.replace("\\", "/")).parts, *relative.parts):
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
        """See that a new file's path means the same file on every system."""
        if len(os.fsencode(target)) > _LONGEST_PATH - 1:
            raise Refused(Reason.PROTECTED, f"{written[:60]}… is longer than {_LONGEST_PATH} bytes")
        path = target
        while path != self.folder and not disk.exists(path):
            if path.name.partition(".")[0].rstrip(" ").casefold() in _DEVICES:
                raise Refused(Reason.PROTECTED, f"{written}: Windows takes {path.name} for a device")
            path = path.parent
        while path != self.folder:
            if not disk.is_named_so(path):
                raise Refused(
                    Reason.PROTECTED, f"{written}: here {path.name} is written in other letters: use those"
                )
            path = path.parent

    def _check_kind(self, written: str, target: Path) -> None:
        try:
            kind = disk.kind(target)
        except OSError as error:
            raise Refused(Reason.DENIED, f"{written} cannot be looked at: {error.strerror}") from error
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
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in written):
        raise Refused(Reason.PROTECTED, f"{written!r} holds control characters")


def _folded(path: Path) -> str:
    # Some file systems take names for the same that differ in case only.
    return str(path).casefold()


def is_git_folder(name: str) -> bool:
    """Whether some file system takes the name for `.git`: by case, folding, short name or trailing dots."""
    folded = "".join(c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) != "Cf")
    folded = folded.casefold().partition(":")[0].rstrip(". ")
    return folded in (".git", "git~1")


def digest(data: bytes) -> str:
    """What tells a file's bytes from any others."""
    return sha256(data).hexdigest()


def read(root: Root, path: str) -> Snapshot | Absent:
    """A file as text.

    Raises:
        Refused: It is no text that could be written back as it was, or nobody may write it.
    """
    try:
        with disk.entry(root.folder, path) as entry:
            if not entry.may_change_names():
                raise Refused(Reason.DENIED, f"{path} is in a folder where you may not write")
            status = entry.look()
            if status is None:
                return Absent(path)
            if status.st_size > LARGEST:
                raise _too_large(path, f"{status.st_size:,} bytes")
            data, status = entry.read(LARGEST)
            may_write = entry.may_write(status)
    except FileNotFoundError:
        return Absent(path)
    except OSError as error:
        raise Refused(Reason.DENIED, f"{path} cannot be read: {error.strerror}") from error
    if data is None:
        raise _too_large(path, "grown while it was read")
    mode = S_IMODE(status.st_mode)
    if not may_write:
        raise Refused(Reason.DENIED, f"{path} is read-only (its mode is {mode:03o}): it is not written over")
    text, codec = decode(path, data)
    return Snapshot(path, text, digest(data), codec, mode, status.st_nlink - 1)


def _too_large(path: str, has: str) -> Refused:
    return Refused(Reason.TOO_LARGE, f"{path} has {has}; at most {LARGEST:,} are read")
