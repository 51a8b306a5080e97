"""Writing, staging and committing in real git repositories: ours, and nothing of the person's."""

import os
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from editreview.errors import GitFailed, Reason, Refused, UsageError
from editreview.texts import Snapshot
from editreview.workspace import Repository, Workspace, Write
from tests.builders import files_of, git, make_repository, make_tree


def write(workspace: Workspace, files: Mapping[str, str]) -> None:
    """Write files through the workspace, as they were read just before."""
    writes: list[Write] = []
    for path, text in files.items():
        before = workspace.read(path)
        is_there = isinstance(before, Snapshot)
        writes.append(
            Write(
                path,
                before.digest if isinstance(before, Snapshot) else None,
                text.encode(),
                before.mode if isinstance(before, Snapshot) else None,
            )
        )
        assert is_there == (workspace.root.absolute(path)).exists()
    workspace.apply(writes)


def staged(root: Path) -> str:
    """What a commit would hold, as a diff without context."""
    return "".join(
        line + "\n"
        for line in git(root, "diff", "--cached", "--unified=0", "--no-color").splitlines()
        if line.startswith(("+", "-"))
    )


def names_in_head(root: Path) -> list[str]:
    return git(root, "show", "--format=", "--name-only", "-z", "HEAD").split("\0")[:-1]


