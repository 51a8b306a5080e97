"""Files that are removed, moved, or held by git in a way that lines cannot be told apart in."""

import os
import time
from pathlib import Path
from typing import NoReturn

import pytest

from editreview.errors import GitFailed
from editreview.workspace import Workspace
from editreview.workspace.git import Blobs, FileBytes, Repository
from tests.builders import git, make_repository, make_tree
from tests.workspace.acting import commit, edit, in_index, move, stage, unstaged, write
from tests.workspace.mixing import CRLF, LINES, mine, mixed, ours, picked, save


class TestFullTemporaryFolder:
    """The files are written: git's refusal must reach the user as such."""

    def full(self, *arguments: object, **named: object) -> NoReturn:
        raise OSError(28, "No space left on device")

    @pytest.mark.parametrize("name", ["TemporaryFile", "TemporaryDirectory"])
    def test_what_was_written_is_not_staged_and_can_be_staged_later(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        workspace = mixed(tmp_path)
        edit(workspace, "a.txt", ours)
        with monkeypatch.context() as patch:
            patch.setattr(f"tempfile.{name}", self.full)
            with pytest.raises(
                GitFailed,
                match=r"^cannot write a temporary file.*: No space left on device\. Free some space, or let "
                "TMPDIR name another folder$",
            ):
                workspace.stage()

        assert LINES == in_index(tmp_path, "a.txt")
        assert ["a.txt"] == stage(workspace)

    def test_nothing_is_committed_if_the_index_cannot_be_copied(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES, "b.txt": LINES}))
        make_tree(tmp_path, {"b.txt": "mine\n"})
        git(tmp_path, "add", "b.txt")
        edit(workspace, "a.txt", ours)
        stage(workspace)
        monkeypatch.setattr(Repository, "copy_index", self.full)
        with pytest.raises(GitFailed, match=r"^the index cannot be copied: .*\. Nothing was committed\.$"):
            commit(workspace)

        assert "1\n" == git(tmp_path, "rev-list", "--count", "HEAD")


