"""Files shown by prompts: those of the last one, the context of reviews, and those that the next one lacks.

Both are kept in the user's own state for the tree.
"""

import json
import time
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from editreview.errors import Refused
from editreview.text import Snapshot, counted
from editreview.workspace import Workspace

_CONTEXT = "context.json"
_WANTED = "wanted.json"
_MAX_AGE_S = 7 * 24 * 3600
"""Seconds after which a prompt is forgotten, like the texts that it showed."""
_MAX_NAMED = 3
"""The most files that the sentence names."""


class _Recorded(Struct, frozen=True):
    at: float
    """Seconds since the epoch."""
    files: tuple[str, ...]
    """Relative to the top of the work tree, since the review may have another root."""


def record_context(workspace: Workspace, paths: Sequence[str]) -> None:
    """Store the files of a prompt. Replaces those of an earlier one.

    Args:
        workspace: The tree.
        paths: Relative to the root; none if reviews may edit all files.

    Raises:
        OSError: They cannot be written.
    """
    if paths or workspace.read_kept(_CONTEXT) is not None:
        files = tuple(f"{workspace.below_top}{path}" for path in paths)
        workspace.keep(_CONTEXT, msgspec.json.encode(_Recorded(time.time(), files)))


def recorded_context(workspace: Workspace) -> tuple[str, ...] | None:
    """The files of the last prompt that still exist, relative to the root.

    None if it recorded none, or is too old.
    """
    data = workspace.read_kept(_CONTEXT)
    try:
        found = None if data is None else msgspec.json.decode(data, type=_Recorded)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    if found is None or not found.files or not 0 <= time.time() - found.at <= _MAX_AGE_S:
        return None
    below = workspace.below_top
    paths = (name.removeprefix(below) for name in found.files if name.startswith(below))
    return tuple(path for path in paths if workspace.exists(path))


def context_sentence(paths: Sequence[str]) -> str:
    """A sentence about a review that only edits the files of the last prompt, without a full stop."""
    named = ", ".join(paths[:_MAX_NAMED])
    more = f" and {len(paths) - _MAX_NAMED} more" if len(paths) > _MAX_NAMED else ""
    which = f"{named}{more}" if paths else "none of them exists"
    return f"edits only the {counted(len(paths), 'file')} of `editreview prompt --context`: {which}"


def record_unshown_files(workspace: Workspace, paths: Sequence[str]) -> None:
    """Store the files that the model edited without having been shown them: the next prompt includes them.

    Replaces the files that an earlier review stored. Names are relative to the top of the work tree, since
    the next prompt may have another root.

    Args:
        workspace: The tree.
        paths: Relative to the root.

    Raises:
        OSError: The names cannot be written.
    """
    names = [f"{workspace.below_top}{path}" for path in paths]
    workspace.keep(_WANTED, json.dumps(names).encode("ascii"))


def files_for_prompt(workspace: Workspace) -> list[str]:
    """The files that the next prompt has to include, relative to the root.

    Without files outside the root, and files that can no longer be read.
    """
    data = workspace.read_kept(_WANTED)
    try:
        names = [] if data is None else msgspec.convert(json.loads(data), list[str])
    except (ValueError, msgspec.ValidationError):
        return []
    below = workspace.below_top
    paths = [name.removeprefix(below) for name in names if name.startswith(below)]
    return [path for path in paths if _is_text(workspace, path)]


def _is_text(workspace: Workspace, path: str) -> bool:
    try:
        return isinstance(workspace.look(workspace.locate(path)), Snapshot)
    except Refused:
        return False
