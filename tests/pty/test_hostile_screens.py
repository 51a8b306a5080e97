"""Hostile text in everything that a review is made of, through every screen and message there is.

What comes to the terminal is looked through as a terminal reads it: no command, control character
or unseen one is in it that the program did not write of itself.
"""

from pathlib import Path

import pytest

from tests.builders import block, git, make_repository
from tests.pty.conftest import Start
from tests.pty.foreign import HOSTILE, UNSEEN, strangers
from tests.pty.terminal import Terminal

H = HOSTILE
PASTED = f"shown{UNSEEN}\x9b7331d\x85\x08"
"""Text that a terminal may let through of a paste: most leave out escape sequences."""
HIDING = "\u202e\u2066\u200b"
"""Text that git allows in the name of a branch, and the reader in a path."""
FILES = {
    "a.txt": f"zero\none {H}\ntwo\nsame {H}\nthree {H} 3\nx\ny\n\nsame {H}\nend\n",
    "b.txt": f"three {H}\nx\ny\nz\n",
    "c.txt": "c\n",
}


def _response() -> str:
    """Payloads in prose, a path, SEARCH and REPLACE, of blocks of every kind, a command and what is none."""
    return "".join(
        (
            f"# This change {H} is **quite {H}** harmless `x {H}`\n\n- a bullet {H}\n\n",
            block(f"one {H}\n", f"one {H} and\n\tmore {H}\n"),
            block(f"same {H}\n", f"other {H}\n"),
            block(f"three {H}\nx\ny\nz\n", f"y {H}\n"),
            block("", f"new {H}\n", f"new{HIDING}.txt"),
            block("c\n", f"cc {H}\n", "c.txt"),
            block(f"one {H}\ntwo\n", f"in the way {H}\n"),
            f"```bash\necho {H}\n```\n\n",
            f"c.txt\n<<<<<<< SEARCH\n{H}\n",
        )
    )


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A repository whose files, hook, branch and last commit are hostile, and the response beside it."""
    (tmp_path / "hostile.md").write_text(_response(), newline="")
    shop = make_repository(tmp_path / f"hostile{HIDING}", FILES)
    git(shop, "checkout", "--quiet", "-b", f"branch{HIDING}")
    git(shop, "commit", "--quiet", "--allow-empty", f"--message=last {H}")
    hook = shop / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ncat <<'END' >&2\nhook {H}\nEND\nexit $FAILS\n")
    hook.chmod(0o755)
    return shop


class Walk:
    """Goes through a review; every step is looked through by itself, so that a leak names its screen."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    def __call__(self, keys: str, seen: str, *, gone: bool = False) -> None:
        """Press keys and wait until a text is on the screen, or no longer."""
        self.terminal.press(keys)
        (self.terminal.until_gone if gone else self.terminal.until)(seen)
        self.terminal.pump(0.1)
        # What is still to come of a command of the program's is looked at with the next step.
        whole = self.terminal.output.rfind(b"\x1b")
        assert [] == strangers(self.terminal.output[:whole]), f"after {keys!r}"
        self.terminal.output = self.terminal.output[whole:]

    def end(self, status: int) -> None:
        """Wait until the program has ended."""
        assert status == self.terminal.end()
        assert [] == strangers(self.terminal.output)

    def paste(self, seen: str) -> None:
        """Paste a text as a terminal gives it."""
        self(f"\x1b[200~{PASTED}\x1b[201~", seen)


@pytest.fixture
def walk(start: Start, hostile: Path) -> Walk:
    """The review in a terminal wide enough for all panels, with a user's name that is hostile too."""
    (hostile.parent / "keys.toml").write_text('[keys]\n"view.whitespace" = "W"\n"view.zoom" = "z"\n')
    terminal = start(
        [
            *("editreview", "../hostile.md", "--config", "../keys.toml"),
            *("--context", "a.txt", "--context", "b.txt", "--feedback", "-"),
        ],
        folder=hostile,
        columns=200,
        rows=50,
        environment={"GIT_AUTHOR_NAME": f"name {H}", "EDITOR": "", "VISUAL": "", "FAILS": "1"},
    )
    walk = Walk(terminal)
    walk("", "exact ✓")
    return walk


def test_the_diff_the_panels_and_the_list_show_hostile_text_and_send_none(walk: Walk) -> None:
    """In every layout, searched, selected, listed and filtered."""
    walk("t", "layout: split")
    walk("t", "layout: unified")
    walk("t", "layout: auto")
    walk("w", "›")
    walk("l", "‹")
    walk("w", "↪")
    walk("W", "spaces, tabs and line ends are shown")
    walk("W", "dimmed")
    walk("W", "whitespace is not marked")
    walk("=", "whole file")
    walk("s", "hunk")
    walk("v", "range")
    walk("\x1b\x1b\x1b", "J next")
    walk("/", "search both sides")
    walk.paste("shown")
    walk("\r", "n next match")
    walk("n", "does not occur")
    # Read together with it, the next key would be another one.
    walk("\x1b", "n next match", gone=True)
    walk("M", "its SEARCH")
    walk("M", "the file before and after")
    walk("m", "all matching attempts")
    walk("jj", "ignores")
    walk("m", "all matching attempts", gone=True)
    walk("z", "alone")
    walk("z", "alone", gone=True)
    walk("J", "choose: [1 L4]")
    walk(".", "candidates")
    walk("j", "[2 L9]")
    walk("\r", "candidate 2 chosen")
    walk("u", "choose:")
    walk("J", "no match · nearest")
    walk("f", "List which blocks?")
    walk.paste("shown")
    walk("\r", "no block matches the filter")
    walk("f", "List which blocks? Now:")
    walk("\r", "all blocks are listed")


