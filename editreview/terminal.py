"""The terminal, the standard streams and the clipboard, and text made safe for the terminal.

A review draws on the terminal and reads keys from it, while its response may come from one pipe
and its report may go to another. Textual reads keys from descriptor 0, asks descriptor 1 for the
size of the window and paints on descriptor 2; a child (an editor, a hook) expects a terminal on all
three. So the terminal replaces all three before Textual is imported, and the originals are saved.

The clipboard is reached through the platform's tools. Over ssh these would reach that of the remote machine;
there, only the terminal or tmux can pass text on. This replaces pyperclip, which is untyped and starts its
tools without a time limit.
"""

import codecs
import contextlib
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from threading import Thread
from time import sleep
from types import TracebackType

from msgspec import Struct, field

from editreview.characters import find_hidden
from editreview.errors import INTERRUPTED, NoTerminal, UsageError
from editreview.processes import Finished, run

CHUNK = 64 * 1024
"""Bytes read from a response at a time."""
MAX_RESPONSE_SIZE = 256 * 1024 * 1024
"""Bytes of a response, at most; the rest is ignored."""

_JOINS = frozenset("\u200c\u200d\ufe0f")
_SKINS = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_SHAPING = _JOINS | _SKINS


class Streams(Struct):
    """The original standard streams, while the terminal, or what stands in for it, is in their place."""

    data: int | None = None
    """Descriptor of a piped response; None if descriptor 0 was a terminal or closed."""
    _saved: dict[int, int] = field(default_factory=dict)

    def __enter__(self) -> "Streams":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.restore()

    def restore(self) -> None:
        """Restore the original streams."""
        for target, original in self._saved.items():
            os.dup2(original, target)
            os.close(original)
        self._saved.clear()


def fill_closed() -> None:
    """Open /dev/null for each standard stream that was closed at start.

    Otherwise the next file opened would get its number, and would be lost when the terminal is put
    there. Textual also needs the three stream objects of Python.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            # `open` returns the lowest free number, which is this one.
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            stream = os.fdopen(number, mode, encoding="utf-8", errors="backslashreplace", closefd=False)
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)


def take_over(otherwise: str) -> Streams:
    """Put the terminal on descriptors 0, 1 and 2. Call it before Textual is imported.

    Args:
        otherwise: A sentence for the user who has no terminal, about what the command can do then.

    Raises:
        NoTerminal: There is no terminal, or this job is in its background.
    """
    streams = Streams()
    terminal = _open_terminal(otherwise)
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        for target in (0, 1, 2):
            with contextlib.suppress(OSError):
                # Children do not inherit copies made by os.dup, so none can read the response.
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


def reserve_streams() -> tuple[int, int]:
    """Move standard input and output to descriptors of their own, for a protocol that is spoken on them.

    No child reads from them, and whatever is printed to standard output goes to standard error.

    Returns:
        The descriptors to read from and to write to.
    """
    sys.stdout.flush()
    # Children do not inherit copies made by os.dup.
    incoming, outgoing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return incoming, outgoing


def stand_in(data: int, output: int) -> Streams:
    """The streams of a review that is shown elsewhere: its driver's pipes are on descriptors 0 and 1.

    Args:
        data: The descriptor of the original standard input.
        output: That of the original standard output.
    """
    for descriptor in (data, output):
        os.set_inheritable(descriptor, False)
    return Streams(None if os.isatty(data) else data, {1: output})


def _open_terminal(otherwise: str) -> int:
    try:
        terminal = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    except OSError as error:
        raise NoTerminal(f"a review needs a terminal. {otherwise}") from error
    # In the background, reading the first key or changing the mode would stop the whole job.
    if os.tcgetpgrp(terminal) != os.getpgrp():
        os.close(terminal)
        raise NoTerminal(f"a review needs the terminal, but this job runs in the background. {otherwise}")
    return terminal


def _follow_the_terminals_size() -> None:
    # If they were exported, COLUMNS and LINES would override the size, and resizing would have no effect.
    with contextlib.suppress(OSError):
        if os.get_terminal_size(1).columns > 0:
            os.environ.pop("COLUMNS", None)
            os.environ.pop("LINES", None)


def can_suspend() -> bool:
    """True if there is a shell that can resume this job."""
    return os.getpgrp() != os.getsid(0)


def suspend_job() -> None:
    """Stop the whole job, as ctrl+z does: the shell would wait for a producer that kept running."""
    os.killpg(0, signal.SIGTSTP)


def end_process_after(timeout: float, save: Callable[[], object] = lambda: None) -> None:
    """End the process unless it ends by itself: Textual's writer waits forever for a terminal that is gone.

    Args:
        timeout: Seconds that it has to end by itself.
        save: Called before it is ended, on another thread.
    """

    def end() -> None:
        sleep(timeout)
        save()
        os._exit(INTERRUPTED)

    Thread(target=end, name="end", daemon=True).start()


def chunks(descriptor: int) -> Iterator[str]:
    """Read text from a descriptor, as it arrives.

    A byte order mark determines the encoding; without one it is UTF-8. Invalid bytes become lone
    surrogates, which are never written to a file.
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
        data = os.read(descriptor, CHUNK) if total < MAX_RESPONSE_SIZE else b""
        total += len(data)
        if not data:
            break
    rest = decoder.decode(b"", final=True)
    if rest:
        yield rest


