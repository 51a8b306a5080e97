"""The repositories of tests are those that git makes."""

import os
from pathlib import Path

from tests.builders import entries_of, git, make_repository, make_tree

FILES: dict[str, str | bytes] = {
    ".gitignore": "*.log\n",
    "a.txt": "one\r\n",
    "empty": "",
    "é.bin": b"\0\xff",
    "shop/b.py": "b\n",
    "shop/deep/c.py": "c\n",
    # Git puts these around the folder.
    "shop-x": "x\n",
    "shop.log": "log\n",
    "shop0": "0\n",
}


def test_what_is_written_is_what_git_writes(tmp_path: Path) -> None:
    ours, gits = (make_tree(tmp_path / name, FILES) for name in ("ours", "gits"))
    for root in (ours, gits):
        (root / "shop" / "run").write_text("#!/bin/sh\n")
        (root / "shop" / "run").chmod(0o755)
        (root / "link").symlink_to("shop/b.py")

    make_repository(ours, {})
    git(gits, "init", "--quiet", "--template=", "--initial-branch=main")
    git(gits, "add", "--all", "--force")
    git(gits, "commit", "--quiet", "--message=before")

    for question in (
        ("rev-parse", "HEAD^{tree}"),
        ("write-tree",),
        ("ls-files", "--stage"),
        ("status", "--porcelain=v2", "--branch", "--ignored"),
        ("log", "--format=%T %an %ae %cn %ce %B"),
        ("reflog", "--format=%gD %gs"),
        ("config", "--local", "--list"),
        ("diff-files",),
        ("fsck", "--strict"),
    ):
        assert _without_names(git(gits, *question)) == _without_names(git(ours, *question)), question
    assert entries_of(gits) == entries_of(ours)


def _without_names(output: str) -> str:
    """The output without the name of the commit, which has the time in it."""
    return "\n".join(line for line in output.split("\n") if not line.startswith("# branch.oid"))


def test_a_repository_without_files_has_a_commit(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "root", {})

    assert ["before"] == git(root, "log", "--format=%s").split()
    assert "" == git(root, "ls-files") == git(root, "fsck", "--strict")
    assert [".git"] == os.listdir(root)


def test_files_that_attributes_change_are_left_to_git(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {".gitattributes": "* text\n", "a.txt": "one\r\n"})

    assert "one\n" == git(root, "cat-file", "blob", ":a.txt")
