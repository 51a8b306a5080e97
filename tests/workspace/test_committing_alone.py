"""Committing ours alone where the user has staged work too, what hooks change then, and taking it back."""

from pathlib import Path

import pytest

from editreview.errors import GitFailed
from editreview.workspace import CommitRequest, Workspace
from tests.builders import git, make_repository, make_tree
from tests.workspace.acting import (
    commit,
    edit,
    hook,
    in_head,
    in_index,
    move,
    names_in_head,
    stage,
    staged,
    write,
)

LINES = b"".join(b"line %d\n" % number for number in range(1, 21))
THEIRS = LINES.replace(b"line 3", b"mine 3")
OURS = LINES.replace(b"line 15", b"ours 15")
BOTH = OURS.replace(b"line 3", b"mine 3")


def ours(data: bytes) -> bytes:
    return data.replace(b"line 15", b"ours 15")


@pytest.fixture
def mixed(tmp_path: Path) -> Workspace:
    """A file of which the user has staged one line and we another, and a staged file of theirs."""
    root = make_repository(tmp_path, {"a.txt": LINES, "b.txt": "b\n"})
    make_tree(root, {"a.txt": THEIRS, "b.txt": "mine\n"})
    git(root, "add", "--all")
    workspace = Workspace.open(root)
    edit(workspace, "a.txt", ours)
    assert ["a.txt"] == stage(workspace)
    return workspace


