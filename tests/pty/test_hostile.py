"""Nothing of a response, a path, a file or a hook commands the terminal."""

from pathlib import Path

import pytest

from tests.builders import git, make_repository
from tests.pty.conftest import Start, written_to

# What each would do if it reached a terminal raw.
PAYLOADS = {
    "put a text on the clipboard": "\x1b]52;c;SE9TVElMRQ==\x07",
    "clear the screen": "\x1b[2JHOSTILE",
    "name the window": "\x1b]0;HOSTILE\x07",
    "define a device control string": "\x1bP$qHOSTILE\x1b\\",
    "report a position as typed text": "\x1b[6n",
    "make a C1 control sequence": "\x9b31mHOSTILE",
    "make a C1 operating system command": "\x9d52;c;SE9TVElMRQ==\x9c",
    "turn text around": "\u202eHOSTILE\u202c",
    "hide text": "HOS\u200b\u2060TILE",
    "go back": "HOSTILE\x08\x08\x08\rX",
}
EVERYTHING = "".join(PAYLOADS.values()).replace("\r", "")
REST = "".join(f" {payload}" for payload in PAYLOADS.values()).replace("\r", "")


def _response() -> str:
    """Payloads in prose, path, info string, SEARCH, REPLACE, a block that fails, and a malformed one."""
    found = f"a.txt\n<<<<<<< SEARCH\none{REST}\n=======\none{REST} and{REST}\n>>>>>>> REPLACE\n"
    missing = f"a.txt\n<<<<<<< SEARCH\nthree{REST}\nx\n=======\ny\n>>>>>>> REPLACE\n"
    named = f"b{EVERYTHING}.txt\n<<<<<<< SEARCH\n=======\n{EVERYTHING}\n>>>>>>> REPLACE\n"
    cut_off = f"c{EVERYTHING}.txt\n<<<<<<< SEARCH\n{EVERYTHING}\n"
    return f"This change{REST} is quite harmless.\n\n```x{EVERYTHING}\n{found}```\n{missing}{named}{cut_off}"


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A repository whose file, hook and branch are as hostile as the response beside it."""
    (tmp_path / "hostile.md").write_text(_response(), newline="")
    shop = make_repository(tmp_path / "hostile", {"a.txt": f"zero\none{REST}\ntwo\nthree\n"})
    hook = shop / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ncat <<'END' >&2\n{EVERYTHING}\nEND\nexit 1\n")
    hook.chmod(0o755)
    git(shop, "checkout", "--quiet", "-b", "bidi-\u202eHOSTILE")
    return shop


def test_nothing_raw_reaches_the_terminal(start: Start, hostile: Path) -> None:
    """Through every screen, a refused commit and the exit, with a report on the terminal."""
    command = ["editreview", "../hostile.md", "--feedback", "/dev/null"]
    terminal = start(command, folder=hostile, columns=200, rows=50)
    terminal.until("exact ✓")
    terminal.accept("✓ 1")
    for _ in range(3):
        terminal.press("t")
        terminal.pump(0.1)
    # The unreadable block below the last one is a row too.
    terminal.press("JJ")
    terminal.until("unreadable · L24")
    terminal.press("K")
    terminal.until(" 3/3 ")
    terminal.press("ny?")
    terminal.until("─ Help")
    terminal.press("\x1b")
    terminal.until_gone("─ Help")
    terminal.press("S")
    terminal.until("staged: c commits")
    terminal.press("c")
    terminal.until("Commit 1 file")
    terminal.press("\x13")
    terminal.until("Nothing was committed")
    terminal.press("\x1b")
    terminal.until_gone("Nothing was committed")
    terminal.press("q")
    assert 1 == terminal.end()
    assert "␛]52;c;SE9TVElMRQ==␇" in terminal.output.decode()
    assert [] == _reached(terminal.output)


@pytest.mark.parametrize("output", ["--diff", "--feedback -"])
def test_no_raw_output_reaches_a_terminal(start: Start, hostile: Path, output: str) -> None:
    """The same output to a program is byte for byte what it has to be."""
    beside = "a.txt\n<<<<<<< SEARCH\nzero\n=======\nnull\n>>>>>>> REPLACE\n"
    (hostile.parent / "hostile.md").write_text(_response() + beside, newline="")
    terminal = start(["editreview", "check", "../hostile.md", *output.split()], folder=hostile)
    assert 1 == terminal.end()
    assert "␛]52;c;SE9TVElMRQ==␇" in terminal.output.decode()
    assert [] == _reached(terminal.output)
    command = ["editreview", "check", "../hostile.md", *output.split()]
    terminal = start(command, folder=hostile, streams={1: written_to(hostile.parent / "output")})
    assert 1 == terminal.end()
    assert PAYLOADS["put a text on the clipboard"].encode() in (hostile.parent / "output").read_bytes()


def test_no_raw_message_is_printed_without_a_screen(start: Start, hostile: Path) -> None:
    """The lines of `check` and `apply` are as harmless, also on an exit that names a path."""
    for status, command in {1: ("apply", "../hostile.md"), 2: ("check", f"../{EVERYTHING}")}.items():
        terminal = start(["editreview", *command], folder=hostile)
        assert status == terminal.end()
        assert "SE9TVElMRQ" in terminal.output.decode()
        assert b"\x1b" not in terminal.output
        assert [] == _reached(terminal.output)


def _reached(output: bytes) -> list[str]:
    """The effects that the output had on the terminal."""
    shown = output.decode()
    whole = [effect for effect, payload in PAYLOADS.items() if payload in shown]
    return whole + [f"{ord(c):04x}" for c in "\x9b\x9c\x9d\u202e\u202c\u200b\u2060\x08" if c in shown]
