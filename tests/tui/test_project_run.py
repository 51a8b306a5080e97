"""The project command: on a key, and before blocks are applied."""

from pathlib import Path
from typing import NoReturn

import pytest

from editreview.review import ProjectCheck, ProjectCommand
from editreview.tui.terminal_app import Settings
from tests.builders import block, files_of, make_repository
from tests.tui.reviewing import reviewing

FILES = {"a.txt": "1\n", "b.txt": "1\n"}
RESPONSE = block("1\n", "2\n", "a.txt") + block("1\n", "2\n", "b.txt")
BREAKS = "echo looked; grep -q 1 b.txt"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "root", FILES)


def settings(command: str, *, first: bool = False) -> Settings:
    return Settings(command=ProjectCommand(command), runs_first=first)


async def test_the_block_that_breaks_the_project_command_is_shown_with_the_output(root: Path) -> None:
    async with reviewing(root, RESPONSE, settings=settings(BREAKS)) as user:
        await user.press("A", "V")
        await user.wait_for(lambda: user.review.project_result is not None)
        await user.settle()
        assert "looked" in user.text
        assert 1 == user.text.count("── run 2, with 0 blocks")
        assert "fails with block 2 and passes without" in user.text
        await user.press("escape")
        assert "b.txt" in user.text
        assert "△ `echo looked; grep -q 1 b.txt` fails with block 2" in user.text
    assert FILES == {path: data.decode() for path, data in files_of(root).items()}


async def test_a_passing_project_command_runs_before_blocks_are_applied(root: Path) -> None:
    async with reviewing(root, RESPONSE, settings=settings("grep -q 2 a.txt", first=True)) as user:
        await user.press("A", "p")
        await user.wait_for(lambda: bool(user.review.applied))
        await user.settle()
    assert b"2\n" == files_of(root)["b.txt"]


async def test_a_bug_on_the_thread_of_the_project_command_ends_the_review(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(check: ProjectCheck) -> NoReturn:
        raise ValueError("a bug")

    monkeypatch.setattr(ProjectCheck, "result", fail)
    async with reviewing(root, RESPONSE, settings=settings("true")) as user:
        await user.pilot.press("A", "V")
        await user.wait_for(lambda: user.app.crash is not None)
    assert "a bug" == str(user.app.crash)


async def test_a_failing_project_command_blocks_the_first_apply(root: Path) -> None:
    async with reviewing(root, RESPONSE, settings=settings(BREAKS, first=True)) as user:
        await user.press("A", "p")
        await user.wait_for(lambda: user.review.project_result is not None)
        await user.settle()
        await user.press("escape")
        assert b"1\n" == files_of(root)["a.txt"]
        await user.press("p")
        await user.wait_for(lambda: bool(user.review.applied))
        await user.settle()
    assert b"2\n" == files_of(root)["b.txt"]


async def test_a_key_and_quitting_stop_the_project_command(root: Path, tmp_path: Path) -> None:
    async with reviewing(root, RESPONSE, settings=settings("sleep 1000")) as user:
        await user.press("A", "V", "escape", "V")
        await user.wait_for(lambda: not user.app.worker.is_project_running)
        await user.settle()
        assert "the search for the cause was stopped" in user.state
        await user.press("V", "escape")
        user.app.worker.stop_project_run(waits=True)
        assert not user.app.worker.is_project_running


async def test_the_key_stops_the_project_command_on_the_page_with_its_output(root: Path) -> None:
    async with reviewing(root, RESPONSE, settings=settings("echo looked; sleep 1000")) as user:
        await user.press("A", "V")
        worker = user.app.worker
        await user.wait_for(lambda: user.review.project_result is not None or worker.is_project_running)
        assert "V stop" in user.text
        await user.press("V")
        await user.wait_for(lambda: not user.app.worker.is_project_running)
        await user.settle()
        assert "the search for the cause was stopped" in user.text
        assert "V stop" not in user.text


async def test_without_a_command_the_way_to_one_is_said(root: Path) -> None:
    async with reviewing(root, RESPONSE) as user:
        await user.press("A", "V")
        assert "no command: start with --run COMMAND" in user.state


async def test_without_an_accepted_block_there_is_nothing_to_run_on(root: Path) -> None:
    async with reviewing(root, RESPONSE, settings=settings("true")) as user:
        await user.press("V")
        assert "nothing is accepted yet that the command could run on" in user.state


async def test_the_result_stands_in_the_commit_dialog_until_other_blocks_are_accepted(root: Path) -> None:
    async with reviewing(root, RESPONSE, settings=settings("grep -q 2 a.txt")) as user:
        await user.press("A", "c")
        assert "`grep -q 2 a.txt` was not run on these blocks: back, then V runs it" in user.text
        await user.press("escape", "V")
        await user.wait_for(lambda: user.review.project_result is not None)
        await user.settle()
        await user.press("escape", "c")
        assert "✓ `grep -q 2 a.txt` passes with the accepted blocks" in user.text
        await user.press("escape", "n", "c")
        assert "△ `grep -q 2 a.txt` ran before the last decisions" in user.text


async def test_the_commit_dialog_names_the_block_that_breaks_the_project_command_also_after_staging(
    root: Path,
) -> None:
    async with reviewing(root, RESPONSE, settings=settings(BREAKS)) as user:
        await user.press("A", "V")
        await user.wait_for(lambda: user.review.project_result is not None)
        await user.settle()
        await user.press("escape", "S")
        await user.wait_for(lambda: bool(user.review.workspace.staged))
        await user.settle()
        await user.press("c")
        assert "△ `echo looked; grep -q 1 b.txt` fails with block 2 and passes without" in user.text
