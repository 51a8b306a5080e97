"""Steps of tests of git, by hand and through the workspace: write, stage, commit, look at the index."""

import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

from editreview.text import Snapshot
from editreview.workspace import CommitRequest, CommitResult, FileWrite, Workspace
from editreview.workspace.root import digest
from tests.builders import git


def write(workspace: Workspace, files: Mapping[str, str]) -> None:
    """Write files through the workspace, as they were read just before."""
    writes: list[FileWrite] = []
    for path, text in files.items():
        before = workspace.read(path)
        is_there = isinstance(before, Snapshot)
        assert is_there == workspace.root.absolute(path).exists()
        expected, mode = (before.digest, before.mode) if isinstance(before, Snapshot) else (None, None)
        writes.append(FileWrite(path, expected, text.encode(), mode))
    workspace.apply(writes)


def edit(workspace: Workspace, path: str, change: Callable[[bytes], bytes | None]) -> None:
    """Write one file through the workspace, bytes to bytes; None removes it."""
    file = workspace.root.absolute(path)
    before = file.read_bytes()
    workspace.apply([FileWrite(path, digest(before), change(before), file.stat().st_mode & 0o7777)])


def move(workspace: Workspace, old: str, new: str, change: Callable[[bytes], bytes]) -> None:
    """Move a file through the workspace, and change it on the way."""
    file = workspace.root.absolute(old)
    before, mode = file.read_bytes(), file.stat().st_mode & 0o7777
    workspace.apply(
        [FileWrite(new, None, change(before), mode), FileWrite(old, digest(before), None, mode)], {new: old}
    )


def stage(workspace: Workspace) -> list[str]:
    """The paths of the files staged now."""
    return [file.path for file in workspace.stage()]


def commit(workspace: Workspace, message: str = "ours") -> CommitResult:
    return workspace.commit(CommitRequest(message))


def staged(root: Path) -> str:
    """The contents of a commit now, as a diff without context."""
    return _diff(root, "--cached")


def unstaged(root: Path) -> str:
    """The changes in the files that are not in the index."""
    return _diff(root)


def _diff(root: Path, *options: str) -> str:
    listed = git(root, "diff", *options, "--unified=0", "--no-color")
    return "".join(f"{line}\n" for line in listed.splitlines() if line.startswith(("+", "-")))


def in_index(root: Path, path: str) -> bytes:
    """The content that the index holds."""
    return _bytes(root, f":{path}")


def in_head(root: Path, path: str) -> bytes:
    return _bytes(root, f"HEAD:{path}")


def _bytes(root: Path, name: str) -> bytes:
    return subprocess.run(["git", "cat-file", "blob", name], cwd=root, capture_output=True, check=True).stdout


def names_in_head(root: Path) -> list[str]:
    """The files that the last commit changed."""
    return git(root, "show", "--format=", "--name-only", "-z", "HEAD").split("\0")[:-1]


def hook(root: Path, name: str, script: str) -> None:
    path = root / ".git/hooks" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
