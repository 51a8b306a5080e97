"""`editreview trailers`: lines below the message of a commit that includes what editreview wrote."""

import os
from pathlib import Path

import click

from editreview.errors import UsageError
from editreview.options import options
from editreview.settings import read_config
from editreview.streams import hand_over
from editreview.workspace import MAKES_COMMIT, Workspace, add_trailers


@click.command(epilog='Example, as the hook commit-msg: editreview trailers "$1"')
@click.argument("file", required=False, type=click.Path())
@options("trailer", "root", "config", "debug")
def trailers(file: str | None, trailers: tuple[str, ...], root: str | None, config: str | None) -> int:
    """Add trailers to the message of a commit of reviewed edits.

    The message is in FILE, and gets them if what is staged includes what editreview wrote. For git's hooks
    prepare-commit-msg and commit-msg. The lines are those of --trailer and of the configuration; with
    neither, nothing is added. Nor is anything added twice, or to an empty message. Without FILE, prints
    the lines.
    """
    lines = list(dict.fromkeys((*read_config(config)[0].commit.trailers, *trailers)))
    # A commit made by editreview has the lines that its user chose.
    if not lines or MAKES_COMMIT in os.environ:
        return 0
    workspace = Workspace.open(None if root is None else Path(root))
    if not workspace.staged_since_written():
        return 0
    if file is None:
        hand_over("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))
        return 0
    try:
        add_trailers(Path(file), lines)
    except OSError as error:
        raise UsageError(f"cannot add trailers to {file}: {error.strerror}") from error
    return 0