class TestRemovingAndMoving:
    def test_a_file_is_removed_from_the_index_too(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        edit(workspace, "a.txt", lambda data: None)

        assert ["a.txt"] == stage(workspace)
        assert "D  a.txt\n" == git(tmp_path, "status", "--short")

    def test_a_removal_that_would_lose_the_users_changes_is_not_staged(self, tmp_path: Path) -> None:
        workspace = mixed(tmp_path)
        edit(workspace, "a.txt", lambda data: None)

        assert [] == stage(workspace)
        assert {
            "a.txt": "written, not staged: it was deleted, and the index has changes of your own to it"
        } == workspace.not_staged

    def test_a_recreated_file_is_not_removed_from_the_index(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        edit(workspace, "a.txt", lambda data: None)
        make_tree(tmp_path, {"a.txt": "mine\n"})

        assert ([], {"a.txt": "written, not staged: it exists again"}) == (
            stage(workspace),
            workspace.not_staged,
        )

    def test_a_moved_file_is_staged_without_the_users_changes(self, tmp_path: Path) -> None:
        workspace = mixed(tmp_path)
        move(workspace, "a.txt", "b.txt", ours)

        assert ["a.txt", "b.txt"] == stage(workspace)
        assert ours(LINES) == in_index(tmp_path, "b.txt")
        assert "" == git(tmp_path, "ls-files", "a.txt")
        assert "mine" in unstaged(tmp_path)

    def test_a_moved_file_that_git_did_not_track_is_not_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {}))
        make_tree(tmp_path, {"a.txt": LINES})
        move(workspace, "a.txt", "b.txt", ours)

        assert [] == stage(workspace)
        assert (
            dict.fromkeys(["a.txt", "b.txt"], "written, not staged: git does not track it")
            == workspace.not_staged
        )

    def test_a_moved_file_without_changes_of_the_user_is_staged_whole(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        move(workspace, "a.txt", "b.txt", ours)

        assert ["a.txt", "b.txt"] == stage(workspace)
        assert "R  a.txt -> b.txt\n" == git(tmp_path, "status", "--short")

    def test_a_file_of_ours_in_a_folder_takes_the_place_of_a_file_that_we_removed(
        self, tmp_path: Path
    ) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a": "a\n"}))
        edit(workspace, "a", lambda data: None)
        write(workspace, {"a/b.txt": "b\n"})

        assert ["a", "a/b.txt"] == stage(workspace)
        assert "a/b.txt\n" == git(tmp_path, "ls-files")

    def test_a_file_that_the_user_staged_stays_where_its_removal_is_not_staged(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a": "a\n"})
        make_tree(root, {"a": "staged\n"})
        git(root, "add", "a")
        make_tree(root, {"a": "not staged\n"})
        workspace = Workspace.open(root)
        edit(workspace, "a", lambda data: None)
        write(workspace, {"a/b.txt": "b\n"})
        before = git(root, "ls-files", "--stage")

        assert [] == stage(workspace)
        assert "written, not staged: the index has a in its place" == workspace.not_staged["a/b.txt"]
        assert before == git(root, "ls-files", "--stage")

    def test_a_file_of_the_index_in_the_place_of_the_root_stays(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"sub": "a file\n"})
        (root / "sub").unlink()
        make_tree(root, {"sub/old.txt": "old\n"})
        workspace = Workspace.open(root / "sub")
        write(workspace, {"new.txt": "new\n"})

        assert [] == stage(workspace)
        assert {"new.txt": "written, not staged: the index has sub in its place"} == workspace.not_staged
        assert "sub\n" == git(root, "ls-files")

    def test_a_moved_file_that_the_user_has_staged_since_stays_as_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        move(workspace, "a.txt", "b.txt", ours)
        save(tmp_path, mine, "b.txt")
        git(tmp_path, "add", "b.txt")

        assert ["a.txt"] == stage(workspace)
        assert mine(ours(LINES)) == in_index(tmp_path, "b.txt")
        assert {"b.txt": "written, not staged: its index entry has changed since"} == workspace.not_staged

    def test_a_file_that_the_user_renamed_is_staged_under_its_new_name(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": LINES})
        git(root, "mv", "a.txt", "b.txt")
        save(root, mine, "b.txt")
        workspace = Workspace.open(root)
        edit(workspace, "b.txt", ours)

        assert ["b.txt"] == stage(workspace)
        assert ours(LINES) == in_index(root, "b.txt")


class TestUnusualFiles:
    def test_a_file_with_intent_to_add_is_not_staged(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {})
        make_tree(root, {"a.txt": LINES})
        git(root, "add", "--intent-to-add", "a.txt")
        workspace = Workspace.open(root)
        edit(workspace, "a.txt", ours)

        assert [] == stage(workspace)
        assert {
            "a.txt": "written, not staged: it was added with `git add -N`, and nothing of it is staged"
        } == workspace.not_staged
        assert " A a.txt\n" == git(root, "status", "--short")

    def test_a_file_whose_removal_is_unstaged_is_not_staged(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": LINES})
        (root / "a.txt").unlink()
        workspace = Workspace.open(root)
        write(workspace, {"a.txt": "ours\n"})

        assert [] == stage(workspace)
        assert {
            "a.txt": "written, not staged: you had deleted it, and the deletion is not staged"
        } == workspace.not_staged

    def test_a_file_whose_removal_is_staged_is_staged_as_new(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": LINES})
        git(root, "rm", "--quiet", "a.txt")
        workspace = Workspace.open(root)
        write(workspace, {"a.txt": "ours\n"})

        assert ["a.txt"] == stage(workspace)
        assert b"ours\n" == in_index(root, "a.txt")

    def test_a_file_where_the_index_has_a_link_is_not_staged(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"other": "o\n"})
        (tmp_path / "a.txt").symlink_to("other")
        root = make_repository(tmp_path, {})
        (root / "a.txt").unlink()
        make_tree(root, {"a.txt": LINES})
        workspace = Workspace.open(root)
        edit(workspace, "a.txt", ours)

        assert [] == stage(workspace)
        assert {"a.txt": "written, not staged: its index entry is not a regular file"} == workspace.not_staged

    @pytest.mark.parametrize("required", [True, False])
    def test_a_file_whose_filter_fails_is_not_staged(self, tmp_path: Path, required: bool) -> None:
        workspace = mixed(tmp_path)
        make_tree(tmp_path, {".gitattributes": "*.txt filter=broken\n"})
        git(tmp_path, "config", "filter.broken.clean", "echo 'no such thing' >&2; exit 1")
        git(tmp_path, "config", "filter.broken.required", str(required).lower())
        edit(workspace, "a.txt", ours)

        assert [] == stage(workspace)
        assert list(workspace.not_staged) == ["a.txt"]
        assert workspace.not_staged["a.txt"].startswith("written, not staged: ")
        assert "its filter " in workspace.not_staged["a.txt"]
        assert LINES == in_index(tmp_path, "a.txt")

    @pytest.mark.parametrize("is_mixed", [False, True])
    def test_a_file_in_utf_16_is_staged_only_whole(self, tmp_path: Path, is_mixed: bool) -> None:
        """UTF-16 that git was not told of: without changes of the user's it is staged whole."""
        root = make_repository(tmp_path, {"a.txt": LINES.decode().encode("utf-16")})
        if is_mixed:
            save(root, lambda data: mine(data.decode("utf-16").encode()).decode().encode("utf-16"))
        workspace = Workspace.open(root)
        edit(workspace, "a.txt", lambda data: ours(data.decode("utf-16").encode()).decode().encode("utf-16"))

        assert ([] if is_mixed else ["a.txt"]) == stage(workspace)
        why = "written, not staged: it is a binary file with changes of your own"
        assert ({"a.txt": why} if is_mixed else {}) == workspace.not_staged

    def test_line_ends_of_a_file_whose_index_entry_is_binary_are_those_of_git_add(
        self, tmp_path: Path
    ) -> None:
        binary, text = b"a\0\r\nb\r\n", b"a\r\nb\r\n"
        root = make_repository(tmp_path, {".gitattributes": "*.txt text=auto\n", "a.txt": binary})
        repository = Workspace.open(root).repository
        assert repository is not None
        blobs = Blobs(repository.git)
        blobs.look_up(["a.txt"])

        cleaned = blobs.cleaned(FileBytes("a.txt", text, binary))

        make_tree(root, {"a.txt": text})
        git(root, "add", "a.txt")
        assert cleaned == in_index(root, "a.txt")

    @pytest.mark.parametrize(
        ("age", "reason"), [(0, "git cannot compare it with the index"), (60, "its filter failed")]
    )
    def test_one_file_that_git_rejects_does_not_prevent_staging_others(
        self, tmp_path: Path, age: int, reason: str
    ) -> None:
        root = make_repository(tmp_path, {"a.txt": LINES, "b.md": LINES, "c.md": LINES})
        written = time.time() - age
        os.utime(root / "a.txt", (written, written))
        # Git reads a file only if it is not older than its index entry says, or the index is as old.
        git(root, "update-index", "--refresh")
        os.utime(root / ".git/index", (written + age / 2, written + age / 2))
        make_tree(root, {".git/info/attributes": "a.txt filter=broken\n"})
        git(root, "config", "filter.broken.clean", "exit 1")
        git(root, "config", "filter.broken.required", "true")
        workspace = Workspace.open(root)
        for path in ("a.txt", "b.md", "c.md"):
            edit(workspace, path, ours)

        assert ["b.md", "c.md"] == stage(workspace)
        assert reason in workspace.not_staged["a.txt"]

    def test_safecrlf_does_not_prevent_staging(self, tmp_path: Path) -> None:
        """`git add` refuses, as it would of any edit of the file; `git add -p` does not."""
        git(tmp_path, "init", "--quiet", "--template=", "--initial-branch=main")
        git(tmp_path, "config", "core.autocrlf", "input")
        root = make_repository(tmp_path, {"a.txt": CRLF})
        git(root, "config", "core.safecrlf", "true")
        workspace = Workspace.open(root)
        edit(workspace, "a.txt", ours)
        expected = picked(root)

        assert ["a.txt"] == stage(workspace)
        assert expected == in_index(root, "a.txt") == ours(LINES)

    def test_a_new_file_outside_a_sparse_checkout_is_staged(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"in/a.txt": LINES, "out/a.txt": LINES})
        git(root, "sparse-checkout", "set", "in")
        workspace = Workspace.open(root)
        write(workspace, {"out/new.txt": "ours\n"})

        assert ["out/new.txt"] == stage(workspace)
        assert b"ours\n" == in_index(root, "out/new.txt")

    def test_a_missing_file_outside_a_sparse_checkout_is_not_staged(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"in/a.txt": LINES, "out/a.txt": LINES})
        git(root, "sparse-checkout", "set", "in")
        workspace = Workspace.open(root)
        write(workspace, {"out/a.txt": "ours\n"})
        edit(workspace, "in/a.txt", ours)

        assert ["in/a.txt"] == stage(workspace)
        assert {
            "out/a.txt": "written, not staged: it is outside your sparse checkout"
        } == workspace.not_staged

    def test_an_existing_file_outside_a_sparse_checkout_is_staged(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"in/a.txt": LINES, "out/a.txt": LINES})
        git(root, "sparse-checkout", "set", "in")
        make_tree(root, {"out/a.txt": mine(LINES)})
        workspace = Workspace.open(root)
        edit(workspace, "out/a.txt", ours)

        assert ["out/a.txt"] == stage(workspace)
        assert ours(LINES) == in_index(root, "out/a.txt")
