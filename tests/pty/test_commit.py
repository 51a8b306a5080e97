"""Committing through git: hooks run, and have neither our keys nor our screen."""

from pathlib import Path

from tests.builders import git
from tests.pty.conftest import Start, piped
from tests.pty.terminal import Terminal


def _hook(shop: Path, text: str) -> None:
    (shop / ".git" / "hooks").mkdir(exist_ok=True)
    _script(shop / ".git" / "hooks" / "pre-commit", text)


def _script(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}")
    path.chmod(0o755)


def _commit_the_first_block(terminal: Terminal) -> None:
    terminal.until("exact ✓")
    terminal.accept("✓ 1")
    terminal.press("S")
    terminal.until("staged: c commits")
    terminal.press("c")
    terminal.until("Commit 1 file to main")
    terminal.press("\x13")


def test_a_hook_can_neither_read_our_keys_nor_paint_our_screen(start: Start, shop: Path) -> None:
    """Its standard input is empty, and what it prints comes to the screen only through git's answer."""
    _hook(shop, "cat > ../hook-read\nprintf '\\033[2JPAINTED'\nprintf '\\033[2JPAINTED' >&2\n")
    streams = piped((shop.parent / "answer.md").read_text())
    terminal = start(["editreview"], columns=120, rows=40, streams=streams)
    _commit_the_first_block(terminal)
    terminal.until("committed: ")
    terminal.press("J")
    terminal.until(" 2/9 ")
    terminal.press("q")
    assert 1 == terminal.end()
    assert f"committed {git(shop, 'rev-parse', 'HEAD')[:7]}".encode() in terminal.output
    assert b"" == (shop.parent / "hook-read").read_bytes()
    assert b"\x1b[2JPAINTED" not in terminal.output
    assert "4\n" == git(shop, "rev-list", "--count", "HEAD")


def test_a_refusing_hook_is_quoted_and_the_message_is_kept(start: Start, shop: Path) -> None:
    """The hook's output is on the screen, made harmless; nothing is committed; the review goes on."""
    _hook(shop, "printf '\\033]0;owned\\007run make fmt first\\n' >&2\nexit 1\n")
    streams = piped((shop.parent / "answer.md").read_text())
    terminal = start(["editreview"], columns=120, rows=40, streams=streams)
    _commit_the_first_block(terminal)
    terminal.until("run make fmt first")
    terminal.until("Nothing was committed")
    terminal.until(" in orders.py")
    terminal.press("\x1b")
    terminal.until_gone("Nothing was committed")
    terminal.press("q")
    assert 1 == terminal.end()
    assert b"\x1b]0;owned" not in terminal.output
    assert "3\n" == git(shop, "rev-list", "--count", "HEAD")


def test_a_signed_commit_gets_the_terminal_for_its_passphrase(start: Start, shop: Path) -> None:
    """The program that signs can ask on the terminal, and the screen is back afterwards."""
    _script(
        shop.parent / "signs",
        "printf 'passphrase: ' > /dev/tty\nread answer < /dev/tty\necho $answer > ../answered\n"
        "cat > /dev/null\nprintf '\\n[GNUPG:] SIG_CREATED \\n' >&2\n"
        "printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n'\n",
    )
    git(shop, "config", "gpg.program", str(shop.parent / "signs"))
    git(shop, "config", "commit.gpgsign", "true")
    streams = piped((shop.parent / "answer.md").read_text())
    terminal = start(["editreview"], columns=120, rows=40, streams=streams)
    _commit_the_first_block(terminal)
    terminal.until("passphrase:")
    terminal.press("open sesame\n")
    terminal.until("committed: ")
    terminal.press("J")
    terminal.until(" 2/9 ")
    terminal.press("q")
    assert 1 == terminal.end()
    assert "open sesame\n" == (shop.parent / "answered").read_text()
    assert "BEGIN PGP SIGNATURE" in git(shop, "cat-file", "commit", "HEAD")
