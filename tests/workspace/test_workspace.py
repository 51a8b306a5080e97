"""A tree and its git repository, opened: what is protected, who waits, and where private files lie."""

import os
import stat
from pathlib import Path

import pytest

from editreview.errors import Reason, Refused, UsageError
from editreview.workspace import Workspace
from tests.builders import files_of, git, make_repository, make_tree
from tests.workspace.acting import stage, write


class TestGitFolder:
    def test_it_is_protected_in_any_spelling(self, tmp_path: Path) -> None:
        git(tmp_path, "init", "--quiet", "--separate-git-dir=gitdata", ".")
        workspace = Workspace.open(tmp_path)

        for path in ("gitdata/config", "gitdata/hooks/pre-commit", "GitData/config", "./gitdata"):
            with pytest.raises(Refused, match=r" is inside git's own folder$") as refused:
                workspace.locate(path)
            assert Reason.PROTECTED is refused.value.reason
        assert "gitdata.txt" == workspace.locate("gitdata.txt")

    def test_it_is_protected_if_the_environment_names_it(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        make_repository(tmp_path, {"a.txt": "a\n"})
        (tmp_path / ".git").rename(tmp_path / ".cfg")
        monkeypatch.setenv("GIT_DIR", str(tmp_path / ".cfg"))
        monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path))

        with pytest.raises(Refused, match=r"^\.cfg/config is inside git's own folder$"):
            Workspace.open(tmp_path).locate(".cfg/config")

    def test_a_root_inside_it_is_refused(self, tmp_path: Path) -> None:
        make_repository(tmp_path / "usual", {})
        git(tmp_path, "init", "--quiet", "--separate-git-dir=gitdata", "unusual")

        for folder in ("usual/.git", "usual/.git/objects", "gitdata", "gitdata/refs"):
            with pytest.raises(
                UsageError, match=r" is inside git's own folder; nothing there may be edited$"
            ):
                Workspace.open(tmp_path / folder)

    def test_a_work_tree_inside_it_can_be_edited(self, tmp_path: Path) -> None:
        """As `git worktree add` makes one in a bare repository."""
        make_repository(tmp_path / "usual", {"a.txt": "a\n"})
        git(tmp_path, "clone", "--quiet", "--bare", "usual", "bare")
        git(tmp_path / "bare", "worktree", "add", "--quiet", "tree")

        assert "a.txt" == Workspace.open(tmp_path / "bare/tree").locate("a.txt")


class TestWithoutGit:
    def test_a_folder_without_a_repository_is_written_without_a_note(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_tree(tmp_path, {"a.txt": "a\n"}))
        write(workspace, {"a.txt": "A\n"})

        assert workspace.repository is None
        assert ([], {}) == (stage(workspace), workspace.not_staged)
        assert {"a.txt": b"A\n"} == files_of(tmp_path)

    def test_without_git_there_are_no_repositories(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        make_repository(tmp_path, {"a.txt": "a\n"})
        monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "A\n"})

        assert workspace.repository is None
        assert [] == stage(workspace)
        assert b"A\n" == (tmp_path / "a.txt").read_bytes()


class TestPrivateFiles:
    def test_they_are_in_gits_folder_and_readable_only_by_their_owner(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"sub/a.txt": ""}) / "sub")

        kept = workspace.keep("review.json", b"{}")

        assert tmp_path / ".git/editreview/review.json" == Path(os.path.realpath(kept))
        assert (b"{}", 0o600) == (kept.read_bytes(), stat.S_IMODE(kept.stat().st_mode))

    def test_a_linked_work_tree_has_its_own(self, tmp_path: Path) -> None:
        make_repository(tmp_path / "main", {"a.txt": ""})
        git(tmp_path / "main", "worktree", "add", "--quiet", "../linked")

        kept = Workspace.open(tmp_path / "linked").keep("review.json", b"{}")

        assert tmp_path / "main/.git/worktrees/linked/editreview/review.json" == Path(os.path.realpath(kept))

    def test_without_git_they_are_in_the_users_state_folder(self, tmp_path: Path) -> None:
        (tmp_path / "other").mkdir()
        kept, other = (Workspace.open(folder).keep("x", b"") for folder in (tmp_path, tmp_path / "other"))

        trees = Path(os.environ["XDG_STATE_HOME"]) / "editreview/trees"
        assert [trees, trees] == [kept.parent.parent, other.parent.parent]
        assert kept != other


class TestRepository:
    def test_the_branch_has_a_name_without_a_commit_and_when_detached(self, tmp_path: Path) -> None:
        git(tmp_path, "init", "--quiet", "--initial-branch=trunk")
        repository = Workspace.open(tmp_path).repository
        assert repository is not None
        assert "trunk" == repository.branch()

        git(tmp_path, "commit", "--quiet", "--allow-empty", "--message=x")
        git(tmp_path, "checkout", "--quiet", "--detach")

        assert git(tmp_path, "rev-parse", "--short", "HEAD").strip() == repository.branch()


def test_files_kept_in_one_second_have_a_folder_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.strftime", lambda format: "20260101-120000")
    workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
    folders = [workspace.keep_files("group", {"b.txt": data}, 2) for data in (b"1", b"2", b"3")]

    assert 3 == len(set(folders))
    assert [False, True, True] == [folder.exists() for folder in folders]
    assert b"3" == (folders[2] / "b.txt").read_bytes()
