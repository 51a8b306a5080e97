"""The user's clipboard, through the platform's tools.

Over ssh these tools would reach the clipboard of the remote machine; there, only the terminal or
tmux can pass text on. This module replaces pyperclip, which is untyped and starts its tools without
a time limit.
"""

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from editreview.errors import UsageError
from editreview.processes import Finished, run

_TIMEOUT_S = 3.0
"""Seconds for a tool: one whose display is gone would wait forever."""

_INSTALL = {
    "darwin": "pbpaste is missing",
    "win32": "powershell.exe is missing",
}.get(sys.platform, "install wl-clipboard (Wayland), or xclip or xsel (X11)")


class _Tool(Struct, frozen=True):
    copies: tuple[str, ...]
    pastes: tuple[str, ...]
    needs: str = ""
    """The environment variable without which the tool does not work; empty if it needs none."""
    encoding: str = "utf-8"
    """The encoding of its standard input."""


_TOOLS = (
    _Tool(("wl-copy",), ("wl-paste", "--no-newline"), "WAYLAND_DISPLAY"),
    _Tool(("xclip", "-selection", "clipboard"), ("xclip", "-selection", "clipboard", "-o"), "DISPLAY"),
    _Tool(("xsel", "--clipboard", "--input"), ("xsel", "--clipboard", "--output"), "DISPLAY"),
    _Tool(("pbcopy",), ("pbpaste",)),
    _Tool(
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


def copy(text: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """Copy a text to the clipboard.

    Args:
        text: The text; lone surrogates in it become question marks.
        environment: The environment variables, which determine the usable tools.

    Returns:
        The program that copied it; None if none did, so that only the terminal itself can.
    """
    for tool in _usable(environment):
        if _start(tool.copies, text.encode(tool.encoding, "replace")) is not None:
            return tool.copies[0]
    if environment.get("TMUX"):
        data = text.encode("utf-8", "replace")
        # -w (tmux 3.2 and later) also passes it on to the outer terminal.
        for options in (("-w", "-"), ("-",)):
            if _start(("tmux", "load-buffer", *options), data) is not None:
                return "tmux"
    return None


def paste(environment: Mapping[str, str] = os.environ) -> str:
    """Read the text on the clipboard.

    Raises:
        UsageError: No tool can read it.
    """
    failures: list[str] = []
    for tool in _usable(environment):
        done = _start(tool.pastes, b"", captures=True)
        if done is not None:
            return done.out.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        failures.append(tool.pastes[0])
    if failures:
        raise UsageError(f"cannot read the clipboard: it has no text, or {' and '.join(failures)} failed")
    advice = "it belongs to your own machine, not to the ssh host" if _is_remote(environment) else _INSTALL
    raise UsageError(f"cannot read the clipboard: {advice}. Or run `editreview` and paste the response")


def _usable(environment: Mapping[str, str]) -> list[_Tool]:
    if _is_remote(environment):
        return []
    path = environment.get("PATH")
    return [
        tool
        for tool in _TOOLS
        if (not tool.needs or environment.get(tool.needs)) and shutil.which(tool.copies[0], path=path)
    ]


def _is_remote(environment: Mapping[str, str]) -> bool:
    return any(environment.get(name) for name in ("SSH_CONNECTION", "SSH_TTY"))


def _start(command: tuple[str, ...], data: bytes, *, captures: bool = False) -> Finished | None:
    """Run a tool. Returns None if it failed."""
    try:
        # A tool that copies stays in the background to serve the clipboard, and would keep a pipe open.
        done = run(command, folder=Path("/"), data=data, timeout=_TIMEOUT_S, captures=captures)
    except (OSError, TimeoutError):
        return None
    return done if done.status == 0 else None
