"""A fence that is far shorter than its file: yes asks once, and shows what would be lost."""

from pathlib import Path

from editreview.review import Verdict
from tests.builders import make_repository
from tests.tui.reviewing import reviewing

LONG = "".join(f"line number {n}\n" for n in range(40))
RESPONSE = "### a.txt\n\n```\nfirst text\nline number 3\nanother\nthird text\n```\n"


async def test_y_shows_the_lines_that_would_be_lost_and_asks_once(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": LONG})
    async with reviewing(root, RESPONSE, size=(140, 40)) as user:
        await user.press("y")
        assert "Overwrite a.txt with block 1?" in user.text
        assert "Lost from a.txt: 39 lines" in user.text
        assert "    1 − line number 0" in user.text

        await user.press("escape")
        (proposal,) = user.review.proposals
        assert Verdict.UNDECIDED is user.review.verdict(proposal)

        await user.press("y", "y")
        assert Verdict.ACCEPTED is user.review.verdict(user.review.proposals[0])

        await user.press("u", "y")
        assert Verdict.ACCEPTED is user.review.verdict(user.review.proposals[0])

        await user.press("p")
        assert "first text\nline number 3\nanother\nthird text\n" == (root / "a.txt").read_text()


async def test_accepting_all_safe_blocks_accepts_no_block_that_loses_code(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": LONG})
    async with reviewing(root, RESPONSE) as user:
        await user.press("A", "a")
        assert Verdict.UNDECIDED is user.review.verdict(user.review.proposals[0])


async def test_the_question_is_as_high_as_what_it_shows(tmp_path: Path) -> None:
    """A long one leaves a part of the screen, and scrolls."""
    root = make_repository(tmp_path / "tree", {"a.txt": LONG})
    async with reviewing(root, RESPONSE, size=(120, 80)) as user:
        await user.press("y")
        edges = [y for y, line in enumerate(user.lines) if "╭" in line or "╰" in line]
        assert "line number 39" in user.lines[edges[1] - 1]
        await user.resize(120, 24)
        edges = [y for y, line in enumerate(user.lines) if "╭" in line or "╰" in line]
        assert edges[0] > 0
        assert edges[1] < 23
        assert "line number 39" not in user.text
        await user.press(*"j" * 30)
        assert "line number 39" in user.text
