"""Files below the root: resolves or refuses paths, matches them with patterns, and reads files as text.

The paths are those that responses write. A pattern has the meaning that `.gitignore` gives it, without `!`.

Files are decoded by byte order mark, as UTF-8, by declaration or by a guess. A file is accepted only if its
text encodes to the same bytes, and only in codecs that encode each character independently of its neighbours.
So text that is not edited keeps its bytes.

Once glibc has freed a text of some megabytes, it takes others of that size from its heap, where they leave
holes that stay: ten megabytes after the start on a file of a hundred thousand lines. So it is told to expect
large texts when the first one is read, and to return their memory when they have gone.
"""

import codecs
import os
import re
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path, PurePosixPath
from stat import S_IMODE
from typing import TYPE_CHECKING
from urllib.parse import unquote

from editreview.characters import describe_character
from editreview.errors import Reason, Refused
from editreview.first_use import lazy_pattern
from editreview.text import Absent, Codec, Snapshot, sha256_of
from editreview.user_folders import home
from editreview.workspace import disk
from editreview.workspace.disk import PathKind

if TYPE_CHECKING:
    from wcmatch.glob import WcMatcher


_DRIVE = lazy_pattern(r"[A-Za-z]:([/\\]|$)")
_URI = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.-]+:/{2,}|file:", re.IGNORECASE)
_FILE_URI = lazy_pattern(r"file:(?://localhost)?/*(?=/)", re.IGNORECASE)
_HOME = lazy_pattern(
    r"(?:~|\$HOME|\$\{HOME\}|\$env:(?:HOME|USERPROFILE)|%USERPROFILE%|%HOME%)(?=/|$)", re.IGNORECASE
)
"""The user's home as written in a path: `~`, `$HOME`, `%USERPROFILE%`."""
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
        path = path_of_uri(written)
        if path is not None:
            _check_characters(path)
            return path
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


def path_of_uri(written: str) -> str | None:
    """The path of a `file:` URI; None if it is none."""
    return unquote(_FILE_URI.sub("", written, count=1)) if _FILE_URI.match(written) else None


def digest(data: bytes) -> str:
    """The SHA-256 digest of a file's bytes, in hexadecimal."""
    return sha256_of(data)


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


_TRAILING_WHITESPACE = lazy_pattern(r"(?<!\\)[ \t]+$")
"""Whitespace at the end, which counts for nothing unless a backslash precedes it."""


def problem_of_pattern(pattern: str) -> str | None:
    """The reason why a pattern cannot be used, as the end of a sentence; None if it can."""
    if not pattern.strip("/ "):
        return "is empty"
    if pattern.startswith("!"):
        return "begins with `!`"
    if ".." in pattern.split("/"):
        return "leads out of the tree"
    if "." in pattern.split("/"):
        return "has the folder `.`, which matches nothing: write `/` for the root"
    if pattern.endswith("\\"):
        return "ends in a backslash"
    return None


def path_matcher(pattern: str, *, ignores_case: bool = False) -> "WcMatcher[str]":
    """A matcher of paths relative to the root."""
    # Imported only for those who have patterns.
    from wcmatch import glob

    pattern = _TRAILING_WHITESPACE.sub("", pattern)
    is_anchored = "/" in pattern.rstrip("/")
    is_folder = pattern.endswith("/")
    plain = unicodedata.normalize("NFC", pattern).strip("/")
    plain = plain if is_anchored else f"**/{plain}"
    patterns = [f"{plain}/**"] if is_folder else [plain, f"{plain}/**"]
    flags = glob.GLOBSTAR | glob.DOTMATCH | glob.FORCEUNIX | (glob.IGNORECASE if ignores_case else glob.CASE)
    return glob.compile(patterns, flags=flags)


_BINARY_HEAD = 8 * 1024
_BYTE_ORDER_MARKS = (
    Codec("utf-8", b"\xef\xbb\xbf"),
    Codec("utf-32-le", b"\xff\xfe\x00\x00"),
    Codec("utf-32-be", b"\x00\x00\xfe\xff"),
    Codec("utf-16-le", b"\xff\xfe"),
    Codec("utf-16-be", b"\xfe\xff"),
)
_DECLARING_BYTES = 1024
"""Bytes at either end in which a declaration is searched, as in HTML and vim."""
_SAMPLE_BYTES = 64 * 1024
"""Bytes of non-ASCII lines from which a codec is guessed."""
_CONTROLS = "[\x00-\x06\x0e-\x1a\x7f\x80-\x9f]"
"""Characters that correctly decoded text does not contain."""

