"""Repositories of every kind: linked, nested, named by the environment, without a commit, locked."""

import os
import subprocess
import threading
import time
from pathlib import Path

import pytest

from editreview.errors import GitFailed, Refused
from editreview.workspace import Workspace, scratch_tree
from tests.builders import files_of, git, make_repository, make_tree
from tests.workspace.acting import commit, edit, in_head, in_index, names_in_head, stage, staged, write

LINES = b"".join(b"line %d\n" % number for number in range(1, 21))
THEIRS = LINES.replace(b"line 3", b"mine 3")
OURS = LINES.replace(b"line 15", b"ours 15")


def ours(data: bytes) -> bytes:
    return data.replace(b"line 15", b"ours 15")


def stages_and_commits_ours(root: Path, path: str = "a.txt") -> None:
    """Edit a file that the user has changed too, and stage and commit only the edit."""
    (root / path).write_bytes(THEIRS)
    make_tree(root, {"theirs.txt": "mine\n"})
    git(root, "add", "theirs.txt")
    workspace = Workspace.open(root)
    edit(workspace, path, ours)

    assert [path] == stage(workspace), workspace.not_staged
    commit(workspace)
    assert OURS == in_index(root, f"./{path}") == in_head(root, f"./{path}")
    assert "A" in git(root, "status", "--short", "theirs.txt")


