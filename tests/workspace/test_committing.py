"""Committing through git: ours, with its hooks, and nothing else that the user has staged."""

from pathlib import Path

import pytest

from editreview.errors import GitFailed
from editreview.workspace import Workspace
from tests.builders import git, make_repository, make_tree
from tests.workspace.acting import commit, hook, in_head, names_in_head, staged, write


class TestCommitting:
    def test_it_commits_what_was_staged_here(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        write(workspace, {"a.txt": "A\n", "new.txt": "n\n"})
        workspace.stage()

        said = commit(workspace, "Change a\n\nBecause.")

        assert said.output.startswith("[main ")
        assert "Change a\n\nBecause.\n\n" == git(tmp_path, "show", "--no-patch", "--format=%B")
        assert ["a.txt", "new.txt"] == names_in_head(tmp_path)
        assert "" == git(tmp_path, "status", "--short")

    def test_other_changes_that_the_user_staged_stay_staged_and_are_not_committed(
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

        commit(workspace, "ours")

        assert ["a.txt", "new.txt"] == names_in_head(tmp_path)
        assert before == staged(tmp_path)

    def test_unstaged_changes_are_not_committed(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n", "b.txt": "b\n"}))
        make_tree(tmp_path, {"b.txt": "mine\n"})
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()

        commit(workspace, "ours")

        assert ["a.txt"] == names_in_head(tmp_path)
        assert " M b.txt\n" == git(tmp_path, "status", "--short")

    def test_the_message_of_a_refusing_hook_is_in_the_error(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"a.txt": "a\n"})
        hook(tmp_path, "pre-commit", "echo 'the linter found a long line' >&2; exit 1")
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()

        with pytest.raises(GitFailed, match=r"^git commit failed: the linter found a long line$"):
            commit(workspace, "ours")

        assert "before\n" == git(tmp_path, "log", "--format=%s")
        assert "M  a.txt\n" == git(tmp_path, "status", "--short")

    def test_after_a_hook_refused_the_commit_can_be_tried_again(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"a.txt": "a\n"})
        hook(tmp_path, "pre-commit", "exit 1")
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()
        with pytest.raises(GitFailed):
            commit(workspace, "ours")
        (tmp_path / ".git/hooks/pre-commit").unlink()

        commit(workspace, "ours")

        assert ["a.txt"] == names_in_head(tmp_path)

    def test_a_hook_may_change_the_message(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"a.txt": "a\n"})
        hook(tmp_path, "commit-msg", 'echo "Checked-by: hook" >> "$1"')
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()
        commit(workspace, "ours")

        assert (
            "ours\nChecked-by: hook\n"
            == git(tmp_path, "show", "--no-patch", "--format=%B").rstrip("\n") + "\n"
        )

    def test_commits_are_signed_if_git_is_configured_so(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"a.txt": "a\n"})
        git(tmp_path, "config", "commit.gpgsign", "true")
        git(tmp_path, "config", "gpg.program", "false")
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()

        assert workspace.repository is not None
        assert workspace.repository.signs_commits()
        with pytest.raises(GitFailed, match=r"(?s)^git commit failed: .*gpg failed to sign the data"):
            commit(workspace, "ours")

    def test_without_anything_staged_here_there_is_nothing_to_commit(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        make_tree(tmp_path, {"a.txt": "mine\n"})
        git(tmp_path, "add", "a.txt")

        with pytest.raises(GitFailed, match=r"^There is nothing to commit; stage first$"):
            commit(workspace, "ours")

    def test_what_the_user_committed_and_was_staged_there_and_back_again_is_nothing_to_commit(
        self, tmp_path: Path
    ) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        for text in ("A\n", "B\n", "A\n"):
            write(workspace, {"a.txt": text})
            workspace.stage()
            if text == "A\n":
                git(tmp_path, "commit", "--quiet", "--allow-empty", "--message=theirs")

        with pytest.raises(GitFailed, match=r"^There is nothing to commit; stage first$"):
            commit(workspace)

    def test_later_changes_of_the_user_to_a_staged_file_are_not_committed(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n", "b.txt": "b\n"}))
        make_tree(tmp_path, {"b.txt": "mine\n"})
        git(tmp_path, "add", "b.txt")
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()
        make_tree(tmp_path, {"a.txt": "A\nmine\n"})

        commit(workspace, "ours")

        assert b"A\n" == in_head(tmp_path, "a.txt")
        assert " M a.txt\nM  b.txt\n" == git(tmp_path, "status", "--short")

    def test_before_the_first_commit_every_staged_file_counts(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        git(tmp_path, "init", "--quiet")
        git(tmp_path, "add", "a.txt")
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()

        with pytest.raises(GitFailed, match=r"^a\.txt also has changes you staged to the same lines; "):
            commit(workspace, "ours")

    def test_after_the_user_commits_their_staged_changes_a_file_is_ours_again(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"a.txt": "a\nb\n"})
        make_tree(tmp_path, {"a.txt": "a\ntheirs\n"})
        git(tmp_path, "add", "a.txt")
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "A\ntheirs\n"})
        workspace.stage()
        git(tmp_path, "commit", "--quiet", "--message=theirs")
        write(workspace, {"a.txt": "A A\ntheirs\n"})
        workspace.stage()

        commit(workspace, "ours")

        assert "ours\ntheirs\nbefore\n" == git(tmp_path, "log", "--format=%s")

    @pytest.mark.parametrize(
        ("name", "what"),
        [
            ("MERGE_HEAD", "a merge"),
            ("CHERRY_PICK_HEAD", "a cherry-pick"),
            ("REVERT_HEAD", "a revert"),
            ("rebase-merge", "a rebase"),
            ("rebase-apply", "a rebase"),
            ("rebase-apply/applying", "git am"),
        ],
    )
    def test_an_operation_in_progress_is_not_concluded(self, tmp_path: Path, name: str, what: str) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"sub/a.txt": "a\n"}) / "sub")
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()
        (tmp_path / ".git" / name).mkdir(parents=True)

        with pytest.raises(GitFailed, match=rf"^{what} is in progress; commit with git yourself\."):
            commit(workspace, "ours")

    def test_changes_that_the_user_staged_after_ours_are_not_committed(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        write(workspace, {"a.txt": "A\n"})
        workspace.stage()
        make_tree(tmp_path, {"a.txt": "A\nmine\n"})
        git(tmp_path, "add", "a.txt")

        with pytest.raises(GitFailed, match=r"^changed after it was staged: a\.txt\. Nothing was committed"):
            commit(workspace, "ours")

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
        commit(workspace, "ours")

        assert "sub/*.txt\n" == (tmp_path / "found").read_text()
        assert ["sub/*.txt"] == names_in_head(tmp_path)
