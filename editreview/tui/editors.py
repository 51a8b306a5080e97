"""The user's editor: how it is found, opened at a line, and waited for.

The options are from each program's own manual.
"""

import os
import shlex
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory

from msgspec import Struct

from editreview.errors import EditreviewError
from editreview.processes import lend_terminal
from editreview.terminal import visible_line, write

_KEEP_BYTES = "surrogateescape"
"""The error handler that keeps bytes which are not UTF-8."""


class NoTerminalError(Exception):
    """There is no terminal to run an editor in."""


class EditorFailed(EditreviewError):
    """The editor failed: its text is not used."""


class _Family(Struct, frozen=True):
    """Programs with the same options."""

    names: str
    at_line: tuple[str, ...] = ("+{line}", "{file}")
    waits: str = ""
    """The option that makes a windowed program wait until the file is closed; empty if none is needed."""
    same: tuple[str, ...] = ()
    """Other spellings of that option."""

    @property
    def is_windowed(self) -> bool:
        return bool(self.waits)


_GOTO = ("--goto", "{file}:{line}")
_COLON = ("{file}:{line}",)
_OPTION = ("--line", "{line}", "{file}")
_FAMILIES = (
    _Family("vi vim nvim view vimx nano pico emacs emacsclient joe jed kak mcedit micro ne mg jove"),
    _Family("hx helix", _COLON),
    _Family("code code-insiders codium vscodium cursor windsurf positron", _GOTO, "--wait", ("-w",)),
    _Family("subl sublime_text atom pulsar zed zeditor lapce", _COLON, "--wait", ("-w",)),
    _Family("gvim mvim", waits="-f", same=("--nofork",)),
    _Family("gedit gnome-text-editor bbedit", waits="--wait", same=("-w",)),
    _Family("mate idea pycharm webstorm goland clion rubymine phpstorm", _OPTION, "--wait", ("-w",)),
    _Family("kate kwrite", _OPTION, "--block", ("-b",)),
)
_UNKNOWN = _Family("", ("{file}",))
_BY_NAME = {name: family for family in _FAMILIES for name in family.names.split()}


class Editor(Struct, frozen=True):
    """A command that opens a file."""

    command: tuple[str, ...]
    family: _Family

    @property
    def name(self) -> str:
        return PurePath(self.command[0]).name

    @property
    def is_windowed(self) -> bool:
        """True if it opens a window of its own and leaves the terminal empty."""
        return self.family.is_windowed

    def opening(self, file: Path, line: int | None = None) -> list[str]:
        """The command that opens a file, at a 1-based line, and returns when it is closed."""
        family = self.family
        known = {family.waits, *family.same}
        waits = [family.waits] if family.waits and known.isdisjoint(self.command) else []
        shape = ("{file}",) if line is None else family.at_line
        return [*self.command, *waits, *(part.format(file=file, line=line) for part in shape)]


def editor_of(environment: Mapping[str, str] = os.environ) -> Editor | None:
    """The editor that `$VISUAL` or else `$EDITOR` names; None if neither does."""
    for name in ("VISUAL", "EDITOR"):
        try:
            command = tuple(shlex.split(environment.get(name, "")))
        except ValueError:
            # An unclosed quote names no program.
            continue
        if command:
            name = PurePath(command[0]).name.removesuffix(".exe")
            return Editor(command, _BY_NAME.get(name, _UNKNOWN))
    return None


def edit_text(editor: Editor, text: str, name: str) -> str:
    """Let the user edit a text in an editor that has the terminal.

    Args:
        editor: The editor.
        text: The text to edit.
        name: The name of the temporary file, from which editors derive the language.

    Raises:
        OSError: The editor could not be started.
        EditorFailed: It ended with an error, or the text could not be passed to it or read again.
    """
    with ExitStack() as stack:
        try:
            file = Path(stack.enter_context(TemporaryDirectory(prefix="editreview-")), name)
            file.write_bytes(text.encode("utf-8", _KEEP_BYTES))
        except UnicodeEncodeError as error:
            raise EditorFailed("the text has characters that no file can hold") from error
        except OSError as error:
            why = f"the text could not be passed to {editor.name}: {error.strerror}"
            raise EditorFailed(f"{why}; nothing was changed") from error
        status = open_file(editor, file)
        if status:
            raise EditorFailed(f"{editor.name} ended with status {status}; nothing was changed")
        try:
            return file.read_bytes().decode("utf-8", _KEEP_BYTES)
        except OSError as error:
            why = f"the text of {editor.name} could not be read: {error.strerror}"
            raise EditorFailed(f"{why}; nothing was changed") from error


def open_file(editor: Editor, file: Path, line: int | None = None) -> int:
    """Open a file in an editor, which has the terminal until it ends. Returns its exit status.

    Raises:
        OSError: The editor could not be started.
    """
    if editor.is_windowed:
        write(1, f"Waiting for {visible_line(editor.name)} to close the file …\n".encode())
    return lend_terminal(editor.opening(file, line))


def error_text(editor: Editor, error: Exception) -> str:
    """The reason why an editor could not be used."""
    if isinstance(error, OSError):
        return f"{editor.name} could not be started: {error.strerror}"
    return str(error)
