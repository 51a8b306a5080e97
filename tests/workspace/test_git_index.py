"""Index entries: read with all their flags, kept as JSON, given back exactly."""

from pathlib import Path

import msgspec
import pytest

from editreview.errors import GitFailed
from editreview.workspace import Workspace
from editreview.workspace.git import Index, IndexEntry
from tests.builders import git, make_repository, make_tree


def index_of(root: Path) -> Index:
    repository = Workspace.open(root).repository
    assert repository is not None
    return repository.index


def listed(root: Path) -> str:
    """Everything that the index says, times aside."""
    lines = git(root, "ls-files", "-v", "--stage", "--debug").splitlines()
    return "\n".join(
        line.partition("flags")[2] if "flags" in line else line for line in lines if ":" not in line[:9]
    )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    make_tree(tmp_path, {"run.sh": "x\n"})
    (tmp_path / "run.sh").chmod(0o755)
    make_repository(tmp_path, {"a.txt": "a\n", "b.txt": "b\n", "both.txt": "c\n", "größe 日本.txt": "d\n"})
    make_tree(tmp_path, {"intended.txt": "i\n"})
    git(tmp_path, "add", "--intent-to-add", "intended.txt")
    git(tmp_path, "update-index", "--assume-unchanged", "a.txt", "both.txt")
    git(tmp_path, "update-index", "--skip-worktree", "b.txt", "both.txt")
    return tmp_path


PATHS = ["a.txt", "b.txt", "both.txt", "größe 日本.txt", "intended.txt", "run.sh", "none.txt"]


def test_every_flag_is_read(root: Path) -> None:
    entries = index_of(root).entries(PATHS)

    assert sorted(PATHS[:-1]) == sorted(entries)
    flags = {p: (e.assume_unchanged, e.skip_worktree, e.intent_to_add) for p, e in entries.items()}
    assert (True, False, False) == flags["a.txt"]
    assert (False, True, False) == flags["b.txt"]
    assert (True, True, False) == flags["both.txt"]
    assert (False, False, True) == flags["intended.txt"]
    assert "100755" == entries["run.sh"].mode


def test_entries_are_restored_exactly_even_after_json(root: Path) -> None:
    index = index_of(root)
    before = listed(root)
    kept = {path: index.entries(PATHS).get(path) for path in PATHS}
    data = msgspec.json.encode(kept)
    git(root, "update-index", "--no-assume-unchanged", "--no-skip-worktree", "a.txt", "b.txt", "both.txt")
    make_tree(root, dict.fromkeys(PATHS, "other\n"))
    (root / "run.sh").chmod(0o644)
    git(root, "add", "--all")
    git(root, "update-index", "--force-remove", "both.txt")
    assert before != listed(root)

    index.restore(msgspec.json.decode(data, type=dict[str, IndexEntry | None]))

    assert before == listed(root)


def test_entries_that_are_already_restored_are_not_touched(root: Path) -> None:
    index = index_of(root)
    times = git(root, "ls-files", "--debug")
    index.restore(index.entries(PATHS))

    assert times == git(root, "ls-files", "--debug")


def test_the_sides_of_a_conflict_are_restored(tmp_path: Path) -> None:
    make_repository(tmp_path, {"a.txt": "a\n"})
    blob = git(tmp_path, "rev-parse", "HEAD:a.txt").strip()
    sides = tuple(f"100644 {blob} {stage}" for stage in (1, 2, 3))
    index = index_of(tmp_path)

    index.restore({"a.txt": IndexEntry(sides)})

    assert {"a.txt": IndexEntry(sides)} == index.entries(["a.txt"])
    assert "UU a.txt\n" == git(tmp_path, "status", "--short")
    index.restore({"a.txt": IndexEntry((f"100644 {blob} 0",))})
    assert "" == git(tmp_path, "status", "--short")


def test_a_restored_entry_has_the_file_times(tmp_path: Path) -> None:
    """Plumbing would else take the file for changed."""
    make_repository(tmp_path, {"a.txt": "a\n"})
    index = index_of(tmp_path)
    kept = index.entries(["a.txt"])
    git(tmp_path, "rm", "--quiet", "--cached", "a.txt")
    index.restore(kept)

    assert "" == git(tmp_path, "diff-files", "--name-only")


def test_names_are_relative_to_a_folder_below_the_top(tmp_path: Path) -> None:
    make_repository(tmp_path, {"sub/a.txt": "a\n", "a.txt": "top\n"})
    index = index_of(tmp_path / "sub")
    kept = index.entries(["a.txt"])
    git(tmp_path, "rm", "--quiet", "--cached", "sub/a.txt")
    index.restore(kept)

    assert "" == git(tmp_path, "status", "--short")


def test_the_error_has_gits_message_for_a_rejected_entry(tmp_path: Path) -> None:
    index = index_of(make_repository(tmp_path, {"a.txt": "a\n"}))

    with pytest.raises(GitFailed, match=r"^git update-index failed: "):
        index.restore({"a.txt": IndexEntry(("100644 nothing 0",))})


def test_an_entry_that_is_left_alone_keeps_its_place(tmp_path: Path) -> None:
    """A file where a folder is to be: git would remove it to add the file below."""
    root = make_repository(tmp_path, {"d": "ours\n", "k": "k\n"})
    index = index_of(root)
    known = index.entries(["d", "k"])
    make_tree(root, {"d": "the user's\n"})
    git(root, "add", "d")
    before = git(root, "ls-files", "--stage")

    others = index.restore({"d": None, "d/x": known["k"]}, expected={"d": known["d"]})

    assert ["d", "d/x"] == others
    assert before == git(root, "ls-files", "--stage")
