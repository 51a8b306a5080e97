"""`editreview diff`: two versions of files, as a patch and in the view."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen

import editreview
from editreview.errors import UsageError
from editreview.tui.comparing import CompareApp, CompareScreen, FileList, diff_of
from editreview.tui.diff.view import DiffView
from editreview.tui.keys import SHIPPED
from editreview.tui.screens.help import help_on_diff
from editreview.tui.terminal_app import Settings
from editreview.tui.widgets import LineWidget
from editreview.workspace import VersionDiff
from tests.builders import git, make_repository
from tests.in_process import run_here
from tests.warm import Ended

ONE = "".join(f"line {number}\n" for number in range(1, 41))
TIMEOUT_S = 60.0
"""Seconds after which a test gives up."""
TWO = ONE.replace("line 3\n", "line three\n").replace("line 30\n", "line thirty\n")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository of two commits, with a change in the index and another in the work tree."""
    root = make_repository(tmp_path / "tree", {"a.txt": ONE, "old.txt": "gone\n", "src/b.py": "b = 1\n"})
    (root / "a.txt").write_text(TWO)
    (root / "old.txt").unlink()
    (root / "new.txt").write_text("new\n")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "second")
    (root / "src/b.py").write_text("b = 2\n")
    git(root, "add", "-A")
    (root / "src/b.py").write_text("b = 3\n")
    return root


def run(folder: Path, *arguments: str, status: int = 0) -> Ended:
    """Run the command without a terminal."""
    ended = run_here(folder, "diff", *arguments)
    assert status == ended.status, ended.err
    return ended


class TestPatch:
    def test_without_a_terminal_the_patch_between_two_commits_is_printed(self, root: Path) -> None:
        patch = run(root, "HEAD~1", "HEAD").out

        assert git(root, "diff", "HEAD~1", "HEAD") == patch
        git(root, "checkout", "-qf", "HEAD~1")
        subprocess.run(["git", "apply"], cwd=root, input=patch.encode(), check=True)
        assert TWO == (root / "a.txt").read_text()

    @pytest.mark.parametrize(
        ("arguments", "changes"),
        [
            ((), "-b = 2\n+b = 3\n"),
            (("--staged",), "-b = 1\n+b = 2\n"),
            (("HEAD",), "-b = 1\n+b = 3\n"),
            (("HEAD", "src"), "-b = 1\n+b = 3\n"),
            (("src/b.py",), "-b = 2\n+b = 3\n"),
            (("HEAD", "--", "*.py"), "-b = 1\n+b = 3\n"),
            (("HEAD~1..HEAD", "--", "new.txt"), "+new\n"),
            (("HEAD~1...HEAD", "--", "old.txt"), "-gone\n"),
        ],
    )
    def test_versions_are_named_as_for_git(
        self, root: Path, arguments: tuple[str, ...], changes: str
    ) -> None:
        lines = run(root, *arguments).out.splitlines(keepends=True)

        assert changes == "".join(
            line for line in lines if line[0] in "+-" and not line.startswith(("+++", "---"))
        )

    def test_two_files_are_compared_with_each_other(self, root: Path, tmp_path: Path) -> None:
        (tmp_path / "other.txt").write_text(ONE.replace("line 5\n", "line five\n"))
        patch = run(root, "a.txt", "../other.txt").out

        assert "-line three\n+line 3\n" in patch
        assert "+line five\n" in patch

    def test_two_folders_are_compared_also_outside_of_a_repository(self, tmp_path: Path) -> None:
        for name, text in (("one", "x\n"), ("two", "y\n")):
            (tmp_path / name / "sub").mkdir(parents=True)
            (tmp_path / name / "sub/file").write_text(text)
        patch = run(tmp_path, "one", "two").out

        assert "-x\n+y\n" in patch

    def test_it_serves_as_the_difftool_of_git(self, root: Path) -> None:
        command = f"{sys.executable} -m editreview diff"
        done = subprocess.run(
            ["git", "difftool", "-y", "-x", command, "HEAD~1", "HEAD"],
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(Path(editreview.__file__).parents[1])},
            capture_output=True,
            text=True,
            check=True,
        )

        assert all(each in done.stdout for each in ("+line three\n", "+new\n", "-gone\n")), done.stderr

    def test_settings_of_git_do_not_change_the_patch(self, root: Path) -> None:
        plain = run(root, "HEAD~1", "HEAD").out
        for key, value in (
            ("diff.noprefix", "true"),
            ("diff.mnemonicPrefix", "true"),
            ("color.ui", "always"),
            ("diff.renames", "false"),
            ("diff.relative", "true"),
        ):
            git(root, "config", key, value)

        assert plain == run(root, "HEAD~1", "HEAD").out

    def test_nothing_that_the_repository_names_is_run(self, root: Path, tmp_path: Path) -> None:
        ran = tmp_path / "ran"
        script = tmp_path / "script"
        script.write_text(f"#!/bin/sh\necho \"$0 $*\" >> '{ran}'\ncat\n")
        script.chmod(0o755)
        (root / ".gitattributes").write_text("* diff=evil filter=evil\n")
        for key in (
            "core.fsmonitor",
            "diff.external",
            "diff.evil.command",
            "diff.evil.textconv",
            "filter.evil.clean",
            "filter.evil.smudge",
            "filter.evil.process",
            "core.pager",
        ):
            git(root, "config", key, str(script))
        git(root, "config", "filter.evil.required", "true")
        (root / "src/b.py").write_text("b = 4\n")

        assert "+b = 4\n" in run(root, "HEAD").out
        for names in ((), ("HEAD",), ("HEAD~1", "HEAD")):
            comparison = VersionDiff.of_versions(root, names, ())
            assert [] != [diff_of(comparison, file) for file in comparison.files]
        assert not ran.exists()


