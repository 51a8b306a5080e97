"""The project command runs on the tree with the accepted blocks, and the blocks that break it are found."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.errors import Reason, UsageError
from editreview.review import ProjectCheck, ProjectCommand, ProjectResult, Review
from editreview.review.checks.programs import leave_out
from editreview.workspace import Workspace, scratch_tree
from tests.builders import block, files_of, git, make_repository, make_tree

NUMBERS = range(1, 31)


@st.composite
def situations(draw: st.DrawFn) -> tuple[int, frozenset[int], dict[int, frozenset[int]]]:
    """A number of blocks, the blocks that break the command, and what each block needs."""
    count = draw(st.integers(1, 12))
    breaking = draw(st.frozensets(st.integers(1, count), min_size=1))
    needs = {n: draw(st.frozensets(st.integers(1, n - 1), max_size=2)) for n in range(2, count + 1)}
    return count, breaking, needs


def closed(blocks: frozenset[int], needs: dict[int, frozenset[int]]) -> bool:
    return all(needs.get(number, frozenset()) <= blocks for number in blocks)


class TestLeavingOut:
    @given(situations())
    def test_the_breaking_blocks_and_those_that_need_them_are_left_out_and_no_others(
        self, situation: tuple[int, frozenset[int], dict[int, frozenset[int]]]
    ) -> None:
        count, breaking, needs = situation
        tried: list[frozenset[int]] = []

        def passes(blocks: frozenset[int]) -> bool:
            assert closed(blocks, needs)
            tried.append(blocks)
            return not blocks & breaking

        left = leave_out(list(range(1, count + 1)), needs, passes)

        expected = set(breaking)
        for number in range(1, count + 1):
            if needs.get(number, frozenset()) & expected:
                expected.add(number)
        assert expected == left
        assert len(tried) == len(set(tried)) or len(tried) <= 4 * count

    def test_two_blocks_that_break_only_together_cost_one_of_them(self) -> None:
        left = leave_out(list(NUMBERS), {}, lambda blocks: not {4, 20} <= blocks)

        assert left in (frozenset({4}), frozenset({20}))

    def test_a_block_that_lacks_one_that_comes_later_is_kept(self) -> None:
        left = leave_out([1, 2, 3], {}, lambda blocks: 3 not in blocks and (1 not in blocks or 2 in blocks))

        assert frozenset({3}) == left

    @pytest.mark.parametrize(("count", "most"), [(10, 7), (30, 9)])
    def test_one_cause_takes_few_runs(self, count: int, most: int) -> None:
        """With the run of all blocks and that of none."""
        runs: list[int] = []
        for cause in range(1, count + 1):
            tried: set[frozenset[int]] = {frozenset(range(1, count + 1)), frozenset()}

            def passes(
                blocks: frozenset[int], cause: int = cause, tried: set[frozenset[int]] = tried
            ) -> bool:
                tried.add(blocks)
                return cause not in blocks

            assert frozenset({cause}) == leave_out(list(range(1, count + 1)), {}, passes)
            runs.append(len(tried))
        assert median(runs) <= most


FILES = {"a.txt": "1\n", "b.txt": "1\n", "c.txt": "1\n"}
RESPONSE = "".join(block("1\n", "2\n", path) for path in FILES)


def result_of(review: Review, command: str, share: tuple[str, ...] = ()) -> ProjectResult:
    review.accept()
    result = ProjectCheck(review, ProjectCommand(command, share)).result()
    assert result is not None
    return result


def reviewed(root: Path, response: str = RESPONSE) -> Review:
    review = Review(Workspace.open(root))
    review.read(response)
    return review


def worktrees(root: Path) -> list[str]:
    return [line for line in git(root, "worktree", "list").splitlines() if line]


class TestCommands:
    def test_a_command_that_passes_runs_once(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, FILES)
        result = result_of(reviewed(root), "grep -q 2 a.txt b.txt c.txt")

        assert (True, 1, frozenset()) == (result.passes, result.runs, result.breaking)

    def test_the_block_that_breaks_it_is_named_and_left_out(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, FILES)
        review = reviewed(root)
        result = result_of(review, "echo looked; grep -q 1 b.txt")

        assert frozenset({2}) == result.breaking
        assert "`echo looked; grep -q 1 b.txt` fails with block 2 and passes without" == result.sentence
        assert ("looked",) == result.first.output
        review.leave_out(result)
        review.write()
        assert {"a.txt": b"2\n", "b.txt": b"1\n", "c.txt": b"2\n"} == files_of(root)
        assert {2: Reason.BREAKS_COMMAND} == {n: why.reason for n, why in review.held_back.items()}

    def test_edits_of_one_call_are_left_out_together(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, FILES)
        edits = [{"old_string": "1", "new_string": "2"}, {"old_string": "2", "new_string": "3"}]
        call = {"name": "MultiEdit", "input": {"file_path": "a.txt", "edits": edits}}
        other = {"name": "Edit", "input": {"file_path": "b.txt", "old_string": "1", "new_string": "2"}}
        result = result_of(reviewed(root, f"{json.dumps(call)}\n{json.dumps(other)}\n"), "! grep -q 3 a.txt")

        assert frozenset({1, 2}) == result.breaking

    def test_edits_of_a_file_are_left_out_with_its_move_and_not_the_other_way_round(
        self, tmp_path: Path
    ) -> None:
        root = make_repository(tmp_path, FILES)
        patch = (
            "*** Begin Patch\n*** Update File: a.txt\n*** Move to: d.txt\n@@\n-1\n+2\n"
            "*** Update File: b.txt\n@@\n-1\n+2\n*** End Patch\n"
        )
        edit, move, _ = (p.number for p in reviewed(root, patch).proposals)

        assert frozenset({edit, move}) == result_of(reviewed(root, patch), "test -e a.txt").breaking
        assert frozenset({edit}) == result_of(reviewed(root, patch), "grep -qs 1 a.txt d.txt").breaking

    def test_a_command_that_fails_anyway_accuses_nobody(self, tmp_path: Path) -> None:
        review = reviewed(make_repository(tmp_path, FILES))
        result = result_of(review, "exit 3")

        assert (True, frozenset()) == (result.fails_before, result.breaking)
        assert 3 == result.first.status
        review.leave_out(result)
        assert [] == review.accepted()

    def test_a_flaky_command_accuses_nobody(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path / "root", FILES)
        result = result_of(reviewed(root), f"echo x >> {tmp_path}/n; test $(wc -l < {tmp_path}/n) = 3")

        assert (True, frozenset()) == (result.is_flaky, result.breaking)

    def test_it_sees_the_tree_as_it_is_and_touches_nothing_of_it(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {**FILES, ".gitignore": "ignored/\n", "staged.txt": "old\n"})
        make_tree(root, {"new.txt": "untracked\n", "staged.txt": "mine\n", "ignored/x": "x\n"})
        git(root, "add", "staged.txt")
        before, index = files_of(root), (root / ".git/index").read_bytes()
        result = result_of(
            reviewed(root), "cat new.txt staged.txt; ls; echo bad > a.txt; rm c.txt; mkdir -p d; touch d/e"
        )

        assert ("untracked", "mine") == result.first.output[:2]
        assert "ignored" not in result.first.output
        assert (before, index) == (files_of(root), (root / ".git/index").read_bytes())
        assert 1 == len(worktrees(root))
        assert "" == git(root, "stash", "list")

    def test_an_ignored_folder_is_shared_on_demand(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {**FILES, ".gitignore": "libs/\n"})
        make_tree(root, {"libs/x": "found\n"})
        result = result_of(reviewed(root), "cat libs/x; grep -q 1 a.txt", ("libs",))

        assert ("found",) == result.first.output
        assert frozenset({1}) == result.breaking
        assert (root / "libs/x").exists()

    def test_nothing_is_written_through_a_link_into_the_users_tree(self, tmp_path: Path) -> None:
        files = {"a.txt": "1\n", ".gitignore": "shared/\n", "shared/x.txt": "theirs\n"}
        root = make_repository(tmp_path, files)
        git(root, "add", "a.txt")
        repository = Workspace.open(root).repository
        assert repository is not None

        with scratch_tree(repository) as tree:
            tree.share(["shared"])
            tree.put({"shared/x.txt": b"ours\n", "shared/y.txt": b"new\n", "a.txt": b"2\n"})
            assert b"2\n" == (tree.root / "a.txt").read_bytes()
            tree.put({"shared/x.txt": None})

        assert {"a.txt": b"1\n", ".gitignore": b"shared/\n", "shared/x.txt": b"theirs\n"} == files_of(root)

    def test_python_imports_the_modules_of_the_temporary_tree(self, tmp_path: Path) -> None:
        root = make_repository(
            tmp_path, {"src/pack/__init__.py": "value = 1\n", "t.py": "import pack\nprint(pack.value)\n"}
        )
        review = reviewed(root, block("value = 1\n", "value = 2\n", "src/pack/__init__.py"))
        result = result_of(review, f"{sys.executable} t.py")

        assert ("2",) == result.first.output

    @pytest.mark.parametrize(
        ("file", "line"),
        [
            ("__editable__.pack-1.pth", "{root}/python\n"),
            ("__editable___pack_1_finder.py", "MAPPING: dict = {{'pack': '{root}/python/pack'}}\n"),
        ],
    )
    def test_it_imports_what_is_installed_for_development_from_there(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, line: str
    ) -> None:
        files = {"python/pack/__init__.py": "value = 1\n", "t.py": "import pack\nprint(pack.value)\n"}
        root = make_repository(tmp_path / "root", files)
        # The environment in use finds the package in the user's tree.
        make_tree(tmp_path, {f"env/lib/python3.11/site-packages/{file}": line.format(root=root)})
        monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "env"))
        monkeypatch.setenv("PYTHONPATH", f"{root}/python")
        review = reviewed(root, block("value = 1\n", "value = 2\n", "python/pack/__init__.py"))

        assert ("2",) == result_of(review, f"{sys.executable} t.py").first.output

    def test_a_link_to_the_tree_leads_to_the_temporary_one(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        files = {"lib/pack.py": "value = 1\n", "t.py": "import pack\nprint(pack.value)\n"}
        root = make_repository(tmp_path / "root", files)
        (tmp_path / "link").symlink_to(root)
        monkeypatch.setenv("PYTHONPATH", f"{tmp_path}/link/lib")
        review = reviewed(root, block("value = 1\n", "value = 2\n", "lib/pack.py"))

        assert ("2",) == result_of(review, f"{sys.executable} t.py").first.output

    def test_other_places_of_modules_stay(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        root = make_repository(tmp_path / "root", FILES)
        make_tree(tmp_path, {"other/pack.py": "value = 1\n"})
        monkeypatch.setenv("PYTHONPATH", str(tmp_path / "other"))
        result = result_of(reviewed(root), f"{sys.executable} -c 'import pack; print(pack.value)'")

        assert ("1",) == result.first.output

    def test_a_shared_folder_leads_to_the_packages_of_the_temporary_tree(self, tmp_path: Path) -> None:
        files = {"packages/a/i.txt": "1\n", "packages/b/i.txt": "1\n", ".gitignore": "node_modules/\n"}
        root = make_repository(tmp_path, files)
        make_tree(root, {"node_modules/other/i.txt": "3\n", "node_modules/@x/other/i.txt": "4\n"})
        (root / "node_modules/@x/a").symlink_to("../../packages/a")
        (root / "node_modules/b").symlink_to(root / "packages/b")
        edits = "".join(block("1\n", "2\n", f"packages/{name}/i.txt") for name in "ab")
        command = "cd node_modules && cat @x/a/i.txt b/i.txt other/i.txt @x/other/i.txt"
        before = files_of(root)

        result = result_of(reviewed(root, edits), command, ("node_modules",))
        assert ("2", "2", "3", "4") == result.first.output
        assert before == files_of(root)

    def test_no_hook_of_the_repository_runs(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path / "root", FILES)
        hook = root / ".git/hooks/post-checkout"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
        hook.chmod(0o755)
        result_of(reviewed(root), "true")

        assert not (tmp_path / "ran").exists()

    def test_deleted_moved_and_new_files_are_so_in_the_temporary_tree(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, FILES)
        patch = (
            "*** Begin Patch\n*** Delete File: a.txt\n*** Update File: b.txt\n*** Move to: d/b.txt\n"
            "@@\n-1\n+2\n*** Add File: new.txt\n+x\n*** End Patch\n"
        )
        review = reviewed(root, patch)
        review.accept("fuzzy")
        result = ProjectCheck(review, ProjectCommand("find . -name '*.txt' | sort")).result()

        assert result is not None
        assert ("./c.txt", "./d/b.txt", "./new.txt") == result.first.output

    def test_a_review_of_a_folder_inside_runs_there(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"sub/a.txt": "1\n", "top.txt": "t\n"})
        review = Review(Workspace.open(root / "sub"))
        review.read(block("1\n", "2\n", "a.txt"))
        result = result_of(review, "cat a.txt ../top.txt")

        assert ("2", "t") == result.first.output

    def test_without_git_the_reason_is_said(self, tmp_path: Path) -> None:
        review = reviewed(make_tree(tmp_path, FILES))
        review.accept()

        with pytest.raises(UsageError, match="needs a git repository"):
            ProjectCheck(review, ProjectCommand("true")).result()


def is_ended(process: str) -> bool:
    """True if a process has ended, although nobody may have asked for its status."""
    status = Path(f"/proc/{process}/status")
    return not status.exists() or "State:\tZ" in status.read_text()


class TestEnding:
    def test_a_cancelled_command_and_its_children_end(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path / "root", FILES)
        review = reviewed(root)
        review.accept()
        lines: list[str] = []
        check = ProjectCheck(
            review,
            ProjectCommand("sleep 1000 & echo $!; wait"),
            on_line=lines.append,
            is_cancelled=lambda: bool(lines),
        )
        result = check.result()

        assert result is not None
        assert result.is_cancelled
        with pytest.raises(OSError, match="No such process"):
            os.kill(int(lines[0]), 0)
        assert 1 == len(worktrees(root))

    def test_a_process_left_behind_is_ended_and_not_waited_for(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, FILES)
        result = result_of(reviewed(root), "sleep 1000 & echo $!")

        assert result.passes
        with pytest.raises(OSError, match="No such process"):
            os.kill(int(result.first.output[0]), 0)

    @pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs Linux")
    def test_one_that_left_its_group_and_ignores_its_end_is_ended_too(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, FILES)
        program = (
            "import os, signal, time; os.fork() and os._exit(0); os.setsid(); "
            "signal.signal(signal.SIGTERM, signal.SIG_IGN); print(os.getpid(), flush=True); time.sleep(1000)"
        )
        command = f'{sys.executable} -c "{program}" > pid & until [ -s pid ]; do sleep 0.02; done; cat pid'
        result = result_of(reviewed(root), command)

        assert result.passes
        assert is_ended(result.first.output[0])

    def test_the_tree_and_the_command_of_a_run_that_was_killed_are_ended_by_the_next(
        self, tmp_path: Path
    ) -> None:
        root = make_repository(tmp_path / "root", FILES)
        program = (
            "import os, sys; from pathlib import Path\n"
            "from editreview.processes import run_shell\n"
            "from editreview.workspace import Workspace, scratch_tree\n"
            "def end(line):\n"
            "    print(tree.root, line, flush=True); os.kill(os.getpid(), 9)\n"
            "with scratch_tree(Workspace.open(Path(sys.argv[1])).repository) as tree:\n"
            "    run_shell('sleep 1000 & echo $!; wait', folder=tree.root, environment={}, on_line=end,\n"
            "              is_cancelled=lambda: False)\n"
        )
        killed = subprocess.run(
            [sys.executable, "-c", program, str(root)], stdout=subprocess.PIPE, check=False
        )
        left, command = killed.stdout.decode().split()
        assert (True, 2) == (Path(left).exists(), len(worktrees(root)))

        repository = Workspace.open(root).repository
        assert repository is not None
        with scratch_tree(repository):
            assert (False, 2) == (Path(left).exists(), len(worktrees(root)))
            assert is_ended(command) or not hasattr(os, "pidfd_open")
        assert 1 == len(worktrees(root))
        assert [] == list((root / ".git/editreview/scratch").iterdir())

    def test_a_work_tree_of_the_users_that_is_away_stays(self, tmp_path: Path) -> None:
        """As one on a disk that is not mounted. What is staged in it is in git's own folder only."""
        root = make_repository(tmp_path / "root", FILES)
        git(root, "worktree", "add", "--quiet", "../theirs")
        (tmp_path / "theirs/a.txt").write_text("staged\n")
        git(tmp_path / "theirs", "add", "a.txt")
        (tmp_path / "theirs").rename(tmp_path / "away")
        result = result_of(reviewed(root), "true")
        (tmp_path / "away").rename(tmp_path / "theirs")

        assert result.passes
        assert "M  a.txt\n" == git(tmp_path / "theirs", "status", "--short")
        assert 2 == len(worktrees(root))

    def test_endless_output_is_cut_and_ends_with_the_command(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, FILES)
        review = reviewed(root)
        review.accept()
        count = 0
        began = time.monotonic()

        def hear(line: str) -> None:
            nonlocal count
            count += 1

        check = ProjectCheck(review, ProjectCommand("yes"), hear, is_cancelled=lambda: count > 5_000)
        result = check.result()

        assert result is not None
        assert result.is_cancelled
        assert time.monotonic() - began < 60
