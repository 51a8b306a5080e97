"""Decodes files by byte order mark, as UTF-8, by declaration or by a guess, and encodes them again.

A file is accepted only if its text encodes to the same bytes, and only in codecs that encode each
character independently of its neighbours. So text that is not edited keeps its bytes.
"""

import codecs
import re
from functools import cache

from editreview.characters import describe_character
from editreview.errors import Reason, Refused
from editreview.text import Codec

_BINARY_HEAD = 8 * 1024
_MARKS = (
    Codec("utf-8", b"\xef\xbb\xbf"),
    Codec("utf-32-le", b"\xff\xfe\x00\x00"),
    Codec("utf-32-be", b"\x00\x00\xfe\xff"),
    Codec("utf-16-le", b"\xff\xfe"),
    Codec("utf-16-be", b"\xfe\xff"),
)
_HEAD = 1024
"""Bytes at either end in which a declaration is searched, as in HTML and vim."""
_SAMPLE = 64 * 1024
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
    marked = next((codec for codec in _MARKS if data.startswith(codec.mark)), None)
    if (marked is None or marked.name == "utf-8") and b"\0" in data[:_BINARY_HEAD]:
        raise Refused(Reason.BINARY, f"{path} is a binary file")
    if marked is not None:
        return _strictly(path, data, marked), marked
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return _of_legacy(path, data, error)
    codec = Codec()
    if len(text) == len(data):
        # Pure ASCII is valid in its declared codec too, and added text must be encoded in that.
        declared = declaration(data)
        if declared is not None and _survives(data, declared) == text:
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
    if codec.mark or after.isascii():
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
    head, tail = data[:_HEAD], data[-_HEAD:]
    near = (head + tail).lower()
    if not any(marker in near for marker in _MARKERS):
        return None
    lines = head.splitlines()
    two = b"\n".join(lines[:2])
    ends = b"\n".join((*lines[:5], *tail.splitlines()[-5:]))
    where = {"two": two, "top": head, "ends": ends}
    found = (pattern.search(where[place]) for place, pattern in _patterns())
    name = next((match.group(1) for match in found if match is not None), None)
    if name is None:
        return None
    for ending in _EMACS_ENDINGS:
        name = name.removesuffix(ending)
    return _supported(name.decode("ascii"))


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[bytes]], ...]:
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
        text = data[len(codec.mark) :].decode(codec.name)
    except UnicodeDecodeError as error:
        at = f"byte {error.start + len(codec.mark)}"
        raise Refused(Reason.ENCODING, f"{path} is not valid {codec.label} (at {at})") from error
    # Valid UTF-8 always encodes to the same bytes.
    if codec.name != "utf-8" and codec.encode(text) != data:
        raise Refused(Reason.ENCODING, f"{path} cannot be written back unchanged as {codec.label}")
    return text


def _of_legacy(path: str, data: bytes, error: UnicodeDecodeError) -> tuple[str, Codec]:
    declared = declaration(data)
    if declared not in (None, "utf-8"):
        text = _survives(data, declared)
        if text is not None:
            return text, Codec(declared)
    telling = _telling(data)
    guessed = None if declared == "utf-8" or _is_broken_utf8(telling) else _guessed(b"".join(telling))
    if guessed is not None:
        text = _survives(data, guessed)
        if text is not None and not re.search(_CONTROLS, text):
            return text, Codec(guessed, is_guessed=True)
    message = f"{path} is not valid UTF-8 (at byte {error.start}), and no other encoding is certain enough"
    raise Refused(Reason.ENCODING, message) from error


def _decoded(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except UnicodeDecodeError:
        return None


def _survives(data: bytes, codec: str) -> str | None:
    """The decoded text, if it encodes to the same bytes; else None."""
    text = _decoded(data, codec)
    try:
        return text if text is not None and text.encode(codec) == data else None
    except UnicodeEncodeError:
        return None


def _telling(data: bytes) -> list[bytes]:
    """The lines that are not ASCII, up to the size of a sample."""
    lines: list[bytes] = []
    left = _SAMPLE
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
