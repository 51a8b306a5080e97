"""A review of changes that an agent left, in a real terminal: kept, taken out, undone, committed."""

import subprocess
from pathlib import Path

from tests.builders import git
from tests.pty.conftest import Start


def _left_by_an_agent(shop: Path) -> Path:
    """A repository with one change in each of three files. Returns its root."""
    root = shop.parent / "left"
    root.mkdir()
    for name in ("a.txt", "b.txt", "c.txt"):
        (root / name).write_text("old\n")
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    git(root, "add", "--all")
    git(root, "commit", "-q", "-m", "one")
    (root / "a.txt").write_text("kept\n")
    (root / "b.txt").write_text("unwanted\n")
    (root / "c.txt").write_text("unsure\n")
    return root


def test_accepted_changes_are_staged_and_rejected_ones_taken_out_by_one_key(start: Start, shop: Path) -> None:
    root = _left_by_an_agent(shop)
    terminal = start(["editreview", "changes"], folder=root, columns=120)
    terminal.until("exact ✓")
    terminal.accept("✓ 1")
    terminal.until("2/3")
    terminal.decide("n", "✗ 1")
    terminal.press("p")
    terminal.until("1 block kept · 1 reverted · 1 file staged")
    assert ["kept\n", "old\n", "unsure\n"] == [(root / f"{name}.txt").read_text() for name in "abc"]
    assert git(root, "diff", "--cached", "--name-only").split() == ["a.txt"]
    terminal.press("u")
    terminal.until("1 file unstaged")
    terminal.press("u")
    terminal.until("restored 1 file")
    assert ["kept\n", "unwanted\n", "unsure\n"] == [(root / f"{name}.txt").read_text() for name in "abc"]
    terminal.press("q")
    terminal.until("1 rejected change still in the files: q again quits")
    terminal.press("q")
    terminal.end()

    resumed = start(["editreview", "--resume"], folder=root, columns=120)
    resumed.until("review resumed")
    resumed.until("✓ 1")
    resumed.press("p")
    resumed.until("1 block kept · 1 reverted")
    assert (root / "b.txt").read_text() == "old\n"


def test_a_tree_without_changes_ends_with_a_sentence(start: Start, shop: Path) -> None:
    terminal = start(["editreview", "changes"], columns=120)
    assert 2 == terminal.end()
    assert b"nothing differs from what is staged" in terminal.output


def test_a_review_of_changes_is_not_resumed_on_others(start: Start, shop: Path) -> None:
    root = _left_by_an_agent(shop)
    terminal = start(["editreview", "changes"], folder=root, columns=120)
    terminal.until("exact ✓")
    terminal.accept("✓ 1")
    terminal.press("q")
    terminal.until("q again quits")
    terminal.press("q")
    terminal.end()
    (root / "c.txt").write_text("changed since\n")
    resumed = start(["editreview", "--resume"], folder=root, columns=120)
    assert 2 == resumed.end()
    assert b"editreview changes" in resumed.output
