"""Trailers below the messages of commits that include what editreview wrote."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

import editreview
from editreview.errors import GitFailed
from editreview.workspace import Workspace
from tests import programs
from tests.builders import block, git, make_repository

LINE = "Assisted-by: a model"
HOOK = f'#!/bin/sh\n"{sys.executable}" -m editreview trailers --trailer "{LINE}" "$1"\n'


def run(root: Path, *arguments: str, data: str = "", status: int = 0) -> str:
    """Run a command of the program. Returns its standard output."""
    ended = programs.run(root, *arguments, response=data)
    assert status == ended.status, ended.err
    return ended.out


def commit(root: Path, *arguments: str) -> str:
    """Commit with git. Returns the message."""
    package = str(Path(editreview.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": package, "GIT_EDITOR": "true"}
    done = subprocess.run(
        ["git", "commit", *arguments], cwd=root, env=environment, capture_output=True, text=True
    )
    return git(root, "log", "-1", "--format=%B").strip() if done.returncode == 0 else done.stderr


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository in which editreview has written and staged an edit of a.txt."""
    root = make_repository(tmp_path, {"a.txt": "one\ntwo\n", "b.txt": "b\n"})
    run(root, "apply", data=block("one\n", "ONE\n", "a.txt"))
    return root


@pytest.fixture(params=["prepare-commit-msg", "commit-msg"])
def hooked(root: Path, request: pytest.FixtureRequest) -> Path:
    """The same, with a hook of git."""
    hook = root / ".git/hooks" / request.param
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(HOOK)
    hook.chmod(0o755)
    return root


class TestHook:
    def test_a_commit_of_the_users_own_names_the_model_once(self, hooked: Path) -> None:
        assert f"my message\n\n{LINE}" == commit(hooked, "-m", "my message")
        assert f"my message\n\n{LINE}" == commit(hooked, "--amend", "--no-edit")

    def test_a_commit_of_other_work_gets_no_trailer(self, hooked: Path) -> None:
        (hooked / "b.txt").write_text("mine\n")

        assert "other work" == commit(hooked, "-m", "other work", "b.txt")
        assert f"the edit\n\n{LINE}" == commit(hooked, "-m", "the edit")
        (hooked / "a.txt").write_text("mine\n")
        assert "later work" == commit(hooked, "-am", "later work")

    def test_an_edit_with_work_of_the_users_on_top_gets_the_trailer(self, hooked: Path) -> None:
        (hooked / "a.txt").write_text("ONE\nmine\n")

        assert f"both\n\n{LINE}" == commit(hooked, "-am", "both")

    def test_a_commit_in_a_folder_that_is_the_root_does_not(self, hooked: Path) -> None:
        (hooked / "sub").mkdir()
        run(hooked, "apply", "--root", "sub", data=block("", "one\n", "a.txt"))
        git(hooked, "commit", "--quiet", "--no-verify", "-m", "both")
        (hooked / "sub/a.txt").write_text("mine\n")
        git(hooked, "add", "--all")

        assert "" == run(hooked, "trailers", "--root", "sub", "--trailer", LINE)

    @pytest.mark.parametrize(
        "setting", ["log.showSignature=true", "log.follow=true", "diff.relative=true", "color.ui=always"]
    )
    def test_a_setting_for_the_output_of_git_makes_no_difference(self, hooked: Path, setting: str) -> None:
        git(hooked, "config", *setting.split("="))

        assert f"the edit\n\n{LINE}" == commit(hooked, "-m", "the edit")
        (hooked / "a.txt").write_text("mine\n")
        assert "later work" == commit(hooked, "-am", "later work")

    @pytest.mark.parametrize("error", [GitFailed("git failed"), ValueError("a mistake")])
    def test_an_error_is_told_and_does_not_fail_the_commit(
        self, root: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
    ) -> None:
        def fail(workspace: Workspace) -> NoReturn:
            raise error

        monkeypatch.setattr(Workspace, "staged_since_written", fail)
        (root / "message").write_text("subject\n")
        ended = programs.run(root, "trailers", "--trailer", LINE, "message")

        assert (0, "subject\n") == (ended.status, (root / "message").read_text())
        assert "editreview: no trailers were added: " in ended.err
        assert str(error) in ended.err

    def test_a_message_that_cannot_be_written_stays(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        message = root / "message"
        message.write_text("subject\n")

        def fill(handle: int, data: bytes) -> None:
            os.write(handle, data[:3])
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("editreview.workspace.disk.fill", fill)
        ended = programs.run(root, "trailers", "--trailer", LINE, str(message))

        assert (0, "subject\n") == (ended.status, message.read_text())
        assert "no trailers were added: OSError: [Errno 28] No space left on device" in ended.err

    def test_an_edit_that_was_undone_gets_no_trailer(self, hooked: Path) -> None:
        run(hooked, "undo")
        (hooked / "a.txt").write_text("mine\n")

        assert "mine" == commit(hooked, "-am", "mine")

    def test_a_commit_without_a_message_is_still_given_up(self, hooked: Path) -> None:
        assert "empty commit message" in commit(hooked)

    @pytest.mark.parametrize("sign", ["auto", ";"])
    def test_comments_of_another_sign_are_no_message(self, hooked: Path, sign: str) -> None:
        git(hooked, "config", "core.commentChar", sign)

        assert "empty commit message" in commit(hooked)
        assert f"my message\n\n{LINE}" == commit(hooked, "-m", "my message")

    def test_a_commit_made_by_editreview_has_what_its_user_chose(self, hooked: Path) -> None:
        response = block("two\n", "TWO\n", "a.txt")
        run(hooked, "apply", "--commit", "-m", "by editreview", data=response)

        assert "by editreview" == git(hooked, "log", "-1", "--format=%B").strip()

    def test_its_lines_stand_before_those_of_a_verbose_commit(self, hooked: Path) -> None:
        message = hooked.parent / "message"
        message.write_text("subject\n\nbody\n")

        assert f"subject\n\nbody\n\n{LINE}" == commit(hooked, "-v", "-e", "-F", str(message))


class TestCommand:
    def test_without_trailers_nothing_is_added(self, root: Path) -> None:
        message = root / "message"
        message.write_text("subject\n")
        run(root, "trailers", str(message))

        assert "subject\n" == message.read_text()
        assert "" == run(root, "trailers")

    def test_without_a_file_the_lines_are_printed(self, root: Path) -> None:
        (root / "config.toml").write_text('[commit]\ntrailers = ["Reviewed-with: editreview"]\n')
        given = ("trailers", "--config", "config.toml", "--trailer", LINE)

        assert f"Reviewed-with: editreview\n{LINE}\n" == run(root, *given)
        commit(root, "-m", "done")
        assert "" == run(root, *given)

    def test_a_line_that_is_no_trailer_is_refused(self, root: Path) -> None:
        run(root, "trailers", "--trailer", "no trailer", status=2)

    def test_a_commit_of_apply_has_the_trailers_that_are_given(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": "one\n"})
        given = ("--commit", "-m", "message", "--trailer", LINE, "--trailer", "Reviewed-with: editreview")
        run(root, "apply", *given, data=block("one\n", "ONE\n", "a.txt"))

        expected = f"message\n\n{LINE}\nReviewed-with: editreview"
        assert expected == git(root, "log", "-1", "--format=%B").strip()
        run(root, "apply", "--trailer", LINE, data=block("ONE\n", "two\n", "a.txt"), status=2)
