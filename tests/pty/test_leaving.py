"""Leaving while files are written: the write is whole when the program has ended."""

import signal
from pathlib import Path

from tests.builders import block, git
from tests.pty.conftest import Start

FILES = 400


def test_quitting_during_a_write_waits_for_it(start: Start, shop: Path) -> None:
    """All files are written and reported so; no temporary is left."""
    names = [f"many/{number}.txt" for number in range(FILES)]
    (shop / "many").mkdir()
    for name in names:
        (shop / name).write_text("old\n")
    git(shop, "add", "--all")
    git(shop, "commit", "--quiet", "--message=many")
    (shop.parent / "many.md").write_text("".join(block("old\n", "new\n", name) for name in names))
    terminal = start(["editreview", "../many.md"], columns=120)
    terminal.until(f"/{FILES} ")
    terminal.until_gone("receiving")
    terminal.press("A")
    terminal.until(f"accepted all {FILES} safe")
    terminal.press("p")
    terminal.wait_for(lambda: any((shop / "many").glob(".editreview-*")), "a temporary file")
    terminal.signal(signal.SIGTERM)
    terminal.signal(signal.SIGTERM)
    assert 130 == terminal.end()
    assert ["new\n"] == list({(shop / name).read_text() for name in names})
    assert [] == list((shop / "many").glob(".editreview-*"))
    assert f"{FILES} blocks: {FILES} applied".encode() in terminal.output
