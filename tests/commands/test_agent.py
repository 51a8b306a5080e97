"""`editreview agent` without a terminal: usage, and what is saved of an agent that ran."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from editreview.agents.edits import AgentTree
from editreview.errors import GitFailed
from editreview.review import Review, resume
from editreview.workspace import Workspace
from tests.agents.peer import needs_acp
from tests.builders import files_of, git, make_repository, make_tree
from tests.programs import run, run_alone

FILES = {"a.txt": "a\nb\nc\n", "b.txt": "x\ny\n", ".gitignore": "*.log\n"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "root", FILES)


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for temporary trees: nothing is left there."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    yield folder
    assert [] == list(folder.glob("editreview-scratch-*"))


def agent(root: Path, script: str, *options: str) -> tuple[int, str, str]:
    """Run a shell script as an agent. Returns the status, the output and the errors."""
    ended = run(root, "agent", "--plain", *options, "--", "sh", "-c", script)
    return ended.status, ended.out, ended.err


class TestUsage:
    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (["--", "agent"], "--prompt TEXT gives the agent its task"),
            (["--prompt", "  ", "--", "agent"], "the prompt is empty"),
            (["--prompt", "@gone", "--", "agent"], "cannot read the prompt: No such file or directory"),
            (["--plain", "--prompt", "x", "--", "agent"], "--prompt needs an agent that speaks ACP"),
            (["--plain", "--", "no-such-agent"], "no-such-agent cannot be started"),
            (["--plain"], "the argument -- COMMAND … is missing. See `editreview agent --help`"),
            (["--resume", "--prompt", "x", "--", "agent"], "where `B` writes the prompt: leave out --prompt"),
            (["--resume", "--plain", "--", "agent"], "leave out --plain"),
            (["--resume", "--", "agent"], "no saved review for"),
        ],
    )
    def test_what_is_wrong_is_named(self, root: Path, arguments: list[str], sentence: str) -> None:
        ended = run(root, "agent", *arguments, response="")

        assert 2 == ended.status
        assert sentence in ended.err

    def test_it_needs_a_repository(self, tmp_path: Path) -> None:
        folder = make_tree(tmp_path / "none", FILES)
        ended = run(folder, "agent", "--plain", "--", "true", response="")

        assert 2 == ended.status
        assert "is not in a git repository" in ended.err

    def test_it_needs_a_folder_that_can_be_written(self, root: Path) -> None:
        make_tree(root, {".git/editreview/scratch": "in the way"})
        ended = run(root, "agent", "--plain", "--", "touch", str(root / "ran"))

        assert 3 == ended.status
        assert ended.err.startswith("editreview: a temporary work tree cannot be made: File exists (")
        assert not (root / "ran").exists()

    @needs_acp
    def test_without_a_terminal_an_acp_agent_is_not_run(self, root: Path) -> None:
        ended = run(root, "agent", "--prompt", "x", "--", "touch", str(root / "ran"), response="")

        assert 2 == ended.status
        assert "a review needs a terminal" in ended.err
        assert not (root / "ran").exists()


class TestPlain:
    def test_what_it_wrote_is_saved_as_a_review_and_the_tree_is_as_before(self, root: Path) -> None:
        make_tree(root, {"a.txt": "a\nb\nmine\n", "u.txt": "untracked\n"})
        before = files_of(root)
        status, out, err = agent(
            root,
            "cat u.txt; sed -i s/b/B/ a.txt; rm b.txt; echo more >> u.txt; printf 'no end' > d.txt; exit 3",
        )

        assert (1, "untracked\n") == (status, out)
        assert "sh ended with status 3" in err
        assert before == files_of(root)
        assert " M a.txt\n?? u.txt\n" == git(root, "status", "--short")
        resumed = resume_all(root)
        assert {"a.txt", "b.txt", "u.txt", "d.txt"} == {p.path for p in resumed.proposals}
        assert {"exact"} == {p.strategy for p in resumed.proposals}
        resumed.decide({p.key: resumed.acceptance(p) for p in resumed.proposals})
        resumed.write()
        expected = {"a.txt": b"a\nB\nmine\n", "u.txt": b"untracked\nmore\n", "d.txt": b"no end"}
        assert expected == {path: data for path, data in files_of(root).items() if path != ".gitignore"}

    def test_an_agent_that_changes_nothing_ends_well(self, root: Path) -> None:
        status, _, err = agent(root, "true")

        assert 0 == status
        assert "sh changed no files" in err
        assert [] == list(Workspace.open(root).saved_reviews.waiting())

    @pytest.mark.parametrize(
        ("error", "status", "sentence"),
        [
            (OSError(28, "No space left on device"), 3, "No space left on device"),
            (GitFailed("git add failed: a lock"), 3, "git add failed: a lock"),
            (KeyboardInterrupt(), 130, "KeyboardInterrupt"),
        ],
    )
    def test_what_cannot_be_compared_is_kept(
        self,
        root: Path,
        temporary: Path,
        monkeypatch: pytest.MonkeyPatch,
        error: BaseException,
        status: int,
        sentence: str,
    ) -> None:
        def fail(tree: AgentTree, allowed: object) -> NoReturn:
            raise error

        monkeypatch.setattr(AgentTree, "sweep", fail)
        ended, _, err = agent(root, "echo hours of work > n.txt")

        (kept,) = temporary.glob("editreview-scratch-*")
        assert (status, "hours of work\n") == (ended, (kept / "root/n.txt").read_text())
        assert f"what sh wrote cannot be compared: {sentence}. Its files are kept in {kept / 'root'}\n" in err
        assert [] == list((root / ".git/editreview/scratch").iterdir())
        git(root, "worktree", "remove", "--force", str(kept / "root"))
        shutil.rmtree(kept)

    def test_a_diff_that_cannot_be_saved_is_kept(
        self, root: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(review: Review, text: str) -> NoReturn:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("editreview.commands.agents.save_unread", fail)
        status, _, err = agent(root, "echo new > n.txt")

        (kept,) = temporary.glob("editreview-*.diff")
        assert (1, True) == (status, "+new\n" in kept.read_text())
        assert f"No space left on device. What it wrote is in {kept}\n" in err

    def test_what_cannot_be_reviewed_is_told(self, root: Path) -> None:
        make = "mkdir d; printf '\\0' > d/x.bin; echo l > x.log; ln -s a.txt link; chmod +x b.txt; "
        make += "echo : > run.sh; chmod +x run.sh"
        _, _, err = agent(root, make)

        for sentence in (
            "d/x.bin is not in the review: d/x.bin is a binary file",
            "x.log is not in the review: git ignores it",
            "link is not in the review",
            "b.txt is not in the review: only its permissions differ",
            "run.sh became executable, which is not in the review",
        ):
            assert sentence in err
        folder = Path(err.partition("that cannot be reviewed: ")[2].splitlines()[0])
        assert {"d/x.bin": b"\0", "b.txt": b"x\ny\n"} == files_of(folder)

    def test_files_that_cannot_be_reviewed_are_not_called_no_change(self, root: Path) -> None:
        _, _, err = agent(root, "printf '\\0' > x.bin")

        assert "x.bin is not in the review" in err
        assert err.rstrip().endswith("nothing else to review")

    def test_permissions_are_not_told_where_git_takes_no_notice_of_them(self, root: Path) -> None:
        git(root, "config", "core.fileMode", "false")
        (root / "b.txt").chmod(0o755)
        _, _, err = agent(root, "echo more >> b.txt")

        assert "executable" not in err
        assert ["b.txt"] == [p.path for p in resume_all(root).proposals]

    def test_a_file_that_a_diff_cannot_tell_is_not_in_the_review(self, root: Path) -> None:
        make_tree(root, {"lines.txt": "a\nb\n"})
        make = "printf '\\357\\273\\277new\\n' > mark.txt; printf 'a\\r\\nb\\r\\n' > lines.txt; echo > e.txt"
        _, _, err = agent(root, make)

        assert "mark.txt is not in the review: its blocks would not give exactly this file" in err
        assert "lines.txt is not in the review: only its line ends differ" in err
        assert ["e.txt"] == [p.path for p in resume_all(root).proposals]
        folder = Path(err.partition("that cannot be reviewed: ")[2].splitlines()[0])
        assert {"mark.txt": b"\xef\xbb\xbfnew\n", "lines.txt": b"a\r\nb\r\n"} == files_of(folder)

    def test_empty_files_are_made_and_removed(self, root: Path) -> None:
        make_tree(root, {"old.txt": ""})
        agent(root, "rm old.txt; mkdir d; : > d/__init__.py; : > last.txt")
        review = resume_all(root)
        review.decide({p.key: review.acceptance(p) for p in review.proposals})
        review.write()

        assert {*FILES, "d/__init__.py", "last.txt"} == files_of(root).keys()

    def test_its_commits_do_not_hide_what_it_wrote(self, root: Path) -> None:
        head = git(root, "rev-parse", "HEAD")
        agent(root, "echo new > n.txt; git add -A; git commit -qm mine; echo later > l.txt")

        assert {"n.txt", "l.txt"} == {p.path for p in resume_all(root).proposals}
        assert head == git(root, "rev-parse", "HEAD")

    @pytest.mark.parametrize(
        "hide",
        [
            "rm .git",
            "rm .git; git init -q; git add -A; git commit -qm mine",
            "git update-index --skip-worktree a.txt; git update-index --assume-unchanged b.txt",
        ],
    )
    def test_what_it_tells_git_does_not_hide_what_it_wrote(self, root: Path, hide: str) -> None:
        agent(root, f"{hide}; echo new > a.txt; echo new > b.txt")

        assert {"a.txt", "b.txt"} == {p.path for p in resume_all(root).proposals}

    def test_its_tree_has_files_that_git_does_not_look_at_as_they_are(self, root: Path) -> None:
        git(root, "update-index", "--skip-worktree", "a.txt")
        git(root, "update-index", "--assume-unchanged", "b.txt")
        make_tree(root, {"a.txt": "mine\n", "b.txt": "mine\n"})
        _, out, _ = agent(root, "cat a.txt b.txt; echo more >> a.txt")

        assert "mine\nmine\n" == out
        assert ["exact"] == [p.strategy for p in resume_all(root).proposals]
        assert "S a.txt" in git(root, "ls-files", "-v")

    def test_a_link_to_the_tree_does_not_lead_there(self, root: Path) -> None:
        make_tree(root, {"d/c.txt": "c\n", "other.txt": "o\n"})
        (root / "all").symlink_to(root)
        (root / "d/one").symlink_to(root / "other.txt")
        before = files_of(root)
        _, out, err = agent(root, "echo new > all/d/c.txt; echo new > d/one; readlink all; pwd")

        assert before == files_of(root)
        first, second = out.splitlines()
        assert first == second
        assert "is not in the review" not in err
        assert {"d/c.txt", "other.txt"} == {p.path for p in resume_all(root).proposals}

    @pytest.mark.parametrize("names_tree", [True, False])
    def test_its_git_works_in_its_tree_whatever_the_environment_names(
        self, root: Path, monkeypatch: pytest.MonkeyPatch, names_tree: bool
    ) -> None:
        """As git does for aliases in linked work trees."""
        make_tree(root, {"a.txt": "mine\n"})
        before = files_of(root)
        with monkeypatch.context() as patch:
            patch.setenv("GIT_DIR", str(root / ".git"))
            if names_tree:
                patch.setenv("GIT_WORK_TREE", str(root))
            _, out, _ = agent(
                root, "echo $PWD; git rev-parse --show-toplevel; echo b > b.txt; git checkout -q a.txt"
            )

        assert before == files_of(root)
        assert 1 == len(set(out.splitlines()))
        assert ["b.txt"] == [p.path for p in resume_all(root).proposals]

    def test_a_repository_that_only_the_environment_names_is_refused(
        self, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        other = make_repository(tmp_path / "other", FILES)
        monkeypatch.setenv("GIT_DIR", str(other / ".git"))
        status, _, err = agent(root, "true")

        assert (2, True) == (status, f"GIT_DIR names another repository than git finds in {root}" in err)

    def test_files_of_a_submodule_are_told(self, root: Path) -> None:
        head = git(root, "rev-parse", "HEAD").strip()
        git(root, "update-index", "--add", "--cacheinfo", f"160000,{head},module")
        (root / "module").mkdir()
        _, _, err = agent(root, "echo new > module/n.txt")

        assert "module is not in the review: it is a submodule, whose files its tree lacks" in err

    def test_with_a_requested_output_its_own_goes_to_standard_error(self, root: Path) -> None:
        _, out, err = agent(root, "echo hello", "--json")

        assert "" == out
        assert "hello" in err

    def test_a_subfolder_may_be_the_root(self, root: Path) -> None:
        make_tree(root, {"below/c.txt": "c\n"})
        agent(root / "below", "echo C > c.txt; echo out > ../a.txt", "--root", ".")

        resumed = resume_all(root / "below")
        assert ["c.txt"] == [p.path for p in resumed.proposals]

    def test_a_repository_without_a_commit_will_do(self, tmp_path: Path) -> None:
        root = tmp_path / "new"
        git_folder = make_repository(root, {})
        git(git_folder, "update-ref", "-d", "HEAD")
        make_tree(root, {"a.txt": "a\n"})
        agent(root, "echo b >> a.txt")

        assert ["a.txt"] == [p.path for p in resume_all(root).proposals]


class TestCopy:
    """`--copy` gives the agent's tree what git ignores, as files of its own."""

    @pytest.fixture
    def root(self, root: Path) -> Path:
        return make_tree(
            root,
            {
                ".gitignore": "*.log\nnode_modules/\n.venv\n",
                "node_modules/p/index.js": "p\n",
                ".venv/bin/tool": f"#!{root}/.venv/bin/python\nimport x\n",
                ".venv/x.pth": f"{root}/src\n{root}-2/src\n",
                ".venv/x.bin": f"\0{root}\0",
                "x.log": "log\n",
            },
        )

    def test_what_the_agent_does_to_the_copies_does_not_reach_the_users(self, root: Path) -> None:
        (root / "node_modules/q").symlink_to(root / "packages/q")
        (root / "node_modules/r").symlink_to("p")
        (root / ".venv/bin/tool").chmod(0o755)
        before = files_of(root)
        _, out, err = agent(
            root,
            "cat node_modules/r/index.js x.log; echo changed > node_modules/p/index.js; echo >"
            " node_modules/n; rm -r .venv/bin; echo more >> x.log; readlink node_modules/q; pwd;"
            " echo new > n.txt",
            *("--copy", "node_modules", "--copy", ".venv/", "--copy", str(root / "x.log")),
        )

        assert before == files_of(root)
        *printed, link, folder = out.splitlines()
        assert (["p", "log"], f"{folder}/packages/q") == (printed, link)
        assert ["n.txt"] == [p.path for p in resume_all(root).proposals]
        assert "git ignores it" not in err

    def test_paths_to_the_users_tree_become_paths_to_the_agents(self, root: Path) -> None:
        (root / ".venv/bin/tool").chmod(0o755)
        _, out, _ = agent(
            root, "pwd; cat .venv/bin/tool .venv/x.pth; ls -l .venv/bin/tool", "--copy", ".venv"
        )

        folder, first, _, second, third, mode = out.splitlines()
        assert [f"#!{folder}/.venv/bin/python", f"{folder}/src", f"{root}-2/src"] == [first, second, third]
        assert mode.startswith("-rwxr-xr-x")
        assert str(root) not in mode

    def test_variables_that_name_the_users_name_the_copies(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As in a shell in which the virtual environment is active."""
        monkeypatch.setenv("VIRTUAL_ENV", f"{root}/.venv")
        monkeypatch.setenv("PATH", f"{root}/.venv/bin:{root}/.venv-2:{os.environ['PATH']}")
        make_tree(root, {".venv/bin/greet": "#!/bin/sh\necho $0\n"})
        (root / ".venv/bin/greet").chmod(0o755)
        _, out, _ = agent(root, "pwd; echo $VIRTUAL_ENV; greet; echo $PATH", "--copy", ".venv")

        folder, variable, program, path = out.splitlines()
        assert f"{folder}/.venv" == variable
        assert f"{folder}/.venv/bin/greet" == program
        assert path.startswith(f"{folder}/.venv/bin:{root}/.venv-2:")

    def test_a_folder_may_be_a_link_to_one_elsewhere(self, root: Path, tmp_path: Path) -> None:
        elsewhere = make_tree(tmp_path / "elsewhere", {"bin/tool": "tool\n"})
        shutil.rmtree(root / ".venv")
        (root / ".venv").symlink_to(elsewhere)
        _, out, _ = agent(root, "cat .venv/bin/tool; echo changed > .venv/bin/tool", "--copy", ".venv")

        assert "tool\n" == out
        assert "tool\n" == (elsewhere / "bin/tool").read_text()

    @pytest.mark.parametrize(
        ("path", "sentence"),
        [
            ("gone", "--copy gone: it does not exist"),
            ("a.txt", "--copy a.txt: git does not ignore it, so the agent's tree has it already"),
            ("../elsewhere", "--copy ../elsewhere: it is not below"),
            (".", "--copy .: it is not below"),
            (".git", "--copy .git: it is not below"),
            (".git/hooks", "--copy .git/hooks: it is not below"),
        ],
    )
    def test_a_path_that_makes_no_sense_is_refused(self, root: Path, path: str, sentence: str) -> None:
        ended = run(root, "agent", "--plain", "--copy", path, "--", "touch", "ran", response="")

        assert (2, True) == (ended.status, sentence in ended.err)


def resume_all(root: Path) -> Review:
    """The last saved review, read."""
    resumed = resume(Workspace.open(root))
    resumed.review.read(resumed.saved.response_paths[0].read_text())
    resumed.saved.release()
    return resumed.review


def test_the_tree_of_a_killed_run_is_gone_at_the_next_start(root: Path, temporary: Path) -> None:
    """Of any command that may write."""
    run_alone(root, "agent", "--plain", "--", "sh", "-c", "kill -9 $PPID", response="")
    assert 1 == len(list(temporary.glob("editreview-scratch-*")))
    assert 2 == git(root, "worktree", "list").count("\n")

    run_alone(root, "apply", response="nothing to do")

    assert 1 == git(root, "worktree", "list").count("\n")
