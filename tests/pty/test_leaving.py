"""Leaving while files are written: the write is whole when the program has ended."""

import json
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.builders import block, git, make_tree
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
    terminal.decide("A", f"accepted all {FILES} safe")
    terminal.press("p")
    first = shop / names[0]

    def is_under_way() -> bool:
        """True if temporary files are there, or their names are being exchanged."""
        return any((shop / "many").glob(".editreview-*")) or first.read_text() == "new\n"

    terminal.wait_for(is_under_way, "a write under way")
    terminal.signal(signal.SIGTERM)
    terminal.signal(signal.SIGTERM)
    assert 130 == terminal.end()
    assert ["new\n"] == list({(shop / name).read_text() for name in names})
    assert [] == list((shop / "many").glob(".editreview-*"))
    assert f"{FILES} blocks: {FILES} applied".encode() in terminal.output


@pytest.mark.skipif(not Path("/proc").exists(), reason="needs a list of processes")
@pytest.mark.parametrize("by_key", [True, False])
def test_a_language_server_that_ignores_everything_ends_with_the_review(
    start: Start, shop: Path, by_key: bool
) -> None:
    """And its child, whether the user quits or the program is asked to end."""
    fake = Path(__file__).parents[1] / "language_servers" / "fake_server.py"
    note = shop.parent / "processes"
    command = [sys.executable, str(fake), "silence", str(note)]
    make_tree(
        shop.parent,
        {
            "config.toml": f"[lsp.python]\ncommand = {json.dumps(command)}\n",
            "python.md": block("one\n", "two\n", "new.py"),
        },
    )
    make_tree(shop, {"new.py": "one\n"})
    terminal = start(["editreview", "--config", "../config.toml", "../python.md"])
    terminal.until("exact ✓")
    terminal.wait_for(note.exists, "a server")
    processes = [Path("/proc") / process for process in note.read_text().split()]
    if by_key:
        terminal.press("q")
    else:
        terminal.signal(signal.SIGTERM)
    terminal.end()
    terminal.wait_for(lambda: not any(map(_is_running, processes)), "the end of the server")


@pytest.mark.skipif(not Path("/proc").exists(), reason="needs a list of processes")
@pytest.mark.parametrize("by_key", [True, False])
def test_quitting_does_not_wait_for_a_parser(start: Start, shop: Path, by_key: bool) -> None:
    """It has a process of its own, which ends with the program or soon after."""
    make_tree(shop, {"new.cs": "class A { }\n"})
    slow = block("class A { }\n", "class A { }\n" + ";fn =\n" * 6_000, "new.cs")
    make_tree(shop.parent, {"slow.md": slow})
    note = f"EDITREVIEW_TEST={shop}".encode()
    terminal = start(["editreview", "../slow.md"], environment={"EDITREVIEW_TEST": str(shop)})
    terminal.until("exact ✓")

    def parsers() -> list[Path]:
        return [path for path in Path("/proc").glob("[0-9]*") if _is_parser(path, note)]

    terminal.wait_for(lambda: bool(parsers()), "a parser")
    if by_key:
        terminal.press("q")
    else:
        terminal.signal(signal.SIGKILL)
    terminal.end()
    while parsers():
        time.sleep(0.05)


def _is_parser(process: Path, note: bytes) -> bool:
    try:
        is_child = b"grammars/child.py" in process.joinpath("cmdline").read_bytes()
        return is_child and note in process.joinpath("environ").read_bytes() and _is_running(process)
    except OSError:
        return False


def _is_running(process: Path) -> bool:
    try:
        return process.joinpath("stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