# Single-byte codecs, and multi-byte ones without state or combined characters.
_LEGACY = (
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258",
    "iso8859-1", "iso8859-2", "iso8859-3", "iso8859-4", "iso8859-5", "iso8859-6", "iso8859-7",
    "iso8859-8", "iso8859-9", "iso8859-10", "iso8859-11", "iso8859-13", "iso8859-14", "iso8859-15",
    "iso8859-16", "koi8-r", "koi8-u", "koi8-t", "kz1048", "ptcp154", "tis-620", "mac-roman",
    "mac-cyrillic", "mac-greek", "mac-turkish", "mac-latin2", "cp437", "cp850", "cp852", "cp855",
    "ascii", "cp857", "cp858", "cp860", "cp861", "cp862", "cp863", "cp865", "cp866", "cp869", "cp874",
    "cp1125", "shift_jis", "cp932", "euc_jp", "euc_kr", "cp949", "johab", "gb2312", "gbk", "gb18030",
    "big5", "cp950",
)  # fmt: skip
_GUESSED = (
    "cp1252", "iso8859-1", "iso8859-15", "cp1250", "iso8859-2", "cp1251", "koi8-r", "koi8-u", "cp932",
    "shift_jis", "euc_jp", "gb2312", "gbk", "gb18030", "big5", "cp950", "cp949", "euc_kr", "cp1253",
    "iso8859-7", "cp1254", "cp1257", "iso8859-5", "tis-620", "mac-roman", "cp850", "cp437", "cp852", "cp866",
)  # fmt: skip
"""Codecs to guess from, the most likely first."""

_MARKERS = (b"coding", b"charset", b"fenc")
"""Every declaration contains one of these."""
_EMACS_ENDINGS = (b"-unix", b"-dos", b"-mac")


def decode(path: str, data: bytes) -> tuple[str, Codec]:
    """Decode a file.

    Raises:
        Refused: It is binary, or would not encode to the same bytes again.
    """
    with_bom = next((codec for codec in _BYTE_ORDER_MARKS if data.startswith(codec.bom)), None)
    if (with_bom is None or with_bom.name == "utf-8") and b"\0" in data[:_BINARY_HEAD]:
        raise Refused(Reason.BINARY, f"{path} is a binary file")
    if with_bom is not None:
        return _strictly(path, data, with_bom), with_bom
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return _of_legacy(path, data, error)
    codec = Codec()
    if len(text) == len(data):
        # Pure ASCII is valid in its declared codec too, and added text must be encoded in that.
        declared = declaration(data)
        if declared is not None and _decoded_unchanged(data, declared) == text:
            codec = Codec(declared)
    return text, codec


def encode(path: str, before: str, after: str, codec: Codec) -> bytes:
    """Encode an edited text.

    Args:
        path: The file, for messages.
        before: Its text before the edit; empty for a new file.
        after: The text to encode.
        codec: The file's codec.

    Raises:
        Refused: The codec lacks a character, or the edit adds a declaration that the bytes contradict.
    """
    try:
        data = codec.encode(after)
    except UnicodeEncodeError as error:
        message = f"{path} is {codec.label}, which has no {describe_character(after[error.start])}"
        raise Refused(Reason.ENCODING, message) from error
    if codec.bom or after.isascii():
        return data
    declared = declaration(after.encode("utf-8", "replace"))
    if declared in (None, codec.name, declaration(before.encode("utf-8", "replace"))):
        return data
    if _decoded(data, declared) != after:
        message = f"{path} is {codec.label}, but the edit would declare it as {declared.upper()}"
        raise Refused(Reason.ENCODING, message)
    return data


def declaration(data: bytes) -> str | None:
    """The codec that a file declares, by Python's name; None if it declares none, or an unsupported one.

    Declarations are those of PEP 263, XML, HTML, CSS, emacs and vim.
    """
    head, tail = data[:_DECLARING_BYTES], data[-_DECLARING_BYTES:]
    near = (head + tail).lower()
    if not any(marker in near for marker in _MARKERS):
        return None
    lines = head.splitlines()
    two = b"\n".join(lines[:2])
    ends = b"\n".join((*lines[:5], *tail.splitlines()[-5:]))
    where = {"two": two, "top": head, "ends": ends}
    found = (pattern.search(where[place]) for place, pattern in _declaration_patterns())
    name = next((match.group(1) for match in found if match is not None), None)
    if name is None:
        return None
    for ending in _EMACS_ENDINGS:
        name = name.removesuffix(ending)
    return _supported(name.decode("ascii"))