class TestStaging:
    def test_a_tracked_file_without_other_changes_is_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\nb\n"}))
        write(workspace, {"a.txt": "A\nb\n"})

        assert ["a.txt"] == workspace.stage()
        assert "--- a/a.txt\n+++ b/a.txt\n-a\n+A\n" == staged(tmp_path)
        assert {} == workspace.not_staged

    def test_a_new_file_is_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {}))
        write(workspace, {"new/a.txt": "a\n"})

        assert ["new/a.txt"] == workspace.stage()
        assert "A  new/a.txt\n" == git(tmp_path, "status", "--short")

    def test_nothing_is_staged_before_it_is_asked_for(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        write(workspace, {"a.txt": "A\n", "n.txt": "n\n"})

        assert "" == staged(tmp_path)

    def test_a_file_with_the_persons_own_changes_is_written_and_not_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\nb\n", "c.txt": "c\n"}))
        make_tree(tmp_path, {"a.txt": "a\nmine\n"})
        write(workspace, {"a.txt": "A\nmine\n", "c.txt": "C\n"})

        assert ["c.txt"] == workspace.stage()
        assert {
            "a.txt": "written, not staged: it has changes of your own that are not staged"
        } == workspace.not_staged
        assert b"A\nmine\n" == (tmp_path / "a.txt").read_bytes()
        assert "--- a/c.txt\n+++ b/c.txt\n-c\n+C\n" == staged(tmp_path)

    def test_a_file_that_git_does_not_track_is_written_and_not_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {}))
        make_tree(tmp_path, {"a.txt": "a\n", "folder/b.txt": "b\n"})
        write(workspace, {"a.txt": "A\n", "folder/b.txt": "B\n"})

        assert [] == workspace.stage()
        assert (
            dict.fromkeys(["a.txt", "folder/b.txt"], "written, not staged: git does not track it")
            == workspace.not_staged
        )
        assert "" == staged(tmp_path)

    def test_a_file_that_git_ignores_is_written_and_not_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {".gitignore": "*.log\n/build/\n"}))
        make_tree(tmp_path, {"a.log": "a\n", "build/out.txt": "b\n"})
        write(workspace, {"a.log": "A\n", "build/out.txt": "B\n"})

        assert [] == workspace.stage()
        assert (
            dict.fromkeys(["a.log", "build/out.txt"], "written, not staged: git ignores it")
            == workspace.not_staged
        )

    def test_a_new_file_that_git_ignores_is_written_and_not_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {".gitignore": "*.log\n/build/\n"}))
        ignored = ["a.log", "build/deep/out.txt", ":(top)b.log", "*.log", "größe.log"]
        write(workspace, dict.fromkeys([*ignored, "c.txt", "[a].txt"], "new\n"))

        assert ["[a].txt", "c.txt"] == sorted(workspace.stage())
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

        assert [] == workspace.stage()
        assert {"a.txt": "written, not staged: it has a merge conflict"} == workspace.not_staged

    def test_what_the_person_staged_in_a_file_stays_staged_below_ours(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\nb\n"}))
        make_tree(tmp_path, {"a.txt": "a\ntheirs\n"})
        git(tmp_path, "add", "a.txt")
        write(workspace, {"a.txt": "A\ntheirs\n"})

        assert ["a.txt"] == workspace.stage()
        assert "--- a/a.txt\n+++ b/a.txt\n-a\n-b\n+A\n+theirs\n" == staged(tmp_path)

    def test_a_second_write_of_a_file_is_staged_too_staged_in_between_or_not(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n", "b.txt": "b\n"}))
        write(workspace, {"a.txt": "1\n"})
        workspace.stage()
        write(workspace, {"a.txt": "2\n", "b.txt": "1\n"})
        write(workspace, {"b.txt": "2\n"})

        assert ["a.txt", "b.txt"] == sorted(workspace.stage())
        assert "M  a.txt\nM  b.txt\n" == git(tmp_path, "status", "--short")

    def test_a_file_that_changed_after_it_was_written_is_not_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n", "b.txt": "b\n"}))
        write(workspace, {"a.txt": "A\n", "b.txt": "B\n"})
        make_tree(tmp_path, {"a.txt": "A\nmine\n"})

        assert ["b.txt"] == workspace.stage()
        assert {"a.txt": "written, not staged: it or its index entry changed since"} == workspace.not_staged

    def test_staging_again_stages_nothing_more(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        write(workspace, {"a.txt": "A\n"})

        assert (["a.txt"], []) == (workspace.stage(), workspace.stage())

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
    def test_names_that_mean_something_to_git_are_only_names(self, tmp_path: Path, name: str) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {name: "a\n", "a.txt": "a\n"}))
        make_tree(tmp_path, {"a.txt": "mine\n"})
        write(workspace, {name: "A\n", "sub/" + name: "new\n"})

        assert [name, "sub/" + name] == sorted(workspace.stage())
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

    def test_a_folder_below_the_top_can_be_the_root(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"sub/a.txt": "a\n", "other.txt": "o\n", "a.txt": "top\n"})
        make_tree(tmp_path, {"other.txt": "mine\n"})
        git(tmp_path, "add", "other.txt")
        workspace = Workspace.open(tmp_path / "sub")
        write(workspace, {"a.txt": "A\n", "new/b.txt": "B\n"})

        assert ["a.txt", "new/b.txt"] == sorted(workspace.stage())
        workspace.commit("ours")
        assert ["sub/a.txt", "sub/new/b.txt"] == names_in_head(tmp_path)
        assert "M  other.txt\n" == git(tmp_path, "status", "--short")

    def test_without_a_folder_the_root_is_the_top_of_the_work_tree(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        make_repository(tmp_path, {"sub/a.txt": "a\n"})
        monkeypatch.chdir(tmp_path / "sub")

        assert tmp_path == Workspace.open().root.folder
        assert tmp_path / "sub" == Workspace.open(Path()).root.folder

    def test_a_repository_without_a_commit_is_one(self, tmp_path: Path) -> None:
        git(tmp_path, "init", "--quiet")
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "a\n"})

        assert ["a.txt"] == workspace.stage()
        workspace.commit("first")
        assert ["a.txt"] == names_in_head(tmp_path)

    def test_git_says_why_it_cannot_stage(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        write(workspace, {"a.txt": "A\n"})
        (tmp_path / ".git/index.lock").touch()

        with pytest.raises(GitFailed, match=r"(?s)^git add failed: .*index\.lock"):
            workspace.stage()

    @pytest.mark.parametrize("objects", ["sha1", "sha256"])
    def test_an_edit_between_the_look_and_git_is_not_staged(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, objects: str
    ) -> None:
        """Git reads the files itself, a moment later: what it took instead is taken out again."""
        monkeypatch.setenv("GIT_DEFAULT_HASH", objects)
        before = dict.fromkeys(["a.txt", "b.txt", "c.txt"], "before\n")
        workspace = Workspace.open(make_repository(tmp_path, before))
        write(workspace, dict.fromkeys([*before, "n.txt"], "ours\n"))
        stage = Repository.stage

        def and_someone_saves(repository: Repository, paths: Sequence[str]) -> None:
            make_tree(tmp_path, {"a.txt": "mine\n", "n.txt": "mine\n"})
            (tmp_path / "c.txt").unlink()
            stage(repository, paths)

        monkeypatch.setattr(Repository, "stage", and_someone_saves)

        assert ["b.txt"] == workspace.stage()
        assert (
            dict.fromkeys(["a.txt", "c.txt", "n.txt"], "written, not staged: it changed while it was staged")
            == workspace.not_staged
        )
        assert " M a.txt\nM  b.txt\n D c.txt\n?? n.txt\n" == git(tmp_path, "status", "--short")

    @pytest.mark.parametrize("mark", ["--assume-unchanged", "--skip-worktree"])
    def test_a_file_that_git_is_told_not_to_look_at_is_not_staged(self, tmp_path: Path, mark: str) -> None:
        make_repository(tmp_path, {"a.txt": "a\n"})
        git(tmp_path, "update-index", mark, "a.txt")
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "A\n"})

        assert [] == workspace.stage()
        assert [
            "written, not staged: git is told not to look at it (assume-unchanged or skip-worktree)"
        ] == list(workspace.not_staged.values())

    def test_gits_folder_may_be_elsewhere(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        make_repository(tmp_path / "top", {"a.txt": "a\n"})
        (tmp_path / "top/.git").rename(tmp_path / "elsewhere")
        monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
        monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "top"))
        workspace = Workspace.open(tmp_path / "top")
        write(workspace, {"a.txt": "A\n"})

        assert ["a.txt"] == workspace.stage()
        workspace.commit("ours")
        assert ["a.txt"] == names_in_head(tmp_path / "top")


