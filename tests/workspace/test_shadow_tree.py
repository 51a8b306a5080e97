"""A tree that follows the user's: with other contents of some files, and nothing of the user's changed."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from editreview.workspace import ShadowTree, Workspace
from tests.builders import files_of, git, make_repository, make_tree

FILES = {"a.py": "1\n", "lib/b.py": "2\n", ".gitignore": "node_modules/\n*.log\n"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = make_repository(tmp_path / "root", FILES)
    make_tree(root, {"new.py": "3\n", "big.log": "x\n", "lib/node_modules/p/index.js": "4\n"})
    return root


def shadow_of(root: Path) -> ShadowTree:
    repository = Workspace.open(root).repository
    assert repository is not None
    return ShadowTree(repository)


@pytest.fixture
def shadow(root: Path) -> Iterator[ShadowTree]:
    tree = shadow_of(root)
    yield tree
    tree.close()


def texts(folder: Path) -> dict[str, bytes]:
    """The files that are no packages."""
    return {path: data for path, data in files_of(folder).items() if "node_modules" not in path}


def test_a_shadow_tree_has_the_files_as_they_are_and_the_packages(root: Path, shadow: ShadowTree) -> None:
    folder = shadow.open()

    expected = {path: text.encode() for path, text in {**FILES, "new.py": "3\n"}.items()}
    assert expected == texts(folder)
    assert b"4\n" == (folder / "lib/node_modules/p/index.js").read_bytes()


def test_files_that_were_put_there_go_back_to_what_they_are(root: Path, shadow: ShadowTree) -> None:
    before = texts(shadow.open())

    shadow.put({"a.py": b"9\n", "more/c.py": b"8\n", "lib/b.py": None})
    assert {**before, "a.py": b"9\n", "more/c.py": b"8\n"} == {**texts(shadow.open()), "lib/b.py": b"2\n"}
    shadow.put({"lib/b.py": b"7\n"})
    assert {**before, "lib/b.py": b"7\n"} == texts(shadow.open())
    shadow.put({})
    assert before == texts(shadow.open())


def test_a_shadow_tree_follows_what_the_user_does(root: Path, shadow: ShadowTree) -> None:
    shadow.open()
    state, changed = shadow.refresh()
    assert () == changed
    shadow.put({"a.py": b"9\n"})
    make_tree(root, {"lib/b.py": "22\n", "lib/d.py": "5\n"})
    (root / "new.py").unlink()

    new_state, changed = shadow.refresh()

    assert (True, ["lib/b.py", "lib/d.py", "new.py"]) == (new_state != state, sorted(changed))
    shadow.put({"a.py": b"9\n"})
    expected = {"a.py": b"9\n", "lib/b.py": b"22\n", "lib/d.py": b"5\n"}
    assert {**expected, ".gitignore": FILES[".gitignore"].encode()} == texts(shadow.open())


def test_nothing_of_the_users_changes_and_nothing_is_left(root: Path) -> None:
    files, status = files_of(root), git(root, "status", "--short")
    index = (root / ".git/index").read_bytes()

    shadow = shadow_of(root)
    shadow.put({"a.py": b"9\n", "lib/node_modules/p/index.js": b"9\n", "c.py": b"8\n"})
    holder = shadow.open().parent
    shadow.close()

    assert (files, status, index) == (
        files_of(root),
        git(root, "status", "--short"),
        (root / ".git/index").read_bytes(),
    )
    assert (False, 1) == (holder.exists(), len(git(root, "worktree", "list").splitlines()))
    with pytest.raises(OSError, match="was removed"):
        shadow.open()


def test_no_filter_and_no_hook_runs(root: Path, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    make_tree(
        root, {".gitattributes": "*.py filter=bad\n", ".git/hooks/post-checkout": f"#!/bin/sh\ntouch {ran}\n"}
    )
    (root / ".git/hooks/post-checkout").chmod(0o755)
    for kind in ("clean", "smudge"):
        git(root, "config", f"filter.bad.{kind}", f"touch {ran}; cat")

    shadow = shadow_of(root)
    shadow.refresh()
    make_tree(root, {"a.py": "11\n"})
    shadow.refresh()
    shadow.close()

    assert not ran.exists()


def test_a_review_of_a_folder_inside_is_rooted_there(root: Path) -> None:
    shadow = shadow_of(root / "lib")
    try:
        assert {"b.py": b"2\n"} == texts(shadow.open())
        make_tree(root, {"lib/b.py": "22\n"})
        assert ("b.py",) == shadow.refresh()[1]
    finally:
        shadow.close()


def test_one_that_a_kill_left_is_removed_by_the_next(root: Path, shadow: ShadowTree) -> None:
    script = (
        "import os, sys\nfrom pathlib import Path\nfrom editreview.workspace import ShadowTree, Workspace\n"
        "shadow = ShadowTree(Workspace.open(Path(sys.argv[1])).repository)\n"
        "print(shadow.open(), flush=True)\nos.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(root)], capture_output=True, text=True, check=False
    )
    left = Path(done.stdout.strip())
    assert left.is_dir()

    shadow.open()

    assert (False, 2) == (left.exists(), len(git(root, "worktree", "list").splitlines()))