_AS_LONE_SURROGATES = "editreview.lone-surrogates"


def _as_lone_surrogate(error: UnicodeError) -> tuple[str, int]:
    """A lone surrogate, which UTF-8 cannot have, in place of bytes that are not UTF-16; and their end."""
    assert isinstance(error, UnicodeDecodeError)
    return "\udcff", error.end


codecs.register_error(_AS_LONE_SURROGATES, _as_lone_surrogate)


def _decoder(head: bytes) -> tuple[codecs.IncrementalDecoder, bytes]:
    """The decoder for a text with this beginning, and the beginning without its byte order mark."""
    for bom, name in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if head.startswith(bom):
            errors = "surrogateescape" if name == "utf-8" else _AS_LONE_SURROGATES
            return codecs.getincrementaldecoder(name)(errors), head[len(bom) :]
    return codecs.getincrementaldecoder("utf-8")("surrogateescape"), head


def visible(text: str) -> str:
    """Make text from elsewhere safe for the terminal.

    Control characters become control pictures. Bidirectional and invisible characters and lone
    surrogates become their code points in ‹›. Newlines and tabs stay.
    """
    if text.isprintable() and text.isascii():
        return text
    parts: list[str] = []
    kept = 0
    for at in find_hidden(text):
        parts += (text[kept:at], picture(text[at]))
        kept = at + 1
    # A carriage return would move the cursor of the terminal back to the first column.
    return "".join((*parts, text[kept:])).replace("\r", "\N{SYMBOL FOR CARRIAGE RETURN}")


def visible_line(text: str) -> str:
    """Same as `visible`, on one line: newlines become control pictures, and tabs become spaces."""
    return visible(text.replace("\n", "\N{SYMBOL FOR NEWLINE}").replace("\t", " "))


def drawn_line(text: str) -> str:
    """Same as `visible_line`, with the same width on every terminal.

    Terminals disagree on the width of emoji sequences, which would shift the text to the right of one.
    So the parts of a sequence are drawn side by side, without joiners and variation selectors.
    """
    line = visible_line(text)
    return line if line.isascii() else steady(line)


def steady(text: str) -> str:
    """Visible text without joiners and variation selectors; skin tones become their code points."""
    if _SHAPING.isdisjoint(text):
        return text
    return "".join(picture(c) if c in _SKINS else c for c in text if c not in _JOINS)


def picture(character: str) -> str:
    """The visible stand-in of a character that must not reach the terminal."""
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\N{SYMBOL FOR DELETE}"
    if 0xDC80 <= code <= 0xDCFF:
        return f"‹{code - 0xDC00:02X}›"
    return f"‹U+{code:04X}›"


def write(descriptor: int, data: bytes) -> None:
    """Write all of the data. Errors on standard error are ignored.

    Raises:
        BrokenPipeError: The reader closed the pipe.
        OSError: Writing failed, for instance because the disk is full.
    """
    try:
        while data:
            try:
                data = data[os.write(descriptor, data) :]
            except BlockingIOError:
                # Another program that shares this pipe has made it non-blocking.
                select.select([], [descriptor], [])
    except OSError:
        if descriptor != 2:
            raise


