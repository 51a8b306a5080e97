"""An agent in a tree of its own, on a real terminal: plain, over ACP, and ended at any time."""

import json
import os
import signal
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from editreview.workspace import Workspace
from tests.builders import git
from tests.pty.conftest import Start

AGENT = Path(__file__).parents[1] / "agents/scripted_agent.py"
EDIT = ["edit", [["README.md", "# ", "# The "]]]


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary trees."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    (tmp_path / "notes").mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setenv("AGENT_NOTES", str(tmp_path / "notes"))
    return folder


def scratch_trees(temporary: Path) -> list[Path]:
    return list(temporary.glob("editreview-scratch-*"))


def acp(*steps: object) -> list[str]:
    if find_spec("acp") is None:
        pytest.skip("the extra acp is not installed")
    return ["editreview", "agent", "--prompt", json.dumps(steps), "--", sys.executable, "-P", str(AGENT)]


def test_a_plain_agent_gets_the_terminal_and_what_it_wrote_is_reviewed(
    start: Start, shop: Path, temporary: Path
) -> None:
    script = "printf 'Your name? '; read name; echo $name > name.txt"
    terminal = start(["editreview", "agent", "--plain", "--", "sh", "-c", script])
    terminal.until("Your name?")
    assert not (shop / "name.txt").exists()
    terminal.press("Ada\n")
    terminal.until("name.txt is new")
    terminal.accept("✓ 1")
    terminal.press("S")
    terminal.until("● 1")
    terminal.press("q")

    assert 0 == terminal.end()
    assert "Ada\n" == (shop / "name.txt").read_text()
    assert "A  name.txt\n" == git(shop, "status", "--short")
    assert [] == scratch_trees(temporary)


def test_an_interrupt_is_the_agents(start: Start, shop: Path, temporary: Path) -> None:
    """It may end a task with it, or itself: what it wrote is reviewed."""
    script = "trap 'echo interrupted > name.txt; exit 1' INT; echo ready; while :; do sleep 0.05; done"
    terminal = start(["editreview", "agent", "--plain", "--", "sh", "-c", script])
    terminal.until("ready")
    terminal.press("\x03")
    terminal.until("name.txt is new")
    terminal.press("q")

    assert 1 == terminal.end()


def test_a_closed_terminal_saves_what_a_plain_agent_wrote(start: Start, shop: Path, temporary: Path) -> None:
    script = "echo new > name.txt; echo ready; sleep 1000"
    terminal = start(["editreview", "agent", "--plain", "--", "sh", "-c", script])
    terminal.until("ready")
    terminal.signal(signal.SIGHUP)

    assert 130 == terminal.end()
    assert 1 == len(list(Workspace.open(shop).saved_reviews.waiting()))
    assert [] == scratch_trees(temporary)


def test_an_agent_over_acp_waits_for_the_keys(start: Start, shop: Path, temporary: Path) -> None:
    binary = [["write", f"{name}.bin", "\0"] for name in "abcde"]
    terminal = start(acp(EDIT, ["write", "unasked.txt", "new\n"], *binary), columns=120)
    terminal.until("# The ")
    terminal.accept("✓ 1")
    terminal.until("unasked.txt")
    terminal.until("2 more are told when the review ends")
    terminal.press("S")
    terminal.until("● 1")
    terminal.press("q")

    assert 1 == terminal.end()
    assert 5 == terminal.text.count("is a binary file")
    assert "M  README.md\n" == git(shop, "status", "--short")
    assert [] == scratch_trees(temporary)


def test_a_saved_review_goes_on_with_a_new_agent(start: Start, shop: Path, temporary: Path) -> None:
    """Keys on blocks of the first agent do not answer the second one."""
    terminal = start(acp(EDIT, ["edit", [["second.txt", None, "two\n"]]]), columns=120)
    terminal.until("# The ")
    terminal.until("receiving")
    terminal.press("qq")
    assert 1 == terminal.end()
    assert f"continue with `editreview agent --resume -- {sys.executable}" in terminal.text

    terminal = start(["editreview", "agent", "--resume", "--", *acp()[-3:]], columns=120)
    terminal.until("# The ")
    terminal.press("B")
    terminal.until("Prompt for the agent")
    terminal.press(json.dumps([["edit", [["third.txt", None, "three\n"]]], ["say", "told"]]))
    terminal.until('"told"]]')
    terminal.press("\x13")
    terminal.until("the agent asks about block 2")
    terminal.accept("✓ 1")
    terminal.until("third.txt is new")
    terminal.accept("✓ 2")
    terminal.until("the agent has answered")
    terminal.press("S")
    terminal.until("● 2")
    terminal.press("q")

    assert 0 == terminal.end()
    assert {"M  README.md", "A  third.txt"} == set(git(shop, "status", "--short").splitlines())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, None])
def test_ending_the_program_while_the_agent_waits_ends_the_agent_and_saves_the_review(
    start: Start, shop: Path, temporary: Path, number: signal.Signals | None
) -> None:
    """By a signal, or by quitting."""
    terminal = start(acp(EDIT, EDIT), columns=120)
    terminal.until("# The ")
    terminal.until("receiving")
    if number is None:
        terminal.press("qq")
    else:
        terminal.signal(number)

    assert (1 if number is None else 130) == terminal.end()
    assert "" == git(shop, "status", "--short")
    assert 1 == len(list(Workspace.open(shop).saved_reviews.waiting()))
    assert [] == scratch_trees(temporary)
    assert not agents_of(temporary)


def agents_of(temporary: Path) -> list[str]:
    """The processes that run in a temporary tree."""
    found: list[str] = []
    for process in Path("/proc").glob("[0-9]*/cwd"):
        try:
            folder = os.readlink(process)
        except OSError:
            continue
        if folder.startswith(str(temporary)):
            found.append(folder)
    return found
