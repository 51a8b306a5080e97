"""If no review can be held, a line says why and what to do instead."""

import subprocess
from pathlib import Path

import pytest

from tests.pty.conftest import Start


def test_without_a_terminal_the_headless_commands_are_named(shop: Path, commands: Path) -> None:
    """No controlling terminal, as in CI: one line on standard error, exit status 2."""
    done = subprocess.run(
        [commands / "editreview"],
        input=(shop.parent / "answer.md").read_bytes(),
        cwd=shop,
        capture_output=True,
        start_new_session=True,
        timeout=20,
        check=False,
    )
    assert 2 == done.returncode
    assert b"" == done.stdout
    message = done.stderr.decode()
    assert 1 == message.count("\n")
    assert "`editreview check`" in message
    assert "`editreview apply`" in message
    assert "\x1b" not in message


def test_in_the_background_the_headless_commands_are_named(start: Start, shop: Path) -> None:
    """A background job says so and ends, instead of being stopped by its first key."""
    terminal = start("set -m; editreview ../answer.md 2> ../messages & wait $!; echo $? > status")
    assert 0 == terminal.end()
    assert "2\n" == (shop / "status").read_text()
    message = (shop.parent / "messages").read_text()
    assert "in the background" in message
    assert "`editreview check`" in message
    assert b"\x1b" not in terminal.output + message.encode()


@pytest.mark.parametrize("command", ["editreview check", "editreview check -", "editreview apply"])
def test_on_a_bare_terminal_the_program_says_how_to_give_a_response(start: Start, command: str) -> None:
    """Without a response there is an example of a file and of a pipe, and exit status 2."""
    terminal = start(command.split())
    assert 2 == terminal.end()
    terminal.until("no response to review")
    terminal.until("editreview < answer.md")
    terminal.until("| editreview")
    assert b"\x1b" not in terminal.output


def test_a_missing_response_is_named(start: Start) -> None:
    """A wrong file name is an error of usage, said before the screen is taken."""
    terminal = start(["editreview", "../nowhere.md"])
    assert 2 == terminal.end()
    terminal.until("cannot read the response ../nowhere.md: No such file or directory")
    assert b"\x1b" not in terminal.output


def test_a_theme_that_does_not_exist_is_named(start: Start) -> None:
    """With those that do, and the terminal as it was."""
    terminal = start(["editreview", "../answer.md", "--theme", "nonsense"])
    assert 2 == terminal.end()
    terminal.until("--theme names an unknown theme: nonsense. ")
    assert b"textual-dark" in terminal.output
    assert b"\x1b" not in terminal.output
