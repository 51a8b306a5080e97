"""A file that both the user and we have changed, and what `git add -p` would take of it."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from editreview.workspace import Workspace
from tests.builders import git, make_repository
from tests.workspace.acting import in_index

LINES = b"".join(b"line %d\n" % number for number in range(1, 21))
CRLF = LINES.replace(b"\n", b"\r\n")
ALREADY = "written, not staged: the index has the change already"
OVERLAP = "written, not staged: your own changes touch the same lines"
CHANGED = "written, not staged: you have changed the same lines since"


def ours(data: bytes) -> bytes:
    """An edit of ours: one line changed, one taken out, one put in."""
    return (
        data.replace(b"line 15", b"ours 15").replace(b"line 17", b"ours 17 and 18").replace(b"line 18", b"")
    )


def mine(data: bytes) -> bytes:
    """The user's own edit, elsewhere in the file."""
    return data.replace(b"line 3", b"mine 3").replace(b"line 9", b"mine 9\nmine 9a")


def save(root: Path, change: Callable[[bytes], bytes], path: str = "a.txt") -> None:
    (root / path).write_bytes(change((root / path).read_bytes()))


def put(root: Path, content: bytes, path: str = "a.txt") -> None:
    """Let the index hold some content, whatever the file is."""
    (root / ".git/content").write_bytes(content)
    blob = git(root, "hash-object", "-w", "--no-filters", ".git/content").strip()
    git(root, "update-index", "--cacheinfo", f"100644,{blob},{path}")


def picked(root: Path, path: str = "a.txt") -> bytes:
    """The index as it would be if the user staged the hunks that are ours by `git add -p`."""
    listed = subprocess.run(
        ["git", "diff", "--no-color", "--no-ext-diff", "--text", "-U0", "--", path],
        cwd=root,
        capture_output=True,
        check=True,
    ).stdout
    head, *hunks = listed.split(b"\n@@")
    if not hunks:
        return in_index(root, path)
    patch = (
        head
        + b"\n"
        + b"".join(b"@@" + hunk.removesuffix(b"\n") + b"\n" for hunk in hunks if b"mine" not in hunk.lower())
    )
    index = Path(git(root, "rev-parse", "--absolute-git-dir").strip()) / "picked"
    shutil.copy(os.environ.get("GIT_INDEX_FILE", index.with_name("index")), index)
    environment = {**os.environ, "GIT_INDEX_FILE": str(index)}
    # Neither says anything of line ends here: what the patch holds is clean already.
    command = ["git", "apply", "--cached", "--unidiff-zero", "--whitespace=nowarn", "-"]
    subprocess.run(command, cwd=root, input=patch, check=True, env=environment)
    return subprocess.run(
        ["git", "cat-file", "blob", f":{path}"], cwd=root, capture_output=True, check=True, env=environment
    ).stdout


def mixed(tmp_path: Path, before: bytes = LINES) -> Workspace:
    """A file that the user has changed, opened."""
    root = make_repository(tmp_path, {"a.txt": before})
    save(root, mine)
    return Workspace.open(root)
