"""`editreview snapshot`: remembers the files as they are before an agent runs."""

from pathlib import Path

import click

from editreview.errors import TreeError, UsageError
from editreview.options import options
from editreview.streams import say
from editreview.workspace import Workspace, drop_snapshot, take_snapshot


@click.command(epilog="Example: editreview snapshot; your-agent; editreview changes")
@click.option("--drop", "drops", is_flag=True, help="Forget the snapshot that was taken last.")
@options("root", "debug")
def snapshot(drops: bool, root: str | None) -> int:
    """Remember the files as they are, before an agent runs.

    `editreview changes` compares with them. Files that git does not track are included. The snapshot stays
    until the next one, at most 13 days, and follows what you accept. The index and the branches stay as
    they are.
    """
    workspace = Workspace.open(None if root is None else Path(root))
    repository = workspace.repository
    if repository is None:
        raise UsageError(f"{workspace.root.folder} is not in a git repository, which a snapshot needs")
    try:
        if drops:
            say("the snapshot is forgotten" if drop_snapshot(repository) else "there was no snapshot")
            return 0
        take_snapshot(repository)
    except OSError as error:
        raise TreeError(f"the snapshot cannot be stored: {error.strerror}") from error
    say("snapshot taken: run the agent, then `editreview changes`")
    return 0