@cache
def _declaration_patterns() -> tuple[tuple[str, re.Pattern[bytes]], ...]:
    """Patterns of declarations, each with the part of the file to search: the first two lines, the top,
    or the lines at either end."""
    name = rb"([A-Za-z0-9][A-Za-z0-9._:-]*)"
    comment = rb"(?m)^[^\w\r\n]*(?:REM[ \t]|dnl[ \t])?"
    return (
        # PEP 263: a comment, in emacs style too.
        ("two", re.compile(rb"(?m)^[ \t\f]*#.*?coding[:=][ \t]*" + name)),
        ("two", re.compile(comment + rb".*-\*-.*?coding[ \t]*:[ \t]*" + name + rb".*-\*-")),
        ("top", re.compile(rb"\A\s*<\?xml\s[^>]*?encoding\s*=\s*[\"']" + name)),
        ("top", re.compile(rb"\A@charset \"" + name + rb"\";")),
        ("top", re.compile(rb"(?i)<meta\s[^>]*?charset\s*=\s*[\"']?\s*" + name)),
        ("ends", re.compile(comment + rb".*\bvim?:.*?\b(?:fileencoding|fenc)=" + name)),
    )


def _supported(name: str) -> str | None:
    try:
        known = codecs.lookup(name).name
    except LookupError:
        return None
    return known if known == "utf-8" or known in _canonical(_LEGACY) else None


@cache
def _canonical(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(codecs.lookup(name).name for name in names)


def _strictly(path: str, data: bytes, codec: Codec) -> str:
    try:
        text = data[len(codec.bom) :].decode(codec.name)
    except UnicodeDecodeError as error:
        at = f"byte {error.start + len(codec.bom)}"
        raise Refused(Reason.ENCODING, f"{path} is not valid {codec.label} (at {at})") from error
    # Each of these encodings has one form for every character, so the text encodes to the same bytes.
    return text


def _of_legacy(path: str, data: bytes, error: UnicodeDecodeError) -> tuple[str, Codec]:
    declared = declaration(data)
    if declared not in (None, "utf-8"):
        text = _decoded_unchanged(data, declared)
        if text is not None:
            return text, Codec(declared)
    sample = _non_ascii_lines(data)
    guessed = None if declared == "utf-8" or _is_broken_utf8(sample) else _guessed(b"".join(sample))
    if guessed is not None:
        text = _decoded_unchanged(data, guessed)
        if text is not None and not re.search(_CONTROLS, text):
            return text, Codec(guessed, is_guessed=True)
    message = f"{path} is not valid UTF-8 (at byte {error.start}), and no other encoding is certain enough"
    raise Refused(Reason.ENCODING, message) from error


def _decoded(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except UnicodeDecodeError:
        return None


def _decoded_unchanged(data: bytes, codec: str) -> str | None:
    """The decoded text, if it encodes to the same bytes; else None."""
    text = _decoded(data, codec)
    try:
        return text if text is not None and text.encode(codec) == data else None
    except UnicodeEncodeError:
        return None


def _non_ascii_lines(data: bytes) -> list[bytes]:
    """The lines that are not ASCII, up to the size of a sample."""
    lines: list[bytes] = []
    left = _SAMPLE_BYTES
    for line in data.splitlines(keepends=True):
        if not line.isascii():
            lines.append(line[:left])
            left -= len(line)
            if left <= 0:
                break
    return lines


def _is_broken_utf8(lines: list[bytes]) -> bool:
    """True if at least half of the lines are valid UTF-8: text in another codec would corrupt it further."""
    valid = sum(_decoded(line, "utf-8") is not None for line in lines)
    return 2 * valid >= len(lines)


def _guessed(sample: bytes) -> str | None:
    """The most likely codec of some bytes, by charset-normalizer; None if there is none."""
    # Imported on first use: slow to import, and few files need it.
    from charset_normalizer import from_bytes

    found = from_bytes(sample, cp_isolation=list(_GUESSED), enable_fallback=False)
    best = found.best()
    if best is None:
        return None
    # A short sample looks like text in many codecs. Of those that score the same, take the most likely.
    as_good = [match for match in found if (match.chaos, match.coherence) == (best.chaos, best.coherence)]
    alike = {
        codecs.lookup(name).name
        for match in as_good
        for name in (match.encoding, *match.could_be_from_charset)
    }
    return next(name for name in _canonical(_GUESSED) if name in alike)


MANY_BYTES = 1 << 20
"""The size of a file from which it matters."""
_MMAP_THRESHOLD = -3
"""M_MMAP_THRESHOLD in glibc's malloc.h."""
_HEAP_LIMIT = 128 * 1024
"""Bytes from which memory is not taken from the heap: the default of glibc, until it raises it."""


@cache
def expect_large_texts() -> None:
    """Keep large texts out of the heap from now on, so that their memory is free for others at their end."""
    _call_allocator("mallopt", _MMAP_THRESHOLD, _HEAP_LIMIT)


def release_memory() -> None:
    """Return free memory to the system."""
    _call_allocator("malloc_trim", 0)


def _call_allocator(function: str, *arguments: int) -> None:
    # Imported on first use: slow to import.
    import ctypes

    # Windows has no library without a name, and other libraries have no such functions.
    with suppress(AttributeError, OSError, TypeError):
        getattr(ctypes.CDLL(None), function)(*arguments)