class TestMistakes:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("nothing",), "nothing is neither a commit nor a file"),
            (("HEAD", "nothing"), "nothing is neither a commit nor a file"),
            (("HEAD", "HEAD~1", "HEAD"), "only two versions can be compared, not 3"),
            (("HEAD..nothing",), "nothing"),
        ],
    )
    def test_what_is_no_version_is_named(self, root: Path, arguments: tuple[str, ...], message: str) -> None:
        done = run(root, *arguments, status=2)

        assert message in done.err
        assert "" == done.out

    def test_outside_of_a_repository_the_missing_file_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "here.txt").write_text("x\n")

        with pytest.raises(UsageError, match=r"is not in a git repository: there is no file gone\.txt$"):
            VersionDiff.of_versions(tmp_path, ["here.txt", "gone.txt"], ())


class TestSides:
    def test_each_file_has_both_texts_and_the_names_of_its_versions(self, root: Path) -> None:
        comparison = VersionDiff.of_versions(root, ["HEAD~1", "HEAD"], ())
        diffs = {file.new.path: diff_of(comparison, file) for file in comparison.files}

        assert {"a.txt": "M", "new.txt": "A", "old.txt": "D"} == {
            file.new.path: file.status for file in comparison.files
        }
        model = diffs["a.txt"].model
        assert model is not None
        assert ("a.txt · HEAD~1", "a.txt · HEAD") == (model.old_title, model.new_title)
        assert (2, 2) == (model.alignment.additions, model.alignment.deletions)
        new, old = diffs["new.txt"].model, diffs["old.txt"].model
        assert new is not None
        assert old is not None
        assert ("new.txt · HEAD~1 · no file", 1) == (new.old_title, new.alignment.additions)
        assert ("old.txt · HEAD · no file", 1) == (old.new_title, old.alignment.deletions)

    def test_what_is_not_text_or_only_a_mode_is_said(self, tmp_path: Path) -> None:
        root = make_repository(
            tmp_path, {"binary": b"a\0b", "run.sh": "echo\n", "same.txt": "text\n", "link.txt": "x\n"}
        )
        (root / "binary").write_bytes(b"a\0c")
        (root / "run.sh").chmod(0o755)
        (root / "same.txt").write_bytes(b"\xef\xbb\xbftext\n")
        git(root, "mv", "link.txt", "renamed.txt")
        comparison = VersionDiff.of_versions(root, ["HEAD"], ())
        messages = {file.new.path: diff_of(comparison, file).message for file in comparison.files}

        assert "binary" in messages["binary"]
        assert "mode 100644 → 100755" == messages["run.sh"]
        assert "only the encoding differs, or the byte order mark" == messages["same.txt"]
        assert "renamed" == messages["renamed.txt"]

    def test_a_link_is_compared_by_its_target_and_never_followed(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path / "tree", {"a.txt": "a\n"})
        (tmp_path / "secret").write_text("secret\n")
        (root / "link").symlink_to(tmp_path / "nowhere")
        git(root, "add", "-A")
        git(root, "commit", "-qm", "link")
        (root / "link").unlink()
        (root / "link").symlink_to(tmp_path / "secret")
        comparison = VersionDiff.of_versions(root, [], ())
        model = diff_of(comparison, comparison.files[0]).model

        assert model is not None
        assert [f"{tmp_path}/secret"] == [line for hunk in model.alignment.hunks for line in hunk.lines]

    def test_a_conflict_is_one_file(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": "one\n"})
        git(root, "checkout", "-qb", "side")
        (root / "a.txt").write_text("side\n")
        git(root, "commit", "-qam", "side")
        git(root, "checkout", "-q", "-")
        (root / "a.txt").write_text("main\n")
        git(root, "commit", "-qam", "main")
        subprocess.run(["git", "merge", "side"], cwd=root, capture_output=True, check=False)

        assert ["a.txt"] == [file.new.path for file in VersionDiff.of_versions(root, [], ()).files]


class TestView:
    async def test_files_and_hunks_are_walked_through_and_nothing_is_decided(self, root: Path) -> None:
        before = git(root, "status", "--porcelain", "-uall"), (root / "a.txt").read_text()
        app = CompareApp(VersionDiff.of_versions(root, ["HEAD~1", "HEAD"], ()), "HEAD~1 HEAD", Settings())
        async with app.run_test(size=(120, 30)) as pilot:
            screen = app.screen
            assert isinstance(screen, CompareScreen)
            await app.workers.wait_for_complete()
            await pilot.pause()
            diff = screen.query_one(DiffView)
            assert (1, 2) == diff.hunk
            await pilot.press("right_square_bracket")
            assert (2, 2) == diff.hunk
            # On into the next file.
            await pilot.press("right_square_bracket")
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert "2 of 3 files" in text_of(screen, "#header")
            await pilot.press("K", "y", "n", "A", "S", "c", "u", "space", "enter", "p")
            await pilot.pause()
            assert "1 of 3 files" in text_of(screen, "#header")
            await pilot.press("K")
            assert "this is the first file" in text_of(screen, "#state")
            await pilot.press("t", "t")
            assert "layout: unified" in text_of(screen, "#state")
            await pilot.click(FileList, offset=(5, 2))
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert "3 of 3 files" in text_of(screen, "#header")
            await pilot.press("q")
        assert before == (git(root, "status", "--porcelain", "-uall"), (root / "a.txt").read_text())

    async def test_both_sides_are_searched(self, root: Path) -> None:
        app = CompareApp(VersionDiff.of_versions(root, ["HEAD~1", "HEAD"], ()), "", Settings())
        async with app.run_test(size=(80, 24)) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause()
            await pilot.press("slash", *"thirty", "enter")
            diff = app.screen.query_one(DiffView)
            deadline = time.monotonic() + TIMEOUT_S
            while "/thirty 1/1" not in text_of(app.screen, "#state"):
                assert time.monotonic() < deadline, text_of(app.screen, "#state")
                await pilot.pause()
            await pilot.press("escape")
            assert not diff.is_searching

    async def test_help_says_what_is_possible_here(self, root: Path) -> None:
        app = CompareApp(VersionDiff.of_versions(root, ["HEAD"], ()), "", Settings())
        async with app.run_test(size=(80, 24)) as pilot:
            await app.workers.wait_for_complete()
            await pilot.press("question_mark")
            await pilot.pause()
            assert "HelpScreen" == type(app.screen).__name__
            assert not {"y", "S", "c"} & {each.label for each in help_on_diff(SHIPPED, {"find"}.__contains__)}
            await pilot.press("escape")
            assert isinstance(app.screen, CompareScreen)
            await pilot.press("y")
            assert "nothing is decided here: ? shows all keys" in text_of(app.screen, "#state")


def text_of(screen: "Screen[Any]", selector: str) -> str:
    """The text of a line of the screen."""
    return screen.query_one(selector, LineWidget).line(0).text


def test_a_comparison_of_files_in_folders_finds_both_sides(tmp_path: Path) -> None:
    for name in ("one", "two"):
        shutil.rmtree(tmp_path / name, ignore_errors=True)
        (tmp_path / name / "sub").mkdir(parents=True)
        (tmp_path / name / "sub/file.txt").write_text(f"{name}\n")
    (tmp_path / "two/only.txt").write_text("only\n")
    comparison = VersionDiff.of_versions(tmp_path, ["one", "two"], ())

    assert [("one/sub/file.txt", "two/sub/file.txt"), ("two/only.txt", "two/only.txt")] == sorted(
        (file.old.path, file.new.path) for file in comparison.files
    )
    assert ["", "one\n", "only\n", "two\n"] == sorted(
        comparison.data(side).decode() for file in comparison.files for side in (file.old, file.new)
    )


async def test_selected_text_is_copied(root: Path) -> None:
    app = CompareApp(VersionDiff.of_versions(root, ["HEAD~1", "HEAD"], ()), "", Settings())
    async with app.run_test(size=(120, 30)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        diff = app.screen.query_one(DiffView)
        diff.post_message(DiffView.Selected(text="line three", side="new"))
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "1 line of the new side copied" in text_of(app.screen, "#state")
