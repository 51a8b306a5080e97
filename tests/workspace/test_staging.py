"""Staging whole files: what was written here, and nothing of the user's."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from editreview.errors import GitFailed
from editreview.workspace import Workspace
from editreview.workspace.git import Index
from tests.builders import git, make_repository, make_tree
from tests.workspace.acting import commit, names_in_head, stage, staged, write


class TestStaging:
    def test_a_tracked_file_without_other_changes_is_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\nb\n"}))
        write(workspace, {"a.txt": "A\nb\n"})

        assert ["a.txt"] == stage(workspace)
        assert "--- a/a.txt\n+++ b/a.txt\n-a\n+A\n" == staged(tmp_path)
        assert {} == workspace.not_staged

    def test_a_new_file_is_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {}))
        write(workspace, {"new/a.txt": "a\n"})

        assert ["new/a.txt"] == stage(workspace)
        assert "A  new/a.txt\n" == git(tmp_path, "status", "--short")

    def test_nothing_is_staged_before_stage_is_called(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        write(workspace, {"a.txt": "A\n", "n.txt": "n\n"})

        assert "" == staged(tmp_path)

    def test_a_file_that_git_does_not_track_is_written_and_not_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {}))
        make_tree(tmp_path, {"a.txt": "a\n", "folder/b.txt": "b\n"})
        write(workspace, {"a.txt": "A\n", "folder/b.txt": "B\n"})

        assert [] == stage(workspace)
        assert (
            dict.fromkeys(["a.txt", "folder/b.txt"], "written, not staged: git does not track it")
            == workspace.not_staged
        )
        assert "" == staged(tmp_path)

    def test_a_file_that_git_ignores_is_written_and_not_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {".gitignore": "*.log\n/build/\n"}))
        make_tree(tmp_path, {"a.log": "a\n", "build/out.txt": "b\n"})
        write(workspace, {"a.log": "A\n", "build/out.txt": "B\n"})

        assert [] == stage(workspace)
        assert (
            dict.fromkeys(["a.log", "build/out.txt"], "written, not staged: git ignores it")
            == workspace.not_staged
        )

    def test_a_new_file_that_git_ignores_is_written_and_not_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {".gitignore": "*.log\n/build/\n"}))
        ignored = ["a.log", "build/deep/out.txt", ":(top)b.log", "*.log", "größe.log"]
        write(workspace, dict.fromkeys([*ignored, "c.txt", "[a].txt"], "new\n"))

        assert ["[a].txt", "c.txt"] == sorted(stage(workspace))
        assert dict.fromkeys(ignored, "written, not staged: git ignores it") == workspace.not_staged

    def test_a_file_with_a_merge_conflict_is_written_and_not_staged(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"a.txt": "a\n"})
        git(tmp_path, "checkout", "--quiet", "-b", "other")
        make_tree(tmp_path, {"a.txt": "theirs\n"})
        git(tmp_path, "commit", "--quiet", "--all", "--message=theirs")
        git(tmp_path, "checkout", "--quiet", "main")
        make_tree(tmp_path, {"a.txt": "ours\n"})
        git(tmp_path, "commit", "--quiet", "--all", "--message=ours")
        with pytest.raises(AssertionError):
            git(tmp_path, "merge", "--quiet", "other")
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "both\n"})

        assert [] == stage(workspace)
        assert {"a.txt": "written, not staged: it has a merge conflict"} == workspace.not_staged

    def test_changes_that_the_user_staged_in_a_file_stay_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\nb\n"}))
        make_tree(tmp_path, {"a.txt": "a\ntheirs\n"})
        git(tmp_path, "add", "a.txt")
        write(workspace, {"a.txt": "A\ntheirs\n"})

        assert ["a.txt"] == stage(workspace)
        assert "--- a/a.txt\n+++ b/a.txt\n-a\n-b\n+A\n+theirs\n" == staged(tmp_path)

    def test_a_second_write_of_a_file_is_staged_with_or_without_staging_in_between(
        self, tmp_path: Path
    ) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n", "b.txt": "b\n"}))
        write(workspace, {"a.txt": "1\n"})
        workspace.stage()
        write(workspace, {"a.txt": "2\n", "b.txt": "1\n"})
        write(workspace, {"b.txt": "2\n"})

        assert ["a.txt", "b.txt"] == sorted(stage(workspace))
        assert "M  a.txt\nM  b.txt\n" == git(tmp_path, "status", "--short")

    def test_staging_again_stages_nothing_more(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        write(workspace, {"a.txt": "A\n"})

        assert (["a.txt"], []) == (stage(workspace), stage(workspace))

    @pytest.mark.parametrize(
        "name",
        [
            "a b.txt",
            " leading.txt",
            "größe 日本.txt",
            "-dash.txt",
            'quo"te.txt',
            ":(top)x.txt",
            ":!x.txt",
            "*.txt",
            "[a].txt",
        ],
    )
    def test_names_with_pathspec_magic_are_literal(self, tmp_path: Path, name: str) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {name: "a\n", "a.txt": "a\n"}))
        make_tree(tmp_path, {"a.txt": "mine\n"})
        write(workspace, {name: "A\n", "sub/" + name: "new\n"})

        assert [name, "sub/" + name] == sorted(stage(workspace))
        assert [name, "sub/" + name] == sorted(
            git(tmp_path, "diff", "--cached", "--name-only", "-z").split("\0")[:-1]
        )

    def test_the_executable_bit_is_kept_in_the_index(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"run.sh": "a\n"})
        (tmp_path / "run.sh").chmod(0o755)
        workspace = Workspace.open(make_repository(tmp_path, {}))
        write(workspace, {"run.sh": "A\n"})
        workspace.stage()

        assert git(tmp_path, "ls-files", "--stage").startswith("100755 ")

    def test_a_mode_that_the_user_changed_since_is_not_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        write(workspace, {"a.txt": "A\n", "n.txt": "n\n"})
        for name in ("a.txt", "n.txt"):
            (tmp_path / name).chmod(0o755)

        assert ["a.txt", "n.txt"] == stage(workspace)
        modes = [line.split()[0] for line in git(tmp_path, "ls-files", "--stage").splitlines()]
        assert ["100644", "100644"] == modes

    @pytest.mark.parametrize(
        "variable", ["GIT_ICASE_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS"]
    )
    def test_the_users_ways_to_read_paths_do_not_matter(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
    ) -> None:
        root = make_repository(tmp_path, {"a.txt": "a\n"})
        monkeypatch.setenv(variable, "1")
        workspace = Workspace.open(root)
        write(workspace, {"a.txt": "A\n"})

        assert ["a.txt"] == stage(workspace)

    def test_a_folder_below_the_top_can_be_the_root(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"sub/a.txt": "a\n", "other.txt": "o\n", "a.txt": "top\n"})
        make_tree(tmp_path, {"other.txt": "mine\n"})
        git(tmp_path, "add", "other.txt")
        workspace = Workspace.open(tmp_path / "sub")
        write(workspace, {"a.txt": "A\n", "new/b.txt": "B\n"})

        assert ["a.txt", "new/b.txt"] == sorted(stage(workspace))
        commit(workspace, "ours")
        assert ["sub/a.txt", "sub/new/b.txt"] == names_in_head(tmp_path)
        assert "M  other.txt\n" == git(tmp_path, "status", "--short")

    def test_without_a_folder_the_root_is_the_top_of_the_work_tree(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        make_repository(tmp_path, {"sub/a.txt": "a\n"})
        monkeypatch.chdir(tmp_path / "sub")

        assert tmp_path == Workspace.open().root.folder
        assert tmp_path / "sub" == Workspace.open(Path()).root.folder

    def test_a_repository_without_a_commit_is_recognised(self, tmp_path: Path) -> None:
        git(tmp_path, "init", "--quiet")
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "a\n"})

        assert ["a.txt"] == stage(workspace)
        commit(workspace, "first")
        assert ["a.txt"] == names_in_head(tmp_path)

    def test_the_error_has_gits_message(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        write(workspace, {"a.txt": "A\n"})
        git(tmp_path, "config", "core.autocrlf", "perhaps")

        with pytest.raises(GitFailed, match=r"(?s)^git ls-files failed: .*perhaps"):
            workspace.stage()

    @pytest.mark.parametrize("objects", ["sha1", "sha256"])
    def test_an_edit_between_the_check_and_git_add_is_not_staged(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, objects: str
    ) -> None:
        """Git reads the files itself, a moment later: what it took instead is taken out again."""
        git(tmp_path, "init", "--quiet", f"--object-format={objects}")
        before = dict.fromkeys(["a.txt", "b.txt", "c.txt"], "before\n")
        workspace = Workspace.open(make_repository(tmp_path, before))
        write(workspace, dict.fromkeys([*before, "n.txt"], "ours\n"))
        add = Index.add

        def and_someone_saves(index: Index, paths: Sequence[str]) -> None:
            make_tree(tmp_path, {"a.txt": "mine\n", "n.txt": "mine\n"})
            (tmp_path / "c.txt").unlink()
            add(index, paths)

        monkeypatch.setattr(Index, "add", and_someone_saves)

        assert ["b.txt"] == stage(workspace)
        changed = "written, not staged: you have changed the same lines since"
        assert {
            **dict.fromkeys(["a.txt", "n.txt"], changed),
            "c.txt": "written, not staged: you have deleted it since",
        } == workspace.not_staged
        assert " M a.txt\nM  b.txt\n D c.txt\n?? n.txt\n" == git(tmp_path, "status", "--short")

    def test_gits_folder_may_be_elsewhere(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        make_repository(tmp_path / "top", {"a.txt": "a\n"})
        (tmp_path / "top/.git").rename(tmp_path / "elsewhere")
        monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
        monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "top"))
        workspace = Workspace.open(tmp_path / "top")
        write(workspace, {"a.txt": "A\n"})

        assert ["a.txt"] == stage(workspace)
        commit(workspace, "ours")
        assert ["a.txt"] == names_in_head(tmp_path / "top")