class TestGitsOwnFolder:
    def test_it_is_protected_whatever_it_is_called(self, tmp_path: Path) -> None:
        git(tmp_path, "init", "--quiet", "--separate-git-dir=gitdata", ".")
        workspace = Workspace.open(tmp_path)

        for path in ("gitdata/config", "gitdata/hooks/pre-commit", "GitData/config", "./gitdata"):
            with pytest.raises(Refused, match=r" is inside git's own folder$") as refused:
                workspace.locate(path)
            assert Reason.PROTECTED is refused.value.reason
        assert "gitdata.txt" == workspace.locate("gitdata.txt")

    def test_it_is_protected_where_the_environment_names_it(
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
                UsageError, match=r" is inside git's own folder: nothing may be edited there$"
            ):
                Workspace.open(tmp_path / folder)

    def test_a_work_tree_that_lies_in_it_can_be_edited(self, tmp_path: Path) -> None:
        """As `git worktree add` makes one in a bare repository."""
        make_repository(tmp_path / "usual", {"a.txt": "a\n"})
        git(tmp_path, "clone", "--quiet", "--bare", "usual", "bare")
        git(tmp_path / "bare", "worktree", "add", "--quiet", "tree")

        assert "a.txt" == Workspace.open(tmp_path / "bare/tree").locate("a.txt")


class TestWithoutGit:
    def test_a_folder_without_a_repository_is_written_and_nothing_said(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_tree(tmp_path, {"a.txt": "a\n"}))
        write(workspace, {"a.txt": "A\n"})

        assert workspace.repository is None
        assert ([], {}) == (workspace.stage(), workspace.not_staged)
        assert {"a.txt": b"A\n"} == files_of(tmp_path)

    def test_a_machine_without_git_is_one_without_repositories(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        make_repository(tmp_path, {"a.txt": "a\n"})
        monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "A\n"})

        assert workspace.repository is None
        assert [] == workspace.stage()
        assert b"A\n" == (tmp_path / "a.txt").read_bytes()


