"""`editreview serve`: a review in a browser on this machine."""

import os
import shlex
import sys
from collections.abc import Iterator, Mapping
from shutil import which
from typing import Any

import click
from click.core import ParameterSource

from editreview.commands import installing
from editreview.errors import INTERRUPTED, TreeError, UsageError
from editreview.options import OF_A_REVIEW, options
from editreview.processes import launch
from editreview.review import ResumedReview, Review, save_unread
from editreview.streams import say
from editreview.terminal import chunks
from editreview.text import counted

_PATIENCE_S = 600
"""Seconds to wait for a browser: time to set up a tunnel to the port from another machine."""
_OWN = ("port", "no_open", "wait")


@click.command(epilog="Example: editreview serve answer.md")
@options(*OF_A_REVIEW)
@click.option("--no-open", is_flag=True, help="Only print the address; open no browser.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="The port to listen on, for example to forward it. Default: a free one.",
)
@click.option(
    "--wait",
    type=click.IntRange(1),
    default=_PATIENCE_S,
    metavar="SECONDS",
    help=f"Exit if no browser connects within SECONDS. Default: {_PATIENCE_S}.",
)
def serve(port: int, no_open: bool, wait: int, **of_a_review: object) -> int:
    """Review a response in a browser on this machine.

    The page shows the same screen as the terminal. Its address has a random token and works once, in one
    tab. The command ends with the review, with its exit status. Closing the tab saves the review, to be
    resumed.
    """
    # Imported on first use, as the packages of the extra are.
    from editreview.browser import missing_packages

    if missing := missing_packages():
        what = "package" if len(missing) == 1 else "packages"
        raise UsageError(f"editreview serve needs the {what} {' and '.join(missing)}: {installing('serve')}")
    from editreview.browser.server import serve

    def opens(address: str) -> None:
        say(f"the review is at {address}")
        if not no_open and not _open_page(address):
            say("open the address in a browser on this machine")

    # The review reads the response and prints its outputs itself: pipes to the browser take its descriptors.
    data, output = os.dup(0), os.dup(1)
    command = [sys.executable, "-P", "-m", "editreview", "review", "--served", f"{data},{output}", *_words()]
    ended = serve(command, (data, output), port=port, patience_s=wait, opens=opens)
    if ended.is_interrupted:
        return INTERRUPTED
    if not ended.was_opened and ended.status in (0, 1):
        say(f"no browser connected within {counted(wait, 'second')}")
    return ended.status


def _words() -> list[str]:
    """The given options and arguments of a review, as they are written on a command line."""
    context = click.get_current_context()
    words: list[str] = []
    arguments: list[str] = []
    for parameter in context.command.params:
        name = parameter.name or ""
        if name in _OWN or context.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
            continue
        value: Any = context.params.get(name)
        if isinstance(parameter, click.Argument):
            arguments += ["--", value]
        elif isinstance(parameter, click.Option) and parameter.is_flag:
            words.append(parameter.opts[0])
        else:
            # One word, since the value of --resume may be missing.
            values = value if parameter.multiple else (value,)
            words += [f"{parameter.opts[0]}={each}" if each != "" else parameter.opts[0] for each in values]
    return [*words, *arguments]


def save_unseen(opened: Review | ResumedReview, source: int | None, *, is_stored: bool) -> int:
    """Keep a review that no browser showed. Returns its exit status.

    Args:
        opened: The review.
        source: The descriptor of its response; None if it was to be pasted.
        is_stored: True if the response is in a file of the user's.
    """
    if source is None or is_stored or isinstance(opened, ResumedReview):
        say("nothing was reviewed")
        return 1
    text = "".join(chunks(source))
    if not text:
        say("nothing was reviewed: the response is empty")
        return 1
    try:
        saved = save_unread(opened, text)
    except OSError as error:
        raise TreeError(f"the response could not be saved: {error.strerror}") from error
    say(f"nothing was reviewed; the response is saved: `editreview --resume` reviews it ({saved.folder})")
    return 1


_OPENERS = (
    ("xdg-open",),
    ("gio", "open"),
    ("sensible-browser",),
    ("firefox",),
    ("chromium",),
    ("google-chrome",),
)


def _open_page(address: str) -> bool:
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
