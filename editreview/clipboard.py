"""The user's clipboard, through the platform's tools.

Over ssh these tools would reach the clipboard of the remote machine; there, only the terminal or
tmux can pass text on. Our own code instead of pyperclip, which is untyped and starts its tools
without a time limit.
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
"""Limit for a tool: one whose display is gone would wait forever."""

_INSTALL = {
    "darwin": "pbpaste is missing",
    "win32": "powershell.exe is missing",
}.get(sys.platform, "install wl-clipboard (Wayland), or xclip or xsel (X11)")


class _Tool(Struct, frozen=True):
    copies: tuple[str, ...]
    pastes: tuple[str, ...]
    needs: str = ""
    """Environment variable that must be set for the tool to work."""
    encoding: str = "utf-8"
    """Encoding of its standard input."""


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
        # It reads anything else in the code page of the console.
        encoding="utf-16",
    ),
)


def copy(text: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """Copy a text to the clipboard.

    Args:
        text: Lone surrogates in it become question marks.
        environment: Tells which tools are usable.

    Returns:
        The program that took it; None if none did, and only the terminal itself may.
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
    """The text on the clipboard.

    Raises:
        UsageError: No tool can read it.
    """
    failed: list[str] = []
    for tool in _usable(environment):
        done = _start(tool.pastes, b"", captures=True)
        if done is not None:
            return done.out.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        failed.append(tool.pastes[0])
    if failed:
        raise UsageError(f"cannot read the clipboard: it holds no text, or {' and '.join(failed)} failed")
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
    """Run a tool; None if it failed."""
    try:
        # Copying tools stay in the background to serve the clipboard, and would hold a pipe open.
        done = run(command, folder=Path("/"), data=data, timeout=_TIMEOUT_S, captures=captures)
    except (OSError, TimeoutError):
        return None
    return done if done.status == 0 else None