def test_dialogs_and_messages_show_hostile_text_and_send_none(walk: Walk) -> None:
    """Questions, pages beside the diff, and messages of one line."""
    walk("i", "Note on block 1")
    walk.paste("shown")
    walk("\r", "goes with the feedback")
    walk("i", "Note on block 1")
    walk("\x1b", "Note on block 1", gone=True)
    walk("e", "cannot be displayed")
    walk("N", "Why is block 1 rejected?")
    walk.paste("shown")
    walk("\r", "block 1 rejected")
    walk("J", "no match · nearest")
    walk("\x05", "cannot be displayed")
    walk("F", "Force block 3 on")
    walk("jj\x1b", "Force block 3 on", gone=True)
    walk("2", "b.txt; u undoes")
    walk("u", "no match")
    walk("o", "The response")
    walk("llhh/", "search the whole")
    walk.paste("shown")
    walk("\r", "was not found in the response")
    walk("q", "The response", gone=True)
    walk("x", "The rest of the response")
    walk("jjy", "copied by the terminal, if it allows it")
    walk("q", "The rest of the response", gone=True)
    walk("?", "words of what it does")
    walk.paste("no matching action")
    walk("\x1b", "no matching action", gone=True)
    walk("\x10", "search for an action")
    walk.paste("No matches")
    walk("\x1b\x1b", "No matches", gone=True)
    walk("P", "Paste a further response")
    walk.paste("shown")
    walk("\x1b\x1b", "Paste a further response", gone=True)
    walk("Y", "feedback copied")


def test_writing_committing_and_leaving_show_hostile_text_and_send_none(walk: Walk, hostile: Path) -> None:
    """The results, what git and the hook say, the last commit's message, the report on the terminal."""
    walk("y", "✓ 1")
    walk("J", "no match · nearest")
    walk("n", "new file")
    walk("y", "✓ 2")
    walk("S", "staged: c commits")
    walk("c", "Commit 2 files to branch")
    walk.paste("shown")
    walk("\x13", "Nothing was committed")
    walk("\t ", "last")
    walk("\x1b", "Nothing was committed", gone=True)
    git(hostile, "config", "core.hooksPath", "none")
    walk("c", "Commit 2 files to branch")
    walk("\x13", "committed:")
    walk("Y", "feedback copied")
    (hostile / "a.txt").write_text(f"other {H}\n")
    walk("R", "files reread")
    walk.terminal.press("q")
    walk.end(1)


def test_a_resumed_review_shows_hostile_text_and_sends_none(start: Start, walk: Walk, hostile: Path) -> None:
    """The offer to resume it, and the message about changed files."""
    walk("i", "Note on block 1")
    walk.paste("shown")
    walk("\r", "goes with the feedback")
    walk("y", "✓ 1")
    walk("q", "q again quits")
    walk.terminal.press("q")
    walk.end(1)
    (hostile / "a.txt").write_text(f"other {H}\n{FILES['a.txt']}")

    offered = Walk(start(["editreview"], folder=hostile, columns=200, rows=50))
    offered("", "Paste the model's response")
    offered.paste("shown")
    offered.terminal.press("\x1b\x1b")
    offered.terminal.end()
    again = Walk(start(["editreview", "--resume"], folder=hostile, columns=200, rows=50))
    again("", "changed since")
    # It begins at the second block: the sixth is another version of the first one's lines.
    again("K", "1/6")
    again("i", "shown")
    again("\r", "goes with the feedback")
    again.terminal.press("q")
    again.end(1)


SAYING = {
    ("check", "../hostile.md", "--json"): 1,
    ("check", "../hostile.md", "--diff"): 1,
    ("apply", "../hostile.md", "--feedback", "-"): 1,
    ("prompt", "a.txt"): 0,
    ("apply", "../zero.md"): 0,
    ("undo",): 0,
    ("undo", "--redo"): 0,
}
REFUSING = {
    ("check", f"../{H}"): 2,
    ("check", "--root", H, "../hostile.md"): 2,
    ("check", "--without", H, "../hostile.md"): 2,
    ("check", "--format", H, "../hostile.md"): 2,
    ("check", "--context", H, "../hostile.md"): 2,
    ("check", "--config", "../config.toml", "../hostile.md"): 2,
    ("--theme", H, "../hostile.md"): 2,
    (H,): 2,
}


@pytest.mark.parametrize("statuses", [SAYING, REFUSING], ids=["saying", "refusing"])
def test_commands_show_hostile_text_and_send_none(
    start: Start, hostile: Path, statuses: dict[tuple[str, ...], int]
) -> None:
    """Neither their output on a terminal nor their messages about bad input contain any of it."""
    (hostile.parent / "zero.md").write_text(block("zero\n", "null\n"))
    configured = f'[matching]\nwithout = ["{UNSEEN}\\u001b]52;c;NzMzMQ==\\u0007"]\n'
    (hostile.parent / "config.toml").write_text(configured)
    for command, status in statuses.items():
        terminal = start(["editreview", *command], folder=hostile, columns=200, rows=50)
        assert (command, status) == (command, terminal.end())
        assert "" != terminal.text
        assert [] == strangers(terminal.output), command