class TestOnlyOursIsStagedAndCommitted:
    """The user has staged another file, and has changed this one too if a commit has it."""

    def test_in_a_linked_work_tree(self, tmp_path: Path) -> None:
        make_repository(tmp_path / "main", {"a.txt": LINES})
        git(tmp_path / "main", "worktree", "add", "--quiet", "../linked")

        stages_and_commits_ours(tmp_path / "linked")
        assert [] == Workspace.open(tmp_path / "linked").notes()

    def test_in_a_folder_below_the_top(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"sub/a.txt": LINES, "a.txt": "top\n"})

        stages_and_commits_ours(tmp_path / "sub")

    def test_inside_a_submodule(self, tmp_path: Path) -> None:
        make_repository(tmp_path / "inner", {"a.txt": LINES})
        make_repository(tmp_path / "outer", {"o.txt": "o\n"})
        git(
            tmp_path / "outer",
            "-c",
            "protocol.file.allow=always",
            "submodule",
            "--quiet",
            "add",
            "../inner",
            "sub",
        )
        git(tmp_path / "outer", "commit", "--quiet", "--message=sub")

        with pytest.raises(Refused, match=r"^sub/a\.txt belongs to another repository, at sub$"):
            Workspace.open(tmp_path / "outer").locate("sub/a.txt")
        stages_and_commits_ours(tmp_path / "outer/sub")

    def test_where_the_environment_names_gits_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        make_repository(tmp_path / "top", {"a.txt": LINES})
        (tmp_path / "top/.git").rename(tmp_path / "elsewhere")
        monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
        monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "top"))

        stages_and_commits_ours(tmp_path / "top")

    @pytest.mark.parametrize("is_relative", [False, True])
    def test_where_the_environment_names_the_index(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_relative: bool
    ) -> None:
        root = make_repository(tmp_path, {"a.txt": LINES})
        usual = (root / ".git/index").read_bytes()
        (root / ".git/other").write_bytes(usual)
        monkeypatch.setenv("GIT_INDEX_FILE", ".git/other" if is_relative else str(root / ".git/other"))

        stages_and_commits_ours(root)
        assert usual == (root / ".git/index").read_bytes()

    def test_with_an_index_that_is_split(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": LINES})
        git(root, "update-index", "--split-index")

        stages_and_commits_ours(root)

    @pytest.mark.parametrize("objects", ["sha1", "sha256"])
    def test_with_names_of_objects_of_either_length(self, tmp_path: Path, objects: str) -> None:
        git(tmp_path, "init", "--quiet", f"--object-format={objects}")
        make_repository(tmp_path, {"a.txt": LINES})

        stages_and_commits_ours(tmp_path)

    def test_before_the_first_commit(self, tmp_path: Path) -> None:
        git(tmp_path, "init", "--quiet", "--initial-branch=main")
        make_tree(tmp_path, {"theirs.txt": "mine\n"})
        git(tmp_path, "add", "theirs.txt")
        workspace = Workspace.open(tmp_path)
        write(workspace, {"a.txt": "ours\n"})

        assert ["a.txt"] == stage(workspace)
        assert ["theirs.txt"] == workspace.staged_by_user()
        commit(workspace)
        assert ["a.txt"] == names_in_head(tmp_path)
        assert "A  theirs.txt\n" == git(tmp_path, "status", "--short")


@pytest.mark.parametrize("worktree", ["../elsewhere", "..", "sub"])
def test_a_setting_that_moves_the_work_tree_gives_a_note(
    tmp_path: Path, worktree: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`core.worktree` must not decide unseen which files are edited."""
    root = make_repository(tmp_path / "root", {"a.txt": LINES, "sub/a.txt": LINES})
    make_tree(tmp_path, {"elsewhere/a.txt": LINES, "a.txt": LINES})
    git(root, "config", "core.worktree", str(root / worktree))
    monkeypatch.chdir(root)

    workspace = Workspace.open()
    edit(workspace, "a.txt", ours)

    assert root == workspace.root.folder
    assert OURS == (root / "a.txt").read_bytes()
    assert any("core.worktree" in note and "nothing is staged" in note for note in workspace.notes())
    assert LINES == (tmp_path / "a.txt").read_bytes() == (tmp_path / "elsewhere/a.txt").read_bytes()


def test_a_root_that_a_setting_moved_gives_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_repository(tmp_path / "root", {"sub/deep/a.txt": LINES})
    git(root, "config", "core.worktree", str(root / "sub"))
    monkeypatch.chdir(root / "sub/deep")

    workspace = Workspace.open()

    assert [f"core.worktree is set: the root is {root / 'sub'}"] == workspace.notes()


def test_during_a_merge_ours_is_staged_and_committing_is_left_to_the_user(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {"a.txt": LINES, "b.txt": "b\n"})
    for branch, text in (("other", "theirs\n"), ("main", "ours\n")):
        git(root, "checkout", "--quiet", *(["-b"] if branch == "other" else []), branch)
        make_tree(root, {"b.txt": text})
        git(root, "commit", "--quiet", "--all", f"--message={branch}")
    subprocess.run(["git", "merge", "--quiet", "other"], cwd=root, capture_output=True, check=False)
    workspace = Workspace.open(root)
    edit(workspace, "a.txt", ours)

    assert ["a.txt"] == stage(workspace)
    assert workspace.repository is not None
    assert "a merge" == workspace.repository.in_progress()
    with pytest.raises(GitFailed, match=r"^a merge is in progress; commit with git yourself\. Nothing was"):
        commit(workspace)
    assert "UU b.txt\n" in git(root, "status", "--short")


class TestLockedIndex:
    def test_another_git_process_is_waited_for(self, tmp_path: Path) -> None:
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        write(workspace, {"a.txt": "ours\n"})
        lock = tmp_path / ".git/index.lock"
        lock.touch()

        def go() -> None:
            time.sleep(0.3)
            lock.unlink()

        other = threading.Thread(target=go)
        other.start()
        assert ["a.txt"] == stage(workspace)
        other.join()

    @pytest.mark.parametrize("at", ["staging", "committing"])
    def test_a_lock_that_stays_is_reported_with_advice(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
    ) -> None:
        monkeypatch.setattr("editreview.workspace.git._LOCK_TIMEOUT_S", 0.2)
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        write(workspace, {"a.txt": "ours\n"})
        if at == "committing":
            stage(workspace)
        (tmp_path / ".git/index.lock").touch()

        with pytest.raises(
            GitFailed,
            match=r"^another git process is writing the index: .*/\.git/index\.lock exists\. "
            r"No git process was found here. If none is running, a killed one left the lock; remove it\.$",
        ):
            stage(workspace) if at == "staging" else commit(workspace)

        (tmp_path / ".git/index.lock").unlink()
        if at == "staging":
            assert ["a.txt"] == stage(workspace)
        commit(workspace)
        assert b"ours\n" == in_head(tmp_path, "a.txt")

    @pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="the system does not tell")
    @pytest.mark.parametrize("command", ["git cat-file", "git-cat-file"])
    def test_the_process_that_holds_it_is_named(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
    ) -> None:
        """The latter form is that of `git gui`."""
        folder = subprocess.check_output(["git", "--exec-path"], text=True).strip()
        monkeypatch.setenv("PATH", f"{os.environ['PATH']}:{folder}")
        monkeypatch.setattr("editreview.workspace.git._LOCK_TIMEOUT_S", 0.2)
        workspace = Workspace.open(make_repository(tmp_path, {"a.txt": "a\n"}))
        write(workspace, {"a.txt": "ours\n"})
        (tmp_path / ".git/index.lock").touch()
        with subprocess.Popen(
            [*command.split(), "--batch"], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
        ) as other:
            with pytest.raises(
                GitFailed, match=rf"Running here: `{command} --batch` \(process {other.pid}\)\.$"
            ):
                workspace.stage()
            assert other.stdin is not None
            other.stdin.close()
        assert "" == staged(tmp_path)


def test_a_copy_of_the_index_is_as_old_as_the_index(tmp_path: Path) -> None:
    """Git takes a file to be as its entry says if both have one size and time, and the index is younger."""
    root = make_repository(tmp_path / "root", {"a.txt": LINES})
    os.utime(root / ".git/index", (1_000_000_000, 1_000_000_000))
    repository = Workspace.open(root).repository
    assert repository is not None
    repository.copy_index(tmp_path / "copy")

    copied, index = (tmp_path / "copy").stat(), (root / ".git/index").stat()
    assert (index.st_mtime_ns, index.st_size, 0o600) == (
        copied.st_mtime_ns,
        copied.st_size,
        copied.st_mode & 0o777,
    )


@pytest.mark.parametrize("named", [{"GIT_DIR"}, {"GIT_DIR", "GIT_WORK_TREE"}, {"GIT_INDEX_FILE"}])
def test_a_temporary_tree_is_not_the_one_that_the_environment_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: set[str]
) -> None:
    """Git names the repository for aliases and hooks, and so do users whose home folder is a work tree."""
    root = make_repository(tmp_path / "root", {"a.txt": "a\n", "b.txt": "b\n"})
    make_tree(root, {"b.txt": "mine\n", "untracked.txt": "mine\n"})
    before, status = files_of(root), git(root, "status", "--porcelain")
    variables = {"GIT_DIR": root / ".git", "GIT_WORK_TREE": root, "GIT_INDEX_FILE": root / ".git/index"}
    for name in named:
        monkeypatch.setenv(name, str(variables[name]))
    repository = Workspace.open(root).repository
    assert repository is not None
    with scratch_tree(repository) as tree:
        tree.put({"a.txt": b"new\n"})
        first = files_of(tree.root)
        tree.put({})
        tree.repair()
        assert (before, before | {"a.txt": b"new\n"}) == (files_of(tree.root), first)
    for name in named:
        monkeypatch.delenv(name)

    assert (before, status) == (files_of(root), git(root, "status", "--porcelain"))


def test_a_submodule_is_listed_as_no_file(tmp_path: Path) -> None:
    inner = make_repository(tmp_path / "inner", {"x.txt": "x\n"})
    root = make_repository(tmp_path / "tree", {"a.txt": "one\n"})
    git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "lib")
    assert [".gitmodules", "a.txt"] == sorted(Workspace.open(root).paths())
