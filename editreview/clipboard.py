"""The clipboard of the machine that the person sits at, as far as a program here can reach it.

Over ssh the tools of this machine reach another clipboard than the person's: only the terminal, or
tmux in it, can pass a text on then.
"""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from editreview.errors import UsageError
from editreview.processes import Finished, run

_PATIENCE = 3.0
"""Seconds that a tool gets; one that waits for a display that is gone would wait for ever."""


class _Tool(Struct, frozen=True):
    copies: tuple[str, ...]
    pastes: tuple[str, ...]
    needs: str = ""
    """The variable without which there is no clipboard to reach."""
    encoding: str = "utf-8"
    """Of what it is given."""


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
        # Anything else it takes for the code page of the console.
        encoding="utf-16",
    ),
)


def copy(text: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """Put a text on the clipboard.

    Args:
        text: Lone surrogates in it become question marks.
        environment: The variables that tell what there is.

    Returns:
        The program that took it; None if there is none that would: the terminal may.
    """
    for tool in _usable(environment):
        if _start(tool.copies, text.encode(tool.encoding, "replace")) is not None:
            return tool.copies[0]
    if environment.get("TMUX"):
        data = text.encode("utf-8", "replace")
        # With -w it also asks the terminal around it; before version 3.2 it knows no -w.
        for options in (("-w", "-"), ("-",)):
            if _start(("tmux", "load-buffer", *options), data) is not None:
                return "tmux"
    return None


def paste(environment: Mapping[str, str] = os.environ) -> str:
    """The text on the clipboard.

    Raises:
        UsageError: There is no program that could tell.
    """
    failed: list[str] = []
    for tool in _usable(environment):
        done = _start(tool.pastes, b"", captures=True)
        if done is not None:
            return done.out.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        failed.append(tool.pastes[0])
    if failed:
        raise UsageError(f"the clipboard holds no text, or {' and '.join(failed)} cannot reach it")
    names = ", ".join(sorted({tool.pastes[0] for tool in _TOOLS}))
    why = "over ssh it is another machine's" if _is_remote(environment) else f"install one of {names}"
    raise UsageError(f"the clipboard cannot be read here: {why}. Paste into `editreview` instead")


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
    """What a tool left behind; None if it failed."""
    try:
        # Those that keep the clipboard as long as somebody may ask for it would hold a pipe open.
        done = run(command, folder=Path("/"), data=data, patience=_PATIENCE, captures=captures)
    except (OSError, TimeoutError):
        return None
    return done if done.status == 0 else None
