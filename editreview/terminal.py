"""The terminal and the three standard streams: who owns which, and what may be written to them.

A review draws on the terminal and takes keys from it while its response comes from a pipe
and its report goes to another. Textual reads keys from descriptor 0, asks descriptor 1 for
the window's size and paints on descriptor 2, and a child (an editor, a hook) takes all three
for its terminal. So the terminal is put on all three before Textual is imported, and the
originals are kept aside.
"""

import codecs
import contextlib
import os
import select
import signal
import sys
from collections.abc import Iterator
from types import TracebackType

from msgspec import Struct, field

from editreview.characters import unseen
from editreview.errors import NoTerminal

CHUNK = 64 * 1024
"""Bytes read from a response at once."""
LARGEST_RESPONSE = 256 * 1024 * 1024
"""Bytes of a response that are read; what comes after is left unread."""

_JOINS = frozenset("\u200c\u200d\ufe0f")
_SKINS = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_SHAPING = _JOINS | _SKINS
_ADVICE = "Without one, use `editreview check` to see what would be done, or `editreview apply` to do it."


class Streams(Struct):
    """The standard streams as the program was given them, while the terminal is on 0, 1 and 2."""

    data: int | None = None
    """Where a piped response is read from; None if descriptor 0 was a terminal or closed."""
    _saved: dict[int, int] = field(default_factory=dict)

    def __enter__(self) -> "Streams":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.restore()

    def restore(self) -> None:
        """Put the originals back."""
        for target, original in self._saved.items():
            os.dup2(original, target)
            os.close(original)
        self._saved.clear()


def fill_closed() -> None:
    """Give every standard stream that the program was started without a descriptor that leads nowhere.

    The next file opened would get its number otherwise, and be lost when the terminal is put
    there; and Textual cannot do without Python's own three streams.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            # Always the lowest number that is free.
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            stream = os.fdopen(number, mode, encoding="utf-8", errors="backslashreplace", closefd=False)
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)


def take_over() -> Streams:
    """Put the terminal on descriptors 0, 1 and 2. To be called before Textual is imported.

    Raises:
        NoTerminal: There is none, or this process is not in its foreground.
    """
    streams = Streams()
    if "TEXTUAL_DRIVER" in os.environ:
        # In a browser the driver speaks a protocol of its own on these descriptors.
        return streams
    terminal = _open_terminal()
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        for target in (0, 1, 2):
            with contextlib.suppress(OSError):
                # os.dup makes copies that no child inherits, so none can eat the response.
                streams._saved[target] = os.dup(target)
        if 0 in streams._saved and not os.isatty(streams._saved[0]):
            streams.data = streams._saved[0]
        for target in (0, 1, 2):
            os.dup2(terminal, target)
    finally:
        if terminal > 2:
            os.close(terminal)
    _follow_the_terminals_size()
    return streams


def _open_terminal() -> int:
    try:
        terminal = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    except OSError as error:
        raise NoTerminal(f"a review needs a terminal, and there is none. {_ADVICE}") from error
    # From the background, the first read of a key or change of mode would stop the whole job.
    if os.tcgetpgrp(terminal) != os.getpgrp():
        os.close(terminal)
        raise NoTerminal(f"a review needs the terminal, and this job is in the background. {_ADVICE}")
    return terminal


def _follow_the_terminals_size() -> None:
    # Exported COLUMNS and LINES would win over the terminal's own size, and resizing be ignored.
    with contextlib.suppress(OSError):
        if os.get_terminal_size(1).columns > 0:
            os.environ.pop("COLUMNS", None)
            os.environ.pop("LINES", None)


def can_suspend() -> bool:
    """Whether there is a shell that could wake this job again."""
    return os.getpgrp() != os.getsid(0)


def suspend_job() -> None:
    """Stop the whole job, as ctrl+z does: the producer too, or the shell would go on waiting for it."""
    os.killpg(0, signal.SIGTSTP)


def chunks(descriptor: int) -> Iterator[str]:
    """The text behind a descriptor as it arrives.

    A byte order mark names the encoding, else it is UTF-8; bytes that are not become lone
    surrogates, which no file can be written with.
    """
    head = os.read(descriptor, CHUNK)
    while 0 < len(head) < 3 and (more := os.read(descriptor, CHUNK)):
        head += more
    decoder, data = _decoder(head)
    total = len(head)
    while True:
        text = decoder.decode(data)
        if text:
            yield text
        data = os.read(descriptor, CHUNK) if total < LARGEST_RESPONSE else b""
        total += len(data)
        if not data:
            break
    rest = decoder.decode(b"", final=True)
    if rest:
        yield rest


def _decoder(head: bytes) -> tuple[codecs.IncrementalDecoder, bytes]:
    """The decoder for a text that begins so, and the text's bytes without the mark."""
    for mark, name in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if head.startswith(mark):
            errors = "surrogateescape" if name == "utf-8" else "replace"
            return codecs.getincrementaldecoder(name)(errors), head[len(mark) :]
    return codecs.getincrementaldecoder("utf-8")("surrogateescape"), head


def visible(text: str) -> str:
    """Foreign text as it may be shown: nothing in it can command or mislead a terminal.

    Control characters become their pictures, bidirectional and invisible ones their code
    points, lone surrogates a replacement. Newlines and tabs stay.
    """
    if text.isprintable() and text.isascii():
        return text
    parts: list[str] = []
    kept = 0
    for at in unseen(text):
        parts += (text[kept:at], picture(text[at]))
        kept = at + 1
    # Between two lines it is a line end, on a terminal it goes back to the first column.
    return "".join((*parts, text[kept:])).replace("\r", "\N{SYMBOL FOR CARRIAGE RETURN}")


def visible_line(text: str) -> str:
    """The same for text that is to stay on one line."""
    return visible(text.replace("\n", "\N{SYMBOL FOR NEWLINE}").replace("\t", " "))


def drawn_line(text: str) -> str:
    """The same, in as many cells as every terminal gives it.

    Terminals do not agree on how wide an emoji of several characters is, and what stands right of it
    would slide. So its parts stand side by side, and a style or colour of skin is not put on it.
    """
    shown = visible_line(text)
    return shown if shown.isascii() else steady(shown)


def steady(text: str) -> str:
    """Visible text without what makes one sign of several characters; a lone part becomes its picture."""
    if _SHAPING.isdisjoint(text):
        return text
    return "".join(picture(c) if c in _SKINS else c for c in text if c not in _JOINS)


def picture(character: str) -> str:
    """What stands for a character that must not reach the terminal."""
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\N{SYMBOL FOR DELETE}"
    if 0xDC80 <= code <= 0xDCFF:
        return f"‹{code - 0xDC00:02X}›"
    return f"‹U+{code:04X}›"


def write(descriptor: int, data: bytes) -> None:
    """Write all of the data. Messages, on standard error, may be lost.

    Raises:
        BrokenPipeError: The reader has gone away.
        OSError: There is no room for it.
    """
    try:
        while data:
            try:
                data = data[os.write(descriptor, data) :]
            except BlockingIOError:
                # Another program has made the pipe it shares with us non-blocking.
                select.select([], [descriptor], [])
    except OSError:
        if descriptor != 2:
            raise
