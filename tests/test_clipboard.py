"""The clipboard, by programs that stand in for those of a desktop."""

from pathlib import Path

import pytest

from editreview.errors import UsageError
from editreview.terminal import copy_to_clipboard, read_clipboard


def _program(folder: Path, name: str, script: str) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Variables of a machine whose programs are those put into `tmp_path`."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return {"PATH": str(tmp_path), "DISPLAY": ":0"}


def test_the_first_program_that_copies_is_returned(tmp_path: Path, desktop: dict[str, str]) -> None:
    _program(tmp_path, "xclip", "exit 1")
    _program(tmp_path, "xsel", f"cat > '{tmp_path}/held'")

    assert "xsel" == copy_to_clipboard("grün\n", desktop)
    assert "grün\n" == (tmp_path / "held").read_text("utf-8")


def test_a_program_that_keeps_serving_the_clipboard_is_not_waited_for(
    tmp_path: Path, desktop: dict[str, str]
) -> None:
    _program(tmp_path, "xclip", f"cat > '{tmp_path}/held'; sleep 5 & echo $! > '{tmp_path}/stays'")

    assert "xclip" == copy_to_clipboard("text", desktop)
    assert "text" == (tmp_path / "held").read_text()
    assert (tmp_path / "stays").read_text().strip().isdigit()


def test_a_program_without_its_display_is_not_started(tmp_path: Path, desktop: dict[str, str]) -> None:
    _program(tmp_path, "xclip", f"touch '{tmp_path}/asked'")

    assert copy_to_clipboard("text", {**desktop, "DISPLAY": ""}) is None
    assert not (tmp_path / "asked").exists()


def test_over_ssh_only_tmux_can_pass_on_a_copied_text(tmp_path: Path, desktop: dict[str, str]) -> None:
    _program(tmp_path, "xclip", f"touch '{tmp_path}/asked'")
    # Before version 3.2 it knows no -w.
    _program(tmp_path, "tmux", f"test \"$2\" = - && cat > '{tmp_path}/held'")

    assert "tmux" == copy_to_clipboard("text", {**desktop, "SSH_TTY": "/dev/pts/1", "TMUX": "socket"})
    assert not (tmp_path / "asked").exists()
    assert "text" == (tmp_path / "held").read_text()


def test_the_clipboard_is_read(tmp_path: Path, desktop: dict[str, str]) -> None:
    _program(tmp_path, "xclip", 'test "$3" = -o && printf "one\\r\\ntwo"')

    assert "one\ntwo" == read_clipboard(desktop)


def test_an_unreadable_clipboard_is_a_usage_error(tmp_path: Path, desktop: dict[str, str]) -> None:
    with pytest.raises(UsageError, match=r"^cannot read the clipboard: (install .*xclip|pbpaste is missing)"):
        read_clipboard(desktop)
    with pytest.raises(UsageError, match="not to the ssh host"):
        read_clipboard({**desktop, "SSH_CONNECTION": "1 2 3 4"})
    _program(tmp_path, "xclip", "exit 1")
    with pytest.raises(UsageError, match=r"^cannot read the clipboard: it has no text, or xclip failed$"):
        read_clipboard(desktop)
