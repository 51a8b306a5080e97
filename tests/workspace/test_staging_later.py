"""Between writing and staging, and after: what the user did meanwhile, and giving back what was staged."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from editreview.errors import GitFailed
from editreview.workspace import Workspace
from editreview.workspace.git import Blobs
from tests.builders import git, make_repository, make_tree
from tests.workspace.acting import edit, in_index, stage, staged, unstaged, write
from tests.workspace.mixing import ALREADY, CHANGED, LINES, mine, mixed, ours, put, save


class TestBetweenWritingAndStaging:
    def test_two_writes_are_staged_as_one(self, tmp_path: Path) -> None:
        workspace = mixed(tmp_path)
        edit(workspace, "a.txt", lambda data: data.replace(b"line 15", b"first"))
        edit(workspace, "a.txt", lambda data: data.replace(b"first", b"ours"))

        assert ["a.txt"] == stage(workspace)
        assert LINES.replace(b"line 15", b"ours") == in_index(tmp_path, "a.txt")

    def test_two_writes_with_a_change_of_the_user_in_between_are_both_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        edit(workspace, "a.txt", lambda data: data.replace(b"line 15", b"ours 15"))
        save(tmp_path, mine)
        edit(workspace, "a.txt", lambda data: data.replace(b"line 18", b"ours 18"))

        assert ["a.txt"] == stage(workspace)
        assert LINES.replace(b"line 15", b"ours 15").replace(b"line 18", b"ours 18") == in_index(
            tmp_path, "a.txt"
        )
        assert "mine" in unstaged(tmp_path)

    def test_our_line_that_the_user_changed_between_two_writes_is_not_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        edit(workspace, "a.txt", lambda data: data.replace(b"line 15", b"ours 15"))
        save(tmp_path, lambda data: data.replace(b"ours 15", b"mine 15"))
        edit(workspace, "a.txt", lambda data: data.replace(b"line 18", b"ours 18"))

        assert ([], {"a.txt": CHANGED}) == (stage(workspace), workspace.not_staged)

    @pytest.mark.parametrize("undone", ["line 15", "mine"])
    def test_writes_that_the_user_reverted_are_not_staged(self, tmp_path: Path, undone: str) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        edit(workspace, "a.txt", lambda data: data.replace(b"line 15", b"ours"))
        save(tmp_path, lambda data: data.replace(b"ours", undone.encode()))

        assert ([], {"a.txt": CHANGED}) == (stage(workspace), workspace.not_staged)
        assert "" == staged(tmp_path)

    def test_a_line_that_we_removed_and_the_user_restored_is_not_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        edit(workspace, "a.txt", lambda data: data.replace(b"line 15\n", b""))
        save(tmp_path, lambda data: mine(data).replace(b"line 14\n", b"line 14\nline 15\n"))

        assert ([], {"a.txt": CHANGED}) == (stage(workspace), workspace.not_staged)

    def test_changes_that_the_user_staged_since_are_kept(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        edit(workspace, "a.txt", ours)
        put(tmp_path, mine(LINES))

        assert ["a.txt"] == stage(workspace)
        assert ours(mine(LINES)) == in_index(tmp_path, "a.txt")

    def test_our_changes_that_the_user_staged_are_not_staged_twice(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        edit(workspace, "a.txt", lambda data: data.replace(b"line 15\n", b"line 15\nours\n"))
        git(tmp_path, "add", "a.txt")

        assert ([], {"a.txt": ALREADY}) == (stage(workspace), workspace.not_staged)
        assert 1 == in_index(tmp_path, "a.txt").count(b"ours")

    def test_changes_that_the_user_stages_concurrently_are_kept(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Between git's telling what the index holds and its being written."""
        workspace = mixed(tmp_path)
        edit(workspace, "a.txt", ours)
        write = Blobs.write

        def and_someone_adds(blobs: Blobs, contents: Sequence[bytes]) -> list[str]:
            git(tmp_path, "add", "a.txt")
            return write(blobs, contents)

        monkeypatch.setattr(Blobs, "write", and_someone_adds)

        assert [] == stage(workspace)
        assert {"a.txt": "written, not staged: its index entry has changed since"} == workspace.not_staged
        assert ours(mine(LINES)) == in_index(tmp_path, "a.txt")

    def test_a_new_file_is_staged_as_it_was_written(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {}))
        write(workspace, {"new.txt": "ours\n"})
        make_tree(tmp_path, {"new.txt": "mine\nours\nmine\n"})

        assert ["new.txt"] == stage(workspace)
        assert b"ours\n" == in_index(tmp_path, "new.txt")

    def test_a_file_that_was_removed_since_is_not_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": LINES}))
        edit(workspace, "a.txt", ours)
        write(workspace, {"new.txt": "ours\n"})
        (tmp_path / "a.txt").unlink()
        (tmp_path / "new.txt").unlink()

        assert [] == stage(workspace)
        assert (
            dict.fromkeys(["a.txt", "new.txt"], "written, not staged: you have deleted it since")
            == workspace.not_staged
        )

    def test_a_file_that_could_not_be_staged_is_staged_later_when_it_can_be(self, tmp_path: Path) -> None:
        workspace = mixed(tmp_path)
        edit(workspace, "a.txt", lambda data: data.replace(b"mine 3", b"ours 3"))
        assert [] == stage(workspace)
        put(tmp_path, mine(LINES))
        edit(workspace, "a.txt", lambda data: data.replace(b"line 15", b"ours 15"))

        assert ["a.txt"] == stage(workspace)
        assert {} == workspace.not_staged
        expected = mine(LINES).replace(b"mine 3", b"ours 3").replace(b"line 15", b"ours 15")
        assert expected == in_index(tmp_path, "a.txt")


