"""A response pasted into a real terminal, in its brackets."""

import time
from pathlib import Path

import pytest

from tests.pty.conftest import Start, written_to
from tests.pty.terminal import Terminal

START, END = "\x1b[200~", "\x1b[201~"


def _paste(terminal: Terminal, text: str) -> None:
    """As terminals do it: a carriage return for every end of a line, and no faster than it is read."""
    sent = f"{START}{text}{END}".replace("\n", "\r")
    for at in range(0, len(sent), 2048):
        terminal.press(sent[at : at + 2048])
        terminal.pump(0)


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_on_a_bare_terminal_a_response_is_pasted(start: Start, shop: Path, arguments: list[str]) -> None:
    """It is reviewed, applied and reported as any other."""
    streams = {1: written_to(shop.parent / "report")}
    terminal = start(["editreview", *arguments, "--json"], streams=streams)
    terminal.until("Paste here, any number of times")
    _paste(terminal, (shop.parent / "answer.md").read_text())
    terminal.until("1 paste")
    terminal.until("9 blocks")
    terminal.press("\r")
    terminal.until("exact ✓ · 1 match · L25–33")
    terminal.accept("✓ 1")
    terminal.press("p")
    terminal.until("● 1")
    terminal.press("q")
    assert 1 == terminal.end()
    assert '"applied": 1' in (shop.parent / "report").read_text()


def test_q_on_the_paste_screen_ends_the_program(start: Start) -> None:
    """Nothing was given, so no edit was found."""
    terminal = start(["editreview"])
    terminal.until("Paste here")
    terminal.press("q")
    assert 1 == terminal.end()
    assert b"no edits found" in terminal.output


def test_a_paste_without_brackets_is_not_obeyed_as_keys(start: Start, shop: Path) -> None:
    terminal = start(["editreview"])
    terminal.until("Paste here")
    terminal.press((shop.parent / "answer.md").read_text()[:1_000].replace("\n", "\r"))
    terminal.until("1 paste")
    terminal.press("\x1b")
    terminal.until("press the key again to discard the pasted text")
    terminal.press("\x1b")
    assert 1 == terminal.end()


def test_keys_after_a_quit_in_one_burst_are_ignored(start: Start) -> None:
    terminal = start(["editreview", "../answer.md"])
    terminal.until("/9 ")
    terminal.press("q" + "f?Nq" * 2_000)
    assert 1 == terminal.end()
    assert b"Traceback" not in terminal.output
    assert b"could not be saved" not in terminal.output


def test_megabytes_can_be_pasted_at_once(start: Start, shop: Path) -> None:
    """While they come it is said how much has, and not a character is lost."""
    text = "".join(f"this is line {number} of a long talk\n" for number in range(100_000))
    answer = (shop.parent / "answer.md").read_text()
    terminal = start(["editreview"])
    terminal.until("Paste here")
    began = time.monotonic()
    _paste(terminal, text + answer)
    assert "receiving a paste … " in terminal.output.decode("utf-8", "replace")
    terminal.until("9 blocks")
    size = f"{(len(text) + len(answer)) / 1024:,.1f} KiB"
    terminal.until(size)
    print(f"{size} in {time.monotonic() - began:.1f} s")
    terminal.press("\r")
    terminal.until("1/9")
    terminal.press("q")
    assert 1 == terminal.end()


def test_a_further_response_is_pasted_into_the_review(start: Start, shop: Path) -> None:
    terminal = start(["editreview", "../answer.md"])
    terminal.until("/9 ")
    _paste(terminal, "shop/new.py\n<<<<<<< SEARCH\n=======\nNEW = 1\n>>>>>>> REPLACE\n")
    terminal.until("Paste a further response")
    terminal.until("1 block: 1 search-replace")
    terminal.press("\r")
    terminal.until("/10 ")
    terminal.press("q")
    assert 1 == terminal.end()


def test_the_clipboard_is_read_or_the_reason_why_not_is_shown(
    start: Start, shop: Path, commands: Path
) -> None:
    tool = commands / "xclip"
    tool.write_text(f"#!/bin/sh\ncat '{shop.parent}/answer.md'\n")
    tool.chmod(0o755)
    variables = {"DISPLAY": ":0", "WAYLAND_DISPLAY": "", "SSH_CONNECTION": "", "SSH_TTY": ""}
    terminal = start(["editreview", "--clipboard"], environment=variables)
    terminal.until("1/9")
    terminal.press("q")
    assert 1 == terminal.end()
    terminal = start(["editreview", "--clipboard"], environment={**variables, "SSH_TTY": "/dev/pts/9"})
    assert 2 == terminal.end()
    terminal.until("cannot read the clipboard: it belongs to your own machine, not to th")
    terminal = start(["editreview", "check", "../answer.md", "--clipboard"])
    assert 2 == terminal.end()
    terminal.until("RESPONSE and --clipboard cannot be used together")
