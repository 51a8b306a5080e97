"""What goes back to the model, and what more comes from it."""

from pathlib import Path

import pytest

from tests.builders import block, make_repository
from tests.tui.reviewing import reviewing


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "tree", {"a.txt": "one\ntwo\n", "b.txt": "three\n"})


RESPONSE = block("one\n", "1\n") + block("nowhere\n", "x\n") + block("three\n", "3\n", "b.txt")


class TestFeedback:
    """Y copies what failed or was rejected."""

    async def test_without_a_program_the_terminal_gets_it_and_a_file(
        self, repository: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "TMUX"):
            monkeypatch.delenv(name, raising=False)
        async with reviewing(repository, RESPONSE) as held:
            await held.press("y", "N", *"keep 3", "enter", "Y")
            assert "feedback copied by the terminal, if it allows it (OSC 52)" in held.state
            assert "also in .git/editreview/feedback.md" in held.state
            text = held.app.clipboard
        assert (repository / ".git/editreview/feedback.md").read_text() == text
        assert "## Block 3: b.txt\n\nRejected: keep 3\n" in text
        assert "1 | three" in text
        assert "## Block 2: a.txt" in text
        assert "Block 1" not in text

    async def test_a_program_that_takes_it_is_named(
        self, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tool = tmp_path / "wl-copy"
        tool.write_text(f"#!/bin/sh\ncat > '{tmp_path}/held'\n")
        tool.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
        monkeypatch.delenv("SSH_CONNECTION", raising=False)
        monkeypatch.delenv("SSH_TTY", raising=False)
        async with reviewing(repository, RESPONSE) as held:
            await held.press("Y")
            assert "feedback copied with wl-copy · also in .git/" in held.state
            assert not held.app.clipboard
        assert "Block 2" in (tmp_path / "held").read_text()

    async def test_where_nothing_failed_there_is_nothing_to_send(self, repository: Path) -> None:
        async with reviewing(repository, block("one\n", "1\n")) as held:
            await held.press("Y")
            assert "nothing to send back: no block failed or was rejected" in held.state
            await held.press("y", "p", "Y")
            assert "nothing to send back" in held.state
