"""The user's editor: it has the terminal, opens what was shown, and the review goes on after it."""

from pathlib import Path

import pytest

from tests.pty.conftest import Start, piped, written_to

_ANSWER = """shop/__init__.py
<<<<<<< SEARCH
class ShopError(Exception):
    \"\"\"Something the customer asked for cannot be done; the message says why.\"\"\"
=======
class ShopError(Exception):
    \"\"\"What a customer asked for cannot be done.\"\"\"
>>>>>>> REPLACE
"""


@pytest.fixture
def answer(shop: Path) -> Path:
    """One block, so that the screen is small."""
    path = shop.parent / "one.md"
    path.write_text(_ANSWER)
    return path


def _editor(commands: Path, name: str, text: str) -> None:
    path = commands / name
    path.write_text(f"#!/bin/sh\n{text}")
    path.chmod(0o755)


def test_an_editor_gets_the_terminal_and_the_displayed_text(
    start: Start, shop: Path, commands: Path, answer: Path
) -> None:
    """Its keys are its own, though the response came from a pipe; what it saved is shown, then written."""
    _editor(
        commands,
        "ed-it",
        'cp "$1" ../opened\n'
        "test -t 0 && test -t 1 && test -t 2 && printf 'TERMINAL\\n'\n"
        "read -r line\n"
        'printf \'%s\\n\' "class ShopError(Exception):" "    \\"\\"\\"$line\\"\\"\\"" > "$1"\n',
    )
    streams = {**piped(_ANSWER), 1: written_to(shop.parent / "report")}
    terminal = start(
        ["editreview"], columns=100, environment={"VISUAL": f"{commands}/ed-it"}, streams=streams
    )
    terminal.until("exact ✓")
    terminal.press("e")
    terminal.until("TERMINAL")
    terminal.press("typed here\n")
    terminal.until("block 1 edited; y accepts it")
    terminal.until('"""typed here"""')
    assert "".join(_ANSWER.splitlines(keepends=True)[5:7]) == (shop.parent / "opened").read_text()
    terminal.accept("✓ 1")
    terminal.press("p")
    terminal.until("1 block written")
    terminal.press("q")
    assert 0 == terminal.end()
    assert '"""typed here"""' in (shop / "shop/__init__.py").read_text()


def test_a_failing_or_missing_editor_changes_nothing(start: Start, commands: Path, answer: Path) -> None:
    _editor(commands, "fails", 'echo lost > "$1"\nexit 3\n')
    terminal = start(["editreview", "../one.md"], columns=100, environment={"EDITOR": f"{commands}/fails"})
    terminal.until("exact ✓")
    terminal.press("e")
    terminal.until("fails ended with status 3; nothing was changed")
    terminal.press("q")
    assert 1 == terminal.end()
    terminal = start(["editreview", "../one.md"], columns=100, environment={"EDITOR": "no-such-editor"})
    terminal.until("exact ✓")
    terminal.press("E")
    terminal.until("no-such-editor could not be started: No such file or directory")
    terminal.press("q")
    assert 1 == terminal.end()


def test_ctrl_c_while_an_editor_is_open_does_not_end_the_review(
    start: Start, commands: Path, answer: Path
) -> None:
    """A windowed editor is waited for; ctrl+c ends the waiting, and only that."""
    _editor(commands, "code", "exec sleep 30\n")
    terminal = start(["editreview", "../one.md"], columns=100, environment={"EDITOR": f"{commands}/code"})
    terminal.until("exact ✓")
    terminal.press("e")
    terminal.until("Waiting for code to close the file")
    terminal.press("\x03")
    terminal.until("nothing was changed")
    terminal.accept("✓ 1")
    terminal.press("qq")
    assert 1 == terminal.end()


def test_a_file_is_opened_at_its_line_and_reread(
    start: Start, shop: Path, commands: Path, answer: Path
) -> None:
    _editor(commands, "vim", 'echo "$@" > ../asked\nsed -i "s/cannot be done/failed/" "$2"\n')
    terminal = start(["editreview", "../one.md"], columns=100, environment={"EDITOR": f"{commands}/vim"})
    terminal.until("exact ✓")
    terminal.press("E")
    terminal.until("changed on disk, matched again")
    line, _, path = (shop.parent / "asked").read_text().strip().partition(" ")
    assert ("+5", str(shop / "shop/__init__.py")) == (line, path)
    terminal.press("q")
    assert 1 == terminal.end()
