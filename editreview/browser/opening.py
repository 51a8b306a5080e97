"""Open an address in the user's browser."""

import os
import shlex
import sys
from collections.abc import Iterator, Mapping
from shutil import which

from editreview.processes import launch

_OPENERS = (
    ("xdg-open",),
    ("gio", "open"),
    ("sensible-browser",),
    ("firefox",),
    ("chromium",),
    ("google-chrome",),
)


def open_page(address: str) -> bool:
    """Open an address in a browser, as `BROWSER` says or the desktop does. Returns False if there is none."""
    for command in _commands(os.environ):
        if which(command[0]) is None:
            continue
        words = [word.replace("%s", address) for word in command]
        try:
            launch(words if words != command else [*command, address])
        except OSError:
            continue
        return True
    return False


def _commands(environment: Mapping[str, str]) -> Iterator[list[str]]:
    """The commands that may open a browser, the user's own first."""
    for named in environment.get("BROWSER", "").split(os.pathsep):
        try:
            words = shlex.split(named)
        except ValueError:
            continue
        if words:
            yield words
    if sys.platform == "darwin":
        yield ["open"]
    if environment.get("WSL_DISTRO_NAME"):
        yield ["wslview"]
    if environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"):
        # Without a screen they would start a browser for the terminal.
        yield from map(list, _OPENERS)