_TOOL_TIMEOUT_S = 3.0
"""Seconds for a tool: one whose display is gone would wait forever."""

_INSTALL = {
    "darwin": "pbpaste is missing",
    "win32": "powershell.exe is missing",
}.get(sys.platform, "install wl-clipboard (Wayland), or xclip or xsel (X11)")


class _ClipboardTool(Struct, frozen=True):
    copies: tuple[str, ...]
    pastes: tuple[str, ...]
    needs: str = ""
    """The environment variable without which the tool does not work; empty if it needs none."""
    encoding: str = "utf-8"
    """The encoding of its standard input."""


_CLIPBOARDS = (
    _ClipboardTool(("wl-copy",), ("wl-paste", "--no-newline"), "WAYLAND_DISPLAY"),
    _ClipboardTool(
        ("xclip", "-selection", "clipboard"), ("xclip", "-selection", "clipboard", "-o"), "DISPLAY"
    ),
    _ClipboardTool(("xsel", "--clipboard", "--input"), ("xsel", "--clipboard", "--output"), "DISPLAY"),
    _ClipboardTool(("pbcopy",), ("pbpaste",)),
    _ClipboardTool(
        ("clip.exe",),
        (
            "powershell.exe",
            "-NoProfile",
            "-Command",
            "[Console]::OutputEncoding=[Text.Encoding]::UTF8; Get-Clipboard -Raw",
        ),
        # `clip.exe` reads everything else in the code page of the console.
        encoding="utf-16",
    ),
)


def copy_to_clipboard(text: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """Copy a text to the clipboard.

    Args:
        text: The text; lone surrogates in it become question marks.
        environment: The environment variables, which determine the usable tools.

    Returns:
        The program that copied it; None if none did, so that only the terminal itself can.
    """
    for tool in _usable_tools(environment):
        if _run_tool(tool.copies, text.encode(tool.encoding, "replace")) is not None:
            return tool.copies[0]
    if environment.get("TMUX"):
        data = text.encode("utf-8", "replace")
        # -w (tmux 3.2 and later) also passes it on to the outer terminal.
        for options in (("-w", "-"), ("-",)):
            if _run_tool(("tmux", "load-buffer", *options), data) is not None:
                return "tmux"
    return None


def read_clipboard(environment: Mapping[str, str] = os.environ) -> str:
    """Read the text on the clipboard.

    Raises:
        UsageError: No tool can read it.
    """
    failures: list[str] = []
    for tool in _usable_tools(environment):
        done = _run_tool(tool.pastes, b"", captures=True)
        if done is not None:
            return done.out.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        failures.append(tool.pastes[0])
    if failures:
        raise UsageError(f"cannot read the clipboard: it has no text, or {' and '.join(failures)} failed")
    advice = "it belongs to your own machine, not to the ssh host" if _is_remote(environment) else _INSTALL
    raise UsageError(
        f"cannot read the clipboard: {advice}. You can run `editreview` and paste the response instead"
    )


def _usable_tools(environment: Mapping[str, str]) -> list[_ClipboardTool]:
    if _is_remote(environment):
        return []
    # Imported on first use: it imports modules for all kinds of archives.
    from shutil import which

    path = environment.get("PATH")
    return [
        tool
        for tool in _CLIPBOARDS
        if (not tool.needs or environment.get(tool.needs)) and which(tool.copies[0], path=path)
    ]


def _is_remote(environment: Mapping[str, str]) -> bool:
    return any(environment.get(name) for name in ("SSH_CONNECTION", "SSH_TTY"))


def _run_tool(command: tuple[str, ...], data: bytes, *, captures: bool = False) -> Finished | None:
    """Run a tool. Returns None if it failed."""
    try:
        # A tool that copies stays in the background to serve the clipboard, and would keep a pipe open.
        done = run(command, folder=Path("/"), data=data, timeout=_TOOL_TIMEOUT_S, captures=captures)
    except (OSError, TimeoutError):
        return None
    return done if done.status == 0 else None