class TestUnstaging:
    def test_staged_changes_can_be_unstaged_and_the_users_stay(self, tmp_path: Path) -> None:
        workspace = mixed(tmp_path)
        git(tmp_path, "add", "a.txt")
        git(tmp_path, "update-index", "--skip-worktree", "a.txt")
        before = git(tmp_path, "ls-files", "-v", "--stage")
        edit(workspace, "a.txt", ours)
        write(workspace, {"new.txt": "ours\n"})
        first = workspace.stage()
        edit(workspace, "a.txt", lambda data: data.replace(b"line 20", b"ours 20"))
        second = workspace.stage()
        assert workspace.staging is not None
        assert before != git(tmp_path, "ls-files", "-v", "--stage")

        workspace.staging.unstage([*first, *second])

        assert before == git(tmp_path, "ls-files", "-v", "--stage")
        assert frozenset() == workspace.staged

    def test_what_the_user_unstaged_since_is_not_called_unstaged(self, tmp_path: Path) -> None:
        """The entry differs from HEAD as before: by what the user had staged."""
        workspace = mixed(tmp_path)
        git(tmp_path, "add", "a.txt")
        before = git(tmp_path, "ls-files", "--stage")
        edit(workspace, "a.txt", ours)
        files = workspace.stage()
        mode, blob, _, path = before.split()
        git(tmp_path, "update-index", "--cacheinfo", f"{mode},{blob},{path}")

        assert [] == workspace.undoing.unstage(files)
        assert before == git(tmp_path, "ls-files", "--stage")

    def test_changes_that_the_user_staged_since_are_not_unstaged(self, tmp_path: Path) -> None:
        workspace = mixed(tmp_path)
        edit(workspace, "a.txt", ours)
        staged_files = workspace.stage()
        git(tmp_path, "add", "a.txt")
        before = git(tmp_path, "ls-files", "--stage")
        assert workspace.staging is not None

        with pytest.raises(GitFailed, match=r"^index entries changed since: a\.txt\. Nothing was changed\.$"):
            workspace.staging.unstage(staged_files)
        assert before == git(tmp_path, "ls-files", "--stage")

    def test_changes_that_the_user_staged_since_they_were_unstaged_are_not_overwritten(
        self, tmp_path: Path
    ) -> None:
        workspace = mixed(tmp_path)
        edit(workspace, "a.txt", ours)
        files = workspace.stage()
        assert ["a.txt"] == workspace.undoing.unstage(files)
        git(tmp_path, "add", "a.txt")

        assert [] == workspace.undoing.stage_again(files)
        assert mine(ours(LINES)) == in_index(tmp_path, "a.txt")
        assert {"a.txt": "written, not staged: its index entry has changed since"} == workspace.not_staged

    def test_an_undone_write_leaves_nothing_to_stage(self, tmp_path: Path) -> None:
        workspace = mixed(tmp_path)
        edit(workspace, "a.txt", ours)
        edit(workspace, "a.txt", lambda data: mine(LINES))

        assert frozenset() == workspace.to_stage
        assert ([], {}) == (stage(workspace), workspace.not_staged)
