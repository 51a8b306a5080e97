"""A fence that is far shorter than its file: yes asks once, and shows what would be lost."""

from pathlib import Path

from editreview.review import Verdict
from tests.builders import make_repository
from tests.tui.reviewing import reviewing

LONG = "".join(f"def part_{n}(value):\n    return value + {n}\n" for n in range(20))
RESPONSE = "### a.py\n\n```python\ndef halved(value):\n    return value / 2\n```\n"


async def test_yes_shows_the_lines_that_would_be_lost_and_asks_once(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.py": LONG})
    async with reviewing(root, RESPONSE, size=(140, 40)) as held:
        await held.press("y")
        assert "Overwrite a.py with block 1?" in held.text
        assert "Lost from a.py: 40 lines" in held.text
        assert "    1 − def part_0(value):" in held.text

        await held.press("escape")
        (proposal,) = held.review.proposals
        assert Verdict.UNDECIDED is held.review.verdict(proposal)

        await held.press("y", "y")
        assert Verdict.ACCEPTED is held.review.verdict(held.review.proposals[0])

        await held.press("u", "y")
        assert Verdict.ACCEPTED is held.review.verdict(held.review.proposals[0])

        await held.press("p")
        assert "def halved(value):\n    return value / 2\n" == (root / "a.py").read_text()


async def test_accepting_all_that_is_safe_leaves_it(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.py": LONG})
    async with reviewing(root, RESPONSE) as held:
        await held.press("A", "a")
        assert Verdict.UNDECIDED is held.review.verdict(held.review.proposals[0])