class TestCommittingOnlyOurs:
    def test_lines_of_the_same_file_are_separated(self, mixed: Workspace, tmp_path: Path) -> None:
        assert ["a.txt", "b.txt"] == mixed.staged_by_user()

        commit(mixed)

        assert OURS == in_head(tmp_path, "a.txt")
        assert ["a.txt"] == names_in_head(tmp_path)
        assert BOTH == in_index(tmp_path, "a.txt") == (tmp_path / "a.txt").read_bytes()
        assert "--- a/a.txt\n+++ b/a.txt\n-line 3\n+mine 3\n--- a/b.txt\n+++ b/b.txt\n-b\n+mine\n" == staged(
            tmp_path
        )

    def test_no_files_are_left_in_gits_folder(self, mixed: Workspace, tmp_path: Path) -> None:
        commit(mixed)

        assert [] == [path.name for path in (tmp_path / ".git/editreview").glob("index*")]

    def test_the_users_changes_are_included_on_request(self, mixed: Workspace, tmp_path: Path) -> None:
        mixed.commit(CommitRequest("both", with_user_changes=True))

        assert BOTH == in_head(tmp_path, "a.txt")
        assert ["a.txt", "b.txt"] == names_in_head(tmp_path)
        assert "" == git(tmp_path, "status", "--short")

    def test_a_mode_that_the_user_staged_is_not_committed(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": LINES})
        (root / "a.txt").chmod(0o755)
        git(root, "add", "a.txt")
        workspace = Workspace.open(root)
        edit(workspace, "a.txt", ours)
        stage(workspace)

        commit(workspace)

        assert OURS == in_head(root, "a.txt")
        assert git(root, "ls-tree", "HEAD", "a.txt").startswith("100644 ")
        assert git(root, "ls-files", "--stage", "a.txt").startswith("100755 ")

    def test_lines_with_changes_of_both_are_refused(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": LINES})
        make_tree(root, {"a.txt": LINES.replace(b"line 15", b"mine 15")})
        git(root, "add", "a.txt")
        workspace = Workspace.open(root)
        edit(workspace, "a.txt", lambda data: data.replace(b"mine 15", b"ours 15"))
        stage(workspace)

        with pytest.raises(
            GitFailed,
            match=r"^a\.txt also has changes you staged to the same lines; commit with git yourself\. ",
        ):
            commit(workspace)

        assert "before\n" == git(root, "log", "--format=%s")
        assert "M  a.txt\n" == git(root, "status", "--short")

    def test_a_removal_that_the_user_staged_is_not_committed_for_a_file_in_its_place(
        self, tmp_path: Path
    ) -> None:
        root = make_repository(tmp_path, {"d": "d\n"})
        git(root, "rm", "-q", "d")
        workspace = Workspace.open(root)
        write(workspace, {"d/x.txt": "x\n"})
        assert ["d/x.txt"] == stage(workspace)

        with pytest.raises(GitFailed, match=r"HEAD has d in the place of d/x\.txt"):
            commit(workspace)
        assert ["d"] == names_in_head(root)
        assert "A  d/x.txt\nD  d\n" == "".join(
            sorted(git(root, "status", "--short").splitlines(keepends=True))
        )

    def test_several_stagings_with_the_users_in_between_are_one_commit(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": LINES})
        workspace = Workspace.open(root)
        edit(workspace, "a.txt", ours)
        stage(workspace)
        (root / "a.txt").write_bytes(BOTH)
        git(root, "add", "a.txt")
        edit(workspace, "a.txt", lambda data: data.replace(b"line 18", b"ours 18"))
        stage(workspace)

        assert ["a.txt"] == workspace.staged_by_user()
        commit(workspace)

        assert OURS.replace(b"line 18", b"ours 18") == in_head(root, "a.txt")
        assert "--- a/a.txt\n+++ b/a.txt\n-line 3\n+mine 3\n" == staged(root)

    def test_a_moved_file_leaves_the_users_lines_staged(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": LINES})
        make_tree(root, {"a.txt": THEIRS})
        git(root, "add", "a.txt")
        workspace = Workspace.open(root)
        move(workspace, "a.txt", "b.txt", ours)
        stage(workspace)

        commit(workspace)

        assert OURS == in_head(root, "b.txt")
        assert ["a.txt", "b.txt"] == sorted(
            git(root, "show", "--no-renames", "--format=", "--name-only").split()
        )
        assert "--- a/b.txt\n+++ b/b.txt\n-line 3\n+mine 3\n" == staged(root)

    def test_a_removed_file_with_staged_lines_of_the_user_is_refused(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": LINES})
        make_tree(root, {"a.txt": THEIRS})
        git(root, "add", "a.txt")
        workspace = Workspace.open(root)
        edit(workspace, "a.txt", lambda data: None)
        stage(workspace)

        with pytest.raises(GitFailed, match=r"^a\.txt also has changes you staged"):
            commit(workspace)

    def test_flags_of_other_files_stay(self, mixed: Workspace, tmp_path: Path) -> None:
        git(tmp_path, "update-index", "--skip-worktree", "b.txt")
        before = git(tmp_path, "ls-files", "-v")
        commit(mixed)

        assert before == git(tmp_path, "ls-files", "-v")

    def test_files_with_intent_to_add_stay_so(self, mixed: Workspace, tmp_path: Path) -> None:
        make_tree(tmp_path, {"later.txt": "l\n"})
        git(tmp_path, "add", "--intent-to-add", "later.txt")
        commit(mixed)

        assert " A later.txt\n" in git(tmp_path, "status", "--short")
        assert ["a.txt"] == names_in_head(tmp_path)

    def test_changes_that_the_user_unstaged_since_are_not_committed(
        self, mixed: Workspace, tmp_path: Path
    ) -> None:
        git(tmp_path, "reset", "--quiet", "a.txt")

        with pytest.raises(
            GitFailed, match=r"^changed after it was staged: a\.txt\. Nothing was committed\.$"
        ):
            commit(mixed)

    def test_changes_that_the_user_committed_are_not_committed_again(
        self, mixed: Workspace, tmp_path: Path
    ) -> None:
        git(tmp_path, "commit", "--quiet", "--message=theirs")

        with pytest.raises(GitFailed, match=r"^There is nothing to commit; stage first$"):
            commit(mixed)

    def test_on_a_detached_head(self, mixed: Workspace, tmp_path: Path) -> None:
        git(tmp_path, "checkout", "--quiet", "--detach")
        commit(mixed)

        assert OURS == in_head(tmp_path, "a.txt")

    def test_the_last_commit_can_be_amended(self, mixed: Workspace, tmp_path: Path) -> None:
        made = mixed.commit(CommitRequest("better", amend=True))

        assert "better\n" == git(tmp_path, "log", "--format=%s")
        assert OURS == in_head(tmp_path, "a.txt")
        assert made.commit == git(tmp_path, "rev-parse", "HEAD").strip()
        assert made.before != made.commit

    def test_the_output_of_hooks_arrives_at_once_and_in_order(self, mixed: Workspace, tmp_path: Path) -> None:
        hook(tmp_path, "pre-commit", "echo one >&2\necho two >&2")
        heard: list[str] = []
        made = mixed.commit(CommitRequest("ours"), heard.append)

        assert ["one", "two"] == [line for line in heard if line in ("one", "two")]
        assert "[main " in made.output


class TestHooks:
    def test_a_formatting_hook_leaves_no_revert_staged(self, mixed: Workspace, tmp_path: Path) -> None:
        """In the file that both have staged, the hook's change comes to the index beside theirs."""
        hook(tmp_path, "pre-commit", "sed -i 's/line 19/LINE 19/' a.txt && git add a.txt")
        make_tree(tmp_path, {"a.txt": OURS})
        commit(mixed)

        assert OURS.replace(b"line 19", b"LINE 19") == in_head(tmp_path, "a.txt")
        assert BOTH.replace(b"line 19", b"LINE 19") == in_index(tmp_path, "a.txt")

    def test_a_hook_may_format_only_our_file(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": "a\n", "b.txt": "b\n"})
        hook(root, "pre-commit", "tr a-z A-Z < a.txt > t && mv t a.txt && git add a.txt")
        make_tree(root, {"b.txt": "mine\n"})
        git(root, "add", "b.txt")
        workspace = Workspace.open(root)
        write(workspace, {"a.txt": "ours\n"})
        stage(workspace)
        commit(workspace)

        assert b"OURS\n" == in_head(root, "a.txt")
        assert "M  b.txt\n" == git(root, "status", "--short")

    def test_a_commit_that_a_hook_makes_on_top_is_not_undone_with_ours(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": "a\n"})
        on_top = 'if [ -z "$ON_TOP" ]; then ON_TOP=1 git commit -q --allow-empty -m top; fi'
        hook(root, "post-commit", on_top)
        workspace = Workspace.open(root)
        write(workspace, {"a.txt": "A\n"})
        stage(workspace)
        made = commit(workspace)

        assert "ours" == git(root, "log", "-1", "--format=%s", made.commit).strip()
        with pytest.raises(GitFailed, match="no longer the last commit"):
            workspace.uncommit(made)

    def test_a_commit_that_a_hook_amends_and_builds_on_is_told_from_those(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": "a\n"})
        steps = "git commit -q --amend -m amended; git commit -q --allow-empty -m top"
        hook(root, "post-commit", f'if [ -z "$ON_TOP" ]; then export ON_TOP=1; {steps}; fi')
        workspace = Workspace.open(root)
        write(workspace, {"a.txt": "A\n"})
        stage(workspace)
        made = commit(workspace)

        assert "amended" == git(root, "log", "-1", "--format=%s", made.commit).strip()
        with pytest.raises(GitFailed, match="no longer the last commit"):
            workspace.uncommit(made)

    def test_a_file_that_a_hook_adds_is_in_the_index_too(self, mixed: Workspace, tmp_path: Path) -> None:
        hook(tmp_path, "pre-commit", "echo 2 > version && git add version")
        commit(mixed)

        assert ["a.txt", "version"] == names_in_head(tmp_path)
        assert "MM" not in git(tmp_path, "status", "--short")
        assert "version" not in git(tmp_path, "status", "--short")

    def test_a_refusing_hook_changes_nothing(self, mixed: Workspace, tmp_path: Path) -> None:
        hook(tmp_path, "pre-commit", "echo no >&2; exit 1")
        before = git(tmp_path, "ls-files", "--stage")

        with pytest.raises(GitFailed, match=r"^git commit failed: no$"):
            commit(mixed)

        assert before == git(tmp_path, "ls-files", "--stage")
        assert [] == [path.name for path in (tmp_path / ".git/editreview").glob("index*")]
        mixed.commit(CommitRequest("past it", no_verify=True))
        assert OURS == in_head(tmp_path, "a.txt")

    def test_a_hook_sees_only_the_committed_changes(self, mixed: Workspace, tmp_path: Path) -> None:
        hook(tmp_path, "pre-commit", "git diff --cached --unified=0 > seen")
        commit(mixed)

        seen = (tmp_path / "seen").read_text()
        assert "+ours 15" in seen
        assert "mine" not in seen


class TestUndoingACommit:
    def test_files_and_index_stay_so_that_it_can_be_committed_again(
        self, mixed: Workspace, tmp_path: Path
    ) -> None:
        before = git(tmp_path, "ls-files", "--stage")
        made = commit(mixed)
        mixed.uncommit(made)

        assert "before\n" == git(tmp_path, "log", "--format=%s")
        assert before == git(tmp_path, "ls-files", "--stage")
        assert {"a.txt"} == mixed.staged
        commit(mixed)
        assert OURS == in_head(tmp_path, "a.txt")

    def test_the_first_commit_can_be_undone(self, tmp_path: Path) -> None:
        git(tmp_path, "init", "--quiet", "--initial-branch=main")
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "ours\n"})
        stage(workspace)
        made = commit(workspace)
        assert made.before is None
        workspace.uncommit(made)

        assert "A  a.txt\n" == git(tmp_path, "status", "--short")

    def test_an_amended_commit_is_restored(self, mixed: Workspace, tmp_path: Path) -> None:
        last = git(tmp_path, "rev-parse", "HEAD")
        made = mixed.commit(CommitRequest("better", amend=True))
        mixed.uncommit(made)

        assert last == git(tmp_path, "rev-parse", "HEAD")

    def test_a_commit_below_another_is_not_undone(self, mixed: Workspace, tmp_path: Path) -> None:
        made = commit(mixed)
        git(tmp_path, "commit", "--quiet", "--message=later")

        with pytest.raises(
            GitFailed,
            match=rf"is no longer the last commit here; undo it with `git revert {made.commit[:10]}`$",
        ):
            mixed.uncommit(made)

    def test_a_commit_is_not_undone_during_a_merge(self, mixed: Workspace, tmp_path: Path) -> None:
        made = commit(mixed)
        (tmp_path / ".git/MERGE_HEAD").write_text(f"{made.commit}\n")

        with pytest.raises(GitFailed, match=r"^a merge is in progress; finish or abort it first$"):
            mixed.uncommit(made)
        assert made.commit == git(tmp_path, "rev-parse", "HEAD").strip()

    def test_a_pushed_commit_is_not_undone(self, mixed: Workspace, tmp_path: Path) -> None:
        made = commit(mixed)
        git(tmp_path, "update-ref", "refs/remotes/origin/main", made.commit)

        with pytest.raises(GitFailed, match=r"is already on origin/main; undo it with `git revert "):
            mixed.uncommit(made)
        assert made.commit == git(tmp_path, "rev-parse", "HEAD").strip()