class TestCommitting:
    def test_it_commits_what_was_staged_here(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        write(workspace, {"a.txt": "A\n", "new.txt": "n\n"})
        workspace.stage()

        said = workspace.commit("Change a\n\nBecause.")

        assert said.startswith("[main ")
        assert "Change a\n\nBecause.\n\n" == git(tmp_path, "show", "--no-patch", "--format=%B")
        assert ["a.txt", "new.txt"] == names_in_head(tmp_path)
        assert "" == git(tmp_path, "status", "--short")

    def test_other_work_that_the_person_staged_stays_staged_and_is_not_committed(
        self, tmp_path: Path
    ) -> None:
        workspace = Workspace.open(
            make_repository(tmp_path, {"a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n"})
        )
        make_tree(tmp_path, {"b.txt": "mine\n", "theirs.txt": "t\n"})
        git(tmp_path, "rm", "--quiet", "--cached", "c.txt")
        git(tmp_path, "add", "b.txt", "theirs.txt")
        before = staged(tmp_path)
        write(workspace, {"a.txt": "A\n", "new.txt": "n\n"})
        workspace.stage()

        workspace.commit("ours")

        assert ["a.txt", "new.txt"] == names_in_head(tmp_path)
        assert before == staged(tmp_path)

    def test_work_that_is_not_staged_is_not_committed(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n", "b.txt": "b\n"}))
        make_tree(tmp_path, {"b.txt": "mine\n"})
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()

        workspace.commit("ours")

        assert ["a.txt"] == names_in_head(tmp_path)
        assert " M b.txt\n" == git(tmp_path, "status", "--short")

    def test_a_hook_that_refuses_is_heard(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"a.txt": "a\n"})
        hook(tmp_path, "pre-commit", "echo 'the linter found a long line' >&2; exit 1")
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()

        with pytest.raises(GitFailed, match=r"^git commit failed: the linter found a long line$"):
            workspace.commit("ours")

        assert "before\n" == git(tmp_path, "log", "--format=%s")
        assert "M  a.txt\n" == git(tmp_path, "status", "--short")

    def test_after_a_hook_refused_the_commit_can_be_tried_again(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"a.txt": "a\n"})
        hook(tmp_path, "pre-commit", "exit 1")
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()
        with pytest.raises(GitFailed):
            workspace.commit("ours")
        (tmp_path / ".git/hooks/pre-commit").unlink()

        workspace.commit("ours")

        assert ["a.txt"] == names_in_head(tmp_path)

    def test_a_hook_may_change_the_message(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"a.txt": "a\n"})
        hook(tmp_path, "commit-msg", 'echo "Checked-by: hook" >> "$1"')
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()
        workspace.commit("ours")

        assert (
            "ours\nChecked-by: hook\n"
            == git(tmp_path, "show", "--no-patch", "--format=%B").rstrip("\n") + "\n"
        )

    def test_commits_are_signed_where_git_is_told_to(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"a.txt": "a\n"})
        git(tmp_path, "config", "commit.gpgsign", "true")
        git(tmp_path, "config", "gpg.program", "false")
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()

        assert workspace.repository is not None
        assert workspace.repository.signs_commits()
        with pytest.raises(GitFailed, match=r"(?s)^git commit failed: .*gpg failed to sign the data"):
            workspace.commit("ours")

    def test_without_anything_staged_here_there_is_nothing_to_commit(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        make_tree(tmp_path, {"a.txt": "mine\n"})
        git(tmp_path, "add", "a.txt")

        with pytest.raises(GitFailed, match=r"^There is nothing to commit: stage first$"):
            workspace.commit("ours")

    def test_beside_other_staged_work_a_file_must_be_as_it_was_staged(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n", "b.txt": "b\n"}))
        make_tree(tmp_path, {"b.txt": "mine\n"})
        git(tmp_path, "add", "b.txt")
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()
        make_tree(tmp_path, {"a.txt": "A\nmine\n"})

        with pytest.raises(
            GitFailed, match=r"^changed since it was staged: a\.txt\. Nothing was committed\.$"
        ):
            workspace.commit("ours")

        assert "before\n" == git(tmp_path, "log", "--format=%s")

    @pytest.mark.parametrize("beside", [False, True])
    def test_a_file_with_changes_that_the_person_staged_before_is_not_committed(
        self, tmp_path: Path, beside: bool
    ) -> None:
        make_repository(tmp_path, {"a.txt": "a\nb\n", "b.txt": "b\n"})
        make_tree(tmp_path, {"a.txt": "a\ntheirs\n", "b.txt": "theirs\n"})
        git(tmp_path, "add", "a.txt", *(["b.txt"] if beside else []))
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "A\ntheirs\n"})
        workspace.stage()
        write(workspace, {"a.txt": "A A\ntheirs\n"})
        workspace.stage()

        with pytest.raises(
            GitFailed,
            match=r"^a\.txt also holds changes you staged before: commit with git yourself\. Nothing was",
        ):
            workspace.commit("ours")

        assert "before\n" == git(tmp_path, "log", "--format=%s")

    def test_before_the_first_commit_every_staged_file_counts(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        git(tmp_path, "init", "--quiet")
        git(tmp_path, "add", "a.txt")
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()

        with pytest.raises(GitFailed, match=r"^a\.txt also holds changes you staged before"):
            workspace.commit("ours")

    def test_a_file_whose_staged_changes_were_committed_since_is_ours_again(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"a.txt": "a\nb\n"})
        make_tree(tmp_path, {"a.txt": "a\ntheirs\n"})
        git(tmp_path, "add", "a.txt")
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "A\ntheirs\n"})
        workspace.stage()
        git(tmp_path, "commit", "--quiet", "--message=theirs")
        write(workspace, {"a.txt": "A A\ntheirs\n"})
        workspace.stage()

        workspace.commit("ours")

        assert "ours\ntheirs\nbefore\n" == git(tmp_path, "log", "--format=%s")

    @pytest.mark.parametrize(
        ("name", "what"),
        [
            ("MERGE_HEAD", "a merge"),
            ("CHERRY_PICK_HEAD", "a cherry-pick"),
            ("REVERT_HEAD", "a revert"),
            ("rebase-merge", "a rebase"),
            ("rebase-apply", "a rebase"),
        ],
    )
    def test_what_the_person_has_begun_is_not_ended(self, tmp_path: Path, name: str, what: str) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"sub/a.txt": "a\n"}) / "sub")
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()
        (tmp_path / ".git" / name).mkdir()

        with pytest.raises(GitFailed, match=rf"^{what} is in progress: commit with git yourself\."):
            workspace.commit("ours")

    def test_what_the_person_added_after_us_is_not_committed(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()
        make_tree(tmp_path, {"a.txt": "A\nmine\n"})
        git(tmp_path, "add", "a.txt")

        with pytest.raises(GitFailed, match=r"^changed since it was staged: a\.txt\. Nothing was committed"):
            workspace.commit("ours")

    @pytest.mark.parametrize("beside", [False, True])
    def test_a_hook_finds_files_by_pattern(self, tmp_path: Path, beside: bool) -> None:
        make_repository(tmp_path, {"sub/*.txt": "a\n", "mine": "m\n"})
        hook(tmp_path, "pre-commit", "git diff --cached --name-only -- '*.txt' > found")
        if beside:
            make_tree(tmp_path, {"mine": "M\n"})
            git(tmp_path, "add", "mine")
        workspace = Workspace.open(tmp_path / "sub")
        write(workspace, {"*.txt": "A\n"})
        workspace.stage()
        workspace.commit("ours")

        assert "sub/*.txt\n" == (tmp_path / "found").read_text()
        assert ["sub/*.txt"] == names_in_head(tmp_path)


class TestPrivateFiles:
    def test_they_lie_in_gits_folder_and_only_their_owner_may_read_them(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"sub/a.txt": ""}) / "sub")

        kept = workspace.keep("review.json", b"{}")

        assert tmp_path / ".git/editreview/review.json" == Path(os.path.realpath(kept))
        assert (b"{}", 0o600) == (kept.read_bytes(), stat.S_IMODE(kept.stat().st_mode))

    def test_a_linked_work_tree_has_its_own(self, tmp_path: Path) -> None:
        make_repository(tmp_path / "main", {"a.txt": ""})
        git(tmp_path / "main", "worktree", "add", "--quiet", "../linked")

        kept = Workspace.open(tmp_path / "linked").keep("review.json", b"{}")

        assert tmp_path / "main/.git/worktrees/linked/editreview/review.json" == Path(os.path.realpath(kept))

    def test_without_git_they_lie_in_the_persons_state_folder(self, tmp_path: Path) -> None:
        kept = Workspace.open(tmp_path).keep("review.json", b"{}")

        assert Path(os.environ["XDG_STATE_HOME"]) / "editreview/review.json" == kept


def hook(root: Path, name: str, script: str) -> None:
    path = root / ".git/hooks" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


class TestRepository:
    def test_the_branch_has_a_name_also_without_a_commit_and_when_detached(self, tmp_path: Path) -> None:
        git(tmp_path, "init", "--quiet", "--initial-branch=trunk")
        repository = Workspace.open(tmp_path).repository
        assert repository is not None
        assert "trunk" == repository.branch()

        git(tmp_path, "commit", "--quiet", "--allow-empty", "--message=x")
        git(tmp_path, "checkout", "--quiet", "--detach")

        assert git(tmp_path, "rev-parse", "--short", "HEAD").strip() == repository.branch()
